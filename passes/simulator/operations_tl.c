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
#include "dialect/bridge/bridge.h"
#include "matrices.h"
#include "mlir-c/BuiltinAttributes.h"
#include "moves.h"
#include "operations.h"
#include "thread_start.h"
#include "tile_memory.h"
#include <inttypes.h>
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

static bool refuse(const tl_instruction *at, const char *message) {
  tl_emit_error(at->operation, "%s", message);
  return false;
}

static bool prepare_copy(tl_instruction *at) {
  tl_error error;
  tl_layout fragment;
  definition read = {.fragment = -1};
  tl_copy_view_read(at->operation, &read.view);
  read.fragment = tl_operand_of(at, read.view.fragment.value);
  if (tl_fragment_layout(&read.view, &fragment, &error) != TL_OK ||
      tl_tile_memory_read(at, &read.view, &fragment, &read.memory, &error) !=
          TL_OK)
    return refuse(at, error.message);
  const tl_scope_facts *facts = tl_scope_describe(read.view.scope);
  read.threads = facts->threads;
  size_t count =
      (size_t)(shape_size(&read.memory.tile) * replica_count(&fragment));
  definition *kept = malloc(sizeof *kept + count * sizeof(holding));
  at->detail = kept;
  if (!kept)
    return refuse(at, "out of memory");
  *kept = read;
  kept->items = (holding *)(kept + 1);
  enumerate(&fragment, facts->axis, kept);
  qsort(kept->items, count, sizeof(holding), by_thread);
  return true;
}

/*===--- Registers --------------------------------------------------------===*/

/* The fragment in one thread: the elements of a vector, or a private buffer. */
typedef struct registers {
  tl_element *elements;
  tl_move move;
} registers;

/* `operand` of the instruction, or its result when that is -1. */
static registers open_registers(tl_machine *machine, const tl_instruction *at,
                                int thread, int operand) {
  registers out = {.elements = NULL};
  int slot = operand < 0 ? at->results[0] : at->operands[operand];
  const tl_slot *facts = &machine->program->slots[slot];
  if (!facts->is_memref)
    out.elements = tl_slot_elements(machine, slot, thread);
  else
    out.move = (tl_move){.at = at,
                         .thread = thread,
                         .view = tl_slot_view(machine, slot, thread),
                         .scalar = &facts->scalar,
                         .count = 1,
                         .alignment = 1};
  return out;
}

static tl_element get_register(tl_machine *machine, registers *from,
                               int64_t slot) {
  tl_element element;
  if (from->elements)
    return from->elements[slot];
  tl_coordinate_of(slot, from->move.view->rank, from->move.view->sizes,
                   from->move.coordinate);
  tl_move_load(machine, &from->move, &element);
  return element;
}

static void put_register(tl_machine *machine, registers *to, int64_t slot,
                         tl_element element) {
  if (to->elements) {
    to->elements[slot] = element;
    return;
  }
  tl_coordinate_of(slot, to->move.view->rank, to->move.view->sizes,
                   to->move.coordinate);
  tl_move_store(machine, &to->move, &element);
}

/* A thread without elements gets zeros; else what holds none is unknown. */
static void clear_result(tl_machine *machine, const tl_instruction *at,
                         int thread, bool holds) {
  const tl_slot *slot = tl_result_slot(at, 0);
  uint16_t poison = holds ? tl_poison_all(&slot->scalar) : 0;
  for (int64_t i = 0; i < slot->count; i++)
    tl_result(machine, at, 0, thread)[i] = tl_element_of(0, poison);
}

/*===--- Moving a copy ----------------------------------------------------===*/

static void move_holding(tl_machine *machine, const definition *copy,
                         const holding *item, tl_move *move,
                         registers *fragment) {
  tl_element element;
  if (copy->view.stores) {
    if (!item->is_first)
      return;
    element = get_register(machine, fragment, item->slot);
    tl_move_store(machine, move, &element);
    return;
  }
  tl_move_load(machine, move, &element);
  put_register(machine, fragment, item->slot, element);
}

/* The holdings of one thread start at *next. */
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

