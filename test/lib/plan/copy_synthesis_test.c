// RUN: copy_synthesis_test 300 | FileCheck %s
// RUN: copy_synthesis_test_fast 3000 | FileCheck %s --check-prefixes=CHECK,COUNTED
// CHECK: C7 cover: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C7 parts have plans: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C7 ends: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C8 width: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C9 share: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C14 direct: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C13 join: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C16 vectors: {{[1-9][0-9][0-9][0-9]+}} checked, 0 failed
// CHECK: C51 transposes: {{[1-9][0-9][0-9]+}} checked, 0 failed
// CHECK: with: {{[1-9][0-9]+}} parts, {{[1-9][0-9]+}} loops, {{[1-9][0-9]+}}
// uneven shares, {{[1-9][0-9]+}} vectors, {{[1-9][0-9]+}} direct,
// {{[1-9][0-9]+}} joined, {{[1-9][0-9]+}} twisted, {{[1-9][0-9]+}} staggered
// The plans take no more than this; fewer accesses, and fewer parts of direct copies,
// are better plans.
// COUNTED-SAME: 2051 direct, 181 joined, 918 twisted
// COUNTED: accesses: 1408130
/* copy_synthesis_test.c - Laws C7 to C9, C13, C14, C16 and C51 for random
 * copies between memories.
 *
 * Who moves what is read off the fragments, element by element; widths are
 * compared with those that the places of all elements allow.
 * usage: copy_synthesis_test CASES */
#include "copy_requests.h"
#include "tl/copy_access.h"
#include "tl/copy_synthesis.h"
#include <stdlib.h>

enum {
  MOST_ELEMENTS = 4096,
  MOST_THREADS = 1024,
  MOST_SLOTS = TL_DIRECT_ELEMENTS,
};

typedef struct law {
  const char *name;
  long long checked, failed;
} law;

enum {
  COVER,
  PLANNED,
  ENDS,
  WIDTH,
  SHARE,
  DIRECT,
  JOIN,
  VECTORS,
  TRANSPOSES,
  LAW_COUNT
};

static struct {
  long parts, loops, uneven, vectors, direct, joined, twisted, staggered;
  int64_t accesses; /* of a thread, of all copies */
} seen;

static law laws[LAW_COUNT] = {[COVER] = {"C7 cover", 0, 0},
                              [PLANNED] = {"C7 parts have plans", 0, 0},
                              [ENDS] = {"C7 ends", 0, 0},
                              [SHARE] = {"C9 share", 0, 0},
                              [WIDTH] = {"C8 width", 0, 0},
                              [DIRECT] = {"C14 direct", 0, 0},
                              [JOIN] = {"C13 join", 0, 0},
                              [VECTORS] = {"C16 vectors", 0, 0},
                              [TRANSPOSES] = {"C51 transposes", 0, 0}};

static void print_transfer(const tl_transfer_request *request) {
  for (int64_t d = 0; d < request->tile.count; d++)
    printf("  %d", (int)request->tile.items[d]);
  printf(" on %d threads\n", (int)request->threads);
  for (int side = 0; side < TL_SIDES; side++)
    print_request(&request->sides[side]);
}

static void expect(const tl_transfer_request *request, int which, bool holds) {
  laws[which].checked++;
  if (holds || laws[which].failed++ >= 3)
    return;
  printf("%s fails:\n", laws[which].name);
  print_transfer(request);
}

/*===--- Random copies ----------------------------------------------------===*/

static tl_list random_tile(void) {
  static const int64_t EXTENTS[] = {1,  2,  3,  5,  7,  8,  9,  12, 16, 17,
                                    24, 31, 32, 33, 40, 48, 64, 64, 96, 128};
  tl_list tile = {.count = 1 + below(3)};
  int64_t elements = 1;
  for (int64_t d = 0; d < tile.count; d++) {
    do
      tile.items[d] = pick(EXTENTS, 20);
    while (elements * tile.items[d] > MOST_ELEMENTS);
    elements *= tile.items[d];
  }
  return tile;
}

