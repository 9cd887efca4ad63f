/* operations_math.c - Computations of math, and some of nvgpu, nvvm and rocdl.
 *
 * A function of floats is one of the C library in 64 bits, rounded once to the
 * type: of up to 32 bits that is the nearest number, but for values within
 * 2^-28 units of the middle between two.  What hardware approximates differs
 * by more. */
#include "operations.h"
#include <float.h>
#include <math.h>
#include <string.h>

static double operand_of(const tl_computation *c, int i) {
  return tl_float_decode(c->type->format, c->operands[i]);
}

static uint64_t result_of(const tl_computation *c, double value) {
  return (uint64_t)tl_float_encode(c->result_type->format, value);
}

#define FLOAT(name, value)                                                     \
  static uint64_t name(tl_computation *c) {                                    \
    double x = operand_of(c, 0);                                               \
    return result_of(c, value);                                                \
  }

FLOAT(absolute, fabs(x))
FLOAT(ceiling, ceil(x))
FLOAT(lower_whole, floor(x))
FLOAT(cut, trunc(x))
FLOAT(half_away, round(x))
FLOAT(half_even, nearbyint(x))
FLOAT(square_root, sqrt(x))
FLOAT(inverse_square_root, 1 / sqrt(x))
FLOAT(cube_root, cbrt(x))
FLOAT(power_of_e, exp(x))
FLOAT(power_of_2, exp2(x))
FLOAT(power_of_10, pow(10, x))
FLOAT(power_of_e_less_1, expm1(x))
FLOAT(logarithm, log(x))
FLOAT(logarithm_2, log2(x))
FLOAT(logarithm_10, log10(x))
FLOAT(logarithm_of_1_more, log1p(x))
FLOAT(sine, sin(x))
FLOAT(cosine, cos(x))
FLOAT(tangent, tan(x))
FLOAT(arc_tangent, atan(x))
FLOAT(arc_sine, asin(x))
FLOAT(arc_cosine, acos(x))
FLOAT(inverse_hyperbolic_sine, asinh(x))
FLOAT(inverse_hyperbolic_cosine, acosh(x))
FLOAT(inverse_hyperbolic_tangent, atanh(x))
FLOAT(hyperbolic_sine, sinh(x))
FLOAT(hyperbolic_cosine, cosh(x))
FLOAT(hyperbolic_tangent, tanh(x))
FLOAT(error_function, erf(x))
FLOAT(error_function_rest, erfc(x))
FLOAT(power, pow(x, operand_of(c, 1)))
FLOAT(arc_tangent_2, atan2(x, operand_of(c, 1)))
FLOAT(with_sign, copysign(x, operand_of(c, 1)))

static uint64_t fused(tl_computation *c) {
  return result_of(c, tl_float_fused(c->type->bits, operand_of(c, 0),
                                     operand_of(c, 1), operand_of(c, 2)));
}
TL_LANES(fused)

