/* fact_arithmetic.c - see fact_arithmetic.h.
 *
 * An operation computes numbers, or, when one of the operands is not known, the
 * divisor and the range of its result. */
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

typedef struct range {
  int64_t least, most;
} range;

static int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t most_of(int64_t a, int64_t b) { return a > b ? a : b; }

static range hull(range a, range b) {
  return (range){least_of(a.least, b.least), most_of(a.most, b.most)};
}

static range meet(range a, range b) {
  return (range){most_of(a.least, b.least), least_of(a.most, b.most)};
}

static bool is_in(range a, range b) {
  return a.least >= b.least && a.most <= b.most;
}

/* Of so many bits, read as signed. */
static range numbers_of(int64_t bits) {
  int64_t most = INT64_MAX >> (64 - bits);
  return (range){-most - 1, most};
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

/* What lies in it, rounded inward to multiples of the divisor; none of both
 * where nothing does, which no execution reaches. */
static range round_inward(range of, int64_t divisor) {
  range in = of;
  int64_t below = of.least % divisor, above = of.most % divisor;
  bool overflows =
      (of.least != INT64_MIN &&
       !tl_sum_fits(of.least, below > 0 ? divisor - below : -below,
                    &in.least)) ||
      (of.most != INT64_MAX &&
       !tl_difference_fits(of.most, above < 0 ? divisor + above : above,
                           &in.most));
  return overflows || in.least > in.most ? of : in;
}

static tl_value_fact fact_of(range of, int64_t divisor) {
  if (divisor > 1)
    of = round_inward(of, divisor);
  if (divisor == 0 || of.least == of.most)
    return tl_fact_constant(divisor ? of.least : 0);
  return (tl_value_fact){of.least, of.most, divisor};
}

static range range_of(tl_value_fact a) { return (range){a.least, a.most}; }

tl_value_fact tl_fact_unknown(void) { return tl_fact_multiple(1); }

tl_value_fact tl_fact_constant(int64_t number) {
  return (tl_value_fact){number, number, magnitude(number)};
}

bool tl_fact_is_constant(tl_value_fact a) { return a.least == a.most; }

tl_value_fact tl_fact_multiple(int64_t divisor) {
  return (tl_value_fact){INT64_MIN, INT64_MAX, divisor};
}

tl_value_fact tl_fact_between(int64_t least, int64_t most) {
  return fact_of((range){least, most}, 1);
}

tl_value_fact tl_fact_below(int64_t count) {
  return count ? tl_fact_between(0, count - 1) : tl_fact_unknown();
}

tl_value_fact tl_fact_of_number(int64_t number) {
  return number == INT64_MIN ? tl_fact_unknown() : tl_fact_constant(number);
}

tl_value_fact tl_fact_except(tl_value_fact a, int64_t number) {
  range rest = range_of(a);
  if (tl_fact_is_constant(a)) /* of what no execution reaches */
    return a;
  rest.least += rest.least == number && number != INT64_MIN;
  rest.most -= rest.most == number && number != INT64_MAX;
  return fact_of(rest, a.divisor);
}

int64_t tl_fact_least_rest(tl_value_fact lower, tl_value_fact upper,
                           tl_value_fact step) {
  int64_t rest = tl_gcd(tl_gcd(lower.divisor, upper.divisor), step.divisor);
  return rest ? rest : 1;
}

int64_t tl_fact_power_of_two(tl_value_fact a) { return lowest_bit(a.divisor); }

tl_value_fact tl_fact_either(tl_value_fact a, tl_value_fact b) {
  return fact_of(hull(range_of(a), range_of(b)), tl_gcd(a.divisor, b.divisor));
}

tl_value_fact tl_fact_widen(tl_value_fact a, tl_value_fact b) {
  return fact_of((range){b.least < a.least ? INT64_MIN : a.least,
                         b.most > a.most ? INT64_MAX : a.most},
                 tl_gcd(a.divisor, b.divisor));
}

/* Facts that contradict each other are of nothing. */
tl_value_fact tl_fact_both(tl_value_fact a, tl_value_fact b) {
  range both = meet(range_of(a), range_of(b));
  int64_t multiple;
  if (both.least > both.most || a.divisor == 0)
    return a;
  if (b.divisor == 0)
    return b;
  if (!tl_product_fits(a.divisor / tl_gcd(a.divisor, b.divisor), b.divisor,
                       &multiple))
    multiple = a.divisor > b.divisor ? a.divisor : b.divisor;
  return fact_of(both, multiple);
}

tl_value_fact tl_fact_sum(tl_value_fact a, tl_value_fact b) {
  return tl_fact_of_operation(TL_FACT_ADD, a, b, &NO_WRAP);
}

tl_value_fact tl_fact_product(tl_value_fact a, tl_value_fact b) {
  return tl_fact_of_operation(TL_FACT_MULTIPLY, a, b, &NO_WRAP);
}

/* Of a result that may wrap around, or does not leave its type. */
static range fit(range of, bool wraps, int64_t bits) {
  range type = numbers_of(bits), in = meet(of, type);
  return wraps || in.least > in.most ? type : in;
}

tl_value_fact tl_fact_truncate(tl_value_fact a, const tl_arithmetic *how) {
  bool wraps =
      !how->no_signed_wrap && !is_in(range_of(a), numbers_of(how->bits));
  if (tl_fact_is_constant(a))
    return tl_fact_constant(signed_of((uint64_t)a.least, how->bits));
  return fact_of(fit(range_of(a), wraps, how->bits),
                 surviving(a.divisor, wraps));
}

tl_value_fact tl_fact_zero_extend(tl_value_fact a, int64_t bits) {
  if (a.least >= 0)
    return a;
  if (bits >= 64)
    return tl_fact_multiple(surviving(a.divisor, true));
  if (tl_fact_is_constant(a))
    return tl_fact_constant((int64_t)unsigned_of(a.least, bits));
  return fact_of((range){0, (int64_t)unsigned_of(-1, bits)},
                 surviving(a.divisor, true));
}

/*===--- Numbers ---------------------------------------------------------===*/

/* Also false where the result depends on how a division rounds, and where its
 * range says it. */
static bool is_folded(tl_fact_operation operation, int64_t a, int64_t b,
                      int64_t bits) {
  switch (operation) {
  case TL_FACT_DIVIDE_SIGNED:
  case TL_FACT_DIVIDE_SIGNED_UP:
    return b != 0 && (a != INT64_MIN || b != -1) && a % b == 0;
  case TL_FACT_DIVIDE_UNSIGNED:
  case TL_FACT_DIVIDE_UNSIGNED_UP:
    return unsigned_of(b, bits) != 0 &&
           unsigned_of(a, bits) % unsigned_of(b, bits) == 0;
  case TL_FACT_REMAINDER_SIGNED:
  case TL_FACT_REMAINDER_UNSIGNED:
    return unsigned_of(b, bits) != 0;
  case TL_FACT_MODULO:
    return a >= 0 && b > 0;
  case TL_FACT_SHIFT_LEFT:
  case TL_FACT_SHIFT_RIGHT_SIGNED:
  case TL_FACT_SHIFT_RIGHT_UNSIGNED:
    return b >= 0 && b < bits;
  default:
    return operation < TL_FACT_LEAST_SIGNED;
  }
}

/* Of an operation that is folded. */
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
  case TL_FACT_DIVIDE_SIGNED_UP:
    return (uint64_t)(a / b);
  case TL_FACT_DIVIDE_UNSIGNED:
  case TL_FACT_DIVIDE_UNSIGNED_UP:
    return unsigned_of(a, bits) / unsigned_of(b, bits);
  case TL_FACT_REMAINDER_SIGNED:
  case TL_FACT_MODULO:
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
  default:
    return x;
  }
}

