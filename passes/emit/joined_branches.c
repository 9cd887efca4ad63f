/* joined_branches.c - see joined_branches.h.
 *
 * Two branches of a block become one in four ways.  Of what stands between them
 *
 *   made    is made of what the first one gives
 *   needed  makes what the second one uses
 *
 * Join.  The second one, of the same condition, goes to the end of the first, and
 * what it needs in front of that; or the first, which gives nothing, to the beginning of
 * the second.
 *
 * Sink.  The first one, and what the second needs that is made of it, goes to the
 * beginning of the second, which is taken only if the first is, and gives nothing.
 * Nobody else uses them: there are no pads.
 *
 * Take in.  The first one, which is of another condition, goes whole to the beginning of
 * the second, likewise, and asks what that one has not.
 *
 * Nest.  The second one goes whole to the end of the first, where it is taken only
 * if that is, and asks what that one has not; both give nothing: addresses are computed
 * once, and where the first part of a tile is outside nothing else is asked. */
#include "joined_branches.h"
#include "branches.h"
#include "dialect/bridge/bridge.h"
#include "hoisting.h"
#include "memory_order.h"
#include "passes/facts/effects.h"
#include "tl/dialect.h"

enum { SIDES = 2 };

/* Of a block, beside conditions: no value is there. */
enum { OUTER = 1, SOURCE };

/* What is looked at between two branches. */
enum { MOST_BETWEEN = 256 };

typedef struct joining {
  const tl_builder *builder;
  tl_key_table branches; /* see last_of, noted_of, previous_of */
  tl_key_table equals;   /* the first of equal operations in a block */
  bool computes; /* the branch that sources go to has taken what computes */
} joining;

typedef struct between {
  MlirOperation operation;
  bool is_made, is_needed;
} between;

/* Two branches of a block. */
typedef struct branch_pair {
  MlirOperation first, second;
  intptr_t count;
  between items[MOST_BETWEEN];
  bool uses_first;      /* whether the second one does so itself */
  bool falls;           /* the first one is joined where the second is */
  bool computes;        /* that of joining */
  tl_key_table numbers; /* of operations between: pointers to their items */
} branch_pair;

static void join_block(void *user, MlirBlock block);
static bool read_between(branch_pair *pair);
static void find_made(branch_pair *pair);
static bool find_needed(branch_pair *pair, MlirOperation user);

/* How two branches become one. */
typedef struct way {
  bool is_implied; /* the first one is taken where the second is */
  bool (*may)(branch_pair *pair);
  MlirOperation (*write)(joining *run, const branch_pair *pair);
} way;

static bool may_join(branch_pair *pair);
static bool may_sink(branch_pair *pair);
static bool may_take_in(branch_pair *pair);
static bool may_nest(branch_pair *pair);
static MlirOperation join(joining *run, const branch_pair *pair);
static MlirOperation sink(joining *run, const branch_pair *pair);
static MlirOperation take_in(joining *run, const branch_pair *pair);
static MlirOperation nest(joining *run, const branch_pair *pair);

static const way JOIN = {true, may_join, join}, SINK = {true, may_sink, sink},
                 TAKE_IN = {false, may_take_in, take_in},
                 NEST = {true, may_nest, nest};

void tl_join_branches(const tl_builder *builder, MlirOperation root) {
  joining run = {.builder = builder};
  if (tl_has_built_branches(builder))
    tl_visit_blocks(root, join_block, &run);
  tl_key_table_free(&run.branches);
  tl_key_table_free(&run.equals);
}

/*===--- Conditions -------------------------------------------------------===*/

static bool implies_bound(MlirValue condition, MlirValue other) {
  tl_bounded_room of = tl_bounded_room_of(condition),
                  than = tl_bounded_room_of(other);
  return !mlirValueIsNull(of.room) && mlirValueEqual(of.room, than.room) &&
         of.least >= than.least;
}

/* Conditions of limits are short. */
static bool implies_limits(MlirValue condition, MlirValue other) {
  MlirValue sides[2];
  if (tl_is_conjunction(other, sides))
    return implies_limits(condition, sides[0]) &&
           implies_limits(condition, sides[1]);
  return tl_is_conjunction(condition, sides)
             ? implies_limits(sides[0], other) ||
                   implies_limits(sides[1], other)
             : implies_bound(condition, other);
}

