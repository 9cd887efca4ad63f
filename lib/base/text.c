/* text.c - see tl/text.h. */
#include "tl/text.h"
#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
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

/* Sequences of 1 to 4 bytes: how the first byte starts, and the least code. */
static const struct {
  unsigned char mask, lead;
  uint32_t least;
} FORMS[] = {{0x80, 0x00, 0},
             {0xe0, 0xc0, 0x80},
             {0xf0, 0xe0, 0x800},
             {0xf8, 0xf0, 0x10000}};

size_t tl_utf8_length(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  for (size_t n = 0; n < sizeof FORMS / sizeof *FORMS && n < length; n++) {
    if ((bytes[0] & FORMS[n].mask) != FORMS[n].lead)
      continue;
    uint32_t code = bytes[0] & (unsigned char)~FORMS[n].mask;
    for (size_t i = 1; i <= n; i++) {
      if ((bytes[i] & 0xc0) != 0x80)
        return 0;
      code = code << 6 | (bytes[i] & 0x3f);
    }
    bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    bool is_code = code >= FORMS[n].least && code <= 0x10ffff && !is_surrogate;
    return is_code ? n + 1 : 0;
  }
  return 0;
}
