// RUN: copy_plan_test 4000 | FileCheck %s
// RUN: copy_plan_test_fast 40000 | FileCheck %s --check-prefixes=CHECK,COUNTED
// CHECK: dimensions that are dropped: 0 failed
// CHECK: C1 partition: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C2 ownership: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C3 aligned accesses: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C3 widest accesses: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C4 swizzle forms: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: limits: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C6 fold: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: bits: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C15 bounds: {{[1-9][0-9][0-9][0-9]+}} checked, 0 failed
// As many have a plan, and of swizzles one without exclusive or; more is better.
// COUNTED: plans: 31237 refined, 1074 scattered, 7689 refused
// COUNTED: forms: 8498 full, 508 linear, 2342 split
// CHECK: with: {{[1-9][0-9]+}} symbols, {{[1-9][0-9]+}} limits, {{[1-9][0-9]+}} guards, {{[1-9][0-9]+}} vectors, {{[1-9][0-9]+}} tails, {{[1-9][0-9]+}} heads, {{[1-9][0-9]+}} least, {{[1-9][0-9]+}} bounds out of reach, {{[1-9][0-9]+}} constants, {{[1-9][0-9]+}} rooms, {{[1-9][0-9][0-9]+}} apart

/* Laws C1 to C4 and C15 of tl/copy_plan.h and tl/copy_access.h on random pairs of layouts, by enumeration of
 * threads, registers, origins, bounds and strides known at run time.
 * usage: copy_plan_test CASES */
#include "copy_oracle.h"
#include "tl/copy_access.h"
#include "tl/copy_slice.h"
#include <stdlib.h>

static struct {
  long refined, scattered, refused;
  long forms[3], symbols, limits, guards, vectors, tails, heads, least, dropped,
      constants, rooms, apart;
} seen;

static moves expected, planned;

/* Threads that hold something and some more, of those there are. */
static bool read_sizes(const tl_copy_request *request, sizes *out) {
  const tl_scope_facts *facts = tl_scope_describe(request->scope);
  tl_layout scoped;
  int64_t span;
  out->threads = request->threads.most ? request->threads.most
                                       : tl_scope_size(request->scope, 32);
  if (tl_layout_on_scope(&request->fragment, request->scope, 32, &scoped,
                         NULL) ||
      tl_layout_span(&scoped, TL_AXIS_M, &out->slots, NULL) ||
      tl_layout_span(&scoped, facts->axis, &span, NULL))
    return false;
  if (facts->axis != TL_AXIS_M && out->threads > 2 * span + 33)
    out->threads = 2 * span + 33;
  return out->threads <= MAX_THREADS && out->slots <= MAX_SLOTS;
}

static bool has_lower(const tl_copy_request *request) {
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    if (request->bounds[d].has_lower)
      return true;
  return false;
}

static void check_moves(const run *of, sizes size) {
  bool same = true;
  expect_all(of->request, of->at, size, expected);
  run_all(of, size, planned);
  for (int64_t t = 0; t < size.threads; t++)
    same &=
        !memcmp(planned[t], expected[t], (size_t)size.slots * sizeof **planned);
  expect(of->request, has_lower(of->request) ? BOUNDS : PARTITION, same);
}

static int64_t greatest_divisor(int64_t a, int64_t b) {
  return b ? greatest_divisor(b, a % b) : a;
}

/* The same copy of all elements, unswizzled, in memory that reaches as far;
 * *was_cut says that it did not.  What a swizzle keeps together begins at
 * multiples of its size from element 0 on. */
static tl_copy_request whole_of(const tl_copy_request *request, bool *was_cut) {
  tl_copy_request whole = *request;
  tl_list tile = tl_layout_shape(&request->fragment);
  tl_list shape = tl_layout_shape(&request->memory);
  if (request->memory.swizzle.bits && request->base_phase) {
    whole.base_alignment = greatest_divisor(
        request->base_alignment, request->base_phase * request->element_bytes);
    whole.base_phase = 0;
  }
  whole.memory.swizzle = (tl_swizzle){0};
  *was_cut = false;
  tl_iter *slowest = whole.memory.iters;
  for (int64_t d = 0; d < tile.count; d++) {
    int64_t origin = whole.origin[d].is_dynamic ? 0 : whole.origin[d].value;
    bool is_cut = origin + tile.items[d] > shape.items[d];
    whole.bounds[d] = (tl_bound){0};
    whole.origin[d].end = 0;
    *was_cut |= is_cut;
    if (is_cut && whole.memory.group_size[d])
      slowest->extent *= origin + tile.items[d];
    slowest += whole.memory.group_size[d];
  }
  return whole;
}

