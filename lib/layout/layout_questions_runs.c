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
#include "layout_questions_sums.h"
#include <stddef.h>

static int64_t plain_run(const tl_layout *layout, int64_t dimension);
static int64_t swizzled_run(const tl_layout *layout, int64_t dimension);
static int64_t gcd_of_starts(const tl_layout *layout, int64_t dimension,
                             int64_t run);
static tl_swizzle effective_swizzle(const tl_layout *layout);
static bool can_count(const tl_layout *layout, sum_set *replicas);
static int64_t counted_run(const tl_layout *layout, const sum_set *replicas,
                           int64_t dimension);
static int64_t counted_gcd(const tl_layout *layout, const sum_set *replicas,
                           int64_t dimension, int64_t run);

int64_t tl_layout_run(const tl_layout *layout, int64_t dimension) {
  sum_set replicas;
  tl_layout trimmed = *layout;
  trimmed.swizzle = effective_swizzle(layout);
  if (trimmed.swizzle.bits == 0)
    return plain_run(layout, dimension);
  return can_count(layout, &replicas)
             ? counted_run(&trimmed, &replicas, dimension)
             : swizzled_run(&trimmed, dimension);
}

int64_t tl_layout_alignment(const tl_layout *layout, int64_t dimension,
                            int64_t run) {
  sum_set replicas;
  tl_layout trimmed = *layout;
  trimmed.swizzle = effective_swizzle(layout);
  int64_t gcd = gcd_of_starts(layout, dimension, run);
  if (trimmed.swizzle.bits == 0 || gcd == 0)
    return gcd;
  if (can_count(layout, &replicas))
    return counted_gcd(&trimmed, &replicas, dimension, run);
  int64_t power = gcd & -gcd, base = INT64_C(1) << trimmed.swizzle.base;
  return trimmed.swizzle.shift < 0 || power < base ? power : base;
}

static tl_swizzle effective_swizzle(const tl_layout *layout) {
  int64_t span;
  return tl_layout_span(layout, TL_AXIS_M, &span, NULL) == TL_OK
             ? tl_swizzle_trim(&layout->swizzle, span - 1)
             : layout->swizzle;
}

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

/* The largest divisor of the plain run that the base of the swizzle allows: the
 * whole run, or a power of two, since then it divides its starts. */
static int64_t swizzled_run(const tl_layout *layout, int64_t dimension) {
  int64_t plain = plain_run(layout, dimension);
  int64_t base = INT64_C(1) << layout->swizzle.base;
  if (plain <= tl_gcd(gcd_of_starts(layout, dimension, plain), base))
    return plain;
  int64_t run = plain & -plain;
  while (run > tl_gcd(gcd_of_starts(layout, dimension, run), base))
    run /= 2;
  return run;
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

/* Whether the points along m are numbers, and few enough to look at each. */
static bool can_count(const tl_layout *layout, sum_set *replicas) {
  tl_list shape;
  int64_t size, copies;
  tl_layout_shape(layout, &shape);
  tl_sums_read(layout, TL_AXIS_M, layout->shard_count, tl_layout_iters(layout),
               replicas);
  return tl_layout_is_static(layout) && replicas->is_positional &&
         tl_sums_count(replicas, &copies) &&
         tl_list_product(&shape, &size, NULL) == TL_OK &&
         size <= TL_QUESTION_STEPS && copies <= TL_QUESTION_STEPS / size;
}

/* Whether element `coordinate` is one further along m than the one before it in
 * `dimension`, and nowhere else along the other axes; in every replica. */
static bool follows(const tl_layout *layout, const sum_set *replicas,
                    const tl_list *coordinate, int64_t dimension) {
  tl_layout plain = *layout;
  tl_list before = *coordinate;
  int64_t here[TL_AXIS_COUNT], there[TL_AXIS_COUNT], copies = 0;
  plain.swizzle = (tl_swizzle){0};
  before.items[dimension]--;
  tl_layout_apply(&plain, before.items, here);
  tl_layout_apply(&plain, coordinate->items, there);
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++)
    if (here[axis] != there[axis])
      return false;
  if (!tl_sums_count(replicas, &copies))
    return false;
  for (int64_t k = 0; k < copies; k++) {
    int64_t replica = tl_sums_at(replicas, k);
    if (tl_swizzle_apply(&layout->swizzle, there[TL_AXIS_M] + replica) !=
        tl_swizzle_apply(&layout->swizzle, here[TL_AXIS_M] + replica) + 1)
      return false;
  }
  return true;
}

static int64_t counted_run(const tl_layout *layout, const sum_set *replicas,
                           int64_t dimension) {
  tl_list shape, coordinate = {.count = layout->rank};
  tl_layout_shape(layout, &shape);
  int64_t run = shape.items[dimension];
  do {
    int64_t place = coordinate.items[dimension];
    if (place % run != 0 && !follows(layout, replicas, &coordinate, dimension))
      run = tl_gcd(run, place);
  } while (run > 1 && tl_list_next_coordinate(&shape, &coordinate));
  return run;
}

static int64_t counted_gcd(const tl_layout *layout, const sum_set *replicas,
                           int64_t dimension, int64_t run) {
  tl_layout plain = *layout;
  tl_list shape, coordinate = {.count = layout->rank};
  int64_t gcd = 0, point[TL_AXIS_COUNT], copies = 0;
  plain.swizzle = (tl_swizzle){0};
  tl_layout_shape(layout, &shape);
  if (!tl_sums_count(replicas, &copies))
    return 1;
  do {
    if (coordinate.items[dimension] % run != 0)
      continue;
    tl_layout_apply(&plain, coordinate.items, point);
    for (int64_t k = 0; k < copies; k++)
      gcd = tl_gcd(
          gcd, tl_swizzle_apply(&layout->swizzle,
                                point[TL_AXIS_M] + tl_sums_at(replicas, k)));
  } while (gcd != 1 && tl_list_next_coordinate(&shape, &coordinate));
  return gcd;
}