static void move_thread(tl_machine *machine, const tl_instruction *at,
                        const definition *copy, int thread,
                        tl_tile_group *group) {
  int64_t number =
      copy->view.scope == TL_SCOPE_THREAD ? 0 : thread % copy->threads;
  int64_t next = first_holding(copy, number);
  tl_tile_window window;
  bool holds = next < copy->count && copy->items[next].thread == number;
  if (at->result_count)
    clear_result(machine, at, thread, holds);
  registers fragment = open_registers(machine, at, thread, copy->fragment);
  tl_move move =
      tl_tile_open(machine, at, &copy->memory, thread, group, &window);
  for (; next < copy->count && copy->items[next].thread == number; next++) {
    const holding *item = &copy->items[next];
    if (!tl_tile_is_inside(&copy->memory, &window, item->element)) {
      if (!copy->view.stores)
        put_register(machine, &fragment, item->slot, copy->memory.pad);
    } else if (tl_tile_locate(machine, &copy->memory, &window, item->element,
                              &move)) {
      move_holding(machine, copy, item, &move, &fragment);
    }
  }
}

static void run_copy(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  const definition *copy = at->detail;
  tl_tile_group group = {.first = -1};
  tl_check_groups(machine, at, copy->view.scope, copy->needed, lanes);
  for (int k = 0; k < lanes->count; k++)
    move_thread(machine, at, copy, lanes->items[k], &group);
}

/* tl.copy, with registers or between two memories. */
static bool prepare_any_copy(tl_instruction *at) {
  return tl_is_transfer(at->operation) ? tl_prepare_transfer(at)
                                       : prepare_copy(at);
}

static void run_any_copy(tl_machine *machine, const tl_instruction *at,
                         const tl_lanes *lanes) {
  if (tl_is_transfer(at->operation))
    tl_run_transfer(machine, at, lanes);
  else
    run_copy(machine, at, lanes);
}

/*===--- Copies of one thread ---------------------------------------------===*/

typedef struct thread_definition {
  tl_thread_view view;
  int memory, fragment;
  tl_element pad;
} thread_definition;

static bool prepare_thread_copy(tl_instruction *at) {
  thread_definition *kept = malloc(sizeof *kept);
  at->detail = kept;
  if (!kept)
    return refuse(at, "out of memory");
  tl_thread_view_read(at->operation, &kept->view);
  kept->memory = tl_operand_of(at, kept->view.memory);
  kept->fragment = tl_operand_of(at, kept->view.fragment);
  tl_read_pad(at, kept->memory, &kept->pad);
  return !kept->view.matrices ||
         tl_prepare_matrices(at, kept->view.matrices, kept->view.is_transposed);
}

/* Of element `number` of the run. */
static tl_digit_sums run_sums(const tl_thread_view *view,
                              const tl_thread_start *start,
                              const tl_digit_sums *outer, int64_t number) {
  tl_digit_sums sums = *outer;
  tl_digits_add(&view->inner, number, start->symbols, &sums);
  return sums;
}

/* Elements of the run from `first` on, whose places are `sums`; those that are
 * inside the limits, which is all or none of them unless the access is cut. */
static void move_access(tl_machine *machine, const thread_definition *copy,
                        tl_move *move, registers *fragment,
                        const tl_thread_start *start,
                        const tl_digit_sums *outer, int64_t first,
                        int64_t count) {
  const tl_thread_view *view = &copy->view;
  tl_element elements[TL_MAX_REGISTERS];
  tl_digit_sums sums[TL_MAX_REGISTERS];
  int64_t inside = 0;
  bool wraps = false;
  for (int64_t i = 0; i < count; i++) {
    sums[i] = run_sums(view, start, outer, first + i);
    inside += tl_thread_has_room(view, start, &sums[i]);
    wraps = wraps || sums[i].wraps;
  }
  if (inside != 0 && inside != count) {
    for (int64_t i = 0; i < count; i++)
      move_access(machine, copy, move, fragment, start, outer, first + i, 1);
    return;
  }
  tl_move_to(machine, &view->swizzle, view->offset_bits, start->offset,
             run_sums(view, start, outer, first).offset, wraps, move);
  move->count = count;
  move->alignment = count * move->scalar->bytes;
  for (int64_t i = 0; i < count; i++)
    elements[i] = view->stores ? get_register(machine, fragment, sums[i].slot)
                               : copy->pad;
  if (view->stores && inside)
    tl_move_store(machine, move, elements);
  if (!view->stores && inside)
    tl_move_load(machine, move, elements);
  for (int64_t i = 0; !view->stores && i < count; i++)
    put_register(machine, fragment, sums[i].slot, elements[i]);
}

