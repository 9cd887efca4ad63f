/* layout_questions_injective.c - Whether two coordinates share a point.
 *
 * Coordinates with digits x and y meet when, along every axis,
 *
 *   sum of (x_i - y_i) stride_i = difference of two replicas
 *
 * so when there are steps t_i with |t_i| < extent_i, not all 0 on the digits of
 * coordinates, and sum t_i stride_i = 0 over digits and replicas.  An axis with
 * such steps is enough; the others stay where they are.  A swizzle is a
 * bijection and changes nothing.
 *
 * Where each stride is above what all smaller ones reach, only t = 0 sums up to
 * 0.  Otherwise the steps are searched, largest stride first, as long as the
 * rest can still reach the target and its gcd divides it.
 *
 * Along m the multiples of a symbol are axes of their own, unless a sum of them
 * may equal one of numbers: with one symbol, a multiple of divisor * gcd, which
 * the numbers do not reach. */
#include "base/checked.h"
#include "layout_questions_sums.h"
#include "layout_threads.h"
#include <string.h>

/* The iters along one direction, smallest stride first. */
typedef struct search {
  const tl_iter *iters;
  int64_t shard_count; /* iters before this number are digits of coordinates */
  tl_list order;
  int64_t reach[TL_MAX_ITERS]; /* of this iter and all of smaller stride */
  int64_t gcd[TL_MAX_ITERS];   /* of the strides of both */
  int64_t steps[TL_MAX_ITERS]; /* t of every iter */
  int64_t budget;
} search;

/* Steps of the iters up to `level` that sum up to the target. */
static tl_answer find_steps(search *state, int64_t level, int64_t target,
                            bool has_shard) {
  if (--state->budget < 0)
    return TL_UNDECIDED;
  if (level < 0)
    return target == 0 && has_shard ? TL_YES : TL_NO;
  int64_t number = state->order.items[level], gcd = state->gcd[level];
  const tl_iter *iter = &state->iters[number];
  bool is_shard = number < state->shard_count;
  int64_t rest = level > 0 ? state->reach[level - 1] : 0;
  if (target > state->reach[level] || -target > state->reach[level] ||
      (gcd == 0 ? target != 0 : target % gcd != 0))
    return TL_NO;
  int64_t least = -(iter->extent - 1), most = iter->extent - 1;
  if (iter->stride == 0) {
    least = is_shard ? 1 : 0;
  } else {
    int64_t low = target - rest, high = target + rest;
    int64_t floor = high / iter->stride - (high % iter->stride < 0);
    int64_t ceiling = low / iter->stride + (low % iter->stride > 0);
    least = ceiling > least ? ceiling : least;
    most = floor < most ? floor : most;
  }
  for (int64_t step = least; step <= most; step++) {
    state->steps[number] = step;
    tl_answer found = find_steps(state, level - 1, target - step * iter->stride,
                                 has_shard || (is_shard && step != 0));
    if (found != TL_NO)
      return found;
  }
  state->steps[number] = 0;
  return TL_NO;
}

/* Whether steps of the iters in order lead two coordinates to one point. */
static tl_answer search_steps(search *state) {
  bool is_positional = true;
  int64_t reach = 0, gcd = 0;
  state->budget = TL_QUESTION_STEPS;
  for (int64_t k = 0; k < state->order.count; k++) {
    const tl_iter *iter = &state->iters[state->order.items[k]];
    is_positional = is_positional && iter->stride > reach;
    state->reach[k] = reach += (iter->extent - 1) * iter->stride;
    state->gcd[k] = gcd = tl_gcd(gcd, iter->stride);
  }
  return is_positional ? TL_NO
                       : find_steps(state, state->order.count - 1, 0, false);
}

tl_answer tl_sums_meet(const sum_set *set) {
  search state = {.iters = set->steps,
                  .shard_count = set->count,
                  .order.count = set->count};
  for (int64_t i = 0; i < set->count; i++)
    state.order.items[i] = i;
  return search_steps(&state);
}

/* Whether steps in the direction lead two coordinates to one point. */
static tl_answer search_direction(const tl_layout *layout, int64_t direction,
                                  search *out) {
  *out = (search){.iters = layout->iters,
                  .shard_count = layout->shard_count,
                  .order = tl_layout_sorted(layout, direction)};
  return search_steps(out);
}