/* Whether every dynamic origin can be more than 0. */
static bool has_origins(const tl_copy_request *request) {
  tl_list tile = tl_layout_shape(&request->fragment);
  tl_list shape = tl_layout_shape(&request->memory);
  for (int64_t d = 0; d < tile.count; d++)
    if (request->origin[d].is_dynamic &&
        shape.items[d] - tile.items[d] - request->origin[d].constant <
            tl_origin_divisor(&request->origin[d]))
      return false;
  return true;
}

/* No wider access of `request`, which has no bounds, is legal for all origins,
 * strides and bases; of a scattered one no uniform access.  Not asked where one
 * may be by accident: of a tile that an origin puts across a digit, where a
 * dynamic origin can only be 0, or where a stride is 0 (memory that holds two
 * elements in one place included). */
static void check_widest(const tl_copy_request *request,
                         const tl_copy_partition *plan, int64_t width,
                         sizes size) {
  int64_t wider = width * 2, bytes = wider * request->element_bytes;
  bool legal = bytes <= 16 && request->base_alignment % bytes == 0;
  places known = {.is_uniform = plan->is_scattered};
  scene at;
  for (int64_t i = 0; i < request->memory.shard_count; i++)
    legal &= request->memory.iters[i].stride != 0;
  for (int64_t i = 0; legal && next_scene(request, i, &at); i++) {
    bool has_zero = false;
    for (int64_t s = 0; s < TL_MAX_SYMBOLS; s++)
      has_zero |= request->memory.divisor[s] && !at.symbol[1 + s];
    if (has_zero)
      continue;
    expect_all(request, &at, size, expected);
    legal = is_legal(request, wider, size, expected, &known);
  }
  expect(request, WIDEST, !legal || !known.is_known);
}

/* Whether some origin puts the tile across the end of a memory digit that it
 * does not start at. */
static bool is_across(const tl_copy_request *request) {
  tl_list tile = tl_layout_shape(&request->fragment);
  const tl_iter *end = request->memory.iters;
  for (int64_t d = 0; d < tile.count; d++) {
    const tl_origin *origin = &request->origin[d];
    int64_t weight = 1, count = request->memory.group_size[d];
    end += count;
    for (int64_t i = 1; i < count; i++) {
      weight *= end[-i].extent;
      int64_t inside = origin->is_dynamic
                           ? weight - greatest_divisor(weight, origin->divisor)
                           : origin->value % weight;
      if (inside && inside + tile.items[d] > weight)
        return true;
    }
  }
  return false;
}

static void check_width(const tl_copy_request *request, int64_t width,
                        sizes size) {
  bool was_cut;
  tl_copy_request whole = whole_of(request, &was_cut);
  tl_copy_partition plan;
  if (has_lower(request))
    return;
  tl_copy_vectors vectors;
  if (tl_copy_partition_plan(&whole, &plan, NULL))
    return;
  tl_copy_cut cut = tl_copy_cut_of(&plan, whole.element_bytes, 128);
  tl_copy_vectors_plan(&cut, &vectors);
  const tl_swizzle *swizzle = &request->memory.swizzle;
  int64_t chunk = swizzle->bits ? INT64_C(1) << swizzle->base : INT64_MAX;
  expect(request, WIDEST,
         width == (vectors.width < chunk ? vectors.width : chunk));
  bool by_accident = was_cut || is_across(&whole) || !has_origins(&whole);
  if (!by_accident)
    check_widest(&whole, &plan, vectors.width, size);
}

/* Nothing is computed that is known: a bound is a limit where a tile whose
 * origin is below its end may pass one that is no less than stated, by itself and
 * of the origin, or begin below a lower one, and has an extent then. */
