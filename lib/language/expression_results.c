/* expression_results.c - What evaluators share; see expression_access.h. */
#include "expression_access.h"
#include <inttypes.h>
#include <string.h>

tl_code tl_result_text(tl_value *out, const tl_text *text, tl_error *error) {
  if (text->length >= sizeof out->as.text)
    return tl_fail(error, TL_CAPACITY, "the text is longer than %d bytes",
                   TL_SHORT_CAPACITY - 1);
  memcpy(out->as.text, text->data, text->length + 1);
  out->write = NULL;
  return TL_OK;
}

tl_code tl_result_listing(tl_value *out, int64_t elements,
                          void (*write)(const tl_value *value,
                                        const tl_writer *text),
                          tl_error *error) {
  enum { MOST_LISTED = 1 << 20 };
  out->write = write;
  if (elements <= MOST_LISTED)
    return TL_OK;
  return tl_fail(error, TL_CAPACITY,
                 "a list of %" PRId64 " elements is too long; at most %d are "
                 "listed",
                 elements, MOST_LISTED);
}

tl_code tl_require_plain(const tl_value *layout, tl_error *error) {
  if (layout->kind != TL_KIND_CUTE ||
      tl_composed_is_plain(&layout->as.composed))
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "this operation is not defined for a layout with a swizzle or "
                 "an offset");
}
