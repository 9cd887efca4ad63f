/* guarded_loops.c - see guarded_loops.h.
 *
 * A loop that is not run at all would not have asked its condition, which may then
 * be poison: it is frozen. */
#include "guarded_loops.h"
#include "branches.h"
#include "hoisting.h"
#include "idle_turns.h"
#include "loop_ends.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/effects.h"
#include "tl/dialect.h"

enum {
  FIRST_START = 3, /* operands of scf.for in front of what it starts with */
  MOST_VISITED = 128,
  MOST_PARTS = 8, /* of a condition */
};

/* Conditions that hold together. */
typedef struct conjunction {
  int count;
  MlirValue parts[MOST_PARTS];
} conjunction;

/* Operations that are looked at for one loop; none are left below 0. */
typedef struct guarding {
  const tl_builder *builder;
  MlirOperation loop;
  MlirValue condition; /* of all branches; null where these differ */
  conjunction common;  /* parts of all; then those that are taken out, ... */
  conjunction fixed;   /* ... which do not vary, ... */
  int end_count;       /* ... or end the loop */
  tl_loop_end ends[MOST_PARTS];
  int left;
  int count; /* of the branches that use what the loop gives */
  MlirOperation users[MOST_VISITED];
} guarding;

static MlirBlock body_of(MlirOperation loop) {
  return tl_branch_side(loop, TL_TAKEN);
}

/*===--- What may be under the condition ----------------------------------===*/

static bool accesses_something(MlirOperation at) {
  return tl_memory_use_of(at) != TL_ACCESSES_NOTHING;
}

static bool has_pads_alone(MlirOperation branch) {
  return mlirOperationIsNull(tl_find_in_block(
      tl_branch_side(branch, TL_OTHERWISE), accesses_something));
}

static bool uses_private(MlirOperation at) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(at); i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(at, i));
    if (mlirTypeIsAMemRef(type) &&
        tl_memory_space_of(type) == TL_MEMORY_PRIVATE)
      return true;
  }
  return false;
}

/* Whether it reads, and nobody but the lane itself sees that.  Private memory is left to
 * LLVM, which makes it registers where it unrolls the loop. */
static bool reads_alone(MlirOperation at) {
  return mlirOperationGetNumRegions(at) == 0 &&
         tl_memory_use_of(at) == TL_ONLY_READS && !uses_private(at) &&
         (tl_is_of_one_lane(at) || tl_operation_is(at, "memref.load"));
}

/* False where there are more parts than room. */
static bool add_parts(MlirValue condition, conjunction *out) {
  MlirValue sides[2];
  if (tl_is_conjunction(condition, sides))
    return add_parts(sides[0], out) && add_parts(sides[1], out);
  if (out->count == MOST_PARTS)
    return false;
  out->parts[out->count++] = condition;
  return true;
}

static bool has_part(const conjunction *of, MlirValue part) {
  for (int i = 0; i < of->count; i++)
    if (mlirValueEqual(of->parts[i], part))
      return true;
  return false;
}

static void keep_common(conjunction *all, const conjunction *own) {
  int count = 0;
  for (int i = 0; i < all->count; i++)
    if (has_part(own, all->parts[i]))
      all->parts[count++] = all->parts[i];
  all->count = count;
}

/* What the conditions of all branches of the loop have in common, which is nothing
 * where something has effects without one. */
static bool read_branches(guarding *run) {
  MlirBlock body = body_of(run->loop);
  MlirOperation end = mlirBlockGetTerminator(body);
  bool has_branches = false;
  for (MlirOperation at = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(at, end); at = mlirOperationGetNextInBlock(at)) {
    bool is_branch = tl_is_built_branch(run->builder, at);
    MlirValue condition = is_branch ? tl_branch_condition(at) : (MlirValue){0};
    conjunction own = {.count = 0};
    if (!is_branch && (tl_may_be_left_out(at) || reads_alone(at)))
      continue;
    if (!is_branch || !has_pads_alone(at) || !add_parts(condition, &own))
      return false;
    if (!has_branches) {
      run->condition = condition;
      run->common = own;
    }
    if (!mlirValueEqual(run->condition, condition))
      run->condition = (MlirValue){NULL};
    keep_common(&run->common, &own);
    has_branches = true;
  }
  return run->common.count > 0;
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
      have_equal_attributes(own, other) && tl_may_be_left_out(own);
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
    if (--run->left < 0 || mlirOperationIsNull(user) ||
        (!note_user(run, user) &&
         !(tl_may_be_left_out(user) && are_results_used_inside(run, user))))
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

/* What a value is made of in the loop, as far as there is room. */
typedef struct making {
  int count;
  MlirOperation items[MOST_VISITED];
} making;

static void add_makers(const guarding *run, MlirValue value, making *out) {
  if (!mlirValueIsAOpResult(value) || out->count == MOST_VISITED)
    return;
  MlirOperation at = mlirOpResultGetOwner(value);
  bool is_new = tl_may_be_left_out(at) &&
                mlirBlockEqual(mlirOperationGetBlock(at), body_of(run->loop));
  for (int i = 0; i < out->count; i++)
    is_new &= !mlirOperationEqual(out->items[i], at);
  if (!is_new)
    return;
  out->items[out->count++] = at;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(at); i++)
    add_makers(run, mlirOperationGetOperand(at, i), out);
}

