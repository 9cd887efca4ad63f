/* expression_parser.c - Recursive descent; every rule returns the value of what
 * it read.  The grammar is in tl/expression.h.
 *
 * A frame of the deepest rule holds MAX_PARAMETERS values (about 6 KiB), so
 * MAX_DEPTH bounds the stack at about half a megabyte. */
#include "expression_parser.h"
#include "checked.h"
#include "expression_functions.h"
#include <string.h>

enum { MAX_DEPTH = 64 };

static tl_code parse_term(tl_lexer *lexer, tl_value *out);
static tl_code parse_primary(tl_lexer *lexer, tl_value *out);
static tl_code parse_list(tl_lexer *lexer, char close, tl_value *out);
static tl_code parse_parenthesis(tl_lexer *lexer, tl_value *out);
static tl_code parse_call(tl_lexer *lexer, const tl_value *receiver,
                          tl_value *out);
static tl_code find_function(tl_lexer *lexer, const token *name, tl_kind family,
                             const function **out);
static tl_code evaluate_call(tl_lexer *lexer, const token *name,
                             const function *called, const tl_value *receiver,
                             char close, tl_value *out);
static tl_code bind_arguments(tl_lexer *lexer, const function *called, int next,
                              char close, tl_value *arguments);
static tl_code bind_argument(tl_lexer *lexer, const function *called, int *next,
                             tl_value *arguments);
static tl_code choose_parameter(tl_lexer *lexer, const function *called,
                                int *next, const parameter **out);
static tl_code store_argument(tl_lexer *lexer, const function *called,
                              const parameter *target, const char *place,
                              const tl_value *value, tl_value *slot);
static tl_code check_complete(tl_lexer *lexer, const function *called,
                              tl_value *arguments);
static tl_code compose_values(tl_lexer *lexer, const char *place,
                              const tl_value *outer, const tl_value *inner,
                              tl_value *out);
static tl_code divide_values(tl_lexer *lexer, const char *place,
                             const tl_value *layout, const tl_value *divisor,
                             tl_value *out);

tl_code tl_expression_evaluate(const char *text, size_t length, tl_kind family,
                               tl_value *out, tl_error *error) {
  tl_lexer lexer;
  TL_TRY(tl_lexer_start(&lexer, text, length, family, error));
  const char *constructor = tl_family_constructor(family);
  if (constructor && lexer.token.kind == TOKEN_NAME &&
      tl_lexer_peek(&lexer) == '=') {
    token name = {TOKEN_NAME, lexer.token.start, 0, 0};
    const function *called =
        tl_function_named(constructor, strlen(constructor), family);
    return evaluate_call(&lexer, &name, called, NULL, 0, out);
  }
  const char *start = lexer.token.start;
  TL_TRY(tl_parse_expression(&lexer, out));
  if (lexer.token.kind != TOKEN_END)
    return tl_lexer_unexpected(&lexer,
                               "'.', '*', '/' or the end of the layout");
  if (family != TL_KIND_NONE && out->kind != family)
    return tl_lexer_locate(&lexer, start,
                           tl_fail(error, TL_INVALID, "expected %s, got %s",
                                   tl_kind_describe(family),
                                   tl_kind_describe(out->kind)));
  return TL_OK;
}

tl_code tl_parse_expression(tl_lexer *lexer, tl_value *out) {
  if (lexer->depth == MAX_DEPTH)
    return tl_lexer_locate(lexer, lexer->token.start,
                           tl_fail(lexer->error, TL_CAPACITY,
                                   "expressions nest more than %d deep",
                                   MAX_DEPTH));
  lexer->depth++;
  TL_TRY(parse_term(lexer, out));
  while (tl_lexer_at(lexer, '*') || tl_lexer_at(lexer, '/')) {
    const char *place = lexer->token.start;
    tl_value inner;
    TL_TRY(tl_lexer_advance(lexer));
    TL_TRY(parse_term(lexer, &inner));
    TL_TRY(*place == '*' ? compose_values(lexer, place, out, &inner, out)
                         : divide_values(lexer, place, out, &inner, out));
  }
  lexer->depth--;
  return TL_OK;
}

