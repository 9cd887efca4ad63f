// RUN: shared_users_test 60 | FileCheck %s
// RUN: shared_users_test_fast 300 | FileCheck %s --check-prefixes=CHECK,CHOSEN
// CHECK: C64 users: {{[1-9][0-9]+}} layouts, {{[1-9][0-9]+}} points, 0 failures
// CHECK: with: {{[1-9][0-9]+}} asynchronous, {{[1-9][0-9]*}} stated, {{[1-9][0-9]+}} less than rows, {{[1-9][0-9]*}} rows
// CHOSEN: chosen: 209848878 units of time, 37829 wavefronts, 3551301 bytes
/* Law C64 of tl/shared_users.h.
 * usage: shared_users_test SETS
 *
 * A copy from global memory and who reads what it writes, by rows or by columns;
 * what is chosen is compared with layouts that others choose. */
#include "layout/random_layouts.h"
#include "tl/shared.h"
#include "tl/shared_users.h"

static law users = {"users", 0, 0, 0};
static long asynchronous, stated, less, rows;

/* One of the dimensions has stride 1, with a pitch at times. */
static tl_layout rows_of(const tl_list *shape, int64_t fast, int64_t pitch) {
  tl_list strides = {.count = 2};
  tl_layout out;
  strides.items[fast] = 1;
  strides.items[!fast] = shape->items[fast] + pitch;
  if (tl_layout_from_strides(shape, &strides, &out, NULL) != TL_OK)
    abort();
  return out;
}

/* Thread t has row t, or column t, and all of it. */
static tl_layout lines_of(const tl_list *shape, int64_t along) {
  tl_layout out = {.rank = 2, .shard_count = 2, .group_size = {1, 1}};
  out.iters[along] = (tl_iter){shape->items[along], 1, TL_AXIS_M, 0};
  out.iters[!along] = (tl_iter){shape->items[!along], 1, TL_AXIS_TX, 0};
  if (tl_layout_create(&out, &out, NULL) != TL_OK)
    abort();
  return out;
}

static tl_copy_request side_of(int64_t bytes, int64_t threads) {
  tl_copy_request out = {.scope = TL_SCOPE_CTA,
                         .lanes = 32,
                         .threads = {threads, threads},
                         .element_bytes = bytes,
                         .base_alignment = 128};
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    out.origin[d].divisor = 1;
  return out;
}

static void read_copy(const tl_shared_request *request, int64_t bytes,
                      int64_t threads, tl_shared_transfer *out) {
  bool is_direct = bytes >= 2 && bytes <= 8 && below(2);
  int64_t fast = below(4) ? 1 : 0;
  *out = (tl_shared_transfer){
      .copy = {.tile = request->shape,
               .is_shared = {0, 1},
               .max_bits = {128, 128},
               .threads = threads,
               .keeps_dimensions = 1,
               .target = request->rules.target,
               .uses_matrices = request->rules.uses_matrices,
               .direct = is_direct ? &TL_ASYNC_KIND : NULL},
      .partition = {.rank = -1},
      .side = TL_TO,
      .weight = 1};
  for (int side = 0; side < TL_SIDES; side++) {
    out->copy.sides[side] = side_of(bytes, threads);
    out->copy.sides[side].stores = side == TL_TO;
    out->copy.sides[side].memory =
        rows_of(&request->shape, fast, below(3) ? 0 : 16);
  }
  asynchronous += is_direct;
}

/* Who moves what is what is planned for rows, where that is all at once. */
static void give_partition(tl_shared_transfer *of) {
  tl_transfer_plan plan;
  if (tl_transfer_plan_copy(&of->copy, &plan, NULL) != TL_OK ||
      plan.count > 1 || plan.joins.count != of->copy.tile.count)
    return;
  const tl_transfer_part *part = &plan.parts[0];
  for (int64_t d = 0; d < of->copy.tile.count; d++)
    if (part->step[d] < of->copy.tile.items[d])
      return;
  of->partition = part->fragments[TL_TO];
  stated++;
}

