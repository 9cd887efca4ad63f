/* expression_parser.c - Recursive descent; every rule returns the value of what
 * it read.  The grammar is in tl/expression.h.
 *
 * A frame of the deepest rule holds TL_MAX_PARAMETERS values (about 7 KiB), so
 * TL_MAX_EXPRESSION_DEPTH bounds the stack at about half a megabyte. */
#include "base/checked.h"
#include "expression_access.h"
#include "expression_lexer.h"
#include "tl/layout_questions.h"
#include <string.h>

/* A call whose arguments are being read. */
typedef struct open_call {
  const tl_function *called; /* the row that takes the arguments so far */
  int next, received; /* positions of the next argument, of the receiver */
  tl_value arguments[TL_MAX_PARAMETERS];
} open_call;

static tl_rule parse_expression;

/* One more integer of a list, or one more mode of a layout. */
static tl_code gather(tl_value *slot, const tl_value *value, tl_error *error) {
  if (value->kind == TL_KIND_INTEGER) {
    if (slot->kind == TL_KIND_NONE)
      *slot = (tl_value){.kind = TL_KIND_LIST};
    return tl_list_append(&slot->as.list, value->as.integer, error);
  }
  if (!tl_composed_is_plain(&value->as.composed))
    return tl_fail(error, TL_INVALID,
                   "a mode of a layout has no swizzle and no offset");
  if (slot->kind == TL_KIND_NONE)
    *slot =
        (tl_value){.kind = TL_KIND_CUTE, .as.composed.layout.node_count = 1};
  return tl_cute_push(&slot->as.composed.layout, &value->as.composed.layout,
                      error);
}

/* Puts `value` into the slot of parameter `index`, of the first row of that
 * name that takes it there. */
static tl_code store_argument(tl_lexer *lexer, open_call *call, int index,
                              const char *place, const tl_value *value) {
  const tl_function *fitting =
      tl_function_overload(call->called, call->arguments, index, value->kind);
  const tl_function *called = fitting ? fitting : call->called;
  const tl_parameter *target = &called->parameters[index];
  tl_value *slot = &call->arguments[index], converted = *value;
  call->called = called;
  bool gathers = target->form == TL_REST && value->kind != TL_KIND_LIST;
  tl_kind wanted =
      gathers && target->kind == TL_KIND_LIST && value->kind == TL_KIND_INTEGER
          ? TL_KIND_INTEGER
          : target->kind;
  TL_TRY(tl_lexer_locate(
      lexer, place,
      tl_value_convert(&converted, wanted, lexer->lanes, lexer->error)));
  if (!tl_kind_is(converted.kind, wanted))
    return FAIL_AT(place, TL_INVALID, "argument '%s' of %s expects %s, got %s",
                   target->name, called->name, tl_kind_describe(target->kind),
                   tl_kind_describe(value->kind));
  if (gathers && converted.kind != TL_KIND_LIST)
    return tl_lexer_locate(lexer, place,
                           gather(slot, &converted, lexer->error));
  if (slot->kind != TL_KIND_NONE)
    return FAIL_AT(place, TL_INVALID, "argument '%s' of %s is given twice",
                   target->name, called->name);
  *slot = converted;
  return TL_OK;
}

/* No tile layout has lanes that a wave has not. */
static tl_code check_lanes(tl_lexer *lexer, const char *place,
                           const tl_value *value) {
  if (value->kind != TL_KIND_LAYOUT)
    return TL_OK;
  return tl_lexer_locate(
      lexer, place,
      tl_layout_check_lanes(&value->as.layout, lexer->lanes, lexer->error));
}

/* An empty REST is the empty list. */
static tl_code check_complete(tl_lexer *lexer, open_call *call) {
  const tl_function *called = call->called;
  tl_value *arguments = call->arguments;
  for (int i = 0; i < TL_MAX_PARAMETERS && called->parameters[i].name; i++) {
    const tl_parameter *target = &called->parameters[i];
    if (target->is_plain)
      TL_TRY(tl_require_plain(&arguments[i], lexer->error));
    if (arguments[i].kind != TL_KIND_NONE)
      continue;
    if (target->form == TL_REQUIRED)
      return tl_fail(lexer->error, TL_INVALID, "%s needs argument '%s', %s",
                     called->name, target->name,
                     tl_kind_describe(target->kind));
    if (target->form == TL_REST)
      arguments[i] = (tl_value){.kind = TL_KIND_LIST};
  }
  return TL_OK;
}

