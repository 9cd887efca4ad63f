/* take_turns.c - tl-take-turns
 *
 * What a thread loads, computes element by element and stores goes by turns, each
 * of as few registers as keep memory busy.
 *
 *   %v = tl.thread_load %A[%o] atoms (8) : (512) -> (4) vector 4 of (4) -> (1)
 *     align 16 : memref<4096xf32> to vector<32xf32>
 *   %w = arith.mulf %v, %v : vector<32xf32>
 *   tl.thread_store %w to %B[%o] atoms (8) : (512) -> (4) vector 4 of (4) -> (1)
 *     align 16 {disjoint} : vector<32xf32> to memref<4096xf32>
 * becomes
 *   %v = tl.thread_load %A[%o] atoms (6) : (512) -> (4) vector 4 of (4) -> (1)
 *     align 16 : memref<4096xf32> to vector<24xf32>
 *   %w = arith.mulf %v, %v : vector<24xf32>
 *   tl.thread_store %w to %B[%o] atoms (6) : (512) -> (4) vector 4 of (4) -> (1)
 *     align 16 {disjoint} : vector<24xf32> to memref<4096xf32>
 *   %p = arith.addi %o, %c3072
 *   %x = tl.thread_load %A[%p] atoms (2) : (512) -> (4) vector 4 of (4) -> (1)
 *     align 16 : memref<4096xf32> to vector<8xf32>
 *   ...
 *
 * Requires:  thread copies that have their vectors.
 * Preserves: all but the order of accesses that are apart (rule E11).
 * Fails:     never.
 *
 * LLVM and the assembler leave loads and stores of one memory space in their order
 * where the two may be the same memory.  What loads all and then stores all has all
 * registers at once: of 16 accesses of 16 bytes, 72, where 24 for what is on its
 * way, 32 in all, keep as many bytes moving (what nvcc gives the same copy between
 * arguments that are `__restrict__`). */
#include "copy_lowering.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/emit/registers.h"
#include "passes/emit/thread_part.h"
#include "passes/emit/vector_parts.h"
#include "turn_group.h"
#include <inttypes.h>

/* A unit of a turn that is being written: its first element, and what each member
 * is there. */
typedef struct unit {
  const tl_builder *builder;
  const tl_turn_group *group;
  int64_t first;
  MlirOperation parts[TL_MAX_TURN_MEMBERS];
} unit;

/* A run of the pass. */
typedef struct turns_run {
  tl_lowering lowering;
  bool has_remarks;
} turns_run;

static bool ends_group(MlirOperation operation);
static bool tell_all(const tl_copy_run *run);
static void write_turns(void *state, MlirOperation last, void *plan);
static void write_turn(unit *units, int64_t count);
static MlirOperation build_part(const unit *own, MlirOperation member);
static MlirOperation build_access(const unit *own, MlirOperation member);
static MlirOperation build_made(const unit *own, MlirOperation member);
static MlirValue part_of(const unit *own, MlirValue value);

static const tl_copy_pass PASS = {
    .wants = ends_group, .tell = tell_all, .write = write_turns};

static const tl_option_row OPTIONS[] = {
    {"remarks", "Whether to say of what has all registers at once why: 1 or 0",
     0, NULL},
};

static tl_pass_result run_take_turns(MlirOperation root,
                                     const tl_option_value *options) {
  turns_run run = {.has_remarks = options->number != 0};
  if (!tl_flag_check(root, OPTIONS, options, 0))
    return TL_PASS_FAILED;
  tl_lowering_open(&run.lowering, root);
  return tl_lowering_run(&run.lowering, &PASS, &run);
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__vector__};

const tl_pass_row TL_TAKE_TURNS = {
    .argument = "tl-take-turns",
    .description = "Let loads, arithmetic and stores of a thread go by turns",
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .run = run_take_turns,
};

static bool ends_group(MlirOperation operation) {
  tl_turn_group group;
  return tl_turn_group_find(operation, &group);
}

/*===--- Tell -------------------------------------------------------------===*/

/* What the other operation does, if there is one, and what would have to be so. */
static const struct obstacle_row {
  const char *note, *cure;
} OBSTACLES[TL_TURN_OBSTACLE_COUNT] = {
    [TL_TURN_MEMBERS] = {NULL, "at most 128 loads, stores and what is between "
                               "them are cut together"},
    [TL_TURN_BETWEEN] = {"has effects, and stands between them",
                         "nothing that has effects may stand between them"},
    [TL_TURN_MEMORY] = {"may access what is stored",
                        "of two memories that are apart an argument says "
                        "llvm.noalias, or the store disjoint, and of one both "
                        "access the same places"},
};
_Static_assert(TL_MAX_TURN_MEMBERS == 128, "the text says so");

static MlirWalkResult tell_left(MlirOperation operation, TL_UNUSED void *user) {
  tl_turn_group group;
  if (tl_turn_group_find(operation, &group) || !group.obstacle)
    return MlirWalkResultAdvance;
  const struct obstacle_row *row = &OBSTACLES[group.obstacle];
  tl_emit_remark_at(group.store, group.other, row->note,
                    "loads and stores do not go by turns (rule E11), and take "
                    "%" PRId64 " registers, not %d: %s",
                    group.registers, TL_MAX_TURN_UNITS, row->cure);
  return MlirWalkResultAdvance;
}

