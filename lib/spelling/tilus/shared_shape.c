/* shared_shape.c - Shared layouts seen under other shapes, and evaluation. */
#include "base/checked.h"
#include "layout/modes.h"
#include "tl/shared.h"

static tl_code append_dimension(const tl_shared *layout, int64_t dimension,
                                tl_shared *out, tl_error *error);

tl_code tl_shared_permute(const tl_shared *layout, const tl_list *dims,
                          tl_shared *out, tl_error *error) {
  TL_TRY(tl_check_permutation(dims, layout->shape.count, error));
  return tl_shared_slice(layout, dims, out, error);
}

tl_code tl_shared_slice(const tl_shared *layout, const tl_list *dims,
                        tl_shared *out, tl_error *error) {
  bool listed[TL_MAX_ITERS] = {false};
  tl_shared fields = {.swizzle = layout->swizzle};
  TL_TRY(tl_mark_dimensions(dims, layout->shape.count, listed, error));
  for (int64_t k = 0; k < dims->count; k++)
    TL_TRY(append_dimension(layout, dims->items[k], &fields, error));
  return tl_shared_create(&fields, out, error);
}

static tl_code append_dimension(const tl_shared *layout, int64_t dimension,
                                tl_shared *out, tl_error *error) {
  int64_t dimension_of[TL_MAX_ITERS];
  TL_TRY(
      tl_group_modes(&layout->shape, &layout->mode_shape, dimension_of, error));
  TL_TRY(tl_list_append(&out->shape, layout->shape.items[dimension], error));
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    if (dimension_of[m] != dimension)
      continue;
    TL_TRY(
        tl_list_append(&out->mode_shape, layout->mode_shape.items[m], error));
    TL_TRY(tl_list_append(&out->mode_strides, layout->mode_strides.items[m],
                          error));
  }
  return TL_OK;
}

tl_code tl_shared_unsqueeze(const tl_shared *layout, const tl_list *dims,
                            tl_shared *out, tl_error *error) {
  bool inserted[TL_MAX_ITERS] = {false};
  int64_t rank = layout->shape.count, grown = 0, next = 0;
  tl_shared fields = *layout;
  TL_TRY(tl_mark_dimensions(dims, rank + 1, inserted, error));
  fields.shape = (tl_list){0};
  while (grown <= rank || next < rank) {
    if (grown <= rank && inserted[grown])
      TL_TRY(tl_list_append(&fields.shape, 1, error));
    else if (next < rank)
      TL_TRY(tl_list_append(&fields.shape, layout->shape.items[next++], error));
    grown++;
  }
  return tl_shared_create(&fields, out, error);
}

tl_code tl_shared_reshape(const tl_shared *layout, const tl_list *shape,
                          tl_shared *out, tl_error *error) {
  TL_TRY(tl_check_same_size(&layout->shape, shape, error));
  tl_shared fields = {.shape = *shape, .swizzle = layout->swizzle};
  int64_t mode = 0, left = 1; /* of layout mode `mode` - 1 */
  for (int64_t d = 0; d < shape->count; d++) {
    int64_t wanted = shape->items[d];
    while (wanted > 1) {
      if (left == 1)
        left = layout->mode_shape.items[mode++];
      int64_t extent = tl_gcd(wanted, left), stride;
      if (extent == 1)
        return tl_fail(error, TL_INVALID,
                       "a mode with %" PRId64
                       " left does not split along dimension %" PRId64
                       " of the new shape, where %" PRId64 " is left",
                       left, d, wanted);
      left /= extent;
      wanted /= extent;
      TL_TRY(tl_multiply(left, layout->mode_strides.items[mode - 1], &stride,
                         error));
      TL_TRY(tl_list_append(&fields.mode_shape, extent, error));
      TL_TRY(tl_list_append(&fields.mode_strides, stride, error));
    }
  }
  return tl_shared_create(&fields, out, error);
}

tl_code tl_shared_prepend_dim(const tl_shared *layout, int64_t extent,
                              tl_shared *out, tl_error *error) {
  int64_t span;
  tl_shared fields = {.swizzle = layout->swizzle};
  TL_TRY(tl_shared_span(layout, &span, error));
  TL_TRY(tl_list_append(&fields.shape, extent, error));
  TL_TRY(tl_list_append(&fields.mode_shape, extent, error));
  TL_TRY(tl_list_append(&fields.mode_strides, span, error));
  for (int64_t d = 0; d < layout->shape.count; d++)
    TL_TRY(append_dimension(layout, d, &fields, error));
  return tl_shared_create(&fields, out, error);
}

tl_code tl_shared_offset(const tl_shared *layout, const tl_list *coordinate,
                         int64_t *offset, tl_error *error) {
  int64_t digits[TL_MAX_ITERS], sum = 0;
  TL_TRY(tl_mode_digits(&layout->shape, &layout->mode_shape, coordinate, digits,
                        error));
  for (int64_t m = 0; m < layout->mode_shape.count; m++)
    sum += digits[m] * layout->mode_strides.items[m];
  *offset = tl_swizzle_apply(&layout->swizzle, sum);
  return TL_OK;
}

tl_code tl_shared_byte_offset(const tl_shared *layout,
                              const tl_list *coordinate, int64_t nbytes,
                              int64_t *offset, tl_error *error) {
  TL_TRY(tl_shared_offset(layout, coordinate, offset, error));
  return tl_multiply(*offset, nbytes, offset, error);
}
