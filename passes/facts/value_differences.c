/* value_differences.c - see value_differences.h.
 *
 * `divisor` times the upper value is at least `factor` * base + constant.  A row
 * bounds that from below against `scale` times what an operation results in, by its
 * operands. */
#include "value_differences.h"
#include "lib/base/checked.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  MOST_STEPS = 64, /* of a question; beyond them nothing is known */
  MOST_DEPTH = 3,  /* of sums, by conditions */
  INDEX_BITS = 64,
};

static const int64_t UNKNOWN = INT64_MIN;

typedef struct difference {
  tl_facts *facts;
  tl_fact_source source;
  const tl_orders *orders; /* or null */
  MlirValue base;
  int64_t divisor, factor, constant, steps;
  int64_t least; /* `divisor` times the upper value is; or UNKNOWN */
} difference;

/* `scale`, of at least 1, times a value; is it known to be above 0? */
typedef struct part {
  MlirOperation operation;
  int64_t scale;
  bool is_positive;
} part;

static int64_t least_above(difference *of, MlirValue value, int64_t scale,
                           bool is_positive);

static tl_value_fact sum_under(difference *of, const tl_orders *orders,
                               MlirValue value, int depth);

static tl_value_fact fact_of(const difference *of, MlirValue value) {
  return of->source(of->facts, value);
}

static MlirValue operand(MlirOperation operation, intptr_t i) {
  return mlirOperationGetOperand(operation, i);
}

static int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

/* UNKNOWN where one of them is, or they do not fit. */
static int64_t sum(int64_t a, int64_t b) {
  int64_t all;
  return a != UNKNOWN && b != UNKNOWN && tl_sum_fits(a, b, &all) ? all
                                                                 : UNKNOWN;
}

/* -scale * the most of a fact. */
static int64_t less(tl_value_fact fact, int64_t scale) {
  int64_t all;
  return fact.most < INT64_MAX && tl_product_fits(-scale, fact.most, &all)
             ? all
             : UNKNOWN;
}

/*===--- Values that are the same number ---------------------------------===*/

static int64_t bits_of(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAInteger(type) ? (int64_t)mlirIntegerTypeGetWidth(type)
                                  : INDEX_BITS;
}

static bool fits(int64_t least, int64_t most, int64_t bits) {
  int64_t end = bits < 64 ? (INT64_C(1) << (bits - 1)) - 1 : INT64_MAX;
  return least >= -end - 1 && most <= end;
}

static const struct cast_row {
  const char *names[2];
  bool is_unsigned;
} CASTS[] = {
    {{"arith.index_cast", "index.casts"}, false},
    {{"arith.index_castui", "index.castu"}, true},
    {{"arith.extsi", "arith.trunci"}, false},
    {{"arith.extui", NULL}, true},
    {{"tl.assume", NULL}, false},
};

/* What it is cast from, as far as no cast changes the number. */
static MlirValue without_casts(const difference *of, MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation operation = mlirOpResultGetOwner(value);
    const struct cast_row *row =
        tl_find_operation(of->facts, operation, CASTS,
                          sizeof CASTS / sizeof *CASTS, sizeof *CASTS);
    if (!row || mlirTypeIsAShaped(mlirValueGetType(value)))
      return value;
    MlirValue from = operand(operation, 0);
    if (row->is_unsigned || bits_of(value) < bits_of(from)) {
      tl_value_fact fact = fact_of(of, from);
      if (!fits(fact.least, fact.most, bits_of(value)) ||
          (row->is_unsigned && fact.least < 0))
        return value;
    }
    value = from;
  }
  return value;
}

/* Whether the result is the sum, difference or product of the operands. */
static bool is_exact(const difference *of, MlirOperation operation,
                     bool (*meet)(int64_t, int64_t, int64_t *)) {
  int64_t bits = bits_of(mlirOperationGetResult(operation, 0)), end;
  tl_value_fact a = fact_of(of, operand(operation, 0));
  tl_value_fact b = fact_of(of, operand(operation, 1));
  const int64_t ends[][2] = {{a.least, b.least},
                             {a.least, b.most},
                             {a.most, b.least},
                             {a.most, b.most}};
  bool is_inside = true;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    is_inside &= meet(ends[i][0], ends[i][1], &end) && fits(end, end, bits);
  return is_inside || tl_has_no_signed_wrap(operation);
}

