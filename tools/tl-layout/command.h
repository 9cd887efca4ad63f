/* command.h - The commands of tl-layout: what each is given, and what it says.
 *
 * A command is a file with one row, TL_COMMAND_...; usage, help, the reference
 * and the reading of its words follow from the row, so that `run` finds its
 * arguments as they are declared.  `--to cute` and `--to=cute` are the same. */
#ifndef TL_LAYOUT_COMMAND_H
#define TL_LAYOUT_COMMAND_H

#include "output.h"
#include "tl/foreign.h"
#include "tl/target.h"
#include "tl/thread_digits.h"

enum { TL_ENTRY_CAPACITY = 16 };

/* A number, or the name of one that is known at run time; `_` for none. */
typedef struct tl_entry {
  char name[TL_ENTRY_CAPACITY]; /* empty for a number */
  tl_bound is;
} tl_entry;

/* One entry a dimension. */
typedef struct tl_entries {
  int64_t count;
  tl_entry items[TL_MAX_RANK];
} tl_entries;

/* A notation, or the attribute of another compiler. */
typedef struct tl_family {
  tl_kind kind;
  const tl_foreign *foreign; /* null: the notation of that kind */
} tl_family;

typedef enum tl_color_mode {
  TL_COLOR_AUTO = 0, /* on a terminal, unless NO_COLOR is set */
  TL_COLOR_ALWAYS,
  TL_COLOR_NEVER,
} tl_color_mode;

typedef struct tl_arguments {
  int count;
  char **items; /* without the options */

  /* What options say; 0, or as it stands here, without the option. */
  bool all, ascii, latex, by_thread, compact, json, store, shares, global;
  const char *svg, *html; /* the file to write, TL_OUTPUT, or null */
  tl_family from, to;
  tl_list shape;           /* empty */
  tl_scope scope;          /* TL_SCOPE_COUNT */
  int64_t bits;            /* 16; of --type or --bits */
  bool has_bits;           /* one of them is given */
  int64_t max_bits, align; /* 128 and 16 */
  int64_t threads;
  int64_t columns; /* of characters */
  tl_color_mode color;
  tl_entries origin, bounds;
  const tl_target *target; /* the default */
} tl_arguments;

/* An option of all commands, and what its value means. */
typedef struct tl_option {
  const char *usage; /* `--to FAMILY`; a flag has no value, and `--svg[=FILE]`
                        may have one */
  const char *takes; /* the values that there are; of a flag, what it does */
  /* Sets the field; false when the value is none of those. */
  bool (*read)(const struct tl_option *option, const char *value, void *field);
  size_t field; /* of tl_arguments */
  int64_t least, most;
} tl_option;

typedef enum tl_takes {
  TL_TAKES_NOTHING,
  TL_TAKES_FILE, /* behind `=`; a word of its own ends in the option's name, as
                    in `--svg tile.svg` */
  TL_TAKES_VALUE,
} tl_takes;
tl_takes tl_option_takes(const tl_option *option);

/* The option of that name, which is there. */
const tl_option *tl_option_named(const char *name);

/* A word and what it means. */
typedef struct tl_definition {
  const char *word, *meaning;
} tl_definition;

/* More than any command has: a row of zero is the last one. */
enum { TL_MOST_PARTS = 8, TL_MOST_OPTIONS = 24 };

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
  const char *required;                /* the option that it needs, or null */
  tl_definition options[TL_MOST_OPTIONS]; /* null: what the option takes */
  const char *examples; /* lines of what stands behind `tl-layout NAME` */
} tl_command;

extern const tl_command TL_COMMAND_EVAL, TL_COMMAND_SHOW, TL_COMMAND_AT,
    TL_COMMAND_WHERE, TL_COMMAND_CONVERT, TL_COMMAND_SAME, TL_COMMAND_CHECK,
    TL_COMMAND_BANKS, TL_COMMAND_PLAN, TL_COMMAND_EXCHANGE, TL_COMMAND_CHOOSE,
    TL_COMMAND_CERTIFY, TL_COMMAND_ROWS, TL_COMMAND_REPL, TL_COMMAND_HELP;

/* All of them, in the order of the overview; ends with null. */
extern const tl_command *const TL_COMMANDS[];

/* Null where there is none of that name. */
const tl_command *tl_command_named(const char *name);

/* Reads what stands behind the name of a command and runs it; `--help` explains
 * it. */
tl_status tl_command_run(const tl_command *command, int count, char **words);

/* Whether a word is an option of a command, and its value the next one. */
bool tl_command_takes_value(const tl_command *command, const char *word);

/* Appends options and operands: `[--all] EXPRESSION I,J,...`. */
void tl_help_usage(const tl_command *command, tl_text *out);

/* Text on standard output, in lines that end before `end`; those after the
 * first start at `indent`, where the first one is already. */
void tl_help_wrap(const char *text, int indent, int end);

/* Explains a function of the language, a family of them, or all; false where
 * there is none of that name. */
bool tl_help_function(const char *name);

/* The command, or the function, that a wrong name may have been meant to be; null
 * where nothing is like it. */
const char *tl_help_nearest(const char *name, bool among_functions);

/* "there is no WHAT 'NAME'", and what is like it. */
tl_status tl_report_unknown(const char *what, const char *name,
                            const char *like);

/* What an option of a command means. */
const char *tl_help_option(const tl_definition *option);

/* Evaluates an argument; false when it is wrong, which is then reported. */
bool tl_evaluate_argument(const char *text, const tl_arguments *arguments,
                          tl_value *out);

#endif /* TL_LAYOUT_COMMAND_H */
