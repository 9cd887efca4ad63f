/* layout_threads.c - Which threads a layout speaks of, and the same said by
 * other thread axes; see layout_threads.h and tl/layout_algebra.h.
 *
 * A thread axis is the digit tx / divisor % extent of the thread number, the
 * interval from divisor to divisor * extent of its weights.  All of a layout's
 * are said by one number first, the sum of each step times its divisor.
 *
 * Intervals that fill 1 to as many threads as a scope has, or go on without
 * bound, make up the number of a thread of that scope.  Intervals that follow
 * each other are the axis from the first to the last (law L29).  Source: TIRx,
 * TileLayout::GetScope and the fusers of its canonical form.
 *
 * The other way, a step of s threads is cut at the divisors of the axes asked
 * for, slowest first (law L35):
 *
 *   (256 : 1@tx) at 32 -> (8 : 1@warpid), (32 : 1@laneid) */
#include "layout_threads.h"
#include "base/checked.h"
#include "layout_digits.h"
#include "tl/layout_algebra.h"

enum { THREAD_AXES = 6 };
static const tl_axis BY_DIVISOR[THREAD_AXES] = {
    TL_AXIS_LANEID, TL_AXIS_TID_IN_WG, TL_AXIS_TX,
    TL_AXIS_WARPID, TL_AXIS_WID_IN_WG, TL_AXIS_WGID};

/* The axes asked for, slowest first, in waves of `lanes`. */
typedef struct axis_list {
  const tl_axis *axes;
  int64_t count, lanes;
} axis_list;

static bool is_thread_axis(int64_t axis) {
  return tl_axis_describe((tl_axis)axis)->kind == TL_AXIS_THREAD;
}

static int64_t divisor_of(tl_axis axis, int64_t lanes) {
  return tl_axis_digit(axis, lanes).divisor;
}

/* Where the interval of a thread axis ends. */
static int64_t end_of(tl_axis axis, int64_t lanes) {
  tl_thread_digit digit = tl_axis_digit(axis, lanes);
  return digit.extent ? digit.divisor * digit.extent : INT64_MAX;
}

/* ---- One number --------------------------------------------------------- */

bool tl_layout_mentions(const tl_layout *layout, tl_axis axis) {
  bool mentions = layout->offset[axis] != 0;
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    mentions |= (tl_axis)layout->iters[i].axis == axis;
  return mentions;
}

bool tl_layout_find_scope(const tl_layout *layout, int64_t lanes,
                          tl_scope *scope) {
  int64_t filled = 1;
  for (int i = 0; i < THREAD_AXES; i++) {
    tl_axis axis = BY_DIVISOR[i];
    if (!tl_layout_mentions(layout, axis))
      continue;
    if (divisor_of(axis, lanes) > filled)
      return false;
    if (end_of(axis, lanes) > filled)
      filled = end_of(axis, lanes);
  }
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
    if (is_thread_axis(axis))
      TL_TRY(tl_multiply_add(*thread, point[axis], divisor_of(axis, lanes),
                             thread, error));
  return TL_OK;
}

tl_code tl_layout_number_threads(const tl_layout *layout, tl_axis to,
                                 int64_t lanes, tl_layout *out,
                                 tl_error *error) {
  tl_layout fields = *layout;
  int64_t number, span;
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    tl_iter *iter = &fields.iters[i];
    if (!is_thread_axis(iter->axis))
      continue;
    TL_TRY(tl_multiply(iter->stride, divisor_of((tl_axis)iter->axis, lanes),
                       &iter->stride, error));
    iter->axis = (int64_t)to;
  }
  TL_TRY(tl_point_thread(layout->offset, lanes, &number, error));
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (is_thread_axis(axis))
      fields.offset[axis] = axis == to ? number : 0;
  *out = fields;
  return to == TL_AXIS_M ? TL_OK : tl_layout_span(out, to, &span, error);
}

tl_code tl_layout_number_complete(const tl_layout *layout, int64_t lanes,
                                  tl_scope *scope, tl_layout *out,
                                  tl_error *error) {
  if (tl_layout_find_scope(layout, lanes, scope))
    return tl_layout_number_threads(layout, TL_AXIS_TX, lanes, out, error);
  *scope = TL_SCOPE_COUNT;
  *out = *layout;
  return TL_OK;
}

/* ---- The number of a scope ---------------------------------------------- */

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

tl_scope tl_scope_of_threads(int64_t threads, int64_t lanes) {
  tl_scope scope = TL_SCOPE_THREAD;
  while (scope < TL_SCOPE_CTA && tl_scope_size(scope, lanes) < threads)
    scope++;
  return scope;
}

