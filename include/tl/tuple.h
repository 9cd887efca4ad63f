/* tl/tuple.h - Integer tuples: CuTe's IntTuple.
 *
 * An integer tuple is an integer or a tuple of integer tuples.  (4) and 4 are
 * different tuples, though both have rank 1; the profile of a tuple is what
 * remains when its integers are erased.
 *
 *   (2,(3,4))   rank 2, depth 2, leaves 2 3 4
 *
 * A tuple is kept as its nodes in preorder.  A coordinate may hold `_` ("all of
 * this mode") in the place of an integer.  A CuTe layout (tl/cute.h) is a tuple
 * whose leaves are extent and stride, so that what only sorts items does the
 * same to both.  Source: CUTLASS, include/cute/int_tuple.hpp, of which every
 * function here has the name and the meaning.
 *
 * Values are plain and own nothing.  `out` may be any of the inputs. */
#ifndef TL_TUPLE_H
#define TL_TUPLE_H

#include "tl/list.h"
#include <stdbool.h>

TL_C_BEGIN

/* A node is the number of items of a tuple, or one of these. */
enum {
  TL_NODE_INTEGER = -1,
  TL_NODE_ALL = -2,     /* _ */
  TL_NODE_BY_MODE = 64, /* in a tiler (tl/cute.h): 64 + number of items */
};

/* Which integer of a coordinate a number counts: the path to it, from the
 * outside in, in digits of base 64 that are 1 + an item, the outermost lowest;
 * 0 for an integer alone.  CuTe's E<0,1>, which is written 1@1@0, innermost
 * first, is 1 + 64 * 2. */
enum { TL_BASIS_BITS = 6 };

typedef struct tl_leaf {
  int64_t value;  /* the integer, 0 for _; in a layout the extent */
  int64_t stride; /* in a layout, otherwise 0 */
  int64_t basis;  /* what the stride of a layout, or the integer, counts; 0 for
                     a number 0 */
} tl_leaf;

typedef struct tl_tuple {
  int64_t node_count, leaf_count;
  int8_t nodes[TL_MAX_NODES];   /* preorder */
  tl_leaf leaves[TL_MAX_ITERS]; /* of the integers and of each _ */
} tl_tuple; /* no padding, unused slots zero: equal tuples have equal bytes */

/* What functions make of one tuple or two: a tuple, or a number, which is 1
 * where something holds and 0 where it does not. */
typedef tl_code tl_tuple_function(const tl_tuple *tuple, tl_tuple *out,
                                  tl_error *error);
typedef tl_code tl_tuple_operation(const tl_tuple *a, const tl_tuple *b,
                                   tl_tuple *out, tl_error *error);
typedef tl_code tl_tuple_operation_at(int64_t n, const tl_tuple *tuple,
                                      const tl_tuple *item, tl_tuple *out,
                                      tl_error *error);
typedef tl_code tl_tuple_measure(const tl_tuple *tuple, int64_t *out,
                                 tl_error *error);
typedef tl_code tl_tuple_measure_of_two(const tl_tuple *a, const tl_tuple *b,
                                        int64_t *out, tl_error *error);

/* The integer, the flat tuple of the list's items, and the list of all leaves'
 * values. */
tl_tuple tl_tuple_integer(int64_t value);
tl_tuple tl_tuple_from_list(const tl_list *list);
tl_list tl_tuple_to_list(const tl_tuple *tuple);

/* True for an integer, whose value is leaves[0].value. */
bool tl_tuple_is_integer(const tl_tuple *tuple);

/* Adds `item` as the last item of a tuple; an integer cannot be added to. */
TL_MUST_CHECK tl_code tl_tuple_push(tl_tuple *tuple, const tl_tuple *item,
                                    tl_error *error);

/* Items; 1 for an integer. */
int64_t tl_tuple_rank(const tl_tuple *tuple);

/* Levels of nesting: 0 for an integer.  TL_INVALID for (). */
TL_MUST_CHECK tl_tuple_measure tl_tuple_depth;

/* Equal profiles; and `a` matches the upper levels of `b`'s profile. */
bool tl_tuple_congruent(const tl_tuple *a, const tl_tuple *b);
bool tl_tuple_weakly_congruent(const tl_tuple *a, const tl_tuple *b);

/* ---- Structure, of tuples and layouts ----------------------------------- */

/* Item i of a tuple; item 0 of an integer is itself. */
TL_MUST_CHECK tl_code tl_tuple_item(const tl_tuple *tuple, int64_t i,
                                    tl_tuple *out, tl_error *error);

/* flatten((2,(3,4))) -> (2,3,4); flatten(5) -> 5;
 * wrap(5) -> (5); unwrap(((7))) -> 7; reverse((2,(3,4))) -> ((3,4),2) */
TL_MUST_CHECK tl_tuple_function tl_tuple_flatten, tl_tuple_wrap,
    tl_tuple_unwrap, tl_tuple_reverse;

/* Of a tuple by a profile, a path (an index, or a tuple of indices from the
 * outside in), a range of items (begin,end) where end -1 is the rank, indices:
 *
 *   unflatten((2,3,4), (0,(0,0))) -> (2,(3,4))
 *   get((1,0), (2,(3,4))) -> 3
 *   take((1,3), (2,3,4)) -> (3,4);  group((1,3), (2,3,4)) -> (2,(3,4))
 *   select((2,0), (2,3,4)) -> (4,2) */
TL_MUST_CHECK tl_tuple_operation tl_tuple_unflatten, tl_tuple_get,
    tl_tuple_take, tl_tuple_group, tl_tuple_select;

