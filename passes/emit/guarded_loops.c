/* guarded_loops.c - see guarded_loops.h.
 *
 * A loop that is not run at all would not have asked its condition, which may then
 * be poison: it is frozen. */
#include "guarded_loops.h"
#include "branches.h"
#include "hoisting.h"
#include "idle_turns.h"
#include "loop_ends.h"
#include "passes/facts/effects.h"
#include "tl/dialect.h"

enum {
  FIRST_START = 3, /* operands of scf.for in front of what it starts with */
  MOST_VISITED = 128,
  MOST_PARTS = 4, /* of a condition */
};

/* Operations that are looked at for one loop; none are left below 0. */
typedef struct guarding {
  const tl_builder *builder;
  MlirOperation loop;
  MlirValue condition;
  int fixed_count, end_count; /* parts of it that do not vary, and the others */
  MlirValue fixed[MOST_PARTS];
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
                  : !tl_may_be_left_out(at))
      return NONE;
  }
  return found;
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

static void open_branches(const tl_builder *builder, MlirBlock body) {
  MlirOperation end = mlirBlockGetTerminator(body), next;
  for (MlirOperation at = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(at, end); at = next) {
    next = mlirOperationGetNextInBlock(at);
    if (tl_is_built_branch(builder, at))
      open_branch(at);
  }
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

/* What was made for that value alone, users first. */
static void erase_unused(const guarding *run, MlirValue value) {
  making made;
  made.count = 0;
  add_makers(run, value, &made);
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
  for (int i = 0; i < run->fixed_count; i++) {
    tl_hoist(run->loop, run->fixed[i]);
    all = tl_build_pair(&before, TL_AND, all, run->fixed[i]);
  }
  if (run->fixed_count)
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
  open_branches(run->builder, body_of(run->loop));
  erase_unused(run, run->condition);
  before.before = behind;
  if (run->fixed_count)
    put_under(&before, run->loop, fixed);
}

/*===--- Reading ----------------------------------------------------------===*/

/* Whether each part of the condition does not vary, or is where the loop ends. */
static bool read_parts(guarding *run, tl_facts *facts, MlirValue condition) {
  MlirValue sides[2];
  if (tl_may_hoist(run->loop, condition, &run->left)) {
    run->fixed[run->fixed_count++] = condition;
    return run->fixed_count < MOST_PARTS;
  }
  if (tl_is_conjunction(condition, sides))
    return read_parts(run, facts, sides[0]) && read_parts(run, facts, sides[1]);
  return tl_loop_end_read(facts, run->loop, condition, &run->left,
                          &run->ends[run->end_count++]) &&
         run->end_count < MOST_PARTS;
}

/* Whether what the loop gives is right without turns in which the condition does not
 * hold: all of them where that does not vary, else those behind the last one. */
static bool may_skip(guarding *run) {
  if (!is_used(run->loop) ||
      (!run->end_count && are_results_used_inside(run, run->loop)))
    return true;
  run->count = 0;
  return tl_has_idle_turns(run->builder, run->loop);
}

/* What is proved here alone: the last loop may have made values anew. */
static bool may_guard(guarding *run) {
  tl_facts facts = tl_facts_create(run->loop);
  run->condition = find_condition(run->builder, run->loop);
  bool may = !mlirValueIsNull(run->condition) &&
             read_parts(run, &facts, run->condition) && may_skip(run);
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
