/* fact_arithmetic.c - see fact_arithmetic.h.
 *
 * An operation computes numbers, or, when one of the operands is not known, the
 * divisor of its result. */
#include "fact_arithmetic.h"
#include "lib/base/checked.h"

enum { MOST_ZEROS = 62 };

static const tl_arithmetic NO_WRAP = {.bits = 64, .no_signed_wrap = true};

static int64_t magnitude(int64_t number) {
  if (number == INT64_MIN)
    return INT64_C(1) << MOST_ZEROS;
  return number < 0 ? -number : number;
}

static int64_t lowest_bit(int64_t divisor) {
  return divisor ? divisor & -divisor : INT64_C(1) << MOST_ZEROS;
}

/* The factors that survive: all of them, or the powers of two. */
static int64_t surviving(int64_t divisor, bool wraps) {
  return wraps && divisor ? lowest_bit(divisor) : divisor;
}

/* The lowest `bits` bits of a number, with or without a sign. */
static uint64_t unsigned_of(int64_t number, int64_t bits) {
  return bits >= 64 ? (uint64_t)number
                    : (uint64_t)number & ((UINT64_C(1) << bits) - 1);
}

static int64_t signed_of(uint64_t number, int64_t bits) {
  if (bits >= 64)
    return (int64_t)number;
  uint64_t sign = UINT64_C(1) << (bits - 1);
  number &= 2 * sign - 1;
  return (int64_t)((number ^ sign) - sign);
}

tl_value_fact tl_fact_unknown(void) { return (tl_value_fact){.divisor = 1}; }

tl_value_fact tl_fact_constant(int64_t number) {
  return (tl_value_fact){true, number, magnitude(number)};
}

tl_value_fact tl_fact_multiple(int64_t divisor) {
  return (tl_value_fact){.divisor = divisor};
}

tl_value_fact tl_fact_of_number(int64_t number) {
  return number == INT64_MIN ? tl_fact_unknown() : tl_fact_constant(number);
}

/* Only 0 is divided by 0. */
static tl_value_fact multiple_of(int64_t divisor) {
  return (tl_value_fact){.is_constant = divisor == 0, .divisor = divisor};
}

int64_t tl_fact_power_of_two(tl_value_fact a) { return lowest_bit(a.divisor); }

tl_value_fact tl_fact_either(tl_value_fact a, tl_value_fact b) {
  if (a.is_constant && b.is_constant && a.constant == b.constant)
    return a;
  return multiple_of(tl_gcd(a.divisor, b.divisor));
}

tl_value_fact tl_fact_both(tl_value_fact a, tl_value_fact b) {
  if (a.is_constant || b.is_constant)
    return a.is_constant ? a : b;
  int64_t multiple;
  if (__builtin_mul_overflow(a.divisor / tl_gcd(a.divisor, b.divisor),
                             b.divisor, &multiple))
    return a.divisor > b.divisor ? a : b;
  return multiple_of(multiple);
}

tl_value_fact tl_fact_sum(tl_value_fact a, tl_value_fact b) {
  return tl_fact_of_operation(TL_FACT_ADD, a, b, &NO_WRAP);
}

tl_value_fact tl_fact_product(tl_value_fact a, tl_value_fact b) {
  return tl_fact_of_operation(TL_FACT_MULTIPLY, a, b, &NO_WRAP);
}

tl_value_fact tl_fact_truncate(tl_value_fact a, const tl_arithmetic *how) {
  if (a.is_constant)
    return tl_fact_constant(signed_of((uint64_t)a.constant, how->bits));
  return multiple_of(surviving(a.divisor, !how->no_signed_wrap));
}

tl_value_fact tl_fact_zero_extend(tl_value_fact a, int64_t bits) {
  if (a.is_constant && (bits < 64 || a.constant >= 0))
    return tl_fact_constant((int64_t)unsigned_of(a.constant, bits));
  return multiple_of(surviving(a.divisor, true));
}

/*===--- Numbers ---------------------------------------------------------===*/

/* Also false where the result depends on how a division rounds. */
static bool is_defined(tl_fact_operation operation, int64_t a, int64_t b,
                       int64_t bits) {
  switch (operation) {
  case TL_FACT_DIVIDE_SIGNED:
    return b != 0 && (a != INT64_MIN || b != -1) && a % b == 0;
  case TL_FACT_DIVIDE_UNSIGNED:
    return unsigned_of(b, bits) != 0 &&
           unsigned_of(a, bits) % unsigned_of(b, bits) == 0;
  case TL_FACT_REMAINDER_SIGNED:
  case TL_FACT_REMAINDER_UNSIGNED:
    return unsigned_of(b, bits) != 0;
  case TL_FACT_SHIFT_LEFT:
  case TL_FACT_SHIFT_RIGHT_SIGNED:
  case TL_FACT_SHIFT_RIGHT_UNSIGNED:
    return b >= 0 && b < bits;
  default:
    return true;
  }
}

