// RUN: copy_matrix_test 6000 | FileCheck %s
// RUN: copy_matrix_test_fast 60000 | FileCheck %s
// CHECK: C5: {{[1-9][0-9]+}} elements, 0 failures
// CHECK: matrices 1: {{[1-9][0-9]+}}, 2: {{[1-9][0-9]+}}, 4: {{[1-9][0-9]+}}
// CHECK: transposed: {{[1-9][0-9]+}}, stores: {{[1-9][0-9]+}}, swizzled: {{[1-9][0-9]+}}
// CHECK: symbols: {{[1-9][0-9]+}}, origins: {{[1-9][0-9]+}}, warps: {{[1-9][0-9]+}}
// CHECK: bytes transposed: {{[1-9][0-9]+}} loads, {{[1-9][0-9]+}} stores
// CHECK: refused: {{[1-9][0-9]+}}
//
// CHECK-NEXT: mma A: 4 matrices
// CHECK-NEXT: mma A, swizzled: 4 matrices
// CHECK-NEXT: mma A of i8: 4 matrices
// CHECK-NEXT: mma B, k by n: 2 matrices transposed
// CHECK-NEXT: mma B, n by k: 2 matrices
// CHECK-NEXT: mma C, store: 2 matrices
// CHECK-NEXT: one transposed: 1 matrices transposed
// CHECK-NEXT: one plain: accesses of 4 bytes are as few as matrices
// CHECK-NEXT: store on sm_80: sm_80 has no stmatrix
// CHECK-NEXT: load on sm_70: sm_70 has no ldmatrix
// CHECK-NEXT: a thread: a single thread is no warp
// CHECK-NEXT: fp64: elements have 64 bits
// CHECK-NEXT: short pitch: rows start at multiples of 8 bytes
// CHECK-NEXT: unaligned base: rows start at multiples of 4 bytes
// CHECK-NEXT: fine swizzle: the swizzle moves pieces of 8 bytes
// CHECK-NEXT: half a warp: lane 16 of a warp does not take part
// CHECK-NEXT: every other lane: lane 1 of a warp does not take part
// CHECK-NEXT: lanes from 4 on: the first thread is lane 4 of its warp
// CHECK-NEXT: a block of 48: the last warp has 16 lanes
// CHECK-NEXT: columns of lanes: fragment is not an 8 x 16-byte tile at element (0, 4): lane 1 holds it, 8 bytes from lane 0 and not 4
// CHECK-NEXT: rows in a register: fragment is not an 8 x 16-byte tile at element (1, 0): register 1 holds it, 128 bytes from register 0 and not 2
// CHECK-NEXT: transposed bytes: sm_90 has no ldmatrix that transposes elements of 8 bits
// CHECK-NEXT: bytes, stored on sm_100: sm_100 has no stmatrix that transposes elements of 8 bits
// CHECK-NEXT: bytes, loaded: 2 matrices transposed
// CHECK-NEXT: bytes, stored: 4 matrices transposed
// CHECK-NEXT: bytes, 16 x 16: 1 matrices transposed
// CHECK-NEXT: bytes, 16 x 8: 1 matrices transposed
// CHECK-NEXT: bytes, 8 columns: a lane does not hold elements of two columns that are 8 apart
// CHECK-NEXT: bytes, 8 rows: a lane does not hold elements of 4 rows
// CHECK-NEXT: one element: a lane does not hold 4 consecutive bytes
// CHECK-NEXT: a bound: dimension 0 is bounded
// CHECK-NEXT: no common digits: in dimension 1 a digit of extent 4 of the fragment meets a digit of extent 3

/* Law C5 of tl/copy_access.h on random fragments of bits of the thread and the
 * register, by enumeration: what the instruction does as the PTX ISA says it,
 * against the two layouts.
 * usage: copy_matrix_test CASES */
#include "tl/copy_access.h"
#include "tl/expression.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MAX_THREADS = 128,
  MAX_SLOTS = 64,
  NOWHERE = -1,
  WARP = 32,
};