/*===--- Divisors --------------------------------------------------------===*/

/* Just the powers of two, up to 2^62, where more does not fit. */
static int64_t multiply_divisors(int64_t a, int64_t b, bool wraps) {
  int64_t product;
  if (a == 0 || b == 0)
    return 0;
  if (!wraps && tl_product_fits(a, b, &product))
    return product;
  return tl_product_fits(lowest_bit(a), lowest_bit(b), &product)
             ? product
             : INT64_C(1) << MOST_ZEROS;
}

/* Of a / by, where `by` is known to leave no rest, or may. */
static int64_t divisor_of_quotient(int64_t a, int64_t by, bool is_exact) {
  bool divides = by > 0 && (is_exact || a % by == 0);
  return divides ? a / tl_gcd(a, by) : 1;
}

/* By a power of two, or by a number of which only the power of two is used. */
static int64_t divisor_of_unsigned_quotient(int64_t a, tl_value_fact b,
                                            bool is_exact) {
  if (!tl_fact_is_constant(b) || b.least == 0)
    return 1;
  int64_t even = lowest_bit(magnitude(b.least));
  return b.least == even || is_exact
             ? divisor_of_quotient(lowest_bit(a), even, is_exact)
             : 1;
}

static bool is_shift(tl_fact_operation operation) {
  return operation >= TL_FACT_SHIFT_LEFT &&
         operation <= TL_FACT_SHIFT_RIGHT_UNSIGNED;
}

