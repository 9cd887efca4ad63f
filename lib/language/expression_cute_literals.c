/* expression_cute_literals.c - CuTe literals: tuples, layouts, tilers,
 * swizzles.
 *
 *   (2,(3,_))   (4,8):(8,1)   <3:4,(2,4):(1,8)>   Sw<3,4,3> o 0 o (8,64):(64,1)
 *   2@1@0   E<0,1>   (8,8):(1@0,1@1)   (16,0) o (8,8):(1@0,1@1)
 */
#include "base/checked.h"
#include "expression_functions.h"
#include "expression_lexer.h"

static bool is_tuple(const tl_value *value) {
  return value->kind == TL_KIND_INTEGER || value->kind == TL_KIND_TUPLE ||
         value->kind == TL_KIND_COORDINATE || value->kind == TL_KIND_BASIS;
}

static tl_tuple tuple_of(const tl_value *value) {
  return value->kind == TL_KIND_INTEGER ? tl_tuple_integer(value->as.integer)
                                        : value->as.tuple;
}

/* What the parenthesis is, its first item tells.  A tuple with _ in it is a
 * coordinate. */
static tl_code parse_parenthesis(tl_lexer *lexer, tl_value *out) {
  const char *open = lexer->token.start;
  bool more = true;
  *out = (tl_value){.kind = TL_KIND_TUPLE, .as.tuple.node_count = 1};
  TL_TRY(tl_lexer_expect(lexer, '('));
  if (lexer->token.kind == TOKEN_NAME && tl_lexer_peek(lexer) == '=')
    return lexer->rules->swizzle_fields(lexer, open, out);
  while (more && !tl_lexer_at(lexer, ')')) {
    tl_value item;
    const char *place = lexer->token.start;
    TL_TRY(lexer->rules->expression(lexer, &item));
    if (!is_tuple(&item) && tl_tuple_rank(&out->as.tuple) == 0) {
      *out = item;
      break;
    }
    if (!is_tuple(&item))
      return FAIL_AT(place, TL_INVALID,
                     "expected an integer or a tuple, got %s",
                     tl_kind_describe(item.kind));
    tl_tuple tuple = tuple_of(&item);
    if (item.kind == TL_KIND_COORDINATE || item.kind == TL_KIND_BASIS) {
      if (out->kind != TL_KIND_TUPLE && out->kind != item.kind)
        return FAIL_AT(place, TL_INVALID,
                       "a tuple has either _ or strides of coordinates");
      out->kind = item.kind;
    }
    TL_TRY(tl_lexer_locate(
        lexer, place, tl_tuple_push(&out->as.tuple, &tuple, lexer->error)));
    TL_TRY(tl_lexer_take(lexer, ',', &more));
  }
  return tl_lexer_expect(lexer, ')');
}

/* `@`, after which there are items from the inside out, or the first item in
 * '<', after which there are others from the outside in. */
static tl_code parse_basis(tl_lexer *lexer, int64_t count, tl_value *out) {
  const char *place = lexer->token.start;
  bool is_inward = tl_lexer_at(lexer, '<'), more = true;
  int64_t basis = 0, item;
  while (more) {
    TL_TRY(tl_lexer_advance(lexer));
    TL_TRY(tl_lexer_integer(lexer, &item));
    TL_TRY(tl_lexer_locate(
        lexer, place,
        is_inward ? tl_basis_inner(basis, item, &basis, lexer->error)
                  : tl_basis_outer(item, basis, &basis, lexer->error)));
    more = tl_lexer_at(lexer, is_inward ? ',' : '@');
  }
  *out = (tl_value){.kind = TL_KIND_BASIS, .as.tuple = tl_tuple_integer(count)};
  out->as.tuple.leaves[0].basis = count == 0 ? 0 : basis;
  return is_inward ? tl_lexer_expect(lexer, '>') : TL_OK;
}

tl_code tl_parse_unit(tl_lexer *lexer, tl_value *out) {
  TL_TRY(tl_lexer_advance(lexer));
  return parse_basis(lexer, 1, out);
}

/* A tuple, an integer, or what stands in a parenthesis. */
static tl_code parse_tuple(tl_lexer *lexer, tl_value *out) {
  if (lexer->token.kind == TOKEN_INTEGER) {
    *out =
        (tl_value){.kind = TL_KIND_INTEGER, .as.integer = lexer->token.integer};
    TL_TRY(tl_lexer_advance(lexer));
    return tl_lexer_at(lexer, '@') ? parse_basis(lexer, out->as.integer, out)
                                   : TL_OK;
  }
  if (!tl_lexer_at_name(lexer, "_"))
    return parse_parenthesis(lexer, out);
  *out = (tl_value){.kind = TL_KIND_COORDINATE,
                    .as.tuple = {1, 1, {TL_NODE_ALL}, {{0}}}};
  return tl_lexer_advance(lexer);
}

