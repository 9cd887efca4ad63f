/* layout.c - The tile layout value: validity, canonical form, evaluation.
 *
 * Neighbouring iters (a : s @ x), (b : t @ x) of one dimension are the single
 * iter (a b : t @ x) exactly when s = b t.  Replicas have no order, so they are
 * sorted first, slowest stride first, and then merged by the same rule
 * (law L8). */
#include "tl/layout.h"
#include "base/checked.h"
#include "layout_digits.h"
#include "modes.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(tl_layout) ==
                   sizeof(int64_t) * (3 + TL_MAX_RANK + 4 * TL_MAX_ITERS +
                                      TL_MAX_SYMBOLS + TL_AXIS_COUNT + 3) +
                       sizeof(tl_twist),
               "tl_layout is compared bytewise and must have no padding");

static tl_code check_iter(const tl_layout *layout, const tl_iter *iter,
                          tl_error *error) {
  assert(iter->symbol >= 0 && iter->symbol <= TL_MAX_SYMBOLS);
  if (iter->extent < 1)
    return tl_fail(error, TL_INVALID, "extent %" PRId64 " is not positive",
                   iter->extent);
  if (iter->stride < 0)
    return tl_fail(error, TL_INVALID, "stride %" PRId64 " is negative",
                   iter->stride);
  if (iter->symbol == 0)
    return TL_OK;
  if (iter->axis != TL_AXIS_M)
    return tl_fail(error, TL_INVALID,
                   "a stride along %s has to be a number; only strides along m "
                   "may be known at run time",
                   tl_axis_describe((tl_axis)iter->axis)->name);
  if (layout->divisor[iter->symbol - 1] < 1)
    return tl_fail(error, TL_INVALID,
                   "divisor %" PRId64 " of a stride is below 1",
                   layout->divisor[iter->symbol - 1]);
  return TL_OK;
}

static tl_code check_fields(const tl_layout *layout, tl_error *error) {
  tl_list shape = {.count = layout->rank};
  const tl_iter *iter = layout->iters;
  for (int64_t d = 0; d < layout->rank; d++) {
    shape.items[d] = 1;
    for (int64_t i = 0; i < layout->group_size[d]; i++)
      TL_TRY(tl_multiply(shape.items[d], (iter++)->extent, &shape.items[d],
                         error));
  }
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    TL_TRY(check_iter(layout, &layout->iters[i], error));
  return tl_check_shape(&shape, error);
}

/* A digit of stride 0 moves along no axis: it is written on m. */
static tl_code append_merging(const tl_iter *iters, int64_t count, tl_iter *out,
                              int64_t *out_count, tl_error *error) {
  *out_count = 0;
  for (int64_t i = 0; i < count; i++) {
    tl_iter *last = *out_count ? &out[*out_count - 1] : NULL;
    tl_iter iter = iters[i];
    int64_t run;
    if (iter.extent == 1)
      continue;
    if (iter.stride == 0)
      iter.axis = iter.symbol = 0;
    TL_TRY(tl_multiply(iter.extent, iter.stride, &run, error));
    if (last && last->axis == iter.axis && last->symbol == iter.symbol &&
        last->stride == run) {
      TL_TRY(tl_multiply(last->extent, iter.extent, &last->extent, error));
      last->stride = iter.stride;
    } else {
      out[(*out_count)++] = iter;
    }
  }
  return TL_OK;
}

static bool goes_before(const tl_iter *a, const tl_iter *b) {
  if (a->axis != b->axis)
    return a->axis < b->axis;
  if (a->symbol != b->symbol)
    return a->symbol > b->symbol;
  if (a->stride != b->stride)
    return a->stride > b->stride;
  return a->extent > b->extent;
}

static void sort_replicas(tl_iter *iters, int64_t count) {
  for (int64_t i = 1; i < count; i++) {
    tl_iter moved = iters[i];
    int64_t place = i;
    for (; place > 0 && goes_before(&moved, &iters[place - 1]); place--)
      iters[place] = iters[place - 1];
    iters[place] = moved;
  }
}

