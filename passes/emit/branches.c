/* branches.c - see branches.h. */
#include "branches.h"
#include "ir_builder.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "passes/facts/value_facts.h"
#include "tl/dialect.h"

MlirValue tl_branch_condition(MlirOperation branch) {
  return mlirOperationGetOperand(branch, 0);
}

tl_bounded_room tl_stated_room_of(MlirValue condition) {
  MlirOperation at = tl_defined_by(condition, "arith.cmpi");
  tl_bounded_room out = {{NULL}, 0};
  if (!mlirOperationIsNull(at) &&
      mlirIntegerAttrGetValueInt(tl_attribute_of(at, "predicate")) ==
          TL_EXCEEDS &&
      tl_constant_read(mlirOperationGetOperand(at, 1), &out.least))
    out.room = mlirOperationGetOperand(at, 0);
  return out;
}

tl_bounded_room tl_bounded_room_of(MlirValue condition) {
  tl_bounded_room out = tl_stated_room_of(condition);
  MlirOperation at;
  int64_t number, sum;
  if (mlirValueIsNull(out.room))
    return out;
  while (at = tl_defined_by(out.room, "arith.subi"),
         !mlirOperationIsNull(at) && tl_has_no_signed_wrap(at) &&
             tl_constant_read(mlirOperationGetOperand(at, 1), &number) &&
             tl_sum_fits(out.least, number, &sum))
    out = (tl_bounded_room){mlirOperationGetOperand(at, 0), sum};
  return out;
}

/* What a room is chosen from, beside a number; null of what is not chosen. */
static MlirValue chosen_from(MlirValue room) {
  MlirOperation choice = tl_defined_by(room, "arith.select");
  int64_t number;
  if (mlirOperationIsNull(choice))
    return (MlirValue){NULL};
  MlirValue first = mlirOperationGetOperand(choice, 1);
  return tl_constant_read(first, &number) ? mlirOperationGetOperand(choice, 2)
                                          : first;
}

static MlirValue left_of(MlirValue room) {
  static const char *const LEAVING[] = {"arith.index_cast", "arith.subi",
                                        "llvm.freeze", NULL};
  return mlirValueIsAOpResult(room) &&
                 tl_operation_is_one_of(mlirOpResultGetOwner(room), LEAVING)
             ? mlirOperationGetOperand(mlirOpResultGetOwner(room), 0)
             : chosen_from(room);
}

MlirValue tl_bound_of_room(MlirValue room) {
  MlirValue next;
  while (next = left_of(room), !mlirValueIsNull(next))
    room = next;
  return room;
}

bool tl_is_conjunction(MlirValue condition, MlirValue sides[2]) {
  MlirOperation both = tl_defined_by(condition, "arith.andi");
  for (intptr_t i = 0; !mlirOperationIsNull(both) && i < 2; i++)
    sides[i] = mlirOperationGetOperand(both, i);
  return !mlirOperationIsNull(both);
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

bool tl_has_regions(MlirOperation operation) {
  return mlirOperationGetNumRegions(operation) != 0;
}

void tl_visit_own_blocks(MlirOperation operation, tl_block_visitor *visit,
                         void *user) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(operation); i++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      visit(user, block);
}

typedef struct block_visit {
  tl_block_visitor *visit;
  void *user;
} block_visit;

static MlirWalkResult visit_blocks(MlirOperation operation, void *user) {
  const block_visit *run = user;
  tl_visit_own_blocks(operation, run->visit, run->user);
  return MlirWalkResultAdvance;
}

void tl_visit_blocks(MlirOperation root, tl_block_visitor *visit, void *user) {
  block_visit run = {visit, user};
  mlirOperationWalk(root, visit_blocks, &run, MlirWalkPreOrder);
}

MlirOperation tl_user_in_block(MlirBlock block, MlirOpOperand use) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  while (!mlirOperationIsNull(user) &&
         !mlirBlockEqual(mlirOperationGetBlock(user), block))
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
