/* copy_swizzle.h - How a copy computes its base. */
#ifndef TL_COPY_SWIZZLE_H
#define TL_COPY_SWIZZLE_H

#include "tl/copy_plan.h"

/* A number that divides every digit that `term` takes of a multiple of
 * `divisor`. */
int64_t tl_digit_step(int64_t divisor, const tl_term *term);

#endif /* TL_COPY_SWIZZLE_H */
