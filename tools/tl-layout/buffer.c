/* buffer.c - see buffer.h. */
#include "buffer.h"
#include "command.h"
#include "report.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory) {
  if (!memory) {
    tl_report("out of memory");
    exit(TL_STATUS_FAILED);
  }
  return memory;
}

void *tl_allocate(size_t count, size_t size) {
  return checked(calloc(count, size));
}

/* Makes room for `length` more bytes and the NUL. */
static void reserve(tl_buffer *buffer, size_t length) {
  if (length < buffer->capacity - buffer->length)
    return;
  size_t capacity = buffer->capacity ? buffer->capacity : 256;
  while (capacity - buffer->length <= length && capacity <= SIZE_MAX / 2)
    capacity *= 2;
  buffer->data = checked(realloc(buffer->data, capacity));
  buffer->capacity = capacity;
}

void tl_buffer_append(tl_buffer *buffer, const char *text, size_t length) {
  reserve(buffer, length);
  memcpy(buffer->data + buffer->length, text, length);
  buffer->length += length;
  buffer->data[buffer->length] = 0;
}

static void write_buffer(void *stream, const char *text, size_t length) {
  tl_buffer_append(stream, text, length);
}

tl_writer tl_buffer_writer(tl_buffer *buffer) {
  return (tl_writer){write_buffer, buffer};
}

void tl_buffer_free(tl_buffer *buffer) {
  free(buffer->data);
  *buffer = (tl_buffer){0};
}

bool tl_buffer_read_line(tl_buffer *buffer, FILE *file) {
  buffer->length = 0;
  int byte = getc(file);
  if (byte == EOF)
    return false;
  for (; byte != EOF && byte != '\n'; byte = getc(file))
    tl_buffer_append(buffer, &(char){(char)byte}, 1);
  if (buffer->length && buffer->data[buffer->length - 1] == '\r')
    buffer->length--;
  tl_buffer_append(buffer, "", 0);
  return true;
}

bool tl_buffer_is_comment(const tl_buffer *line) {
  size_t blanks = strspn(line->data, " \t");
  return blanks == line->length || line->data[blanks] == '#';
}
