/* layout_digits.h - Layouts read and built digit by digit. */
#ifndef TL_LAYOUT_DIGITS_H
#define TL_LAYOUT_DIGITS_H

#include "tl/layout.h"

/* The digit x / step % extent of the coordinate x of a dimension, times `stride`
 * in the number of the thread, or of the register, that holds an element.  What
 * else has an extent and strides says more: tl_iter on which axis, tl_atom how
 * far memory moves too, tl_term of which source. */
typedef struct tl_digit {
  int64_t extent, dimension, step, stride;
  int64_t is_slot; /* or of a thread */
} tl_digit;

/* Iters, fastest first. */
typedef struct tl_digits {
  int64_t count;
  tl_iter items[TL_MAX_ITERS];
} tl_digits;

/* Appends one digit; an extent of 1 is left out. */
TL_MUST_CHECK tl_code tl_digits_push(tl_digits *list, tl_iter digit,
                                     tl_error *error);

/* Moves the digits below `extent` from `list` to `low`, splitting one where
 * needed.  TL_INVALID with the two extents that do not divide.
 *
 *   (6 : 1), (4 : 16), 12 -> low (6 : 1), (2 : 16), list (2 : 32) */
TL_MUST_CHECK tl_code tl_digits_take(tl_digits *list, int64_t extent,
                                     tl_digits *low, tl_error *error);

/* The digits of a dimension, of a layout without twist; those of the replicas for
 * the one after the last. */
tl_digits tl_layout_digits(const tl_layout *layout, int64_t dimension);

/* Adds digits to a layout that will have `rank` dimensions: its next dimension
 * or, where it has them all, replicas. */
TL_MUST_CHECK tl_code tl_layout_push_digits(tl_layout *layout, int64_t rank,
                                            const tl_digits *list,
                                            tl_error *error);

/* What a copy of `layout` without dimensions and replicas has: offsets,
 * swizzle, divisors. */
tl_layout tl_layout_without_iters(const tl_layout *layout);

static inline int64_t tl_layout_iters(const tl_layout *layout) {
  return layout->shard_count + layout->replica_count;
}

/* Ways in which a point moves: along m by a number, along m by each symbol,
 * along the other axes. */
enum { TL_DIRECTIONS = TL_AXIS_COUNT + TL_MAX_SYMBOLS };

static inline int64_t tl_axis_direction(int64_t axis) {
  return axis == TL_AXIS_M ? 0 : axis + TL_MAX_SYMBOLS;
}

static inline int64_t tl_iter_direction(const tl_iter *iter) {
  return tl_axis_direction(iter->axis) + iter->symbol;
}

/* Bits of the row-major numbers of a shape of powers of two. */
int64_t tl_shape_bits(const tl_list *shape);

/* Goes on to the coordinate that has the twisted row-major number. */
void tl_twist_coordinate(const tl_twist *twist, const tl_list *shape,
                         int64_t *coordinate);

/* The sum of the steps at a coordinate, and of the offset, by direction; before
 * the swizzle, every replica digit 0. */
void tl_layout_place(const tl_layout *layout, const int64_t *coordinate,
                     int64_t place[TL_DIRECTIONS]);

/* The numbers of the iters that move in a direction, smallest stride first. */
tl_list tl_layout_sorted(const tl_layout *layout, int64_t direction);

#endif /* TL_LAYOUT_DIGITS_H */
