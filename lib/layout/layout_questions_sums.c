/* layout_questions_sums.c - Sets of sums of steps.
 *
 * What a layout reaches along one axis is offset + {sum of di * stride of i}.
 * Steps are sorted by stride and joined while that is the same set:
 *
 *   {0, s, .., (n - 1) s} + {0, k s, .., (e - 1) k s}
 *     = {0, s, .., (n - 1 + k (e - 1)) s}        for k <= n
 *
 * A positional set is determined by its numbers: the smallest above 0 is the
 * first stride, the length of the even run from 0 its extent, since the next
 * stride is not where the run would go on; what remains are the starts of
 * runs, by induction.  So positional sets are equal when their steps are. */
#include "layout_questions_sums.h"
#include "base/checked.h"
#include "layout_threads.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void join_step(sum_set *set, tl_iter step) {
  tl_iter *last = &set->steps[set->count - (set->count > 0)];
  if (set->count > 0 && step.stride % last->stride == 0 &&
      step.stride / last->stride <= last->extent)
    last->extent += step.stride / last->stride * (step.extent - 1);
  else
    set->steps[set->count++] = step;
}

void tl_sums_read(const tl_layout *layout, tl_axis axis, int64_t first,
                  sum_set *out) {
  tl_list order = tl_layout_sorted(layout, tl_axis_direction(axis));
  *out = (sum_set){.is_positional = true};
  for (int64_t k = 0; k < order.count; k++)
    if (order.items[k] >= first && layout->iters[order.items[k]].stride > 0)
      join_step(out, layout->iters[order.items[k]]);
  for (int64_t i = 0; i < out->count; i++) {
    out->is_positional &= out->steps[i].stride > out->reach;
    out->reach += (out->steps[i].extent - 1) * out->steps[i].stride;
  }
}

/* tl_sums_last of the steps below `count`, which reach `reach`. */
static tl_answer find_last(const sum_set *set, int64_t count, int64_t reach,
                           int64_t low, int64_t high, int64_t *found,
                           int64_t *budget) {
  *found = high < reach ? 0 : reach;
  if (--*budget < 0)
    return TL_UNDECIDED;
  if (high <= 0 || high >= reach)
    return low <= *found && *found <= high ? TL_YES : TL_NO;
  const tl_iter *step = &set->steps[count - 1];
  int64_t rest = reach - (step->extent - 1) * step->stride;
  int64_t digit = high / step->stride;
  tl_answer answer = TL_NO;
  if (digit > step->extent - 1)
    digit = step->extent - 1;
  for (; digit >= 0 && digit * step->stride + rest >= low; digit--) {
    int64_t start = digit * step->stride, sum;
    tl_answer here = find_last(set, count - 1, rest, low - start, high - start,
                               &sum, budget);
    if (here == TL_UNDECIDED)
      return here;
    if (here == TL_NO)
      continue;
    *found = start + sum;
    low = *found + 1;
    answer = TL_YES;
  }
  return answer;
}

tl_answer tl_sums_last(const sum_set *set, int64_t low, int64_t high,
                       int64_t *found, int64_t *budget) {
  return find_last(set, set->count, set->reach, low, high, found, budget);
}

tl_answer tl_sums_contain(const sum_set *set, int64_t x, int64_t *budget) {
  return tl_sums_last(set, x, x, &x, budget);
}

/* Sums are a mirror image: reach - x is one where x is. */
tl_answer tl_sums_next(const sum_set *set, int64_t *x, int64_t *budget) {
  int64_t mirrored;
  tl_answer answer =
      tl_sums_last(set, 0, set->reach - *x - 1, &mirrored, budget);
  *x = set->reach - mirrored;
  return answer;
}

tl_code tl_layout_example(const tl_layout *layout, tl_layout *out,
                          tl_error *error) {
  tl_layout fields = *layout;
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    tl_iter *iter = &fields.iters[i];
    if (iter->symbol != 0)
      TL_TRY(tl_multiply(iter->stride, layout->divisor[iter->symbol - 1],
                         &iter->stride, error));
    iter->symbol = 0;
  }
  int64_t span;
  TL_TRY(tl_layout_span(&fields, TL_AXIS_M, &span, error));
  *out = fields;
  return TL_OK;
}

TL_PRINTF(2, 3)
static void append(char *text, const char *format, ...) {
  size_t length = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text + length, QUESTION_TEXT - length, format, arguments);
  va_end(arguments);
}

void tl_format_coordinate(const tl_list *coordinate, char *text) {
  text[0] = 0;
  for (int64_t d = 0; d < coordinate->count; d++)
    append(text, "%s%" PRId64, d ? ", " : "(", coordinate->items[d]);
  append(text, coordinate->count ? ")" : "()");
}

void tl_format_point(const tl_layout *layout, const int64_t *point,
                     char *text) {
  text[0] = 0;
  for (int64_t step = 1; step <= TL_AXIS_COUNT; step++) {
    tl_axis axis = (tl_axis)(step % TL_AXIS_COUNT);
    bool is_alone = axis == TL_AXIS_M && !text[0];
    if (is_alone || point[axis] != 0 || tl_layout_mentions(layout, axis))
      append(text, "%s%" PRId64 "@%s", text[0] ? ", " : "", point[axis],
             tl_axis_describe(axis)->name);
  }
}
