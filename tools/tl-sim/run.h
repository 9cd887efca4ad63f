/* run.h - One simulation of a function: program, arguments, machine. */
#ifndef TL_SIM_RUN_H
#define TL_SIM_RUN_H

#include "fill.h"

typedef struct tl_run {
  tl_program program;
  tl_machine machine;
  tl_faults faults;
  tl_report report;
  tl_argument *arguments; /* owned */
} tl_run;

/* What a run is made from. */
typedef struct tl_run_request {
  MlirOperation function;
  const tl_options *options;
  const tl_run *like; /* same launch and addresses as this one; or NULL */
  int round;          /* of fill */
} tl_run_request;

/* Compiles the function and makes its arguments.  False after an error has been
 * reported; tl_run_destroy either way. */
bool tl_run_create(const tl_run_request *request, tl_run *out);
void tl_run_destroy(tl_run *run);

/* Executes; false when there were faults, which are reported. */
bool tl_run_execute(tl_run *run);

/* Executes the function by definition and after lowering, and compares all that
 * can be seen afterwards.  Prints the result. */
bool tl_verify(MlirOperation function, MlirOperation lowered,
               const tl_options *options);

#endif /* TL_SIM_RUN_H */
