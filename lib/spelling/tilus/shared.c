/* shared.c - The shared layout value: validity, canonical form, builders.
 *
 * Two neighbouring modes of one dimension, extents a and b with strides s and
 * t, are one run of extent a * b and stride t exactly when s = b * t.  Each
 * mode is compared with the one right before it, so a chain of any length
 * merges in one pass and the result is a fixed point (law L5). */
#include "tl/shared.h"
#include "base/checked.h"
#include "layout/modes.h"

_Static_assert(sizeof(tl_shared) ==
                   sizeof(int64_t) * (3 * (1 + TL_MAX_ITERS) + 3),
               "tl_shared is compared bytewise and must have no padding");

static tl_code canonicalize(const tl_shared *layout,
                            const int64_t *dimension_of, tl_shared *out,
                            tl_error *error);
static tl_code dense(const tl_list *shape, bool row_major, tl_shared *out,
                     tl_error *error);
static tl_code append_scaled(const tl_shared *layout, int64_t dimension,
                             int64_t scale, tl_shared *out, tl_error *error);

tl_code tl_shared_create(const tl_shared *fields, tl_shared *out,
                         tl_error *error) {
  int64_t dimension_of[TL_MAX_ITERS], span;
  tl_shared layout = *fields;
  TL_TRY(tl_check_shape(&layout.shape, error));
  TL_TRY(
      tl_group_modes(&layout.shape, &layout.mode_shape, dimension_of, error));
  if (layout.mode_strides.count != layout.mode_shape.count)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " strides for %" PRId64 " modes",
                   layout.mode_strides.count, layout.mode_shape.count);
  for (int64_t m = 0; m < layout.mode_strides.count; m++)
    if (layout.mode_strides.items[m] < 0)
      return tl_fail(error, TL_INVALID,
                     "stride %" PRId64 " of mode %" PRId64 " is negative",
                     layout.mode_strides.items[m], m);
  TL_TRY(tl_swizzle_create(layout.swizzle.base, layout.swizzle.bits,
                           layout.swizzle.shift, &layout.swizzle, error));
  TL_TRY(tl_shared_span(&layout, &span, error));
  return canonicalize(&layout, dimension_of, out, error);
}

static tl_code canonicalize(const tl_shared *layout,
                            const int64_t *dimension_of, tl_shared *out,
                            tl_error *error) {
  tl_shared result = {.shape = layout->shape, .swizzle = layout->swizzle};
  int64_t last_dimension = -1;
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    int64_t extent = layout->mode_shape.items[m];
    int64_t stride = layout->mode_strides.items[m];
    int64_t last = result.mode_shape.count - 1, run;
    if (extent == 1)
      continue;
    TL_TRY(tl_multiply(extent, stride, &run, error));
    if (dimension_of[m] == last_dimension &&
        result.mode_strides.items[last] == run) {
      result.mode_shape.items[last] *= extent;
      result.mode_strides.items[last] = stride;
    } else {
      TL_TRY(tl_list_append(&result.mode_shape, extent, error));
      TL_TRY(tl_list_append(&result.mode_strides, stride, error));
    }
    last_dimension = dimension_of[m];
  }
  *out = result;
  return TL_OK;
}

tl_code tl_shared_span(const tl_shared *layout, int64_t *span,
                       tl_error *error) {
  *span = 1;
  for (int64_t m = 0; m < layout->mode_shape.count; m++)
    TL_TRY(tl_multiply_add(*span, layout->mode_shape.items[m] - 1,
                           layout->mode_strides.items[m], span, error));
  return TL_OK;
}

tl_code tl_shared_row_major(const tl_list *shape, tl_shared *out,
                            tl_error *error) {
  return dense(shape, true, out, error);
}

tl_code tl_shared_column_major(const tl_list *shape, tl_shared *out,
                               tl_error *error) {
  return dense(shape, false, out, error);
}

static tl_code dense(const tl_list *shape, bool row_major, tl_shared *out,
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
  tl_shared fields = {0};
  int64_t span;
  TL_TRY(tl_shared_span(inner, &span, error));
  for (int64_t d = 0; d < outer->shape.count; d++) {
    int64_t extent;
    TL_TRY(tl_multiply(outer->shape.items[d], inner->shape.items[d], &extent,
                       error));
    TL_TRY(tl_list_append(&fields.shape, extent, error));
    TL_TRY(append_scaled(outer, d, span, &fields, error));
    TL_TRY(append_scaled(inner, d, 1, &fields, error));
  }
  return tl_shared_create(&fields, out, error);
}

static tl_code append_scaled(const tl_shared *layout, int64_t dimension,
                             int64_t scale, tl_shared *out, tl_error *error) {
  int64_t dimension_of[TL_MAX_ITERS], stride;
  TL_TRY(
      tl_group_modes(&layout->shape, &layout->mode_shape, dimension_of, error));
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    if (dimension_of[m] != dimension)
      continue;
    TL_TRY(tl_multiply(layout->mode_strides.items[m], scale, &stride, error));
    TL_TRY(
        tl_list_append(&out->mode_shape, layout->mode_shape.items[m], error));
    TL_TRY(tl_list_append(&out->mode_strides, stride, error));
  }
  return TL_OK;
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
  tl_list panels = *shape;
  panels.items[shape->count - 2] = 1;
  panels.items[shape->count - 1] = columns / segment;
  tl_list tile = {.count = shape->count};
  for (int64_t d = 0; d < shape->count; d++)
    tile.items[d] = 1;
  tile.items[shape->count - 2] = rows;
  tile.items[shape->count - 1] = segment;

  tl_shared outer, inner;
  TL_TRY(tl_shared_row_major(&panels, &outer, error));
  TL_TRY(tl_shared_row_major(&tile, &inner, error));
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
