/* expression_polynomial.c - The polynomial that has given values, by divided
 * differences (Newton), one number after the other. */
#include "base/checked.h"
#include "expression_run_time.h"

static int64_t count_degrees(const tl_run_time *numbers) {
  return numbers->count <= 4 ? TL_DEGREES : TL_DEGREES - 1;
}

int64_t tl_run_time_terms(const tl_run_time *numbers) {
  int64_t count = 1;
  for (int64_t i = 0; i < numbers->count; i++)
    count *= count_degrees(numbers);
  return count;
}

int64_t tl_run_time_degree(const tl_run_time *numbers, int64_t term,
                           int64_t i) {
  while (i-- > 0)
    term /= count_degrees(numbers);
  return term % count_degrees(numbers);
}

/* out = a + b * c. */
static bool add_product(int64_t a, int64_t b, int64_t c, int64_t *out) {
  return tl_multiply_add(a, b, c, out, NULL) == TL_OK;
}

static bool multiply(int64_t *product, int64_t factor) {
  return tl_product_fits(*product, factor, product);
}

/* ---- Fitting ------------------------------------------------------------ */

/* (b - a) / (y - x), exactly. */
static bool divide_difference(int64_t a, int64_t b, int64_t x, int64_t y,
                              int64_t *out) {
  int64_t rise;
  if (!tl_difference_fits(b, a, &rise) || rise % (y - x) != 0)
    return false;
  *out = rise / (y - x);
  return true;
}

/* The values a, b, c at t[0], t[1], t[2] become coefficients:
 * p(t) = a + b (t - t0) + c (t - t0) (t - t1). */
static bool fit_parabola(int64_t *a, int64_t *b, int64_t *c, const int64_t *t) {
  int64_t late;
  return divide_difference(*b, *c, t[1], t[2], &late) &&
         divide_difference(*a, *b, t[0], t[1], b) &&
         divide_difference(*b, late, t[0], t[2], c) &&
         add_product(*b, *c, -t[1], b) && add_product(*a, *b, -t[0], a) &&
         add_product(*b, *c, -t[0], b);
}

static bool fit_line(int64_t *a, int64_t *b, const int64_t *t) {
  return divide_difference(*a, *b, t[0], t[1], b) &&
         add_product(*a, *b, -t[0], a);
}

/* All terms along the degrees of one number, whose terms are `step` apart. */
static bool fit_number(tl_polynomial *polynomial, const tl_run_time *numbers,
                       int64_t step, const int64_t *t) {
  int64_t *terms = polynomial->terms, degrees = count_degrees(numbers);
  for (int64_t k = 0; k < tl_run_time_terms(numbers); k++) {
    bool is_first = k / step % degrees == 0;
    if (is_first && !(degrees == 2 ? fit_line(&terms[k], &terms[k + step], t)
                                   : fit_parabola(&terms[k], &terms[k + step],
                                                  &terms[k + 2 * step], t)))
      return false;
  }
  return true;
}

/* Of factors scale * t, coefficients of the t become those of the factors over
 * one divisor. */
static bool unscale(tl_polynomial *polynomial, const tl_run_time *numbers,
                    const int64_t *scale) {
  int64_t size = tl_run_time_terms(numbers), scales[TL_MAX_RUN_TIME_TERMS];
  polynomial->divisor = 1;
  for (int64_t k = 0; k < size; k++) {
    int64_t term = polynomial->terms[k];
    scales[k] = 1;
    for (int64_t i = 0; term && i < numbers->count; i++)
      for (int64_t d = 0; d < tl_run_time_degree(numbers, k, i); d++)
        if (!multiply(&scales[k], scale[i]))
          return false;
    int64_t rest = scales[k] / tl_gcd(scales[k], term);
    rest /= tl_gcd(rest, polynomial->divisor);
    if (term && !multiply(&polynomial->divisor, rest))
      return false;
  }
  for (int64_t k = 0; k < size; k++) {
    int64_t common = tl_gcd(scales[k], polynomial->terms[k]);
    int64_t factor = polynomial->divisor / (scales[k] / common);
    polynomial->terms[k] /= common;
    if (polynomial->terms[k] && !multiply(&polynomial->terms[k], factor))
      return false;
  }
  return true;
}

/* Whether what is computed to write it fits 64 bits: of a term the product of
 * the divisors of its numbers, and of all terms that are divided together that
 * of all. */
static bool can_write(const tl_polynomial *polynomial,
                      const tl_run_time *numbers) {
  bool is_ceil = polynomial->divisor > 1;
  int64_t product = polynomial->divisor;
  for (int64_t k = 0; k < tl_run_time_terms(numbers); k++) {
    int64_t term = polynomial->terms[k];
    if (term == 0)
      continue;
    if (!is_ceil)
      product = 1;
    if (term == INT64_MIN || !multiply(&product, term))
      return false;
    for (int64_t i = 0; i < numbers->count; i++)
      for (int64_t d = 0; d < tl_run_time_degree(numbers, k, i); d++)
        if (!multiply(&product, numbers->items[i].divisor))
          return false;
  }
  return true;
}

bool tl_polynomial_fit(tl_polynomial *polynomial, const tl_run_time *numbers,
                       const int64_t *scales, const int64_t *at,
                       int64_t stride) {
  for (int64_t i = 0, step = 1; i < numbers->count; i++) {
    int64_t t[TL_DEGREES];
    for (int64_t d = 0; d < TL_DEGREES; d++)
      t[d] = at[i * stride + d] / scales[i];
    if (!fit_number(polynomial, numbers, step, t))
      return false;
    step *= count_degrees(numbers);
  }
  return unscale(polynomial, numbers, scales) && can_write(polynomial, numbers);
}

