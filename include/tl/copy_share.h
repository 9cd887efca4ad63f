/* tl/copy_share.h - Which part of a store each replica makes.
 *
 * Where all replicas of a fragment hold the same values, any of them can store
 * an element.  A digit of the replicas takes the place of a digit of the
 * registers, which the thread then has no more:
 *
 *   S[(16, 8) : (1@tx, 1)] + R[2 : 16@tx]
 *     -> S[(16, (2, 4)) : (1@tx, (16@tx, 1))]: the threads of replica r store
 *        registers 4 r to 4 r + 3, which become registers 0 to 3
 *
 * Law C12 (shares).  Over all replicas, the registers that the steps give to the
 * slots of the new fragment are those of the old one, each once, and hold the
 * elements that the new fragment has there.
 *
 * Plans are plain values and own nothing. */
#ifndef TL_COPY_SHARE_H
#define TL_COPY_SHARE_H

#include "tl/copy_access.h"

TL_C_BEGIN

/* Thread t keeps the registers whose digit slot / slot_stride % extent is t /
 * divisor % extent; the slots above it move down. */
typedef struct tl_share_step {
  int64_t divisor, extent, slot_stride;
} tl_share_step;

typedef struct tl_store_shares {
  tl_layout fragment; /* over the threads of the scope, less the offset */
  int64_t count;      /* 0: the first replica stores all, in as few accesses */
  tl_share_step steps[TL_MAX_ITERS]; /* one after the other */
} tl_store_shares;

/* Decides, for the fewest accesses of a thread.  Errors as of
 * tl_copy_partition_plan. */
TL_MUST_CHECK tl_code tl_store_share(const tl_copy_request *request,
                                     const tl_access_rules *rules,
                                     tl_store_shares *out, tl_error *error);

/* The register of `slot` in the share of the threads whose digit is `digit`. */
int64_t tl_share_slot(const tl_share_step *step, int64_t digit, int64_t slot);

TL_C_END
#endif /* TL_COPY_SHARE_H */
