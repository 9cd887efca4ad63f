/* tuple_coordinate.c - Compact strides, and coordinates to indices and back.
 *
 *   crd2idx(c, s:d) = sum over leaves of digit * stride, where an integer c for
 *   a tuple s has the digits c % size(s0), (c / size(s0)) % size(s1), ..., and
 *   the last digit is not reduced. */
#include "base/checked.h"
#include "tl/cute.h"
#include "tuple_walk.h"

static const char WRONG_COORDINATE[] =
    "a coordinate of %" PRId64 " items for %" PRId64 " modes";

/* Strides of the leaves of one part; `step` 1 from the left, -1 from the
 * right. */
static tl_code compact_leaves(const tuple_part *shape, int64_t current,
                              int step, tl_leaf *out, tl_error *error) {
  int64_t end = part_next(*shape).leaf;
  int64_t i = step > 0 ? shape->leaf : end - 1;
  for (int64_t count = end - shape->leaf; count > 0; count--, i += step) {
    int64_t extent = shape->tuple->leaves[i].value;
    out[i] = (tl_leaf){extent == 1 ? 0 : current, 0};
    TL_TRY(tl_multiply(current, extent, &current, error));
  }
  return TL_OK;
}

static tl_code compact(const tl_tuple *shape, const tl_tuple *current, int step,
                       tl_tuple *out, tl_error *error) {
  tl_tuple result = *shape, one = tl_tuple_integer(1);
  tuple_part parts[TL_MAX_ITERS];
  current = current ? current : &one;
  TL_TRY(tl_tuple_pair(part_of(current), part_of(shape),
                       "%" PRId64 " first strides for %" PRId64 " modes", parts,
                       error));
  for (int64_t i = 0; i < current->leaf_count; i++)
    TL_TRY(compact_leaves(&parts[i], current->leaves[i].value, step,
                          result.leaves, error));
  *out = result;
  return TL_OK;
}

TUPLE_OPERATION(tl_tuple_compact_col_major, compact(a, b, 1, out, error))
TUPLE_OPERATION(tl_tuple_compact_row_major, compact(a, b, -1, out, error))

tl_code tl_tuple_compact_order(const tl_tuple *shape, const tl_tuple *order,
                               tl_tuple *out, tl_error *error) {
  tl_tuple sizes, first = *order;
  TL_TRY(tl_tuple_product_like(shape, order, &sizes, error));
  for (int64_t i = 0; i < order->leaf_count; i++) {
    int64_t stride = 1;
    for (int64_t j = 0; j < order->leaf_count; j++)
      if (order->leaves[j].value < order->leaves[i].value)
        TL_TRY(tl_multiply(stride, sizes.leaves[j].value, &stride, error));
    first.leaves[i].value = stride;
  }
  return tl_tuple_compact_col_major(shape, &first, out, error);
}

/* Writes the digits of an index along the leaves of a part. */
static tl_code write_digits(int64_t index, const tuple_part *shape,
                            tl_leaf *out, tl_error *error) {
  int64_t end = part_next(*shape).leaf;
  for (int64_t i = shape->leaf; i < end; i++) {
    int64_t extent = shape->tuple->leaves[i].value;
    if (extent < 1)
      return tl_fail(error, TL_INVALID, "extent %" PRId64 " is below 1",
                     extent);
    out[i] = (tl_leaf){i + 1 < end ? index % extent : index, 0};
    index /= extent;
  }
  return TL_OK;
}

/* The coordinate of each leaf of the shape. */
static tl_code read_digits(const tl_tuple *coordinate, const tl_tuple *shape,
                           const char *mismatch, tl_tuple *out,
                           tl_error *error) {
  tl_tuple result = *shape;
  tuple_part parts[TL_MAX_ITERS];
  TL_TRY(tl_tuple_pair(part_of(coordinate), part_of(shape), mismatch, parts,
                       error));
  for (int64_t i = 0; i < coordinate->leaf_count; i++)
    TL_TRY(write_digits(coordinate->leaves[i].value, &parts[i], result.leaves,
                        error));
  *out = result;
  return TL_OK;
}

