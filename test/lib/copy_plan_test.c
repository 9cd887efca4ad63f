// RUN: copy_plan_test | FileCheck %s
// CHECK: C1 C2: {{[1-9][0-9]+}} points, 0 failures
// CHECK: C3: {{[1-9][0-9]+}} accesses, 0 failures
// CHECK: {{[1-9][0-9]+}} refined, {{[1-9][0-9]+}} scattered
// CHECK-SAME: {{[1-9][0-9]+}} refused

/* Laws C1 to C3 of tl/copy_plan.h on random pairs of layouts, by enumeration of
 * all threads, registers and origins.  The oracle only evaluates layouts; the
 * plan is evaluated as a thread would. */
#include "tl/copy_plan.h"
#include "tl/expression.h"
#include <stdio.h>
#include <string.h>

enum { CASES = 20000, MAX_THREADS = 1024, MAX_SLOTS = 128, NOWHERE = -1 };

static int64_t points, accesses, point_failures, access_failures;
static int64_t refined, scattered, refused;

/*===--- Random layouts --------------------------------------------------===*/

static uint64_t seed = 1;

static int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

static int64_t pick(const int64_t *items, int64_t count) {
  return items[below(count)];
}

/* Splits `extent` into at most three factors, slow to fast. */
static int64_t factor(int64_t extent, tl_iter *iters) {
  int64_t count = 0;
  while (count < 2 && extent > 1 && below(2)) {
    int64_t divisor = 2 + below(extent - 1);
    if (extent % divisor)
      continue;
    iters[count++].extent = divisor;
    extent /= divisor;
  }
  iters[count++].extent = extent;
  return count;
}

/* Gives the iters of `axis` strides in random order, with random gaps. */
static void assign_strides(tl_layout *layout, int64_t axis, int64_t gap_odds) {
  bool done[TL_MAX_ITERS] = {false};
  int64_t count = layout->shard_count + layout->replica_count, left = 0;
  for (int64_t i = 0; i < count; i++)
    left += layout->iters[i].axis == axis;
  int64_t stride = below(gap_odds) ? 1 : 1 + below(3);
  for (; left > 0; left--) {
    int64_t i;
    do
      i = below(count);
    while (done[i] || layout->iters[i].axis != axis);
    done[i] = true;
    layout->iters[i].stride = stride;
    stride *= layout->iters[i].extent;
    if (!below(gap_odds))
      stride *= 1 + below(2);
  }
}

static tl_layout random_fragment(tl_scope scope) {
  static const int64_t EXTENTS[] = {1, 2, 3, 4, 4, 6, 8, 8, 16, 32};
  tl_axis axis = tl_scope_describe(scope)->axis;
  tl_layout layout = {.rank = 1 + below(3)};
  for (int64_t d = 0; d < layout.rank; d++) {
    int64_t extent = pick(EXTENTS, layout.rank == 3 ? 6 : 10);
    layout.group_size[d] = factor(extent, &layout.iters[layout.shard_count]);
    layout.shard_count += layout.group_size[d];
  }
  for (int64_t i = 0; i < layout.shard_count; i++)
    layout.iters[i].axis = below(2) ? (int64_t)axis : TL_AXIS_M;
  if (axis != TL_AXIS_M && !below(4)) {
    layout.iters[layout.shard_count] =
        (tl_iter){2 + below(3), 1, (int64_t)axis, 0};
    layout.replica_count = 1;
  }
  assign_strides(&layout, TL_AXIS_M, 8);
  if (axis != TL_AXIS_M) {
    assign_strides(&layout, (int64_t)axis, 6);
    layout.offset[axis] = below(8) ? 0 : below(4);
  }
  layout.offset[TL_AXIS_M] = below(8) ? 0 : below(4);
  return layout;
}

static tl_layout random_memory(const tl_list *tile, const tl_origin *origin) {
  static const int64_t PADS[] = {0, 0, 0, 1, 2, 3, 4, 8};
  tl_layout layout = {.rank = tile->count};
  for (int64_t d = 0; d < layout.rank; d++) {
    int64_t extent = tile->items[d] + pick(PADS, 8);
    if (origin[d].is_dynamic)
      extent += origin[d].divisor * (1 + below(2));
    else
      extent += origin[d].value;
    layout.group_size[d] = factor(extent, &layout.iters[layout.shard_count]);
    layout.shard_count += layout.group_size[d];
  }
  if (below(2))
    assign_strides(&layout, TL_AXIS_M, 6);
  else
    for (int64_t i = layout.shard_count - 1, stride = 1; i >= 0; i--) {
      layout.iters[i].stride = stride;
      stride = stride * layout.iters[i].extent + (below(6) ? 0 : pick(PADS, 8));
    }
  layout.offset[TL_AXIS_M] = below(6) ? 0 : below(16);
  if (!below(3))
    layout.swizzle = (tl_swizzle){below(4), 1 + below(3), 1 + below(4)};
  return layout;
}

