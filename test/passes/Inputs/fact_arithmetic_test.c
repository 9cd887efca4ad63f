/* Laws F1 and F3 in full: all operands of a few bits, under all facts that hold of
 * them, through every operation, with and without its promises; all loops of a
 * few steps.  Prints how many numbers the results leave, of all together. */
#include "passes/facts/fact_arithmetic.h"
#include <stdio.h>
#include <stdlib.h>

enum { MOST_BITS = 5, RANGES = 6, MOST_FACTS = 256, FAR = 12 };

enum {
  ZERO_EXTEND = TL_FACT_OPERATIONS,
  TRUNCATE,
  BOTH,
  EITHER,
  WIDEN,
  EXCEPT,
  REST
};

static long points;
static int64_t left[REST + 1]; /* numbers of results, by what they are of */

typedef struct numbers {
  int64_t a, b, bits, low, high; /* low <= number <= high */
} numbers;

static uint64_t without_sign(int64_t number, int64_t bits) {
  return (uint64_t)number & ((UINT64_C(1) << bits) - 1);
}

static int64_t with_sign(uint64_t number, int64_t bits) {
  int64_t low = (int64_t)(number & ((UINT64_C(1) << bits) - 1));
  return low >> (bits - 1) ? low - (INT64_C(1) << bits) : low;
}

