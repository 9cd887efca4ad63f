// RUN: reduction_test | FileCheck %s
// CHECK: C40 order: {{[1-9][0-9][0-9][0-9]+}} results, 0 failures
// CHECK: C41 steps: {{[1-9][0-9]+}} plans, 0 failures
// CHECK: in lanes: {{[1-9][0-9]+}}, in parts: {{[1-9][0-9]+}}, by table: {{[1-9][0-9]+}}, with repeats: {{[1-9][0-9]+}}

/* Laws C40 and C41 of tl/reduction.h on random fragments, by enumeration.  Values
 * are combined by what is commutative and not associative, so that another order
 * is another value. */
#include "tl/reduction.h"
#include <stdio.h>
#include <string.h>

enum { CASES = 500, MOST_DIGITS = 6, LANES = 32, THREADS = 160, SLOTS = 24 };

static int64_t results, order_failures, plans, step_failures, in_lanes,
    in_parts, by_table, repeated;
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
  for (int64_t i = 0; i < plan->step_count; i++) {
    const tl_lane_step *step = &plan->steps[i];
    memcpy(before, held, sizeof held);
    by_table += !step->distance;
    for (int64_t t = 0; t < THREADS; t++) {
      int64_t from =
          step->distance ? (t % LANES) ^ step->distance : step->from[t % LANES];
      for (int64_t k = 0; from != t % LANES && k < plan->kept_count; k++)
        held[t][k] = combine(before[t][k], before[t / LANES * LANES + from][k]);
    }
  }
}

/* What a thread has of a result; of parts, what each replica of them has. */
static uint64_t value_at(const tl_reduction_plan *plan, place at,
                         int64_t kept) {
  uint64_t items[THREADS];
  int64_t size = size_of(&plan->result);
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
      is_there |=
          all.thread == at.thread && all.slot == p * plan->kept_count + at.slot;
    }
    if (!is_there)
      return 0;
  }
  return tree(items, plan->parts);
}

static int64_t ranks_of(const tl_layout *fragment, int64_t dimensions) {
  const tl_iter *iter = fragment->iters;
  int64_t ranks = 1;
  for (int64_t d = 0; d < fragment->rank; d++)
    for (int64_t i = 0; i < fragment->group_size[d]; i++, iter++)
      if (dimensions >> d & 1 && iter->axis == TL_AXIS_TX)
        ranks *= iter->extent;
  return ranks;
}

static void check(const tl_layout *fragment, int64_t dimensions) {
  const tl_reduction_request request = {.fragment = *fragment,
                                        .dimensions = dimensions,
                                        .scope = TL_SCOPE_CTA,
                                        .lanes = LANES,
                                        .threads = {THREADS, THREADS}};
  tl_reduction_plan plan;
  int64_t span = 0, ranks = ranks_of(fragment, dimensions), steps = 0;
  if (tl_reduction_plan_make(&request, &plan, NULL) != TL_OK ||
      tl_layout_span(fragment, TL_AXIS_TX, &span, NULL) != TL_OK)
    return;
  plans++;
  for (; INT64_C(1) << steps < ranks; steps++)
    continue;
  step_failures += span <= LANES && plan.step_count != steps;
  step_failures += plan.parts == 1 && plan.step_count != steps;
  in_lanes += plan.parts == 1 && ranks > 1;
  in_parts += plan.parts > 1;
  read_fragment(fragment, dimensions);
  run_steps(&plan);
  for (int64_t n = 0; n < size_of(&plan.result); n++) {
    uint64_t expected = expect(n);
    for (int64_t r = 0; r < replicas_of(&plan.result); r++) {
      results++;
      order_failures +=
          value_at(&plan, place_of(&plan.result, n, r), n) != expected;
    }
  }
}

static bool repeats(const tl_layout *fragment) {
  return fragment->replica_count &&
         fragment->iters[fragment->shard_count].axis == TL_AXIS_M;
}

int main(void) {
  for (int64_t n = 0; n < CASES; n++) {
    tl_layout fragment;
    if (!make_fragment(&fragment))
      continue;
    repeated += repeats(&fragment);
    check(&fragment, 1 + below(7));
  }
  printf("C40 order: %lld results, %lld failures\n", (long long)results,
         (long long)order_failures);
  printf("C41 steps: %lld plans, %lld failures\n", (long long)plans,
         (long long)step_failures);
  printf("in lanes: %lld, in parts: %lld, by table: %lld, with repeats: %lld\n",
         (long long)in_lanes, (long long)in_parts, (long long)by_table,
         (long long)repeated);
  return order_failures || step_failures;
}
