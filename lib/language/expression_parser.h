/* expression_parser.h - The parts of the parser that call each other. */
#ifndef TL_EXPRESSION_PARSER_H
#define TL_EXPRESSION_PARSER_H

#include "expression_lexer.h"

/* An expression, evaluated. */
TL_MUST_CHECK tl_code tl_parse_expression(tl_lexer *lexer, tl_value *out);

/* The current token is an integer, `_` or '(': a tuple, a layout shape:stride,
 * swizzle fields or an expression in parentheses. */
TL_MUST_CHECK tl_code tl_parse_tuple(tl_lexer *lexer, tl_value *out);

/* The current token is the '<' of a tiler. */
TL_MUST_CHECK tl_code tl_parse_tiler(tl_lexer *lexer, tl_value *out);

/* The current token is the `Sw` or `S` of Sw<B,M,S>. */
TL_MUST_CHECK tl_code tl_parse_swizzled(tl_lexer *lexer, tl_value *out);

/* base = .., bits = .., shift = .. and the closing parenthesis of the one at
 * `open`. */
TL_MUST_CHECK tl_code tl_parse_swizzle_fields(tl_lexer *lexer, const char *open,
                                              tl_value *out);

/* A primary, which is what stands between operators and dots. */
TL_MUST_CHECK tl_code tl_parse_primary(tl_lexer *lexer, tl_value *out);

/* The current token is the `S` of a tile literal. */
TL_MUST_CHECK tl_code tl_parse_tile(tl_lexer *lexer, tl_layout *out);

#endif /* TL_EXPRESSION_PARSER_H */
