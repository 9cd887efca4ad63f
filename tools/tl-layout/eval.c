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
static tl_status report(const char *text, size_t before, int64_t line,
                        tl_error *error) {
  static const char UNDECIDED[] = "undecided";
  if (error->position != TL_NO_POSITION)
    error->position += (int)before;
  tl_report_line(line, text, error);
  return strncmp(error->message, UNDECIDED, strlen(UNDECIDED)) == 0
             ? TL_STATUS_UNDECIDED
             : TL_STATUS_FAILED;
}

bool tl_evaluate_argument(const char *text, const tl_arguments *arguments,
                          tl_value *out) {
  size_t before, length = strlen(text);
  tl_kind family = family_of(text, length, &before);
  size_t around = family == TL_KIND_NONE ? 0 : before + 1;
  tl_error error;
  if (tl_expression_evaluate(text + before, length - around, family,
                             arguments->target->lanes, out, &error) == TL_OK)
    return true;
  report(text, before, 0, &error);
  return false;
}

static tl_status print(const char *text, size_t length, int64_t line,
                       const tl_arguments *arguments) {
  size_t before;
  tl_kind family = family_of(text, length, &before);
  size_t around = family == TL_KIND_NONE ? 0 : before + 1;
  tl_error error;
  if (tl_expression_write(text + before, length - around, family,
                          arguments->target->lanes, tl_print_writer(),
                          &error) != TL_OK)
    return report(text, before, line, &error);
  printf("\n");
  return TL_STATUS_OK;
}

/* What is wrong outweighs what is undecided. */
static void add_status(tl_status *all, tl_status status) {
  if (status != TL_STATUS_OK && *all != TL_STATUS_FAILED)
    *all = status;
}

static tl_status print_lines(FILE *file, const tl_arguments *arguments) {
  tl_buffer text = {0};
  tl_status status = TL_STATUS_OK;
  for (int64_t line = 0; tl_buffer_read_row(&text, file, &line);)
    add_status(&status, print(text.data, text.length, line, arguments));
  tl_buffer_free(&text);
  if (ferror(file))
    status = tl_report(NULL, "cannot read standard input");
  return status;
}

static tl_status run(const tl_arguments *arguments) {
  tl_status status = TL_STATUS_OK;
  for (int i = 0; i < arguments->count; i++) {
    const char *text = arguments->items[i];
    add_status(&status, strcmp(text, "-") == 0
                            ? print_lines(stdin, arguments)
                            : print(text, strlen(text), 0, arguments));
  }
  return status;
}

const tl_command TL_COMMAND_EVAL = {
    .name = "eval",
    .summary = "print the value of each expression",
    .operands = {"EXPRESSION...", 1, INT_MAX},
    .run = run,
    .help =
        "Prints one value a line, in canonical form.  '-' reads expressions "
        "from standard input, one a line; blank lines and lines that start "
        "with '#' are skipped, and wrong lines are reported without stopping.  "
        "M, N, K, L and names with a divisor are numbers known only at run "
        "time; a value that depends on which they are is undecided.",
    .examples = "'local(2, 1).spatial(8, 4).local(1, 2)'\n"
                "'logical_divide((M{div 64},8):(8,1), <64>)'\n",
};