/* Whether the other one holds where this does.  Of guards that is asked of the same
 * one alone: the accesses that a plan counts are those of all threads that take
 * part in the load. */
static bool implies(MlirValue condition, MlirValue other) {
  return mlirValueEqual(condition, other) || implies_limits(condition, other);
}

/*===--- Pairs ------------------------------------------------------------===*/

static bool gives_nothing(MlirOperation branch) {
  return mlirOperationGetNumResults(branch) == 0 &&
         mlirBlockIsNull(tl_branch_side(branch, TL_OTHERWISE));
}

/* The last branch under the condition of one in its block, null at first. */
static void **last_of(joining *run, MlirOperation branch) {
  const void *key[] = {mlirOperationGetBlock(branch).ptr,
                       mlirOperationGetOperand(branch, 0).ptr};
  return tl_key_table_place(&run->branches, key, sizeof key);
}

/* The last branch of a block that nests others, or that gives something; null at
 * first. */
static void **noted_of(joining *run, MlirOperation branch, size_t what) {
  const size_t key[] = {(size_t)mlirOperationGetBlock(branch).ptr, what};
  return tl_key_table_place(&run->branches, key, sizeof key);
}

/* That in front of one that gives something. */
static void **previous_of(joining *run, MlirOperation branch) {
  return tl_key_table_place(&run->branches, &branch.ptr, sizeof branch.ptr);
}

/* What becomes of the two, where they may; else null. */
static MlirOperation merge(joining *run, MlirOperation first,
                           MlirOperation second, const way *how) {
  branch_pair pair; /* of the items those that are read are set */
  MlirOperation merged = {NULL};
  pair.first = first;
  pair.second = second;
  pair.count = 0;
  pair.computes = run->computes;
  pair.numbers = (tl_key_table){0};
  if ((!how->is_implied ||
       implies(tl_branch_condition(second), tl_branch_condition(first))) &&
      read_between(&pair) && how->may(&pair))
    merged = how->write(run, &pair);
  tl_key_table_free(&pair.numbers);
  return merged;
}

static void join_last(joining *run, MlirOperation branch) {
  void **last = last_of(run, branch);
  MlirOperation joined = {NULL};
  if (*last)
    joined = merge(run, (MlirOperation){*last}, branch, &JOIN);
  *last = mlirOperationIsNull(joined) ? branch.ptr : joined.ptr;
}

static void sink_sources(joining *run, MlirOperation branch) {
  void **source = noted_of(run, branch, SOURCE);
  if (!gives_nothing(branch)) {
    *previous_of(run, branch) = *source;
    *source = branch.ptr;
    return;
  }
  run->computes = false;
  while (*source) {
    MlirOperation first = {*source};
    void *previous = *previous_of(run, first);
    MlirOperation joined = merge(run, first, branch, &SINK);
    if (mlirOperationIsNull(joined))
      joined = merge(run, first, branch, &TAKE_IN);
    if (mlirOperationIsNull(joined))
      return;
    run->computes = true;
    branch = joined;
    *source = previous;
  }
}

static void nest_in_outer(joining *run, MlirOperation branch) {
  void **outer = noted_of(run, branch, OUTER);
  MlirOperation first = {*outer};
  if (gives_nothing(branch) &&
      (!*outer || mlirOperationIsNull(merge(run, first, branch, &NEST))))
    *outer = branch.ptr;
}

static void visit_branches(joining *run, MlirBlock block,
                           void (*visit)(joining *run, MlirOperation branch)) {
  MlirOperation next, at = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(at); at = next) {
    next = mlirOperationGetNextInBlock(at);
    if (tl_is_built_branch(run->builder, at))
      visit(run, at);
  }
}

/* Of blocks around it comes first, so that what they join is joined inside. */
static void join_block(void *user, MlirBlock block) {
  joining *run = user;
  visit_branches(run, block, join_last);
  visit_branches(run, block, sink_sources);
  visit_branches(run, block, nest_in_outer);
}