/* Whether there was any that nobody uses. */
static bool erase_users(making *made) {
  int count = made->count;
  made->count = 0;
  for (int i = 0; i < count; i++)
    if (is_used(made->items[i]))
      made->items[made->count++] = made->items[i];
    else
      mlirOperationDestroy(made->items[i]);
  return made->count < count;
}

/* Leaves a branch what is not taken out of its condition, if there is anything. */
static void take_out(const guarding *run, MlirOperation branch) {
  conjunction own = {.count = 0};
  tl_key_table built;
  tl_builder before = tl_builder_apart(branch, &built);
  MlirValue rest = {NULL};
  add_parts(tl_branch_condition(branch), &own);
  for (int i = 0; i < own.count; i++)
    if (!has_part(&run->common, own.parts[i]))
      rest = tl_build_pair(&before, TL_AND, rest, own.parts[i]);
  if (mlirValueIsNull(rest))
    open_branch(branch);
  else
    mlirOperationSetOperand(branch, 0, rest);
  tl_key_table_free(&built);
}

/* What was made for their conditions alone goes, users first. */
static void open_branches(const guarding *run) {
  MlirOperation end = mlirBlockGetTerminator(body_of(run->loop)), next;
  making made;
  made.count = 0;
  for (MlirOperation at = mlirBlockGetFirstOperation(body_of(run->loop));
       !mlirOperationEqual(at, end); at = next) {
    next = mlirOperationGetNextInBlock(at);
    if (!tl_is_built_branch(run->builder, at))
      continue;
    add_makers(run, tl_branch_condition(at), &made);
    take_out(run, at);
  }
  while (erase_users(&made))
    ;
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

/* All that does not vary, in front of the loop; null without such parts. */
static MlirValue build_fixed(const guarding *run) {
  tl_key_table built;
  tl_builder before = tl_builder_apart(run->loop, &built);
  MlirValue all = {NULL};
  for (int i = 0; i < run->fixed.count; i++) {
    tl_hoist(run->loop, run->fixed.parts[i]);
    all = tl_build_pair(&before, TL_AND, all, run->fixed.parts[i]);
  }
  if (run->fixed.count)
    all = tl_build_frozen(&before, all);
  tl_key_table_free(&built);
  return all;
}

static void guard_loop(guarding *run) {
  tl_builder before = *run->builder;
  MlirOperation behind = mlirOperationGetNextInBlock(run->loop);
  for (int i = 0; i < run->end_count; i++) {
    run->ends[i].may_shift &= run->end_count == 1; /* others are of the counter */
    tl_loop_end_write(run->loop, &run->ends[i]);
  }
  tl_builder_before(&before, run->loop);
  MlirValue fixed = build_fixed(run);
  for (int i = 0; i < run->count; i++)
    mlirOperationSetOperand(run->users[i], 0, fixed);
  open_branches(run);
  before.before = behind;
  if (run->fixed.count)
    put_under(&before, run->loop, fixed);
}

/*===--- Reading ----------------------------------------------------------===*/

/* Takes out what does not vary, or is where the loop ends.  Whether that is anything. */
static bool read_parts(guarding *run, tl_facts *facts) {
  conjunction *common = &run->common;
  int taken = 0;
  for (int i = 0; i < common->count; i++) {
    MlirValue part = common->parts[i];
    if (tl_may_hoist(run->loop, part, &run->left))
      run->fixed.parts[run->fixed.count++] = part;
    else if (tl_loop_end_read(facts, run->loop, part, &run->left,
                              &run->ends[run->end_count]))
      run->end_count++;
    else
      continue;
    common->parts[taken++] = part;
  }
  if (taken < common->count)
    run->condition = (MlirValue){NULL};
  common->count = taken;
  return taken > 0;
}

/* Whether what the loop gives is right without turns in which the condition does not
 * hold: all of them where that does not vary, else those behind the last one. */
static bool may_skip(guarding *run) {
  if (!is_used(run->loop) ||
      (!run->end_count && !mlirValueIsNull(run->condition) &&
       are_results_used_inside(run, run->loop)))
    return true;
  run->count = 0;
  return tl_has_idle_turns(run->builder, run->loop);
}

/* What is proved here alone: the last loop may have made values anew. */
static bool may_guard(guarding *run) {
  tl_facts facts = tl_facts_create(run->loop);
  bool may = read_branches(run) && read_parts(run, &facts) && may_skip(run);
  tl_facts_free(&facts);
  return may;
}

typedef struct guarded_loops {
  const tl_builder *builder;
  bool is_changed;
} guarded_loops;

static MlirWalkResult guard(MlirOperation operation, void *user) {
  guarded_loops *all = user;
  guarding run = {
      .builder = all->builder, .loop = operation, .left = MOST_VISITED};
  if (tl_operation_is(operation, "scf.for") &&
      mlirOperationGetNumResults(operation) <= TL_MAX_REGISTERS &&
      may_guard(&run)) {
    guard_loop(&run);
    all->is_changed = true;
  }
  return MlirWalkResultAdvance;
}

bool tl_guard_loops(const tl_builder *builder, MlirOperation root) {
  guarded_loops all = {.builder = builder};
  if (tl_has_built_branches(builder))
    mlirOperationWalk(root, guard, &all, MlirWalkPostOrder);
  return all.is_changed;
}