/* The number says that the smallest one has no result. */
static uint64_t absolute_integer(tl_computation *c) {
  int64_t x = tl_sign_extend(c->operands[0], c->type->bits);
  c->is_poison = c->number && c->operands[0] == UINT64_C(1)
                                                    << (c->type->bits - 1);
  return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

/* -0 is below 0. */
static double lesser(double a, double b) {
  return a < b || (a == b && signbit(a)) ? a : b;
}

/* At most the last operand, then at least the one before; NaN where one is. */
static uint64_t clamp(tl_computation *c) {
  double x = operand_of(c, 0), least = operand_of(c, 1),
         most = operand_of(c, 2);
  return result_of(c, isnan(x) || isnan(least) || isnan(most)
                          ? NAN
                          : -lesser(-lesser(x, most), -least));
}

/* The number of the instruction is the width of the exponent. */
static bool prepare_exponent(tl_instruction *at) {
  return tl_set_numbers(at, 1,
                        (int64_t[]){tl_operand_slot(at, 1)->scalar.bits});
}

/* Of 64 bits a float may be even where the exponent is odd. */
static uint64_t power_of_integer(tl_computation *c) {
  int64_t n = tl_sign_extend(c->operands[1], (int)c->number);
  double x = operand_of(c, 0), size = pow(fabs(x), (double)n);
  return result_of(c, signbit(x) && n % 2 ? -size : size);
}

/* Of a negative exponent the quotient, which 0 has not. */
static uint64_t integer_power(tl_computation *c) {
  int64_t x = tl_sign_extend(c->operands[0], c->type->bits),
          n = tl_sign_extend(c->operands[1], c->type->bits);
  uint64_t out = 1, square = (uint64_t)x;
  if (n < 0 && x == 0)
    c->fault = "divides by 0";
  if (n < 0)
    return x == 1 || (x == -1 && n % 2 == 0) ? 1 : x == -1 ? UINT64_MAX : 0;
  for (; n > 0; n >>= 1, square *= square)
    if (n & 1)
      out *= square;
  return out;
}

static uint64_t is_normal(tl_computation *c) {
  double x = operand_of(c, 0);
  return isfinite(x) && fabs(x) >= ldexp(1, 1 - c->type->format->bias);
}

static void give_sine_and_cosine(const tl_step *step) {
  double (*const functions[])(double) = {sin, cos};
  const tl_slot *slot = tl_operand_slot(step->at, 0);
  for (int64_t i = 0; i < slot->count; i++) {
    tl_element x = tl_operand(step, 0)[i];
    double value = tl_float_decode(slot->scalar.format, (uint64_t)x.bits);
    for (int k = 0; k < 2; k++)
      tl_result(step, k)[i] = (tl_element){
          tl_float_encode(slot->scalar.format, functions[k](value)),
          x.poison ? tl_poison_all(&slot->scalar) : 0};
  }
}

static bool prepare_sine(tl_instruction *at) {
  return tl_operand_slot(at, 0)->scalar.bits <= 64 ||
         tl_refuse(at, "computes with more than 64 bits");
}

#define IS(name, test)                                                         \
  static uint64_t name(tl_computation *c) {                                    \
    return test(operand_of(c, 0)) ? UINT64_C(1) : UINT64_C(0);                 \
  }

IS(is_finite, isfinite)
IS(is_infinite, isinf)
IS(is_no_number, isnan)

static double flushed(double x) {
  return fabs(x) < FLT_MIN ? copysign(0, x) : x;
}

/* Of f32, whose numbers without a leading 1 are zeros. */
static uint64_t reciprocal(tl_computation *c) {
  return result_of(c, flushed((float)(1 / flushed(operand_of(c, 0)))));
}

/* What it is where one is no number ROCDLOps.td and the instruction sets say
 * differently. */
static uint64_t median(tl_computation *c) {
  double x = operand_of(c, 0), y = operand_of(c, 1), z = operand_of(c, 2);
  c->is_poison = isnan(x) || isnan(y) || isnan(z);
  return result_of(c, fmax(fmin(x, y), fmin(fmax(x, y), z)));
}

/* Zeros before the highest bit that is set, or behind the lowest one; the number
 * says that 0 has no result. */
static uint64_t count_leading(tl_computation *c) {
  uint64_t x = c->operands[0];
  c->is_poison = c->number && x == 0;
  return (uint64_t)(c->type->bits - (x ? 64 - __builtin_clzll(x) : 0));
}

static uint64_t count_trailing(tl_computation *c) {
  uint64_t x = c->operands[0];
  c->is_poison = c->number && x == 0;
  return (uint64_t)(x ? __builtin_ctzll(x) : c->type->bits);
}

static uint64_t count_ones(tl_computation *c) {
  return (uint64_t)__builtin_popcountll(c->operands[0]);
}

const tl_sim_row TL_SIM_MATH[] = {
    {"math.absf", .compute = absolute},
    {"math.ceil", .compute = ceiling},
    {"math.floor", .compute = lower_whole},
    {"math.trunc", .compute = cut},
    {"math.round", .compute = half_away},
    {"math.roundeven", .compute = half_even},
    {"math.sqrt", .compute = square_root},
    {"math.rsqrt", .compute = inverse_square_root},
    {"math.cbrt", .compute = cube_root},
    {"math.exp", .compute = power_of_e},
    {"math.exp2", .compute = power_of_2},
    {"math.expm1", .compute = power_of_e_less_1},
    {"math.log", .compute = logarithm},
    {"math.log2", .compute = logarithm_2},
    {"math.log10", .compute = logarithm_10},
    {"math.log1p", .compute = logarithm_of_1_more},
    {"math.sin", .compute = sine},
    {"math.cos", .compute = cosine},
    {"math.tan", .compute = tangent},
    {"math.atan", .compute = arc_tangent},
    {"math.asin", .compute = arc_sine},
    {"math.acos", .compute = arc_cosine},
    {"math.asinh", .compute = inverse_hyperbolic_sine},
    {"math.acosh", .compute = inverse_hyperbolic_cosine},
    {"math.atanh", .compute = inverse_hyperbolic_tangent},
    {"math.sinh", .compute = hyperbolic_sine},
    {"math.cosh", .compute = hyperbolic_cosine},
    {"math.tanh", .compute = hyperbolic_tangent},
    {"math.erf", .compute = error_function},
    {"math.erfc", .compute = error_function_rest},
    {"math.powf", .compute = power},
    {"math.atan2", .compute = arc_tangent_2},
    {"math.copysign", .compute = with_sign},
    {"math.fma", "vector.fma", TL_COMPUTES(fused)},
    {"math.clampf", .compute = clamp},
    {"math.fpowi", .compute = power_of_integer, .prepare = prepare_exponent},
    {"math.ipowi", .compute = integer_power},
    {"math.sincos", .each = give_sine_and_cosine, .prepare = prepare_sine},
    {"math.isnormal", .compute = is_normal},
    {"math.absi", "llvm.intr.abs", .compute = absolute_integer,
     TL_READS({.attribute = "is_int_min_poison"})},
    {"math.isfinite", .compute = is_finite},
    {"math.isinf", .compute = is_infinite},
    {"math.isnan", .compute = is_no_number},
    {"math.ctpop", .compute = count_ones},
    {"math.ctlz", "llvm.intr.ctlz", .compute = count_leading,
     TL_READS({.attribute = "is_zero_poison"})},
    {"math.cttz", "llvm.intr.cttz", .compute = count_trailing,
     TL_READS({.attribute = "is_zero_poison"})},
    {"llvm.intr.exp10", .compute = power_of_10},
    {"nvgpu.rcp", "nvvm.rcp.approx.ftz.f", .compute = reciprocal},
    {"rocdl.fmed3", .compute = median},
    {.name = NULL},
};
