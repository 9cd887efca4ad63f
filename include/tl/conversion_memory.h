/* tl/conversion_memory.h - How the threads of a scope exchange what they hold
 * through shared memory: under the layout that store and load take the fewest
 * wavefronts in (law C22), or in pieces where it has not as many bytes.
 *
 * Values are plain and own nothing. */
#ifndef TL_CONVERSION_MEMORY_H
#define TL_CONVERSION_MEMORY_H

#include "tl/conversion.h"
#include "tl/shared_choice.h"

TL_C_BEGIN

/* In pieces of these extents, each under the layout. */
typedef struct tl_conversion_memory {
  tl_list shape, piece;
  int64_t elements; /* that the layout reaches */
  tl_layout layout;
  int64_t wavefronts, bound; /* 0: not counted */
  int64_t cost;              /* see tl/conversion_plan.h */
} tl_conversion_memory;

/* What such a plan costs at least. */
int64_t tl_conversion_memory_least(const tl_conversion_request *request,
                                   const tl_access_rules *rules);

/* Decides; `most_bytes` are there, 0: any number.  TL_INVALID where these are no
 * element; else the errors of tl_shared_choose. */
TL_MUST_CHECK tl_code tl_conversion_memory_plan(
    const tl_conversion_request *request, const tl_access_rules *rules,
    int64_t most_bytes, tl_conversion_memory *out, tl_error *error);

/* What the store (0) or the load (1) of a plan that is not in pieces does. */
TL_MUST_CHECK tl_code tl_conversion_memory_account(
    const tl_conversion_request *request, const tl_access_rules *rules,
    const tl_conversion_memory *plan, int64_t accessor, tl_shared_account *out,
    tl_error *error);

TL_C_END
#endif /* TL_CONVERSION_MEMORY_H */
