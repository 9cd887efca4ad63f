/* atom_families.h - The MMA instruction that a name means. */
#ifndef TL_ATOM_FAMILIES_H
#define TL_ATOM_FAMILIES_H

#include "tl/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum mma_threads {
  ONE_THREAD,
  QUADPAIR, /* lanes 0-3 and 16-19 of a warp, for one of four such parts */
  WARP,
  WARPGROUP,
} mma_threads;

typedef struct mma_instruction {
  mma_threads threads;
  int64_t m, n, k;
  int64_t a_values, b_values; /* elements of A and B in a register */
  bool wide;                  /* accumulators of 32 bits */
  bool a_by_k, b_by_k;        /* quadpair: k is the fastest dimension */
  bool a_shared;              /* warpgroup: A is in shared memory, as B is */
} mma_instruction;

TL_MUST_CHECK tl_code tl_mma_find(const char *name, size_t length,
                                  mma_instruction *out, tl_error *error);

#endif /* TL_ATOM_FAMILIES_H */
