/* value_facts.c - see value_facts.h.
 *
 * A row says what an operation computes of the facts of its operands, or among
 * which values control flow chooses; fact_solver.h follows them. */
#include "value_facts.h"
#include "block_size.h"
#include "branch_orders.h"
#include "lib/base/checked.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "placed_values.h"
#include "value_differences.h"
#include "value_sources.h"
#include <string.h>

enum {
  INDEX_BITS = 64,
  MAX_EXPRESSIONS = 256, /* in an affine map; beyond them nothing is known */
  MOST_LANES = 64,       /* of a wave of any target */
  MAX_SUMS = 16,         /* of a value and constants */
};

/* What defines a value: an operation, of which it is a result or the argument
 * of a block. */
typedef struct definition {
  tl_facts *facts;
  MlirValue value;
  MlirOperation operation;
  intptr_t number; /* of the result or argument */
  int64_t bits;    /* of the value */
  tl_fact_operation arithmetic;
} definition;

/*===--- Attributes and types --------------------------------------------===*/

static const void *row_of_name(MlirStringRef own, const void *rows,
                               size_t count, size_t size) {
  for (size_t i = 0; i < 2 * count; i++) {
    const void *row = (const char *)rows + i / 2 * size;
    const char *name = ((const char *const *)row)[i % 2];
    if (name && mlirStringRefEqual(own, mlirStringRefCreateFromCString(name)))
      return row;
  }
  return NULL;
}

const void *tl_find_operation(tl_facts *facts, MlirOperation operation,
                              const void *rows, size_t count, size_t size) {
  static char none;
  MlirIdentifier name = mlirOperationGetName(operation);
  const void *key[2] = {name.ptr, rows};
  void **place = tl_key_table_place(&facts->rows, key, sizeof key);
  if (!*place) {
    const void *row = row_of_name(mlirIdentifierStr(name), rows, count, size);
    *place = row ? (void *)(uintptr_t)row : &none;
  }
  return *place == &none ? NULL : *place;
}

/* 0 where it is no integer of at most 64 bits. */
static int64_t bits_of(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAIndex(type))
    return INDEX_BITS;
  int64_t bits =
      mlirTypeIsAInteger(type) ? (int64_t)mlirIntegerTypeGetWidth(type) : 0;
  return bits <= INDEX_BITS ? bits : 0;
}

static tl_value_fact ask(tl_facts *facts, MlirValue value) {
  return bits_of(value) ? tl_fact_ask(&facts->values, value.ptr)
                        : tl_fact_unknown();
}

static tl_value_fact fact_of_operand(const definition *of, intptr_t i) {
  return ask(of->facts, mlirOperationGetOperand(of->operation, i));
}

/*===--- arith and index -------------------------------------------------===*/

static tl_value_fact constant(const definition *of) {
  MlirAttribute value = tl_attribute_of(of->operation, "value");
  return !mlirAttributeIsNull(value) && mlirAttributeIsAInteger(value)
             ? tl_fact_constant(mlirIntegerAttrGetValueInt(value))
             : tl_fact_unknown();
}

bool tl_has_no_signed_wrap(MlirOperation operation) {
  return tl_attribute_says(operation, "overflowFlags", "nsw");
}

static tl_arithmetic arithmetic_of(const definition *of) {
  return (tl_arithmetic){
      .bits = of->bits,
      .no_signed_wrap = tl_has_no_signed_wrap(of->operation),
      .is_exact =
          !mlirAttributeIsNull(tl_attribute_of(of->operation, "isExact")),
  };
}

static tl_value_fact binary(const definition *of) {
  tl_arithmetic how = arithmetic_of(of);
  return tl_fact_of_operation(of->arithmetic, fact_of_operand(of, 0),
                              fact_of_operand(of, 1), &how);
}

/* Whether upper - lower is a number of so many bits: if it is not negative, or of all
 * that they may be. */