/* What a shift multiplies or divides by. */
static tl_value_fact power_of_two(tl_value_fact exponent, int64_t bits) {
  int64_t zeros = exponent.least;
  bool is_known = tl_fact_is_constant(exponent) && zeros >= 0 && zeros < bits;
  return is_known ? tl_fact_constant(
                        INT64_C(1) << (zeros < MOST_ZEROS ? zeros : MOST_ZEROS))
                  : tl_fact_unknown();
}

static int64_t divisor_of(tl_fact_operation operation, tl_value_fact a,
                          tl_value_fact b, bool wraps,
                          const tl_arithmetic *how) {
  int64_t common = tl_gcd(a.divisor, b.divisor);
  bool has_zero = a.divisor == 0 || b.divisor == 0;
  if (is_shift(operation))
    b = power_of_two(b, how->bits);
  switch (operation) {
  case TL_FACT_ADD:
  case TL_FACT_SUBTRACT:
    return surviving(common, wraps && !has_zero);
  case TL_FACT_MULTIPLY:
  case TL_FACT_SHIFT_LEFT:
    return multiply_divisors(a.divisor, b.divisor, wraps);
  case TL_FACT_DIVIDE_SIGNED:
  case TL_FACT_DIVIDE_SIGNED_UP:
  case TL_FACT_SHIFT_RIGHT_SIGNED:
    return tl_fact_is_constant(b) && b.least != INT64_MIN
               ? divisor_of_quotient(a.divisor, magnitude(b.least),
                                     how->is_exact)
               : 1;
  case TL_FACT_DIVIDE_UNSIGNED:
  case TL_FACT_DIVIDE_UNSIGNED_UP:
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
  default:
    return common;
  }
}

/*===--- Ranges ----------------------------------------------------------===*/

/* What is beyond 64 bits is at their end, and *overflows. */
static int64_t add(int64_t a, int64_t b, bool *overflows) {
  int64_t sum;
  *overflows |= !tl_sum_fits(a, b, &sum);
  return tl_add_saturated(a, b);
}

static int64_t subtract(int64_t a, int64_t b, bool *overflows) {
  int64_t difference;
  *overflows |= !tl_difference_fits(a, b, &difference);
  return tl_subtract_saturated(a, b);
}

static int64_t multiply(int64_t a, int64_t b, bool *overflows) {
  int64_t product;
  *overflows |= !tl_product_fits(a, b, &product);
  return tl_multiply_saturated(a, b);
}

