// RUN: reduction_test | FileCheck %s
// CHECK: C40 order: {{[1-9][0-9][0-9][0-9]+}} results, 0 failures
// CHECK: C41 steps: {{[1-9][0-9]+}} plans, 0 failures
// CHECK: C42 fewest: {{[1-9][0-9]+}} targets, 0 failures
// CHECK: in lanes: {{[1-9][0-9]+}}, in parts: {{[1-9][0-9]+}}, by table: {{[1-9][0-9]+}}, with repeats: {{[1-9][0-9]+}}
// CHECK: halved: {{[1-9][0-9]*}}, as the target has them: {{[1-9][0-9]*}}, with gaps: {{[1-9][0-9]*}}, by redux: {{[1-9][0-9]*}}
// CHECK: of bits: {{[1-9][0-9][0-9]+}}, by several: {{[1-9][0-9]+}}, halved without selects: {{[1-9][0-9]*}}, with some: {{[1-9][0-9]*}}, that a search reaches: {{[1-9][0-9]+}}
// What steps and conversions of all plans cost; less is a better choice.
// CHECK: costs: 63160

/* Laws C40 to C42 of tl/reduction.h on random fragments, by enumeration.  Values
 * are combined by what is commutative and not associative, so that another order
 * is another value. */
#include "tl/reduction.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 1000, MOST_DIGITS = 6, LANES = 32, THREADS = 160, SLOTS = 24 };

static int64_t results, order_failures, plans, step_failures, in_lanes,
    in_parts, by_table, repeated, targets, cost_failures, halved, as_target,
    with_gaps, by_redux, of_bits, by_several, without_selects, with_selects,
    searched, costs;
static uint64_t seed = 1;

static int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

static uint64_t combine(uint64_t a, uint64_t b) {
  uint64_t sum = (a + b) * 0x9e3779b97f4a7c15u;
  return (sum ^ sum >> 29) + a * b;
}

static uint64_t tree(uint64_t *items, int64_t count) {
  for (; count > 1; count = (count + 1) / 2) {
    for (int64_t i = 0; i + 1 < count; i += 2)
      items[i / 2] = combine(items[i], items[i + 1]);
    if (count % 2)
      items[count / 2] = items[count - 1];
  }
  return items[0];
}

/* Three dimensions of random digits of threads and registers, some of them of
 * replicas, and gaps between threads. */
static bool make_fragment(tl_layout *out) {
  static const int64_t EXTENTS[] = {2, 2, 2, 3, 4, 8};
  tl_layout layout = {.rank = 3};
  int64_t count = 2 + below(MOST_DIGITS - 1), threads = 1 + below(8) / 7;
  int64_t slots = 1, cuts[2] = {below(count + 1), below(count + 1)};
  tl_iter digits[MOST_DIGITS];
  for (int64_t i = 0; i < count; i++) {
    int64_t extent = EXTENTS[below(6)];
    bool is_thread = below(3) > 0;
    digits[i] = (tl_iter){extent, is_thread ? threads : slots,
                          is_thread ? TL_AXIS_TX : TL_AXIS_M, 0};
    *(is_thread ? &threads : &slots) *= extent;
  }
  for (int64_t i = count - 1; i > 0; i--) {
    int64_t k = below(i + 1);
    tl_iter digit = digits[i];
    digits[i] = digits[k];
    digits[k] = digit;
  }
  if (cuts[0] > cuts[1])
    cuts[1] = cuts[0];
  layout.replica_count = below(3) ? 0 : 1;
  layout.shard_count = count - layout.replica_count;
  for (int64_t i = 0; i < count; i++)
    layout.iters[i] = digits[i];
  for (int64_t i = 0; i < layout.shard_count; i++)
    layout.group_size[(i >= cuts[0]) + (i >= cuts[1])]++;
  layout.offset[TL_AXIS_TX] = below(4) ? 0 : below(3);
  return threads + 3 <= THREADS && slots <= SLOTS &&
         tl_layout_create(&layout, out, NULL) == TL_OK;
}

