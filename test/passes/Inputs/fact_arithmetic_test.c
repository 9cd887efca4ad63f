/* Law F1 in full: all operands of a few bits, under all facts that hold of
 * them, through every operation, with and without its promises. */
#include "passes/facts/fact_arithmetic.h"
#include <stdio.h>
#include <stdlib.h>

enum { MOST_BITS = 5, MOST_FACTS = 64 };

static long points;

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
    if (x->b == 0 || (x->a == x->low && x->b == -1))
      return false;
    *is_exact = x->a % x->b == 0;
    *out = rounding == 0   ? x->a / x->b
           : rounding == 1 ? divide_down(x->a, x->b)
                           : -divide_down(-x->a, x->b);
    return true;
  case TL_FACT_DIVIDE_UNSIGNED:
    if (b == 0)
      return false;
    *is_exact = a % b == 0;
    *out = (int64_t)(a / b + (rounding == 2 && a % b != 0));
    return true;
  case TL_FACT_REMAINDER_SIGNED:
    *out = x->b ? x->a % x->b : 0;
    return x->b != 0;
  case TL_FACT_REMAINDER_UNSIGNED:
    *out = b ? (int64_t)(a % b) : 0;
    return b != 0;
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
  case TL_FACT_EITHER:
    *out = rounding ? x->a : x->b;
    return true;
  }
  return false;
}

static bool holds(tl_value_fact fact, int64_t number) {
  if (fact.is_constant)
    return fact.constant == number;
  return number == 0 || (fact.divisor != 0 && number % fact.divisor == 0);
}

static int facts_of(int64_t number, int64_t high, tl_value_fact *facts) {
  int count = 0;
  facts[count++] = tl_fact_constant(number);
  for (int64_t divisor = 1; divisor <= 2 * high + 2; divisor++)
    if (number % divisor == 0)
      facts[count++] = (tl_value_fact){.divisor = divisor};
  return count;
}

static void fail(int operation, const numbers *x, tl_value_fact of_a,
                 tl_value_fact of_b, tl_value_fact result, int64_t number) {
  printf("operation %d in %d bits: %d (divisor %d), %d (divisor %d) -> %d, "
         "which does not satisfy divisor %lld, constant %d\n",
         operation, (int)x->bits, (int)x->a, (int)of_a.divisor, (int)x->b,
         (int)of_b.divisor, (int)number, (long long)result.divisor,
         result.is_constant);
  exit(1);
}

static void check_facts(int operation, const numbers *x, int64_t number,
                        const tl_arithmetic *how) {
  tl_value_fact of_a[MOST_FACTS], of_b[MOST_FACTS];
  int a_count = facts_of(x->a, x->high, of_a);
  int b_count = facts_of(x->b, x->high, of_b);
  for (int i = 0; i < a_count; i++)
    for (int j = 0; j < b_count; j++) {
      tl_value_fact result = tl_fact_of_operation((tl_fact_operation)operation,
                                                  of_a[i], of_b[j], how);
      points++;
      if (!holds(result, number) ||
          (result.divisor == 0) != (result.is_constant && number == 0))
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
  int count = facts_of(x->a, x->high, facts);
  int64_t without = (int64_t)without_sign(x->a, x->bits);
  for (int i = 0; i < count; i++) {
    tl_value_fact wider = tl_fact_zero_extend(facts[i], x->bits);
    if (!holds(wider, without))
      fail(-1, x, facts[i], facts[i], wider, without);
    for (int64_t bits = 1; bits <= x->bits; bits++)
      for (int keeps = 0; keeps < 2; keeps++) {
        tl_arithmetic how = {.bits = bits, .no_signed_wrap = keeps};
        int64_t number = with_sign((uint64_t)x->a, bits);
        tl_value_fact cut = tl_fact_truncate(facts[i], &how);
        points++;
        if ((!keeps || number == x->a) && !holds(cut, number))
          fail(-2, x, facts[i], facts[i], cut, number);
      }
  }
}

static void check_both(const numbers *x) {
  tl_value_fact facts[MOST_FACTS];
  int count = facts_of(x->a, x->high, facts);
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++)
      if (!holds(tl_fact_both(facts[i], facts[j]), x->a))
        fail(-3, x, facts[i], facts[j], tl_fact_both(facts[i], facts[j]), x->a);
}

/* What keeps vectors wide. */
static void check_strength(void) {
  tl_arithmetic wraps = {.bits = 64}, keeps = {64, true, true};
  tl_value_fact three = {.divisor = 3}, eight = {.divisor = 8};
  tl_value_fact large = {.divisor = INT64_C(1) << 40};
  const struct {
    tl_fact_operation operation;
    tl_value_fact a, b;
    const tl_arithmetic *how;
    int64_t divisor;
  } rows[] = {
      {TL_FACT_ADD, eight, {.divisor = 12}, &wraps, 4},
      {TL_FACT_ADD, three, {.divisor = 6}, &wraps, 1},
      {TL_FACT_ADD, three, {.divisor = 6}, &keeps, 3},
      {TL_FACT_MULTIPLY, three, eight, &wraps, 8},
      {TL_FACT_MULTIPLY, three, eight, &keeps, 24},
      {TL_FACT_MULTIPLY, large, large, &keeps, INT64_C(1) << 62},
      {TL_FACT_MULTIPLY, three, tl_fact_constant(0), &wraps, 0},
      {TL_FACT_DIVIDE_UNSIGNED, eight, tl_fact_constant(4), &wraps, 2},
      {TL_FACT_DIVIDE_UNSIGNED, eight, tl_fact_constant(3), &wraps, 1},
      {TL_FACT_DIVIDE_SIGNED, {.divisor = 24}, tl_fact_constant(3), &wraps, 8},
      {TL_FACT_REMAINDER_UNSIGNED, eight, {.divisor = 12}, &wraps, 4},
      {TL_FACT_AND, three, tl_fact_constant(-16), &wraps, 16},
      {TL_FACT_OR, eight, tl_fact_constant(4), &wraps, 4},
      {TL_FACT_SHIFT_LEFT, three, tl_fact_constant(3), &wraps, 8},
      {TL_FACT_SHIFT_LEFT, three, tl_fact_constant(3), &keeps, 24},
      {TL_FACT_SHIFT_RIGHT_UNSIGNED, eight, tl_fact_constant(1), &wraps, 4},
      {TL_FACT_EITHER, eight, {.divisor = 12}, &wraps, 4},
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

int main(void) {
  for (int64_t bits = 1; bits <= MOST_BITS; bits++) {
    numbers x = {.bits = bits,
                 .low = -(INT64_C(1) << (bits - 1)),
                 .high = (INT64_C(1) << (bits - 1)) - 1};
    for (x.a = x.low; x.a <= x.high; x.a++) {
      check_casts(&x);
      check_both(&x);
      for (x.b = x.low; x.b <= x.high; x.b++)
        for (int operation = 0; operation <= TL_FACT_EITHER; operation++)
          for (int rounding = 0; rounding < 3; rounding++)
            check_operation(operation, &x, rounding);
    }
  }
  check_strength();
  printf("%ld points\n", points);
  return 0;
}
