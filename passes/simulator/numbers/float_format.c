/* float_format.c - see float_format.h.
 *
 * The magnitudes of a float format, counted from 0, are its numbers in order:
 * with m mantissa bits and lowest exponent e0, magnitude q + ((e - e0) << m)
 * stands for q * 2^(e - m), where a subnormal has q < 2^m and e = e0, and any
 * other 2^m <= q < 2^(m + 1).  A carry out of q while rounding is right. */
#include "float_format.h"
#include <math.h>

#define WIDE(high, low) ((tl_bits)(high) << 64 | (low))

const tl_float_format TL_FLOAT_FORMATS[TL_FLOAT_COUNT] = {
    [TL_F128] = {128, 112, 16383, WIDE(0x7ffeffffffffffff, UINT64_MAX),
                 WIDE(0x7fff000000000000, 0), WIDE(0x7fff800000000000, 0)},
    [TL_F64] = {64, 52, 1023, 0x7fefffffffffffff, 0x7ff0000000000000,
                0x7ff8000000000000},
    [TL_F32] = {32, 23, 127, 0x7f7fffff, 0x7f800000, 0x7fc00000},
    [TL_F16] = {16, 10, 15, 0x7bff, 0x7c00, 0x7e00},
    [TL_BF16] = {16, 7, 127, 0x7f7f, 0x7f80, 0x7fc0},
    [TL_TF32] = {19, 10, 127, 0x3fbff, 0x3fc00, 0x3fe00},
    [TL_F8E5M2] = {8, 2, 15, 0x7b, 0x7c, 0x7e},
    [TL_F8E4M3] = {8, 3, 7, 0x77, 0x78, 0x7c},
    [TL_F8E3M4] = {8, 4, 3, 0x6f, 0x70, 0x78},
    [TL_F8E4M3FN] = {8, 3, 7, 0x7e, 0x7f, 0x7f},
    [TL_F8E5M2FNUZ] = {8, 2, 16, 0x7f, 0x80, 0x80},
    [TL_F8E4M3FNUZ] = {8, 3, 8, 0x7f, 0x80, 0x80},
    [TL_F8E4M3B11FNUZ] = {8, 3, 11, 0x7f, 0x80, 0x80},
    [TL_F6E2M3FN] = {6, 3, 1, 0x1f, 0x1f, 0x1f},
    [TL_F6E3M2FN] = {6, 2, 3, 0x1f, 0x1f, 0x1f},
    [TL_F4E2M1FN] = {4, 1, 1, 0x7, 0x7, 0x7},
    [TL_F8E8M0FNU] = {8, 0, 127, 0xfe, 0xff, 0xff},
};

static tl_bits sign_bit(const tl_float_format *format) {
  return (tl_bits)1 << (format->bits - 1);
}

static bool has_minus_zero(const tl_float_format *format) {
  return format->nan != sign_bit(format);
}

/* NaN has no sign. */
static tl_bits too_large(const tl_float_format *format, tl_bits sign) {
  bool is_nan = format->above == format->nan && format->above > format->largest;
  return is_nan ? format->nan : sign | format->above;
}

/* What is in a double: 1.f * 2^(e - BIAS) of f in FRACTION bits. */
enum { FRACTION = 52, BIAS = 1023 };

static const uint64_t HIDDEN = UINT64_C(1) << FRACTION;

/* Of e in the range of normal doubles. */
static double power_of_two(int e) {
  uint64_t bits = (uint64_t)(e + BIAS) << FRACTION;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* q / 2^shift, to nearest even, of q < 2^(FRACTION + 1). */
static tl_bits shift_to_nearest(uint64_t q, int shift) {
  if (shift <= 0)
    return (tl_bits)q << -shift;
  if (shift > FRACTION + 1)
    return 0;
  uint64_t whole = q >> shift, rest = q - (whole << shift);
  uint64_t half = UINT64_C(1) << (shift - 1);
  return whole + (rest > half || (rest == half && whole % 2));
}

/* A number that is not 0 as q * 2^(e - FRACTION) with HIDDEN <= q < 2 HIDDEN. */
static uint64_t take_apart(double value, int *e) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint64_t q = bits & (HIDDEN - 1);
  int field = (int)(bits >> FRACTION & (2 * BIAS + 1));
  int shift = field ? 0 : __builtin_clzll(q) - __builtin_clzll(HIDDEN);
  *e = (field ? field : 1 - shift) - BIAS;
  return field ? q | HIDDEN : q << shift;
}

