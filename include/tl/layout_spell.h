/* tl/layout_spell.h - Tile layouts in the other spellings.
 *
 * The inverses of tl_layout_from_register and its siblings.  Each gives the
 * canonical value with the same map, or TL_INVALID with what stands in the way
 * (law L40: there and back is the same map; for the canonical inputs named
 * below it is the same value).
 *
 *   S[(32, 8) : (1@laneid, 1)], warp
 *     -> register(shape = [32, 8], mode_shape = [32, 8],
 *                 spatial_modes = [0], local_modes = [1])
 *     -> (32,8):(1,32), tile = (32, 8)
 *   S[(8, 8) : (9, 1)] -> shared(..., mode_strides = [9, 1]), (8,8):(9,1)
 *
 * Values are plain and own nothing; `out` is written on success alone. */
#ifndef TL_LAYOUT_SPELL_H
#define TL_LAYOUT_SPELL_H

#include "tl/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The register layout over the threads of `scope` (tl_layout_on_scope).  Thread
 * digits and replicas have to number threads 0 to n - 1, and slot digits slots
 * 0 to k - 1, without gaps and each once.  No offset, swizzle or symbol.
 *
 * From a register layout and back is the same value unless it has a replica
 * digit -1 or neighbouring replica digits, which tile layouts merge.
 *
 *   S[(2, 2) : (4@laneid, 1)] -> thread digits leave a gap: threads 1 to 3 hold
 *                                nothing */
TL_MUST_CHECK tl_code tl_layout_to_register(const tl_layout *layout,
                                            tl_scope scope, tl_register *out,
                                            tl_error *error);

/* The shared layout: everything on m; no offset, replica or symbol.  From a
 * shared layout and back is the same value. */
TL_MUST_CHECK tl_code tl_layout_to_shared(const tl_layout *layout,
                                          tl_shared *out, tl_error *error);

/* The CuTe layout of memory, Sw o offset o layout: a mode for each dimension,
 * an integer if it is one digit (1:0 if it is none), otherwise a tuple with the
 * fastest digit first; an integer layout for rank 1 and one digit.  No replica
 * or symbol; a swizzle has |shift| >= bits, counting the bits that offsets
 * have.  From a composed layout of that form, its modes coalesced, and
 * back is the same value.
 *
 *   S[((4, 2), 8) : ((16, 1), 2)] -> ((2,4),8):((1,16),2) */
TL_MUST_CHECK tl_code tl_layout_to_cute(const tl_layout *layout,
                                        tl_composed *out, tl_error *error);

/* The thread-value layout over the threads of `scope`, with the shape as tile;
 * replicas are modes of stride 0.  As tl_layout_to_register, for ranks of 1 and
 * more.  Threads and values are coalesced; from a thread-value layout of that
 * form and back is the same value. */
TL_MUST_CHECK tl_code tl_layout_to_cute_tv(const tl_layout *layout,
                                           tl_scope scope, tl_cute_tv *out,
                                           tl_error *error);

#ifdef __cplusplus
}
#endif
#endif /* TL_LAYOUT_SPELL_H */
