/* main.c - tl-layout: evaluate, draw, query, convert and check layouts from the
 * command line.  What there is to say about a command is in its row. */
#include "help.h"
#include "options.h"
#include "print.h"
#include "report.h"
#include <string.h>

#ifndef TL_VERSION
#define TL_VERSION "development"
#endif

static bool has_option(const tl_command *chosen, unsigned bit) {
  const tl_command_option *at = chosen->options;
  while (at->option && at->option != bit)
    at++;
  return at->option != 0;
}

/* Reads the option at *at, which moves on to its value if that is a word of its
 * own. */
static tl_status read_option(const tl_command *chosen, int count, char **words,
                             int *at, tl_arguments *out) {
  const char *value, *name = chosen->name;
  const tl_option *option = tl_option_named(words[*at], &value);
  if (!option || !has_option(chosen, option->bit))
    return tl_report_usage(name, "'%s' has no option '%s'", name, words[*at]);
  out->options |= option->bit;
  if (!option->read)
    return value ? tl_report_usage(name, "'%s' takes no value, got '%s'",
                                   option->name, value)
                 : TL_STATUS_OK;
  if (!value && *at + 1 < count)
    value = words[++*at];
  if (!value)
    return tl_report_usage(name, "'%s' needs a value: %s", option->name,
                           option->takes);
  if (!option->read(option, value, (char *)out + option->field))
    return tl_report_usage(name, "'%s' takes %s, got '%s'", option->name,
                           option->takes, value);
  return TL_STATUS_OK;
}

static tl_status check_arguments(const tl_command *chosen,
                                 const tl_arguments *arguments) {
  const char *name = chosen->name;
  if (arguments->count < chosen->operands.fewest ||
      arguments->count > chosen->operands.most) {
    tl_text usage = {0};
    tl_help_usage(chosen, &usage);
    return tl_report_usage(name, "'%s' takes %s, got %d argument%s", name,
                           usage.data, arguments->count,
                           arguments->count == 1 ? "" : "s");
  }
  unsigned missing = chosen->required & ~arguments->options;
  if (missing)
    return tl_report_usage(name, "'%s' needs the option '%s'", name,
                           tl_option_of(missing)->name);
  return TL_STATUS_OK;
}

/* No expression starts with two minus signs, so options may stand anywhere. */
static tl_status run_command(const tl_command *chosen, int count,
                             char **words) {
  tl_arguments arguments = {.items = words, .target = tl_target_default()};
  for (int i = 0; i < count; i++) {
    if (strncmp(words[i], "--", 2) != 0) {
      arguments.items[arguments.count++] = words[i];
      continue;
    }
    if (strcmp(words[i], "--help") == 0) {
      tl_help_print(chosen);
      return TL_STATUS_OK;
    }
    tl_status status = read_option(chosen, count, words, &i, &arguments);
    if (status != TL_STATUS_OK)
      return status;
  }
  tl_status status = check_arguments(chosen, &arguments);
  return status == TL_STATUS_OK ? chosen->run(&arguments) : status;
}

static tl_status run_words(int count, char **words) {
  if (count < 1)
    return tl_report_usage("--help", "no command given");
  if (strcmp(words[0], "--version") == 0) {
    puts("tl-layout " TL_VERSION);
    return TL_STATUS_OK;
  }
  const char *name = strcmp(words[0], "--help") == 0 ? "help" : words[0];
  const tl_command *chosen = tl_command_named(name);
  if (!chosen)
    return tl_report_usage("--help", "there is no command '%s'", name);
  return run_command(chosen, count - 1, words + 1);
}

int main(int argc, char **argv) {
  tl_status status = run_words(argc - 1, argv + 1);
  tl_print_finish();
  return (int)status;
}
