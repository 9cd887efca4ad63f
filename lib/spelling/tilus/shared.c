/* shared.c - Shared layouts: tile layouts on m, whose digits are the modes;
 * and their notation. */
#include "base/checked.h"
#include "layout/layout_digits.h"
#include "layout/modes.h"
#include "spelling/distribution.h"
#include "spelling/value_text.h"
#include "tl/layout_algebra.h"
#include "tl/notation.h"
#include <string.h>

/* The modes are the iters of the dimensions, slowest first. */
tl_code tl_layout_from_shared(const tl_shared *fields, tl_layout *out,
                              tl_error *error) {
  int64_t dimension_of[TL_MAX_ITERS];
  TL_TRY(tl_check_shape(&fields->shape, error));
  TL_TRY(
      tl_group_modes(&fields->shape, &fields->mode_shape, dimension_of, error));
  if (fields->mode_strides.count != fields->mode_shape.count)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " strides for %" PRId64 " modes",
                   fields->mode_strides.count, fields->mode_shape.count);
  tl_layout layout = {.rank = fields->shape.count,
                      .shard_count = fields->mode_shape.count,
                      .swizzle = fields->swizzle};
  for (int64_t m = 0; m < fields->mode_shape.count; m++) {
    int64_t stride = fields->mode_strides.items[m];
    if (stride < 0)
      return tl_fail(error, TL_INVALID,
                     "stride %" PRId64 " of mode %" PRId64 " is negative",
                     stride, m);
    layout.group_size[dimension_of[m]]++;
    layout.iters[m] =
        (tl_iter){fields->mode_shape.items[m], stride, TL_AXIS_M, 0};
  }
  return tl_layout_create(&layout, out, error);
}

tl_code tl_layout_to_shared(const tl_layout *layout, tl_shared *out,
                            tl_error *error) {
  tl_layout busy;
  TL_TRY(tl_distribute_memory(layout, "a shared layout", &busy, error));
  TL_TRY(
      tl_distribute_check_offset(&busy, TL_AXIS_M, "a shared layout", error));
  TL_TRY(tl_layout_create(&busy, &busy, error));
  *out = (tl_shared){.mode_shape.count = busy.shard_count,
                     .mode_strides.count = busy.shard_count,
                     .swizzle = busy.swizzle};
  out->shape = tl_layout_shape(&busy);
  for (int64_t i = 0; i < busy.shard_count; i++) {
    out->mode_shape.items[i] = busy.iters[i].extent;
    out->mode_strides.items[i] = busy.iters[i].stride;
  }
  return TL_OK;
}

tl_code tl_shared_compose(const tl_layout *outer, const tl_layout *inner,
                          tl_layout *out, tl_error *error) {
  if (outer->rank != inner->rank)
    return tl_fail(error, TL_INVALID,
                   "composing ranks %" PRId64 " and %" PRId64
                   "; they must be equal",
                   outer->rank, inner->rank);
  tl_layout slow = *outer, fast = *inner;
  slow.swizzle = fast.swizzle = (tl_swizzle){0};
  return tl_layout_tile(&slow, &fast, out, error);
}