/* A random invertible map of bits. */
static void twist(tl_layout *layout) {
  int64_t bits = 0;
  for (int64_t i = 0; i < layout->shard_count; i++)
    for (int64_t n = 1; n < layout->iters[i].extent; n *= 2)
      bits++;
  for (int64_t i = 0; i < bits; i++)
    layout->twist.of[i] = UINT32_C(1) << i;
  for (int64_t i = below(2 * bits + 1); i > 0 && bits > 1; i--) {
    int64_t a = below(bits), b = below(bits - 1);
    layout->twist.of[a] ^= layout->twist.of[b + (b >= a)];
  }
}

/* Bits of threads and registers, of which some number copies. */
static bool make_bits(tl_layout *out) {
  tl_layout layout = {.rank = 3};
  int64_t count = 3 + below(6), threads = 1, slots = 1;
  layout.replica_count = below(3) == 0;
  layout.shard_count = count - layout.replica_count;
  for (int64_t i = 0; i < count; i++) {
    bool is_thread = threads < 128 && (slots == 16 || below(3) > 0);
    layout.iters[i] = (tl_iter){2, is_thread ? threads : slots,
                                is_thread ? TL_AXIS_TX : TL_AXIS_M, 0};
    *(is_thread ? &threads : &slots) *= 2;
    layout.group_size[i < layout.shard_count ? below(3) : 0] +=
        i < layout.shard_count;
  }
  for (int64_t i = count - 1; i > 0; i--) {
    int64_t k = below(i + 1);
    tl_iter iter = layout.iters[i];
    layout.iters[i] = layout.iters[k];
    layout.iters[k] = iter;
  }
  twist(&layout);
  return tl_layout_create(&layout, out, NULL) == TL_OK &&
         !tl_twist_is_none(&out->twist);
}

/*===--- Who holds what ---------------------------------------------------===*/

typedef struct place {
  int64_t thread, slot;
  bool is_first;
} place;

static int64_t size_of(const tl_layout *layout) {
  tl_list shape = tl_layout_shape(layout);
  int64_t size = 1;
  for (int64_t d = 0; d < shape.count; d++)
    size *= shape.items[d];
  return size;
}

static int64_t replicas_of(const tl_layout *layout) {
  int64_t count = 1;
  for (int64_t i = 0; i < layout->replica_count; i++)
    count *= layout->iters[layout->shard_count + i].extent;
  return count;
}

static void coordinate_of(const tl_layout *layout, int64_t element,
                          int64_t *coordinate) {
  tl_list shape = tl_layout_shape(layout);
  for (int64_t d = shape.count - 1; d >= 0; d--) {
    coordinate[d] = element % shape.items[d];
    element /= shape.items[d];
  }
}

/* Of an element in row-major order. */
static place place_of(const tl_layout *layout, int64_t element,
                      int64_t replica) {
  int64_t coordinate[TL_MAX_RANK], point[TL_AXIS_COUNT];
  const tl_iter *iters = layout->iters + layout->shard_count;
  bool is_first = replica == 0;
  coordinate_of(layout, element, coordinate);
  tl_layout_apply(layout, coordinate, point);
  for (int64_t i = layout->replica_count - 1; i >= 0; i--) {
    point[iters[i].axis] += replica % iters[i].extent * iters[i].stride;
    replica /= iters[i].extent;
  }
  return (place){point[TL_AXIS_TX], point[TL_AXIS_M], is_first};
}

static int64_t kept_of(const tl_layout *layout, int64_t dimensions,
                       int64_t element) {
  int64_t coordinate[TL_MAX_RANK], kept = 0;
  tl_list shape = tl_layout_shape(layout);
  coordinate_of(layout, element, coordinate);
  for (int64_t d = 0; d < shape.count; d++)
    if (!(dimensions >> d & 1))
      kept = kept * shape.items[d] + coordinate[d];
  return kept;
}

/*===--- The definition, and the plan -------------------------------------===*/

static uint64_t held[THREADS][SLOTS], leaf[THREADS][SLOTS];
static bool is_first[THREADS][SLOTS];
static int64_t kept_at[THREADS][SLOTS];

