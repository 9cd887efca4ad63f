/* expression_run_time.c - Numbers known only at run time as tokens.
 *
 *   number     := name ('{' 'div' integer '}')? | '{' polynomial '}'
 *   polynomial := '-'? quotient (('+' | '-') quotient)*
 *   quotient   := product ('/' integer)?             exact
 *   product    := factor ('*' factor)*
 *   factor     := integer | number | 'ceil(' dividend '/' integer ')'
 *   dividend   := product | '(' polynomial ')' */
#include "expression_run_time.h"
#include "base/checked.h"
#include "expression_lexer.h"
#include <string.h>

static bool is_text(const token *name, const char *text) {
  return name->length == strlen(text) &&
         memcmp(name->start, text, name->length) == 0;
}

/* Those of tile layouts stay symbols there. */
static bool is_symbol(const token *name) {
  return name->length >= 2 && memcmp(name->start, "ld", 2) == 0 &&
         (name->length == 2 || (name->length == 3 && name->start[2] >= '2' &&
                                name->start[2] <= '0' + TL_MAX_SYMBOLS));
}

/* Names that stand for such a number without a divisor. */
static bool is_extent(const tl_lexer *lexer) {
  char next = tl_lexer_peek(lexer);
  const token *name = &lexer->token;
  return next != '(' && next != '=' &&
         (is_text(name, "M") || is_text(name, "N") || is_text(name, "K") ||
          is_text(name, "L"));
}

/* Its number; the count where it has none. */
static int64_t find(const tl_run_time *numbers, const token *name) {
  int64_t i = 0;
  for (; i < numbers->count; i++) {
    const tl_name *known = &numbers->items[i].name;
    if (known->length == name->length &&
        memcmp(known->start, name->start, name->length) == 0)
      break;
  }
  return i;
}

/* `{div n}` behind the current token, which stays the one it is; 1 where there
 * is none. */
static tl_code read_divisor(tl_lexer *lexer, int64_t *out) {
  const tl_run_time *numbers = lexer->numbers;
  token name = lexer->token;
  *out = 1;
  if (tl_lexer_peek(lexer) != '{')
    return TL_OK;
  lexer->numbers = NULL;
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(tl_lexer_advance(lexer));
  if (!tl_lexer_at_name(lexer, "div"))
    return tl_lexer_unexpected(lexer, "'div'");
  TL_TRY(tl_lexer_advance(lexer));
  const char *place = lexer->token.start;
  TL_TRY(tl_lexer_integer(lexer, out));
  if (!tl_lexer_at(lexer, '}'))
    return tl_lexer_unexpected(lexer, "'}'");
  if (*out < 1)
    return FAIL_AT(place, TL_INVALID, "divisor %" PRId64 " is below 1", *out);
  lexer->numbers = numbers;
  lexer->token = name;
  return TL_OK;
}

static tl_code note(tl_lexer *lexer, tl_run_time *numbers) {
  const token name = lexer->token;
  int64_t divisor, found = find(numbers, &name);
  tl_run_time_number *number = &numbers->items[found];
  TL_TRY(read_divisor(lexer, &divisor));
  if (found == TL_MAX_RUN_TIME)
    return FAIL_AT(name.start, TL_CAPACITY,
                   "more than %d numbers are known only at run time",
                   TL_MAX_RUN_TIME);
  if (found == numbers->count) {
    *number = (tl_run_time_number){{name.start, name.length}, divisor, 1};
    numbers->count++;
  }
  if (divisor > 1 && number->divisor > 1 && divisor != number->divisor)
    return FAIL_AT(name.start, TL_INVALID,
                   "divisor %" PRId64 " differs from %" PRId64
                   ", which was given before",
                   divisor, number->divisor);
  if (divisor > 1)
    number->divisor = divisor;
  return TL_OK;
}

static void note_integer(int64_t integer, tl_run_time *numbers) {
  tl_list *list = &numbers->integers;
  bool is_known = integer < 2 || list->count == TL_MAX_RANK;
  for (int64_t i = 0; i < list->count; i++)
    is_known |= list->items[i] == integer;
  if (!is_known)
    list->items[list->count++] = integer;
  if (integer > numbers->largest)
    numbers->largest = integer;
}

tl_code tl_run_time_collect(const char *text, size_t length, tl_run_time *out,
                            tl_error *error) {
  tl_lexer lexer;
  *out = (tl_run_time){0};
  TL_TRY(tl_lexer_start(&lexer, text, length, TL_KIND_NONE, error));
  while (lexer.token.kind != TOKEN_END) {
    bool is_declared = tl_lexer_peek(&lexer) == '{';
    if (lexer.token.kind == TOKEN_NAME && !is_symbol(&lexer.token) &&
        (is_declared || is_extent(&lexer)))
      TL_TRY(note(&lexer, out));
    note_integer(lexer.token.integer, out);
    TL_TRY(tl_lexer_advance(&lexer));
  }
  if (out->count > 0 && out->largest > TL_MOST_RUN_TIME)
    return tl_fail(error, TL_UNSUPPORTED,
                   "undecided: beside numbers known only at run time integers "
                   "are at most %d, got %" PRId64,
                   TL_MOST_RUN_TIME, out->largest);
  return TL_OK;
}

