/* tl/text.h - Text that is put together piece by piece.
 *
 * Values are plain and own nothing. */
#ifndef TL_TEXT_H
#define TL_TEXT_H

#include "tl/status.h"
#include <stddef.h>

TL_C_BEGIN

enum { TL_TEXT_CAPACITY = 8192 };

/* Text under construction, NUL-terminated; it keeps the beginning of what does
 * not fit. */
typedef struct tl_text {
  size_t length;
  char data[TL_TEXT_CAPACITY];
} tl_text;

/* Appends formatted text as far as it fits. */
void tl_text_append(tl_text *text, const char *format, ...) TL_PRINTF(2, 3);

/* Where text goes, piece by piece. */
typedef struct tl_writer {
  void (*write)(void *stream, const char *text, size_t length);
  void *stream;
} tl_writer;

/* Writes formatted text of at most TL_PIECE_CAPACITY - 1 characters. */
enum { TL_PIECE_CAPACITY = 128 };
void tl_write(const tl_writer *writer, const char *format, ...) TL_PRINTF(2, 3);

/* Appends to `text`. */
tl_writer tl_text_writer(tl_text *text);

/* The bytes of the UTF-8 sequence that `text` starts with; 0 where there is
 * none, as of a code above U+10FFFF, one of a surrogate, or one written with
 * more bytes than it needs.  Source: RFC 3629.
 *
 *   "a" -> 1, "\xc3\xa9" -> 2, "\xc0\x80" -> 0 */
size_t tl_utf8_length(const char *text, size_t length);

TL_C_END
#endif /* TL_TEXT_H */