/* Contiguous in one dimension, the others in any order, with a pitch. */
static tl_layout pitched_memory(const tl_list *tile,
                                const tl_copy_request *own) {
  tl_list shape = *tile, strides = {.count = tile->count};
  int64_t fastest = below(3) ? tile->count - 1 : below(tile->count);
  for (int64_t d = 0; d < tile->count; d++)
    shape.items[d] += own->origin[d].is_dynamic ? 2 * own->origin[d].divisor
                                                : own->origin[d].value;
  int64_t stride = shape.items[fastest] + (below(2) ? 0 : 8);
  strides.items[fastest] = 1;
  for (int64_t d = tile->count - 1; d >= 0; d--) {
    if (d == fastest)
      continue;
    strides.items[d] = stride;
    stride *= shape.items[d];
  }
  tl_layout layout;
  if (tl_layout_from_strides(&shape, &strides, &layout, NULL) != TL_OK)
    abort();
  if (!below(4))
    layout.swizzle = (tl_swizzle){below(4), 3, 3};
  return layout;
}

static void random_side(tl_transfer_request *request, int side) {
  tl_copy_request *own = &request->sides[side];
  own->element_bytes = request->sides[TL_FROM].element_bytes;
  own->base_alignment = own->element_bytes << below(5);
  own->stores = side == TL_TO;
  request->is_shared[side] = below(2);
  request->max_bits[side] = !below(8)                              ? 32
                            : request->is_shared[side] || below(2) ? 128
                                                                   : 256;
  random_window(own, request->tile.count);
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    if (below(2) || side != TL_FROM)
      own->bounds[d].is_set = false;
  own->memory = any_memory(&request->tile, own);
  if (below(3) || tl_layout_create(&own->memory, &own->memory, NULL))
    own->memory = pitched_memory(&request->tile, own);
  static_bounds(own);
}

/* A tile of all of memory but the slowest dimension, on this side; some rows
 * have a pitch. */
static void fill_memory(const tl_list *tile, tl_copy_request *own) {
  tl_list shape = *tile, strides = {.count = tile->count};
  int64_t stride = 1;
  for (int64_t d = tile->count - 1; d >= 0; d--) {
    if (d)
      own->origin[d] = (tl_origin){.divisor = 1};
    else
      shape.items[d] += own->origin[d].is_dynamic ? 2 * own->origin[d].divisor
                                                  : own->origin[d].value;
    own->bounds[d].is_set = false;
    strides.items[d] = stride;
    stride = stride * shape.items[d] + (below(4) ? 0 : 8);
  }
  if (tl_layout_from_strides(&shape, &strides, &own->memory, NULL) != TL_OK)
    abort();
}

static void random_transfer(tl_transfer_request *out) {
  static const int64_t THREADS[] = {1,   7,   32,  48,   96,
                                    100, 128, 256, 1000, 1024};
  *out = (tl_transfer_request){.tile = random_tile()};
  tl_scope scope = (tl_scope)below(TL_SCOPE_COUNT);
  bool is_filled = !below(4);
  int64_t most = tl_scope_size(scope, 32);
  out->threads = pick(THREADS, 10);
  if (out->threads > most)
    out->threads = most;
  out->sides[TL_FROM].element_bytes = INT64_C(1) << below(4);
  for (int side = 0; side < TL_SIDES; side++) {
    random_side(out, side);
    if (is_filled)
      fill_memory(&out->tile, &out->sides[side]);
    out->sides[side].scope = scope;
    out->sides[side].lanes = 32;
    out->sides[side].threads = (tl_thread_range){most, most};
  }
}

/*===--- C7 ---------------------------------------------------------------===*/

static int64_t count_of(const int64_t *extents, int64_t rank) {
  int64_t count = 1;
  for (int64_t d = 0; d < rank; d++)
    count *= extents[d];
  return count;
}

/* Coordinate number `n` of a box, in row-major order. */
static void coordinate_of(int64_t n, const int64_t *extents, int64_t rank,
                          int64_t *out) {
  for (int64_t d = rank - 1; d >= 0; d--) {
    out[d] = n % extents[d];
    n /= extents[d];
  }
}

/* Counts the holders of every element of the tile; false where the fragment of
 * the side puts two elements in one register, or uses a thread or a register
 * that is not there, or another thread than the fragment of the other side. */
