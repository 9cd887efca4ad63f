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

static int64_t end_of_digit(const tl_axis_facts *facts);
static tl_code rescale(tl_axis from, const tl_scope_facts *scope,
                       int64_t *scale, tl_error *error);

bool tl_layout_mentions(const tl_layout *layout, tl_axis axis) {
  bool mentions = layout->offset[axis] != 0;
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    mentions |= (tl_axis)layout->iters[i].axis == axis;
  return mentions;
}

bool tl_layout_find_scope(const tl_layout *layout, tl_scope *scope) {
  int64_t filled = 1;
  for (bool grows = true; grows;) {
    grows = false;
    for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
      const tl_axis_facts *facts = tl_axis_describe(axis);
      if (facts->kind == TL_AXIS_THREAD && facts->divisor <= filled &&
          end_of_digit(facts) > filled && tl_layout_mentions(layout, axis)) {
        filled = end_of_digit(facts);
        grows = true;
      }
    }
  }
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
    const tl_axis_facts *facts = tl_axis_describe(axis);
    if (facts->kind == TL_AXIS_THREAD && end_of_digit(facts) > filled &&
        tl_layout_mentions(layout, axis))
      return false;
  }
  *scope = TL_SCOPE_CTA;
  for (tl_scope other = TL_SCOPE_THREAD; other < TL_SCOPE_CTA; other++)
    if (tl_scope_describe(other)->threads == filled)
      *scope = other;
  return true;
}

static int64_t end_of_digit(const tl_axis_facts *facts) {
  return facts->extent ? facts->divisor * facts->extent : INT64_MAX;
}

tl_code tl_point_thread(const int64_t *point, int64_t *thread,
                        tl_error *error) {
  *thread = 0;
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (tl_axis_describe(axis)->kind == TL_AXIS_THREAD)
      TL_TRY(tl_multiply_add(*thread, point[axis],
                             tl_axis_describe(axis)->divisor, thread, error));
  return TL_OK;
}

tl_code tl_layout_number_threads(const tl_layout *layout, tl_layout *out,
                                 tl_error *error) {
  tl_layout fields = *layout;
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    tl_iter *iter = &fields.iters[i];
    const tl_axis_facts *facts = tl_axis_describe((tl_axis)iter->axis);
    if (facts->kind != TL_AXIS_THREAD)
      continue;
    TL_TRY(tl_multiply(iter->stride, facts->divisor, &iter->stride, error));
    iter->axis = TL_AXIS_TX;
  }
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (tl_axis_describe(axis)->kind == TL_AXIS_THREAD)
      fields.offset[axis] = 0;
  TL_TRY(tl_point_thread(layout->offset, &fields.offset[TL_AXIS_TX], error));
  int64_t span;
  TL_TRY(tl_layout_span(&fields, TL_AXIS_TX, &span, error));
  *out = fields;
  return TL_OK;
}

tl_code tl_scope_check_threads(tl_scope scope, int64_t threads,
                               tl_error *error) {
  const tl_scope_facts *facts = tl_scope_describe(scope);
  if (threads <= facts->threads)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the layout needs threads 0 to %" PRId64
                 "; scope %s has%s %" PRId64,
                 threads - 1, facts->name,
                 scope == TL_SCOPE_CTA ? " at most" : "", facts->threads);
}

tl_code tl_layout_on_scope(const tl_layout *layout, tl_scope scope,
                           tl_layout *out, tl_error *error) {
  const tl_scope_facts *facts = tl_scope_describe(scope);
  tl_layout fields = *layout;
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++) {
    tl_iter *iter = &fields.iters[i];
    if (iter->axis == TL_AXIS_M)
      continue;
    int64_t scale = 0;
    TL_TRY(rescale((tl_axis)iter->axis, facts, &scale, error));
    TL_TRY(tl_multiply(iter->stride, scale, &iter->stride, error));
    iter->axis = (int64_t)facts->axis;
  }
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++)
    if (layout->offset[axis]) {
      int64_t scale = 0;
      TL_TRY(rescale(axis, facts, &scale, error));
      fields.offset[axis] -= layout->offset[axis];
      TL_TRY(tl_multiply_add(fields.offset[facts->axis], layout->offset[axis],
                             scale, &fields.offset[facts->axis], error));
    }
  TL_TRY(tl_layout_create(&fields, out, error));
  int64_t threads = 1;
  if (facts->axis != TL_AXIS_M)
    TL_TRY(tl_layout_span(out, facts->axis, &threads, error));
  return tl_scope_check_threads(scope, threads, error);
}

/* How far one step along `from` moves the thread number of the scope. */
static tl_code rescale(tl_axis from, const tl_scope_facts *scope,
                       int64_t *scale, tl_error *error) {
  const tl_axis_facts *inner = tl_axis_describe(from);
  const tl_axis_facts *outer = tl_axis_describe(scope->axis);
  bool is_digit =
      scope->axis != TL_AXIS_M && inner->divisor > 0 &&
      (outer->extent == 0 ||
       (inner->extent > 0 && inner->divisor * inner->extent <= outer->extent));
  if (!is_digit)
    return tl_fail(error, TL_INVALID,
                   "axis %s is no digit of the thread number of scope %s",
                   inner->name, scope->name);
  *scale = inner->divisor;
  return TL_OK;
}