/*===--- arith and index -------------------------------------------------===*/

static int64_t of_sum(difference *of, const part *own) {
  int64_t least = UNKNOWN;
  if (!is_exact(of, own->operation, tl_sum_fits))
    return UNKNOWN;
  for (intptr_t i = 0; i < 2; i++) {
    tl_value_fact other = fact_of(of, operand(own->operation, 1 - i));
    least = greater(least, sum(least_above(of, operand(own->operation, i),
                                           own->scale, false),
                               less(other, own->scale)));
  }
  return least;
}

static int64_t of_difference(difference *of, const part *own) {
  tl_value_fact taken = fact_of(of, operand(own->operation, 1));
  int64_t more;
  return is_exact(of, own->operation, tl_difference_fits) &&
                 tl_product_fits(own->scale, taken.least, &more)
             ? sum(least_above(of, operand(own->operation, 0), own->scale,
                               false),
                   more)
             : UNKNOWN;
}

/* The number beside a value; 0 where there is none. */
static int64_t number_of(MlirOperation operation, intptr_t i) {
  int64_t number;
  return tl_constant_read(operand(operation, i), &number) && number > 0 ? number
                                                                        : 0;
}

static int64_t of_product(difference *of, const part *own) {
  intptr_t side = number_of(own->operation, 0) ? 0 : 1;
  int64_t number = number_of(own->operation, side), scale;
  return number > 0 && is_exact(of, own->operation, tl_product_fits) &&
                 tl_product_fits(own->scale, number, &scale)
             ? least_above(of, operand(own->operation, 1 - side), scale,
                           own->is_positive)
             : UNKNOWN;
}

/* number * (value / number) is at most the value: rounded down, of what is not
 * negative, or where nothing is left. */
static int64_t of_quotient(difference *of, MlirValue value, int64_t number,
                           const part *own, bool is_at_most) {
  return number > 0 && own->scale % number == 0 && is_at_most
             ? least_above(of, value, own->scale / number, own->is_positive)
             : UNKNOWN;
}

static bool is_multiple(tl_value_fact fact, int64_t number) {
  return number > 0 && fact.divisor % number == 0;
}

static int64_t of_unsigned_quotient(difference *of, const part *own) {
  MlirValue value = operand(own->operation, 0);
  return of_quotient(of, value, number_of(own->operation, 1), own,
                     fact_of(of, value).least >= 0);
}

/* Towards 0: what is above 0 was so before. */
static int64_t of_signed_quotient(difference *of, const part *own) {
  MlirValue value = operand(own->operation, 0);
  return of_quotient(of, value, number_of(own->operation, 1), own,
                     own->is_positive || fact_of(of, value).least >= 0);
}

static int64_t of_quotient_down(difference *of, const part *own) {
  return of_quotient(of, operand(own->operation, 0),
                     number_of(own->operation, 1), own, true);
}

static int64_t of_quotient_up(difference *of, const part *own) {
  MlirValue value = operand(own->operation, 0);
  int64_t number = number_of(own->operation, 1);
  tl_value_fact fact = fact_of(of, value);
  return of_quotient(of, value, number, own,
                     is_multiple(fact, number) && fact.least >= 0);
}

static int64_t of_minimum(difference *of, const part *own) {
  int64_t least = UNKNOWN;
  for (intptr_t i = 0; i < 2; i++)
    least = greater(least, least_above(of, operand(own->operation, i),
                                       own->scale, own->is_positive));
  return least;
}

/*===--- affine ----------------------------------------------------------===*/

static MlirValue value_of(MlirOperation operation, MlirAffineMap map,
                          MlirAffineExpr place) {
  return operand(operation, mlirAffineExprIsADim(place)
                                ? mlirAffineDimExprGetPosition(place)
                                : mlirAffineMapGetNumDims(map) +
                                      mlirAffineSymbolExprGetPosition(place));
}