/* append((2,3), 9) -> (2,3,9); append(5, 9) -> (5,9); append_n adds `item`
 * until the rank is n; replace(1, (2,3), 9) -> (2,9). */
TL_MUST_CHECK tl_tuple_operation tl_tuple_append, tl_tuple_prepend;
TL_MUST_CHECK tl_tuple_operation_at tl_tuple_append_n, tl_tuple_prepend_n,
    tl_tuple_replace;

/* Transposes a tuple of tuples of equal rank; wraps a tuple that starts with an
 * integer.
 *
 *   zip(((1,2),(3,4))) -> ((1,3),(2,4));  zip((1,2)) -> ((1,2)) */
TL_MUST_CHECK tl_tuple_function tl_tuple_zip;

/* Takes the pairs of `a` apart, as deep as the tiler `b` has by-mode nodes;
 * items that it does not name join the second half.
 *
 *   zip2_by(((1,2),(3,4),5), <0,0>) -> ((1,3),(2,4,5)) */
TL_MUST_CHECK tl_tuple_operation tl_tuple_zip2_by;

/* The parts of `b` that the coordinate `a` pairs with _ (slice), or with an
 * integer (dice).
 *
 *   slice((_,(0,_)), (2,(3,4))) -> (2,4) */
TL_MUST_CHECK tl_tuple_operation tl_tuple_slice, tl_tuple_dice;

/* ---- Arithmetic of the values ------------------------------------------- */

/* Over the leaves: the product of () is 1 and its sum 0, the others of it are
 * TL_INVALID.  Add TL_OVERFLOW. */
TL_MUST_CHECK tl_tuple_measure tl_tuple_product, tl_tuple_sum, tl_tuple_max,
    tl_tuple_min, tl_tuple_gcd;

/* The sum of products of corresponding leaves of two congruent tuples. */
TL_MUST_CHECK tl_tuple_measure_of_two tl_tuple_inner_product;

/* The product of each item; of the part of `a` at each leaf of `b`.
 *
 *   product_each((2,(3,4))) -> (2,12) */
TL_MUST_CHECK tl_tuple_function tl_tuple_product_each;
TL_MUST_CHECK tl_tuple_operation tl_tuple_product_like;

/* Rounded-up division.  A tuple divided by an integer is folded: what the first
 * items use up of the divisor, the later ones do not divide by.  round_up is
 * ceil_div(a, b) * b; in shape_div at every leaf one number has to divide the
 * other.
 *
 *   ceil_div((10,7), (3,2)) -> (4,4);  ceil_div((4,6), 8) -> (1,3) */
TL_MUST_CHECK tl_tuple_operation tl_tuple_ceil_div, tl_tuple_round_up,
    tl_tuple_shape_div;

/* Each leaf of `a` times the product of the part of `b` there; the parts of `b`
 * (NULL: of `a`) that are paired with a 0 of `a` become 1s; every leaf of `a`
 * becomes `b`.
 *
 *   repeat_like((2,(3,4)), 1) -> (1,(1,1)) */
TL_MUST_CHECK tl_tuple_operation tl_tuple_elem_scale, tl_tuple_filter_zeros,
    tl_tuple_repeat_like;

/* ---- Comparison --------------------------------------------------------- */

/* Every coordinate of shape `a` is one of shape `b`; every leaf is less; the
 * first (lex) or last (colex) difference decides. */
TL_MUST_CHECK tl_tuple_measure_of_two tl_tuple_compatible, tl_tuple_elem_less,
    tl_tuple_lex_less, tl_tuple_colex_less;

/* ---- Strides and coordinates -------------------------------------------- */

/* Prefix products of the leaves of shape `a`, from the left or from the right,
 * starting with `b`: an integer, a tuple with one start for each mode, or NULL
 * for 1; a leaf of 1 gets stride 0.
 *
 *   compact_col_major((4,1,3), 1) -> (1,0,4) */
TL_MUST_CHECK tl_tuple_operation tl_tuple_compact_col_major,
    tl_tuple_compact_row_major;

/* Each integer of a shape as what counts it: make_basis_like((2,(3,4))) ->
 * (1@0,(1@0@1,1@1@1)); that of an integer is 1. */
TL_MUST_CHECK tl_tuple_function tl_tuple_make_basis_like;

/* Compact strides where the modes with the smallest numbers in the order `b`
 * (weakly congruent to shape `a`) are fastest.  Equal numbers give equal
 * starts.
 *
 *   compact_order((2,(3,4),5), (2,0,1)) -> (60,(1,3),12) */
TL_MUST_CHECK tl_tuple_operation tl_tuple_compact_order;

/* Shape and strides as a layout (tl/cute.h), of which nothing is counted. */
TL_MUST_CHECK tl_tuple_operation tl_tuple_with_strides;

/* The index of coordinate `a` of shape `b`, first mode fastest; an integer
 * coordinate is returned as it is. */
TL_MUST_CHECK tl_tuple_measure_of_two tl_tuple_crd2idx;

/* The coordinate of index `a` in shape `b`, digit by digit; the last digit is
 * not reduced.
 *
 *   idx2crd(7, (2,3)) -> (1,3) */
TL_MUST_CHECK tl_tuple_operation tl_tuple_idx2crd;

/* A coordinate of shape `from` as one of shape `to`. */
TL_MUST_CHECK tl_code tl_tuple_crd2crd(const tl_tuple *coordinate,
                                       const tl_tuple *from, const tl_tuple *to,
                                       tl_tuple *out, tl_error *error);

TL_C_END
#endif /* TL_TUPLE_H */