/* ---- Polynomials -------------------------------------------------------- */

static tl_code read_sum(tl_lexer *lexer, int64_t *out);

static tl_code read_divisor_of(tl_lexer *lexer, int64_t *out) {
  TL_TRY(tl_lexer_expect(lexer, '/'));
  const char *place = lexer->token.start;
  TL_TRY(tl_lexer_integer(lexer, out));
  return *out > 0 ? TL_OK
                  : FAIL_AT(place, TL_INVALID, "a divisor is at least 1");
}

static tl_code read_factor(tl_lexer *lexer, int64_t *out);

static tl_code read_product(tl_lexer *lexer, int64_t *out) {
  bool more = true;
  for (*out = 1; more;) {
    const char *place = lexer->token.start;
    int64_t factor;
    TL_TRY(read_factor(lexer, &factor));
    TL_TRY(tl_lexer_locate(lexer, place,
                           tl_multiply(*out, factor, out, lexer->error)));
    TL_TRY(tl_lexer_take(lexer, '*', &more));
  }
  return TL_OK;
}

/* ceil(product/integer), ceil((sum)/integer). */
static tl_code read_ceil(tl_lexer *lexer, int64_t *out) {
  int64_t number, divisor;
  bool is_sum;
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(tl_lexer_expect(lexer, '('));
  TL_TRY(tl_lexer_take(lexer, '(', &is_sum));
  TL_TRY(is_sum ? read_sum(lexer, &number) : read_product(lexer, &number));
  if (is_sum)
    TL_TRY(tl_lexer_expect(lexer, ')'));
  TL_TRY(read_divisor_of(lexer, &divisor));
  *out = number / divisor + (number > 0 && number % divisor != 0);
  return tl_lexer_expect(lexer, ')');
}

static tl_code read_factor(tl_lexer *lexer, int64_t *out) {
  return tl_lexer_at_name(lexer, "ceil") ? read_ceil(lexer, out)
                                         : tl_lexer_integer(lexer, out);
}

static tl_code read_quotient(tl_lexer *lexer, int64_t *out) {
  int64_t divisor;
  TL_TRY(read_product(lexer, out));
  if (!tl_lexer_at(lexer, '/'))
    return TL_OK;
  const char *place = lexer->token.start;
  TL_TRY(read_divisor_of(lexer, &divisor));
  if (*out % divisor != 0)
    return FAIL_AT(place, TL_INVALID,
                   "%" PRId64
                   " is not known to divide the number before it; ceil(a/b) "
                   "rounds up",
                   divisor);
  *out /= divisor;
  return TL_OK;
}

static tl_code read_sum(tl_lexer *lexer, int64_t *out) {
  bool is_minus, more = true;
  TL_TRY(tl_lexer_take(lexer, '-', &is_minus));
  for (*out = 0; more;) {
    const char *place = lexer->token.start;
    int64_t product;
    TL_TRY(read_quotient(lexer, &product));
    TL_TRY(tl_lexer_locate(
        lexer, place,
        tl_multiply_add(*out, is_minus ? -1 : 1, product, out, lexer->error)));
    is_minus = tl_lexer_at(lexer, '-');
    more = is_minus || tl_lexer_at(lexer, '+');
    if (more)
      TL_TRY(tl_lexer_advance(lexer));
  }
  return TL_OK;
}

/* The current token is the `{`; ends at the `}`. */
static tl_code read_polynomial(tl_lexer *lexer, int64_t *out) {
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(read_sum(lexer, out));
  return tl_lexer_at(lexer, '}')
             ? TL_OK
             : tl_lexer_unexpected(lexer, "'*', '/', '+', '-' or '}'");
}

/* Of a stride of tile layouts: `{div`. */
static bool is_divisor(const tl_lexer *lexer) {
  tl_lexer after = *lexer;
  after.numbers = NULL;
  return tl_lexer_advance(&after) == TL_OK && tl_lexer_at_name(&after, "div");
}

tl_code tl_run_time_token(tl_lexer *lexer) {
  const char *start = lexer->token.start;
  const tl_run_time *numbers = lexer->numbers;
  int64_t value, divisor, found = numbers->count;
  if (lexer->token.kind == TOKEN_NAME)
    found = find(numbers, &lexer->token);
  if (found < numbers->count) {
    const tl_run_time_number *number = &numbers->items[found];
    TL_TRY(tl_lexer_locate(
        lexer, start,
        tl_multiply(number->divisor, number->factor, &value, lexer->error)));
    TL_TRY(read_divisor(lexer, &divisor));
  } else if (tl_lexer_at(lexer, '{') && !is_divisor(lexer)) {
    TL_TRY(read_polynomial(lexer, &value));
  } else {
    return TL_OK;
  }
  lexer->token =
      (token){TOKEN_INTEGER, start, (size_t)(lexer->next - start), value};
  return TL_OK;
}
