/* help.c - `tl-layout help`, and help.h. */
#include "help.h"
#include "options.h"
#include "report.h"
#include <stdio.h>
#include <string.h>

enum { LINE_END = 80 };

static void print_overview(void) {
  puts("usage: tl-layout COMMAND ARGUMENTS\n");
  for (const tl_command *const *at = TL_COMMANDS; *at; at++)
    printf("  %-7s  %s\n", (*at)->name, (*at)->summary);
  puts("");
  tl_help_wrap("'tl-layout help COMMAND' says more; 'tl-layout --version' "
               "prints the version.\n"
               "Exit status: 0, 1 when something is wrong with a layout or a "
               "file or the answer is no, 2 for wrong usage, 3 when an answer "
               "is undecided.",
               0, LINE_END);
}

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

const char *tl_help_option_name(unsigned bit, char name[TL_OPTION_CAPACITY]) {
  const tl_option *option = tl_option_of(bit);
  bool has_value = option->value != NULL;
  snprintf(name, TL_OPTION_CAPACITY, "%s%s%s", option->name,
           has_value ? " " : "", has_value ? option->value : "");
  return name;
}

void tl_help_usage(const tl_command *command, tl_text *out) {
  const tl_command_option *option = command->options;
  char name[TL_OPTION_CAPACITY];
  for (; option->option; option++)
    tl_text_append(out, option->option & command->required ? "%s " : "[%s] ",
                   tl_help_option_name(option->option, name));
  tl_text_append(out, "%s", command->operands.names);
}

static void print_terms(const tl_definition *terms) {
  const tl_definition *term;
  int width = 0;
  for (term = terms; term->word; term++)
    width = (int)strlen(term->word) > width ? (int)strlen(term->word) : width;
  for (term = terms; term->word; term++) {
    printf("%s  %-*s  ", term == terms ? "\n" : "", width, term->word);
    tl_help_wrap(term->meaning, width + 4, LINE_END);
  }
}

static void print_options(const tl_command_option *options) {
  char names[TL_MOST_OPTIONS][TL_OPTION_CAPACITY];
  tl_definition terms[TL_MOST_OPTIONS] = {{0}};
  for (int i = 0; options[i].option; i++)
    terms[i] = (tl_definition){tl_help_option_name(options[i].option, names[i]),
                               tl_help_option(&options[i])};
  print_terms(terms);
}

static void print_examples(const tl_command *command) {
  const char *line = command->examples ? command->examples : "";
  for (puts(""); *line; line = strchr(line, '\n') + 1)
    printf("  tl-layout %s %.*s\n", command->name, (int)strcspn(line, "\n"),
           line);
}

void tl_help_print(const tl_command *command) {
  tl_text usage = {0};
  tl_text_append(&usage, "tl-layout %s ", command->name);
  tl_help_usage(command, &usage);
  printf("usage: ");
  tl_help_wrap(usage.data, (int)strlen("usage: "), LINE_END);
  puts("");
  tl_help_wrap(command->help, 0, LINE_END);
  print_terms(command->prints);
  print_options(command->options);
  print_examples(command);
}

const char *tl_help_option(const tl_command_option *option) {
  return option->help ? option->help : tl_option_of(option->option)->takes;
}

static int start_line(int indent) {
  printf("\n%*s", indent, "");
  return indent;
}

void tl_help_wrap(const char *text, int indent, int end) {
  int column = indent;
  for (; *text; text += *text != 0) {
    int length = (int)strcspn(text, " \n");
    if (column > indent && column + 1 + length >= end)
      column = start_line(indent);
    column += printf("%s%.*s", column > indent ? " " : "", length, text);
    text += length;
    if (*text == '\n')
      column = start_line(indent);
  }
  puts("");
}
