/* register_shape.c - Register layouts seen under other shapes.  None of these
 * moves an element: its threads and register stay. */
#include "base/checked.h"
#include "layout/modes.h"
#include "register_split.h"
#include "tl/register.h"

static tl_code split_mode(tl_register *layout, int64_t mode, int64_t fast,
                          tl_error *error);
static tl_code split_entry(tl_list *list, int64_t mode, tl_error *error);

tl_code tl_register_with_shape(const tl_register *layout, const tl_list *shape,
                               tl_register *out, tl_error *error) {
  tl_register fields = *layout;
  fields.shape = *shape;
  return tl_register_create(&fields, out, error);
}

tl_code tl_register_squeeze(const tl_register *layout, const tl_list *dims,
                            tl_register *out, tl_error *error) {
  bool dropped[TL_MAX_RANK] = {false};
  tl_register fields = *layout;
  TL_TRY(tl_mark_dimensions(dims, layout->shape.count, dropped, error));
  fields.shape = (tl_list){0};
  for (int64_t d = 0; d < layout->shape.count; d++) {
    int64_t extent = layout->shape.items[d];
    if (dropped[d] && extent != 1)
      return tl_fail(error, TL_INVALID,
                     "dimension %" PRId64 " has extent %" PRId64
                     "; only dimensions of extent 1 can be squeezed",
                     d, extent);
    if (!dropped[d])
      TL_TRY(tl_list_append(&fields.shape, extent, error));
  }
  return tl_register_create(&fields, out, error);
}

tl_code tl_register_unsqueeze(const tl_register *layout, const tl_list *dims,
                              tl_register *out, tl_error *error) {
  bool inserted[2 * TL_MAX_ITERS] = {false};
  int64_t rank = layout->shape.count + dims->count, next = 0;
  tl_register fields = *layout;
  TL_TRY(tl_mark_dimensions(dims, rank, inserted, error));
  fields.shape = (tl_list){0};
  for (int64_t d = 0; d < rank; d++)
    TL_TRY(tl_list_append(
        &fields.shape, inserted[d] ? 1 : layout->shape.items[next++], error));
  return tl_register_create(&fields, out, error);
}

tl_code tl_register_permute(const tl_register *layout, const tl_list *dims,
                            tl_register *out, tl_error *error) {
  int64_t dimension_of[TL_MAX_ITERS], number_of[TL_MAX_ITERS];
  TL_TRY(tl_check_permutation(dims, layout->shape.count, error));
  TL_TRY(
      tl_group_modes(&layout->shape, &layout->mode_shape, dimension_of, error));
  tl_register fields = *layout;
  fields.mode_shape.count = 0;
  for (int64_t k = 0; k < dims->count; k++) {
    fields.shape.items[k] = layout->shape.items[dims->items[k]];
    for (int64_t m = 0; m < layout->mode_shape.count; m++)
      if (dimension_of[m] == dims->items[k]) {
        number_of[m] = fields.mode_shape.count;
        fields.mode_shape.items[fields.mode_shape.count++] =
            layout->mode_shape.items[m];
      }
  }
  tl_list *lists[] = {&fields.spatial_modes, &fields.local_modes};
  for (int i = 0; i < 2; i++)
    for (int64_t p = 0; p < lists[i]->count; p++)
      if (lists[i]->items[p] >= 0)
        lists[i]->items[p] = number_of[lists[i]->items[p]];
  return tl_register_create(&fields, out, error);
}

tl_code tl_register_reshape(const tl_register *layout, const tl_list *shape,
                            tl_register *out, tl_error *error) {
  tl_register fields;
  TL_TRY(tl_check_same_size(&layout->shape, shape, error));
  TL_TRY(tl_register_split(layout, shape, &fields, error));
  return tl_register_create(&fields, out, error);
}

tl_code tl_register_split(const tl_register *layout, const tl_list *extents,
                          tl_register *out, tl_error *error) {
  tl_register fields = *layout;
  fields.shape = *extents;
  int64_t next = 0, rest = 1;
  for (int64_t m = 0; m < fields.mode_shape.count; m++) {
    while (rest == 1 && next < extents->count)
      rest = extents->items[next++];
    int64_t extent = fields.mode_shape.items[m];
    if (extent > rest && extent % rest == 0) {
      TL_TRY(split_mode(&fields, m, extent / rest, error));
      extent = rest;
    }
    if (rest % extent != 0)
      return tl_fail(error, TL_INVALID,
                     "a mode of extent %" PRId64
                     " does not split where %" PRId64
                     " is left of an extent of %" PRId64,
                     extent, rest, extents->items[next - 1]);
    rest /= extent;
  }
  *out = fields;
  return TL_OK;
}

/* Makes mode m the modes m (slow) and m + 1, of extent `fast`, which follow
 * each other in its list. */
static tl_code split_mode(tl_register *layout, int64_t mode, int64_t fast,
                          tl_error *error) {
  tl_list *modes = &layout->mode_shape;
  TL_TRY(tl_list_append(modes, 1, error));
  for (int64_t m = modes->count - 1; m > mode + 1; m--)
    modes->items[m] = modes->items[m - 1];
  modes->items[mode] /= fast;
  modes->items[mode + 1] = fast;
  TL_TRY(split_entry(&layout->spatial_modes, mode, error));
  return split_entry(&layout->local_modes, mode, error);
}

/* Renumbers the modes behind `mode`, and puts the new one after it. */
static tl_code split_entry(tl_list *list, int64_t mode, tl_error *error) {
  tl_list result = {0};
  for (int64_t p = 0; p < list->count; p++) {
    int64_t entry = list->items[p];
    TL_TRY(tl_list_append(&result, entry > mode ? entry + 1 : entry, error));
    if (entry == mode)
      TL_TRY(tl_list_append(&result, mode + 1, error));
  }
  *list = result;
  return TL_OK;
}

tl_code tl_register_flatten(const tl_register *layout, int64_t start,
                            int64_t end, tl_register *out, tl_error *error) {
  int64_t rank = layout->shape.count;
  int64_t last = end < 0 ? end + rank : end;
  if (start < 0 || last >= rank || start > last)
    return tl_fail(error, TL_INVALID,
                   "dimensions %" PRId64 " to %" PRId64
                   " are no range of a rank of %" PRId64,
                   start, end, rank);
  tl_list shape = {0};
  for (int64_t d = 0; d < rank; d++) {
    if (d <= start || d > last)
      TL_TRY(tl_list_append(&shape, layout->shape.items[d], error));
    else
      TL_TRY(tl_multiply(shape.items[start], layout->shape.items[d],
                         &shape.items[start], error));
  }
  return tl_register_reshape(layout, &shape, out, error);
}

tl_code tl_register_concat(const tl_register *outer, const tl_register *inner,
                           tl_register *out, tl_error *error) {
  tl_list ones = {0}, slow_shape = outer->shape;
  tl_register slow, fast;
  TL_TRY(tl_list_prepend_ones(&ones, inner->shape.count, &ones, error));
  for (int64_t d = 0; d < ones.count; d++)
    TL_TRY(tl_list_append(&slow_shape, 1, error));
  TL_TRY(tl_register_with_shape(outer, &slow_shape, &slow, error));
  tl_list fast_shape;
  TL_TRY(tl_list_prepend_ones(&inner->shape, outer->shape.count, &fast_shape,
                              error));
  TL_TRY(tl_register_with_shape(inner, &fast_shape, &fast, error));
  return tl_register_compose(&slow, &fast, out, error);
}
