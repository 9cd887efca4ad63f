/* operations_affine.c - affine.apply, affine.min, affine.max. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include <stdlib.h>

/* Of b > 0. */
static int64_t floor_of(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* a operator b; false after a fault. */
static bool combine(const tl_step *step, MlirAffineExpr expression, int64_t a,
                    int64_t b, int64_t *out) {
  *out = 0;
  if (mlirAffineExprIsAAdd(expression) || mlirAffineExprIsAMul(expression)) {
    bool is_sum = mlirAffineExprIsAAdd(expression);
    *out = is_sum ? a : 0;
    bool fits = tl_add_product(out, is_sum ? 1 : a, b);
    if (!fits)
      tl_fault_overflow(step);
    return fits;
  }
  if (b <= 0) {
    tl_fault(step, TL_FAULT_ARITHMETIC,
             "divides by a number that is not positive");
    return false;
  }
  *out = mlirAffineExprIsAMod(expression) ? a - floor_of(a, b) * b
         : mlirAffineExprIsAFloorDiv(expression)
             ? floor_of(a, b)
             : floor_of(a, b) + (a % b != 0);
  return true;
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

static bool prepare_map(tl_instruction *at) {
  MlirAffineMap *kept = malloc(sizeof *kept);
  at->detail = kept;
  if (!kept)
    return tl_refuse(at, "out of memory");
  *kept = mlirAffineMapAttrGetValue(tl_attribute(at, "map"));
  return true;
}

/* Which of several results is taken: +1 the largest, -1 the smallest. */
static void run_map(const tl_step *step, int direction) {
  MlirAffineMap map = *(MlirAffineMap *)step->at->detail;
  int64_t best = 0, value;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); i++) {
    if (!evaluate(step, mlirAffineMapGetResult(map, i),
                  mlirAffineMapGetNumDims(map), &value))
      return;
    if (i == 0 || (value > best) == (direction > 0))
      best = value;
  }
  tl_give_number(step, 0, best);
}

static void run_max(const tl_step *step) { run_map(step, 1); }

static void run_min(const tl_step *step) { run_map(step, -1); }

const tl_sim_row TL_SIM_AFFINE[] = {
    {"affine.apply", .each = run_max, .prepare = prepare_map},
    {"affine.max", .each = run_max, .prepare = prepare_map},
    {"affine.min", .each = run_min, .prepare = prepare_map},
    {.name = NULL},
};
