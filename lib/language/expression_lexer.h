/* expression_lexer.h - The tokens of the layout language, one ahead, and the
 * literals that they make up. */
#ifndef TL_EXPRESSION_LEXER_H
#define TL_EXPRESSION_LEXER_H

#include "expression_run_time.h"

typedef enum token_kind {
  TOKEN_END,
  TOKEN_INTEGER,
  TOKEN_NAME,
  TOKEN_STRING, /* with its quotes */
  TOKEN_PUNCTUATION,
} token_kind;

typedef struct token {
  token_kind kind;
  const char *start;
  size_t length;
  int64_t integer; /* of TOKEN_INTEGER */
} token;

struct tl_lexer;

/* A rule of the grammar reads its text from the current token on. */
typedef tl_code tl_rule(struct tl_lexer *lexer, tl_value *out);

/* The rules that parts of the grammar come back to: an expression, what stands
 * between operators and dots, and base = .., bits = .., shift = .. with the
 * closing parenthesis of the one at `open`. */
typedef struct tl_rules {
  tl_rule *expression, *primary;
  tl_code (*swizzle_fields)(struct tl_lexer *lexer, const char *open,
                            tl_value *out);
  tl_code (*number)(struct tl_lexer *lexer); /* tl_run_time_token */
} tl_rules;

typedef struct tl_lexer {
  const char *text, *end, *next;
  token token;    /* the current token */
  tl_kind family; /* see tl_expression_evaluate */
  int64_t lanes;  /* of a wave */
  int depth;      /* of nested expressions */
  const tl_rules *rules;
  const tl_run_time *numbers; /* NULL: none */
  tl_error *error;
} tl_lexer;

TL_MUST_CHECK tl_code tl_lexer_start(tl_lexer *lexer, const char *text,
                                     size_t length, tl_kind family,
                                     tl_error *error);

/* Moves to the next token. */
TL_MUST_CHECK tl_code tl_lexer_advance(tl_lexer *lexer);

bool tl_lexer_at(const tl_lexer *lexer, char punctuation);
bool tl_lexer_at_name(const tl_lexer *lexer, const char *name);

/* Consumes `punctuation` if it is next and says so in *taken. */
TL_MUST_CHECK tl_code tl_lexer_take(tl_lexer *lexer, char punctuation,
                                    bool *taken);

/* Consumes `punctuation`, which has to be next. */
TL_MUST_CHECK tl_code tl_lexer_expect(tl_lexer *lexer, char punctuation);

/* Consumes an integer, which has to be next. */
TL_MUST_CHECK tl_code tl_lexer_integer(tl_lexer *lexer, int64_t *out);

/* The character after the current token and blanks, or 0 at the end. */
char tl_lexer_peek(const tl_lexer *lexer);

/* "expected WHAT, got TOKEN" at the current token. */
tl_code tl_lexer_unexpected(tl_lexer *lexer, const char *what);

/* Gives the error of a failed evaluation the position of `place`, unless it has
 * one; returns `code`. */
tl_code tl_lexer_locate(tl_lexer *lexer, const char *place, tl_code code);

/* Fails there; the code, the format and what it prints follow. */
#define FAIL_AT(place, ...)                                                    \
  tl_lexer_locate(lexer, place, tl_fail(lexer->error, __VA_ARGS__))

/* The current token is an integer, `_` or '(': a tuple, a layout shape:stride,
 * swizzle fields or an expression in parentheses; the '<' of a tiler; the `Sw`
 * or `S` of Sw<B,M,S>; the `E` of E<0,1>. */
TL_MUST_CHECK tl_rule tl_parse_tuple, tl_parse_tiler, tl_parse_swizzled,
    tl_parse_unit;

/* The current token is the '#' of an attribute of another compiler, or starts
 * the type that has it: `tensor`, `vector` or '!'. */
bool tl_lexer_at_foreign(const tl_lexer *lexer);
TL_MUST_CHECK tl_rule tl_parse_foreign;

/* The current token is the `S` of a tile literal. */
TL_MUST_CHECK tl_code tl_parse_tile(tl_lexer *lexer, tl_layout *out);

#endif /* TL_EXPRESSION_LEXER_H */
