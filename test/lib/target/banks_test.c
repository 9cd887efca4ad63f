// RUN: banks_test 1000 | FileCheck %s
// RUN: banks_test_fast 100000 | FileCheck %s
// CHECK: L38 banks and sectors: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: accesses: {{[1-9][0-9]*}} free of conflicts, {{[1-9][0-9]*}} not
// CHECK: copies: {{[1-9][0-9]*}} accesses by plan and by matrix
// CHECK: odd copies: {{[1-9][0-9]*}} refined, {{[1-9][0-9]*}} scattered
// CHECK: known cases: 24, 0 failures

/* Law L38 by enumeration, and known cases of banks and sectors.
 * usage: banks_test LAYOUTS */
#include "layout/random_layouts.h"
#include "plan/lane_matrix.h"
#include "tl/copy_access.h"

enum { MAX_WORDS = 1 << 12, LANE_BITS = 5, NONE = TL_LANE_INACTIVE };

static law banks = {"banks and sectors", 0, 0, 0};
static law *const BANK = &banks;
static long free_accesses, conflicts, planned;
static long refined, scattered;

static bool same(const void *a, const void *b, size_t size) {
  return memcmp(a, b, size) == 0;
}

/*===--- L38: one access -------------------------------------------------===*/

static int64_t phase_of(int64_t lane, int64_t bytes) {
  return bytes == 16 ? lane / 8 : bytes == 8 ? lane / 16 : 0;
}

/* The definition: which words a phase asks for, bank by bank. */
static tl_access_facts defined_facts(const int64_t *addresses, int64_t lanes,
                                     int64_t bytes) {
  static bool words[4][MAX_WORDS], touched[4 * MAX_WORDS];
  static int64_t users[4][32];
  tl_access_facts facts = {.bank = TL_NO_BANK};
  memset(words, 0, sizeof words);
  memset(users, 0, sizeof users);
  memset(touched, 0, sizeof touched);
  for (int64_t lane = 0; lane < lanes; lane++)
    for (int64_t i = 0; i < bytes && addresses[lane] != NONE; i++) {
      int64_t byte = addresses[lane] + i, word = byte / 4;
      words[phase_of(lane, bytes)][word] = true;
      users[phase_of(lane, bytes)][word % 32] |= INT64_C(1) << lane;
      touched[byte] = true;
    }
  for (int64_t phase = 0; phase < 4; phase++) {
    int64_t most = 0, bank = 0;
    for (int64_t b = 0; b < 32; b++) {
      int64_t asked = 0;
      for (int64_t word = b; word < MAX_WORDS; word += 32)
        asked += words[phase][word];
      bank = asked > most ? b : bank;
      most = asked > most ? asked : most;
    }
    facts.wavefronts += most;
    facts.minimum += most > 0;
    if (most > facts.degree && most > 1) {
      facts.bank = bank;
      facts.lanes = users[phase][bank];
    }
    facts.degree = most > facts.degree ? most : facts.degree;
  }
  for (int64_t line = 0; line < 4 * MAX_WORDS; line += 128) {
    int64_t before = facts.sectors;
    for (int64_t sector = line; sector < line + 128; sector += 32) {
      int64_t bytes_before = facts.bytes;
      for (int64_t byte = sector; byte < sector + 32; byte++)
        facts.bytes += touched[byte];
      facts.sectors += facts.bytes > bytes_before;
    }
    facts.lines += facts.sectors > before;
  }
  if (facts.sectors)
    facts.efficiency = 100 * facts.bytes / (32 * facts.sectors);
  return facts;
}

static void expect_facts(const int64_t *addresses, int64_t lanes, int64_t bytes,
                         tl_access_facts *facts) {
  tl_access_facts defined = defined_facts(addresses, lanes, bytes);
  expect(BANK, tl_access_by_enumeration(addresses, lanes, bytes, facts, NULL) ==
                       TL_OK &&
                   same(facts, &defined, sizeof defined));
  expect(BANK, facts->minimum <= facts->wavefronts &&
                   facts->wavefronts <= facts->minimum * facts->degree);
  facts->degree > 1 ? conflicts++ : free_accesses++;
}

