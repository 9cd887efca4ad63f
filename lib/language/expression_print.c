/* expression_print.c - Values as text, and text as a value. */
#include "expression_access.h"
#include "spelling/value_kinds.h"
#include <inttypes.h>
#include <string.h>

void tl_value_write(const tl_value *value, tl_writer writer) {
  const tl_notation *notation = tl_notation_of(value->kind);
  if (notation)
    tl_layout_value_write(notation, value, &writer);
  else
    tl_value_kind_of(value->kind)->write(value, &writer);
}

void tl_value_print(const tl_value *value, tl_text *text) {
  tl_value_write(value, tl_text_writer(text));
}

void tl_value_print_in_family(const tl_value *value, tl_text *text) {
  tl_writer writer = tl_text_writer(text);
  tl_notation_of(value->kind)->print(value, true, &writer);
}

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
  out->write = write;
  if (elements <= TL_MAX_PRINTED)
    return TL_OK;
  return tl_fail(error, TL_CAPACITY,
                 "a list of %" PRId64 " elements is too long; at most %d are "
                 "listed",
                 elements, TL_MAX_PRINTED);
}
