/* tl/copy_stagger.h - Lanes of a given fragment that take turns in shared memory.
 *
 * A fragment whose lanes meet in banks is loaded, or stored, as another one, in
 * which lane l has at register s what it had at s ^ G(l).  Each lane has what it
 * had, so that a conversion between the two is selects, as many a register as G
 * has bits (law C25):
 *
 *   32 x 32 words, lane l holds row l, rows of 32 words: 256 wavefronts
 *     -> register s of lane l holds element (l, s ^ 4 * (l % 8)): 32 wavefronts
 *
 * Law C53 (lanes).  Where a fragment is staggered, G is linear over bits, no lane
 * has an element that it had not, accesses are as many and as wide as they were,
 * and take the fewest wavefronts that any such G leaves them.
 *
 * Plans are plain values and own nothing. */
#ifndef TL_COPY_STAGGER_H
#define TL_COPY_STAGGER_H

#include "tl/copy_access.h"

TL_C_BEGIN

typedef struct tl_copy_stagger {
  int64_t is_staggered;       /* or not, for the reason */
  int64_t before, wavefronts; /* of the first warp; 0: they are not counted */
  int64_t minimum;            /* without conflicts */
  tl_layout fragment;         /* over the threads of the scope */
  char reason[TL_MESSAGE_CAPACITY];
} tl_copy_stagger;

/* Decides, of a load or a store.  Errors as of tl_copy_partition_plan and
 * tl_copy_choose. */
TL_MUST_CHECK tl_code tl_copy_stagger_plan(const tl_copy_request *request,
                                           const tl_access_rules *rules,
                                           tl_copy_stagger *out,
                                           tl_error *error);

TL_C_END
#endif /* TL_COPY_STAGGER_H */