static int64_t span_of(const tl_bit_matrix *matrix, int64_t bits, int64_t chunk,
                       int64_t end) {
  return INT64_C(1) << tl_bit_matrix_rank(matrix, bits,
                                          (uint64_t)end - (uint64_t)chunk);
}

/* The counts are those of the ranks of lane bits. */
static void expect_ranks(const tl_bit_matrix *matrix, int64_t bytes,
                         const tl_access_facts *facts) {
  int64_t all = matrix->input_bits, bits = 0;
  while (bits < all && phase_of(INT64_C(1) << bits, bytes) == 0)
    bits++;
  int64_t phases = INT64_C(1) << (all - bits);
  int64_t degree = span_of(matrix, bits, 4, 0) / span_of(matrix, bits, 4, 128);
  expect(BANK, facts->minimum == phases && facts->degree == degree &&
                   facts->wavefronts == phases * degree);
  expect(BANK, facts->sectors == span_of(matrix, all, 32, 0) &&
                   facts->lines == span_of(matrix, all, 128, 0) &&
                   facts->bytes == span_of(matrix, all, bytes, 0) * bytes);
}

/* A column of the lane bits: nothing, one bit, a whole line, or any bits. */
static uint64_t random_column(int64_t bytes) {
  int64_t limit = 4 * MAX_WORDS;
  switch (below(5)) {
  case 0:
    return below(3) ? (uint64_t)bytes : 0;
  case 1:
    return (uint64_t)(128 * below(limit / 128));
  case 2:
    return (uint64_t)(bytes * below(limit / bytes));
  default:
    return (uint64_t)bytes << below(8);
  }
}

static void check_linear_access(int64_t bytes) {
  int64_t lane_bits = below(3) ? LANE_BITS : below(LANE_BITS);
  uint64_t columns[LANE_BITS];
  tl_bit_matrix matrix;
  for (int64_t i = 0; i < lane_bits; i++)
    columns[i] = random_column(bytes);
  tl_bit_matrix_from_columns(columns, lane_bits, random_column(bytes), &matrix);
  int64_t addresses[TL_COUNTED_LANES], lanes = INT64_C(1) << lane_bits;
  for (int64_t lane = 0; lane < lanes; lane++)
    addresses[lane] = (int64_t)tl_bit_matrix_apply(&matrix, (uint64_t)lane);
  tl_access_facts counted;
  expect_facts(addresses, lanes, bytes, &counted);
  expect_ranks(&matrix, bytes, &counted);
}

static void check_any_access(int64_t bytes) {
  int64_t addresses[TL_COUNTED_LANES], lanes = below(TL_COUNTED_LANES + 1);
  int64_t range = 128 << below(8), stride = bytes * below(40);
  bool is_strided = below(2);
  tl_access_facts facts;
  for (int64_t lane = 0; lane < lanes; lane++) {
    int64_t at = is_strided ? lane * stride : bytes * below(range / bytes);
    addresses[lane] = below(6) ? at % (4 * MAX_WORDS) : NONE;
  }
  expect_facts(addresses, lanes, bytes, &facts);
}

/*===--- L38: copies -----------------------------------------------------===*/

enum { MOST_BITS = LANE_BITS + 4 };

static void shuffle_columns(uint64_t *columns, int64_t count) {
  for (int64_t i = count - 1; i > 0; i--) {
    int64_t k = below(i + 1);
    uint64_t column = columns[i];
    columns[i] = columns[k];
    columns[k] = column;
  }
}

/* Digits of extent 2: numbers below 2^slot_bits are steps along m, others, that
 * times as large, along laneid.  The coordinate bits, fastest first, are those
 * of two dimensions, the faster one of `fast` bits; replica bits follow. */
static tl_layout layout_of_bits(const uint64_t *columns, int64_t bits,
                                int64_t fast, int64_t replicas,
                                int64_t slot_bits) {
  tl_layout layout = {.rank = 2,
                      .group_size = {bits - fast, fast},
                      .shard_count = bits,
                      .replica_count = replicas};
  for (int64_t i = 0; i < bits + replicas; i++) {
    bool is_slot = columns[i] >> slot_bits == 0;
    layout.iters[i < bits ? bits - 1 - i : i] =
        (tl_iter){2, (int64_t)(is_slot ? columns[i] : columns[i] >> slot_bits),
                  is_slot ? TL_AXIS_M : TL_AXIS_LANEID, 0};
  }
  return layout;
}

