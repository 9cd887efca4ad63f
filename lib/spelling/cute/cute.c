/* cute.c - CuTe layouts as values, and their shortest forms; see tl/cute.h.
 *
 * Neighbours s:d and s':d' are one run s*s':d when s * d = d'. */
#include "base/checked.h"
#include "cute_parts.h"

/* The size, and the sums of (size - 1) * |stride|. */
static tl_code measure(const tl_cute *layout, int64_t *size,
                       tl_cute_place *reach, tl_error *error) {
  *size = 1;
  *reach = (tl_cute_place){0};
  for (int64_t i = 0; i < layout->leaf_count; i++) {
    int64_t extent = layout->leaves[i].value, step = layout->leaves[i].stride;
    if (step == INT64_MIN || extent == INT64_MIN)
      return tl_fail(error, TL_OVERFLOW,
                     "mode %" PRId64 ":%" PRId64 " is out of range", extent,
                     step);
    TL_TRY(tl_multiply(*size, extent, size, error));
    if (step != 0)
      TL_TRY(tl_cute_place_add(reach, layout->leaves[i].basis, extent - 1,
                               step < 0 ? -step : step, error));
  }
  return TL_OK;
}

/* 1 + each of the sums, and their product. */
static tl_code count_reach(tl_cute_place *reach, int64_t *cosize,
                           tl_error *error) {
  *cosize = 1;
  if (reach->count == 0)
    *reach = (tl_cute_place){.count = 1};
  for (int64_t i = 0; i < reach->count; i++) {
    TL_TRY(tl_add(reach->items[i].value, 1, &reach->items[i].value, error));
    TL_TRY(tl_multiply(*cosize, reach->items[i].value, cosize, error));
  }
  return TL_OK;
}

static tl_code check_nodes(const tl_tuple *shape, tl_error *error) {
  for (int64_t i = 0; i < shape->node_count; i++)
    if (shape->nodes[i] == TL_NODE_ALL || shape->nodes[i] >= TL_NODE_BY_MODE)
      return tl_fail(error, TL_INVALID, "a layout has integer extents, no _");
  return TL_OK;
}

tl_code tl_cute_check(const tl_cute *layout, tl_error *error) {
  int64_t size, cosize;
  tl_cute_place reach;
  TL_TRY(check_nodes(layout, error));
  TL_TRY(measure(layout, &size, &reach, error));
  return count_reach(&reach, &cosize, error);
}

tl_code tl_cute_create(const tl_tuple *shape, const tl_tuple *stride,
                       tl_cute *out, tl_error *error) {
  TL_TRY(check_nodes(shape, error));
  TL_TRY(tl_tuple_with_strides(shape, stride, out, error));
  return tl_cute_check(out, error);
}

tl_tuple tl_cute_shape(const tl_cute *layout) {
  tl_tuple shape = *layout;
  for (int64_t i = 0; i < shape.leaf_count; i++)
    shape.leaves[i] = (tl_leaf){.value = layout->leaves[i].value};
  return shape;
}

tl_tuple tl_cute_stride(const tl_cute *layout) {
  tl_tuple stride = *layout;
  for (int64_t i = 0; i < stride.leaf_count; i++)
    stride.leaves[i] =
        (tl_leaf){layout->leaves[i].stride, 0, layout->leaves[i].basis};
  return stride;
}

tl_code tl_cute_check_domain(const tl_cute *layout, tl_error *error) {
  for (int64_t i = 0; i < layout->leaf_count; i++)
    if (layout->leaves[i].value < 1)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 ":%" PRId64
                     " has no coordinates; an extent of at least 1 is needed",
                     layout->leaves[i].value, layout->leaves[i].stride);
  return TL_OK;
}

tl_code tl_cute_make(const tl_tuple *shape, tl_cute *out, tl_error *error) {
  tl_tuple stride;
  TL_TRY(tl_tuple_compact_col_major(shape, NULL, &stride, error));
  return tl_cute_create(shape, &stride, out, error);
}

tl_code tl_cute_make_identity(const tl_tuple *shape, tl_cute *out,
                              tl_error *error) {
  tl_tuple stride;
  TL_TRY(tl_tuple_make_basis_like(shape, &stride, error));
  return tl_cute_create(shape, &stride, out, error);
}

tl_code tl_cute_make_ordered(const tl_tuple *shape, const tl_tuple *order,
                             tl_cute *out, tl_error *error) {
  tl_tuple stride;
  TL_TRY(tl_tuple_compact_order(shape, order, &stride, error));
  return tl_cute_create(shape, &stride, out, error);
}

tl_code tl_cute_push(tl_cute *layout, const tl_cute *mode, tl_error *error) {
  TL_TRY(tl_tuple_push(layout, mode, error));
  return tl_cute_check(layout, error);
}

TUPLE_MEASURE(tl_cute_size, tl_tuple_product(tuple, out, error))

