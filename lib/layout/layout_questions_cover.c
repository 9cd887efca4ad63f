/* layout_questions_cover.c - Whether a layout reaches every point of a box.
 *
 * Every iter moves along one axis, so the points that a layout reaches are the
 * product of a set for each axis: offset + sums of steps.  A box is covered
 * when each side of it is.  The first gap of sums is after the first run of the
 * smallest strides:
 *
 *   {0, 1, 2} + {0, 8}   the first gap is 3 to 7
 *
 * A swizzle permutes each block of 2^(base + |shift| + bits) offsets.  Blocks
 * below the first gap stay covered; the one with the gap, or the last of the
 * box if the gap is behind it, is looked at offset by offset. */
#include "base/checked.h"
#include "layout_questions_sums.h"
#include "layout_threads.h"
#include <stddef.h>

/* The first run of numbers >= 0 that are not in the set; *last is INT64_MAX
 * beyond the reach. */
static void find_gap(const sum_set *set, int64_t *first, int64_t *last) {
  int64_t next = 0;
  *first = 1;
  if (set->count > 0 && set->steps[0].stride == 1)
    *first = set->steps[next++].extent;
  *last = next < set->count ? set->steps[next].stride - 1 : INT64_MAX;
}

/* No multiple of a symbol is smaller. */
static int64_t least_symbol_step(const tl_layout *layout, tl_axis axis) {
  int64_t least = INT64_MAX;
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    const tl_iter *iter = &layout->iters[i];
    int64_t step;
    if ((tl_axis)iter->axis == axis && iter->symbol != 0 &&
        tl_multiply(iter->stride, layout->divisor[iter->symbol - 1], &step,
                    NULL) == TL_OK &&
        step < least)
      least = step;
  }
  return least;
}

static tl_answer reaches_swizzled(const tl_layout *layout, const sum_set *sums,
                                  int64_t x, int64_t *budget) {
  int64_t before = tl_swizzle_undo(&layout->swizzle, x);
  return tl_sums_contain(sums, before - layout->offset[TL_AXIS_M], budget);
}

static tl_answer cover_swizzled(const tl_layout *layout, const sum_set *sums,
                                int64_t covered, int64_t extent, tl_gap *out,
                                tl_error *reason) {
  /* 1. Whole blocks that are covered. */
  int64_t block = tl_swizzle_period(&layout->swizzle);
  int64_t budget = TL_QUESTION_STEPS;
  int64_t start = extent - extent % block, end = extent;
  if (covered >= start && (start == extent || covered - start >= block))
    return TL_YES;
  if (covered < start) {
    start = covered - covered % block;
    end = start + block;
  }
  if (least_symbol_step(layout, TL_AXIS_M) != INT64_MAX)
    return ANSWER_UNDECIDED(reason,
                            "whether swizzled offsets are reached depends on "
                            "a stride known only at run time");

  /* 2. The block that is not known to be. */
  tl_answer is_in = TL_YES;
  for (out->first = start; out->first < end; out->first++) {
    is_in = reaches_swizzled(layout, sums, out->first, &budget);
    if (is_in != TL_YES)
      break;
  }
  if (is_in == TL_UNDECIDED)
    return ANSWER_UNDECIDED(reason,
                            "looking for a gap in a block of %" PRId64
                            " swizzled offsets takes more than %d steps",
                            block, TL_QUESTION_STEPS);
  if (is_in == TL_YES)
    return TL_YES;
  out->last = out->first;
  while (out->last + 1 < end &&
         reaches_swizzled(layout, sums, out->last + 1, &budget) == TL_NO)
    out->last++;
  return TL_NO;
}

static tl_answer cover_axis(const tl_layout *layout, tl_axis axis,
                            int64_t extent, tl_gap *out, tl_error *reason) {
  sum_set sums;
  int64_t offset = layout->offset[axis], covered = 0, last = offset - 1;
  tl_sums_read(layout, axis, 0, &sums);
  if (offset == 0)
    find_gap(&sums, &covered, &last);
  if (axis == TL_AXIS_M && layout->swizzle.bits != 0)
    return cover_swizzled(layout, &sums, covered, extent, out, reason);
  if (covered >= extent)
    return TL_YES;
  int64_t symbol_step = least_symbol_step(layout, axis);
  if (offset == 0 && symbol_step <= covered)
    return ANSWER_UNDECIDED(reason,
                            "whether %" PRId64 "@%s is reached depends "
                            "on a stride known only at run time",
                            covered, tl_axis_describe(axis)->name);
  out->first = covered;
  out->last = last < extent ? last : extent - 1;
  if (offset == 0 && out->last >= symbol_step)
    out->last = symbol_step - 1;
  return TL_NO;
}

static tl_answer answer_gap(const tl_gap *gap, tl_error *reason) {
  const char *name = tl_axis_describe((tl_axis)gap->axis)->name;
  if (gap->first == gap->last)
    return ANSWER_NO(reason, "no element is at %" PRId64 "@%s", gap->first,
                     name);
  return ANSWER_NO(reason, "no element is at %" PRId64 "@%s to %" PRId64 "@%s",
                   gap->first, name, gap->last, name);
}

tl_answer tl_layout_covers(const tl_layout *layout, int64_t lanes,
                           const tl_box *box, tl_gap *out, tl_error *reason) {
  tl_layout numbered;
  tl_scope scope;
  tl_answer answer = TL_YES;
  bool is_complete = tl_layout_number_complete(layout, lanes, &scope, &numbered,
                                               NULL) == TL_OK &&
                     scope != TL_SCOPE_COUNT;
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
    tl_gap gap = {(int64_t)axis, 0, 0};
    bool is_number =
        is_complete && axis != TL_AXIS_M &&
        (axis == TL_AXIS_TX || axis == tl_scope_describe(scope)->axis);
    tl_answer side = cover_axis(is_number ? &numbered : layout,
                                is_number ? TL_AXIS_TX : axis,
                                box->extent[axis], &gap, reason);
    if (side == TL_NO) {
      if (out)
        *out = gap;
      return answer_gap(&gap, reason);
    }
    if (side == TL_UNDECIDED)
      answer = TL_UNDECIDED;
  }
  return answer;
}

tl_code tl_layout_box(const tl_layout *layout, int64_t lanes, tl_box *out,
                      tl_error *error) {
  tl_scope scope;
  tl_layout numbered;
  tl_box box = {{0}};
  TL_TRY(tl_layout_number_complete(layout, lanes, &scope, &numbered, error));
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++)
    if (tl_layout_mentions(&numbered, axis))
      TL_TRY(tl_layout_span(&numbered, axis, &box.extent[axis], error));
  if (scope != TL_SCOPE_COUNT && box.extent[TL_AXIS_TX] != 0) {
    int64_t threads = box.extent[TL_AXIS_TX];
    box.extent[TL_AXIS_TX] = 0;
    box.extent[tl_scope_describe(scope)->axis] = threads;
  }
  TL_TRY(tl_layout_footprint(layout, &box.extent[TL_AXIS_M], error));
  *out = box;
  return TL_OK;
}

tl_answer tl_layout_covers_box(const tl_layout *layout, int64_t lanes,
                               tl_gap *out, tl_error *reason) {
  tl_box box;
  if (tl_layout_box(layout, lanes, &box, reason) != TL_OK)
    return TL_UNDECIDED;
  return tl_layout_covers(layout, lanes, &box, out, reason);
}