tl_code tl_cute_crd2idx(const tl_tuple *coordinate, const tl_cute *layout,
                        int64_t *out, tl_error *error) {
  int64_t sum = 0;
  tl_tuple digits;
  TL_TRY(read_digits(coordinate, layout, WRONG_COORDINATE, &digits, error));
  for (int64_t i = 0; i < layout->leaf_count; i++)
    TL_TRY(tl_multiply_add(sum, digits.leaves[i].value,
                           layout->leaves[i].stride, &sum, error));
  *out = sum;
  return TL_OK;
}

tl_code tl_tuple_crd2idx(const tl_tuple *coordinate, const tl_tuple *shape,
                         int64_t *out, tl_error *error) {
  tl_tuple sizes;
  int64_t index = 0;
  TL_TRY(tl_tuple_product_like(shape, coordinate, &sizes, error));
  for (int64_t i = sizes.leaf_count - 1; i >= 0; i--)
    TL_TRY(tl_multiply_add(coordinate->leaves[i].value, index,
                           sizes.leaves[i].value, &index, error));
  *out = index;
  return TL_OK;
}

tl_code tl_tuple_idx2crd(const tl_tuple *index, const tl_tuple *shape,
                         tl_tuple *out, tl_error *error) {
  if (tl_tuple_is_integer(index) && tl_tuple_is_integer(shape)) {
    *out = *index;
    return TL_OK;
  }
  return read_digits(index, shape, "%" PRId64 " indices for %" PRId64 " modes",
                     out, error);
}

tl_code tl_cute_idx2crd(int64_t offset, const tl_cute *layout, tl_tuple *out,
                        tl_error *error) {
  tl_tuple result = *layout;
  for (int64_t i = 0; i < layout->leaf_count; i++) {
    tl_leaf mode = layout->leaves[i];
    if (mode.value < 1 || (mode.value > 1 && mode.stride == 0))
      return tl_fail(error, TL_INVALID,
                     "an offset has no digit of extent %" PRId64
                     " and stride %" PRId64,
                     mode.value, mode.stride);
    int64_t digit = mode.value == 1 ? 0 : offset / mode.stride % mode.value;
    result.leaves[i] = (tl_leaf){digit, 0};
  }
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_crd2crd(const tl_tuple *coordinate, const tl_tuple *from,
                         const tl_tuple *to, tl_tuple *out, tl_error *error) {
  const tl_tuple *parts[] = {coordinate, from, to};
  int64_t rank = tl_tuple_rank(to), index;
  bool is_nested = true;
  for (int i = 0; i < 3; i++)
    is_nested &=
        !tl_tuple_is_integer(parts[i]) && tl_tuple_rank(parts[i]) == rank;
  if (!is_nested) {
    TL_TRY(tl_tuple_crd2idx(coordinate, from, &index, error));
    tl_tuple linear = tl_tuple_integer(index);
    return tl_tuple_idx2crd(&linear, to, out, error);
  }
  tl_tuple result = {.node_count = 1};
  for (int64_t i = 0; i < rank; i++) {
    tl_tuple items[3];
    for (int k = 0; k < 3; k++)
      TL_TRY(tl_tuple_item(parts[k], i, &items[k], error));
    TL_TRY(tl_tuple_crd2crd(&items[0], &items[1], &items[2], items, error));
    TL_TRY(tl_tuple_push(&result, items, error));
  }
  *out = result;
  return TL_OK;
}

/* The parts whose coordinate is a leaf of the kind `keep`; what is kept within
 * nested coordinates joins the same tuple. */
static tl_code keep_parts(const tl_tuple *coordinate, const tl_tuple *tuple,
                          int keep, tl_tuple *out, tl_error *error) {
  tl_tuple result = {.node_count = 1};
  tuple_part parts[TL_MAX_ITERS];
  TL_TRY(tl_tuple_pair(part_of(coordinate), part_of(tuple), WRONG_COORDINATE,
                       parts, error));
  for (int64_t i = 0, leaf = 0; i < coordinate->node_count; i++) {
    if (coordinate->nodes[i] == keep)
      TL_TRY(tl_tuple_push_part(&result, &parts[leaf], error));
    leaf += coordinate->nodes[i] < 0;
  }
  *out = coordinate->nodes[0] == keep ? *tuple : result;
  return TL_OK;
}

TUPLE_OPERATION(tl_tuple_slice, keep_parts(a, b, TL_NODE_ALL, out, error))
TUPLE_OPERATION(tl_tuple_dice, keep_parts(a, b, TL_NODE_INTEGER, out, error))
