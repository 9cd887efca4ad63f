// RUN: copy_stagger_test | FileCheck %s
// CHECK: C53 lanes: {{[1-9][0-9][0-9][0-9]+}} elements, 0 failed
// CHECK: staggered: 651, of those twisted: {{[1-9][0-9]+}}, under a swizzle: {{[1-9][0-9]+}}, stores: {{[1-9][0-9]+}}
// CHECK: not: {{[1-9][0-9]+}} without conflicts, {{[1-9][0-9]+}} without banks, {{[1-9][0-9]+}} without bits
// CHECK: wavefronts: 93507 before, 53209 after, 49174 at least
/* copy_stagger_test.c - Law C53 of tl/copy_stagger.h for random fragments of
 * powers of two, and for some that are none.
 *
 * Elements are listed place by place; wavefronts are compared with the ranks of
 * the banks that the lanes of a phase and whole accesses of a lane lead to. */
#include "bit_rank.h"
#include "tl/copy_stagger.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 3000, LANES = 32, MOST_SLOTS = 64, MOST_BITS = 11 };

static uint64_t seed = 1;
static int64_t points, failed, staggered, twisted, swizzled, stores, free_ones,
    without_banks, without_bits, before, after, least;

static int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

/* Bits of the lane and of the register, shuffled over two dimensions. */
static tl_layout random_fragment(int64_t lane_bits, int64_t slot_bits) {
  tl_layout out = {.rank = 2, .shard_count = lane_bits + slot_bits};
  for (int64_t i = 0; i < out.shard_count; i++) {
    bool is_lane = i < lane_bits;
    out.iters[i] =
        (tl_iter){2, INT64_C(1) << (is_lane ? i : i - lane_bits),
                  is_lane ? (int64_t)TL_AXIS_LANEID : (int64_t)TL_AXIS_M, 0};
  }
  for (int64_t i = out.shard_count - 1; i > 0; i--) {
    int64_t k = below(i + 1);
    tl_iter other = out.iters[i];
    out.iters[i] = out.iters[k];
    out.iters[k] = other;
  }
  out.group_size[0] = below(out.shard_count + 1);
  out.group_size[1] = out.shard_count - out.group_size[0];
  return out;
}

static void twist(tl_layout *fragment) {
  int64_t bits = fragment->shard_count;
  tl_twist back;
  do
    for (int64_t k = 0; k < bits; k++)
      fragment->twist.of[k] = (uint32_t)below(INT64_C(1) << bits);
  while (!tl_twist_invert(&fragment->twist, bits, &back));
}

/* Where each (lane, register) is in the tile, by row-major numbers. */
static void list_elements(const tl_layout *fragment,
                          int64_t held[LANES][MOST_SLOTS]) {
  tl_list shape = tl_layout_shape(fragment);
  int64_t point[TL_AXIS_COUNT], columns = shape.items[1];
  memset(held, -1, sizeof(int64_t) * LANES * MOST_SLOTS);
  for (int64_t i = 0; i < shape.items[0] * columns; i++) {
    const int64_t coordinate[TL_MAX_RANK] = {i / columns, i % columns};
    tl_layout_apply(fragment, coordinate, point);
    held[point[TL_AXIS_LANEID]][point[TL_AXIS_M]] = i;
  }
}

static uint64_t byte_of(const tl_copy_request *request, int64_t element) {
  int64_t columns = tl_layout_shape(&request->fragment).items[1];
  const int64_t coordinate[TL_MAX_RANK] = {element / columns,
                                           element % columns};
  int64_t point[TL_AXIS_COUNT];
  tl_layout_apply(&request->memory, coordinate, point);
  return (uint64_t)(point[TL_AXIS_M] * request->element_bytes);
}

/* What no G can leave less of. */
static int64_t least_wavefronts(const tl_copy_request *request,
                                const tl_copy_stagger *plan,
                                int64_t held[LANES][MOST_SLOTS],
                                int64_t lane_bits, int64_t slot_bits,
                                int64_t width) {
  uint64_t columns[MOST_BITS], zero = byte_of(request, held[0][0]);
  int64_t bytes = width * request->element_bytes, phase = 0, count = 0;
  while (phase < lane_bits && phase < 5 && bytes << phase < 128)
    phase++;
  for (int64_t k = 0; k < phase; k++)
    columns[count++] = byte_of(request, held[1 << k][0]) ^ zero;
  for (int64_t k = 0; k < slot_bits; k++) {
    uint64_t moved = byte_of(request, held[0][1 << k]) ^ zero;
    if (moved % (uint64_t)bytes == 0)
      columns[count++] = moved;
  }
  for (int64_t k = 0; k < count; k++)
    columns[k] = columns[k] / 4 % 32;
  int64_t rank = rank_of(columns, count);
  uint64_t words[MOST_BITS];
  for (int64_t k = 0; k < phase; k++)
    words[k] = (byte_of(request, held[1 << k][0]) ^ zero) / 4;
  int64_t needed = rank_of(words, phase);
  return plan->minimum << (needed > rank ? needed - rank : 0);
}

