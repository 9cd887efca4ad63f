/* tile_copy.c - tl.copy, tl.load and tl.store by their definition.
 *
 * A tile of elements goes from one side to another.  A side is memory, where
 * the layout or the strides of the memref say where an element lies, or what
 * the threads hold, where the fragment layout says which of them hold it and in
 * which register:
 *
 *   memory -> held     every holder, replicas included, reads its register
 *   held -> memory     the first replica writes
 *   memory -> memory   one thread moves an element: the first that the
 *                      partition names, or thread n % threads of those that
 *                      take part element n, in row-major order
 *
 * An element past a bound of the source is the pad, one past a bound of the
 * target is read and not written.  An asynchronous copy starts one for every
 * element, and nobody may touch it before its thread has waited.
 *
 * No part of the plan that the passes make is used. */
#include "tile_memory.h"
#include <string.h>

/* An element of the tile that a thread moves, and where the thread holds it. */
typedef struct holding {
  int64_t element, slot;
  bool is_first; /* replica */
} holding;

typedef enum side_number { SOURCE = 0, TARGET, SIDES } side_number;

typedef struct tile_copy {
  tl_scope scope;
  bool is_held[SIDES]; /* else memory */
  tl_tile_memory memory[SIDES];
  int held; /* operand, -1: the result or none */
  bool is_async;
  int64_t group, stated; /* threads of the scope; those that the copy states */
  int64_t needed;        /* threads that have to be there */
  int64_t elements;      /* of the tile */
  /* Those of thread t of the group are items[first[t]] to items[first[t + 1]];
   * without a layout that says so there are none. */
  int64_t first[TL_MAX_THREADS + 1];
  holding *items;
} tile_copy;

/*===--- Reading ----------------------------------------------------------===*/

static const tl_list *tile_of(const tile_copy *copy) {
  return &copy->memory[copy->is_held[SOURCE] ? TARGET : SOURCE].tile;
}

static int64_t replica_count(const tl_layout *layout) {
  int64_t count = 1;
  for (int64_t i = 0; i < layout->replica_count; i++)
    count *= layout->iters[layout->shard_count + i].extent;
  return count;
}

/* Moves a point to replica number `replica`. */
static void add_replica(const tl_layout *layout, int64_t replica,
                        int64_t *point) {
  const tl_iter *iters = layout->iters + layout->shard_count;
  for (int64_t i = layout->replica_count - 1; i >= 0; i--) {
    point[iters[i].axis] += replica % iters[i].extent * iters[i].stride;
    replica /= iters[i].extent;
  }
}

/* Holding number `n`, where element n / replicas has replica n % replicas;
 * which thread has it. */
static holding holding_of(const tile_copy *copy, const tl_layout *fragment,
                          int64_t replicas, int64_t n, int64_t *thread) {
  int64_t coordinate[TL_MAX_RANK], point[TL_AXIS_COUNT];
  const tl_list *tile = tile_of(copy);
  tl_axis axis = tl_scope_describe(copy->scope)->axis;
  tl_coordinate_of(n / replicas, tile->count, tile->items, coordinate);
  tl_layout_apply(fragment, coordinate, point);
  add_replica(fragment, n % replicas, point);
  *thread = axis == TL_AXIS_M ? 0 : point[axis];
  return (holding){n / replicas, point[TL_AXIS_M], n % replicas == 0};
}

/* Sorts the holdings by thread: counted first, then each to its place. */
static void enumerate(const tl_layout *fragment, int64_t replicas,
                      int64_t count, tile_copy *out) {
  int64_t thread, next[TL_MAX_THREADS];
  for (int64_t n = 0; n < count; n++) {
    holding_of(out, fragment, replicas, n, &thread);
    out->first[thread + 1]++;
    if (thread >= out->needed)
      out->needed = thread + 1;
  }
  for (int t = 0; t < TL_MAX_THREADS; t++) {
    next[t] = out->first[t];
    out->first[t + 1] += out->first[t];
  }
  for (int64_t n = 0; n < count; n++) {
    holding item = holding_of(out, fragment, replicas, n, &thread);
    out->items[next[thread]++] = item;
  }
}

static tl_code read_fragment_copy(const tl_instruction *at, tile_copy *out,
                                  tl_layout *fragment, tl_error *error) {
  tl_copy_view view;
  tl_copy_view_read(at->operation, &view);
  out->scope = view.scope;
  out->is_held[view.stores ? SOURCE : TARGET] = true;
  out->held = tl_operand_of(at, view.fragment.value);
  TL_TRY(tl_fragment_layout(&view, at->program->wave, fragment, error));
  return tl_tile_memory_read(
      at, &view, fragment, &out->memory[view.stores ? TARGET : SOURCE], error);
}

static tl_code read_transfer(const tl_instruction *at, tile_copy *out,
                             tl_layout *partition, tl_error *error) {
  tl_transfer_view view;
  tl_transfer_view_read(at->operation, &view);
  out->scope = view.sides[SOURCE].scope;
  out->held = -1;
  out->is_async = view.is_async;
  out->stated = out->needed = view.threads;
  TL_TRY(tl_transfer_tile(&view, at->program->wave, partition, error));
  for (int i = 0; i < SIDES; i++)
    TL_TRY(tl_tile_memory_read(at, &view.sides[i], partition, &out->memory[i],
                               error));
  return TL_OK;
}

