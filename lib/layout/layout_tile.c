/* layout_tile.c - Products of tile layouts; see tl/layout_algebra.h.
 *
 * Dimension by dimension the digits of the left layout come before those of the
 * right one (law L32).  tile scales the left strides by the span of the right
 * layout, axis by axis; direct_sum does not.
 *
 * Source: TIRx, TileLayout::Tile and TileLayout::DirectSum. */
#include "base/checked.h"
#include "layout_digits.h"
#include "layout_sum.h"
#include "modes.h"
#include "tl/layout_algebra.h"
#include <string.h>

static tl_code add_layouts(const tl_layout *left, const tl_layout *right,
                           int64_t scale_m, tl_layout *out, tl_error *error);
static tl_code rename_symbols(const tl_layout *left, tl_layout *right,
                              tl_error *error);
static tl_code scale_strides(tl_layout *outer, const tl_layout *inner,
                             int64_t *scale_m, tl_error *error);
static tl_code check_parts(const tl_layout *tiled, const tl_layout *part,
                           tl_error *error);
static tl_code unscale(tl_iter *iters, int64_t count, const tl_layout *inner,
                       tl_error *error);
static tl_code unscale_swizzle(tl_swizzle *swizzle, const tl_layout *inner,
                               tl_error *error);
static tl_code drop_replicas(tl_layout *layout, const tl_iter *iters,
                             int64_t count, tl_error *error);
static tl_code check_tiling(const tl_layout *outer, const tl_layout *inner,
                            const tl_layout *tiled, tl_error *error);

tl_code tl_layout_direct_sum(const tl_layout *left, const tl_layout *right,
                             tl_layout *out, tl_error *error) {
  return add_layouts(left, right, 1, out, error);
}

tl_code tl_layout_tile(const tl_layout *outer, const tl_layout *inner,
                       tl_layout *out, tl_error *error) {
  tl_layout scaled = *outer;
  int64_t scale_m;
  TL_TRY(scale_strides(&scaled, inner, &scale_m, error));
  return add_layouts(&scaled, inner, scale_m, out, error);
}

/* `scale_m` is what the strides of `left` along m were scaled by. */
static tl_code add_layouts(const tl_layout *left, const tl_layout *right,
                           int64_t scale_m, tl_layout *out, tl_error *error) {
  if (left->rank != right->rank)
    return tl_fail(error, TL_INVALID,
                   "the layouts have %" PRId64 " and %" PRId64 " dimensions",
                   left->rank, right->rank);
  tl_layout renamed = *right;
  TL_TRY(rename_symbols(left, &renamed, error));

  /* 1. Offsets, divisors and the swizzle. */
  tl_layout fields = tl_layout_without_iters(left);
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    TL_TRY(tl_add(left->offset[axis], right->offset[axis], &fields.offset[axis],
                  error));
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    if (renamed.divisor[i])
      fields.divisor[i] = renamed.divisor[i];
  TL_TRY(tl_sum_swizzle(left, &renamed, scale_m, &fields.swizzle, error));

  /* 2. Digits. */
  for (int64_t d = 0; d < left->rank; d++) {
    tl_digits list =
        tl_digits_of(tl_layout_group(&renamed, d), renamed.group_size[d]);
    tl_digits slow =
        tl_digits_of(tl_layout_group(left, d), left->group_size[d]);
    for (int64_t i = 0; i < slow.count; i++)
      TL_TRY(tl_digits_push(&list, slow.items[i], error));
    TL_TRY(tl_layout_push_dimension(&fields, &list, error));
  }
  TL_TRY(tl_layout_push_replicas(&fields, tl_layout_replicas(left),
                                 left->replica_count, error));
  TL_TRY(tl_layout_push_replicas(&fields, tl_layout_replicas(&renamed),
                                 renamed.replica_count, error));
  return tl_layout_create(&fields, out, error);
}