/* A fragment whose coordinate and replica bits are the bits of slot and lane in
 * random order, and a memory layout of its shape. */
static bool random_copy(tl_copy_request *request) {
  int64_t slot_bits = below(5), replicas = below(3) ? 0 : 1 + below(2);
  int64_t all = slot_bits + LANE_BITS, bits = all - replicas;
  int64_t fast = bits - below(bits + 1);
  uint64_t held[MOST_BITS], stored[MOST_BITS];
  for (int64_t i = 0; i < all; i++)
    held[i] = stored[i] = UINT64_C(1) << i;
  if (below(2))
    shuffle_columns(held, all);
  /* Replicas are lanes: put the lane bits last that they take. */
  for (int64_t i = bits; i < all; i++)
    for (int64_t k = 0; k < i && held[i] >> slot_bits == 0; k++)
      if (held[k] >> slot_bits) {
        uint64_t column = held[k];
        held[k] = held[i];
        held[i] = column;
      }
  if (below(2))
    shuffle_columns(stored, bits);
  *request = (tl_copy_request){.scope = TL_SCOPE_WARP,
                               .lanes = 32,
                               .threads = {32, 32},
                               .element_bytes = INT64_C(1) << below(5),
                               .base_alignment = 16};
  request->fragment = layout_of_bits(held, bits, fast, replicas, slot_bits);
  request->memory = layout_of_bits(stored, bits, fast, 0, bits);
  if (tl_layout_create(&request->fragment, &request->fragment, NULL) ||
      tl_layout_create(&request->memory, &request->memory, NULL))
    return false;
  if (below(2))
    request->memory.swizzle =
        (tl_swizzle){below(4), 1 + below(3), 1 + below(4)};
  if (!below(4))
    for (int64_t i = 0; i < request->memory.shard_count; i++)
      if (request->memory.iters[i].stride >= 16)
        request->memory.iters[i].stride *= 2;
  return tl_layout_create(&request->memory, &request->memory, NULL) == TL_OK;
}

/* Element by element: the matrix of a slot holds the address of each lane. */
static void check_lane_matrix(const tl_copy_request *request) {
  tl_list shape = tl_layout_shape(&request->fragment);
  for (int64_t i = 0; i < size_of(&shape); i++) {
    int64_t x[TL_MAX_RANK], held[TL_AXIS_COUNT], stored[TL_AXIS_COUNT];
    tl_bit_matrix matrix;
    digits_of(i, &shape, x);
    tl_layout_apply(&request->fragment, x, held);
    tl_layout_apply(&request->memory, x, stored);
    bool exists =
        lane_matrix(&request->fragment, &request->memory, request->scope,
                    request->element_bytes, held[TL_AXIS_M], &matrix) == TL_OK;
    expect(BANK, exists);
    const tl_iter *replica =
        &request->fragment.iters[request->fragment.shard_count];
    int64_t stride = request->fragment.replica_count ? replica->stride : 0;
    for (int64_t lane = held[TL_AXIS_LANEID];
         exists && lane <= held[TL_AXIS_LANEID] + stride;
         lane += stride ? stride : 1)
      expect(BANK, (int64_t)tl_bit_matrix_apply(&matrix, (uint64_t)lane) ==
                       stored[TL_AXIS_M] * request->element_bytes);
  }
}

static void check_copy(void) {
  tl_copy_request request;
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  tl_bit_matrix matrix;
  if (!random_copy(&request))
    return;
  expect(BANK, tl_copy_partition_plan(&request, &plan, NULL) == TL_OK);
  tl_copy_cut cut = tl_copy_cut_of(&plan, request.element_bytes, 128);
  tl_copy_vectors_plan(&cut, &vectors);
  check_lane_matrix(&request);
  expect(BANK, lane_matrix(&request.fragment, &request.memory, request.scope,
                           request.element_bytes, 0, &matrix) == TL_OK);
  int64_t count = tl_copy_access_count(&plan, &vectors);
  for (int64_t access = 0; access < count; access++) {
    int64_t addresses[TL_COUNTED_LANES], lanes;
    int64_t bytes = vectors.width * request.element_bytes;
    tl_access_facts counted;
    expect(BANK, tl_copy_addresses(&request, &plan, &vectors, access, addresses,
                                   &lanes, NULL) == TL_OK &&
                     lanes == TL_COUNTED_LANES);
    tl_bit_matrix_from_columns(matrix.columns, matrix.input_bits,
                               (uint64_t)addresses[0], &matrix);
    for (int64_t lane = 0; lane < lanes; lane++)
      expect(BANK, (int64_t)tl_bit_matrix_apply(&matrix, (uint64_t)lane) ==
                       addresses[lane]);
    expect(BANK, tl_copy_banks(&request, &plan, &vectors, access, &counted,
                               NULL) == TL_OK);
    expect_ranks(&matrix, bytes, &counted);
    planned++;
  }
}

