/* layout_axes.c - Thread axes said by other thread axes; see
 * tl/layout_algebra.h.
 *
 * A thread axis numbers units in a scope:
 *
 *   laneid     threads in a warp        tid_in_wg  threads in a warpgroup
 *   wid_in_wg  warps in a warpgroup     warpid     warps in a block
 *   wgid       warpgroups in a block    tx         threads in a block
 *
 * Axes are a chain when the scope of each is the unit of the next; the chain is
 * then the axis from the first unit to the last scope (law L29).  Source: TIRx,
 * TileLayout::GetScope and the fusers of its canonical form.
 *
 * The other way, a step of s threads is cut at the divisors of the axes asked
 * for, slowest first (law L35):
 *
 *   (256 : 1@tx) at 32 -> (8 : 1@warpid), (32 : 1@laneid) */
#include "base/checked.h"
#include "layout_digits.h"
#include "tl/layout_algebra.h"
#include <stddef.h>

typedef enum level { THREAD, WARP, WARPGROUP, BLOCK, LEVELS } level;

typedef struct axis_levels {
  tl_axis axis;
  level unit, scope;
} axis_levels;

static const axis_levels THREAD_AXES[] = {
    {TL_AXIS_LANEID, THREAD, WARP},         {TL_AXIS_WARPID, WARP, BLOCK},
    {TL_AXIS_WID_IN_WG, WARP, WARPGROUP},   {TL_AXIS_WGID, WARPGROUP, BLOCK},
    {TL_AXIS_TID_IN_WG, THREAD, WARPGROUP}, {TL_AXIS_TX, THREAD, BLOCK},
};

/* The axes asked for, slowest first, in waves of `lanes`. */
typedef struct axis_list {
  const tl_axis *axes;
  int64_t count, lanes;
} axis_list;

enum { THREAD_AXIS_COUNT = sizeof THREAD_AXES / sizeof *THREAD_AXES };

static bool fused_axis(const bool *used, tl_axis *fused);
static void mark_axes(const tl_layout *layout, bool *used);
static tl_code check_targets(const axis_list *to, tl_error *error);
static tl_code check_sources(const bool *used, int64_t lanes, tl_error *error);
static tl_code move_offsets(tl_layout *layout, const axis_list *to,
                            tl_error *error);
static tl_code spread(tl_iter iter, const axis_list *to, tl_digits *out,
                      tl_error *error);

static bool is_thread_axis(int64_t axis) {
  return tl_axis_describe((tl_axis)axis)->kind == TL_AXIS_THREAD;
}

tl_code tl_layout_canonicalize(const tl_layout *layout, int64_t lanes,
                               tl_layout *out, tl_error *error) {
  bool used[TL_AXIS_COUNT] = {false};
  tl_axis fused;
  mark_axes(layout, used);
  if (!fused_axis(used, &fused)) {
    *out = *layout;
    return TL_OK;
  }
  return tl_layout_on_axes(layout, &fused, 1, lanes, out, error);
}

/* The thread axes of iters, replicas and offsets. */
static void mark_axes(const tl_layout *layout, bool *used) {
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    used[layout->iters[i].axis] |= is_thread_axis(layout->iters[i].axis);
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    used[axis] |= is_thread_axis(axis) && layout->offset[axis] != 0;
}

/* The axis that says the same as all used ones; false where there is none. */
static bool fused_axis(const bool *used, tl_axis *fused) {
  level scope_of[LEVELS] = {0};
  int count = 0, visited = 0;
  for (int i = 0; i < THREAD_AXIS_COUNT; i++)
    if (used[THREAD_AXES[i].axis]) {
      if (scope_of[THREAD_AXES[i].unit] != THREAD)
        return false;
      scope_of[THREAD_AXES[i].unit] = THREAD_AXES[i].scope;
      count++;
    }
  level unit = THREAD;
  while (unit < BLOCK && scope_of[unit] == THREAD)
    unit++;
  level scope = unit;
  for (; scope < BLOCK && scope_of[scope] != THREAD; visited++)
    scope = scope_of[scope];
  if (count == 0 || visited != count)
    return false;
  for (int i = 0; i < THREAD_AXIS_COUNT; i++)
    if (THREAD_AXES[i].unit == unit && THREAD_AXES[i].scope == scope)
      *fused = THREAD_AXES[i].axis;
  return true;
}

tl_code tl_layout_on_axes(const tl_layout *layout, const tl_axis *axes,
                          int64_t count, int64_t lanes, tl_layout *out,
                          tl_error *error) {
  /* 1. Both are ways to say one thread number. */
  const axis_list to = {axes, count, lanes};
  bool used[TL_AXIS_COUNT] = {false};
  mark_axes(layout, used);
  TL_TRY(check_targets(&to, error));
  TL_TRY(check_sources(used, lanes, error));

  /* 2. Offsets, digits, replicas. */
  tl_layout fields = tl_layout_without_iters(layout);
  tl_digits replicas = {0};
  TL_TRY(move_offsets(&fields, &to, error));
  for (int64_t d = 0; d < layout->rank; d++) {
    const tl_iter *group = tl_layout_group(layout, d);
    tl_digits list = {0};
    for (int64_t i = layout->group_size[d] - 1; i >= 0; i--)
      TL_TRY(spread(group[i], &to, &list, error));
    TL_TRY(tl_layout_push_dimension(&fields, &list, error));
  }
  for (int64_t i = 0; i < layout->replica_count; i++)
    TL_TRY(spread(tl_layout_replicas(layout)[i], &to, &replicas, error));
  TL_TRY(
      tl_layout_push_replicas(&fields, replicas.items, replicas.count, error));
  TL_TRY(tl_layout_create(&fields, out, error));
  return tl_layout_check_lanes(out, lanes, error);
}

