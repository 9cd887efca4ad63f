// RUN: copy_far_test | FileCheck %s
// CHECK: C57 parts: {{[1-9][0-9][0-9][0-9]+}} numbers, 0 failed
// CHECK: plans: {{[1-9][0-9][0-9]+}} with far origins, {{[1-9][0-9]+}} of digits, {{[1-9][0-9]+}} of strides known at run time, {{[1-9][0-9]+}} of two origins
// CHECK: divisors: {{[1-9][0-9][0-9]+}} that split, {{[1-9][0-9][0-9]+}} that do not
/* copy_far_test.c - Law C57 of tl/copy_plan.h for tiles at random origins of
 * swizzled memory: every part that a divisor allows, and some that it does not.
 *
 * What is added is folded over numbers, which says nothing of divisors. */
#include "tl/copy_plan.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { CASES = 1000, MOST_PART = 2, MOST_REST = 8 };

static uint64_t seed = 1;
static int64_t numbers, failed, plans, digits, symbols, pairs, split, whole;

static int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

/*===--- Copies -----------------------------------------------------------===*/

/* Digits of rows in random order of places, each further than those before by
 * whole rows, now and then by a stride known at run time. */
static void add_rows(tl_layout *memory, int64_t columns) {
  int64_t count = 1 + below(3), stride = columns << below(2);
  memory->group_size[0] = count;
  for (int64_t i = count - 1; i >= 0; i--) {
    tl_iter *row = &memory->iters[i];
    *row = (tl_iter){2 + 2 * below(3), stride, TL_AXIS_M, 0};
    stride *= row->extent << below(2);
  }
  if (count > 1 && !below(3)) {
    tl_iter first = memory->iters[0];
    memory->iters[0].stride = memory->iters[count - 1].stride;
    memory->iters[count - 1].stride = first.stride;
  }
  if (!below(5)) {
    memory->iters[0].symbol = 1;
    memory->iters[0].stride = 1 + below(2);
    memory->divisor[0] = INT64_C(1) << below(6);
  }
}

static bool random_request(tl_copy_request *out) {
  int64_t columns = INT64_C(4) << below(3), width = INT64_C(2) << below(2);
  *out = (tl_copy_request){.scope = TL_SCOPE_THREAD,
                           .lanes = 32,
                           .element_bytes = 2,
                           .base_alignment = 128,
                           .threads = {1, 1}};
  out->fragment = (tl_layout){.rank = 2, .shard_count = 2};
  out->fragment.group_size[0] = out->fragment.group_size[1] = 1;
  out->fragment.iters[0] = (tl_iter){1, 1, TL_AXIS_M, 0};
  out->fragment.iters[1] = (tl_iter){width, 1, TL_AXIS_M, 0};
  add_rows(&out->memory, columns);
  out->memory.rank = 2;
  out->memory.shard_count = out->memory.group_size[0] + 1;
  out->memory.group_size[1] = 1;
  out->memory.iters[out->memory.shard_count - 1] =
      (tl_iter){columns, 1, TL_AXIS_M, 0};
  out->memory.swizzle = (tl_swizzle){below(2), 1 + below(2), 1 + below(2)};
  for (int64_t d = 0; d < 2; d++) {
    out->origin[d].is_dynamic = d == 0 || !below(3);
    out->origin[d].divisor = INT64_C(1) << below(4);
  }
  return !tl_layout_create(&out->fragment, &out->fragment, NULL) &&
         !tl_layout_create(&out->memory, &out->memory, NULL);
}

/*===--- The law ----------------------------------------------------------===*/

static uint64_t value_of(const tl_address *far, const int64_t *origin,
                         int64_t symbol) {
  tl_lane_sources sources = {.lanes = 1, .symbol = {1, symbol, symbol}};
  tl_lane_numbers numbers_of;
  memcpy(sources.number, origin, 2 * sizeof *origin);
  tl_address_evaluate(far, (tl_row_range){0, far->row_count}, &sources,
                      &numbers_of);
  return numbers_of.of[0];
}

