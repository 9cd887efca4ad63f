/* expression_run_time.h - Numbers known only at run time: the names of a text,
 * as tokens, and polynomials in them. */
#ifndef TL_EXPRESSION_RUN_TIME_H
#define TL_EXPRESSION_RUN_TIME_H

#include "tl/expression.h"

/* The number is divisor * factor, factor >= 1. */
typedef struct tl_run_time_number {
  tl_name name;
  int64_t divisor, factor;
} tl_run_time_number;

typedef struct tl_run_time {
  int64_t count;
  int64_t largest;  /* of the integers beside them in the text */
  tl_list integers; /* the first ones above 1, each once */
  tl_run_time_number items[TL_MAX_RUN_TIME];
} tl_run_time;

struct tl_lexer;

/* The numbers of `text`, with factors of 1: names that a divisor follows, and M,
 * N, K and L. */
TL_MUST_CHECK tl_code tl_run_time_collect(const char *text, size_t length,
                                          tl_run_time *out, tl_error *error);

/* Makes the integer that it is of a token that is a name of lexer->numbers, or
 * the `{` of a polynomial; others stay. */
TL_MUST_CHECK tl_code tl_run_time_token(struct tl_lexer *lexer);

/* tl_expression_evaluate with these numbers. */
TL_MUST_CHECK tl_code tl_expression_evaluate_with(const tl_run_time *numbers,
                                                  const char *text,
                                                  size_t length, tl_kind family,
                                                  int64_t lanes, tl_value *out,
                                                  tl_error *error);

/* ---- Polynomials -------------------------------------------------------- */

/* Of degree 0 to 2 in each factor, 1 of more than four, divided and rounded up.
 * A value or a coefficient for each combination of degrees, the first number's
 * the fastest. */
enum { TL_DEGREES = 3, TL_MAX_RUN_TIME_TERMS = 81 };

typedef struct tl_polynomial {
  int64_t divisor;
  int64_t terms[TL_MAX_RUN_TIME_TERMS];
} tl_polynomial;

/* How many there are; the degree of number i in one. */
int64_t tl_run_time_terms(const tl_run_time *numbers);
int64_t tl_run_time_degree(const tl_run_time *numbers, int64_t term, int64_t i);

/* Makes coefficients of the values at a grid: of degree d of number i at factor
 * at[i * stride + d], a multiple of scales[i].  False where no polynomial with
 * integers in the multiples has them. */
bool tl_polynomial_fit(tl_polynomial *polynomial, const tl_run_time *numbers,
                       const int64_t *scales, const int64_t *at,
                       int64_t stride);

/* False where it does not fit 64 bits. */
bool tl_polynomial_value(const tl_polynomial *polynomial,
                         const tl_run_time *numbers, int64_t *out);

/* As the language reads it: 64, M, {M/64}, {64*M*N - 1}, {ceil(M/64)}.  Numbers
 * whose bit is not in *named are written with their divisor, once. */
void tl_polynomial_write(const tl_polynomial *polynomial,
                         const tl_run_time *numbers, unsigned *named,
                         const tl_writer *text);

#endif /* TL_EXPRESSION_RUN_TIME_H */
