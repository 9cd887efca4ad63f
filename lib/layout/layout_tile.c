/* layout_tile.c - Products of tile layouts; see tl/layout_algebra.h.
 *
 * Dimension by dimension the digits of the left layout come before those of the
 * right one (law L32).  tile scales the left strides by the span of the right
 * layout, axis by axis; direct_sum does not.
 *
 * A swizzle looks at the bits below its period and changes only those.  So
 * z(x + y) = x + z(y) whenever all x are multiples of the period.  With
 * scale = 2^k and y < scale, the swizzle of x / scale is the one of x with base
 * higher by k.  What neither rule proves is enumerated, up to TL_MAX_ENUMERATED
 * pairs.
 *
 * Source: TIRx, TileLayout::Tile and TileLayout::DirectSum. */
#include "base/checked.h"
#include "layout_digits.h"
#include "modes.h"
#include "tl/layout_algebra.h"
#include <string.h>

/* ---- The swizzle of a sum ----------------------------------------------- */

/* Whether all places along m are multiples of the period. */
static bool all_divisible(const tl_layout *layout, const tl_swizzle *swizzle) {
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
  return below % tl_swizzle_period(swizzle) == 0;
}

/* The places along m as a layout of one dimension; false for too many. */
static bool places_of(const tl_layout *layout, tl_layout *out) {
  int64_t span, total = 1;
  *out = (tl_layout){.rank = 1, .offset = {layout->offset[TL_AXIS_M]}};
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    const tl_iter *iter = &layout->iters[i];
    if (iter->axis != TL_AXIS_M)
      continue;
    if (iter->symbol || iter->extent > TL_MAX_ENUMERATED / total)
      return false;
    total *= iter->extent;
    out->iters[out->shard_count++] = *iter;
  }
  out->group_size[0] = out->shard_count;
  return tl_layout_span(out, TL_AXIS_M, &span, NULL) == TL_OK;
}

/* Whether z(x + y) = x + z(y), x of `outer`, y of `inner`. */
static bool is_exact(const tl_layout *outer, const tl_layout *inner,
                     const tl_swizzle *swizzle) {
  tl_layout plain, swizzled;
  tl_list all[2];
  if (!swizzle->bits || all_divisible(outer, swizzle))
    return true;
  if (!places_of(outer, &plain) || !places_of(inner, &swizzled))
    return false;
  all[0] = tl_layout_shape(&plain);
  all[1] = tl_layout_shape(&swizzled);
  if (all[0].items[0] * all[1].items[0] > TL_MAX_ENUMERATED)
    return false;
  for (int64_t i = 0; i < all[0].items[0]; i++)
    for (int64_t k = 0; k < all[1].items[0]; k++) {
      int64_t x[TL_DIRECTIONS], y[TL_DIRECTIONS], sum;
      tl_layout_place(&plain, &i, x);
      tl_layout_place(&swizzled, &k, y);
      if (tl_add(x[0], y[0], &sum, NULL) != TL_OK ||
          tl_swizzle_apply(swizzle, sum) !=
              x[0] + tl_swizzle_apply(swizzle, y[0]))
        return false;
    }
  return true;
}

/* The swizzle z with z(x + y) = scale * z_left(x / scale) + z_right(y) for all
 * places x of `left` and y of `right` along m before their swizzles; the
 * strides of `left` are multiples of `scale`.  TL_UNSUPPORTED when there is
 * none. */
static tl_code sum_swizzle(const tl_layout *left, const tl_layout *right,
                           int64_t scale, tl_swizzle *out, tl_error *error) {
  bool is_left = left->swizzle.bits != 0, holds;
  if (is_left && right->swizzle.bits)
    return tl_fail(error, TL_UNSUPPORTED,
                   "both layouts are swizzled, which is not supported");
  *out = is_left ? left->swizzle : right->swizzle;
  if (!is_left) {
    holds = is_exact(left, right, out);
  } else if (scale == 1) {
    holds = is_exact(right, left, out);
  } else {
    holds = tl_is_power_of_two(scale) && left->offset[TL_AXIS_M] == 0;
    out->base += __builtin_ctzll((uint64_t)scale);
  }
  return holds ? TL_OK
               : tl_fail(error, TL_UNSUPPORTED,
                         "the swizzle would mix the two layouts: the places of "
                         "one are no multiples of its period");
}

