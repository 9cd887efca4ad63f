/* places.c - Places of elements, from the tile layout; see tl/notation.h. */
#include "base/checked.h"
#include "layout/layout_digits.h"
#include "tl/notation.h"

tl_code tl_places_open(const tl_value *value, tl_places *out, tl_error *error) {
  const tl_notation *notation = tl_notation_of(value->kind);
  int64_t span;
  if (!notation)
    return tl_fail(error, TL_INVALID, "expected a layout, got %s",
                   tl_kind_describe(value->kind));
  *out = (tl_places){.value = value, .notation = notation};
  if (notation->shape)
    return notation->shape(value, &out->shape, error);
  TL_TRY(tl_notation_twisted(notation)(value, &out->layout, error));
  out->shape = tl_layout_shape(&out->layout);
  return tl_layout_span(&out->layout, TL_AXIS_M, &span, error);
}

tl_code tl_places_count(const tl_places *places, int64_t *threads,
                        int64_t *slots, tl_error *error) {
  *threads = 1;
  if (places->notation->span)
    return places->notation->span(places->value, slots, error);
  TL_TRY(tl_layout_span(&places->layout, TL_AXIS_TX, threads, error));
  return tl_layout_span(&places->layout, TL_AXIS_M, slots, error);
}

/* One without replicas and swizzle where there is none. */
static const tl_layout *layout_of(const tl_numbers *numbers) {
  static const tl_layout NONE = {0};
  return numbers->layout ? numbers->layout : &NONE;
}

static tl_code count_copies(const tl_numbers *numbers, int64_t *count,
                            tl_error *error) {
  const tl_layout *layout = layout_of(numbers);
  *count = 1;
  for (int64_t i = layout->shard_count; i < tl_layout_iters(layout); i++)
    if (layout->iters[i].axis == (int64_t)numbers->axis)
      TL_TRY(tl_multiply(*count, layout->iters[i].extent, count, error));
  return TL_OK;
}

void tl_location_of_point(const tl_layout *layout, const int64_t *point,
                          tl_location *out) {
  bool has_m = true;
  out->count = 0;
  for (int i = 1; i <= TL_AXIS_COUNT; i++) {
    tl_axis axis = (tl_axis)(i % TL_AXIS_COUNT);
    const tl_axis_facts *facts = tl_axis_describe(axis);
    int64_t span;
    bool is_used =
        tl_layout_span(layout, axis, &span, NULL) != TL_OK || span > 1;
    if (is_used && axis != TL_AXIS_M && facts->kind != TL_AXIS_THREAD)
      has_m = false;
    if (is_used || (axis == TL_AXIS_M && has_m))
      out->items[out->count++] =
          (tl_numbers){facts->name, point[axis], layout, axis};
  }
}

static tl_code check_number(const char *what, int64_t number, int64_t end,
                            tl_error *error) {
  if (number < 0 || number >= end)
    return tl_fail(error, TL_INVALID,
                   "%s %" PRId64 " is outside [0, %" PRId64 ")", what, number,
                   end);
  return TL_OK;
}

/* The number of an element, the first dimension the fastest. */
static tl_code find_index(const tl_places *places, const tl_list *coordinate,
                          int64_t *index, tl_error *error) {
  const tl_list *shape = &places->shape;
  bool is_linear = places->notation->is_cute && coordinate->count == 1;
  int64_t size;
  if (is_linear) {
    *index = coordinate->items[0];
    TL_TRY(tl_list_product(shape, &size, error));
    return check_number("coordinate", *index, size, error);
  }
  *index = 0;
  TL_TRY(tl_list_check_coordinate(shape, coordinate, error));
  for (int64_t d = shape->count - 1; d >= 0; d--)
    *index = *index * shape->items[d] + coordinate->items[d];
  return TL_OK;
}

tl_code tl_places_locate(const tl_places *places, const tl_list *coordinate,
                         tl_location *out, tl_error *error) {
  const tl_notation *notation = places->notation;
  const tl_layout *layout = &places->layout;
  const char *slot = notation->slot ? notation->slot : "offset";
  int64_t point[TL_AXIS_COUNT], copies, index;
  TL_TRY(find_index(places, coordinate, &index, error));
  out->count = 0;
  if (notation->locate) {
    out->items[out->count++] = (tl_numbers){.name = slot};
    return notation->locate(places->value, index, &out->items[0].first, error);
  }
  tl_layout_apply(layout, coordinate->items, point);
  point[TL_AXIS_M] = tl_swizzle_undo(&layout->swizzle, point[TL_AXIS_M]);
  if (notation->role == TL_ROLE_ANY) {
    tl_location_of_point(layout, point, out);
  } else {
    if (notation->role == TL_ROLE_HELD)
      out->items[out->count++] =
          (tl_numbers){"thread", point[TL_AXIS_TX], layout, TL_AXIS_TX};
    out->items[out->count++] =
        (tl_numbers){slot, point[TL_AXIS_M], layout, TL_AXIS_M};
  }
  for (int64_t i = 0; i < out->count; i++)
    TL_TRY(count_copies(&out->items[i], &copies, error));
  return TL_OK;
}

int64_t tl_numbers_count(const tl_numbers *numbers) {
  int64_t count;
  return count_copies(numbers, &count, NULL) == TL_OK ? count : INT64_MAX;
}

/* Replicas come slowest first. */
int64_t tl_numbers_item(const tl_numbers *numbers, int64_t i) {
  const tl_layout *layout = layout_of(numbers);
  int64_t number = numbers->first;
  for (int64_t k = layout->replica_count - 1; k >= 0; k--) {
    const tl_iter *replica = &layout->iters[layout->shard_count + k];
    if (replica->axis == (int64_t)numbers->axis)
      number += tl_take_digit(&i, replica->extent) * replica->stride;
  }
  return numbers->axis == TL_AXIS_M ? tl_swizzle_apply(&layout->swizzle, number)
                                    : number;
}

static void untwist(const tl_layout *layout, int64_t *coordinate) {
  tl_twist back;
  tl_list shape = tl_layout_shape(layout);
  if (tl_twist_invert(&layout->twist, tl_shape_bits(&shape), &back))
    tl_twist_coordinate(&back, &shape, coordinate);
}

tl_code tl_places_element(const tl_places *places, int64_t thread, int64_t slot,
                          tl_list *coordinate, bool *is_first,
                          tl_error *error) {
  const tl_layout *layout = &places->layout;
  const tl_iter *iter = layout->iters, *end = iter + tl_layout_iters(layout);
  int64_t threads, slots;
  TL_TRY(tl_places_count(places, &threads, &slots, error));
  TL_TRY(check_number("thread", thread, threads, error));
  TL_TRY(check_number(places->notation->slot, slot, slots, error));
  slot = tl_swizzle_undo(&layout->swizzle, slot);
  *coordinate = (tl_list){.count = layout->rank};
  for (int64_t d = 0; d < layout->rank; d++)
    for (int64_t i = 0; i < layout->group_size[d]; i++, iter++) {
      int64_t place = iter->axis == TL_AXIS_M ? slot : thread;
      coordinate->items[d] = coordinate->items[d] * iter->extent +
                             place / iter->stride % iter->extent;
    }
  untwist(layout, coordinate->items);
  for (*is_first = true; iter < end; iter++)
    if ((iter->axis == TL_AXIS_M ? slot : thread) / iter->stride % iter->extent)
      *is_first = false;
  return TL_OK;
}
