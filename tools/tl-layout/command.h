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
};

typedef struct tl_arguments {
  int count;
  char **items; /* without the options */
  unsigned options;

  /* Values of those that were given. */
  tl_kind to;
  tl_scope scope;
  int64_t bits; /* of --type */
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

/* Evaluates an argument; false when it is wrong, which is then reported. */
bool tl_evaluate_argument(const char *text, tl_value *out);

#endif /* TL_LAYOUT_COMMAND_H */
