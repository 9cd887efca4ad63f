/* rows.c - `tl-layout rows`: files of rows `expression => result`.
 *
 *   rows.txt:3: expected [2, 3], got error: shape 6 is ...
 *   41 passed, 1 failed
 */
#include "command.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>

enum { MOST_SHOWN = 160 }; /* bytes of a value in a report */

/* Appends the value of the expression, or "error: " and why there is none. */
static bool evaluate(const char *text, size_t length, tl_buffer *got) {
  tl_writer to = tl_buffer_writer(got);
  tl_error error;
  if (tl_expression_write(text, length, TL_KIND_NONE,
                          tl_target_default()->lanes, to, &error) == TL_OK)
    return true;
  to.write(to.stream, "error: ", strlen("error: "));
  to.write(to.stream, error.message, strlen(error.message));
  return false;
}

static void print_shortened(const char *before, const char *text) {
  size_t length = strlen(text);
  int half = MOST_SHOWN / 2;
  if (length <= MOST_SHOWN)
    printf("%s%s", before, text);
  else
    printf("%s%.*s ... %s", before, half, text, text + length - half);
}

static bool check_row(const char *path, int64_t number, const tl_buffer *line) {
  static const char ARROW[] = " => ";
  const char *row = line->data, *arrow = strstr(row, ARROW);
  const char *wrong = !tl_buffer_is_text(line) ? "got byte 0x00 in a row"
                      : !arrow ? "expected a row 'expression => result'"
                               : NULL;
  if (wrong) {
    printf("%s:%" PRId64 ": %s\n", path, number, wrong);
    return false;
  }
  const char *expected = arrow + strlen(ARROW);
  tl_buffer got = {0};
  bool accepted = evaluate(row, (size_t)(arrow - row), &got);
  bool passed = strcmp(expected, accepted ? got.data : "error") == 0;
  if (!passed) {
    printf("%s:%" PRId64 ": expected", path, number);
    print_shortened(" ", expected);
    print_shortened(", got ", got.data);
    printf("\n");
  }
  tl_buffer_free(&got);
  return passed;
}

/* Counts the rows that fail and those that pass; false when the file cannot be
 * read or has none. */
static bool check_file(const char *path, int64_t counts[2]) {
  FILE *file = fopen(path, "r");
  if (!file) {
    tl_report(NULL, "cannot open '%s': %s", path, strerror(errno));
    return false;
  }
  tl_buffer row = {0};
  bool has_rows = false;
  for (int64_t number = 0; tl_buffer_read_row(&row, file, &number);
       has_rows = true)
    counts[check_row(path, number, &row)]++;
  bool readable = !ferror(file);
  if (!readable)
    tl_report(NULL, "cannot read '%s': %s", path, strerror(errno));
  else if (!has_rows)
    tl_report(NULL, "'%s' has no rows", path);
  tl_buffer_free(&row);
  fclose(file);
  return has_rows && readable;
}

static tl_status run(const tl_arguments *arguments) {
  int64_t counts[2] = {0, 0};
  bool readable = true;
  for (int i = 0; i < arguments->count; i++)
    readable = check_file(arguments->items[i], counts) && readable;
  printf("%" PRId64 " passed, %" PRId64 " failed\n", counts[true],
         counts[false]);
  return readable && !counts[false] ? TL_STATUS_OK : TL_STATUS_FAILED;
}

const tl_command TL_COMMAND_ROWS = {
    .name = "rows",
    .summary = "check files of rows 'expression => result'",
    .operands = {"FILE...", 1, INT_MAX},
    .run = run,
    .help = "Prints the rows whose value differs, then how many passed and "
            "failed.  The result 'error' means that the expression must be "
            "rejected.  Blank lines and lines that start with '#' are skipped.",
    .examples = "test/lib/language/golden/tilus_register.rows\n",
};