static bool prepare(tl_instruction *at) {
  bool is_transfer = tl_is_transfer(at->operation);
  bool has_layout =
      !is_transfer ||
      !mlirAttributeIsNull(tl_attribute(at->operation, TL_ATTRIBUTE_PARTITION));
  tl_error error;
  tl_layout fragment;
  tile_copy read = {.elements = 1};
  if ((is_transfer ? read_transfer : read_fragment_copy)(at, &read, &fragment,
                                                         &error) != TL_OK)
    return tl_refuse(at, error.message);
  for (int64_t d = 0; d < tile_of(&read)->count; d++)
    read.elements *= tile_of(&read)->items[d];
  read.group = tl_threads_of_scope(at, read.scope);
  int64_t replicas = is_transfer ? 1 : replica_count(&fragment);
  int64_t count = has_layout ? read.elements * replicas : 0;
  tile_copy *kept = tl_keep(at->program, 1, sizeof *kept);
  holding *items = tl_keep(at->program, count, sizeof *items);
  if (!kept || !items)
    return false;
  *kept = read;
  kept->items = items;
  at->detail = kept;
  enumerate(&fragment, replicas, count, kept);
  return true;
}

/* A warp and a warpgroup are whole; a block has what its layouts number. */
static int64_t threads_needed(const tl_instruction *at) {
  const tile_copy *copy = at->detail;
  return copy->scope == TL_SCOPE_CTA ? copy->needed : copy->group;
}

/*===--- In one thread ----------------------------------------------------===*/

/* A thread between the sides. */
typedef struct tile_state {
  const tile_copy *copy;
  tl_held held;
  tl_tile_side sides[SIDES]; /* of those in memory */
} tile_state;

static void start_element(tile_state *state, const holding *item) {
  tl_tile_side *sides = state->sides;
  tl_tile_place place = tl_tile_locate(&sides[SOURCE], item->element);
  sides[SOURCE].move.count = place == TL_TILE_FOUND;
  if (place != TL_TILE_OUTSIDE &&
      tl_tile_locate(&sides[TARGET], item->element) == TL_TILE_FOUND)
    tl_move_start(&sides[SOURCE].move, &sides[TARGET].move);
}

static void move_element(tile_state *state, const holding *item) {
  const tile_copy *copy = state->copy;
  tl_tile_side *source = &state->sides[SOURCE], *target = source + 1;
  tl_element element = copy->memory[SOURCE].pad;
  if (!copy->is_held[SOURCE]) {
    tl_tile_place place = tl_tile_locate(source, item->element);
    if (place == TL_TILE_OUTSIDE)
      return;
    if (place == TL_TILE_FOUND)
      tl_move_load(&source->move, &element);
  }
  if (copy->is_held[TARGET]) {
    tl_held_put(&state->held, item->slot, element);
    return;
  }
  if (!item->is_first || tl_tile_locate(target, item->element) != TL_TILE_FOUND)
    return;
  if (copy->is_held[SOURCE])
    element = tl_held_get(&state->held, item->slot);
  tl_move_store(&target->move, &element);
}

static void move_item(tile_state *state, const holding *item) {
  (state->copy->is_async ? start_element : move_element)(state, item);
}

/* Without a layout, the threads that are there share the elements, unless the
 * copy says how many do. */
static void share_elements(const tl_step *step, tile_state *state,
                           int64_t number) {
  const tile_copy *copy = state->copy;
  int64_t threads = copy->stated;
  int64_t present = step->machine->thread_count - (step->thread - number);
  if (!threads)
    threads = present < copy->group ? present : copy->group;
  for (int64_t i = number; number < threads && i < copy->elements;
       i += threads) {
    const holding item = {i, 0, true};
    move_item(state, &item);
  }
}

static void move_thread(const tl_step *step, tl_tile_group groups[SIDES]) {
  const tile_copy *copy = step->at->detail;
  int64_t number = step->thread % copy->group;
  int64_t next = copy->first[number], end = copy->first[number + 1];
  tile_state state = {.copy = copy};
  for (int i = 0; i < SIDES; i++)
    if (copy->is_held[i])
      state.held = tl_held_open(step, copy->held, next < end);
  for (int i = 0; i < SIDES; i++)
    if (!copy->is_held[i])
      state.sides[i] = tl_tile_open(step, &copy->memory[i], &groups[i]);
  if (copy->first[TL_MAX_THREADS] == 0)
    share_elements(step, &state, number);
  for (; next < end; next++)
    move_item(&state, &copy->items[next]);
}

static void move_tile(const tl_step *first) {
  const tile_copy *copy = first->at->detail;
  tl_tile_group groups[SIDES] = {{.first = -1}, {.first = -1}};
  tl_check_groups(first, copy->scope, copy->needed);
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    move_thread(&step, groups);
  }
}

#define TILE                                                                   \
  .all = move_tile, .prepare = prepare, .threads_needed = threads_needed

const tl_sim_row TL_SIM_TILES[] = {
    {"tl.load", "tl.store", TILE},
    {"tl.copy", TILE},
    {.name = NULL},
};
