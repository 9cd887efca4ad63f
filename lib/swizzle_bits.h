/* swizzle_bits.h - Which bits a swizzle reads and which it changes. */
#ifndef TL_SWIZZLE_BITS_H
#define TL_SWIZZLE_BITS_H

#include "tl/shared.h"

static inline int64_t lowest_bit(int64_t mask) {
  return __builtin_ctzll((uint64_t)mask);
}

/* `bits` ones from bit `base` on. */
static inline int64_t bit_run(int64_t bits, int64_t base) {
  return ((INT64_C(1) << bits) - 1) << base;
}

static inline int64_t read_mask(const tl_swizzle *swizzle) {
  int64_t up = swizzle->shift > 0 ? swizzle->shift : 0;
  return bit_run(swizzle->bits, swizzle->base + up);
}

static inline int64_t changed_mask(const tl_swizzle *swizzle) {
  int64_t up = swizzle->shift < 0 ? -swizzle->shift : 0;
  return bit_run(swizzle->bits, swizzle->base + up);
}

#endif /* TL_SWIZZLE_BITS_H */
