/* low_bits.h - Masks of numbers of some bits. */
#ifndef TL_LOW_BITS_H
#define TL_LOW_BITS_H

#include <stdint.h>

/* `count` ones from bit 0 on, 0 <= count <= 64. */
static inline uint64_t tl_low_bits(int64_t count) {
  return count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

#endif /* TL_LOW_BITS_H */
