/* expression_tile.c - Tile literals.
 *
 *   S[(4, (4, 2)) : (4@laneid, (1@laneid, 1))] + R[2 : 16@laneid] + 512@m
 *   S[(4, 128, 64) : (128*ld{div 8}, ld{div 8}, 1)]
 *
 * An item of the two tuples is one dimension; a nested tuple gives the digits
 * of that dimension.  Without strides the literal is dense and row-major. */
#include "base/checked.h"
#include "expression_lexer.h"

/* A tuple of numbers, at most one level deep: the digits in order, and how many
 * of them each item has. */
typedef struct tuple {
  tl_list digits, item_sizes;
  const char *place;
} tuple;

static tl_code check_congruent(tl_lexer *lexer, const tuple *extents,
                               const tuple *strides) {
  bool same = extents->item_sizes.count == strides->item_sizes.count;
  for (int64_t i = 0; same && i < extents->item_sizes.count; i++)
    same = extents->item_sizes.items[i] == strides->item_sizes.items[i];
  if (same)
    return TL_OK;
  return FAIL_AT(strides->place, TL_INVALID,
                 "%" PRId64 " strides in %" PRId64 " dimensions for %" PRId64
                 " extents in %" PRId64 "; they must pair up",
                 strides->digits.count, strides->item_sizes.count,
                 extents->digits.count, extents->item_sizes.count);
}

/* ('ld' | 'ld2' | ... ) ('{' 'div' integer '}')?, divisor 1 when none is given
 * with any use of the symbol. */
static tl_code parse_symbol(tl_lexer *lexer, tl_layout *layout,
                            int64_t *symbol) {
  const token *name = &lexer->token;
  bool is_numbered = name->length == 3 && name->start[2] >= '2' &&
                     name->start[2] <= '0' + TL_MAX_SYMBOLS;
  if (name->kind != TOKEN_NAME || name->length < 2 || name->start[0] != 'l' ||
      name->start[1] != 'd' || (name->length != 2 && !is_numbered))
    return tl_lexer_unexpected(lexer, "a stride known at run time (ld, ld2, "
                                      "..., ld7)");
  *symbol = is_numbered ? name->start[2] - '0' : 1;
  int64_t *divisor = &layout->divisor[*symbol - 1], given = 1;
  const char *place = name->start;
  bool has_divisor;
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(tl_lexer_take(lexer, '{', &has_divisor));
  if (has_divisor) {
    if (!tl_lexer_at_name(lexer, "div"))
      return tl_lexer_unexpected(lexer, "'div'");
    TL_TRY(tl_lexer_advance(lexer));
    TL_TRY(tl_lexer_integer(lexer, &given));
    TL_TRY(tl_lexer_expect(lexer, '}'));
    if (given < 1 || (*divisor > 1 && *divisor != given))
      return FAIL_AT(place, TL_INVALID,
                     given < 1 ? "divisor %" PRId64 " is below 1"
                               : "divisor %" PRId64
                                 " differs from the one given before",
                     given);
  }
  *divisor = *divisor > given ? *divisor : given;
  return TL_OK;
}

/* ('@' axis)?, m when it is left out. */
static tl_code parse_axis(tl_lexer *lexer, int64_t *axis) {
  bool at;
  *axis = TL_AXIS_M;
  TL_TRY(tl_lexer_take(lexer, '@', &at));
  if (!at)
    return TL_OK;
  const token *name = &lexer->token;
  tl_axis named = name->kind == TOKEN_NAME
                      ? tl_axis_named(name->start, (int64_t)name->length)
                      : TL_AXIS_COUNT;
  if (named == TL_AXIS_COUNT)
    return tl_lexer_unexpected(lexer, "an axis (m, laneid, warpid, wid_in_wg, "
                                      "wgid, tid_in_wg, tx, ...)");
  *axis = (int64_t)named;
  return tl_lexer_advance(lexer);
}

/* integer, symbol, or integer '*' symbol, along an axis. */
static tl_code parse_stride(tl_lexer *lexer, tl_layout *layout, tl_iter *out) {
  bool times = lexer->token.kind == TOKEN_NAME;
  if (!times) {
    TL_TRY(tl_lexer_integer(lexer, &out->stride));
    TL_TRY(tl_lexer_take(lexer, '*', &times));
  }
  if (times)
    TL_TRY(parse_symbol(lexer, layout, &out->symbol));
  return parse_axis(lexer, &out->axis);
}

/* A digit, or those in parentheses. */
static tl_code parse_item(tl_lexer *lexer, tl_layout *strides, tl_iter *iters,
                          tuple *out) {
  int64_t before = out->digits.count;
  bool is_nested, more = true;
  TL_TRY(tl_lexer_take(lexer, '(', &is_nested));
  while (more && !(is_nested && tl_lexer_at(lexer, ')'))) {
    const char *place = lexer->token.start;
    tl_iter digit = {.stride = 1};
    TL_TRY(strides ? parse_stride(lexer, strides, &digit)
                   : tl_lexer_integer(lexer, &digit.extent));
    TL_TRY(tl_lexer_locate(lexer, place,
                           tl_list_append(&out->digits, 0, lexer->error)));
    tl_iter *iter = &iters[out->digits.count - 1];
    digit.extent = strides ? iter->extent : digit.extent;
    *iter = digit;
    more = is_nested;
    if (is_nested)
      TL_TRY(tl_lexer_take(lexer, ',', &more));
  }
  if (is_nested)
    TL_TRY(tl_lexer_expect(lexer, ')'));
  return tl_lexer_locate(lexer, out->place,
                         tl_list_append(&out->item_sizes,
                                        out->digits.count - before,
                                        lexer->error));
}

