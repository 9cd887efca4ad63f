/* main.c - tl-layout: evaluate, draw, query and check layouts from the command
 * line.  A row of COMMANDS is all there is to say about a command. */
#include "command.h"
#include "print.h"
#include "report.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#ifndef TL_VERSION
#define TL_VERSION "development"
#endif

typedef struct command {
  const char *name;
  int fewest, most; /* operands */
  unsigned options;
  tl_status (*run)(const tl_arguments *arguments);
  const char *arguments, *summary, *help;
} command;

static tl_status run_help(const tl_arguments *arguments);

static const command COMMANDS[] = {
    {"eval", 1, INT_MAX, 0, tl_run_eval, "EXPRESSION...",
     "print the value of each expression",
     "Prints one value a line, in canonical form.  '-' reads expressions from\n"
     "standard input, one a line; blank lines and lines that start with '#' "
     "are\n"
     "skipped, and wrong lines are reported without stopping.\n"
     "\n"
     "  tl-layout eval 'local(2, 1).spatial(8, 4).local(1, 2)'\n"},
    {"show", 1, 1, TL_OPTION_ALL | TL_OPTION_ASCII | TL_OPTION_LATEX,
     tl_run_show, "[--all] [--ascii] [--latex] EXPRESSION", "draw a layout",
     "A cell says where the element is: 'thread: slot' in a register layout\n"
     "and 'T V' in a thread-value layout, with all threads in brackets when\n"
     "several hold the element, the offset in a shared layout, and the number\n"
     "on each axis in a tile layout.  Above two dimensions there is one table\n"
     "for every coordinate of the leading ones.  A CuTe layout of one or two\n"
     "modes is drawn as CuTe's print_layout does.  Of a large layout a corner\n"
     "is shown.\n"
     "\n"
     "  --all    show everything, up to 1048576 elements\n"
     "  --ascii  draw with + - | only\n"
     "  --latex  write a LaTeX document with a TikZ picture, as CuTe's\n"
     "           print_latex and print_latex_tv do; a large layout needs "
     "--all\n"
     "\n"
     "  tl-layout show 'spatial(8, 4).local(1, 2)'\n"
     "  tl-layout show 'shared_row_major_swizzle([8, 64], nbytes = 2)'\n"
     "  tl-layout show 'Sw<2,0,3>o(8,8):(8,1)'\n"
     "  tl-layout show 'make_tv((4,8):(8,1), (2,2):(1,2))'\n"
     "  tl-layout show 'cute_tv(mma_atom(\"SM80_16x8x8_F32F16F16F32_TN\", C), "
     "tile = (16, 8))'\n"
     "  tl-layout show 'S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]'\n"
     "  tl-layout show --latex '((2,2),(4,2)):((1,8),(2,16))' > layout.tex\n"},
    {"at", 2, 2, TL_OPTION_ALL, tl_run_at, "[--all] EXPRESSION I,J,...",
     "say where the element at a coordinate is",
     "Prints the threads that hold the element and its register slot or "
     "value,\n"
     "its offset in a shared or a CuTe layout, or its number on each axis of "
     "a\n"
     "tile layout.  Of a CuTe layout the coordinate has one number a mode, or "
     "is\n"
     "linear.\n"
     "\n"
     "  --all  print all threads, however many\n"
     "\n"
     "  tl-layout at 'spatial(8, 4).local(1, 2)' 3,5\n"
     "  tl-layout at '(4,(2,4)):(2,(1,8))' 3,5\n"
     "  tl-layout at 'make_tv((4,8):(8,1), (2,2):(1,2))' 1,3\n"
     "  tl-layout at 'S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]' 1,3\n"},
    {"where", 2, 2, 0, tl_run_where, "EXPRESSION THREAD,SLOT",
     "say which element a thread holds in a slot",
     "Prints the coordinate in a register or a thread-value layout, whose "
     "values\n"
     "are its slots, and whether the thread is the first of those that hold "
     "the\n"
     "element.\n"
     "\n"
     "  tl-layout where 'spatial(8, 4).local(1, 2)' 14,1\n"
     "  tl-layout where 'make_tv((4,8):(8,1), (2,2):(1,2))' 9,3\n"},
    {"rows", 1, INT_MAX, 0, tl_run_rows, "FILE...",
     "check files of rows 'expression => result'",
     "Prints the rows whose value differs, then how many passed and failed.\n"
     "The result 'error' means that the expression must be rejected.  Blank\n"
     "lines and lines that start with '#' are skipped.\n"
     "\n"
     "  tl-layout rows test/lib/golden/tilus_register.rows\n"},
    {"help", 0, 1, 0, run_help, "[COMMAND]", "explain a command",
     "Without a command, lists all of them.\n"},
};

