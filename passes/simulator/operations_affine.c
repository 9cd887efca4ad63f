/* operations_affine.c - Maps of affine, and elements of memory at them. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
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

/* Result i of a map whose inputs are operands from `first` on. */
static bool map_result(const tl_step *step, MlirAffineMap map, intptr_t i,
                       int first, int64_t *out) {
  int64_t inputs[TL_MAX_MAP_INPUTS];
  intptr_t count = mlirAffineMapGetNumInputs(map);
  if (count > TL_MAX_MAP_INPUTS)
    return tl_fault(step, TL_FAULT_RESOURCE, "has a map of more than %d inputs",
                    TL_MAX_MAP_INPUTS);
  for (intptr_t k = 0; k < count; k++)
    inputs[k] = tl_operand_number(step, first + (int)k);
  return tl_expression_value(step, mlirAffineMapGetResult(map, i), inputs,
                             inputs + mlirAffineMapGetNumDims(map), out);
}

bool tl_map_extreme(const tl_step *step, const char *name, int first,
                    bool is_smallest, int64_t *out) {
  MlirAffineMap map = map_of(step->at, name);
  int64_t value;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); i++) {
    if (!map_result(step, map, i, first, &value))
      return false;
    if (i == 0 || (value < *out) == is_smallest)
      *out = value;
  }
  return true;
}

static void run_map(const tl_step *step) {
  int64_t value = 0;
  if (tl_map_extreme(step, "map", 0, step->at->row->number, &value))
    tl_give_number(step, 0, value);
}

/*===--- Elements ---------------------------------------------------------===*/

static void move_element(const tl_step *step) {
  bool stores = step->at->result_count == 0;
  tl_move move = tl_move_from(step, stores);
  MlirAffineMap map = map_of(step->at, "map");
  for (int64_t d = 0; d < move.view->rank; d++)
    if (!map_result(step, map, d, stores + 1, &move.coordinate[d]))
      return;
  if (stores)
    tl_move_store(&move, tl_operand(step, 0));
  else
    tl_move_load(&move, tl_result(step, 0));
}

const tl_sim_row TL_SIM_AFFINE[] = {
    {"affine.apply", "affine.max", .each = run_map},
    {"affine.min", .each = run_map, .number = true},
    {"affine.load", "affine.store", .each = move_element},
    {.name = NULL},
};