static void **number_of(branch_pair *pair, MlirOperation operation) {
  return tl_key_table_place(&pair->numbers, &operation.ptr,
                            sizeof operation.ptr);
}

static bool read_between(branch_pair *pair) {
  MlirOperation at = mlirOperationGetNextInBlock(pair->first);
  for (; !mlirOperationEqual(at, pair->second);
       at = mlirOperationGetNextInBlock(at)) {
    if (pair->count == MOST_BETWEEN)
      return false;
    between *item = &pair->items[pair->count++];
    *item = (between){.operation = at};
    *number_of(pair, at) = item;
  }
  find_made(pair);
  pair->uses_first = find_needed(pair, pair->second);
  for (intptr_t i = pair->count - 1; i >= 0; i--)
    if (pair->items[i].is_needed)
      find_needed(pair, pair->items[i].operation);
  return true;
}

static bool is_made(branch_pair *pair, MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation owner = mlirOpResultGetOwner(value);
  const between *item = *number_of(pair, owner);
  return mlirOperationEqual(owner, pair->first) || (item && item->is_made);
}

/* What visits the operands of an operation and of all inside of it. */
typedef struct operand_visit {
  branch_pair *pair;
  bool is_made;   /* whether one is made of the first branch */
  bool is_needed; /* whether to note that they are needed */
} operand_visit;

static MlirWalkResult visit_operands(MlirOperation operation, void *user) {
  operand_visit *visit = user;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(operation); i++) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    if (!mlirValueIsAOpResult(operand))
      continue;
    between *item = *number_of(visit->pair, mlirOpResultGetOwner(operand));
    visit->is_made |= is_made(visit->pair, operand);
    if (item && visit->is_needed)
      item->is_needed = true;
  }
  return MlirWalkResultAdvance;
}

static void find_made(branch_pair *pair) {
  for (intptr_t i = 0; i < pair->count; i++) {
    operand_visit visit = {.pair = pair};
    mlirOperationWalk(pair->items[i].operation, visit_operands, &visit,
                      MlirWalkPreOrder);
    pair->items[i].is_made = visit.is_made;
  }
}

/* What the operation uses; whether of the first branch, or made of it. */
static bool find_needed(branch_pair *pair, MlirOperation user) {
  operand_visit visit = {.pair = pair, .is_needed = true};
  mlirOperationWalk(user, visit_operands, &visit, MlirWalkPreOrder);
  return visit.is_made;
}

/*===--- Whether they may be joined ---------------------------------------===*/

static bool goes_inside(const between *item) {
  return item->is_made && item->is_needed;
}

static bool is_used_inside(branch_pair *pair, MlirOperation operation) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(operation); i++)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(operation, i));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user =
          tl_user_in_block(mlirOperationGetBlock(pair->first), use);
      between *item = *number_of(pair, user);
      if (!mlirOperationEqual(user, pair->second) &&
          !(item && goes_inside(item)))
        return false;
    }
  return true;
}

/* The assembly that holds a register says that it has effects, and has none. */
static tl_memory_use use_of(MlirOperation at) {
  return tl_holds_register(at) ? TL_ACCESSES_NOTHING : tl_memory_use_of(at);
}

static bool has_effects(MlirOperation at) {
  return use_of(at) == TL_HAS_EFFECTS;
}

static bool only_reads(MlirOperation at) { return use_of(at) == TL_ONLY_READS; }

static bool has_branches(MlirOperation branch) {
  return tl_find_in_block(tl_branch_side(branch, TL_TAKEN), tl_has_regions).ptr;
}

/* Whether it makes no difference which of the two is first. */
static bool may_swap(MlirOperation a, MlirOperation b) {
  tl_memory_use one = use_of(a), other = use_of(b);
  return one == TL_ACCESSES_NOTHING || other == TL_ACCESSES_NOTHING ||
         (one == TL_ONLY_READS && other == TL_ONLY_READS) || tl_are_apart(a, b);
}

