// RUN: conversion_pairs_test | FileCheck %s
// CHECK: mma C to the next A, f16: 0 rounds of at least 0
// CHECK: wgmma C to the next A, f16: 0 rounds of at least 0
// CHECK: mma C to the next A, f8: 4 rounds of at least 4
// CHECK: rows to columns, f32: 31 rounds of at least 31
// CHECK: columns to rows, f32: 31 rounds of at least 31
// CHECK: 24 rows to columns, f32: 23 rounds of at least 23
// CHECK: 8 rows to columns, f32: 2 rounds of at least 2
// CHECK: blocked to mma A, f16: 4 rounds of at least 4
// CHECK: blocked to mma A, f8: 4 rounds of at least 4
// CHECK: blocked to mma C, f32: 4 rounds of at least 4
// CHECK: mma C to blocked, f32: 4 rounds of at least 4
// CHECK: mma C to blocked, f16: 6 rounds of at least 6
// CHECK: of rows in quads to one a lane, f32: 1 rounds of at least 1
// CHECK: a lane to every lane, f32: 1 rounds of at least 1
// CHECK: done

/* Rounds of the pairs of fragments that attention, epilogues of products and
 * normalisations convert between. */
#include "tl/conversion.h"
#include "tl/expression.h"
#include <stdio.h>
#include <string.h>

#define MMA_A16 "column_local(2, 2).spatial(8, 4).local(1, 2)"
#define MMA_A8 "column_local(2, 2).spatial(8, 4).local(1, 4)"
#define MMA_C "local(2, 1).spatial(8, 4).local(1, 2)"

typedef struct named_pair {
  const char *name, *source, *target;
  int64_t bits;
  tl_scope scope;
} named_pair;

static const named_pair PAIRS[] = {
    {"mma C to the next A, f16", "local(1, 2)." MMA_C, MMA_A16, 16,
     TL_SCOPE_WARP},
    {"wgmma C to the next A, f16", "wgmma_c(16)", "wgmma_a(16, 16)", 16,
     TL_SCOPE_WARPGROUP},
    {"mma C to the next A, f8", "local(1, 4)." MMA_C, MMA_A8, 8, TL_SCOPE_WARP},
    {"rows to columns, f32", "spatial(32, 1).local(1, 32)",
     "local(32, 1).spatial(1, 32)", 32, TL_SCOPE_WARP},
    {"columns to rows, f32", "local(32, 1).spatial(1, 32)",
     "spatial(32, 1).local(1, 32)", 32, TL_SCOPE_WARP},
    {"24 rows to columns, f32", "spatial(24, 1).local(1, 24)",
     "local(24, 1).spatial(1, 24)", 32, TL_SCOPE_WARP},
    {"8 rows to columns, f32", "spatial(8, 4).local(1, 2)",
     "local(2, 1).spatial(4, 8)", 32, TL_SCOPE_WARP},
    {"blocked to mma A, f16", "spatial(16, 2).local(1, 8)", MMA_A16, 16,
     TL_SCOPE_WARP},
    {"blocked to mma A, f8", "spatial(16, 2).local(1, 16)", MMA_A8, 8,
     TL_SCOPE_WARP},
    {"blocked to mma C, f32", "spatial(16, 2).local(1, 4)", MMA_C, 32,
     TL_SCOPE_WARP},
    {"mma C to blocked, f32", MMA_C, "spatial(16, 2).local(1, 4)", 32,
     TL_SCOPE_WARP},
    {"mma C to blocked, f16", "local(1, 4)." MMA_C,
     "local(2, 1).spatial(8, 4).local(1, 8)", 16, TL_SCOPE_WARP},
    {"of rows in quads to one a lane, f32",
     "S[(2, 8) : (1, 4@laneid)] + R[4 : 1@laneid]",
     "S[(2, 8) : (8@laneid, 1@laneid)] + R[2 : 16@laneid]", 32, TL_SCOPE_WARP},
    {"a lane to every lane, f32", "S[1 : 1]", "S[1 : 1] + R[32 : 1@laneid]", 32,
     TL_SCOPE_WARP},
};

static tl_conversion_space space;

static tl_code evaluate(const named_pair *pair, const char *text,
                        tl_layout *out, tl_error *error) {
  tl_value value;
  TL_TRY(tl_expression_evaluate(text, strlen(text), TL_KIND_NONE, 32, &value,
                                error));
  return tl_value_to_tile(&value, pair->scope, 32, out, error);
}

static tl_code show(const named_pair *pair, tl_error *error) {
  tl_conversion_request request = {
      .scope = pair->scope, .lanes = 32, .element_bits = pair->bits};
  tl_conversion_rounds rounds;
  TL_TRY(evaluate(pair, pair->source, &request.source, error));
  TL_TRY(evaluate(pair, pair->target, &request.target, error));
  TL_TRY(tl_conversion_rounds_find(&request, TL_CONVERT_BY_TARGET, &space,
                                   &rounds, error));
  printf("%s: %lld rounds of at least %lld\n", pair->name,
         (long long)rounds.round_count, (long long)rounds.lower_bound);
  if (rounds.way == TL_CONVERT_MEMORY)
    return tl_fail(error, TL_INVALID, "%s", rounds.reason);
  return TL_OK;
}

int main(void) {
  for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
    tl_error error;
    if (show(&PAIRS[i], &error) != TL_OK) {
      printf("%s: %s\n", PAIRS[i].name, error.message);
      return 1;
    }
  }
  puts("done");
  return 0;
}
