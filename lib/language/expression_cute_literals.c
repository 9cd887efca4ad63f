/* expression_cute_literals.c - CuTe literals: tuples, layouts, tilers,
 * swizzles.
 *
 *   (2,(3,_))   (4,8):(8,1)   <3:4,(2,4):(1,8)>   Sw<3,4,3> o 0 o (8,64):(64,1)
 */
#include "base/checked.h"
#include "expression_functions.h"
#include "expression_lexer.h"

static tl_code parse_parenthesis(tl_lexer *lexer, tl_value *out);
static tl_code push_item(tl_lexer *lexer, const char *place, tl_value *item,
                         tl_value *out);
static tl_code parse_rest(tl_lexer *lexer, tl_value *out);
static tl_code parse_stride(tl_lexer *lexer, tl_value *shape);

static bool is_tuple(const tl_value *value) {
  return value->kind == TL_KIND_INTEGER || value->kind == TL_KIND_TUPLE ||
         value->kind == TL_KIND_COORDINATE;
}

tl_code tl_parse_tuple(tl_lexer *lexer, tl_value *out) {
  if (lexer->token.kind == TOKEN_INTEGER) {
    *out =
        (tl_value){.kind = TL_KIND_INTEGER, .as.integer = lexer->token.integer};
    TL_TRY(tl_lexer_advance(lexer));
  } else if (tl_lexer_at_name(lexer, "_")) {
    *out = all_of_mode();
    TL_TRY(tl_lexer_advance(lexer));
  } else {
    TL_TRY(parse_parenthesis(lexer, out));
  }
  return is_tuple(out) && tl_lexer_at(lexer, ':') ? parse_stride(lexer, out)
                                                  : TL_OK;
}

/* What the parenthesis is, its first item tells. */
static tl_code parse_parenthesis(tl_lexer *lexer, tl_value *out) {
  tl_value first;
  const char *open = lexer->token.start;
  TL_TRY(tl_lexer_expect(lexer, '('));
  *out = (tl_value){.kind = TL_KIND_TUPLE, .as.tuple.node_count = 1};
  if (tl_lexer_at(lexer, ')'))
    return tl_lexer_advance(lexer);
  if (lexer->token.kind == TOKEN_NAME && tl_lexer_peek(lexer) == '=')
    return lexer->rules->swizzle_fields(lexer, open, out);
  const char *place = lexer->token.start;
  TL_TRY(lexer->rules->expression(lexer, &first));
  if (!is_tuple(&first)) {
    *out = first;
    return tl_lexer_expect(lexer, ')');
  }
  TL_TRY(push_item(lexer, place, &first, out));
  return parse_rest(lexer, out);
}

/* A tuple with _ in it is a coordinate. */
static tl_code push_item(tl_lexer *lexer, const char *place, tl_value *item,
                         tl_value *out) {
  if (!is_tuple(item))
    return wrong_kind(lexer, place, "an integer or a tuple", item);
  if (item->kind == TL_KIND_COORDINATE)
    out->kind = TL_KIND_COORDINATE;
  tl_code code = tl_value_convert(item, TL_KIND_TUPLE, lexer->error);
  if (code == TL_OK)
    code = tl_tuple_push(&out->as.tuple, &item->as.tuple, lexer->error);
  return tl_lexer_locate(lexer, place, code);
}

/* The items after the first one. */
static tl_code parse_rest(tl_lexer *lexer, tl_value *out) {
  for (;;) {
    bool more;
    tl_value item;
    TL_TRY(tl_lexer_take(lexer, ',', &more));
    if (!more || tl_lexer_at(lexer, ')'))
      return tl_lexer_expect(lexer, ')');
    const char *place = lexer->token.start;
    TL_TRY(lexer->rules->expression(lexer, &item));
    TL_TRY(push_item(lexer, place, &item, out));
  }
}

