/* expression_print.c - Values as text, and text as a value. */
#include "expression_access.h"
#include "spelling/value_text.h"
#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* NAME(fields), where a function of the notation's name makes the value. */
static void write_layout(const tl_notation *notation, const tl_value *value,
                         const tl_writer *text) {
  if (notation->has_fields)
    tl_write(text, "%s(", notation->name);
  notation->print(value, false, text);
  if (notation->has_fields)
    tl_write(text, ")");
}

static void write_lists(const tl_lists *lists, const tl_writer *text) {
  tl_write(text, "[");
  for (int64_t i = 0; i < lists->count; i++) {
    tl_list list = {.count = lists->length};
    memcpy(list.items, lists->items[i], sizeof lists->items[i]);
    tl_write(text, "%s", i ? ", " : "");
    tl_list_write(&list, text);
  }
  tl_write(text, "]");
}

static void write_mma(const tl_tiled_mma *mma, const tl_writer *text) {
  tl_write(text, "make_tiled_mma(\"%.*s\", ", (int)mma->length, mma->atom);
  tl_tiler_write(&mma->threads, text);
  tl_write(text, ", ");
  tl_tiler_write(&mma->permutation, text);
  tl_write(text, ")");
}

static void write_copy(const tl_tiled_copy *copy, const tl_writer *text) {
  const tl_value tv = {.kind = TL_KIND_CUTE_TV, .as.tv = copy->tv};
  tl_write(text, "make_tiled_copy(\"%.*s\", %" PRId64 ", ", (int)copy->length,
           copy->atom, copy->bits);
  write_layout(tl_notation_of(tv.kind), &tv, text);
  tl_write(text, ")");
}

void tl_value_write(const tl_value *value, tl_writer writer) {
  const tl_writer *text = &writer;
  const tl_notation *notation = tl_notation_of(value->kind);
  if (notation) {
    write_layout(notation, value, text);
    return;
  }
  switch (value->kind) {
  case TL_KIND_INTEGER:
    tl_write(text, "%" PRId64, value->as.integer);
    return;
  case TL_KIND_BOOLEAN:
    tl_write(text, value->as.integer ? "true" : "false");
    return;
  case TL_KIND_TUPLE:
  case TL_KIND_COORDINATE:
    tl_tuple_write(&value->as.tuple, text);
    return;
  case TL_KIND_CUTE_SWIZZLE:
    tl_cute_swizzle_write(&value->as.swizzle, text);
    return;
  case TL_KIND_TILER:
    tl_tiler_write(&value->as.tiler, text);
    return;
  case TL_KIND_TILED_MMA:
    write_mma(&value->as.mma, text);
    return;
  case TL_KIND_TILED_COPY:
    write_copy(&value->as.copy, text);
    return;
  case TL_KIND_LIST:
    tl_list_write(&value->as.list, text);
    return;
  case TL_KIND_LISTS:
    write_lists(&value->as.lists, text);
    return;
  case TL_KIND_SWIZZLE:
    tl_write(text, "swizzle");
    tl_swizzle_write(&value->as.swizzle, text);
    return;
  case TL_KIND_TEXT:
    if (value->write)
      value->write(value, text);
    else
      text->write(text->stream, value->as.text, strlen(value->as.text));
    return;
  default:
    assert(value->kind == TL_KIND_TEXT); /* others are arguments only */
  }
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
  enum { MOST_LISTED = 1 << 20 };
  out->write = write;
  if (elements <= MOST_LISTED)
    return TL_OK;
  return tl_fail(error, TL_CAPACITY,
                 "a list of %" PRId64 " elements is too long; at most %d are "
                 "listed",
                 elements, MOST_LISTED);
}
