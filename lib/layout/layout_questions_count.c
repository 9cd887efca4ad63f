/* layout_questions_count.c - How many points, threads and replicas there are.
 *
 * What is reached is the product of a set of sums for each axis. */
#include "base/checked.h"
#include "layout_questions_sums.h"
#include "layout_threads.h"

/* The numbers of {0, s, .., (n - 1) s} + {0, t, .., (m - 1) t}: choices (a, b)
 * of digits without a choice (a - t/g, b + s/g), g = gcd(s, t), which has the
 * same sum. */
static int64_t count_of_two(const tl_iter *one, const tl_iter *two) {
  int64_t gcd = tl_gcd(one->stride, two->stride);
  int64_t s = one->stride / gcd, t = two->stride / gcd;
  if (one->extent <= t || two->extent <= s)
    return one->extent * two->extent;
  return one->extent * s + (two->extent - s) * t;
}

/* One number after the other. */
static bool count_by_steps(const sum_set *set, int64_t *count) {
  int64_t budget = TL_QUESTION_STEPS;
  *count = 1;
  for (int64_t x = 0; x < set->reach; ++*count)
    if (tl_sums_next(set, &x, &budget) != TL_YES)
      return false;
  return true;
}

/* As many as choices of digits where no two meet, else counted; false when both
 * take too long. */
static bool count_numbers(const sum_set *set, int64_t *count) {
  bool is_two = set->count == 2;
  if (is_two)
    *count = count_of_two(&set->steps[0], &set->steps[1]);
  if (is_two || (!set->is_positional && count_by_steps(set, count)))
    return true;
  if (!set->is_positional && tl_sums_meet(set) != TL_NO)
    return false;
  *count = 1;
  for (int64_t i = 0; i < set->count; i++)
    *count *= set->steps[i].extent;
  return true;
}

/* Multiplies by the sums along `axis` of the iters from number `first` on. */
static tl_code count_sums(const tl_layout *layout, tl_axis axis, int64_t first,
                          int64_t *count, tl_error *error) {
  sum_set sums;
  int64_t span, found;
  TL_TRY(tl_layout_span(layout, axis, &span, error));
  tl_sums_read(layout, axis, first, &sums);
  if (count_numbers(&sums, &found))
    return tl_multiply(*count, found, count, error);
  return tl_fail(error, TL_UNSUPPORTED,
                 "the strides along %s overlap, and counting the different "
                 "points takes more than %d steps",
                 tl_axis_describe(axis)->name, TL_QUESTION_STEPS);
}

tl_code tl_layout_count_along(const tl_layout *layout, tl_axis axis,
                              int64_t *count, tl_error *error) {
  *count = 1;
  return count_sums(layout, axis, 0, count, error);
}

tl_code tl_layout_count_threads(const tl_layout *layout, int64_t lanes,
                                int64_t *threads, tl_error *error) {
  tl_scope scope;
  tl_layout numbered;
  TL_TRY(tl_layout_number_complete(layout, lanes, &scope, &numbered, error));
  *threads = 1;
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (tl_axis_describe(axis)->kind == TL_AXIS_THREAD)
      TL_TRY(count_sums(&numbered, axis, 0, threads, error));
  return TL_OK;
}

tl_code tl_layout_count_replicas(const tl_layout *layout, int64_t *replicas,
                                 tl_error *error) {
  *replicas = 1;
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    TL_TRY(count_sums(layout, axis, layout->shard_count, replicas, error));
  return TL_OK;
}