static tl_code parse_term(tl_lexer *lexer, tl_value *out) {
  TL_TRY(parse_primary(lexer, out));
  for (;;) {
    bool dot;
    TL_TRY(tl_lexer_take(lexer, '.', &dot));
    if (!dot)
      return TL_OK;
    tl_value receiver = *out;
    TL_TRY(parse_call(lexer, &receiver, out));
  }
}

static tl_code parse_primary(tl_lexer *lexer, tl_value *out) {
  const token *first = &lexer->token;
  if (first->kind == TOKEN_INTEGER) {
    *out = (tl_value){.kind = TL_KIND_INTEGER, .as.integer = first->integer};
    return tl_lexer_advance(lexer);
  }
  if (tl_lexer_at_name(lexer, "true") || tl_lexer_at_name(lexer, "false")) {
    *out = (tl_value){.kind = TL_KIND_INTEGER,
                      .as.integer = tl_lexer_at_name(lexer, "true")};
    return tl_lexer_advance(lexer);
  }
  if (tl_lexer_at(lexer, '['))
    return parse_list(lexer, ']', out);
  if (tl_lexer_at(lexer, '('))
    return parse_parenthesis(lexer, out);
  if (tl_lexer_at_name(lexer, "S")) {
    *out = (tl_value){.kind = TL_KIND_LAYOUT};
    return tl_parse_tile(lexer, &out->as.layout);
  }
  if (first->kind == TOKEN_NAME)
    return parse_call(lexer, NULL, out);
  return tl_lexer_unexpected(lexer, "a layout, an integer or a list");
}

/* The current token opens the list. */
static tl_code parse_list(tl_lexer *lexer, char close, tl_value *out) {
  *out = (tl_value){.kind = TL_KIND_LIST};
  TL_TRY(tl_lexer_advance(lexer));
  while (!tl_lexer_at(lexer, close)) {
    if (lexer->token.kind != TOKEN_INTEGER)
      return tl_lexer_unexpected(lexer, "an integer");
    TL_TRY(tl_lexer_locate(
        lexer, lexer->token.start,
        tl_list_append(&out->as.list, lexer->token.integer, lexer->error)));
    TL_TRY(tl_lexer_advance(lexer));
    bool more;
    TL_TRY(tl_lexer_take(lexer, ',', &more));
    if (!more)
      break;
  }
  return tl_lexer_expect(lexer, close);
}

/* (2, 3) is a list, (base = 3, bits = 3, shift = 3) a swizzle, anything else an
 * expression in parentheses. */
static tl_code parse_parenthesis(tl_lexer *lexer, tl_value *out) {
  tl_lexer ahead = *lexer;
  TL_TRY(tl_lexer_advance(&ahead));
  if (ahead.token.kind == TOKEN_INTEGER || tl_lexer_at(&ahead, ')'))
    return parse_list(lexer, ')', out);
  if (ahead.token.kind == TOKEN_NAME && tl_lexer_peek(&ahead) == '=') {
    token name = lexer->token;
    TL_TRY(tl_lexer_advance(lexer));
    return evaluate_call(lexer, &name,
                         tl_function_named("swizzle", strlen("swizzle"), 0),
                         NULL, ')', out);
  }
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(tl_parse_expression(lexer, out));
  return tl_lexer_expect(lexer, ')');
}

static tl_code parse_call(tl_lexer *lexer, const tl_value *receiver,
                          tl_value *out) {
  token name = lexer->token;
  const function *called;
  TL_TRY(find_function(lexer, &name, receiver ? receiver->kind : lexer->family,
                       &called));
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(tl_lexer_expect(lexer, '('));
  return evaluate_call(lexer, &name, called, receiver, ')', out);
}

