/* tl/cute_composed.h - Swizzled layouts composed with layouts, and inverses of
 * them.  Source: CUTLASS, include/cute/swizzle_layout.hpp and
 * layout_composed.hpp.
 *
 * Values are plain and own nothing.  `out` may be any of the inputs. */
#ifndef TL_CUTE_COMPOSED_H
#define TL_CUTE_COMPOSED_H

#include "tl/cute_swizzle.h"

TL_C_BEGIN

/* The layout after a swizzle, layout(swizzle(x)), or after a composed layout,
 * as a composed layout whose swizzle comes last (law L24).  TL_INVALID when the
 * layout maps the swizzled bits to no runs of bits.
 *
 *   (8,8):(8,1) o Sw<3,0,3> -> Sw<3,0,-3> o 0 o (8,8):(8,1) */
TL_MUST_CHECK tl_code tl_composed_after_swizzle(const tl_cute *layout,
                                                const tl_swizzle *swizzle,
                                                tl_composed *out,
                                                tl_error *error);
TL_MUST_CHECK tl_code tl_composed_after(const tl_cute *layout,
                                        const tl_composed *inner,
                                        tl_composed *out, tl_error *error);

/* Law L24: a(b(c)) as one swizzled layout; TL_INVALID where the offset of `a`
 * or two swizzles that are none together stand between. */
TL_MUST_CHECK tl_code tl_composed_compose(const tl_composed *a,
                                          const tl_composed *b,
                                          tl_composed *out, tl_error *error);

/* right_inverse(Sw o 0 o L) = right_inverse(L) o Sw.  TL_UNSUPPORTED for an
 * offset. */
TL_MUST_CHECK tl_code tl_composed_right_inverse(const tl_composed *composed,
                                                tl_composed *out,
                                                tl_error *error);

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
