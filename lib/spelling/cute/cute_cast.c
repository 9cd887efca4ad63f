/* cute_cast.c - The same bytes as elements of another width.
 *
 * A mode s:d counted in units of n elements becomes s:d/n when n divides d, and
 * s*d/n:1, at least 1:1, when d divides n: n/d steps stay within one unit.
 * Mode by mode this is right when what the modes step within a unit adds up to
 * less than a unit, in one direction. */
#include "base/checked.h"
#include "tl/cute.h"

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

static tl_code check_factor(int64_t n, tl_error *error) {
  if (n >= 1)
    return TL_OK;
  return tl_fail(error, TL_INVALID, "the factor %" PRId64 " is below 1", n);
}

tl_code tl_cute_upcast(int64_t n, const tl_cute *layout, tl_cute *out,
                       tl_error *error) {
  tl_cute result = *layout;
  unit_steps within = {0, 0};
  TL_TRY(check_factor(n, error));
  TL_TRY(tl_cute_check_domain(layout, error));
  for (int64_t i = 0; i < result.leaf_count; i++)
    TL_TRY(upcast_mode(n, &result.leaves[i], &within, error));
  if (within.up >= n || within.down >= n || (within.up && within.down))
    return tl_fail(error, TL_INVALID,
                   "upcast by %" PRId64
                   ": steps within a unit lead from %" PRId64 " to %" PRId64
                   ", out of it",
                   n, -within.down, within.up);
  *out = result;
  return TL_OK;
}

tl_code tl_cute_downcast(int64_t n, const tl_cute *layout, tl_cute *out,
                         tl_error *error) {
  tl_cute result = *layout;
  bool has_unit = false;
  int64_t units = 0;
  TL_TRY(check_factor(n, error));
  for (int64_t i = 0; i < result.leaf_count; i++) {
    tl_leaf *mode = &result.leaves[i];
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
  *out = result;
  return tl_cute_check(out, error);
}
