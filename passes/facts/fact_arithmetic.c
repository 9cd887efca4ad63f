/* fact_arithmetic.c - see fact_arithmetic.h.
 *
 * Each operation has a row: how it computes numbers, and the divisor of its
 * result when one of the operands is not known. */
#include "fact_arithmetic.h"

enum { MOST_ZEROS = 62 };

static const tl_arithmetic NO_WRAP = {.bits = 64, .no_signed_wrap = true};

static int64_t gcd(int64_t a, int64_t b) {
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

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

/* Only 0 is divided by 0. */
static tl_value_fact multiple_of(int64_t divisor) {
  return (tl_value_fact){.is_constant = divisor == 0, .divisor = divisor};
}

int64_t tl_fact_power_of_two(tl_value_fact a) { return lowest_bit(a.divisor); }

tl_value_fact tl_fact_either(tl_value_fact a, tl_value_fact b) {
  if (a.is_constant && b.is_constant && a.constant == b.constant)
    return a;
  return multiple_of(gcd(a.divisor, b.divisor));
}

tl_value_fact tl_fact_both(tl_value_fact a, tl_value_fact b) {
  if (a.is_constant || b.is_constant)
    return a.is_constant ? a : b;
  int64_t multiple;
  if (__builtin_mul_overflow(a.divisor / gcd(a.divisor, b.divisor), b.divisor,
                             &multiple))
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

/* False where the operation is undefined, and where the result depends on how a
 * division rounds. */
typedef bool (*fold_function)(int64_t a, int64_t b, int64_t bits,
                              uint64_t *out);

static bool fold_add(int64_t a, int64_t b, int64_t bits, uint64_t *out) {
  (void)bits;
  *out = (uint64_t)a + (uint64_t)b;
  return true;
}

static bool fold_subtract(int64_t a, int64_t b, int64_t bits, uint64_t *out) {
  (void)bits;
  *out = (uint64_t)a - (uint64_t)b;
  return true;
}

static bool fold_multiply(int64_t a, int64_t b, int64_t bits, uint64_t *out) {
  (void)bits;
  *out = (uint64_t)a * (uint64_t)b;
  return true;
}

static bool fold_divide_signed(int64_t a, int64_t b, int64_t bits,
                               uint64_t *out) {
  (void)bits;
  if (b == 0 || (a == INT64_MIN && b == -1) || a % b != 0)
    return false;
  *out = (uint64_t)(a / b);
  return true;
}

static bool fold_divide_unsigned(int64_t a, int64_t b, int64_t bits,
                                 uint64_t *out) {
  uint64_t dividend = unsigned_of(a, bits), divisor = unsigned_of(b, bits);
  if (divisor == 0 || dividend % divisor != 0)
    return false;
  *out = dividend / divisor;
  return true;
}

static bool fold_remainder_signed(int64_t a, int64_t b, int64_t bits,
                                  uint64_t *out) {
  (void)bits;
  *out = b == 0 || b == -1 ? 0 : (uint64_t)(a % b);
  return b != 0;
}

static bool fold_remainder_unsigned(int64_t a, int64_t b, int64_t bits,
                                    uint64_t *out) {
  uint64_t divisor = unsigned_of(b, bits);
  *out = divisor ? unsigned_of(a, bits) % divisor : 0;
  return divisor != 0;
}

static bool fold_and(int64_t a, int64_t b, int64_t bits, uint64_t *out) {
  (void)bits;
  *out = (uint64_t)(a & b);
  return true;
}

static bool fold_or(int64_t a, int64_t b, int64_t bits, uint64_t *out) {
  (void)bits;
  *out = (uint64_t)(a | b);
  return true;
}

static bool fold_xor(int64_t a, int64_t b, int64_t bits, uint64_t *out) {
  (void)bits;
  *out = (uint64_t)(a ^ b);
  return true;
}

static bool fold_shift_left(int64_t a, int64_t b, int64_t bits, uint64_t *out) {
  if (b < 0 || b >= bits)
    return false;
  *out = (uint64_t)a << b;
  return true;
}

static bool fold_shift_right_signed(int64_t a, int64_t b, int64_t bits,
                                    uint64_t *out) {
  if (b < 0 || b >= bits)
    return false;
  uint64_t sign = a < 0 ? UINT64_MAX : 0;
  *out = (((uint64_t)a ^ sign) >> b) ^ sign;
  return true;
}

static bool fold_shift_right_unsigned(int64_t a, int64_t b, int64_t bits,
                                      uint64_t *out) {
  if (b < 0 || b >= bits)
    return false;
  *out = unsigned_of(a, bits) >> b;
  return true;
}

/*===--- Divisors --------------------------------------------------------===*/

typedef int64_t (*divisor_function)(tl_value_fact a, tl_value_fact b,
                                    const tl_arithmetic *how);

static int64_t divisor_of_sum(tl_value_fact a, tl_value_fact b,
                              const tl_arithmetic *how) {
  bool wraps = !how->no_signed_wrap && a.divisor && b.divisor;
  return surviving(gcd(a.divisor, b.divisor), wraps);
}

/* Just the powers of two, up to 2^62, where more does not fit. */
static int64_t multiply_divisors(int64_t a, int64_t b, bool wraps) {
  if (a == 0 || b == 0)
    return 0;
  int64_t product;
  if (!wraps && !__builtin_mul_overflow(a, b, &product))
    return product;
  int64_t even;
  if (__builtin_mul_overflow(lowest_bit(a), lowest_bit(b), &even))
    even = INT64_C(1) << MOST_ZEROS;
  return even;
}

static int64_t divisor_of_product(tl_value_fact a, tl_value_fact b,
                                  const tl_arithmetic *how) {
  return multiply_divisors(a.divisor, b.divisor, !how->no_signed_wrap);
}

/* Of a / by, where `by` is known to leave no rest, or may. */
static int64_t divisor_of_quotient(int64_t a, int64_t by, bool is_exact) {
  bool divides = by > 0 && (is_exact || a % by == 0);
  return divides ? a / gcd(a, by) : 1;
}

static int64_t divisor_of_signed_quotient(tl_value_fact a, tl_value_fact b,
                                          const tl_arithmetic *how) {
  return b.is_constant && b.constant != INT64_MIN
             ? divisor_of_quotient(a.divisor, magnitude(b.constant),
                                   how->is_exact)
             : 1;
}

/* A power of two, or a number of which only the power of two is used. */
static int64_t divisor_of_unsigned_quotient(tl_value_fact a, tl_value_fact b,
                                            const tl_arithmetic *how) {
  if (!b.is_constant || b.constant == 0)
    return 1;
  int64_t even = lowest_bit(magnitude(b.constant));
  bool is_power = b.constant == even;
  if (!is_power && !how->is_exact)
    return 1;
  return divisor_of_quotient(lowest_bit(a.divisor), even, how->is_exact);
}

static int64_t divisor_of_signed_remainder(tl_value_fact a, tl_value_fact b,
                                           const tl_arithmetic *how) {
  (void)how;
  return gcd(a.divisor, b.divisor);
}

static int64_t divisor_of_unsigned_remainder(tl_value_fact a, tl_value_fact b,
                                             const tl_arithmetic *how) {
  (void)how;
  return a.divisor ? surviving(gcd(a.divisor, b.divisor), true) : 0;
}

static int64_t divisor_of_and(tl_value_fact a, tl_value_fact b,
                              const tl_arithmetic *how) {
  (void)how;
  if (a.divisor == 0 || b.divisor == 0)
    return 0;
  int64_t of_a = lowest_bit(a.divisor), of_b = lowest_bit(b.divisor);
  return of_a > of_b ? of_a : of_b;
}

static int64_t divisor_of_or(tl_value_fact a, tl_value_fact b,
                             const tl_arithmetic *how) {
  (void)how;
  bool is_other = a.divisor == 0 || b.divisor == 0;
  return surviving(gcd(a.divisor, b.divisor), !is_other);
}

static int64_t divisor_of_shift_left(tl_value_fact a, tl_value_fact b,
                                     const tl_arithmetic *how) {
  bool is_known = b.is_constant && b.constant >= 0 && b.constant < how->bits;
  int64_t zeros = !is_known                 ? 0
                  : b.constant > MOST_ZEROS ? MOST_ZEROS
                                            : b.constant;
  return multiply_divisors(a.divisor, INT64_C(1) << zeros,
                           !how->no_signed_wrap);
}

static int64_t divisor_of_shift_right(int64_t divisor, tl_value_fact b,
                                      bool is_exact) {
  bool is_known = b.is_constant && b.constant >= 0 && b.constant <= MOST_ZEROS;
  return is_known
             ? divisor_of_quotient(divisor, INT64_C(1) << b.constant, is_exact)
             : 1;
}

static int64_t divisor_of_signed_shift_right(tl_value_fact a, tl_value_fact b,
                                             const tl_arithmetic *how) {
  return divisor_of_shift_right(a.divisor, b, how->is_exact);
}

static int64_t divisor_of_unsigned_shift_right(tl_value_fact a, tl_value_fact b,
                                               const tl_arithmetic *how) {
  return divisor_of_shift_right(surviving(a.divisor, true), b, how->is_exact);
}

/*===--- Operations ------------------------------------------------------===*/

static const struct {
  fold_function fold;
  divisor_function divisor;
} OPERATIONS[] = {
    [TL_FACT_ADD] = {fold_add, divisor_of_sum},
    [TL_FACT_SUBTRACT] = {fold_subtract, divisor_of_sum},
    [TL_FACT_MULTIPLY] = {fold_multiply, divisor_of_product},
    [TL_FACT_DIVIDE_SIGNED] = {fold_divide_signed, divisor_of_signed_quotient},
    [TL_FACT_DIVIDE_UNSIGNED] = {fold_divide_unsigned,
                                 divisor_of_unsigned_quotient},
    [TL_FACT_REMAINDER_SIGNED] = {fold_remainder_signed,
                                  divisor_of_signed_remainder},
    [TL_FACT_REMAINDER_UNSIGNED] = {fold_remainder_unsigned,
                                    divisor_of_unsigned_remainder},
    [TL_FACT_AND] = {fold_and, divisor_of_and},
    [TL_FACT_OR] = {fold_or, divisor_of_or},
    [TL_FACT_XOR] = {fold_xor, divisor_of_or},
    [TL_FACT_SHIFT_LEFT] = {fold_shift_left, divisor_of_shift_left},
    [TL_FACT_SHIFT_RIGHT_SIGNED] = {fold_shift_right_signed,
                                    divisor_of_signed_shift_right},
    [TL_FACT_SHIFT_RIGHT_UNSIGNED] = {fold_shift_right_unsigned,
                                      divisor_of_unsigned_shift_right},
};

tl_value_fact tl_fact_of_operation(tl_fact_operation operation, tl_value_fact a,
                                   tl_value_fact b, const tl_arithmetic *how) {
  if (operation == TL_FACT_EITHER)
    return tl_fact_either(a, b);
  uint64_t number;
  if (a.is_constant && b.is_constant &&
      OPERATIONS[operation].fold(a.constant, b.constant, how->bits, &number))
    return tl_fact_constant(signed_of(number, how->bits));
  return multiple_of(OPERATIONS[operation].divisor(a, b, how));
}
