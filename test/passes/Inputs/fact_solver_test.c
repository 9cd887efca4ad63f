/* Law F2: in random systems of values of a few bits, which depend on each other,
 * facts hold of every number that the values can have; a system is a program
 * whose control flow may take any of its alternatives. */
#include "passes/facts/fact_solver.h"
#include <stdio.h>
#include <stdlib.h>

enum { BITS = 4, NUMBERS = 1 << BITS, MOST = 7, SYSTEMS = 40000, LONG = 50000 };

typedef enum node_kind { CONSTANT, COMPUTED, CHOSEN, HUB } node_kind;

typedef struct node {
  node_kind kind;
  tl_fact_operation operation; /* of COMPUTED */
  bool no_signed_wrap;
  int64_t number;     /* of CONSTANT */
  int count, from[3]; /* operands or alternatives; of HUB from all before it */
} node;

static node nodes[LONG];
static long evaluations, questions, points, failures, known, ranges;

static tl_value_fact evaluate(tl_fact_solver *solver, const void *key) {
  const node *own = key;
  evaluations++;
  if (own->kind == CONSTANT)
    return tl_fact_constant(own->number);
  if (own->kind == CHOSEN || own->kind == HUB) {
    tl_alternatives all = {0};
    for (int i = 0; i < own->count; i++, questions++) {
      tl_value_fact fact;
      if (tl_fact_known(solver, &nodes[own->kind == HUB ? i : own->from[i]],
                        &fact))
        tl_fact_add_alternative(&all, fact);
    }
    return tl_fact_of_alternatives(solver, &all);
  }
  tl_arithmetic how = {.bits = BITS, .no_signed_wrap = own->no_signed_wrap};
  tl_value_fact a = tl_fact_ask(solver, &nodes[own->from[0]]);
  tl_value_fact b = tl_fact_ask(solver, &nodes[own->from[1]]);
  return tl_fact_of_operation(own->operation, a, b, &how);
}

/*===--- What the values can be ------------------------------------------===*/

static int64_t wrapped(int64_t number) {
  int64_t low = number & (NUMBERS - 1);
  return low >= NUMBERS / 2 ? low - NUMBERS : low;
}

/* False where it is undefined, or wraps and must not. */
static bool compute(const node *own, int64_t a, int64_t b, int64_t *out) {
  int64_t wide = 0;
  switch (own->operation) {
  case TL_FACT_ADD:
    wide = a + b;
    break;
  case TL_FACT_SUBTRACT:
    wide = a - b;
    break;
  case TL_FACT_MULTIPLY:
    wide = a * b;
    break;
  case TL_FACT_REMAINDER_SIGNED:
    if (b == 0)
      return false;
    wide = a % b;
    break;
  case TL_FACT_XOR:
    wide = a ^ b;
    break;
  case TL_FACT_REMAINDER_UNSIGNED:
    if (b == 0)
      return false;
    wide = (a & (NUMBERS - 1)) % (b & (NUMBERS - 1));
    *out = wrapped(wide);
    return true;
  case TL_FACT_LEAST_SIGNED:
    wide = a < b ? a : b;
    break;
  default:
    wide = a & b;
  }
  *out = wrapped(wide);
  return !own->no_signed_wrap || *out == wide;
}

typedef bool numbers[NUMBERS]; /* from -NUMBERS / 2 on */

static bool add(numbers set, int64_t number) {
  bool is_new = !set[number + NUMBERS / 2];
  set[number + NUMBERS / 2] = true;
  return is_new;
}

