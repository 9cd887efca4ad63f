/* layout_questions_threads.c - How many threads hold something, and who holds
 * an element. */
#include "base/checked.h"
#include "layout_questions_sums.h"
#include "layout_threads.h"

static const tl_axis FASTEST_FIRST[TL_AXIS_COUNT] = {
    TL_AXIS_M,         TL_AXIS_TLANE,  TL_AXIS_TCOL,      TL_AXIS_P,
    TL_AXIS_F,         TL_AXIS_BANK,   TL_AXIS_LANEID,    TL_AXIS_TX,
    TL_AXIS_TID_IN_WG, TL_AXIS_WARPID, TL_AXIS_WID_IN_WG, TL_AXIS_WGID,
    TL_AXIS_BX,        TL_AXIS_BY,     TL_AXIS_BZ,        TL_AXIS_CBX,
    TL_AXIS_CBY,       TL_AXIS_CBZ};

static tl_code count_sums(const sum_set *sums, tl_axis axis, int64_t *count,
                          tl_error *error) {
  if (tl_sums_count(sums, count))
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "the strides along %s overlap, and counting the different "
                 "points takes more than %d steps",
                 tl_axis_describe(axis)->name, TL_QUESTION_STEPS);
}

tl_code tl_layout_count_along(const tl_layout *layout, tl_axis axis,
                              int64_t *count, tl_error *error) {
  sum_set sums;
  int64_t span;
  TL_TRY(tl_layout_span(layout, axis, &span, error));
  tl_sums_read(layout, axis, 0, &sums);
  return count_sums(&sums, axis, count, error);
}

tl_code tl_layout_count_threads(const tl_layout *layout, int64_t lanes,
                                int64_t *threads, tl_error *error) {
  tl_scope scope;
  tl_layout numbered;
  TL_TRY(tl_layout_number_complete(layout, lanes, &scope, &numbered, error));
  *threads = 1;
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
    int64_t count = 0;
    if (tl_axis_describe(axis)->kind != TL_AXIS_THREAD)
      continue;
    TL_TRY(tl_layout_count_along(&numbered, axis, &count, error));
    TL_TRY(tl_multiply(*threads, count, threads, error));
  }
  return TL_OK;
}

tl_code tl_layout_holders(const tl_layout *layout, const tl_list *coordinate,
                          tl_holders *out, tl_error *error) {
  /* 1. The coordinate is in the shape. */
  tl_list shape;
  int64_t span, place[TL_DIRECTIONS];
  tl_layout_shape(layout, &shape);
  TL_TRY(tl_list_check_coordinate(&shape, coordinate, error));
  TL_TRY(tl_layout_span(layout, TL_AXIS_M, &span, error));

  /* 2. The first point, and the replicas axis by axis. */
  *out = (tl_holders){.count = 1, .swizzle = layout->swizzle};
  tl_layout_place(layout, coordinate->items, place);
  for (int64_t i = 0; i < TL_AXIS_COUNT; i++) {
    tl_axis axis = FASTEST_FIRST[i];
    sum_set sums;
    int64_t count;
    out->first[axis] = place[tl_axis_direction((int64_t)axis)];
    tl_sums_read(layout, axis, layout->shard_count, &sums);
    TL_TRY(count_sums(&sums, axis, &count, error));
    TL_TRY(tl_multiply(out->count, count, &out->count, error));
    for (int64_t k = 0; k < sums.count; k++)
      out->digits[out->digit_count++] = sums.steps[k];
  }
  return TL_OK;
}

void tl_holders_point(const tl_holders *holders, int64_t k, int64_t *point) {
  tl_layout replicas = {.replica_count = holders->digit_count};
  for (int64_t i = 0; i < holders->digit_count; i++)
    replicas.iters[i] = holders->digits[i];
  for (int64_t i = 0; i < TL_AXIS_COUNT; i++) {
    sum_set sums;
    int64_t count;
    tl_axis axis = FASTEST_FIRST[i];
    tl_sums_read(&replicas, axis, 0, &sums);
    point[axis] = holders->first[axis];
    if (sums.count > 0 && tl_sums_count(&sums, &count))
      point[axis] += tl_sums_at(&sums, tl_take_digit(&k, count));
  }
  point[TL_AXIS_M] = tl_swizzle_apply(&holders->swizzle, point[TL_AXIS_M]);
}
