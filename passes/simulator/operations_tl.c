/* operations_tl.c - The dialect tl by its definition.
 *
 * A copy of a group of threads, from its two layouts alone: for each coordinate
 * of the tile, the fragment layout says which threads hold the element and in
 * which register, the memory layout or the strides of the memref where it lies.
 *
 *   load:   every holder, replicas included, reads its register
 *   store:  the first replica writes
 *
 * No part of the plan that the passes make is used. */
#include "held_elements.h"
#include "tile_memory.h"
#include <stdlib.h>

/* The element of the tile that a thread holds in a register. */
typedef struct holding {
  int64_t thread; /* of the scope */
  int64_t slot, element;
  bool is_first; /* replica */
} holding;

typedef struct definition {
  tl_copy_view view;
  tl_tile_memory memory;
  int fragment;            /* operand, -1: none */
  int64_t threads, needed; /* of the scope; those that hold anything */
  int64_t count;
  holding *items; /* owned by the instruction, in the same allocation */
} definition;

/*===--- Reading a copy ---------------------------------------------------===*/

static int64_t replica_count(const tl_layout *layout) {
  int64_t count = 1;
  for (int64_t i = 0; i < layout->replica_count; i++)
    count *= layout->iters[layout->shard_count + i].extent;
  return count;
}