static int64_t divide_down(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* The result before it wraps, and whether an exact operation may have it;
 * false where it is undefined.  `rounding` is 0: toward zero, 1: down, 2: up. */
static bool compute(tl_fact_operation operation, const numbers *x, int rounding,
                    int64_t *out, bool *is_exact) {
  uint64_t a = without_sign(x->a, x->bits), b = without_sign(x->b, x->bits);
  bool shifts = x->b >= 0 && x->b < x->bits;
  *is_exact = true;
  switch (operation) {
  case TL_FACT_ADD:
    *out = x->a + x->b;
    return true;
  case TL_FACT_SUBTRACT:
    *out = x->a - x->b;
    return true;
  case TL_FACT_MULTIPLY:
    *out = x->a * x->b;
    return true;
  case TL_FACT_DIVIDE_SIGNED:
  case TL_FACT_DIVIDE_SIGNED_UP:
    if (x->b == 0 || (x->a == x->low && x->b == -1))
      return false;
    *is_exact = x->a % x->b == 0;
    *out = operation == TL_FACT_DIVIDE_SIGNED_UP ? -divide_down(-x->a, x->b)
           : rounding                            ? divide_down(x->a, x->b)
                                                 : x->a / x->b;
    return true;
  case TL_FACT_DIVIDE_UNSIGNED:
  case TL_FACT_DIVIDE_UNSIGNED_UP:
    if (b == 0)
      return false;
    *is_exact = a % b == 0;
    *out = (int64_t)(a / b +
                     (operation == TL_FACT_DIVIDE_UNSIGNED_UP && a % b != 0));
    return true;
  case TL_FACT_REMAINDER_SIGNED:
    *out = x->b ? x->a % x->b : 0;
    return x->b != 0;
  case TL_FACT_REMAINDER_UNSIGNED:
    *out = b ? (int64_t)(a % b) : 0;
    return b != 0;
  case TL_FACT_MODULO:
    *out = x->b > 0 ? x->a - divide_down(x->a, x->b) * x->b : 0;
    return x->b > 0;
  case TL_FACT_AND:
    *out = x->a & x->b;
    return true;
  case TL_FACT_OR:
    *out = x->a | x->b;
    return true;
  case TL_FACT_XOR:
    *out = x->a ^ x->b;
    return true;
  case TL_FACT_SHIFT_LEFT:
    *out = shifts ? x->a * (INT64_C(1) << x->b) : 0;
    return shifts;
  case TL_FACT_SHIFT_RIGHT_SIGNED:
    *out = shifts ? divide_down(x->a, INT64_C(1) << x->b) : 0;
    *is_exact = shifts && x->a % (INT64_C(1) << x->b) == 0;
    return shifts;
  case TL_FACT_SHIFT_RIGHT_UNSIGNED:
    *out = shifts ? (int64_t)(a >> x->b) : 0;
    *is_exact = shifts && a % (UINT64_C(1) << x->b) == 0;
    return shifts;
  case TL_FACT_LEAST_SIGNED:
    *out = x->a < x->b ? x->a : x->b;
    return true;
  case TL_FACT_LEAST_UNSIGNED:
    *out = a < b ? x->a : x->b;
    return true;
  case TL_FACT_MOST_SIGNED:
    *out = x->a < x->b ? x->b : x->a;
    return true;
  case TL_FACT_MOST_UNSIGNED:
    *out = a < b ? x->b : x->a;
    return true;
  case TL_FACT_OPERATIONS:
    break;
  }
  return false;
}

static bool holds(tl_value_fact fact, int64_t number) {
  return fact.least <= number && number <= fact.most &&
         (number == 0 || (fact.divisor != 0 && number % fact.divisor == 0));
}

/* The number, every divisor, and small ones in some ranges. */
static int facts_of(const numbers *x, int64_t number, tl_value_fact *facts) {
  const int64_t ends[RANGES][2] = {
      {INT64_MIN, INT64_MAX},
      {x->low, x->high},
      {number, x->high},
      {x->low, number},
      {number < 0 ? number : 0, number > 0 ? number : 0},
      {number > x->low ? number - 1 : number,
       number < x->high ? number + 1 : number}};
  int count = 0;
  facts[count++] = tl_fact_constant(number);
  for (int i = 0; i < RANGES; i++)
    for (int64_t divisor = 1; divisor <= 2 * x->high + 2; divisor++)
      if (number % divisor == 0 && (i == 0 || divisor < 5))
        facts[count++] = tl_fact_both(tl_fact_multiple(divisor),
                                      tl_fact_between(ends[i][0], ends[i][1]));
  return count;
}

static int64_t multiples_to(int64_t number, int64_t divisor) {
  return divisor ? divide_down(number, divisor) : number < 0 ? -1 : 0;
}

/* How many numbers of a type it may be. */
static int64_t count_numbers(tl_value_fact fact, const numbers *x) {
  int64_t least = fact.least > x->low ? fact.least : x->low;
  int64_t most = fact.most < x->high ? fact.most : x->high;
  return multiples_to(most, fact.divisor) -
         multiples_to(least - 1, fact.divisor);
}

static void print_fact(const char *name, tl_value_fact fact) {
  printf("%s %lld to %lld by %lld\n", name, (long long)fact.least,
         (long long)fact.most, (long long)fact.divisor);
}

static void fail(int operation, const numbers *x, tl_value_fact of_a,
                 tl_value_fact of_b, tl_value_fact result, int64_t number) {
  printf("operation %d in %d bits: %d, %d -> %d\n", operation, (int)x->bits,
         (int)x->a, (int)x->b, (int)number);
  print_fact("a", of_a);
  print_fact("b", of_b);
  print_fact("result", result);
  exit(1);
}

static void check_facts(int operation, const numbers *x, int64_t number,
                        const tl_arithmetic *how) {
  tl_value_fact of_a[MOST_FACTS], of_b[MOST_FACTS];
  int a_count = facts_of(x, x->a, of_a);
  int b_count = facts_of(x, x->b, of_b);
  for (int i = 0; i < a_count; i++)
    for (int j = 0; j < b_count; j++) {
      tl_value_fact result = tl_fact_of_operation((tl_fact_operation)operation,
                                                  of_a[i], of_b[j], how);
      points++;
      left[operation] += count_numbers(result, x);
      if (!holds(result, number) ||
          (result.divisor == 0) != (tl_fact_is_constant(result) && number == 0))
        fail(operation, x, of_a[i], of_b[j], result, number);
    }
}

static void check_operation(int operation, const numbers *x, int rounding) {
  int64_t wide;
  bool is_exact;
  if (!compute((tl_fact_operation)operation, x, rounding, &wide, &is_exact))
    return;
  int64_t number = with_sign((uint64_t)wide, x->bits);
  for (int promises = 0; promises < 4; promises++) {
    tl_arithmetic how = {x->bits, promises & 1, promises & 2};
    if ((how.no_signed_wrap && number != wide) || (how.is_exact && !is_exact))
      continue;
    check_facts(operation, x, number, &how);
  }
}

static void check_casts(const numbers *x) {
  tl_value_fact facts[MOST_FACTS];
  int count = facts_of(x, x->a, facts);
  int64_t without = (int64_t)without_sign(x->a, x->bits);
  const numbers wide = {.low = 0, .high = 2 * x->high + 1};
  for (int i = 0; i < count; i++) {
    tl_value_fact wider = tl_fact_zero_extend(facts[i], x->bits);
    if (!holds(wider, without))
      fail(-1, x, facts[i], facts[i], wider, without);
    left[ZERO_EXTEND] += count_numbers(wider, &wide);
    for (int64_t bits = 1; bits <= x->bits; bits++)
      for (int keeps = 0; keeps < 2; keeps++) {
        tl_arithmetic how = {.bits = bits, .no_signed_wrap = keeps};
        int64_t number = with_sign((uint64_t)x->a, bits);
        tl_value_fact cut = tl_fact_truncate(facts[i], &how);
        points++;
        if ((!keeps || number == x->a) && !holds(cut, number))
          fail(-2, x, facts[i], facts[i], cut, number);
        left[TRUNCATE] += count_numbers(cut, x);
      }
  }
}

static void check_both(const numbers *x) {
  tl_value_fact facts[MOST_FACTS];
  int count = facts_of(x, x->a, facts);
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      tl_value_fact both = tl_fact_both(facts[i], facts[j]);
      if (!holds(both, x->a))
        fail(-3, x, facts[i], facts[j], both, x->a);
      left[BOTH] += count_numbers(both, x);
    }
}

