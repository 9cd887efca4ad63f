/* operations_affine.c - Maps and sets of affine, and elements of memory at
 * them. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/IntegerSet.h"
#include "operations.h"

/*===--- Maps -------------------------------------------------------------===*/

/* Of b > 0. */
static int64_t floor_of(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* a operator b; false after a fault. */
static bool combine(const tl_step *step, MlirAffineExpr expression, int64_t a,
                    int64_t b, int64_t *out) {
  bool is_sum = mlirAffineExprIsAAdd(expression);
  *out = is_sum ? a : 0;
  if (is_sum || mlirAffineExprIsAMul(expression))
    return tl_add_product(out, is_sum ? 1 : a, b) || tl_fault_overflow(step);
  if (b <= 0)
    return tl_fault(step, TL_FAULT_ARITHMETIC,
                    "divides by a number that is not positive");
  *out = mlirAffineExprIsAMod(expression) ? a % b + (a % b < 0 ? b : 0)
         : mlirAffineExprIsAFloorDiv(expression)
             ? floor_of(a, b)
             : floor_of(a, b) + (a % b != 0);
  return true;
}

bool tl_expression_value(const tl_step *step, MlirAffineExpr expression,
                         const int64_t *dimensions, const int64_t *symbols,
                         int64_t *out) {
  int64_t a, b;
  if (mlirAffineExprIsAConstant(expression))
    *out = mlirAffineConstantExprGetValue(expression);
  else if (mlirAffineExprIsADim(expression))
    *out = dimensions[mlirAffineDimExprGetPosition(expression)];
  else if (mlirAffineExprIsASymbol(expression))
    *out = symbols[mlirAffineSymbolExprGetPosition(expression)];
  else
    return tl_expression_value(step, mlirAffineBinaryOpExprGetLHS(expression),
                               dimensions, symbols, &a) &&
           tl_expression_value(step, mlirAffineBinaryOpExprGetRHS(expression),
                               dimensions, symbols, &b) &&
           combine(step, expression, a, b, out);
  return true;
}

static MlirAffineMap map_of(const tl_instruction *at, const char *name) {
  return mlirAffineMapAttrGetValue(tl_attribute_of(at->operation, name));
}

/* Operands from `first` on; false after a fault. */
static bool read_inputs(const tl_step *step, int first, intptr_t count,
                        int64_t inputs[TL_MAX_MAP_INPUTS]) {
  if (count > TL_MAX_MAP_INPUTS)
    return tl_fault(step, TL_FAULT_RESOURCE, "has a map of more than %d inputs",
                    TL_MAX_MAP_INPUTS);
  for (intptr_t k = 0; k < count; k++)
    inputs[k] = tl_operand_number(step, first + (int)k);
  return true;
}

/* Result i of a map whose inputs are operands from `first` on. */
static bool map_result(const tl_step *step, MlirAffineMap map, intptr_t i,
                       int first, int64_t *out) {
  int64_t inputs[TL_MAX_MAP_INPUTS];
  return read_inputs(step, first, mlirAffineMapGetNumInputs(map), inputs) &&
         tl_expression_value(step, mlirAffineMapGetResult(map, i), inputs,
                             inputs + mlirAffineMapGetNumDims(map), out);
}

bool tl_map_extreme(const tl_step *step, const tl_map_results *results,
                    bool is_smallest, int64_t *out) {
  MlirAffineMap map = map_of(step->at, results->name);
  int64_t count = results->count == TL_ALL_RESULTS
                      ? mlirAffineMapGetNumResults(map)
                      : results->count;
  int64_t value;
  for (int64_t i = 0; i < count; i++) {
    if (!map_result(step, map, (intptr_t)(results->first + i), results->operand,
                    &value))
      return false;
    if (i == 0 || (value < *out) == is_smallest)
      *out = value;
  }
  return true;
}

static void run_map(const tl_step *step) {
  const tl_map_results all = {"map", 0, 0, TL_ALL_RESULTS};
  int64_t value = 0;
  if (tl_map_extreme(step, &all, step->at->row->number, &value))
    tl_give_number(step, 0, value);
}

/*===--- Sets -------------------------------------------------------------===*/

/* Whether all constraints hold, which are of a number that is to be 0, or not
 * negative. */
static bool is_in_set(const tl_step *step) {
  MlirIntegerSet set = mlirIntegerSetAttrGetValue(
      tl_attribute_of(step->at->operation, "condition"));
  int64_t inputs[TL_MAX_MAP_INPUTS], value;
  bool holds = read_inputs(step, 0, mlirIntegerSetGetNumInputs(set), inputs);
  for (intptr_t i = 0; holds && i < mlirIntegerSetGetNumConstraints(set); i++)
    holds =
        tl_expression_value(step, mlirIntegerSetGetConstraint(set, i), inputs,
                            inputs + mlirIntegerSetGetNumDims(set), &value) &&
        (mlirIntegerSetIsConstraintEq(set, i) ? value == 0 : value >= 0);
  return holds;
}

static void run_if(const tl_step *first) { tl_run_if(first, is_in_set); }

/*===--- Numbers of several digits ----------------------------------------===*/

/* numbers: the basis; an entry of it is a number, or the next operand from
 * `first` on.  The outermost entry may be missing: it bounds, and does not
 * count. */
static int64_t basis_entry(const tl_step *step, int first, int64_t i) {
  const int64_t *numbers = step->at->numbers;
  for (int64_t k = 0; k < i; k++)
    first += numbers[k] == INT64_MIN;
  return numbers[i] == INT64_MIN ? tl_operand_number(step, first) : numbers[i];
}

static void split_digits(const tl_step *step) {
  int64_t rest = tl_operand_number(step, 0), basis = step->at->number_count;
  for (int i = step->at->result_count - 1; i > 0; i--) {
    int64_t extent = basis_entry(step, 1, --basis);
    if (extent <= 0) {
      tl_fault(step, TL_FAULT_ARITHMETIC,
               "divides by a number that is not positive");
      return;
    }
    tl_give_number(step, i, rest - floor_of(rest, extent) * extent);
    rest = floor_of(rest, extent);
  }
  tl_give_number(step, 0, rest);
}

static void join_digits(const tl_step *step) {
  const tl_instruction *at = step->at;
  int digits = at->operand_count;
  int64_t sum = 0, weight = 1, basis = at->number_count;
  for (int64_t i = 0; i < at->number_count; i++)
    digits -= at->numbers[i] == INT64_MIN;
  for (int i = digits - 1; i >= 0; i--) {
    int64_t scale = 0;
    if (!tl_add_product(&sum, tl_operand_number(step, i), weight) ||
        (i > 0 &&
         !tl_add_product(&scale, weight, basis_entry(step, digits, --basis)))) {
      tl_fault_overflow(step);
      return;
    }
    weight = scale;
  }
  tl_give_number(step, 0, sum);
}

/*===--- Elements ---------------------------------------------------------===*/

static void move_rows(const tl_step *step, bool is_of_block) {
  bool stores = step->at->result_count == 0;
  tl_move move = tl_move_from(step, stores);
  MlirAffineMap map = map_of(step->at, "map");
  for (int64_t d = 0; d < move.view->rank; d++)
    if (!map_result(step, map, d, stores + 1, &move.coordinate[d]))
      return;
  move.is_of_block = is_of_block;
  tl_move_rows(&move);
}

static void load_rows(const tl_step *step) { move_rows(step, false); }

static void store_rows(const tl_step *first) {
  tl_run_agreed(first, true, move_rows);
}

#define BASIS TL_READS({"static_basis", TL_READ_ARRAY, 0, {NULL}})

const tl_sim_row TL_SIM_AFFINE[] = {
    {"affine.apply", "affine.max", .each = run_map},
    {"affine.min", .each = run_map, .number = true},
    {"affine.if", .all = run_if},
    {"affine.delinearize_index", .each = split_digits, BASIS},
    {"affine.linearize_index", .each = join_digits, BASIS},
    {"affine.load", "affine.vector_load", .each = load_rows},
    {"affine.store", "affine.vector_store", .all = store_rows},
    {.name = "affine.prefetch"},
    {.name = NULL},
};
