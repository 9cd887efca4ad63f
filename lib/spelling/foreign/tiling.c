/* tiling.c - see tiling.h. */
#include "tiling.h"
#include "base/checked.h"

void tl_tiling_start(const tl_list *shape, tiling *out) {
  *out = (tiling){.left = *shape, .next = {1, 1, 1, 1}};
}

static tl_iter digit_of(const tiling *tile, tiling_part part, int64_t extent) {
  static const tl_axis AXES[PART_COUNT] = {TL_AXIS_M, TL_AXIS_LANEID,
                                           TL_AXIS_WARPID, TL_AXIS_CBX};
  return (tl_iter){extent, tile->next[part], AXES[part], 0};
}

static tl_code push(tiling *tile, tiling_part part, int64_t dim, int64_t extent,
                    tl_error *error) {
  TL_TRY(
      tl_digits_push(&tile->digits[dim], digit_of(tile, part, extent), error));
  return tl_multiply(tile->next[part], extent, &tile->next[part], error);
}

tl_code tl_tiling_copy(tiling *tile, tiling_part part, int64_t extent,
                       tl_error *error) {
  return push(tile, part, tile->left.count, extent, error);
}

tl_code tl_tiling_take(tiling *tile, tiling_part part, int64_t dim,
                       int64_t extent, tl_error *error) {
  int64_t *left = &tile->left.items[dim];
  int64_t taken = extent < *left ? extent : *left;
  if (*left % taken != 0 || extent % taken != 0)
    return tl_fail(error, TL_INVALID,
                   "what is left of dimension %" PRId64 ", %" PRId64
                   " elements, is not divided by %" PRId64,
                   dim, *left, extent);
  TL_TRY(push(tile, part, dim, taken, error));
  *left /= taken;
  return tl_tiling_copy(tile, part, extent / taken, error);
}

tl_code tl_tiling_take_each(tiling *tile, tiling_part part,
                            const tl_list *order, const tl_list *extents,
                            tl_error *error) {
  for (int64_t i = 0; i < order->count; i++)
    TL_TRY(tl_tiling_take(tile, part, order->items[i],
                          extents->items[order->items[i]], error));
  return TL_OK;
}

tl_code tl_tiling_take_rest(tiling *tile, const tl_list *order,
                            tl_error *error) {
  const tl_list left = tile->left;
  return tl_tiling_take_each(tile, PART_SLOT, order, &left, error);
}

/* thread = warp * lanes + lane */
static tl_code number_thread(tl_iter *iter, int64_t lanes, tl_error *error) {
  if (iter->axis == TL_AXIS_WARPID)
    TL_TRY(tl_multiply(iter->stride, lanes, &iter->stride, error));
  if (iter->axis == TL_AXIS_WARPID || iter->axis == TL_AXIS_LANEID)
    iter->axis = TL_AXIS_TX;
  return TL_OK;
}

tl_code tl_tiling_finish(const tiling *tile, int64_t lanes, tl_layout *out,
                         tl_error *error) {
  int64_t rank = tile->left.count, numbered = tile->next[PART_LANE];
  tl_layout fields = {.swizzle = tile->swizzle};
  if (tile->next[PART_WARP] > 1 && numbered != lanes)
    return tl_fail(error, TL_INVALID,
                   "the layout has %" PRId64
                   " lanes a warp; a warp has %" PRId64,
                   numbered, lanes);
  for (int64_t d = 0; d <= rank; d++)
    TL_TRY(tl_layout_push_digits(&fields, rank, &tile->digits[d], error));
  for (int64_t i = 0; i < tl_layout_iters(&fields); i++)
    TL_TRY(number_thread(&fields.iters[i], numbered, error));
  return tl_layout_create(&fields, out, error);
}

tl_list tl_row_major_order(int64_t rank) {
  tl_list order = {.count = rank};
  for (int64_t d = 0; d < rank; d++)
    order.items[d] = rank - 1 - d;
  return order;
}

tl_list tl_list_ones(int64_t rank) {
  tl_list ones = {.count = rank};
  for (int64_t d = 0; d < rank; d++)
    ones.items[d] = 1;
  return ones;
}

tl_code tl_fail_at_field(const tl_foreign_node *node, int field, tl_code code,
                         tl_error *error) {
  if (code != TL_OK && error && error->position == TL_NO_POSITION)
    error->position = node->places[field];
  return code;
}

