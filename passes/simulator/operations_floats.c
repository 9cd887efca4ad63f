/* operations_floats.c - Computations with floats, and between them and
 * integers. */
#include "operations.h"
#include <math.h>

static double float_operand(const tl_computation *c, int i) {
  return tl_float_decode(c->type->format, c->operands[i]);
}

static uint64_t float_result(const tl_computation *c, double value) {
  return (uint64_t)tl_float_encode(c->result_type->format, value);
}

/* A double rounds once more only where that changes nothing: its 53 bits are
 * more than twice those of any narrower format and 2. */
#define COMPUTE(name, result)                                                  \
  static uint64_t name(tl_computation *c) {                                    \
    double a = float_operand(c, 0), b = float_operand(c, 1);                   \
    (void)b;                                                                   \
    return float_result(c, result);                                            \
  }

COMPUTE(addf, a + b)
COMPUTE(subf, a - b)
COMPUTE(mulf, a *b)
COMPUTE(divf, a / b)
COMPUTE(remf, fmod(a, b))
COMPUTE(convertf, a)

/* One rounding: doubles are exact for the narrow formats alone. */
static uint64_t fused(tl_computation *c) {
  double a = float_operand(c, 0), b = float_operand(c, 1),
         sum = float_operand(c, 2);
  return float_result(c, c->type->bits == 32
                             ? (double)fmaf((float)a, (float)b, (float)sum)
                             : fma(a, b, sum));
}

static uint64_t negf(tl_computation *c) {
  return c->operands[0] ^ UINT64_C(1) << (c->type->bits - 1);
}

/* maximum and minimum give NaN where an operand is, maxnum and minnum the
 * other operand; +0 is above -0. */
enum { WANTS_LARGER = 1, KEEPS_NAN = 2 };

static uint64_t choose(tl_computation *c) {
  double a = float_operand(c, 0), b = float_operand(c, 1);
  bool wants_larger = c->number & WANTS_LARGER,
       keeps_nan = c->number & KEEPS_NAN;
  if (isnan(a) || isnan(b))
    return c->operands[isnan(a) ? !keeps_nan : keeps_nan];
  bool is_below = a < b || (a == b && signbit(a) && !signbit(b));
  return c->operands[is_below == wants_larger];
}

enum { ORDER_EQUAL = 1, ORDER_ABOVE = 2, ORDER_BELOW = 4, ORDER_NONE = 8 };

/* ORDERS[i] satisfy predicate i of arith::CmpFPredicate. */
static uint64_t cmpf(tl_computation *c) {
  static const uint8_t ORDERS[16] = {0, 1,  2,  3,  4,  5,  6, 7,
                                     9, 10, 11, 12, 13, 14, 8, 15};
  double a = float_operand(c, 0), b = float_operand(c, 1);
  int order = isnan(a) || isnan(b) ? ORDER_NONE
              : a < b              ? ORDER_BELOW
              : a > b              ? ORDER_ABOVE
                                   : ORDER_EQUAL;
  return (ORDERS[c->number] & order) != 0;
}

/*===--- Between floats and integers --------------------------------------===*/

/* As a float of 32 bits a number is rounded once. */
static uint64_t sitofp(tl_computation *c) {
  int64_t value = tl_sign_extend(c->operands[0], c->type->bits);
  bool is_single = c->result_type->bits == 32;
  return float_result(c, is_single ? (double)(float)value : (double)value);
}

static uint64_t uitofp(tl_computation *c) {
  uint64_t value = c->operands[0];
  bool is_single = c->result_type->bits == 32;
  return float_result(c, is_single ? (double)(float)value : (double)value);
}

/* What does not fit has no result. */
static uint64_t fptosi(tl_computation *c) {
  double value = trunc(float_operand(c, 0));
  double limit = ldexp(1, c->result_type->bits - 1);
  c->is_poison = !(value >= -limit && value < limit);
  return c->is_poison ? 0 : (uint64_t)(int64_t)value;
}

static uint64_t fptoui(tl_computation *c) {
  double value = trunc(float_operand(c, 0));
  c->is_poison = !(value >= 0 && value < ldexp(1, c->result_type->bits));
  return c->is_poison ? 0 : (uint64_t)value;
}

#define CHOOSE .compute = choose, .number

const tl_sim_row TL_SIM_FLOATS[] = {
    {"arith.addf", .compute = addf},
    {"arith.subf", .compute = subf},
    {"arith.mulf", .compute = mulf},
    {"arith.divf", .compute = divf},
    {"arith.remf", .compute = remf},
    {"arith.negf", .compute = negf},
    {"arith.maximumf", CHOOSE = WANTS_LARGER | KEEPS_NAN},
    {"arith.minimumf", CHOOSE = KEEPS_NAN},
    {"arith.maxnumf", CHOOSE = WANTS_LARGER},
    {"arith.minnumf", CHOOSE = 0},
    {"arith.cmpf", .compute = cmpf, TL_READS({.attribute = "predicate"})},
    {"arith.extf", "arith.truncf", .compute = convertf},
    {"arith.sitofp", .compute = sitofp},
    {"arith.uitofp", .compute = uitofp},
    {"arith.fptosi", .compute = fptosi},
    {"arith.fptoui", .compute = fptoui},
    {"math.fma", "vector.fma", .compute = fused},
    {.name = NULL},
};
