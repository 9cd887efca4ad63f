/* eval.c - `tl-layout eval`: the value of each expression, one a line. */
#include "buffer.h"
#include "command.h"
#include "print.h"
#include "report.h"
#include <limits.h>
#include <string.h>

static bool evaluate(const char *text, size_t length, int64_t lanes,
                     int64_t line, tl_value *out) {
  tl_error error;
  if (tl_expression_evaluate(text, length, TL_KIND_NONE, lanes, out, &error) ==
      TL_OK)
    return true;
  tl_report_expression(text, length, line, &error);
  return false;
}

bool tl_evaluate_argument(const char *text, int64_t lanes, tl_value *out) {
  return evaluate(text, strlen(text), lanes, 0, out);
}

static bool print_value_of(const char *text, size_t length, int64_t lanes,
                           int64_t line) {
  tl_value value;
  if (!evaluate(text, length, lanes, line, &value))
    return false;
  tl_print_value(&value);
  tl_print(stdout, "\n");
  return true;
}

static bool print_value_of_lines(FILE *file, int64_t lanes) {
  tl_buffer text = {0};
  bool all = true;
  for (int64_t line = 1; tl_buffer_read_line(&text, file); line++)
    if (!tl_buffer_is_comment(&text))
      all = print_value_of(text.data, text.length, lanes, line) && all;
  tl_buffer_free(&text);
  if (ferror(file))
    tl_report("cannot read standard input");
  return all && !ferror(file);
}

static tl_status run(const tl_arguments *arguments) {
  tl_status status = TL_STATUS_OK;
  int64_t lanes = arguments->target->lanes;
  for (int i = 0; i < arguments->count; i++) {
    const char *text = arguments->items[i];
    bool good = strcmp(text, "-") == 0
                    ? print_value_of_lines(stdin, lanes)
                    : print_value_of(text, strlen(text), lanes, 0);
    if (!good)
      status = TL_STATUS_FAILED;
  }
  return status;
}

const tl_command TL_COMMAND_EVAL = {
    .name = "eval",
    .summary = "print the value of each expression",
    .operands = {"EXPRESSION...", 1, INT_MAX},
    .run = run,
    .help = "Prints one value a line, in canonical form.  '-' reads "
            "expressions from standard input, one a line; blank lines and "
            "lines that start with '#' are skipped, and wrong lines are "
            "reported without stopping.",
    .examples = "'local(2, 1).spatial(8, 4).local(1, 2)'\n",
};
