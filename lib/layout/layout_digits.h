/* layout_digits.h - Building layouts digit by digit. */
#ifndef TL_LAYOUT_DIGITS_H
#define TL_LAYOUT_DIGITS_H

#include "tl/layout.h"

/* Digits, fastest first. */
typedef struct tl_digits {
  int64_t count;
  tl_iter items[TL_MAX_ITERS];
} tl_digits;

/* Appends one digit; an extent of 1 is left out. */
TL_MUST_CHECK tl_code tl_digits_push(tl_digits *list, tl_iter digit,
                                     tl_error *error);

/* The digits of `count` iters. */
tl_digits tl_digits_of(const tl_iter *iters, int64_t count);

/* Moves the digits below `extent` from `list` to `low`, splitting one where
 * needed.  TL_INVALID with the two extents that do not divide.
 *
 *   (6 : 1), (4 : 16), 12 -> low (6 : 1), (2 : 16), list (2 : 32) */
TL_MUST_CHECK tl_code tl_digits_take(tl_digits *list, int64_t extent,
                                     tl_digits *low, tl_error *error);

/* Adds a dimension with these digits to a layout that has no replicas yet. */
TL_MUST_CHECK tl_code tl_layout_push_dimension(tl_layout *layout,
                                               const tl_digits *list,
                                               tl_error *error);

/* Adds replicas; no dimension comes after them. */
TL_MUST_CHECK tl_code tl_layout_push_replicas(tl_layout *layout,
                                              const tl_iter *iters,
                                              int64_t count, tl_error *error);

/* The first iter of dimension d. */
const tl_iter *tl_layout_group(const tl_layout *layout, int64_t d);

static inline const tl_iter *tl_layout_replicas(const tl_layout *layout) {
  return layout->iters + layout->shard_count;
}

static inline int64_t tl_layout_iters(const tl_layout *layout) {
  return layout->shard_count + layout->replica_count;
}

/* What a copy of `layout` without iters has: offsets, swizzle, divisors. */
tl_layout tl_layout_without_iters(const tl_layout *layout);

#endif /* TL_LAYOUT_DIGITS_H */
