/* guarded_loops.c - see guarded_loops.h.
 *
 * A loop that is not run at all would not have asked its condition, which may then
 * be poison: it is frozen. */
#include "guarded_loops.h"
#include "branches.h"
#include "passes/facts/effects.h"
#include "tl/dialect.h"

enum {
  FIRST_START = 3, /* operands of scf.for in front of what it starts with */
  MOST_VISITED = 128,
};

/* Operations that are looked at for one loop; none are left below 0. */
typedef struct guarding {
  const tl_builder *builder;
  MlirOperation loop;
  MlirValue condition;
  int left;
  int count; /* of the branches that use what the loop gives */
  MlirOperation users[MOST_VISITED];
} guarding;

static MlirBlock body_of(MlirOperation loop) {
  return tl_branch_side(loop, TL_TAKEN);
}

static MlirBlock block_of(MlirValue value) {
  return mlirValueIsAOpResult(value)
             ? mlirOperationGetBlock(mlirOpResultGetOwner(value))
             : mlirBlockArgumentGetOwner(value);
}

/*===--- What may be under the condition ----------------------------------===*/

/* Of dialects that have others as well. */
static const char *const OF_ONE_LANE[] = {"gpu.thread_id",
                                          "gpu.block_id",
                                          "gpu.block_dim",
                                          "gpu.grid_dim",
                                          "gpu.lane_id",
                                          "gpu.subgroup_id",
                                          "llvm.freeze",
                                          "llvm.inttoptr",
                                          "llvm.ptrtoint",
                                          "llvm.intr.launder.invariant.group",
                                          NULL};

static bool accesses_something(MlirOperation at) {
  return tl_memory_use_of(at) != TL_ACCESSES_NOTHING;
}

/* Has no effects, and lanes that leave it out are not missed. */
static bool may_be_left_out(MlirOperation at) {
  return tl_holds_register(at) ||
         (mlirOperationGetNumRegions(at) == 0 && !accesses_something(at) &&
          (tl_is_of_one_lane(at) || tl_operation_is_one_of(at, OF_ONE_LANE) ||
           tl_operation_is_of(at, "memref")));
}

static bool has_pads_alone(MlirOperation branch) {
  return mlirOperationIsNull(tl_find_in_block(
      tl_branch_side(branch, TL_OTHERWISE), accesses_something));
}

/* The condition of all branches of the loop, or null: there is none, there are
 * several, or something has effects without one. */
static MlirValue find_condition(const tl_builder *builder, MlirOperation loop) {
  static const MlirValue NONE = {NULL};
  MlirBlock body = body_of(loop);
  MlirOperation end = mlirBlockGetTerminator(body);
  MlirValue found = NONE;
  for (MlirOperation at = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(at, end); at = mlirOperationGetNextInBlock(at)) {
    bool is_branch = tl_is_built_branch(builder, at);
    if (is_branch && mlirValueIsNull(found))
      found = tl_branch_condition(at);
    if (is_branch ? !mlirValueEqual(found, tl_branch_condition(at)) ||
                        !has_pads_alone(at)
                  : !may_be_left_out(at))
      return NONE;
  }
  return found;
}

/*===--- The condition in front of the loop -------------------------------===*/

static bool may_trap(MlirOperation at) {
  int64_t divisor;
  return tl_is_division(at) &&
         (!tl_constant_read(mlirOperationGetOperand(at, 1), &divisor) ||
          divisor < 1);
}

/* Whether the value is what it is in each turn, and can be made in front of them. */
static bool may_leave(guarding *run, MlirValue value) {
  if (!mlirBlockEqual(block_of(value), body_of(run->loop)))
    return true;
  if (!mlirValueIsAOpResult(value) || --run->left < 0)
    return false;
  MlirOperation at = mlirOpResultGetOwner(value);
  bool may = may_be_left_out(at) && !may_trap(at);
  for (intptr_t i = 0; may && i < mlirOperationGetNumOperands(at); i++)
    may = may_leave(run, mlirOperationGetOperand(at, i));
  return may;
}

static void leave(const guarding *run, MlirValue value) {
  if (!mlirBlockEqual(block_of(value), body_of(run->loop)))
    return;
  MlirOperation at = mlirOpResultGetOwner(value);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(at); i++)
    leave(run, mlirOperationGetOperand(at, i));
  mlirOperationMoveBefore(at, run->loop);
}

/*===--- What the loop gives ----------------------------------------------===*/

static bool have_equal_attributes(MlirOperation a, MlirOperation b) {
  intptr_t count = mlirOperationGetNumAttributes(a);
  bool are_equal = count == mlirOperationGetNumAttributes(b);
  for (intptr_t i = 0; are_equal && i < count; i++) {
    MlirNamedAttribute own = mlirOperationGetAttribute(a, i);
    are_equal = mlirAttributeEqual(
        own.attribute,
        mlirOperationGetAttributeByName(b, mlirIdentifierStr(own.name)));
  }
  return are_equal;
}