static int64_t shape_size(const tl_list *shape) {
  int64_t count = 1;
  for (int64_t d = 0; d < shape->count; d++)
    count *= shape->items[d];
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

static void enumerate(const tl_layout *fragment, tl_axis axis,
                      definition *out) {
  int64_t replicas = replica_count(fragment);
  const tl_list *tile = &out->memory.tile;
  for (int64_t element = 0; element < shape_size(tile); element++) {
    int64_t coordinate[TL_MAX_RANK];
    tl_coordinate_of(element, tile->count, tile->items, coordinate);
    for (int64_t replica = 0; replica < replicas; replica++) {
      int64_t point[TL_AXIS_COUNT];
      tl_layout_apply(fragment, coordinate, point);
      add_replica(fragment, replica, point);
      int64_t thread = axis == TL_AXIS_M ? 0 : point[axis];
      out->items[out->count++] =
          (holding){thread, point[TL_AXIS_M], element, replica == 0};
      if (thread >= out->needed)
        out->needed = thread + 1;
    }
  }
}

static int by_thread(const void *a, const void *b) {
  int64_t x = ((const holding *)a)->thread, y = ((const holding *)b)->thread;
  return (x > y) - (x < y);
}

static bool prepare_copy(tl_instruction *at) {
  tl_error error;
  tl_layout fragment;
  definition read = {.fragment = -1};
  tl_copy_view_read(at->operation, &read.view);
  read.fragment = tl_operand_of(at, read.view.fragment.value);
  if (tl_fragment_layout(&read.view, at->program->wave, &fragment, &error) !=
          TL_OK ||
      tl_tile_memory_read(at, &read.view, &fragment, &read.memory, &error) !=
          TL_OK)
    return tl_refuse(at, error.message);
  read.threads = tl_threads_of_scope(at, read.view.scope);
  size_t count =
      (size_t)(shape_size(&read.memory.tile) * replica_count(&fragment));
  definition *kept = malloc(sizeof *kept + count * sizeof(holding));
  at->detail = kept;
  if (!kept)
    return tl_refuse(at, "out of memory");
  *kept = read;
  kept->items = (holding *)(kept + 1);
  enumerate(&fragment, tl_scope_describe(read.view.scope)->axis, kept);
  qsort(kept->items, count, sizeof(holding), by_thread);
  return true;
}

/*===--- Moving -----------------------------------------------------------===*/

static void move_holding(const definition *copy, const holding *item,
                         tl_move *move, tl_held *fragment) {
  tl_element element;
  if (!copy->view.stores) {
    tl_move_load(move, &element);
    tl_held_put(fragment, item->slot, element);
  } else if (item->is_first) {
    element = tl_held_get(fragment, item->slot);
    tl_move_store(move, &element);
  }
}

/* The holdings of one thread start here. */
static int64_t first_holding(const definition *copy, int64_t thread) {
  int64_t low = 0, high = copy->count;
  while (low < high) {
    int64_t middle = (low + high) / 2;
    if (copy->items[middle].thread < thread)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void move_thread(const tl_step *step, tl_tile_group *group) {
  const definition *copy = step->at->detail;
  int64_t number =
      copy->view.scope == TL_SCOPE_THREAD ? 0 : step->thread % copy->threads;
  int64_t next = first_holding(copy, number);
  tl_tile_window window;
  bool holds = next < copy->count && copy->items[next].thread == number;
  tl_held fragment = tl_held_open(step, copy->fragment, holds);
  tl_move move = tl_tile_open(step, &copy->memory, group, &window);
  for (; next < copy->count && copy->items[next].thread == number; next++) {
    const holding *item = &copy->items[next];
    if (!tl_tile_is_inside(&copy->memory, &window, item->element)) {
      if (!copy->view.stores)
        tl_held_put(&fragment, item->slot, copy->memory.pad);
    } else if (tl_tile_locate(&copy->memory, &window, item->element, &move)) {
      move_holding(copy, item, &move, &fragment);
    }
  }
}

static void copy_tile(const tl_step *first, const tl_lanes *lanes) {
  const definition *copy = first->at->detail;
  tl_tile_group group = {.first = -1};
  tl_step step = *first;
  tl_check_groups(first, copy->view.scope, copy->needed, lanes);
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    move_thread(&step, &group);
  }
}

/* A warp and a warpgroup are whole; a block has what its layouts number. */
static int64_t threads_needed(const tl_instruction *at) {
  const definition *copy = at->detail;
  return copy->view.scope == TL_SCOPE_CTA ? copy->needed : copy->threads;
}

/*===--- Rows -------------------------------------------------------------===*/

/* What an operation does depends on more than its name: it becomes another
 * row. */
static bool become(tl_instruction *at, const tl_sim_row *row) {
  at->row = row;
  return row->prepare(at);
}

static const tl_sim_row FRAGMENT_COPY = {"fragment", .all = copy_tile,
                                         .prepare = prepare_copy,
                                         .threads_needed = threads_needed};

static bool prepare_copy_of(tl_instruction *at) {
  return become(at, tl_is_transfer(at->operation) ? &TL_SIM_TRANSFER
                                                  : &FRAGMENT_COPY);
}

static bool prepare_access(tl_instruction *at) {
  bool is_async = tl_async_kind_of(at->operation) == TL_ASYNC_COPY;
  tl_thread_view view = {.matrices = 0};
  if (!is_async)
    tl_thread_view_read(at->operation, &view);
  return become(at, is_async        ? &TL_SIM_ACCESS_ASYNC
                    : view.matrices ? &TL_SIM_ACCESS_MATRIX
                                    : &TL_SIM_ACCESS_PLAIN);
}

static bool prepare_wait(tl_instruction *at) {
  if (!tl_reserve_numbers(at, 1))
    return false;
  at->numbers[0] = tl_async_pending(at->operation);
  return true;
}

const tl_sim_row TL_SIM_TL[] = {
    {"tl.copy", .prepare = prepare_copy_of},
    {"tl.load", .prepare = prepare_copy_of},
    {"tl.store", .prepare = prepare_copy_of},
    {"tl.thread_copy", .prepare = prepare_access},
    {"tl.thread_load", .prepare = prepare_access},
    {"tl.thread_store", .prepare = prepare_access},
    {"tl.thread_async", .prepare = prepare_access},
    {"tl.async_commit", .each = tl_each_async_commit},
    {"tl.async_wait", .all = tl_all_async_wait, .prepare = prepare_wait},
    {.name = NULL},
};
