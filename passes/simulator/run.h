/* run.h - One simulation of a function: program, arguments, machine. */
#ifndef TL_SIM_RUN_H
#define TL_SIM_RUN_H

#include "fill.h"

typedef struct tl_run {
  tl_program program;
  tl_machine machine;
  tl_argument *arguments; /* owned */
} tl_run;

enum { TL_MAX_ARGUMENTS = 64, TL_MAX_BLOCKS = 1 << 20 };

/* Some ten seconds, and half a gibibyte of this machine for private buffers. */
static const tl_budget TL_DEFAULT_BUDGET = {1 << 28, 1 << 28};

/* How functions are run; all 0 is a choice for any function. */
typedef struct tl_run_options {
  int64_t grid[3], block[3]; /* 0: as the function says */
  int wave;                  /* threads of a warp; 0: as the default target */
  tl_argument_option arguments[TL_MAX_ARGUMENTS];
  int argument_count; /* up to the last one that is spoken of */
  bool counts_accesses;
  tl_budget budget;    /* 0: that of TL_DEFAULT_BUDGET */
  int64_t max_threads; /* of all blocks; 0: no limit */
  int64_t max_bytes;   /* of arguments and buffers, whose sizes have then to be
                          those of their types; 0: no limit */
} tl_run_options;

/* What a run is made from. */
typedef struct tl_run_request {
  MlirOperation function;
  const tl_run_options *options;
  const tl_run *like; /* same launch and addresses as this one; or NULL */
  int round;          /* of fill */
} tl_run_request;

/* Whether the operation is a function with a body that runs can be made of:
 * gpu.func or func.func. */
bool tl_is_function(MlirOperation operation);

/* Compiles the function and makes its arguments.  False after an error has been
 * reported; tl_run_destroy either way. */
bool tl_run_create(const tl_run_request *request, tl_run *out);
void tl_run_destroy(tl_run *run);

/* Executes; false when there were faults, which are reported. */
bool tl_run_execute(tl_run *run);

/* The threads of all blocks. */
int64_t tl_run_threads(const tl_run *run);

#endif /* TL_SIM_RUN_H */