static range sum_of(range a, range b, bool *overflows) {
  return (range){add(a.least, b.least, overflows),
                 add(a.most, b.most, overflows)};
}

static range difference_of(range a, range b, bool *overflows) {
  return (range){subtract(a.least, b.most, overflows),
                 subtract(a.most, b.least, overflows)};
}

static range product_of(range a, range b, bool *overflows) {
  int64_t first = multiply(a.least, b.least, overflows);
  int64_t second = multiply(a.least, b.most, overflows);
  int64_t third = multiply(a.most, b.least, overflows);
  int64_t fourth = multiply(a.most, b.most, overflows);
  return hull((range){least_of(first, second), most_of(first, second)},
              (range){least_of(third, fourth), most_of(third, fourth)});
}

/* Of divisors of at least 1; toward zero or down, or up. */
static range quotient_of(range a, range b, bool is_up) {
  int64_t low = a.least < 0 ? b.least : b.most;
  int64_t high = a.most < 0 ? b.most : b.least;
  return (range){a.least / low +
                     (is_up ? a.least % low > 0 : -(a.least % low < 0)),
                 a.most / high + (is_up && a.most % high > 0)};
}

/* A number that is not negative has the rests below b, of a divisor of at least
 * 1. */
static range rest_of(range a, range b) {
  return a.most < b.least ? a : (range){0, least_of(a.most, b.most - 1)};
}

static range signed_rest_of(range a, range b) {
  int64_t most = b.least > 0 ? b.most - 1 : INT64_MAX;
  if (a.least >= 0 && b.least > 0)
    return rest_of(a, b);
  return (range){a.least < 0 ? most_of(a.least, -most) : 0,
                 a.most > 0 ? least_of(a.most, most) : 0};
}

/* 2^k - 1, the least that is not below it. */
static int64_t ones_of(int64_t number) {
  return number ? INT64_MAX >> (__builtin_clzll((uint64_t)number) - 1) : 0;
}

/* Of numbers that may be negative: none is beyond all ones. */
static range unsigned_quotient_of(range b, int64_t bits) {
  uint64_t ones = unsigned_of(-1, bits);
  return b.least > 1 ? (range){0, (int64_t)(ones / (uint64_t)b.least)}
                     : numbers_of(bits);
}

static range unsigned_rest_of(range a, range b, int64_t bits) {
  if (a.least < 0 && b.least <= 0)
    return numbers_of(bits);
  return (range){0, a.least < 0 ? b.most - 1 : a.most};
}

static range modulo_of(range a, range b, int64_t bits) {
  if (b.least <= 0)
    return numbers_of(bits);
  return a.least < 0 ? (range){0, b.most - 1} : rest_of(a, b);
}

static range bits_of(tl_fact_operation operation, range a, range b,
                     int64_t bits) {
  bool may_sign = operation == TL_FACT_AND ? a.least < 0 && b.least < 0
                                           : a.least < 0 || b.least < 0;
  if (may_sign)
    return numbers_of(bits);
  if (operation == TL_FACT_AND)
    return (range){0, a.least < 0   ? b.most
                      : b.least < 0 ? a.most
                                    : least_of(a.most, b.most)};
  return (range){operation == TL_FACT_OR ? most_of(a.least, b.least) : 0,
                 ones_of(a.most | b.most)};
}

static range choice_of(tl_fact_operation operation, range a, range b) {
  bool has_end = a.least >= 0 || b.least >= 0;
  if (operation == TL_FACT_LEAST_SIGNED)
    return (range){least_of(a.least, b.least), least_of(a.most, b.most)};
  if (operation == TL_FACT_MOST_SIGNED)
    return (range){most_of(a.least, b.least), most_of(a.most, b.most)};
  if (operation == TL_FACT_LEAST_UNSIGNED && has_end)
    return (range){0, a.least < 0 ? b.most : a.most};
  return hull(a, b);
}

