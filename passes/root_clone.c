/* root_clone.c - see root_clone.h. */
#include "root_clone.h"
#include "mlir-c/BuiltinAttributes.h"
#include "passes/simulator/program.h"
#include "tl/dialect.h"

typedef struct clone_request {
  MlirOperation root;
  tl_root_clone *clone;
} clone_request;

/* What the operations around the root say counts for what is in it, as do the
 * targets of a gpu.module. */
static void clone_surroundings(MlirOperation root, MlirOperation scratch) {
  for (MlirOperation owner = mlirOperationGetParentOperation(root);
       !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner)) {
    MlirAttribute targets = tl_attribute_of(owner, "targets");
    if (!mlirAttributeIsNull(targets))
      mlirOperationSetDiscardableAttributeByName(
          scratch, mlirStringRefCreateFromCString("targets"), targets);
    for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(owner);
         i++) {
      MlirNamedAttribute said = mlirOperationGetDiscardableAttribute(owner, i);
      MlirStringRef name = mlirIdentifierStr(said.name);
      if (mlirAttributeIsNull(
              mlirOperationGetDiscardableAttributeByName(scratch, name)))
        mlirOperationSetDiscardableAttributeByName(scratch, name,
                                                   said.attribute);
    }
  }
}

/* A global outside the root that `operation` gets has to be found. */
static MlirWalkResult clone_global(MlirOperation operation, void *user) {
  const clone_request *state = user;
  if (!tl_operation_is(operation, "memref.get_global"))
    return MlirWalkResultAdvance;
  MlirStringRef symbol =
      mlirFlatSymbolRefAttrGetValue(tl_attribute_of(operation, "name"));
  MlirOperation outer = tl_symbol_lookup(state->root, symbol);
  MlirOperation known = tl_symbol_lookup(state->clone->root, symbol);
  if (!mlirOperationIsNull(outer) && mlirOperationIsNull(known))
    mlirBlockAppendOwnedOperation(mlirModuleGetBody(state->clone->around),
                                  mlirOperationClone(outer));
  return MlirWalkResultAdvance;
}

void tl_root_clone_make(MlirOperation root, tl_root_clone *out) {
  clone_request request = {root, out};
  bool is_outermost =
      mlirOperationIsNull(mlirOperationGetParentOperation(root));
  *out = (tl_root_clone){.root = mlirOperationClone(root)};
  if (is_outermost)
    return;
  out->around = mlirModuleCreateEmpty(mlirOperationGetLocation(root));
  clone_surroundings(root, mlirModuleGetOperation(out->around));
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(out->around), out->root);
  mlirOperationWalk(root, clone_global, &request, MlirWalkPreOrder);
}

void tl_root_clone_destroy(const tl_root_clone *clone) {
  if (mlirModuleIsNull(clone->around))
    mlirOperationDestroy(clone->root);
  else
    mlirModuleDestroy(clone->around);
}
