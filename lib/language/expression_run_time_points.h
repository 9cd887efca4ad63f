/* expression_run_time_points.h - The numbers that an expression with numbers
 * known only at run time is evaluated at. */
#ifndef TL_EXPRESSION_RUN_TIME_POINTS_H
#define TL_EXPRESSION_RUN_TIME_POINTS_H

#include "expression_run_time.h"

/* The factors of each number: three multiples of its scale, which make up the
 * grid; large primes; 1 to 4; those where it is an integer of the text, a
 * quotient or a product of two. */
enum {
  TL_GRID = TL_DEGREES,
  TL_PRIMES = 2,
  TL_SMALL = 4,
  TL_CHOICES = 20,
};

typedef struct tl_points {
  int64_t scales[TL_MAX_RUN_TIME];
  int64_t counts[TL_MAX_RUN_TIME];
  int64_t factors[TL_MAX_RUN_TIME][TL_CHOICES];
} tl_points;

/* A factor for each number. */
typedef struct tl_choice {
  int64_t digits[TL_MAX_RUN_TIME];
  bool is_large; /* of the grid and primes alone */
} tl_choice;

/* Primes above a number; scales that the integers of the text divide, and
 * products of them or not. */
void tl_points_choose(tl_points *points, const tl_run_time *numbers,
                      int64_t above, bool of_products);

/* The point of the grid that has the digits of a term. */
tl_choice tl_points_of_term(const tl_run_time *numbers, int64_t term);

/* How many choices there are, and the one with that number; false where it is
 * none.  Two numbers go through all their factors, the others being primes; and
 * all through a multiple of the scale, a prime and 1. */
int64_t tl_points_count(const tl_run_time *numbers);
bool tl_points_at(const tl_points *points, const tl_run_time *numbers,
                  int64_t index, tl_choice *out);

#endif /* TL_EXPRESSION_RUN_TIME_POINTS_H */
