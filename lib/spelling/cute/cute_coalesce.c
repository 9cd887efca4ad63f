/* cute_coalesce.c - Flat modes and the shortest forms of a layout.
 *
 * Neighbours s:d and s':d' are one run s*s':d when s * d = d'. */
#include "base/checked.h"
#include "cute_flat.h"
#include "tuple_walk.h"
#include <string.h>

void tl_flat_read(const tl_cute *layout, flat_modes *out) {
  out->count = layout->shape.leaf_count;
  for (int64_t i = 0; i < out->count; i++) {
    out->size[i] = layout->shape.leaves[i];
    out->stride[i] = layout->stride.leaves[i];
  }
}

/* The stride of the mode that would go on where s:d ends. */
static bool is_run(int64_t size, int64_t stride, int64_t next) {
  int64_t end;
  return !__builtin_mul_overflow(size, stride, &end) && end == next;
}

void tl_flat_coalesce(flat_modes *modes) {
  int64_t last = modes->count - 1, first = last;
  if (modes->count == 0) {
    flat_push(modes, 1, 0);
    return;
  }
  for (int64_t i = last - 1; i >= 0; i--) {
    int64_t size = modes->size[i], stride = modes->stride[i];
    bool is_merged = is_run(size, stride, modes->stride[first]);
    if (size == 1)
      continue;
    if (is_merged)
      size *= modes->size[first];
    else if (modes->size[first] != 1)
      first--;
    modes->size[first] = size;
    modes->stride[first] = stride;
  }
  modes->count -= first;
  memmove(modes->size, modes->size + first,
          (size_t)modes->count * sizeof *modes->size);
  memmove(modes->stride, modes->stride + first,
          (size_t)modes->count * sizeof *modes->stride);
  if (modes->size[0] == 1)
    modes->stride[0] = 0;
}

void tl_flat_read_unbounded(const tl_cute *layout, flat_modes *out) {
  tl_flat_read(layout, out);
  if (out->count > 0 && out->size[out->count - 1] == 1)
    out->size[out->count - 1] = 2;
  tl_flat_coalesce(out);
}

static void swap(int64_t *a, int64_t *b) {
  int64_t held = *a;
  *a = *b;
  *b = held;
}

void tl_flat_sort(flat_modes *modes, int64_t *permutation) {
  for (int64_t i = 0; i < modes->count; i++)
    permutation[i] = i;
  for (int64_t i = 0; i < modes->count; i++)
    for (int64_t j = i + 1; j < modes->count; j++)
      if (modes->stride[j] < modes->stride[i]) {
        swap(&modes->size[i], &modes->size[j]);
        swap(&modes->stride[i], &modes->stride[j]);
        swap(&permutation[i], &permutation[j]);
      }
}

tl_code tl_flat_write(const flat_modes *modes, tl_cute *out, tl_error *error) {
  tl_list sizes = {0}, strides = {0};
  if (modes->count == 1) {
    tl_tuple size = tl_tuple_integer(modes->size[0]);
    tl_tuple stride = tl_tuple_integer(modes->stride[0]);
    return tl_cute_create(&size, &stride, out, error);
  }
  for (int64_t i = 0; i < modes->count; i++) {
    TL_TRY(tl_list_append(&sizes, modes->size[i], error));
    TL_TRY(tl_list_append(&strides, modes->stride[i], error));
  }
  tl_tuple shape = tl_tuple_from_list(&sizes);
  tl_tuple stride = tl_tuple_from_list(&strides);
  return tl_cute_create(&shape, &stride, out, error);
}

tl_code tl_flat_put(const flat_modes *modes, tl_cute *out, tl_error *error) {
  static const flat_modes UNIT = {1, {1}, {0}};
  if (modes->count == 0)
    return tl_flat_put(&UNIT, out, error);
  if (modes->count > 1) {
    TL_TRY(put_tuple(&out->shape, modes->count, error));
    TL_TRY(put_tuple(&out->stride, modes->count, error));
  }
  for (int64_t i = 0; i < modes->count; i++) {
    TL_TRY(put_integer(&out->shape, modes->size[i], error));
    TL_TRY(put_integer(&out->stride, modes->stride[i], error));
  }
  return TL_OK;
}

tl_code tl_cute_coalesce(const tl_cute *layout, tl_cute *out, tl_error *error) {
  flat_modes modes;
  tl_flat_read(layout, &modes);
  tl_flat_coalesce(&modes);
  return tl_flat_write(&modes, out, error);
}

tl_code tl_cute_coalesce_x(const tl_cute *layout, tl_cute *out,
                           tl_error *error) {
  flat_modes modes;
  tl_flat_read_unbounded(layout, &modes);
  return tl_flat_write(&modes, out, error);
}

tl_code tl_cute_filter_zeros(const tl_cute *layout, tl_cute *out,
                             tl_error *error) {
  tl_cute result = *layout;
  (void)error;
  for (int64_t i = 0; i < result.shape.leaf_count; i++)
    if (result.stride.leaves[i] == 0)
      result.shape.leaves[i] = 1;
  *out = result;
  return TL_OK;
}

tl_code tl_cute_filter(const tl_cute *layout, tl_cute *out, tl_error *error) {
  tl_cute filtered;
  TL_TRY(tl_cute_filter_zeros(layout, &filtered, error));
  return tl_cute_coalesce(&filtered, out, error);
}

tl_code tl_cute_nullspace(const tl_cute *layout, tl_cute *out,
                          tl_error *error) {
  flat_modes modes = {0};
  int64_t position = 1;
  for (int64_t i = 0; i < layout->shape.leaf_count; i++) {
    int64_t size = layout->shape.leaves[i];
    if (layout->stride.leaves[i] == 0)
      flat_push(&modes, size, size == 1 ? 0 : position);
    position *= size;
  }
  if (modes.count == 0)
    flat_push(&modes, 1, 0);
  return tl_flat_write(&modes, out, error);
}
