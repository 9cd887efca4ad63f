/* copy_driver.h - Collect, plan, write: what every pass over copies does.
 *
 * A pass says what operations it is about, how a request is read from one and
 * how a plan is made of it.  All are planned before the first is written, since
 * the last may fail; the plan that was made is the one that is written, and
 * operations with equal requests share it.
 *
 *   tl_copy_run run;
 *   bool done = tl_copies_plan(&PASS, root, &state, &run);
 *   if (done)
 *     tl_copies_visit(&run, write_copy);
 *   tl_copies_end(&run); */
#ifndef TL_COPY_DRIVER_H
#define TL_COPY_DRIVER_H

#include "mlir-c/IR.h"
#include "plan_table.h"
#include <stdbool.h>

typedef struct tl_copy_pass {
  bool (*wants)(MlirOperation operation);
  /* Sets *size bytes of the request; 0, as at first, where nothing is to be
   * done.  May be NULL. */
  tl_code (*read)(void *state, MlirOperation operation, void *request,
                  size_t *size, tl_error *error);
  size_t request_size; /* the most */
  const tl_planner *planner;
} tl_copy_pass;

typedef struct tl_copy_item {
  MlirOperation operation;
  const tl_plan_entry *entry; /* NULL without a plan */
} tl_copy_item;

typedef struct tl_copy_run {
  const tl_copy_pass *pass;
  MlirOperation root;
  void *state;      /* of the pass */
  bool is_complete; /* false after an error */
  intptr_t count, capacity;
  tl_copy_item *items; /* in program order; owned, as is the table */
  tl_plan_table table;
} tl_copy_run;

/* Collects the operations below and including `root` that the pass wants, and
 * plans them; false after an error at the first that cannot be planned. */
bool tl_copies_plan(const tl_copy_pass *pass, MlirOperation root, void *state,
                    tl_copy_run *run);

/* Every operation with its plan, or NULL, in program order.  The plan may be
 * changed: it is a copy. */
void tl_copies_visit(const tl_copy_run *run,
                     void (*visit)(void *state, MlirOperation operation,
                                   void *plan));

void tl_copies_end(tl_copy_run *run);

#endif /* TL_COPY_DRIVER_H */