/* Lanes are rows and slots columns of a tile at a static origin; the digits of
 * the memory layout need not fit them, so some plans are scattered. */
static tl_copy_request random_odd_copy(void) {
  static const int64_t ROWS[] = {3, 8, 16, 31, 32};
  int64_t rows = ROWS[below(5)], columns = 1 + below(12), fast = 1 + below(5);
  tl_copy_request request = {.scope = TL_SCOPE_WARP,
                             .lanes = 32,
                             .element_bytes = INT64_C(1) << below(4),
                             .base_alignment = 16};
  int64_t first_lane = rows < TL_COUNTED_LANES ? below(2) : 0;
  request.origin[0].value = below(3);
  request.origin[1].value = below(2) ? 0 : below(9);
  int64_t slow = (columns + request.origin[1].value + fast - 1) / fast;
  int64_t slow_stride = fast + below(3);
  int64_t pitch = slow * slow_stride + below(4);
  request.fragment = (tl_layout){
      .rank = 2,
      .group_size = {1, 1},
      .shard_count = 2,
      .iters = {{rows, 1, TL_AXIS_LANEID, 0}, {columns, 1, TL_AXIS_M, 0}}};
  request.fragment.offset[TL_AXIS_LANEID] = first_lane;
  request.memory = (tl_layout){.rank = 2,
                               .group_size = {1, 2},
                               .shard_count = 3,
                               .iters = {{rows + 2, pitch, TL_AXIS_M, 0},
                                         {slow, slow_stride, TL_AXIS_M, 0},
                                         {fast, 1, TL_AXIS_M, 0}}};
  if (!below(3))
    request.memory.swizzle = (tl_swizzle){below(4), 1 + below(3), 1 + below(4)};
  return request;
}

/* Whether the accesses of lane `lane` move its row, each element once. */
static bool moves_row(const tl_copy_request *request,
                      const tl_copy_partition *plan,
                      const tl_copy_vectors *vectors, int64_t lane) {
  int64_t columns = request->fragment.iters[1].extent, moved = 0;
  int64_t row = lane - request->fragment.offset[TL_AXIS_LANEID];
  int64_t count = tl_copy_access_count(plan, vectors);
  for (int64_t access = 0; access < count; access++) {
    int64_t addresses[TL_COUNTED_LANES], lanes;
    if (tl_copy_addresses(request, plan, vectors, access, addresses, &lanes,
                          NULL))
      return false;
    for (int64_t e = 0; e < vectors->width && addresses[lane] != NONE; e++)
      for (int64_t c = 0; c < columns; c++) {
        int64_t at[TL_AXIS_COUNT];
        tl_layout_apply(&request->memory,
                        (int64_t[]){request->origin[0].value + row,
                                    request->origin[1].value + c},
                        at);
        moved +=
            (at[TL_AXIS_M] - e) * request->element_bytes == addresses[lane];
      }
  }
  bool is_active = row >= 0 && row < request->fragment.iters[0].extent;
  return moved == (is_active ? columns : 0) &&
         count * vectors->width == columns;
}

static void check_odd_copy(void) {
  tl_copy_request request = random_odd_copy();
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  if (tl_layout_create(&request.fragment, &request.fragment, NULL) ||
      tl_layout_create(&request.memory, &request.memory, NULL) ||
      request.fragment.shard_count != 2)
    return;
  expect(BANK, tl_copy_partition_plan(&request, &plan, NULL) == TL_OK);
  tl_copy_cut cut = tl_copy_cut_of(&plan, request.element_bytes, 128);
  tl_copy_vectors_plan(&cut, &vectors);
  plan.is_scattered ? scattered++ : refined++;
  for (int64_t lane = 0; lane < TL_COUNTED_LANES; lane++)
    expect(BANK, moves_row(&request, &plan, &vectors, lane));
}

