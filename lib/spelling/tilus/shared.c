/* shared.c - The shared layout value; what it means is a tile layout on m,
 * whose digits are its modes, so that all that is made of one is made there. */
#include "tl/shared.h"
#include "base/checked.h"
#include "layout/layout_digits.h"
#include "layout/modes.h"
#include "spelling/distribution.h"
#include "tl/layout_algebra.h"

_Static_assert(sizeof(tl_shared) ==
                   sizeof(int64_t) * (3 * (1 + TL_MAX_ITERS) + 3),
               "tl_shared is compared bytewise and must have no padding");

/* The modes are the iters of the dimensions, slowest first. */
tl_code tl_layout_from_shared(const tl_shared *layout, tl_layout *out,
                              tl_error *error) {
  int64_t dimension_of[TL_MAX_ITERS];
  TL_TRY(
      tl_group_modes(&layout->shape, &layout->mode_shape, dimension_of, error));
  tl_layout fields = {.rank = layout->shape.count,
                      .shard_count = layout->mode_shape.count,
                      .swizzle = layout->swizzle};
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    fields.group_size[dimension_of[m]]++;
    fields.iters[m] = (tl_iter){layout->mode_shape.items[m],
                                layout->mode_strides.items[m], TL_AXIS_M, 0};
  }
  return tl_layout_create(&fields, out, error);
}

static tl_code read_modes(const tl_layout *fields, tl_shared *out,
                          tl_error *error) {
  tl_layout layout;
  TL_TRY(tl_layout_create(fields, &layout, error));
  *out = (tl_shared){.mode_shape.count = layout.shard_count,
                     .mode_strides.count = layout.shard_count,
                     .swizzle = layout.swizzle};
  tl_layout_shape(&layout, &out->shape);
  for (int64_t i = 0; i < layout.shard_count; i++) {
    out->mode_shape.items[i] = layout.iters[i].extent;
    out->mode_strides.items[i] = layout.iters[i].stride;
  }
  return TL_OK;
}

tl_code tl_layout_to_shared(const tl_layout *layout, tl_shared *out,
                            tl_error *error) {
  tl_layout busy;
  TL_TRY(tl_distribute_memory(layout, "a shared layout", &busy, error));
  TL_TRY(
      tl_distribute_check_offset(&busy, TL_AXIS_M, "a shared layout", error));
  return read_modes(&busy, out, error);
}

tl_code tl_shared_create(const tl_shared *fields, tl_shared *out,
                         tl_error *error) {
  tl_layout layout;
  int64_t dimension_of[TL_MAX_ITERS];
  TL_TRY(tl_check_shape(&fields->shape, error));
  TL_TRY(
      tl_group_modes(&fields->shape, &fields->mode_shape, dimension_of, error));
  if (fields->mode_strides.count != fields->mode_shape.count)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " strides for %" PRId64 " modes",
                   fields->mode_strides.count, fields->mode_shape.count);
  for (int64_t m = 0; m < fields->mode_strides.count; m++)
    if (fields->mode_strides.items[m] < 0)
      return tl_fail(error, TL_INVALID,
                     "stride %" PRId64 " of mode %" PRId64 " is negative",
                     fields->mode_strides.items[m], m);
  TL_TRY(tl_layout_from_shared(fields, &layout, error));
  return read_modes(&layout, out, error);
}

tl_code tl_shared_span(const tl_shared *layout, int64_t *span,
                       tl_error *error) {
  *span = 1;
  for (int64_t m = 0; m < layout->mode_shape.count; m++)
    TL_TRY(tl_multiply_add(*span, layout->mode_shape.items[m] - 1,
                           layout->mode_strides.items[m], span, error));
  return TL_OK;
}

tl_code tl_shared_dense(const tl_list *shape, bool row_major, tl_shared *out,
                        tl_error *error) {
  TL_TRY(tl_check_shape(shape, error));
  tl_shared fields = {.shape = *shape, .mode_shape = *shape};
  fields.mode_strides.count = shape->count;
  int64_t stride = 1;
  for (int64_t k = 0; k < shape->count; k++) {
    int64_t d = row_major ? shape->count - 1 - k : k;
    fields.mode_strides.items[d] = stride;
    stride *= shape->items[d];
  }
  return tl_shared_create(&fields, out, error);
}

