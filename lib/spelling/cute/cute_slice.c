/* cute_slice.c - Slices of a swizzled layout.
 *
 * With the integers of a coordinate fixed, a swizzle may have no pair of bits
 * left that both vary; then each varying bit moves the offset by a constant and
 * the slice is a plain layout.  What CuTe's rules give is compared with the
 * swizzled layout; where it differs, the swizzle stays. */
#include "base/checked.h"
#include "cute_flat.h"
#include "tl/cute_swizzle.h"
#include <stddef.h>

static tl_code push_mode(tl_cute *layout, int64_t extent, int64_t stride,
                         tl_error *error) {
  tl_cute mode = {1, 1, {TL_NODE_INTEGER}, {{extent, stride}}};
  return tl_cute_push(layout, &mode, error);
}

/* The layout that the swizzle becomes when the bits that are fixed hold `at`:
 * each bit in pairs of a changed and a read bit moves the offset by itself and
 * its partner, up or down as the fixed bit says. */
static tl_code unswizzled_bits(const tl_swizzle *swizzle, int64_t at,
                               tl_cute *out, tl_error *error) {
  int64_t base = INT64_C(1) << swizzle->base, bits = swizzle->bits;
  int64_t distance = swizzle->shift < 0 ? -swizzle->shift : swizzle->shift;
  int64_t z = tl_swizzle_changed_mask(swizzle),
          y = tl_swizzle_read_mask(swizzle);
  z &= -z;
  y &= -y;
  tl_tuple modes = {.node_count = 1};
  TL_TRY(push_mode(&modes, base, 1, error));
  for (int half = 0; half < 2; half++) {
    bool is_changed = (half == 0) == (z < y);
    for (int64_t i = 0; i < bits; i++) {
      int64_t bit = is_changed ? z << i : y << i;
      int64_t partner = is_changed ? y << i : z << i;
      int64_t sign = (at & partner) == 0 ? 1 : -1;
      TL_TRY(push_mode(&modes, 2,
                       is_changed ? sign * bit : bit + sign * partner, error));
    }
    if (half == 0)
      TL_TRY(push_mode(&modes, INT64_C(1) << (distance - bits), base << bits,
                       error));
  }
  *out = modes;
  return push_mode(out, 1, base << (bits + distance), error);
}

/* result(c) + offset against the value at every c of the slice. */
static tl_code slice_agrees(const tl_composed *composed, const tl_cute *slice,
                            int64_t fixed, const tl_composed *result,
                            int64_t offset, bool *agrees, tl_error *error) {
  tl_composed original = {composed->swizzle, composed->offset + fixed, *slice};
  int64_t size;
  TL_TRY(tl_cute_size(slice, &size, error));
  *agrees = size <= TL_ENUMERATION_LIMIT;
  for (int64_t i = 0; *agrees && i < size; i++) {
    int64_t wanted, got;
    TL_TRY(tl_composed_apply(&original, i, &wanted, error));
    TL_TRY(tl_composed_apply(result, i, &got, error));
    *agrees = wanted == got + offset;
  }
  return TL_OK;
}

/* CuTe's form of a sliced swizzle: plain strides where no pair of bits is left,
 * otherwise the fixed bits that the swizzle does not touch move out of it. */
static tl_code reduce_slice(const tl_composed *composed, const tl_cute *slice,
                            int64_t fixed, tl_composed *out, int64_t *offset,
                            tl_error *error) {
  const tl_swizzle *swizzle = &composed->swizzle;
  int64_t touched =
              tl_swizzle_read_mask(swizzle) | tl_swizzle_changed_mask(swizzle),
          size, last;
  int64_t inside = composed->offset ^ (fixed & touched);
  int64_t outside = fixed & ~touched;
  TL_TRY(tl_cute_size(slice, &size, error));
  TL_TRY(tl_cute_apply(slice, size - 1, &last, error));
  int64_t active = last & touched;
  if ((active & ~tl_swizzle_apply(swizzle, active)) != 0) {
    *offset = outside;
    return tl_composed_create(swizzle, inside, slice, out, error);
  }
  tl_cute strides;
  TL_TRY(unswizzled_bits(swizzle, inside, &strides, error));
  TL_TRY(tl_cute_composition(&strides, slice, &strides, error));
  *out = (tl_composed){.layout = strides};
  return tl_add(tl_swizzle_apply(swizzle, inside), outside, offset, error);
}

tl_code tl_composed_slice(const tl_tuple *coordinate,
                          const tl_composed *composed, tl_composed *out,
                          int64_t *offset, tl_error *error) {
  const tl_cute *layout = &composed->layout;
  tl_cute slice;
  int64_t fixed, moved = 0, total;
  TL_TRY(tl_tuple_slice(coordinate, layout, &slice, error));
  TL_TRY(tl_cute_crd2idx(coordinate, layout, &fixed, error));
  if (tl_composed_is_plain(composed)) {
    *out = (tl_composed){.layout = slice};
    *offset = fixed;
    return TL_OK;
  }
  tl_composed reduced;
  bool agrees = false;
  TL_TRY(tl_add(composed->offset, fixed, &total, error));
  if (reduce_slice(composed, &slice, fixed, &reduced, &moved, NULL) == TL_OK)
    TL_TRY(
        slice_agrees(composed, &slice, fixed, &reduced, moved, &agrees, error));
  if (!agrees) {
    moved = 0;
    TL_TRY(
        tl_composed_create(&composed->swizzle, total, &slice, &reduced, error));
  }
  *out = reduced;
  *offset = moved;
  return TL_OK;
}
