/* value_text.c - see value_text.h. */
#include "value_text.h"
#include <inttypes.h>

void tl_list_write(const tl_list *list, const tl_writer *text) {
  tl_write(text, "[");
  for (int64_t i = 0; i < list->count; i++)
    tl_write(text, i ? ", %" PRId64 : "%" PRId64, list->items[i]);
  tl_write(text, "]");
}

void tl_field_write(const char *name, const tl_list *list,
                    const tl_writer *text) {
  tl_write(text, "%s = ", name);
  tl_list_write(list, text);
}

void tl_swizzle_write(const tl_swizzle *swizzle, const tl_writer *text) {
  tl_write(text,
           "(base = %" PRId64 ", bits = %" PRId64 ", shift = %" PRId64 ")",
           swizzle->base, swizzle->bits, swizzle->shift);
}