/* Whether a part moves by whole periods, and the rest as if it were alone. */
static bool is_apart(const tl_address *far, int64_t d, int64_t part,
                     int64_t rest, int64_t period, int64_t symbol) {
  const int64_t none[2] = {0, 0};
  int64_t all[2] = {0, 0}, first[2] = {0, 0}, second[2] = {0, 0};
  all[d] = part + rest;
  first[d] = part;
  second[d] = rest;
  uint64_t moved = value_of(far, first, symbol) - value_of(far, none, symbol);
  return moved % (uint64_t)period == 0 &&
         value_of(far, all, symbol) == moved + value_of(far, second, symbol);
}

static bool are_apart(const tl_copy_request *request, const tl_address *far,
                      int64_t d, int64_t divisor) {
  int64_t period = tl_swizzle_period(&request->memory.swizzle);
  int64_t step = request->memory.divisor[0], apart = true;
  for (int64_t i = -MOST_PART; i <= MOST_PART; i++)
    for (int64_t k = -MOST_REST; k <= MOST_REST; k++) {
      apart &= is_apart(far, d, i * divisor, k * request->origin[d].divisor,
                        period, step ? 3 * step : 1);
      numbers++;
    }
  return apart;
}

static bool reads(const tl_address *far, int64_t d, bool of_digits,
                  bool of_symbols) {
  bool found = false;
  for (int64_t i = 0; i < far->term_count; i++) {
    const tl_term *term = &far->terms[i];
    bool is_digit = term->divisor != 1 || term->extent != 0;
    found |= term->source == d && (!of_digits || is_digit) &&
             (!of_symbols || term->symbol);
  }
  return found;
}

/* What splits is apart.  What does not is not, but where a digit happens to be, or
 * less than a period times a stride known at run time. */
static void expect_part(const tl_copy_request *request,
                        const tl_copy_partition *plan, const tl_address *far,
                        int64_t d, int64_t divisor) {
  bool splits = tl_copy_far_splits(plan, d, divisor);
  bool apart = are_apart(request, far, d, divisor);
  bool is_whole = divisor % tl_swizzle_period(&request->memory.swizzle) == 0;
  bool may_refuse =
      reads(far, d, true, false) || (!is_whole && reads(far, d, false, true));
  bool is_right = splits ? apart : !apart || may_refuse;
  split += splits;
  whole += !splits;
  if (!is_right && failed++ < 10)
    printf("FAILED: divisor %" PRId64 " of origin %" PRId64 " %s\n", divisor, d,
           splits ? "splits" : "does not split");
}

static void expect_parts(const tl_copy_request *request,
                         const tl_copy_partition *plan, const tl_address *far,
                         int64_t d) {
  static const int64_t DIVISORS[] = {1, 2, 3, 4, 6, 8, 12, 16, 32, 48, 64, 128};
  int64_t period = tl_swizzle_period(&request->memory.swizzle);
  for (size_t i = 0; i < sizeof DIVISORS / sizeof *DIVISORS; i++)
    expect_part(request, plan, far, d, DIVISORS[i]);
  for (int64_t periods = 1; periods <= 3; periods++)
    expect_part(request, plan, far, d, periods * period);
}

static void expect_all(const tl_copy_request *request) {
  tl_copy_partition plan;
  tl_address far;
  if (tl_copy_partition_plan(request, &plan, NULL) ||
      !tl_copy_far_form(&plan, &far))
    return;
  plans++;
  digits += reads(&far, 0, true, false);
  symbols += reads(&far, 0, false, true);
  pairs += reads(&far, 0, false, false) && reads(&far, 1, false, false);
  for (int64_t d = 0; d < 2; d++)
    if (reads(&far, d, false, false))
      expect_parts(request, &plan, &far, d);
}

int main(void) {
  for (int64_t i = 0; i < CASES; i++) {
    tl_copy_request request;
    if (random_request(&request))
      expect_all(&request);
  }
  printf("C57 parts: %" PRId64 " numbers, %" PRId64 " failed\n", numbers,
         failed);
  printf("plans: %" PRId64 " with far origins, %" PRId64 " of digits, %" PRId64
         " of strides known at run time, %" PRId64 " of two origins\n",
         plans, digits, symbols, pairs);
  printf("divisors: %" PRId64 " that split, %" PRId64 " that do not\n", split,
         whole);
  return failed != 0;
}
