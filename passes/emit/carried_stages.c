/* carried_stages.c - see carried_stages.h. */
#include "carried_stages.h"
#include "branches.h"
#include "ir_builder.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

/* Operands of scf.for in front of what it starts with, arguments of its body in front of
 * what it carries; what is computed of a stage, and multiplied one behind another. */
enum {
  STARTS = 3,
  CARRIED = 1,
  MOST_STEPS = 16,
  MOST_FACTORS = 8,
  MOST_OPERANDS = 3,
  WORD_BITS = 32
};

/* A value that is the stage, or is computed of it, from 0 to `most`. */
typedef struct stage_step {
  MlirValue value, scaled;
  int64_t most;
} stage_step;

typedef struct stage {
  MlirOperation loop;
  intptr_t place;
  int count;
  stage_step steps[MOST_STEPS]; /* behind what they are computed of */
  int64_t factors, least; /* that it is multiplied by: bits of all, and least */
  int64_t number, unit;   /* the highest constant; that it is counted in */
} stage;

/*===--- What is computed of it -------------------------------------------===*/

static int64_t same(int64_t a, TL_UNUSED int64_t b) { return a; }

static int64_t sum(int64_t a, int64_t b) {
  return a > INT32_MAX || b > INT32_MAX ? INT64_MAX : a + b;
}

