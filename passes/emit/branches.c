/* branches.c - see branches.h. */
#include "branches.h"
#include "ir_builder.h"
#include "tl/dialect.h"

MlirValue tl_branch_condition(MlirOperation branch) {
  return mlirOperationGetOperand(branch, 0);
}

MlirBlock tl_branch_side(MlirOperation branch, intptr_t side) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, side));
}

MlirOperation tl_find_in_block(MlirBlock block, bool (*is)(MlirOperation at)) {
  MlirOperation at = {NULL};
  if (!mlirBlockIsNull(block))
    at = mlirBlockGetFirstOperation(block);
  while (!mlirOperationIsNull(at) && !is(at))
    at = mlirOperationGetNextInBlock(at);
  return at;
}

MlirOperation tl_user_in_block(MlirBlock block, MlirOpOperand use) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  while (!mlirBlockEqual(mlirOperationGetBlock(user), block))
    user = mlirOperationGetParentOperation(user);
  return user;
}

bool tl_is_of_one_lane(MlirOperation operation) {
  return tl_operation_is_of(operation, "arith") ||
         tl_operation_is_of(operation, "math") ||
         tl_operation_is_of(operation, "vector") ||
         tl_holds_register(operation);
}

bool tl_is_division(MlirOperation operation) {
  static const char *const NAMES[] = {
      "arith.ceildivsi",  "arith.ceildivui", "arith.divsi", "arith.divui",
      "arith.floordivsi", "arith.remsi",     "arith.remui", NULL};
  return tl_operation_is_one_of(operation, NAMES);
}