static void check_lanes(int64_t old[LANES][MOST_SLOTS],
                        int64_t new[LANES][MOST_SLOTS], int64_t lanes,
                        int64_t slots) {
  int64_t moves[LANES] = {0};
  for (int64_t lane = 0; lane < lanes; lane++) {
    while (moves[lane] < slots && old[lane][moves[lane]] != new[lane][0])
      moves[lane]++;
    for (int64_t slot = 0; slot < slots; slot++, points++)
      failed += moves[lane] == slots ||
                old[lane][slot ^ moves[lane]] != new[lane][slot];
    failed += moves[lane] != (moves[lane & (lane - 1)] ^ moves[lane & -lane]) &&
              (lane & (lane - 1));
  }
}

static int64_t width_of(const tl_copy_request *request,
                        const tl_access_rules *rules) {
  tl_copy_partition plan;
  tl_copy_choice choice;
  const tl_access_side side = {request, rules, &plan};
  if (tl_copy_partition_plan(request, &plan, NULL) != TL_OK ||
      tl_copy_choose(&side, 1, &choice, NULL) != TL_OK)
    abort();
  return choice.width;
}

static void check(void) {
  int64_t lane_bits = 1 + below(5), slot_bits = below(7);
  tl_copy_request request = {.scope = TL_SCOPE_WARP,
                             .lanes = LANES,
                             .threads = {LANES, LANES},
                             .element_bytes = INT64_C(1) << below(4),
                             .base_alignment = 128,
                             .stores = (uint32_t)below(2)};
  const tl_access_rules rules = {.is_shared = true,
                                 .target = tl_target_default()};
  tl_layout fragment = random_fragment(lane_bits, slot_bits);
  if (below(2))
    twist(&fragment);
  tl_list shape = tl_layout_shape(&fragment);
  bool is_padded = below(8) == 0, is_turned = below(2);
  tl_list strides = {.count = 2, .items = {shape.items[1] + is_padded, 1}};
  if (is_turned)
    strides = (tl_list){.count = 2, .items = {1, shape.items[0] + is_padded}};
  tl_copy_stagger plan;
  if (tl_layout_create(&fragment, &request.fragment, NULL) != TL_OK ||
      tl_layout_from_strides(&shape, &strides, &request.memory, NULL) != TL_OK)
    abort();
  if (!is_padded && below(3) == 0)
    request.memory.swizzle = (tl_swizzle){below(4), 1 + below(3), 3};
  if (tl_copy_stagger_plan(&request, &rules, &plan, NULL) != TL_OK)
    abort();
  before += plan.before;
  after += plan.is_staggered ? plan.wavefronts : plan.before;
  least += plan.minimum;
  free_ones += plan.before == plan.minimum;
  without_bits += strstr(plan.reason, "not linear") != NULL;
  without_banks += strstr(plan.reason, "a bank that is free") != NULL;
  failed += plan.is_staggered == (plan.reason[0] != 0);
  if (is_padded || plan.before == plan.minimum)
    return;
  int64_t old[LANES][MOST_SLOTS], new[LANES][MOST_SLOTS];
  list_elements(&request.fragment, old);
  list_elements(&plan.fragment, new);
  check_lanes(old, new, INT64_C(1) << lane_bits, INT64_C(1) << slot_bits);
  failed += plan.wavefronts != least_wavefronts(&request, &plan, old, lane_bits,
                                                slot_bits,
                                                width_of(&request, &rules));
  staggered += plan.is_staggered;
  twisted += plan.is_staggered && !tl_twist_is_none(&request.fragment.twist);
  swizzled += plan.is_staggered && request.memory.swizzle.bits;
  stores += plan.is_staggered && request.stores;
}

int main(void) {
  for (int i = 0; i < CASES; i++)
    check();
  printf("C53 lanes: %" PRId64 " elements, %" PRId64 " failed\n", points,
         failed);
  printf("staggered: %" PRId64 ", of those twisted: %" PRId64
         ", under a swizzle: %" PRId64 ", stores: %" PRId64 "\n",
         staggered, twisted, swizzled, stores);
  printf("not: %" PRId64 " without conflicts, %" PRId64
         " without banks, %" PRId64 " without bits\n",
         free_ones, without_banks, without_bits);
  printf("wavefronts: %" PRId64 " before, %" PRId64 " after, %" PRId64
         " at least\n",
         before, after, least);
  return failed != 0;
}