/* Whether the second one may move in front of the first, with what it needs. */
static bool may_rise(const branch_pair *pair) {
  for (intptr_t i = 0; i < pair->count; i++) {
    const between *item = &pair->items[i];
    if (item->is_needed
            ? item->is_made || use_of(item->operation) != TL_ACCESSES_NOTHING ||
                  tl_has_regions(item->operation)
            : !may_swap(item->operation, pair->second))
      return false;
  }
  return true;
}

/* Whether lanes exchange what they have there, or it is a loop: what is stored behind it
 * keeps its registers for as long. */
static bool takes_long(MlirOperation at) {
  return tl_has_regions(at)
             ? !tl_operation_is(at, "scf.if")
             : use_of(at) == TL_ACCESSES_NOTHING && !tl_is_of_one_lane(at) &&
                   !tl_may_be_left_out(at);
}

/* Whether the first one may move to the second. */
static bool may_fall(const branch_pair *pair) {
  for (intptr_t i = 0; i < pair->count; i++)
    if (!may_swap(pair->first, pair->items[i].operation) ||
        takes_long(pair->items[i].operation))
      return false;
  return gives_nothing(pair->first);
}

/* Stores of several branches stay in their order where that may be seen, so that the
 * branches inside are as many as before. */
static bool may_join(branch_pair *pair) {
  pair->falls = !may_rise(pair);
  return (!pair->falls || may_fall(pair)) && !pair->uses_first &&
         (!has_effects(pair->second) || !has_branches(pair->second) ||
          tl_are_apart(pair->first, pair->second)) &&
         mlirOperationGetNumResults(pair->first) +
                 mlirOperationGetNumResults(pair->second) <=
             TL_MAX_REGISTERS;
}

/* Whether all that the first one does may be left out where the second is not taken. */
static bool is_for_second(branch_pair *pair) {
  MlirValue condition = tl_branch_condition(pair->second);
  return !is_made(pair, condition) && is_used_inside(pair, pair->first) &&
         (!has_effects(pair->first) ||
          mlirValueEqual(tl_branch_condition(pair->first), condition));
}

/* What it loads stays in front of what others load.  For stores of several branches
 * it is worth it where something is computed. */
static bool may_sink(branch_pair *pair) {
  bool computes = pair->computes;
  for (intptr_t i = 0; i < pair->count; i++) {
    const between *item = &pair->items[i];
    if (use_of(item->operation) != TL_ACCESSES_NOTHING)
      return false;
    if (goes_inside(item) && (!tl_is_of_one_lane(item->operation) ||
                              !is_used_inside(pair, item->operation)))
      return false;
    computes |= goes_inside(item);
  }
  return (computes || !has_branches(pair->second)) && is_for_second(pair);
}

static bool is_of_this_dialect(MlirOperation at) {
  return tl_operation_is_of(at, "tl");
}

/* A guard, which is written around copies, stays: what a plan counts is of all threads
 * that take part, and matrices need all lanes. */
static bool may_take_in(branch_pair *pair) {
  MlirBlock taken = tl_branch_side(pair->first, TL_TAKEN);
  return mlirOperationIsNull(tl_find_in_block(taken, is_of_this_dialect)) &&
         may_sink(pair);
}

static bool shares_condition(const branch_pair *pair) {
  MlirValue sides[2], known = tl_branch_condition(pair->first);
  return tl_is_conjunction(tl_branch_condition(pair->second), sides) &&
         (mlirValueEqual(sides[0], known) || mlirValueEqual(sides[1], known));
}

/* What loads nothing has no branch in the assembly, its stores have a condition: that is
 * shorter in the branch of another one only where it is joined of two. */
static bool may_nest(branch_pair *pair) {
  return gives_nothing(pair->first) && may_rise(pair) &&
         (shares_condition(pair) ||
          tl_find_in_block(tl_branch_side(pair->second, TL_TAKEN), only_reads)
              .ptr);
}

/*===--- Join -------------------------------------------------------------===*/

