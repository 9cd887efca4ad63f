/* expression_parser.h - The literals of the language. */
#ifndef TL_EXPRESSION_PARSER_H
#define TL_EXPRESSION_PARSER_H

#include "expression_lexer.h"

/* The current token is an integer, `_` or '(': a tuple, a layout shape:stride,
 * swizzle fields or an expression in parentheses. */
TL_MUST_CHECK tl_code tl_parse_tuple(tl_lexer *lexer, tl_value *out);

/* The current token is the '<' of a tiler. */
TL_MUST_CHECK tl_code tl_parse_tiler(tl_lexer *lexer, tl_value *out);

/* The current token is the `Sw` or `S` of Sw<B,M,S>. */
TL_MUST_CHECK tl_code tl_parse_swizzled(tl_lexer *lexer, tl_value *out);

/* The current token is the `S` of a tile literal. */
TL_MUST_CHECK tl_code tl_parse_tile(tl_lexer *lexer, tl_layout *out);

#endif /* TL_EXPRESSION_PARSER_H */