static uint64_t expect(int64_t kept) {
  uint64_t partials[THREADS], items[SLOTS];
  int64_t threads = 0;
  for (int64_t t = 0; t < THREADS; t++) {
    int64_t count = 0;
    for (int64_t s = 0; s < SLOTS; s++)
      if (is_first[t][s] && kept_at[t][s] == kept)
        items[count++] = leaf[t][s];
    if (count)
      partials[threads++] = tree(items, count);
  }
  return tree(partials, threads);
}

static void read_fragment(const tl_layout *fragment, int64_t dimensions) {
  memset(is_first, 0, sizeof is_first);
  memset(leaf, 0xff, sizeof leaf);
  for (int64_t n = 0; n < size_of(fragment); n++)
    for (int64_t r = 0; r < replicas_of(fragment); r++) {
      place at = place_of(fragment, n, r);
      leaf[at.thread][at.slot] = (uint64_t)(n + 1) * 0xd1342543de82ef95u;
      is_first[at.thread][at.slot] |= at.is_first;
      kept_at[at.thread][at.slot] = kept_of(fragment, dimensions, n);
    }
}

static bool is_upper(const tl_lane_step *step, int64_t lane) {
  int64_t odd = lane & step->upper_lanes;
  return __builtin_popcountll((uint64_t)odd) & 1;
}

static void run_step(const tl_lane_step *step, int64_t t, int64_t k,
                     uint64_t before[THREADS][SLOTS]) {
  int64_t lane = t % LANES, number = k;
  int64_t from = step->distance ? lane ^ step->distance : step->from[lane];
  int64_t given = k ^ step->exchanged;
  if (step->halved_stride) {
    number = tl_halved_register(step, k, is_upper(step, lane));
    given = tl_halved_register(step, given, !is_upper(step, from));
  }
  held[t][k] = before[t][number];
  if (from != lane)
    held[t][k] = combine(before[t][number], before[t - lane + from][given]);
}

/* By the tree over lanes of a warp, which redux.sync may leave as it likes. */
static void run_redux(int64_t count) {
  by_redux++;
  for (int64_t t = 0; t < THREADS; t += LANES)
    for (int64_t k = 0; k < count; k++) {
      uint64_t items[LANES];
      for (int64_t i = 0; i < LANES; i++)
        items[i] = held[t + i][k];
      items[0] = tree(items, LANES);
      for (int64_t i = 0; i < LANES; i++)
        held[t + i][k] = items[0];
    }
}

static void run_steps(const tl_reduction_plan *plan) {
  static uint64_t before[THREADS][SLOTS];
  for (int64_t t = 0; t < THREADS; t++)
    for (int64_t k = 0; k < plan->kept_count; k++) {
      uint64_t items[SLOTS];
      int64_t count = 0;
      for (int64_t s = 0; s < plan->register_count; s++)
        if (plan->kept[s] == k)
          items[count++] = leaf[t][s];
      held[t][k] = tree(items, count);
    }
  if (plan->is_redux)
    run_redux(plan->kept_count);
  int64_t count = plan->kept_count;
  for (int64_t i = 0; !plan->is_redux && i < plan->step_count; i++) {
    const tl_lane_step *step = &plan->steps[i];
    memcpy(before, held, sizeof held);
    by_table += !step->distance;
    count /= step->halved_stride ? 2 : 1;
    for (int64_t t = 0; t < THREADS; t++)
      for (int64_t k = 0; k < count; k++)
        run_step(step, t, k, before);
  }
}

/* What a thread has of a result; of parts, what each replica of them has. */
static uint64_t value_at(const tl_reduction_plan *plan, place at,
                         int64_t kept) {
  uint64_t items[THREADS];
  int64_t size = size_of(&plan->target);
  if (plan->parts == 1)
    return held[at.thread][at.slot];
  for (int64_t p = 0; p < plan->parts; p++)
    for (int64_t r = 0; r < replicas_of(&plan->partial); r++) {
      place part = place_of(&plan->partial, p * size + kept, r);
      uint64_t own = held[part.thread][part.slot];
      if (r && own != items[p])
        return 0;
      items[p] = own;
    }
  for (int64_t p = 0; p < plan->parts; p++) {
    bool is_there = false;
    for (int64_t r = 0; r < replicas_of(&plan->gathered); r++) {
      place all = place_of(&plan->gathered, p * size + kept, r);
      is_there |= all.thread == at.thread &&
                  all.slot == p * plan->gathered_count + at.slot;
    }
    if (!is_there)
      return 0;
  }
  return tree(items, plan->parts);
}

