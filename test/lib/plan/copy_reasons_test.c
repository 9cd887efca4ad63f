// RUN: copy_reasons_test | FileCheck %s
// CHECK: C6 widths: {{[1-9][0-9][0-9][0-9][0-9]+}} checked, 0 failed
// CHECK: rules:{{( [1-9][0-9]*)+$}}

/* Law C6 of tl/copy_reasons.h on random copies: for every width, the rules R1 to
 * R9 forbid it or the plan allows it.  R10 and R11 are in test/passes/reasons.mlir
 * and in test/passes/report.test. */
#include "copy_requests.h"
#include "tl/copy_reasons.h"
#include <string.h>

enum { CASES = 60000, RULES = TL_REASON_SWIZZLE };

static long long checked, failed, seen[RULES + 1];

static bool allows(const tl_access_side *side, int64_t width) {
  tl_copy_vectors vectors;
  int64_t bytes = side->request->element_bytes, bits = width * bytes * 8;
  if (bits > tl_access_most_bits(side->rules))
    return false;
  tl_copy_cut cut = tl_copy_cut_of(side->plan, bytes, bits);
  tl_copy_vectors_plan(&cut, &vectors);
  return vectors.width == width;
}

static void expect(const tl_copy_request *request, int64_t width,
                   const tl_reason *reason, bool forbidden, bool holds) {
  checked++;
  if (holds || failed++ >= 3)
    return;
  printf("width %d is %s\n", (int)width,
         forbidden ? reason->text : "not forbidden");
  print_request(request);
}

/* Whether the access is legal with an aligned base, and where the origin is to
 * blame, from element 0 on. */
static bool is_cured(const tl_copy_request *request,
                     const tl_access_rules *rules, int64_t width,
                     tl_reason_rule rule) {
  tl_copy_request cured = *request;
  tl_copy_partition plan;
  cured.base_alignment = width * request->element_bytes;
  cured.base_phase = 0;
  for (int64_t d = 0; rule == TL_REASON_ORIGIN && d < TL_MAX_RANK; d++)
    cured.origin[d] = (tl_origin){.divisor = 1};
  if (rule == TL_REASON_ORIGIN)
    cured.memory.offset[TL_AXIS_M] = 0;
  if (tl_copy_partition_plan(&cured, &plan, NULL))
    return false;
  tl_access_side side = {&cured, rules, &plan};
  return allows(&side, width);
}

static void check_case(void) {
  static const char *const NAMES[] = {"sm_90", "sm_100"};
  static const int64_t OPTIONS[] = {0, 0, 0, 8, 32, 64, 256};
  tl_copy_request request;
  tl_copy_partition plan;
  if (!random_request(&request) ||
      tl_copy_partition_plan(&request, &plan, NULL))
    return;
  tl_access_rules rules = {.is_shared = below(2), .max_bits = pick(OPTIONS, 7)};
  if (tl_target_find(NAMES[below(2)], &rules.target, NULL))
    return;
  tl_access_side side = {&request, &rules, &plan};
  for (int64_t width = 2; width * request.element_bytes <= 64; width *= 2) {
    tl_reason reason = {0};
    bool forbidden = tl_copy_forbids(&side, width, &reason);
    expect(&request, width, &reason, forbidden,
           forbidden != allows(&side, width));
    if (forbidden &&
        (reason.rule == TL_REASON_BASE || reason.rule == TL_REASON_ORIGIN))
      expect(&request, width, &reason, forbidden,
             is_cured(&request, &rules, width, reason.rule));
    seen[forbidden ? reason.rule : 0]++;
  }
}

int main(void) {
  for (long i = 0; i < CASES; i++)
    check_case();
  printf("C6 widths: %lld checked, %lld failed\nrules:", checked, failed);
  for (int rule = 1; rule <= RULES; rule++)
    printf(" %lld", seen[rule]);
  printf("\n");
  return failed != 0;
}