tl_code tl_cute_cosize(const tl_cute *layout, int64_t *cosize,
                       tl_error *error) {
  int64_t size;
  tl_cute_place reach;
  TL_TRY(measure(layout, &size, &reach, error));
  return count_reach(&reach, cosize, error);
}

tl_code tl_cute_coshape(const tl_cute *layout, tl_tuple *out, tl_error *error) {
  int64_t size, cosize;
  tl_cute_place reach;
  TL_TRY(measure(layout, &size, &reach, error));
  TL_TRY(count_reach(&reach, &cosize, error));
  return tl_cute_place_to_tuple(&reach, out, error);
}

tl_code tl_cute_coprofile(const tl_cute *layout, tl_tuple *out,
                          tl_error *error) {
  TL_TRY(tl_cute_coshape(layout, out, error));
  for (int64_t i = 0; i < out->leaf_count; i++)
    out->leaves[i].value = 0;
  return TL_OK;
}

tl_code tl_cute_apply(const tl_cute *layout, int64_t coordinate,
                      int64_t *offset, tl_error *error) {
  int64_t sum = 0;
  TL_TRY(tl_cute_check_integers(layout, error));
  for (int64_t i = 0; i < layout->leaf_count; i++) {
    bool is_last = i + 1 == layout->leaf_count;
    int64_t extent = is_last ? INT64_MAX : layout->leaves[i].value;
    if (extent == 0)
      return tl_cute_check_domain(layout, error);
    TL_TRY(tl_multiply_add(sum, coordinate % extent, layout->leaves[i].stride,
                           &sum, error));
    coordinate /= extent;
  }
  *offset = sum;
  return TL_OK;
}

/* Whether the second mode goes on where the first one ends. */
static bool is_run(tl_leaf first, tl_leaf second) {
  int64_t end;
  return tl_product_fits(first.value, first.stride, &end) &&
         end == second.stride && first.basis == second.basis;
}

static void push_run(flat_modes *modes, tl_leaf mode) {
  tl_leaf *last = &modes->items[modes->count - (modes->count > 0)];
  if (mode.value == 1)
    return;
  if (modes->count > 0 && is_run(*last, mode))
    last->value *= mode.value;
  else
    modes->items[modes->count++] = mode;
}

void tl_flat_push_run(flat_modes *modes, int64_t extent, int64_t stride) {
  push_run(modes, (tl_leaf){extent, stride, 0});
}

flat_modes tl_flat_runs(const tl_cute *layout, bool is_unbounded) {
  flat_modes modes = {0};
  for (int64_t i = 0; i < layout->leaf_count; i++) {
    tl_leaf mode = layout->leaves[i];
    bool is_last = is_unbounded && i + 1 == layout->leaf_count;
    mode.value += is_last && mode.value == 1;
    push_run(&modes, mode);
  }
  if (modes.count == 0)
    flat_push(&modes, 1, 0);
  return modes;
}

tl_code tl_flat_put(const flat_modes *modes, tl_cute *out, tl_error *error) {
  if (modes->count == 0)
    return tl_tuple_put(out, TL_NODE_INTEGER, (tl_leaf){.value = 1}, error);
  if (modes->count > 1)
    TL_TRY(tl_tuple_put(out, (int)modes->count, (tl_leaf){0}, error));
  for (int64_t i = 0; i < modes->count; i++)
    TL_TRY(tl_tuple_put(out, TL_NODE_INTEGER, modes->items[i], error));
  return TL_OK;
}

tl_code tl_flat_write(const flat_modes *modes, tl_cute *out, tl_error *error) {
  tl_cute result = {0};
  TL_TRY(tl_flat_put(modes, &result, error));
  *out = result;
  return tl_cute_check(out, error);
}

tl_code tl_cute_coalesce(const tl_cute *layout, tl_cute *out, tl_error *error) {
  flat_modes modes = tl_flat_runs(layout, false);
  return tl_flat_write(&modes, out, error);
}

tl_code tl_cute_coalesce_x(const tl_cute *layout, tl_cute *out,
                           tl_error *error) {
  flat_modes modes = tl_flat_runs(layout, true);
  return tl_flat_write(&modes, out, error);
}

tl_code tl_cute_filter(const tl_cute *layout, tl_cute *out, tl_error *error) {
  tl_tuple stride = tl_cute_stride(layout), filtered;
  TL_TRY(tl_tuple_filter_zeros(&stride, layout, &filtered, error));
  return tl_cute_coalesce(&filtered, out, error);
}

tl_code tl_cute_nullspace(const tl_cute *layout, tl_cute *out,
                          tl_error *error) {
  flat_modes modes = {0};
  int64_t position = 1;
  for (int64_t i = 0; i < layout->leaf_count; i++) {
    tl_leaf mode = layout->leaves[i];
    if (mode.stride == 0)
      flat_push(&modes, mode.value, mode.value == 1 ? 0 : position);
    position *= mode.value;
  }
  return tl_flat_write(&modes, out, error);
}
