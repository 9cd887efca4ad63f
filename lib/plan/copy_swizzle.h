/* copy_swizzle.h - How a copy computes swizzled offsets. */
#ifndef TL_COPY_SWIZZLE_H
#define TL_COPY_SWIZZLE_H

#include "tl/copy_plan.h"

/* Writes the form, the low terms, the units and the bits of the offset. */
void tl_copy_swizzle_plan(const tl_copy_request *request, int64_t thread_limit,
                          tl_copy_partition *out);

/* A number that divides every value of the digit that `term` takes of a dynamic
 * origin. */
int64_t tl_origin_step(const tl_origin *origin, const tl_term *term);

#endif /* TL_COPY_SWIZZLE_H */