static int64_t constant_of(MlirAffineExpr expression) {
  return mlirAffineExprIsAConstant(expression)
             ? mlirAffineConstantExprGetValue(expression)
             : 0;
}

/* Of a value, its quotients and products by numbers, and sums with numbers. */
static int64_t of_expression(difference *of, const part *own, MlirAffineMap map,
                             MlirAffineExpr expression) {
  if (mlirAffineExprIsADim(expression) || mlirAffineExprIsASymbol(expression))
    return least_above(of, value_of(own->operation, map, expression),
                       own->scale, own->is_positive);
  if (mlirAffineExprIsAConstant(expression) || of->steps++ >= MOST_STEPS)
    return UNKNOWN;
  MlirAffineExpr first = mlirAffineBinaryOpExprGetLHS(expression);
  int64_t number = constant_of(mlirAffineBinaryOpExprGetRHS(expression)), more;
  part next = *own;
  if (mlirAffineExprIsAAdd(expression) && number) {
    next.is_positive = false;
    return tl_product_fits(-own->scale, number, &more)
               ? sum(of_expression(of, &next, map, first), more)
               : UNKNOWN;
  }
  bool divides = mlirAffineExprIsAFloorDiv(expression);
  if (number <= 0 ||
      !(divides ? own->scale % number == 0
                : mlirAffineExprIsAMul(expression) &&
                      tl_product_fits(own->scale, number, &next.scale)))
    return UNKNOWN;
  if (divides)
    next.scale = own->scale / number;
  return of_expression(of, &next, map, first);
}

/* The only result, or the least of all. */
static int64_t of_map(difference *of, const part *own) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(own->operation, "map"));
  int64_t least = UNKNOWN;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); i++)
    least = greater(
        least, of_expression(of, own, map, mlirAffineMapGetResult(map, i)));
  return least;
}

/*===--- Loops -----------------------------------------------------------===*/

/* Operands: lower, upper, step.  Unsigned comparisons are those of numbers that
 * are not negative. */
static int64_t of_loop(difference *of, const part *own) {
  tl_value_fact lower = fact_of(of, operand(own->operation, 0));
  MlirValue end = operand(own->operation, 1);
  tl_value_fact upper = fact_of(of, end);
  tl_value_fact step = fact_of(of, operand(own->operation, 2));
  bool is_signed =
      mlirAttributeIsNull(tl_attribute_of(own->operation, "unsignedCmp"));
  int64_t more;
  return (is_signed || (lower.least >= 0 && upper.least >= 0)) &&
                 tl_product_fits(own->scale,
                                 tl_fact_least_rest(lower, upper, step), &more)
             ? sum(least_above(of, end, own->scale, lower.least >= 0), more)
             : UNKNOWN;
}

/*===--- Branches --------------------------------------------------------===*/

/* Whether it holds of the numbers that facts are of: what is compared without a sign
 * is not negative where the greater one is not. */
static bool is_of_numbers(const difference *of, const tl_order *order) {
  return !order->is_unsigned || fact_of(of, order->more).least >= 0;
}

static bool is_same(const difference *of, MlirValue side, MlirValue value) {
  return mlirValueEqual(without_casts(of, side), value);
}

/* Law F4. */
static int64_t least_apart(tl_value_fact less, tl_value_fact more,
                           bool is_strict) {
  return is_strict ? tl_fact_least_rest(less, more, more) : 0;
}

/* By what is greater than a value; is that known to be above 0? */
static int64_t by_orders(difference *of, MlirValue value, int64_t scale,
                         bool is_positive) {
  int64_t least = UNKNOWN, more;
  for (intptr_t i = 0; of->orders && i < of->orders->count; i++) {
    const tl_order *order = &of->orders->items[i];
    if (!is_same(of, order->less, value) || !is_of_numbers(of, order))
      continue;
    int64_t apart = least_apart(fact_of(of, order->less),
                                fact_of(of, order->more), order->is_strict);
    if (tl_product_fits(scale, apart, &more))
      least = greater(
          least, sum(least_above(of, order->more, scale, is_positive), more));
  }
  return least;
}

