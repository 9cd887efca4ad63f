/* plan_table.c - see plan_table.h. */
#include "plan_table.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct tl_plan_entry {
  size_t size; /* of the plan */
  char used[]; /* parts of it */
};

/* Between a plan and its used parts, one after the other; without `kept` it
 * only counts their bytes. */
typedef struct mover {
  char *plan, *kept;
  bool restores;
  size_t moved;
} mover;

static tl_code make_plan(tl_plan_table *table, const void *request, void **out,
                         tl_error *error);
static size_t move_used(const tl_planner *planner, size_t size, mover state);

tl_plan_table tl_plan_table_create(const tl_planner *planner) {
  return (tl_plan_table){.planner = planner};
}

void tl_plan_table_free(tl_plan_table *table) {
  tl_key_table_free(&table->plans);
  free(table->scratch);
}

static tl_code fail_memory(const tl_plan_table *table, tl_error *error) {
  return tl_fail(error, TL_CAPACITY, "out of memory after %zu plans",
                 table->plans.count);
}

tl_code tl_plan_table_find(tl_plan_table *table, const void *request,
                           size_t size, const tl_plan_entry **out,
                           tl_error *error) {
  void **entry = tl_key_table_place(&table->plans, request, size);
  if (!*entry)
    TL_TRY(make_plan(table, request, entry, error));
  *out = *entry;
  return TL_OK;
}

static tl_code make_plan(tl_plan_table *table, const void *request, void **out,
                         tl_error *error) {
  const tl_planner *planner = table->planner;
  size_t plan_size;
  if (!table->scratch)
    table->scratch = malloc(planner->plan_size);
  if (!table->scratch)
    return fail_memory(table, error);
  TL_TRY(planner->plan(request, table->scratch, &plan_size, error));
  mover state = {.plan = table->scratch};
  size_t used = move_used(planner, plan_size, state);
  tl_plan_entry *entry = tl_key_table_take(&table->plans, sizeof *entry + used);
  if (!entry)
    return fail_memory(table, error);
  entry->size = plan_size;
  state.kept = entry->used;
  move_used(planner, plan_size, state);
  *out = entry;
  return TL_OK;
}

void tl_plan_entry_read(const tl_plan_table *table, const tl_plan_entry *entry,
                        void *plan) {
  mover state = {.plan = plan, .kept = (char *)entry->used, .restores = true};
  move_used(table->planner, entry->size, state);
}

static void move(mover *state, size_t first, size_t end) {
  if (end <= first)
    return;
  if (state->restores)
    memcpy(state->plan + first, state->kept + state->moved, end - first);
  else if (state->kept)
    memcpy(state->kept + state->moved, state->plan + first, end - first);
  state->moved += end - first;
}

static size_t move_used(const tl_planner *planner, size_t size, mover state) {
  size_t from = 0;
  for (size_t i = 0; i < planner->list_count; i++) {
    const tl_plan_list *list = &planner->lists[i];
    int64_t count;
    if (list->items >= size)
      break;
    move(&state, from, list->items);
    memcpy(&count, state.plan + list->count, sizeof count);
    move(&state, list->items, list->items + (size_t)count * list->item_size);
    from = list->items + list->capacity * list->item_size;
  }
  move(&state, from, size);
  return state.moved;
}
