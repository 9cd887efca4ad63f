/* cute_swizzle.c - see tl/cute_swizzle.h. */
#include "tl/cute_swizzle.h"
#include "base/checked.h"
#include "cute_parts.h"

enum { OFFSET_BITS = 62 };

tl_code tl_cute_swizzle_create(int64_t bits, int64_t base, int64_t shift,
                               tl_swizzle *out, tl_error *error) {
  if (bits < 0 || base < 0 || bits > OFFSET_BITS || base > OFFSET_BITS ||
      shift > OFFSET_BITS || shift < -OFFSET_BITS)
    return tl_fail(error, TL_INVALID,
                   "Sw<%" PRId64 ",%" PRId64 ",%" PRId64
                   "> has a field out of range",
                   bits, base, shift);
  int64_t distance = shift < 0 ? -shift : shift;
  if (distance < bits)
    return tl_fail(error, TL_INVALID,
                   "Sw<%" PRId64 ",%" PRId64 ",%" PRId64 "> shifts its %" PRId64
                   " bits by less than their number",
                   bits, base, shift, bits);
  if (base + distance + bits > OFFSET_BITS)
    return tl_fail(error, TL_OVERFLOW,
                   "Sw<%" PRId64 ",%" PRId64 ",%" PRId64
                   "> reaches beyond offset bit %d",
                   bits, base, shift, OFFSET_BITS);
  *out = (tl_swizzle){base, bits, shift};
  return TL_OK;
}

static int64_t lowest_bit(int64_t mask) {
  return __builtin_ctzll((uint64_t)mask);
}

/* The length of a run of bits; 0 for a mask that is none. */
static int64_t run_length(int64_t mask) {
  if (mask <= 0)
    return 0;
  int64_t run = mask >> lowest_bit(mask);
  return (run & (run + 1)) == 0 ? lowest_bit(run + 1) : 0;
}

tl_code tl_cute_swizzle_make(int64_t y, int64_t z, tl_swizzle *out,
                             tl_error *error) {
  if (y == 0 && z == 0) {
    *out = (tl_swizzle){0};
    return TL_OK;
  }
  int64_t bits = run_length(y);
  if (bits == 0 || run_length(z) != bits)
    return tl_fail(error, TL_INVALID,
                   "masks %" PRId64 " and %" PRId64
                   " are no two runs of equally many bits",
                   y, z);
  int64_t from = lowest_bit(y), to = lowest_bit(z);
  return tl_cute_swizzle_create(bits, from < to ? from : to, from - to, out,
                                error);
}

tl_code tl_cute_swizzle_compose(const tl_swizzle *a, const tl_swizzle *b,
                                tl_swizzle *out, tl_error *error) {
  if (a->shift != b->shift && a->bits != 0 && b->bits != 0)
    return tl_fail(error, TL_INVALID,
                   "swizzles with shifts %" PRId64 " and %" PRId64
                   " are no single swizzle",
                   a->shift, b->shift);
  return tl_cute_swizzle_make(
      tl_swizzle_read_mask(a) ^ tl_swizzle_read_mask(b),
      tl_swizzle_changed_mask(a) ^ tl_swizzle_changed_mask(b), out, error);
}

tl_code tl_composed_create(const tl_swizzle *swizzle, int64_t offset,
                           const tl_cute *layout, tl_composed *out,
                           tl_error *error) {
  if (offset < 0)
    return tl_fail(error, TL_INVALID, "the offset %" PRId64 " is negative",
                   offset);
  for (int64_t i = 0; i < layout->leaf_count; i++)
    if (swizzle->bits > 0 && layout->leaves[i].stride < 0)
      return tl_fail(error, TL_INVALID,
                     "a swizzle of offsets below 0: stride %" PRId64,
                     layout->leaves[i].stride);
  if (swizzle->bits > 0 || offset > 0)
    TL_TRY(tl_cute_check_integers(layout, error));
  tl_composed result = {
      .swizzle = *swizzle, .offset = offset, .layout = *layout};
  TL_TRY(tl_cute_swizzle_create(swizzle->bits, swizzle->base, swizzle->shift,
                                &result.swizzle, error));
  if (swizzle->bits == 0)
    result.swizzle = (tl_swizzle){0};
  *out = result;
  return TL_OK;
}

tl_code tl_composed_swizzle_line(const tl_swizzle *swizzle, int64_t size,
                                 tl_composed *out, tl_error *error) {
  tl_cute line = tl_tuple_integer(size);
  TL_TRY(tl_cute_make(&line, &line, error));
  return tl_composed_create(swizzle, 0, &line, out, error);
}

bool tl_composed_is_plain(const tl_composed *composed) {
  return composed->swizzle.bits == 0 && composed->offset == 0 &&
         composed->start.count == 0;
}

tl_code tl_composed_check_integers(const tl_composed *composed,
                                   tl_error *error) {
  TL_TRY(tl_cute_check_integers(&composed->layout, error));
  if (composed->start.count == 0)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the layout starts at a coordinate; an offset that is an "
                 "integer is needed here");
}

tl_code tl_composed_move(const tl_composed *composed, const tl_cute_place *by,
                         tl_composed *out, tl_error *error) {
  tl_composed result = *composed;
  tl_cute_place sum = composed->start;
  result.start = (tl_cute_place){0};
  if (composed->offset != 0)
    TL_TRY(tl_cute_place_add(&sum, 0, 1, composed->offset, error));
  for (int64_t i = 0; i < by->count; i++)
    TL_TRY(tl_cute_place_add(&sum, by->items[i].basis, 1, by->items[i].value,
                             error));
  for (int64_t i = 0; i < sum.count; i++)
    if (sum.items[i].value != 0 && sum.items[i].basis != 0)
      result.start.items[result.start.count++] = sum.items[i];
  result.offset = sum.items[0].basis == 0 ? sum.items[0].value : 0;
  if (result.offset < 0)
    return tl_fail(error, TL_INVALID, "the offset %" PRId64 " is negative",
                   result.offset);
  *out = result;
  return TL_OK;
}

