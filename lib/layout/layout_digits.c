/* layout_digits.c - see layout_digits.h.
 *
 * A digit (a b : s) is the two digits (b : s), (a : b s), fastest first. */
#include "layout_digits.h"
#include "base/checked.h"
#include <assert.h>
#include <string.h>

tl_code tl_digits_push(tl_digits *list, tl_iter digit, tl_error *error) {
  if (digit.extent == 1)
    return TL_OK;
  if (list->count == TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY, "the layout needs more than %d iters",
                   TL_MAX_ITERS);
  list->items[list->count++] = digit;
  return TL_OK;
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

tl_digits tl_layout_digits(const tl_layout *layout, int64_t dimension) {
  assert(tl_twist_is_none(&layout->twist));
  int64_t end = layout->shard_count;
  tl_digits list = {.count = layout->replica_count};
  if (dimension < layout->rank) {
    list.count = layout->group_size[dimension];
    for (int64_t d = dimension + 1; d < layout->rank; d++)
      end -= layout->group_size[d];
  } else {
    end += layout->replica_count;
  }
  for (int64_t i = 0; i < list.count; i++)
    list.items[i] = layout->iters[end - 1 - i];
  return list;
}

tl_code tl_layout_push_digits(tl_layout *layout, int64_t rank,
                              const tl_digits *list, tl_error *error) {
  int64_t before = tl_layout_iters(layout);
  if (before + list->count > TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY,
                   "the layout needs %" PRId64
                   " iters; at most %d are supported",
                   before + list->count, TL_MAX_ITERS);
  for (int64_t i = 0; i < list->count; i++)
    layout->iters[before + i] = list->items[list->count - 1 - i];
  if (layout->rank == rank) {
    layout->replica_count += list->count;
  } else {
    layout->shard_count += list->count;
    layout->group_size[layout->rank++] = list->count;
  }
  return TL_OK;
}

tl_layout tl_layout_without_iters(const tl_layout *layout) {
  assert(tl_twist_is_none(&layout->twist));
  tl_layout bare = {.swizzle = layout->swizzle};
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    bare.divisor[i] = layout->divisor[i];
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    bare.offset[axis] = layout->offset[axis];
  return bare;
}

tl_list tl_layout_shape(const tl_layout *layout) {
  tl_list shape = {.count = layout->rank};
  const tl_iter *iter = layout->iters;
  for (int64_t d = 0; d < layout->rank; d++) {
    shape.items[d] = 1;
    for (int64_t i = 0; i < layout->group_size[d]; i++)
      shape.items[d] *= (iter++)->extent;
  }
  return shape;
}

int64_t tl_shape_bits(const tl_list *shape) {
  int64_t bits = 0;
  for (int64_t d = 0; d < shape->count; d++)
    bits += __builtin_ctzll((uint64_t)shape->items[d]);
  return bits;
}

void tl_twist_coordinate(const tl_twist *twist, const tl_list *shape,
                         int64_t *coordinate) {
  int64_t number = 0;
  for (int64_t d = 0; d < shape->count; d++)
    number = number * shape->items[d] + coordinate[d];
  number = tl_twist_apply(twist, number);
  for (int64_t d = shape->count - 1; d >= 0; d--)
    coordinate[d] = tl_take_digit(&number, shape->items[d]);
}

void tl_layout_place(const tl_layout *layout, const int64_t *coordinate,
                     int64_t place[TL_DIRECTIONS]) {
  int64_t twisted[TL_MAX_RANK];
  place[TL_AXIS_M] = layout->offset[TL_AXIS_M];
  memset(&place[1], 0, sizeof *place * TL_MAX_SYMBOLS);
  memcpy(&place[tl_axis_direction(TL_AXIS_M + 1)],
         &layout->offset[TL_AXIS_M + 1], sizeof *place * (TL_AXIS_COUNT - 1));
  if (!tl_twist_is_none(&layout->twist)) {
    tl_list shape = tl_layout_shape(layout);
    memcpy(twisted, coordinate, sizeof *twisted * (size_t)layout->rank);
    tl_twist_coordinate(&layout->twist, &shape, twisted);
    coordinate = twisted;
  }
  const tl_iter *end = layout->iters;
  for (int64_t d = 0; d < layout->rank; d++) {
    int64_t rest = coordinate[d];
    end += layout->group_size[d];
    for (int64_t i = 1; i <= layout->group_size[d]; i++)
      place[tl_iter_direction(end - i)] +=
          tl_take_digit(&rest, end[-i].extent) * end[-i].stride;
  }
}

tl_list tl_layout_sorted(const tl_layout *layout, int64_t direction) {
  tl_list order = {0};
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    const tl_iter *iter = &layout->iters[i];
    if (tl_iter_direction(iter) != direction || iter->extent == 1)
      continue;
    int64_t place = order.count++;
    for (; place > 0 &&
           layout->iters[order.items[place - 1]].stride > iter->stride;
         place--)
      order.items[place] = order.items[place - 1];
    order.items[place] = i;
  }
  return order;
}
