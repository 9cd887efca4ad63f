/* bit_rank.h - How many columns over GF(2) are independent. */
#ifndef TL_TEST_BIT_RANK_H
#define TL_TEST_BIT_RANK_H

#include <stdint.h>

static inline int64_t rank_of(const uint64_t *columns, int64_t count) {
  uint64_t basis[64];
  int64_t rank = 0;
  for (int64_t i = 0; i < count; i++) {
    uint64_t rest = columns[i];
    for (int64_t k = 0; k < rank; k++)
      if ((rest ^ basis[k]) < rest)
        rest ^= basis[k];
    if (rest)
      basis[rank++] = rest;
  }
  return rank;
}

#endif /* TL_TEST_BIT_RANK_H */