static tl_code find_function(tl_lexer *lexer, const token *name, tl_kind family,
                             const function **out) {
  if (name->kind != TOKEN_NAME)
    return tl_lexer_unexpected(lexer, "the name of a function");
  if (tl_lexer_peek(lexer) == '=')
    return tl_lexer_locate(
        lexer, name->start,
        tl_fail(lexer->error, TL_INVALID,
                "fields have to be arguments of a function here"));
  *out = tl_function_named(name->start, name->length, family);
  if (!*out)
    return tl_lexer_locate(
        lexer, name->start,
        tl_fail(lexer->error, TL_INVALID, "there is no function '%.*s'",
                (int)(name->length > 40 ? 40 : name->length), name->start));
  return TL_OK;
}

/* Reads the arguments up to `close` (0: the end of the text) and calls.  A
 * receiver that is not the first parameter is composed with the result. */
static tl_code evaluate_call(tl_lexer *lexer, const token *name,
                             const function *called, const tl_value *receiver,
                             char close, tl_value *out) {
  tl_value arguments[MAX_PARAMETERS];
  for (int i = 0; i < MAX_PARAMETERS; i++)
    arguments[i].kind = TL_KIND_NONE;
  bool composes = receiver && called->parameters[0].form == REST;
  bool receives = receiver && !composes;
  if (receives)
    TL_TRY(store_argument(lexer, called, &called->parameters[0], name->start,
                          receiver, &arguments[0]));
  TL_TRY(bind_arguments(lexer, called, receives, close, arguments));
  TL_TRY(tl_lexer_locate(lexer, name->start,
                         check_complete(lexer, called, arguments)));
  out->kind = called->result;
  TL_TRY(tl_lexer_locate(lexer, name->start,
                         called->evaluate(arguments, out, lexer->error)));
  if (composes) {
    tl_value inner = *out;
    return compose_values(lexer, name->start, receiver, &inner, out);
  }
  return TL_OK;
}

static tl_code bind_arguments(tl_lexer *lexer, const function *called, int next,
                              char close, tl_value *arguments) {
  while (close ? !tl_lexer_at(lexer, close) : lexer->token.kind != TOKEN_END) {
    TL_TRY(bind_argument(lexer, called, &next, arguments));
    bool more;
    TL_TRY(tl_lexer_take(lexer, ',', &more));
    if (!more)
      break;
  }
  if (close)
    return tl_lexer_expect(lexer, close);
  return lexer->token.kind == TOKEN_END
             ? TL_OK
             : tl_lexer_unexpected(lexer, "',' or the end of the layout");
}

static tl_code bind_argument(tl_lexer *lexer, const function *called, int *next,
                             tl_value *arguments) {
  const parameter *target = NULL;
  bool named = lexer->token.kind == TOKEN_NAME && tl_lexer_peek(lexer) == '=';
  TL_TRY(choose_parameter(lexer, called, next, &target));
  const char *place = lexer->token.start;
  int chosen = (int)(target - called->parameters);
  if (named && arguments[chosen].kind != TL_KIND_NONE)
    return tl_lexer_locate(lexer, place,
                           tl_fail(lexer->error, TL_INVALID,
                                   "argument '%s' of %s is given twice",
                                   target->name, called->name));
  tl_value value;
  TL_TRY(tl_parse_expression(lexer, &value));
  *next +=
      *next == chosen && (target->form != REST || value.kind == TL_KIND_LIST);
  return store_argument(lexer, called, target, place, &value,
                        &arguments[chosen]);
}

/* A name and '=' choose by name; otherwise the next by position. */
static tl_code choose_parameter(tl_lexer *lexer, const function *called,
                                int *next, const parameter **out) {
  if (lexer->token.kind == TOKEN_NAME && tl_lexer_peek(lexer) == '=') {
    token name = lexer->token;
    for (int i = 0; i < MAX_PARAMETERS && called->parameters[i].name; i++)
      if (strlen(called->parameters[i].name) == name.length &&
          memcmp(called->parameters[i].name, name.start, name.length) == 0) {
        *out = &called->parameters[i];
        TL_TRY(tl_lexer_advance(lexer));
        return tl_lexer_expect(lexer, '=');
      }
    return tl_lexer_locate(lexer, name.start,
                           tl_fail(lexer->error, TL_INVALID,
                                   "%s has no argument '%.*s'", called->name,
                                   (int)(name.length > 40 ? 40 : name.length),
                                   name.start));
  }
  if (*next == MAX_PARAMETERS || !called->parameters[*next].name)
    return tl_lexer_locate(lexer, lexer->token.start,
                           tl_fail(lexer->error, TL_INVALID,
                                   "%s takes %d arguments", called->name,
                                   *next));
  *out = &called->parameters[*next];
  return TL_OK;
}

