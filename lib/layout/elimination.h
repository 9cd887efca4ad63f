/* elimination.h - Independent numbers over GF(2), and what they are sums of.
 *
 * An elimination is a list of independent vectors, each with a pivot, its
 * lowest bit, that is 0 in all later vectors.  So one pass in order reduces a
 * vector by all of them, and leaves 0 exactly when it depends on them.  With
 * each vector goes the input that maps to it, so that a vector that reduces to 0
 * has found what it is the sum of. */
#ifndef TL_ELIMINATION_H
#define TL_ELIMINATION_H

#include "tl/bit_matrix.h"

typedef struct tl_elimination {
  int64_t count;
  uint64_t values[TL_MAX_BITS];
  uint64_t inputs[TL_MAX_BITS]; /* what maps to the value */
} tl_elimination;

void tl_elimination_reduce(const tl_elimination *list, uint64_t *value,
                           uint64_t *input);

/* Adds what the list leaves of a value, and of its input; false for nothing. */
bool tl_elimination_add(tl_elimination *list, uint64_t value, uint64_t *input);

#endif /* TL_ELIMINATION_H */
