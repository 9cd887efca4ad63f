/* tl/tuple.h - Integer tuples: CuTe's IntTuple.
 *
 * An integer tuple is an integer or a tuple of integer tuples.  (4) and 4 are
 * different tuples, though both have rank 1; the profile of a tuple is what
 * remains when its integers are erased.
 *
 *   (2,(3,4))   rank 2, depth 2, leaves 2 3 4
 *
 * A tuple is kept as its nodes in preorder.  A coordinate may hold `_` ("all of
 * this mode") in the place of an integer.  Source: CUTLASS, include/cute/
 * int_tuple.hpp, of which every function here has the name and the meaning.
 *
 * Values are plain and own nothing. */
#ifndef TL_TUPLE_H
#define TL_TUPLE_H

#include "tl/list.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TL_MAX_NODES = 64 }; /* integers and parentheses of one tuple */

/* A node is the number of items of a tuple, or one of these. */
enum {
  TL_NODE_INTEGER = -1,
  TL_NODE_ALL = -2,     /* _ */
  TL_NODE_BY_MODE = 64, /* in a tiler (tl/cute.h): 64 + number of items */
};

typedef struct tl_tuple {
  int64_t node_count, leaf_count;
  int8_t nodes[TL_MAX_NODES];   /* preorder */
  int64_t leaves[TL_MAX_ITERS]; /* of the integers and, as 0, of each _ */
} tl_tuple; /* no padding, unused slots zero: equal tuples have equal bytes */

/* The integer, and the flat tuple of the list's items. */
tl_tuple tl_tuple_integer(int64_t value);
tl_tuple tl_tuple_from_list(const tl_list *list);

/* True for an integer, whose value is leaves[0]. */
bool tl_tuple_is_integer(const tl_tuple *tuple);

/* Adds `item` as the last item of a tuple; an integer cannot be added to. */
TL_MUST_CHECK tl_code tl_tuple_push(tl_tuple *tuple, const tl_tuple *item,
                                    tl_error *error);

/* Items; 1 for an integer. */
int64_t tl_tuple_rank(const tl_tuple *tuple);

/* Levels of nesting: 0 for an integer.  TL_INVALID for (). */
TL_MUST_CHECK tl_code tl_tuple_depth(const tl_tuple *tuple, int64_t *depth,
                                     tl_error *error);

/* The product of the leaves, 1 for ().  Adds TL_OVERFLOW. */
TL_MUST_CHECK tl_code tl_tuple_product(const tl_tuple *tuple, int64_t *product,
                                       tl_error *error);

/* Equal profiles; and `a` matches the upper levels of `b`'s profile. */
bool tl_tuple_congruent(const tl_tuple *a, const tl_tuple *b);
bool tl_tuple_weakly_congruent(const tl_tuple *a, const tl_tuple *b);

/* ---- Structure ---------------------------------------------------------- */

/* Item i of a tuple; item 0 of an integer is itself. */
TL_MUST_CHECK tl_code tl_tuple_item(const tl_tuple *tuple, int64_t i,
                                    tl_tuple *out, tl_error *error);

/* The item at a path: an index, or a tuple of indices from the outside in.
 *
 *   get((1,0), (2,(3,4))) -> 3 */
TL_MUST_CHECK tl_code tl_tuple_get(const tl_tuple *path, const tl_tuple *tuple,
                                   tl_tuple *out, tl_error *error);

/* flatten((2,(3,4))) -> (2,3,4); flatten(5) -> 5;
 * unflatten((2,3,4), (0,(0,0))) -> (2,(3,4));
 * wrap(5) -> (5); unwrap(((7))) -> 7; reverse((2,(3,4))) -> ((3,4),2) */
