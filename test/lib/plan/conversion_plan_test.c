// RUN: conversion_plan_test | FileCheck %s
// CHECK: C27 plan: {{[1-9][0-9]+}} registers of {{[1-9][0-9]+}} programs, {{[1-9][0-9]*}} reasons, 0 failures
// The plans take no more steps than this; fewer are better plans.
// CHECK: steps: 3619 shuffles, 22181 selects, 467 permutations, 1503 masks, 1248 others

/* Law C27 of tl/conversion_plan.h on random pairs of fragments: the program of
 * the plan, interpreted in every wave, gives each register what the definition
 * says. */
#include "conversion_requests.h"
#include "tl/conversion_plan.h"
#include <stdio.h>

enum { CASES = 100 };

static tl_conversion_work work;
static holdings source, target;
static uint32_t given[TL_MAX_CONVERSION_WORDS * TL_MAX_WAVE];
static uint32_t values[TL_MAX_CONVERSION_STEPS * TL_MAX_WAVE];
static int64_t registers, programs, reasons, failures;
static tl_program_counts all; /* of all programs */

static uint8_t byte_of(int32_t element, int64_t i) {
  return element < 0 ? 0
                     : (uint8_t)(element * 37 + (element >> 3) + i * 11 + 1);
}

/* Byte i of the words of a lane. */
static uint8_t word_byte(const uint32_t *word, int64_t i) {
  return (uint8_t)(*word >> (8 * (i % 4)));
}

static void give_words(const tl_conversion_request *request, int64_t first) {
  int64_t bytes = request->element_bits / 8;
  memset(given, 0xee, sizeof given);
  for (int64_t lane = 0; lane < request->lanes; lane++)
    for (int64_t i = 0; i < source.slots * bytes; i++) {
      uint32_t *word = &given[i / 4 * request->lanes + lane];
      int32_t element = source.of[(first + lane) * source.slots + i / bytes];
      *word &= ~(UINT32_C(0xff) << (8 * (i % 4)));
      *word |= (uint32_t)byte_of(element, i % bytes) << (8 * (i % 4));
    }
}

static void check_lane(const tl_conversion_request *request,
                       const tl_conversion_plan *plan, int64_t thread) {
  int64_t bytes = request->element_bits / 8, lanes = request->lanes;
  if (plan->zero_from && thread >= plan->zero_from)
    return;
  for (int64_t i = 0; i < target.slots * bytes; i++) {
    int32_t step = plan->targets[i / 4];
    const uint32_t none = 0,
                   *word = step < 0 ? &none
                                    : &values[step * lanes + thread % lanes];
    int32_t element = target.of[thread * target.slots + i / bytes];
    registers += i % bytes == 0;
    failures += step >= 0 || element >= 0
                    ? word_byte(word, i) != byte_of(element, i % bytes)
                    : 0;
  }
}

static void add_counts(const tl_program_counts *own) {
  all.shuffles += own->shuffles;
  all.selects += own->selects;
  all.permutes += own->permutes;
  all.masks += own->masks;
  all.others += own->others;
}

static void check_request(const tl_conversion_request *request) {
  tl_conversion_plan plan;
  tl_error error;
  int64_t threads = request->threads.fewest;
  if (!hold(&request->source, request->lanes, threads, &source) ||
      !hold(&request->target, request->lanes, threads, &target) ||
      tl_conversion_plan_make(request, &work, &plan, &error) != TL_OK)
    return;
  if (plan.way == TL_CONVERT_MEMORY) {
    reasons++;
    failures += !plan.reason[0];
    return;
  }
  programs++;
  add_counts(&plan.counts);
  failures += plan.cost != tl_conversion_cost(&plan.counts) ||
              (plan.way == TL_CONVERT_REGISTERS) != !plan.counts.shuffles;
  for (int64_t first = 0; first < threads; first += request->lanes) {
    give_words(request, first);
    tl_program_interpret(&plan.program, given, values);
    for (int64_t lane = 0; lane < request->lanes; lane++)
      check_lane(request, &plan, first + lane);
  }
}

int main(void) {
  tl_conversion_request request;
  for (int64_t i = 0; i < CASES; i++)
    if (make_request(&request))
      check_request(&request);
  printf("C27 plan: %lld registers of %lld programs, %lld reasons, %lld "
         "failures\n",
         (long long)registers, (long long)programs, (long long)reasons,
         (long long)failures);
  printf("steps: %lld shuffles, %lld selects, %lld permutations, %lld masks, "
         "%lld others\n",
         (long long)all.shuffles, (long long)all.selects,
         (long long)all.permutes, (long long)all.masks, (long long)all.others);
  return failures != 0;
}