static tl_value_fact fact_under(difference *of, const tl_orders *orders,
                                MlirValue value, int depth) {
  tl_value_fact known = fact_of(of, value);
  int64_t end;
  value = without_casts(of, value);
  for (intptr_t i = 0; i < orders->count; i++) {
    const tl_order *order = &orders->items[i];
    if (!is_of_numbers(of, order))
      continue;
    if (is_same(of, order->less, value) &&
        tl_difference_fits(fact_of(of, order->more).most, order->is_strict,
                           &end))
      known = tl_fact_both(
          known, tl_fact_between(order->is_unsigned ? 0 : INT64_MIN, end));
    if (is_same(of, order->more, value) &&
        tl_sum_fits(fact_of(of, order->less).least, order->is_strict, &end))
      known = tl_fact_both(known, tl_fact_between(end, INT64_MAX));
  }
  return tl_fact_both(known, sum_under(of, orders, value, depth));
}

/* By its parts. */
static tl_value_fact sum_under(difference *of, const tl_orders *orders,
                               MlirValue value, int depth) {
  MlirOperation at = tl_defined_by(value, "arith.addi");
  const tl_arithmetic how = {.bits = bits_of(value)};
  if (mlirOperationIsNull(at) || !orders->count || !depth)
    return tl_fact_unknown();
  return tl_fact_of_operation(
      TL_FACT_ADD, fact_under(of, orders, operand(at, 0), depth - 1),
      fact_under(of, orders, operand(at, 1), depth - 1), &how);
}

tl_value_fact tl_fact_under(tl_facts *facts, const tl_orders *orders,
                            MlirValue value) {
  difference of = {.facts = facts, .source = tl_value_fact_of};
  return fact_under(&of, orders, value, MOST_DEPTH);
}

/*===--- Questions -------------------------------------------------------===*/

static const struct difference_row {
  const char *names[2];
  int64_t (*least)(difference *of, const part *own);
} RESULTS[] = {
    {{"arith.addi", "index.add"}, of_sum},
    {{"arith.subi", "index.sub"}, of_difference},
    {{"arith.muli", "index.mul"}, of_product},
    {{"arith.divui", "index.divu"}, of_unsigned_quotient},
    {{"arith.divsi", "index.divs"}, of_signed_quotient},
    {{"arith.floordivsi", "index.floordivs"}, of_quotient_down},
    {{"arith.ceildivsi", "index.ceildivs"}, of_quotient_up},
    {{"arith.ceildivui", "index.ceildivu"}, of_quotient_up},
    {{"arith.minsi", "index.mins"}, of_minimum},
    {{"affine.apply", "affine.min"}, of_map},
};

/* What its definition says of it. */
static int64_t by_definition(difference *of, MlirValue value, int64_t scale,
                             bool is_positive) {
  part own = {.scale = scale, .is_positive = is_positive};
  if (mlirValueIsABlockArgument(value)) {
    own.operation =
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
    return mlirBlockArgumentGetArgNumber(value) == 0 &&
                   tl_operation_is(own.operation, "scf.for")
               ? of_loop(of, &own)
               : UNKNOWN;
  }
  own.operation = mlirOpResultGetOwner(value);
  const struct difference_row *row =
      tl_find_operation(of->facts, own.operation, RESULTS,
                        sizeof RESULTS / sizeof *RESULTS, sizeof *RESULTS);
  return row ? row->least(of, &own) : UNKNOWN;
}

static int64_t least_above(difference *of, MlirValue value, int64_t scale,
                           bool is_positive) {
  if (of->steps++ >= MOST_STEPS)
    return UNKNOWN;
  int64_t least = sum(of->least, less(fact_of(of, value), scale));
  value = without_casts(of, value);
  if (scale == of->factor && mlirValueEqual(value, of->base))
    least = greater(least, of->constant);
  return greater(greater(least, by_orders(of, value, scale, is_positive)),
                 by_definition(of, value, scale, is_positive));
}

/*===--- The upper value -------------------------------------------------===*/

