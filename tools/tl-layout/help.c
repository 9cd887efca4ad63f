/* help.c - `tl-layout help`, and help.h. */
#include "help.h"
#include "options.h"
#include "report.h"
#include <stdio.h>
#include <string.h>

enum { LINE = 79, NAME = 40 };

static void print_overview(void);
static void print_examples(const tl_command *command);
static void print_options(const tl_command_option *options);
static void print_terms(const tl_definition *terms);
static void print_wrapped(const char *text, int indent);
static int start_line(int indent);

static tl_status run(const tl_arguments *arguments) {
  const char *name = arguments->count ? arguments->items[0] : NULL;
  const tl_command *shown = name ? tl_command_named(name) : NULL;
  if (name && !shown)
    return tl_report_usage("--help", "there is no command '%s'", name);
  if (shown)
    tl_help_print(shown);
  else
    print_overview();
  return TL_STATUS_OK;
}

const tl_command TL_COMMAND_HELP = {
    .name = "help",
    .summary = "explain a command",
    .operands = {"[COMMAND]", 0, 1},
    .run = run,
    .help = "Without a command, lists all of them.",
};

static void print_overview(void) {
  puts("usage: tl-layout COMMAND ARGUMENTS\n");
  for (const tl_command *const *at = TL_COMMANDS; *at; at++)
    printf("  %-7s  %s\n", (*at)->name, (*at)->summary);
  puts("");
  print_wrapped("'tl-layout help COMMAND' says more; 'tl-layout --version' "
                "prints the version.\n"
                "Exit status: 0, 1 when something is wrong with a layout or a "
                "file or the answer is no, 2 for wrong usage, 3 when an answer "
                "is undecided.",
                0);
}

/* `--to FAMILY`. */
static const char *option_name(unsigned bit, char name[NAME]) {
  const tl_option *option = tl_option_of(bit);
  bool has_value = option->value != NULL;
  snprintf(name, NAME, "%s%s%s", option->name, has_value ? " " : "",
           has_value ? option->value : "");
  return name;
}

void tl_help_usage(const tl_command *command, tl_text *out) {
  const tl_command_option *option = command->options;
  char name[NAME];
  for (; option->option; option++)
    tl_text_append(out, option->option & command->required ? "%s " : "[%s] ",
                   option_name(option->option, name));
  tl_text_append(out, "%s", command->operands.names);
}

void tl_help_print(const tl_command *command) {
  tl_text usage = {0};
  tl_text_append(&usage, "tl-layout %s ", command->name);
  tl_help_usage(command, &usage);
  printf("usage: ");
  print_wrapped(usage.data, (int)strlen("usage: "));
  puts("");
  print_wrapped(command->help, 0);
  print_terms(command->prints);
  print_options(command->options);
  print_examples(command);
}

static void print_examples(const tl_command *command) {
  const char *line = command->examples ? command->examples : "";
  for (puts(""); *line; line = strchr(line, '\n') + 1)
    printf("  tl-layout %s %.*s\n", command->name, (int)strcspn(line, "\n"),
           line);
}

static void print_options(const tl_command_option *options) {
  char names[TL_MOST_OPTIONS][NAME];
  tl_definition terms[TL_MOST_OPTIONS] = {{0}};
  for (int i = 0; options[i].option; i++)
    terms[i] = (tl_definition){option_name(options[i].option, names[i]),
                               tl_help_option(&options[i])};
  print_terms(terms);
}

const char *tl_help_option(const tl_command_option *option) {
  return option->help ? option->help : tl_option_of(option->option)->takes;
}

static void print_terms(const tl_definition *terms) {
  const tl_definition *term;
  int width = 0;
  for (term = terms; term->word; term++)
    width = (int)strlen(term->word) > width ? (int)strlen(term->word) : width;
  for (term = terms; term->word; term++) {
    printf("%s  %-*s  ", term == terms ? "\n" : "", width, term->word);
    print_wrapped(term->meaning, width + 4);
  }
}

/* The first line starts at column `indent` as well. */
static void print_wrapped(const char *text, int indent) {
  int column = indent;
  for (; *text; text += *text != 0) {
    int length = (int)strcspn(text, " \n");
    if (column > indent && column + 1 + length > LINE)
      column = start_line(indent);
    column += printf("%s%.*s", column > indent ? " " : "", length, text);
    text += length;
    if (*text == '\n')
      column = start_line(indent);
  }
  puts("");
}

static int start_line(int indent) {
  printf("\n%*s", indent, "");
  return indent;
}
