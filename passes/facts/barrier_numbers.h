/* barrier_numbers.h - Barriers of parts of a block that a kernel leaves.
 *
 * Rule S3.  Groups of threads that are no warp and not all of their block wait at
 * barriers with a number, group g at `first` + g.  These are the highest numbers in
 * a row that nothing in the kernel waits or arrives at; 0 is that of the block. */
#ifndef TL_BARRIER_NUMBERS_H
#define TL_BARRIER_NUMBERS_H

#include "value_facts.h"

typedef struct tl_barrier_numbers {
  uint64_t used; /* bits */
  MlirOperation
      unknown; /* may use any, which is not said; null: there is none */
} tl_barrier_numbers;

/* What operations in a kernel name, in nvvm, by assembly or in functions that are
 * called, of which nothing is known. */
tl_barrier_numbers tl_barrier_numbers_in(tl_facts *facts, MlirOperation kernel);

/* The first of the highest `count` in a row, of so many barriers of a block; 0:
 * there are none. */
int64_t tl_barrier_numbers_left(const tl_barrier_numbers *numbers,
                                int64_t barriers, int64_t count);

#endif /* TL_BARRIER_NUMBERS_H */
