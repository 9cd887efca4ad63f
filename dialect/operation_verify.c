/* operation_verify.c - What is wrong in all operations of a function.
 *
 * MLIR goes no further in a function than the first operation whose verifier
 * fails.  What follows that one is checked here, so that one run tells of all
 * copies that are wrong. */
#include "operation_rows.h"

static MlirWalkResult check_one(MlirOperation operation,
                                TL_UNUSED void *state) {
  const tl_operation_row *row = tl_bridge_operation_row(operation);
  if (row)
    row->facts->check(operation);
  return MlirWalkResultAdvance;
}

static void check_from(MlirOperation first) {
  for (MlirOperation next = first; !mlirOperationIsNull(next);
       next = mlirOperationGetNextInBlock(next))
    mlirOperationWalk(next, check_one, NULL, MlirWalkPreOrder);
}

/* Functions and modules, which MLIR verifies one by one. */
static bool is_symbol(MlirOperation operation) {
  return !mlirAttributeIsNull(mlirOperationGetAttributeByName(
      operation, mlirSymbolTableGetSymbolAttributeName()));
}

/* What follows in the block, in the blocks behind it, and around those. */
static void check_rest(MlirOperation operation) {
  while (!mlirOperationIsNull(operation) && !is_symbol(operation)) {
    MlirBlock block = mlirOperationGetBlock(operation);
    if (mlirBlockIsNull(block))
      return;
    check_from(mlirOperationGetNextInBlock(operation));
    while (!mlirBlockIsNull(block = mlirBlockGetNextInRegion(block)))
      check_from(mlirBlockGetFirstOperation(block));
    operation = mlirOperationGetParentOperation(operation);
  }
}

bool tl_operation_verify(MlirOperation operation) {
  if (tl_bridge_operation_row(operation)->facts->check(operation))
    return true;
  check_rest(operation);
  return false;
}
