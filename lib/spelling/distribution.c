/* distribution.c - see distribution.h. */
#include "distribution.h"
#include "base/checked.h"
#include "layout/layout_questions_sums.h"

static tl_code check_static(const tl_layout *layout, const char *spelling,
                            tl_error *error) {
  if (tl_layout_is_static(layout))
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "a stride is known only at run time; the strides of %s are "
                 "numbers",
                 spelling);
}

tl_code tl_distribute_check_offset(const tl_layout *layout, tl_axis axis,
                                   const char *spelling, tl_error *error) {
  if (layout->offset[axis] == 0)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the layout has an offset of %" PRId64 "@%s; %s has none",
                 layout->offset[axis], tl_axis_describe(axis)->name, spelling);
}

static void drop_idle(const tl_layout *layout, tl_layout *out) {
  *out = *layout;
  int64_t first = layout->shard_count;
  out->replica_count = 0;
  for (int64_t i = 0; i < first; i++)
    if (out->iters[i].stride == 0)
      out->iters[i].axis = TL_AXIS_M;
  for (int64_t i = first; i < first + layout->replica_count; i++)
    if (layout->iters[i].stride != 0)
      out->iters[first + out->replica_count++] = layout->iters[i];
}

tl_code tl_distribute_memory(const tl_layout *layout, const char *spelling,
                             tl_layout *out, tl_error *error) {
  drop_idle(layout, out);
  TL_TRY(check_static(out, spelling, error));
  if (out->replica_count > 0)
    return tl_fail(error, TL_INVALID,
                   "the layout holds elements in several places; %s holds each "
                   "in one",
                   spelling);
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++) {
    TL_TRY(tl_distribute_check_offset(out, axis, spelling, error));
    for (int64_t i = 0; i < out->shard_count; i++)
      if ((tl_axis)out->iters[i].axis == axis)
        return tl_fail(error, TL_INVALID,
                       "the layout is spread over %s; %s is on m alone",
                       tl_axis_describe(axis)->name, spelling);
  }
  return TL_OK;
}

static tl_code check_dense(const tl_layout *layout, const tl_list *digits,
                           const char *places, tl_error *error) {
  int64_t end = 1;
  for (int64_t i = 0; i < digits->count; i++) {
    const tl_iter *digit = &layout->iters[digits->items[i]];
    if (digit->stride < end)
      return tl_fail(error, TL_INVALID,
                     "two %s digits overlap: stride %" PRId64
                     " of extent %" PRId64 " is within the %ss 0 to %" PRId64
                     " of the faster ones",
                     places, digit->stride, digit->extent, places, end - 1);
    if (digit->stride == end + 1)
      return tl_fail(error, TL_INVALID,
                     "%s digits leave a gap: %s %" PRId64 " holds nothing",
                     places, places, end);
    if (digit->stride > end)
      return tl_fail(error, TL_INVALID,
                     "%s digits leave a gap: %ss %" PRId64 " to %" PRId64
                     " hold nothing",
                     places, places, end, digit->stride - 1);
    TL_TRY(tl_multiply(digit->stride, digit->extent, &end, error));
  }
  return TL_OK;
}

/* Adds the copies of `layout` along the axis. */
static void merge_copies(const tl_layout *layout, tl_axis axis,
                         tl_layout *out) {
  sum_set copies;
  tl_sums_read(layout, axis, layout->shard_count, &copies);
  for (int64_t i = 0; i < copies.count; i++)
    out->iters[tl_layout_iters(out) + i] = copies.steps[i];
  out->replica_count += copies.count;
}

tl_code tl_distribute(const tl_layout *layout, tl_scope scope, int64_t lanes,
                      const char *spelling, bool copies, distribution *out,
                      tl_error *error) {
  /* 1. Nothing but digits of numbers of threads and slots. */
  tl_layout busy;
  tl_axis axis = tl_scope_describe(scope)->axis;
  TL_TRY(check_static(layout, spelling, error));
  if (layout->swizzle.bits != 0)
    return tl_fail(error, TL_INVALID, "the layout has a swizzle; %s has none",
                   spelling);
  for (tl_axis k = 0; k < TL_AXIS_COUNT; k++)
    TL_TRY(tl_distribute_check_offset(layout, k, spelling, error));
  drop_idle(layout, &busy);
  TL_TRY(tl_layout_on_scope(&busy, scope, lanes, &out->layout, error));

  /* 2. Dense ones. */
  for (int64_t i = 0; i < tl_layout_iters(&out->layout); i++) {
    const tl_iter *iter = &out->layout.iters[i];
    if (iter->stride == 0)
      return tl_fail(error, TL_INVALID,
                     "a stride of 0 puts %" PRId64
                     " elements in one slot; %s holds each in its own",
                     iter->extent, spelling);
    if (i >= out->layout.shard_count && iter->axis == TL_AXIS_M && !copies)
      return tl_fail(error, TL_INVALID,
                     "the layout holds elements in several slots of a thread; "
                     "%s holds each in one",
                     spelling);
  }

  /* 3. Replicas that count evenly together are one. */
  busy = out->layout;
  out->layout.replica_count = 0;
  merge_copies(&busy, TL_AXIS_M, &out->layout);
  if (axis != TL_AXIS_M)
    merge_copies(&busy, axis, &out->layout);
  out->slots = tl_layout_sorted(&out->layout, tl_axis_direction(TL_AXIS_M));
  out->threads = (tl_list){0};
  if (axis != TL_AXIS_M)
    out->threads = tl_layout_sorted(&out->layout, tl_axis_direction(axis));
  TL_TRY(check_dense(&out->layout, &out->threads, "thread", error));
  return check_dense(&out->layout, &out->slots, "slot", error);
}