tl_code tl_layout_name_threads(tl_layout *layout, tl_scope scope, int64_t lanes,
                               tl_error *error) {
  int64_t threads;
  TL_TRY(tl_layout_span(layout, TL_AXIS_TX, &threads, error));
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    if (layout->iters[i].axis == TL_AXIS_TX)
      layout->iters[i].axis = (int64_t)tl_scope_describe(scope)->axis;
  return tl_scope_check_threads(scope, lanes, threads, error);
}

static bool is_digit(tl_axis axis, const tl_scope_facts *scope, int64_t lanes) {
  return scope->axis != TL_AXIS_M && is_thread_axis(axis) &&
         end_of(axis, lanes) <= end_of(scope->axis, lanes);
}

/* An axis other than m is a digit of the thread number of the scope. */
static tl_code check_digit(tl_axis axis, const tl_scope_facts *scope,
                           int64_t lanes, tl_error *error) {
  if (axis == TL_AXIS_M || is_digit(axis, scope, lanes))
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "axis %s is no digit of the thread number of scope %s",
                 tl_axis_describe(axis)->name, scope->name);
}

/* Whether no thread axis but that is mentioned, whose steps are threads. */
static bool is_numbered_by(const tl_layout *layout, tl_axis number) {
  for (int i = 0; i < THREAD_AXES; i++)
    if (BY_DIVISOR[i] != number && tl_layout_mentions(layout, BY_DIVISOR[i]))
      return false;
  return true;
}

tl_code tl_layout_on_scope(const tl_layout *layout, tl_scope scope,
                           int64_t lanes, tl_layout *out, tl_error *error) {
  const tl_scope_facts *facts = tl_scope_describe(scope);
  tl_layout fields;
  int64_t threads = 1;
  TL_TRY(tl_layout_check_lanes(layout, lanes, error));
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    TL_TRY(check_digit((tl_axis)layout->iters[i].axis, facts, lanes, error));
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (layout->offset[axis])
      TL_TRY(check_digit((tl_axis)axis, facts, lanes, error));
  if (is_numbered_by(layout, facts->axis)) {
    *out = *layout;
  } else {
    TL_TRY(
        tl_layout_number_threads(layout, facts->axis, lanes, &fields, error));
    TL_TRY(tl_layout_create(&fields, out, error));
  }
  if (facts->axis != TL_AXIS_M)
    TL_TRY(tl_layout_span(out, facts->axis, &threads, error));
  return tl_scope_check_threads(scope, lanes, threads, error);
}

/* ---- Axes asked for ----------------------------------------------------- */

static tl_code check_targets(const axis_list *to, tl_error *error) {
  if (to->count < 1)
    return tl_fail(error, TL_INVALID, "no thread axis is given");
  for (int64_t i = 0; i < to->count; i++) {
    const char *name = tl_axis_describe(to->axes[i])->name;
    if (!is_thread_axis(to->axes[i]))
      return tl_fail(error, TL_INVALID, "axis %s numbers no threads", name);
    if (i && end_of(to->axes[i], to->lanes) !=
                 divisor_of(to->axes[i - 1], to->lanes))
      return tl_fail(error, TL_INVALID,
                     "axis %s is not the digit next to axis %s", name,
                     tl_axis_describe(to->axes[i - 1])->name);
  }
  return TL_OK;
}

/* No two axes number the same threads. */
static tl_code check_sources(const tl_layout *layout, int64_t lanes,
                             tl_error *error) {
  tl_axis before = TL_AXIS_COUNT;
  for (int i = 0; i < THREAD_AXES; i++) {
    tl_axis axis = BY_DIVISOR[i];
    if (!tl_layout_mentions(layout, axis))
      continue;
    if (before != TL_AXIS_COUNT &&
        divisor_of(axis, lanes) < end_of(before, lanes))
      return tl_fail(error, TL_INVALID, "axes %s and %s overlap",
                     tl_axis_describe(before)->name,
                     tl_axis_describe(axis)->name);
    before = axis;
  }
  return TL_OK;
}

static tl_code spread_offset(tl_layout *layout, const axis_list *to,
                             tl_error *error) {
  int64_t number = layout->offset[TL_AXIS_TX];
  layout->offset[TL_AXIS_TX] = 0;
  for (int64_t i = 0; i < to->count; i++) {
    int64_t divisor = divisor_of(to->axes[i], to->lanes);
    layout->offset[to->axes[i]] = number / divisor;
    number %= divisor;
  }
  if (number != 0)
    return tl_fail(error, TL_INVALID,
                   "an offset of %" PRId64 " threads is no step of axis %s",
                   number, tl_axis_describe(to->axes[to->count - 1])->name);
  return TL_OK;
}

