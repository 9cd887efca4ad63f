/* layout_convert.c - The other spellings as tile layouts, and thread axes
 * re-expressed (law L9: conversions keep the map).
 *
 * The thread number of a register layout is read in row-major digits of its
 * spatial list, so the digit at position p has as stride the product of the
 * extents after p; the same holds for the register number. */
#include "base/checked.h"
#include "layout/modes.h"
#include "tl/layout.h"
#include "spelling/cute/tuple_walk.h"

static tl_code check_threads(int64_t threads, tl_scope scope, tl_error *error);
static int64_t spatial_extent(const tl_register *layout, int64_t position);
static tl_code append_replicas(const tl_register *layout, tl_axis axis,
                               const int64_t *stride_at, tl_layout *out,
                               tl_error *error);
static tl_code append_iter(tl_layout *layout, tl_iter iter, tl_error *error);
static tl_iter digit_iter(const tl_tv_digit *digit, int64_t axis);
static tl_code rescale(tl_axis from, const tl_scope_facts *scope,
                       int64_t *scale, tl_error *error);

tl_code tl_layout_from_register(const tl_register *layout, tl_scope scope,
                                tl_layout *out, tl_error *error) {
  /* 1. The threads must fit the scope. */
  const tl_scope_facts *facts = tl_scope_describe(scope);
  int64_t threads;
  TL_TRY(tl_register_threads(layout, &threads, error));
  TL_TRY(check_threads(threads, scope, error));

  /* 2. Each listed mode knows its stride. */
  tl_iter iter_of[TL_MAX_ITERS] = {{0}};
  int64_t spatial_stride[TL_MAX_ITERS], stride = 1;
  for (int64_t p = layout->spatial_modes.count - 1; p >= 0; p--) {
    int64_t mode = layout->spatial_modes.items[p];
    spatial_stride[p] = stride;
    if (mode >= 0)
      iter_of[mode] = (tl_iter){layout->mode_shape.items[mode], stride,
                                (int64_t)facts->axis, 0};
    stride *= spatial_extent(layout, p);
  }
  stride = 1;
  for (int64_t p = layout->local_modes.count - 1; p >= 0; p--) {
    int64_t mode = layout->local_modes.items[p];
    iter_of[mode] =
        (tl_iter){layout->mode_shape.items[mode], stride, TL_AXIS_M, 0};
    stride *= layout->mode_shape.items[mode];
  }

  /* 3. Dimension by dimension. */
  int64_t dimension_of[TL_MAX_ITERS];
  TL_TRY(
      tl_group_modes(&layout->shape, &layout->mode_shape, dimension_of, error));
  tl_layout fields = {.rank = layout->shape.count};
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    fields.group_size[dimension_of[m]]++;
    fields.iters[fields.shard_count++] = iter_of[m];
  }
  TL_TRY(append_replicas(layout, facts->axis, spatial_stride, &fields, error));
  return tl_layout_create(&fields, out, error);
}

static tl_code check_threads(int64_t threads, tl_scope scope, tl_error *error) {
  const tl_scope_facts *facts = tl_scope_describe(scope);
  if (threads <= facts->threads)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the layout needs threads 0 to %" PRId64
                 "; scope %s has%s %" PRId64,
                 threads - 1, facts->name,
                 scope == TL_SCOPE_CTA ? " at most" : "", facts->threads);
}

static int64_t spatial_extent(const tl_register *layout, int64_t position) {
  int64_t mode = layout->spatial_modes.items[position];
  return mode < 0 ? -mode : layout->mode_shape.items[mode];
}

static tl_code append_replicas(const tl_register *layout, tl_axis axis,
                               const int64_t *stride_at, tl_layout *out,
                               tl_error *error) {
  for (int64_t p = 0; p < layout->spatial_modes.count; p++)
    if (layout->spatial_modes.items[p] < -1) {
      TL_TRY(append_iter(
          out,
          (tl_iter){spatial_extent(layout, p), stride_at[p], (int64_t)axis, 0},
          error));
      out->replica_count++;
    }
  return TL_OK;
}

/* Puts `iter` after all others; the caller counts it as shard or replica. */
static tl_code append_iter(tl_layout *layout, tl_iter iter, tl_error *error) {
  int64_t count = layout->shard_count + layout->replica_count;
  if (count == TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY, "the layout needs more than %d iters",
                   TL_MAX_ITERS);
  layout->iters[count] = iter;
  return TL_OK;
}

tl_code tl_layout_from_shared(const tl_shared *layout, tl_layout *out,
                              tl_error *error) {
  int64_t dimension_of[TL_MAX_ITERS];
  TL_TRY(
      tl_group_modes(&layout->shape, &layout->mode_shape, dimension_of, error));
  tl_layout fields = {.rank = layout->shape.count,
                      .shard_count = layout->mode_shape.count,
                      .swizzle = layout->swizzle};
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    fields.group_size[dimension_of[m]]++;
    fields.iters[m] = (tl_iter){layout->mode_shape.items[m],
                                layout->mode_strides.items[m], TL_AXIS_M, 0};
  }
  return tl_layout_create(&fields, out, error);
}