static int64_t points, failures, refused;
static int64_t of_count[5], transposed, stores, swizzled, symbols, origins,
    warps;
static int64_t of_bytes[2]; /* loads, stores, of matrices transposed */

static uint64_t seed = 1;

static int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

/*===--- Random copies ----------------------------------------------------===*/

/* Where a bit of the coordinate is: a bit of the thread or of the register. */
typedef struct place {
  bool is_thread;
  int64_t stride;
} place;

typedef struct places {
  int64_t count;
  place items[16];
} places;

static void swap_places(places *bits, int64_t i, int64_t k) {
  place moved = bits->items[i];
  bits->items[i] = bits->items[k];
  bits->items[k] = moved;
}

/* Bits of columns and of rows, the fastest first, as an operand of mma has them:
 * element, lanes, registers | lanes, registers, warps. */
static void draw_places(int64_t element_bits, places *columns, places *rows) {
  *columns = *rows = (places){0};
  int64_t slot = 1;
  for (int64_t i = 0; i < element_bits; i++, slot *= 2)
    columns->items[columns->count++] = (place){false, slot};
  for (int64_t lane = 1; lane < 4; lane *= 2)
    columns->items[columns->count++] = (place){true, lane};
  for (int64_t lane = 4; lane < WARP; lane *= 2)
    rows->items[rows->count++] = (place){true, lane};
  for (int64_t k = below(4); k > 0; k--, slot *= 2) {
    places *side = below(2) ? rows : columns;
    side->items[side->count++] = (place){false, slot};
  }
  for (int64_t k = below(3), warp = WARP; k > 0; k--, warp *= 2) {
    places *side = below(2) ? rows : columns;
    side->items[side->count++] = (place){true, warp};
  }
  if (!below(4))
    swap_places(rows, below(rows->count), below(rows->count));
  if (!below(8))
    swap_places(columns, below(columns->count), below(columns->count));
}

static void add_dimension(tl_layout *layout, const places *bits) {
  for (int64_t i = bits->count - 1; i >= 0; i--)
    layout->iters[layout->shard_count++] =
        (tl_iter){2, bits->items[i].stride,
                  bits->items[i].is_thread ? TL_AXIS_TX : TL_AXIS_M, 0};
  layout->group_size[layout->rank++] = bits->count;
}

static void draw_fragment(tl_copy_request *request) {
  places columns, rows;
  draw_places(request->element_bytes == 1 ? 2 : 1, &columns, &rows);
  if (below(2)) {
    add_dimension(&request->fragment, &rows);
    add_dimension(&request->fragment, &columns);
  } else {
    add_dimension(&request->fragment, &columns);
    add_dimension(&request->fragment, &rows);
  }
  if (!below(16))
    request->fragment.offset[TL_AXIS_TX] = below(2) ? 32 : 4;
  if (!below(8))
    request->fragment.offset[TL_AXIS_M] = 1 + below(3);
  if (!below(8)) {
    tl_layout *layout = &request->fragment;
    layout->iters[layout->shard_count] =
        (tl_iter){2, below(2) ? 64 : 16, TL_AXIS_TX, 0};
    layout->replica_count = 1;
  }
}