void tl_tuple_flatten(const tl_tuple *tuple, tl_tuple *out);
TL_MUST_CHECK tl_code tl_tuple_unflatten(const tl_tuple *flat,
                                         const tl_tuple *profile, tl_tuple *out,
                                         tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_wrap(const tl_tuple *tuple, tl_tuple *out,
                                    tl_error *error);
void tl_tuple_unwrap(const tl_tuple *tuple, tl_tuple *out);
void tl_tuple_reverse(const tl_tuple *tuple, tl_tuple *out);

/* Items [begin, end); end -1 is the rank.  group makes them one item.
 *
 *   take((1,3), (2,3,4)) -> (3,4);  group((1,3), (2,3,4)) -> (2,(3,4)) */
TL_MUST_CHECK tl_code tl_tuple_take(const tl_tuple *range,
                                    const tl_tuple *tuple, tl_tuple *out,
                                    tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_group(const tl_tuple *range,
                                     const tl_tuple *tuple, tl_tuple *out,
                                     tl_error *error);

/* select((2,0), (2,3,4)) -> (4,2) */
TL_MUST_CHECK tl_code tl_tuple_select(const tl_tuple *indices,
                                      const tl_tuple *tuple, tl_tuple *out,
                                      tl_error *error);

/* append((2,3), 9) -> (2,3,9); append(5, 9) -> (5,9); append_n adds `item`
 * until the rank is n. */
TL_MUST_CHECK tl_code tl_tuple_append(const tl_tuple *tuple,
                                      const tl_tuple *item, tl_tuple *out,
                                      tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_prepend(const tl_tuple *tuple,
                                       const tl_tuple *item, tl_tuple *out,
                                       tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_append_n(int64_t n, const tl_tuple *tuple,
                                        const tl_tuple *item, tl_tuple *out,
                                        tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_prepend_n(int64_t n, const tl_tuple *tuple,
                                         const tl_tuple *item, tl_tuple *out,
                                         tl_error *error);

/* replace(1, (2,3), 9) -> (2,9) */
TL_MUST_CHECK tl_code tl_tuple_replace(int64_t i, const tl_tuple *tuple,
                                       const tl_tuple *item, tl_tuple *out,
                                       tl_error *error);

/* Every leaf of the tuple becomes `value`.
 *
 *   repeat_like((2,(3,4)), 1) -> (1,(1,1)) */
TL_MUST_CHECK tl_code tl_tuple_repeat_like(const tl_tuple *tuple,
                                           const tl_tuple *value, tl_tuple *out,
                                           tl_error *error);

/* Transposes a tuple of tuples of equal rank; wraps a tuple that starts with an
 * integer.
 *
 *   zip(((1,2),(3,4))) -> ((1,3),(2,4));  zip((1,2)) -> ((1,2)) */
TL_MUST_CHECK tl_code tl_tuple_zip(const tl_tuple *tuple, tl_tuple *out,
                                   tl_error *error);

/* Takes the pairs of `tuple` apart, as deep as the shape `guide` of a tiler has
 * by-mode nodes; items that it does not name join the second half.
 *
 *   zip2_by(((1,2),(3,4),5), <0,0>) -> ((1,3),(2,4,5)) */
TL_MUST_CHECK tl_code tl_tuple_zip2_by(const tl_tuple *tuple,
                                       const tl_tuple *guide, tl_tuple *out,
                                       tl_error *error);

/* The parts of `tuple` that the coordinate pairs with _ (slice), or with an
 * integer (dice).
 *
 *   slice((_,(0,_)), (2,(3,4))) -> (2,4) */
TL_MUST_CHECK tl_code tl_tuple_slice(const tl_tuple *coordinate,
                                     const tl_tuple *tuple, tl_tuple *out,
                                     tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_dice(const tl_tuple *coordinate,
                                    const tl_tuple *tuple, tl_tuple *out,
                                    tl_error *error);

/* ---- Arithmetic --------------------------------------------------------- */

/* Over the leaves; max, min and gcd of () are TL_INVALID. */
TL_MUST_CHECK tl_code tl_tuple_sum(const tl_tuple *tuple, int64_t *out,
                                   tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_max(const tl_tuple *tuple, int64_t *out,
                                   tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_min(const tl_tuple *tuple, int64_t *out,
                                   tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_gcd(const tl_tuple *tuple, int64_t *out,
                                   tl_error *error);

/* The sum of products of corresponding leaves of two congruent tuples. */
TL_MUST_CHECK tl_code tl_tuple_inner_product(const tl_tuple *a,
                                             const tl_tuple *b, int64_t *out,
                                             tl_error *error);

/* The product of each item; of the part of `tuple` at each leaf of `guide`.
 *
 *   product_each((2,(3,4))) -> (2,12) */
TL_MUST_CHECK tl_code tl_tuple_product_each(const tl_tuple *tuple,
                                            tl_tuple *out, tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_product_like(const tl_tuple *tuple,
                                            const tl_tuple *guide,
                                            tl_tuple *out, tl_error *error);

/* Rounded-up division.  A tuple divided by an integer is folded: what the first
 * items use up of the divisor, the later ones do not divide by.
 *
 *   ceil_div((10,7), (3,2)) -> (4,4);  ceil_div((4,6), 8) -> (1,3) */
TL_MUST_CHECK tl_code tl_tuple_ceil_div(const tl_tuple *a, const tl_tuple *b,
                                        tl_tuple *out, tl_error *error);

/* ceil_div(a, b) * b. */
TL_MUST_CHECK tl_code tl_tuple_round_up(const tl_tuple *a, const tl_tuple *b,
                                        tl_tuple *out, tl_error *error);

/* ceil_div where at every leaf one number has to divide the other. */
TL_MUST_CHECK tl_code tl_tuple_shape_div(const tl_tuple *a, const tl_tuple *b,
                                         tl_tuple *out, tl_error *error);

/* Each leaf of `a` times the product of the part of `b` there. */
TL_MUST_CHECK tl_code tl_tuple_elem_scale(const tl_tuple *a, const tl_tuple *b,
                                          tl_tuple *out, tl_error *error);

/* The parts of `b` that are paired with a 0 of `a` become 1s. */
TL_MUST_CHECK tl_code tl_tuple_filter_zeros(const tl_tuple *a,
                                            const tl_tuple *b, tl_tuple *out,
                                            tl_error *error);

/* ---- Comparison --------------------------------------------------------- */

/* Every coordinate of shape `a` is one of shape `b`. */
TL_MUST_CHECK tl_code tl_tuple_compatible(const tl_tuple *a, const tl_tuple *b,
                                          bool *out, tl_error *error);

/* Every leaf less; the first (lex) or last (colex) difference decides. */
TL_MUST_CHECK tl_code tl_tuple_elem_less(const tl_tuple *a, const tl_tuple *b,
                                         bool *out, tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_lex_less(const tl_tuple *a, const tl_tuple *b,
                                        bool *out, tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_colex_less(const tl_tuple *a, const tl_tuple *b,
                                          bool *out, tl_error *error);

/* ---- Strides and coordinates -------------------------------------------- */

/* Prefix products of the leaves, from the left or from the right, starting with
 * `current` (an integer, or a tuple with one start for each mode); a leaf of 1
 * gets stride 0.
 *
 *   compact_col_major((4,1,3), 1) -> (1,0,4) */
TL_MUST_CHECK tl_code tl_tuple_compact_col_major(const tl_tuple *shape,
                                                 const tl_tuple *current,
                                                 tl_tuple *out,
                                                 tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_compact_row_major(const tl_tuple *shape,
                                                 const tl_tuple *current,
                                                 tl_tuple *out,
                                                 tl_error *error);

/* Compact strides where the modes with the smallest numbers in `order` (weakly
 * congruent to `shape`) are fastest.  Equal numbers give equal starts.
 *
 *   compact_order((2,(3,4),5), (2,0,1)) -> (60,(1,3),12) */
TL_MUST_CHECK tl_code tl_tuple_compact_order(const tl_tuple *shape,
                                             const tl_tuple *order,
                                             tl_tuple *out, tl_error *error);

/* The offset of a coordinate.  An integer walks the modes colexicographically;
 * beyond the size it goes on along the last mode.  _ counts as 0.
 *
 *   crd2idx(7, (2,3), (3,1)) -> 6;  crd2idx((1,2), (2,3), (3,1)) -> 5 */
TL_MUST_CHECK tl_code tl_tuple_crd2idx(const tl_tuple *coordinate,
                                       const tl_tuple *shape,
                                       const tl_tuple *stride, int64_t *out,
                                       tl_error *error);

/* The same with the strides of the compact colexicographic layout, except that
 * an integer coordinate is returned as it is. */
TL_MUST_CHECK tl_code tl_tuple_crd2idx_compact(const tl_tuple *coordinate,
                                               const tl_tuple *shape,
                                               int64_t *out, tl_error *error);

/* The coordinate of an index, digit by digit; the last digit is not reduced.
 *
 *   idx2crd(7, (2,3)) -> (1,3) */
TL_MUST_CHECK tl_code tl_tuple_idx2crd(const tl_tuple *index,
                                       const tl_tuple *shape, tl_tuple *out,
                                       tl_error *error);

/* The coordinate of an offset in a compact layout: (offset / stride) % shape at
 * each leaf. */
TL_MUST_CHECK tl_code tl_tuple_offset_to_crd(int64_t offset,
                                             const tl_tuple *shape,
                                             const tl_tuple *stride,
                                             tl_tuple *out, tl_error *error);

/* A coordinate of shape `from` as one of shape `to`. */
TL_MUST_CHECK tl_code tl_tuple_crd2crd(const tl_tuple *coordinate,
                                       const tl_tuple *from, const tl_tuple *to,
                                       tl_tuple *out, tl_error *error);

#ifdef __cplusplus
}
#endif
#endif /* TL_TUPLE_H */