static bool count_holders(const tl_transfer_request *request,
                          const tl_transfer_part *part, int side,
                          int *holders) {
  static bool taken[MOST_THREADS][MOST_SLOTS];
  int64_t rank = request->tile.count, steps[TL_MAX_RANK];
  int64_t step[TL_MAX_RANK], within[TL_MAX_RANK];
  int64_t point[TL_AXIS_COUNT], other[TL_AXIS_COUNT];
  tl_axis axis = tl_scope_describe(request->sides[0].scope)->axis;
  memset(taken, 0, sizeof taken);
  for (int64_t d = 0; d < rank; d++)
    steps[d] = (part->extent[d] + part->step[d] - 1) / part->step[d];
  for (int64_t i = 0; i < count_of(part->step, rank); i++) {
    coordinate_of(i, part->step, rank, within);
    tl_layout_apply(&part->fragments[side], within, point);
    tl_layout_apply(&part->fragments[!side], within, other);
    int64_t thread = axis == TL_AXIS_M ? 0 : point[axis];
    int64_t slot = point[TL_AXIS_M];
    if (thread >= request->threads || slot >= part->registers ||
        slot >= MOST_SLOTS || taken[thread][slot] ||
        (axis != TL_AXIS_M && other[axis] != thread))
      return false;
    taken[thread][slot] = true;
    for (int64_t k = 0; k < count_of(steps, rank); k++) {
      int64_t element = 0;
      bool is_inside = true;
      coordinate_of(k, steps, rank, step);
      for (int64_t d = 0; d < rank; d++) {
        int64_t c = step[d] * part->step[d] + within[d];
        is_inside &= c < part->extent[d];
        element = element * request->tile.items[d] + part->first[d] + c;
      }
      if (is_inside && element < MOST_ELEMENTS)
        holders[element]++;
    }
  }
  return true;
}

static void check_cover(const tl_transfer_request *request,
                        const tl_transfer_plan *plan) {
  static int holders[MOST_ELEMENTS];
  bool holds = true;
  for (int side = 0; side < TL_SIDES; side++) {
    memset(holders, 0, sizeof holders);
    for (int64_t i = 0; i < plan->count; i++)
      holds &= count_holders(request, &plan->parts[i], side, holders);
    for (int64_t i = 0; i < count_of(request->tile.items, request->tile.count);
         i++)
      holds &= holders[i] == 1;
  }
  expect(request, COVER, holds);
}

/*===--- C8, C9
 * ---------------------------------------------------------------===*/

static int64_t widest_of_all(const tl_transfer_request *request) {
  int64_t bits = request->max_bits[TL_FROM] > request->max_bits[TL_TO]
                     ? request->max_bits[TL_FROM]
                     : request->max_bits[TL_TO];
  int64_t elements = bits / 8 / request->sides[TL_FROM].element_bytes;
  return elements ? elements : 1;
}

/* Whether there is an access of the widest width for every thread. */
static bool has_work(const tl_transfer_request *request) {
  return count_of(request->tile.items, request->tile.count) >=
         request->threads * widest_of_all(request);
}

/* Elements of a thread, of all steps. */
static void check_share(const tl_transfer_request *request,
                        const tl_transfer_plan *plan) {
  int64_t rank = request->tile.count, held = 0;
  int64_t elements = count_of(request->tile.items, rank);
  int64_t even = (elements + request->threads - 1) / request->threads;
  if (!has_work(request))
    return;
  for (int64_t i = 0; i < plan->count; i++) {
    const tl_transfer_part *part = &plan->parts[i];
    int64_t steps = 1;
    for (int64_t d = 0; d < rank; d++)
      steps *= (part->extent[d] + part->step[d] - 1) / part->step[d];
    held += part->registers * steps;
  }
  seen.uneven += held > even;
  expect(request, SHARE, held <= 4 * even);
}

/* Where an element of the tile lies, with dynamic origins at `steps` times
 * their divisor. */
static int64_t place_of(const tl_copy_request *own, const int64_t *coordinate,
                        int64_t steps) {
  int64_t moved[TL_MAX_RANK], point[TL_AXIS_COUNT];
  for (int64_t d = 0; d < own->memory.rank; d++) {
    const tl_origin *origin = &own->origin[d];
    moved[d] = coordinate[d] +
               (origin->is_dynamic ? steps * origin->divisor : origin->value);
  }
  tl_layout_apply(&own->memory, moved, point);
  return point[TL_AXIS_M];
}