/* Row-major or column-major, with a pitch that may be known at run time. */
static void draw_memory(tl_copy_request *request, int64_t *factor) {
  tl_list tile = tl_layout_shape(&request->fragment);
  int64_t fast = below(2), pad[] = {0, 0, 0, 0};
  for (int64_t d = 0; d < 2; d++) {
    request->origin[d] = (tl_origin){.is_dynamic = !below(6),
                                     .value = below(4) ? 0 : 8 * below(3),
                                     .divisor = INT64_C(1) << below(6)};
    pad[d] = request->origin[d].is_dynamic ? 64 : request->origin[d].value;
    pad[d] += below(4) ? 0 : 8;
  }
  int64_t pitch = tile.items[fast] + pad[fast] + (below(4) ? 0 : below(9));
  tl_layout *memory = &request->memory;
  memory->rank = memory->shard_count = 2;
  for (int64_t d = 0; d < 2; d++) {
    memory->group_size[d] = 1;
    memory->iters[d] =
        (tl_iter){tile.items[d] + pad[d], d == fast ? 1 : pitch, TL_AXIS_M, 0};
  }
  memory->offset[TL_AXIS_M] = below(8) ? 0 : 4 * below(8);
  *factor = 0;
  if (!below(8)) {
    memory->iters[1 - fast].symbol = 1;
    memory->iters[1 - fast].stride = 1;
    memory->divisor[0] = INT64_C(1) << below(6);
    *factor = (pitch / memory->divisor[0] + 1) * memory->divisor[0];
  } else if (!below(3)) {
    memory->swizzle = (tl_swizzle){2 + below(3), 1 + below(3), 3};
  }
}

/* `factor` is the symbol, 0 where there is none. */
static tl_copy_request draw_request(int64_t *factor) {
  static const int64_t BLOCKS[] = {0, 128, 128, 64};
  tl_copy_request request = {.scope = TL_SCOPE_CTA,
                             .lanes = 32,
                             .element_bytes = below(4)   ? 2
                                              : below(2) ? 1
                                                         : 4,
                             .base_alignment = below(8) ? 16 : 8,
                             .stores = below(2) != 0};
  request.threads = tl_scope_threads(request.scope, 32, BLOCKS[below(4)], 0);
  draw_fragment(&request);
  draw_memory(&request, factor);
  return request;
}

/*===--- The oracle -------------------------------------------------------===*/

static int64_t expected[MAX_THREADS][MAX_SLOTS];
static int64_t planned[MAX_THREADS][MAX_SLOTS];

static bool next_coordinate(const tl_list *shape, int64_t *coordinate) {
  for (int64_t d = shape->count - 1; d >= 0; d--) {
    if (++coordinate[d] < shape->items[d])
      return true;
    coordinate[d] = 0;
  }
  return false;
}

/* expected[t][r] is the address of what (t, r) holds, or NOWHERE; of a store
 * only the first replica moves. */
static void expect_all(const tl_copy_request *request, const tl_layout *memory,
                       const int64_t *origin) {
  memset(expected, 0xff, sizeof expected);
  const tl_layout *fragment = &request->fragment;
  const tl_iter *replica = &fragment->iters[fragment->shard_count];
  int64_t copies =
      fragment->replica_count && !request->stores ? replica->extent : 1;
  tl_list shape = tl_layout_shape(fragment);
  int64_t c[TL_MAX_RANK] = {0}, x[TL_MAX_RANK], at[TL_AXIS_COUNT];
  do {
    int64_t held[TL_AXIS_COUNT];
    tl_layout_apply(fragment, c, held);
    for (int64_t d = 0; d < shape.count; d++)
      x[d] = origin[d] + c[d];
    tl_layout_apply(memory, x, at);
    for (int64_t k = 0; k < copies; k++)
      expected[held[TL_AXIS_TX] + (k ? k * replica->stride : 0)]
              [held[TL_AXIS_M]] = at[TL_AXIS_M];
  } while (next_coordinate(&shape, c));
}

/*===--- The plan, as a warp runs it --------------------------------------===*/

static bool takes_part(const tl_copy_partition *plan, int64_t thread) {
  uint64_t number = (uint64_t)(thread - plan->thread_offset);
  int64_t count;
  const tl_term *guards =
      tl_address_terms(&plan->address, plan->guards, &count);
  for (int64_t i = 0; i < count; i++) {
    uint64_t digit = number / (uint64_t)guards[i].divisor;
    if (guards[i].extent ? digit % (uint64_t)guards[i].extent : digit)
      return false;
  }
  return true;
}

