/* cute_flat.h - The modes of a layout without their nesting. */
#ifndef TL_CUTE_FLAT_H
#define TL_CUTE_FLAT_H

#include "tl/cute.h"

/* One more than a layout has: complement and left inverse add a mode before
 * they coalesce. */
enum { FLAT_CAPACITY = TL_MAX_ITERS + 1 };

typedef struct flat_modes {
  int64_t count;
  int64_t size[FLAT_CAPACITY], stride[FLAT_CAPACITY];
} flat_modes;

/* Layouts that a structural proof does not cover are compared coordinate by
 * coordinate up to this size. */
enum { TL_ENUMERATION_LIMIT = 1 << 16 };

void tl_flat_read(const tl_cute *layout, flat_modes *out);

/* Merges neighbours that are one run and drops extents of 1, from the right; at
 * least one mode remains. */
void tl_flat_coalesce(flat_modes *modes);

/* The coalesced modes with the same function on all indices: a last mode of
 * extent 1 counts as extent 2, so that its stride stays. */
void tl_flat_read_unbounded(const tl_cute *layout, flat_modes *out);

/* By ascending stride, as CuTe sorts: exchanging, so not stable. */
void tl_flat_sort(flat_modes *modes, int64_t *permutation);

static inline void flat_push(flat_modes *modes, int64_t size, int64_t stride) {
  modes->size[modes->count] = size;
  modes->stride[modes->count++] = stride;
}

/* A single mode becomes an integer layout.  Adds TL_OVERFLOW, TL_CAPACITY. */
TL_MUST_CHECK tl_code tl_flat_write(const flat_modes *modes, tl_cute *out,
                                    tl_error *error);

/* Appends them to a layout under construction as one mode: an integer, a tuple
 * of several, or 1:0. */
TL_MUST_CHECK tl_code tl_flat_put(const flat_modes *modes, tl_cute *out,
                                  tl_error *error);

#endif /* TL_CUTE_FLAT_H */
