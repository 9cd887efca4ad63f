/* text.c - see tl/text.h. */
#include "tl/text.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

void tl_text_append(tl_text *text, const char *format, ...) {
  size_t room = sizeof(text->data) - text->length;
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(text->data + text->length, room, format, arguments);
  va_end(arguments);
  text->length += (size_t)written < room ? (size_t)written : room - 1;
}

void tl_write(const tl_writer *writer, const char *format, ...) {
  char piece[TL_PIECE_CAPACITY];
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(piece, sizeof piece, format, arguments);
  va_end(arguments);
  assert(written >= 0 && (size_t)written < sizeof piece);
  writer->write(writer->stream, piece, (size_t)written);
}

static void append(void *stream, const char *text, size_t length) {
  tl_text_append(stream, "%.*s", (int)length, text);
}

tl_writer tl_text_writer(tl_text *text) { return (tl_writer){append, text}; }
