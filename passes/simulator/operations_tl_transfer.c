/* operations_tl_transfer.c - tl.copy between two memories by its definition.
 *
 * Each element of the tile is read and written by one thread: the first that
 * the partition names, or element n, in row-major order, by thread n % threads
 * of those that take part.  An element past a bound of the source is the pad,
 * one past a bound of the target is not written.  An asynchronous copy starts
 * one for every element, and nobody may touch it before its thread has waited. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
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
  TL_TRY(tl_transfer_tile(&out->view, &out->partition, error));
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

bool tl_prepare_transfer(tl_instruction *at) {
  tl_error error;
  transfer *kept = malloc(sizeof *kept);
  at->detail = kept;
  if (kept && read_transfer(at, kept, &error) == TL_OK)
    return true;
  tl_emit_error(at->operation, "%s", kept ? error.message : "out of memory");
  return false;
}

int64_t tl_transfer_threads_needed(const tl_instruction *at) {
  const transfer *copy = at->detail;
  return copy->view.scope == TL_SCOPE_CTA
             ? copy->needed
             : tl_scope_describe(copy->view.scope)->threads;
}

static void move_element(tl_machine *machine, const transfer *copy,
                         const tl_tile_window *from, const tl_tile_window *to,
                         tl_move *source, tl_move *target, int64_t number) {
  tl_element element = copy->source.pad;
  if (!tl_tile_is_inside(&copy->target, to, number))
    return;
  if (tl_tile_is_inside(&copy->source, from, number)) {
    if (!tl_tile_locate(machine, &copy->source, from, number, source))
      return;
    tl_move_load(machine, source, &element);
  }
  if (tl_tile_locate(machine, &copy->target, to, number, target))
    tl_move_store(machine, target, &element);
}

static void start_element(tl_machine *machine, const transfer *copy,
                          const tl_tile_window *from, const tl_tile_window *to,
                          tl_move *source, tl_move *target, int64_t number) {
  tl_access read = {.bytes = 0}, write;
  if (tl_tile_is_inside(&copy->source, from, number) &&
      (!tl_tile_locate(machine, &copy->source, from, number, source) ||
       !tl_move_find(machine, source, false, &read)))
    return;
  if (tl_tile_locate(machine, &copy->target, to, number, target) &&
      tl_move_find(machine, target, true, &write))
    tl_async_start(machine, &read, &write);
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

static void move_thread(tl_machine *machine, const tl_instruction *at,
                        int thread, tl_tile_group groups[2]) {
  const transfer *copy = at->detail;
  tl_tile_window from, to;
  tl_move source =
      tl_tile_open(machine, at, &copy->source, thread, &groups[0], &from);
  tl_move target =
      tl_tile_open(machine, at, &copy->target, thread, &groups[1], &to);
  int64_t group = tl_scope_describe(copy->view.scope)->threads;
  int64_t own = thread % group;
  int64_t threads = count_threads(machine, copy, thread - own, group);
  for (int64_t i = 0; i < copy->elements; i++)
    if (own == (has_partition(copy) ? owner_of(copy, i) : i % threads))
      (copy->view.is_async ? start_element : move_element)(
          machine, copy, &from, &to, &source, &target, i);
}

void tl_run_transfer(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  const transfer *copy = at->detail;
  tl_tile_group groups[2] = {{.first = -1}, {.first = -1}};
  tl_check_groups(machine, at, copy->view.scope, copy->needed, lanes);
  for (int k = 0; k < lanes->count; k++)
    move_thread(machine, at, lanes->items[k], groups);
}