/*===--- Known cases -----------------------------------------------------===*/

static long known, known_failures;

static void expect_known(const char *name, bool holds) {
  known++;
  if (holds)
    return;
  known_failures++;
  printf("fails: %s\n", name);
}

/* lane -> (lane / group) * outer + (lane % group) * inner */
static tl_access_facts of_lanes(int64_t group, int64_t outer, int64_t inner,
                                int64_t bytes) {
  int64_t addresses[TL_COUNTED_LANES];
  tl_access_facts facts = {0};
  for (int64_t lane = 0; lane < TL_COUNTED_LANES; lane++)
    addresses[lane] = lane / group * outer + lane % group * inner;
  if (tl_access_by_enumeration(addresses, TL_COUNTED_LANES, bytes, &facts,
                               NULL))
    facts.wavefronts = NONE;
  return facts;
}

static bool costs(tl_access_facts facts, int64_t wavefronts, int64_t minimum,
                  int64_t sectors) {
  return facts.wavefronts == wavefronts && facts.minimum == minimum &&
         facts.sectors == sectors;
}

static void check_known_accesses(void) {
  static const int64_t ALL = (INT64_C(1) << TL_COUNTED_LANES) - 1;
  tl_access_facts facts = of_lanes(1, 128, 0, 4);
  expect_known("stride of 32 words", costs(facts, 32, 1, 32) &&
                                         facts.degree == 32 &&
                                         facts.bank == 0 && facts.lanes == ALL);
  expect_known("consecutive words", costs(of_lanes(1, 4, 0, 4), 1, 1, 4));
  expect_known("stride of 2 words", costs(of_lanes(1, 8, 0, 4), 2, 1, 8));
  expect_known("stride of 3 words", costs(of_lanes(1, 12, 0, 4), 1, 1, 12));
  expect_known("stride of 33 words, a padded column",
               costs(of_lanes(1, 132, 0, 4), 1, 1, 32));
  facts = of_lanes(32, 0, 0, 4);
  expect_known("one word for all lanes",
               costs(facts, 1, 1, 1) && facts.bank == TL_NO_BANK &&
                   facts.lanes == 0 && facts.bytes == 4);
  facts = of_lanes(16, 128, 0, 4);
  expect_known("two words of one bank",
               costs(facts, 2, 1, 2) && facts.lanes == ALL);
  expect_known("consecutive bytes", costs(of_lanes(1, 1, 0, 1), 1, 1, 1));
  expect_known("consecutive halves", costs(of_lanes(1, 2, 0, 2), 1, 1, 2));
  expect_known("halves of a column of 64",
               costs(of_lanes(1, 128, 0, 2), 32, 1, 32));
  expect_known("consecutive 8 bytes", costs(of_lanes(1, 8, 0, 8), 2, 2, 8));
  expect_known("consecutive 16 bytes", costs(of_lanes(1, 16, 0, 16), 4, 4, 16));
  expect_known("16 bytes of 8 rows of 128",
               costs(of_lanes(8, 16, 128, 16), 32, 4, 32 / 2));
  expect_known("16 bytes of 8 rows of 144, padded",
               costs(of_lanes(8, 16, 144, 16), 4, 4, 4 * 8 / 2 + 4));
  facts = of_lanes(1, 4, 0, 4);
  expect_known("efficiency of consecutive words",
               facts.efficiency == 100 && facts.lines == 1);
  facts = of_lanes(1, 32, 0, 4);
  expect_known("efficiency of a word a sector",
               facts.efficiency == 12 && facts.lines == 8);
}