/* The two layouts name their symbols on their own: those of `right` get numbers
 * that `left` does not use. */
static tl_code rename_symbols(const tl_layout *left, tl_layout *right,
                              tl_error *error) {
  tl_layout renamed = *right;
  int64_t number[TL_MAX_SYMBOLS + 1] = {0}, next = 0;
  memset(renamed.divisor, 0, sizeof renamed.divisor);
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++) {
    if (!right->divisor[i])
      continue;
    while (next < TL_MAX_SYMBOLS && left->divisor[next])
      next++;
    if (next == TL_MAX_SYMBOLS)
      return tl_fail(error, TL_CAPACITY,
                     "the layout needs more than %d strides known at run time",
                     TL_MAX_SYMBOLS);
    renamed.divisor[next++] = right->divisor[i];
    number[i + 1] = next;
  }
  for (int64_t i = 0; i < tl_layout_iters(right); i++)
    renamed.iters[i].symbol = number[right->iters[i].symbol];
  *right = renamed;
  return TL_OK;
}

/* A swizzle scales like a stride along m. */
static tl_code scale_strides(tl_layout *outer, const tl_layout *inner,
                             int64_t *scale_m, tl_error *error) {
  for (int64_t i = 0; i < tl_layout_iters(outer); i++) {
    tl_iter *iter = &outer->iters[i];
    int64_t span;
    TL_TRY(tl_layout_span(inner, (tl_axis)iter->axis, &span, error));
    TL_TRY(tl_multiply(iter->stride, span, &iter->stride, error));
  }
  *scale_m = 1;
  return outer->swizzle.bits ? tl_layout_span(inner, TL_AXIS_M, scale_m, error)
                             : TL_OK;
}

tl_code tl_layout_shard(const tl_layout *threads, const tl_layout *part,
                        tl_layout *out, tl_error *error) {
  for (int64_t i = 0; i < tl_layout_iters(threads); i++) {
    const tl_axis_facts *facts =
        tl_axis_describe((tl_axis)threads->iters[i].axis);
    if (facts->kind == TL_AXIS_MEMORY)
      return tl_fail(error, TL_INVALID,
                     "axis %s numbers no threads or blocks; shard places parts "
                     "on those",
                     facts->name);
  }
  return tl_layout_tile(threads, part, out, error);
}

tl_code tl_layout_tile_to(const tl_layout *layout, const tl_list *shape,
                          tl_layout *out, tl_error *error) {
  tl_list from, times = {0}, strides = {0};
  tl_layout outer;
  tl_layout_shape(layout, &from);
  TL_TRY(tl_check_shape(shape, error));
  if (shape->count != from.count)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " extents for a layout of %" PRId64 " dimensions",
                   shape->count, from.count);
  int64_t stride = 1;
  for (int64_t d = from.count - 1; d >= 0; d--) {
    if (shape->items[d] % from.items[d] != 0)
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of dimension %" PRId64
                     " is no multiple of %" PRId64,
                     shape->items[d], d, from.items[d]);
    times.items[d] = shape->items[d] / from.items[d];
    strides.items[d] = stride;
    stride *= times.items[d];
  }
  times.count = strides.count = from.count;
  TL_TRY(tl_layout_from_strides(&times, &strides, &outer, error));
  return tl_layout_tile(&outer, layout, out, error);
}

typedef tl_code find_part(const tl_layout *tiled, const tl_layout *part,
                          tl_layout *other, tl_error *error);
static find_part find_outer, find_inner;

/* Ways to say the number of a thread. */
static const struct thread_axes {
  int64_t count;
  tl_axis axes[3]; /* slowest first */
} THREAD_NUMBERS[] = {
    {1, {TL_AXIS_TX}},
    {2, {TL_AXIS_WARPID, TL_AXIS_LANEID}},
    {2, {TL_AXIS_WGID, TL_AXIS_TID_IN_WG}},
    {3, {TL_AXIS_WGID, TL_AXIS_WID_IN_WG, TL_AXIS_LANEID}},
};

