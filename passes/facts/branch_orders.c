/* branch_orders.c - see branch_orders.h. */
#include "branch_orders.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tl/dialect.h"

enum { MOST_DEPTH = 4 }; /* of conjunctions */

/* Of arith.cmpi, by its number: what it says, and what it says where it is not true.
 * Source: ArithBase.td, CmpIPredicate. */
static const struct predicate_row {
  bool is_order, is_swapped, is_strict, is_unsigned;
} PREDICATES[] = {
    {false, false, false, false}, /* eq */
    {false, false, false, false}, /* ne */
    {true, false, true, false},   /* slt */
    {true, false, false, false},  /* sle */
    {true, true, true, false},    /* sgt */
    {true, true, false, false},   /* sge */
    {true, false, true, true},    /* ult */
    {true, false, false, true},   /* ule */
    {true, true, true, true},     /* ugt */
    {true, true, false, true},    /* uge */
};

static void add_comparison(MlirOperation comparison, bool holds,
                           tl_orders *out) {
  const struct predicate_row *row = &PREDICATES[mlirIntegerAttrGetValueInt(
      tl_attribute_of(comparison, "predicate"))];
  intptr_t less = row->is_swapped == holds;
  if (row->is_order && out->count < TL_MOST_ORDERS)
    out->items[out->count++] =
        (tl_order){.less = mlirOperationGetOperand(comparison, less),
                   .more = mlirOperationGetOperand(comparison, 1 - less),
                   .is_strict = row->is_strict == holds,
                   .is_unsigned = row->is_unsigned};
}

/* Of a conjunction that holds, both sides do. */
static void add_condition(MlirValue condition, bool holds, int depth,
                          tl_orders *out) {
  if (!mlirValueIsAOpResult(condition) || depth == MOST_DEPTH)
    return;
  MlirOperation at = mlirOpResultGetOwner(condition);
  if (tl_operation_is(at, "arith.cmpi"))
    add_comparison(at, holds, out);
  for (intptr_t i = 0; holds && tl_operation_is(at, "arith.andi") && i < 2; i++)
    add_condition(mlirOperationGetOperand(at, i), true, depth + 1, out);
}

void tl_orders_of(MlirValue condition, bool holds, tl_orders *out) {
  out->count = 0;
  add_condition(condition, holds, 0, out);
}

static bool is_in_first_region(MlirBlock block, MlirOperation parent) {
  return mlirRegionEqual(mlirBlockGetParentRegion(block),
                         mlirOperationGetRegion(parent, 0));
}

void tl_orders_around(MlirOperation operation, tl_orders *out) {
  out->count = 0;
  for (int i = 0; i < TL_MOST_AROUND; i++) {
    MlirBlock block = mlirOperationGetBlock(operation);
    operation = mlirOperationGetParentOperation(operation);
    if (mlirOperationIsNull(operation))
      return;
    if (tl_operation_is(operation, "scf.if"))
      add_condition(mlirOperationGetOperand(operation, 0),
                    is_in_first_region(block, operation), 0, out);
  }
}
