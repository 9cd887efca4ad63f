/* swizzle.c - see tl/swizzle.h.
 *
 * Law L6: with shift != 0 the map is a bijection of [0, 2^(base + |shift| +
 * bits)).  With shift > 0 every changed bit is below the bit it is XORed with,
 * so bits are recovered from the highest to the lowest; with shift < 0 from the
 * lowest to the highest. */
#include "tl/swizzle.h"
#include <inttypes.h>
#include <stdbool.h>

enum { OFFSET_BITS = 62 };

tl_code tl_swizzle_create(int64_t base, int64_t bits, int64_t shift,
                          tl_swizzle *out, tl_error *error) {
  if (base < 0 || bits < 0)
    return tl_fail(error, TL_INVALID,
                   "swizzle(base = %" PRId64 ", bits = %" PRId64
                   ", shift = %" PRId64 ") has a negative field",
                   base, bits, shift);
  bool is_small = base <= OFFSET_BITS && bits <= OFFSET_BITS &&
                  shift <= OFFSET_BITS && shift >= -OFFSET_BITS;
  if (!is_small || base + bits + (shift < 0 ? -shift : shift) > OFFSET_BITS)
    return tl_fail(error, TL_OVERFLOW,
                   "swizzle(base = %" PRId64 ", bits = %" PRId64
                   ", shift = %" PRId64 ") reads beyond offset bit %d",
                   base, bits, shift, OFFSET_BITS);
  if (bits > 0 && shift == 0)
    return tl_fail(error, TL_INVALID,
                   "swizzle with shift 0 maps several offsets to one; shift "
                   "must not be 0");
  *out = bits == 0 ? (tl_swizzle){0} : (tl_swizzle){base, bits, shift};
  return TL_OK;
}

/* `bits` ones from bit `base` on. */
static int64_t bit_run(int64_t bits, int64_t base) {
  return ((INT64_C(1) << bits) - 1) << base;
}

int64_t tl_swizzle_read_mask(const tl_swizzle *swizzle) {
  int64_t up = swizzle->shift > 0 ? swizzle->shift : 0;
  return bit_run(swizzle->bits, swizzle->base + up);
}

int64_t tl_swizzle_changed_mask(const tl_swizzle *swizzle) {
  int64_t up = swizzle->shift < 0 ? -swizzle->shift : 0;
  return bit_run(swizzle->bits, swizzle->base + up);
}

int64_t tl_swizzle_period(const tl_swizzle *swizzle) {
  int64_t shift = swizzle->shift < 0 ? -swizzle->shift : swizzle->shift;
  return INT64_C(1) << (swizzle->base + swizzle->bits + shift);
}

static int64_t xored(int64_t offset, int64_t mask, int64_t shift) {
  int64_t read = offset & mask;
  return offset ^ (shift < 0 ? read << -shift : read >> shift);
}

int64_t tl_swizzle_apply(const tl_swizzle *swizzle, int64_t offset) {
  return xored(offset, tl_swizzle_read_mask(swizzle), swizzle->shift);
}

void tl_swizzle_apply_each(const tl_swizzle *swizzle, int64_t *offsets,
                           int64_t count) {
  uint64_t mask = (uint64_t)tl_swizzle_read_mask(swizzle);
  int64_t down = swizzle->shift > 0 ? swizzle->shift : 0;
  int64_t up = down - swizzle->shift;
  for (int64_t i = 0; i < count && mask; i++)
    offsets[i] ^= (int64_t)(((uint64_t)offsets[i] & mask) >> down << up);
}

/* With N(x) the XORed bits, x = y ^ N(x); N moves bits one way, so that after
 * as many rounds as there are bits nothing changes. */
int64_t tl_swizzle_undo(const tl_swizzle *swizzle, int64_t x) {
  int64_t result = x;
  for (int64_t i = 0; i < swizzle->bits; i++)
    result = x ^ result ^ tl_swizzle_apply(swizzle, result);
  return result;
}

tl_swizzle tl_swizzle_trim(const tl_swizzle *swizzle, int64_t largest) {
  tl_swizzle trimmed = *swizzle;
  for (; trimmed.bits > 0; trimmed.bits--) {
    int64_t read = tl_swizzle_read_mask(&trimmed);
    if ((read ^ (read & (read >> 1))) <= largest)
      return trimmed;
  }
  return (tl_swizzle){0};
}
