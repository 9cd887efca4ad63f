/* expression_evaluate_run_time.c - Expressions with numbers known only at run
 * time (law L46).
 *
 * The expression is evaluated where those numbers are divisor * factor for
 * large factors that the integers of the text divide, so that quotients are
 * exact.  The integers of the result are polynomials in the factors, divided
 * and rounded up; the other characters agree.
 *
 * That is the answer for all numbers when no decision depends on them.  Whether
 * one product of them is below another is decided for all when it is at both
 * ends, as their logarithms are linear; whether it equals another, by where it
 * does; whether it divides another, by primes.  So the answer has to be that of
 * large primes, of small factors, of those where a number is an integer of the
 * text, a quotient or a product of two, and of their combinations: the same text, or a layout that is the same map, since extents
 * of 1 lose their strides.  Otherwise it is undecided. */
#include "base/checked.h"
#include "expression_run_time_points.h"
#include "tl/layout_questions.h"
#include <string.h>

enum {
  MOST_INTEGERS = 192,
  SHOWN = 64 /* bytes of a value in a message */
};

typedef struct run {
  const char *text;
  size_t length;
  tl_kind family;
  int64_t lanes;
  tl_run_time numbers;
  tl_points points;
  tl_value value; /* at the factors of now, and its text */
  tl_text got, first;
  int64_t count; /* integers of the first text */
  tl_polynomial integers[MOST_INTEGERS];
} run;

/* ---- Integers of a text ------------------------------------------------- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         c == '_' || c == ')';
}

/* The next integer from `at` on, which is no part of a word, and what follows
 * it in *after; the end of the text where there is none. */
static const char *next_integer(const char *text, const char *at,
                                const char **after, int64_t *value) {
  for (; *at; at++) {
    bool starts = at == text || !is_word(at[-1]);
    bool is_minus = *at == '-' && is_digit(at[1]);
    if (!starts || !(is_digit(*at) || is_minus))
      continue;
    uint64_t number = 0;
    const char *digit = at + is_minus;
    for (; is_digit(*digit); digit++)
      number = number * 10 + (uint64_t)(*digit - '0');
    *value = (int64_t)(is_minus ? 0 - number : number);
    *after = digit;
    return at;
  }
  *after = at;
  return at;
}

/* Where two texts go on; their next integers, where they have one. */
typedef struct pair {
  const char *text[2], *at[2];
  int64_t values[2];
} pair;

/* Whether what stands before the next integers agrees; *ends at the end. */
static bool step(pair *both, bool *ends) {
  const char *start[2], *after[2];
  for (int i = 0; i < 2; i++)
    start[i] =
        next_integer(both->text[i], both->at[i], &after[i], &both->values[i]);
  ptrdiff_t length = start[0] - both->at[0];
  bool same = length == start[1] - both->at[1] &&
              memcmp(both->at[0], both->at[1], (size_t)length) == 0 &&
              !*start[0] == !*start[1];
  *ends = !*start[0];
  memcpy(both->at, after, sizeof after);
  return same;
}

/* ---- Points ------------------------------------------------------------- */

static void go_to(run *r, const tl_choice *choice) {
  for (int64_t i = 0; i < r->numbers.count; i++)
    r->numbers.items[i].factor = r->points.factors[i][choice->digits[i]];
}

static tl_code evaluate(run *r, tl_error *error) {
  TL_TRY(tl_expression_evaluate_with(&r->numbers, r->text, r->length, r->family,
                                     r->lanes, &r->value, error));
  r->got.length = 0;
  r->got.data[0] = 0;
  tl_value_print(&r->value, &r->got);
  if (r->got.length + 1 < sizeof r->got.data)
    return TL_OK;
  return tl_fail(error, TL_CAPACITY,
                 "the value is longer than %d bytes, which are compared where "
                 "numbers are known only at run time",
                 TL_TEXT_CAPACITY - 2);
}

/* "M = 64, N = 8" */
static void describe_point(const run *r, tl_text *out) {
  *out = (tl_text){0};
  for (int64_t i = 0; i < r->numbers.count; i++) {
    const tl_run_time_number *number = &r->numbers.items[i];
    tl_text_append(out, "%s%.*s = %" PRId64, i ? ", " : "",
                   (int)number->name.length, number->name.start,
                   number->divisor * number->factor);
  }
}

/* ---- Undecided ---------------------------------------------------------- */

static void set_factors(run *r, int64_t factor) {
  for (int64_t i = 0; i < r->numbers.count; i++)
    r->numbers.items[i].factor = factor;
}

/* That of the smallest numbers, which are named where it is not `why`, that of
 * large ones. */
