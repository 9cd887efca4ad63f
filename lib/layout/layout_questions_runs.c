/* layout_questions_runs.c - Runs along m, and what divides their starts.
 *
 * Without a swizzle the run of a dimension is its fastest iter in the canonical
 * form, if that is (e : 1 @ m).  A swizzle keeps x to x + r - 1 consecutive
 * where they are in one block of 2^base offsets, which they are if the starts
 * are multiples of g and r is at most gcd(g, 2^base).
 *
 * By definition elements p - 1 and p of a dimension are apart at certain p, and
 * the run is the gcd of the extent and all of these p: so it is counted where a
 * swizzle takes part. */
#include "base/checked.h"
#include "layout_digits.h"
#include "tl/layout_questions.h"
#include <string.h>

/* With the swizzle as far as offsets have its bits. */
static tl_layout trim_swizzle(const tl_layout *layout) {
  tl_layout out = *layout;
  int64_t span;
  if (tl_layout_span(layout, TL_AXIS_M, &span, NULL) == TL_OK)
    out.swizzle = tl_swizzle_trim(&layout->swizzle, span - 1);
  return out;
}

/* ---- From the strides --------------------------------------------------- */

/* The fastest iter of a dimension, NULL for an extent of 1. */
static const tl_iter *fastest_iter(const tl_layout *layout, int64_t dimension) {
  const tl_iter *end = layout->iters;
  for (int64_t d = 0; d <= dimension; d++)
    end += layout->group_size[d];
  return layout->group_size[dimension] > 0 ? end - 1 : NULL;
}

static int64_t plain_run(const tl_layout *layout, int64_t dimension) {
  const tl_iter *iter = fastest_iter(layout, dimension);
  bool is_run =
      iter && iter->axis == TL_AXIS_M && iter->stride == 1 && iter->symbol == 0;
  return is_run ? iter->extent : 1;
}

/* The gcd of the points along m, before the swizzle, where the coordinate of
 * `dimension` is a multiple of `run`. */
static int64_t gcd_of_starts(const tl_layout *layout, int64_t dimension,
                             int64_t run) {
  const tl_iter *fastest = fastest_iter(layout, dimension);
  int64_t gcd = layout->offset[TL_AXIS_M];
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    const tl_iter *iter = &layout->iters[i];
    int64_t step = iter->stride;
    if (iter->axis != TL_AXIS_M || (iter == fastest && run == iter->extent))
      continue;
    if (iter == fastest)
      step *= run;
    if (iter->symbol != 0 &&
        tl_multiply(step, layout->divisor[iter->symbol - 1], &step, NULL) !=
            TL_OK)
      step = iter->stride;
    gcd = tl_gcd(gcd, step);
  }
  return gcd;
}

/* The largest divisor of the plain run that the base of the swizzle allows: the
 * whole run, or a power of two, since then it divides its starts. */
static int64_t swizzled_run(const tl_layout *layout, int64_t dimension) {
  int64_t run = plain_run(layout, dimension);
  int64_t base = INT64_C(1) << layout->swizzle.base;
  if (run > tl_gcd(gcd_of_starts(layout, dimension, run), base))
    run &= -run;
  while (run > tl_gcd(gcd_of_starts(layout, dimension, run), base))
    run /= 2;
  return run;
}

/* ---- Counted ------------------------------------------------------------ */

/* A layout whose elements are looked at one by one: replicas are the slowest
 * digits of its first dimension. */
typedef struct listing {
  tl_layout layout;
  tl_list shape;
} listing;

/* The twist leaves the bits of replicas, above those of the coordinate, alone. */
static bool keep_replicas(const tl_layout *layout, tl_twist *twist) {
  tl_list shape = tl_layout_shape(layout);
  bool is_none = tl_twist_is_none(twist);
  int64_t bits = is_none ? 0 : tl_shape_bits(&shape), replicas = 1;
  for (int64_t i = 0; i < layout->replica_count; i++)
    replicas *= layout->iters[layout->shard_count + i].extent;
  for (; !is_none && replicas > 1 && bits < TL_MAX_TWIST; replicas /= 2, bits++)
    twist->of[bits] = UINT32_C(1) << bits;
  return is_none || replicas == 1;
}