/* Threads that have a part of the first element of the result. */
static int64_t ranks_of_first(void) {
  int64_t ranks = 0;
  for (int64_t t = 0; t < THREADS; t++) {
    bool has_part = false;
    for (int64_t s = 0; s < SLOTS; s++)
      has_part |= is_first[t][s] && kept_at[t][s] == 0;
    ranks += has_part;
  }
  return ranks;
}

/*===--- The choice -------------------------------------------------------===*/

/* Which kept coordinate each thread has where: of a choice, and of the target,
 * packed; -1: none. */
static int64_t wanted[THREADS][SLOTS];

static void read_target(const tl_reduction_plan *plan) {
  memset(wanted, -1, sizeof wanted);
  for (int64_t n = 0; n < size_of(&plan->target); n++)
    for (int64_t r = 0; r < replicas_of(&plan->target); r++) {
      place at = place_of(&plan->target, n, r);
      wanted[at.thread][at.slot] = n;
    }
}

static int64_t best_cost(const tl_reduction_plan *plan, int64_t step,
                         int64_t count, int64_t now[THREADS][SLOTS]);

static int64_t cost_of_half(const tl_reduction_plan *plan, int64_t number,
                            int64_t count, const tl_lane_step *half,
                            int64_t now[THREADS][SLOTS]) {
  int64_t(*next)[SLOTS] = malloc(sizeof(int64_t[THREADS][SLOTS]));
  memset(next, -1, sizeof(int64_t[THREADS][SLOTS]));
  for (int64_t t = 0; t < THREADS; t++)
    for (int64_t k = 0; k < count / 2; k++) {
      bool is_upper = t % LANES & half->distance;
      next[t][k] = now[t][tl_halved_register(half, k, is_upper)];
    }
  int64_t rest = best_cost(plan, number + 1, count / 2, next);
  free(next);
  return rest < 0 ? -1 : rest + 7 * (count / 2) + 2;
}

/* Of the steps from one on; -1 where none leaves the target. */
static int64_t best_cost(const tl_reduction_plan *plan, int64_t number,
                         int64_t count, int64_t now[THREADS][SLOTS]) {
  if (number == plan->step_count)
    return memcmp(now, wanted, sizeof wanted) ? -1 : 0;
  tl_lane_step half = plan->steps[number];
  int64_t best = best_cost(plan, number + 1, count, now);
  best += best < 0 ? 0 : 5 * count;
  if (!half.distance || (half.distance & (half.distance - 1)))
    return best;
  for (half.halved_stride = 1; half.halved_stride < count;
       half.halved_stride++) {
    int64_t cost = -1;
    if (count % (2 * half.halved_stride) == 0)
      cost = cost_of_half(plan, number, count, &half, now);
    if (cost >= 0 && (best < 0 || cost < best))
      best = cost;
  }
  return best;
}

/* Of one warp, whose lanes hold the elements once. */
static int64_t lane_rank[LANES];

/* Their order among those that have a part of the same. */
static void rank_lanes(int64_t now[THREADS][SLOTS], int64_t count) {
  for (int64_t t = 0; t < LANES; t++) {
    lane_rank[t] = 0;
    for (int64_t u = 0; u < t; u++)
      for (int64_t k = 0; k < count; k++)
        lane_rank[t] += now[u][k] >= 0 && now[u][k] == now[t][0];
  }
}

static uint64_t set_of(const int64_t *registers, int64_t count) {
  uint64_t set = 0;
  for (int64_t k = 0; k < count; k++)
    set |= UINT64_C(1) << registers[k];
  return set;
}

/* Whether each lane finds one in the next block that had the same and now has the
 * other half. */
