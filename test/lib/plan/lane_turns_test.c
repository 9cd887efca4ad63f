// RUN: lane_turns_test | FileCheck %s
// CHECK: C50 turns: {{[1-9][0-9][0-9][0-9]+}} checked, 0 failed
// CHECK: C52 stagger: {{[1-9][0-9][0-9][0-9]+}} checked, 0 failed
// CHECK: with: 908 mended, 283 left
/* lane_turns_test.c - Law C50 for random bits of two sides, law C52 for those of
 * one.
 *
 * Compared with the ranks of the banks of all bits, and with wavefronts that
 * are counted address by address. */
#include "bit_rank.h"
#include "tl/banks.h"
#include "tl/lane_turns.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BITS = 8, CASES = 4000 };

static uint64_t seed = 1;
static long long failed, mended, left;

static int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

/* What bits move by, in bytes, one number a side. */
typedef struct bits {
  int64_t lanes, count;
  uint64_t bytes[TL_TURN_SIDES][MOST_BITS];
} bits;

/* No sum of them leads to the word that it started from. */
static bits random_bits(void) {
  bits out = {.lanes = 1 + below(5)};
  out.count = out.lanes + below(MOST_BITS - out.lanes + 1);
  for (int64_t side = 0; side < TL_TURN_SIDES; side++)
    do
      for (int64_t i = 0; i < out.count; i++)
        out.bytes[side][i] = (uint64_t)below(1 << 9) << 2;
    while (rank_of(out.bytes[side], out.count) < out.count);
  return out;
}

static tl_turns turns_of(const bits *from) {
  tl_turns out = {.lanes = from->lanes, .count = from->count};
  for (int64_t i = 0; i < from->count; i++) {
    out.bits[i].moves = INT64_C(1) << i;
    for (int side = 0; side < TL_TURN_SIDES; side++)
      out.bits[i].words[side] = tl_turn_word((int64_t)from->bytes[side][i]);
  }
  return out;
}

static uint64_t sum_of(const uint64_t *columns, int64_t of) {
  uint64_t sum = 0;
  for (int64_t i = 0; of >> i; i++)
    sum ^= of >> i & 1 ? columns[i] : 0;
  return sum;
}

/* Of the lanes that are served together. */
static int64_t wavefronts_of(const bits *of, int side, const uint64_t *moves,
                             int64_t phase) {
  int64_t addresses[TL_COUNTED_LANES], lanes = INT64_C(1) << phase;
  uint64_t columns[MOST_BITS];
  tl_access_facts facts;
  for (int64_t k = 0; k < phase; k++)
    columns[k] = sum_of(of->bytes[side], (int64_t)moves[k]);
  for (int64_t lane = 0; lane < lanes; lane++)
    addresses[lane] = (int64_t)sum_of(columns, lane);
  if (tl_access_by_enumeration(addresses, lanes, 4, &facts, NULL) != TL_OK)
    abort();
  return facts.wavefronts;
}

/* By how many bits lanes meet that may become any sum, or, where they stay, one
 * with bits of the register. */
static int64_t least_of(const bits *of, const tl_turns *turns, int side) {
  uint64_t banks[MOST_BITS];
  int64_t phase = turns->phase[side], count = 0;
  for (int64_t i = 0; i < of->count; i++)
    if (!turns->keeps_lanes || i < phase || i >= of->lanes)
      banks[count++] = of->bytes[side][i] & 127;
  int64_t rank = rank_of(banks, count);
  return phase > rank ? phase - rank : 0;
}

/* Bits of the lane that are no longer among what they move by. */
static int64_t lost_of(const tl_turns *turns) {
  int64_t lost = 0;
  for (int64_t i = 0; i < turns->count; i++) {
    int64_t own = INT64_C(1) << i, lanes = (INT64_C(1) << turns->lanes) - 1;
    int64_t stays =
        i < turns->lanes ? turns->bits[i].moves & lanes : turns->bits[i].moves;
    lost += turns->keeps_lanes && stays != own;
  }
  return lost;
}

static void check(bool keeps_lanes) {
  bits of = random_bits();
  tl_turns turns = turns_of(&of);
  uint64_t moves[MOST_BITS];
  int64_t least = 0;
  turns.keeps_lanes = keeps_lanes;
  for (int side = 0; side < TL_TURN_SIDES; side++) {
    turns.phase[side] = keeps_lanes && side ? 0 : below(of.lanes + 1);
    least += least_of(&of, &turns, side);
  }
  int64_t before = tl_turns_conflicts(&turns);
  tl_turns_take(&turns);
  int64_t after = tl_turns_conflicts(&turns), counted = 1;
  for (int64_t i = 0; i < of.count; i++)
    moves[i] = (uint64_t)turns.bits[i].moves;
  for (int side = 0; side < TL_TURN_SIDES; side++)
    counted *= wavefronts_of(&of, side, moves, turns.phase[side]);
  mended += after < before;
  left += after > 0;
  failed += after != least || counted != INT64_C(1) << least ||
            rank_of(moves, of.count) != of.count || lost_of(&turns);
}

int main(void) {
  for (int i = 0; i < CASES; i++)
    check(false);
  printf("C50 turns: %d checked, %lld failed\n", CASES, failed);
  for (int i = 0; i < CASES; i++)
    check(true);
  printf("C52 stagger: %d checked, %lld failed\n", CASES, failed);
  printf("with: %lld mended, %lld left\n", mended, left);
  return failed != 0;
}
