/* operations_affine.c - affine.apply, affine.min, affine.max. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"

/* Of b > 0. */
static int64_t floor_of(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* a operator b; false after a fault. */
static bool combine(const tl_step *step, MlirAffineExpr expression, int64_t a,
                    int64_t b, int64_t *out) {
  bool is_sum = mlirAffineExprIsAAdd(expression), fits = true;
  *out = is_sum ? a : 0;
  if (is_sum || mlirAffineExprIsAMul(expression)) {
    fits = tl_add_product(out, is_sum ? 1 : a, b);
    if (!fits)
      tl_fault_overflow(step);
  } else if (b <= 0) {
    tl_fault(step, TL_FAULT_ARITHMETIC,
             "divides by a number that is not positive");
    fits = false;
  } else {
    *out = mlirAffineExprIsAMod(expression) ? a - floor_of(a, b) * b
           : mlirAffineExprIsAFloorDiv(expression)
               ? floor_of(a, b)
               : floor_of(a, b) + (a % b != 0);
  }
  return fits;
}

static bool evaluate(const tl_step *step, MlirAffineExpr expression,
                     int64_t dimensions, int64_t *out) {
  int64_t a, b;
  if (mlirAffineExprIsAConstant(expression))
    *out = mlirAffineConstantExprGetValue(expression);
  else if (mlirAffineExprIsADim(expression))
    *out =
        tl_operand_number(step, (int)mlirAffineDimExprGetPosition(expression));
  else if (mlirAffineExprIsASymbol(expression))
    *out = tl_operand_number(
        step, (int)(dimensions + mlirAffineSymbolExprGetPosition(expression)));
  else
    return evaluate(step, mlirAffineBinaryOpExprGetLHS(expression), dimensions,
                    &a) &&
           evaluate(step, mlirAffineBinaryOpExprGetRHS(expression), dimensions,
                    &b) &&
           combine(step, expression, a, b, out);
  return true;
}

/* Of several results the largest one is taken, or the smallest. */
static void run_map(const tl_step *step) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(step->at->operation, "map"));
  bool wants_smallest = step->at->row->number;
  int64_t best = 0, value;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); i++) {
    if (!evaluate(step, mlirAffineMapGetResult(map, i),
                  mlirAffineMapGetNumDims(map), &value))
      return;
    if (i == 0 || (value < best) == wants_smallest)
      best = value;
  }
  tl_give_number(step, 0, best);
}

const tl_sim_row TL_SIM_AFFINE[] = {
    {"affine.apply", "affine.max", .each = run_map},
    {"affine.min", .each = run_map, .number = true},
    {.name = NULL},
};