static bool can_halve(int64_t step, int64_t count, int64_t now[THREADS][SLOTS],
                      int64_t next[THREADS][SLOTS]) {
  for (int64_t t = 0; t < LANES; t++) {
    bool finds = now[t][0] < 0;
    for (int64_t u = 0; u < LANES && !finds; u++)
      finds = now[u][0] >= 0 &&
              lane_rank[u] >> step == (lane_rank[t] >> step ^ 1) &&
              set_of(now[u], count) == set_of(now[t], count) &&
              !(set_of(next[u], count / 2) & set_of(next[t], count / 2));
    if (!finds)
      return false;
  }
  return true;
}

static bool is_odd(int64_t number, int64_t bits) {
  return __builtin_popcountll((uint64_t)(number & bits)) & 1;
}

static int64_t search(const tl_reduction_plan *plan, int64_t step,
                      int64_t count, int64_t now[THREADS][SLOTS]);

/* By functionals of registers and of lanes, and what registers change by. */
static int64_t search_half(const tl_reduction_plan *plan, int64_t step,
                           int64_t count, int64_t now[THREADS][SLOTS],
                           const int64_t choice[3]) {
  static int64_t all[TL_MAX_LANE_STEPS][THREADS][SLOTS];
  int64_t(*next)[SLOTS] = all[step];
  memset(next, -1, sizeof all[step]);
  for (int64_t t = 0; t < LANES; t++)
    for (int64_t k = 0, kept = 0; k < count; k++)
      if (!is_odd(k, choice[0]))
        next[t][kept++] = now[t][k ^ (is_odd(t, choice[1]) ? choice[2] : 0)];
  if (!can_halve(step, count, now, next))
    return -1;
  int64_t rest = search(plan, step + 1, count / 2, next);
  return rest < 0 ? -1 : rest + 5 * (count / 2) + (choice[1] ? count + 2 : 0);
}

/* Whether registers in one order for all lanes are those of the target. */
static bool reaches(const tl_reduction_plan *plan, int64_t count,
                    int64_t now[THREADS][SLOTS]) {
  int64_t from[SLOTS], first = 0;
  if (count != plan->target_count)
    return false;
  while (first < LANES && now[first][0] < 0)
    first++;
  for (int64_t r = 0; r < count; r++)
    for (int64_t k = from[r] = 0; k < count; k++)
      from[r] = now[first][k] == wanted[first][r] ? k : from[r];
  for (int64_t t = 0; t < THREADS; t++)
    for (int64_t r = 0; r < count; r++)
      if (now[t][from[r]] != wanted[t][r])
        return false;
  return true;
}

static int64_t search(const tl_reduction_plan *plan, int64_t step,
                      int64_t count, int64_t now[THREADS][SLOTS]) {
  if (step == plan->step_count)
    return reaches(plan, count, now) ? 0 : -1;
  int64_t best = search(plan, step + 1, count, now);
  best += best < 0 ? 0 : 5 * count;
  for (int64_t f = 1; f < count; f++)
    for (int64_t lanes = 0; lanes < LANES; lanes++)
      for (int64_t a = 1; a < count; a++) {
        const int64_t choice[] = {f, lanes, a};
        if (!is_odd(a, f) || (!lanes && a != (f & -f)))
          continue;
        int64_t cost = search_half(plan, step, count, now, choice);
        if (cost >= 0 && (best < 0 || cost < best))
          best = cost;
      }
  return best;
}

static void search_cost(const tl_reduction_plan *plan, bool is_once,
                        int64_t now[THREADS][SLOTS]) {
  if (!is_once || plan->kept_count > 4 || plan->step_count > 3)
    return;
  for (int64_t t = LANES; t < THREADS; t++)
    if (now[t][0] >= 0)
      return;
  rank_lanes(now, plan->kept_count);
  int64_t best = search(plan, 0, plan->kept_count, now);
  searched += best >= 0;
  targets += best >= 0;
  cost_failures += best >= 0 && best < plan->cost;
}

static void count_steps(const tl_reduction_plan *plan) {
  of_bits++;
  for (int64_t i = 0; i < plan->step_count; i++) {
    const tl_lane_step *step = &plan->steps[i];
    by_several += (step->distance & (step->distance - 1)) != 0;
    without_selects += step->halved_stride && !step->upper_lanes;
    with_selects += step->halved_stride && step->upper_lanes;
  }
}

