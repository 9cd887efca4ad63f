/* output.h - What the tool writes: results on standard output, what is wrong on
 * standard error, and text of any length in memory.
 *
 *   tl-layout: expected ')', got 'x'
 *   spatial(8 x)
 *             ^
 *
 * Where standard output takes no more, or memory runs out, the tool ends with
 * status 1. */
#ifndef TL_LAYOUT_OUTPUT_H
#define TL_LAYOUT_OUTPUT_H

#include "tl/expression.h"
#include "tl/json.h"
#include <stdio.h>

/* Exit statuses of the tool. */
typedef enum tl_status {
  TL_STATUS_OK = 0,
  TL_STATUS_FAILED = 1, /* reported; or the answer is no */
  TL_STATUS_USAGE = 2,
  TL_STATUS_UNDECIDED = 3,
} tl_status;

/* ---- Text of any length ------------------------------------------------- */

/* Owns its text, which ends in NUL; starts with all zero, ends with free. */
typedef struct tl_buffer {
  char *data;
  size_t length, capacity;
} tl_buffer;

/* What is written is appended. */
tl_writer tl_buffer_writer(tl_buffer *buffer);

/* Replaces the text by the next line, without its end; false after the last. */
bool tl_buffer_read_line(tl_buffer *buffer, FILE *file);

/* The same, past lines that are blank or start with '#'; counts all lines. */
bool tl_buffer_read_row(tl_buffer *buffer, FILE *file, int64_t *line);

/* Whether it has no NUL but that at its end. */
bool tl_buffer_is_text(const tl_buffer *buffer);

void tl_buffer_free(tl_buffer *buffer);

/* Zeroed memory for `count` items, to be freed. */
void *tl_allocate(size_t count, size_t size);

/* ---- Results ------------------------------------------------------------ */

/* What is written goes to standard output. */
tl_writer tl_print_writer(void);

/* A value and the end of the line; a list as a value. */
void tl_print_value(const tl_value *value);
void tl_print_list(const tl_list *list);
void tl_print_json_list(const tl_list *list, const char *key, tl_json *json);

/* How much of something was printed. */
typedef struct tl_part {
  const char *name;
  int64_t printed, all;
} tl_part;

/* One line that says what was left out, if anything was, and ends in `hint`. */
void tl_print_left_out(const tl_part *parts, int count, const char *hint);

/* A name that stands for standard output. */
#define TL_OUTPUT "-"

/* The text in a file of that name, or on standard output; where it cannot be
 * written, that is reported. */
tl_status tl_print_file(const char *path, const tl_buffer *text);

/* Writes out what is left: the status to end with. */
tl_status tl_print_finish(tl_status status);

/* ---- What is wrong ------------------------------------------------------ */

/* One line, after what standard output has so far, and the status to end with.
 * A wrong usage names where the help is: "--help", or a command; else null. */
tl_status tl_report(const char *help, const char *format, ...) TL_PRINTF(2, 3);

/* Of a code that is not TL_OK, the message and the argument of the tool that it
 * is about, or null, with the place; a long one is cut to a window around it.
 * The status to end with. */
tl_status tl_report_code(tl_code code, const char *text, const tl_error *error);

/* The same of a line of standard input; 0: of none. */
void tl_report_line(int64_t line, const char *text, const tl_error *error);

#endif /* TL_LAYOUT_OUTPUT_H */
