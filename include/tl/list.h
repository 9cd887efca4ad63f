/* tl/list.h - A short list of integers, and the capacities of every value.
 *
 * Shapes, mode lists and strides are tl_lists: plain values that are copied,
 * compared bytewise and kept on the stack.  Unused slots are zero. */
#ifndef TL_LIST_H
#define TL_LIST_H

#include "tl/limits.h"
#include "tl/status.h"
#include <stdbool.h>
#include <stdint.h>

TL_C_BEGIN

typedef struct tl_list {
  int64_t count; /* 0 <= count <= TL_MAX_ITERS */
  int64_t items[TL_MAX_ITERS];
} tl_list; /* no padding: equal lists have equal bytes */

/* Adds `item` at the end.  TL_CAPACITY when the list is full. */
TL_MUST_CHECK tl_code tl_list_append(tl_list *list, int64_t item,
                                     tl_error *error);

/* The product of all items, 1 for the empty list.  Adds TL_OVERFLOW.
 *
 *   [2, 3, 4] -> 24 */
TL_MUST_CHECK tl_code tl_list_product(const tl_list *list, int64_t *product,
                                      tl_error *error);

/* TL_INVALID unless `coordinate` has one number for each extent of `shape`, at
 * least 0 and below it. */
TL_MUST_CHECK tl_code tl_list_check_coordinate(const tl_list *shape,
                                               const tl_list *coordinate,
                                               tl_error *error);

/* Goes on to the next coordinate of `shape`, row-major; after the last one to
 * the first, and false. */
bool tl_list_next_coordinate(const tl_list *shape, tl_list *coordinate);

TL_C_END
#endif /* TL_LIST_H */