static tl_copy_request random_request(void) {
  tl_copy_request request = {.scope = (tl_scope)below(TL_SCOPE_COUNT),
                             .element_bytes = INT64_C(1) << below(4),
                             .stores = below(2)};
  request.fragment = random_fragment(request.scope);
  request.base_alignment = request.element_bytes << below(5);
  static const int64_t BLOCKS[] = {0, 16, 32, 48, 64, 128, 256, 300};
  request.threads = tl_scope_threads(request.scope, pick(BLOCKS, 8));
  tl_list tile;
  tl_layout_shape(&request.fragment, &tile);
  for (int64_t d = 0; d < tile.count; d++)
    request.origin[d] = (tl_origin){.is_dynamic = !below(4),
                                    .value = below(3) ? 0 : below(9),
                                    .divisor = INT64_C(1) << below(4)};
  request.memory = random_memory(&tile, request.origin);
  return request;
}

/*===--- The oracle ------------------------------------------------------===*/

static bool next_coordinate(const tl_list *shape, int64_t *coordinate) {
  for (int64_t d = shape->count - 1; d >= 0; d--) {
    if (++coordinate[d] < shape->items[d])
      return true;
    coordinate[d] = 0;
  }
  return false;
}

/* where[t][r] is the address that (t, r) moves, or NOWHERE; for a store only
 * the replica whose digits are 0 moves. */
static int64_t expected[MAX_THREADS][MAX_SLOTS];
static int64_t planned[MAX_THREADS][MAX_SLOTS];

static void expect_all(const tl_copy_request *request, const int64_t *origin) {
  memset(expected, 0xff, sizeof expected);
  const tl_layout *fragment = &request->fragment;
  int64_t axis = (int64_t)tl_scope_describe(request->scope)->axis;
  tl_list shape;
  tl_layout_shape(fragment, &shape);
  int64_t c[TL_MAX_RANK] = {0}, x[TL_MAX_RANK], at[TL_AXIS_COUNT];
  do {
    int64_t held[TL_AXIS_COUNT];
    tl_layout_apply(fragment, c, held);
    for (int64_t d = 0; d < shape.count; d++)
      x[d] = origin[d] + c[d];
    tl_layout_apply(&request->memory, x, at);
    const tl_iter *replica = &fragment->iters[fragment->shard_count];
    int64_t copies =
        fragment->replica_count && !request->stores ? replica->extent : 1;
    int64_t thread = axis == TL_AXIS_M ? 0 : held[axis];
    for (int64_t k = 0; k < copies; k++)
      expected[thread + (copies > 1 ? k * replica->stride : 0)]
              [held[TL_AXIS_M]] = at[TL_AXIS_M];
  } while (next_coordinate(&shape, c));
}

/*===--- The plan, as a thread runs it -----------------------------------===*/

static int64_t term_value(const tl_term *term, int64_t source) {
  int64_t digit = source / term->divisor;
  return (term->extent ? digit % term->extent : digit) * term->stride;
}

static bool takes_part(const tl_copy_partition *plan, int64_t thread) {
  uint64_t difference = (uint64_t)(thread - plan->thread_offset);
  for (int64_t i = 0; i < plan->guards.count; i++) {
    const tl_term *guard = &plan->guards.items[i];
    uint64_t digit = difference / (uint64_t)guard->divisor;
    if (guard->extent ? digit % (uint64_t)guard->extent : digit)
      return false;
  }
  return true;
}