static tl_code parse_stride(tl_lexer *lexer, tl_value *shape) {
  tl_value stride;
  TL_TRY(tl_lexer_advance(lexer));
  const char *place = lexer->token.start;
  bool is_unit = tl_lexer_at_name(lexer, "E");
  if (lexer->token.kind != TOKEN_INTEGER && !tl_lexer_at(lexer, '(') &&
      !is_unit)
    return tl_lexer_unexpected(lexer, "a stride");
  if (shape->kind == TL_KIND_BASIS)
    return FAIL_AT(place, TL_INVALID, "extents are integers, not %s",
                   tl_kind_describe(shape->kind));
  TL_TRY(is_unit ? tl_parse_unit(lexer, &stride) : parse_tuple(lexer, &stride));
  if (!is_tuple(&stride))
    return FAIL_AT(place, TL_INVALID, "expected a stride, got %s",
                   tl_kind_describe(stride.kind));
  tl_tuple extents = tuple_of(shape), strides = tuple_of(&stride);
  *shape = (tl_value){.kind = TL_KIND_CUTE};
  return tl_lexer_locate(lexer, place,
                         tl_cute_create(&extents, &strides,
                                        &shape->as.composed.layout,
                                        lexer->error));
}

/* The tuple or integer that a layout starts at. */
static tl_code parse_start(tl_lexer *lexer, tl_value *out) {
  const char *place = lexer->token.start;
  tl_tuple start = tuple_of(out);
  tl_cute_place begin;
  if (out->kind == TL_KIND_COORDINATE || out->kind == TL_KIND_BASIS)
    return FAIL_AT(place, TL_INVALID,
                   "a layout starts at an integer or a tuple, not at %s",
                   tl_kind_describe(out->kind));
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(lexer->rules->primary(lexer, out));
  if (out->kind != TL_KIND_CUTE || !tl_composed_is_plain(&out->as.composed))
    return FAIL_AT(place, TL_INVALID,
                   "a start is that of %s without one, got %s",
                   tl_kind_describe(TL_KIND_CUTE), tl_kind_describe(out->kind));
  TL_TRY(tl_lexer_locate(
      lexer, place, tl_cute_place_from_tuple(&start, &begin, lexer->error)));
  return tl_lexer_locate(lexer, place,
                         tl_composed_start(&out->as.composed.layout, &begin,
                                           &out->as.composed, lexer->error));
}

tl_code tl_parse_tuple(tl_lexer *lexer, tl_value *out) {
  TL_TRY(parse_tuple(lexer, out));
  if (is_tuple(out) && tl_lexer_at(lexer, ':'))
    return parse_stride(lexer, out);
  return is_tuple(out) && tl_lexer_at_name(lexer, "o") ? parse_start(lexer, out)
                                                       : TL_OK;
}

tl_code tl_parse_tiler(tl_lexer *lexer, tl_value *out) {
  bool more = true;
  *out = (tl_value){.kind = TL_KIND_TILER,
                    .as.tiler = {1, 0, {TL_NODE_BY_MODE}, {{0}}}};
  TL_TRY(tl_lexer_advance(lexer));
  while (more && !tl_lexer_at(lexer, '>')) {
    tl_value item;
    const char *place = lexer->token.start;
    TL_TRY(lexer->rules->expression(lexer, &item));
    TL_TRY(tl_lexer_locate(
        lexer, place,
        tl_value_convert(&item, TL_KIND_TILER, lexer->lanes, lexer->error)));
    if (item.kind != TL_KIND_TILER)
      return FAIL_AT(place, TL_INVALID, "expected a tiler, got %s",
                     tl_kind_describe(item.kind));
    TL_TRY(tl_lexer_locate(
        lexer, place,
        tl_tuple_push(&out->as.tiler, &item.as.tiler, lexer->error)));
    TL_TRY(tl_lexer_take(lexer, ',', &more));
  }
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
  tl_value layout;
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(lexer->rules->primary(lexer, &layout));
  const tl_composed *inner = &layout.as.composed;
  if (layout.kind != TL_KIND_CUTE || inner->swizzle.bits > 0)
    return FAIL_AT(place, TL_INVALID,
                   "a swizzle is composed with a CuTe layout without one, got "
                   "%s",
                   tl_kind_describe(layout.kind));
  out->kind = TL_KIND_CUTE;
  TL_TRY(tl_lexer_locate(lexer, place,
                         tl_composed_check_integers(inner, lexer->error)));
  return tl_lexer_locate(lexer, place,
                         tl_composed_create(&swizzle, inner->offset,
                                            &inner->layout, &out->as.composed,
                                            lexer->error));
}