bool tl_polynomial_value(const tl_polynomial *polynomial,
                         const tl_run_time *numbers, int64_t *out) {
  int64_t sum = 0, divisor = polynomial->divisor;
  for (int64_t k = 0; k < tl_run_time_terms(numbers); k++) {
    int64_t product = polynomial->terms[k];
    for (int64_t i = 0; product && i < numbers->count; i++)
      for (int64_t d = 0; d < tl_run_time_degree(numbers, k, i); d++)
        if (!multiply(&product, numbers->items[i].factor))
          return false;
    if (!tl_sum_fits(sum, product, &sum))
      return false;
  }
  *out = sum / divisor + (sum > 0 && sum % divisor != 0);
  return true;
}

/* ---- Writing ------------------------------------------------------------ */

static void write_name(const tl_run_time_number *number, unsigned bit,
                       unsigned *named, const tl_writer *text) {
  text->write(text->stream, number->name.start, number->name.length);
  if (number->divisor > 1 && !(*named & bit))
    tl_write(text, "{div %" PRId64 "}", number->divisor);
  *named |= bit;
}

/* What the numbers of a term are divided by to be factors, cut down by the
 * coefficient: 2 m is M/32 where M is 64 m. */
static int64_t divide_by(int64_t *coefficient, int64_t term,
                         const tl_run_time *numbers) {
  int64_t divisor = 1;
  for (int64_t i = 0; i < numbers->count; i++)
    for (int64_t d = 0; d < tl_run_time_degree(numbers, term, i); d++) {
      int64_t common = tl_gcd(*coefficient, numbers->items[i].divisor);
      *coefficient /= common;
      divisor *= numbers->items[i].divisor / common;
    }
  return divisor;
}

static void write_product(int64_t coefficient, int64_t term,
                          const tl_run_time *numbers, unsigned *named,
                          const tl_writer *text) {
  const char *times = "";
  if (coefficient != 1 || term == 0) {
    tl_write(text, "%" PRId64, coefficient);
    times = "*";
  }
  for (int64_t i = 0; i < numbers->count; i++)
    for (int64_t d = 0; d < tl_run_time_degree(numbers, term, i);
         d++, times = "*") {
      tl_write(text, "%s", times);
      write_name(&numbers->items[i], 1u << i, named, text);
    }
}

/* The sum of the terms times `factor`. */
static void write_sum(const tl_polynomial *polynomial, int64_t factor,
                      const tl_run_time *numbers, unsigned *named,
                      const tl_writer *text) {
  const char *plus = "", *minus = "-";
  for (int64_t k = tl_run_time_terms(numbers) - 1; k >= 0; k--) {
    int64_t term = polynomial->terms[k] * factor;
    if (term == 0)
      continue;
    tl_write(text, "%s", term < 0 ? minus : plus);
    term = term < 0 ? -term : term;
    int64_t divisor = divide_by(&term, k, numbers);
    write_product(term, k, numbers, named, text);
    if (divisor > 1)
      tl_write(text, "/%" PRId64, divisor);
    plus = " + ", minus = " - ";
  }
}

static int64_t count_terms(const tl_polynomial *polynomial,
                           const tl_run_time *numbers) {
  int64_t count = 0;
  for (int64_t k = 0; k < tl_run_time_terms(numbers); k++)
    count += polynomial->terms[k] != 0;
  return count;
}

/* ceil(sum/divisor), where the sum has no quotients of its own. */
static void write_ceil(const tl_polynomial *polynomial,
                       const tl_run_time *numbers, unsigned *named,
                       const tl_writer *text) {
  int64_t factor = 1;
  for (int64_t k = 0; k < tl_run_time_terms(numbers); k++) {
    int64_t term = polynomial->terms[k] * factor;
    factor *= term ? divide_by(&term, k, numbers) : 1;
  }
  bool is_sum = count_terms(polynomial, numbers) > 1;
  tl_write(text, is_sum ? "ceil((" : "ceil(");
  write_sum(polynomial, factor, numbers, named, text);
  tl_write(text, "%s/%" PRId64 ")", is_sum ? ")" : "",
           factor * polynomial->divisor);
}

/* The number of the one that it is; the count where it is not one alone. */
static int64_t find_alone(const tl_polynomial *polynomial,
                          const tl_run_time *numbers) {
  int64_t i = 0;
  for (int64_t k = 1; i < numbers->count; i++, k *= count_degrees(numbers))
    if (polynomial->terms[k] == numbers->items[i].divisor &&
        polynomial->divisor == 1 && count_terms(polynomial, numbers) == 1)
      break;
  return i;
}

void tl_polynomial_write(const tl_polynomial *polynomial,
                         const tl_run_time *numbers, unsigned *named,
                         const tl_writer *text) {
  int64_t terms = count_terms(polynomial, numbers);
  int64_t alone = find_alone(polynomial, numbers);
  if (terms == (polynomial->terms[0] != 0)) {
    tl_write(text, "%" PRId64, polynomial->terms[0]);
  } else if (alone < numbers->count) {
    write_name(&numbers->items[alone], 1u << alone, named, text);
  } else {
    tl_write(text, "{");
    if (polynomial->divisor > 1)
      write_ceil(polynomial, numbers, named, text);
    else
      write_sum(polynomial, 1, numbers, named, text);
    tl_write(text, "}");
  }
}