static bool fits_rest(tl_value_fact upper, tl_value_fact lower, int64_t bits) {
  int64_t most;
  return lower.least >= 0 ||
         (tl_difference_fits(upper.most, lower.least, &most) &&
          most <= INT64_MAX >> (INDEX_BITS - bits));
}

/* At least what is known of the two together; unknown where that is less than 0,
 * or the difference may wrap. */
static tl_value_fact fact_of_rest(const definition *of, MlirValue upper,
                                  MlirValue lower) {
  bool fits = tl_has_no_signed_wrap(of->operation) ||
              fits_rest(ask(of->facts, upper), ask(of->facts, lower), of->bits);
  int64_t least =
      fits ? tl_least_difference(of->facts, ask, NULL, upper, lower) : 0;
  return least > 0 ? tl_fact_between(least, INT64_MAX) : tl_fact_unknown();
}

static tl_value_fact difference(const definition *of) {
  return tl_fact_both(
      binary(of), fact_of_rest(of, mlirOperationGetOperand(of->operation, 0),
                               mlirOperationGetOperand(of->operation, 1)));
}

static tl_value_fact signed_cast(const definition *of) {
  tl_value_fact fact = fact_of_operand(of, 0);
  tl_arithmetic how = arithmetic_of(of);
  return of->bits < bits_of(mlirOperationGetOperand(of->operation, 0))
             ? tl_fact_truncate(fact, &how)
             : fact;
}

static tl_value_fact unsigned_cast(const definition *of) {
  int64_t bits = bits_of(mlirOperationGetOperand(of->operation, 0));
  return bits == 0 || of->bits < bits
             ? signed_cast(of)
             : tl_fact_zero_extend(fact_of_operand(of, 0), bits);
}

/*===--- affine ----------------------------------------------------------===*/

static const struct {
  bool (*is)(MlirAffineExpr expression);
  tl_fact_operation arithmetic;
} AFFINE_EXPRESSIONS[] = {
    {mlirAffineExprIsAAdd, TL_FACT_ADD},
    {mlirAffineExprIsAMul, TL_FACT_MULTIPLY},
    {mlirAffineExprIsAFloorDiv, TL_FACT_DIVIDE_SIGNED},
    {mlirAffineExprIsACeilDiv, TL_FACT_DIVIDE_SIGNED_UP},
    {mlirAffineExprIsAMod, TL_FACT_MODULO},
};

/* A map whose operands, its dimensions and then its symbols, are those of the
 * operation from `first` on. */
typedef struct map_query {
  const definition *of;
  MlirAffineMap map;
  intptr_t first;
  int64_t visited;
} map_query;

/* The operand that a dimension or symbol stands for; null: it is neither. */
static MlirValue value_of_place(const map_query *query, MlirAffineExpr place) {
  intptr_t number = query->first;
  if (mlirAffineExprIsADim(place))
    number += mlirAffineDimExprGetPosition(place);
  else if (mlirAffineExprIsASymbol(place))
    number += mlirAffineMapGetNumDims(query->map) +
              mlirAffineSymbolExprGetPosition(place);
  else
    return (MlirValue){NULL};
  return mlirOperationGetOperand(query->of->operation, number);
}

static bool is_number(MlirAffineExpr expression, int64_t number) {
  return mlirAffineExprIsAConstant(expression) &&
         mlirAffineConstantExprGetValue(expression) == number;
}

/* Of a sum that is a value less another one: -1 times that. */
static tl_value_fact fact_of_affine_rest(const map_query *query,
                                         MlirAffineExpr sum) {
  MlirAffineExpr sides[] = {mlirAffineBinaryOpExprGetLHS(sum),
                            mlirAffineBinaryOpExprGetRHS(sum)};
  for (int i = 0; i < 2; i++) {
    MlirAffineExpr taken = sides[i];
    MlirValue upper = value_of_place(query, sides[1 - i]);
    if (mlirValueIsNull(upper) || !mlirAffineExprIsAMul(taken) ||
        !is_number(mlirAffineBinaryOpExprGetRHS(taken), -1))
      continue;
    MlirValue lower =
        value_of_place(query, mlirAffineBinaryOpExprGetLHS(taken));
    if (!mlirValueIsNull(lower))
      return fact_of_rest(query->of, upper, lower);
  }
  return tl_fact_unknown();
}

