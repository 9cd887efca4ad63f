/* turned_limits.c - see turned_limits.h. */
#include "turned_limits.h"
#include "branches.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

typedef struct turning {
  const tl_builder *builder;
  tl_key_table known; /* see known_of */
  tl_key_table built;
  void *section; /* where it is noted: what is the same between two loops */
} turning;

/* room > least, which is room < outside from the other side. */
typedef struct limit {
  MlirValue holds, room;
  int64_t outside;
} limit;

static bool read_limit(MlirValue holds, limit *out) {
  tl_bounded_room of = tl_stated_room_of(holds);
  out->holds = holds;
  out->room = of.room;
  return !mlirValueIsNull(of.room) &&
         mlirTypeIsAIndex(mlirValueGetType(of.room)) &&
         tl_sum_fits(of.least, 1, &out->outside);
}

/* What is known of limits of a bound: rooms are written once a block, and LLVM finds
 * those that are equal. */
enum { CHOOSES = 1, BRANCHES, SECTION, IS_LONG };

static void **known_of(turning *run, const limit *of, int64_t what) {
  const int64_t key[] = {(int64_t)(uintptr_t)tl_bound_of_room(of->room).ptr,
                         of->outside, what};
  return tl_key_table_place(&run->known, key, sizeof key);
}

static void note_user(turning *run, MlirOperation user, int64_t what) {
  limit own;
  if (!read_limit(mlirOperationGetOperand(user, 0), &own))
    return;
  void **section = known_of(run, &own, SECTION);
  *known_of(run, &own, what) = user.ptr;
  if (*section && *section != run->section)
    *known_of(run, &own, IS_LONG) = user.ptr;
  *section = run->section;
}

/* Behind a loop is another section. */
static void note_block(void *user, MlirBlock block) {
  turning *run = user;
  for (MlirOperation at = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(at); at = mlirOperationGetNextInBlock(at)) {
    bool is_branch = tl_is_built_branch(run->builder, at);
    if (is_branch || tl_is_built_choice(run->builder, at))
      note_user(run, at, is_branch ? BRANCHES : CHOOSES);
    tl_visit_own_blocks(at, note_block, run);
    if (tl_has_regions(at) && !tl_operation_is(at, "scf.if"))
      run->section = at.ptr;
  }
}

static bool is_shared(turning *run, const limit *of) {
  return *known_of(run, of, CHOOSES) && *known_of(run, of, BRANCHES) &&
         !*known_of(run, of, IS_LONG);
}

/*===--- Turning ----------------------------------------------------------===*/

/* Whether all users of the limit are numbers and branches. */
static bool may_turn(const tl_builder *builder, MlirValue holds) {
  for (MlirOpOperand use = mlirValueGetFirstUse(holds);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (mlirOpOperandGetOperandNumber(use) != 0 ||
        !(tl_is_built_choice(builder, user) ||
          tl_is_built_branch(builder, user)))
      return false;
  }
  return true;
}

static void turn_choice(MlirOperation choice) {
  MlirValue taken = mlirOperationGetOperand(choice, 1);
  mlirOperationSetOperand(choice, 1, mlirOperationGetOperand(choice, 2));
  mlirOperationSetOperand(choice, 2, taken);
}

static void turn_branch(const tl_builder *builder, MlirOperation branch) {
  MlirRegion taken = mlirOperationGetRegion(branch, TL_TAKEN),
             otherwise = mlirOperationGetRegion(branch, TL_OTHERWISE),
             between = mlirRegionCreate();
  if (mlirBlockIsNull(mlirRegionGetFirstBlock(otherwise))) {
    tl_builder empty = *builder;
    tl_builder_at_end(&empty, mlirBlockCreate(0, NULL, NULL));
    tl_build_yield(&empty, 0, NULL);
    mlirRegionAppendOwnedBlock(otherwise, empty.block);
  }
  mlirRegionTakeBody(between, taken);
  mlirRegionTakeBody(taken, otherwise);
  mlirRegionTakeBody(otherwise, between);
  mlirRegionDestroy(between);
}

static void turn(turning *run, MlirOperation compare, const limit *own) {
  tl_builder before = tl_builder_apart(compare, &run->built);
  MlirValue outside =
      tl_build_compare(&before, TL_LESS, own->room, own->outside);
  MlirOpOperand use;
  while (use = mlirValueGetFirstUse(own->holds), !mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tl_is_built_branch(run->builder, user))
      turn_branch(run->builder, user);
    else
      turn_choice(user);
    mlirOperationSetOperand(user, 0, outside);
  }
  MlirValue least = mlirOperationGetOperand(compare, 1);
  mlirOperationDestroy(compare);
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(least)))
    mlirOperationDestroy(mlirOpResultGetOwner(least));
}

static void turn_block(void *user, MlirBlock block) {
  turning *run = user;
  MlirOperation next, at = mlirBlockGetFirstOperation(block);
  limit own;
  for (; !mlirOperationIsNull(at); at = next) {
    next = mlirOperationGetNextInBlock(at);
    if (tl_operation_is(at, "arith.cmpi") &&
        read_limit(mlirOperationGetResult(at, 0), &own) &&
        is_shared(run, &own) && may_turn(run->builder, own.holds))
      turn(run, at, &own);
  }
}

void tl_turn_limits(const tl_builder *builder, MlirOperation root) {
  turning run = {.builder = builder};
  run.section = &run;
  tl_visit_own_blocks(root, note_block, &run);
  tl_visit_blocks(root, turn_block, &run);
  tl_key_table_free(&run.known);
  tl_key_table_free(&run.built);
}
