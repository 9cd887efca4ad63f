/* function_calls.c - see function_calls.h.
 *
 * A function is known by the module around it and by its name, which operations
 * of that module alone can say. */
#include "function_calls.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Support.h"

typedef struct function_name {
  const void *module, *name;
} function_name;

/* Of a name: its calls, and whether something else says it. */
typedef struct callee {
  const tl_function_call *first;
  bool is_named;
} callee;

static MlirOperation module_around(MlirOperation operation) {
  do
    operation = mlirOperationGetParentOperation(operation);
  while (!mlirOperationIsNull(operation) &&
         !tl_operation_is(operation, "builtin.module") &&
         !tl_operation_is(operation, "gpu.module"));
  return operation;
}

/* NULL without memory. */
static callee *callee_of(tl_facts *facts, const function_name *name) {
  void **place = tl_key_table_place(&facts->calls, name, sizeof *name);
  if (!*place) {
    callee *made = tl_key_table_take(&facts->calls, sizeof *made);
    if (made)
      *made = (callee){NULL, false};
    *place = made;
  }
  return *place;
}

/* Without a call, something else says the name. */
static bool keep_name(tl_facts *facts, MlirOperation operation,
                      MlirAttribute symbol, bool is_call) {
  MlirContext context = mlirOperationGetContext(operation);
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(symbol);
  callee *to =
      callee_of(facts, &(function_name){module_around(operation).ptr,
                                        mlirStringAttrGet(context, name).ptr});
  if (!to)
    return false;
  if (!is_call) {
    to->is_named = true;
    return true;
  }
  tl_function_call *call = tl_key_table_take(&facts->calls, sizeof *call);
  if (!call)
    return false;
  *call = (tl_function_call){operation, to->first};
  to->first = call;
  return true;
}

/* All names in an attribute, at any depth. */
static bool keep_attribute(tl_facts *facts, MlirOperation operation,
                           MlirAttribute attribute, bool is_call) {
  bool is_kept = true;
  if (mlirAttributeIsAFlatSymbolRef(attribute))
    return keep_name(facts, operation, attribute, is_call);
  if (mlirAttributeIsAArray(attribute))
    for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(attribute); i++)
      is_kept &= keep_attribute(facts, operation,
                                mlirArrayAttrGetElement(attribute, i), false);
  if (mlirAttributeIsADictionary(attribute))
    for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(attribute); i++)
      is_kept &= keep_attribute(
          facts, operation,
          mlirDictionaryAttrGetElement(attribute, i).attribute, false);
  return is_kept;
}

static MlirWalkResult keep_names(MlirOperation operation, void *user) {
  tl_facts *facts = user;
  MlirStringRef called = mlirStringRefCreateFromCString("callee");
  bool is_kept = true, is_call = tl_operation_is(operation, "func.call");
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(operation); i++) {
    MlirNamedAttribute named = mlirOperationGetAttribute(operation, i);
    is_kept &= keep_attribute(
        facts, operation, named.attribute,
        is_call && mlirStringRefEqual(mlirIdentifierStr(named.name), called));
  }
  facts->has_all_calls = is_kept;
  return is_kept ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

static bool is_private(MlirOperation function) {
  MlirAttribute visibility = tl_attribute_of(function, "sym_visibility");
  return tl_operation_is(function, "func.func") &&
         !mlirAttributeIsNull(visibility) &&
         mlirStringRefEqual(mlirStringAttrGetValue(visibility),
                            mlirStringRefCreateFromCString("private"));
}

const tl_function_call *tl_function_calls(tl_facts *facts,
                                          MlirOperation function) {
  MlirOperation module = mlirOperationGetParentOperation(function);
  if (!is_private(function) || !tl_is_inside(module, facts->root))
    return NULL;
  if (!facts->has_calls) {
    facts->has_calls = facts->has_all_calls = true;
    mlirOperationWalk(facts->root, keep_names, facts, MlirWalkPreOrder);
  }
  const callee *own = callee_of(
      facts,
      &(function_name){module.ptr, tl_attribute_of(function, "sym_name").ptr});
  return facts->has_all_calls && own && !own->is_named ? own->first : NULL;
}