static tl_value_fact fact_of_expression(map_query *query,
                                        MlirAffineExpr expression) {
  static const tl_arithmetic HOW = {.bits = INDEX_BITS, .no_signed_wrap = true};
  if (query->visited++ >= MAX_EXPRESSIONS)
    return tl_fact_unknown();
  if (mlirAffineExprIsAConstant(expression))
    return tl_fact_constant(mlirAffineConstantExprGetValue(expression));
  MlirValue value = value_of_place(query, expression);
  if (!mlirValueIsNull(value))
    return ask(query->of->facts, value);
  tl_value_fact a =
      fact_of_expression(query, mlirAffineBinaryOpExprGetLHS(expression));
  tl_value_fact b =
      fact_of_expression(query, mlirAffineBinaryOpExprGetRHS(expression));
  size_t i = 0;
  while (!AFFINE_EXPRESSIONS[i].is(expression))
    i++;
  tl_value_fact fact =
      tl_fact_of_operation(AFFINE_EXPRESSIONS[i].arithmetic, a, b, &HOW);
  return mlirAffineExprIsAAdd(expression)
             ? tl_fact_both(fact, fact_of_affine_rest(query, expression))
             : fact;
}

static tl_value_fact fact_of_result(map_query *query, intptr_t i) {
  query->visited = 0;
  return fact_of_expression(query, mlirAffineMapGetResult(query->map, i));
}

/* The least or the most of the results. */
static tl_value_fact fact_of_map(map_query *query, tl_fact_operation choice) {
  static const tl_arithmetic HOW = {.bits = INDEX_BITS};
  tl_value_fact fact = fact_of_result(query, 0);
  for (intptr_t i = 1; i < mlirAffineMapGetNumResults(query->map); i++)
    fact = tl_fact_of_operation(choice, fact, fact_of_result(query, i), &HOW);
  return fact;
}

static map_query query_of(const definition *of, const char *attribute) {
  return (map_query){.of = of,
                     .map = mlirAffineMapAttrGetValue(
                         tl_attribute_of(of->operation, attribute))};
}

static tl_value_fact affine_map(const definition *of) {
  map_query query = query_of(of, "map");
  return fact_of_map(&query, of->arithmetic);
}

/*===--- memref and gpu --------------------------------------------------===*/

static MlirType memref_type(const definition *of) {
  return mlirValueGetType(mlirOperationGetOperand(of->operation, 0));
}

static tl_value_fact dimension(const definition *of) {
  MlirType type = memref_type(of);
  tl_value_fact d = fact_of_operand(of, 1);
  bool is_known = tl_fact_is_constant(d) && d.least >= 0 &&
                  mlirTypeIsAMemRef(type) &&
                  d.least < mlirShapedTypeGetRank(type) &&
                  !mlirShapedTypeIsDynamicDim(type, d.least);
  return is_known ? tl_fact_constant(mlirShapedTypeGetDimSize(type, d.least))
                  : tl_fact_between(0, INT64_MAX);
}

/* Results: the base buffer, the offset, sizes, strides. */
static tl_value_fact metadata(const definition *of) {
  tl_strided strided;
  if (!tl_strided_read(memref_type(of), &strided))
    return tl_fact_unknown();
  intptr_t size = of->number - 2, stride = size - strided.shape.count;
  if (size >= 0 && stride < 0 && strided.shape.items[size] == INT64_MIN)
    return tl_fact_between(0, INT64_MAX);
  return tl_fact_of_number(size < 0     ? strided.offset
                           : stride < 0 ? strided.shape.items[size]
                                        : strided.strides.items[stride]);
}