/* Appends the digits of `iter` on the axes, fastest first. */
static tl_code spread(tl_iter iter, const axis_list *to, tl_digits *out,
                      tl_error *error) {
  if (iter.axis != TL_AXIS_TX)
    return tl_digits_push(out, iter, error);
  for (int64_t i = to->count - 1; i >= 0 && iter.extent > 1; i--) {
    int64_t divisor = divisor_of(to->axes[i], to->lanes), extent = iter.extent;
    int64_t end = i ? divisor_of(to->axes[i - 1], to->lanes) : INT64_MAX;
    if (iter.stride >= end)
      continue;
    if ((iter.extent - 1) * iter.stride >= end)
      extent = end / iter.stride;
    if (extent < iter.extent &&
        (end % iter.stride != 0 || iter.extent % extent != 0))
      return tl_fail(error, TL_INVALID,
                     "%" PRId64 " steps of %" PRId64
                     " threads cannot be cut at %" PRId64 " for axis %s",
                     iter.extent, iter.stride, end,
                     tl_axis_describe(to->axes[i - 1])->name);
    if (iter.stride % divisor != 0)
      return tl_fail(error, TL_INVALID,
                     "a step of %" PRId64 " threads is no step of axis %s",
                     iter.stride,
                     tl_axis_describe(to->axes[to->count - 1])->name);
    TL_TRY(tl_digits_push(
        out, (tl_iter){extent, iter.stride / divisor, (int64_t)to->axes[i], 0},
        error));
    iter.extent /= extent;
    iter.stride *= extent;
  }
  return TL_OK;
}

tl_code tl_layout_on_axes(const tl_layout *layout, const tl_axis *axes,
                          int64_t count, int64_t lanes, tl_layout *out,
                          tl_error *error) {
  /* 1. Both are ways to say one thread number. */
  const axis_list to = {axes, count, lanes};
  tl_layout numbered;
  TL_TRY(check_targets(&to, error));
  TL_TRY(check_sources(layout, lanes, error));
  TL_TRY(tl_layout_number_threads(layout, TL_AXIS_TX, lanes, &numbered, error));

  /* 2. Its digits on the axes. */
  tl_layout fields = tl_layout_without_iters(&numbered);
  TL_TRY(spread_offset(&fields, &to, error));
  for (int64_t d = 0; d <= layout->rank; d++) {
    tl_digits from = tl_layout_digits(&numbered, d), list = {0};
    for (int64_t i = 0; i < from.count; i++)
      TL_TRY(spread(from.items[i], &to, &list, error));
    TL_TRY(tl_layout_push_digits(&fields, layout->rank, &list, error));
  }
  TL_TRY(tl_layout_create(&fields, out, error));
  return tl_layout_check_lanes(out, lanes, error);
}

/* The axis that says the same as all that the layout mentions; false where
 * there is none. */
static bool find_fused(const tl_layout *layout, int64_t lanes, tl_axis *fused) {
  int64_t first = 0, end = 0;
  for (int i = 0; i < THREAD_AXES; i++) {
    tl_axis axis = BY_DIVISOR[i];
    if (!tl_layout_mentions(layout, axis))
      continue;
    if (end != 0 && divisor_of(axis, lanes) != end)
      return false;
    first = first ? first : divisor_of(axis, lanes);
    end = end_of(axis, lanes);
  }
  for (int i = 0; i < THREAD_AXES; i++) {
    *fused = BY_DIVISOR[i];
    if (divisor_of(*fused, lanes) == first && end_of(*fused, lanes) == end)
      return true;
  }
  return false;
}

tl_code tl_layout_canonicalize(const tl_layout *layout, int64_t lanes,
                               tl_layout *out, tl_error *error) {
  tl_axis fused;
  if (find_fused(layout, lanes, &fused))
    return tl_layout_on_axes(layout, &fused, 1, lanes, out, error);
  *out = *layout;
  return TL_OK;
}

void tl_layout_put_thread(const tl_layout *layout, int64_t lanes,
                          int64_t thread, int64_t *point) {
  for (int i = THREAD_AXES - 1; i >= 0; i--) {
    tl_axis axis = BY_DIVISOR[i];
    int64_t divisor = divisor_of(axis, lanes);
    point[axis] = tl_layout_mentions(layout, axis) ? thread / divisor : 0;
    thread -= point[axis] * divisor;
  }
}

tl_code tl_layout_storage(const tl_layout *layout, tl_layout *out,
                          tl_error *error) {
  tl_layout fields = tl_layout_without_iters(layout);
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (tl_axis_describe(axis)->kind != TL_AXIS_MEMORY)
      fields.offset[axis] = 0;
  for (int64_t d = 0; d <= layout->rank; d++) {
    tl_digits from = tl_layout_digits(layout, d), list = {0};
    for (int64_t i = 0; i < from.count; i++)
      if (tl_axis_describe((tl_axis)from.items[i].axis)->kind == TL_AXIS_MEMORY)
        TL_TRY(tl_digits_push(&list, from.items[i], error));
    TL_TRY(tl_layout_push_digits(&fields, layout->rank, &list, error));
  }
  return tl_layout_create(&fields, out, error);
}