static void move_start(tl_machine *machine, const thread_definition *copy,
                       tl_move *move, registers *fragment,
                       const tl_thread_start *start) {
  const tl_thread_view *view = &copy->view;
  int64_t runs = tl_atoms_count(&view->atoms),
          length = tl_atoms_count(&view->inner);
  for (int64_t run = 0; run < runs; run++) {
    tl_digit_sums outer = {.slot = start->slot};
    tl_digits_add(&view->atoms, run, start->symbols, &outer);
    for (int64_t i = 0; i < tl_run_access_count(length, view->width); i++) {
      tl_run_access part = tl_run_access_at(length, view->width, i);
      move_access(machine, copy, move, fragment, start, &outer, part.first,
                  part.width);
    }
  }
}

/* What a thread moves between. */
typedef struct thread_sides {
  tl_view flat;
  tl_move move; /* of `flat` */
  registers fragment;
} thread_sides;

static void open_sides(tl_machine *machine, const tl_instruction *at,
                       int thread, thread_sides *out) {
  const thread_definition *copy = at->detail;
  const tl_scalar_type *scalar = &tl_operand_slot(at, copy->memory)->scalar;
  out->flat = tl_view_flatten(
      tl_slot_view(machine, at->operands[copy->memory], thread));
  if (at->result_count)
    clear_result(machine, at, thread, true);
  out->fragment = open_registers(machine, at, thread, copy->fragment);
  out->move = (tl_move){
      .at = at, .thread = thread, .view = &out->flat, .scalar = scalar};
  tl_check_alignment(machine, at, thread, &out->flat, scalar->bytes,
                     copy->view.alignment);
}

static void move_alone(tl_machine *machine, const tl_instruction *at,
                       int thread) {
  const thread_definition *copy = at->detail;
  thread_sides sides;
  open_sides(machine, at, thread, &sides);
  for (intptr_t i = 0; i < copy->view.start_count; i++) {
    tl_thread_start start =
        tl_thread_start_read(machine, at, &copy->view, copy->memory, thread, i);
    move_start(machine, copy, &sides.move, &sides.fragment, &start);
  }
}

/*===--- Matrices ---------------------------------------------------------===*/

/* A warp at one start, thread by thread. */
typedef struct warp_state {
  thread_sides sides[TL_WARP_THREADS];
  tl_thread_start starts[TL_WARP_THREADS];
} warp_state;

/* The row that a lane names in a run. */
static void find_row(tl_machine *machine, const tl_thread_view *view,
                     warp_state *warp, int lane, int64_t run, tl_access *row) {
  tl_move move = warp->sides[lane].move;
  const tl_thread_start *start = &warp->starts[lane];
  tl_digit_sums sums = {0};
  tl_digits_add(&view->atoms, run, start->symbols, &sums);
  tl_move_to(machine, &view->swizzle, view->offset_bits, start->offset,
             sums.offset, sums.wraps, &move);
  move.count = TL_MATRIX_ROW_BYTES / move.scalar->bytes;
  move.alignment = TL_MATRIX_ROW_BYTES;
  if (tl_move_find(machine, &move, view->stores, row))
    tl_matrix_check_row(machine, row);
  else
    row->buffer = NULL;
}

/* The slot of byte `byte` of what a lane holds of the matrices of a run. */
static int64_t slot_of_byte(const tl_thread_view *view,
                            const tl_thread_start *start, int64_t run,
                            int64_t byte, int size) {
  tl_digit_sums sums = {.slot = start->slot};
  tl_digits_add(&view->atoms, run, start->symbols, &sums);
  tl_digits_add(&view->inner, byte / size, start->symbols, &sums);
  return sums.slot;
}