/* The first access of a copy of f16 rows that the lanes hold. */
static tl_access_facts of_copy(const tl_layout *fragment, tl_layout memory,
                               tl_swizzle swizzle, int64_t *count) {
  tl_copy_request request = {.fragment = *fragment,
                             .memory = memory,
                             .scope = TL_SCOPE_WARP,
                             .lanes = 32,
                             .element_bytes = 2,
                             .base_alignment = 128};
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  tl_access_facts facts = {0};
  request.memory.swizzle = swizzle;
  if (tl_copy_partition_plan(&request, &plan, NULL))
    return facts;
  tl_copy_cut cut = tl_copy_cut_of(&plan, 2, 128);
  tl_copy_vectors_plan(&cut, &vectors);
  *count = tl_copy_access_count(&plan, &vectors);
  if (tl_copy_banks(&request, &plan, &vectors, *count - 1, &facts, NULL))
    facts.wavefronts = NONE;
  tl_error error;
  if (tl_copy_banks(&request, &plan, &vectors, *count, &facts, &error) !=
      TL_INVALID)
    facts.wavefronts = NONE;
  return facts;
}

static tl_layout rows_by_lane(int64_t columns) {
  return (tl_layout){
      .rank = 2,
      .group_size = {1, 1},
      .shard_count = 2,
      .iters = {{32, 1, TL_AXIS_LANEID, 0}, {columns, 1, TL_AXIS_M, 0}}};
}

static tl_layout rows_of(int64_t pitch, int64_t columns) {
  return (tl_layout){
      .rank = 2,
      .group_size = {1, 1},
      .shard_count = 2,
      .iters = {{32, pitch, TL_AXIS_M, 0}, {columns, 1, TL_AXIS_M, 0}}};
}

static void check_known_copies(void) {
  tl_layout rows = rows_by_lane(64), odd = rows_by_lane(3);
  tl_swizzle none = {0, 0, 0}, swizzle = {3, 3, 3};
  int64_t count;
  expect_known(
      "rows of 64 f16",
      costs(of_copy(&rows, rows_of(64, 64), none, &count), 32, 4, 32) &&
          count == 8);
  expect_known(
      "rows of 64 f16, swizzled",
      costs(of_copy(&rows, rows_of(64, 64), swizzle, &count), 4, 4, 32) &&
          count == 8);
  expect_known("rows of 64 f16, padded to 72",
               costs(of_copy(&rows, rows_of(72, 64), none, &count), 4, 4, 32) &&
                   count == 8);
  expect_known("rows of 64 f16, padded to 66",
               costs(of_copy(&rows, rows_of(66, 64), none, &count), 1, 1, 32) &&
                   count == 32);
  expect_known("rows of 3 f16",
               costs(of_copy(&odd, rows_of(3, 3), none, &count), 2, 1, 6) &&
                   count == 3);
}

static void check_known_errors(void) {
  int64_t addresses[TL_COUNTED_LANES + 1] = {0};
  tl_access_facts facts;
  tl_error error;
  expect_known("33 lanes",
               tl_access_by_enumeration(addresses, 33, 4, &facts, &error) ==
                       TL_INVALID &&
                   !strcmp(error.message, "33 lanes; a warp has 32"));
  expect_known("3 bytes", tl_access_by_enumeration(addresses, 32, 3, &facts,
                                                   &error) == TL_INVALID &&
                              !strcmp(error.message,
                                      "a lane accesses 3 bytes; it can be 1, "
                                      "2, 4, 8 or 16"));
  addresses[5] = 8;
  expect_known("alignment", tl_access_by_enumeration(addresses, 32, 16, &facts,
                                                     &error) == TL_INVALID &&
                                strstr(error.message, "address 8 of lane 5 "));
}

int main(int argc, char **argv) {
  static const int64_t BYTES[] = {1, 2, 4, 8, 16};
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (BANK->layouts < cases) {
    begin(BANK);
    check_linear_access(BYTES[below(5)]);
    check_any_access(BYTES[below(5)]);
    if (BANK->layouts % 16 == 0) {
      check_copy();
      check_odd_copy();
    }
  }
  check_known_accesses();
  check_known_copies();
  check_known_errors();
  int status = report(BANK, 1, 38);
  printf("accesses: %ld free of conflicts, %ld not\n", free_accesses,
         conflicts);
  printf("copies: %ld accesses by plan and by matrix\n", planned);
  printf("odd copies: %ld refined, %ld scattered\n", refined, scattered);
  printf("known cases: %ld, %ld failures\n", known, known_failures);
  return status || known_failures != 0;
}
