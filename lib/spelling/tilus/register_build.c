/* register_build.c - Register layouts made from shapes and from each other.
 *
 *   spatial, local          one mode per dimension
 *   compose(outer, inner)   outer's modes are the slow factors of each
 *                           dimension, inner's the fast ones; the lists are
 *                           outer's, then inner's
 *   reduce                  forgets dimensions */
#include "base/checked.h"
#include "layout/modes.h"
#include "tl/register.h"
#include <stddef.h>

static tl_code order_from_ranks(const tl_list *shape, const tl_list *ranks,
                                tl_list *order, tl_error *error);
static tl_code column_ranks(const tl_list *shape, tl_list *ranks,
                            tl_error *error);
static tl_code append_factors(const tl_register *layout,
                              const int64_t *dimension_of, int64_t dimension,
                              int64_t *number_of, tl_list *modes,
                              tl_error *error);
static tl_code append_renumbered(const tl_list *list, const int64_t *number_of,
                                 tl_list *out, tl_error *error);

tl_code tl_register_spatial(const tl_list *shape, const tl_list *ranks,
                            tl_register *out, tl_error *error) {
  tl_register fields = {.shape = *shape, .mode_shape = *shape};
  TL_TRY(order_from_ranks(shape, ranks, &fields.spatial_modes, error));
  return tl_register_create(&fields, out, error);
}

tl_code tl_register_local(const tl_list *shape, const tl_list *ranks,
                          tl_register *out, tl_error *error) {
  tl_register fields = {.shape = *shape, .mode_shape = *shape};
  TL_TRY(order_from_ranks(shape, ranks, &fields.local_modes, error));
  return tl_register_create(&fields, out, error);
}

tl_code tl_register_column_spatial(const tl_list *shape, tl_register *out,
                                   tl_error *error) {
  tl_list ranks = {0};
  TL_TRY(column_ranks(shape, &ranks, error));
  return tl_register_spatial(shape, &ranks, out, error);
}

tl_code tl_register_column_local(const tl_list *shape, tl_register *out,
                                 tl_error *error) {
  tl_list ranks = {0};
  TL_TRY(column_ranks(shape, &ranks, error));
  return tl_register_local(shape, &ranks, out, error);
}

/* order[k] is the dimension of rank k: the inverse permutation of `ranks`. */
static tl_code order_from_ranks(const tl_list *shape, const tl_list *ranks,
                                tl_list *order, tl_error *error) {
  if (ranks && ranks->count != shape->count)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " ranks for %" PRId64 " dimensions", ranks->count,
                   shape->count);
  order->count = shape->count;
  bool taken[TL_MAX_ITERS] = {false};
  for (int64_t d = 0; d < shape->count; d++) {
    int64_t rank = ranks ? ranks->items[d] : d;
    if (rank < 0 || rank >= shape->count)
      return tl_fail(error, TL_INVALID,
                     "rank %" PRId64 " is outside [0, %" PRId64 ")", rank,
                     shape->count);
    if (taken[rank])
      return tl_fail(error, TL_INVALID, "rank %" PRId64 " is given twice",
                     rank);
    taken[rank] = true;
    order->items[rank] = d;
  }
  return TL_OK;
}

static tl_code column_ranks(const tl_list *shape, tl_list *ranks,
                            tl_error *error) {
  for (int64_t d = 0; d < shape->count; d++)
    TL_TRY(tl_list_append(ranks, shape->count - 1 - d, error));
  return TL_OK;
}

tl_code tl_register_compose(const tl_register *outer, const tl_register *inner,
                            tl_register *out, tl_error *error) {
  /* 1. The lower rank gets leading ones. */
  tl_register slow = *outer, fast = *inner, fields = {0};
  int64_t more = slow.shape.count - fast.shape.count;
  TL_TRY(tl_list_prepend_ones(&slow.shape, more < 0 ? -more : 0, &slow.shape,
                              error));
  TL_TRY(tl_list_prepend_ones(&fast.shape, more > 0 ? more : 0, &fast.shape,
                              error));

  /* 2. Extents multiply; slow factors come first. */
  int64_t slow_number[TL_MAX_ITERS], fast_number[TL_MAX_ITERS];
  int64_t slow_dimension[TL_MAX_ITERS], fast_dimension[TL_MAX_ITERS];
  TL_TRY(tl_group_modes(&slow.shape, &slow.mode_shape, slow_dimension, error));
  TL_TRY(tl_group_modes(&fast.shape, &fast.mode_shape, fast_dimension, error));
  for (int64_t d = 0; d < slow.shape.count; d++) {
    int64_t extent;
    TL_TRY(
        tl_multiply(slow.shape.items[d], fast.shape.items[d], &extent, error));
    TL_TRY(tl_list_append(&fields.shape, extent, error));
    TL_TRY(append_factors(&slow, slow_dimension, d, slow_number,
                          &fields.mode_shape, error));
    TL_TRY(append_factors(&fast, fast_dimension, d, fast_number,
                          &fields.mode_shape, error));
  }

  /* 3. Slow digits come first. */
  TL_TRY(append_renumbered(&slow.spatial_modes, slow_number,
                           &fields.spatial_modes, error));
  TL_TRY(append_renumbered(&fast.spatial_modes, fast_number,
                           &fields.spatial_modes, error));
  TL_TRY(append_renumbered(&slow.local_modes, slow_number, &fields.local_modes,
                           error));
  TL_TRY(append_renumbered(&fast.local_modes, fast_number, &fields.local_modes,
                           error));
  return tl_register_create(&fields, out, error);
}

