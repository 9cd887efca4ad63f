/* copy_driver.c - see copy_driver.h. */
#include "copy_driver.h"
#include "tl/dialect.h"
#include <stdlib.h>
#include <string.h>

static bool fail_memory(tl_copy_run *run, MlirOperation operation) {
  tl_emit_error(operation, "out of memory after %td operations", run->count);
  return run->is_complete = false;
}

static MlirWalkResult collect(MlirOperation operation, void *user) {
  tl_copy_run *run = user;
  if (!run->pass->wants(operation))
    return MlirWalkResultAdvance;
  if (run->count == run->capacity) {
    intptr_t capacity = run->capacity ? 2 * run->capacity : 64;
    tl_copy_item *items = realloc(run->items, (size_t)capacity * sizeof *items);
    if (!items) {
      fail_memory(run, operation);
      return MlirWalkResultInterrupt;
    }
    run->items = items;
    run->capacity = capacity;
  }
  run->items[run->count++] = (tl_copy_item){operation, NULL};
  return MlirWalkResultAdvance;
}

static tl_code find_plan(tl_copy_run *run, const void *request, size_t size,
                         void *scratch, void **out, tl_error *error) {
  size_t used = run->pass->plan_size;
  void **kept = tl_key_table_place(&run->plans, request, size);
  if (!*kept) {
    TL_TRY(run->pass->plan(request, scratch, &used, error));
    *kept = tl_key_table_take(&run->plans, used);
    if (!*kept)
      return tl_fail(error, TL_CAPACITY, "out of memory after %zu plans",
                     run->plans.count);
    memcpy(*kept, scratch, used);
  }
  *out = *kept;
  return TL_OK;
}

/* In *scratch is room for a plan, and for a request behind it. */
static bool plan_item(tl_copy_run *run, tl_copy_item *item, char *scratch) {
  const tl_copy_pass *pass = run->pass;
  void *request = scratch + pass->plan_size;
  size_t size = 0;
  tl_error error;
  tl_code code =
      pass->read(run->state, item->operation, request, &size, &error);
  if (code == TL_OK && size)
    code = find_plan(run, request, size, scratch, &item->plan, &error);
  if (code != TL_OK)
    tl_emit_error(item->operation, "%s", error.message);
  return code == TL_OK;
}

bool tl_copies_plan(const tl_copy_pass *pass, MlirOperation root, void *state,
                    tl_copy_run *run) {
  *run = (tl_copy_run){
      .pass = pass, .root = root, .state = state, .is_complete = true};

  /* 1. Collect. */
  mlirOperationWalk(root, collect, run, MlirWalkPreOrder);
  if (!run->count || !run->is_complete || !pass->read)
    return run->is_complete;

  /* 2. Plan. */
  size_t size = pass->plan_size + pass->request_size;
  char *scratch = size ? malloc(size) : NULL;
  if (!scratch && size)
    return fail_memory(run, root);
  for (intptr_t i = 0; run->is_complete && i < run->count; i++)
    run->is_complete = plan_item(run, &run->items[i], scratch);
  free(scratch);
  return run->is_complete;
}

tl_pass_result tl_copies_run(const tl_copy_pass *pass, MlirOperation root,
                             void *state) {
  tl_copy_run run;
  bool is_told = tl_copies_plan(pass, root, state, &run) &&
                 (!pass->tell || pass->tell(&run));
  if (is_told)
    tl_copies_visit(&run, pass->write);
  tl_copies_end(&run);
  if (!is_told)
    return TL_PASS_FAILED;
  return run.count ? TL_PASS_CHANGED : TL_PASS_UNCHANGED;
}

void tl_copies_visit(const tl_copy_run *run,
                     void (*visit)(void *state, MlirOperation operation,
                                   void *plan)) {
  for (intptr_t i = 0; i < run->count; i++)
    visit(run->state, run->items[i].operation, run->items[i].plan);
}

void tl_copies_end(tl_copy_run *run) {
  tl_key_table_free(&run->plans);
  free(run->items);
}