/* ---- Products ----------------------------------------------------------- */

static tl_code check_ranks(const tl_layout *a, const tl_layout *b,
                           tl_error *error) {
  if (a->rank == b->rank)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the layouts have %" PRId64 " and %" PRId64 " dimensions",
                 a->rank, b->rank);
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

/* `scale_m` is what the strides of `left` along m were scaled by. */
static tl_code add_layouts(const tl_layout *left, const tl_layout *right,
                           int64_t scale_m, tl_layout *out, tl_error *error) {
  TL_TRY(check_ranks(left, right, error));
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
  TL_TRY(sum_swizzle(left, &renamed, scale_m, &fields.swizzle, error));

  /* 2. Digits. */
  for (int64_t d = 0; d <= left->rank; d++) {
    tl_digits list = tl_layout_digits(&renamed, d);
    tl_digits slow = tl_layout_digits(left, d);
    for (int64_t i = 0; i < slow.count; i++)
      TL_TRY(tl_digits_push(&list, slow.items[i], error));
    TL_TRY(tl_layout_push_digits(&fields, left->rank, &list, error));
  }
  return tl_layout_create(&fields, out, error);
}

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

/* The extents of `part` divide those of `whole`. */
static tl_code check_parts(const tl_list *whole, const tl_list *part,
                           tl_error *error) {
  for (int64_t d = 0; d < whole->count; d++)
    if (whole->items[d] % part->items[d] != 0)
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of dimension %" PRId64
                     " is no multiple of %" PRId64,
                     whole->items[d], d, part->items[d]);
  return TL_OK;
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
  tl_list times = {.count = layout->rank};
  tl_layout outer;
  tl_list from = tl_layout_shape(layout);
  TL_TRY(tl_check_shape(shape, error));
  if (shape->count != from.count)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " extents for a layout of %" PRId64 " dimensions",
                   shape->count, from.count);
  TL_TRY(check_parts(shape, &from, error));
  for (int64_t d = 0; d < from.count; d++)
    times.items[d] = shape->items[d] / from.items[d];
  TL_TRY(tl_layout_dense(&times, true, &outer, error));
  return tl_layout_tile(&outer, layout, out, error);
}

/* ---- Inverses ----------------------------------------------------------- */

/* Divides strides by the span of `inner`, from an iter on. */
static tl_code unscale(tl_layout *outer, int64_t first, const tl_layout *inner,
                       tl_error *error) {
  for (int64_t i = first; i < tl_layout_iters(outer); i++) {
    int64_t span, *stride = &outer->iters[i].stride;
    tl_axis axis = (tl_axis)outer->iters[i].axis;
    TL_TRY(tl_layout_span(inner, axis, &span, error));
    if (*stride % span != 0)
      return tl_fail(error, TL_INVALID,
                     "stride %" PRId64 "@%s is no multiple of the span %" PRId64
                     " of the inner layout",
                     *stride, tl_axis_describe(axis)->name, span);
    *stride /= span;
  }
  return TL_OK;
}

/* The replicas of `layout` without those that are some of `part`. */
static tl_code drop_replicas(const tl_layout *layout, const tl_layout *part,
                             tl_digits *out, tl_error *error) {
  tl_digits dropped = tl_layout_digits(part, part->rank);
  *out = tl_layout_digits(layout, layout->rank);
  for (int64_t i = 0; i < dropped.count; i++) {
    int64_t at = 0;
    while (at < out->count &&
           memcmp(&out->items[at], &dropped.items[i], sizeof(tl_iter)) != 0)
      at++;
    if (at == out->count)
      return tl_fail(error, TL_INVALID,
                     "a replica of the part is none of the whole");
    out->items[at] = out->items[--out->count];
  }
  return TL_OK;
}

/* What is missing of a product: its fast digits or the slow ones, of tile or of
 * direct_sum. */
typedef struct missing {
  bool is_inner, is_sum;
} missing;

static tl_code add_part(const tl_layout *part, const tl_layout *other,
                        missing which, tl_layout *out, tl_error *error) {
  const tl_layout *left = which.is_inner ? part : other;
  const tl_layout *right = which.is_inner ? other : part;
  return which.is_sum ? tl_layout_direct_sum(left, right, out, error)
                      : tl_layout_tile(left, right, out, error);
}