static void load_matrix(tl_machine *machine, const thread_definition *copy,
                        const tl_matrix_rows *rows, thread_sides *sides,
                        const tl_thread_start *start, int64_t run,
                        int64_t matrix) {
  int size = sides->move.scalar->bytes;
  tl_element bytes[TL_MATRIX_REGISTER_BYTES], element = tl_element_of(0, 0);
  tl_matrix_load(machine, sides->move.at, rows, sides->move.thread, matrix,
                 bytes);
  for (int i = 0; i < TL_MATRIX_REGISTER_BYTES; i++) {
    if (i % size == 0)
      element = tl_element_of(0, 0);
    element.bits |= bytes[i].bits << (8 * (i % size));
    element.poison |= (uint8_t)(bytes[i].poison << (i % size));
    put_register(machine, &sides->fragment,
                 slot_of_byte(&copy->view, start, run,
                              TL_MATRIX_REGISTER_BYTES * matrix + i, size),
                 element);
  }
}

static void store_matrix(tl_machine *machine, const thread_definition *copy,
                         const tl_matrix_rows *rows, thread_sides *sides,
                         const tl_thread_start *start, int64_t run,
                         int64_t matrix) {
  int size = sides->move.scalar->bytes;
  tl_element bytes[TL_MATRIX_REGISTER_BYTES];
  for (int i = 0; i < TL_MATRIX_REGISTER_BYTES; i++) {
    tl_element element =
        get_register(machine, &sides->fragment,
                     slot_of_byte(&copy->view, start, run,
                                  TL_MATRIX_REGISTER_BYTES * matrix + i, size));
    bytes[i] = tl_element_of(tl_element_byte(element, i % size),
                             element.poison >> (i % size) & 1);
  }
  tl_matrix_store(machine, sides->move.at, rows, sides->move.thread, matrix,
                  bytes);
}

static void move_matrices(tl_machine *machine, const thread_definition *copy,
                          warp_state *warp, int64_t run) {
  const tl_thread_view *view = &copy->view;
  tl_matrix_rows rows;
  for (int lane = 0; lane < view->matrices * TL_MATRIX_ROWS; lane++)
    find_row(machine, view, warp, lane, run, &rows.items[lane]);
  for (int lane = 0; lane < TL_WARP_THREADS; lane++)
    for (int64_t matrix = 0; matrix < view->matrices; matrix++)
      (view->stores ? store_matrix
                    : load_matrix)(machine, copy, &rows, &warp->sides[lane],
                                   &warp->starts[lane], run, matrix);
}

static void move_warp(tl_machine *machine, const tl_instruction *at,
                      int first_thread) {
  const thread_definition *copy = at->detail;
  warp_state warp;
  for (int lane = 0; lane < TL_WARP_THREADS; lane++)
    open_sides(machine, at, first_thread + lane, &warp.sides[lane]);
  for (intptr_t i = 0; i < copy->view.start_count; i++) {
    for (int lane = 0; lane < TL_WARP_THREADS; lane++)
      warp.starts[lane] = tl_thread_start_read(
          machine, at, &copy->view, copy->memory, first_thread + lane, i);
    for (int64_t run = 0; run < tl_atoms_count(&copy->view.atoms); run++)
      move_matrices(machine, copy, &warp, run);
  }
}

static void run_thread_copy(tl_machine *machine, const tl_instruction *at,
                            const tl_lanes *lanes) {
  const thread_definition *copy = at->detail;
  if (copy->view.matrices) {
    tl_each_warp(machine, at, lanes, move_warp);
    return;
  }
  for (int k = 0; k < lanes->count; k++)
    move_alone(machine, at, lanes->items[k]);
}

/* A warp and a warpgroup are whole; a block has what its layouts number. */
int64_t tl_copy_threads_needed(const tl_instruction *at) {
  const definition *copy = at->detail;
  if (tl_is_transfer(at->operation))
    return tl_transfer_threads_needed(at);
  if (at->row->run != run_copy && at->row->run != run_any_copy)
    return 0;
  return copy->view.scope == TL_SCOPE_CTA ? copy->needed : copy->threads;
}

const tl_sim_row TL_SIM_TL[] = {
    {"tl.copy", run_any_copy, prepare_any_copy, NULL},
    {"tl.load", run_copy, prepare_copy, NULL},
    {"tl.store", run_copy, prepare_copy, NULL},
    {"tl.thread_copy", run_thread_copy, prepare_thread_copy, NULL},
    {"tl.thread_load", run_thread_copy, prepare_thread_copy, NULL},
    {"tl.thread_store", run_thread_copy, prepare_thread_copy, NULL},
    {NULL, NULL, NULL, NULL},
};