/* The sum of the terms. */
static int64_t base_of(const tl_copy_partition *plan, const int64_t *origin,
                       int64_t factor, int64_t thread) {
  int64_t sum = 0, count;
  const tl_term *terms = tl_address_terms(&plan->address, plan->base, &count);
  for (int64_t i = 0; i < count; i++) {
    const tl_term *term = &terms[i];
    int64_t source = term->source == TL_SOURCE_ONE ? 1
                     : term->source == TL_SOURCE_THREAD
                         ? thread - plan->thread_offset
                         : origin[term->source];
    int64_t digit = source / term->divisor;
    sum += (term->extent ? digit % term->extent : digit) * term->stride *
           (term->symbol ? factor : 1);
  }
  return sum;
}

/* The base in the form that the plan names. */
static int64_t formed_base(const tl_copy_partition *plan, const int64_t *origin,
                           int64_t factor, int64_t thread) {
  tl_address form, above;
  tl_lane_sources sources = {.lanes = 1,
                             .thread = {thread - plan->thread_offset},
                             .symbol = {1, factor}};
  tl_lane_numbers base, far = {{0}};
  memcpy(sources.number, origin, 2 * sizeof *origin);
  tl_copy_base_form(plan, TL_BASE_CODE, &form);
  tl_address_evaluate(&form, (tl_row_range){0, form.row_count}, &sources,
                      &base);
  if (tl_copy_far_form(plan, &above))
    tl_address_evaluate(&above, (tl_row_range){0, above.row_count}, &sources,
                        &far);
  return (int64_t)(base.of[0] + far.of[0]);
}

/* As the form of the swizzle says (law C4). */
static int64_t address_of(const tl_copy_partition *plan, const int64_t *origin,
                          int64_t factor, int64_t thread, int64_t moved) {
  const tl_swizzle *swizzle = &plan->swizzle;
  int64_t near = moved % tl_swizzle_period(swizzle), far = moved - near;
  int64_t base = formed_base(plan, origin, factor, thread);
  int64_t plain = base_of(plan, origin, factor, thread);
  if (plan->form == TL_SWIZZLE_FULL)
    return base == plain ? tl_swizzle_apply(swizzle, base + moved) : NOWHERE;
  return base == tl_swizzle_apply(swizzle, plain)
             ? (base ^ tl_swizzle_apply(swizzle, near)) + far
             : NOWHERE;
}

static int64_t count_of(const tl_atoms *atoms) {
  int64_t count = 1;
  for (int64_t i = 0; i < atoms->count; i++)
    count *= atoms->items[i].extent;
  return count;
}

static void add_atoms(const tl_atoms *atoms, int64_t number, int64_t factor,
                      int64_t *offset, int64_t *slot) {
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    *offset += number % atom->extent * atom->memory_stride *
               (atom->symbol ? factor : 1);
    *slot += number % atom->extent * atom->register_stride;
    number /= atom->extent;
  }
}

/* Whether lanes without a row of their own name a row of another. */
static bool names_rows(const int64_t *rows, int64_t lane, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    if (rows[i] == rows[lane])
      return true;
  return false;
}

/* Of bytes, as the PTX ISA has .m16n16 and .m16n8. */
static int64_t byte_of(const int64_t *rows, int64_t lane, int64_t i,
                       bool is_stored) {
  return is_stored ? rows[8 * (i / 4) + 2 * (lane % 4) + i % 2] + lane / 4 +
                         8 * (i / 2 % 2)
                   : rows[16 * (i / 8) + 4 * (lane % 4) + i % 4] + lane / 4 +
                         8 * (i / 4 % 2);
}

/* The address of element i of what a lane holds. */
static int64_t element_of(const tl_copy_request *request,
                          const tl_copy_choice *choice, const int64_t *rows,
                          int64_t lane, int64_t i) {
  int64_t bytes = request->element_bytes, each = 4 / bytes, e = i % each;
  const int64_t *first = rows + 8 * (i / each);
  if (!choice->matrix.is_transposed)
    return first[lane / 4] + lane % 4 * each + e;
  return bytes == 1 ? byte_of(rows, lane, i, request->stores)
                    : first[2 * (lane % 4) + e] + lane / 4;
}

