/* checked.h - Integer arithmetic that reports overflow instead of wrapping, and
 * bits of numbers. */
#ifndef TL_CHECKED_H
#define TL_CHECKED_H

#include "tl/status.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

static inline tl_code tl_multiply(int64_t a, int64_t b, int64_t *out,
                                  tl_error *error) {
  if (__builtin_mul_overflow(a, b, out))
    return tl_fail(error, TL_OVERFLOW,
                   "%" PRId64 " * %" PRId64 " does not fit 64 bits", a, b);
  return TL_OK;
}

static inline tl_code tl_add(int64_t a, int64_t b, int64_t *out,
                             tl_error *error) {
  if (__builtin_add_overflow(a, b, out))
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
