/* modes.h - The factoring of a shape by modes, shared by register and shared
 * layouts. */
#ifndef TL_MODES_H
#define TL_MODES_H

#include "tl/list.h"
#include <stdbool.h>

/* Checks a shape: at most TL_MAX_RANK extents, each >= 1. */
TL_MUST_CHECK tl_code tl_check_shape(const tl_list *shape, tl_error *error);

/* Writes to dimension_of[m] the dimension that mode m factors.  Modes fill the
 * dimensions from left to right and multiply to exactly each extent; a mode of
 * extent 1 belongs to the dimension being filled.
 *
 *   shape [64, 32], modes [8, 8, 16, 2] -> [0, 0, 1, 1] */
TL_MUST_CHECK tl_code tl_group_modes(const tl_list *shape, const tl_list *modes,
                                     int64_t *dimension_of, tl_error *error);

/* Marks the dimensions that `dims` names; each has to be in [0, rank) and there
 * once. */
TL_MUST_CHECK tl_code tl_mark_dimensions(const tl_list *dims, int64_t rank,
                                         bool *marked, tl_error *error);

/* Checks that `dims` is a permutation of [0, rank). */
TL_MUST_CHECK tl_code tl_check_permutation(const tl_list *dims, int64_t rank,
                                           tl_error *error);

/* Checks that two shapes have the same number of elements. */
TL_MUST_CHECK tl_code tl_check_same_size(const tl_list *from, const tl_list *to,
                                         tl_error *error);

/* The list with `count` leading ones. */
TL_MUST_CHECK tl_code tl_list_prepend_ones(const tl_list *list, int64_t count,
                                           tl_list *out, tl_error *error);

#endif /* TL_MODES_H */
