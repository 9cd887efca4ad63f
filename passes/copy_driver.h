/* copy_driver.h - Collect, plan, write: what every pass over copies does.
 *
 * A pass says what operations it is about, how a request is read from one and
 * how a plan is made of it.  All are planned before the first is written, since
 * the last may fail; the plan that was made is the one that is written, and
 * operations with equal requests share it.
 *
 * Errors are emitted at all operations that cannot be planned; then none is
 * written. */
#ifndef TL_COPY_DRIVER_H
#define TL_COPY_DRIVER_H

#include "dialect/bridge/bridge.h"
#include "mlir-c/IR.h"
#include "passes/facts/key_table.h"
#include "tl/status.h"
#include <stdbool.h>

/* A list in a plan: a count (int64_t) and, behind it in the plan, items. */
typedef struct tl_plan_list {
  size_t count, items, item_size, capacity; /* the first two: where, in bytes */
} tl_plan_list;

/* The list ITEMS of TYPE, as many as COUNT; and that of FIELD.items. */
#define TL_PLAN_ITEMS(TYPE, COUNT, ITEMS)                                      \
  {                                                                            \
    offsetof(TYPE, COUNT), offsetof(TYPE, ITEMS),                              \
        sizeof(((TYPE *)NULL)->ITEMS[0]),                                      \
        sizeof(((TYPE *)NULL)->ITEMS) / sizeof(((TYPE *)NULL)->ITEMS[0])       \
  }
#define TL_PLAN_LIST(TYPE, FIELD) TL_PLAN_ITEMS(TYPE, FIELD.count, FIELD.items)

typedef struct tl_copy_run tl_copy_run;

/* What is done with an operation and its plan. */
typedef void (*tl_copy_visitor)(void *state, MlirOperation operation,
                                void *plan);

typedef struct tl_copy_pass {
  bool (*wants)(MlirOperation operation);
  /* Sets *size bytes of the request; 0, as at first, where nothing is to be
   * done.  May be NULL. */
  tl_code (*read)(void *state, MlirOperation operation, void *request,
                  size_t *size, tl_error *error);
  size_t request_size; /* the most */
  /* Decides from plain values; *size, at first the most, becomes how much of the
   * plan is said. */
  tl_code (*plan)(const void *request, void *plan, size_t *size,
                  tl_error *error);
  size_t plan_size;          /* the most */
  const tl_plan_list *lists; /* of which the items in use are kept, in their
                                order; item_size 0 ends them; may be NULL */
  bool (*tell)(const tl_copy_run *run); /* before writing; may be NULL */
  tl_copy_visitor write;
} tl_copy_pass;

typedef struct tl_copy_item {
  MlirOperation operation;
  struct tl_kept_plan *plan; /* that of all equal requests; NULL without one */
} tl_copy_item;

struct tl_copy_run {
  const tl_copy_pass *pass;
  MlirOperation root;
  void *state;      /* of the pass */
  bool is_complete; /* false after an error */
  intptr_t count, capacity;
  tl_copy_item *items; /* in program order; owned, as are the plans */
  tl_key_table plans;
  char *scratch; /* owned: a plan, and a request behind it */
};

/* Plans the operations below and including `root` that the pass wants, and then
 * writes them, each as `write` says of it and its plan. */
tl_pass_result tl_copies_run(const tl_copy_pass *pass, MlirOperation root,
                             void *state);

/* The parts of it: to collect and plan; false after an error. */
bool tl_copies_plan(const tl_copy_pass *pass, MlirOperation root, void *state,
                    tl_copy_run *run);

/* Every operation with its plan, or NULL, in program order.  The plan may be
 * changed: it is a copy, in which items that are not in use are not set. */
void tl_copies_visit(const tl_copy_run *run, tl_copy_visitor visit);

void tl_copies_end(tl_copy_run *run);

#endif /* TL_COPY_DRIVER_H */
