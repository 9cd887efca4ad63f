/* fact_solver.c - see fact_solver.h.
 *
 * Depth first, what a value depends on comes before it, but for cycles: they
 * are evaluated again, in that order, until nothing changes.  A fact is only
 * ever replaced by one that holds of the old and the new value, so that facts
 * change a bounded number of times, whether evaluation is monotone or not. */
#include "fact_solver.h"

/* A value is pending while it is on the stack and has not been evaluated. */
typedef enum known_state {
  NEW,
  PENDING,
  ON_STACK,
  IN_ORDER,
  SETTLED
} known_state;

typedef struct tl_known_fact {
  const void *key;
  known_state state;
  bool has_fact; /* else nothing has reached it yet */
  int growths;   /* how often its fact has changed */
  tl_value_fact fact;
  struct tl_known_fact *next;  /* below it on the stack; then behind it */
  struct tl_known_fact *above; /* on the stack */
} known_fact;

void tl_fact_solver_free(tl_fact_solver *solver) {
  tl_key_table_free(&solver->known);
}

/* NULL without memory. */
static known_fact *find(tl_fact_solver *solver, const void *key) {
  void **place = tl_key_table_place(&solver->known, &key, sizeof key);
  if (!*place) {
    known_fact *made = tl_key_table_take(&solver->known, sizeof *made);
    if (made)
      *made = (known_fact){.key = key};
    *place = made;
  }
  return *place;
}

/*===--- What evaluation asks --------------------------------------------===*/

static void push(tl_fact_solver *solver, known_fact *value) {
  value->state = PENDING;
  value->above = NULL;
  value->next = solver->stack;
  if (solver->stack)
    solver->stack->above = value;
  solver->stack = value;
  solver->is_pushed = true;
}

static void take_off(tl_fact_solver *solver, known_fact *value) {
  if (value->above)
    value->above->next = value->next;
  else
    solver->stack = value->next;
  if (value->next)
    value->next->above = value->above;
}

/* One without a fact comes before the one that asks for it, which will be
 * evaluated again.  What is pending comes up once more, so that the order is
 * depth first. */
static const known_fact *look_up(tl_fact_solver *solver, const void *key) {
  known_fact *value = find(solver, key);
  if (!value)
    return NULL;
  solver->is_cyclic |= value->state == ON_STACK;
  if (value->state == PENDING)
    take_off(solver, value);
  if (value->state <= PENDING)
    push(solver, value);
  return value;
}

tl_value_fact tl_fact_ask(tl_fact_solver *solver, const void *key) {
  const known_fact *value = look_up(solver, key);
  solver->is_missing |= value && !value->has_fact;
  return value && value->has_fact ? value->fact : tl_fact_unknown();
}

bool tl_fact_known(tl_fact_solver *solver, const void *key,
                   tl_value_fact *out) {
  const known_fact *value = look_up(solver, key);
  *out = value ? value->fact : tl_fact_unknown();
  return !value || value->has_fact;
}

void tl_fact_add_alternative(tl_alternatives *out, tl_value_fact fact) {
  out->fact = out->count++ ? tl_fact_either(out->fact, fact) : fact;
}

tl_value_fact tl_fact_of_alternatives(tl_fact_solver *solver,
                                      const tl_alternatives *of) {
  solver->is_missing |= of->count == 0;
  return of->count ? of->fact : tl_fact_unknown();
}

/*===--- Questions -------------------------------------------------------===*/

static bool is_same(tl_value_fact a, tl_value_fact b) {
  return a.least == b.least && a.most == b.most && a.divisor == b.divisor;
}

/* False where what it is computed from is not known yet. */
static bool compute(tl_fact_solver *solver, const known_fact *value,
                    tl_value_fact *out) {
  solver->is_missing = solver->is_pushed = false;
  *out = solver->evaluate(solver, value->key);
  return !solver->is_missing;
}

static tl_value_fact weaken(tl_fact_solver *solver, known_fact *value,
                            tl_value_fact next) {
  tl_value_fact both = tl_fact_either(value->fact, next);
  if (is_same(both, value->fact) || value->growths++ < TL_FACT_GROWTHS)
    return both;
  solver->is_widened = true;
  return tl_fact_widen(value->fact, next);
}

/* Whether its fact changes. */
static bool evaluate(tl_fact_solver *solver, known_fact *value) {
  tl_value_fact fact;
  if (!compute(solver, value, &fact))
    return false;
  if (value->has_fact)
    fact = weaken(solver, value, fact);
  bool changes = !value->has_fact || !is_same(fact, value->fact);
  value->has_fact = true;
  value->fact = fact;
  return changes;
}

static void append(tl_fact_solver *solver, known_fact *value) {
  value->state = IN_ORDER;
  value->next = NULL;
  if (solver->first)
    solver->last->next = value;
  else
    solver->first = value;
  solver->last = value;
}

/* Evaluates all on the stack, behind what they depend on. */
static void empty_stack(tl_fact_solver *solver) {
  while (solver->stack) {
    known_fact *value = solver->stack;
    value->state = ON_STACK;
    evaluate(solver, value);
    if (solver->is_pushed)
      continue;
    take_off(solver, value);
    append(solver, value);
  }
}

static bool evaluate_again(tl_fact_solver *solver) {
  bool changes = false;
  for (known_fact *value = solver->first; value; value = value->next) {
    changes |= evaluate(solver, value) || solver->is_pushed;
    empty_stack(solver);
  }
  return changes;
}

/* What is computed from facts that hold holds, too. */
static void narrow(tl_fact_solver *solver) {
  tl_value_fact fact;
  for (known_fact *value = solver->first; value; value = value->next)
    if (value->has_fact && compute(solver, value, &fact))
      value->fact = tl_fact_both(value->fact, fact);
}

static void settle(tl_fact_solver *solver, bool is_proved) {
  for (known_fact *value = solver->first; value; value = value->next) {
    value->state = SETTLED;
    if (!is_proved || !value->has_fact)
      value->fact = tl_fact_unknown();
    value->has_fact = true;
  }
  solver->first = solver->last = NULL;
}

tl_value_fact tl_fact_solve(tl_fact_solver *solver, const void *key) {
  solver->is_cyclic = solver->is_pushed = solver->is_widened = false;
  const known_fact *value = look_up(solver, key);
  if (!value)
    return tl_fact_unknown();
  empty_stack(solver);
  bool changes = solver->is_cyclic;
  for (int round = 0; changes && round < TL_FACT_ROUNDS; round++)
    changes = evaluate_again(solver);
  if (solver->is_widened && !changes)
    narrow(solver);
  settle(solver, !changes);
  return value->fact;
}
