/* options.h - The command line of tl-sim. */
#ifndef TL_SIM_OPTIONS_H
#define TL_SIM_OPTIONS_H

#include "machine.h"

typedef enum tl_fill {
  TL_FILL_IOTA = 0,
  TL_FILL_ZERO,
  TL_FILL_UNINITIALIZED,
  TL_FILL_SCALAR,
  TL_FILL_COUNT,
} tl_fill;

/* What the command line says of one argument of the function. */
typedef struct tl_argument_option {
  tl_fill fill;
  double scalar;
  int64_t rank, stride_count; /* 0: as the type says */
  int64_t shape[TL_MAX_RANK], strides[TL_MAX_RANK];
  bool has_offset;
  int64_t offset;
  bool dumps;
} tl_argument_option;

enum { TL_MAX_ARGUMENTS = 64, TL_MAX_BLOCKS = 1 << 20 };

typedef struct tl_options {
  const char *input;         /* "-": standard input */
  const char *kernel;        /* NULL: every function */
  int64_t grid[3], block[3]; /* 0: as the function says */
  tl_argument_option arguments[TL_MAX_ARGUMENTS];
  int argument_count; /* up to the last one that an option names */
  bool compares;      /* two arguments */
  int64_t compared[2];
  bool checksums;
  tl_report_format report;
  const char *pipeline; /* NULL: not verified */
} tl_options;

typedef enum tl_options_result {
  TL_OPTIONS_RUN = 0,
  TL_OPTIONS_DONE,  /* --help has been printed */
  TL_OPTIONS_WRONG, /* reported */
} tl_options_result;

tl_options_result tl_options_read(int argc, char **argv, tl_options *out);

#endif /* TL_SIM_OPTIONS_H */
