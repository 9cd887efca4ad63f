/* cute_flat.h - The modes of a layout without their nesting, and what divides
 * and products share. */
#ifndef TL_CUTE_FLAT_H
#define TL_CUTE_FLAT_H

#include "tl/cute.h"

/* Complement and left inverse add a mode to those of a layout. */
typedef struct flat_modes {
  int64_t count;
  tl_leaf items[TL_MAX_ITERS + 1];
} flat_modes;

/* Layouts that a structural proof does not cover are compared coordinate by
 * coordinate up to this size. */
enum { TL_ENUMERATION_LIMIT = 1 << 16 };

static inline void flat_push(flat_modes *modes, int64_t extent,
                             int64_t stride) {
  modes->items[modes->count++] = (tl_leaf){extent, stride};
}

/* The same, but leaves extents of 1 out and goes on with the last mode where
 * the two are one run. */
void tl_flat_push_run(flat_modes *modes, int64_t extent, int64_t stride);

/* The modes of a layout, coalesced; 1:0 where there are none.  Unbounded, with
 * the same function on all indices: a last mode of extent 1 counts as extent 2,
 * so that its stride stays. */
flat_modes tl_flat_runs(const tl_cute *layout, bool is_unbounded);

/* Appends them to a layout under construction as one mode: an integer, a tuple
 * of several, or 1:0; write makes them a layout.  Add TL_CAPACITY. */
TL_MUST_CHECK tl_code tl_flat_put(const flat_modes *modes, tl_cute *out,
                                  tl_error *error);
TL_MUST_CHECK tl_code tl_flat_write(const flat_modes *modes, tl_cute *out,
                                    tl_error *error);

/* The composition with a layout whose modes are those of the coalesced `a`,
 * rounded up to the extents at which the pieces of `b` end. */
TL_MUST_CHECK tl_tuple_operation tl_compose_rounded_up;

/* The complement, which may reach less than the cotarget: the last of its modes
 * goes on where copies need more room. */
TL_MUST_CHECK tl_tuple_operation tl_cute_gaps;

#endif /* TL_CUTE_FLAT_H */