/* Offset and slot of start number `start` in one thread. */
static void start_of(const tl_copy_request *request,
                     const tl_copy_partition *plan, const int64_t *origin,
                     int64_t thread, int64_t start, int64_t *offset,
                     int64_t *slot) {
  int64_t t = thread - plan->thread_offset, x[TL_MAX_RANK] = {0};
  *slot = plan->slot_offset;
  *offset = plan->offset;
  for (int64_t d = 0; d < request->memory.rank; d++)
    x[d] = origin[d];
  for (int64_t i = 0; i < plan->terms.count; i++) {
    int64_t source = plan->terms.items[i].source;
    *offset += term_value(&plan->terms.items[i],
                          source == TL_SOURCE_THREAD ? t : x[source]);
  }
  for (int64_t i = 0; i < plan->coordinate_terms.count; i++)
    x[plan->coordinate_of[i]] +=
        term_value(&plan->coordinate_terms.items[i], t);
  for (int64_t i = 0; i < plan->slot_digit_count; i++) {
    const tl_slot_digit *digit = &plan->slot_digits[i];
    x[digit->dimension] += start % digit->extent * digit->weight;
    *slot += start % digit->extent * digit->register_stride;
    start /= digit->extent;
  }
  for (int64_t i = 0; i < plan->scattered_terms.count; i++)
    *offset += term_value(&plan->scattered_terms.items[i],
                          x[plan->scattered_terms.items[i].source]);
}

static int64_t count_of(const tl_atoms *atoms) {
  int64_t count = 1;
  for (int64_t i = 0; i < atoms->count; i++)
    count *= atoms->items[i].extent;
  return count;
}

static void atom_of(const tl_atoms *atoms, int64_t number, int64_t *offset,
                    int64_t *slot) {
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    *offset += number % atom->extent * atom->memory_stride;
    *slot += number % atom->extent * atom->register_stride;
    number /= atom->extent;
  }
}

static void fail(const tl_copy_request *request, const char *law,
                 int64_t *failures) {
  if ((*failures)++ >= 3)
    return;
  tl_text text = {0};
  tl_value fragment = {.kind = TL_KIND_LAYOUT, .as.layout = request->fragment};
  tl_value memory = {.kind = TL_KIND_LAYOUT, .as.layout = request->memory};
  tl_value_print(&fragment, &text);
  tl_text_append(&text, " <-> ");
  tl_value_print(&memory, &text);
  printf("%s fails: %s, scope %s, %d bytes, align %d%s\n", law, text.data,
         tl_scope_describe(request->scope)->name, (int)request->element_bytes,
         (int)request->base_alignment, request->stores ? ", stores" : "");
}

/* C1, C2, and that each access is consecutive and aligned (half of C3). */
static void run_plan(const tl_copy_request *request,
                     const tl_copy_partition *plan,
                     const tl_copy_vectors *vectors, const int64_t *origin,
                     int64_t threads) {
  memset(planned, 0xff, sizeof planned);
  int64_t starts = 1;
  for (int64_t i = 0; i < plan->slot_digit_count; i++)
    starts *= plan->slot_digits[i].extent;
  int64_t run = count_of(&vectors->inner), bytes = request->element_bytes;
  int64_t outer = count_of(&vectors->outer), width = vectors->width;
  for (int64_t t = 0; t < threads; t++) {
    if (!takes_part(plan, t))
      continue;
    for (int64_t a = 0; a < starts * outer; a++) {
      int64_t offset, slot, first = NOWHERE;
      start_of(request, plan, origin, t, a / outer, &offset, &slot);
      atom_of(&vectors->outer, a % outer, &offset, &slot);
      for (int64_t e = 0; e < run; e++) {
        int64_t to = offset, register_slot = slot;
        atom_of(&vectors->inner, e, &to, &register_slot);
        to = tl_swizzle_apply(&plan->swizzle, to);
        first = e % width ? first : to;
        bool aligned =
            (request->base_alignment + first * bytes) % (width * bytes) == 0;
        if (to != first + e % width || !aligned)
          fail(request, "C3", &access_failures);
        if (planned[t][register_slot] != NOWHERE)
          fail(request, "C2", &point_failures);
        planned[t][register_slot] = to;
      }
      accesses += run / width;
    }
  }
  points += threads;
  if (memcmp(planned, expected, sizeof planned))
    fail(request, "C1", &point_failures);
}

/*===--- The widest legal access, by brute force -------------------------===*/

/* Whether the registers of every thread fall into accesses of `width`
 * consecutive, aligned elements, the same registers in the same order in every
 * thread.  partner[r] is the register right after r in memory, or NOWHERE. */
