/* modes.c - see modes.h. */
#include "modes.h"
#include "base/checked.h"

tl_code tl_check_shape(const tl_list *shape, tl_error *error) {
  if (shape->count > TL_MAX_RANK)
    return tl_fail(error, TL_CAPACITY,
                   "rank %" PRId64 " is above the supported rank %d",
                   shape->count, TL_MAX_RANK);
  for (int64_t d = 0; d < shape->count; d++)
    if (shape->items[d] < 1)
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of dimension %" PRId64
                     " is not positive",
                     shape->items[d], d);
  int64_t size;
  return tl_list_product(shape, &size, error);
}

tl_code tl_group_modes(const tl_list *shape, const tl_list *modes,
                       int64_t *dimension_of, tl_error *error) {
  int64_t dimension = -1, rest = 1;
  for (int64_t m = 0; m < modes->count; m++) {
    int64_t extent = modes->items[m];
    if (extent < 1)
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of mode %" PRId64 " is not positive",
                     extent, m);
    while (extent > 1 && rest == 1 && dimension + 1 < shape->count)
      rest = shape->items[++dimension];
    if (extent > 1 && rest == 1)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 " of extent %" PRId64
                     " is left over after the shape is filled",
                     m, extent);
    int64_t before = rest;
    if (tl_take_digit(&rest, extent) != 0)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 " of extent %" PRId64
                     " does not divide %" PRId64
                     ", the rest of dimension %" PRId64,
                     m, extent, before, dimension);
    dimension_of[m] = dimension < 0 ? 0 : dimension;
  }
  while (rest == 1 && dimension + 1 < shape->count)
    rest = shape->items[++dimension];
  if (rest != 1)
    return tl_fail(error, TL_INVALID,
                   "the modes leave %" PRId64 " of dimension %" PRId64
                   " of extent %" PRId64 " unfilled",
                   rest, dimension, shape->items[dimension]);
  return TL_OK;
}

tl_code tl_mark_dimensions(const tl_list *dims, int64_t rank, bool *marked,
                           tl_error *error) {
  for (int64_t i = 0; i < dims->count; i++) {
    int64_t d = dims->items[i];
    if (d < 0 || d >= rank)
      return tl_fail(error, TL_INVALID,
                     "dimension %" PRId64 " is outside [0, %" PRId64 ")", d,
                     rank);
    if (marked[d])
      return tl_fail(error, TL_INVALID, "dimension %" PRId64 " is given twice",
                     d);
    marked[d] = true;
  }
  return TL_OK;
}

tl_code tl_check_permutation(const tl_list *dims, int64_t rank,
                             tl_error *error) {
  bool marked[TL_MAX_ITERS] = {false};
  if (dims->count != rank)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " dimensions to permute a rank of %" PRId64,
                   dims->count, rank);
  return tl_mark_dimensions(dims, rank, marked, error);
}

tl_code tl_check_same_size(const tl_list *from, const tl_list *to,
                           tl_error *error) {
  int64_t before, after;
  TL_TRY(tl_check_shape(to, error));
  TL_TRY(tl_list_product(from, &before, error));
  TL_TRY(tl_list_product(to, &after, error));
  if (before != after)
    return tl_fail(error, TL_INVALID,
                   "the new shape has %" PRId64
                   " elements, the layout %" PRId64,
                   after, before);
  return TL_OK;
}

tl_code tl_list_prepend_ones(const tl_list *list, int64_t count, tl_list *out,
                             tl_error *error) {
  tl_list result = {0};
  for (int64_t i = -count; i < list->count; i++)
    TL_TRY(tl_list_append(&result, i < 0 ? 1 : list->items[i], error));
  *out = result;
  return TL_OK;
}
