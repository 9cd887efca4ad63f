/* output.c - see output.h.
 *
 * The caret stands under the right character because the excerpt is printed
 * column by column: a control character, a byte that is no UTF-8 and any other
 * character take one each.  (Wide characters never stand before the caret: the
 * language has none.) */
#include "output.h"
#include "passes/whole_file.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
  WINDOW = 100,      /* columns of an excerpt */
  WINDOW_BEFORE = 60 /* bytes of it before the place */
};

/* ---- Results ------------------------------------------------------------ */

static void write_output(void *stream, const char *text, size_t length) {
  fwrite(text, 1, length, stream);
}

tl_writer tl_print_writer(void) { return (tl_writer){write_output, stdout}; }

void tl_print_value(const tl_value *value) {
  tl_value_write(value, tl_print_writer());
  printf("\n");
}

void tl_print_list(const tl_list *list) {
  tl_value value = {.kind = TL_KIND_LIST, .as.list = *list};
  tl_value_write(&value, tl_print_writer());
}

void tl_print_json_list(const tl_list *list, const char *key, tl_json *json) {
  tl_json_integers(json, key, list->items, list->count);
}

void tl_print_left_out(const tl_part *parts, int count, const char *hint) {
  const char *before = "showing ";
  for (int i = 0; i < count; i++) {
    if (parts[i].printed == parts[i].all)
      continue;
    printf("%s%" PRId64 " of %" PRId64 " %s", before, parts[i].printed,
           parts[i].all, parts[i].name);
    before = ", ";
  }
  if (*before == ',')
    printf("%s\n", hint);
}

tl_status tl_print_file(const char *path, const tl_buffer *text) {
  if (strcmp(path, TL_OUTPUT) == 0) {
    fwrite(text->data, 1, text->length, stdout);
    return TL_STATUS_OK;
  }
  tl_whole_file file = tl_whole_file_open(path);
  if (file.stream)
    fwrite(text->data, 1, text->length, file.stream);
  return tl_whole_file_close(&file)
             ? TL_STATUS_OK
             : tl_report(NULL, "cannot write '%s': %s", path, strerror(errno));
}

tl_status tl_print_finish(tl_status status) {
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  return tl_report(NULL, "cannot write to standard output: %s",
                   strerror(errno));
}

/* ---- What is wrong ------------------------------------------------------ */

tl_status tl_report(const char *help, const char *format, ...) {
  va_list values;
  fflush(stdout);
  fputs("tl-layout: ", stderr);
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  if (help)
    fprintf(stderr, "; see 'tl-layout %s%s'", *help == '-' ? "" : "help ",
            help);
  fputc('\n', stderr);
  return help ? TL_STATUS_USAGE : TL_STATUS_FAILED;
}

/* Where the excerpt starts: at the start of a character. */
static size_t window_start(const char *text, size_t length, size_t position) {
  if (length <= WINDOW || position <= WINDOW_BEFORE)
    return 0;
  size_t start = position - WINDOW_BEFORE;
  while (start < position && ((unsigned char)text[start] & 0xc0) == 0x80)
    start++;
  return start;
}

/* Prints one column and returns how many bytes it stands for. */
static size_t print_character(const char *text, size_t length) {
  size_t bytes = tl_utf8_length(text, length);
  bool is_control = bytes == 1 && (*text < ' ' || *text == 0x7f);
  if (bytes == 0 || is_control)
    fputc(is_control ? ' ' : '?', stderr);
  else
    fwrite(text, 1, bytes, stderr);
  return bytes ? bytes : 1;
}

static void print_excerpt(const char *text, size_t position) {
  size_t length = strlen(text), at = window_start(text, length, position);
  int column = at ? 3 : 0, caret = column;
  fputs(at ? "..." : "", stderr);
  while (at < length && column < WINDOW) {
    at += print_character(text + at, length - at);
    column++;
    if (at <= position)
      caret = column;
  }
  fprintf(stderr, "%s\n%*s^\n", at < length ? "..." : "", caret, "");
}

void tl_report_line(int64_t line, const char *text, const tl_error *error) {
  bool has_place = error->position != TL_NO_POSITION;
  if (line)
    tl_report(NULL, "line %" PRId64 ": %s", line, error->message);
  else
    tl_report(NULL, "%s", error->message);
  if (text)
    print_excerpt(text, has_place ? (size_t)error->position : 0);
}

tl_status tl_report_code(tl_code code, const char *text,
                         const tl_error *error) {
  if (code == TL_OK)
    return TL_STATUS_OK;
  tl_report_line(0, text, error);
  return TL_STATUS_FAILED;
}

/* ---- Text of any length ------------------------------------------------- */

static void *checked(void *memory) {
  if (!memory) {
    tl_report(NULL, "out of memory");
    exit(TL_STATUS_FAILED);
  }
  return memory;
}

void *tl_allocate(size_t count, size_t size) {
  return checked(calloc(count, size));
}

static void reserve(tl_buffer *buffer, size_t needed) {
  if (needed <= buffer->capacity)
    return;
  buffer->capacity = 2 * needed;
  buffer->data = checked(realloc(buffer->data, buffer->capacity));
}

static void write_buffer(void *stream, const char *text, size_t length) {
  tl_buffer *buffer = stream;
  reserve(buffer, buffer->length + length + 1);
  memcpy(buffer->data + buffer->length, text, length);
  buffer->length += length;
  buffer->data[buffer->length] = 0;
}

tl_writer tl_buffer_writer(tl_buffer *buffer) {
  return (tl_writer){write_buffer, buffer};
}

bool tl_buffer_is_text(const tl_buffer *buffer) {
  return memchr(buffer->data, 0, buffer->length) == NULL;
}

void tl_buffer_free(tl_buffer *buffer) {
  free(buffer->data);
  *buffer = (tl_buffer){0};
}

bool tl_buffer_read_line(tl_buffer *buffer, FILE *file) {
  int byte = getc(file);
  buffer->length = 0;
  if (byte == EOF)
    return false;
  for (; byte != EOF && byte != '\n'; byte = getc(file))
    write_buffer(buffer, &(char){(char)byte}, 1);
  if (buffer->length && buffer->data[buffer->length - 1] == '\r')
    buffer->length--;
  write_buffer(buffer, "", 0);
  return true;
}

bool tl_buffer_read_row(tl_buffer *buffer, FILE *file, int64_t *line) {
  while (tl_buffer_read_line(buffer, file)) {
    size_t blanks = strspn(buffer->data, " \t");
    ++*line;
    if (blanks < buffer->length && buffer->data[blanks] != '#')
      return true;
  }
  return false;
}
