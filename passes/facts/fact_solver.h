/* fact_solver.h - Facts of values that depend on each other.
 *
 * What a loop carries depends on itself: k is 0 at first and k + 64 after every
 * step.  Facts start with what is known without the cycle, 0, and are weakened
 * until they hold of all that they depend on: 64 divides k.  A range that goes on
 * growing loses its end; from facts that hold, all are found once more, which
 * gives ends back that do not depend on it.
 *
 * Law F2.  When every value is computed, from the values it depends on, as law
 * F1 asks, or is one of its alternatives, the facts found here hold in every
 * execution.
 *
 * Of a value only the key is known here.  Every one is evaluated as often as
 * what it depends on is weakened, at most TL_FACT_ROUNDS times, and once for all
 * questions.  One thread at a time. */
#ifndef TL_FACT_SOLVER_H
#define TL_FACT_SOLVER_H

#include "fact_arithmetic.h"
#include "key_table.h"

enum {
  /* A divisor shrinks at most 62 times; a cycle that shrinks longer says
   * nothing. */
  TL_FACT_ROUNDS = 64,

  /* A range that grows more often has no end. */
  TL_FACT_GROWTHS = 4,
};

typedef struct tl_fact_solver tl_fact_solver;

struct tl_fact_solver {
  /* What holds of the value, from facts that it asks for. */
  tl_value_fact (*evaluate)(tl_fact_solver *solver, const void *key);

  /* Owned; zero at first.  tl_fact_solver_free. */
  tl_key_table known;

  /* Of the question that is being answered: a stack, and what has left it. */
  struct tl_known_fact *stack, *first, *last;
  bool is_pushed, is_missing, is_cyclic, is_widened;
};

void tl_fact_solver_free(tl_fact_solver *solver);

tl_value_fact tl_fact_solve(tl_fact_solver *solver, const void *key);

/* While a value is evaluated: the fact of one that it is computed from.  While
 * there is none the evaluation counts for nothing. */
tl_value_fact tl_fact_ask(tl_fact_solver *solver, const void *key);

/* While a value is evaluated that is one of several: what holds of those that
 * are known.  All zero is none of them. */
typedef struct tl_alternatives {
  int64_t count;
  tl_value_fact fact;
} tl_alternatives;

/* False where nothing is known yet. */
bool tl_fact_known(tl_fact_solver *solver, const void *key, tl_value_fact *out);
void tl_fact_add_alternative(tl_alternatives *out, tl_value_fact fact);
tl_value_fact tl_fact_of_alternatives(tl_fact_solver *solver,
                                      const tl_alternatives *of);

#endif /* TL_FACT_SOLVER_H */
