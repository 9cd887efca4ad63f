/* tl/cute_composed.h - Functions of swizzled layouts that have two of them, or more
 * than the layout inside.  Source: CUTLASS, include/cute/swizzle_layout.hpp and
 * layout_composed.hpp.
 *
 * Values are plain and own nothing.  `out` may be any of the inputs. */
#ifndef TL_CUTE_COMPOSED_H
#define TL_CUTE_COMPOSED_H

#include "tl/cute_swizzle.h"

TL_C_BEGIN

/* Law L24: a(b(c)) as one swizzled layout; TL_INVALID where the offset of `a`
 * or two swizzles that are none together stand between. */
TL_MUST_CHECK tl_code tl_composed_compose(const tl_composed *a,
                                          const tl_composed *b,
                                          tl_composed *out, tl_error *error);

/* left_inverse(Sw o 0 o L) = left_inverse(L) o Sw.  TL_UNSUPPORTED for an
 * offset. */
TL_MUST_CHECK tl_code tl_composed_left_inverse(const tl_composed *composed,
                                               tl_composed *out,
                                               tl_error *error);

/* tl_cute_max_common_layout, up to the base of the swizzle of one of them. */
TL_MUST_CHECK tl_code tl_composed_max_common_layout(const tl_composed *a,
                                                    const tl_composed *b,
                                                    tl_cute *out,
                                                    tl_error *error);

TL_C_END
#endif /* TL_CUTE_COMPOSED_H */