static tl_code fail_small(const run *r, tl_code code, const tl_error *why,
                          const tl_error *small, tl_error *error) {
  tl_text where;
  describe_point(r, &where);
  if (strcmp(why->message, small->message) == 0)
    tl_fail(error, code, "%s", small->message);
  else
    tl_fail(error, code, "where %.*s: %s", SHOWN, where.data, small->message);
  if (error)
    error->position = small->position;
  return code;
}

/* Where there are no polynomials two values say so, or an error does; `why` is
 * that of large numbers, if they have one. */
static tl_code fail_by_example(run *r, const tl_error *why, tl_error *error) {
  tl_error small = {.position = TL_NO_POSITION};
  tl_text first, where, later;
  set_factors(r, 1);
  tl_code code = evaluate(r, &small);
  if (code != TL_OK)
    return fail_small(r, code, why, &small, error);
  describe_point(r, &where);
  first = r->got;
  for (int64_t factor = 2; factor < r->points.factors[0][0]; factor *= 2) {
    set_factors(r, factor + 1);
    if (evaluate(r, NULL) != TL_OK || strcmp(first.data, r->got.data) != 0)
      break;
  }
  code = evaluate(r, &small);
  describe_point(r, &later);
  return tl_fail(error, TL_UNSUPPORTED,
                 "undecided: %.*s where %.*s, %s%.*s where %.*s; a divisor may "
                 "decide it, M{div 8}",
                 SHOWN, first.data, SHOWN / 2, where.data,
                 code == TL_OK ? "" : "error: ", SHOWN,
                 code == TL_OK ? r->got.data : small.message, SHOWN / 2,
                 later.data);
}

static void write_answer(const run *r, bool at_point, tl_text *out);

static tl_code fail_at_point(const run *r, tl_error *error) {
  tl_text where, answer;
  describe_point(r, &where);
  write_answer(r, false, &answer);
  return tl_fail(error, TL_UNSUPPORTED,
                 "undecided: %.*s where %.*s, but %.*s elsewhere", SHOWN,
                 r->got.data, SHOWN / 2, where.data, SHOWN, answer.data);
}

/* ---- The answer --------------------------------------------------------- */

/* Its text, or that at the factors of now. */
static void write_answer(const run *r, bool at_point, tl_text *out) {
  const char *text = r->first.data, *at = text, *after;
  unsigned named = 0;
  *out = (tl_text){0};
  tl_writer writer = tl_text_writer(out);
  for (int64_t i = 0;; i++, at = after) {
    int64_t value;
    const char *start = next_integer(text, at, &after, &value);
    writer.write(writer.stream, at, (size_t)(start - at));
    if (!*start)
      return;
    if (!at_point)
      tl_polynomial_write(&r->integers[i], &r->numbers, &named, &writer);
    else if (tl_polynomial_value(&r->integers[i], &r->numbers, &value))
      tl_write(&writer, "%" PRId64, value);
  }
}

/* Whether the text is that of the answer; some integers may be 0 instead. */
static bool is_same_text(const run *r, bool may_lose) {
  pair both = {{r->first.data, r->got.data}, {r->first.data, r->got.data}, {0}};
  bool ends;
  for (int64_t i = 0; step(&both, &ends); i++) {
    int64_t value;
    if (ends)
      return true;
    if (!tl_polynomial_value(&r->integers[i], &r->numbers, &value) ||
        (both.values[1] != value && !(may_lose && both.values[1] == 0)))
      return false;
  }
  return false;
}

/* The same offsets in colexicographic order. */
static bool is_same_cute(tl_composed a, tl_composed b) {
  return tl_cute_coalesce(&a.layout, &a.layout, NULL) == TL_OK &&
         tl_cute_coalesce(&b.layout, &b.layout, NULL) == TL_OK &&
         memcmp(&a, &b, sizeof a) == 0;
}

static bool is_same_map(const run *r) {
  tl_text text;
  tl_value answer, said[2];
  write_answer(r, true, &text);
  if (!tl_notation_of(r->value.kind) ||
      tl_expression_evaluate(text.data, text.length, TL_KIND_NONE, r->lanes,
                             &answer, NULL) != TL_OK ||
      answer.kind != r->value.kind)
    return false;
  if (answer.kind == TL_KIND_CUTE)
    return is_same_cute(answer.as.composed, r->value.as.composed);
  return tl_value_spell(&answer, TL_KIND_LAYOUT, TL_SCOPE_COUNT, r->lanes,
                        &said[0], NULL) == TL_OK &&
         tl_value_spell(&r->value, TL_KIND_LAYOUT, TL_SCOPE_COUNT, r->lanes,
                        &said[1], NULL) == TL_OK &&
         tl_layout_compare(&said[0].as.layout, &said[1].as.layout, r->lanes,
                           NULL, NULL) == TL_YES;
}

/* A number known only at run time counts as no 1, and keeps the stride that an
 * extent of 1 loses. */
