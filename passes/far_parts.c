/* far_parts.c - see far_parts.h. */
#include "far_parts.h"
#include "lib/base/checked.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MOST_PARTS = 8, MOST_STEPS = 32 };

/* A value times a number. */
typedef struct origin_part {
  MlirValue value;
  int64_t factor;
  bool stays; /* in the loop around the copy */
} origin_part;

/* An origin as a number and the sum of its parts, modulo 2^64. */
typedef struct origin_sum {
  MlirOperation copy;
  int64_t number;
  int count, steps;
  bool is_whole; /* no more parts or steps than there may be, in 64 bits */
  origin_part parts[MOST_PARTS];
} origin_sum;

static void add_value(origin_sum *sum, MlirValue value, int64_t factor);

static void add_part(origin_sum *sum, MlirValue value, int64_t factor,
                     bool stays) {
  sum->is_whole &= sum->count < MOST_PARTS;
  if (sum->is_whole)
    sum->parts[sum->count++] = (origin_part){value, factor, stays};
}

static int64_t scale(origin_sum *sum, int64_t factor, int64_t by) {
  int64_t scaled = 0;
  sum->is_whole &= tl_product_fits(factor, by, &scaled);
  return scaled;
}

static void add_number(origin_sum *sum, int64_t number, int64_t factor) {
  sum->is_whole &= tl_add_product(&sum->number, number, factor);
}

/* ---- arith --------------------------------------------------------------- */

static bool open_sum(origin_sum *sum, MlirOperation by, int64_t factor) {
  add_value(sum, mlirOperationGetOperand(by, 0), factor);
  add_value(sum, mlirOperationGetOperand(by, 1), factor);
  return true;
}

static bool open_difference(origin_sum *sum, MlirOperation by, int64_t factor) {
  add_value(sum, mlirOperationGetOperand(by, 0), factor);
  add_value(sum, mlirOperationGetOperand(by, 1), scale(sum, factor, -1));
  return true;
}

static bool open_product(origin_sum *sum, MlirOperation by, int64_t factor) {
  int64_t number;
  for (intptr_t i = 0; i < 2; i++)
    if (tl_constant_read(mlirOperationGetOperand(by, 1 - i), &number)) {
      add_value(sum, mlirOperationGetOperand(by, i),
                scale(sum, factor, number));
      return true;
    }
  return false;
}

static bool open_shift(origin_sum *sum, MlirOperation by, int64_t factor) {
  enum { MOST_SHIFT = 62 };
  int64_t number;
  if (!tl_constant_read(mlirOperationGetOperand(by, 1), &number) ||
      number < 0 || number > MOST_SHIFT)
    return false;
  add_value(sum, mlirOperationGetOperand(by, 0),
            scale(sum, factor, INT64_C(1) << number));
  return true;
}

/* ---- affine -------------------------------------------------------------- */

static bool is_linear(MlirAffineExpr expression) {
  if (mlirAffineExprIsAAdd(expression))
    return is_linear(mlirAffineBinaryOpExprGetLHS(expression)) &&
           is_linear(mlirAffineBinaryOpExprGetRHS(expression));
  return mlirAffineExprIsADim(expression) ||
         mlirAffineExprIsASymbol(expression) ||
         mlirAffineExprIsAConstant(expression) ||
         (mlirAffineExprIsAMul(expression) &&
          mlirAffineExprIsAConstant(mlirAffineBinaryOpExprGetRHS(expression)) &&
          is_linear(mlirAffineBinaryOpExprGetLHS(expression)));
}

static void add_expression(origin_sum *sum, MlirOperation apply,
                           intptr_t dimensions, MlirAffineExpr expression,
                           int64_t factor) {
  if (mlirAffineExprIsAConstant(expression)) {
    add_number(sum, mlirAffineConstantExprGetValue(expression), factor);
  } else if (mlirAffineExprIsADim(expression)) {
    intptr_t i = mlirAffineDimExprGetPosition(expression);
    add_value(sum, mlirOperationGetOperand(apply, i), factor);
  } else if (mlirAffineExprIsASymbol(expression)) {
    intptr_t i = dimensions + mlirAffineSymbolExprGetPosition(expression);
    add_value(sum, mlirOperationGetOperand(apply, i), factor);
  } else {
    MlirAffineExpr a = mlirAffineBinaryOpExprGetLHS(expression);
    MlirAffineExpr b = mlirAffineBinaryOpExprGetRHS(expression);
    if (mlirAffineExprIsAMul(expression)) {
      int64_t number = mlirAffineConstantExprGetValue(b);
      add_expression(sum, apply, dimensions, a, scale(sum, factor, number));
    } else {
      add_expression(sum, apply, dimensions, a, factor);
      add_expression(sum, apply, dimensions, b, factor);
    }
  }
}

static bool open_apply(origin_sum *sum, MlirOperation by, int64_t factor) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(tl_attribute_of(by, "map"));
  MlirAffineExpr expression = mlirAffineMapGetResult(map, 0);
  if (!is_linear(expression))
    return false;
  add_expression(sum, by, mlirAffineMapGetNumDims(map), expression, factor);
  return true;
}

/* ---- The sum ------------------------------------------------------------- */

static const struct {
  const char *name;
  bool (*open)(origin_sum *sum, MlirOperation by, int64_t factor);
} LINEAR[] = {
    {"arith.addi", open_sum},     {"arith.subi", open_difference},
    {"arith.muli", open_product}, {"arith.shli", open_shift},
    {"affine.apply", open_apply},
};

