/* cute_compose.h - Composition and complement as divides and products use
 * them. */
#ifndef TL_CUTE_COMPOSE_H
#define TL_CUTE_COMPOSE_H

#include "tl/cute.h"

/* The composition with a layout whose modes are those of the coalesced `a`,
 * rounded up to the extents at which the pieces of `b` end. */
TL_MUST_CHECK tl_code tl_compose_rounded_up(const tl_cute *a, const tl_cute *b,
                                            tl_cute *out, tl_error *error);

/* The complement, which may reach less than the cotarget: the last of its modes
 * goes on where copies need more room. */
TL_MUST_CHECK tl_code tl_cute_gaps(const tl_cute *layout,
                                   const tl_tuple *cotarget, tl_cute *out,
                                   tl_error *error);

#endif /* TL_CUTE_COMPOSE_H */