static bool has_unit(const run *r) {
  bool found = false;
  for (int64_t i = 0; i < r->numbers.count; i++)
    found |= r->numbers.items[i].divisor * r->numbers.items[i].factor == 1;
  return found;
}

static bool is_answer(const run *r) {
  bool is_tuple = r->value.kind == TL_KIND_TUPLE;
  return is_same_text(r, is_tuple && has_unit(r)) ||
         (tl_notation_of(r->value.kind) && is_same_map(r));
}

static tl_code check_point(run *r, const tl_choice *choice, tl_error *error) {
  tl_error why = {.message = ""};
  go_to(r, choice);
  tl_code code = evaluate(r, &why);
  if (code == TL_OVERFLOW || (code == TL_OK && is_answer(r)))
    return TL_OK;
  if (choice->is_large)
    return fail_by_example(r, &why, error);
  if (code == TL_OK)
    return fail_at_point(r, error);
  tl_text where;
  describe_point(r, &where);
  return tl_fail(error, TL_UNSUPPORTED, "undecided: where %.*s, %s", SHOWN,
                 where.data, why.message);
}

static bool has_too_many(const run *r) {
  const char *after = r->got.data;
  int64_t count = 0, value;
  while (*next_integer(r->got.data, after, &after, &value))
    count++;
  return count > MOST_INTEGERS;
}

/* Integers of the text at one point of the grid; false where the text is
 * another one. */
static bool gather(run *r, int64_t term) {
  if (term == 0)
    r->first = r->got;
  pair both = {{r->first.data, r->got.data}, {r->first.data, r->got.data}, {0}};
  bool ends;
  int64_t i = 0;
  for (; step(&both, &ends) && !ends; i++)
    r->integers[i].terms[term] = both.values[1];
  r->count = i;
  return ends;
}

static tl_code fit_integers(run *r, tl_error *error) {
  static const tl_error NONE;
  for (int64_t term = 0; term < tl_run_time_terms(&r->numbers); term++) {
    tl_choice choice = tl_points_of_term(&r->numbers, term);
    go_to(r, &choice);
    tl_error why = {.message = ""};
    tl_code code = evaluate(r, &why);
    if (code == TL_OVERFLOW && error)
      *error = why;
    if (code == TL_OVERFLOW)
      return code;
    if (code == TL_OK && has_too_many(r))
      return tl_fail(error, TL_CAPACITY,
                     "the value has more than %d integers, which are fitted "
                     "where numbers are known only at run time",
                     MOST_INTEGERS);
    if (code != TL_OK || !gather(r, term))
      return fail_by_example(r, &why, error);
  }
  for (int64_t i = 0; i < r->count; i++)
    if (!tl_polynomial_fit(&r->integers[i], &r->numbers, r->points.scales,
                           r->points.factors[0], TL_CHOICES))
      return fail_by_example(r, &NONE, error);
  return TL_OK;
}

/* With primes above all integers of the text, as large as fits. */
static tl_code solve(run *r, tl_error *error) {
  static const int64_t ABOVE[] = {1 << 20, 1 << 15, 1 << 11, 1 << 8};
  enum { COUNT = sizeof ABOVE / sizeof *ABOVE };
  tl_code code = TL_OVERFLOW;
  for (int k = 0; code == TL_OVERFLOW && k < 2 * COUNT; k++) {
    int64_t above = ABOVE[k % COUNT], largest = r->numbers.largest;
    if (above < largest && k % COUNT > 0)
      continue;
    tl_points_choose(&r->points, &r->numbers, above > largest ? above : largest,
                     k < COUNT);
    code = fit_integers(r, error);
  }
  return code;
}

static tl_code write_run_time(run *r, tl_writer writer, tl_error *error) {
  TL_TRY(solve(r, error));
  for (int64_t i = 0; i < tl_points_count(&r->numbers); i++) {
    tl_choice choice;
    if (tl_points_at(&r->points, &r->numbers, i, &choice))
      TL_TRY(check_point(r, &choice, error));
  }
  tl_text answer;
  write_answer(r, false, &answer);
  writer.write(writer.stream, answer.data, answer.length);
  return TL_OK;
}

tl_code tl_expression_write(const char *text, size_t length, tl_kind family,
                            int64_t lanes, tl_writer writer, tl_error *error) {
  tl_run_time numbers;
  tl_value value;
  TL_TRY(tl_run_time_collect(text, length, &numbers, error));
  if (numbers.count > 0) {
    run r = {.text = text,
             .length = length,
             .family = family,
             .lanes = lanes,
             .numbers = numbers};
    return write_run_time(&r, writer, error);
  }
  TL_TRY(tl_expression_evaluate(text, length, family, lanes, &value, error));
  tl_value_write(&value, writer);
  return TL_OK;
}