static bool run_warp(const tl_copy_request *request,
                     const tl_copy_partition *plan,
                     const tl_copy_choice *choice, const int64_t *origin,
                     int64_t factor, int64_t first) {
  int64_t bytes = request->element_bytes;
  int64_t count = choice->matrix.rows * choice->matrix.count;
  for (int64_t run = 0; run < count_of(&plan->atoms); run++) {
    int64_t rows[WARP], slot = plan->slot_offset, unused = 0;
    int64_t moved = 0;
    add_atoms(&plan->atoms, run, factor, &moved, &slot);
    for (int64_t lane = 0; lane < WARP; lane++) {
      int64_t thread = first + lane;
      rows[lane] = address_of(plan, origin, factor, thread, moved);
      if ((request->base_alignment + rows[lane] * bytes) % 16)
        return false;
    }
    for (int64_t lane = 0; lane < WARP; lane++) {
      if (!names_rows(rows, lane, count))
        return false;
      for (int64_t i = 0; i < choice->width; i++) {
        int64_t held = slot;
        add_atoms(&choice->matrix.inner, i, factor, &unused, &held);
        if (planned[first + lane][held] != NOWHERE)
          return false;
        planned[first + lane][held] =
            element_of(request, choice, rows, lane, i);
        points++;
      }
    }
  }
  return true;
}

static bool run_all(const tl_copy_request *request,
                    const tl_copy_partition *plan, const tl_copy_choice *choice,
                    const int64_t *origin, int64_t factor) {
  int64_t threads = request->threads.most ? request->threads.most : MAX_THREADS;
  memset(planned, 0xff, sizeof planned);
  for (int64_t first = 0; first < threads; first += WARP) {
    int64_t present = 0;
    for (int64_t lane = 0; lane < WARP; lane++)
      present += takes_part(plan, first + lane);
    if (present == 0)
      continue;
    if (present != WARP ||
        !run_warp(request, plan, choice, origin, factor, first))
      return false;
  }
  return memcmp(planned, expected, sizeof planned) == 0;
}

/*===--- Cases ------------------------------------------------------------===*/

static void fail(const tl_copy_request *request) {
  if (failures++ >= 3)
    return;
  tl_text text = {0};
  tl_value fragment = {.kind = TL_KIND_LAYOUT, .as.layout = request->fragment};
  tl_value memory = {.kind = TL_KIND_LAYOUT, .as.layout = request->memory};
  tl_value_print(&fragment, &text);
  tl_text_append(&text, " <-> ");
  tl_value_print(&memory, &text);
  printf("C5 fails: %s, %d bytes%s\n", text.data, (int)request->element_bytes,
         request->stores ? ", stores" : "");
}

static void count_features(const tl_copy_request *request,
                           const tl_copy_choice *choice) {
  of_count[choice->matrix.count]++;
  transposed += choice->matrix.is_transposed;
  if (request->element_bytes == 1)
    of_bytes[request->stores] += choice->matrix.is_transposed;
  stores += request->stores;
  swizzled += request->memory.swizzle.bits != 0;
  symbols += request->memory.divisor[0] != 0;
  origins += request->origin[0].is_dynamic || request->origin[1].is_dynamic;
  int64_t threads;
  warps +=
      tl_layout_span(&request->fragment, TL_AXIS_TX, &threads, NULL) == TL_OK &&
      threads > WARP;
}

static bool is_small(const tl_copy_request *request) {
  int64_t slots, threads;
  return tl_layout_span(&request->fragment, TL_AXIS_M, &slots, NULL) == TL_OK &&
         tl_layout_span(&request->fragment, TL_AXIS_TX, &threads, NULL) ==
             TL_OK &&
         slots <= MAX_SLOTS && threads <= MAX_THREADS;
}

