/* command.h - The commands of tl-layout: what each is given, and what it says.
 *
 * A command is a file with one row, TL_COMMAND_...; usage, help, the reference
 * and the reading of its words follow from the row, so that `run` finds its
 * arguments as they are declared. */
#ifndef TL_LAYOUT_COMMAND_H
#define TL_LAYOUT_COMMAND_H

#include "tl/expression.h"
#include "tl/target.h"

/* Set when the option was given. */
enum {
  TL_OPTION_ALL = 1,
  TL_OPTION_ASCII = 2,
  TL_OPTION_LATEX = 4,
  TL_OPTION_JSON = 8,
  TL_OPTION_STORE = 16,
  TL_OPTION_TO = 32,
  TL_OPTION_SCOPE = 64,
  TL_OPTION_TYPE = 128,
  TL_OPTION_BITS = 256,
  TL_OPTION_MAX_BITS = 512,
  TL_OPTION_THREADS = 1024,
  TL_OPTION_ALIGN = 2048,
  TL_OPTION_ORIGIN = 4096,
  TL_OPTION_BOUNDS = 8192,
  TL_OPTION_TARGET = 16384,
  TL_OPTION_GLOBAL = 32768,
};

enum { TL_ENTRY_CAPACITY = 16 };

/* A number, or the name of one that is known at run time, which `divisor`
 * divides; `_` for none. */
typedef struct tl_entry {
  bool is_set;
  char name[TL_ENTRY_CAPACITY]; /* empty for a number */
  int64_t value, divisor;
} tl_entry;

/* One entry a dimension. */
typedef struct tl_entries {
  int64_t count;
  tl_entry items[TL_MAX_RANK];
} tl_entries;

typedef struct tl_arguments {
  int count;
  char **items; /* without the options */
  unsigned options;

  /* Values of those that were given. */
  tl_kind to;
  tl_scope scope;
  int64_t bits; /* of --type or --bits */
  int64_t max_bits, threads, align;
  tl_entries origin, bounds;

  const tl_target *target; /* the default without the option */
} tl_arguments;

/* Exit statuses of the tool. */
typedef enum tl_status {
  TL_STATUS_OK = 0,
  TL_STATUS_FAILED = 1, /* reported; or the answer is no */
  TL_STATUS_USAGE = 2,
  TL_STATUS_UNDECIDED = 3,
} tl_status;

/* A word and what it means. */
typedef struct tl_definition {
  const char *word, *meaning;
} tl_definition;

/* An option as a command has it. */
typedef struct tl_command_option {
  unsigned option;  /* TL_OPTION_...; 0 ends a list */
  const char *help; /* null: what every command says of it */
} tl_command_option;

/* More than any command has: a row of zero is the last one. */
enum { TL_MOST_PARTS = 8, TL_MOST_OPTIONS = 16 };

/* Texts are wrapped where they are printed; a line end in them ends a line. */
typedef struct tl_command {
  const char *name, *summary;
  struct {
    const char *names;
    int fewest, most;
  } operands;
  tl_status (*run)(const tl_arguments *arguments);
  const char *help;
  tl_definition prints[TL_MOST_PARTS]; /* the parts of what it prints */
  unsigned required;                   /* of the options */
  tl_command_option options[TL_MOST_OPTIONS];
  const char *examples; /* lines of what stands behind `tl-layout NAME` */
} tl_command;

extern const tl_command TL_COMMAND_EVAL, TL_COMMAND_SHOW, TL_COMMAND_AT,
    TL_COMMAND_WHERE, TL_COMMAND_CONVERT, TL_COMMAND_SAME, TL_COMMAND_CHECK,
    TL_COMMAND_BANKS, TL_COMMAND_PLAN, TL_COMMAND_ROWS, TL_COMMAND_HELP;

/* All of them, in the order of the overview; ends with null. */
extern const tl_command *const TL_COMMANDS[];

/* Null where there is none of that name. */
const tl_command *tl_command_named(const char *name);

/* Evaluates an argument, in waves of `lanes`; false when it is wrong, which is
 * then reported. */
bool tl_evaluate_argument(const char *text, int64_t lanes, tl_value *out);

#endif /* TL_LAYOUT_COMMAND_H */