static bool is_legal(const tl_copy_request *request, int64_t width,
                     int64_t threads, int64_t *place, bool *is_first) {
  int64_t bytes = request->element_bytes;
  for (int64_t t = 0; t < threads; t++) {
    bool some = false;
    for (int64_t r = 0; r < MAX_SLOTS; r++)
      some = some || expected[t][r] != NOWHERE;
    if (!some)
      continue;
    for (int64_t r = 0; r < MAX_SLOTS; r++) {
      if (expected[t][r] == NOWHERE)
        continue;
      int64_t chunk = request->base_alignment / bytes + expected[t][r];
      int64_t lane = chunk % width, leader = NOWHERE;
      for (int64_t s = 0; s < MAX_SLOTS && leader == NOWHERE; s++)
        if (expected[t][s] == expected[t][r] - lane)
          leader = s;
      for (int64_t e = 0; e < width; e++) {
        bool found = false;
        for (int64_t s = 0; s < MAX_SLOTS && !found; s++)
          found = expected[t][s] == expected[t][r] - lane + e;
        if (!found)
          return false;
      }
      int64_t key = leader * width + lane;
      if (*is_first)
        place[r] = key;
      else if (place[r] != key)
        return false;
    }
    *is_first = false;
  }
  return true;
}

/*===--- One case --------------------------------------------------------===*/

static bool next_origin(const tl_copy_request *request, int64_t *origin) {
  tl_list tile, shape;
  tl_layout_shape(&request->fragment, &tile);
  tl_layout_shape(&request->memory, &shape);
  for (int64_t d = 0; d < tile.count; d++) {
    if (!request->origin[d].is_dynamic)
      continue;
    origin[d] += request->origin[d].divisor;
    if (origin[d] + tile.items[d] <= shape.items[d])
      return true;
    origin[d] = 0;
  }
  return false;
}

static void first_origin(const tl_copy_request *request, int64_t *origin) {
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    origin[d] = request->origin[d].is_dynamic ? 0 : request->origin[d].value;
}

static bool is_small(const tl_copy_request *request, int64_t threads) {
  int64_t slots;
  return threads <= MAX_THREADS &&
         tl_layout_span(&request->fragment, TL_AXIS_M, &slots, NULL) == TL_OK &&
         slots <= MAX_SLOTS;
}

/* The other half of C3: no wider access is legal for all origins and every base
 * of that alignment.  Not asked where it may be by accident: of a swizzle that
 * leaves the places it reaches alone, or of a tile that a static origin puts
 * across a digit. */
static void check_widest(const tl_copy_request *request,
                         const tl_copy_vectors *vectors, int64_t threads) {
  int64_t origin[TL_MAX_RANK], wider = vectors->width * 2;
  static int64_t place[MAX_SLOTS];
  int64_t bytes = wider * request->element_bytes;
  bool is_first = true;
  bool legal = bytes <= 16 && request->base_alignment % bytes == 0;
  first_origin(request, origin);
  do {
    if (!legal)
      return;
    expect_all(request, origin);
    legal = is_legal(request, wider, threads, place, &is_first);
  } while (next_origin(request, origin));
  if (legal && !is_first)
    fail(request, "C3 (wider is legal)", &access_failures);
}

static void check_case(void) {
  tl_copy_request request = random_request();
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  tl_error error;
  int64_t origin[TL_MAX_RANK];
  int64_t threads = request.threads.most
                        ? request.threads.most
                        : tl_scope_describe(request.scope)->threads;
  if (tl_layout_create(&request.memory, &request.memory, &error) ||
      tl_layout_create(&request.fragment, &request.fragment, &error) ||
      !is_small(&request, threads) ||
      tl_copy_partition_plan(&request, &plan, &error)) {
    refused++;
    return;
  }
  plan.is_scattered ? scattered++ : refined++;
  tl_copy_vectors_plan(&plan.atoms, &plan.swizzle, plan.alignment,
                       request.element_bytes, 128, &vectors);
  first_origin(&request, origin);
  do {
    expect_all(&request, origin);
    run_plan(&request, &plan, &vectors, origin, threads);
  } while (next_origin(&request, origin));
  bool by_accident = plan.swizzle.bits || strstr(plan.reason, "does not fit");
  if (!by_accident)
    check_widest(&request, &vectors, threads);
}

int main(void) {
  for (int i = 0; i < CASES; i++)
    check_case();
  printf("C1 C2: %lld points, %lld failures\n", (long long)points,
         (long long)point_failures);
  printf("C3: %lld accesses, %lld failures\n", (long long)accesses,
         (long long)access_failures);
  printf("plans: %lld refined, %lld scattered, %lld refused\n",
         (long long)refined, (long long)scattered, (long long)refused);
  return point_failures || access_failures;
}
