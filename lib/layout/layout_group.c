/* layout_group.c - Layouts of other shapes; see tl/layout_algebra.h.
 *
 * The dimensions, taken as one, are a list of digits whose neighbours are no
 * common run (law L8).  A new extent splits at most the digit in which it ends.
 * Where that digit is not divisible, a step inside one of the new coordinates
 * would move by two different strides, so that no layout has the map. */
#include "base/checked.h"
#include "layout_digits.h"
#include "modes.h"
#include "tl/layout_algebra.h"

tl_code tl_layout_reshape(const tl_layout *layout, const tl_list *shape,
                          tl_layout *out, tl_error *error) {
  /* 1. One dimension, merged; a stride of 0 is along any axis. */
  tl_list from = tl_layout_shape(layout);
  TL_TRY(tl_check_same_size(&from, shape, error));
  tl_layout flat = *layout;
  flat.rank = 1;
  flat.group_size[0] = layout->shard_count;
  for (int64_t i = 0; i < flat.shard_count; i++)
    if (flat.iters[i].stride == 0)
      flat.iters[i].axis = TL_AXIS_M;
  TL_TRY(tl_layout_create(&flat, &flat, error));

  /* 2. Its digits, from the fastest on, dimension by dimension. */
  tl_digits rest = tl_layout_digits(&flat, 0), of[TL_MAX_RANK + 1];
  int64_t rank = shape->count;
  of[rank] = tl_layout_digits(&flat, 1);
  for (int64_t d = rank - 1; d >= 0; d--)
    TL_TRY(tl_digits_take(&rest, shape->items[d], &of[d], error));

  tl_layout fields = tl_layout_without_iters(&flat);
  for (int64_t d = 0; d <= rank; d++)
    TL_TRY(tl_layout_push_digits(&fields, rank, &of[d], error));
  return tl_layout_create(&fields, out, error);
}

tl_code tl_layout_permute_dims(const tl_layout *layout, const tl_list *dims,
                               tl_layout *out, tl_error *error) {
  TL_TRY(tl_check_permutation(dims, layout->rank, error));
  tl_layout fields = tl_layout_without_iters(layout);
  for (int64_t k = 0; k <= dims->count; k++) {
    tl_digits list =
        tl_layout_digits(layout, k < dims->count ? dims->items[k] : k);
    TL_TRY(tl_layout_push_digits(&fields, dims->count, &list, error));
  }
  return tl_layout_create(&fields, out, error);
}

tl_code tl_layout_broadcast(const tl_layout *layout, int64_t n,
                            int64_t position, tl_layout *out, tl_error *error) {
  int64_t rank = layout->rank + 1;
  int64_t at = position < 0 ? rank + position : position;
  tl_list extent = {1, {n}};
  if (at < 0 || at >= rank)
    return tl_fail(error, TL_INVALID,
                   "position %" PRId64 " is outside [%" PRId64 ", %" PRId64 "]",
                   position, -rank, rank - 1);
  if (rank > TL_MAX_RANK)
    return tl_fail(error, TL_CAPACITY,
                   "rank %" PRId64 " is above the supported rank %d", rank,
                   TL_MAX_RANK);
  TL_TRY(tl_check_shape(&extent, error));
  tl_layout fields = tl_layout_without_iters(layout);
  for (int64_t d = 0; d <= rank; d++) {
    tl_digits list = tl_layout_digits(layout, d > at ? d - 1 : d);
    if (d == at)
      list = (tl_digits){.count = 1, .items = {{.extent = n}}};
    TL_TRY(tl_layout_push_digits(&fields, rank, &list, error));
  }
  return tl_layout_create(&fields, out, error);
}

/* Extents as digits without strides. */
static tl_code extents_of(const tl_list *shape, tl_digits *out,
                          tl_error *error) {
  *out = (tl_digits){0};
  for (int64_t i = shape->count - 1; i >= 0; i--) {
    if (shape->items[i] < 1)
      return tl_fail(error, TL_INVALID, "extent %" PRId64 " is not positive",
                     shape->items[i]);
    TL_TRY(tl_digits_push(out, (tl_iter){shape->items[i], 0, 0, 0}, error));
  }
  return TL_OK;
}

tl_code tl_shape_refine(const tl_list *a, const tl_list *b, tl_list *out,
                        tl_error *error) {
  int64_t size_a, size_b;
  tl_digits all_a, all_b, low, common = {0};
  TL_TRY(extents_of(a, &all_a, error));
  TL_TRY(extents_of(b, &all_b, error));
  TL_TRY(tl_list_product(a, &size_a, error));
  TL_TRY(tl_list_product(b, &size_b, error));
  if (size_a != size_b)
    return tl_fail(error, TL_INVALID,
                   "the shapes have %" PRId64 " and %" PRId64 " elements",
                   size_a, size_b);
  while (all_a.count > 0) {
    int64_t last_a = all_a.items[0].extent, last_b = all_b.items[0].extent;
    int64_t extent = last_a < last_b ? last_a : last_b;
    TL_TRY(tl_digits_take(&all_a, extent, &low, error));
    TL_TRY(tl_digits_take(&all_b, extent, &low, error));
    TL_TRY(tl_digits_push(&common, low.items[0], error));
  }
  *out = (tl_list){.count = common.count};
  for (int64_t i = 0; i < common.count; i++)
    out->items[i] = common.items[common.count - 1 - i].extent;
  return TL_OK;
}
