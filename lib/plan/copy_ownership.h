/* copy_ownership.h - The digits of a fragment and the threads that own them. */
#ifndef TL_COPY_OWNERSHIP_H
#define TL_COPY_OWNERSHIP_H

#include "tl/copy_plan.h"

/* One digit of a coordinate of the tile. */
typedef struct fragment_digit {
  int64_t dimension, extent;
  int64_t weight;      /* in the coordinate */
  int64_t divisor;     /* in the thread number; 0 for a register digit */
  int64_t slot_stride; /* in the register slot; 0 for a thread digit */
} fragment_digit;

typedef struct fragment_digits {
  int64_t count;
  fragment_digit items[TL_MAX_ITERS]; /* fast to slow in each dimension */
  int64_t thread_limit; /* 1 + the largest thread number, after the offset */
} fragment_digits;

/* Reads the digits of `request->fragment`, checks that threads and slots are
 * told apart by them, and writes the thread offset and the guards. */
TL_MUST_CHECK tl_code tl_copy_ownership(const tl_copy_request *request,
                                        fragment_digits *digits,
                                        tl_copy_partition *out,
                                        tl_error *error);

#endif /* TL_COPY_OWNERSHIP_H */