/* Of an operation that is defined. */
static uint64_t fold(tl_fact_operation operation, int64_t a, int64_t b,
                     int64_t bits) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b, sign = a < 0 ? UINT64_MAX : 0;
  switch (operation) {
  case TL_FACT_ADD:
    return x + y;
  case TL_FACT_SUBTRACT:
    return x - y;
  case TL_FACT_MULTIPLY:
    return x * y;
  case TL_FACT_DIVIDE_SIGNED:
    return (uint64_t)(a / b);
  case TL_FACT_DIVIDE_UNSIGNED:
    return unsigned_of(a, bits) / unsigned_of(b, bits);
  case TL_FACT_REMAINDER_SIGNED:
    return b == -1 ? 0 : (uint64_t)(a % b);
  case TL_FACT_REMAINDER_UNSIGNED:
    return unsigned_of(a, bits) % unsigned_of(b, bits);
  case TL_FACT_AND:
    return x & y;
  case TL_FACT_OR:
    return x | y;
  case TL_FACT_XOR:
    return x ^ y;
  case TL_FACT_SHIFT_LEFT:
    return x << y;
  case TL_FACT_SHIFT_RIGHT_SIGNED:
    return ((x ^ sign) >> y) ^ sign;
  case TL_FACT_SHIFT_RIGHT_UNSIGNED:
    return unsigned_of(a, bits) >> y;
  case TL_FACT_EITHER:
    break;
  }
  return x;
}

/*===--- Divisors --------------------------------------------------------===*/

/* Just the powers of two, up to 2^62, where more does not fit. */
static int64_t multiply_divisors(int64_t a, int64_t b, bool wraps) {
  int64_t product;
  if (a == 0 || b == 0)
    return 0;
  if (!wraps && !__builtin_mul_overflow(a, b, &product))
    return product;
  return __builtin_mul_overflow(lowest_bit(a), lowest_bit(b), &product)
             ? INT64_C(1) << MOST_ZEROS
             : product;
}

/* Of a / by, where `by` is known to leave no rest, or may. */
static int64_t divisor_of_quotient(int64_t a, int64_t by, bool is_exact) {
  bool divides = by > 0 && (is_exact || a % by == 0);
  return divides ? a / tl_gcd(a, by) : 1;
}

/* By a power of two, or by a number of which only the power of two is used. */
static int64_t divisor_of_unsigned_quotient(int64_t a, tl_value_fact b,
                                            bool is_exact) {
  if (!b.is_constant || b.constant == 0)
    return 1;
  int64_t even = lowest_bit(magnitude(b.constant));
  return b.constant == even || is_exact
             ? divisor_of_quotient(lowest_bit(a), even, is_exact)
             : 1;
}

/* What a shift multiplies or divides by. */
static tl_value_fact power_of_two(tl_value_fact exponent, int64_t bits) {
  int64_t zeros = exponent.constant;
  bool is_known = exponent.is_constant && zeros >= 0 && zeros < bits;
  return is_known ? tl_fact_constant(
                        INT64_C(1) << (zeros < MOST_ZEROS ? zeros : MOST_ZEROS))
                  : tl_fact_unknown();
}

static int64_t divisor_of(tl_fact_operation operation, tl_value_fact a,
                          tl_value_fact b, const tl_arithmetic *how) {
  int64_t common = tl_gcd(a.divisor, b.divisor);
  bool has_zero = a.divisor == 0 || b.divisor == 0;
  if (operation >= TL_FACT_SHIFT_LEFT && operation != TL_FACT_EITHER)
    b = power_of_two(b, how->bits);
  switch (operation) {
  case TL_FACT_ADD:
  case TL_FACT_SUBTRACT:
    return surviving(common, !how->no_signed_wrap && !has_zero);
  case TL_FACT_MULTIPLY:
  case TL_FACT_SHIFT_LEFT:
    return multiply_divisors(a.divisor, b.divisor, !how->no_signed_wrap);
  case TL_FACT_DIVIDE_SIGNED:
  case TL_FACT_SHIFT_RIGHT_SIGNED:
    return b.is_constant && b.constant != INT64_MIN
               ? divisor_of_quotient(a.divisor, magnitude(b.constant),
                                     how->is_exact)
               : 1;
  case TL_FACT_DIVIDE_UNSIGNED:
  case TL_FACT_SHIFT_RIGHT_UNSIGNED:
    return divisor_of_unsigned_quotient(a.divisor, b, how->is_exact);
  case TL_FACT_REMAINDER_UNSIGNED:
    return a.divisor ? surviving(common, true) : 0;
  case TL_FACT_AND:
    return has_zero ? 0
           : lowest_bit(a.divisor) > lowest_bit(b.divisor)
               ? lowest_bit(a.divisor)
               : lowest_bit(b.divisor);
  case TL_FACT_OR:
  case TL_FACT_XOR:
    return surviving(common, !has_zero);
  case TL_FACT_REMAINDER_SIGNED:
  case TL_FACT_EITHER:
    break;
  }
  return common;
}

tl_value_fact tl_fact_of_operation(tl_fact_operation operation, tl_value_fact a,
                                   tl_value_fact b, const tl_arithmetic *how) {
  if (operation == TL_FACT_EITHER)
    return tl_fact_either(a, b);
  if (a.is_constant && b.is_constant &&
      is_defined(operation, a.constant, b.constant, how->bits))
    return tl_fact_constant(signed_of(
        fold(operation, a.constant, b.constant, how->bits), how->bits));
  return multiple_of(divisor_of(operation, a, b, how));
}