static void check_cost(const tl_reduction_plan *plan, int64_t ranks,
                       const tl_layout *fragment) {
  static int64_t now[THREADS][SLOTS];
  if (plan->parts > 1 || ranks != INT64_C(1) << plan->step_count ||
      plan->kept_count > 8 || plan->step_count > 3 || plan->is_redux)
    return;
  memset(now, -1, sizeof now);
  for (int64_t t = 0; t < THREADS; t++)
    for (int64_t s = 0; s < plan->register_count; s++)
      if (plan->kept[s] >= 0 && leaf[t][s] != UINT64_MAX)
        now[t][plan->kept[s]] = kept_at[t][s];
  read_target(plan);
  if (!tl_twist_is_none(&fragment->twist)) {
    search_cost(plan, fragment->replica_count == 0, now);
    return;
  }
  int64_t best = best_cost(plan, 0, plan->kept_count, now);
  targets += best >= 0;
  cost_failures += best >= 0 && best < plan->cost;
}

static void check_results(const tl_reduction_plan *plan,
                          const tl_layout *layout) {
  for (int64_t n = 0; n < size_of(layout); n++) {
    uint64_t expected = expect(n);
    for (int64_t r = 0; r < replicas_of(layout); r++) {
      results++;
      order_failures += value_at(plan, place_of(layout, n, r), n) != expected;
    }
  }
}

/* Iters in parts of 2, slowest first. */
static int64_t split_iter(tl_iter iter, tl_iter *out) {
  int64_t below = 1, count = 0;
  while (iter.extent % (2 * below) == 0 && iter.extent > 2 * below)
    below *= 2;
  for (; below >= 1; below /= 2) {
    int64_t extent = count ? 2 : iter.extent / below;
    out[count++] =
        (tl_iter){extent, iter.stride * below, (tl_axis)iter.axis, 0};
  }
  return count;
}

static void split_iters(tl_layout *layout) {
  const tl_layout old = *layout;
  int64_t count = 0, next = 0;
  for (int64_t d = 0; d < old.rank; d++) {
    int64_t first = count;
    for (int64_t i = 0; i < old.group_size[d]; i++)
      count += split_iter(old.iters[next++], &layout->iters[count]);
    layout->group_size[d] = count - first;
  }
  layout->shard_count = count;
  while (next < old.shard_count + old.replica_count)
    count += split_iter(old.iters[next++], &layout->iters[count]);
  layout->replica_count = count - layout->shard_count;
}

/* A digit of registers as one of lanes that would have the same. */
static void move_digit(tl_iter *registers, tl_iter *lanes) {
  if (below(2) || registers->axis != TL_AXIS_M || lanes->axis == TL_AXIS_M ||
      registers->extent != lanes->extent)
    return;
  *registers = *lanes;
  *lanes = (tl_iter){1, 0, TL_AXIS_M, 0};
}

/* Some of them, and the others with gaps between. */
static void move_digits(tl_layout *target) {
  int64_t slots = 1, gap = 1 + below(2);
  split_iters(target);
  for (int64_t i = 0; i < target->replica_count; i++)
    for (int64_t k = 0; k < target->shard_count; k++)
      move_digit(&target->iters[k], &target->iters[target->shard_count + i]);
  for (int64_t k = target->shard_count - 1; k >= 0; k--)
    if (target->iters[k].axis == TL_AXIS_M) {
      target->iters[k].stride = slots;
      slots *= target->iters[k].extent * gap;
    }
}

/* Each register of the target that is asked for is the packed one of its element. */
static void check_packed(const tl_layout *asked,
                         const tl_reduction_plan *plan) {
  for (int64_t n = 0; n < size_of(asked); n++)
    for (int64_t r = 0; r < replicas_of(asked); r++) {
      place at = place_of(asked, n, r);
      bool is_there = false;
      for (int64_t k = 0; k < replicas_of(&plan->target); k++) {
        place packed = place_of(&plan->target, n, k);
        is_there |= packed.thread == at.thread &&
                    packed.slot == plan->target_of[at.slot];
      }
      results++;
      order_failures += !is_there;
    }
}