/* The replicas that are not the part's.  Which are the outer ones depends on
 * the span, and that on them: the inner digits tell where none of the replicas
 * are inner. */
static tl_code find_replicas(const tl_layout *tiled, const tl_layout *part,
                             missing which, tl_layout *fields,
                             tl_error *error) {
  tl_layout scaled = *part;
  tl_digits rest;
  int64_t span;
  bool is_outer = !which.is_inner && !which.is_sum;
  if (which.is_inner && !which.is_sum)
    TL_TRY(scale_strides(&scaled, fields, &span, error));
  if (is_outer)
    TL_TRY(unscale(fields, 0, part, error));
  TL_TRY(drop_replicas(tiled, &scaled, &rest, error));
  TL_TRY(tl_layout_push_digits(fields, tiled->rank, &rest, error));
  return is_outer ? unscale(fields, fields->shard_count, part, error) : TL_OK;
}

/* The slow digits of each dimension, or the fast ones, with what the part
 * leaves of the rest. */
static tl_code find_part(const tl_layout *tiled, const tl_layout *part,
                         missing which, tl_layout *other, tl_error *error) {
  /* 1. Offsets, swizzle and digits. */
  tl_layout fields = tl_layout_without_iters(tiled), again;
  tl_digits low, high;
  int64_t span;
  tl_list whole = tl_layout_shape(tiled);
  tl_list extents = tl_layout_shape(part);
  TL_TRY(check_ranks(tiled, part, error));
  TL_TRY(check_parts(&whole, &extents, error));
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    fields.offset[axis] -= part->offset[axis];
  if (part->swizzle.bits)
    fields.swizzle = (tl_swizzle){0};
  if (fields.swizzle.bits && !which.is_inner && !which.is_sum) {
    TL_TRY(tl_layout_span(part, TL_AXIS_M, &span, error));
    fields.swizzle.base -= 63 - __builtin_clzll((uint64_t)span);
  }
  for (int64_t d = 0; d < tiled->rank; d++) {
    int64_t extent = extents.items[d];
    high = tl_layout_digits(tiled, d);
    TL_TRY(tl_digits_take(
        &high, which.is_inner ? whole.items[d] / extent : extent, &low, error));
    TL_TRY(tl_layout_push_digits(&fields, tiled->rank,
                                 which.is_inner ? &low : &high, error));
  }

  /* 2. Replicas, and the proof. */
  TL_TRY(find_replicas(tiled, part, which, &fields, error));
  TL_TRY(tl_layout_create(&fields, &fields, error));
  TL_TRY(add_part(part, &fields, which, &again, error));
  if (memcmp(&again, tiled, sizeof again) != 0)
    return tl_fail(error, TL_INVALID, "the layout is no such %s",
                   which.is_sum ? "sum" : "tiling");
  *other = fields;
  return TL_OK;
}

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
static tl_code find_on_axes(const tl_layout *tiled, const tl_layout *part,
                            missing which, int64_t lanes, tl_layout *other,
                            tl_error *error) {
  enum { WAYS = sizeof THREAD_NUMBERS / sizeof *THREAD_NUMBERS };
  tl_code code = find_part(tiled, part, which, other, error);
  for (int i = 0; code == TL_INVALID && i < WAYS; i++) {
    const struct thread_axes *way = &THREAD_NUMBERS[i];
    tl_layout numbered, numbered_part;
    if (tl_layout_on_axes(tiled, way->axes, way->count, lanes, &numbered,
                          NULL) == TL_OK &&
        tl_layout_on_axes(part, way->axes, way->count, lanes, &numbered_part,
                          NULL) == TL_OK &&
        find_part(&numbered, &numbered_part, which, other, NULL) == TL_OK)
      return TL_OK;
  }
  return code;
}

#define INVERSE(name, ...)                                                     \
  tl_code tl_layout_##name(const tl_layout *whole, const tl_layout *part,      \
                           int64_t lanes, tl_layout *other, tl_error *error) { \
    return find_on_axes(whole, part, (missing){__VA_ARGS__}, lanes, other,     \
                        error);                                                \
  }

INVERSE(tile_outer, .is_inner = false)
INVERSE(tile_inner, .is_inner = true)
INVERSE(direct_sum_left, .is_sum = true)
INVERSE(direct_sum_right, .is_inner = true, .is_sum = true)
