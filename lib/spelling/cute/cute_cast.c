/* cute_cast.c - The same bytes as elements of another width.
 *
 * A mode s:d counted in units of n elements becomes s:d/n when n divides d, and
 * s*d/n:1, at least 1:1, when d divides n: n/d steps stay within one unit.
 * Mode by mode this is right when what the modes step within a unit adds up to
 * less than a unit, in one direction. */
#include "base/checked.h"
#include "tl/cute_swizzle.h"

/* The largest steps up and down from where a unit starts. */
typedef struct unit_steps {
  int64_t up, down;
} unit_steps;

static tl_code upcast_mode(int64_t n, tl_leaf *mode, unit_steps *within,
                           tl_error *error) {
  int64_t distance = mode->stride < 0 ? -mode->stride : mode->stride;
  if (distance == 0)
    return TL_OK;
  if (distance % n != 0 && n % distance != 0)
    return tl_fail(error, TL_INVALID,
                   "upcast by %" PRId64 ": stride %" PRId64
                   " neither divides it nor is divided by it",
                   n, mode->stride);
  int64_t steps = distance < n ? n / distance : 1;
  if (mode->value > steps && mode->value % steps != 0)
    return tl_fail(error, TL_INVALID,
                   "upcast by %" PRId64 ": mode %" PRId64 ":%" PRId64
                   " neither fills whole units of %" PRId64
                   " steps nor stays within one",
                   n, mode->value, mode->stride, steps);
  int64_t *reach = mode->stride < 0 ? &within->down : &within->up;
  int64_t last = (mode->value < steps ? mode->value : steps) - 1;
  TL_TRY(tl_multiply_add(*reach, last, distance, reach, error));
  mode->value = mode->value < steps ? 1 : mode->value / steps;
  distance = distance < n ? 1 : distance / n;
  mode->stride = mode->stride < 0 ? -distance : distance;
  return TL_OK;
}

/* Moves the base of a swizzle up by log2 n, or down for a `sign` of -1. */
static tl_code move_base(int64_t n, int64_t sign, tl_swizzle *swizzle,
                         tl_error *error) {
  if (n < 1)
    return tl_fail(error, TL_INVALID, "the factor %" PRId64 " is below 1", n);
  if (swizzle->bits == 0)
    return TL_OK;
  if (!tl_is_power_of_two(n))
    return tl_fail(error, TL_INVALID,
                   "a swizzle is recast by powers of two, not by %" PRId64, n);
  int64_t base = swizzle->base + sign * __builtin_ctzll((uint64_t)n);
  if (base < 0)
    return tl_fail(error, TL_INVALID,
                   "upcast by %" PRId64 " cuts through the base 2^%" PRId64
                   " of the swizzle",
                   n, swizzle->base);
  return tl_cute_swizzle_create(swizzle->bits, base, swizzle->shift, swizzle,
                                error);
}

tl_code tl_composed_upcast(int64_t n, const tl_composed *composed,
                           tl_composed *out, tl_error *error) {
  tl_composed result = *composed;
  unit_steps within = {0, 0};
  TL_TRY(move_base(n, -1, &result.swizzle, error));
  TL_TRY(tl_cute_check_domain(&result.layout, error));
  TL_TRY(tl_composed_check_integers(composed, error));
  for (int64_t i = 0; i < result.layout.leaf_count; i++)
    TL_TRY(upcast_mode(n, &result.layout.leaves[i], &within, error));
  if (within.up >= n || within.down >= n || (within.up && within.down))
    return tl_fail(error, TL_INVALID,
                   "upcast by %" PRId64
                   ": steps within a unit lead from %" PRId64 " to %" PRId64
                   ", out of it",
                   n, -within.down, within.up);
  if (result.offset % n != 0)
    return tl_fail(error, TL_INVALID,
                   "upcast by %" PRId64 " does not divide the offset %" PRId64,
                   n, result.offset);
  result.offset /= n;
  *out = result;
  return TL_OK;
}

tl_code tl_composed_downcast(int64_t n, const tl_composed *composed,
                             tl_composed *out, tl_error *error) {
  tl_composed result = *composed;
  bool has_unit = false;
  int64_t units = 0;
  TL_TRY(move_base(n, 1, &result.swizzle, error));
  TL_TRY(tl_composed_check_integers(composed, error));
  for (int64_t i = 0; i < result.layout.leaf_count; i++) {
    tl_leaf *mode = &result.layout.leaves[i];
    bool is_unit = mode->stride == 1 || mode->stride == -1;
    has_unit |= mode->stride == 1;
    units += is_unit;
    int64_t *grown = is_unit ? &mode->value : &mode->stride;
    TL_TRY(tl_multiply(*grown, n, grown, error));
  }
  if (!has_unit)
    return tl_fail(error, TL_INVALID,
                   "downcast by %" PRId64
                   " needs adjacent elements; no mode has stride 1",
                   n);
  if (units > 1 && n > 1)
    return tl_fail(error, TL_INVALID,
                   "downcast by %" PRId64 " of %" PRId64
                   " modes that step by one element",
                   n, units);
  TL_TRY(tl_cute_check(&result.layout, error));
  TL_TRY(tl_multiply(result.offset, n, &result.offset, error));
  *out = result;
  return TL_OK;
}

tl_code tl_composed_recast(int64_t old_bits, int64_t new_bits,
                           const tl_composed *composed, tl_composed *out,
                           tl_error *error) {
  if (old_bits < 1 || new_bits < 1)
    return tl_fail(error, TL_INVALID,
                   "elements of %" PRId64 " and %" PRId64 " bits", old_bits,
                   new_bits);
  int64_t common = tl_gcd(old_bits, new_bits);
  tl_composed result = *composed;
  if (new_bits != common)
    TL_TRY(tl_composed_upcast(new_bits / common, &result, &result, error));
  if (old_bits != common)
    TL_TRY(tl_composed_downcast(old_bits / common, &result, &result, error));
  *out = result;
  return TL_OK;
}