static void check_needed(const tl_copy_request *request,
                         const tl_copy_partition *plan) {
  tl_list tile = tl_layout_shape(&request->fragment);
  if (strstr(plan->reason, "does not fit"))
    expect(request, PARTITION, is_across(request));
  for (int64_t d = 0; d < tile.count; d++) {
    const tl_origin *origin = &request->origin[d];
    const tl_bound *bound = &request->bounds[d];
    int64_t last = origin->is_dynamic ? origin->end - 1 : origin->value;
    int64_t least = bound->is_dynamic ? bound->least : bound->value;
    int64_t first = origin->is_dynamic ? origin->least : origin->value;
    bool is_limited = false, passes = last < 0 || last + tile.items[d] > least;
    passes &= tile.items[d] > bound->room;
    bool begins_before = bound->has_lower && first < bound->lower;
    for (int64_t i = 0; i < plan->limit_count; i++) {
      if (plan->limits[i].dimension != d)
        continue;
      is_limited = true;
      expect(request, LIMITS, plan->limits[i].has_extent == begins_before);
    }
    expect(request, LIMITS,
           is_limited == (bound->is_set && (passes || begins_before)));
    seen.constants += origin->constant != 0;
    seen.rooms += bound->is_set && !is_limited && bound->room;
    seen.dropped += bound->is_set && !is_limited && origin->is_dynamic;
  }
}

static void count_plan(const tl_copy_request *request,
                       const tl_copy_partition *plan,
                       const tl_copy_vectors *vectors) {
  plan->is_scattered ? seen.scattered++ : seen.refined++;
  if (plan->swizzle.bits)
    seen.forms[plan->form]++;
  seen.symbols += !tl_layout_is_static(&request->memory);
  seen.limits += plan->limit_count > 0;
  seen.guards += plan->address.rows[plan->guards].count > 0;
  seen.vectors += vectors->width > 1;
}

/* The fewest accesses of up to 16 bytes to what thread t moves: of each run the
 * widest that is aligned and inside, from its first element on. */
static int64_t least_accesses(const tl_copy_request *request, sizes size,
                              int64_t t) {
  int64_t base = first_element(request), count = 0;
  int64_t *of = expected[t], first, width, taken;
  for (int64_t s = 0; s < size.slots; s++)
    for (first = of[s]; first != NOWHERE; first = of[s], count++) {
      while (slot_of(of, size.slots, first - 1) != NOWHERE)
        first--;
      for (width = 16 / request->element_bytes, taken = 0; taken < width;)
        if ((base + first) % width == 0 &&
            slot_of(of, size.slots, first + taken) != NOWHERE)
          taken++;
        else
          width /= 2, taken = 0;
      while (taken-- > 0)
        of[slot_of(of, size.slots, first + taken)] = NOWHERE;
    }
  return count;
}

/* Where a thread has one run and all is known of where it starts, no others are
 * fewer; nor where it has more. */
static void check_least(const run *of, sizes size) {
  const tl_copy_request *request = of->request;
  int64_t count = tl_copy_access_count(of->plan, of->vectors);
  bool is_one_run = !of->vectors->outer.count && !of->plan->starts.count &&
                    of->plan->alignment >= 16;
  if (of->plan->limit_count || of->plan->swizzle.bits || request->stores)
    return;
  for (int64_t i = 0; i < request->memory.shard_count; i++)
    if (!request->memory.iters[i].stride)
      return;
  expect_all(request, of->at, size, expected);
  for (int64_t t = 0; t < size.threads; t++) {
    int64_t least = least_accesses(request, size, t);
    expect(request, WIDEST,
           least <= count && (!is_one_run || !least || least == count));
  }
  seen.least += is_one_run;
}

