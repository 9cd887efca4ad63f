/* command_line.c - The table of commands, the reading of what is said to one,
 * and `tl-layout help`; see command.h. */
#include "command.h"
#include <string.h>

enum { LINE_END = 80, DEFAULT_BITS = 16 };

const tl_command *const TL_COMMANDS[] = {
    &TL_COMMAND_EVAL,    &TL_COMMAND_SHOW,
    &TL_COMMAND_AT,      &TL_COMMAND_WHERE,
    &TL_COMMAND_CONVERT, &TL_COMMAND_SAME,
    &TL_COMMAND_CHECK,   &TL_COMMAND_BANKS,
    &TL_COMMAND_PLAN,    &TL_COMMAND_EXCHANGE,
    &TL_COMMAND_CHOOSE,  &TL_COMMAND_CERTIFY,
    &TL_COMMAND_ROWS,    &TL_COMMAND_REPL,
    &TL_COMMAND_HELP,    NULL,
};

const tl_command *tl_command_named(const char *name) {
  const tl_command *const *at = TL_COMMANDS;
  while (*at && strcmp((*at)->name, name) != 0)
    at++;
  return *at;
}

/* ---- Help --------------------------------------------------------------- */

void tl_help_usage(const tl_command *command, tl_text *out) {
  for (const tl_definition *at = command->options; at->word; at++) {
    bool is_needed =
        command->required && strcmp(at->word, command->required) == 0;
    tl_text_append(out, is_needed ? "%s " : "[%s] ",
                   tl_option_named(at->word)->usage);
  }
  tl_text_append(out, "%s", command->operands.names);
}

static int widest(const tl_definition *term) {
  size_t width = 0;
  for (; term->word; term++)
    width = strlen(term->word) > width ? strlen(term->word) : width;
  return (int)width;
}

static void print_terms(const tl_definition *terms) {
  int width = widest(terms);
  for (const tl_definition *term = terms; term->word; term++) {
    printf("%s  %-*s  ", term == terms ? "\n" : "", width, term->word);
    tl_help_wrap(term->meaning, width + 4, LINE_END);
  }
}

static tl_status print_help(const tl_command *command) {
  const char *line = command->examples ? command->examples : "";
  const tl_definition *options = command->options;
  tl_definition terms[TL_MOST_OPTIONS] = {{0}};
  tl_text usage = {0};
  for (int i = 0; options[i].word; i++)
    terms[i] = (tl_definition){tl_option_named(options[i].word)->usage,
                               tl_help_option(&options[i])};
  tl_text_append(&usage, "tl-layout %s ", command->name);
  tl_help_usage(command, &usage);
  printf("usage: ");
  tl_help_wrap(usage.data, (int)strlen("usage: "), LINE_END);
  puts("");
  tl_help_wrap(command->help, 0, LINE_END);
  print_terms(command->prints);
  print_terms(terms);
  for (puts(""); *line; line = strchr(line, '\n') + 1)
    printf("  tl-layout %s %.*s\n", command->name, (int)strcspn(line, "\n"),
           line);
  return TL_STATUS_OK;
}

