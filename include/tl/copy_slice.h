/* tl/copy_slice.h - Copies of a slice of memory that has more dimensions.
 *
 * The first dimensions of memory say which slice, as a stage of a ring or a
 * matrix of a batch; the tile has the others.
 *
 * Requests and layouts are plain values and own nothing. */
#ifndef TL_COPY_SLICE_H
#define TL_COPY_SLICE_H

#include "tl/copy_plan.h"

TL_C_BEGIN

/* The tile with `count` dimensions of extent 1 before its own; `out` may be
 * `tile`.  TL_CAPACITY where it has no room for them.
 *
 *   1, S[(32, 8) : (1@tx, 1)] -> S[(1, 32, 8) : (0, 1@tx, 1)] */
TL_MUST_CHECK tl_code tl_layout_lead(int64_t count, const tl_layout *tile,
                                     tl_layout *out, tl_error *error);

/* Removes the first `count` dimensions. */
void tl_layout_drop(int64_t count, tl_layout *layout);

/* Makes it the copy of a slice, without the first dimensions: where it starts
 * is then not known any more, but how it is aligned.
 *
 *   16 bytes, origin (3, 0) of strides (4, 1), 2 bytes an element -> 8 bytes */
void tl_copy_request_slice(int64_t leading, tl_copy_request *request);

TL_C_END
#endif /* TL_COPY_SLICE_H */
