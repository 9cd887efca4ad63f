/* notation_place.c - Places of elements; see tl/notation.h. */
#include "base/checked.h"
#include "tl/notation.h"

tl_location tl_location_held(const tl_register_place *held, const char *slot) {
  return (tl_location){2,
                       {{.name = "thread", .sums = *held},
                        {.name = slot, .sums.first = held->slot}}};
}

tl_location tl_location_stored(int64_t offset) {
  return (tl_location){1, {{.name = "offset", .sums.first = offset}}};
}

tl_code tl_location_check_number(const char *what, int64_t number, int64_t end,
                                 tl_error *error) {
  if (number < 0 || number >= end)
    return tl_fail(error, TL_INVALID,
                   "%s %" PRId64 " is outside [0, %" PRId64 ")", what, number,
                   end);
  return TL_OK;
}

int64_t tl_location_index(const tl_list *shape, const tl_list *coordinate) {
  int64_t index = 0;
  for (int64_t d = shape->count - 1; d >= 0; d--)
    index = index * shape->items[d] + coordinate->items[d];
  return index;
}

tl_list tl_location_coordinate(const tl_list *shape, int64_t index) {
  tl_list coordinate = {.count = shape->count};
  for (int64_t d = 0; d < shape->count; d++)
    coordinate.items[d] = tl_take_digit(&index, shape->items[d]);
  return coordinate;
}