static bool grow(const node *own, numbers sets[MOST], numbers out) {
  bool grows = false;
  int64_t result;
  if (own->kind == CONSTANT)
    return add(out, own->number);
  for (int64_t a = 0; a < NUMBERS; a++) {
    for (int i = 0; own->kind == CHOSEN && i < own->count; i++)
      if (sets[own->from[i]][a])
        grows |= add(out, a - NUMBERS / 2);
    for (int64_t b = 0; own->kind == COMPUTED && b < NUMBERS; b++)
      if (sets[own->from[0]][a] && sets[own->from[1]][b] &&
          compute(own, a - NUMBERS / 2, b - NUMBERS / 2, &result))
        grows |= add(out, result);
  }
  return grows;
}

static bool holds(tl_value_fact fact, int64_t number) {
  return fact.least <= number && number <= fact.most &&
         (number == 0 || (fact.divisor != 0 && number % fact.divisor == 0));
}

/*===--- Systems ---------------------------------------------------------===*/

static void make_random(int count) {
  static const tl_fact_operation OPERATIONS[] = {TL_FACT_ADD,
                                                 TL_FACT_SUBTRACT,
                                                 TL_FACT_MULTIPLY,
                                                 TL_FACT_XOR,
                                                 TL_FACT_REMAINDER_SIGNED,
                                                 TL_FACT_AND,
                                                 TL_FACT_REMAINDER_UNSIGNED,
                                                 TL_FACT_LEAST_SIGNED};
  for (int i = 0; i < count; i++) {
    nodes[i] = (node){.kind = (node_kind)(rand() % 3),
                      .operation = OPERATIONS[rand() % 8],
                      .no_signed_wrap = rand() % 2,
                      .number = wrapped(rand() % 4 * (1 + rand() % 4)),
                      .count = 1 + rand() % 3};
    for (int k = 0; k < 3; k++)
      nodes[i].from[k] = rand() % count;
  }
}

static void check_random(int count) {
  numbers sets[MOST] = {{false}};
  make_random(count);
  for (bool grows = true; grows;) {
    grows = false;
    for (int i = 0; i < count; i++)
      grows |= grow(&nodes[i], sets, sets[i]);
  }
  tl_fact_solver solver = {.evaluate = evaluate};
  for (int i = rand() % count, asked = 0; asked < count; asked++) {
    tl_value_fact fact = tl_fact_solve(&solver, &nodes[i]);
    known += nodes[i].kind != CONSTANT && fact.divisor != 1;
    ranges += nodes[i].kind != CONSTANT && fact.least < fact.most &&
              (fact.least > -NUMBERS / 2 || fact.most < NUMBERS / 2 - 1);
    for (int64_t a = 0; a < NUMBERS; a++) {
      points += sets[i][a];
      failures += sets[i][a] && !holds(fact, a - NUMBERS / 2);
    }
    i = (i + 1) % count;
  }
  tl_fact_solver_free(&solver);
}

static void expect(const char *what, int asked, int64_t divisor) {
  tl_fact_solver solver = {.evaluate = evaluate};
  int64_t found = tl_fact_solve(&solver, &nodes[asked]).divisor;
  if (found != divisor) {
    printf("%s: divisor %lld, expected %lld\n", what, (long long)found,
           (long long)divisor);
    failures++;
  }
  tl_fact_solver_free(&solver);
}

static void expect_range(const char *what, int asked, int64_t least,
                         int64_t most) {
  tl_fact_solver solver = {.evaluate = evaluate};
  tl_value_fact found = tl_fact_solve(&solver, &nodes[asked]);
  if (found.least != least || found.most != most) {
    printf("%s: %lld to %lld, expected %lld to %lld\n", what,
           (long long)found.least, (long long)found.most, (long long)least,
           (long long)most);
    failures++;
  }
  tl_fact_solver_free(&solver);
}

/* stage = 0 or (stage + 1) % 3, and % 7, which takes more steps than a range
 * may grow; a number that the loop has no end for. */
