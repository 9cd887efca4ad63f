/* expression_tile.c - Tile literals.
 *
 *   S[(4, (4, 2)) : (4@laneid, (1@laneid, 1))] + R[2 : 16@laneid] + 512@m
 *
 * An item of the two tuples is one dimension; a nested tuple gives the digits
 * of that dimension.  Without strides the literal is dense and row-major. */
#include "checked.h"
#include "expression_parser.h"

/* A tuple of numbers, at most one level deep: the digits in order, and how many
 * of them each item has. */
typedef struct tuple {
  tl_list digits, axes, item_sizes;
  const char *place;
} tuple;

static tl_code parse_iters(tl_lexer *lexer, bool may_be_dense, tuple *extents,
                           tuple *strides);
static tl_code parse_tuple(tl_lexer *lexer, bool with_axes, tuple *out);
static tl_code parse_item(tl_lexer *lexer, bool with_axes, tuple *out);
static tl_code parse_digit(tl_lexer *lexer, bool with_axes, tuple *out);
static tl_code parse_axis(tl_lexer *lexer, int64_t *axis);
static tl_code check_congruent(tl_lexer *lexer, const tuple *extents,
                               const tuple *strides);
static tl_code dense_strides(tl_lexer *lexer, const tuple *extents,
                             tuple *strides);
static tl_code append_iters(tl_lexer *lexer, const tuple *extents,
                            const tuple *strides, tl_layout *out);
static tl_code parse_part(tl_lexer *lexer, tl_layout *out);

tl_code tl_parse_tile(tl_lexer *lexer, tl_layout *out) {
  const char *place = lexer->token.start;
  tuple extents = {0}, strides = {0};
  tl_layout fields = {0};
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(parse_iters(lexer, true, &extents, &strides));
  if (extents.item_sizes.count > TL_MAX_RANK)
    return tl_lexer_locate(lexer, extents.place,
                           tl_fail(lexer->error, TL_CAPACITY,
                                   "rank %" PRId64
                                   " is above the supported rank %d",
                                   extents.item_sizes.count, TL_MAX_RANK));
  TL_TRY(append_iters(lexer, &extents, &strides, &fields));
  fields.rank = extents.item_sizes.count;
  fields.shard_count = extents.digits.count;
  for (int64_t d = 0; d < fields.rank; d++)
    fields.group_size[d] = extents.item_sizes.items[d];
  for (;;) {
    bool plus;
    TL_TRY(tl_lexer_take(lexer, '+', &plus));
    if (!plus)
      break;
    TL_TRY(parse_part(lexer, &fields));
  }
  return tl_lexer_locate(lexer, place,
                         tl_layout_create(&fields, out, lexer->error));
}

/* '[' extents ':' strides ']', where dense strides may be left out. */
static tl_code parse_iters(tl_lexer *lexer, bool may_be_dense, tuple *extents,
                           tuple *strides) {
  bool has_strides;
  TL_TRY(tl_lexer_expect(lexer, '['));
  TL_TRY(parse_tuple(lexer, false, extents));
  if (!may_be_dense && !tl_lexer_at(lexer, ':'))
    return tl_lexer_unexpected(lexer, "':' and the strides");
  TL_TRY(tl_lexer_take(lexer, ':', &has_strides));
  if (has_strides) {
    TL_TRY(parse_tuple(lexer, true, strides));
    TL_TRY(check_congruent(lexer, extents, strides));
  } else {
    TL_TRY(dense_strides(lexer, extents, strides));
  }
  return tl_lexer_expect(lexer, ']');
}

static tl_code parse_tuple(tl_lexer *lexer, bool with_axes, tuple *out) {
  out->place = lexer->token.start;
  if (!tl_lexer_at(lexer, '('))
    return parse_item(lexer, with_axes, out);
  TL_TRY(tl_lexer_advance(lexer));
  while (!tl_lexer_at(lexer, ')')) {
    TL_TRY(parse_item(lexer, with_axes, out));
    bool more;
    TL_TRY(tl_lexer_take(lexer, ',', &more));
    if (!more)
      break;
  }
  return tl_lexer_expect(lexer, ')');
}

