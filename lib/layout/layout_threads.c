/* layout_threads.c - Which threads a layout speaks of, and the same said by the
 * number of a thread.
 *
 * A thread axis is the digit tx / divisor % extent of the thread number, the
 * interval from divisor to divisor * extent of its weights.  The intervals of
 * the axes that a layout mentions have to fill 1 to as many threads as a scope
 * has, or go on without bound: then they make up the number of a thread of that
 * scope. */
#include "layout_threads.h"
#include "base/checked.h"
#include "layout_digits.h"

static tl_code rescale(tl_axis from, const tl_scope_facts *scope, int64_t lanes,
                       int64_t *scale, tl_error *error);

bool tl_layout_mentions(const tl_layout *layout, tl_axis axis) {
  bool mentions = layout->offset[axis] != 0;
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    mentions |= (tl_axis)layout->iters[i].axis == axis;
  return mentions;
}

/* Where the digit of a thread axis that the layout mentions ends; 0 of others.
 */
static int64_t end_of_digit(const tl_layout *layout, tl_axis axis,
                            int64_t lanes) {
  tl_thread_digit digit = tl_axis_digit(axis, lanes);
  if (tl_axis_describe(axis)->kind != TL_AXIS_THREAD ||
      !tl_layout_mentions(layout, axis))
    return 0;
  return digit.extent ? digit.divisor * digit.extent : INT64_MAX;
}

bool tl_layout_find_scope(const tl_layout *layout, int64_t lanes,
                          tl_scope *scope) {
  int64_t filled = 1;
  for (bool grows = true; grows;) {
    grows = false;
    for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
      if (tl_axis_digit(axis, lanes).divisor <= filled &&
          end_of_digit(layout, axis, lanes) > filled) {
        filled = end_of_digit(layout, axis, lanes);
        grows = true;
      }
  }
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (end_of_digit(layout, axis, lanes) > filled)
      return false;
  *scope = TL_SCOPE_CTA;
  for (tl_scope other = TL_SCOPE_THREAD; other < TL_SCOPE_CTA; other++)
    if (tl_scope_size(other, lanes) == filled)
      *scope = other;
  return true;
}

tl_code tl_point_thread(const int64_t *point, int64_t lanes, int64_t *thread,
                        tl_error *error) {
  *thread = 0;
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (tl_axis_describe(axis)->kind == TL_AXIS_THREAD)
      TL_TRY(tl_multiply_add(*thread, point[axis],
                             tl_axis_digit(axis, lanes).divisor, thread,
                             error));
  return TL_OK;
}

tl_code tl_layout_number_threads(const tl_layout *layout, int64_t lanes,
                                 tl_layout *out, tl_error *error) {
  tl_layout fields = *layout;
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    tl_iter *iter = &fields.iters[i];
    tl_axis axis = (tl_axis)iter->axis;
    if (tl_axis_describe(axis)->kind != TL_AXIS_THREAD)
      continue;
    TL_TRY(tl_multiply(iter->stride, tl_axis_digit(axis, lanes).divisor,
                       &iter->stride, error));
    iter->axis = TL_AXIS_TX;
  }
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (tl_axis_describe(axis)->kind == TL_AXIS_THREAD)
      fields.offset[axis] = 0;
  TL_TRY(tl_point_thread(layout->offset, lanes, &fields.offset[TL_AXIS_TX],
                         error));
  int64_t span;
  TL_TRY(tl_layout_span(&fields, TL_AXIS_TX, &span, error));
  *out = fields;
  return TL_OK;
}

tl_code tl_scope_check_threads(tl_scope scope, int64_t lanes, int64_t threads,
                               tl_error *error) {
  int64_t most = tl_scope_size(scope, lanes);
  if (threads <= most)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the layout needs threads 0 to %" PRId64
                 "; scope %s has%s %" PRId64,
                 threads - 1, tl_scope_describe(scope)->name,
                 scope == TL_SCOPE_CTA ? " at most" : "", most);
}

tl_code tl_layout_on_scope(const tl_layout *layout, tl_scope scope,
                           int64_t lanes, tl_layout *out, tl_error *error) {
  const tl_scope_facts *facts = tl_scope_describe(scope);
  tl_layout fields = *layout;
  TL_TRY(tl_layout_check_lanes(layout, lanes, error));
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++) {
    tl_iter *iter = &fields.iters[i];
    if (iter->axis == TL_AXIS_M)
      continue;
    int64_t scale = 0;
    TL_TRY(rescale((tl_axis)iter->axis, facts, lanes, &scale, error));
    TL_TRY(tl_multiply(iter->stride, scale, &iter->stride, error));
    iter->axis = (int64_t)facts->axis;
  }
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++)
    if (layout->offset[axis]) {
      int64_t scale = 0;
      TL_TRY(rescale(axis, facts, lanes, &scale, error));
      fields.offset[axis] -= layout->offset[axis];
      TL_TRY(tl_multiply_add(fields.offset[facts->axis], layout->offset[axis],
                             scale, &fields.offset[facts->axis], error));
    }
  TL_TRY(tl_layout_create(&fields, out, error));
  int64_t threads = 1;
  if (facts->axis != TL_AXIS_M)
    TL_TRY(tl_layout_span(out, facts->axis, &threads, error));
  return tl_scope_check_threads(scope, lanes, threads, error);
}

/* How far one step along `from` moves the thread number of the scope. */
static tl_code rescale(tl_axis from, const tl_scope_facts *scope, int64_t lanes,
                       int64_t *scale, tl_error *error) {
  tl_thread_digit inner = tl_axis_digit(from, lanes);
  tl_thread_digit outer = tl_axis_digit(scope->axis, lanes);
  bool is_digit =
      scope->axis != TL_AXIS_M && inner.divisor > 0 &&
      (outer.extent == 0 ||
       (inner.extent > 0 && inner.divisor * inner.extent <= outer.extent));
  if (!is_digit)
    return tl_fail(error, TL_INVALID,
                   "axis %s is no digit of the thread number of scope %s",
                   tl_axis_describe(from)->name, scope->name);
  *scale = inner.divisor;
  return TL_OK;
}
