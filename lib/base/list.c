/* list.c - see tl/list.h. */
#include "tl/list.h"
#include "checked.h"

tl_code tl_list_append(tl_list *list, int64_t item, tl_error *error) {
  if (list->count == TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY,
                   "more than %d items; at most %d are supported", TL_MAX_ITERS,
                   TL_MAX_ITERS);
  list->items[list->count++] = item;
  return TL_OK;
}

tl_code tl_list_product(const tl_list *list, int64_t *product,
                        tl_error *error) {
  *product = 1;
  for (int64_t i = 0; i < list->count; i++)
    TL_TRY(tl_multiply(*product, list->items[i], product, error));
  return TL_OK;
}

tl_code tl_list_check_coordinate(const tl_list *shape,
                                 const tl_list *coordinate, tl_error *error) {
  if (coordinate->count != shape->count)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " coordinates for a rank of %" PRId64,
                   coordinate->count, shape->count);
  for (int64_t d = 0; d < shape->count; d++)
    if (coordinate->items[d] < 0 || coordinate->items[d] >= shape->items[d])
      return tl_fail(error, TL_INVALID,
                     "coordinate %" PRId64 " of dimension %" PRId64
                     " is outside [0, %" PRId64 ")",
                     coordinate->items[d], d, shape->items[d]);
  return TL_OK;
}

bool tl_list_next_coordinate(const tl_list *shape, tl_list *coordinate) {
  for (int64_t d = shape->count - 1; d >= 0; d--) {
    if (++coordinate->items[d] < shape->items[d])
      return true;
    coordinate->items[d] = 0;
  }
  return false;
}