/* In shared memory. */
static const tl_access_kind *choose(const tl_copy_request *request,
                                    const tl_target *target,
                                    tl_copy_partition *plan,
                                    tl_copy_choice *out) {
  const tl_access_rules rules = {
      .is_shared = true, .uses_matrices = true, .target = target};
  const tl_access_side side = {request, &rules, plan};
  tl_error error;
  if (tl_copy_choose(&side, 1, out, &error) != TL_OK)
    return NULL;
  return out->kind;
}

static void check_case(const tl_target *target) {
  int64_t factor;
  tl_copy_request request = draw_request(&factor);
  tl_copy_partition plan;
  tl_copy_choice choice;
  tl_error error;
  if (tl_layout_create(&request.memory, &request.memory, &error) ||
      tl_layout_create(&request.fragment, &request.fragment, &error) ||
      !is_small(&request) || tl_copy_partition_plan(&request, &plan, &error))
    return;
  tl_copy_partition before = plan;
  if (choose(&request, target, &plan, &choice) != &TL_MATRIX_KIND) {
    refused++;
    if (memcmp(&before, &plan, sizeof plan) || !choice.reason[0] ||
        choice.matrix.count)
      fail(&request);
    return;
  }
  count_features(&request, &choice);
  tl_layout memory = request.memory;
  for (int64_t i = 0; i < memory.shard_count; i++)
    if (memory.iters[i].symbol) {
      memory.iters[i].stride *= factor;
      memory.iters[i].symbol = 0;
    }
  int64_t origin[TL_MAX_RANK];
  for (int64_t k = 0; k < 2; k++) {
    for (int64_t d = 0; d < TL_MAX_RANK; d++) {
      const tl_origin *from = &request.origin[d];
      origin[d] = from->is_dynamic ? k * from->divisor : from->value;
    }
    expect_all(&request, &memory, origin);
    if (!run_all(&request, &plan, &choice, origin, factor)) {
      fail(&request);
      return;
    }
  }
}

/*===--- Named cases ------------------------------------------------------===*/

typedef struct named_case {
  const char *name, *fragment, *memory;
  int64_t bytes, alignment;
  const char *target;
  int64_t threads;
  bool stores;
  tl_scope scope;
  int64_t bound;
} named_case;

#define A_TILE "S[((2, 8), (2, 4, 2)) : ((2, 4@laneid), (4, 1@laneid, 1))]"
#define B_TILE "S[((2, 4, 2), 8) : ((2, 1@laneid, 1), 4@laneid)]"
#define C_TILE "S[((2, 8), (4, 2)) : ((2, 4@laneid), (1@laneid, 1))]"
#define PLAIN_TILE "S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]"
#define BYTES "S[((2, 4, 4), (2, 8)) : ((8, 1@laneid, 1), (4, 4@laneid))]"
#define ROWS_64 "S[(64, 64) : (64, 1)]"

