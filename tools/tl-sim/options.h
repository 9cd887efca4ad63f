/* options.h - The command line of tl-sim. */
#ifndef TL_SIM_OPTIONS_H
#define TL_SIM_OPTIONS_H

#include "option_help.h"
#include "passes/simulator/run.h"
#include "tl/notation.h"

/* What an argument is compared with. */
typedef struct tl_expected {
  char *path;     /* owned; NULL: with nothing */
  uint8_t *bytes; /* owned: of the file */
  tl_array array;
  bool has_tolerance; /* of its own */
  double tolerance;
} tl_expected;

typedef struct tl_options {
  const char *input; /* "-": standard input */
  const char *kernels[TL_MAX_KERNELS];
  int kernel_count; /* 0: every function */
  tl_run_options run;
  uint8_t *files[TL_MAX_ARGUMENTS]; /* owned: bytes of arguments */
  bool dumps[TL_MAX_ARGUMENTS];
  const char *saves[TL_MAX_ARGUMENTS]; /* path, or NULL */
  tl_expected expected[TL_MAX_ARGUMENTS];
  bool compares; /* two arguments */
  int64_t compared[2];
  const char *reference; /* function that kernels are compared with; or NULL */
  double tolerance;
  bool has_tolerance;
  bool has_like; /* the input is that of --ptx */
  bool checksums;
  bool prints_faults; /* as JSON */
  tl_report_format report, explanation;
  const tl_notation *notation; /* of fragments that are explained */
  const char *pipelines[TL_MAX_PIPELINES];
  int pipeline_count;          /* 0: none is verified */
  const char *ptx;             /* file; NULL: none is executed */
  bool allows_unregistered;    /* operations of dialects that are not known */
  int64_t progress_after;      /* seconds */
  bool is_explained;           /* what is wrong has been printed */
} tl_options;

/* The pipeline that is verified where none is named. */
#define TL_LOWERING "lower-layout-copies"

/* TL_OPTIONS_RUN, or the exit status of what is done: --help has been printed,
 * or an error. */
enum { TL_OPTIONS_RUN = -1 };
int tl_options_read(int argc, char **argv, tl_options *out);
void tl_options_free(tl_options *options);

/* The bytes of a file, to be freed, and how many; NULL after an error. */
uint8_t *tl_options_read_file(const char *path, int64_t *count);

#endif /* TL_SIM_OPTIONS_H */