/* `out` may be what an argument was made from. */
static tl_code call_function(tl_lexer *lexer, const char *place,
                             open_call *call, tl_value *out) {
  TL_TRY(tl_lexer_locate(lexer, place, check_complete(lexer, call)));
  *out = (tl_value){.kind = call->called->result};
  TL_TRY(tl_lexer_locate(lexer, place,
                         call->called->evaluate(call->arguments, lexer->lanes,
                                                out, lexer->error)));
  return check_lanes(lexer, place, out);
}

/* Beside a tile layout, threads are on its axes. */
static tl_code read_operand(tl_lexer *lexer, const char *place,
                            const tl_value *left, const tl_value *right,
                            tl_value *out) {
  tl_scope scope;
  *out = *right;
  if (left->kind != TL_KIND_LAYOUT || right->kind == TL_KIND_LAYOUT ||
      !tl_kind_spells(right->kind, TL_KIND_LAYOUT) ||
      !tl_layout_find_scope(&left->as.layout, lexer->lanes, &scope) ||
      scope == TL_SCOPE_THREAD)
    return TL_OK;
  return tl_lexer_locate(lexer, place,
                         tl_value_spell(right, TL_KIND_LAYOUT, scope,
                                        lexer->lanes, out, lexer->error));
}

/* a * b and a / b are calls of the function that has that meaning; any other
 * place is that of a chain, which composes. */
static tl_code call_operator(tl_lexer *lexer, const char *place,
                             const tl_value *left, const tl_value *right,
                             tl_value *out) {
  static const char *const NAMES[TL_KIND_COUNT][2] = {
      [TL_KIND_CUTE] = {"composition", "logical_divide"},
      [TL_KIND_CUTE_SWIZZLE] = {"composition", "logical_divide"},
      [TL_KIND_LAYOUT] = {"tile", "tile_outer"}};
  bool divides = *place == '/';
  const char *own = NAMES[left->kind][divides];
  const char *name = own ? own : divides ? "divide" : "compose";
  const tl_function *called = tl_function_named(name, strlen(name), left->kind);
  tl_value operand;
  TL_TRY(read_operand(lexer, place, left, right, &operand));
  open_call call = {.received = -1};
  call.called = tl_function_overload(called, call.arguments, 0, left->kind);
  if (call.called) {
    TL_TRY(store_argument(lexer, &call, 0, place, left));
    call.called =
        tl_function_overload(call.called, call.arguments, 1, operand.kind);
  }
  if (!call.called)
    return FAIL_AT(place, TL_INVALID, "cannot %s %s %s %s",
                   divides ? "divide" : "compose", tl_kind_describe(left->kind),
                   divides ? "by" : "with", tl_kind_describe(right->kind));
  TL_TRY(store_argument(lexer, &call, 1, place, &operand));
  return call_function(lexer, place, &call, out);
}

static tl_code parse_name(tl_lexer *lexer, const char *what, tl_value *out) {
  const token *name = &lexer->token;
  size_t quotes = name->kind == TOKEN_STRING;
  if (name->kind != TOKEN_NAME && !quotes)
    return tl_lexer_unexpected(lexer, what);
  *out = (tl_value){.kind = TL_KIND_NAME};
  out->as.name = (tl_name){name->start + quotes, name->length - 2 * quotes};
  return tl_lexer_advance(lexer);
}

/* A name and '=' choose by name; otherwise the next by position. */
static tl_code choose_parameter(tl_lexer *lexer, open_call *call, int *chosen) {
  const tl_function *called = call->called;
  if (lexer->token.kind == TOKEN_NAME && tl_lexer_peek(lexer) == '=') {
    token name = lexer->token;
    for (int i = 0; i < TL_MAX_PARAMETERS && called->parameters[i].name; i++)
      if (strlen(called->parameters[i].name) == name.length &&
          memcmp(called->parameters[i].name, name.start, name.length) == 0) {
        *chosen = i;
        TL_TRY(tl_lexer_advance(lexer));
        return tl_lexer_expect(lexer, '=');
      }
    return FAIL_AT(name.start, TL_INVALID, "%s has no argument '%.*s'",
                   called->name, (int)(name.length > 40 ? 40 : name.length),
                   name.start);
  }
  call->next += call->next == call->received;
  if (call->next == TL_MAX_PARAMETERS || !called->parameters[call->next].name)
    return FAIL_AT(lexer->token.start, TL_INVALID, "%s takes %d argument%s",
                   called->name, call->next, call->next == 1 ? "" : "s");
  *chosen = call->next;
  return TL_OK;
}

