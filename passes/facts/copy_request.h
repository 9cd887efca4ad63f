/* copy_request.h - What a plan of a copy needs to know, read from the IR. */
#ifndef TL_COPY_REQUEST_H
#define TL_COPY_REQUEST_H

#include "block_size.h"
#include "memory_facts.h"
#include "tl/copy_plan.h"

/* What decides a copy between the memory of a view and a fragment: what the
 * operation states, and what is proved of the memref and of the values that it
 * names.  Handles are uniqued, so that equal copies have equal bytes. */
typedef struct tl_copy_key {
  MlirType memory;
  MlirAttribute fragment, layout, stride_divisibility; /* may be null */
  tl_origin origin[TL_MAX_RANK];
  tl_bound bounds[TL_MAX_RANK];
  int64_t divisors[TL_MAX_RANK]; /* of strides, as far as they are proved */
  int64_t ends[TL_MAX_RANK];     /* likewise; see tl_copy_request */
  tl_thread_range threads;
  int64_t lanes; /* of a wave */
  int64_t base_alignment, base_phase, scope, stores, leading, is_near;
} tl_copy_key;

/* `base` says what keeps element 0 from more alignment. */
void tl_copy_key_read(const tl_copy_view *view, int64_t lanes,
                      const tl_block_size *block, tl_facts *facts,
                      tl_copy_key *out, tl_aligned_address *base);

/* tl_value_split of an origin, or of the integer that it is an index of, whose sum wraps
 * in fewer bits: it is negative then, as an origin of that type would be.
 *
 *   %0 = arith.addi %x, %c32 : i32, arith.index_cast %0 : i32 to index -> %x, 32 */
int64_t tl_origin_split(MlirValue *origin);

/* What a plan needs to know of the copy of that fragment, which has the leading
 * dimensions of memory as dimensions of extent 1. */
TL_MUST_CHECK tl_code tl_copy_request_make(const tl_copy_key *key,
                                           const tl_layout *fragment,
                                           tl_copy_request *out,
                                           tl_error *error);

#endif /* TL_COPY_REQUEST_H */
