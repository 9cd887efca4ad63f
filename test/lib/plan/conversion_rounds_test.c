// RUN: conversion_rounds_test | FileCheck %s
// CHECK: C17 elements: {{[1-9][0-9]+}} registers, 0 failures
// CHECK: C18 rounds: {{[1-9][0-9]+}} conversions, 0 failures
// As many as these have the fewest rounds, or go by lane ^ constant; more is better.
// CHECK-SAME: 2202 tight, 937 with replicas, 190 by lane ^ constant
// CHECK: C60 joined: {{[1-9][0-9]+}} pairs, 0 failures
// CHECK: registers: 13, shuffles: 2572, memory: 140

/* Laws C17, C18 and C60 of tl/conversion.h on random pairs of fragments, by
 * enumeration: rounds are played with the numbers of elements. */
#include "conversion_requests.h"
#include <stdio.h>

enum { CASES = 3000, SHOWN = 3, TIGHT_PERCENT = 83 };

static tl_conversion_space space;
static holdings source, target;
static int64_t registers, failures, conversions, missed, ways[3], tight;
static int64_t multicasts, classes, compared, together;

/*===--- C17 --------------------------------------------------------------===*/

static void expect(bool holds, const char *what) {
  if (!holds && failures++ < SHOWN)
    printf("%s fails\n", what);
}

static void check_elements(const tl_conversion_request *request,
                           const tl_conversion_rounds *rounds) {
  for (int64_t t = 0; t < target.threads; t++)
    for (int64_t r = 0; r < target.slots; r++, registers++)
      expect(taken(rounds, &source, request->lanes, t, r) ==
                 target.of[t * target.slots + r],
             "C17");
}

/* Memory is for what no lane of the wave holds, or what the waves have at
 * different places. */
static bool has_places(const tl_conversion_request *request, int64_t lane,
                       int64_t slot) {
  int64_t lanes = request->lanes, waves = target.threads / lanes;
  for (int64_t p = 0; p < lanes * source.slots; p++) {
    bool is_place = true;
    for (int64_t w = 0; w < waves; w++)
      is_place &= source.of[w * lanes * source.slots + p] ==
                  target.of[(w * lanes + lane) * target.slots + slot];
    if (is_place)
      return true;
  }
  return false;
}

static bool are_all_inside(const tl_conversion_request *request) {
  for (int64_t lane = 0; lane < request->lanes; lane++)
    for (int64_t r = 0; r < target.slots; r++)
      if (target.of[lane * target.slots + r] >= 0 &&
          !has_places(request, lane, r))
        return false;
  return true;
}

/*===--- C18 --------------------------------------------------------------===*/

/* By element: the lane of the first wave that has it, -1: none, -2: several. */
static void find_lanes(const holdings *of, int64_t lanes, int32_t *lane_of) {
  memset(lane_of, 0xff, MOST_PLACES * sizeof *lane_of);
  for (int64_t p = 0; p < lanes * of->slots; p++) {
    int32_t lane = (int32_t)(p / of->slots);
    if (of->of[p] < 0)
      continue;
    int32_t *known = &lane_of[of->of[p]];
    *known = *known == -1 || *known == lane ? lane : -2;
  }
}

/* The largest number of words that a lane gets or gives, where every element
 * has one lane to come from and one to go to; else -1. */
static int64_t find_degree(const tl_conversion_request *request) {
  static int32_t from[MOST_PLACES], to[MOST_PLACES];
  int64_t pairs[TL_MAX_WAVE][TL_MAX_WAVE] = {{0}};
  int64_t lanes = request->lanes, degree = 0;
  int64_t width = request->element_bits < 32 ? 32 / request->element_bits : 1;
  find_lanes(&source, lanes, from);
  find_lanes(&target, lanes, to);
  for (int64_t e = 0; e < MOST_PLACES; e++) {
    if (from[e] == -2 || to[e] == -2)
      return -1;
    if (to[e] >= 0)
      pairs[from[e]][to[e]]++;
  }
  for (int64_t a = 0; a < lanes; a++) {
    int64_t gives = 0, gets = 0;
    for (int64_t b = 0; b < lanes; b++) {
      gives += b == a ? 0 : (pairs[a][b] + width - 1) / width;
      gets += b == a ? 0 : (pairs[b][a] + width - 1) / width;
    }
    degree = gives > degree ? gives : degree;
    degree = gets > degree ? gets : degree;
  }
  return degree;
}

