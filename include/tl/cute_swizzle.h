/* tl/cute_swizzle.h - CuTe swizzles, and layouts followed by one.
 *
 * Swizzle<B,M,S> is the tl_swizzle with bits B, base M and shift S, where a
 * negative shift XORs the lower bits into the upper ones:
 *
 *   S >= 0   x ^ ((x & (mask << (M + S))) >> S)       mask = (1 << B) - 1
 *   S <  0   x ^ ((x & (mask << M)) << -S)
 *
 * A composed layout Sw<B,M,S> o offset o layout maps c to
 * swizzle(offset + layout(c)); it has the shape of the layout.  A layout of
 * coordinates has no swizzle; the coordinate that it starts at is added to
 * where it leads: (16,0) o (8,8):(1@0,1@1).  Without swizzle
 * bits and offset it is the layout itself.  Operations on the domain of a
 * composed layout (coalesce, divides, products, get, ...) act on the layout
 * inside.  Source: CUTLASS, include/cute/swizzle.hpp, swizzle_layout.hpp.
 *
 * Values are plain and own nothing. */
#ifndef TL_CUTE_SWIZZLE_H
#define TL_CUTE_SWIZZLE_H

#include "tl/cute.h"

TL_C_BEGIN

/* Sw<B,M,S>: B and M >= 0, |S| >= B, within 62 bits.  Law L24: its own inverse
 * on [0, 2^(B + M + |S|)). */
TL_MUST_CHECK tl_code tl_cute_swizzle_create(int64_t bits, int64_t base,
                                             int64_t shift, tl_swizzle *out,
                                             tl_error *error);

/* The swizzle that XORs the bits of mask `y` into the bits of mask `z`: runs of
 * equally many bits.
 *
 *   make_swizzle(0b111000000, 0b111000) -> Sw<3,3,3> */
TL_MUST_CHECK tl_code tl_cute_swizzle_make(int64_t y, int64_t z,
                                           tl_swizzle *out, tl_error *error);

/* a(b(x)) as one swizzle; equal shifts. */
TL_MUST_CHECK tl_code tl_cute_swizzle_compose(const tl_swizzle *a,
                                              const tl_swizzle *b,
                                              tl_swizzle *out, tl_error *error);

typedef struct tl_composed {
  tl_swizzle swizzle;
  int64_t offset; /* >= 0 */
  tl_cute layout;
  tl_cute_place start; /* of a layout of coordinates: terms that are not 0 */
} tl_composed;         /* no padding: equal layouts have equal bytes */

/* Checks the parts; a swizzle needs offsets >= 0, and is one that
 * tl_cute_swizzle_create accepts. */
TL_MUST_CHECK tl_code tl_composed_create(const tl_swizzle *swizzle,
                                         int64_t offset, const tl_cute *layout,
                                         tl_composed *out, tl_error *error);

/* The swizzle of 0, 1, 2, ... */
TL_MUST_CHECK tl_code tl_composed_swizzle_line(const tl_swizzle *swizzle,
                                               int64_t size, tl_composed *out,
                                               tl_error *error);

/* True for a layout without swizzle and offset. */
bool tl_composed_is_plain(const tl_composed *composed);

/* TL_INVALID for a layout of coordinates. */
TL_MUST_CHECK tl_code tl_composed_check_integers(const tl_composed *composed,
                                                 tl_error *error);

/* The same layout with `by` added before the swizzle: an integer, or a
 * coordinate that a layout leads to. */
TL_MUST_CHECK tl_code tl_composed_move(const tl_composed *composed,
                                       const tl_cute_place *by,
                                       tl_composed *out, tl_error *error);

/* A layout that starts at an integer >= 0, or at a coordinate. */
TL_MUST_CHECK tl_code tl_composed_start(const tl_cute *layout,
                                        const tl_cute_place *start,
                                        tl_composed *out, tl_error *error);

/* Law L60: where a coordinate leads to. */
TL_MUST_CHECK tl_code tl_composed_place(const tl_tuple *coordinate,
                                        const tl_composed *composed,
                                        tl_cute_place *out, tl_error *error);

/* Law L24: swizzle(offset + layout(coordinate)). */
TL_MUST_CHECK tl_code tl_composed_apply(const tl_composed *composed,
                                        int64_t coordinate, int64_t *out,
                                        tl_error *error);

/* Strides counted in units of n elements (upcast), or elements cut into n
 * (downcast).  Law L25: an upcast by n has the values v / n, rounded down, a
 * downcast the values n v + k, k < n, where v are the values of a layout with
 * strides >= 0.  TL_INVALID unless each mode fills whole units or stays within
 * one, and all modes together do; downcast needs one mode of stride 1.  With a
 * swizzle n is a power of two, and cuts neither its base nor the offset.
 *
 *   upcast(2, (6,2):(1,6)) -> (3,2):(1,3);  downcast(4, 16:1) -> 64:1 */
TL_MUST_CHECK tl_code tl_composed_upcast(int64_t n, const tl_composed *composed,
                                         tl_composed *out, tl_error *error);
TL_MUST_CHECK tl_code tl_composed_downcast(int64_t n,
                                           const tl_composed *composed,
                                           tl_composed *out, tl_error *error);

/* Elements of old_bits read as elements of new_bits (law L25). */
TL_MUST_CHECK tl_code tl_composed_recast(int64_t old_bits, int64_t new_bits,
                                         const tl_composed *composed,
                                         tl_composed *out, tl_error *error);

/* Of layouts with one swizzle the vector within it is that of the layouts;
 * otherwise it ends at the base of a swizzle. */
TL_MUST_CHECK tl_code tl_composed_max_common_vector(const tl_composed *a,
                                                    const tl_composed *b,
                                                    int64_t *out,
                                                    tl_error *error);

/* tl_cute_max_alignment, within the base of the swizzle. */
TL_MUST_CHECK tl_code tl_composed_max_alignment(const tl_composed *composed,
                                                int64_t *out, tl_error *error);

/* The sub-layout where the integers of the coordinate are fixed, and the offset
 * that is added to it.  Law L24: result(c) + offset is the value at c and the
 * fixed integers.  A swizzle that has no bits left to permute in the slice
 * becomes plain strides.
 *
 *   slice_and_offset((_,2), (8,64):(64,1)) -> (8):(64), 2 */
TL_MUST_CHECK tl_code tl_composed_slice(const tl_tuple *coordinate,
                                        const tl_composed *composed,
                                        tl_composed *out, int64_t *offset,
                                        tl_error *error);

/* The same map as a tile layout (law L27): mode by mode a dimension, whose
 * fastest digit, the first of CuTe's, comes last.
 *
 *   ((2,4),8):((1,16),2) -> S[((4, 2), 8) : ((16, 1), 2)] */
TL_MUST_CHECK tl_code tl_layout_from_cute(const tl_composed *layout,
                                          tl_layout *out, tl_error *error);

/* The other way (law L40): a mode for each dimension, an integer if it is one
 * digit (1:0 if it is none), otherwise a tuple with the fastest digit first; an
 * integer layout for rank 1 and one digit.  No replica or symbol; a swizzle has
 * |shift| >= bits, counting the bits that offsets have.  From a composed layout
 * of that form, its modes coalesced, and back is the same value. */
TL_MUST_CHECK tl_code tl_layout_to_cute(const tl_layout *layout,
                                        tl_composed *out, tl_error *error);

TL_C_END
#endif /* TL_CUTE_SWIZZLE_H */
