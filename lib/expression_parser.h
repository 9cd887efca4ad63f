/* expression_parser.h - The parts of the parser that call each other. */
#ifndef TL_EXPRESSION_PARSER_H
#define TL_EXPRESSION_PARSER_H

#include "expression_lexer.h"

/* An expression, evaluated. */
TL_MUST_CHECK tl_code tl_parse_expression(tl_lexer *lexer, tl_value *out);

/* The current token is the `S` of a tile literal. */
TL_MUST_CHECK tl_code tl_parse_tile(tl_lexer *lexer, tl_layout *out);

#endif /* TL_EXPRESSION_PARSER_H */