static tl_code check_targets(const axis_list *to, tl_error *error) {
  if (to->count < 1)
    return tl_fail(error, TL_INVALID, "no thread axis is given");
  for (int64_t i = 0; i < to->count; i++) {
    const char *name = tl_axis_describe(to->axes[i])->name;
    tl_thread_digit digit = tl_axis_digit(to->axes[i], to->lanes);
    if (!is_thread_axis(to->axes[i]))
      return tl_fail(error, TL_INVALID, "axis %s numbers no threads", name);
    if (i && digit.divisor * digit.extent !=
                 tl_axis_digit(to->axes[i - 1], to->lanes).divisor)
      return tl_fail(error, TL_INVALID,
                     "axis %s is not the digit next to axis %s", name,
                     tl_axis_describe(to->axes[i - 1])->name);
  }
  return TL_OK;
}

/* No two axes number the same threads. */
static tl_code check_sources(const bool *used, int64_t lanes, tl_error *error) {
  for (tl_axis i = 0; i < TL_AXIS_COUNT; i++)
    for (tl_axis k = 0; k < TL_AXIS_COUNT; k++) {
      tl_thread_digit fast = tl_axis_digit(i, lanes);
      tl_thread_digit slow = tl_axis_digit(k, lanes);
      bool overlap =
          fast.divisor <= slow.divisor &&
          (fast.extent == 0 || fast.divisor * fast.extent > slow.divisor);
      if (i != k && used[i] && used[k] && overlap)
        return tl_fail(error, TL_INVALID, "axes %s and %s overlap",
                       tl_axis_describe(i)->name, tl_axis_describe(k)->name);
    }
  return TL_OK;
}

static tl_code move_offsets(tl_layout *layout, const axis_list *to,
                            tl_error *error) {
  int64_t number = 0;
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (is_thread_axis((int64_t)axis)) {
      TL_TRY(tl_multiply_add(number, layout->offset[axis],
                             tl_axis_digit(axis, to->lanes).divisor, &number,
                             error));
      layout->offset[axis] = 0;
    }
  for (int64_t i = 0; i < to->count; i++) {
    int64_t divisor = tl_axis_digit(to->axes[i], to->lanes).divisor;
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
  if (!is_thread_axis(iter.axis))
    return tl_digits_push(out, iter, error);
  int64_t reach;
  TL_TRY(tl_multiply(iter.stride,
                     tl_axis_digit((tl_axis)iter.axis, to->lanes).divisor,
                     &iter.stride, error));
  tl_digits slow = {0};
  for (int64_t i = 0; i < to->count && iter.extent > 1; i++) {
    int64_t divisor = tl_axis_digit(to->axes[i], to->lanes).divisor;
    TL_TRY(tl_multiply(iter.extent - 1, iter.stride, &reach, error));
    if (iter.stride % divisor == 0) {
      TL_TRY(tl_digits_push(out,
                            (tl_iter){iter.extent, iter.stride / divisor,
                                      (int64_t)to->axes[i], 0},
                            error));
      iter.extent = 1;
    } else if (reach >= divisor) {
      int64_t below = divisor / iter.stride;
      if (divisor % iter.stride != 0 || iter.extent % below != 0)
        return tl_fail(error, TL_INVALID,
                       "%" PRId64 " steps of %" PRId64
                       " threads cannot be cut at %" PRId64 " for axis %s",
                       iter.extent, iter.stride, divisor,
                       tl_axis_describe(to->axes[i])->name);
      TL_TRY(tl_digits_push(
          &slow, (tl_iter){iter.extent / below, 1, (int64_t)to->axes[i], 0},
          error));
      iter.extent = below;
    }
  }
  if (iter.extent > 1)
    return tl_fail(error, TL_INVALID,
                   "a step of %" PRId64 " threads is no step of axis %s",
                   iter.stride,
                   tl_axis_describe(to->axes[to->count - 1])->name);
  for (int64_t i = slow.count - 1; i >= 0; i--)
    TL_TRY(tl_digits_push(out, slow.items[i], error));
  return TL_OK;
}

tl_code tl_layout_storage(const tl_layout *layout, tl_layout *out,
                          tl_error *error) {
  tl_layout fields = tl_layout_without_iters(layout);
  tl_digits replicas = {0};
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (tl_axis_describe((tl_axis)axis)->kind != TL_AXIS_MEMORY)
      fields.offset[axis] = 0;
  for (int64_t d = 0; d < layout->rank; d++) {
    const tl_iter *group = tl_layout_group(layout, d);
    tl_digits list = {0};
    for (int64_t i = layout->group_size[d] - 1; i >= 0; i--)
      if (tl_axis_describe((tl_axis)group[i].axis)->kind == TL_AXIS_MEMORY)
        TL_TRY(tl_digits_push(&list, group[i], error));
    TL_TRY(tl_layout_push_dimension(&fields, &list, error));
  }
  for (int64_t i = 0; i < layout->replica_count; i++) {
    tl_iter replica = tl_layout_replicas(layout)[i];
    if (tl_axis_describe((tl_axis)replica.axis)->kind == TL_AXIS_MEMORY)
      TL_TRY(tl_digits_push(&replicas, replica, error));
  }
  TL_TRY(
      tl_layout_push_replicas(&fields, replicas.items, replicas.count, error));
  return tl_layout_create(&fields, out, error);
}