/* False where the points along m are no numbers, or too many. */
static bool list_elements(const tl_layout *layout, listing *out) {
  int64_t shards = layout->shard_count, replicas = layout->replica_count;
  int64_t size = 1;
  for (int64_t i = 0; i < shards + replicas; i++)
    if (tl_multiply(size, layout->iters[i].extent, &size, NULL) != TL_OK ||
        size > TL_QUESTION_STEPS)
      return false;
  out->layout = *layout;
  for (int64_t i = 0; i < shards + replicas; i++)
    out->layout.iters[(i + replicas) % (shards + replicas)] = layout->iters[i];
  out->layout.group_size[0] += replicas;
  out->layout.shard_count += replicas;
  out->layout.replica_count = 0;
  out->shape = tl_layout_shape(&out->layout);
  return keep_replicas(layout, &out->layout.twist) &&
         tl_layout_is_static(layout);
}

/* Whether element `coordinate` is one further along m than the one before it in
 * `dimension`, and nowhere else along the other axes. */
static bool follows(const tl_layout *layout, tl_list coordinate,
                    int64_t dimension) {
  int64_t here[TL_AXIS_COUNT], before[TL_AXIS_COUNT];
  tl_layout_apply(layout, coordinate.items, here);
  coordinate.items[dimension]--;
  tl_layout_apply(layout, coordinate.items, before);
  before[TL_AXIS_M]++;
  return memcmp(here, before, sizeof here) == 0;
}

/* `run` is the extent. */
static int64_t counted_run(const listing *all, int64_t dimension, int64_t run) {
  tl_list coordinate = {.count = all->shape.count};
  do {
    int64_t place = coordinate.items[dimension];
    if (place % run != 0 && !follows(&all->layout, coordinate, dimension))
      run = tl_gcd(run, place);
  } while (run > 1 && tl_list_next_coordinate(&all->shape, &coordinate));
  return run;
}

static int64_t place_along_m(const listing *all, const tl_list *coordinate) {
  int64_t point[TL_AXIS_COUNT];
  tl_layout_apply(&all->layout, coordinate->items, point);
  return point[TL_AXIS_M];
}

static int64_t counted_gcd(const listing *all, int64_t dimension, int64_t run) {
  tl_list coordinate = {.count = all->shape.count};
  int64_t gcd = 0;
  do {
    if (coordinate.items[dimension] % run == 0)
      gcd = tl_gcd(gcd, place_along_m(all, &coordinate));
  } while (gcd != 1 && tl_list_next_coordinate(&all->shape, &coordinate));
  return gcd;
}

/* ---- Answers ------------------------------------------------------------ */

int64_t tl_layout_run(const tl_layout *layout, int64_t dimension) {
  tl_layout trimmed = trim_swizzle(layout);
  listing all;
  bool is_twisted = !tl_twist_is_none(&layout->twist);
  if (trimmed.swizzle.bits == 0 && !is_twisted)
    return plain_run(layout, dimension);
  tl_list shape = tl_layout_shape(layout);
  return list_elements(&trimmed, &all)
             ? counted_run(&all, dimension, shape.items[dimension])
         : is_twisted ? 1
                      : swizzled_run(&trimmed, dimension);
}

int64_t tl_layout_alignment(const tl_layout *layout, int64_t dimension,
                            int64_t run) {
  tl_layout trimmed = trim_swizzle(layout);
  listing all;
  bool is_twisted = !tl_twist_is_none(&layout->twist);
  if (is_twisted)
    return list_elements(&trimmed, &all) ? counted_gcd(&all, dimension, run)
                                         : 1;
  int64_t gcd = gcd_of_starts(layout, dimension, run);
  if (trimmed.swizzle.bits == 0 || gcd == 0)
    return gcd;
  if (list_elements(&trimmed, &all))
    return counted_gcd(&all, dimension, run);
  int64_t power = gcd & -gcd, base = INT64_C(1) << trimmed.swizzle.base;
  return trimmed.swizzle.shift < 0 || power < base ? power : base;
}