/* x, y or z, of gpu.thread_id and its like. */
static int dimension_of(MlirOperation operation) {
  return tl_attribute_says(operation, "dimension", "dim x")   ? 0
         : tl_attribute_says(operation, "dimension", "dim y") ? 1
                                                              : 2;
}

/* The extent that is known, or else from 1 to `most`. */
static tl_value_fact extent_of(int64_t known, int64_t most) {
  return known > 0 ? tl_fact_constant(known) : tl_fact_between(1, most);
}

static tl_value_fact block_dim(const definition *of) {
  tl_block_size block = tl_block_size_planned(of->facts, of->operation);
  return extent_of(block.extent[dimension_of(of->operation)],
                   block.most ? block.most : tl_scope_size(TL_SCOPE_CTA, 0));
}

/* Source: CUDA C++ Programming Guide, "Technical Specifications per Compute
 * Capability"; hipDeviceProp_t.maxGridSize. */
static tl_value_fact grid_dim(const definition *of) {
  static const int64_t MOST[] = {INT32_MAX, TL_MAX_GRID_YZ, TL_MAX_GRID_YZ};
  int64_t extents[3];
  int dimension = dimension_of(of->operation);
  bool is_known = tl_extents_around(of->operation, "known_grid_size", extents);
  return extent_of(is_known ? extents[dimension] : 0, MOST[dimension]);
}

static tl_value_fact thread_id(const definition *of) {
  return tl_fact_below(block_dim(of).most);
}

static tl_value_fact block_id(const definition *of) {
  return tl_fact_below(grid_dim(of).most);
}

static tl_value_fact lane_id(const definition *of) {
  (void)of;
  return tl_fact_below(MOST_LANES);
}

/*===--- Assumptions -----------------------------------------------------===*/

static tl_value_fact assumed(const definition *of) {
  tl_assume_view view;
  tl_assume_view_read(of->operation, &view);
  tl_value_fact stated = tl_fact_both(tl_fact_between(view.least, view.most),
                                      tl_fact_multiple(view.multiple));
  return tl_fact_both(stated, fact_of_operand(of, 0));
}

/*===--- Control flow ----------------------------------------------------===*/

typedef struct chosen_fact {
  tl_fact_solver *values;
  tl_alternatives all;
} chosen_fact;

static void add_source(MlirValue source, void *user) {
  chosen_fact *chosen = user;
  tl_value_fact fact;
  if (tl_fact_known(chosen->values, source.ptr, &fact))
    tl_fact_add_alternative(&chosen->all, fact);
}

/* One of its sources. */
static tl_value_fact chosen(const definition *of) {
  chosen_fact fact = {.values = &of->facts->values};
  return tl_each_source(of->facts, of->value, add_source, &fact)
             ? tl_fact_of_alternatives(&of->facts->values, &fact.all)
             : tl_fact_unknown();
}

/* What a side of arith.select is not: of x + 1 where x is not 2, 3. */
static bool is_never(const definition *of, intptr_t side, int64_t *number) {
  enum { EQUAL, NOT_EQUAL };
  MlirOperation compare =
      tl_defined_by(mlirOperationGetOperand(of->operation, 0), "arith.cmpi");
  if (mlirOperationIsNull(compare) ||
      mlirIntegerAttrGetValueInt(tl_attribute_of(compare, "predicate")) !=
          (side == 1 ? NOT_EQUAL : EQUAL))
    return false;
  MlirValue asked = mlirOperationGetOperand(compare, 0),
            given = mlirOperationGetOperand(of->operation, side);
  int64_t least = tl_value_split(&asked), further = tl_value_split(&given);
  return mlirValueEqual(asked, given) &&
         tl_constant_read(mlirOperationGetOperand(compare, 1), number) &&
         tl_difference_fits(*number, least, number) &&
         tl_sum_fits(*number, further, number);
}

