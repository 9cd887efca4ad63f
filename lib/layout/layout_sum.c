/* layout_sum.c - see layout_sum.h.
 *
 * A swizzle looks at the bits below its period and changes only those.  So
 * z(x + y) = x + z(y) whenever all x are multiples of the period.  With
 * scale = 2^k and y < scale, the swizzle of x / scale is the one of x with base
 * higher by k.  What neither rule proves is enumerated, up to MOST_ENUMERATED
 * pairs. */
#include "layout_sum.h"
#include "base/checked.h"
#include "layout_digits.h"
#include <stddef.h>

enum { MOST_ENUMERATED = 1 << 16 };

static bool all_divisible(const tl_layout *layout, const tl_swizzle *swizzle);
static bool is_exact(const tl_layout *outer, const tl_layout *inner,
                     const tl_swizzle *swizzle);
static tl_code fail(tl_error *error);

tl_code tl_sum_swizzle(const tl_layout *left, const tl_layout *right,
                       int64_t scale, tl_swizzle *out, tl_error *error) {
  if (left->swizzle.bits && right->swizzle.bits)
    return tl_fail(error, TL_UNSUPPORTED,
                   "both layouts are swizzled, which is not supported");
  if (!left->swizzle.bits) {
    *out = right->swizzle;
    return is_exact(left, right, out) ? TL_OK : fail(error);
  }
  if (scale == 1) {
    *out = left->swizzle;
    return is_exact(right, left, out) ? TL_OK : fail(error);
  }
  if ((scale & (scale - 1)) != 0 || left->offset[TL_AXIS_M] != 0)
    return fail(error);
  *out = left->swizzle;
  for (; scale > 1; scale /= 2)
    out->base++;
  return TL_OK;
}

static tl_code fail(tl_error *error) {
  return tl_fail(error, TL_UNSUPPORTED,
                 "the swizzle would mix the two layouts: the places of one are "
                 "no multiples of its period");
}

/* Whether all places along m are multiples of the period. */
static bool all_divisible(const tl_layout *layout, const tl_swizzle *swizzle) {
  int64_t seen =
      tl_swizzle_read_mask(swizzle) | tl_swizzle_changed_mask(swizzle);
  int64_t below = layout->offset[TL_AXIS_M];
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    const tl_iter *iter = &layout->iters[i];
    int64_t known = iter->symbol ? layout->divisor[iter->symbol - 1] : 1, step;
    if (iter->axis != TL_AXIS_M)
      continue;
    if (tl_multiply(iter->stride, known, &step, NULL) != TL_OK)
      return false;
    below |= step;
  }
  int64_t period = 1;
  while (period <= seen)
    period *= 2;
  return below % period == 0;
}

/* Digits along m, the place of each number below `total` being their sum. */
typedef struct places {
  tl_digits list;
  int64_t total, first;
} places;

static bool places_of(const tl_layout *layout, places *out) {
  *out = (places){.total = 1, .first = layout->offset[TL_AXIS_M]};
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    const tl_iter *iter = &layout->iters[i];
    if (iter->axis != TL_AXIS_M)
      continue;
    if (iter->symbol || iter->extent > MOST_ENUMERATED)
      return false;
    out->total *= iter->extent;
    if (out->total > MOST_ENUMERATED)
      return false;
    out->list.items[out->list.count++] = *iter;
  }
  return true;
}

static int64_t place_at(const places *all, int64_t number) {
  int64_t place = all->first;
  for (int64_t i = 0; i < all->list.count; i++)
    place += tl_take_digit(&number, all->list.items[i].extent) *
             all->list.items[i].stride;
  return place;
}

/* Whether z(x + y) = x + z(y), x of `outer`, y of `inner`. */
static bool is_exact(const tl_layout *outer, const tl_layout *inner,
                     const tl_swizzle *swizzle) {
  if (!swizzle->bits || all_divisible(outer, swizzle))
    return true;
  places plain, swizzled;
  int64_t span;
  if (!places_of(outer, &plain) || !places_of(inner, &swizzled) ||
      plain.total * swizzled.total > MOST_ENUMERATED ||
      tl_layout_span(outer, TL_AXIS_M, &span, NULL) != TL_OK ||
      tl_layout_span(inner, TL_AXIS_M, &span, NULL) != TL_OK)
    return false;
  for (int64_t i = 0; i < plain.total; i++)
    for (int64_t k = 0; k < swizzled.total; k++) {
      int64_t x = place_at(&plain, i), y = place_at(&swizzled, k), sum;
      if (tl_add(x, y, &sum, NULL) != TL_OK ||
          tl_swizzle_apply(swizzle, sum) != x + tl_swizzle_apply(swizzle, y))
        return false;
    }
  return true;
}
