/* exact_number.c - see exact_number.h.
 *
 * A result is computed in 128 bits.  What does not fit sets the last one of
 * these, far below the last one that is kept, so that it is rounded as the exact
 * number would be. */
#include "exact_number.h"
#include <math.h>

/* q * 2^e with a sign, which 0 has, too. */
typedef struct exact {
  bool is_negative;
  tl_bits q;
  int e;
} exact;

static int width_of(tl_bits q) {
  uint64_t high = (uint64_t)(q >> 64), low = (uint64_t)q;
  return high ? 128 - __builtin_clzll(high)
              : (low ? 64 - __builtin_clzll(low) : 0);
}

/* What is shifted out sets the last bit. */
static tl_bits shift_right(tl_bits q, int by) {
  if (by >= 128)
    return q != 0;
  return q >> by | ((q & tl_wide_low_bits(by)) != 0);
}

static exact take(double value) {
  enum { BITS = 53 };
  int e;
  double fraction = frexp(fabs(value), &e);
  return (exact){signbit(value) != 0, (tl_bits)ldexp(fraction, BITS), e - BITS};
}

/*===--- Results ----------------------------------------------------------===*/

static exact multiply(exact a, exact b) {
  return (exact){a.is_negative != b.is_negative, a.q * b.q, a.e + b.e};
}

/* Numbers of at most 106 bits: where bits of b are shifted out, a is so much larger
 * that few of the highest ones cancel. */
static exact add(exact a, exact b, tl_rounding how) {
  enum { TOP = 126 };
  if (a.q == 0 || (b.q && width_of(a.q) + a.e < width_of(b.q) + b.e))
    return a.q || b.q ? add(b, a, how)
                      : (exact){a.is_negative == b.is_negative ? a.is_negative
                                                               : how == TL_DOWN,
                                0, 0};
  if (b.q == 0)
    return a;
  int up = TOP - width_of(a.q), down = a.e - up - b.e;
  a.q <<= up;
  a.e -= up;
  b.q = down > 0 ? shift_right(b.q, down) : b.q << -down;
  if (a.is_negative == b.is_negative)
    return (exact){a.is_negative, a.q + b.q, a.e};
  if (a.q == b.q)
    return (exact){how == TL_DOWN, 0, 0};
  return a.q > b.q ? (exact){a.is_negative, a.q - b.q, a.e}
                   : (exact){b.is_negative, b.q - a.q, a.e};
}

static exact divide(exact a, exact b) {
  enum { UP = 73 };
  tl_bits wide = a.q << UP, q = wide / b.q;
  return (exact){a.is_negative != b.is_negative, q | (wide != q * b.q),
                 a.e - UP - b.e};
}

static exact take_root(exact a) {
  enum { UP = 72 };
  int up = UP + (a.e & 1);
  tl_bits square = a.q << up, root = 0;
  for (tl_bits bit = (tl_bits)1 << 63; bit; bit >>= 1)
    if ((root | bit) * (root | bit) <= square)
      root |= bit;
  return (exact){false, root | (root * root != square), (a.e - up) / 2};
}

/*===--- Rounding ---------------------------------------------------------===*/

/* Whether what is behind the last bit makes it one more; `by` bits are. */
static bool goes_up(const exact *of, tl_rounding how, tl_bits kept, int by) {
  bool is_narrow = by < 128;
  tl_bits rest = is_narrow ? of->q - (kept << by) : of->q;
  tl_bits half = is_narrow ? (tl_bits)1 << (by - 1) : 0;
  const bool results[TL_ROUNDING_COUNT] = {
      is_narrow && (rest > half || (rest == half && kept % 2)), false,
      rest && of->is_negative, rest && !of->is_negative};
  return results[how];
}

/* What is too large becomes infinity, or the largest number. */
static double too_large(double largest, tl_rounding how, bool is_negative) {
  const bool is_infinite[TL_ROUNDING_COUNT] = {true, false, is_negative,
                                               !is_negative};
  return is_infinite[how] ? INFINITY : largest;
}

static double rounded(const tl_float_format *format, tl_rounding how,
                      exact of) {
  double largest = tl_float_decode(format, (uint64_t)format->largest);
  int last = width_of(of.q) + of.e - format->mantissa - 1;
  int lowest = 1 - format->bias - format->mantissa;
  last = last > lowest ? last : lowest;
  int by = last - of.e;
  tl_bits kept = by <= 0 ? of.q << -by : by < 128 ? of.q >> by : 0;
  if (by > 0 && goes_up(&of, how, kept, by))
    kept++;
  double value = kept ? ldexp((double)kept, last) : 0;
  if (value > largest)
    value = too_large(largest, how, of.is_negative);
  return of.is_negative ? -value : value;
}

double tl_exact_value(const tl_float_format *format, tl_rounding how,
                      double a) {
  return isfinite(a) ? rounded(format, how, take(a)) : a;
}

double tl_exact_fused(const tl_float_format *format, tl_rounding how, double a,
                      double b, double c) {
  if (!isfinite(a) || !isfinite(b) || !isfinite(c))
    return fma(a, b, c);
  return rounded(format, how, add(multiply(take(a), take(b)), take(c), how));
}

double tl_exact_product(const tl_float_format *format, tl_rounding how,
                        double a, double b) {
  if (!isfinite(a) || !isfinite(b))
    return a * b;
  return rounded(format, how, multiply(take(a), take(b)));
}

double tl_exact_quotient(const tl_float_format *format, tl_rounding how,
                         double a, double b) {
  if (!isfinite(a) || !isfinite(b) || b == 0)
    return a / b;
  return rounded(format, how, divide(take(a), take(b)));
}

double tl_exact_root(const tl_float_format *format, tl_rounding how, double a) {
  if (!isfinite(a) || a <= 0)
    return sqrt(a);
  return rounded(format, how, take_root(take(a)));
}