/* Whether `width` elements along dimension d are one aligned access everywhere
 * in the tile, and in one chunk of a swizzle. */
static bool has_width(const tl_transfer_request *request, int side, int64_t d,
                      int64_t width) {
  const tl_copy_request *own = &request->sides[side];
  int64_t rank = request->tile.count, coordinate[TL_MAX_RANK];
  if (width * own->element_bytes * 8 > request->max_bits[side] ||
      own->base_alignment % (width * own->element_bytes) ||
      (own->memory.swizzle.bits && width > INT64_C(1)
                                               << own->memory.swizzle.base))
    return false;
  for (int64_t steps = 0; steps < 2; steps++)
    for (int64_t i = 0; i < count_of(request->tile.items, rank); i++) {
      coordinate_of(i, request->tile.items, rank, coordinate);
      int64_t within = coordinate[d] % width;
      int64_t place = place_of(own, coordinate, steps);
      coordinate[d] -= within;
      int64_t start = place_of(own, coordinate, steps);
      if (start % width || place != start + within)
        return false;
    }
  return true;
}

/* The widest that both sides allow along one dimension. */
static int64_t widest_common(const tl_transfer_request *request) {
  int64_t widest = 1;
  for (int64_t d = 0; d < request->tile.count; d++)
    for (int64_t width = 2; width <= request->tile.items[d]; width *= 2)
      if (width > widest && has_width(request, TL_FROM, d, width) &&
          has_width(request, TL_TO, d, width))
        widest = width;
  return widest;
}

/* Powers of two, without bounds and numbers known only at run time. */
static bool is_even(const tl_transfer_request *request) {
  bool even = (request->threads & (request->threads - 1)) == 0;
  for (int64_t d = 0; d < request->tile.count; d++)
    even &= (request->tile.items[d] & (request->tile.items[d] - 1)) == 0;
  for (int side = 0; side < TL_SIDES; side++) {
    const tl_copy_request *own = &request->sides[side];
    even &= tl_layout_is_static(&own->memory);
    for (int64_t d = 0; d < request->tile.count; d++)
      even &= !own->bounds[d].is_set;
  }
  return even && has_work(request);
}

/* Its width; 0 where there is no plan. */
static int64_t plan_accesses(const tl_transfer_request *request,
                             const tl_transfer_part *part, int side,
                             int64_t *accesses) {
  tl_copy_request own;
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  tl_transfer_part_request(request, part, (tl_transfer_side_number)side, &own);
  if (tl_copy_partition_plan(&own, &plan, NULL) != TL_OK)
    return 0;
  tl_copy_cut cut =
      tl_copy_cut_of(&plan, own.element_bytes, request->max_bits[side]);
  tl_copy_accesses_plan(&cut, &vectors);
  *accesses += tl_copy_access_count(&plan, &vectors);
  return vectors.width;
}

static int64_t width_of(const tl_transfer_request *request,
                        const tl_transfer_part *part, int side) {
  int64_t accesses = 0;
  return plan_accesses(request, part, side, &accesses);
}

static void check_width(const tl_transfer_request *request,
                        const tl_transfer_request *joined,
                        const tl_transfer_plan *plan) {
  if (!is_even(request))
    return;
  int64_t widest = widest_common(request);
  seen.vectors += widest > 1;
  for (int side = 0; side < TL_SIDES; side++)
    expect(request, WIDTH,
           plan->count == 1 &&
               width_of(joined, &plan->parts[0], side) >= widest);
}

static void check_plans(const tl_transfer_request *request,
                        const tl_transfer_plan *plan) {
  int64_t bytes = request->sides[TL_FROM].element_bytes;
  for (int64_t i = 0; i < plan->count; i++)
    expect(request, PLANNED,
           plan->parts[i].registers <= TL_STEP_ELEMENTS &&
               plan->parts[i].registers * bytes <= TL_STEP_REGISTERS * 4);
  for (int64_t i = 0; i < plan->count; i++)
    for (int side = 0; side < TL_SIDES; side++)
      expect(request, PLANNED, width_of(request, &plan->parts[i], side) > 0);
}

