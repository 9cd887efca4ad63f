/* search.h - Which attribute means a layout: candidates are read off its
 * digits, and one that means another map is none.
 *
 * The places of a layout are mixed-radix numbers; their digits, fastest first,
 * say in which order dimensions were handed out:
 *
 *   S[(8, (4, 2)) : (4@tx, (1@tx, 1))]
 *     slots (2 of dimension 1), lanes (4 of dimension 1) (8 of dimension 0) */
#ifndef TL_FOREIGN_SEARCH_H
#define TL_FOREIGN_SEARCH_H

#include "tiling.h"

typedef struct place_digit {
  int64_t dim; /* the rank: copies */
  int64_t extent;
} place_digit;

typedef struct place_digits {
  int64_t count;
  place_digit items[TL_MAX_ITERS + 1]; /* one may be split where warps begin */
} place_digits;

/* Candidates are nodes `at` and after of `value`; those before are parents'
 * children, and fixed. */
typedef struct foreign_search {
  tl_layout wanted;
  tl_list outer; /* its shape */
  tl_list shape; /* of the tensor of node `at` */
  place_digits parts[PART_BLOCK];
  int64_t lanes, bits;
  int64_t at;
  tl_foreign_value *value;
  bool is_found, is_tried;
  /* What the candidate means that has most digits where the layout has them,
   * once one was tried. */
  tl_layout nearest;
  int64_t agreement;
} foreign_search;

/* Node `at` + `depth` anew, of that row; what follows it is no parent yet. */
tl_foreign_node *tl_search_node(foreign_search *search, int64_t depth,
                                const tl_foreign *row);

/* Whether the value means the layout. */
bool tl_search_try(foreign_search *search);

/* Digits number first to end - 1 as extents that tl_tiling_take_each would have
 * handed out in that order, with what was left of each dimension; false where
 * there are none. */
bool tl_search_deal(const place_digits *from, int64_t first, int64_t end,
                    const tl_list *order, tl_list *left, tl_list *out);

/* All digits of a part. */
bool tl_search_deal_part(const foreign_search *search, tiling_part part,
                         const tl_list *order, tl_list *left, tl_list *out);

/* The next order of the same dimensions, from row-major on; false after the
 * last one. */
bool tl_search_next_order(tl_list *order);

/* The next factors, powers of two, of the product of `factors`, from (n, 1, ..)
 * on; false after the last. */
bool tl_search_next_factors(tl_list *factors);

/* How many warps the layout numbers. */
int64_t tl_search_warps(const foreign_search *search);

/* Searches for the parent of what is being tried, in a search of its own. */
TL_MUST_CHECK tl_code tl_search_parent(foreign_search *search,
                                       foreign_search *inner,
                                       const tl_foreign *parent,
                                       tl_error *error);

#endif /* TL_FOREIGN_SEARCH_H */
