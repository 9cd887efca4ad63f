// RUN: address_test | FileCheck %s
// CHECK: C6 fold: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: C7 merge: {{[1-9][0-9]+}} checked, 0 failed
// CHECK: merged: {{[1-9][0-9]+}} of {{[1-9][0-9]+}}

/* Laws C6 and C7 of tl/address.h: rows of every kind by their formulas, and
 * sums before and after they are merged, for every thread below the limit. */
#include "tl/address.h"
#include <stdio.h>
#include <string.h>

enum { CASES = 4000, THREADS = 32 };

static uint64_t state = 1;
static long folded, fold_failures, merged, merge_failures, before, after;

static int64_t below(int64_t count) {
  state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (int64_t)(state >> 33) % count;
}

static tl_lane_sources random_sources(void) {
  tl_lane_sources out = {.lanes = THREADS, .symbol = {1}};
  for (int64_t i = 0; i < THREADS; i++)
    out.thread[i] = i;
  for (int64_t i = 0; i < TL_SOURCE_ROW; i++)
    out.number[i] = below(i < TL_SOURCE_START ? 100 : 10);
  for (int64_t i = 1; i <= TL_MAX_SYMBOLS; i++)
    out.symbol[i] = below(9);
  return out;
}

static tl_term random_term(int64_t rows) {
  static const int64_t SOURCES[] = {0,
                                    3,
                                    TL_SOURCE_THREAD,
                                    TL_SOURCE_BOUND + 1,
                                    TL_SOURCE_START + 2,
                                    TL_SOURCE_ONE};
  tl_term out = {.source = rows && below(3) == 0 ? TL_SOURCE_ROW + below(rows)
                                                 : SOURCES[below(6)]};
  out.divisor = 1 + below(4);
  out.extent = below(5);
  out.stride = 1 + below(20);
  out.symbol = below(3) ? 0 : below(TL_MAX_SYMBOLS + 1);
  return out;
}

/* ---- C6 ----------------------------------------------------------------- */

static uint64_t defined_row(const tl_address *address, int64_t row,
                            const tl_lane_sources *from, int64_t lane);

static uint64_t defined_source(const tl_address *address, int64_t source,
                               const tl_lane_sources *from, int64_t lane) {
  if (source == TL_SOURCE_ONE)
    return 1;
  if (source >= TL_SOURCE_ROW)
    return defined_row(address, source - TL_SOURCE_ROW, from, lane);
  return (uint64_t)(source == TL_SOURCE_THREAD ? from->thread[lane]
                                               : from->number[source]);
}

static uint64_t defined_row(const tl_address *address, int64_t row,
                            const tl_lane_sources *from, int64_t lane) {
  int64_t count, kind = address->rows[row].kind;
  const tl_term *terms = tl_address_terms(address, row, &count);
  uint64_t result = 0;
  for (int64_t i = 0; i < count; i++) {
    uint64_t x = defined_source(address, terms[i].source, from, lane);
    if (kind == TL_ROW_READ) {
      x &= (uint64_t)terms[i].divisor;
      return terms[i].extent < 0 ? x << -terms[i].extent : x >> terms[i].extent;
    }
    x /= (uint64_t)terms[i].divisor;
    x = terms[i].extent ? x % (uint64_t)terms[i].extent : x;
    x *= (uint64_t)(terms[i].stride * from->symbol[terms[i].symbol]);
    result = i == 0                      ? x
             : kind == TL_ROW_XOR        ? result ^ x
             : kind == TL_ROW_DIFFERENCE ? result - x
                                         : result + x;
  }
  return result;
}

static void check_fold(void) {
  tl_address address = {0};
  tl_lane_sources from = random_sources();
  tl_lane_numbers numbers;
  int64_t rows = 1 + below(6);
  for (int64_t r = 0; r < rows; r++) {
    tl_row_kind kind = (tl_row_kind)below(r ? 4 : 3);
    tl_address_open(&address, kind);
    if (kind == TL_ROW_READ) {
      tl_term read = {.source = TL_SOURCE_ROW + below(r),
                      .divisor = 7 << below(6),
                      .extent = below(9) - 4,
                      .stride = 1};
      tl_address_add(&address, &read);
      continue;
    }
    for (int64_t i = below(5); i > 0; i--) {
      tl_term term = random_term(r);
      tl_address_add(&address, &term);
    }
  }
  tl_address_evaluate(&address, (tl_row_range){0, rows}, &from, &numbers);
  for (int64_t lane = 0; lane < THREADS; lane++, folded++)
    fold_failures +=
        numbers.of[lane] != defined_row(&address, rows - 1, &from, lane);
}

/* ---- C7 ----------------------------------------------------------------- */

/* Digits of the thread from fast to slow, of strides that often continue each
 * other, in any order. */
static void check_merge(void) {
  tl_address address = {0};
  tl_lane_sources from = random_sources();
  tl_lane_numbers expected, numbers;
  tl_row_range rows = {0, 1};
  tl_term digits[5];
  int64_t count = 0, limit = 1, stride = 1 + below(3);
  for (; count < 5 && limit < THREADS; count++) {
    int64_t extent = below(2) + 1;
    digits[count] = (tl_term){TL_SOURCE_THREAD, limit, extent, stride, 0, 0};
    limit *= extent;
    stride = below(3) ? stride * extent : below(40);
  }
  tl_address_open(&address, TL_ROW_SUM);
  tl_address_add_number(&address, 1 + below(9), 0);
  int64_t kept = below(2);
  while (count > 0) {
    int64_t next = below(count);
    tl_address_add(&address, &digits[next]);
    digits[next] = digits[--count];
  }
  tl_address_add_source(&address, below(TL_MAX_RANK));
  from.lanes = limit < THREADS ? limit : THREADS;
  tl_address_evaluate(&address, rows, &from, &expected);
  before += address.term_count;
  tl_address_merge(&address, kept, limit);
  after += address.term_count;
  tl_address_evaluate(&address, rows, &from, &numbers);
  for (int64_t lane = 0; lane < from.lanes; lane++, merged++)
    merge_failures += numbers.of[lane] != expected.of[lane];
}

int main(void) {
  for (int i = 0; i < CASES; i++) {
    check_fold();
    check_merge();
  }
  printf("C6 fold: %ld checked, %ld failed\n", folded, fold_failures);
  printf("C7 merge: %ld checked, %ld failed\n", merged, merge_failures);
  printf("merged: %ld of %ld\n", before - after, before);
  return fold_failures || merge_failures;
}