/* ---- Clusters of Triton ------------------------------------------------- */

enum { PER_CLUSTER, SPLIT, ORDER, BASES };

/* The dimension that a basis moves along, and how far; -1 for one of zeros. */
static tl_code read_basis(const tl_lists *bases, int64_t i, int64_t *dim,
                          int64_t *step, tl_error *error) {
  *dim = -1;
  *step = 0;
  for (int64_t d = 0; d < bases->length; d++) {
    int64_t item = bases->items[i][d];
    if (item == 0)
      continue;
    if (*dim >= 0)
      return tl_fail(error, TL_INVALID,
                     "basis %" PRId64 " moves along dimensions %" PRId64
                     " and %" PRId64 ", which no tile layout does",
                     i, *dim, d);
    *dim = d;
    *step = item;
  }
  return TL_OK;
}

/* A block takes the slowest digits. */
static tl_code split_of(const tl_foreign_node *node, int first, int64_t shared,
                        int64_t rank, tl_list *out, tl_error *error) {
  const tl_lists *bases = &node->fields[first + BASES].as.lists;
  *out = field_list(node, first + SPLIT, tl_list_ones(rank));
  if (field_is_set(node, first + BASES)) {
    *out = tl_list_ones(rank);
    for (int64_t i = 0; i < bases->count; i++) {
      int64_t dim, step;
      TL_TRY(read_basis(bases, i, &dim, &step, error));
      if (dim >= 0 && step != out->items[dim])
        return tl_fail(error, TL_INVALID,
                       "basis %" PRId64 " moves along dimension %" PRId64
                       " by %" PRId64 "; the next one moves by %" PRId64,
                       i, dim, step, out->items[dim]);
      if (dim >= 0)
        out->items[dim] *= 2;
    }
  }
  if (shared >= 0)
    out->items[shared] = 1;
  return TL_OK;
}

tl_code tl_cluster_start(const tl_foreign_node *node, int first, int64_t shared,
                         const tl_list *shape, tiling *out, tl_error *error) {
  tl_list split, part = *shape;
  TL_TRY(tl_fail_at_field(
      node, first + BASES,
      split_of(node, first, shared, shape->count, &split, error), error));
  for (int64_t d = 0; d < part.count; d++)
    part.items[d] =
        part.items[d] > split.items[d] ? part.items[d] / split.items[d] : 1;
  tl_tiling_start(&part, out);
  return TL_OK;
}

static tl_code take_bases(const tl_lists *bases, int64_t shared, tiling *tile,
                          tl_error *error) {
  for (int64_t i = 0; i < bases->count; i++) {
    int64_t dim, step;
    TL_TRY(read_basis(bases, i, &dim, &step, error));
    TL_TRY(dim < 0 || dim == shared
               ? tl_tiling_copy(tile, PART_BLOCK, 2, error)
               : tl_tiling_take(tile, PART_BLOCK, dim, 2, error));
  }
  return TL_OK;
}

tl_code tl_cluster_finish(const tl_foreign_node *node, int first,
                          int64_t shared, const tl_list *shape, tiling *tile,
                          tl_error *error) {
  int64_t rank = shape->count;
  tl_list split, ones = tl_list_ones(rank);
  tl_list blocks = field_list(node, first + PER_CLUSTER, ones);
  tl_list order = field_list(node, first + ORDER, tl_row_major_order(rank));
  TL_TRY(split_of(node, first, shared, rank, &split, error));
  for (int64_t d = 0; d < rank; d++)
    tile->left.items[d] =
        shape->items[d] > split.items[d] ? split.items[d] : shape->items[d];
  if (field_is_set(node, first + BASES))
    return take_bases(&node->fields[first + BASES].as.lists, shared, tile,
                      error);
  for (int64_t i = 0; i < rank; i++) {
    int64_t d = order.items[i], rest = blocks.items[d] / split.items[d];
    if (rest * split.items[d] != blocks.items[d])
      return tl_fail_at_field(node, first + SPLIT,
                              tl_fail(error, TL_INVALID,
                                      "dimension %" PRId64 " is split %" PRId64
                                      " times among %" PRId64 " blocks",
                                      d, split.items[d], blocks.items[d]),
                              error);
    TL_TRY(tl_tiling_take(tile, PART_BLOCK, d, split.items[d], error));
    TL_TRY(tl_tiling_copy(tile, PART_BLOCK, rest, error));
  }
  return TL_OK;
}
