/* run.h - One simulation of a function: program, arguments, machine; how
 * arguments are made, filled, printed. */
#ifndef TL_SIM_RUN_H
#define TL_SIM_RUN_H

#include "arrays.h"

/*===--- Arguments --------------------------------------------------------===*/

typedef enum tl_fill {
  TL_FILL_IOTA = 0,
  TL_FILL_ZERO,
  TL_FILL_UNINITIALIZED,
  TL_FILL_SMALL, /* integers of -4 to 4, in no order */
  TL_FILL_SCALAR,
  TL_FILL_RANDOM, /* floats from -1 to 1, integers of any bits */
  TL_FILL_BYTES,
  TL_FILL_INTEGER, /* which a launch gives */
  TL_FILL_COUNT,
} tl_fill;

/* What is said of one argument of a function. */
typedef struct tl_argument_option {
  tl_fill fill;
  bool is_filled; /* `fill` is stated */
  double scalar;
  const char *text; /* of it, as it is stated */
  int64_t integer;  /* the number, or the seed */
  bool is_integer;  /* that is what `scalar` says ... */
  bool is_above;    /* ... with 2^64 added, as it is 2^63 or more */
  tl_array array;
  int64_t rank, stride_count; /* 0: as the type says */
  int64_t shape[TL_MAX_RANK], strides[TL_MAX_RANK];
  bool has_offset;
  int64_t offset;
} tl_argument_option;

/* Where nothing is said of it: what counts would be no valid input for, as metadata
 * of a sparse matrix, masks of lanes and sizes of launches, is some that is. */
void tl_default_argument(MlirValue argument, tl_argument_option *option);

/* An element as text: a number, or "?" when it has unknown bytes. */
tl_sim_words tl_describe_element(const tl_scalar_type *type,
                                 tl_element element);

/* Element n in row-major order; of the first thread, if it is private. */
tl_element tl_argument_element(const tl_argument *argument,
                               const tl_scalar_type *type, int64_t n);

/* FNV-1a of the bytes of the elements; unknown bytes count as 0. */
uint64_t tl_argument_checksum(const tl_slot *slot, const tl_argument *argument);

/*===--- Runs -------------------------------------------------------------===*/

typedef struct tl_run {
  const tl_target *target;
  tl_program program;
  tl_machine machine;
  tl_argument_option *given; /* what is said of the arguments; of the program */
  tl_argument *arguments;    /* owned */
} tl_run;

enum { TL_ALL_THREADS = -1 };

/* Some ten seconds, and half a gibibyte of this machine for private buffers. */
static const tl_budget TL_DEFAULT_BUDGET = {1 << 28, 1 << 28};

/* How functions are run; all 0 is a choice for any function. */
typedef struct tl_run_options {
  MlirOperation root;  /* in which launches of them are looked for; or null */
  bool tells_launches; /* with a remark where these do not agree */
  int64_t grid[3], block[3]; /* 0: as the function says */
  int64_t dynamic_bytes;     /* of shared memory; 0: as its launch says */
  int64_t alignment;       /* of all memory, a power of two; 0: as it states */
  const tl_target *target; /* NULL: as the gpu.module says, or the default */
  tl_argument_option arguments[TL_MAX_ARGUMENTS];
  int argument_count;       /* up to the last one that is spoken of */
  const char *shape_option; /* that gives sizes; NULL: --shape */
  bool counts_accesses;
  tl_watcher watcher; /* of each run, or null */
  bool traces;        /* and keeps which bytes are touched */
  tl_budget budget;   /* 0: that of TL_DEFAULT_BUDGET */
  int64_t threads; /* of this machine, for blocks; 0: one, or TL_ALL_THREADS */
  int64_t max_threads; /* of all blocks; 0: no limit */
  int64_t max_bytes;   /* of arguments and buffers; 0: no limit */
} tl_run_options;

/* The threads of a block, 0 after an error
 * where there are too many of those or of all blocks. */
int64_t tl_launch_check(MlirOperation function, const tl_launch *launch,
                        int64_t most);

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

/* How often `round` can be another one, each time with the next digit of the number
 * of an element, until the elements of each argument have been distinguishable:
 * 8 bits tell 256 apart in one round.  An argument of fewer digits begins again
 * with its first. */
int tl_fill_rounds(const tl_run *run, const tl_run_options *options);

/* What an argument has, or is a pointer to: a slot of a memref; or its own. */
const tl_slot *tl_given_slot(const tl_run *run, int number);

/* "[1, 2, ?]", a line for each row, on standard output; "?" is an element that
 * has unknown bytes. */
void tl_argument_print(const tl_run *run, int number);

/*===--- Verification -----------------------------------------------------===*/

/* A function by definition against what it was lowered to.  Both get equal
 * arguments at equal addresses.  Afterwards every byte of every argument and of
 * the workgroup buffers of the last block, and every value that is returned, has
 * to be the same; what nobody has written has to stay so. */
typedef enum tl_verdict {
  TL_EQUIVALENT = 0,
  TL_NOT_SIMULATED,  /* an operation, a type or a launch that cannot be, or
                       a budget that does not suffice */
  TL_FAULTY,         /* by definition */
  TL_LOWERED_FAULTY, /* after lowering alone */
  TL_DIFFERENT,
} tl_verdict;

typedef struct tl_verification {
  int64_t elements; /* that were compared, in the last round */
  int64_t threads;  /* of all blocks */
  bool writes;    /* any of them, by definition: else equivalence says little */
  uint64_t zeros; /* bit K: argument K is a number, and 0 */
} tl_verification;

/* What executes the function when it has been compiled to something that is no
 * IR: false after errors.  Of workgroup buffers nothing is compared then, and
 * numbers may be off. */
typedef struct tl_executor {
  bool (*execute)(void *user, tl_run *run);
  void *user;
  const char *where;  /* "in the PTX" */
  double tolerance;   /* in units of max(1, |expected|) */
  bool has_tolerance; /* otherwise bits are compared */
} tl_executor;

/* How far a number is from the expected one, in units of max(1, |expected|);
 * infinitely where only one of them is known or a number, or infinite. */
double tl_element_distance(const tl_scalar_type *type, tl_element expected,
                           tl_element found);

/* Any verdict but TL_EQUIVALENT comes with errors that say why. */
tl_verdict tl_verify(MlirOperation function, MlirOperation lowered,
                     const tl_run_options *options, tl_verification *out);

/* The same of a function and what executes it. */
tl_verdict tl_verify_execution(MlirOperation function,
                               const tl_executor *executor,
                               const tl_run_options *options,
                               tl_verification *out);

#endif /* TL_SIM_RUN_H */