/* Of either number. */
static void check_either(const numbers *x) {
  tl_value_fact of_a[MOST_FACTS], of_b[MOST_FACTS];
  int a_count = facts_of(x, x->a, of_a), b_count = facts_of(x, x->b, of_b);
  for (int i = 0; i < a_count; i++)
    for (int j = 0; j < b_count; j++) {
      tl_value_fact either = tl_fact_either(of_a[i], of_b[j]);
      tl_value_fact wide = tl_fact_widen(of_a[i], of_b[j]);
      if (!holds(either, x->a) || !holds(wide, x->a))
        fail(-4, x, of_a[i], of_b[j], either, x->a);
      if (!holds(either, x->b) || !holds(wide, x->b))
        fail(-4, x, of_a[i], of_b[j], either, x->b);
      left[EITHER] += count_numbers(either, x);
      left[WIDEN] += count_numbers(wide, x);
    }
}

/* Of a number that is not another one. */
static void check_except(const numbers *x) {
  tl_value_fact of_a[MOST_FACTS];
  int a_count = facts_of(x, x->a, of_a);
  for (int i = 0; i < a_count && x->a != x->b; i++) {
    tl_value_fact rest = tl_fact_except(of_a[i], x->b);
    if (!holds(rest, x->a))
      fail(-5, x, of_a[i], of_a[i], rest, x->a);
    left[EXCEPT] += count_numbers(rest, x);
  }
}

/* What keeps vectors wide. */
static void check_strength(void) {
  tl_arithmetic wraps = {.bits = 64}, keeps = {64, true, true};
  tl_value_fact three = tl_fact_multiple(3), eight = tl_fact_multiple(8);
  tl_value_fact large = tl_fact_multiple(INT64_C(1) << 40);
  tl_value_fact least = tl_fact_constant(INT64_MIN);
  const struct {
    tl_fact_operation operation;
    tl_value_fact a, b;
    const tl_arithmetic *how;
    int64_t divisor;
  } rows[] = {
      {TL_FACT_ADD, eight, tl_fact_multiple(12), &wraps, 4},
      {TL_FACT_ADD, three, tl_fact_multiple(6), &wraps, 1},
      {TL_FACT_ADD, three, tl_fact_multiple(6), &keeps, 3},
      {TL_FACT_MULTIPLY, three, eight, &wraps, 8},
      {TL_FACT_MULTIPLY, three, eight, &keeps, 24},
      {TL_FACT_MULTIPLY, large, large, &keeps, INT64_C(1) << 62},
      {TL_FACT_MULTIPLY, three, tl_fact_constant(0), &wraps, 0},
      {TL_FACT_XOR, least, tl_fact_constant(0), &wraps, INT64_C(1) << 62},
      {TL_FACT_DIVIDE_SIGNED, least, tl_fact_constant(-1), &wraps,
       INT64_C(1) << 62},
      {TL_FACT_DIVIDE_UNSIGNED, eight, tl_fact_constant(4), &wraps, 2},
      {TL_FACT_DIVIDE_UNSIGNED, eight, tl_fact_constant(3), &wraps, 1},
      {TL_FACT_DIVIDE_SIGNED, tl_fact_multiple(24), tl_fact_constant(3), &wraps,
       8},
      {TL_FACT_REMAINDER_UNSIGNED, eight, tl_fact_multiple(12), &wraps, 4},
      {TL_FACT_AND, three, tl_fact_constant(-16), &wraps, 16},
      {TL_FACT_OR, eight, tl_fact_constant(4), &wraps, 4},
      {TL_FACT_SHIFT_LEFT, three, tl_fact_constant(3), &wraps, 8},
      {TL_FACT_SHIFT_LEFT, three, tl_fact_constant(3), &keeps, 24},
      {TL_FACT_SHIFT_RIGHT_UNSIGNED, eight, tl_fact_constant(1), &wraps, 4},
      {TL_FACT_MOST_SIGNED, eight, tl_fact_multiple(12), &wraps, 4},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    tl_value_fact result = tl_fact_of_operation(rows[i].operation, rows[i].a,
                                                rows[i].b, rows[i].how);
    if (result.divisor != rows[i].divisor) {
      printf("row %d: divisor %lld, expected %lld\n", (int)i,
             (long long)result.divisor, (long long)rows[i].divisor);
      exit(1);
    }
  }
}

