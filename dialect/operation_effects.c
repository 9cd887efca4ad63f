/* operation_effects.c - What operations do to memory, for passes that know
 * nothing of them: rules E1 to E4 and E8; see python-free-docs/operations.md. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_rows.h"

static bool has_attribute(MlirAttribute dictionary, const char *name) {
  return !mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
      dictionary, mlirStringRefCreateFromCString(name)));
}

/* An argument of a function that promises what E3 says of it. */
static bool is_promised(MlirValue argument) {
  MlirBlock block = mlirBlockArgumentGetOwner(argument);
  MlirOperation function = mlirBlockGetParentOperation(block);
  intptr_t number = mlirBlockArgumentGetArgNumber(argument);
  if (mlirOperationIsNull(function) ||
      number >= tl_bridge_argument_count(function) ||
      !mlirBlockEqual(
          block, mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0))))
    return false;
  MlirAttribute own = tl_bridge_argument_attributes(function, number);
  return !mlirAttributeIsNull(own) && has_attribute(own, "llvm.readonly") &&
         has_attribute(own, "llvm.noalias");
}

/* E3, of what a memref is a view of.  Global memory alone: instructions of a
 * whole warp read workgroup memory, and have to stay where all threads are. */
static bool is_never_written(MlirValue memref) {
  if (tl_memory_space_of(mlirValueGetType(memref)) != TL_MEMORY_GLOBAL)
    return false;
  for (MlirValue source = memref; !mlirValueIsNull(source);
       source = tl_bridge_view_source(memref))
    memref = source;
  return mlirValueIsABlockArgument(memref) && is_promised(memref);
}

/* E2 */
static bool is_of_groups(tl_operation_kind kind, const tl_attributes *own) {
  return kind == TL_OPERATION_THREAD_ASYNC ||
         kind == TL_OPERATION_ASYNC_COMMIT || kind == TL_OPERATION_ASYNC_WAIT ||
         (kind == TL_OPERATION_COPY &&
          !mlirAttributeIsNull(own->items[TL_ASYNC]));
}

static intptr_t add_both(intptr_t operand, intptr_t count, tl_effect *out) {
  out[count] = (tl_effect){operand, false};
  out[count + 1] = (tl_effect){operand, true};
  return count + 2;
}

/* E1: of two sides the first is read and the second written. */
static intptr_t add_sides(MlirOperation operation, const tl_attributes *own,
                          const tl_operation_value *row, tl_effect *out) {
  intptr_t operand = 0, count = 0;
  bool writes = false;
  for (; row->name; row++) {
    intptr_t values = tl_value_count(row, own);
    if (values && row->type == TL_TYPE_MEMREF &&
        (writes ||
         !is_never_written(mlirOperationGetOperand(operation, operand))))
      out[count++] = (tl_effect){operand, writes};
    writes |= values && row->type <= TL_TYPE_VECTOR;
    operand += values;
  }
  return count;
}

/* E8: an operation whose result is made of what other threads have. */
static bool asks_threads(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  if (kind != TL_OPERATION_CONVERT_LAYOUT && kind != TL_OPERATION_REDUCE)
    return false;
  MlirStringRef scope =
      mlirStringAttrGetValue(tl_attribute_of(operation, "scope"));
  return tl_scope_named(scope.data, (int64_t)scope.length) != TL_SCOPE_THREAD;
}

intptr_t tl_operation_effects(MlirOperation operation,
                              tl_effect effects[TL_MAX_EFFECTS]) {
  const tl_operation_facts *facts = tl_bridge_operation_row(operation)->facts;
  tl_attributes own;
  tl_attributes_read(operation, &own);
  intptr_t count = add_sides(operation, &own, facts->operands, effects);
  if (is_of_groups(facts->kind, &own))
    count = add_both(TL_EFFECT_ON_GROUPS, count, effects);
  if (facts->kind == TL_OPERATION_ASYNC_WAIT)
    count = add_both(TL_EFFECT_ON_MEMORY, count, effects);
  if (asks_threads(operation))
    effects[count++] = (tl_effect){TL_EFFECT_ON_THREADS, false};
  return count;
}

/* E4.  A view may be one that only a guard keeps inside its buffer, and so may
 * what is stated. */
bool tl_operation_can_speculate(MlirOperation operation) {
  tl_attributes own;
  tl_operation_kind kind = tl_operation_kind_of(operation);
  if (kind == TL_OPERATION_COORDINATES)
    return true;
  if (mlirOperationGetNumOperands(operation) != 1)
    return false;
  if (kind != TL_OPERATION_LOAD)
    return (kind == TL_OPERATION_CONVERT_LAYOUT ||
            kind == TL_OPERATION_REDUCE) &&
           !asks_threads(operation);
  MlirValue memory = mlirOperationGetOperand(operation, 0);
  tl_attributes_read(operation, &own);
  for (int place = TL_BOUND_DIVISIBILITY; place < TL_SOURCE_ALIGNMENT; place++)
    if (!mlirAttributeIsNull(own.items[place]))
      return false;
  return mlirShapedTypeHasStaticShape(mlirValueGetType(memory)) &&
         mlirValueIsABlockArgument(memory) && is_never_written(memory);
}
