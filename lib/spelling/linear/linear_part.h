/* linear_part.h - The parts of a linear layout and the bits that they have. */
#ifndef TL_LINEAR_PART_H
#define TL_LINEAR_PART_H

#include "tl/linear.h"

/* "register", "lane", "warp". */
const char *tl_linear_part_name(tl_linear_part part);

/* The basis of bit k once the swizzle is undone: a power of two, or 0. */
int64_t tl_linear_unit(const tl_linear *layout, tl_linear_part part, int64_t k);

/* What bit k adds to the slot, or to the thread. */
int64_t tl_linear_weight(const tl_linear *layout, tl_linear_part part,
                         int64_t k);

/* The coordinate with that row-major number. */
tl_list tl_linear_coordinate(const tl_list *shape, int64_t number);

#endif /* TL_LINEAR_PART_H */