/* Whether the kind of a copy without registers moves the part. */
static bool is_moved(const tl_transfer_request *request,
                     const tl_transfer_part *part) {
  static tl_copy_partition plans[TL_SIDES];
  tl_copy_request own[TL_SIDES];
  tl_access_rules rules[TL_SIDES];
  tl_access_side sides[TL_SIDES];
  tl_copy_choice how;
  for (int side = 0; side < TL_SIDES; side++) {
    tl_transfer_part_request(request, part, (tl_transfer_side_number)side,
                             &own[side]);
    if (tl_copy_partition_plan(&own[side], &plans[side], NULL) != TL_OK)
      return false;
    rules[side] = (tl_access_rules){.is_shared = request->is_shared[side],
                                    .target = request->target,
                                    .max_bits = request->max_bits[side]};
    sides[side] = (tl_access_side){&own[side], &rules[side], &plans[side]};
  }
  return request->direct->match(sides, &how, NULL) == TL_OK;
}

/* Whether a copy without registers has a plan whatever its numbers: single
 * elements are wide enough and not too wide, dimensions are one digit, and the
 * strides of the target are known. */
static bool is_simple(const tl_transfer_request *request) {
  int64_t bytes = request->sides[TL_FROM].element_bytes;
  bool simple =
      bytes >= 4 && tl_layout_is_static(&request->sides[TL_TO].memory);
  for (int side = 0; side < TL_SIDES; side++) {
    simple &= bytes * 8 <= request->max_bits[side];
    for (int64_t d = 0; d < request->tile.count; d++)
      simple &= request->sides[side].memory.group_size[d] <= 1;
  }
  return simple;
}

static void check_direct(const tl_transfer_request *copy) {
  tl_transfer_request request = *copy, joined;
  tl_transfer_plan plan;
  request.direct = &TL_ASYNC_KIND;
  request.target = tl_target_default();
  bool is_planned = tl_transfer_plan_copy(&request, &plan, NULL) == TL_OK;
  expect(&request, DIRECT, is_planned || !is_simple(&request));
  if (!is_planned)
    return;
  if (tl_transfer_join(&request, &plan.joins, &joined, NULL) != TL_OK)
    return;
  check_cover(&joined, &plan);
  for (int64_t i = 0; i < plan.count; i++) {
    const tl_transfer_part *part = &plan.parts[i];
    bool is_filled = part->registers <= TL_DIRECT_ELEMENTS;
    for (int64_t d = 0; d < joined.tile.count; d++)
      is_filled &= part->extent[d] % part->step[d] == 0;
    expect(&request, DIRECT, is_filled && is_moved(&joined, part));
  }
  seen.direct += plan.count;
}

/* Whether dimensions of one digit each are one digit when they are joined. */
static bool is_one_digit(const tl_transfer_request *request,
                         const tl_transfer_request *joined, int side) {
  const tl_copy_request *own = &joined->sides[side];
  bool holds = true;
  for (int64_t d = 0; d < request->tile.count; d++)
    if (request->sides[side].memory.group_size[d] != 1 ||
        own->memory.swizzle.bits)
      return true;
  for (int64_t d = 0; d < joined->tile.count; d++) {
    int64_t at[TL_MAX_RANK] = {0}, start = place_of(own, at, 0), step = 0;
    for (at[d] = 1; at[d] < joined->tile.items[d]; at[d]++) {
      int64_t moved = place_of(own, at, 0) - start;
      step = at[d] == 1 ? moved : step;
      holds &= moved == at[d] * step;
    }
  }
  return holds;
}

/* Every element of the tile is where it was, whatever the origins. */
static void check_join(const tl_transfer_request *request,
                       const tl_transfer_request *joined) {
  int64_t elements = count_of(request->tile.items, request->tile.count);
  bool holds = elements == count_of(joined->tile.items, joined->tile.count);
  for (int64_t i = 0; holds && i < elements; i++) {
    int64_t own[TL_MAX_RANK], other[TL_MAX_RANK];
    coordinate_of(i, request->tile.items, request->tile.count, own);
    coordinate_of(i, joined->tile.items, joined->tile.count, other);
    for (int side = 0; side < TL_SIDES; side++)
      for (int64_t steps = 0; steps < 2; steps++)
        holds &= place_of(&request->sides[side], own, steps) ==
                 place_of(&joined->sides[side], other, steps);
  }
  for (int side = 0; side < TL_SIDES; side++)
    holds &= is_one_digit(request, joined, side);
  expect(request, JOIN, holds);
}