/* The other part; where there is none on the axes as they are given, on the
 * first of those ways to say both that gives one. */
static tl_code find_on_axes(find_part *find, const tl_layout *tiled,
                            const tl_layout *part, int64_t lanes,
                            tl_layout *other, tl_error *error) {
  enum { WAYS = sizeof THREAD_NUMBERS / sizeof *THREAD_NUMBERS };
  tl_code code = find(tiled, part, other, error);
  for (int i = 0; code == TL_INVALID && i < WAYS; i++) {
    const struct thread_axes *way = &THREAD_NUMBERS[i];
    tl_layout numbered, numbered_part;
    if (tl_layout_on_axes(tiled, way->axes, way->count, lanes, &numbered,
                          NULL) == TL_OK &&
        tl_layout_on_axes(part, way->axes, way->count, lanes, &numbered_part,
                          NULL) == TL_OK &&
        find(&numbered, &numbered_part, other, NULL) == TL_OK)
      return TL_OK;
  }
  return code;
}

tl_code tl_layout_tile_outer(const tl_layout *tiled, const tl_layout *inner,
                             int64_t lanes, tl_layout *outer, tl_error *error) {
  return find_on_axes(find_outer, tiled, inner, lanes, outer, error);
}

tl_code tl_layout_tile_inner(const tl_layout *tiled, const tl_layout *outer,
                             int64_t lanes, tl_layout *inner, tl_error *error) {
  return find_on_axes(find_inner, tiled, outer, lanes, inner, error);
}

static tl_code find_outer(const tl_layout *tiled, const tl_layout *inner,
                          tl_layout *outer, tl_error *error) {
  TL_TRY(check_parts(tiled, inner, error));
  tl_list extents;
  tl_layout_shape(inner, &extents);
  tl_layout fields = tl_layout_without_iters(tiled);
  TL_TRY(unscale_swizzle(&fields.swizzle, inner, error));
  for (int64_t d = 0; d < tiled->rank; d++) {
    tl_digits low,
        high = tl_digits_of(tl_layout_group(tiled, d), tiled->group_size[d]);
    TL_TRY(tl_digits_take(&high, extents.items[d], &low, error));
    TL_TRY(unscale(high.items, high.count, inner, error));
    TL_TRY(tl_layout_push_dimension(&fields, &high, error));
  }
  TL_TRY(tl_layout_push_replicas(&fields, tl_layout_replicas(tiled),
                                 tiled->replica_count, error));
  TL_TRY(drop_replicas(&fields, tl_layout_replicas(inner), inner->replica_count,
                       error));
  TL_TRY(unscale(fields.iters + fields.shard_count, fields.replica_count, inner,
                 error));
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    fields.offset[axis] -= inner->offset[axis];
  TL_TRY(tl_layout_create(&fields, &fields, error));
  TL_TRY(check_tiling(&fields, inner, tiled, error));
  *outer = fields;
  return TL_OK;
}

static tl_code find_inner(const tl_layout *tiled, const tl_layout *outer,
                          tl_layout *inner, tl_error *error) {
  TL_TRY(check_parts(tiled, outer, error));
  tl_list extents, total;
  tl_layout_shape(outer, &extents);
  tl_layout_shape(tiled, &total);
  tl_layout fields = tl_layout_without_iters(tiled), scaled = *outer;
  for (int64_t d = 0; d < tiled->rank; d++) {
    tl_digits low,
        high = tl_digits_of(tl_layout_group(tiled, d), tiled->group_size[d]);
    TL_TRY(
        tl_digits_take(&high, total.items[d] / extents.items[d], &low, error));
    TL_TRY(tl_layout_push_dimension(&fields, &low, error));
  }
  if (outer->swizzle.bits)
    fields.swizzle = (tl_swizzle){0};
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    fields.offset[axis] -= outer->offset[axis];

  /* Which replicas are the outer ones depends on the span, and that on them:
   * the inner digits tell where none of the replicas are inner. */
  tl_layout bare = fields;
  int64_t scale_m;
  TL_TRY(scale_strides(&scaled, &bare, &scale_m, error));
  TL_TRY(tl_layout_push_replicas(&fields, tl_layout_replicas(tiled),
                                 tiled->replica_count, error));
  TL_TRY(drop_replicas(&fields, tl_layout_replicas(&scaled),
                       scaled.replica_count, error));
  TL_TRY(tl_layout_create(&fields, &fields, error));
  TL_TRY(check_tiling(outer, &fields, tiled, error));
  *inner = fields;
  return TL_OK;
}