static void compare(const tl_shared_request *request,
                    const tl_shared_accessors *known,
                    const tl_shared_transfer *copy, const tl_layout *other,
                    const tl_shared_settlement *chosen) {
  static tl_shared_service service;
  if (tl_shared_serve(request, known, 1, copy, other, &service, NULL) != TL_OK)
    return;
  expect(&users, chosen->time <= service.time);
  less += chosen->time < service.time;
  rows += memcmp(&chosen->choice.layout, other, sizeof *other) == 0;
}

static int64_t chosen_time, chosen_wavefronts, chosen_bytes;

static void check_set(void) {
  static const int64_t EXTENTS[] = {8,  12, 16, 20, 24, 32, 33,
                                    40, 48, 56, 64, 72, 96, 127};
  static tl_shared_accessors known;
  static tl_shared_settlement chosen;
  tl_shared_request request = {.rules = {.is_shared = true,
                                         .uses_matrices = true,
                                         .target = tl_target_default()}};
  int64_t bytes = INT64_C(1) << below(5), threads = INT64_C(32) << below(4);
  tl_shared_transfer copy;
  request.shape = (tl_list){.count = 2};
  for (int64_t d = 0; d < 2; d++)
    request.shape.items[d] = EXTENTS[below(14)];
  int64_t elements = request.shape.items[0] * request.shape.items[1];
  request.most_bytes = below(2) ? elements * bytes : 0;
  read_copy(&request, bytes, threads, &copy);
  if (below(2))
    give_partition(&copy);
  known.count = known.is_coarse = 0;
  for (int64_t i = 0; i < 1 + below(2); i++) {
    tl_shared_accessor reader = {.weight = 1};
    int64_t along = below(2);
    reader.copy = side_of(bytes, request.shape.items[!along]);
    reader.copy.fragment = lines_of(&request.shape, along);
    if (tl_shared_accessors_add(&known, &reader, NULL) != TL_OK)
      abort();
  }
  if (tl_shared_settle(&request, &known, 1, &copy, &chosen, NULL) != TL_OK)
    return;
  chosen_time += chosen.time;
  chosen_wavefronts += chosen.choice.cost.wavefronts;
  chosen_bytes += chosen.choice.cost.bytes;
  begin(&users);
  expect(&users,
         !request.most_bytes || chosen.choice.cost.bytes <= request.most_bytes);
  tl_layout other = rows_of(&request.shape, 1, 0);
  compare(&request, &known, &copy, &other, &chosen);
  if (tl_shared_row_major_swizzle(&request.shape, bytes, &other, NULL) == TL_OK)
    compare(&request, &known, &copy, &other, &chosen);
}

/* However many origins are multiples of the tile: they are one accessor. */
static void check_origins(void) {
  enum { READERS = 3 * TL_SHARED_MOST_ACCESSORS, EXTENT = 8 };
  static tl_shared_accessors known;
  tl_list shape = {.count = 2, .items = {EXTENT, EXTENT}};
  begin(&users);
  for (int64_t i = 0; i < READERS; i++) {
    tl_shared_accessor reader = {.weight = 1, .copy = side_of(4, EXTENT)};
    reader.copy.fragment = lines_of(&shape, 1);
    reader.copy.origin[0].value = EXTENT * i;
    expect(&users, tl_shared_accessors_add(&known, &reader, NULL) == TL_OK);
  }
  expect(&users, known.count == 1 && known.items[0].weight == READERS);
}

int main(int argc, char **argv) {
  long count = argc > 1 ? atol(argv[1]) : 150;
  check_origins();
  while (count--)
    check_set();
  printf("C64 %s: %ld layouts, %ld points, %ld failures\n", users.name,
         users.layouts, users.points, users.failures);
  printf("with: %ld asynchronous, %ld stated, %ld less than rows, %ld rows\n",
         asynchronous, stated, less, rows);
  printf("chosen: %lld units of time, %lld wavefronts, %lld bytes\n",
         (long long)chosen_time, (long long)chosen_wavefronts,
         (long long)chosen_bytes);
  return users.failures != 0;
}
