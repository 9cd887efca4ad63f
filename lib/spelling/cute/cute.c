/* cute.c - CuTe layouts as values; see tl/cute.h. */
#include "tl/cute.h"
#include "base/checked.h"
#include "tuple_walk.h"

/* The size and 1 + sum of (size - 1) * |stride| must fit 64 bits. */
static tl_code check_extent(int64_t size, int64_t stride, int64_t *total,
                            int64_t *last, tl_error *error) {
  if (stride == INT64_MIN || size == INT64_MIN)
    return tl_fail(error, TL_OVERFLOW,
                   "mode %" PRId64 ":%" PRId64 " is out of range", size,
                   stride);
  TL_TRY(tl_multiply(*total, size, total, error));
  return tl_multiply_add(*last, size - 1, stride < 0 ? -stride : stride, last,
                         error);
}

tl_code tl_cute_create(const tl_tuple *shape, const tl_tuple *stride,
                       tl_cute *out, tl_error *error) {
  int64_t total = 1, last = 1;
  for (int64_t i = 0; i < shape->node_count; i++)
    if (shape->nodes[i] == TL_NODE_ALL || shape->nodes[i] >= TL_NODE_BY_MODE)
      return tl_fail(error, TL_INVALID, "a layout has integer extents, no _");
  if (!tl_tuple_congruent(shape, stride))
    return tl_fail(error, TL_INVALID,
                   "the shape, of %" PRId64 " integers and rank %" PRId64
                   ", and the stride, of %" PRId64 " and rank %" PRId64
                   ", differ in profile",
                   shape->leaf_count, tl_tuple_rank(shape), stride->leaf_count,
                   tl_tuple_rank(stride));
  for (int64_t i = 0; i < shape->leaf_count; i++)
    TL_TRY(check_extent(shape->leaves[i], stride->leaves[i], &total, &last,
                        error));
  tl_cute result = {*shape, *stride};
  *out = result;
  return TL_OK;
}

tl_code tl_cute_check_domain(const tl_cute *layout, tl_error *error) {
  for (int64_t i = 0; i < layout->shape.leaf_count; i++)
    if (layout->shape.leaves[i] < 1)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 ":%" PRId64
                     " has no coordinates; an extent of at least 1 is needed",
                     layout->shape.leaves[i], layout->stride.leaves[i]);
  return TL_OK;
}

tl_code tl_cute_make(const tl_tuple *shape, tl_cute *out, tl_error *error) {
  tl_tuple stride, one = tl_tuple_integer(1);
  TL_TRY(tl_tuple_compact_col_major(shape, &one, &stride, error));
  return tl_cute_create(shape, &stride, out, error);
}

tl_code tl_cute_push(tl_cute *layout, const tl_cute *mode, tl_error *error) {
  TL_TRY(tl_tuple_push(&layout->shape, &mode->shape, error));
  TL_TRY(tl_tuple_push(&layout->stride, &mode->stride, error));
  return tl_cute_create(&layout->shape, &layout->stride, layout, error);
}

tl_code tl_cute_mode(const tl_cute *layout, int64_t i, tl_cute *out,
                     tl_error *error) {
  TL_TRY(tl_tuple_item(&layout->shape, i, &out->shape, error));
  return tl_tuple_item(&layout->stride, i, &out->stride, error);
}

tl_code tl_cute_size(const tl_cute *layout, int64_t *size, tl_error *error) {
  return tl_tuple_product(&layout->shape, size, error);
}

tl_code tl_cute_cosize(const tl_cute *layout, int64_t *cosize,
                       tl_error *error) {
  int64_t size = 1, last = 1;
  for (int64_t i = 0; i < layout->shape.leaf_count; i++)
    TL_TRY(check_extent(layout->shape.leaves[i], layout->stride.leaves[i],
                        &size, &last, error));
  *cosize = last;
  return TL_OK;
}

tl_code tl_cute_apply(const tl_cute *layout, int64_t coordinate,
                      int64_t *offset, tl_error *error) {
  int64_t count = layout->shape.leaf_count, sum = 0, rest = coordinate;
  for (int64_t i = 0; i + 1 < count; i++) {
    int64_t extent = layout->shape.leaves[i];
    if (extent == 0)
      return tl_cute_check_domain(layout, error);
    TL_TRY(tl_multiply_add(sum, rest % extent, layout->stride.leaves[i], &sum,
                           error));
    rest /= extent;
  }
  if (count > 0)
    TL_TRY(tl_multiply_add(sum, rest, layout->stride.leaves[count - 1], &sum,
                           error));
  *offset = sum;
  return TL_OK;
}

tl_code tl_cute_by_profile(const tl_cute *layout, const tl_tuple *profile,
                           tl_cute_function *function, tl_cute *out,
                           tl_error *error) {
  if (tl_tuple_is_integer(profile))
    return function(layout, out, error);
  int64_t rank = tl_tuple_rank(&layout->shape), named = tl_tuple_rank(profile);
  tl_cute result = {.shape.node_count = 1, .stride.node_count = 1};
  if (named > rank)
    return tl_fail(error, TL_INVALID,
                   "a profile of %" PRId64 " modes for a layout of %" PRId64,
                   named, rank);
  for (int64_t i = 0; i < rank; i++) {
    tl_cute mode;
    TL_TRY(tl_cute_mode(layout, i, &mode, error));
    if (i < named) {
      tl_tuple inner;
      TL_TRY(tl_tuple_item(profile, i, &inner, error));
      TL_TRY(tl_cute_by_profile(&mode, &inner, function, &mode, error));
    }
    TL_TRY(tl_cute_push(&result, &mode, error));
  }
  *out = result;
  return TL_OK;
}

tl_code tl_cute_make_like(const tl_cute *layout, tl_cute *out,
                          tl_error *error) {
  tl_tuple sizes, stride;
  TL_TRY(tl_tuple_filter_zeros(&layout->stride, &layout->shape, &sizes, error));
  TL_TRY(tl_tuple_compact_order(&sizes, &layout->stride, &stride, error));
  return tl_cute_create(&layout->shape, &stride, out, error);
}