static void check_joins(const tl_transfer_request *request) {
  tl_list joins = tl_transfer_joins(request);
  tl_transfer_request joined;
  if (joins.count == request->tile.count)
    return;
  bool can = tl_transfer_join(request, &joins, &joined, NULL) == TL_OK;
  expect(request, JOIN, can);
  if (can)
    check_join(request, &joined);
}

/* At all steps of all parts, on both sides. */
static int64_t all_accesses(const tl_transfer_request *request,
                            const tl_transfer_plan *plan) {
  int64_t all = 0;
  for (int64_t i = 0; i < plan->count; i++) {
    const tl_transfer_part *part = &plan->parts[i];
    int64_t accesses = 0, steps = 1;
    for (int side = 0; side < TL_SIDES; side++)
      plan_accesses(request, part, side, &accesses);
    for (int64_t d = 0; d < request->tile.count; d++)
      steps *= (part->extent[d] + part->step[d] - 1) / part->step[d];
    all += steps * accesses;
  }
  return all;
}

static void check_copy(const tl_transfer_request *request) {
  tl_transfer_request joined;
  tl_transfer_plan plan;
  check_joins(request);
  if (tl_transfer_plan_copy(request, &plan, NULL) != TL_OK ||
      tl_transfer_join(request, &plan.joins, &joined, NULL) != TL_OK) {
    expect(request, PLANNED, false);
    return;
  }
  seen.joined += plan.joins.count < request->tile.count;
  seen.parts += plan.count;
  seen.accesses += all_accesses(&joined, &plan);
  for (int64_t d = 0; d < joined.tile.count; d++)
    seen.loops += plan.parts[0].step[d] < plan.parts[0].extent[d];
  check_plans(&joined, &plan);
  check_cover(&joined, &plan);
  check_share(&joined, &plan);
  check_width(request, &joined, &plan);
  check_direct(request);
}

/* Rows of one side and columns of the other, or rows of both. */
static tl_transfer_request dense_copy(tl_list tile, int64_t bytes,
                                      tl_scope scope, int64_t threads,
                                      bool is_turned) {
  tl_transfer_request copy = {.tile = tile, .threads = threads};
  int64_t most = tl_scope_size(scope, 32);
  for (int side = 0; side < TL_SIDES; side++) {
    bool columns = is_turned && side == TL_TO;
    const tl_list strides = {
        2, {columns ? 1 : tile.items[1], columns ? tile.items[0] : 1}};
    tl_copy_request *own = &copy.sides[side];
    *own = (tl_copy_request){.element_bytes = bytes,
                             .base_alignment = 16,
                             .stores = side == TL_TO,
                             .scope = scope,
                             .lanes = 32,
                             .threads = {most, most}};
    copy.max_bits[side] = 128;
    for (int64_t d = 0; d < TL_MAX_RANK; d++)
      own->origin[d].divisor = 1;
    if (tl_layout_from_strides(&tile, &strides, &own->memory, NULL))
      abort();
  }
  return copy;
}

/* Bytes that are contiguous across on the other side, for threads that could
 * use blocks larger than they can hold. */
static void check_transposes(void) {
  for (int64_t threads = 1; threads <= 32; threads++) {
    tl_transfer_request copy =
        dense_copy((tl_list){2, {64, 64}}, 1, TL_SCOPE_WARP, threads, true);
    check_copy(&copy);
  }
}

/* Whether every part takes one step. */
static bool is_straight(const tl_transfer_plan *plan, int64_t rank) {
  bool straight = true;
  for (int64_t i = 0; i < plan->count; i++)
    for (int64_t d = 0; d < rank; d++)
      straight &= plan->parts[i].step[d] >= plan->parts[i].extent[d];
  return straight;
}

