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
  tl_list from;
  tl_layout_shape(layout, &from);
  TL_TRY(tl_check_same_size(&from, shape, error));
  tl_layout flat = *layout;
  flat.rank = 1;
  flat.group_size[0] = layout->shard_count;
  for (int64_t i = 0; i < flat.shard_count; i++)
    if (flat.iters[i].stride == 0)
      flat.iters[i].axis = TL_AXIS_M;
  TL_TRY(tl_layout_create(&flat, &flat, error));

  /* 2. Its digits, from the fastest on, dimension by dimension. */
  tl_digits rest = tl_digits_of(flat.iters, flat.shard_count);
  tl_digits of_dimension[TL_MAX_RANK];
  for (int64_t d = shape->count - 1; d >= 0; d--)
    TL_TRY(tl_digits_take(&rest, shape->items[d], &of_dimension[d], error));

  tl_layout fields = tl_layout_without_iters(&flat);
  for (int64_t d = 0; d < shape->count; d++)
    TL_TRY(tl_layout_push_dimension(&fields, &of_dimension[d], error));
  TL_TRY(tl_layout_push_replicas(&fields, tl_layout_replicas(&flat),
                                 flat.replica_count, error));
  return tl_layout_create(&fields, out, error);
}

tl_code tl_layout_permute_dims(const tl_layout *layout, const tl_list *dims,
                               tl_layout *out, tl_error *error) {
  TL_TRY(tl_check_permutation(dims, layout->rank, error));
  tl_layout fields = tl_layout_without_iters(layout);
  for (int64_t k = 0; k < dims->count; k++) {
    int64_t d = dims->items[k];
    tl_digits list =
        tl_digits_of(tl_layout_group(layout, d), layout->group_size[d]);
    TL_TRY(tl_layout_push_dimension(&fields, &list, error));
  }
  TL_TRY(tl_layout_push_replicas(&fields, tl_layout_replicas(layout),
                                 layout->replica_count, error));
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

/* Cuts the digits of `a` and `b`, of equal size, until their extents agree. */
static tl_code refine_digits(tl_digits a, tl_digits b, tl_digits *out_a,
                             tl_digits *out_b, tl_error *error) {
  *out_a = *out_b = (tl_digits){0};
  while (a.count > 0 && b.count > 0) {
    int64_t extent = a.items[0].extent < b.items[0].extent ? a.items[0].extent
                                                           : b.items[0].extent;
    tl_digits low_a, low_b;
    TL_TRY(tl_digits_take(&a, extent, &low_a, error));
    TL_TRY(tl_digits_take(&b, extent, &low_b, error));
    TL_TRY(tl_digits_push(out_a, low_a.items[0], error));
    TL_TRY(tl_digits_push(out_b, low_b.items[0], error));
  }
  return TL_OK;
}

tl_code tl_shape_refine(const tl_list *a, const tl_list *b, tl_list *out,
                        tl_error *error) {
  int64_t size_a, size_b;
  tl_digits all_a, all_b;
  TL_TRY(extents_of(a, &all_a, error));
  TL_TRY(extents_of(b, &all_b, error));
  TL_TRY(tl_list_product(a, &size_a, error));
  TL_TRY(tl_list_product(b, &size_b, error));
  if (size_a != size_b)
    return tl_fail(error, TL_INVALID,
                   "the shapes have %" PRId64 " and %" PRId64 " elements",
                   size_a, size_b);
  TL_TRY(refine_digits(all_a, all_b, &all_a, &all_b, error));
  *out = (tl_list){.count = all_a.count};
  for (int64_t i = 0; i < all_a.count; i++)
    out->items[i] = all_a.items[all_a.count - 1 - i].extent;
  return TL_OK;
}

tl_code tl_layout_refine(const tl_layout *a, const tl_layout *b,
                         tl_layout *out_a, tl_layout *out_b, tl_error *error) {
  tl_list shape_a, shape_b;
  tl_layout_shape(a, &shape_a);
  tl_layout_shape(b, &shape_b);
  bool same = shape_a.count == shape_b.count;
  for (int64_t d = 0; same && d < shape_a.count; d++)
    same = shape_a.items[d] == shape_b.items[d];
  if (!same)
    return tl_fail(error, TL_INVALID, "the layouts have different shapes");

  tl_layout cut_a = tl_layout_without_iters(a);
  tl_layout cut_b = tl_layout_without_iters(b);
  for (int64_t d = 0; d < a->rank; d++) {
    tl_digits of_a = tl_digits_of(tl_layout_group(a, d), a->group_size[d]);
    tl_digits of_b = tl_digits_of(tl_layout_group(b, d), b->group_size[d]);
    TL_TRY(refine_digits(of_a, of_b, &of_a, &of_b, error));
    TL_TRY(tl_layout_push_dimension(&cut_a, &of_a, error));
    TL_TRY(tl_layout_push_dimension(&cut_b, &of_b, error));
  }
  TL_TRY(tl_layout_push_replicas(&cut_a, tl_layout_replicas(a),
                                 a->replica_count, error));
  TL_TRY(tl_layout_push_replicas(&cut_b, tl_layout_replicas(b),
                                 b->replica_count, error));
  *out_a = cut_a;
  *out_b = cut_b;
  return TL_OK;
}
