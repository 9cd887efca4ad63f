/* buffer.h - Text of any length.
 *
 * A buffer owns its text, which ends in NUL; start with all zero, end with
 * free.  When memory runs out the tool ends with status 1. */
#ifndef TL_LAYOUT_BUFFER_H
#define TL_LAYOUT_BUFFER_H

#include "tl/expression.h"
#include <stdbool.h>
#include <stdio.h>

typedef struct tl_buffer {
  char *data;
  size_t length, capacity;
} tl_buffer;

void tl_buffer_append(tl_buffer *buffer, const char *text, size_t length);

/* What is written is appended. */
tl_writer tl_buffer_writer(tl_buffer *buffer);

void tl_buffer_free(tl_buffer *buffer);

/* Replaces the text by the next line, without its end; false after the last. */
bool tl_buffer_read_line(tl_buffer *buffer, FILE *file);

/* Whether a line is blank or starts with '#'. */
bool tl_buffer_is_comment(const tl_buffer *line);

/* Zeroed memory for `count` items, to be freed. */
void *tl_allocate(size_t count, size_t size);

#endif /* TL_LAYOUT_BUFFER_H */