/* What plans for elements of 8 to 64 bits cost. */
static void add_costs(const tl_reduction_request *of,
                      tl_conversion_work *work) {
  tl_reduction_request request = *of;
  tl_reduction_plan plan;
  for (request.element_bits = 8; request.element_bits <= 64;
       request.element_bits *= 2)
    if (tl_reduction_plan_make(&request, work, &plan, NULL) == TL_OK)
      costs += plan.cost;
}

static void check(const tl_layout *fragment, int64_t dimensions,
                  tl_conversion_work *work) {
  tl_reduction_request request = {.fragment = *fragment,
                                  .dimensions = dimensions,
                                  .scope = TL_SCOPE_CTA,
                                  .lanes = LANES,
                                  .threads = {THREADS, THREADS},
                                  .element_bits = 32,
                                  .has_redux = below(4) == 0};
  tl_reduction_plan plan;
  int64_t span = 0, steps = 0;
  bool is_twisted = !tl_twist_is_none(&fragment->twist);
  if (tl_reduced_layout(fragment, dimensions, TL_SCOPE_CTA, &request.target,
                        NULL) != TL_OK)
    return;
  if (below(2))
    move_digits(&request.target);
  if (is_twisted && below(3) == 0)
    twist(&request.target);
  if (tl_layout_create(&request.target, &request.target, NULL) != TL_OK ||
      tl_reduction_plan_make(&request, work, &plan, NULL) != TL_OK)
    return;
  if (is_twisted && below(3) == 0 && plan.parts == 1) {
    request.target = plan.result;
    if (tl_reduction_plan_make(&request, work, &plan, NULL) != TL_OK)
      order_failures++;
  }
  if (tl_layout_span(fragment, TL_AXIS_TX, &span, NULL) != TL_OK)
    return;
  plans++;
  if (is_twisted)
    count_steps(&plan);
  read_fragment(fragment, dimensions);
  int64_t ranks = ranks_of_first();
  for (; INT64_C(1) << steps < ranks; steps++)
    continue;
  step_failures += span <= LANES && plan.step_count != steps;
  step_failures += plan.parts == 1 && plan.step_count != steps;
  in_lanes += plan.parts == 1 && ranks > 1;
  in_parts += plan.parts > 1;
  halved += plan.left_count < plan.kept_count;
  as_target += plan.left_count < plan.kept_count && plan.is_result;
  with_gaps += plan.target_span > plan.target_count;
  check_cost(&plan, ranks, fragment);
  add_costs(&request, work);
  check_packed(&request.target, &plan);
  run_steps(&plan);
  if (plan.parts == 1)
    check_results(&plan, &plan.result);
  if (plan.is_result)
    check_results(&plan, &plan.target);
}

static bool repeats(const tl_layout *fragment) {
  return fragment->replica_count &&
         fragment->iters[fragment->shard_count].axis == TL_AXIS_M;
}

int main(void) {
  tl_conversion_work *work = malloc(sizeof *work);
  for (int64_t n = 0; n < CASES; n++) {
    tl_layout fragment;
    if (!(n % 2 ? make_bits : make_fragment)(&fragment))
      continue;
    repeated += repeats(&fragment);
    check(&fragment, 1 + below(7), work);
  }
  printf("C40 order: %lld results, %lld failures\n", (long long)results,
         (long long)order_failures);
  printf("C41 steps: %lld plans, %lld failures\n", (long long)plans,
         (long long)step_failures);
  printf("C42 fewest: %lld targets, %lld failures\n", (long long)targets,
         (long long)cost_failures);
  printf("in lanes: %lld, in parts: %lld, by table: %lld, with repeats: %lld\n",
         (long long)in_lanes, (long long)in_parts, (long long)by_table,
         (long long)repeated);
  printf("halved: %lld, as the target has them: %lld, with gaps: %lld, by "
         "redux: %lld\n",
         (long long)halved, (long long)as_target, (long long)with_gaps,
         (long long)by_redux);
  printf("of bits: %lld, by several: %lld, halved without selects: %lld, with "
         "some: %lld, that a search reaches: %lld\n",
         (long long)of_bits, (long long)by_several, (long long)without_selects,
         (long long)with_selects, (long long)searched);
  printf("costs: %lld\n", (long long)costs);
  free(work);
  return order_failures || step_failures || cost_failures;
}