/* What a number is that is below another, or above it. */
static tl_value_fact in_order(const definition *of, const tl_order *order,
                              MlirValue number, tl_value_fact fact) {
  tl_fact_solver *values = &of->facts->values;
  tl_value_fact less, more;
  bool is_less = mlirValueEqual(number, order->less),
       is_more = mlirValueEqual(number, order->more);
  if (!(is_less || is_more) || /* others may have more bits */
      !tl_fact_known(values, order->less.ptr, &less) ||
      !tl_fact_known(values, order->more.ptr, &more) ||
      (order->is_unsigned && (less.least < 0 || more.least < 0)))
    return fact;
  if (is_less && more.most > INT64_MIN)
    fact = tl_fact_both(
        fact, tl_fact_between(INT64_MIN, more.most - order->is_strict));
  if (is_more && less.least < INT64_MAX)
    fact = tl_fact_both(
        fact, tl_fact_between(less.least + order->is_strict, INT64_MAX));
  return fact;
}

/* One of its sides, each of which is what the condition says where it is taken. */
static tl_value_fact selected(const definition *of) {
  tl_alternatives sides = {0};
  tl_orders orders;
  for (intptr_t side = 1; side <= 2; side++) {
    tl_value_fact fact;
    int64_t never;
    MlirValue number = mlirOperationGetOperand(of->operation, side);
    if (!tl_fact_known(&of->facts->values, number.ptr, &fact))
      continue;
    tl_orders_of(mlirOperationGetOperand(of->operation, 0), side == 1, &orders);
    for (intptr_t i = 0; i < orders.count; i++)
      fact = in_order(of, &orders.items[i], number, fact);
    if (is_never(of, side, &never))
      fact = tl_fact_except(fact, never);
    tl_fact_add_alternative(&sides, fact);
  }
  return tl_fact_of_alternatives(&of->facts->values, &sides);
}

/* What is stated of it, and passed by all calls. */
static tl_value_fact of_function(const definition *of) {
  return tl_fact_both(
      tl_fact_multiple(tl_argument_divisor(of->operation, of->number)),
      chosen(of));
}

/*===--- Loops -----------------------------------------------------------===*/

/* lower + k * step, below upper.  Unsigned comparisons say nothing of numbers
 * that may be negative. */
static tl_value_fact induction(tl_value_fact lower, tl_value_fact upper,
                               tl_value_fact step, const tl_arithmetic *how) {
  if (how->no_signed_wrap) /* a step without a sign may be any number */
    step = tl_fact_both(step, tl_fact_between(1, INT64_MAX));
  tl_value_fact steps = tl_fact_of_operation(
      TL_FACT_MULTIPLY, tl_fact_between(0, INT64_MAX), step, how);
  tl_value_fact value = tl_fact_of_operation(TL_FACT_ADD, lower, steps, how);
  bool has_ends = how->no_signed_wrap || (lower.least >= 0 && upper.least >= 0);
  tl_value_fact last = tl_fact_sum(upper, tl_fact_constant(-1));
  return has_ends ? tl_fact_both(value, tl_fact_between(lower.least, last.most))
                  : value;
}

static const tl_arithmetic INDEX_WITHOUT_WRAP = {.bits = INDEX_BITS,
                                                 .no_signed_wrap = true};

/* Operands: lower, upper, step. */
static tl_value_fact of_for(const definition *of) {
  if (of->number > 0)
    return chosen(of);
  tl_arithmetic how = {
      .bits = of->bits,
      .no_signed_wrap =
          mlirAttributeIsNull(tl_attribute_of(of->operation, "unsignedCmp")),
  };
  return induction(fact_of_operand(of, 0), fact_of_operand(of, 1),
                   fact_of_operand(of, 2), &how);
}

/* Operands: all lower, all upper, all steps. */
static tl_value_fact of_parallel(const definition *of) {
  intptr_t count = mlirBlockGetNumArguments(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(of->operation, 0)));
  return induction(
      fact_of_operand(of, of->number), fact_of_operand(of, count + of->number),
      fact_of_operand(of, 2 * count + of->number), &INDEX_WITHOUT_WRAP);
}