tl_code tl_shared_compose(const tl_shared *outer, const tl_shared *inner,
                          tl_shared *out, tl_error *error) {
  if (outer->shape.count != inner->shape.count)
    return tl_fail(error, TL_INVALID,
                   "composing ranks %" PRId64 " and %" PRId64
                   "; they must be equal",
                   outer->shape.count, inner->shape.count);
  tl_layout slow, fast;
  TL_TRY(tl_layout_from_shared(outer, &slow, error));
  TL_TRY(tl_layout_from_shared(inner, &fast, error));
  slow.swizzle = fast.swizzle = (tl_swizzle){0};
  TL_TRY(tl_layout_tile(&slow, &fast, &slow, error));
  return read_modes(&slow, out, error);
}

tl_code tl_shared_apply_swizzle(const tl_shared *layout,
                                const tl_swizzle *swizzle, tl_shared *out,
                                tl_error *error) {
  if (layout->swizzle.bits)
    return tl_fail(error, TL_INVALID,
                   "the layout is swizzled already; two swizzles in a row are "
                   "not one swizzle");
  *out = *layout;
  out->swizzle = *swizzle;
  return TL_OK;
}

tl_code tl_shared_row_major_swizzle(const tl_list *shape, int64_t nbytes,
                                    tl_shared *out, tl_error *error) {
  TL_TRY(tl_check_shape(shape, error));
  if (shape->count < 2)
    return tl_fail(error, TL_INVALID,
                   "rank %" PRId64 "; a swizzled row-major layout needs at "
                   "least 2 dimensions",
                   shape->count);
  if (nbytes > 16 || !tl_is_power_of_two(nbytes))
    return tl_fail(error, TL_INVALID,
                   "nbytes is %" PRId64 "; it must be 1, 2, 4, 8 or 16",
                   nbytes);
  int64_t rows = shape->items[shape->count - 2];
  int64_t columns = shape->items[shape->count - 1];
  if (rows % 8 != 0 || columns % (16 / nbytes) != 0)
    return tl_fail(error, TL_INVALID,
                   "the last two dimensions are %" PRId64 " x %" PRId64
                   "; they must be multiples of 8 and %" PRId64,
                   rows, columns, 16 / nbytes);

  int64_t segment = tl_gcd(columns, 128 / nbytes);
  tl_list panels = *shape, tile = {.count = shape->count};
  for (int64_t d = 0; d < shape->count; d++)
    tile.items[d] = 1;
  tile.items[shape->count - 2] = rows;
  tile.items[shape->count - 1] = segment;
  panels.items[shape->count - 2] = 1;
  panels.items[shape->count - 1] = columns / segment;

  tl_shared outer, inner;
  TL_TRY(tl_shared_dense(&panels, true, &outer, error));
  TL_TRY(tl_shared_dense(&tile, true, &inner, error));
  TL_TRY(tl_shared_compose(&outer, &inner, out, error));
  tl_swizzle swizzle = {.shift = 3};
  for (int64_t chunk = 16 / nbytes; chunk > 1; chunk /= 2)
    swizzle.base++;
  for (int64_t bytes = segment * nbytes; bytes > 16; bytes /= 2)
    swizzle.bits++;
  if (swizzle.bits)
    out->swizzle = swizzle;
  return TL_OK;
}

tl_code tl_shared_permute(const tl_shared *layout, const tl_list *dims,
                          tl_shared *out, tl_error *error) {
  TL_TRY(tl_check_permutation(dims, layout->shape.count, error));
  return tl_shared_slice(layout, dims, out, error);
}

tl_code tl_shared_slice(const tl_shared *layout, const tl_list *dims,
                        tl_shared *out, tl_error *error) {
  bool listed[TL_MAX_ITERS] = {false};
  tl_layout whole, fields = {.swizzle = layout->swizzle};
  TL_TRY(tl_mark_dimensions(dims, layout->shape.count, listed, error));
  TL_TRY(tl_layout_from_shared(layout, &whole, error));
  for (int64_t k = 0; k < dims->count; k++) {
    tl_digits digits = tl_layout_digits(&whole, dims->items[k]);
    TL_TRY(tl_layout_push_digits(&fields, dims->count, &digits, error));
  }
  return read_modes(&fields, out, error);
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

tl_code tl_shared_prepend_dim(const tl_shared *layout, int64_t extent,
                              tl_shared *out, tl_error *error) {
  tl_list first = {.count = 1}, copies = {.count = 1, .items = {extent}};
  tl_shared outer, inner;
  for (int64_t d = 0; d < layout->shape.count; d++)
    TL_TRY(tl_list_append(&copies, 1, error));
  TL_TRY(tl_shared_dense(&copies, true, &outer, error));
  TL_TRY(tl_shared_unsqueeze(layout, &first, &inner, error));
  TL_TRY(tl_shared_compose(&outer, &inner, out, error));
  out->swizzle = layout->swizzle;
  return TL_OK;
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