static const named_case NAMED[] = {
    {"mma A", A_TILE, ROWS_64, 2, 16, "sm_90", 0, false, TL_SCOPE_WARP, 0},
    {"mma A, swizzled", A_TILE,
     ROWS_64 " + swizzle(base = 3, bits = 3, shift = 3)", 2, 16, "sm_75", 0,
     false, TL_SCOPE_WARP, 0},
    {"mma A of i8",
     "S[((2, 8), (2, 4, 4)) : ((4, 4@laneid), (8, 1@laneid, 1))]", ROWS_64, 1,
     16, "sm_90", 0, false, TL_SCOPE_WARP, 0},
    {"mma B, k by n", B_TILE, ROWS_64, 2, 16, "sm_90", 0, false, TL_SCOPE_WARP,
     0},
    {"mma B, n by k", B_TILE, "S[(64, 64) : (1, 64)]", 2, 16, "sm_90", 0, false,
     TL_SCOPE_WARP, 0},
    {"mma C, store", C_TILE, ROWS_64, 2, 16, "sm_90", 0, true, TL_SCOPE_WARP,
     0},
    {"one transposed", PLAIN_TILE, "S[(64, 64) : (1, 64)]", 2, 16, "sm_90", 0,
     false, TL_SCOPE_WARP, 0},
    {"one plain", PLAIN_TILE, ROWS_64, 2, 16, "sm_90", 0, false, TL_SCOPE_WARP,
     0},
    {"store on sm_80", C_TILE, ROWS_64, 2, 16, "sm_80", 0, true, TL_SCOPE_WARP,
     0},
    {"load on sm_70", C_TILE, ROWS_64, 2, 16, "sm_70", 0, false, TL_SCOPE_WARP,
     0},
    {"a thread", "S[(8, 8) : (8, 1)]", ROWS_64, 2, 16, "sm_90", 0, false,
     TL_SCOPE_THREAD, 0},
    {"fp64", C_TILE, ROWS_64, 8, 16, "sm_90", 0, false, TL_SCOPE_WARP, 0},
    {"short pitch", C_TILE, "S[(64, 64) : (68, 1)]", 2, 16, "sm_90", 0, false,
     TL_SCOPE_WARP, 0},
    {"unaligned base", C_TILE, ROWS_64, 2, 4, "sm_90", 0, false, TL_SCOPE_WARP,
     0},
    {"fine swizzle", C_TILE,
     ROWS_64 " + swizzle(base = 2, bits = 3, shift = 3)", 2, 16, "sm_90", 0,
     false, TL_SCOPE_WARP, 0},
    {"half a warp", "S[((2, 4), (4, 2)) : ((2, 4@laneid), (1@laneid, 1))]",
     ROWS_64, 2, 16, "sm_90", 0, false, TL_SCOPE_WARP, 0},
    {"every other lane", "S[((2, 4), (4, 2)) : ((2, 8@laneid), (2@laneid, 1))]",
     ROWS_64, 2, 16, "sm_90", 0, false, TL_SCOPE_WARP, 0},
    {"lanes from 4 on", "S[((2, 8), (4, 2)) : ((2, 4@tx), (1@tx, 1))] + 4@tx",
     ROWS_64, 2, 16, "sm_90", 0, false, TL_SCOPE_CTA, 0},
    {"a block of 48", "S[((2, 8), (4, 2)) : ((2, 4@tx), (1@tx, 1))]", ROWS_64,
     2, 16, "sm_90", 48, false, TL_SCOPE_CTA, 0},
    {"columns of lanes", "S[(8, (4, 4)) : (4@laneid, (1@laneid, 1))]", ROWS_64,
     2, 16, "sm_90", 0, false, TL_SCOPE_WARP, 0},
    {"rows in a register", "S[((8, 2), 4) : ((4@laneid, 1), 1@laneid)]",
     ROWS_64, 2, 16, "sm_90", 0, false, TL_SCOPE_WARP, 0},
    {"transposed bytes", "S[((4, 4), 8) : ((1@laneid, 1), 4@laneid)]", ROWS_64,
     1, 16, "sm_90", 0, false, TL_SCOPE_WARP, 0},
    {"bytes, stored on sm_100", BYTES, ROWS_64, 1, 16, "sm_100", 0, true,
     TL_SCOPE_WARP, 0},
    {"bytes, loaded", BYTES, ROWS_64, 1, 16, "sm_100a", 0, false, TL_SCOPE_WARP,
     0},
    {"bytes, stored", BYTES, ROWS_64, 1, 16, "sm_120f", 0, true, TL_SCOPE_WARP,
     0},
    {"bytes, 16 x 16", "S[((4, 4), (2, 8)) : ((1@laneid, 1), (4, 4@laneid))]",
     ROWS_64, 1, 16, "sm_100a", 0, false, TL_SCOPE_WARP, 0},
    {"bytes, 16 x 8", "S[((4, 2), (2, 8)) : ((1@laneid, 1), (2, 4@laneid))]",
     ROWS_64, 1, 16, "sm_100a", 0, true, TL_SCOPE_WARP, 0},
    {"bytes, 8 columns", "S[((4, 4), 8) : ((1@laneid, 1), 4@laneid)]", ROWS_64,
     1, 16, "sm_100a", 0, false, TL_SCOPE_WARP, 0},
    {"bytes, 8 rows", "S[((4, 2), (2, 8)) : ((1@laneid, 1), (2, 4@laneid))]",
     ROWS_64, 1, 16, "sm_100a", 0, false, TL_SCOPE_WARP, 0},
    {"one element", "S[(8, 4) : (4@laneid, 1@laneid)]", ROWS_64, 2, 16, "sm_90",
     0, false, TL_SCOPE_WARP, 0},
    {"a bound", C_TILE, ROWS_64, 2, 16, "sm_90", 0, false, TL_SCOPE_WARP, 15},
    {"no common digits", A_TILE, "S[(64, (8, 6)) : (64, (8, 1))]", 2, 16,
     "sm_90", 0, false, TL_SCOPE_WARP, 0},
};