static bool tell_all(const tl_copy_run *run) {
  const turns_run *own = run->state;
  if (own->has_remarks)
    mlirOperationWalk(run->root, tell_left, NULL, MlirWalkPreOrder);
  return true;
}

/*===--- Write ------------------------------------------------------------===*/

/* A unit that still has too many registers goes by turns itself, before the next
 * one is written: what is built once stands in front of all that use it. */
static void write_turns(void *state, MlirOperation last, TL_UNUSED void *plan) {
  tl_lowering *run = &((turns_run *)state)->lowering;
  tl_turn_group group;
  unit units[TL_MAX_TURN_UNITS];
  if (!tl_turn_group_find(last, &group))
    return;
  for (int64_t first = 0; first < group.slots;) {
    int64_t count = 0;
    tl_builder_before(&run->builder, last);
    for (; count < group.units && first < group.slots; first += group.unit)
      units[count++] = (unit){&run->builder, &group, first, {{NULL}}};
    write_turn(units, count);
    write_turns(state, units[count - 1].parts[group.count - 1], NULL);
  }
  for (intptr_t i = group.count - 1; i >= 0; i--)
    mlirOperationDestroy(group.members[i]);
}

/* Loads of all units, and then unit by unit what is made of them and stored. */
static void write_turn(unit *units, int64_t count) {
  const tl_turn_group *group = units->group;
  for (int turn = 0; turn < 2; turn++)
    for (int64_t i = 0; i < count; i++)
      for (intptr_t j = 0; j < group->count; j++) {
        bool is_load =
            tl_operation_kind_of(group->members[j]) == TL_OPERATION_THREAD_LOAD;
        if (is_load == (turn == 0))
          units[i].parts[j] = build_part(&units[i], group->members[j]);
      }
}

static MlirOperation build_part(const unit *own, MlirOperation member) {
  tl_operation_kind kind = tl_operation_kind_of(member);
  return kind == TL_OPERATION_THREAD_LOAD || kind == TL_OPERATION_THREAD_STORE
             ? build_access(own, member)
             : build_made(own, member);
}

static MlirType type_of(const unit *own, MlirType whole) {
  return tl_vector_type(own->group->unit, mlirShapedTypeGetElementType(whole));
}

static MlirOperation build_access(const unit *own, MlirOperation member) {
  tl_builder builder = *own->builder;
  tl_thread_view view;
  tl_thread_digits digits;
  tl_thread_view_read(member, &view);
  tl_thread_digits_read(&view, &digits);
  builder.location = mlirOperationGetLocation(member);
  return tl_build_thread_part(
      &builder, &view, &digits, own->first / digits.slots,
      own->group->unit / digits.slots, type_of(own, view.fragment_type),
      view.stores ? part_of(own, view.fragment) : (MlirValue){NULL});
}

static MlirOperation build_made(const unit *own, MlirOperation member) {
  MlirValue operands[TL_MAX_TURN_OPERANDS];
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(member); i++)
    operands[i] = part_of(own, mlirOperationGetOperand(member, i));
  MlirOperation built = tl_bridge_operation_like(
      member, mlirOperationGetLocation(member), operands);
  MlirValue result = mlirOperationGetResult(built, 0);
  mlirValueSetType(result, type_of(own, mlirValueGetType(result)));
  mlirBlockInsertOwnedOperationBefore(own->builder->block, own->builder->before,
                                      built);
  return built;
}

/* One number for all elements. */
static MlirValue build_same(const unit *own, MlirValue value, MlirType type) {
  MlirOperation broadcast = tl_defined_by(value, "vector.broadcast");
  MlirOperation constant = tl_defined_by(value, "arith.constant");
  MlirAttribute number = mlirOperationIsNull(constant)
                             ? (MlirAttribute){NULL}
                             : tl_attribute_of(constant, "value");
  const MlirValue none = {NULL};
  if (!mlirOperationIsNull(broadcast) &&
      !mlirTypeIsAShaped(
          mlirValueGetType(mlirOperationGetOperand(broadcast, 0))))
    return tl_build_once(own->builder, "vector.broadcast", type,
                         mlirOperationGetOperand(broadcast, 0), none, NULL,
                         (MlirAttribute){NULL});
  if (mlirAttributeIsNull(number) || !mlirAttributeIsADenseElements(number) ||
      !mlirDenseElementsAttrIsSplat(number))
    return none;
  return tl_build_splat(own->builder, type,
                        mlirDenseElementsAttrGetSplatValue(number));
}

static MlirValue part_of(const unit *own, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsAShaped(type))
    return value;
  for (intptr_t i = 0; mlirValueIsAOpResult(value) && i < own->group->count;
       i++)
    if (mlirOperationEqual(own->group->members[i], mlirOpResultGetOwner(value)))
      return mlirOperationGetResult(own->parts[i], 0);
  MlirValue same = build_same(own, value, type_of(own, type));
  if (!mlirValueIsNull(same))
    return same;
  MlirValue part =
      tl_registers_part(own->builder, value, own->first, own->group->unit);
  return own->group->unit > 1
             ? part
             : tl_build_once(own->builder, "vector.broadcast",
                             type_of(own, type), part, (MlirValue){NULL}, NULL,
                             (MlirAttribute){NULL});
}
