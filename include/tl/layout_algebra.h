/* tl/layout_algebra.h - Operations on tile layouts.
 *
 * Every operation returns a canonical layout (law L8) and is exact: where the
 * map that it promises is not that of a tile layout, it fails.  `out` may be
 * one of the inputs.  All of them report the errors of tl_layout_create, such
 * as a thread axis that would be left, and TL_CAPACITY for too many iters.
 * Strides known at run time are carried along; TL_UNSUPPORTED where their size
 * would have to be known.
 *
 * Values are plain and own nothing.  Source: TIRx tile layouts (apache/tvm),
 * whose names the operations keep. */
#ifndef TL_LAYOUT_ALGEBRA_H
#define TL_LAYOUT_ALGEBRA_H

#include "tl/layout.h"

TL_C_BEGIN

/* What functions make of a layout and a list, of two layouts, and of a layout
 * and a part of it in waves of `lanes`. */
typedef tl_code tl_layout_function(const tl_layout *layout, const tl_list *list,
                                   tl_layout *out, tl_error *error);
typedef tl_code tl_layout_operation(const tl_layout *a, const tl_layout *b,
                                    tl_layout *out, tl_error *error);
typedef tl_code tl_layout_division(const tl_layout *tiled,
                                   const tl_layout *part, int64_t lanes,
                                   tl_layout *other, tl_error *error);

/*===--- Thread axes -----------------------------------------------------===*/

/* Law L29: the same map, with connected thread axes said by one.  An axis
 * numbers small units in a larger one (laneid: threads in a warp); where the
 * axes of a layout form one chain without gap or fork, the axis from its first
 * unit to its last replaces them.  Other layouts keep their axes.
 *
 *   S[(2, 4, 32) : (1@wgid, 1@wid_in_wg, 1@laneid)]
 *     -> S[(2, 4, 32) : (128@tx, 32@tx, 1@tx)]
 *   S[(2, 32) : (1@wgid, 1@laneid)]: warps in a warpgroup are missing */
TL_MUST_CHECK tl_code tl_layout_canonicalize(const tl_layout *layout,
                                             int64_t lanes, tl_layout *out,
                                             tl_error *error);

/* Law L35: the same thread numbers (the sum of each thread axis times its
 * divisor), said by `axes`: `count` thread axes, slowest first, each the digit
 * next to the one before.  Other axes stay.  TL_INVALID when a digit moves
 * along two of them or the axes of the layout overlap.
 *
 *   S[(256,) : (1@tx,)], [warpid, laneid]
 *     -> S[((8, 32),) : ((1@warpid, 1@laneid),)] */
TL_MUST_CHECK tl_code tl_layout_on_axes(const tl_layout *layout,
                                        const tl_axis *axes, int64_t count,
                                        int64_t lanes, tl_layout *out,
                                        tl_error *error);

/* What one thread holds: the layout without the iters, replicas and offsets
 * that number threads or blocks.
 *
 *   S[(32, 8) : (1@laneid, 1)] -> S[(1, 8) : (0, 1)] */
TL_MUST_CHECK tl_code tl_layout_storage(const tl_layout *layout, tl_layout *out,
                                        tl_error *error);

/*===--- Shapes ----------------------------------------------------------===*/

/* Law L30: the layout of `shape` in which the element with row-major index i
 * stays where it is (group of TIRx).  TL_INVALID when the sizes differ, or a
 * digit cannot be split along the new extents, in which case no layout of that
 * shape has the map.
 *
 *   S[(30,) : (1,)], [6, 5] -> S[(6, 5) : (5, 1)] */
TL_MUST_CHECK tl_layout_function tl_layout_reshape;

/* Dimension k of the result is dimension dims[k] of `layout`. */
TL_MUST_CHECK tl_layout_function tl_layout_permute_dims;

/* Law L31: the coarsest list of extents, without ones, that groups to both `a`
 * and `b`.  TL_INVALID with the two extents that do not divide.
 *
 *   [6, 5], [2, 15] -> [2, 3, 5] */
TL_MUST_CHECK tl_code tl_shape_refine(const tl_list *a, const tl_list *b,
                                      tl_list *out, tl_error *error);

/*===--- Products --------------------------------------------------------===*/

