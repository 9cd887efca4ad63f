/* tl/cute.h - CuTe layouts: shape:stride, and the layout algebra.
 *
 * A layout maps a coordinate of its shape to the inner product with its stride.
 * A linear coordinate walks the shape colexicographically: the first mode is
 * fastest.  Beyond the size it goes on along the last mode.
 *
 *   (4,8):(8,1)            (i,j) -> 8 i + j
 *   ((2,2),3):((24,2),8)   7 -> (1,1,1) -> 34
 *
 * Every operation has the name, the result and the profile of C++ CuTe (CUTLASS
 * 4.7, include/cute/layout.hpp) on static layouts; where CuTe would return a
 * layout that is not the function it promises, these return TL_INVALID with the
 * coordinate that shows it.  Sizes are plain integers.  Law L28: the text of a
 * layout, tuple, tiler or swizzle evaluates to it.
 *
 * Strides are integers, or integers of a coordinate: 2@1 moves item 1 of it by
 * 2, and 1@1@0 item 1 of its item 0 (CuTe's E<0,1>).  A layout with such strides
 * leads to coordinates (law L60): the sums of what each integer of them is moved
 * by.  Functions of offsets take integers alone.
 *
 *   (8,8):(1@0,1@1)   (i,j) -> (i,j)
 *
 * Values are plain and own nothing.  `out` may be any of the inputs. */
#ifndef TL_CUTE_H
#define TL_CUTE_H

#include "tl/layout.h"
#include "tl/tuple.h"

TL_C_BEGIN

/* A tuple whose leaves are modes: extent and stride.  What takes a shape takes
 * a layout for the shape of it, and functions of items (tl/tuple.h) are the
 * same for layouts. */
typedef tl_tuple tl_cute;

/* A tiler is a layout, or one tiler for each mode: <3:1,<2:1,4:1>>.  It is kept
 * as a layout whose by-mode nodes are TL_NODE_BY_MODE + items; _ leaves a mode
 * as it is.  An integer n stands for n:1, a tuple for a tiler of its items. */
typedef tl_tuple tl_tiler;

tl_tiler tl_tiler_from_tuple(const tl_tuple *tuple);

/* ---- Coordinates as values ---------------------------------------------- */

typedef struct tl_cute_place_item {
  int64_t basis, value; /* see tl_leaf */
} tl_cute_place_item;

/* What a layout leads to: an integer, the term of basis 0, or a coordinate with
 * terms in the order of its integers. */
typedef struct tl_cute_place {
  int64_t count;
  tl_cute_place_item items[TL_MAX_PLACE_ITEMS];
} tl_cute_place; /* no padding */

/* The path to an item within what a path leads to, and one that goes through an
 * item first; and the items, from the outside in.  Add TL_CAPACITY. */
TL_MUST_CHECK tl_code tl_basis_inner(int64_t basis, int64_t item, int64_t *out,
                                     tl_error *error);
TL_MUST_CHECK tl_code tl_basis_outer(int64_t item, int64_t basis, int64_t *out,
                                     tl_error *error);
tl_tuple tl_basis_path(int64_t basis);

/* Adds count steps.  TL_INVALID for an integer where there is a tuple. */
TL_MUST_CHECK tl_code tl_cute_place_add(tl_cute_place *place, int64_t basis,
                                        int64_t count, int64_t step,
                                        tl_error *error);

/* As a tuple, where what no term has is 0, and the other way; 1@1 -> (0,1). */
TL_MUST_CHECK tl_code tl_cute_place_to_tuple(const tl_cute_place *place,
                                             tl_tuple *out, tl_error *error);
TL_MUST_CHECK tl_code tl_cute_place_from_tuple(const tl_tuple *tuple,
                                               tl_cute_place *out,
                                               tl_error *error);

/* Whether a stride is along a coordinate, TL_INVALID where one is; and the
 * layout of one integer of the coordinates, with integer strides. */
bool tl_cute_is_coordinates(const tl_cute *layout);
TL_MUST_CHECK tl_code tl_cute_check_integers(const tl_cute *layout,
                                             tl_error *error);
tl_cute tl_cute_along(const tl_cute *layout, int64_t basis);

/* Adds where coordinate `coordinate` leads to *place. */
TL_MUST_CHECK tl_code tl_cute_place_at(const tl_tuple *coordinate,
                                       const tl_cute *layout,
                                       tl_cute_place *place, tl_error *error);

/* ---- Values ------------------------------------------------------------- */

/* <3:1,<2:1,4:1>> -> <3:1,2:1,4:1> */
TL_MUST_CHECK tl_tuple_function tl_tiler_flatten;

