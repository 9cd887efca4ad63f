/* plan_table.c - see plan_table.h.
 *
 * Entries are found by open addressing and lie, with their request and the used
 * parts of their plan, in chunks that are freed together. */
#include "plan_table.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 16, FIRST_CAPACITY = 64 };

typedef struct tl_plan_chunk {
  struct tl_plan_chunk *next;
  size_t used, size;
  max_align_t bytes[];
} tl_plan_chunk;

struct tl_plan_entry {
  uint64_t hash;
  size_t request_size, plan_size;
  char *plan;
  char request[];
};

/* Between a plan and its used parts, one after the other; without `kept` it
 * only counts their bytes. */
typedef struct mover {
  char *plan, *kept;
  bool restores;
  size_t moved;
} mover;

static uint64_t hash_of(const char *bytes, size_t size);
static bool grow(tl_plan_table *table);
static tl_plan_entry **slot_of(const tl_plan_table *table, uint64_t hash,
                               const void *request, size_t size);
static tl_code add_plan(tl_plan_table *table, tl_plan_entry *entry,
                        tl_error *error);
static void *take(tl_plan_table *table, size_t size);
static size_t move_used(const tl_planner *planner, size_t size, mover state);

tl_plan_table tl_plan_table_create(const tl_planner *planner) {
  return (tl_plan_table){.planner = planner};
}

void tl_plan_table_free(tl_plan_table *table) {
  while (table->chunks) {
    tl_plan_chunk *chunk = table->chunks;
    table->chunks = chunk->next;
    free(chunk);
  }
  free(table->entries);
  free(table->scratch);
}

static tl_code fail_memory(const tl_plan_table *table, tl_error *error) {
  return tl_fail(error, TL_CAPACITY, "out of memory after %zu plans",
                 table->plan_count);
}

tl_code tl_plan_table_find(tl_plan_table *table, const void *request,
                           size_t size, const tl_plan_entry **out,
                           tl_error *error) {
  if (2 * table->plan_count >= table->capacity && !grow(table))
    return fail_memory(table, error);
  uint64_t hash = hash_of(request, size);
  tl_plan_entry **slot = slot_of(table, hash, request, size);
  if (!*slot) {
    tl_plan_entry *entry = take(table, sizeof *entry + size);
    if (!entry)
      return fail_memory(table, error);
    *entry = (tl_plan_entry){.hash = hash, .request_size = size};
    memcpy(entry->request, request, size);
    TL_TRY(add_plan(table, entry, error));
    *slot = entry;
    table->plan_count++;
  }
  *out = *slot;
  return TL_OK;
}

static tl_code add_plan(tl_plan_table *table, tl_plan_entry *entry,
                        tl_error *error) {
  const tl_planner *planner = table->planner;
  if (!table->scratch)
    table->scratch = malloc(planner->plan_size);
  if (!table->scratch)
    return fail_memory(table, error);
  TL_TRY(
      planner->plan(entry->request, table->scratch, &entry->plan_size, error));
  mover state = {.plan = table->scratch};
  state.kept = take(table, move_used(planner, entry->plan_size, state));
  if (!state.kept)
    return fail_memory(table, error);
  move_used(planner, entry->plan_size, state);
  entry->plan = state.kept;
  return TL_OK;
}

void tl_plan_entry_read(const tl_plan_table *table, const tl_plan_entry *entry,
                        void *plan) {
  mover state = {.plan = plan, .kept = entry->plan, .restores = true};
  move_used(table->planner, entry->plan_size, state);
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

/* ---- The table ----------------------------------------------------------- */

/* Multiplication spreads low bits upwards, and the shift brings them back. */
static uint64_t hash_of(const char *bytes, size_t size) {
  uint64_t hash = size, word;
  for (; size >= sizeof word; size -= sizeof word, bytes += sizeof word) {
    memcpy(&word, bytes, sizeof word);
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  word = 0;
  memcpy(&word, bytes, size);
  return (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15) >> 8;
}

static tl_plan_entry **slot_of(const tl_plan_table *table, uint64_t hash,
                               const void *request, size_t size) {
  size_t mask = table->capacity - 1;
  for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
    const tl_plan_entry *entry = table->entries[i];
    if (!entry || (entry->hash == hash && entry->request_size == size &&
                   memcmp(entry->request, request, size) == 0))
      return &table->entries[i];
  }
}

static bool grow(tl_plan_table *table) {
  tl_plan_table larger = *table;
  larger.capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY;
  larger.entries = calloc(larger.capacity, sizeof(tl_plan_entry *));
  if (!larger.entries)
    return false;
  for (size_t i = 0; i < table->capacity; i++) {
    tl_plan_entry *entry = table->entries[i];
    if (entry)
      *slot_of(&larger, entry->hash, entry->request, entry->request_size) =
          entry;
  }
  free(table->entries);
  *table = larger;
  return true;
}

/* Bytes of a chunk; NULL without memory. */
static void *take(tl_plan_table *table, size_t size) {
  size_t unit = sizeof(max_align_t);
  tl_plan_chunk *chunk = table->chunks;
  size = (size + unit - 1) / unit * unit;
  if (!chunk || chunk->size - chunk->used < size) {
    size_t room = size > CHUNK_BYTES ? size : CHUNK_BYTES;
    chunk = malloc(sizeof *chunk + room);
    if (!chunk)
      return NULL;
    *chunk = (tl_plan_chunk){.next = table->chunks, .size = room};
    table->chunks = chunk;
  }
  char *bytes = (char *)chunk->bytes + chunk->used;
  chunk->used += size;
  return bytes;
}
