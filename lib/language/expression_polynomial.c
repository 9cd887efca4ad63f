/* expression_polynomial.c - The polynomial that has given values, by divided
 * differences (Newton), one number after the other. */
#include "base/checked.h"
#include "expression_run_time.h"

int64_t tl_run_time_terms(const tl_run_time *numbers) {
  int64_t count = 1;
  for (int64_t i = 0; i < numbers->count; i++)
    count *= TL_DEGREES;
  return count;
}

/* (b - a) / (y - x), exactly. */
static bool divide_difference(int64_t a, int64_t b, int64_t x, int64_t y,
                              int64_t *out) {
  int64_t rise;
  if (__builtin_sub_overflow(b, a, &rise) || rise % (y - x) != 0)
    return false;
  *out = rise / (y - x);
  return true;
}

/* a + b * c. */
static bool add_product(int64_t a, int64_t b, int64_t c, int64_t *out) {
  return tl_multiply_add(a, b, c, out, NULL) == TL_OK;
}

/* The values a, b, c at x[0], x[1], x[2] of one factor become coefficients:
 * p(m) = a + b (m - x0) + c (m - x0) (m - x1). */
static bool fit_line(int64_t *a, int64_t *b, int64_t *c,
                     const int64_t x[TL_DEGREES]) {
  int64_t late;
  return divide_difference(*b, *c, x[1], x[2], &late) &&
         divide_difference(*a, *b, x[0], x[1], b) &&
         divide_difference(*b, late, x[0], x[2], c) &&
         add_product(*b, *c, -x[1], b) && add_product(*a, *b, -x[0], a) &&
         add_product(*b, *c, -x[0], b);
}

bool tl_polynomial_fit(tl_polynomial *polynomial, int64_t count,
                       const int64_t at[][TL_DEGREES]) {
  int64_t *terms = polynomial->terms, size = 1;
  for (int64_t i = 0; i < count; i++)
    size *= TL_DEGREES;
  for (int64_t i = 0, step = 1; i < count; i++, step *= TL_DEGREES)
    for (int64_t k = 0; k < size; k++)
      if (k / step % TL_DEGREES == 0 &&
          !fit_line(&terms[k], &terms[k + step], &terms[k + 2 * step], at[i]))
        return false;
  return true;
}

/* The degree of number i in a term. */
static int64_t degree_of(int64_t term, int64_t i) {
  while (i-- > 0)
    term /= TL_DEGREES;
  return term % TL_DEGREES;
}

bool tl_polynomial_value(const tl_polynomial *polynomial,
                         const tl_run_time *numbers, int64_t *out) {
  *out = 0;
  for (int64_t k = 0; k < tl_run_time_terms(numbers); k++) {
    int64_t product = polynomial->terms[k];
    for (int64_t i = 0; product && i < numbers->count; i++)
      for (int64_t d = 0; d < degree_of(k, i); d++)
        if (__builtin_mul_overflow(product, numbers->items[i].factor, &product))
          return false;
    if (__builtin_add_overflow(*out, product, out))
      return false;
  }
  return true;
}

static void write_name(const tl_run_time_number *number, unsigned bit,
                       unsigned *named, const tl_writer *text) {
  text->write(text->stream, number->name.start, number->name.length);
  if (number->divisor > 1 && !(*named & bit))
    tl_write(text, "{div %" PRId64 "}", number->divisor);
  *named |= bit;
}

/* The factors of a term are numbers divided by their divisors: 2 m is M/32
 * where M is 64 m. */
static void write_term(int64_t coefficient, int64_t term,
                       const tl_run_time *numbers, unsigned *named,
                       const tl_writer *text) {
  int64_t divisor = 1;
  for (int64_t i = 0; i < numbers->count; i++)
    for (int64_t d = 0; d < degree_of(term, i); d++) {
      int64_t common = tl_gcd(coefficient, numbers->items[i].divisor);
      coefficient /= common;
      divisor *= numbers->items[i].divisor / common;
    }
  const char *times = "";
  if (coefficient != 1 || term == 0) {
    tl_write(text, "%" PRId64, coefficient);
    times = "*";
  }
  for (int64_t i = 0; i < numbers->count; i++)
    for (int64_t d = 0; d < degree_of(term, i); d++, times = "*") {
      tl_write(text, "%s", times);
      write_name(&numbers->items[i], 1u << i, named, text);
    }
  if (divisor > 1)
    tl_write(text, "/%" PRId64, divisor);
}

/* One number alone, or an integer. */
static bool is_plain(const tl_polynomial *polynomial,
                     const tl_run_time *numbers) {
  int64_t terms = 0, size = tl_run_time_terms(numbers);
  for (int64_t k = 1; k < size; k++)
    terms += polynomial->terms[k] != 0;
  if (terms == 0)
    return true;
  for (int64_t i = 0, k = 1; i < numbers->count; i++, k *= TL_DEGREES)
    if (polynomial->terms[k] == numbers->items[i].divisor)
      return terms == 1 && polynomial->terms[0] == 0;
  return false;
}

void tl_polynomial_write(const tl_polynomial *polynomial,
                         const tl_run_time *numbers, unsigned *named,
                         const tl_writer *text) {
  bool plain = is_plain(polynomial, numbers), is_first = true;
  tl_write(text, plain ? "" : "{");
  for (int64_t k = tl_run_time_terms(numbers) - 1; k >= 0; k--) {
    int64_t term = polynomial->terms[k];
    if (term == 0 && !(plain && k == 0 && is_first))
      continue;
    bool is_minus = term < 0 && !(plain && k == 0);
    tl_write(text, is_first ? (is_minus ? "-" : "") : is_minus ? " - " : " + ");
    write_term(is_minus ? -term : term, k, numbers, named, text);
    is_first = false;
  }
  tl_write(text, plain ? "" : "}");
}
