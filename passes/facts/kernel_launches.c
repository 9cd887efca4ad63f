/* kernel_launches.c - see kernel_launches.h.
 *
 * A kernel is known by the symbol table that its gpu.module stands in and by the
 * names of both; a launch names them from inside of that table. */
#include "kernel_launches.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Support.h"

typedef struct kernel_name {
  const void *table, *module, *kernel;
} kernel_name;

static const void *text_of(MlirContext context, MlirStringRef text) {
  return mlirStringAttrGet(context, text).ptr;
}

static bool name_of_launch(MlirOperation launch, kernel_name *out) {
  MlirContext context = mlirOperationGetContext(launch);
  MlirAttribute kernel = tl_attribute_of(launch, "kernel");
  MlirOperation table = mlirOperationGetParentOperation(launch);
  while (!mlirOperationIsNull(table) &&
         !tl_operation_is(table, "builtin.module"))
    table = mlirOperationGetParentOperation(table);
  if (mlirAttributeIsNull(kernel) || !mlirAttributeIsASymbolRef(kernel) ||
      mlirSymbolRefAttrGetNumNestedReferences(kernel) != 1)
    return false;
  MlirAttribute leaf = mlirSymbolRefAttrGetNestedReference(kernel, 0);
  *out = (kernel_name){
      table.ptr, text_of(context, mlirSymbolRefAttrGetRootReference(kernel)),
      text_of(context, mlirFlatSymbolRefAttrGetValue(leaf))};
  return true;
}

static kernel_name name_of_kernel(MlirOperation kernel) {
  MlirOperation module = mlirOperationGetParentOperation(kernel);
  return (kernel_name){mlirOperationGetParentOperation(module).ptr,
                       tl_attribute_of(module, "sym_name").ptr,
                       tl_attribute_of(kernel, "sym_name").ptr};
}

static MlirWalkResult keep_launch(MlirOperation operation, void *user) {
  tl_facts *facts = user;
  kernel_name name;
  if (tl_operation_is(operation, "gpu.func"))
    return MlirWalkResultSkip;
  if (!tl_operation_is(operation, "gpu.launch_func") ||
      !name_of_launch(operation, &name))
    return MlirWalkResultAdvance;
  void **place = tl_key_table_place(&facts->launches, &name, sizeof name);
  tl_kernel_launch *made = tl_key_table_take(&facts->launches, sizeof *made);
  if (!made)
    return MlirWalkResultInterrupt;
  *made = (tl_kernel_launch){operation, *place};
  *place = made;
  return MlirWalkResultAdvance;
}

const tl_kernel_launch *tl_kernel_launches(tl_facts *facts,
                                           MlirOperation kernel) {
  if (!mlirOperationIsNull(mlirOperationGetParentOperation(facts->root)) ||
      !tl_operation_is(kernel, "gpu.func"))
    return NULL;
  if (!facts->has_launches)
    mlirOperationWalk(facts->root, keep_launch, facts, MlirWalkPreOrder);
  facts->has_launches = true;
  kernel_name name = name_of_kernel(kernel);
  return *tl_key_table_place(&facts->launches, &name, sizeof name);
}
