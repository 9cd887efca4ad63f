/* tl/copy_async.h - What one thread does in a copy from memory to memory that
 * no register takes part in: cp.async.
 *
 * The copy is planned as a load of the source and a store of the target under
 * one partition; a register that both know is the element that moves.
 *
 * Law C10 (pairs).  For every register slot, the pairs lead to the offset that
 * the load has for it in the source and to the one that the store has for it in
 * the target.
 * Law C11 (asynchronous accesses).  An access has 16, 8 or 4 bytes, is
 * consecutive and aligned on both sides, and what bounds leave of it are its
 * first elements.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: cp.async"
 * (sm_80; cp-size 4, 8 or 16, src-size for what is read, zeros for the rest).
 *
 * Plans are plain values and own nothing. */
#ifndef TL_COPY_ASYNC_H
#define TL_COPY_ASYNC_H

#include "tl/copy_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TL_ASYNC_NARROWEST_BYTES = 4, TL_ASYNC_WIDEST_BYTES = 16 };

/* What messages say of it, of a target (%s) and of its accesses. */
#define TL_NO_ASYNC_COPY "%s has no asynchronous copies (cp.async needs sm_80)"
#define TL_ASYNC_MOVES "cp.async moves 4, 8 or 16 bytes"

/* Whether cp.async has accesses of so many bytes. */
bool tl_async_has_bytes(int64_t bytes);

/* The atoms of `load` and of `store`, which take apart the same registers, as
 * pairs: memory strides are of the source, register strides of the target.
 * TL_UNSUPPORTED when their digits have no common refinement, or when a stride
 * of the target is known only at run time.  `out` may be neither of them.
 *
 *   (8 : 1 -> 1), (2 : 64 -> 4)(4 : 1 -> 1)
 *     -> (2 : 4 -> 64)(4 : 1 -> 1) */
TL_MUST_CHECK tl_code tl_async_pair(const tl_atoms *load, const tl_atoms *store,
                                    tl_atoms *out, tl_error *error);

/* Decides how wide: the widest of 16, 8 and 4 bytes, at most `max_bits`, that
 * is legal.  `alignment` is in bytes and of both sides.  False when none is.
 *
 *   (2 : 4 -> 64)(4 : 1 -> 1), elements of 2 bytes, alignment 16
 *     -> width 4, outer (2 : 4 -> 64), inner (4 : 1 -> 1) */
TL_MUST_CHECK bool tl_async_plan(const tl_atoms *pairs,
                                 const tl_swizzle *source,
                                 const tl_swizzle *target, int64_t alignment,
                                 int64_t element_bytes, int64_t max_bits,
                                 tl_copy_vectors *out);

/* How an access of `width` elements, all of a run, goes through a bounded
 * dimension: element i is i / step further than the first; `width` where all
 * are at one coordinate, 0 when it does not go like that. */
int64_t tl_async_step(const tl_atoms *run, int64_t width, int64_t dimension);

#ifdef __cplusplus
}
#endif
#endif /* TL_COPY_ASYNC_H */
