/* store_order.c - see store_order.h. */
#include "store_order.h"
#include "branches.h"

static bool is_store(MlirOperation at) {
  return mlirOperationGetNumResults(at) == 0 &&
         mlirOperationGetNumOperands(at) > 0;
}

/* Whether what is stored in a branch was loaded in one. */
static bool stores_loaded(const tl_builder *builder, MlirOperation branch) {
  MlirOperation store =
      tl_find_in_block(tl_branch_side(branch, TL_TAKEN), is_store);
  if (mlirOperationIsNull(store))
    return false;
  MlirValue value = mlirOperationGetOperand(store, 0);
  return mlirValueIsAOpResult(value) &&
         tl_is_built_branch(builder, mlirOpResultGetOwner(value));
}

void tl_order_stores(const tl_builder *builder, MlirBlock block) {
  MlirOperation branch = tl_find_in_block(block, tl_has_regions), last = branch;
  MlirOperation next;
  if (mlirOperationIsNull(branch) ||
      !mlirOperationIsNull(mlirOperationGetNextInBlock(branch)) ||
      !stores_loaded(builder, branch))
    return;
  for (MlirOperation at = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(at, branch); at = next) {
    next = mlirOperationGetNextInBlock(at);
    if (!is_store(at))
      continue;
    mlirOperationMoveAfter(at, last);
    last = at;
  }
}