/* What shifting by these multiplies or divides by; false where it is unknown. */
static bool take_powers(range *shifts, int64_t bits) {
  if (shifts->least < 0 || shifts->most > least_of(bits - 1, MOST_ZEROS))
    return false;
  *shifts = (range){INT64_C(1) << shifts->least, INT64_C(1) << shifts->most};
  return true;
}

/* Before it wraps around. */
static range result_of(tl_fact_operation operation, range a, range b,
                       int64_t bits, bool *overflows) {
  *overflows = is_shift(operation) && !take_powers(&b, bits);
  if (*overflows)
    return numbers_of(bits);
  switch (operation) {
  case TL_FACT_ADD:
    return sum_of(a, b, overflows);
  case TL_FACT_SUBTRACT:
    return difference_of(a, b, overflows);
  case TL_FACT_MULTIPLY:
  case TL_FACT_SHIFT_LEFT:
    return product_of(a, b, overflows);
  case TL_FACT_DIVIDE_SIGNED:
  case TL_FACT_DIVIDE_SIGNED_UP:
  case TL_FACT_SHIFT_RIGHT_SIGNED:
    return b.least > 0
               ? quotient_of(a, b, operation == TL_FACT_DIVIDE_SIGNED_UP)
               : numbers_of(bits);
  case TL_FACT_DIVIDE_UNSIGNED:
  case TL_FACT_SHIFT_RIGHT_UNSIGNED:
    return unsigned_quotient_of(b, bits);
  case TL_FACT_REMAINDER_SIGNED:
    return signed_rest_of(a, b);
  case TL_FACT_REMAINDER_UNSIGNED:
    return unsigned_rest_of(a, b, bits);
  case TL_FACT_MODULO:
    return modulo_of(a, b, bits);
  case TL_FACT_AND:
  case TL_FACT_OR:
  case TL_FACT_XOR:
    return bits_of(operation, a, b, bits);
  case TL_FACT_DIVIDE_UNSIGNED_UP:
    return numbers_of(bits);
  default:
    return choice_of(operation, a, b);
  }
}

/*===--- Both ------------------------------------------------------------===*/

/* What an unsigned operation does to numbers without a sign. */
static tl_fact_operation without_sign(tl_fact_operation operation) {
  switch (operation) {
  case TL_FACT_DIVIDE_UNSIGNED:
    return TL_FACT_DIVIDE_SIGNED;
  case TL_FACT_DIVIDE_UNSIGNED_UP:
    return TL_FACT_DIVIDE_SIGNED_UP;
  case TL_FACT_REMAINDER_UNSIGNED:
    return TL_FACT_REMAINDER_SIGNED;
  case TL_FACT_SHIFT_RIGHT_UNSIGNED:
    return TL_FACT_SHIFT_RIGHT_SIGNED;
  case TL_FACT_LEAST_UNSIGNED:
    return TL_FACT_LEAST_SIGNED;
  case TL_FACT_MOST_UNSIGNED:
    return TL_FACT_MOST_SIGNED;
  default:
    return operation;
  }
}

tl_value_fact tl_fact_of_operation(tl_fact_operation operation, tl_value_fact a,
                                   tl_value_fact b, const tl_arithmetic *how) {
  if (a.least >= 0 && b.least >= 0)
    operation = without_sign(operation);
  if (tl_fact_is_constant(a) && tl_fact_is_constant(b) &&
      is_folded(operation, a.least, b.least, how->bits))
    return tl_fact_constant(
        signed_of(fold(operation, a.least, b.least, how->bits), how->bits));
  bool overflows;
  range result =
      result_of(operation, range_of(a), range_of(b), how->bits, &overflows);
  bool wraps = !how->no_signed_wrap &&
               (overflows || !is_in(result, numbers_of(how->bits)));
  return fact_of(fit(result, wraps, how->bits),
                 divisor_of(operation, a, b, wraps, how));
}