/* Makes one of two congruent tuples, and its parts. */
TL_MUST_CHECK tl_tuple_operation tl_cute_create;
tl_tuple tl_cute_shape(const tl_cute *layout);
tl_tuple tl_cute_stride(const tl_cute *layout);

/* Size and cosize have to be within 64 bits.  Extents below 1, which
 * complement(4:2, 0) = (2,0):(1,8) has, are layouts without coordinates: the
 * algebra rejects them as operands, as check_domain does. */
TL_MUST_CHECK tl_code tl_cute_check(const tl_cute *layout, tl_error *error);
TL_MUST_CHECK tl_code tl_cute_check_domain(const tl_cute *layout,
                                           tl_error *error);

/* The compact colexicographic layout of a shape, and that where the modes with
 * the smallest numbers in the order `b` are fastest.
 *
 *   make_layout((2,(3,4))) -> (2,(3,4)):(1,(2,6)) */
TL_MUST_CHECK tl_tuple_function tl_cute_make;

/* The layout that leads every coordinate to itself. */
TL_MUST_CHECK tl_tuple_function tl_cute_make_identity;
TL_MUST_CHECK tl_tuple_operation tl_cute_make_ordered;

/* The concatenation: the layouts become modes; pushes one more mode. */
TL_MUST_CHECK tl_code tl_cute_push(tl_cute *layout, const tl_cute *mode,
                                   tl_error *error);

/* Coordinates; and 1 + the sum of (size - 1) * |stride|, which is above every
 * offset of a layout with strides >= 0: of coordinates the product of those of
 * each integer, which coshape is the tuple of; coprofile has zeros there. */
TL_MUST_CHECK tl_tuple_measure tl_cute_size, tl_cute_cosize;
TL_MUST_CHECK tl_tuple_function tl_cute_coshape, tl_cute_coprofile;

/* The offset of a linear coordinate >= 0.  Adds TL_OVERFLOW beyond the size. */
TL_MUST_CHECK tl_code tl_cute_apply(const tl_cute *layout, int64_t coordinate,
                                    int64_t *offset, tl_error *error);

/* The offset of coordinate `a` in layout `b`.  An integer walks the modes
 * colexicographically; beyond the size it goes on along the last mode.  _
 * counts as 0.
 *
 *   crd2idx(7, (2,3):(3,1)) -> 6;  crd2idx((1,2), (2,3):(3,1)) -> 5 */
TL_MUST_CHECK tl_tuple_measure_of_two tl_cute_crd2idx;

/* The coordinate of an offset in a compact layout: (offset / stride) % shape at
 * each leaf. */
TL_MUST_CHECK tl_code tl_cute_idx2crd(int64_t offset, const tl_cute *layout,
                                      tl_tuple *out, tl_error *error);

/* ---- One layout --------------------------------------------------------- */

/* Law L18: the flat layout with the same function on [0, size) that has no unit
 * mode and no two neighbours that are one run; a single mode is an integer
 * layout.
 *
 *   coalesce((2,(1,6)):(1,(6,2))) -> 12:1
 *
 * coalesce_x has the same function on all indices: a last mode of extent 1
 * keeps its stride as a mode of extent 2.  filter first gives modes of stride 0
 * extent 1. */
TL_MUST_CHECK tl_tuple_function tl_cute_coalesce, tl_cute_coalesce_x,
    tl_cute_filter;

/* Applies `function` to the modes that `profile` names: to each leaf's part of
 * the layout, or for NULL to all of it.  Modes beyond the profile stay.
 *
 *   coalesce((2,(1,6)):(1,(6,2)), (1,1)) -> (2,6):(1,2) */
TL_MUST_CHECK tl_code tl_cute_by_profile(const tl_cute *layout,
                                         const tl_tuple *profile,
                                         tl_tuple_function *function,
                                         tl_cute *out, tl_error *error);

/* shape:strides in the order of the layout's own strides, modes of stride 0
 * staying at 0; and a compact layout whose first mode is fastest, the others in
 * the order of their strides: what a register copy of the tensor has. */
TL_MUST_CHECK tl_tuple_function tl_cute_make_like, tl_cute_make_fragment_like;

/* The modes of stride 0, as a layout of coordinates: they do not change the
 * offset.
 *
 *   nullspace((2,3,2):(0,1,0)) -> (2,2):(1,6) */
TL_MUST_CHECK tl_tuple_function tl_cute_nullspace;

/* ---- Algebra ------------------------------------------------------------ */

