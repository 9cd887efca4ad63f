/* place.c - see place.h. */
#include "place.h"
#include "print.h"
#include <inttypes.h>

tl_code tl_subject_open(const tl_value *value, tl_subject *out,
                        tl_error *error) {
  const tl_notation *family = tl_notation_of(value->kind);
  if (!family)
    return tl_fail(error, TL_INVALID, "expected a layout, got %s",
                   tl_kind_describe(value->kind));
  *out = (tl_subject){.value = value, .family = family};
  return family->shape(value, &out->shape, error);
}

tl_code tl_subject_locate(const tl_subject *subject, const tl_list *coordinate,
                          tl_location *out, tl_error *error) {
  tl_list used = *coordinate;
  if (subject->family->is_cute && used.count == 1) {
    int64_t size;
    TL_TRY(tl_list_product(&subject->shape, &size, error));
    TL_TRY(tl_location_check_number("coordinate", used.items[0], size, error));
    used = tl_location_coordinate(&subject->shape, used.items[0]);
  }
  TL_TRY(tl_list_check_coordinate(&subject->shape, &used, error));
  return subject->family->locate(subject->value, &used, out, error);
}

int64_t tl_numbers_count(const tl_numbers *numbers) {
  return tl_register_place_count(&numbers->sums);
}

int64_t tl_numbers_item(const tl_numbers *numbers, int64_t i) {
  return tl_swizzle_apply(&numbers->swizzle,
                          tl_register_place_thread(&numbers->sums, i));
}

int64_t tl_numbers_print(FILE *out, const tl_numbers *numbers, int64_t most) {
  int64_t count = tl_numbers_count(numbers);
  if (count == 1)
    return tl_print(out, "%" PRId64, tl_numbers_item(numbers, 0));
  int64_t length = tl_print(out, "[");
  for (int64_t i = 0; i < count && i < most; i++)
    length += tl_print(out, i ? ", %" PRId64 : "%" PRId64,
                       tl_numbers_item(numbers, i));
  return length + tl_print(out, count > most ? ", ...]" : "]");
}