/* What drops bounds: the ends of a result. */
static void check_ranges(void) {
  tl_arithmetic wraps = {.bits = 64}, keeps = {64, true, true};
  tl_arithmetic narrow = {.bits = 8};
  tl_value_fact any = tl_fact_unknown(), row = tl_fact_between(0, 63);
  tl_value_fact natural = tl_fact_between(0, INT64_MAX);
  tl_value_fact sign = tl_fact_between(-8, 8), four = tl_fact_constant(4);
  tl_value_fact stages = tl_fact_both(row, tl_fact_multiple(24));
  const struct {
    tl_fact_operation operation;
    tl_value_fact a, b;
    const tl_arithmetic *how;
    int64_t least, most;
  } rows[] = {
      {TL_FACT_ADD, row, four, &wraps, 4, 67},
      {TL_FACT_ADD, natural, four, &wraps, INT64_MIN, INT64_MAX},
      {TL_FACT_ADD, natural, four, &keeps, 4, INT64_MAX},
      {TL_FACT_ADD, stages, four, &wraps, 4, 52},
      {TL_FACT_SUBTRACT, natural, four, &wraps, -4, INT64_MAX - 4},
      {TL_FACT_MULTIPLY, row, sign, &wraps, -504, 504},
      {TL_FACT_MULTIPLY, row, four, &narrow, -128, 124},
      {TL_FACT_DIVIDE_SIGNED, row, four, &wraps, 0, 15},
      {TL_FACT_DIVIDE_SIGNED, sign, tl_fact_constant(3), &wraps, -3, 2},
      {TL_FACT_DIVIDE_SIGNED_UP, row, four, &wraps, 0, 16},
      {TL_FACT_DIVIDE_SIGNED_UP, tl_fact_between(5, 9), four, &wraps, 2, 3},
      {TL_FACT_DIVIDE_UNSIGNED, any, four, &wraps, 0, INT64_MAX / 2},
      {TL_FACT_DIVIDE_UNSIGNED_UP, row, four, &wraps, 0, 16},
      {TL_FACT_REMAINDER_SIGNED, any, four, &wraps, -3, 3},
      {TL_FACT_REMAINDER_UNSIGNED, any, four, &wraps, 0, 3},
      {TL_FACT_REMAINDER_UNSIGNED, natural, any, &wraps, 0, INT64_MAX},
      {TL_FACT_REMAINDER_UNSIGNED, row, tl_fact_constant(64), &wraps, 0, 63},
      {TL_FACT_MODULO, any, four, &wraps, 0, 3},
      {TL_FACT_AND, any, tl_fact_constant(15), &wraps, 0, 15},
      {TL_FACT_AND, row, tl_fact_constant(-8), &wraps, 0, 56},
      {TL_FACT_OR, row, four, &wraps, 4, 63},
      {TL_FACT_XOR, row, four, &wraps, 0, 63},
      {TL_FACT_SHIFT_LEFT, row, tl_fact_constant(3), &wraps, 0, 504},
      {TL_FACT_SHIFT_LEFT, row, row, &keeps, INT64_MIN, INT64_MAX},
      {TL_FACT_SHIFT_RIGHT_SIGNED, row, tl_fact_constant(3), &wraps, 0, 7},
      {TL_FACT_SHIFT_RIGHT_UNSIGNED, any, four, &wraps, 0, INT64_MAX >> 3},
      {TL_FACT_LEAST_SIGNED, any, four, &wraps, INT64_MIN, 4},
      {TL_FACT_LEAST_UNSIGNED, any, four, &wraps, 0, 4},
      {TL_FACT_MOST_SIGNED, any, four, &wraps, 4, INT64_MAX},
      {TL_FACT_MOST_UNSIGNED, row, four, &wraps, 4, 63},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    tl_value_fact result = tl_fact_of_operation(rows[i].operation, rows[i].a,
                                                rows[i].b, rows[i].how);
    if (result.least != rows[i].least || result.most != rows[i].most) {
      printf("range %d: expected %lld to %lld\n", (int)i,
             (long long)rows[i].least, (long long)rows[i].most);
      print_fact("result", result);
      exit(1);
    }
  }
}

