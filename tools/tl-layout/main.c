/* main.c - tl-layout: evaluate, draw, query, convert and check layouts from the
 * command line.  A row of COMMANDS is all there is to say about a command. */
#include "command.h"
#include "options.h"
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
  int fewest, most;           /* operands */
  unsigned options, required; /* required ones are in both */
  tl_status (*run)(const tl_arguments *arguments);
  const char *arguments, *summary, *help;
} command;

static tl_status run_help(const tl_arguments *arguments);

static const command COMMANDS[] = {
    {"eval", 1, INT_MAX, 0, 0, tl_run_eval, "EXPRESSION...",
     "print the value of each expression",
     "Prints one value a line, in canonical form.  '-' reads expressions from\n"
     "standard input, one a line; blank lines and lines that start with '#' "
     "are\n"
     "skipped, and wrong lines are reported without stopping.\n"
     "\n"
     "  tl-layout eval 'local(2, 1).spatial(8, 4).local(1, 2)'\n"},
    {"show", 1, 1, TL_OPTION_ALL | TL_OPTION_ASCII | TL_OPTION_LATEX, 0,
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
    {"at", 2, 2, TL_OPTION_ALL, 0, tl_run_at, "[--all] EXPRESSION I,J,...",
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
    {"where", 2, 2, 0, 0, tl_run_where, "EXPRESSION THREAD,SLOT",
     "say which element a thread holds in a slot",
     "Prints the coordinate in a register or a thread-value layout, whose "
     "values\n"
     "are its slots, and whether the thread is the first of those that hold "
     "the\n"
     "element.\n"
     "\n"
     "  tl-layout where 'spatial(8, 4).local(1, 2)' 14,1\n"
     "  tl-layout where 'make_tv((4,8):(8,1), (2,2):(1,2))' 9,3\n"},
    {"convert", 1, 1, TL_OPTION_TO | TL_OPTION_SCOPE | TL_OPTION_JSON,
     TL_OPTION_TO, tl_run_convert,
     "EXPRESSION --to FAMILY [--scope SCOPE] [--json]",
     "write a layout in another spelling",
     "Prints an expression of that family that is the same map, or says why "
     "there\n"
     "is none and has status 1.\n"
     "\n"
     "  --to FAMILY    register, shared, cute, cute_tv or tile\n"
     "  --scope SCOPE  thread, warp, warpgroup or cta: the threads that hold "
     "the\n"
     "                 layout.  Without it, the smallest scope with enough of\n"
     "                 them; of a tile layout the one that its axes number\n"
     "  --json         print {from, to, scope, result, reason}; result is "
     "null\n"
     "                 where there is none, scope where no threads take part\n"
     "\n"
     "  tl-layout convert 'spatial(8, 4).local(1, 2)' --to tile\n"
     "  tl-layout convert 'spatial(8, 4).local(1, 2)' --to cute_tv\n"
     "  tl-layout convert 'S[(8, 64) : (72, 1)]' --to shared\n"
     "  tl-layout convert 'S[(4, 8) : (1@wid_in_wg, 1@laneid)]' --to tile "
     "--scope warpgroup\n"
     "  tl-layout convert 'shared_row_major_swizzle([8, 64], nbytes = 2)' --to "
     "cute\n"},
    {"same", 2, 2, TL_OPTION_JSON, 0, tl_run_same,
     "[--json] EXPRESSION EXPRESSION",
     "say whether two layouts are the same map",
     "The first layout is A, the second B, in any spellings.  Prints 'same "
     "map', "
     "or\n"
     "the first coordinate in row-major order that the layouts place "
     "differently,\n"
     "and both places.  Thread axes that number the same threads are one "
     "number:\n"
     "lane 5 of warp 1 is thread 37 of the block.  Registers are held by the\n"
     "smallest scope with enough threads, or that of the other layout.  A "
     "stride\n"
     "known only at run time is any multiple of its divisor.\n"
     "\n"
     "  --json  print {same, coordinate, a, b, only_in, only, reason}; same "
     "is\n"
     "          null where that is undecided, a and b are the places, only is "
     "a\n"
     "          place that only_in has and the other lacks\n"
     "\n"
     "Exit status: 0 when they are the same, 1 when they are not, 3 when that "
     "is\n"
     "undecided.\n"
     "\n"
     "  tl-layout same 'S[(8, 8) : (8, 1)]' 'shared_row_major(8, 8)'\n"
     "  tl-layout same 'spatial(8, 4)' 'column_spatial(8, 4)'\n"
     "  tl-layout same '(4,8):(1,4)' '(4,(2,4)):(1,(4,8))'\n"},
    {"check", 1, 1, TL_OPTION_JSON, 0, tl_run_check, "[--json] EXPRESSION",
     "say what a layout does with its elements",
     "  injective  no two elements are in one place; otherwise two that are\n"
     "  covers     nothing is left out from 0 to the last thread, slot or "
     "offset;\n"
     "             otherwise the first that is\n"
     "  threads    different threads that hold an element\n"
     "  slots      different slots that they use; of memory, offsets\n"
     "  replicas   places of one element\n"
     "  run        elements along a dimension that are consecutive in memory, "
     "or in\n"
     "             the slots of a thread, wherever such a run starts\n"
     "  alignment  what divides the offsets, or slots, where such runs start; "
     "'any'\n"
     "             if all are 0\n"
     "\n"
     "  --json  print {injective, meeting, covers, gap, threads, slots, "
     "replicas,\n"
     "          dimensions, undecided}; null where it is undecided or there "
     "is\n"
     "          nothing to say, alignment 0 for any\n"
     "\n"
     "Exit status: 0 when it is injective and covers, 1 when it is not, 3 when "
     "that\n"
     "is undecided.\n"
     "\n"
     "  tl-layout check 'S[(4, 4) : (3, 1)]'\n"
     "  tl-layout check 'spatial(8, 4).local(1, 2)'\n"
     "  tl-layout check 'shared_row_major_swizzle([8, 64], nbytes = 2)'\n"},
    {"banks", 2, 2,
     TL_OPTION_TYPE | TL_OPTION_SCOPE | TL_OPTION_STORE | TL_OPTION_ALL |
         TL_OPTION_JSON,
     TL_OPTION_TYPE, tl_run_banks,
     "REGISTERS MEMORY --type TYPE [--scope SCOPE] [--store] [--all] [--json]",
     "count the bank conflicts of a copy",
     "Plans the copy between two layouts as the passes do, for a memory that "
     "starts\n"
     "at a multiple of 128 bytes, and counts what each access of the first "
     "warp\n"
     "costs:\n"
     "\n"
     "  wavefronts  of shared memory\n"
     "  minimum     wavefronts without conflicts\n"
     "  degree      the most words that a phase wants from one bank, n of an "
     "n-way\n"
     "              conflict\n"
     "  bank        the first bank where that is so, and the lanes that want "
     "it\n"
     "  sectors     of 32 bytes, and lines of 128, if the memory is global\n"
     "\n"
     "  --type TYPE    f64, f32, tf32, f16, bf16, f8, i64, i32, i16, i8, or "
     "bits=N\n"
     "                 with N 8, 16, 32, 64 or 128\n"
     "  --scope SCOPE  thread, warp, warpgroup or cta; see 'convert'\n"
     "  --store        copy from registers to memory\n"
     "  --all          print all rows, however many\n"
     "  --json         print {scope, bits, stores, width, accesses, "
     "wavefronts,\n"
     "                 minimum, degree, sectors, lines, rows}, where a row is\n"
     "                 {first, last, wavefronts, minimum, degree, bank, "
     "lanes,\n"
     "                 sectors, lines, bytes, efficiency} of accesses first to "
     "last\n"
     "\n"
     "  tl-layout banks 'spatial(32, 1).local(1, 8)' 'shared_row_major(32, "
     "64)' "
     "--type f16\n"
     "  tl-layout banks 'spatial(32, 1).local(1, 8)' "
     "'shared_row_major_swizzle([32, 64], nbytes = 2)' --type f16\n"},
    {"plan", 2, 2,
     TL_OPTION_TYPE | TL_OPTION_BITS | TL_OPTION_SCOPE | TL_OPTION_THREADS |
         TL_OPTION_ORIGIN | TL_OPTION_BOUNDS | TL_OPTION_ALIGN |
         TL_OPTION_MAX_BITS | TL_OPTION_STORE | TL_OPTION_ALL | TL_OPTION_JSON,
     0, tl_run_plan, "REGISTERS MEMORY [OPTIONS]",
     "plan a copy, as the passes do",
     "Says what thread t of the scope does: whether it takes part, the offset "
     "where\n"
     "it starts, in elements, and for each of its accesses the registers, the "
     "offset\n"
     "from there, and what the first warp pays for it (see 'banks').  Origins "
     "that\n"
     "are known at run time count as 0 there, and strides as their divisor.\n"
     "\n"
     "  --bits N, --type TYPE  an element; 16 bits without either\n"
     "  --scope SCOPE   thread, warp, warpgroup or cta; see 'convert'\n"
     "  --threads N     of a block; otherwise warps are whole\n"
     "  --origin I,J    where the tile starts in memory: numbers, or names of "
     "what\n"
     "                  is known at run time, as j or j{div 8}\n"
     "  --bounds M,N    elements there and beyond are not touched: as for "
     "--origin, or\n"
     "                  _ for none; the memory may be smaller than the tile "
     "then\n"
     "  --align N       bytes that divide the start of memory; 16\n"
     "  --max-bits N    of an access; 128\n"
     "  --store         copy from registers to memory\n"
     "  --all           print all accesses, however many\n"
     "  --json          print {scope, bits, stores, thread_offset, guards, "
     "base,\n"
     "                  offset, terms, scattered, swizzle, alignment, width, "
     "limits,\n"
     "                  accesses}\n"
     "\n"
     "  tl-layout plan 'spatial(16, 8).local(1, 8)' 'Sw<3,3,3> o "
     "(16,64):(64,1)'\n"
     "  tl-layout plan 'spatial(32, 1).local(1, 8)' 'S[(128, 64) : (ld{div 8}, "
     "1)]' "
     "--origin 'i,j{div 8}' --bounds 'm,n{div 8}'\n"},
    {"rows", 1, INT_MAX, 0, 0, tl_run_rows, "FILE...",
     "check files of rows 'expression => result'",
     "Prints the rows whose value differs, then how many passed and failed.\n"
     "The result 'error' means that the expression must be rejected.  Blank\n"
     "lines and lines that start with '#' are skipped.\n"
     "\n"
     "  tl-layout rows test/lib/language/golden/tilus_register.rows\n"},
    {"help", 0, 1, 0, 0, run_help, "[COMMAND]", "explain a command",
     "Without a command, lists all of them.\n"},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static tl_status run_words(int count, char **words);
static const command *command_named(const char *name);
static tl_status run_command(const command *chosen, int count, char **words);
static tl_status read_option(const command *chosen, int count, char **words,
                             int *at, tl_arguments *out);
static tl_status check_arguments(const command *chosen,
                                 const tl_arguments *arguments);
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
  tl_arguments arguments = {.items = words};
  for (int i = 0; i < count; i++) {
    if (strncmp(words[i], "--", 2) != 0) {
      arguments.items[arguments.count++] = words[i];
      continue;
    }
    if (strcmp(words[i], "--help") == 0) {
      print_command(chosen);
      return TL_STATUS_OK;
    }
    tl_status status = read_option(chosen, count, words, &i, &arguments);
    if (status != TL_STATUS_OK)
      return status;
  }
  tl_status status = check_arguments(chosen, &arguments);
  return status == TL_STATUS_OK ? chosen->run(&arguments) : status;
}

/* Reads the option at *at, which moves on to its value if that is a word of its
 * own. */
static tl_status read_option(const command *chosen, int count, char **words,
                             int *at, tl_arguments *out) {
  const char *value, *name = chosen->name;
  const tl_option *option = tl_option_named(words[*at], &value);
  if (!option || !(option->bit & chosen->options))
    return fail_usage(name, "'%s' has no option '%s'", name, words[*at]);
  out->options |= option->bit;
  if (!option->read)
    return value ? fail_usage(name, "'%s' takes no value, got '%s'",
                              option->name, value)
                 : TL_STATUS_OK;
  if (!value && *at + 1 < count)
    value = words[++*at];
  if (!value)
    return fail_usage(name, "'%s' needs a value: %s", option->name,
                      option->takes);
  if (!option->read(value, out))
    return fail_usage(name, "'%s' takes %s, got '%s'", option->name,
                      option->takes, value);
  return TL_STATUS_OK;
}

static tl_status check_arguments(const command *chosen,
                                 const tl_arguments *arguments) {
  unsigned missing = chosen->required & ~arguments->options;
  if (arguments->count < chosen->fewest || arguments->count > chosen->most)
    return fail_usage(chosen->name, "'%s' takes %s, got %d argument%s",
                      chosen->name, chosen->arguments, arguments->count,
                      arguments->count == 1 ? "" : "s");
  if (missing)
    return fail_usage(chosen->name, "'%s' needs the option '%s'", chosen->name,
                      tl_option_first(missing));
  return TL_STATUS_OK;
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
    printf("  %-7s  %s\n", COMMANDS[i].name, COMMANDS[i].summary);
  puts("\n'tl-layout help COMMAND' says more; 'tl-layout --version' prints the "
       "version.\n"
       "Exit status: 0, 1 when something is wrong with a layout or a file or "
       "the\n"
       "answer is no, 2 for wrong usage, 3 when an answer is undecided.");
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
