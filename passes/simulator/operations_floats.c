/* operations_floats.c - Computations with floats, and between them and
 * integers. */
#include "operations.h"
#include <math.h>

static double float_operand(const tl_computation *c, int i) {
  return tl_float_decode(c->type->format, c->operands[i]);
}

static uint64_t float_result(const tl_computation *c, double value) {
  return tl_float_encode(c->result_type->format, value);
}

/* A double rounds once more only where that changes nothing: its 53 bits are
 * more than twice those of any narrower format and 2. */
#define BINARY(name, result)                                                   \
  static uint64_t name(tl_computation *c) {                                    \
    double a = float_operand(c, 0), b = float_operand(c, 1);                   \
    return float_result(c, result);                                            \
  }

BINARY(addf, a + b)
BINARY(subf, a - b)
BINARY(mulf, a *b)
BINARY(divf, a / b)
BINARY(remf, fmod(a, b))

static uint64_t negf(tl_computation *c) {
  return c->operands[0] ^ UINT64_C(1) << (c->type->bits - 1);
}

/* maximum and minimum give NaN where an operand is, maxnum and minnum the
 * other operand; +0 is above -0. */
static uint64_t choose(tl_computation *c, bool wants_larger, bool keeps_nan) {
  double a = float_operand(c, 0), b = float_operand(c, 1);
  if (isnan(a) || isnan(b))
    return c->operands[isnan(a) ? !keeps_nan : keeps_nan];
  bool is_below = a < b || (a == b && signbit(a) && !signbit(b));
  return c->operands[is_below == wants_larger];
}

static uint64_t maximumf(tl_computation *c) { return choose(c, true, true); }

static uint64_t minimumf(tl_computation *c) { return choose(c, false, true); }

static uint64_t maxnumf(tl_computation *c) { return choose(c, true, false); }

static uint64_t minnumf(tl_computation *c) { return choose(c, false, false); }

static uint64_t convertf(tl_computation *c) {
  return float_result(c, float_operand(c, 0));
}

/* arith::CmpFPredicate: bits equal, above, below, unordered of 1 to 14, where
 * the ordered predicates come first. */
enum { ORDER_EQUAL = 1, ORDER_ABOVE = 2, ORDER_BELOW = 4, ORDER_NONE = 8 };
static const uint8_t ORDERS[16] = {
    0,
    ORDER_EQUAL,
    ORDER_ABOVE,
    ORDER_ABOVE | ORDER_EQUAL,
    ORDER_BELOW,
    ORDER_BELOW | ORDER_EQUAL,
    ORDER_BELOW | ORDER_ABOVE,
    ORDER_BELOW | ORDER_ABOVE | ORDER_EQUAL,
    ORDER_NONE | ORDER_EQUAL,
    ORDER_NONE | ORDER_ABOVE,
    ORDER_NONE | ORDER_ABOVE | ORDER_EQUAL,
    ORDER_NONE | ORDER_BELOW,
    ORDER_NONE | ORDER_BELOW | ORDER_EQUAL,
    ORDER_NONE | ORDER_BELOW | ORDER_ABOVE,
    ORDER_NONE,
    ORDER_NONE | ORDER_BELOW | ORDER_ABOVE | ORDER_EQUAL,
};

static uint64_t cmpf(tl_computation *c) {
  double a = float_operand(c, 0), b = float_operand(c, 1);
  int order = isnan(a) || isnan(b) ? ORDER_NONE
              : a < b              ? ORDER_BELOW
              : a > b              ? ORDER_ABOVE
                                   : ORDER_EQUAL;
  return (ORDERS[c->number] & order) != 0;
}

/*===--- Between floats and integers --------------------------------------===*/

/* One rounding: doubles are exact for the narrow formats alone. */
static uint64_t fused(tl_computation *c) {
  double a = float_operand(c, 0), b = float_operand(c, 1),
         sum = float_operand(c, 2);
  if (c->type->bits == 32)
    return float_result(c, (double)fmaf((float)a, (float)b, (float)sum));
  return float_result(c, fma(a, b, sum));
}

static uint64_t sitofp(tl_computation *c) {
  int64_t value = tl_sign_extend(c->operands[0], c->type->bits);
  return c->result_type->bits == 32 ? float_result(c, (double)(float)value)
                                    : float_result(c, (double)value);
}

static uint64_t uitofp(tl_computation *c) {
  uint64_t value = c->operands[0];
  return c->result_type->bits == 32 ? float_result(c, (double)(float)value)
                                    : float_result(c, (double)value);
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

static const tl_reading PREDICATE = {"predicate", TL_READ_INTEGER, 0, {NULL}};

const tl_sim_row TL_SIM_FLOATS[] = {
    {"arith.addf", .compute = addf},
    {"arith.subf", .compute = subf},
    {"arith.mulf", .compute = mulf},
    {"arith.divf", .compute = divf},
    {"arith.remf", .compute = remf},
    {"arith.negf", .compute = negf},
    {"arith.maximumf", .compute = maximumf},
    {"arith.minimumf", .compute = minimumf},
    {"arith.maxnumf", .compute = maxnumf},
    {"arith.minnumf", .compute = minnumf},
    {"arith.cmpf", .compute = cmpf, .reading = &PREDICATE},
    {"arith.extf", .compute = convertf},
    {"arith.truncf", .compute = convertf},
    {"arith.sitofp", .compute = sitofp},
    {"arith.uitofp", .compute = uitofp},
    {"arith.fptosi", .compute = fptosi},
    {"arith.fptoui", .compute = fptoui},
    {"math.fma", .compute = fused},
    {"vector.fma", .compute = fused},
    {.name = NULL},
};