static const struct {
  const char *name;
  unsigned option;
} OPTIONS[] = {
    {"--all", TL_OPTION_ALL},
    {"--ascii", TL_OPTION_ASCII},
    {"--latex", TL_OPTION_LATEX},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static tl_status run_words(int count, char **words);
static const command *command_named(const char *name);
static tl_status run_command(const command *chosen, int count, char **words);
static unsigned option_named(const char *name);
static void print_overview(void);
static void print_command(const command *shown);
static tl_status fail_usage(const char *help, const char *format, ...)
    TL_PRINTF(2, 3);

int main(int argc, char **argv) {
  tl_status status = run_words(argc - 1, argv + 1);
  tl_print_finish();
  return (int)status;
}

static tl_status run_words(int count, char **words) {
  if (count < 1)
    return fail_usage("--help", "no command given");
  if (strcmp(words[0], "--version") == 0) {
    puts("tl-layout " TL_VERSION);
    return TL_STATUS_OK;
  }
  const char *name = strcmp(words[0], "--help") == 0 ? "help" : words[0];
  const command *chosen = command_named(name);
  if (!chosen)
    return fail_usage("--help", "there is no command '%s'", name);
  return run_command(chosen, count - 1, words + 1);
}

static const command *command_named(const char *name) {
  for (size_t i = 0; i < COUNT(COMMANDS); i++)
    if (strcmp(COMMANDS[i].name, name) == 0)
      return &COMMANDS[i];
  return NULL;
}

/* No expression starts with two minus signs, so options may stand anywhere. */
static tl_status run_command(const command *chosen, int count, char **words) {
  tl_arguments arguments = {0, words, 0};
  for (int i = 0; i < count; i++) {
    if (strncmp(words[i], "--", 2) != 0) {
      arguments.items[arguments.count++] = words[i];
      continue;
    }
    if (strcmp(words[i], "--help") == 0) {
      print_command(chosen);
      return TL_STATUS_OK;
    }
    unsigned option = option_named(words[i]) & chosen->options;
    if (!option)
      return fail_usage(chosen->name, "'%s' has no option '%s'", chosen->name,
                        words[i]);
    arguments.options |= option;
  }
  if (arguments.count < chosen->fewest || arguments.count > chosen->most)
    return fail_usage(chosen->name, "'%s' takes %s, got %d argument%s",
                      chosen->name, chosen->arguments, arguments.count,
                      arguments.count == 1 ? "" : "s");
  return chosen->run(&arguments);
}

static unsigned option_named(const char *name) {
  for (size_t i = 0; i < COUNT(OPTIONS); i++)
    if (strcmp(OPTIONS[i].name, name) == 0)
      return OPTIONS[i].option;
  return 0;
}

static tl_status run_help(const tl_arguments *arguments) {
  if (arguments->count == 0) {
    print_overview();
    return TL_STATUS_OK;
  }
  const command *shown = command_named(arguments->items[0]);
  if (!shown)
    return fail_usage("--help", "there is no command '%s'",
                      arguments->items[0]);
  print_command(shown);
  return TL_STATUS_OK;
}

static void print_overview(void) {
  puts("usage: tl-layout COMMAND ARGUMENTS\n");
  for (size_t i = 0; i < COUNT(COMMANDS); i++)
    printf("  %-5s  %s\n", COMMANDS[i].name, COMMANDS[i].summary);
  puts("\n'tl-layout help COMMAND' says more; 'tl-layout --version' prints the "
       "version.\n"
       "Exit status: 0, 1 when something is wrong with a layout or a file, 2 "
       "for\n"
       "wrong usage.");
}

static void print_command(const command *shown) {
  printf("usage: tl-layout %s %s\n\n%s", shown->name, shown->arguments,
         shown->help);
}

/* `help` is a command, or "--help". */
static tl_status fail_usage(const char *help, const char *format, ...) {
  va_list values;
  va_start(values, format);
  tl_report_start();
  vfprintf(stderr, format, values);
  va_end(values);
  fprintf(stderr, "; see 'tl-layout %s%s'\n", *help == '-' ? "" : "help ",
          help);
  return TL_STATUS_USAGE;
}
