// RUN: copy_reasons_test | FileCheck %s
// CHECK: C6 widths: {{[1-9][0-9][0-9][0-9][0-9]+}} checked, 0 failed
// CHECK: rules:{{( [1-9][0-9]*)+$}}
// CHECK: cures:{{( [1-9][0-9]*)+$}}

/* Law C6 of tl/copy_reasons.h on random copies: for every width, the rules R1 to
 * R9 forbid it or the plan allows it.  What a reason says to write is read and
 * made true: a width has another reason then, until it has none, or one without
 * a cure; of R10, no access is cut.  R11 is in test/passes/reasons.mlir. */
#include "copy_requests.h"
#include "tl/copy_reasons.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 60000, RULES = TL_REASON_SWIZZLE };

static long long checked, failed, seen[RULES + 1], cures[TL_REASON_MASK + 1];

static int64_t lcm(int64_t a, int64_t b) {
  int64_t x = a, y = b;
  while (y) {
    int64_t rest = x % y;
    x = y;
    y = rest;
  }
  return a / x * b;
}

typedef void plan_vectors(const tl_copy_cut *cut, tl_copy_vectors *out);

static bool allows(const tl_access_side *side, int64_t width,
                   plan_vectors *plan) {
  tl_copy_vectors vectors;
  int64_t bytes = side->request->element_bytes, bits = width * bytes * 8;
  if (bits > tl_access_most_bits(side->rules))
    return false;
  tl_copy_cut cut = tl_copy_cut_of(side->plan, bytes, bits);
  plan(&cut, &vectors);
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

/* Whether the access is legal, but for the ends of runs, with an aligned base, and where the origin is to
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
  return allows(&side, width, tl_copy_accesses_plan);
}

/* "divisibility = array<i64: 1, 4>": 4 divides the number of dimension 1.  Those
 * of bounds begin where there are bounds. */
static void take_divisor(const char *name, int64_t d, int64_t divisor,
                         tl_copy_request *cured) {
  const tl_iter *iter = cured->memory.iters;
  bool is_bound = !strncmp(name, "bound_", 6);
  for (int64_t i = 0; is_bound && !cured->bounds[i].is_set; i++)
    d++;
  for (int64_t i = 0; i < d; i++)
    iter += cured->memory.group_size[i];
  if (is_bound)
    cured->bounds[d].divisor = lcm(cured->bounds[d].divisor, divisor);
  else if (!strncmp(name, "divisibility", 12))
    cured->origin[d].divisor = lcm(cured->origin[d].divisor, divisor);
  tl_copy_part_origins(cured);
  for (int64_t i = 0;
       !strncmp(name, "stride_", 7) && i < cured->memory.group_size[d]; i++)
    if (iter[i].symbol) {
      int64_t *own = &cured->memory.divisor[iter[i].symbol - 1];
      *own = lcm(*own, divisor);
    }
}

/* False where nothing is to be written. */
static bool take_cures(const char *text, tl_copy_request *cured) {
  const char *at = strstr(text, "; say ");
  if (!at)
    return false;
  for (at += 6; at; at = strstr(at, " and ") ? strstr(at, " and ") + 5 : NULL) {
    const char *number = strpbrk(at, ":=");
    if (*at == '{') {
      cured->base_alignment = strtoll(number + 1, NULL, 10);
      continue;
    }
    number = strchr(at, ':');
    for (int64_t d = 0; number && *number != '>'; d++) {
      char *end;
      take_divisor(at, d, strtoll(number + 1, &end, 10), cured);
      number = end;
    }
  }
  return true;
}

/* The width is allowed in the end, or its last reason is none of what is known
 * of numbers. */
static void check_cures(const tl_copy_request *request,
                        const tl_access_rules *rules, int64_t width,
                        tl_reason reason) {
  tl_copy_request cured = *request;
  tl_copy_partition plan;
  tl_access_side side = {&cured, rules, &plan};
  for (bool forbidden = true; forbidden && take_cures(reason.text, &cured);) {
    tl_reason before = reason;
    bool planned = tl_copy_partition_plan(&cured, &plan, NULL) == TL_OK;
    forbidden = planned && tl_copy_forbids(&side, width, &reason);
    expect(request, width, &before, true,
           planned && (!forbidden || strcmp(reason.text, before.text)));
    if (!planned || (forbidden && !strcmp(reason.text, before.text)))
      return;
    cures[before.rule]++;
  }
}

static bool is_masked(const tl_copy_record *record, int64_t dimension) {
  char text[64];
  snprintf(text, sizeof text, " of dimension %d:", (int)dimension);
  for (int64_t i = 0; i < record->reason_count; i++)
    if (record->reasons[i].rule == TL_REASON_MASK &&
        strstr(record->reasons[i].text, text))
      return true;
  return false;
}

/* The same accesses are cut by no bound of that dimension then. */
static void check_masks(const tl_access_side *side) {
  tl_copy_choice choice;
  tl_copy_record record, after;
  if (tl_copy_choose(side, 1, &choice, NULL))
    return;
  tl_copy_record_make(side, 1, &choice, &record);
  for (int64_t i = 0; i < record.reason_count; i++) {
    const tl_reason *reason = &record.reasons[i];
    tl_copy_request cured = *side->request;
    tl_copy_partition plan;
    tl_access_side own = {&cured, side->rules, &plan};
    if (reason->rule != TL_REASON_MASK || !take_cures(reason->text, &cured) ||
        tl_copy_partition_plan(&cured, &plan, NULL))
      continue;
    tl_copy_record_make(&own, 1, &choice, &after);
    int64_t dimension =
        strtoll(strstr(reason->text, "dimension ") + 10, NULL, 10);
    expect(side->request, choice.width, reason, true,
           !is_masked(&after, dimension));
    cures[TL_REASON_MASK]++;
  }
}

/* Of two sides that of the first that has one. */
static void check_sides(const tl_access_side *first,
                        const tl_access_side *second, int64_t width) {
  const tl_access_side sides[] = {*first, *second};
  tl_reason own = {0}, of_both = {0};
  bool forbidden = tl_copy_forbids(first, width, &own) ||
                   tl_copy_forbids(second, width, &own);
  expect(second->request, width, &own, forbidden,
         tl_copies_forbid(sides, 2, width, &of_both) == forbidden &&
             (!forbidden || strcmp(own.text, of_both.text) == 0));
}

static void check_case(void) {
  static const char *const NAMES[] = {"sm_90", "sm_100"};
  static const int64_t OPTIONS[] = {0, 0, 0, 8, 32, 64, 256};
  tl_copy_request request;
  tl_copy_partition plan;
  if (!random_request(&request) ||
      tl_copy_partition_plan(&request, &plan, NULL))
    return;
  tl_access_rules rules = {.is_shared = below(2),
                           .max_bits = pick(OPTIONS, 7),
                           .side = "",
                           .base_cure = {"alignment", true}};
  if (tl_target_find(NAMES[below(2)], &rules.target, NULL))
    return;
  tl_access_side side = {&request, &rules, &plan};
  static tl_copy_request last_request;
  static tl_copy_partition last_plan;
  static tl_access_rules last_rules;
  const tl_access_side last = {&last_request, &last_rules, &last_plan};
  for (int64_t width = 2; width * request.element_bytes <= 64; width *= 2) {
    tl_reason reason = {0};
    bool forbidden = tl_copy_forbids(&side, width, &reason);
    expect(&request, width, &reason, forbidden,
           forbidden != allows(&side, width, tl_copy_vectors_plan));
    if (forbidden &&
        (reason.rule == TL_REASON_BASE || reason.rule == TL_REASON_ORIGIN))
      expect(&request, width, &reason, forbidden,
             is_cured(&request, &rules, width, reason.rule));
    if (forbidden)
      check_cures(&request, &rules, width, reason);
    seen[forbidden ? reason.rule : 0]++;
    if (last_rules.target &&
        last_request.element_bytes == request.element_bytes)
      check_sides(&last, &side, width);
  }
  check_masks(&side);
  last_request = request;
  last_plan = plan;
  last_rules = rules;
}

int main(void) {
  for (long i = 0; i < CASES; i++)
    check_case();
  printf("C6 widths: %lld checked, %lld failed\nrules:", checked, failed);
  for (int rule = 1; rule <= RULES; rule++)
    printf(" %lld", seen[rule]);
  printf("\ncures: %lld %lld %lld %lld %lld\n", cures[TL_REASON_BASE],
         cures[TL_REASON_ORIGIN], cures[TL_REASON_PITCH],
         cures[TL_REASON_SCATTERED], cures[TL_REASON_MASK]);
  return failed != 0;
}
