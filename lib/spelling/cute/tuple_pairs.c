/* tuple_pairs.c - Structure of a tuple that is read along a second one: zip,
 * zip2_by, slice, dice. */
#include "base/checked.h"
#include "tuple_walk.h"

tl_code tl_tuple_zip(const tl_tuple *tuple, tl_tuple *out, tl_error *error) {
  tl_tuple result = {0};
  tuple_part root = part_of(tuple);
  if (part_is_leaf(&root)) {
    *out = *tuple;
    return TL_OK;
  }
  tuple_part first = part_first(&root);
  int64_t rank = part_rank(&root), width = part_rank(&first);
  if (rank == 0 || part_is_leaf(&first)) {
    TL_TRY(put_tuple(&result, 0, error));
    TL_TRY(tl_tuple_push(&result, tuple, error));
    *out = result;
    return TL_OK;
  }
  TL_TRY(put_tuple(&result, width, error));
  for (int64_t j = 0; j < width; j++) {
    TL_TRY(put_tuple(&result, rank, error));
    tuple_part row = first;
    for (int64_t i = 0; i < rank; i++, row = part_next(row)) {
      if (part_is_leaf(&row) || part_rank(&row) != width)
        return tl_fail(error, TL_INVALID,
                       "zip needs tuples of one rank: mode 0 has %" PRId64
                       " items, mode %" PRId64 " has %" PRId64,
                       width, i, part_is_leaf(&row) ? 0 : part_rank(&row));
      tuple_part item = part_item(&row, j);
      TL_TRY(tl_tuple_put_part(&result, &item, error));
    }
  }
  *out = result;
  return TL_OK;
}

/* Half 0 or 1 of the pairs. */
static tl_code put_half(tl_tuple *out, const tuple_part *part,
                        const tuple_part *guide, int64_t half,
                        tl_error *error) {
  int64_t rank = part_rank(part), guided = part_rank(guide);
  if (part_node(guide) < TL_NODE_BY_MODE) {
    if (part_is_leaf(part) || rank != 2)
      return tl_fail(error, TL_INVALID,
                     "a mode has to be a pair to be taken apart; this one has "
                     "%" PRId64 " items",
                     part_is_leaf(part) ? 1 : rank);
    tuple_part item = part_item(part, half);
    return tl_tuple_put_part(out, &item, error);
  }
  if (part_is_leaf(part) || guided > rank)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " modes cannot be taken apart by %" PRId64, rank,
                   guided);
  TL_TRY(put_tuple(out, half == 0 ? guided : rank, error));
  tuple_part item = part_first(part), name = part_first(guide);
  for (int64_t i = 0; i < rank; i++, item = part_next(item)) {
    if (i < guided) {
      TL_TRY(put_half(out, &item, &name, half, error));
      name = part_next(name);
    } else if (half == 1) {
      TL_TRY(tl_tuple_put_part(out, &item, error));
    }
  }
  return TL_OK;
}

tl_code tl_tuple_zip2_by(const tl_tuple *tuple, const tl_tuple *guide,
                         tl_tuple *out, tl_error *error) {
  tl_tuple result = {0};
  tuple_part part = part_of(tuple), by = part_of(guide);
  TL_TRY(put_tuple(&result, 2, error));
  TL_TRY(put_half(&result, &part, &by, 0, error));
  TL_TRY(put_half(&result, &part, &by, 1, error));
  *out = result;
  return TL_OK;
}

/* Pushes the items of `part` whose coordinate is a leaf of the kind `keep`;
 * what is kept within nested coordinates joins the same tuple. */
static tl_code keep_items(tl_tuple *out, const tuple_part *coordinate,
                          const tuple_part *part, int keep, tl_error *error) {
  if (part_is_leaf(coordinate)) {
    if (part_node(coordinate) != keep)
      return TL_OK;
    tl_tuple item = tl_tuple_extract(part);
    return tl_tuple_push(out, &item, error);
  }
  if (part_is_leaf(part) || part_rank(part) != part_rank(coordinate))
    return tl_fail(error, TL_INVALID,
                   "a coordinate of %" PRId64 " items for %" PRId64 " modes",
                   part_rank(coordinate),
                   part_is_leaf(part) ? 1 : part_rank(part));
  tuple_part c = part_first(coordinate), item = part_first(part);
  for (int64_t i = 0; i < part_rank(part); i++) {
    TL_TRY(keep_items(out, &c, &item, keep, error));
    c = part_next(c);
    item = part_next(item);
  }
  return TL_OK;
}

static tl_code keep_parts(const tl_tuple *coordinate, const tl_tuple *tuple,
                          int keep, tl_tuple *out, tl_error *error) {
  tl_tuple result = {0};
  tuple_part c = part_of(coordinate), part = part_of(tuple);
  if (part_node(&c) == keep) {
    *out = *tuple;
    return TL_OK;
  }
  TL_TRY(put_tuple(&result, 0, error));
  TL_TRY(keep_items(&result, &c, &part, keep, error));
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_slice(const tl_tuple *coordinate, const tl_tuple *tuple,
                       tl_tuple *out, tl_error *error) {
  return keep_parts(coordinate, tuple, TL_NODE_ALL, out, error);
}

tl_code tl_tuple_dice(const tl_tuple *coordinate, const tl_tuple *tuple,
                      tl_tuple *out, tl_error *error) {
  return keep_parts(coordinate, tuple, TL_NODE_INTEGER, out, error);
}