/* Notes the operation as the first of its kind in the block, or returns that. */
static MlirOperation first_equal(joining *run, MlirBlock block,
                                 MlirOperation operation) {
  if (mlirOperationGetNumRegions(operation) ||
      mlirOperationGetNumResults(operation) != 1 ||
      !tl_bridge_is_effect_free(operation))
    return operation;
  const size_t key[] = {(size_t)block.ptr, tl_bridge_operation_hash(operation)};
  void **place = tl_key_table_place(&run->equals, key, sizeof key);
  MlirOperation first = {*place};
  if (!*place)
    *place = operation.ptr;
  return *place && !mlirOperationIsNull(first) &&
                 tl_bridge_operations_are_equal(first, operation)
             ? first
             : operation;
}

/* What the operation, and all inside of it, uses of the first branch is what a side
 * of that gives. */
typedef struct renaming {
  MlirOperation branch, end;
} renaming;

static MlirWalkResult rename_operands(MlirOperation operation, void *user) {
  const renaming *own = user;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(operation); i++) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    if (mlirValueIsAOpResult(operand) &&
        mlirOperationEqual(mlirOpResultGetOwner(operand), own->branch))
      mlirOperationSetOperand(
          operation, i,
          mlirOperationGetOperand(own->end,
                                  mlirOpResultGetResultNumber(operand)));
  }
  return MlirWalkResultAdvance;
}

static void note_all(joining *run, MlirBlock block) {
  void **noted = tl_key_table_place(&run->equals, &block.ptr, sizeof block.ptr);
  MlirOperation at = mlirBlockGetFirstOperation(block);
  for (; !*noted && !mlirOperationIsNull(at);
       at = mlirOperationGetNextInBlock(at))
    first_equal(run, block, at);
  *noted = block.ptr;
}

/* In front of the end of the first branch, once where there is an equal one. */
static void move_inside(joining *run, renaming *own, MlirOperation operation) {
  MlirBlock block = mlirOperationGetBlock(own->end);
  note_all(run, block);
  mlirOperationWalk(operation, rename_operands, own, MlirWalkPreOrder);
  MlirOperation same = first_equal(run, block, operation);
  if (mlirOperationEqual(same, operation)) {
    mlirOperationMoveBefore(operation, own->end);
    return;
  }
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(operation, 0),
                                mlirOperationGetResult(same, 0));
  mlirOperationDestroy(operation);
}

static void move_made(joining *run, const branch_pair *pair) {
  renaming own = {pair->first, mlirBlockGetTerminator(
                                   tl_branch_side(pair->first, TL_TAKEN))};
  for (intptr_t i = 0; i < pair->count; i++)
    if (goes_inside(&pair->items[i]))
      move_inside(run, &own, pair->items[i].operation);
}

/* Moves a side of the second branch, but its end, to the end of the first's. */
static void move_side(joining *run, const branch_pair *pair, intptr_t side) {
  MlirBlock from = tl_branch_side(pair->second, side);
  renaming own = {pair->first,
                  mlirBlockGetTerminator(tl_branch_side(pair->first, side))};
  MlirOperation end = mlirBlockGetTerminator(from), next;
  for (MlirOperation at = mlirBlockGetFirstOperation(from);
       !mlirOperationEqual(at, end); at = next) {
    next = mlirOperationGetNextInBlock(at);
    move_inside(run, &own, at);
  }
  mlirOperationWalk(end, rename_operands, &own, MlirWalkPreOrder);
}

/* What a joined branch gives. */
typedef struct joined_results {
  intptr_t count;
  MlirValue from[TL_MAX_REGISTERS], given[SIDES][TL_MAX_REGISTERS];
} joined_results;

static void add_results(joined_results *out, MlirOperation branch) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(branch); i++) {
    for (intptr_t side = 0; side < SIDES; side++)
      out->given[side][out->count] = mlirOperationGetOperand(
          mlirBlockGetTerminator(tl_branch_side(branch, side)), i);
    out->from[out->count++] = mlirOperationGetResult(branch, i);
  }
}

static bool has_side(MlirOperation branch, intptr_t side) {
  return !mlirBlockIsNull(tl_branch_side(branch, side));
}