const char *tl_help_option(const tl_definition *option) {
  return option->meaning ? option->meaning
                         : tl_option_named(option->word)->takes;
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

static tl_status print_overview(void) {
  puts("usage: tl-layout COMMAND ARGUMENTS\n");
  for (const tl_command *const *at = TL_COMMANDS; *at; at++)
    printf("  %-8s  %s\n", (*at)->name, (*at)->summary);
  puts("");
  tl_help_wrap(
      "'tl-layout help COMMAND' says more, 'tl-layout help functions' lists "
      "the "
      "functions of the language; 'tl-layout --version' prints the version.\n"
      "Exit status: 0, 1 when something is wrong with a layout or a file or "
      "the answer is no, 2 for wrong usage, 3 when an answer is undecided.",
      0, LINE_END);
  return TL_STATUS_OK;
}

static tl_status run(const tl_arguments *arguments) {
  if (arguments->count == 0)
    return print_overview();
  const char *name = arguments->items[0];
  const tl_command *shown = tl_command_named(name);
  if (shown)
    return print_help(shown);
  return tl_help_function(name)
             ? TL_STATUS_OK
             : tl_report_unknown("command or function", name,
                                 tl_help_nearest(name, true));
}

tl_status tl_report_unknown(const char *what, const char *name,
                            const char *like) {
  return tl_report("--help", "there is no %s '%s'%s%s%s", what, name,
                   like ? "; did you mean '" : "", like ? like : "",
                   like ? "'" : "");
}

const tl_command TL_COMMAND_HELP = {
    .name = "help",
    .summary = "explain a command, or a function of the language",
    .operands = {"[NAME]", 0, 1},
    .run = run,
    .help = "Of a command its options; of a function how it is called, what it "
            "is for and an example.  Without a name, lists the commands; of "
            "'functions', the functions by family; of a family, what they are "
            "for.",
    .examples = "show\n"
                "functions\n"
                "registers\n"
                "spatial\n",
};

/* ---- Arguments ---------------------------------------------------------- */

/* The option of a command that a word names; null where it has none. */
static const tl_option *find_option(const tl_command *command, const char *word,
                                    size_t length) {
  for (const tl_definition *at = command->options; at->word; at++)
    if (strlen(at->word) == length && memcmp(at->word, word, length) == 0)
      return tl_option_named(at->word);
  return NULL;
}

bool tl_command_takes_value(const tl_command *command, const char *word) {
  const tl_option *option = find_option(command, word, strlen(word));
  return option && tl_option_takes(option) == TL_TAKES_VALUE;
}

/* Whether a word is a file that --svg or --html is to write. */
static bool is_file_of(const char *word, const char *name, size_t length) {
  size_t ending = length - 2, all = strlen(word);
  return all > ending + 1 && word[all - ending - 1] == '.' &&
         memcmp(word + all - ending, name + 2, ending) == 0;
}

/* Whether the next word is the value of an option. */
static bool is_value_of(const tl_option *option, const char *word,
                        size_t length, const char *next) {
  tl_takes takes = tl_option_takes(option);
  return takes == TL_TAKES_VALUE ||
         (takes == TL_TAKES_FILE && is_file_of(next, word, length));
}

/* Reads the option at *at, which moves on to its value if that is a word of its
 * own. */
static tl_status read_option(const tl_command *command, int count, char **words,
                             int *at, tl_arguments *out) {
  const char *name = command->name, *word = words[*at];
  int length = (int)strcspn(word, "=");
  const char *value = word[length] ? word + length + 1 : NULL;
  const tl_option *option = find_option(command, word, (size_t)length);
  if (!option)
    return tl_report(name, "'%s' has no option '%s'", name, word);
  tl_takes takes = tl_option_takes(option);
  if (value && takes == TL_TAKES_NOTHING)
    return tl_report(name, "'%.*s' takes no value, got '%s'", length, word,
                     value);
  if (!value && *at + 1 < count &&
      is_value_of(option, word, (size_t)length, words[*at + 1]))
    value = words[++*at];
  if (!value && takes == TL_TAKES_VALUE)
    return tl_report(name, "'%.*s' needs a value: %s", length, word,
                     option->takes);
  if (!option->read(option, value, (char *)out + option->field))
    return tl_report(name, "'%.*s' takes %s, got '%s'", length, word,
                     option->takes, value);
  return TL_STATUS_OK;
}

/* No expression starts with two minus signs, so options may stand anywhere. */
tl_status tl_command_run(const tl_command *command, int count, char **words) {
  const char *name = command->name, *missing = command->required;
  const char *operands = command->operands.names;
  tl_arguments arguments = {.items = words,
                            .scope = TL_SCOPE_COUNT,
                            .max_bits = 128,
                            .align = 16,
                            .target = tl_target_default()};
  for (int i = 0; i < count; i++) {
    if (strcmp(words[i], "--help") == 0)
      return print_help(command);
    if (strncmp(words[i], "--", 2) != 0) {
      arguments.items[arguments.count++] = words[i];
      continue;
    }
    if (missing && strncmp(words[i], missing, strlen(missing)) == 0)
      missing = NULL;
    tl_status status = read_option(command, count, words, &i, &arguments);
    if (status != TL_STATUS_OK)
      return status;
  }
  arguments.has_bits = arguments.bits > 0;
  if (!arguments.has_bits)
    arguments.bits = DEFAULT_BITS;
  if (arguments.count < command->operands.fewest ||
      arguments.count > command->operands.most)
    return tl_report(name, "'%s' takes %s, got %d argument%s", name,
                     *operands ? operands : "no arguments", arguments.count,
                     arguments.count == 1 ? "" : "s");
  if (missing)
    return tl_report(name, "'%s' needs the option '%s'", name, missing);
  return command->run(&arguments);
}
