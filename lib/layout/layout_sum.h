/* layout_sum.h - The swizzle of a sum of two layouts. */
#ifndef TL_LAYOUT_SUM_H
#define TL_LAYOUT_SUM_H

#include "tl/layout.h"

/* The swizzle z with z(x + y) = scale * z_left(x / scale) + z_right(y) for all
 * places x of `left` and y of `right` along m before their swizzles; the
 * strides of `left` are multiples of `scale`.  TL_UNSUPPORTED when there is
 * none. */
TL_MUST_CHECK tl_code tl_sum_swizzle(const tl_layout *left,
                                     const tl_layout *right, int64_t scale,
                                     tl_swizzle *out, tl_error *error);

#endif /* TL_LAYOUT_SUM_H */