/* Its entry of a list of numbers and, for INT64_MIN, operands from `first` on.
 */
static tl_value_fact fact_of_mixed(const definition *of, const char *name,
                                   intptr_t first) {
  MlirAttribute numbers = tl_attribute_of(of->operation, name);
  for (intptr_t i = 0; i < of->number; i++)
    first += mlirDenseI64ArrayGetElement(numbers, i) == INT64_MIN;
  int64_t number = mlirDenseI64ArrayGetElement(numbers, of->number);
  return number == INT64_MIN ? fact_of_operand(of, first)
                             : tl_fact_constant(number);
}

static tl_value_fact of_forall(const definition *of) {
  MlirAttribute segments =
      tl_attribute_of(of->operation, "operandSegmentSizes");
  intptr_t first_upper = mlirDenseI32ArrayGetElement(segments, 0);
  intptr_t first_step = first_upper + mlirDenseI32ArrayGetElement(segments, 1);
  return induction(fact_of_mixed(of, "staticLowerBound", 0),
                   fact_of_mixed(of, "staticUpperBound", first_upper),
                   fact_of_mixed(of, "staticStep", first_step),
                   &INDEX_WITHOUT_WRAP);
}

static tl_value_fact of_affine_for(const definition *of) {
  if (of->number > 0)
    return chosen(of);
  MlirAttribute step = tl_attribute_of(of->operation, "step");
  map_query lower = query_of(of, "lowerBoundMap");
  map_query upper = query_of(of, "upperBoundMap");
  upper.first = mlirAffineMapGetNumInputs(lower.map);
  return induction(fact_of_map(&lower, TL_FACT_MOST_SIGNED),
                   fact_of_map(&upper, TL_FACT_LEAST_SIGNED),
                   tl_fact_constant(mlirIntegerAttrGetValueInt(step)),
                   &INDEX_WITHOUT_WRAP);
}

/* Where each counter has one result of the maps, and no maximum or minimum. */
static tl_value_fact of_affine_parallel(const definition *of) {
  MlirAttribute steps = tl_attribute_of(of->operation, "steps");
  intptr_t count = mlirArrayAttrGetNumElements(steps);
  map_query lower = query_of(of, "lowerBoundsMap");
  map_query upper = query_of(of, "upperBoundsMap");
  upper.first = mlirAffineMapGetNumInputs(lower.map);
  if (mlirAffineMapGetNumResults(lower.map) != count ||
      mlirAffineMapGetNumResults(upper.map) != count)
    return tl_fact_unknown();
  MlirAttribute step = mlirArrayAttrGetElement(steps, of->number);
  return induction(
      fact_of_result(&lower, of->number), fact_of_result(&upper, of->number),
      tl_fact_constant(mlirIntegerAttrGetValueInt(step)), &INDEX_WITHOUT_WRAP);
}

/*===--- Operations ------------------------------------------------------===*/