static bool symbols_stay_apart(const tl_layout *layout) {
  int64_t reach = 0, gcd = 0, symbol = 0, least;
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    const tl_iter *iter = &layout->iters[i];
    if (iter->axis != TL_AXIS_M)
      continue;
    if (iter->symbol == 0 &&
        tl_multiply_add(reach, iter->extent - 1, iter->stride, &reach, NULL))
      return false;
    if (iter->symbol == 0)
      continue;
    if (symbol != 0 && symbol != iter->symbol)
      return false;
    symbol = iter->symbol;
    gcd = tl_gcd(gcd, iter->stride);
  }
  if (symbol == 0)
    return true;
  return tl_multiply(gcd, layout->divisor[symbol - 1], &least, NULL) == TL_OK &&
         reach < least;
}

/* Row-major; the coordinates differ. */
static bool precedes(const tl_list *a, const tl_list *b) {
  int64_t d = 0;
  while (a->items[d] == b->items[d])
    d++;
  return a->items[d] < b->items[d];
}

static void sort_meeting(tl_meeting *meeting) {
  if (precedes(&meeting->first, &meeting->second))
    return;
  tl_list swapped = meeting->first;
  meeting->first = meeting->second;
  meeting->second = swapped;
}

/* Digits max(t, 0) and max(-t, 0) of the two coordinates and replicas. */
static tl_answer meet(const tl_layout *layout, const search *found,
                      tl_meeting *out, tl_error *reason) {
  tl_layout example;
  tl_meeting meeting = {{.count = layout->rank}, {.count = layout->rank}, {0}};
  if (tl_layout_example(layout, &example, reason) != TL_OK)
    return TL_UNDECIDED;
  memcpy(meeting.point, layout->offset, sizeof meeting.point);
  const tl_iter *iter = layout->iters;
  for (int64_t d = 0; d < layout->rank; d++)
    for (int64_t i = 0; i < layout->group_size[d]; i++, iter++) {
      int64_t step = found->steps[iter - layout->iters];
      int64_t *first = &meeting.first.items[d],
              *second = &meeting.second.items[d];
      *first = *first * iter->extent + (step > 0 ? step : 0);
      *second = *second * iter->extent + (step < 0 ? -step : 0);
    }
  for (int64_t i = 0; i < tl_layout_iters(layout); i++)
    if (found->steps[i] > 0)
      meeting.point[example.iters[i].axis] +=
          found->steps[i] * example.iters[i].stride;
  meeting.point[TL_AXIS_M] =
      tl_swizzle_apply(&layout->swizzle, meeting.point[TL_AXIS_M]);
  sort_meeting(&meeting);
  if (out)
    *out = meeting;
  char first[QUESTION_TEXT], second[QUESTION_TEXT], point[QUESTION_TEXT];
  tl_format_coordinate(&meeting.first, first);
  tl_format_coordinate(&meeting.second, second);
  tl_format_point(layout, meeting.point, point);
  return ANSWER_NO(reason, "elements %s and %s are both at %s", first, second,
                   point);
}

tl_answer tl_layout_is_injective(const tl_layout *layout, int64_t lanes,
                                 tl_meeting *out, tl_error *reason) {
  tl_scope scope;
  tl_layout numbered;
  bool is_known = true;
  if (tl_layout_number_complete(layout, lanes, &scope, &numbered, reason))
    return TL_UNDECIDED;
  for (int64_t direction = 0; direction < TL_DIRECTIONS; direction++) {
    search found;
    tl_answer meets = search_direction(&numbered, direction, &found);
    if (meets == TL_YES)
      return meet(layout, &found, out, reason);
    is_known = is_known && meets == TL_NO;
  }
  if (!is_known)
    return ANSWER_UNDECIDED(reason,
                            "the strides overlap, and looking for elements in "
                            "one place takes more than %d steps",
                            TL_QUESTION_STEPS);
  if (!symbols_stay_apart(&numbered))
    return ANSWER_UNDECIDED(reason, "whether elements are in one place depends "
                                    "on a stride known only at run time");
  return TL_YES;
}
