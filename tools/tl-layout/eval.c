/* eval.c - `tl-layout eval`: the value of each expression, one a line. */
#include "command.h"
#include <limits.h>
#include <string.h>

/* The family of an attribute, `#tl.register<...>`, and what stands before its
 * text; TL_KIND_NONE and 0 for an expression. */
static tl_kind family_of(const char *text, size_t length, size_t *before) {
  for (int i = 0; i < TL_NOTATION_COUNT; i++) {
    tl_text head = {0};
    tl_text_append(&head, "#tl.%s<", TL_NOTATIONS[i]->name);
    *before = head.length;
    if (length > head.length && text[length - 1] == '>' &&
        memcmp(text, head.data, head.length) == 0)
      return TL_NOTATIONS[i]->kind;
  }
  *before = 0;
  return TL_KIND_NONE;
}

/* `line` is one of standard input, or 0. */
static bool evaluate(const char *text, size_t length, int64_t line,
                     const tl_arguments *arguments, tl_value *out) {
  size_t before;
  tl_kind family = family_of(text, length, &before);
  size_t around = family == TL_KIND_NONE ? 0 : before + 1;
  tl_error error;
  if (tl_expression_evaluate(text + before, length - around, family,
                             arguments->target->lanes, out, &error) == TL_OK)
    return true;
  if (error.position != TL_NO_POSITION)
    error.position += (int)before;
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