static const struct operation_row {
  const char *names[2];
  tl_value_fact (*result)(const definition *of);
  tl_fact_operation arithmetic; /* of binary */
  /* Arguments of the first blocks of its regions; null, as of results: nothing
   * is known of them. */
  tl_value_fact (*argument)(const definition *of);
} OPERATIONS[] = {
    {{"arith.addi", "index.add"}, binary, TL_FACT_ADD, NULL},
    {{"arith.subi", "index.sub"}, difference, TL_FACT_SUBTRACT, NULL},
    {{"arith.muli", "index.mul"}, binary, TL_FACT_MULTIPLY, NULL},
    {{"arith.divsi", "index.divs"}, binary, TL_FACT_DIVIDE_SIGNED, NULL},
    {{"arith.ceildivsi", "index.ceildivs"},
     binary,
     TL_FACT_DIVIDE_SIGNED_UP,
     NULL},
    {{"arith.floordivsi", "index.floordivs"},
     binary,
     TL_FACT_DIVIDE_SIGNED,
     NULL},
    {{"arith.divui", "index.divu"}, binary, TL_FACT_DIVIDE_UNSIGNED, NULL},
    {{"arith.ceildivui", "index.ceildivu"},
     binary,
     TL_FACT_DIVIDE_UNSIGNED_UP,
     NULL},
    {{"arith.remsi", "index.rems"}, binary, TL_FACT_REMAINDER_SIGNED, NULL},
    {{"arith.remui", "index.remu"}, binary, TL_FACT_REMAINDER_UNSIGNED, NULL},
    {{"arith.andi", "index.and"}, binary, TL_FACT_AND, NULL},
    {{"arith.ori", "index.or"}, binary, TL_FACT_OR, NULL},
    {{"arith.xori", "index.xor"}, binary, TL_FACT_XOR, NULL},
    {{"arith.shli", "index.shl"}, binary, TL_FACT_SHIFT_LEFT, NULL},
    {{"arith.shrsi", "index.shrs"}, binary, TL_FACT_SHIFT_RIGHT_SIGNED, NULL},
    {{"arith.shrui", "index.shru"}, binary, TL_FACT_SHIFT_RIGHT_UNSIGNED, NULL},
    {{"arith.maxsi", "index.maxs"}, binary, TL_FACT_MOST_SIGNED, NULL},
    {{"arith.maxui", "index.maxu"}, binary, TL_FACT_MOST_UNSIGNED, NULL},
    {{"arith.minsi", "index.mins"}, binary, TL_FACT_LEAST_SIGNED, NULL},
    {{"arith.minui", "index.minu"}, binary, TL_FACT_LEAST_UNSIGNED, NULL},
    {{"arith.constant", "index.constant"}, constant, 0, NULL},
    {{"arith.index_cast", "index.casts"}, signed_cast, 0, NULL},
    {{"arith.index_castui", "index.castu"}, unsigned_cast, 0, NULL},
    {{"arith.extsi", "arith.trunci"}, signed_cast, 0, NULL},
    {{"arith.extui", NULL}, unsigned_cast, 0, NULL},
    {{"arith.select", NULL}, selected, 0, NULL},
    {{"affine.max", NULL}, affine_map, TL_FACT_MOST_SIGNED, NULL},
    {{"affine.min", NULL}, affine_map, TL_FACT_LEAST_SIGNED, NULL},
    {{"affine.apply", NULL}, affine_map, 0, NULL},
    {{"gpu.block_dim", NULL}, block_dim, 0, NULL},
    {{"gpu.grid_dim", NULL}, grid_dim, 0, NULL},
    {{"gpu.thread_id", NULL}, thread_id, 0, NULL},
    {{"gpu.block_id", NULL}, block_id, 0, NULL},
    {{"gpu.lane_id", NULL}, lane_id, 0, NULL},
    {{"memref.dim", NULL}, dimension, 0, NULL},
    {{"memref.extract_strided_metadata", NULL}, metadata, 0, NULL},
    {{"scf.if", "affine.if"}, chosen, 0, NULL},
    {{"scf.index_switch", "scf.execute_region"}, chosen, 0, NULL},
    {{"affine.for", NULL}, chosen, 0, of_affine_for},
    {{"func.func", "gpu.func"}, NULL, 0, of_function},
    {{"tl.assume", NULL}, assumed, 0, NULL},
    {{"scf.for", NULL}, chosen, 0, of_for},
    {{"scf.while", NULL}, chosen, 0, chosen},
    {{"scf.forall", NULL}, NULL, 0, of_forall},
    {{"scf.parallel", NULL}, NULL, 0, of_parallel},
    {{"affine.parallel", NULL}, NULL, 0, of_affine_parallel},
};

/*===--- Questions -------------------------------------------------------===*/

static tl_facts *facts_of(tl_fact_solver *values) {
  return (tl_facts *)((char *)values - offsetof(tl_facts, values));
}