static bool is_lane_constant(const tl_conversion_round *round, int64_t lanes) {
  int64_t constant = -1;
  for (int64_t lane = 0; lane < lanes; lane++)
    if (round->from[lane] >= 0) {
      constant = constant < 0 ? lane ^ round->from[lane] : constant;
      if ((lane ^ round->from[lane]) != constant)
        return false;
    }
  return true;
}

static void check_rounds(const tl_conversion_request *request,
                         const tl_conversion_rounds *rounds) {
  int64_t degree = find_degree(request);
  bool is_class = true;
  conversions++;
  missed += rounds->round_count < rounds->lower_bound;
  missed += rounds->is_tight != (rounds->round_count == rounds->lower_bound);
  missed += degree >= 0 && rounds->round_count > degree;
  multicasts += degree < 0;
  tight += rounds->is_tight;
  for (int64_t s = 0; s < rounds->round_count; s++)
    is_class &= is_lane_constant(&rounds->rounds[s], request->lanes);
  classes += is_class;
}

/*===--- C60 --------------------------------------------------------------===*/

static bool are_apart(const tl_conversion_round *a,
                      const tl_conversion_round *b, int64_t lanes) {
  for (int64_t lane = 0; lane < lanes; lane++) {
    if (a->from[lane] >= 0 && b->from[lane] >= 0 &&
        a->from[lane] != b->from[lane])
      return true;
    for (int i = 0; i < TL_WORD_ELEMENTS; i++)
      if (a->give[lane][i] >= 0 && b->give[lane][i] >= 0 &&
          a->give[lane][i] != b->give[lane][i])
        return true;
  }
  return false;
}

static void check_joined(const tl_conversion_request *request,
                         const tl_conversion_rounds *rounds) {
  if (rounds->is_tight)
    return;
  for (int64_t s = 0; s < rounds->round_count; s++)
    for (int64_t other = 0; other < s; other++) {
      compared++;
      together += !are_apart(&rounds->rounds[other], &rounds->rounds[s],
                             request->lanes);
    }
}

int main(void) {
  for (int64_t n = 0; n < CASES; n++) {
    tl_conversion_request request;
    tl_conversion_rounds rounds;
    tl_error error = {0};
    if (!make_request(&request))
      continue;
    twist(&request.source);
    twist(&request.target);
    if (!hold(&request.source, request.lanes, request.threads.most, &source) ||
        !hold(&request.target, request.lanes, request.threads.most, &target))
      continue;
    if (tl_conversion_rounds_find(&request,
                                  (tl_conversion_order)below(TL_CONVERT_ORDERS),
                                  &space, &rounds, &error) != TL_OK) {
      expect(false, error.message);
      continue;
    }
    ways[rounds.way]++;
    if (rounds.way == TL_CONVERT_MEMORY) {
      expect(!are_all_inside(&request) || rounds.round_count > TL_MAX_ROUNDS,
             rounds.reason);
      continue;
    }
    check_elements(&request, &rounds);
    check_rounds(&request, &rounds);
    check_joined(&request, &rounds);
  }
  printf("C17 elements: %lld registers, %lld failures\n", (long long)registers,
         (long long)failures);
  printf("C18 rounds: %lld conversions, %lld failures; %lld tight, %lld with "
         "replicas, %lld by lane ^ constant\n",
         (long long)conversions, (long long)missed, (long long)tight,
         (long long)multicasts, (long long)classes);
  printf("C60 joined: %lld pairs, %lld failures\n", (long long)compared,
         (long long)together);
  printf("registers: %lld, shuffles: %lld, memory: %lld\n", (long long)ways[0],
         (long long)ways[1], (long long)ways[2]);
  return failures != 0 || missed != 0 || together != 0 ||
         tight * 100 < conversions * TIGHT_PERCENT;
}