static int64_t higher(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t lower(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t all_bits(int64_t a, int64_t b) {
  uint64_t bits = (uint64_t)a | (uint64_t)b;
  return bits ? (int64_t)(UINT64_MAX >> __builtin_clzll(bits)) : 0;
}

/* Operations of what is not below 0 that commute with a power of two, from an operand
 * on, and what their results are at most. */
static const struct {
  const char *name;
  int first;
  int64_t (*most)(int64_t a, int64_t b);
} STEPS[] = {
    {"arith.addi", 0, sum},        {"arith.andi", 0, lower},
    {"arith.index_cast", 0, same}, {"arith.index_castui", 0, same},
    {"arith.ori", 0, all_bits},    {"arith.remsi", 0, same},
    {"arith.remui", 0, same},      {"arith.select", 1, higher},
    {"arith.xori", 0, all_bits},
};
enum { STEP_COUNT = sizeof STEPS / sizeof *STEPS };

static int step_row(MlirOperation operation) {
  int row = 0;
  while (row < STEP_COUNT && !tl_operation_is(operation, STEPS[row].name))
    row++;
  return row;
}

static stage_step *step_of(stage *of, MlirValue value) {
  for (int i = 0; i < of->count; i++)
    if (mlirValueEqual(of->steps[i].value, value))
      return &of->steps[i];
  return NULL;
}

static bool has_step(stage *of, MlirOperation operation) {
  return mlirOperationGetNumResults(operation) == 1 &&
         step_of(of, mlirOperationGetResult(operation, 0));
}

/* Of a step or a constant, which has to be 0 or more; else -1. */
static int64_t most_of(stage *of, MlirValue value) {
  int64_t number;
  const stage_step *step = step_of(of, value);
  if (step)
    return step->most;
  if (!tl_constant_read(value, &number))
    return -1;
  of->number = higher(of->number, number);
  return number;
}

static bool has_room(MlirType type) {
  return mlirTypeIsAIndex(type) || (mlirTypeIsAInteger(type) &&
                                    mlirIntegerTypeGetWidth(type) >= WORD_BITS);
}

/* Adds what the operation computes, if it is of steps and constants alone. */
static bool add_step(stage *of, MlirOperation by) {
  int row = step_row(by);
  if (row == STEP_COUNT || of->count == MOST_STEPS || has_step(of, by) ||
      !has_room(mlirValueGetType(mlirOperationGetResult(by, 0))))
    return false;
  int64_t most[MOST_OPERANDS] = {0};
  intptr_t first = STEPS[row].first, count = mlirOperationGetNumOperands(by);
  for (intptr_t i = first; i < count; i++) {
    most[i] = most_of(of, mlirOperationGetOperand(by, i));
    if (most[i] < 0)
      return false;
  }
  of->steps[of->count++] =
      (stage_step){.value = mlirOperationGetResult(by, 0),
                   .most = STEPS[row].most(most[first], most[first + 1])};
  return true;
}

/* One is found once all that it is computed of is. */
static bool add_users(stage *of, MlirValue value) {
  bool has_added = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    has_added |= add_step(of, mlirOpOperandGetOwner(use));
  return has_added;
}

static void find_steps(stage *of) {
  bool has_added = true;
  while (has_added) {
    has_added = false;
    for (int i = 0; i < of->count; i++)
      has_added |= add_users(of, of->steps[i].value);
  }
}

/*===--- What it is multiplied by -----------------------------------------===*/

static MlirOperation end_of(MlirOperation loop) {
  return mlirBlockGetTerminator(tl_branch_side(loop, TL_TAKEN));
}

static bool has_constant(MlirOperation operation, int64_t *number) {
  return tl_constant_read(mlirOperationGetOperand(operation, 0), number) ||
         tl_constant_read(mlirOperationGetOperand(operation, 1), number);
}

static void add_factors(stage *of, MlirValue value, int64_t factor, int behind);

/* Of what a product or a sum with a number is multiplied by, 0 of others. */
static int64_t factor_of(MlirOperation user, int64_t factor) {
  int64_t number;
  bool adds = tl_operation_is(user, "arith.addi");
  if (!(adds || tl_operation_is(user, "arith.muli")) ||
      !has_constant(user, &number))
    return 0;
  if (adds)
    return factor;
  return number > 0 && tl_product_fits(factor, number, &number) ? number : 0;
}

/* What starts in memory is counted in elements. */
static int64_t bytes_of(MlirOperation user) {
  return tl_operation_is(user, "memref.reinterpret_cast")
             ? tl_element_bytes(
                   mlirValueGetType(mlirOperationGetResult(user, 0)))
             : 1;
}

static void add_factor(stage *of, MlirOperation user, int64_t factor,
                       int behind) {
  int64_t next = behind < MOST_FACTORS ? factor_of(user, factor) : 0;
  if (next) {
    add_factors(of, mlirOperationGetResult(user, 0), next, behind + 1);
    return;
  }
  if (tl_product_fits(factor, bytes_of(user), &next))
    factor = next;
  of->factors |= factor;
  of->least = factor < of->least ? factor : of->least;
}

static void add_factors(stage *of, MlirValue value, int64_t factor,
                        int behind) {
  int64_t number;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool is_given = mlirOperationEqual(user, end_of(of->loop)) &&
                    mlirOpOperandGetOperandNumber(use) == of->place;
    if (!is_given && !has_step(of, user) &&
        !(tl_operation_is(user, "arith.cmpi") && has_constant(user, &number)))
      add_factor(of, user, factor, behind);
  }
}

/* 1 where it is not worth it, or has no room in 32 bits. */
static int64_t unit_of(stage *of) {
  of->least = INT64_MAX;
  for (int i = 0; i < of->count; i++)
    add_factors(of, of->steps[i].value, 1, 0);
  int64_t unit = of->factors & -of->factors;
  if (unit != of->least || of->number > INT32_MAX / unit)
    return 1;
  for (int i = 0; i < of->count; i++)
    if (of->steps[i].most > INT32_MAX / unit)
      return 1;
  return unit;
}

/*===--- Scaled -----------------------------------------------------------===*/

static MlirValue scale(stage *of, const tl_builder *builder, MlirValue value) {
  int64_t number;
  const stage_step *step = step_of(of, value);
  if (step)
    return step->scaled;
  MlirType type = mlirValueGetType(value);
  return tl_constant_read(value, &number)
             ? tl_build_splat(builder, type,
                              mlirIntegerAttrGet(type, number * of->unit))
             : tl_build_by(builder, TL_MULTIPLY_WRAPPING, value, of->unit);
}

static void scale_step(stage *of, stage_step *step) {
  tl_key_table built;
  MlirOperation by = mlirOpResultGetOwner(step->value);
  tl_builder before = tl_builder_apart(by, &built);
  MlirValue operands[MOST_OPERANDS];
  intptr_t count = mlirOperationGetNumOperands(by),
           first = STEPS[step_row(by)].first;
  for (intptr_t i = 0; i < count; i++) {
    operands[i] = mlirOperationGetOperand(by, i);
    if (i >= first)
      operands[i] = scale(of, &before, operands[i]);
  }
  step->scaled =
      tl_build_value(&before, mlirIdentifierStr(mlirOperationGetName(by)).data,
                     mlirValueGetType(step->value), count, operands, 0, NULL);
  tl_key_table_free(&built);
}

/* Of one factor LLVM multiplies what it knows to have no rest, and has the word itself;
 * of several it keeps a mask, unless the division says so. */
static MlirValue build_quotient(const stage *of, const tl_builder *before,
                                MlirValue scaled) {
  bool has_one = of->factors == of->unit;
  return tl_build_by(before, has_one ? TL_DIVIDE : TL_DIVIDE_EXACT, scaled,
                     of->unit);
}

/* In front of an operation: what is divided, for all that use it as it was. */
static MlirValue divide(const stage *of, const tl_builder *before,
                        MlirValue scaled) {
  MlirValue one = build_quotient(of, before, scaled);
  MlirOperation by = mlirOpResultGetOwner(one);
  mlirValueReplaceAllUsesExcept(scaled, one, 1, &by);
  return one;
}

static bool is_used(MlirValue value) {
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(value));
}