/* The extents of `part` divide those of `tiled`. */
static tl_code check_parts(const tl_layout *tiled, const tl_layout *part,
                           tl_error *error) {
  tl_list whole, extents;
  tl_layout_shape(tiled, &whole);
  tl_layout_shape(part, &extents);
  if (whole.count != extents.count)
    return tl_fail(error, TL_INVALID,
                   "the layouts have %" PRId64 " and %" PRId64 " dimensions",
                   whole.count, extents.count);
  for (int64_t d = 0; d < whole.count; d++)
    if (whole.items[d] % extents.items[d] != 0)
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of dimension %" PRId64
                     " is no multiple of %" PRId64,
                     whole.items[d], d, extents.items[d]);
  return TL_OK;
}

/* Divides strides by the span of `inner`. */
static tl_code unscale(tl_iter *iters, int64_t count, const tl_layout *inner,
                       tl_error *error) {
  for (int64_t i = 0; i < count; i++) {
    int64_t span;
    TL_TRY(tl_layout_span(inner, (tl_axis)iters[i].axis, &span, error));
    if (iters[i].stride % span != 0)
      return tl_fail(error, TL_INVALID,
                     "stride %" PRId64 "@%s is no multiple of the span %" PRId64
                     " of the inner layout",
                     iters[i].stride,
                     tl_axis_describe((tl_axis)iters[i].axis)->name, span);
    iters[i].stride /= span;
  }
  return TL_OK;
}

/* What is left for the outer layout. */
static tl_code unscale_swizzle(tl_swizzle *swizzle, const tl_layout *inner,
                               tl_error *error) {
  int64_t span = 1;
  if (swizzle->bits && !inner->swizzle.bits)
    TL_TRY(tl_layout_span(inner, TL_AXIS_M, &span, error));
  if (inner->swizzle.bits)
    *swizzle = (tl_swizzle){0};
  for (; span > 1; span /= 2)
    swizzle->base--;
  return TL_OK;
}

/* Takes those of `iters` away that are replicas of `layout`. */
static tl_code drop_replicas(tl_layout *layout, const tl_iter *iters,
                             int64_t count, tl_error *error) {
  for (int64_t i = 0; i < count; i++) {
    tl_iter *replicas = layout->iters + layout->shard_count;
    int64_t at = 0;
    while (at < layout->replica_count &&
           memcmp(&replicas[at], &iters[i], sizeof *iters) != 0)
      at++;
    if (at == layout->replica_count)
      return tl_fail(error, TL_INVALID,
                     "a replica of the part is none of the whole");
    replicas[at] = replicas[--layout->replica_count];
    replicas[layout->replica_count] = (tl_iter){0};
  }
  return TL_OK;
}

static tl_code check_tiling(const tl_layout *outer, const tl_layout *inner,
                            const tl_layout *tiled, tl_error *error) {
  tl_layout again;
  TL_TRY(tl_layout_tile(outer, inner, &again, error));
  if (memcmp(&again, tiled, sizeof again) != 0)
    return tl_fail(error, TL_INVALID, "the layout is no such tiling");
  return TL_OK;
}