/* C16 */
static void check_vectors(const tl_transfer_request *copy) {
  tl_transfer_plan plan;
  tl_transfer_request joined;
  if (tl_transfer_plan_copy(copy, &plan, NULL) != TL_OK ||
      tl_transfer_join(copy, &plan.joins, &joined, NULL) != TL_OK)
    abort();
  if (!is_straight(&plan, joined.tile.count))
    return;
  int64_t width = widest_of_all(copy);
  int64_t elements = count_of(copy->tile.items, copy->tile.count);
  int64_t most = (elements / width + copy->threads - 1) / copy->threads;
  int64_t rest = elements % width;
  for (most += rest > 0; rest; rest &= rest - 1)
    most++;
  for (int side = 0; side < TL_SIDES; side++) {
    int64_t accesses = 0;
    for (int64_t i = 0; i < plan.count; i++)
      plan_accesses(&joined, &plan.parts[i], side, &accesses);
    expect(copy, VECTORS, accesses <= most);
  }
}

static void check_dense(void) {
  static const int64_t EXTENTS[] = {1,  2,  3,  7,  8,  17, 24,  31, 33,
                                    48, 52, 56, 64, 66, 72, 100, 128};
  static const int64_t THREADS[] = {32, 96, 100, 128, 256};
  enum { MOST = sizeof EXTENTS / sizeof *EXTENTS };
  for (int64_t i = 0; i < MOST * MOST; i++)
    for (int t = 0; t < 5; t++)
      for (int64_t bytes = 1; bytes <= 8; bytes *= 2)
        for (int shared = 0; shared < 2; shared++) {
          tl_list tile = {2, {EXTENTS[i / MOST], EXTENTS[i % MOST]}};
          tl_transfer_request copy =
              dense_copy(tile, bytes, TL_SCOPE_CTA, THREADS[t], false);
          copy.is_shared[TL_TO] = 1;
          copy.is_shared[TL_FROM] = shared;
          check_vectors(&copy);
        }
}

/* Whether no access of the side takes more wavefronts than it must. */
static bool is_free(const tl_transfer_request *copy,
                    const tl_transfer_part *part, int side) {
  tl_copy_request own;
  static tl_copy_partition plan;
  tl_copy_vectors vectors;
  bool is_free = true;
  tl_transfer_part_request(copy, part, (tl_transfer_side_number)side, &own);
  if (tl_copy_partition_plan(&own, &plan, NULL) != TL_OK)
    abort();
  tl_copy_cut cut = tl_copy_cut_of(&plan, own.element_bytes, 128);
  tl_copy_accesses_plan(&cut, &vectors);
  for (int64_t i = 0; i < tl_copy_access_count(&plan, &vectors); i++) {
    tl_access_facts facts;
    if (tl_copy_banks(&own, &plan, &vectors, i, &facts, NULL) != TL_OK)
      abort();
    is_free &= facts.wavefronts == facts.minimum;
  }
  seen.twisted += plan.is_twisted;
  return is_free;
}

static void check_turned(const tl_transfer_request *copy) {
  tl_transfer_plan plan;
  if (tl_transfer_plan_copy(copy, &plan, NULL) != TL_OK ||
      plan.joins.count != copy->tile.count)
    abort();
  check_plans(copy, &plan);
  check_cover(copy, &plan);
  for (int64_t i = 0; i < plan.count; i++)
    seen.staggered +=
        memcmp(&plan.parts[i].fragments[TL_FROM],
               &plan.parts[i].fragments[TL_TO], sizeof(tl_layout)) != 0;
  for (int64_t i = 0; i < plan.count; i++)
    for (int side = 0; side < TL_SIDES; side++)
      expect(copy, TRANSPOSES,
             !copy->is_shared[side] || is_free(copy, &plan.parts[i], side));
}

/* C51 */
static void check_turns(void) {
  for (int64_t bytes = 1; bytes <= 8; bytes *= 2)
    for (int64_t m = 2; m <= 256; m *= 2)
      for (int64_t n = 2; n <= 256; n *= 2)
        for (int64_t threads = 32; threads <= 256; threads *= 2)
          for (int from = 0; from < 2; from++) {
            tl_transfer_request copy = dense_copy((tl_list){2, {m, n}}, bytes,
                                                  TL_SCOPE_CTA, threads, true);
            copy.is_shared[TL_FROM] = from;
            copy.is_shared[TL_TO] = 1;
            if (m * n >= threads && m * n <= MOST_ELEMENTS)
              check_turned(&copy);
          }
}