static tl_code parse_item(tl_lexer *lexer, bool with_axes, tuple *out) {
  int64_t before = out->digits.count;
  bool nested;
  TL_TRY(tl_lexer_take(lexer, '(', &nested));
  if (!nested) {
    TL_TRY(parse_digit(lexer, with_axes, out));
  } else {
    while (!tl_lexer_at(lexer, ')')) {
      TL_TRY(parse_digit(lexer, with_axes, out));
      bool more;
      TL_TRY(tl_lexer_take(lexer, ',', &more));
      if (!more)
        break;
    }
    TL_TRY(tl_lexer_expect(lexer, ')'));
  }
  return tl_lexer_locate(lexer, out->place,
                         tl_list_append(&out->item_sizes,
                                        out->digits.count - before,
                                        lexer->error));
}

static tl_code parse_digit(tl_lexer *lexer, bool with_axes, tuple *out) {
  if (lexer->token.kind != TOKEN_INTEGER)
    return tl_lexer_unexpected(lexer, "an integer");
  const char *place = lexer->token.start;
  int64_t axis = TL_AXIS_M;
  TL_TRY(tl_lexer_locate(
      lexer, place,
      tl_list_append(&out->digits, lexer->token.integer, lexer->error)));
  TL_TRY(tl_lexer_advance(lexer));
  if (with_axes)
    TL_TRY(parse_axis(lexer, &axis));
  return tl_list_append(&out->axes, axis, lexer->error);
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

static tl_code check_congruent(tl_lexer *lexer, const tuple *extents,
                               const tuple *strides) {
  bool same = extents->item_sizes.count == strides->item_sizes.count;
  for (int64_t i = 0; same && i < extents->item_sizes.count; i++)
    same = extents->item_sizes.items[i] == strides->item_sizes.items[i];
  if (same)
    return TL_OK;
  return tl_lexer_locate(
      lexer, strides->place,
      tl_fail(lexer->error, TL_INVALID,
              "%" PRId64 " strides in %" PRId64 " dimensions for %" PRId64
              " extents in %" PRId64 "; they must pair up",
              strides->digits.count, strides->item_sizes.count,
              extents->digits.count, extents->item_sizes.count));
}

static tl_code dense_strides(tl_lexer *lexer, const tuple *extents,
                             tuple *strides) {
  *strides = *extents;
  int64_t stride = 1;
  for (int64_t i = extents->digits.count - 1; i >= 0; i--) {
    strides->digits.items[i] = stride;
    TL_TRY(tl_lexer_locate(
        lexer, extents->place,
        tl_multiply(stride, extents->digits.items[i], &stride, lexer->error)));
  }
  return TL_OK;
}

static tl_code append_iters(tl_lexer *lexer, const tuple *extents,
                            const tuple *strides, tl_layout *out) {
  int64_t count = out->shard_count + out->replica_count;
  if (count + extents->digits.count > TL_MAX_ITERS)
    return tl_lexer_locate(
        lexer, extents->place,
        tl_fail(lexer->error, TL_CAPACITY,
                "the layout needs %" PRId64 " iters; at most %d are supported",
                count + extents->digits.count, TL_MAX_ITERS));
  for (int64_t i = 0; i < extents->digits.count; i++)
    out->iters[count + i] =
        (tl_iter){extents->digits.items[i], strides->digits.items[i],
                  strides->axes.items[i]};
  return TL_OK;
}

static tl_code parse_part(tl_lexer *lexer, tl_layout *out) {
  const char *place = lexer->token.start;
  if (tl_lexer_at_name(lexer, "R")) {
    tuple extents = {0}, strides = {0};
    TL_TRY(tl_lexer_advance(lexer));
    TL_TRY(parse_iters(lexer, false, &extents, &strides));
    TL_TRY(append_iters(lexer, &extents, &strides, out));
    out->replica_count += extents.digits.count;
    return TL_OK;
  }
  if (tl_lexer_at_name(lexer, "swizzle")) {
    tl_value value;
    if (out->swizzle.bits)
      return tl_lexer_locate(lexer, place,
                             tl_fail(lexer->error, TL_INVALID,
                                     "the layout has a swizzle already"));
    TL_TRY(tl_parse_expression(lexer, &value));
    if (value.kind != TL_KIND_SWIZZLE)
      return tl_lexer_locate(lexer, place,
                             tl_fail(lexer->error, TL_INVALID,
                                     "expected a swizzle, got %s",
                                     tl_kind_describe(value.kind)));
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
