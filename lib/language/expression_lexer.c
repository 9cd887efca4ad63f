/* expression_lexer.c - see expression_lexer.h. */
#include "expression_lexer.h"
#include "base/checked.h"
#include <string.h>

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static const char *skip_blanks(const tl_lexer *lexer, const char *at) {
  while (at < lexer->end && is_blank(*at))
    at++;
  return at;
}

tl_code tl_lexer_start(tl_lexer *lexer, const char *text, size_t length,
                       tl_kind family, tl_error *error) {
  *lexer = (tl_lexer){.text = text,
                      .end = text + length,
                      .next = text,
                      .family = family,
                      .error = error};
  return tl_lexer_advance(lexer);
}

/* A minus sign belongs to the integer that directly follows it. */
static tl_code lex_integer(tl_lexer *lexer) {
  bool negative = *lexer->next == '-';
  lexer->next += negative;
  int64_t value = 0;
  for (; lexer->next < lexer->end && is_digit(*lexer->next); lexer->next++) {
    int digit = *lexer->next - '0';
    if (!tl_product_fits(value, 10, &value) ||
        !tl_sum_fits(value, negative ? -digit : digit, &value))
      return FAIL_AT(lexer->token.start, TL_OVERFLOW,
                     "integer does not fit 64 bits");
  }
  lexer->token.kind = TOKEN_INTEGER;
  lexer->token.integer = value;
  return TL_OK;
}

/* Of one line, as errors show it. */
static tl_code lex_string(tl_lexer *lexer) {
  const char *close = lexer->next + 1;
  while (close < lexer->end && *close != '"' && (unsigned char)*close >= ' ')
    close++;
  if (close == lexer->end || *close != '"')
    return FAIL_AT(lexer->next, TL_INVALID, "the string has no end");
  lexer->token.kind = TOKEN_STRING;
  lexer->next = close + 1;
  return TL_OK;
}

tl_code tl_lexer_advance(tl_lexer *lexer) {
  const char *start = skip_blanks(lexer, lexer->next);
  lexer->next = start;
  lexer->token = (token){.kind = TOKEN_END, .start = start};
  if (start == lexer->end)
    return TL_OK;
  if (is_digit(*start) ||
      (*start == '-' && start + 1 < lexer->end && is_digit(start[1]))) {
    TL_TRY(lex_integer(lexer));
  } else if (is_letter(*start)) {
    lexer->token.kind = TOKEN_NAME;
    while (lexer->next < lexer->end &&
           (is_letter(*lexer->next) || is_digit(*lexer->next)))
      lexer->next++;
  } else if (*start == '"') {
    TL_TRY(lex_string(lexer));
  } else {
    lexer->token.kind = TOKEN_PUNCTUATION;
    lexer->next++;
  }
  lexer->token.length = (size_t)(lexer->next - start);
  return lexer->numbers ? lexer->rules->number(lexer) : TL_OK;
}

bool tl_lexer_at(const tl_lexer *lexer, char punctuation) {
  return lexer->token.kind == TOKEN_PUNCTUATION &&
         *lexer->token.start == punctuation;
}

bool tl_lexer_at_name(const tl_lexer *lexer, const char *name) {
  return lexer->token.kind == TOKEN_NAME &&
         lexer->token.length == strlen(name) &&
         memcmp(lexer->token.start, name, lexer->token.length) == 0;
}

tl_code tl_lexer_take(tl_lexer *lexer, char punctuation, bool *taken) {
  *taken = tl_lexer_at(lexer, punctuation);
  return *taken ? tl_lexer_advance(lexer) : TL_OK;
}

tl_code tl_lexer_expect(tl_lexer *lexer, char punctuation) {
  if (!tl_lexer_at(lexer, punctuation))
    return tl_lexer_unexpected(lexer, (char[]){'\'', punctuation, '\'', 0});
  return tl_lexer_advance(lexer);
}

tl_code tl_lexer_integer(tl_lexer *lexer, int64_t *out) {
  if (lexer->token.kind != TOKEN_INTEGER)
    return tl_lexer_unexpected(lexer, "an integer");
  *out = lexer->token.integer;
  return tl_lexer_advance(lexer);
}

char tl_lexer_peek(const tl_lexer *lexer) {
  const char *at = skip_blanks(lexer, lexer->next);
  return at < lexer->end ? *at : 0;
}

tl_code tl_lexer_unexpected(tl_lexer *lexer, const char *what) {
  const token *got = &lexer->token;
  enum { SHOWN = 24 };
  if (got->kind == TOKEN_END)
    return FAIL_AT(got->start, TL_INVALID,
                   "expected %s, got the end of the layout", what);
  if (*got->start < ' ' || *got->start > '~')
    return FAIL_AT(got->start, TL_INVALID, "expected %s, got byte 0x%02x", what,
                   (unsigned char)*got->start);
  return FAIL_AT(got->start, TL_INVALID, "expected %s, got '%.*s%s'", what,
                 (int)(got->length > SHOWN ? SHOWN : got->length), got->start,
                 got->length > SHOWN ? "..." : "");
}

tl_code tl_lexer_locate(tl_lexer *lexer, const char *place, tl_code code) {
  if (code != TL_OK && lexer->error && lexer->error->position == TL_NO_POSITION)
    lexer->error->position = (int)(place - lexer->text);
  return code;
}
