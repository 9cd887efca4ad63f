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

static tl_code fail_search(tl_axis axis, tl_error *error);
static tl_code check_symbols(const tl_layout *layout, tl_axis axis,
                             tl_error *error);

tl_code tl_layout_count_along(const tl_layout *layout, tl_axis axis,
                              int64_t *count, tl_error *error) {
  sum_set sums;
  TL_TRY(check_symbols(layout, axis, error));
  tl_sums_read(layout, axis, 0, tl_layout_iters(layout), &sums);
  return tl_sums_count(&sums, count) ? TL_OK : fail_search(axis, error);
}

static tl_code fail_search(tl_axis axis, tl_error *error) {
  return tl_fail(error, TL_UNSUPPORTED,
                 "the strides along %s overlap, and counting the different "
                 "points takes more than %d steps",
                 tl_axis_describe(axis)->name, TL_QUESTION_STEPS);
}

static tl_code check_symbols(const tl_layout *layout, tl_axis axis,
                             tl_error *error) {
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    if ((tl_axis)layout->iters[i].axis == axis && layout->iters[i].symbol != 0)
      return tl_fail(error, TL_UNSUPPORTED,
                     "a stride is known only at run time, which is not "
                     "supported here");
  return TL_OK;
}

tl_code tl_layout_count_threads(const tl_layout *layout, int64_t lanes,
                                int64_t *threads, tl_error *error) {
  tl_scope scope;
  tl_layout numbered = *layout;
  if (tl_layout_find_scope(layout, lanes, &scope))
    TL_TRY(tl_layout_number_threads(layout, TL_AXIS_TX, lanes, &numbered, error));
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
  tl_layout_shape(layout, &shape);
  TL_TRY(tl_list_check_coordinate(&shape, coordinate, error));
  TL_TRY(check_symbols(layout, TL_AXIS_M, error));

  /* 2. The first point, and the replicas axis by axis. */
  tl_layout plain = *layout;
  plain.swizzle = (tl_swizzle){0};
  *out = (tl_holders){.count = 1, .swizzle = layout->swizzle};
  tl_layout_apply(&plain, coordinate->items, out->first);
  for (int64_t i = 0; i < TL_AXIS_COUNT; i++) {
    sum_set sums;
    int64_t count;
    tl_sums_read(layout, FASTEST_FIRST[i], layout->shard_count,
                 tl_layout_iters(layout), &sums);
    if (!tl_sums_count(&sums, &count))
      return fail_search(FASTEST_FIRST[i], error);
    TL_TRY(tl_multiply(out->count, count, &out->count, error));
    for (int64_t k = 0; k < sums.count; k++)
      out->digits[out->digit_count++] =
          (tl_iter){sums.steps[k].extent, sums.steps[k].stride,
                    (int64_t)FASTEST_FIRST[i], 0};
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
    tl_sums_read(&replicas, axis, 0, holders->digit_count, &sums);
    point[axis] = holders->first[axis];
    if (sums.count > 0 && tl_sums_count(&sums, &count))
      point[axis] += tl_sums_at(&sums, tl_take_digit(&k, count));
  }
  point[TL_AXIS_M] = tl_swizzle_apply(&holders->swizzle, point[TL_AXIS_M]);
}
