/* transfer_view.c - tl.copy between two memories: its sides and its tile. */
#include "tl/dialect.h"
#include <inttypes.h>
#include <string.h>

void tl_transfer_side(const tl_transfer_view *view, bool target,
                      tl_copy_view *out) {
  *out = (tl_copy_view){.operation = view->operation,
                        .kind = TL_COPY,
                        .stores = target,
                        .memory = target ? view->target : view->source,
                        .fragment = target ? view->source : view->target,
                        .scope = view->scope,
                        .bound_divisibility = view->bound_divisibility,
                        .pad = view->pad};
  out->fragment.origin_count = 0;
  if (view->bounds_target != target)
    return;
  out->bound_count = view->bound_count;
  memcpy(out->bound, view->bound, sizeof out->bound);
  memcpy(out->bound_value, view->bound_value, sizeof out->bound_value);
}

void tl_transfer_fragment(const tl_transfer_view *view, tl_copy_view *out) {
  tl_transfer_side(view, false, out);
  out->fragment =
      (tl_copy_side){.name = TL_ATTRIBUTE_PARTITION, .layout = view->partition};
}

/* INT64_MIN for an extent known only at run time. */
static tl_code side_shape(const tl_copy_side *side, tl_list *shape,
                          tl_error *error) {
  tl_value value;
  tl_layout layout;
  tl_strided strided;
  if (tl_layout_attribute_read(side->layout, &value)) {
    TL_TRY(tl_layout_of_memory(&value, &layout, error));
    tl_layout_shape(&layout, shape);
    return TL_OK;
  }
  tl_strided_read(side->type, &strided);
  *shape = strided.shape;
  return TL_OK;
}

static tl_code common_tile(const tl_transfer_view *view, tl_layout *out,
                           tl_error *error) {
  tl_list source, target, tile, strides;
  TL_TRY(side_shape(&view->source, &source, error));
  TL_TRY(side_shape(&view->target, &target, error));
  if (source.count != target.count)
    return tl_fail(error, TL_INVALID,
                   "source has rank %" PRId64 ", target has rank %" PRId64,
                   source.count, target.count);
  tile = strides = (tl_list){.count = source.count};
  for (int64_t d = 0; d < tile.count; d++) {
    int64_t from = source.items[d], to = target.items[d];
    bool takes_source = to == INT64_MIN || (from != INT64_MIN && from < to);
    tile.items[d] = takes_source ? from : to;
    if (tile.items[d] == INT64_MIN)
      return tl_fail(error, TL_INVALID,
                     "the extent of the tile in dimension %" PRId64
                     " is known only at run time; one side has to say it",
                     d);
    if (tile.items[d] < 1)
      return tl_fail(error, TL_INVALID,
                     "the tile has no elements in dimension %" PRId64, d);
  }
  int64_t elements = 1;
  for (int64_t d = tile.count - 1; d >= 0; d--) {
    strides.items[d] = elements;
    if (__builtin_mul_overflow(elements, tile.items[d], &elements))
      return tl_fail(error, TL_OVERFLOW,
                     "the elements of the tile do not fit 64 bits");
  }
  return tl_layout_from_strides(&tile, &strides, out, error);
}

tl_code tl_transfer_tile(const tl_transfer_view *view, int64_t lanes,
                         tl_layout *out, tl_error *error) {
  tl_copy_view load;
  if (mlirAttributeIsNull(view->partition))
    return common_tile(view, out, error);
  tl_transfer_fragment(view, &load);
  return tl_fragment_layout(&load, lanes, out, error);
}