static tl_code parse_stride(tl_lexer *lexer, tl_value *shape) {
  tl_value stride;
  TL_TRY(tl_lexer_advance(lexer));
  const char *place = lexer->token.start;
  if (lexer->token.kind != TOKEN_INTEGER && !tl_lexer_at(lexer, '('))
    return tl_lexer_unexpected(lexer, "a stride");
  TL_TRY(tl_parse_tuple(lexer, &stride));
  if (!is_tuple(&stride))
    return FAIL_AT(place, TL_INVALID, "expected a stride, got %s",
                   tl_kind_describe(stride.kind));
  tl_code code = tl_value_convert(shape, TL_KIND_TUPLE, lexer->error);
  if (code == TL_OK)
    code = tl_value_convert(&stride, TL_KIND_TUPLE, lexer->error);
  tl_cute layout = {0};
  if (code == TL_OK)
    code = tl_cute_create(&shape->as.tuple, &stride.as.tuple, &layout,
                          lexer->error);
  *shape = (tl_value){.kind = TL_KIND_CUTE, .as.composed.layout = layout};
  return tl_lexer_locate(lexer, place, code);
}

tl_code tl_parse_tiler(tl_lexer *lexer, tl_value *out) {
  tl_tiler tiler = {.node_count = 1, .nodes = {TL_NODE_BY_MODE}};
  TL_TRY(tl_lexer_advance(lexer));
  while (!tl_lexer_at(lexer, '>')) {
    tl_value item;
    const char *place = lexer->token.start;
    TL_TRY(lexer->rules->expression(lexer, &item));
    TL_TRY(tl_lexer_locate(
        lexer, place, tl_value_convert(&item, TL_KIND_TILER, lexer->error)));
    if (item.kind != TL_KIND_TILER)
      return FAIL_AT(place, TL_INVALID, "expected a tiler, got %s",
                     tl_kind_describe(item.kind));
    TL_TRY(tl_lexer_locate(
        lexer, place, tl_tuple_push(&tiler, &item.as.tiler, lexer->error)));
    bool more;
    TL_TRY(tl_lexer_take(lexer, ',', &more));
    if (!more)
      break;
  }
  *out = (tl_value){.kind = TL_KIND_TILER, .as.tiler = tiler};
  return tl_lexer_expect(lexer, '>');
}

static tl_code parse_swizzle(tl_lexer *lexer, tl_swizzle *out) {
  int64_t fields[3];
  const char *place = lexer->token.start;
  TL_TRY(tl_lexer_advance(lexer));
  for (int i = 0; i < 3; i++) {
    TL_TRY(tl_lexer_expect(lexer, i == 0 ? '<' : ','));
    TL_TRY(tl_lexer_integer(lexer, &fields[i]));
  }
  TL_TRY(tl_lexer_locate(lexer, place,
                         tl_cute_swizzle_create(fields[0], fields[1], fields[2],
                                                out, lexer->error)));
  return tl_lexer_expect(lexer, '>');
}

/* The offset may be left out; an integer that `o` follows is one. */
tl_code tl_parse_swizzled(tl_lexer *lexer, tl_value *out) {
  const char *place = lexer->token.start;
  tl_swizzle swizzle;
  TL_TRY(parse_swizzle(lexer, &swizzle));
  *out = (tl_value){.kind = TL_KIND_CUTE_SWIZZLE, .as.swizzle = swizzle};
  if (!tl_lexer_at_name(lexer, "o"))
    return TL_OK;
  int64_t offset = 0;
  tl_value layout;
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(lexer->rules->primary(lexer, &layout));
  if (layout.kind == TL_KIND_INTEGER && tl_lexer_at_name(lexer, "o")) {
    offset = layout.as.integer;
    TL_TRY(tl_lexer_advance(lexer));
    TL_TRY(lexer->rules->primary(lexer, &layout));
  }
  tl_code code;
  if (layout.kind != TL_KIND_CUTE || !tl_composed_is_plain(&layout.as.composed))
    code = tl_fail(lexer->error, TL_INVALID,
                   "a swizzle is composed with a CuTe layout without one, got "
                   "%s",
                   tl_kind_describe(layout.kind));
  else
    code = tl_composed_create(&swizzle, offset, &layout.as.composed.layout,
                              &out->as.composed, lexer->error);
  out->kind = TL_KIND_CUTE;
  return tl_lexer_locate(lexer, place, code);
}
