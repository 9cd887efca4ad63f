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

/* So much of a plan is said; without unused items of lists. */
typedef struct tl_kept_plan {
  size_t size;
  char bytes[];
} tl_kept_plan;

/* What is done with the used parts of a plan. */
typedef enum use { COUNT, KEEP, RESTORE } use;

/* `kept` is null to count. */
static size_t move(use how, char *plan, char *kept, size_t at, size_t size) {
  if (how == KEEP)
    memcpy(kept + at, plan, size);
  else if (how == RESTORE)
    memcpy(plan, kept + at, size);
  return size;
}

/* Returns their bytes. */
static size_t move_used(const tl_plan_list *list, use how, char *plan,
                        char *kept, size_t size) {
  size_t from = 0, moved = 0;
  for (; list && list->item_size && list->items < size; list++) {
    int64_t count;
    moved += move(how, plan + from, kept, moved, list->items - from);
    memcpy(&count, plan + list->count, sizeof count);
    moved += move(how, plan + list->items, kept, moved,
                  (size_t)count * list->item_size);
    from = list->items + list->capacity * list->item_size;
  }
  return moved +
         (from < size ? move(how, plan + from, kept, moved, size - from) : 0);
}

static tl_code find_plan(tl_copy_run *run, const void *request, size_t size,
                         tl_kept_plan **out, tl_error *error) {
  const tl_copy_pass *pass = run->pass;
  size_t said = pass->plan_size;
  void **kept = tl_key_table_place(&run->plans, request, size);
  if (!*kept) {
    TL_TRY(pass->plan(request, run->scratch, &said, error));
    size_t used = move_used(pass->lists, COUNT, run->scratch, NULL, said);
    tl_kept_plan *plan = tl_key_table_take(&run->plans, sizeof *plan + used);
    if (!plan)
      return tl_fail(error, TL_CAPACITY, "out of memory after %zu plans",
                     run->plans.count);
    plan->size = said;
    move_used(pass->lists, KEEP, run->scratch, plan->bytes, said);
    *kept = plan;
  }
  *out = *kept;
  return TL_OK;
}

static bool plan_item(tl_copy_run *run, tl_copy_item *item) {
  const tl_copy_pass *pass = run->pass;
  void *request = run->scratch + pass->plan_size;
  size_t size = 0;
  tl_error error;
  tl_code code =
      pass->read(run->state, item->operation, request, &size, &error);
  if (code == TL_OK && size)
    code = find_plan(run, request, size, &item->plan, &error);
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
  run->scratch = malloc(size + 1);
  if (!run->scratch)
    return fail_memory(run, root);
  for (intptr_t i = 0; i < run->count; i++)
    run->is_complete &= plan_item(run, &run->items[i]);
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

void tl_copies_visit(const tl_copy_run *run, tl_copy_visitor visit) {
  for (intptr_t i = 0; i < run->count; i++) {
    tl_kept_plan *plan = run->items[i].plan;
    if (plan)
      move_used(run->pass->lists, RESTORE, run->scratch, plan->bytes,
                plan->size);
    visit(run->state, run->items[i].operation, plan ? run->scratch : NULL);
  }
}

void tl_copies_end(tl_copy_run *run) {
  tl_key_table_free(&run->plans);
  free(run->items);
  free(run->scratch);
}