static bool open_value(origin_sum *sum, MlirValue value, int64_t factor) {
  if (!mlirValueIsAOpResult(value) ||
      !mlirTypeIsAIndex(mlirValueGetType(value)))
    return false;
  MlirOperation by = mlirOpResultGetOwner(value);
  for (size_t i = 0; i < sizeof LINEAR / sizeof *LINEAR; i++)
    if (tl_operation_is(by, LINEAR[i].name))
      return LINEAR[i].open(sum, by, factor);
  return false;
}

static void add_value(origin_sum *sum, MlirValue value, int64_t factor) {
  int64_t number;
  bool stays = tl_change_around(sum->copy, value) == TL_STAYS;
  sum->is_whole &= sum->steps++ < MOST_STEPS;
  if (tl_constant_read(value, &number))
    add_number(sum, number, factor);
  else if (sum->is_whole && (stays || !open_value(sum, value, factor)))
    add_part(sum, value, factor, stays);
}

static void read_sum(MlirOperation copy, MlirValue origin, origin_sum *out) {
  *out = (origin_sum){.copy = copy, .is_whole = !mlirValueIsNull(origin)};
  if (out->is_whole)
    add_value(out, origin, 1);
}

/* What divides the values of parts is kept from the last question until it is
 * written; 0 where it was not asked.  An index may be one of 32 bits meanwhile. */
static int64_t *divisor_of_value(const tl_builder *builder, MlirOperation copy,
                                 MlirValue value) {
  MlirOperation cast = tl_defined_by(value, "arith.index_cast");
  tl_builder at = *builder;
  tl_builder_before(&at, copy);
  return (int64_t *)tl_built(
      &at, "divisor of a part",
      mlirOperationIsNull(cast) ? value : mlirOperationGetOperand(cast, 0), 0);
}

void tl_far_parts_note(tl_facts *facts, const tl_builder *builder,
                       const tl_copy_view *view) {
  origin_sum sum;
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    read_sum(view->operation, view->memory.origin_value[d], &sum);
    for (int i = 0; i < sum.count; i++)
      if (sum.parts[i].stays)
        *divisor_of_value(builder, view->operation, sum.parts[i].value) =
            tl_value_fact_of(facts, sum.parts[i].value).divisor;
  }
}

/* Whether multiples of it add whole periods of the swizzle. */
static bool is_far(const tl_planned_copy *copy, int64_t d, int64_t divisor) {
  return divisor && divisor != INT64_MIN &&
         tl_copy_far_splits(&copy->plan, d, divisor < 0 ? -divisor : divisor);
}

static bool is_fixed(const tl_builder *builder, const tl_planned_copy *copy,
                     int64_t d, const origin_part *part) {
  int64_t divisor;
  return part->stays &&
         tl_product_fits(
             *divisor_of_value(builder, copy->view.operation, part->value),
             part->factor, &divisor) &&
         is_far(copy, d, divisor);
}

static void add_to(const tl_builder *builder, const origin_part *part,
                   MlirValue *sum) {
  *sum = tl_build_pair(
      builder, TL_ADD_WRAPPING, *sum,
      tl_build_by(builder, TL_MULTIPLY_WRAPPING, part->value, part->factor));
}

static bool stays(const tl_planned_copy *copy, MlirValue origin) {
  return !mlirValueIsNull(origin) &&
         tl_change_around(copy->view.operation, origin) == TL_STAYS;
}

/* Whether memory is moved by an origin that varies. */
static bool moves_memory(const tl_planned_copy *copy,
                         const tl_plan_sources *sources) {
  tl_address far;
  bool moves = false;
  if (!tl_copy_far_form(&copy->plan, &far))
    return false;
  for (int64_t i = 0; i < far.term_count && !moves; i++) {
    int64_t source = far.terms[i].source;
    moves = source < TL_MAX_RANK && !mlirValueIsNull(sources->values[source]) &&
            !stays(copy, sources->values[source]);
  }
  return moves;
}

/* One that stays goes as a whole: what is below a period is no part of what is far. */
static void split_origin(const tl_builder *builder, const tl_planned_copy *copy,
                         int64_t d, MlirValue *varying, MlirValue *fixed) {
  static const MlirValue NONE = {NULL};
  origin_sum sum;
  MlirValue moved = NONE, rest = NONE;
  if (stays(copy, *varying)) {
    *fixed = *varying;
    *varying = NONE;
    return;
  }
  read_sum(copy->view.operation, *varying, &sum);
  for (int i = 0; i < sum.count && sum.is_whole; i++)
    if (is_fixed(builder, copy, d, &sum.parts[i]))
      add_to(builder, &sum.parts[i], &moved);
  if (mlirValueIsNull(moved))
    return;
  for (int i = 0; i < sum.count; i++)
    if (!is_fixed(builder, copy, d, &sum.parts[i]))
      add_to(builder, &sum.parts[i], &rest);
  *fixed = moved;
  *varying = rest;
  MlirValue *with = is_far(copy, d, sum.number) ? fixed : varying;
  *with = tl_build_by(builder, TL_ADD_WRAPPING, *with, sum.number);
}

void tl_far_parts_split(const tl_builder *builder, const tl_planned_copy *copy,
                        tl_plan_sources *varying, tl_plan_sources *fixed) {
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    fixed->values[d] = (MlirValue){NULL};
  if (!moves_memory(copy, varying))
    return;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    split_origin(builder, copy, d, &varying->values[d], &fixed->values[d]);
}