/* Steps behind it are gone: others have a quotient. */
static void remove_step(const stage *of, const stage_step *step) {
  MlirOperation by = mlirOpResultGetOwner(step->value);
  tl_key_table built;
  tl_builder before = tl_builder_apart(by, &built);
  if (is_used(step->value))
    mlirValueReplaceAllUsesOfWith(step->value,
                                  build_quotient(of, &before, step->scaled));
  tl_key_table_free(&built);
  mlirOperationDestroy(by);
}

static void divide_carried(stage *of) {
  stage_step *carried = &of->steps[0];
  tl_key_table built;
  tl_builder first = tl_builder_apart(
      mlirBlockGetFirstOperation(tl_branch_side(of->loop, TL_TAKEN)), &built);
  carried->scaled = carried->value;
  carried->value = divide(of, &first, carried->scaled);
  tl_build_assumption(
      &first,
      tl_build_compare(
          &first, TL_EQUALS,
          tl_build_by(&first, TL_AND, carried->scaled, of->unit - 1), 0));
  tl_key_table_free(&built);
}

static void scale_start(stage *of) {
  tl_key_table built;
  tl_builder before = tl_builder_apart(of->loop, &built);
  intptr_t start = STARTS + of->place;
  mlirOperationSetOperand(
      of->loop, start,
      scale(of, &before, mlirOperationGetOperand(of->loop, start)));
  tl_key_table_free(&built);
}

static void divide_result(stage *of) {
  MlirValue given = mlirOperationGetResult(of->loop, of->place);
  tl_key_table built;
  tl_builder behind =
      tl_builder_apart(mlirOperationGetNextInBlock(of->loop), &built);
  if (is_used(given))
    divide(of, &behind, given);
  tl_key_table_free(&built);
}

static void scale_all(stage *of) {
  MlirOperation end = end_of(of->loop);
  scale_start(of);
  divide_carried(of);
  for (int i = 1; i < of->count; i++)
    scale_step(of, &of->steps[i]);
  mlirOperationSetOperand(
      end, of->place, scale(of, NULL, mlirOperationGetOperand(end, of->place)));
  for (int i = of->count - 1; i > 0; i--)
    remove_step(of, &of->steps[i]);
  divide_result(of);
}

void tl_scale_carried_stage(MlirOperation loop, intptr_t place, int64_t most) {
  MlirValue carried =
      mlirBlockGetArgument(tl_branch_side(loop, TL_TAKEN), CARRIED + place);
  stage of = {.loop = loop, .place = place, .count = 1};
  of.steps[0] = (stage_step){.value = carried, .most = most};
  find_steps(&of);
  if (!step_of(&of, mlirOperationGetOperand(end_of(loop), place)))
    return;
  of.unit = unit_of(&of);
  if (of.unit > 1)
    scale_all(&of);
}
