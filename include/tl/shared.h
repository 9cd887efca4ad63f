/* tl/shared.h - Shared-memory layouts: coordinate -> element offset.
 *
 * A shared layout is a tile layout on m alone, without offset, replica or
 * symbol, said by four fields: `mode_shape` factors `shape` dimension by
 * dimension, slow factor first; the offset of a coordinate is the sum of its
 * mode digits times `mode_strides`, passed through the swizzle.
 *
 *   shape [16, 128], mode_shape [16, 2, 64], mode_strides [64, 1024, 1]:
 *   element (i, j) -> i * 64 + (j / 64) * 1024 + j % 64
 *
 * Offsets are in elements.  Every function takes and returns canonical layouts
 * (law L8), so that the fields are too (law L5): no mode of extent 1, no two
 * modes of a dimension that are one strided run, no swizzle of 0 bits.  Source:
 * the Tilus layout system (Tilus documentation, "Shared Layout").
 *
 * Values are plain and own nothing. */
#ifndef TL_SHARED_H
#define TL_SHARED_H

#include "tl/layout.h"

TL_C_BEGIN

typedef struct tl_shared {
  tl_list shape;        /* at most TL_MAX_RANK extents, each >= 1 */
  tl_list mode_shape;   /* factors of the extents, each >= 2 */
  tl_list mode_strides; /* one a mode, in elements, >= 0 */
  tl_swizzle swizzle;   /* of the whole offset */
} tl_shared;            /* no padding: equal layouts have equal bytes */

/* The layout with these fields, canonical or not (law L9).  TL_INVALID when the
 * modes do not factor the shape, a stride is missing or negative. */
TL_MUST_CHECK tl_code tl_layout_from_shared(const tl_shared *fields,
                                            tl_layout *out, tl_error *error);

/* The fields of a layout.  From fields and back is the same value where they
 * are canonical (law L40).  TL_INVALID for one that is no shared layout.
 *
 *   S[(8, 8) : (9, 1)] -> shared(..., mode_strides = [9, 1]) */
TL_MUST_CHECK tl_code tl_layout_to_shared(const tl_layout *layout,
                                          tl_shared *out, tl_error *error);

/* Law L7: offset of i is outer(i / S) * span(inner) + inner(i % S), S the shape
 * of inner.  Equal ranks.  Swizzles of the operands are left out, as in Tilus:
 * apply one to the result. */
TL_MUST_CHECK tl_code tl_shared_compose(const tl_layout *outer,
                                        const tl_layout *inner, tl_layout *out,
                                        tl_error *error);

/* The layout followed by `swizzle`.  TL_INVALID when it is swizzled already. */
TL_MUST_CHECK tl_code tl_shared_apply_swizzle(const tl_layout *layout,
                                              const tl_swizzle *swizzle,
                                              tl_layout *out, tl_error *error);

/* The layout that ldmatrix reads without bank conflicts: rows cut into segments
 * of at most 128 bytes, each swizzled over 8 rows in chunks of 16 bytes.  The
 * last two dimensions must be multiples of 8 and of 16 / nbytes.
 *
 *   row_major_swizzle([8, 64], nbytes = 2)
 *     -> strides [64, 1], swizzle(base = 3, bits = 3, shift = 3)
 * Source: Tilus, shared_row_major_swizzle. */
TL_MUST_CHECK tl_code tl_shared_row_major_swizzle(const tl_list *shape,
                                                  int64_t nbytes,
                                                  tl_layout *out,
                                                  tl_error *error);

/* What functions make of a layout and a list. */
typedef tl_code tl_shared_function(const tl_layout *layout, const tl_list *list,
                                   tl_layout *out, tl_error *error);

/* Only the listed dimensions stay, in that order.  The swizzle is kept. */
TL_MUST_CHECK tl_shared_function tl_shared_slice;

/* Inserts a dimension of extent 1 before each of `dims`, which count in the
 * result as it grows, from the smallest on; at most the original rank. */
TL_MUST_CHECK tl_shared_function tl_shared_unsqueeze;

/* Law L17: the element with row-major index i keeps its offset.  TL_INVALID
 * when sizes differ or a mode cannot be split along the new extents. */
TL_MUST_CHECK tl_shared_function tl_shared_reshape;

/* A new slowest dimension that steps by the span of `layout`. */
TL_MUST_CHECK tl_code tl_shared_prepend_dim(const tl_layout *layout,
                                            int64_t extent, tl_layout *out,
                                            tl_error *error);

TL_C_END
#endif /* TL_SHARED_H */