tl_code tl_layout_create(const tl_layout *fields, tl_layout *out,
                         tl_error *error) {
  assert(fields->rank >= 0 && fields->rank <= TL_MAX_RANK);
  TL_TRY(check_fields(fields, error));
  TL_TRY(tl_layout_check_lanes(fields, 0, error));

  tl_layout result = {.rank = fields->rank};
  const tl_iter *next = fields->iters;
  for (int64_t d = 0; d < fields->rank; d++) {
    TL_TRY(append_merging(next, fields->group_size[d],
                          &result.iters[result.shard_count],
                          &result.group_size[d], error));
    result.shard_count += result.group_size[d];
    next += fields->group_size[d];
  }

  tl_iter replicas[TL_MAX_ITERS];
  int64_t replica_count = 0;
  for (int64_t i = 0; i < fields->replica_count; i++)
    if (next[i].stride != 0)
      replicas[replica_count++] = next[i];
  sort_replicas(replicas, replica_count);
  TL_TRY(append_merging(replicas, replica_count,
                        &result.iters[result.shard_count],
                        &result.replica_count, error));

  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    result.offset[axis] = fields->offset[axis];
  for (int64_t i = 0; i < tl_layout_iters(&result); i++) {
    int64_t symbol = result.iters[i].symbol;
    if (symbol)
      result.divisor[symbol - 1] = fields->divisor[symbol - 1];
  }
  TL_TRY(tl_swizzle_create(fields->swizzle.base, fields->swizzle.bits,
                           fields->swizzle.shift, &result.swizzle, error));
  result.twist = fields->twist;
  *out = result;
  return TL_OK;
}

bool tl_layout_is_static(const tl_layout *layout) {
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    if (layout->iters[i].symbol != 0)
      return false;
  return true;
}

/* Bit a: axis a has more than the place 0. */
static uint64_t axes_of(const tl_layout *layout) {
  uint64_t axes = 0;
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    axes |= UINT64_C(1) << layout->iters[i].axis;
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    axes |= (uint64_t)(layout->offset[axis] != 0) << axis;
  return axes;
}

tl_code tl_layout_check_lanes(const tl_layout *layout, int64_t lanes,
                              tl_error *error) {
  for (uint64_t left = axes_of(layout); left; left &= left - 1) {
    tl_axis axis = (tl_axis)__builtin_ctzll(left);
    const tl_axis_facts *facts = tl_axis_describe(axis);
    int64_t extent = tl_axis_digit(axis, lanes).extent;
    int64_t span;
    if (layout->offset[axis] < 0)
      return tl_fail(error, TL_INVALID, "offset %" PRId64 "@%s is negative",
                     layout->offset[axis], facts->name);
    if (axis == TL_AXIS_M && !tl_layout_is_static(layout))
      continue;
    TL_TRY(tl_layout_span(layout, axis, &span, error));
    if (extent && span > extent)
      return tl_fail(error, TL_INVALID,
                     "the layout reaches %" PRId64 "@%s; %s has %" PRId64
                     " values",
                     span - 1, facts->name, facts->name, extent);
  }
  return TL_OK;
}

tl_code tl_layout_from_strides(const tl_list *shape, const tl_list *strides,
                               tl_layout *out, tl_error *error) {
  TL_TRY(tl_check_shape(shape, error));
  tl_layout fields = {.rank = shape->count, .shard_count = shape->count};
  for (int64_t d = 0; d < shape->count; d++) {
    fields.group_size[d] = 1;
    fields.iters[d] =
        (tl_iter){shape->items[d], strides->items[d], TL_AXIS_M, 0};
  }
  return tl_layout_create(&fields, out, error);
}

tl_code tl_layout_dense(const tl_list *shape, bool row_major, tl_layout *out,
                        tl_error *error) {
  TL_TRY(tl_check_shape(shape, error));
  tl_list strides = {.count = shape->count};
  int64_t stride = 1;
  for (int64_t k = 0; k < shape->count; k++) {
    int64_t d = row_major ? shape->count - 1 - k : k;
    strides.items[d] = stride;
    stride *= shape->items[d];
  }
  return tl_layout_from_strides(shape, &strides, out, error);
}

tl_code tl_layout_span(const tl_layout *layout, tl_axis axis, int64_t *span,
                       tl_error *error) {
  TL_TRY(tl_add(layout->offset[axis], 1, span, error));
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    const tl_iter *iter = &layout->iters[i];
    if (iter->axis != axis)
      continue;
    if (iter->symbol != 0)
      return tl_fail(error, TL_UNSUPPORTED,
                     "a stride is known only at run time, which is not "
                     "supported here");
    TL_TRY(tl_multiply_add(*span, iter->extent - 1, iter->stride, span, error));
  }
  return TL_OK;
}

void tl_layout_apply(const tl_layout *layout, const int64_t *coordinate,
                     int64_t *point) {
  int64_t place[TL_DIRECTIONS];
  tl_layout_place(layout, coordinate, place);
  memcpy(&point[TL_AXIS_M + 1], &place[tl_axis_direction(TL_AXIS_M + 1)],
         sizeof *point * (TL_AXIS_COUNT - 1));
  point[TL_AXIS_M] = tl_swizzle_apply(&layout->swizzle, place[TL_AXIS_M]);
}