static void check_ranges(void) {
  nodes[0] = (node){.kind = CHOSEN, .count = 2, .from = {1, 4}};
  nodes[1] = (node){.kind = CONSTANT, .number = 0};
  nodes[2] = (node){.kind = CONSTANT, .number = 1};
  nodes[3] = (node){.kind = COMPUTED, .operation = TL_FACT_ADD, .from = {0, 2}};
  nodes[4] = (node){.kind = COMPUTED,
                    .operation = TL_FACT_REMAINDER_UNSIGNED,
                    .from = {3, 5}};
  nodes[5] = (node){.kind = CONSTANT, .number = 3};
  nodes[6] = (node){.kind = CHOSEN, .count = 2, .from = {1, 7}};
  nodes[7] = (node){.kind = COMPUTED,
                    .operation = TL_FACT_ADD,
                    .no_signed_wrap = true,
                    .from = {6, 2}};
  expect_range("a stage of 3", 0, 0, 2);
  nodes[5].number = 7;
  expect_range("a stage of 7", 0, 0, 6);
  expect_range("a count", 6, 0, NUMBERS / 2 - 1);
  nodes[7].no_signed_wrap = false;
  expect_range("a count that wraps", 6, -NUMBERS / 2, NUMBERS / 2 - 1);
}

/* k = 0 or k + 4; a = 4 or b, b = 8 or a; and what nothing reaches. */
static void check_strength(void) {
  nodes[0] = (node){.kind = CHOSEN, .count = 2, .from = {1, 3}};
  nodes[1] = (node){.kind = CONSTANT, .number = 0};
  nodes[2] = (node){.kind = CONSTANT, .number = 4};
  nodes[3] = (node){.kind = COMPUTED, .operation = TL_FACT_ADD, .from = {0, 2}};
  nodes[4] = (node){.kind = CHOSEN, .count = 2, .from = {2, 5}};
  nodes[5] = (node){.kind = CHOSEN, .count = 2, .from = {6, 4}};
  nodes[6] = (node){.kind = CONSTANT, .number = 8};
  nodes[7] = (node){.kind = COMPUTED, .operation = TL_FACT_ADD, .from = {7, 2}};
  expect("a ring", 0, 4);
  expect("its next", 3, 4);
  expect("a swap", 4, 4);
  expect("what nothing reaches", 7, 1);
}

/* Loops in a row, each of which begins where the last one ends: no more than
 * rounds of evaluation, and no stack that grows with it. */
static void check_length(void) {
  nodes[0] = (node){.kind = CONSTANT, .number = 8};
  for (int i = 1; i + 1 < LONG; i += 2) {
    nodes[i] = (node){.kind = CHOSEN, .count = 2, .from = {i - 1, i + 1}};
    nodes[i + 1] =
        (node){.kind = COMPUTED, .operation = TL_FACT_XOR, .from = {i, 0}};
  }
  evaluations = 0;
  expect("loops in a row", LONG - 2, 8);
  if (evaluations > 16l * LONG) {
    printf("%ld evaluations of %d values\n", evaluations, LONG);
    failures++;
  }
}

/* A block that all others branch to: what it asks for comes at once. */
static void check_width(void) {
  nodes[0] = (node){.kind = CONSTANT, .number = 8};
  for (int i = 1; i + 1 < LONG; i++)
    nodes[i] = (node){.kind = COMPUTED,
                      .operation = TL_FACT_XOR,
                      .from = {i % 2 ? LONG - 1 : i - 1, 0}};
  nodes[LONG - 1] = (node){.kind = HUB, .count = LONG - 1};
  questions = 0;
  expect("a block of many branches", LONG - 1, 8);
  if (questions > 16l * LONG) {
    printf("%ld questions of a block of %d branches\n", questions, LONG);
    failures++;
  }
}

int main(void) {
  srand(1);
  for (int i = 0; i < SYSTEMS; i++)
    check_random(1 + i % MOST);
  check_strength();
  check_ranges();
  check_length();
  check_width();
  printf("%ld points, %ld known, %ld ranges, %ld failures\n", points, known,
         ranges, failures);
  return failures != 0;
}
