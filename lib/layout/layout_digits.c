/* layout_digits.c - see layout_digits.h.
 *
 * A digit (a b : s) is the two digits (b : s), (a : b s), fastest first. */
#include "layout_digits.h"
#include "base/checked.h"

tl_code tl_digits_push(tl_digits *list, tl_iter digit, tl_error *error) {
  if (digit.extent == 1)
    return TL_OK;
  if (list->count == TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY, "the layout needs more than %d iters",
                   TL_MAX_ITERS);
  list->items[list->count++] = digit;
  return TL_OK;
}

tl_digits tl_digits_of(const tl_iter *iters, int64_t count) {
  tl_digits list = {.count = count};
  for (int64_t i = 0; i < count; i++)
    list.items[i] = iters[count - 1 - i];
  return list;
}

tl_code tl_digits_take(tl_digits *list, int64_t extent, tl_digits *low,
                       tl_error *error) {
  tl_digits high = {0};
  *low = (tl_digits){0};
  for (int64_t i = 0; i < list->count; i++) {
    tl_iter digit = list->items[i];
    int64_t taken = extent < digit.extent ? extent : digit.extent;
    if (extent % taken != 0 || digit.extent % taken != 0)
      return tl_fail(error, TL_INVALID,
                     "a digit of extent %" PRId64 " cannot be split at %" PRId64
                     "; one has to divide the other",
                     digit.extent, extent);
    TL_TRY(tl_digits_push(
        low, (tl_iter){taken, digit.stride, digit.axis, digit.symbol}, error));
    TL_TRY(tl_multiply(digit.stride, taken, &digit.stride, error));
    digit.extent /= taken;
    extent /= taken;
    TL_TRY(tl_digits_push(&high, digit, error));
  }
  *list = high;
  return TL_OK;
}

tl_code tl_layout_push_dimension(tl_layout *layout, const tl_digits *list,
                                 tl_error *error) {
  if (layout->rank == TL_MAX_RANK)
    return tl_fail(error, TL_CAPACITY, "more than %d dimensions", TL_MAX_RANK);
  if (layout->shard_count + list->count > TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY,
                   "the layout needs %" PRId64
                   " iters; at most %d are supported",
                   layout->shard_count + list->count, TL_MAX_ITERS);
  for (int64_t i = list->count - 1; i >= 0; i--)
    layout->iters[layout->shard_count++] = list->items[i];
  layout->group_size[layout->rank++] = list->count;
  return TL_OK;
}

tl_code tl_layout_push_replicas(tl_layout *layout, const tl_iter *iters,
                                int64_t count, tl_error *error) {
  if (tl_layout_iters(layout) + count > TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY,
                   "the layout needs %" PRId64
                   " iters; at most %d are supported",
                   tl_layout_iters(layout) + count, TL_MAX_ITERS);
  for (int64_t i = 0; i < count; i++)
    layout->iters[layout->shard_count + layout->replica_count++] = iters[i];
  return TL_OK;
}

const tl_iter *tl_layout_group(const tl_layout *layout, int64_t d) {
  const tl_iter *group = layout->iters;
  while (d > 0)
    group += layout->group_size[--d];
  return group;
}

tl_layout tl_layout_without_iters(const tl_layout *layout) {
  tl_layout bare = {.swizzle = layout->swizzle};
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    bare.divisor[i] = layout->divisor[i];
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    bare.offset[axis] = layout->offset[axis];
  return bare;
}