/* Law L32, of `outer` and `inner`: element outer_i * E + inner_i of a dimension,
 * E its extent in `inner`, is at outer(outer_i) scaled, plus inner(inner_i): a step of `outer`
 * along an axis is the span of `inner` along it.  Offsets are not scaled.
 * Replicas are those of both.  One may be swizzled; TL_UNSUPPORTED when no
 * swizzle of the result says the same.
 *
 *   S[(2, 2) : (2, 1)], S[(4, 4) : (4, 1)]
 *     -> S[((2, 4), (2, 4)) : ((32, 4), (16, 1))] */
TL_MUST_CHECK tl_layout_operation tl_layout_tile;

/* The same where `outer` places the parts on threads: all its iters are on
 * thread or block axes. */
TL_MUST_CHECK tl_layout_operation tl_layout_shard;

/* The layout repeated in row-major order until its shape is `shape`. */
TL_MUST_CHECK tl_layout_function tl_layout_tile_to;

/* Law L32, of `left` and `right`: the same domain, without scaling: the element
 * is at left(left_i) + right(right_i).
 *
 *   S[(2, 2) : (4, 1)], S[(2, 2) : (8, 2)]
 *     -> S[((2, 2), (2, 2)) : ((4, 8), (1, 2))] */
TL_MUST_CHECK tl_layout_operation tl_layout_direct_sum;

/* Inverses of tl_layout_tile: `outer` with tile(outer, inner) = tiled, or
 * `inner`.  TL_INVALID when there is none, or when replicas of both layouts
 * hide it.  What `tiled` has as offset beyond the given part is the result's.
 * Where the axes as they are given have none, both are said on tx, on warpid
 * and laneid, and on axes of warpgroups, and the first of these that has one
 * counts.
 *
 *   S[(256,) : (1@tx,)], outer S[(8,) : (1@warpid,)]
 *     -> S[(32,) : (1@laneid,)] */
TL_MUST_CHECK tl_layout_division tl_layout_tile_outer;
TL_MUST_CHECK tl_layout_division tl_layout_tile_inner;

/* Inverses of tl_layout_direct_sum (law L32): `left` with direct_sum(left,
 * right) = sum, or `right`, found like those of tl_layout_tile.
 *
 *   S[((2, 2), (2, 2)) : ((4, 8), (1, 2))], right S[(2, 2) : (8, 2)]
 *     -> S[(2, 2) : (4, 1)] */
TL_MUST_CHECK tl_layout_division tl_layout_direct_sum_left;
TL_MUST_CHECK tl_layout_division tl_layout_direct_sum_right;

/* Law L32: a new dimension of `n` elements, all at one place, before dimension
 * `position`, or with -1 behind the last, -2 before it, and so on.
 *
 *   S[(8, 4) : (4, 1)], 2, 1 -> S[(8, 2, 4) : (4, 0, 1)] */
TL_MUST_CHECK tl_code tl_layout_broadcast(const tl_layout *layout, int64_t n,
                                          int64_t position, tl_layout *out,
                                          tl_error *error);

/*===--- Parts -----------------------------------------------------------===*/

/* Law L33: the window of extent[d] coordinates from begin[d] on, in each
 * dimension d.  TL_INVALID when it leaves the shape; TL_UNSUPPORTED when no
 * tile layout has that map (a digit would have a negative stride, or none), or
 * when its offset depends on a number known only at run time.
 *
 *   S[(8, 8) : (8, 1)], [2, 4], [3, 4] -> S[(3, 4) : (8, 1)] + 20@m
 *   S[((4, 4),) : ((16, 1),)], [2], [4] -> S[((2, 2),) : ((14, 1),)] + 2@m */
TL_MUST_CHECK tl_code tl_layout_slice(const tl_layout *layout,
                                      const tl_list *begin,
                                      const tl_list *extent, tl_layout *out,
                                      tl_error *error);

/* Law L34: `n` elements that are neighbours in memory and along the last
 * dimension become one (pack), or an element becomes `n` (unpack).  Only axis m
 * counts elements; threads stay.  TL_INVALID when the elements are no
 * neighbours, or places are no multiples of n.
 *
 *   S[(8, 16) : (16, 1)], 2 -> S[(8, 8) : (8, 1)]
 *   S[(32, 8) : (1@laneid, 1)], 2 -> S[(32, 4) : (1@laneid, 1)] */
TL_MUST_CHECK tl_code tl_layout_pack(const tl_layout *layout, int64_t n,
                                     tl_layout *out, tl_error *error);
TL_MUST_CHECK tl_code tl_layout_unpack(const tl_layout *layout, int64_t n,
                                       tl_layout *out, tl_error *error);

TL_C_END
#endif /* TL_LAYOUT_ALGEBRA_H */
