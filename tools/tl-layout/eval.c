/* eval.c - `tl-layout eval`: the value of each expression, one a line. */
#include "command.h"
#include <limits.h>
#include <string.h>

/* `line` is one of standard input, or 0. */
static bool evaluate(const char *text, size_t length, int64_t line,
                     const tl_arguments *arguments, tl_value *out) {
  tl_error error;
  if (tl_expression_evaluate(text, length, TL_KIND_NONE,
                             arguments->target->lanes, out, &error) == TL_OK)
    return true;
  tl_report_line(line, text, &error);
  return false;
}

bool tl_evaluate_argument(const char *text, const tl_arguments *arguments,
                          tl_value *out) {
  return evaluate(text, strlen(text), 0, arguments, out);
}

static bool print_lines(FILE *file, const tl_arguments *arguments) {
  tl_buffer text = {0};
  tl_value value;
  bool is_good = true;
  for (int64_t line = 0; tl_buffer_read_row(&text, file, &line);)
    if (evaluate(text.data, text.length, line, arguments, &value))
      tl_print_value(&value);
    else
      is_good = false;
  tl_buffer_free(&text);
  if (ferror(file))
    tl_report(NULL, "cannot read standard input");
  return is_good && !ferror(file);
}

static bool print_argument(const char *text, const tl_arguments *arguments) {
  tl_value value;
  if (strcmp(text, "-") == 0)
    return print_lines(stdin, arguments);
  if (!tl_evaluate_argument(text, arguments, &value))
    return false;
  tl_print_value(&value);
  return true;
}

static tl_status run(const tl_arguments *arguments) {
  bool is_good = true;
  for (int i = 0; i < arguments->count; i++)
    is_good = print_argument(arguments->items[i], arguments) && is_good;
  return is_good ? TL_STATUS_OK : TL_STATUS_FAILED;
}

const tl_command TL_COMMAND_EVAL = {
    .name = "eval",
    .summary = "print the value of each expression",
    .operands = {"EXPRESSION...", 1, INT_MAX},
    .run = run,
    .help =
        "Prints one value a line, in canonical form.  '-' reads expressions "
        "from standard input, one a line; blank lines and lines that start "
        "with '#' are skipped, and wrong lines are reported without stopping.",
    .examples = "'local(2, 1).spatial(8, 4).local(1, 2)'\n",
};
