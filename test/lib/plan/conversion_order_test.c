// RUN: conversion_order_test | FileCheck %s
// CHECK: C19 bits: {{[1-9][0-9]+}} conversions, 0 failures
// CHECK: ranks against all orders: 2259, own: 115

/* Law C19 of tl/conversion.h on random pairs of fragments that are linear over
 * GF(2) and one to one: the lanes that words come from, how many rounds there
 * are, and the ranks of what registers of a round depend on the lane by,
 * against those of every order of the words of a class. */
#include "conversion_requests.h"
#include <stdio.h>

enum { CASES = 40000, MOST_ORDER_BITS = 12, BITS = 16 };

static tl_conversion_space space;
static holdings source, target;
static int64_t conversions, failures, compared, own;

/*===--- Ranks ------------------------------------------------------------===*/

static int64_t rank_of(const int64_t *columns, int64_t count) {
  int64_t left[BITS], rank = 0;
  memcpy(left, columns, (size_t)count * sizeof *left);
  for (int64_t i = 0; i < count; i++) {
    if (!left[i])
      continue;
    int64_t low = left[i] & -left[i];
    for (int64_t k = i + 1; k < count; k++)
      left[k] ^= left[k] & low ? left[i] : 0;
    rank++;
  }
  return rank;
}

/* By bits of the lane that gets: the register of a round at each end, and by
 * bits of the word the registers of other rounds of its class. */
typedef struct ends {
  int64_t lane_bits, word_bits, by_lane[2][BITS], by_word[2][BITS];
} ends;

static int64_t ranks_with(const ends *of, int64_t order) {
  int64_t sum = 0;
  for (int end = 0; end < 2; end++) {
    int64_t columns[BITS];
    for (int64_t i = 0; i < of->lane_bits; i++) {
      columns[i] = of->by_lane[end][i];
      for (int64_t k = 0; k < of->word_bits; k++)
        if (order >> (i * of->word_bits + k) & 1)
          columns[i] ^= of->by_word[end][k];
    }
    sum += rank_of(columns, of->lane_bits);
  }
  return sum;
}

/*===--- Rounds -----------------------------------------------------------===*/

static int64_t end_of(const tl_conversion_rounds *rounds, int64_t round,
                      int64_t lane, int end) {
  const tl_conversion_round *of = &rounds->rounds[round];
  if (end)
    return of->give[of->from[lane]][0];
  for (int64_t r = 0; r < rounds->target_slots; r++)
    if (rounds->takes[lane * rounds->target_slots + r].round == round)
      return r;
  return -1;
}

/* The rounds that come from the lanes of the first one. */
static int64_t class_of_first(const tl_conversion_rounds *rounds,
                              int64_t *members) {
  int64_t count = 0;
  for (int64_t s = 0; s < rounds->round_count; s++)
    if (!memcmp(rounds->rounds[s].from, rounds->rounds[0].from,
                sizeof rounds->rounds[0].from))
      members[count++] = s;
  return count;
}

static ends read_ends(const tl_conversion_rounds *rounds, int64_t lanes) {
  int64_t members[TL_MAX_ROUNDS];
  int64_t count = class_of_first(rounds, members);
  ends out = {0};
  while (INT64_C(1) << out.lane_bits < lanes)
    out.lane_bits++;
  while (INT64_C(2) << out.word_bits <= count)
    out.word_bits++;
  for (int end = 0; end < 2; end++) {
    int64_t zero = end_of(rounds, members[0], 0, end);
    for (int64_t i = 0; i < out.lane_bits; i++)
      out.by_lane[end][i] =
          end_of(rounds, members[0], INT64_C(1) << i, end) ^ zero;
    for (int64_t i = 0; i < out.word_bits; i++)
      out.by_word[end][i] =
          end_of(rounds, members[INT64_C(1) << i], 0, end) ^ zero;
  }
  return out;
}

/* Whether every lane keeps as many of its words as any other. */
static bool keeps_own(const tl_conversion_rounds *rounds, int64_t lanes) {
  int64_t first = -1;
  for (int64_t lane = 0; lane < lanes; lane++) {
    int64_t count = 0;
    for (int64_t r = 0; r < rounds->target_slots; r++)
      count +=
          rounds->takes[lane * rounds->target_slots + r].round == TL_TAKE_OWN;
    first = first < 0 ? count : first;
    if (count != first || !count)
      return false;
  }
  return true;
}

static bool is_exchange(const tl_conversion_round *round, int64_t lanes) {
  for (int64_t lane = 0; lane < lanes; lane++)
    if ((round->from[lane] ^ lane) != round->from[0])
      return false;
  return true;
}

/* Whether every lane gets a word in every round, so that tables are whole. */
static bool are_whole(const tl_conversion_rounds *rounds, int64_t lanes) {
  for (int64_t s = 0; s < rounds->round_count; s++)
    for (int64_t lane = 0; lane < lanes; lane++)
      if (rounds->rounds[s].from[lane] < 0)
        return false;
  return true;
}

static void check_ranks(const tl_conversion_rounds *rounds, int64_t lanes,
                        bool is_own) {
  ends of = read_ends(rounds, lanes);
  int64_t bits = of.lane_bits * of.word_bits;
  int64_t ranks = ranks_with(&of, 0);
  bool holds = true;
  if (bits > MOST_ORDER_BITS)
    return;
  for (int64_t order = 1; order < INT64_C(1) << bits; order++)
    holds &= ranks <= ranks_with(&of, order);
  compared++;
  own += is_own;
  failures += !holds;
}

static void check(const tl_conversion_rounds *rounds, int64_t lanes) {
  bool holds = rounds->is_tight;
  bool is_own = keeps_own(rounds, lanes);
  for (int64_t s = 0; is_own && s < rounds->round_count; s++)
    holds &= is_exchange(&rounds->rounds[s], lanes);
  if (are_whole(rounds, lanes))
    check_ranks(rounds, lanes, is_own);
  conversions++;
  failures += !holds;
}

/* Every register of every lane holds an element, and no two the same. */
static bool is_full(const holdings *of, int64_t lanes, int64_t elements) {
  for (int64_t p = 0; p < lanes * of->slots; p++)
    if (of->of[p] < 0)
      return false;
  return lanes * of->slots == elements;
}

int main(void) {
  for (int64_t n = 0; n < CASES; n++) {
    tl_conversion_request request;
    tl_conversion_rounds rounds;
    if (!make_request(&request))
      continue;
    int64_t elements = 1, lanes = request.lanes;
    tl_list shape = tl_layout_shape(&request.source);
    if (tl_list_product(&shape, &elements, NULL) != TL_OK ||
        elements & (elements - 1) || request.threads.most != lanes ||
        request.source.replica_count || request.target.replica_count)
      continue;
    twist(&request.source);
    twist(&request.target);
    if (!hold(&request.source, lanes, lanes, &source) ||
        !hold(&request.target, lanes, lanes, &target) ||
        !is_full(&source, lanes, elements) ||
        !is_full(&target, lanes, elements))
      continue;
    request.element_bits = 32;
    if (tl_conversion_rounds_find(&request,
                                  (tl_conversion_order)below(TL_CONVERT_ORDERS),
                                  &space, &rounds, NULL) != TL_OK)
      failures++;
    else if (rounds.way == TL_CONVERT_SHUFFLES)
      check(&rounds, lanes);
  }
  printf("C19 bits: %lld conversions, %lld failures\n", (long long)conversions,
         (long long)failures);
  printf("ranks against all orders: %lld, own: %lld\n", (long long)compared,
         (long long)own);
  return failures != 0;
}