static bool is_power(const tl_float_format *format) {
  return format->mantissa == 0;
}

static tl_bits encode_power(const tl_float_format *format, double value) {
  int e = -format->bias;
  if (!isfinite(value))
    return format->nan;
  if (value != 0)
    take_apart(value, &e);
  e += format->bias;
  return e < 0 ? 0 : e <= (int)format->largest ? (tl_bits)e : format->above;
}

/* Of those of the processor a NaN has kept its bits. */
tl_bits tl_float_encode_small(const tl_float_format *format, double value) {
  if (is_power(format))
    return encode_power(format, value);
  if (isnan(value))
    return format->nan;
  tl_bits sign = signbit(value) ? sign_bit(format) : 0;
  tl_bits zero = has_minus_zero(format) ? sign : 0;
  if (isinf(value))
    return too_large(format, sign);
  if (value == 0)
    return zero;
  int e, lowest = 1 - format->bias;
  uint64_t q = take_apart(value, &e);
  int below = e < lowest ? lowest - e : 0;
  tl_bits bits = ((tl_bits)(e + below - lowest) << format->mantissa) +
                 shift_to_nearest(q, FRACTION - format->mantissa + below);
  if (bits > format->largest)
    return too_large(format, sign);
  return bits ? sign | bits : zero;
}

double tl_float_decode_small(const tl_float_format *format, uint64_t bits) {
  uint64_t sign = (uint64_t)sign_bit(format), magnitude = bits & (sign - 1);
  uint64_t hidden = UINT64_C(1) << format->mantissa;
  int exponent = (int)(magnitude >> format->mantissa);
  if (is_power(format))
    return bits > format->largest ? NAN
                                  : power_of_two((int)bits - format->bias);
  double value =
      (double)((magnitude & (hidden - 1)) + (exponent > 0 ? hidden : 0)) *
      power_of_two((exponent > 0 ? exponent : 1) - format->bias -
                   format->mantissa);
  if (!has_minus_zero(format) && bits == sign)
    return NAN;
  if (magnitude > format->largest)
    value = magnitude == format->above && format->above != format->nan
                ? INFINITY
                : NAN;
  return bits & sign ? -value : value;
}

double tl_float_limit(const tl_float_format *format, int limits, double value) {
  double largest = tl_float_decode(format, (uint64_t)format->largest);
  if (limits & TL_LIMIT_FINITE && fabs(value) > largest)
    value = copysign(largest, value);
  return limits & TL_LIMIT_POSITIVE && value < 0 ? 0 : value;
}

/*===--- One rounding -----------------------------------------------------===*/

/* a + b to a double whose last bit tells of what is lost, so that it rounds once
 * more as the sum would: of 53 bits those of narrower formats and 2 do. */
static double sum_to_odd(double a, double b) {
  double sum = a + b, of_b = sum - a;
  double lost = (a - (sum - of_b)) + (b - of_b);
  uint64_t bits;
  memcpy(&bits, &sum, sizeof bits);
  return !isfinite(sum) || lost == 0 || bits % 2 != 0
             ? sum
             : nextafter(sum, lost > 0 ? INFINITY : -INFINITY);
}

/* Products of up to 32 bits are exact. */
double tl_float_fused(int bits, double a, double b, double c) {
  return bits > 32 ? fma(a, b, c) : sum_to_odd(a * b, c);
}

/* Of two halves, each of them exact. */
static double sum_of_halves(int bits, double upper, double lower) {
  return bits > 32 ? upper + lower : sum_to_odd(upper, lower);
}

double tl_float_of_unsigned(int bits, uint64_t integer) {
  uint64_t lower = integer & UINT32_MAX;
  return sum_of_halves(bits, (double)(integer - lower), (double)lower);
}

double tl_float_of_signed(int bits, int64_t integer) {
  double lower = (double)((uint64_t)integer & UINT32_MAX);
  return sum_of_halves(bits, (double)(integer >> 32) * 0x1p32, lower);
}

uint64_t tl_float_finite_count(const tl_float_format *format) {
  return is_power(format)
             ? (uint64_t)format->largest + 1
             : 2 * (uint64_t)format->largest + 1 + has_minus_zero(format);
}

uint64_t tl_float_finite(const tl_float_format *format, uint64_t k) {
  uint64_t largest = (uint64_t)format->largest;
  return k <= largest ? k
                      : (uint64_t)sign_bit(format) |
                            (k - largest - has_minus_zero(format));
}