/* `strides` is the layout that symbols belong to; extents have none. */
static tl_code parse_tuple(tl_lexer *lexer, tl_layout *strides, tl_iter *iters,
                           tuple *out) {
  bool more = true;
  out->place = lexer->token.start;
  if (!tl_lexer_at(lexer, '('))
    return parse_item(lexer, strides, iters, out);
  TL_TRY(tl_lexer_advance(lexer));
  while (more && !tl_lexer_at(lexer, ')')) {
    TL_TRY(parse_item(lexer, strides, iters, out));
    TL_TRY(tl_lexer_take(lexer, ',', &more));
  }
  return tl_lexer_expect(lexer, ')');
}

/* '[' extents ':' strides ']', where dense strides may be left out: the iters
 * after those that the layout has. */
static tl_code parse_iters(tl_lexer *lexer, bool may_be_dense, tuple *extents,
                           tl_layout *out) {
  int64_t count = out->shard_count + out->replica_count, stride = 1;
  tl_iter iters[TL_MAX_ITERS] = {{0}};
  tuple strides = {0};
  bool has_strides;
  TL_TRY(tl_lexer_expect(lexer, '['));
  TL_TRY(parse_tuple(lexer, NULL, iters, extents));
  if (!may_be_dense && !tl_lexer_at(lexer, ':'))
    return tl_lexer_unexpected(lexer, "':' and the strides");
  TL_TRY(tl_lexer_take(lexer, ':', &has_strides));
  if (has_strides) {
    TL_TRY(parse_tuple(lexer, out, iters, &strides));
    TL_TRY(check_congruent(lexer, extents, &strides));
  }
  for (int64_t i = extents->digits.count - 1; i >= 0 && !has_strides; i--) {
    iters[i].stride = stride;
    TL_TRY(tl_lexer_locate(
        lexer, extents->place,
        tl_multiply(stride, iters[i].extent, &stride, lexer->error)));
  }
  TL_TRY(tl_lexer_expect(lexer, ']'));
  if (count + extents->digits.count > TL_MAX_ITERS)
    return FAIL_AT(extents->place, TL_CAPACITY,
                   "the layout needs %" PRId64
                   " iters; at most %d are supported",
                   count + extents->digits.count, TL_MAX_ITERS);
  for (int64_t i = 0; i < extents->digits.count; i++)
    out->iters[count + i] = iters[i];
  return TL_OK;
}

static tl_code parse_part(tl_lexer *lexer, tl_layout *out) {
  const char *place = lexer->token.start;
  if (tl_lexer_at_name(lexer, "R")) {
    tuple extents = {0};
    TL_TRY(tl_lexer_advance(lexer));
    TL_TRY(parse_iters(lexer, false, &extents, out));
    out->replica_count += extents.digits.count;
    return TL_OK;
  }
  if (tl_lexer_at_name(lexer, "swizzle")) {
    tl_value value;
    if (out->swizzle.bits)
      return FAIL_AT(place, TL_INVALID, "the layout has a swizzle already");
    TL_TRY(lexer->rules->primary(lexer, &value));
    if (value.kind != TL_KIND_SWIZZLE)
      return FAIL_AT(place, TL_INVALID, "expected a swizzle, got %s",
                     tl_kind_describe(value.kind));
    out->swizzle = value.as.swizzle;
    return TL_OK;
  }
  if (lexer->token.kind != TOKEN_INTEGER)
    return tl_lexer_unexpected(lexer, "R[...], an offset or a swizzle");
  int64_t amount = lexer->token.integer, axis;
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(parse_axis(lexer, &axis));
  return tl_lexer_locate(
      lexer, place,
      tl_add(out->offset[axis], amount, &out->offset[axis], lexer->error));
}

tl_code tl_parse_tile(tl_lexer *lexer, tl_layout *out) {
  const char *place = lexer->token.start;
  tuple extents = {0};
  tl_layout fields = {0};
  bool plus;
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(parse_iters(lexer, true, &extents, &fields));
  if (extents.item_sizes.count > TL_MAX_RANK)
    return FAIL_AT(extents.place, TL_CAPACITY,
                   "rank %" PRId64 " is above the supported rank %d",
                   extents.item_sizes.count, TL_MAX_RANK);
  fields.rank = extents.item_sizes.count;
  fields.shard_count = extents.digits.count;
  for (int64_t d = 0; d < fields.rank; d++)
    fields.group_size[d] = extents.item_sizes.items[d];
  TL_TRY(tl_lexer_take(lexer, '+', &plus));
  while (plus) {
    TL_TRY(parse_part(lexer, &fields));
    TL_TRY(tl_lexer_take(lexer, '+', &plus));
  }
  return tl_lexer_locate(lexer, place,
                         tl_layout_create(&fields, out, lexer->error));
}
