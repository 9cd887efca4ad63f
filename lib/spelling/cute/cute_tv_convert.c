/* cute_tv_convert.c - Thread-value layouts as tile layouts, and back.
 *
 * Thread digits and slot digits, fastest first, are the leaves of the two
 * modes; their strides say where the digit is in the tile. */
#include "base/checked.h"
#include "cute_flat.h"
#include "spelling/distribution.h"
#include "tl/cute_tv.h"
#include "tuple_walk.h"

static tl_iter digit_iter(const tl_tv_digit *digit);
static tl_code put_places(tl_cute *out, const tl_layout *layout,
                          const tl_list *iters, const int64_t *stride_of,
                          tl_error *error);

tl_code tl_layout_from_cute_tv(const tl_cute_tv *layout, tl_layout *out,
                               tl_error *error) {
  tl_tv_digits digits;
  TL_TRY(tl_cute_tv_digits(layout, &digits, error));
  tl_layout fields = {.rank = layout->tile.count};
  int64_t next = 0, end = 1;
  for (int64_t d = 0; d < fields.rank; d++) {
    int64_t first = next;
    end *= layout->tile.items[d];
    while (next < digits.count && digits.items[next].stride != 0 &&
           digits.items[next].stride < end)
      next++;
    fields.group_size[d] = next - first;
    for (int64_t i = next - 1; i >= first; i--)
      fields.iters[fields.shard_count++] = digit_iter(&digits.items[i]);
  }
  for (; next < digits.count; next++) {
    fields.iters[next] = digit_iter(&digits.items[next]);
    fields.replica_count++;
  }
  return tl_layout_create(&fields, out, error);
}

static tl_iter digit_iter(const tl_tv_digit *digit) {
  return (tl_iter){digit->extent, digit->place,
                   digit->is_thread ? TL_AXIS_TX : TL_AXIS_M, 0};
}

tl_code tl_layout_to_cute_tv(const tl_layout *layout, tl_scope scope,
                             int64_t lanes, tl_cute_tv *out, tl_error *error) {
  distribution parts;
  tl_list tile;
  int64_t stride_of[TL_MAX_ITERS] = {0}, stride = 1, end = 0;
  TL_TRY(tl_distribute(layout, scope, lanes, "a thread-value layout", &parts,
                       error));
  for (int64_t d = 0; d < parts.layout.rank; d++) {
    end += parts.layout.group_size[d];
    for (int64_t i = end - 1; i >= end - parts.layout.group_size[d]; i--) {
      stride_of[i] = stride;
      TL_TRY(tl_multiply(stride, parts.layout.iters[i].extent, &stride, error));
    }
  }
  tl_cute modes = {0};
  TL_TRY(tl_tuple_put(&modes, 2, (tl_leaf){0}, error));
  TL_TRY(put_places(&modes, &parts.layout, &parts.threads, stride_of, error));
  TL_TRY(put_places(&modes, &parts.layout, &parts.slots, stride_of, error));
  TL_TRY(tl_cute_check(&modes, error));
  tl_layout_shape(&parts.layout, &tile);
  return tl_cute_tv_create(&modes, &tile, out, error);
}

/* A mode of the digits, coalesced. */
static tl_code put_places(tl_cute *out, const tl_layout *layout,
                          const tl_list *iters, const int64_t *stride_of,
                          tl_error *error) {
  flat_modes leaves = {0};
  for (int64_t i = 0; i < iters->count; i++) {
    int64_t number = iters->items[i];
    tl_flat_push_run(&leaves, layout->iters[number].extent, stride_of[number]);
  }
  return tl_flat_put(&leaves, out, error);
}