/* Facts of divisors alone, and of the number itself. */
static int divisors_of(int64_t number, tl_value_fact *facts) {
  int count = 0;
  facts[count++] = tl_fact_constant(number);
  for (int64_t divisor = 1; divisor <= 2 * FAR; divisor++)
    if (number % divisor == 0)
      facts[count++] = tl_fact_multiple(divisor);
  return count;
}

/* What is left in the last turn is the least, and some loop with these divisors
 * leaves as little. */
static void check_loop(int64_t lower, int64_t upper, int64_t step) {
  tl_value_fact lowers[MOST_FACTS], uppers[MOST_FACTS], steps[MOST_FACTS];
  int64_t last = lower, most = 0;
  while (last + step < upper)
    last += step;
  int lower_count = divisors_of(lower, lowers);
  int upper_count = divisors_of(upper, uppers);
  int step_count = divisors_of(step, steps);
  for (int i = 0; i < lower_count; i++)
    for (int j = 0; j < upper_count; j++)
      for (int k = 0; k < step_count; k++) {
        int64_t rest = tl_fact_least_rest(lowers[i], uppers[j], steps[k]);
        most = rest > most ? rest : most;
        left[REST] += rest;
        points++;
      }
  bool is_whole = (upper - lower) % step == 0 && lower % step == 0;
  if (most > upper - last || most < 1 || (is_whole && most < step)) {
    printf("from %d to %d by %d: %d left, not %d\n", (int)lower, (int)upper,
           (int)step, (int)(upper - last), (int)most);
    exit(1);
  }
}

static void check_loops(void) {
  for (int64_t lower = -FAR; lower < FAR; lower++)
    for (int64_t upper = lower + 1; upper <= FAR; upper++)
      for (int64_t step = 1; step <= 2 * FAR; step++)
        check_loop(lower, upper, step);
}

static void print_left(void) {
  static const char *const NAMES[REST + 1] = {
      [TL_FACT_ADD] = "add",
      [TL_FACT_SUBTRACT] = "subtract",
      [TL_FACT_MULTIPLY] = "multiply",
      [TL_FACT_DIVIDE_SIGNED] = "divide",
      [TL_FACT_DIVIDE_SIGNED_UP] = "divide, up",
      [TL_FACT_DIVIDE_UNSIGNED] = "divide, unsigned",
      [TL_FACT_DIVIDE_UNSIGNED_UP] = "divide, unsigned, up",
      [TL_FACT_REMAINDER_SIGNED] = "remainder",
      [TL_FACT_REMAINDER_UNSIGNED] = "remainder, unsigned",
      [TL_FACT_MODULO] = "modulo",
      [TL_FACT_AND] = "and",
      [TL_FACT_OR] = "or",
      [TL_FACT_XOR] = "xor",
      [TL_FACT_SHIFT_LEFT] = "shift left",
      [TL_FACT_SHIFT_RIGHT_SIGNED] = "shift right",
      [TL_FACT_SHIFT_RIGHT_UNSIGNED] = "shift right, unsigned",
      [TL_FACT_LEAST_SIGNED] = "least",
      [TL_FACT_LEAST_UNSIGNED] = "least, unsigned",
      [TL_FACT_MOST_SIGNED] = "most",
      [TL_FACT_MOST_UNSIGNED] = "most, unsigned",
      [ZERO_EXTEND] = "zero extend",
      [TRUNCATE] = "truncate",
      [BOTH] = "both",
      [EITHER] = "either",
      [WIDEN] = "widen",
      [EXCEPT] = "except",
      [REST] = "rest of a loop"};
  for (int i = 0; i <= REST; i++)
    printf("%s: %lld\n", NAMES[i], (long long)left[i]);
}

int main(void) {
  for (int64_t bits = 1; bits <= MOST_BITS; bits++) {
    numbers x = {.bits = bits,
                 .low = -(INT64_C(1) << (bits - 1)),
                 .high = (INT64_C(1) << (bits - 1)) - 1};
    for (x.a = x.low; x.a <= x.high; x.a++) {
      check_casts(&x);
      check_both(&x);
      for (x.b = x.low; x.b <= x.high; x.b++) {
        check_either(&x);
        check_except(&x);
        for (int operation = 0; operation < TL_FACT_OPERATIONS; operation++)
          for (int rounding = 0; rounding < 2; rounding++)
            check_operation(operation, &x, rounding);
      }
    }
  }
  check_strength();
  check_ranges();
  check_loops();
  print_left();
  printf("%ld points\n", points);
  return 0;
}
