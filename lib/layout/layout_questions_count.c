/* layout_questions_count.c - How many points, threads and replicas there are.
 *
 * What is reached is the product of a set of sums for each axis. */
#include "base/checked.h"
#include "layout_questions_sums.h"
#include "layout_threads.h"

/* Multiplies by the sums along `axis` of the iters from number `first` on. */
static tl_code count_sums(const tl_layout *layout, tl_axis axis, int64_t first,
                          int64_t *count, tl_error *error) {
  sum_set sums;
  int64_t span, found;
  TL_TRY(tl_layout_span(layout, axis, &span, error));
  tl_sums_read(layout, axis, first, &sums);
  if (tl_sums_count(&sums, &found))
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