/* Whether the two are made alike of the same values. */
static bool are_alike(guarding *run, MlirValue a, MlirValue b) {
  if (mlirValueEqual(a, b))
    return true;
  if (!mlirValueIsAOpResult(a) || !mlirValueIsAOpResult(b) || --run->left < 0)
    return false;
  MlirOperation own = mlirOpResultGetOwner(a), other = mlirOpResultGetOwner(b);
  intptr_t count = mlirOperationGetNumOperands(own);
  bool alike =
      mlirIdentifierEqual(mlirOperationGetName(own),
                          mlirOperationGetName(other)) &&
      mlirTypeEqual(mlirValueGetType(a), mlirValueGetType(b)) &&
      mlirOpResultGetResultNumber(a) == mlirOpResultGetResultNumber(b) &&
      count == mlirOperationGetNumOperands(other) &&
      have_equal_attributes(own, other) && may_be_left_out(own);
  for (intptr_t i = 0; alike && i < count; i++)
    alike = are_alike(run, mlirOperationGetOperand(own, i),
                      mlirOperationGetOperand(other, i));
  return alike;
}

/* Whether it is a branch under the condition of the loop, and is noted. */
static bool note_user(guarding *run, MlirOperation branch) {
  if (!tl_is_built_branch(run->builder, branch) ||
      !mlirBlockIsNull(tl_branch_side(branch, TL_OTHERWISE)) ||
      !are_alike(run, tl_branch_condition(branch), run->condition))
    return false;
  run->users[run->count++] = branch;
  return true;
}

static bool are_results_used_inside(guarding *run, MlirOperation operation);

static bool is_used_inside(guarding *run, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user =
        tl_user_in_block(mlirOperationGetBlock(run->loop), use);
    if (--run->left < 0 ||
        (!note_user(run, user) &&
         !(may_be_left_out(user) && are_results_used_inside(run, user))))
      return false;
  }
  return true;
}

static bool are_results_used_inside(guarding *run, MlirOperation operation) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(operation); i++)
    if (!is_used_inside(run, mlirOperationGetResult(operation, i)))
      return false;
  return true;
}

/*===--- Writing ----------------------------------------------------------===*/

static bool is_used(MlirOperation operation) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(operation); i++)
    if (!mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirOperationGetResult(operation, i))))
      return true;
  return false;
}

static void open_branch(MlirOperation branch) {
  MlirBlock side = tl_branch_side(branch, TL_TAKEN);
  MlirOperation end = mlirBlockGetTerminator(side), next;
  for (MlirOperation at = mlirBlockGetFirstOperation(side);
       !mlirOperationEqual(at, end); at = next) {
    next = mlirOperationGetNextInBlock(at);
    mlirOperationMoveBefore(at, branch);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(branch); i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(branch, i),
                                  mlirOperationGetOperand(end, i));
  mlirOperationDestroy(branch);
}

static void open_branches(const tl_builder *builder, MlirBlock body) {
  MlirOperation end = mlirBlockGetTerminator(body), next;
  for (MlirOperation at = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(at, end); at = next) {
    next = mlirOperationGetNextInBlock(at);
    if (tl_is_built_branch(builder, at))
      open_branch(at);
  }
}

/* What the branch gives where it is not taken nobody uses. */
static void put_under(const tl_builder *before, MlirOperation loop,
                      MlirValue condition) {
  MlirValue given[TL_MAX_REGISTERS], starts[TL_MAX_REGISTERS];
  intptr_t count = is_used(loop) ? mlirOperationGetNumResults(loop) : 0;
  tl_branch branch = tl_branch_open(before);
  for (intptr_t i = 0; i < count; i++) {
    given[i] = mlirOperationGetResult(loop, i);
    starts[i] = mlirOperationGetOperand(loop, FIRST_START + i);
  }
  mlirOperationRemoveFromParent(loop);
  mlirBlockAppendOwnedOperation(branch.taken.block, loop);
  MlirOperation guarded =
      tl_branch_close(before, &branch, condition, count, given, starts);
  MlirOperation own_end =
      mlirBlockGetTerminator(tl_branch_side(guarded, TL_TAKEN));
  for (intptr_t i = 0; i < count; i++)
    mlirValueReplaceAllUsesExcept(given[i], mlirOperationGetResult(guarded, i),
                                  1, &own_end);
}

static void guard_loop(guarding *run) {
  tl_builder before = *run->builder;
  MlirOperation behind = mlirOperationGetNextInBlock(run->loop);
  leave(run, run->condition);
  tl_builder_before(&before, run->loop);
  MlirValue frozen = tl_build_frozen(&before, run->condition);
  for (int i = 0; i < run->count; i++)
    mlirOperationSetOperand(run->users[i], 0, frozen);
  open_branches(run->builder, body_of(run->loop));
  before.before = behind;
  put_under(&before, run->loop, frozen);
}

static MlirWalkResult guard(MlirOperation operation, void *user) {
  if (!tl_operation_is(operation, "scf.for") ||
      mlirOperationGetNumResults(operation) > TL_MAX_REGISTERS)
    return MlirWalkResultAdvance;
  guarding run = {.builder = user, .loop = operation, .left = MOST_VISITED};
  run.condition = find_condition(run.builder, operation);
  if (!mlirValueIsNull(run.condition) && may_leave(&run, run.condition) &&
      are_results_used_inside(&run, operation))
    guard_loop(&run);
  return MlirWalkResultAdvance;
}

void tl_guard_loops(const tl_builder *builder, MlirOperation root) {
  if (tl_has_built_branches(builder))
    mlirOperationWalk(root, guard, (void *)builder, MlirWalkPostOrder);
}
