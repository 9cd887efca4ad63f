/* message.c - see message.h. */
#include "message.h"
#include <string.h>
#include <strings.h>
#include <unistd.h>

static void add_byte(tl_buffer *bytes, int byte) {
  char text = (char)byte;
  tl_writer writer = tl_buffer_writer(bytes);
  writer.write(writer.stream, &text, 1);
}

/* Where the last line of the header starts, which ends in "\r\n". */
static const char *last_line(const tl_buffer *bytes) {
  const char *at = bytes->data + bytes->length - 1;
  while (at > bytes->data && at[-1] != '\n')
    at--;
  return at;
}

/* Reads up to the blank line; the length that a line says, or 0. */
static size_t read_header(tl_buffer *bytes, FILE *file) {
  size_t length = 0;
  for (int byte = getc(file); byte != EOF; byte = getc(file)) {
    add_byte(bytes, byte);
    if (byte != '\n')
      continue;
    const char *line = last_line(bytes);
    unsigned long number;
    if (length && strcmp(line, "\r\n") == 0)
      return length;
    if (strncasecmp(line, "content-length:", 15) == 0 &&
        sscanf(line + 15, "%lu", &number) == 1)
      length = number;
  }
  return 0;
}

bool tl_message_read(tl_message *message, FILE *file) {
  tl_buffer *bytes = &message->bytes;
  bytes->length = 0;
  size_t length = read_header(bytes, file);
  message->body = bytes->length;
  for (int byte = 0; length > 0 && (byte = getc(file)) != EOF; length--)
    add_byte(bytes, byte);
  return bytes->length > 0;
}

bool tl_bytes_write(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(file, bytes, length);
    if (written < 0)
      return false;
    bytes += written;
    length -= (size_t)written;
  }
  return true;
}

bool tl_message_write(int file, const tl_buffer *body) {
  char header[48];
  int length = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n",
                        body->length);
  return tl_bytes_write(file, header, (size_t)length) &&
         tl_bytes_write(file, body->data, body->length);
}
