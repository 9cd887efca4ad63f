/* tl/linear.h - Linear layouts: which element each bit of a place moves to.
 *
 * The register, the lane and the warp that hold an element are numbers of bits.
 * A basis says to which coordinate its bit leads; the element of a place is the
 * XOR of the bases of the bits that are set.  A basis of zeros leads nowhere:
 * the bit numbers copies.
 *
 *   register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0]], warp = [],
 *   shape = [2, 8]:
 *     register 1 of lane 5 holds (0, 1) ^ (0, 2) ^ (1, 0) = (1, 3)
 *
 * Warp w begins at thread w times the lanes, a power of two.  Source: Triton,
 * include/triton/Tools/LinearLayout.h.
 *
 * Values are plain and own nothing. */
#ifndef TL_LINEAR_H
#define TL_LINEAR_H

#include "tl/value.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TL_KIND_LINEAR = TL_KIND_LATER };

typedef enum tl_linear_part {
  TL_LINEAR_REGISTER = 0,
  TL_LINEAR_LANE,
  TL_LINEAR_WARP,
  TL_LINEAR_PARTS,
} tl_linear_part;

typedef struct tl_linear {
  tl_list shape; /* powers of two */
  /* A basis is kept as the row-major number of its coordinate, of which XOR is
   * the XOR of coordinates. */
  tl_list bases[TL_LINEAR_PARTS];
  tl_swizzle swizzle; /* that follows from the bases of registers */
} tl_linear;          /* no padding: equal layouts have equal bytes */

/* Checks that a tile layout has the same map: every bit of the coordinate is
 * moved along by one basis alone, after a swizzle of the register where the
 * bases of registers are sums.  The message names the basis that stands in the
 * way.
 *
 *   lane = [[0, 1], [1, 1]] -> basis 1 of lane, [1, 1], moves along several
 *                              bits, which no tile layout does */
TL_MUST_CHECK tl_code tl_linear_create(const tl_list *shape,
                                       const tl_lists *bases, tl_linear *out,
                                       tl_error *error);

/* The same map as a tile layout (law L9), and back (law L40), over the threads
 * of `scope` in waves of `lanes`.  TL_INVALID for warps that do not begin where
 * waves do, a digit that is no power of two, an offset, a symbol, several slots
 * for an element.
 *
 *   S[(2, 8) : (4@laneid, (1@laneid, 1))], warp
 *     -> register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0]], ... */
TL_MUST_CHECK tl_code tl_layout_from_linear(const tl_linear *layout,
                                            tl_scope scope, int64_t lanes,
                                            tl_layout *out, tl_error *error);
TL_MUST_CHECK tl_code tl_layout_to_linear(const tl_layout *layout,
                                          tl_scope scope, int64_t lanes,
                                          tl_linear *out, tl_error *error);

#ifdef __cplusplus
}
#endif
#endif /* TL_LINEAR_H */
