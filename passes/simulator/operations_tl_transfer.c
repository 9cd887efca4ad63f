/* operations_tl_transfer.c - tl.copy between two memories by its definition.
 *
 * Each element of the tile is read and written by one thread: the first that
 * the partition names, or element n, in row-major order, by thread n % threads
 * of those that take part.  An element past a bound of the source is the pad,
 * one past a bound of the target is read and not written.  An asynchronous copy
 * starts one for every element, and nobody may touch it before its thread has
 * waited. */
#include "mlir-c/BuiltinAttributes.h"
#include "tile_memory.h"
#include <stdlib.h>

typedef struct transfer {
  tl_transfer_view view;
  tl_tile_memory source, target;
  tl_layout partition; /* where the view has one */
  tl_axis axis;
  int64_t elements, needed; /* threads that have to be there */
} transfer;

/* Under the partition. */
static int64_t owner_of(const transfer *copy, int64_t element) {
  int64_t coordinate[TL_MAX_RANK], point[TL_AXIS_COUNT];
  const tl_list *tile = &copy->source.tile;
  tl_coordinate_of(element, tile->count, tile->items, coordinate);
  tl_layout_apply(&copy->partition, coordinate, point);
  return copy->axis == TL_AXIS_M ? 0 : point[copy->axis];
}

static bool has_partition(const transfer *copy) {
  return !mlirAttributeIsNull(copy->view.partition);
}

static void count_needed(transfer *copy) {
  copy->needed = copy->view.threads;
  for (int64_t i = 0; has_partition(copy) && i < copy->elements; i++) {
    int64_t owner = owner_of(copy, i);
    if (owner >= copy->needed)
      copy->needed = owner + 1;
  }
}

static tl_code read_transfer(const tl_instruction *at, transfer *out,
                             tl_error *error) {
  tl_copy_view side;
  tl_transfer_view_read(at->operation, &out->view);
  TL_TRY(
      tl_transfer_tile(&out->view, at->program->wave, &out->partition, error));
  tl_transfer_side(&out->view, false, &side);
  TL_TRY(tl_tile_memory_read(at, &side, &out->partition, &out->source, error));
  tl_transfer_side(&out->view, true, &side);
  TL_TRY(tl_tile_memory_read(at, &side, &out->partition, &out->target, error));
  out->axis = tl_scope_describe(out->view.scope)->axis;
  out->elements = 1;
  for (int64_t d = 0; d < out->source.tile.count; d++)
    out->elements *= out->source.tile.items[d];
  count_needed(out);
  return TL_OK;
}

static bool prepare(tl_instruction *at) {
  tl_error error;
  transfer *kept = malloc(sizeof *kept);
  at->detail = kept;
  if (kept && read_transfer(at, kept, &error) == TL_OK)
    return true;
  return tl_refuse(at, kept ? error.message : "out of memory");
}

static int64_t threads_needed(const tl_instruction *at) {
  const transfer *copy = at->detail;
  return copy->view.scope == TL_SCOPE_CTA
             ? copy->needed
             : tl_threads_of_scope(at, copy->view.scope);
}

/* One thread in its group. */
typedef struct transfer_state {
  tl_tile_window from, to;
  tl_move source, target;
} transfer_state;

/* Whether the element is to be read, past no bound; *fails after a fault. */
static bool find_source(const transfer *copy, transfer_state *state,
                        int64_t number, bool *fails) {
  bool is_inside = tl_tile_is_inside(&copy->source, &state->from, number);
  *fails = is_inside &&
           !tl_tile_locate(&copy->source, &state->from, number, &state->source);
  return is_inside;
}

static void move_element(const transfer *copy, transfer_state *state,
                         int64_t number) {
  tl_element element = copy->source.pad;
  bool fails;
  bool reads = find_source(copy, state, number, &fails);
  if (fails)
    return;
  if (reads)
    tl_move_load(&state->source, &element);
  if (tl_tile_is_inside(&copy->target, &state->to, number) &&
      tl_tile_locate(&copy->target, &state->to, number, &state->target))
    tl_move_store(&state->target, &element);
}

static void start_element(const transfer *copy, transfer_state *state,
                          int64_t number) {
  tl_access read = {.bytes = 0}, write;
  bool fails;
  bool reads = find_source(copy, state, number, &fails);
  if (fails || (reads && !tl_move_find(&state->source, false, &read)))
    return;
  if (tl_tile_locate(&copy->target, &state->to, number, &state->target) &&
      tl_move_find(&state->target, true, &write))
    tl_async_start(&read, &write);
}

/* Threads of a group that take part: those there are, where the copy does not
 * say. */
static int64_t count_threads(const tl_machine *machine, const transfer *copy,
                             int64_t first, int64_t group) {
  int64_t present = machine->thread_count - first;
  if (copy->view.threads)
    return copy->view.threads;
  return present < group ? present : group;
}

static void move_thread(const tl_step *step, tl_tile_group groups[2]) {
  const transfer *copy = step->at->detail;
  transfer_state state;
  state.source = tl_tile_open(step, &copy->source, &groups[0], &state.from);
  state.target = tl_tile_open(step, &copy->target, &groups[1], &state.to);
  int64_t group = tl_threads_of_scope(step->at, copy->view.scope);
  int64_t own = step->thread % group;
  int64_t threads =
      count_threads(step->machine, copy, step->thread - own, group);
  for (int64_t i = 0; i < copy->elements; i++)
    if (own == (has_partition(copy) ? owner_of(copy, i) : i % threads))
      (copy->view.is_async ? start_element : move_element)(copy, &state, i);
}

static void move_tile(const tl_step *first, const tl_lanes *lanes) {
  const transfer *copy = first->at->detail;
  tl_tile_group groups[2] = {{.first = -1}, {.first = -1}};
  tl_step step = *first;
  tl_check_groups(first, copy->view.scope, copy->needed, lanes);
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    move_thread(&step, groups);
  }
}

const tl_sim_row TL_SIM_TRANSFER = {"transfer", .all = move_tile,
                                    .prepare = prepare,
                                    .threads_needed = threads_needed};