tl_code tl_composed_start(const tl_cute *layout, const tl_cute_place *start,
                          tl_composed *out, tl_error *error) {
  tl_composed made = {.layout = *layout};
  tl_cute_place reach = *start;
  tl_tuple zero = tl_tuple_integer(0);
  TL_TRY(tl_cute_place_at(&zero, layout, &reach, error));
  return tl_composed_move(&made, start, out, error);
}

tl_code tl_composed_place(const tl_tuple *coordinate,
                          const tl_composed *composed, tl_cute_place *out,
                          tl_error *error) {
  *out = composed->start;
  if (composed->offset != 0)
    TL_TRY(tl_cute_place_add(out, 0, 1, composed->offset, error));
  TL_TRY(tl_cute_place_at(coordinate, &composed->layout, out, error));
  if (composed->swizzle.bits > 0 && out->count > 0)
    out->items[0].value =
        tl_swizzle_apply(&composed->swizzle, out->items[0].value);
  return TL_OK;
}

tl_code tl_composed_apply(const tl_composed *composed, int64_t coordinate,
                          int64_t *out, tl_error *error) {
  int64_t inner;
  TL_TRY(tl_composed_check_integers(composed, error));
  TL_TRY(tl_cute_apply(&composed->layout, coordinate, &inner, error));
  TL_TRY(tl_add(composed->offset, inner, &inner, error));
  *out = tl_swizzle_apply(&composed->swizzle, inner);
  return TL_OK;
}

/* A vector that starts at the offset stays below the next multiple of the base
 * of the swizzle. */
static void limit_vector(const tl_composed *composed, int64_t *vector) {
  int64_t base = INT64_C(1) << composed->swizzle.base;
  if (composed->offset != 0)
    *vector = tl_gcd(*vector, composed->offset);
  if (composed->swizzle.bits > 0 && composed->offset % base != 0)
    *vector = tl_gcd(*vector, base);
  if (composed->swizzle.bits > 0 && *vector > base)
    *vector = base;
}

tl_code tl_composed_max_common_vector(const tl_composed *a,
                                      const tl_composed *b, int64_t *out,
                                      tl_error *error) {
  const tl_swizzle *x = &a->swizzle, *y = &b->swizzle;
  tl_cute common;
  TL_TRY(tl_composed_check_integers(a, error));
  TL_TRY(tl_composed_check_integers(b, error));
  TL_TRY(tl_cute_max_common_layout(&a->layout, &b->layout, &common, error));
  TL_TRY(tl_cute_size(&common, out, error));
  if (a->offset == b->offset && x->bits == y->bits && x->base == y->base &&
      x->shift == y->shift)
    return TL_OK;
  limit_vector(a, out);
  limit_vector(b, out);
  return TL_OK;
}

tl_code tl_composed_max_alignment(const tl_composed *composed, int64_t *out,
                                  tl_error *error) {
  TL_TRY(tl_composed_check_integers(composed, error));
  TL_TRY(tl_cute_max_alignment(&composed->layout, out, error));
  if (composed->offset != 0)
    *out = tl_gcd(*out, composed->offset);
  if (composed->swizzle.bits > 0)
    *out = tl_gcd(*out, INT64_C(1) << composed->swizzle.base);
  return TL_OK;
}

/* ---- Slices -------------------------------------------------------------
 *
 * With the integers of a coordinate fixed, a swizzle may have no pair of bits
 * left that both vary; then each varying bit moves the offset by a constant and
 * the slice is a plain layout.  What CuTe's rules give is compared with the
 * swizzled layout; where it differs, the swizzle stays. */

static tl_code push_mode(tl_cute *layout, int64_t extent, int64_t stride,
                         tl_error *error) {
  tl_cute mode = {1, 1, {TL_NODE_INTEGER}, {{extent, stride, 0}}};
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
static bool slice_agrees(const tl_composed *slice, const tl_composed *result,
                         int64_t offset) {
  int64_t size, wanted, got;
  bool agrees = tl_cute_size(&slice->layout, &size, NULL) == TL_OK &&
                size <= TL_MAX_ENUMERATED;
  for (int64_t i = 0; agrees && i < size; i++)
    agrees = tl_composed_apply(slice, i, &wanted, NULL) == TL_OK &&
             tl_composed_apply(result, i, &got, NULL) == TL_OK &&
             wanted == got + offset;
  return agrees;
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
  tl_composed slice = {.swizzle = composed->swizzle}, reduced;
  int64_t fixed, moved;
  TL_TRY(tl_composed_check_integers(composed, error));
  TL_TRY(tl_tuple_slice(coordinate, layout, &slice.layout, error));
  TL_TRY(tl_cute_crd2idx(coordinate, layout, &fixed, error));
  if (tl_composed_is_plain(composed)) {
    *out = (tl_composed){.layout = slice.layout};
    *offset = fixed;
    return TL_OK;
  }
  TL_TRY(tl_add(composed->offset, fixed, &slice.offset, error));
  if (reduce_slice(composed, &slice.layout, fixed, &reduced, &moved, NULL) ==
          TL_OK &&
      slice_agrees(&slice, &reduced, moved)) {
    *out = reduced;
    *offset = moved;
    return TL_OK;
  }
  *offset = 0;
  return tl_composed_create(&slice.swizzle, slice.offset, &slice.layout, out,
                            error);
}
