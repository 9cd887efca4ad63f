/* tuple_coordinate.c - Compact strides, and coordinates to indices and back.
 *
 *   crd2idx(c, s, d) = sum over leaves of digit * stride, where an integer c
 *   for a tuple s has the digits c % size(s0), (c / size(s0)) % size(s1), ...,
 *   and the last digit is not reduced. */
#include "base/checked.h"
#include "tuple_walk.h"

/* Strides of the leaves of one part; `step` 1 from the left, -1 from the
 * right. */
static tl_code compact_leaves(const tuple_part *shape, int64_t current,
                              int step, tl_tuple *out, tl_error *error) {
  tuple_part end = part_next(*shape);
  int64_t i = step > 0 ? shape->leaf : end.leaf - 1;
  for (int64_t count = end.leaf - shape->leaf; count > 0; count--, i += step) {
    int64_t extent = shape->tuple->leaves[i];
    out->leaves[i] = extent == 1 ? 0 : current;
    TL_TRY(tl_multiply(current, extent, &current, error));
  }
  return TL_OK;
}

static tl_code compact_parts(const tuple_part *shape, const tuple_part *current,
                             int step, tl_tuple *out, tl_error *error) {
  if (part_is_leaf(current))
    return compact_leaves(shape, part_value(current), step, out, error);
  if (part_is_leaf(shape) || part_rank(shape) != part_rank(current))
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " first strides for %" PRId64 " modes",
                   part_rank(current), part_rank(shape));
  tuple_part x = part_first(shape), y = part_first(current);
  for (int64_t i = 0; i < part_rank(shape); i++) {
    TL_TRY(compact_parts(&x, &y, step, out, error));
    x = part_next(x);
    y = part_next(y);
  }
  return TL_OK;
}