/* What is no better with joined dimensions keeps its own. */
static void check_dimensions(void) {
  static const int64_t ROWS[] = {32, 64, 128};
  for (int i = 0; i < 3; i++) {
    tl_list tile = {2, {ROWS[i], 64}};
    tl_transfer_request copy = dense_copy(tile, 2, TL_SCOPE_CTA, 128, false);
    tl_transfer_plan plan;
    bool is_planned = tl_transfer_plan_copy(&copy, &plan, NULL) == TL_OK;
    expect(&copy, JOIN, is_planned && plan.joins.count == tile.count);
  }
}

/* Of a fragment of 8 rows for 20, whose last step leaves the part. */
static tl_bound end_of_rows(const tl_transfer_request *copy) {
  tl_transfer_part part = {.extent = {20, 8}, .step = {8, 8}};
  tl_copy_request step;
  part.fragments[TL_FROM].rank = part.fragments[TL_TO].rank = 2;
  tl_transfer_part_request(copy, &part, TL_FROM, &step);
  return step.bounds[0];
}

/* The part ends where its rows do, or the memory before. */
static void check_ends(void) {
  tl_transfer_request copy =
      dense_copy((tl_list){2, {20, 8}}, 4, TL_SCOPE_WARP, 32, false);
  tl_bound *stated = &copy.sides[TL_FROM].bounds[0];
  for (int64_t origin = 0; origin < 16; origin++)
    for (int64_t number = 0; number < 48; number++) {
      int64_t end = origin + 20, least = number < end ? number : end;
      copy.sides[TL_FROM].origin[0].value = origin;
      *stated = (tl_bound){.is_set = true, .value = number};
      tl_bound out = end_of_rows(&copy);
      expect(&copy, ENDS, out.is_set && !out.is_dynamic && out.value == least);
      *stated = (tl_bound){
          .is_set = true, .is_dynamic = true, .divisor = 8, .least = number};
      out = end_of_rows(&copy);
      expect(&copy, ENDS,
             out.is_dynamic &&
                 out.divisor == (end & -end & 7 ? end & -end : 8) &&
                 out.least == least);
      *stated = (tl_bound){.is_set = false};
      out = end_of_rows(&copy);
      expect(&copy, ENDS, out.is_set && !out.is_dynamic && out.value == end);
    }
}

/* What ends beyond 64 bits is refused, on either side and along any dimension. */
static void check_far(void) {
  for (int side = 0; side < TL_SIDES; side++)
    for (int64_t d = 0; d < 2; d++) {
      tl_transfer_request copy =
          dense_copy((tl_list){2, {20, 8}}, 4, TL_SCOPE_WARP, 32, false);
      tl_transfer_plan plan;
      for (int64_t of = 0; of < 2; of++)
        copy.sides[side].bounds[of] =
            (tl_bound){.is_set = true, .is_dynamic = true, .divisor = 1};
      copy.sides[side].origin[d].value = INT64_MAX - 4;
      expect(&copy, ENDS, tl_transfer_plan_copy(&copy, &plan, NULL) != TL_OK);
    }
}

static void check_random(void) {
  tl_transfer_request request;
  random_transfer(&request);
  check_copy(&request);
}

int main(int argc, char **argv) {
  long long failed = 0;
  int cases = argc > 1 ? atoi(argv[1]) : 300;
  for (int i = 0; i < cases; i++)
    check_random();
  check_transposes();
  check_dense();
  check_turns();
  check_dimensions();
  check_ends();
  check_far();
  for (int i = 0; i < LAW_COUNT; i++) {
    printf("%s: %lld checked, %lld failed\n", laws[i].name, laws[i].checked,
           laws[i].failed);
    failed += laws[i].failed;
  }
  printf("with: %ld parts, %ld loops, %ld uneven shares, %ld vectors, "
         "%ld direct, %ld joined, %ld twisted, %ld staggered\n",
         seen.parts, seen.loops, seen.uneven, seen.vectors, seen.direct,
         seen.joined, seen.twisted, seen.staggered);
  printf("accesses: %lld\n", (long long)seen.accesses);
  return failed != 0;
}