static tl_code append_factors(const tl_register *layout,
                              const int64_t *dimension_of, int64_t dimension,
                              int64_t *number_of, tl_list *modes,
                              tl_error *error) {
  for (int64_t m = 0; m < layout->mode_shape.count; m++)
    if (dimension_of[m] == dimension) {
      number_of[m] = modes->count;
      TL_TRY(tl_list_append(modes, layout->mode_shape.items[m], error));
    }
  return TL_OK;
}

static tl_code append_renumbered(const tl_list *list, const int64_t *number_of,
                                 tl_list *out, tl_error *error) {
  for (int64_t p = 0; p < list->count; p++) {
    int64_t mode = list->items[p];
    TL_TRY(tl_list_append(out, mode < 0 ? mode : number_of[mode], error));
  }
  return TL_OK;
}

tl_code tl_register_reduce(const tl_register *layout, const tl_list *dims,
                           bool keep, tl_register *out, tl_error *error) {
  bool dropped[TL_MAX_RANK] = {false};
  int64_t dimension_of[TL_MAX_ITERS], number_of[TL_MAX_ITERS];
  TL_TRY(tl_mark_dimensions(dims, layout->shape.count, dropped, error));
  TL_TRY(
      tl_group_modes(&layout->shape, &layout->mode_shape, dimension_of, error));

  tl_register fields = {0};
  for (int64_t d = 0; d < layout->shape.count; d++)
    if (!dropped[d] || keep)
      TL_TRY(tl_list_append(&fields.shape,
                            dropped[d] ? 1 : layout->shape.items[d], error));
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    bool drops = dropped[dimension_of[m]];
    number_of[m] =
        drops ? -layout->mode_shape.items[m] : fields.mode_shape.count;
    if (!drops)
      TL_TRY(tl_list_append(&fields.mode_shape, layout->mode_shape.items[m],
                            error));
  }
  TL_TRY(append_renumbered(&layout->spatial_modes, number_of,
                           &fields.spatial_modes, error));
  for (int64_t p = 0; p < layout->local_modes.count; p++)
    if (number_of[layout->local_modes.items[p]] >= 0)
      TL_TRY(tl_list_append(&fields.local_modes,
                            number_of[layout->local_modes.items[p]], error));
  return tl_register_create(&fields, out, error);
}

tl_code tl_register_replicated(const tl_list *shape, int64_t threads,
                               tl_register *out, tl_error *error) {
  tl_register held, spread = {0};
  if (threads < 1)
    return tl_fail(error, TL_INVALID,
                   "num_workers is %" PRId64 "; it has to be positive",
                   threads);
  TL_TRY(tl_list_append(&spread.spatial_modes, -threads, error));
  TL_TRY(tl_register_local(shape, NULL, &held, error));
  return tl_register_compose(&spread, &held, out, error);
}

tl_code tl_register_auto_local_spatial(int64_t threads, const tl_list *shape,
                                       tl_register *out, tl_error *error) {
  int64_t size, left = threads;
  TL_TRY(tl_check_shape(shape, error));
  TL_TRY(tl_list_product(shape, &size, error));
  if (threads < 1 || (size % threads != 0 && threads % size != 0))
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " elements on %" PRId64
                   " threads; one has to be a multiple of the other",
                   size, threads);
  tl_list held = *shape, spread = *shape;
  for (int64_t d = shape->count - 1; d >= 0; d--) {
    spread.items[d] = tl_gcd(left, shape->items[d]);
    held.items[d] = shape->items[d] / spread.items[d];
    left /= spread.items[d];
  }
  tl_register outer, inner, replica = {0};
  TL_TRY(tl_register_local(&held, NULL, &outer, error));
  TL_TRY(tl_register_spatial(&spread, NULL, &inner, error));
  TL_TRY(tl_register_compose(&outer, &inner, out, error));
  if (left == 1)
    return TL_OK;
  TL_TRY(tl_list_append(&replica.spatial_modes, -left, error));
  return tl_register_compose(&replica, out, out, error);
}

tl_code tl_register_reduce_to(const tl_register *layout, const tl_list *shape,
                              tl_register *out, tl_error *error) {
  tl_list kept = {0}, dropped = {0};
  int64_t extra = layout->shape.count - shape->count;
  if (extra < 0)
    return tl_fail(error, TL_INVALID,
                   "reducing rank %" PRId64 " to the higher rank %" PRId64,
                   layout->shape.count, shape->count);
  for (int64_t d = 0; d < layout->shape.count; d++) {
    int64_t extent = layout->shape.items[d];
    int64_t target = d < extra ? 1 : shape->items[d - extra];
    if (target != extent && target != 1)
      return tl_fail(error, TL_INVALID,
                     "dimension %" PRId64 " of extent %" PRId64
                     " cannot be reduced to %" PRId64,
                     d, extent, target);
    if (d < extra)
      TL_TRY(tl_list_append(&dropped, d, error));
    else if (target != extent)
      TL_TRY(tl_list_append(&kept, d, error));
  }
  TL_TRY(tl_register_reduce(layout, &kept, true, out, error));
  return tl_register_reduce(out, &dropped, false, out, error);
}
