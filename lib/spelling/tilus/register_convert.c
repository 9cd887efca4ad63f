/* register_convert.c - Register layouts as tile layouts, and back.
 *
 * The thread number of a register layout is read in row-major digits of its
 * spatial list, so the digit at position p has as stride the product of the
 * extents after p; the same holds for the register number. */
#include "base/checked.h"
#include "layout/layout_digits.h"
#include "layout/layout_threads.h"
#include "layout/modes.h"
#include "spelling/distribution.h"
#include "tl/register.h"

static int64_t spatial_extent(const tl_register *layout, int64_t position);
static tl_code push_replicas(const tl_register *layout, tl_axis axis,
                             const int64_t *stride_at, tl_layout *out,
                             tl_error *error);
static tl_code list_places(const place_digits *digits, tl_list *out,
                           tl_error *error);

tl_code tl_layout_from_register(const tl_register *layout, tl_scope scope,
                                int64_t lanes, tl_layout *out,
                                tl_error *error) {
  /* 1. The threads must fit the scope. */
  const tl_scope_facts *facts = tl_scope_describe(scope);
  int64_t threads;
  TL_TRY(tl_register_threads(layout, &threads, error));
  TL_TRY(tl_scope_check_threads(scope, lanes, threads, error));

  /* 2. Each listed mode knows its stride. */
  tl_iter iter_of[TL_MAX_ITERS] = {{0}};
  int64_t spatial_stride[TL_MAX_ITERS], stride = 1;
  for (int64_t p = layout->spatial_modes.count - 1; p >= 0; p--) {
    int64_t mode = layout->spatial_modes.items[p];
    spatial_stride[p] = stride;
    if (mode >= 0)
      iter_of[mode] = (tl_iter){layout->mode_shape.items[mode], stride,
                                (int64_t)facts->axis, 0};
    stride *= spatial_extent(layout, p);
  }
  stride = 1;
  for (int64_t p = layout->local_modes.count - 1; p >= 0; p--) {
    int64_t mode = layout->local_modes.items[p];
    iter_of[mode] =
        (tl_iter){layout->mode_shape.items[mode], stride, TL_AXIS_M, 0};
    stride *= layout->mode_shape.items[mode];
  }

  /* 3. Dimension by dimension. */
  int64_t dimension_of[TL_MAX_ITERS];
  TL_TRY(
      tl_group_modes(&layout->shape, &layout->mode_shape, dimension_of, error));
  tl_layout fields = {.rank = layout->shape.count};
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    fields.group_size[dimension_of[m]]++;
    fields.iters[fields.shard_count++] = iter_of[m];
  }
  TL_TRY(push_replicas(layout, facts->axis, spatial_stride, &fields, error));
  return tl_layout_create(&fields, out, error);
}

static int64_t spatial_extent(const tl_register *layout, int64_t position) {
  int64_t mode = layout->spatial_modes.items[position];
  return mode < 0 ? -mode : layout->mode_shape.items[mode];
}

static tl_code push_replicas(const tl_register *layout, tl_axis axis,
                             const int64_t *stride_at, tl_layout *out,
                             tl_error *error) {
  tl_digits replicas = {0};
  for (int64_t p = 0; p < layout->spatial_modes.count; p++) {
    tl_iter replica = {spatial_extent(layout, p), stride_at[p], (int64_t)axis,
                       0};
    if (layout->spatial_modes.items[p] < -1)
      TL_TRY(tl_digits_push(&replicas, replica, error));
  }
  return tl_layout_push_digits(out, out->rank, &replicas, error);
}

tl_code tl_layout_to_register(const tl_layout *layout, tl_scope scope,
                              int64_t lanes, tl_register *out,
                              tl_error *error) {
  distribution parts;
  tl_register fields = {0};
  TL_TRY(
      tl_distribute(layout, scope, lanes, "a register layout", &parts, error));
  tl_layout_shape(&parts.layout, &fields.shape);
  for (int64_t i = 0; i < parts.layout.shard_count; i++)
    TL_TRY(tl_list_append(&fields.mode_shape, parts.layout.iters[i].extent,
                          error));
  TL_TRY(list_places(&parts.threads, &fields.spatial_modes, error));
  TL_TRY(list_places(&parts.slots, &fields.local_modes, error));
  return tl_register_create(&fields, out, error);
}

/* Slowest first; replicas as negative extents. */
static tl_code list_places(const place_digits *digits, tl_list *out,
                           tl_error *error) {
  for (int64_t i = digits->count - 1; i >= 0; i--) {
    const place_digit *digit = &digits->items[i];
    TL_TRY(tl_list_append(out, digit->mode < 0 ? -digit->extent : digit->mode,
                          error));
  }
  return TL_OK;
}