static void take_side(const joining *run, const branch_pair *pair,
                      intptr_t side, const joined_results *results,
                      MlirOperation joined) {
  MlirOperation from = has_side(pair->first, side) ? pair->first : pair->second;
  MlirBlock block = tl_branch_side(from, side);
  tl_builder inside = *run->builder;
  if (mlirBlockIsNull(block) || (side == TL_OTHERWISE && !results->count &&
                                 !tl_find_in_block(block, has_effects).ptr))
    return;
  MlirOperation end = mlirBlockGetTerminator(block);
  tl_builder_before(&inside, end);
  tl_build_yield(&inside, results->count, results->given[side]);
  mlirOperationDestroy(end);
  mlirRegionTakeBody(mlirOperationGetRegion(joined, side),
                     mlirOperationGetRegion(from, side));
}

/* In place of one of the two. */
static MlirOperation build_joined(const joining *run, const branch_pair *pair,
                                  MlirOperation place,
                                  const joined_results *results) {
  tl_builder before = *run->builder;
  tl_builder_before(&before, place);
  MlirOperation joined = tl_build_branch(&before, tl_branch_condition(place),
                                         results->count, results->from);
  for (intptr_t side = 0; side < SIDES; side++)
    take_side(run, pair, side, results, joined);
  for (intptr_t i = 0; i < results->count; i++)
    mlirValueReplaceAllUsesOfWith(results->from[i],
                                  mlirOperationGetResult(joined, i));
  mlirOperationDestroy(pair->second);
  mlirOperationDestroy(pair->first);
  return joined;
}

static void move_needed(const branch_pair *pair) {
  for (intptr_t i = 0; i < pair->count; i++)
    if (pair->items[i].is_needed && !pair->items[i].is_made)
      mlirOperationMoveBefore(pair->items[i].operation, pair->first);
}

static MlirOperation join(joining *run, const branch_pair *pair) {
  joined_results results;
  results.count = 0;
  if (!pair->falls)
    move_needed(pair);
  for (intptr_t side = 0; side < SIDES; side++)
    if (has_side(pair->first, side) && has_side(pair->second, side))
      move_side(run, pair, side);
  add_results(&results, pair->first);
  add_results(&results, pair->second);
  return build_joined(run, pair, pair->falls ? pair->second : pair->first,
                      &results);
}

/* What is left of a condition where another one holds; null is true. */
static MlirValue rest_of(const tl_builder *builder, MlirValue condition,
                         MlirValue known) {
  MlirValue sides[2];
  if (implies(known, condition))
    return (MlirValue){NULL};
  return tl_is_conjunction(condition, sides)
             ? tl_build_pair(builder, TL_AND, rest_of(builder, sides[0], known),
                             rest_of(builder, sides[1], known))
             : condition;
}

/* Of a branch asks what is left where another one is taken, if that is anything. */
static void ask_rest(MlirOperation branch, MlirOperation taken) {
  tl_key_table built;
  tl_builder before = tl_builder_apart(branch, &built);
  MlirValue rest =
      rest_of(&before, tl_branch_condition(branch), tl_branch_condition(taken));
  if (!mlirValueIsNull(rest))
    mlirOperationSetOperand(branch, 0, rest);
  tl_key_table_free(&built);
}

static MlirOperation nest(TL_UNUSED joining *run, const branch_pair *pair) {
  move_needed(pair);
  mlirOperationMoveBefore(pair->second, mlirBlockGetTerminator(tl_branch_side(
                                            pair->first, TL_TAKEN)));
  ask_rest(pair->second, pair->first);
  return pair->second;
}

static MlirOperation take_in(TL_UNUSED joining *run, const branch_pair *pair) {
  MlirOperation begin =
      mlirBlockGetFirstOperation(tl_branch_side(pair->second, TL_TAKEN));
  mlirOperationMoveBefore(pair->first, begin);
  ask_rest(pair->first, pair->second);
  for (intptr_t i = 0; i < pair->count; i++)
    if (goes_inside(&pair->items[i]))
      mlirOperationMoveBefore(pair->items[i].operation, begin);
  return pair->second;
}

static MlirOperation sink(joining *run, const branch_pair *pair) {
  static const joined_results NOTHING = {.count = 0};
  move_made(run, pair);
  move_side(run, pair, TL_TAKEN);
  return build_joined(run, pair, pair->second, &NOTHING);
}