/* Mixed widths are legal, and where they are used they are fewer accesses. */
static void check_ends(const tl_copy_request *request,
                       const tl_copy_partition *plan,
                       const tl_copy_vectors *uniform, sizes size) {
  tl_copy_vectors mixed;
  scene at;
  tl_copy_cut cut = tl_copy_cut_of(plan, request->element_bytes, 128);
  tl_copy_accesses_plan(&cut, &mixed);
  int64_t count = tl_copy_access_count(plan, &mixed);
  expect(request, WIDEST, count <= tl_copy_access_count(plan, uniform));
  for (int64_t i = 0; next_scene(request, i, &at); i++)
    check_least(&(run){request, plan, &mixed, &at}, size);
  if (mixed.width == uniform->width)
    return;
  expect(request, WIDEST, tl_copy_is_mixed(&mixed));
  mixed.phase ? seen.heads++ : seen.tails++;
  expect(request, WIDEST, count < tl_copy_access_count(plan, uniform));
  for (int64_t i = 0; next_scene(request, i, &at); i++)
    check_moves(&(run){request, plan, &mixed, &at}, size);
}

static void check_case(int number) {
  tl_copy_request request;
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  sizes size;
  scene at;
  if (!random_request(&request) || !read_sizes(&request, &size) ||
      tl_copy_partition_plan(&request, &plan, NULL)) {
    seen.refused++;
    return;
  }
  tl_copy_cut cut = tl_copy_cut_of(&plan, request.element_bytes, 128);
  tl_copy_vectors_plan(&cut, &vectors);
  count_plan(&request, &plan, &vectors);
  plan.varying = number % 4;
  plan.joined = number / 4 % 8;
  plan.varies_apart = plan.form == TL_SWIZZLE_FULL && number / 32 % 2;
  seen.apart += plan.varies_apart && plan.varying;
  expect(&request, WIDEST, tl_atoms_count(&vectors.inner) % vectors.width == 0);
  expect(&request, CONSECUTIVE, request.base_alignment % plan.alignment == 0);
  check_needed(&request, &plan);
  for (int64_t i = 0; next_scene(&request, i, &at); i++)
    check_moves(&(run){&request, &plan, &vectors, &at}, size);
  check_width(&request, vectors.width, size);
  check_ends(&request, &plan, &vectors, size);
}

/* Without its first dimensions a layout has the digits of the others, and its
 * replicas. */
static bool drops_digits(void) {
  tl_layout layout = {.rank = 3,
                      .group_size = {1, 2, 1},
                      .shard_count = 4,
                      .replica_count = 1,
                      .iters = {{2, 64, TL_AXIS_M, 0},
                                {2, 32, TL_AXIS_M, 0},
                                {2, 1, TL_AXIS_M, 0},
                                {8, 2, TL_AXIS_M, 0},
                                {4, 1, TL_AXIS_LANEID, 0}}};
  const tl_layout last = {
      .rank = 1,
      .group_size = {1},
      .shard_count = 1,
      .replica_count = 1,
      .iters = {{8, 2, TL_AXIS_M, 0}, {4, 1, TL_AXIS_LANEID, 0}}};
  tl_layout_drop(2, &layout);
  return !memcmp(&layout, &last, sizeof layout);
}

int main(int argc, char **argv) {
  long long failed = !drops_digits();
  printf("dimensions that are dropped: %lld failed\n", failed);
  int cases = argc > 1 ? atoi(argv[1]) : 4000;
  for (int i = 0; i < cases; i++)
    check_case(i);
  for (int i = 0; i < LAW_COUNT; i++) {
    printf("%s: %lld checked, %lld failed\n", laws[i].name, laws[i].checked,
           laws[i].failed);
    failed += laws[i].failed;
  }
  printf("plans: %ld refined, %ld scattered, %ld refused\n", seen.refined,
         seen.scattered, seen.refused);
  printf("forms: %ld full, %ld linear, %ld split\n", seen.forms[0],
         seen.forms[1], seen.forms[2]);
  printf("with: %ld symbols, %ld limits, %ld guards, %ld vectors, %ld tails, "
         "%ld heads, %ld least, %ld bounds out of reach, "
         "%ld constants, %ld rooms, %ld apart\n",
         seen.symbols, seen.limits, seen.guards, seen.vectors, seen.tails,
         seen.heads, seen.least, seen.dropped, seen.constants, seen.rooms,
         seen.apart);
  return failed != 0;
}
