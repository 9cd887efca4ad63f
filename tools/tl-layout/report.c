/* report.c - see report.h.
 *
 * The caret stands under the right character because the excerpt is printed
 * column by column: a control character, a byte that is no UTF-8 and any other
 * character take one each.  (Wide characters never stand before the caret: the
 * language has none.) */
#include "report.h"
#include "tl/text.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
  WINDOW = 100,      /* columns of an excerpt */
  WINDOW_BEFORE = 60 /* bytes of it before the place */
};

static void start(void) {
  fflush(stdout);
  fputs("tl-layout: ", stderr);
}

void tl_report(const char *format, ...) {
  va_list values;
  va_start(values, format);
  start();
  vfprintf(stderr, format, values);
  va_end(values);
  fputc('\n', stderr);
}

tl_status tl_report_usage(const char *help, const char *format, ...) {
  va_list values;
  va_start(values, format);
  start();
  vfprintf(stderr, format, values);
  va_end(values);
  fprintf(stderr, "; see 'tl-layout %s%s'\n", *help == '-' ? "" : "help ",
          help);
  return TL_STATUS_USAGE;
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
  if (bytes == 0 || is_control) {
    fputc(is_control ? ' ' : '?', stderr);
    return 1;
  }
  fwrite(text, 1, bytes, stderr);
  return bytes;
}

static void print_excerpt(const char *text, size_t length, size_t position) {
  size_t at = window_start(text, length, position);
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

tl_status tl_report_code(tl_code code, const char *text,
                         const tl_error *error) {
  if (code == TL_OK)
    return TL_STATUS_OK;
  tl_report("%s", error->message);
  if (text)
    print_excerpt(text, strlen(text), 0);
  return TL_STATUS_FAILED;
}

void tl_report_expression(const char *text, size_t length, int64_t line,
                          const tl_error *error) {
  if (line)
    tl_report("line %" PRId64 ": %s", line, error->message);
  else
    tl_report("%s", error->message);
  if (error->position != TL_NO_POSITION)
    print_excerpt(text, length, (size_t)error->position);
}