tl_code tl_layout_from_cute(const tl_composed *layout, tl_layout *out,
                            tl_error *error) {
  const tl_tuple *shape = &layout->layout.shape;
  const tl_tuple *stride = &layout->layout.stride;
  tuple_part root = part_of(shape), mode = part_first(&root);
  tl_layout fields = {.rank = part_rank(&root),
                      .shard_count = shape->leaf_count,
                      .offset = {[TL_AXIS_M] = layout->offset},
                      .swizzle = layout->swizzle};
  if (fields.rank > TL_MAX_RANK)
    return tl_fail(error, TL_CAPACITY,
                   "rank %" PRId64 " is above the supported rank %d",
                   fields.rank, TL_MAX_RANK);
  for (int64_t d = 0; d < fields.rank; d++) {
    tuple_part next = part_next(mode);
    fields.group_size[d] = next.leaf - mode.leaf;
    for (int64_t i = mode.leaf; i < next.leaf; i++)
      fields.iters[mode.leaf + next.leaf - 1 - i] =
          (tl_iter){shape->leaves[i], stride->leaves[i], TL_AXIS_M, 0};
    mode = next;
  }
  return tl_layout_create(&fields, out, error);
}

tl_code tl_layout_from_cute_tv(const tl_cute_tv *layout, tl_scope scope,
                               tl_layout *out, tl_error *error) {
  int64_t threads;
  tl_cute thread_mode;
  tl_tv_digits digits;
  TL_TRY(tl_cute_mode(&layout->layout, 0, &thread_mode, error));
  TL_TRY(tl_cute_size(&thread_mode, &threads, error));
  TL_TRY(check_threads(threads, scope, error));
  TL_TRY(tl_cute_tv_digits(layout, &digits, error));
  tl_layout fields = {.rank = layout->tile.count};
  int64_t axis = (int64_t)tl_scope_describe(scope)->axis, next = 0, end = 1;
  for (int64_t d = 0; d < fields.rank; d++) {
    int64_t first = next;
    end *= layout->tile.items[d];
    while (next < digits.count && digits.items[next].stride != 0 &&
           digits.items[next].stride < end)
      next++;
    fields.group_size[d] = next - first;
    for (int64_t i = next - 1; i >= first; i--)
      fields.iters[fields.shard_count++] = digit_iter(&digits.items[i], axis);
  }
  for (; next < digits.count; next++) {
    fields.iters[next] = digit_iter(&digits.items[next], axis);
    fields.replica_count++;
  }
  return tl_layout_create(&fields, out, error);
}

static tl_iter digit_iter(const tl_tv_digit *digit, int64_t axis) {
  return (tl_iter){digit->extent, digit->place,
                   digit->is_thread ? axis : TL_AXIS_M, 0};
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

tl_code tl_layout_on_scope(const tl_layout *layout, tl_scope scope,
                           tl_layout *out, tl_error *error) {
  const tl_scope_facts *facts = tl_scope_describe(scope);
  tl_layout fields = *layout;
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++) {
    tl_iter *iter = &fields.iters[i];
    if (iter->axis == TL_AXIS_M)
      continue;
    int64_t scale = 0;
    TL_TRY(rescale((tl_axis)iter->axis, facts, &scale, error));
    TL_TRY(tl_multiply(iter->stride, scale, &iter->stride, error));
    iter->axis = (int64_t)facts->axis;
  }
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++)
    if (layout->offset[axis]) {
      int64_t scale = 0;
      TL_TRY(rescale(axis, facts, &scale, error));
      fields.offset[axis] -= layout->offset[axis];
      TL_TRY(tl_multiply_add(fields.offset[facts->axis], layout->offset[axis],
                             scale, &fields.offset[facts->axis], error));
    }
  TL_TRY(tl_layout_create(&fields, out, error));
  int64_t threads = 1;
  if (facts->axis != TL_AXIS_M)
    TL_TRY(tl_layout_span(out, facts->axis, &threads, error));
  return check_threads(threads, scope, error);
}

/* How far one step along `from` moves the thread number of the scope. */
static tl_code rescale(tl_axis from, const tl_scope_facts *scope,
                       int64_t *scale, tl_error *error) {
  const tl_axis_facts *inner = tl_axis_describe(from);
  const tl_axis_facts *outer = tl_axis_describe(scope->axis);
  bool is_digit =
      scope->axis != TL_AXIS_M && inner->divisor > 0 &&
      (outer->extent == 0 ||
       (inner->extent > 0 && inner->divisor * inner->extent <= outer->extent));
  if (!is_digit)
    return tl_fail(error, TL_INVALID,
                   "axis %s is no digit of the thread number of scope %s",
                   inner->name, scope->name);
  *scale = inner->divisor;
  return TL_OK;
}
