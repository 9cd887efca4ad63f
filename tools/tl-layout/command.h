/* command.h - What a command of tl-layout is given, and what it gives back.
 *
 * The table of commands is in main.c.  It checks how many operands there are
 * and which options (options.h), so that a command finds its arguments as it
 * declared. */
#ifndef TL_LAYOUT_COMMAND_H
#define TL_LAYOUT_COMMAND_H

#include "tl/expression.h"

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
} tl_arguments;

/* Exit statuses of the tool. */
typedef enum tl_status {
  TL_STATUS_OK = 0,
  TL_STATUS_FAILED = 1, /* reported; or the answer is no */
  TL_STATUS_USAGE = 2,
  TL_STATUS_UNDECIDED = 3,
} tl_status;

tl_status tl_run_eval(const tl_arguments *arguments);
tl_status tl_run_show(const tl_arguments *arguments);
tl_status tl_run_rows(const tl_arguments *arguments);
tl_status tl_run_at(const tl_arguments *arguments);
tl_status tl_run_where(const tl_arguments *arguments);
tl_status tl_run_convert(const tl_arguments *arguments);
tl_status tl_run_same(const tl_arguments *arguments);
tl_status tl_run_check(const tl_arguments *arguments);
tl_status tl_run_banks(const tl_arguments *arguments);
tl_status tl_run_plan(const tl_arguments *arguments);

/* Evaluates an argument; false when it is wrong, which is then reported. */
bool tl_evaluate_argument(const char *text, tl_value *out);

#endif /* TL_LAYOUT_COMMAND_H */