static tl_code store_argument(tl_lexer *lexer, const function *called,
                              const parameter *target, const char *place,
                              const tl_value *value, tl_value *slot) {
  bool gathers = target->form == REST && value->kind == TL_KIND_INTEGER;
  bool fits = target->kind == TL_KIND_NONE || value->kind == target->kind;
  if (!fits && !gathers)
    return tl_lexer_locate(lexer, place,
                           tl_fail(lexer->error, TL_INVALID,
                                   "argument '%s' of %s expects %s, got %s",
                                   target->name, called->name,
                                   tl_kind_describe(target->kind),
                                   tl_kind_describe(value->kind)));
  if (slot->kind != TL_KIND_NONE && !gathers)
    return tl_lexer_locate(lexer, place,
                           tl_fail(lexer->error, TL_INVALID,
                                   "argument '%s' of %s is given twice",
                                   target->name, called->name));
  if (!gathers) {
    *slot = *value;
    return TL_OK;
  }
  if (slot->kind == TL_KIND_NONE)
    *slot = (tl_value){.kind = TL_KIND_LIST};
  return tl_lexer_locate(
      lexer, place,
      tl_list_append(&slot->as.list, value->as.integer, lexer->error));
}

/* An empty REST is the empty list. */
static tl_code check_complete(tl_lexer *lexer, const function *called,
                              tl_value *arguments) {
  for (int i = 0; i < MAX_PARAMETERS && called->parameters[i].name; i++) {
    const parameter *target = &called->parameters[i];
    if (arguments[i].kind != TL_KIND_NONE)
      continue;
    if (target->form == REQUIRED)
      return tl_fail(lexer->error, TL_INVALID, "%s needs argument '%s'",
                     called->name, target->name);
    if (target->form == REST)
      arguments[i] = (tl_value){.kind = TL_KIND_LIST};
  }
  return TL_OK;
}

static tl_code compose_values(tl_lexer *lexer, const char *place,
                              const tl_value *outer, const tl_value *inner,
                              tl_value *out) {
  tl_error *error = lexer->error;
  tl_value result = {.kind = outer->kind};
  tl_code code;
  if (outer->kind == TL_KIND_REGISTER && inner->kind == TL_KIND_REGISTER)
    code = tl_register_compose(&outer->as.reg, &inner->as.reg, &result.as.reg,
                               error);
  else if (outer->kind == TL_KIND_SHARED && inner->kind == TL_KIND_SHARED)
    code = tl_shared_compose(&outer->as.shared, &inner->as.shared,
                             &result.as.shared, error);
  else
    code =
        tl_fail(error, TL_INVALID, "cannot compose %s with %s",
                tl_kind_describe(outer->kind), tl_kind_describe(inner->kind));
  *out = result;
  return tl_lexer_locate(lexer, place, code);
}

static tl_code divide_values(tl_lexer *lexer, const char *place,
                             const tl_value *layout, const tl_value *divisor,
                             tl_value *out) {
  tl_value result = {.kind = TL_KIND_REGISTER};
  tl_code code;
  if (layout->kind == TL_KIND_REGISTER && divisor->kind == TL_KIND_REGISTER)
    code = tl_register_divide(&layout->as.reg, &divisor->as.reg, &result.as.reg,
                              lexer->error);
  else
    code = tl_fail(lexer->error, TL_INVALID, "cannot divide %s by %s",
                   tl_kind_describe(layout->kind),
                   tl_kind_describe(divisor->kind));
  *out = result;
  return tl_lexer_locate(lexer, place, code);
}