tl_code tl_shared_apply_swizzle(const tl_layout *layout,
                                const tl_swizzle *swizzle, tl_layout *out,
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
                                    tl_layout *out, tl_error *error) {
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

  tl_layout outer, inner;
  TL_TRY(tl_layout_dense(&panels, true, &outer, error));
  TL_TRY(tl_layout_dense(&tile, true, &inner, error));
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

tl_code tl_shared_slice(const tl_layout *layout, const tl_list *dims,
                        tl_layout *out, tl_error *error) {
  bool listed[TL_MAX_ITERS] = {false};
  tl_layout fields = {.swizzle = layout->swizzle};
  TL_TRY(tl_mark_dimensions(dims, layout->rank, listed, error));
  for (int64_t k = 0; k < dims->count; k++) {
    tl_digits digits = tl_layout_digits(layout, dims->items[k]);
    TL_TRY(tl_layout_push_digits(&fields, dims->count, &digits, error));
  }
  return tl_layout_create(&fields, out, error);
}

tl_code tl_shared_unsqueeze(const tl_layout *layout, const tl_list *dims,
                            tl_layout *out, tl_error *error) {
  bool inserted[TL_MAX_ITERS] = {false};
  int64_t rank = layout->rank, grown = 0, next = 0;
  tl_list shape;
  tl_shared fields;
  TL_TRY(tl_mark_dimensions(dims, rank + 1, inserted, error));
  TL_TRY(tl_layout_to_shared(layout, &fields, error));
  shape = fields.shape;
  fields.shape = (tl_list){0};
  while (grown <= rank || next < rank) {
    if (grown <= rank && inserted[grown])
      TL_TRY(tl_list_append(&fields.shape, 1, error));
    else if (next < rank)
      TL_TRY(tl_list_append(&fields.shape, shape.items[next++], error));
    grown++;
  }
  return tl_layout_from_shared(&fields, out, error);
}

tl_code tl_shared_prepend_dim(const tl_layout *layout, int64_t extent,
                              tl_layout *out, tl_error *error) {
  tl_list first = {.count = 1}, copies = {.count = 1, .items = {extent}};
  tl_layout outer, inner;
  for (int64_t d = 0; d < layout->rank; d++)
    TL_TRY(tl_list_append(&copies, 1, error));
  TL_TRY(tl_layout_dense(&copies, true, &outer, error));
  TL_TRY(tl_shared_unsqueeze(layout, &first, &inner, error));
  TL_TRY(tl_shared_compose(&outer, &inner, out, error));
  out->swizzle = layout->swizzle;
  return TL_OK;
}

tl_code tl_shared_reshape(const tl_layout *layout, const tl_list *shape,
                          tl_layout *out, tl_error *error) {
  tl_shared from, fields = {.shape = *shape, .swizzle = layout->swizzle};
  TL_TRY(tl_layout_to_shared(layout, &from, error));
  TL_TRY(tl_check_same_size(&from.shape, shape, error));
  int64_t mode = 0, left = 1; /* of layout mode `mode` - 1 */
  for (int64_t d = 0; d < shape->count; d++) {
    int64_t wanted = shape->items[d];
    while (wanted > 1) {
      if (left == 1)
        left = from.mode_shape.items[mode++];
      int64_t extent = tl_gcd(wanted, left), stride;
      if (extent == 1)
        return tl_fail(error, TL_INVALID,
                       "a mode with %" PRId64
                       " left does not split along dimension %" PRId64
                       " of the new shape, where %" PRId64 " is left",
                       left, d, wanted);
      left /= extent;
      wanted /= extent;
      TL_TRY(
          tl_multiply(left, from.mode_strides.items[mode - 1], &stride, error));
      TL_TRY(tl_list_append(&fields.mode_shape, extent, error));
      TL_TRY(tl_list_append(&fields.mode_strides, stride, error));
    }
  }
  return tl_layout_from_shared(&fields, out, error);
}

static bool is_same(tl_code code, const tl_layout *a, const tl_layout *b) {
  return code == TL_OK && memcmp(a, b, sizeof *a) == 0;
}

/* row_major(8, 4), with its swizzle behind it, or row_major_swizzle([8, 64],
 * nbytes = 2); false, and nothing written, for other layouts. */
static bool write_dense(const tl_layout *layout, const tl_list *shape,
                        const tl_writer *text) {
  tl_layout dense, plain = *layout;
  int64_t nbytes = layout->swizzle.bits ? 1 : 0;
  while (nbytes && nbytes <= 16 &&
         !is_same(tl_shared_row_major_swizzle(shape, nbytes, &dense, NULL),
                  layout, &dense))
    nbytes *= 2;
  plain.swizzle = (tl_swizzle){0};
  bool is_swizzled = nbytes && nbytes <= 16;
  bool is_row =
      is_same(tl_layout_dense(shape, true, &dense, NULL), &plain, &dense);
  if (!is_swizzled && !is_row &&
      !is_same(tl_layout_dense(shape, false, &dense, NULL), &plain, &dense))
    return false;
  if (is_swizzled) {
    tl_write(text, "row_major_swizzle(");
    tl_list_write(shape, text);
    tl_write(text, ", nbytes = %" PRId64 ")", nbytes);
    return true;
  }
  tl_write(text, is_row ? "row_major(" : "column_major(");
  tl_items_write(shape, text);
  tl_write(text, ")");
  if (!layout->swizzle.bits)
    return true;
  tl_write(text, ".apply_swizzle(swizzle");
  tl_swizzle_write(&layout->swizzle, text);
  tl_write(text, ")");
  return true;
}

static void print(const tl_value *value, bool in_attribute,
                  const tl_writer *text) {
  tl_shared fields;
  if (tl_layout_to_shared(&value->as.layout, &fields, NULL) != TL_OK ||
      (in_attribute && write_dense(&value->as.layout, &fields.shape, text)))
    return;
  tl_field_write("shape", &fields.shape, text);
  tl_field_write(", mode_shape", &fields.mode_shape, text);
  tl_field_write(", mode_strides", &fields.mode_strides, text);
  if (!fields.swizzle.bits)
    return;
  tl_write(text, ", swizzle = %s", in_attribute ? "" : "swizzle");
  tl_swizzle_write(&fields.swizzle, text);
}

static tl_code to_tile(const tl_value *value, tl_layout *out,
                       TL_UNUSED tl_error *error) {
  *out = value->as.layout;
  return TL_OK;
}

static tl_code from_tile(const tl_layout *layout, TL_UNUSED tl_scope scope,
                         TL_UNUSED int64_t lanes, tl_value *out,
                         tl_error *error) {
  tl_shared fields;
  TL_TRY(tl_layout_to_shared(layout, &fields, error));
  return tl_layout_from_shared(&fields, &out->as.layout, error);
}

const tl_notation TL_SHARED_NOTATION = {
    .name = "shared",
    .described = "a shared layout",
    .noun = "shared layout",
    .kind = TL_KIND_SHARED,
    .role = TL_ROLE_STORED,
    .word_count = sizeof(tl_layout) / sizeof(int64_t),
    .has_fields = true,
    .print = print,
    .to_tile = to_tile,
    .from_tile = from_tile,
};