static tl_layout read_layout(const char *text) {
  tl_value value = {.kind = TL_KIND_NONE};
  tl_error error;
  if (tl_expression_evaluate(text, strlen(text), TL_KIND_LAYOUT, 32, &value,
                             &error) != TL_OK)
    printf("%s: %s\n", text, error.message);
  return value.as.layout;
}

static const tl_target *find_target(const char *name) {
  static const tl_target OLD = {.name = "sm_70"};
  const tl_target *target = &OLD;
  tl_error error;
  return tl_target_find(name, &target, &error) == TL_OK ? target : &OLD;
}

static void check_named(const named_case *row) {
  tl_copy_partition plan;
  tl_copy_choice choice;
  tl_error error;
  tl_copy_request request = {.fragment = read_layout(row->fragment),
                             .memory = read_layout(row->memory),
                             .scope = row->scope,
                             .lanes = 32,
                             .element_bytes = row->bytes,
                             .base_alignment = row->alignment,
                             .stores = row->stores};
  const tl_target *target = find_target(row->target);
  request.threads = tl_scope_threads(row->scope, 32, row->threads, 0);
  request.bounds[0] = (tl_bound){.is_set = row->bound, .value = row->bound};
  if (tl_copy_partition_plan(&request, &plan, &error) != TL_OK)
    printf("%s: no plan: %s\n", row->name, error.message);
  else if (choose(&request, target, &plan, &choice) == &TL_MATRIX_KIND)
    printf("%s: %d matrices%s\n", row->name, (int)choice.matrix.count,
           choice.matrix.is_transposed ? " transposed" : "");
  else
    printf("%s: %s\n", row->name, choice.reason);
}

int main(int argc, char **argv) {
  int cases = argc > 1 ? atoi(argv[1]) : 6000;
  for (int i = 0; i < cases; i++)
    check_case(find_target(below(2) ? TL_TARGET_DEFAULT : "sm_100a"));
  printf("C5: %lld elements, %lld failures\n", (long long)points,
         (long long)failures);
  printf("matrices 1: %lld, 2: %lld, 4: %lld\n", (long long)of_count[1],
         (long long)of_count[2], (long long)of_count[4]);
  printf("transposed: %lld, stores: %lld, swizzled: %lld\n",
         (long long)transposed, (long long)stores, (long long)swizzled);
  printf("symbols: %lld, origins: %lld, warps: %lld\n", (long long)symbols,
         (long long)origins, (long long)warps);
  printf("bytes transposed: %lld loads, %lld stores\n", (long long)of_bytes[0],
         (long long)of_bytes[1]);
  printf("refused: %lld\n", (long long)refused);
  for (size_t i = 0; i < sizeof NAMED / sizeof *NAMED; i++)
    check_named(&NAMED[i]);
  return failures != 0;
}