static tl_code compact(const tl_tuple *shape, const tl_tuple *current, int step,
                       tl_tuple *out, tl_error *error) {
  tl_tuple result = *shape;
  tuple_part s = part_of(shape), c = part_of(current);
  TL_TRY(compact_parts(&s, &c, step, &result, error));
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_compact_col_major(const tl_tuple *shape,
                                   const tl_tuple *current, tl_tuple *out,
                                   tl_error *error) {
  return compact(shape, current, 1, out, error);
}

tl_code tl_tuple_compact_row_major(const tl_tuple *shape,
                                   const tl_tuple *current, tl_tuple *out,
                                   tl_error *error) {
  return compact(shape, current, -1, out, error);
}

tl_code tl_tuple_compact_order(const tl_tuple *shape, const tl_tuple *order,
                               tl_tuple *out, tl_error *error) {
  tl_tuple sizes, first = *order;
  TL_TRY(tl_tuple_product_like(shape, order, &sizes, error));
  for (int64_t i = 0; i < order->leaf_count; i++) {
    int64_t stride = 1;
    for (int64_t j = 0; j < order->leaf_count; j++)
      if (order->leaves[j] < order->leaves[i])
        TL_TRY(tl_multiply(stride, sizes.leaves[j], &stride, error));
    first.leaves[i] = stride;
  }
  return tl_tuple_compact_col_major(shape, &first, out, error);
}

/* Adds the offset of an integer coordinate to *sum. */
static tl_code add_digits(int64_t rest, const tuple_part *shape,
                          const tl_tuple *stride, int64_t *sum,
                          tl_error *error) {
  tuple_part end = part_next(*shape);
  for (int64_t i = shape->leaf; i < end.leaf; i++) {
    int64_t extent = shape->tuple->leaves[i], digit = rest;
    if (extent < 1)
      return tl_fail(error, TL_INVALID, "extent %" PRId64 " is below 1",
                     extent);
    if (i + 1 < end.leaf) {
      digit = rest % extent;
      rest /= extent;
    }
    TL_TRY(tl_multiply_add(*sum, digit, stride->leaves[i], sum, error));
  }
  return TL_OK;
}

static tl_code add_offset(const tuple_part *coordinate, const tuple_part *shape,
                          const tl_tuple *stride, int64_t *sum,
                          tl_error *error) {
  if (part_is_leaf(coordinate))
    return add_digits(part_value(coordinate), shape, stride, sum, error);
  if (part_is_leaf(shape) || part_rank(coordinate) != part_rank(shape))
    return tl_fail(error, TL_INVALID,
                   "a coordinate of %" PRId64 " items for %" PRId64 " modes",
                   part_rank(coordinate),
                   part_is_leaf(shape) ? 1 : part_rank(shape));
  tuple_part c = part_first(coordinate), s = part_first(shape);
  for (int64_t i = 0; i < part_rank(shape); i++) {
    TL_TRY(add_offset(&c, &s, stride, sum, error));
    c = part_next(c);
    s = part_next(s);
  }
  return TL_OK;
}

tl_code tl_tuple_crd2idx(const tl_tuple *coordinate, const tl_tuple *shape,
                         const tl_tuple *stride, int64_t *out,
                         tl_error *error) {
  int64_t sum = 0;
  tuple_part c = part_of(coordinate), s = part_of(shape);
  if (!tl_tuple_congruent(shape, stride))
    return tl_fail(error, TL_INVALID,
                   "the shape and the stride differ in profile");
  TL_TRY(add_offset(&c, &s, stride, &sum, error));
  *out = sum;
  return TL_OK;
}

tl_code tl_tuple_crd2idx_compact(const tl_tuple *coordinate,
                                 const tl_tuple *shape, int64_t *out,
                                 tl_error *error) {
  tl_tuple sizes;
  int64_t index = 0;
  TL_TRY(tl_tuple_product_like(shape, coordinate, &sizes, error));
  for (int64_t i = sizes.leaf_count - 1; i >= 0; i--)
    TL_TRY(tl_multiply_add(coordinate->leaves[i], index, sizes.leaves[i],
                           &index, error));
  *out = index;
  return TL_OK;
}

/* Appends the digits of `rest` along the shape. */
static tl_code put_digits(tl_tuple *out, int64_t rest, const tuple_part *shape,
                          tl_error *error) {
  if (part_is_leaf(shape))
    return put_integer(out, rest, error);
  int64_t rank = part_rank(shape);
  tuple_part item = part_first(shape);
  TL_TRY(put_tuple(out, rank, error));
  for (int64_t i = 0; i < rank; i++, item = part_next(item)) {
    int64_t size, digit = rest;
    TL_TRY(tl_part_product(&item, &size, error));
    if (size < 1)
      return tl_fail(error, TL_INVALID, "extent %" PRId64 " is below 1", size);
    if (i + 1 < rank) {
      digit = rest % size;
      rest /= size;
    }
    TL_TRY(put_digits(out, digit, &item, error));
  }
  return TL_OK;
}

static tl_code put_coordinate(tl_tuple *out, const tuple_part *index,
                              const tuple_part *shape, tl_error *error) {
  if (part_is_leaf(index))
    return put_digits(out, part_value(index), shape, error);
  if (part_is_leaf(shape) || part_rank(index) != part_rank(shape))
    return tl_fail(
        error, TL_INVALID, "%" PRId64 " indices for %" PRId64 " modes",
        part_rank(index), part_is_leaf(shape) ? 1 : part_rank(shape));
  tuple_part i = part_first(index), s = part_first(shape);
  TL_TRY(put_tuple(out, part_rank(shape), error));
  for (int64_t k = 0; k < part_rank(shape); k++) {
    TL_TRY(put_coordinate(out, &i, &s, error));
    i = part_next(i);
    s = part_next(s);
  }
  return TL_OK;
}

tl_code tl_tuple_idx2crd(const tl_tuple *index, const tl_tuple *shape,
                         tl_tuple *out, tl_error *error) {
  tl_tuple result = {0};
  tuple_part i = part_of(index), s = part_of(shape);
  TL_TRY(put_coordinate(&result, &i, &s, error));
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_offset_to_crd(int64_t offset, const tl_tuple *shape,
                               const tl_tuple *stride, tl_tuple *out,
                               tl_error *error) {
  tl_tuple result = *shape, strides = *stride;
  if (tl_tuple_is_integer(stride))
    TL_TRY(tl_tuple_compact_col_major(shape, stride, &strides, error));
  if (!tl_tuple_congruent(shape, &strides))
    return tl_fail(error, TL_INVALID,
                   "the shape and the stride differ in profile");
  for (int64_t i = 0; i < shape->leaf_count; i++) {
    int64_t extent = shape->leaves[i], step = strides.leaves[i];
    if (extent < 1 || (extent > 1 && step == 0))
      return tl_fail(error, TL_INVALID,
                     "an offset has no digit of extent %" PRId64
                     " and stride %" PRId64,
                     extent, step);
    result.leaves[i] = extent == 1 ? 0 : (offset / step) % extent;
  }
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_crd2crd(const tl_tuple *coordinate, const tl_tuple *from,
                         const tl_tuple *to, tl_tuple *out, tl_error *error) {
  int64_t rank = tl_tuple_rank(to);
  bool is_nested = !tl_tuple_is_integer(coordinate) &&
                   !tl_tuple_is_integer(from) && !tl_tuple_is_integer(to);
  if (is_nested && tl_tuple_rank(coordinate) == rank &&
      tl_tuple_rank(from) == rank) {
    tl_tuple result = {.node_count = 1};
    for (int64_t i = 0; i < rank; i++) {
      tl_tuple c, s, t;
      TL_TRY(tl_tuple_item(coordinate, i, &c, error));
      TL_TRY(tl_tuple_item(from, i, &s, error));
      TL_TRY(tl_tuple_item(to, i, &t, error));
      TL_TRY(tl_tuple_crd2crd(&c, &s, &t, &c, error));
      TL_TRY(tl_tuple_push(&result, &c, error));
    }
    *out = result;
    return TL_OK;
  }
  int64_t index;
  TL_TRY(tl_tuple_crd2idx_compact(coordinate, from, &index, error));
  tl_tuple linear = tl_tuple_integer(index);
  return tl_tuple_idx2crd(&linear, to, out, error);
}