static tl_code bind_argument(tl_lexer *lexer, open_call *call) {
  int chosen = 0;
  bool named = lexer->token.kind == TOKEN_NAME && tl_lexer_peek(lexer) == '=';
  TL_TRY(choose_parameter(lexer, call, &chosen));
  const char *place = lexer->token.start;
  const tl_parameter *target = &call->called->parameters[chosen];
  if (named && call->arguments[chosen].kind != TL_KIND_NONE)
    return FAIL_AT(place, TL_INVALID, "argument '%s' of %s is given twice",
                   target->name, call->called->name);
  if (target->form == TL_OPTIONAL && tl_lexer_at_name(lexer, "None")) {
    call->next += call->next == chosen;
    return tl_lexer_advance(lexer);
  }
  tl_value value;
  TL_TRY(target->kind == TL_KIND_NAME ? parse_name(lexer, target->name, &value)
                                      : parse_expression(lexer, &value));
  TL_TRY(store_argument(lexer, call, chosen, place, &value));
  bool goes_on = call->called->parameters[chosen].form == TL_REST &&
                 value.kind != TL_KIND_LIST;
  call->next += call->next == chosen && !goes_on;
  return TL_OK;
}

static tl_code bind_arguments(tl_lexer *lexer, open_call *call, char close) {
  while (close ? !tl_lexer_at(lexer, close) : lexer->token.kind != TOKEN_END) {
    TL_TRY(bind_argument(lexer, call));
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

/* Whether the function makes a register or shared layout of numbers alone,
 * which a receiver of that kind is composed with. */
static bool makes_layout(const tl_function *called, tl_kind receiver) {
  int index;
  bool takes_shape = called->parameters[0].form == TL_REST &&
                     called->parameters[0].kind == TL_KIND_LIST;
  bool is_tilus = receiver == TL_KIND_REGISTER || receiver == TL_KIND_SHARED;
  return takes_shape || (is_tilus && called->result == receiver &&
                         !tl_function_receiving(called, receiver, &index));
}

/* Reads the arguments up to `close` (0: the end of the text) and calls. */
static tl_code evaluate_call(tl_lexer *lexer, const char *place,
                             const tl_function *called,
                             const tl_value *receiver, char close,
                             tl_value *out) {
  open_call call = {.called = called, .received = -1};
  bool composes = receiver && makes_layout(called, receiver->kind);
  if (receiver && !composes) {
    const tl_function *receiving =
        tl_function_receiving(called, receiver->kind, &call.received);
    call.called = receiving ? receiving : called;
    TL_TRY(store_argument(lexer, &call, call.received, place, receiver));
  }
  TL_TRY(bind_arguments(lexer, &call, close));
  TL_TRY(call_function(lexer, place, &call, out));
  if (composes) {
    tl_value inner = *out;
    return call_operator(lexer, place, receiver, &inner, out);
  }
  return TL_OK;
}

static tl_code fail_unknown(tl_lexer *lexer, const tl_value *receiver) {
  const token *name = &lexer->token;
  if (tl_lexer_peek(lexer) == '{')
    return FAIL_AT(name->start, TL_INVALID,
                   "expected a number, got one known only at run time, '%.*s'",
                   (int)(name->length > 40 ? 40 : name->length), name->start);
  const char *like = tl_function_like(
      name->start, name->length, receiver ? receiver->kind : lexer->family);
  return FAIL_AT(name->start, TL_INVALID, "there is no function '%.*s'%s%s%s",
                 (int)(name->length > 40 ? 40 : name->length), name->start,
                 like ? "; did you mean '" : "", like ? like : "",
                 like ? "'?" : "");
}

static tl_code find_function(tl_lexer *lexer, const tl_value *receiver,
                             const tl_function **out) {
  const token *name = &lexer->token;
  if (name->kind != TOKEN_NAME)
    return tl_lexer_unexpected(lexer, "the name of a function");
  if (tl_lexer_peek(lexer) == '=')
    return FAIL_AT(name->start, TL_INVALID,
                   "fields have to be arguments of a function here");
  *out = tl_function_named(name->start, name->length,
                           receiver ? receiver->kind : lexer->family);
  return *out ? TL_OK : fail_unknown(lexer, receiver);
}

static tl_code parse_call(tl_lexer *lexer, const tl_value *receiver,
                          tl_value *out) {
  const char *place = lexer->token.start;
  const tl_function *called;
  TL_TRY(find_function(lexer, receiver, &called));
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(tl_lexer_expect(lexer, '('));
  return evaluate_call(lexer, place, called, receiver, ')', out);
}

/* The current token opens the list. */
static tl_code parse_integers(tl_lexer *lexer, tl_value *out) {
  bool more = true;
  *out = (tl_value){.kind = TL_KIND_LIST};
  TL_TRY(tl_lexer_advance(lexer));
  while (more && !tl_lexer_at(lexer, ']')) {
    const char *place = lexer->token.start;
    int64_t item;
    TL_TRY(tl_lexer_integer(lexer, &item));
    TL_TRY(tl_lexer_locate(lexer, place,
                           tl_list_append(&out->as.list, item, lexer->error)));
    TL_TRY(tl_lexer_take(lexer, ',', &more));
  }
  return tl_lexer_expect(lexer, ']');
}

/* A list of lists; the current token opens the first of them. */
static tl_code parse_lists(tl_lexer *lexer, tl_value *out) {
  bool more = true;
  *out = (tl_value){.kind = TL_KIND_LISTS};
  while (more && !tl_lexer_at(lexer, ']')) {
    const char *place = lexer->token.start;
    tl_value item;
    if (!tl_lexer_at(lexer, '['))
      return tl_lexer_unexpected(lexer, "a list");
    TL_TRY(parse_integers(lexer, &item));
    TL_TRY(tl_lexer_locate(
        lexer, place,
        tl_lists_append(&out->as.lists, &item.as.list, lexer->error)));
    TL_TRY(tl_lexer_take(lexer, ',', &more));
  }
  return tl_lexer_expect(lexer, ']');
}

static tl_code parse_list(tl_lexer *lexer, tl_value *out) {
  if (tl_lexer_peek(lexer) != '[')
    return parse_integers(lexer, out);
  TL_TRY(tl_lexer_advance(lexer));
  return parse_lists(lexer, out);
}

/* Also as Python writes it. */
static bool at_boolean(const tl_lexer *lexer, bool *is_true) {
  *is_true = tl_lexer_at_name(lexer, "true") || tl_lexer_at_name(lexer, "True");
  return *is_true || tl_lexer_at_name(lexer, "false") ||
         tl_lexer_at_name(lexer, "False");
}

static tl_code parse_primary(tl_lexer *lexer, tl_value *out) {
  bool is_true;
  const token *first = &lexer->token;
  const char *place = first->start;
  if (first->kind == TOKEN_INTEGER || tl_lexer_at(lexer, '(') ||
      tl_lexer_at_name(lexer, "_"))
    return tl_parse_tuple(lexer, out);
  if (tl_lexer_at(lexer, '<'))
    return tl_parse_tiler(lexer, out);
  if (at_boolean(lexer, &is_true)) {
    *out = (tl_value){.kind = TL_KIND_BOOLEAN, .as.integer = is_true};
    return tl_lexer_advance(lexer);
  }
  if (tl_lexer_at(lexer, '['))
    return parse_list(lexer, out);
  if (tl_lexer_at_name(lexer, "E") && tl_lexer_peek(lexer) == '<')
    return tl_parse_unit(lexer, out);
  if (tl_lexer_at_name(lexer, "Sw") ||
      (tl_lexer_at_name(lexer, "S") && tl_lexer_peek(lexer) == '<'))
    return tl_parse_swizzled(lexer, out);
  if (tl_lexer_at_name(lexer, "S")) {
    *out = (tl_value){.kind = TL_KIND_LAYOUT};
    TL_TRY(tl_parse_tile(lexer, &out->as.layout));
    return check_lanes(lexer, place, out);
  }
  if (tl_lexer_at_foreign(lexer)) {
    TL_TRY(tl_parse_foreign(lexer, out));
    return check_lanes(lexer, place, out);
  }
  if (first->kind == TOKEN_NAME)
    return parse_call(lexer, NULL, out);
  return tl_lexer_unexpected(lexer, "a layout, an integer or a list");
}

static tl_code parse_term(tl_lexer *lexer, tl_value *out) {
  TL_TRY(parse_primary(lexer, out));
  while (tl_lexer_at(lexer, '.')) {
    tl_value receiver = *out;
    TL_TRY(tl_lexer_advance(lexer));
    TL_TRY(parse_call(lexer, &receiver, out));
  }
  return TL_OK;
}

static tl_code parse_operators(tl_lexer *lexer, tl_value *out) {
  TL_TRY(parse_term(lexer, out));
  while (tl_lexer_at(lexer, '*') || tl_lexer_at(lexer, '/')) {
    const char *place = lexer->token.start;
    tl_value inner;
    TL_TRY(tl_lexer_advance(lexer));
    TL_TRY(parse_term(lexer, &inner));
    TL_TRY(call_operator(lexer, place, out, &inner, out));
  }
  return TL_OK;
}

/* Every rule that others come back to is parsed here. */
static tl_code parse_nested(tl_lexer *lexer, tl_rule *rule, tl_value *out) {
  if (lexer->depth == TL_MAX_EXPRESSION_DEPTH)
    return FAIL_AT(lexer->token.start, TL_CAPACITY,
                   "expressions nest more than %d deep",
                   TL_MAX_EXPRESSION_DEPTH);
  lexer->depth++;
  TL_TRY(rule(lexer, out));
  lexer->depth--;
  return TL_OK;
}

static tl_code parse_expression(tl_lexer *lexer, tl_value *out) {
  return parse_nested(lexer, parse_operators, out);
}

/* What stands behind `o`. */
static tl_code parse_composed(tl_lexer *lexer, tl_value *out) {
  return parse_nested(lexer, parse_primary, out);
}

static tl_code parse_swizzle_fields(tl_lexer *lexer, const char *open,
                                    tl_value *out) {
  return evaluate_call(lexer, open,
                       tl_function_named("swizzle", strlen("swizzle"), 0), NULL,
                       ')', out);
}

static const tl_rules RULES = {parse_expression, parse_composed,
                               parse_swizzle_fields, tl_run_time_token};

/* Fields go on behind it, or are missing behind a layout. */
static bool is_first_field(tl_lexer *lexer, const tl_function *made,
                           const tl_value *value) {
  int index;
  bool is_alone = tl_notation_of(value->kind) &&
                  tl_function_receiving(made, value->kind, &index) &&
                  value->kind != lexer->family;
  return tl_lexer_at(lexer, ',') ||
         (lexer->token.kind == TOKEN_END && is_alone);
}

tl_code tl_expression_evaluate(const char *text, size_t length, tl_kind family,
                               int64_t lanes, tl_value *out, tl_error *error) {
  return tl_expression_evaluate_with(NULL, text, length, family, lanes, out,
                                     error);
}

tl_code tl_expression_evaluate_with(const tl_run_time *numbers,
                                    const char *text, size_t length,
                                    tl_kind family, int64_t lanes,
                                    tl_value *out, tl_error *error) {
  tl_lexer lexer;
  TL_TRY(tl_lexer_start(&lexer, text, length, family, error));
  lexer.rules = &RULES;
  lexer.lanes = lanes;
  lexer.numbers = numbers;
  if (numbers)
    TL_TRY(tl_run_time_token(&lexer));
  const char *constructor = tl_family_constructor(family);
  const tl_function *made =
      constructor ? tl_function_named(constructor, strlen(constructor), family)
                  : NULL;
  const char *start = lexer.token.start;
  bool is_named =
      made && lexer.token.kind == TOKEN_NAME && tl_lexer_peek(&lexer) == '=';
  if (is_named)
    return evaluate_call(&lexer, start, made, NULL, 0, out);
  TL_TRY(parse_expression(&lexer, out));
  if (made && is_first_field(&lexer, made, out)) {
    tl_value first = *out;
    bool more;
    TL_TRY(tl_lexer_take(&lexer, ',', &more));
    return evaluate_call(&lexer, start, made, &first, 0, out);
  }
  if (lexer.token.kind != TOKEN_END)
    return tl_lexer_unexpected(&lexer,
                               "'.', '*', '/' or the end of the layout");
  bool spells = tl_kind_spells(out->kind, family);
  if (family != TL_KIND_NONE && out->kind != family)
    return tl_lexer_locate(
        &lexer, start,
        tl_fail(error, TL_INVALID, "expected %s, got %s%s%s%s",
                tl_kind_describe(family), tl_kind_describe(out->kind),
                spells ? "; " : "", spells ? tl_notation_of(family)->name : "",
                spells ? "(...) says it as one" : ""));
  return TL_OK;
}