static tl_value_fact fact_of_definition(tl_fact_solver *values,
                                        const void *key) {
  MlirValue value = {key};
  bool is_argument = mlirValueIsABlockArgument(value);
  definition of = {
      .facts = facts_of(values), .value = value, .bits = bits_of(value)};
  if (is_argument) {
    MlirBlock block = mlirBlockArgumentGetOwner(value);
    of.operation = mlirBlockGetParentOperation(block);
    of.number = mlirBlockArgumentGetArgNumber(value);
    if (!mlirBlockEqual(
            block, mlirRegionGetFirstBlock(mlirBlockGetParentRegion(block))))
      return chosen(&of);
  } else {
    of.operation = mlirOpResultGetOwner(value);
    of.number = mlirOpResultGetResultNumber(value);
  }
  const struct operation_row *row = tl_find_operation(
      of.facts, of.operation, OPERATIONS,
      sizeof OPERATIONS / sizeof *OPERATIONS, sizeof *OPERATIONS);
  if (!row || !(is_argument ? row->argument : row->result))
    return tl_fact_unknown();
  of.arithmetic = row->arithmetic;
  return is_argument ? row->argument(&of) : row->result(&of);
}

/* No number is beyond its type. */
static tl_value_fact fact_in_type(tl_fact_solver *values, const void *key) {
  tl_arithmetic type = {.bits = bits_of((MlirValue){key}),
                        .no_signed_wrap = true};
  return tl_fact_truncate(tl_fact_both(fact_of_definition(values, key),
                                       tl_fact_of_places((MlirValue){key})),
                          &type);
}

bool tl_is_inside(MlirOperation operation, MlirOperation of) {
  while (!mlirOperationIsNull(operation) && !mlirOperationEqual(operation, of))
    operation = mlirOperationGetParentOperation(operation);
  return !mlirOperationIsNull(operation);
}

tl_facts tl_facts_create(MlirOperation root) {
  return (tl_facts){.root = root, .values = {.evaluate = fact_in_type}};
}

void tl_facts_free(tl_facts *facts) {
  tl_fact_solver_free(&facts->values);
  tl_key_table_free(&facts->rows);
  tl_key_table_free(&facts->owned);
  tl_key_table_free(&facts->sizes);
  tl_key_table_free(&facts->launches);
  tl_key_table_free(&facts->calls);
  if (!mlirSymbolTableIsNull(facts->table))
    mlirSymbolTableDestroy(facts->table);
}

tl_value_fact tl_value_fact_of(tl_facts *facts, MlirValue value) {
  return bits_of(value) ? tl_fact_solve(&facts->values, value.ptr)
                        : tl_fact_unknown();
}

/* Its operand beside a constant; false where it is no such sum or difference. */
static bool split_sum(MlirValue *value, int64_t *constant) {
  if (!mlirValueIsAOpResult(*value))
    return false;
  MlirOperation sum = mlirOpResultGetOwner(*value);
  if (tl_operation_is(sum, "arith.subi") &&
      tl_constant_read(mlirOperationGetOperand(sum, 1), constant) &&
      *constant != INT64_MIN) {
    *value = mlirOperationGetOperand(sum, 0);
    *constant = -*constant;
    return true;
  }
  for (intptr_t i = 0; tl_operation_is(sum, "arith.addi") && i < 2; i++)
    if (tl_constant_read(mlirOperationGetOperand(sum, 1 - i), constant)) {
      *value = mlirOperationGetOperand(sum, i);
      return true;
    }
  return false;
}

int64_t tl_value_split(MlirValue *value) {
  int64_t sum = 0, constant, bits = bits_of(*value);
  int64_t most = bits ? INT64_MAX >> (INDEX_BITS - bits) : 0;
  MlirValue rest = *value;
  for (int i = 0; split_sum(&rest, &constant); i++)
    if (i == MAX_SUMS || !tl_sum_fits(sum, constant, &sum) || sum > most ||
        sum < -most)
      return 0;
  *value = rest;
  return sum;
}