static bool take_addend(difference *of, MlirOperation operation,
                        int64_t number) {
  return is_exact(of, operation, tl_sum_fits) &&
         tl_add_product(&of->constant, of->factor, number);
}

static bool take_factor(difference *of, MlirOperation operation,
                        int64_t number) {
  return is_exact(of, operation, tl_product_fits) && number > 0 &&
         tl_product_fits(of->factor, number, &of->factor);
}

/* Law F5: `number` * (value / number) is at least the value less what may be left
 * of it, which of a multiple is nothing. */
static bool take_quotient(difference *of, int64_t number, int64_t left) {
  return number > 0 && tl_product_fits(of->divisor, number, &of->divisor) &&
         tl_product_fits(of->constant, number, &of->constant) &&
         tl_add_product(&of->constant, -of->factor, left);
}

/* Towards 0 nothing is left of what is negative. */
static bool take_divisor(difference *of, MlirOperation operation,
                         int64_t number) {
  tl_value_fact fact = fact_of(of, operand(operation, 0));
  return take_quotient(of, number, is_multiple(fact, number) ? 0 : number - 1);
}

static bool take_divisor_up(difference *of, TL_UNUSED MlirOperation operation,
                            int64_t number) {
  return take_quotient(of, number, 0);
}

static bool take_unsigned_divisor(difference *of, MlirOperation operation,
                                  int64_t number) {
  return fact_of(of, operand(operation, 0)).least >= 0 &&
         take_divisor(of, operation, number);
}

static bool take_unsigned_divisor_up(difference *of, MlirOperation operation,
                                     int64_t number) {
  return fact_of(of, operand(operation, 0)).least >= 0 &&
         take_divisor_up(of, operation, number);
}

static const struct upper_row {
  const char *names[2];
  bool (*take)(difference *of, MlirOperation operation, int64_t number);
} UPPERS[] = {
    {{"arith.addi", "index.add"}, take_addend},
    {{"arith.muli", "index.mul"}, take_factor},
    {{"arith.divui", "index.divu"}, take_unsigned_divisor},
    {{"arith.divsi", "index.divs"}, take_divisor},
    {{"arith.floordivsi", "index.floordivs"}, take_divisor},
    {{"arith.ceildivsi", "index.ceildivs"}, take_divisor_up},
    {{"arith.ceildivui", "index.ceildivu"}, take_unsigned_divisor_up},
};

/* Takes a number off the upper value: an addend, a factor or a divisor. */
static bool take_number(difference *of) {
  if (!mlirValueIsAOpResult(of->base))
    return false;
  MlirOperation operation = mlirOpResultGetOwner(of->base);
  const struct upper_row *row =
      tl_find_operation(of->facts, operation, UPPERS,
                        sizeof UPPERS / sizeof *UPPERS, sizeof *UPPERS);
  int64_t number;
  if (!row || !tl_constant_read(operand(operation, 1), &number) ||
      !row->take(of, operation, number))
    return false;
  of->base = without_casts(of, operand(operation, 0));
  return true;
}

/* Of the upper value itself: rounded up, as differences are integers. */
static int64_t least_of(difference *of, MlirValue upper, MlirValue lower) {
  tl_value_fact fact = fact_of(of, upper);
  if (fact.least == INT64_MIN ||
      !tl_product_fits(of->divisor, fact.least, &of->least))
    of->least = UNKNOWN;
  int64_t least = least_above(of, lower, of->divisor, false);
  return least == UNKNOWN ? UNKNOWN
                          : least / of->divisor + (least % of->divisor > 0);
}

int64_t tl_least_difference(tl_facts *facts, tl_fact_source source,
                            const tl_orders *orders, MlirValue upper,
                            MlirValue lower) {
  difference of = {.facts = facts,
                   .source = source,
                   .orders = orders,
                   .divisor = 1,
                   .factor = 1};
  of.base = without_casts(&of, upper);
  int64_t least = least_of(&of, upper, lower);
  while (of.steps < MOST_STEPS && take_number(&of))
    least = greater(least, least_of(&of, upper, lower));
  return least;
}
