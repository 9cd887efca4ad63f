/* checked.h - Integer arithmetic that reports overflow instead of wrapping, and
 * bits of numbers.
 *
 * Numbers that come from outside are added and multiplied by these alone: with a
 * message, by whether the result fits 64 bits, or up to the end of 64 bits. */
#ifndef TL_CHECKED_H
#define TL_CHECKED_H

#include "tl/status.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

/* Whether a + b, a - b, a * b fit 64 bits; *out is nothing else of use where they
 * do not, and may be where a number came from. */
static inline bool tl_sum_fits(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_add_overflow(a, b, out);
}

static inline bool tl_difference_fits(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_sub_overflow(a, b, out);
}

static inline bool tl_product_fits(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_mul_overflow(a, b, out);
}

/* *sum += a * b. */
static inline bool tl_add_product(int64_t *sum, int64_t a, int64_t b) {
  int64_t product;
  return tl_product_fits(a, b, &product) && tl_sum_fits(*sum, product, sum);
}

/* The end of 64 bits that is nearer, where they do not fit. */
static inline int64_t tl_add_saturated(int64_t a, int64_t b) {
  int64_t end = b < 0 ? INT64_MIN : INT64_MAX, sum;
  return tl_sum_fits(a, b, &sum) ? sum : end;
}

static inline int64_t tl_subtract_saturated(int64_t a, int64_t b) {
  int64_t end = b < 0 ? INT64_MAX : INT64_MIN, difference;
  return tl_difference_fits(a, b, &difference) ? difference : end;
}

static inline int64_t tl_multiply_saturated(int64_t a, int64_t b) {
  int64_t end = (a < 0) != (b < 0) ? INT64_MIN : INT64_MAX, product;
  return tl_product_fits(a, b, &product) ? product : end;
}

static inline tl_code tl_multiply(int64_t a, int64_t b, int64_t *out,
                                  tl_error *error) {
  if (!tl_product_fits(a, b, out))
    return tl_fail(error, TL_OVERFLOW,
                   "%" PRId64 " * %" PRId64 " does not fit 64 bits", a, b);
  return TL_OK;
}

static inline tl_code tl_add(int64_t a, int64_t b, int64_t *out,
                             tl_error *error) {
  if (!tl_sum_fits(a, b, out))
    return tl_fail(error, TL_OVERFLOW,
                   "%" PRId64 " + %" PRId64 " does not fit 64 bits", a, b);
  return TL_OK;
}

/* sum + a * b. */
static inline tl_code tl_multiply_add(int64_t sum, int64_t a, int64_t b,
                                      int64_t *out, tl_error *error) {
  int64_t product;
  TL_TRY(tl_multiply(a, b, &product, error));
  return tl_add(sum, product, out, error);
}

/* Takes the fastest digit off a number >= 0: the remainder by `extent`, which
 * leaves the quotient in *rest.  32-bit division is several times faster than
 * 64-bit on many processors, and layouts are small. */
static inline int64_t tl_take_digit(int64_t *rest, int64_t extent) {
  if (((*rest | extent) >> 32) == 0) {
    uint32_t all = (uint32_t)*rest, base = (uint32_t)extent;
    *rest = all / base;
    return all % base;
  }
  int64_t digit = *rest % extent;
  *rest /= extent;
  return digit;
}

/* The greatest common divisor of two magnitudes; gcd(0, x) = |x|. */
static inline int64_t tl_gcd(int64_t a, int64_t b) {
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

static inline bool tl_is_power_of_two(int64_t number) {
  return number > 0 && (number & (number - 1)) == 0;
}

/* `count` ones from bit 0 on, 0 <= count <= 64. */
static inline uint64_t tl_low_bits(int64_t count) {
  return count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

static inline uint64_t tl_lowest_bit(uint64_t number) {
  return number & (~number + 1);
}

/* Spreads a number over the upper bits of a hash, by a product that wraps. */
static inline uint64_t tl_hash(uint64_t hash, uint64_t number) {
  return (hash ^ number) * UINT64_C(0x9e3779b97f4a7c15);
}

/* By nibbles: what compilers know as a count of bits they may call a function of
 * their own for. */
static inline int64_t tl_count_bits(uint64_t number) {
  static const int8_t OF_NIBBLE[] = {0, 1, 1, 2, 1, 2, 2, 3,
                                     1, 2, 2, 3, 2, 3, 3, 4};
  int64_t count = 0;
  for (; number; number >>= 4)
    count += OF_NIBBLE[number & 15];
  return count;
}

#endif /* TL_CHECKED_H */