/* Law L19: R(c) = A(B(c)) for every coordinate of B, whose profile R refines; A
 * goes on along its last mode.  TL_INVALID when no layout found by CuTe's rules
 * is that function: extents or strides that do not divide, or sums of B that
 * carry over an extent of A.
 *
 *   composition((6,2):(8,2), (4,3):(3,1)) -> ((2,2),3):((24,2),8) */
TL_MUST_CHECK tl_tuple_operation tl_cute_composition;

/* Law L20: offsets that layout `a` leaves out, in ascending order.  The sums of
 * one of its offsets and one of the complement's are all different and reach at
 * least the size of the cotarget `b`; they are all of [0, n) for some n where
 * each stride is a multiple of where the modes of smaller stride end.  NULL
 * stands for the cosize of the filtered layout.  TL_INVALID for a layout with a
 * mode that starts before those of smaller stride end: every layout that is not
 * injective, and some that are.
 *
 *   complement(4:2, 24) -> (2,3):(1,8) */
TL_MUST_CHECK tl_tuple_operation tl_cute_complement;

/* Law L21: L(R(i)) = i for i below the size of the right inverse, and
 * L(R(L(i))) = L(i) for the left inverse; of a bijection onto [0, size) both
 * are the inverse.
 *
 *   right_inverse((2,4,6):(4,1,8)) -> (4,2,6):(2,1,8)
 *   left_inverse((4,2):(1,16)) -> (16,2):(1,4) */
TL_MUST_CHECK tl_tuple_function tl_cute_right_inverse, tl_cute_left_inverse;

/* The longest layout of coordinates along which both count 0, 1, 2, ...; its
 * size is the length of the largest common vector. */
TL_MUST_CHECK tl_tuple_operation tl_cute_max_common_layout;

/* The largest number that divides the offset of every aligned vector. */
TL_MUST_CHECK tl_tuple_measure tl_cute_max_alignment;

/* Coordinates of `shape` that `count` workers share evenly. */
TL_MUST_CHECK tl_code tl_cute_domain_distribute(const tl_tuple *shape,
                                                int64_t count, tl_cute *out,
                                                tl_error *error);

/* ---- Layouts by tilers -------------------------------------------------- */

/* composition(A_i, tiler_i) as modes, where a mode of A_i is rounded up to
 * whole tiles; modes beyond the tiler are left out.  A tiler that is one layout
 * is an ordinary composition. */
TL_MUST_CHECK tl_tuple_operation tl_cute_compose_tiler;

/* The tiles `b` of each mode cover the shape `a` exactly. */
TL_MUST_CHECK tl_tuple_measure_of_two tl_cute_evenly_divides;

/* logical_divide: (tile, rest), by mode for a tiler of modes (law L22).  Where
 * tiles do not divide a coalesced mode of the layout, that mode is rounded up
 * to whole tiles, and the result is the function of the rounded layout.  The
 * others gather the tiles in mode 0 and spread (zipped) rests in mode 1,
 * (tiled) rests as modes, (flat) all as modes.
 *
 *   logical_divide(24:1, 4:2) -> (4,(2,3)):(2,(1,8)) */
TL_MUST_CHECK tl_tuple_operation tl_cute_logical_divide, tl_cute_zipped_divide,
    tl_cute_tiled_divide, tl_cute_flat_divide;

/* logical_product: (layout, copies): copies of the layout laid out as the tiler
 * says (law L23).  TL_INVALID where copies would meet: the gaps of the layout
 * have no room for as many as the tiler counts.  The others spread the modes as
 * the divides do. */
TL_MUST_CHECK tl_tuple_operation tl_cute_logical_product,
    tl_cute_zipped_product, tl_cute_tiled_product, tl_cute_flat_product;

/* Products mode by mode: a block of `a` repeated as `b` (blocked), or its
 * elements spread apart (raked): law L23.
 *
 *   blocked_product((2,5):(5,1), (3,4):(1,3)) -> ((2,3),(5,4)):((5,10),(1,30))
 */
TL_MUST_CHECK tl_tuple_operation tl_cute_blocked_product, tl_cute_raked_product;

/* Repeats `block` over a shape that it divides evenly, in the order of modes
 * that `order` gives (NULL: the first mode fastest). */
TL_MUST_CHECK tl_code tl_cute_tile_to_shape(const tl_cute *block,
                                            const tl_tuple *shape,
                                            const tl_tuple *order, tl_cute *out,
                                            tl_error *error);

/* Swizzled layouts are in tl/cute_swizzle.h, thread-value layouts in
 * tl/cute_tv.h. */

TL_C_END
#endif /* TL_CUTE_H */
