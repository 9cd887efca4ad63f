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
#include "bridge/bridge.h"
#include "matrices.h"
#include "mlir-c/BuiltinAttributes.h"
#include "moves.h"
#include "operations.h"
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
  int memory, fragment, origin[TL_MAX_RANK]; /* operands, -1: none */
  int bound[TL_MAX_RANK];                    /* likewise */
  int64_t alignment, divisor[TL_MAX_RANK];
  int64_t bound_divisor[TL_MAX_RANK], stride_divisor[TL_MAX_RANK];
  tl_element pad; /* what is loaded past a bound */
  bool has_layout;
  tl_layout layout;        /* of memory */
  tl_list tile, whole;     /* shapes: of the tile, of the memory layout */
  int64_t threads, needed; /* of the scope; those that hold anything */
  int64_t count;
  holding *items; /* owned by the instruction, in the same allocation */
} definition;

/*===--- Reading a copy ---------------------------------------------------===*/

static int operand_of(const tl_instruction *at, MlirValue value) {
  for (int i = 0; i < at->operand_count; i++)
    if (!mlirValueIsNull(value) &&
        mlirValueEqual(value, mlirOperationGetOperand(at->operation, i)))
      return i;
  return -1;
}

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
  for (int64_t element = 0; element < shape_size(&out->tile); element++) {
    int64_t coordinate[TL_MAX_RANK];
    tl_coordinate_of(element, out->tile.count, out->tile.items, coordinate);
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

/* An array of divisors, one a dimension; 1 without one. */
static void read_divisors(const tl_instruction *at, const char *name,
                          int64_t *out) {
  MlirAttribute divisors = tl_attribute(at, name);
  intptr_t count = mlirAttributeIsNull(divisors)
                       ? 0
                       : mlirDenseArrayGetNumElements(divisors);
  for (intptr_t d = 0; d < TL_MAX_RANK; d++)
    out[d] = d < count ? mlirDenseI64ArrayGetElement(divisors, d) : 1;
}

static void read_attributes(const tl_instruction *at, definition *out) {
  const tl_copy_side *memory = &out->view.memory;
  out->memory = operand_of(at, memory->value);
  out->fragment = operand_of(at, out->view.fragment.value);
  out->alignment =
      tl_integer_attribute(at->operation, TL_ATTRIBUTE_ALIGNMENT, 1);
  for (int64_t d = 0; d < memory->origin_count; d++)
    out->origin[d] = memory->origin[d] == INT64_MIN
                         ? operand_of(at, memory->origin_value[d])
                         : -1;
  for (int64_t d = 0; d < out->view.bound_count; d++)
    out->bound[d] = out->view.bound[d] == INT64_MIN
                        ? operand_of(at, out->view.bound_value[d])
                        : -1;
  read_divisors(at, TL_ATTRIBUTE_DIVISIBILITY, out->divisor);
  read_divisors(at, TL_ATTRIBUTE_BOUND_DIVISIBILITY, out->bound_divisor);
  read_divisors(at, TL_ATTRIBUTE_STRIDE_DIVISIBILITY, out->stride_divisor);
}

/* Zero without an attribute. */
static void read_pad(const tl_instruction *at, int memory, tl_element *out) {
  *out = (tl_element){0, 0};
  tl_read_elements(tl_attribute(at, TL_ATTRIBUTE_PAD),
                   &tl_operand_slot(at, memory)->scalar, 1, out);
}

static tl_code read_memory(definition *out, tl_error *error) {
  tl_value value;
  out->has_layout = tl_layout_attribute_read(out->view.memory.layout, &value);
  if (!out->has_layout)
    return TL_OK;
  TL_TRY(tl_layout_of_memory(&value, &out->layout, error));
  tl_layout_shape(&out->layout, &out->whole);
  return TL_OK;
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
  read_attributes(at, &read);
  read_pad(at, read.memory, &read.pad);
  if (tl_fragment_layout(&read.view, &fragment, &error) != TL_OK ||
      read_memory(&read, &error) != TL_OK)
    return refuse(at, error.message);
  const tl_scope_facts *facts = tl_scope_describe(read.view.scope);
  tl_layout_shape(&fragment, &read.tile);
  read.threads = facts->threads;
  size_t count = (size_t)(shape_size(&read.tile) * replica_count(&fragment));
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
  uint8_t poison = holds ? tl_poison_all(&slot->scalar) : 0;
  for (int64_t i = 0; i < slot->count; i++)
    tl_result(machine, at, 0, thread)[i] = (tl_element){0, poison};
}

/*===--- Moving a copy ----------------------------------------------------===*/

static int64_t group_end(const tl_machine *machine, int64_t first,
                         int64_t threads) {
  return first + threads < machine->thread_count ? first + threads
                                                 : machine->thread_count;
}

/* Every thread of a group takes part or none does, and the group has the
 * threads that hold elements. */
static void check_groups(tl_machine *machine, const tl_instruction *at,
                         const definition *copy, const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count;) {
    int64_t first = lanes->items[k] / copy->threads * copy->threads;
    int64_t end = group_end(machine, first, copy->threads), present = 0;
    int thread = lanes->items[k];
    for (; k < lanes->count && lanes->items[k] < end; k++)
      present++;
    const char *scope = tl_scope_describe(copy->view.scope)->name;
    if (present < end - first)
      tl_fault(machine, at, thread, TL_FAULT_SCOPE,
               "executes a copy of its %s with %" PRId64 " of %" PRId64
               " threads",
               scope, present, end - first);
    else if (present < copy->needed)
      tl_fault(machine, at, thread, TL_FAULT_SCOPE,
               "is in a %s of %" PRId64 " threads; the layout needs %" PRId64,
               scope, present, copy->needed);
  }
}

/* A number that an operation states a divisor of. */
static void check_divisor(tl_machine *machine, const tl_instruction *at,
                          int thread, const char *what, int64_t number,
                          int64_t d, int64_t divisor) {
  if (number % divisor != 0)
    tl_fault(machine, at, thread, TL_FAULT_ASSERTION,
             "has %s %" PRId64 " in dimension %" PRId64 ", which %" PRId64
             " does not divide",
             what, number, d, divisor);
}

/* Where the tile starts and where the elements end, in one thread. */
typedef struct window {
  int64_t origin[TL_MAX_RANK], bound[TL_MAX_RANK];
} window;

static void read_window(tl_machine *machine, const tl_instruction *at,
                        const definition *copy, int thread,
                        const tl_view *memory, window *out) {
  const tl_copy_view *view = &copy->view;
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    out->origin[d] = 0;
    out->bound[d] = INT64_MAX;
  }
  for (int64_t d = 0; d < view->memory.origin_count; d++) {
    out->origin[d] =
        copy->origin[d] < 0
            ? view->memory.origin[d]
            : tl_operand_number(machine, at, copy->origin[d], thread);
    check_divisor(machine, at, thread, "origin", out->origin[d], d,
                  copy->divisor[d]);
  }
  for (int64_t d = 0; d < view->bound_count; d++) {
    out->bound[d] =
        copy->bound[d] < 0
            ? view->bound[d]
            : tl_operand_number(machine, at, copy->bound[d], thread);
    check_divisor(machine, at, thread, "bound", out->bound[d], d,
                  copy->bound_divisor[d]);
  }
  for (int64_t d = 0; !copy->has_layout && d < copy->tile.count; d++)
    check_divisor(machine, at, thread, "stride", memory->strides[d], d,
                  copy->stride_divisor[d]);
}

/* What the first thread of a group gave. */
typedef struct group_window {
  int64_t first; /* -1 before the first group */
  int thread;
  int64_t address;
  window frame;
} group_window;

static void check_number(tl_machine *machine, const tl_instruction *at,
                         int thread, const char *what, int64_t number,
                         const group_window *group, int64_t expected) {
  if (number != expected)
    tl_fault(machine, at, thread, TL_FAULT_SCOPE,
             "has %s %" PRId64 ", and thread %d of the same copy %" PRId64,
             what, number, group->thread, expected);
}

/* All threads of a group have one memory, origin and bounds. */
static void check_uniform(tl_machine *machine, const tl_instruction *at,
                          const definition *copy, int thread,
                          const tl_view *memory, int bytes, const window *frame,
                          group_window *group) {
  const int64_t zeros[TL_MAX_RANK] = {0};
  int64_t first = thread / copy->threads * copy->threads;
  int64_t address =
      memory->buffer->address + tl_view_byte(memory, zeros, bytes);
  if (copy->view.scope == TL_SCOPE_THREAD)
    return;
  if (group->first != first)
    *group = (group_window){first, thread, address, *frame};
  check_number(machine, at, thread, "memory at address", address, group,
               group->address);
  for (int64_t d = 0; d < copy->tile.count; d++) {
    check_number(machine, at, thread, "origin", frame->origin[d], group,
                 group->frame.origin[d]);
    check_number(machine, at, thread, "bound", frame->bound[d], group,
                 group->frame.bound[d]);
  }
}

static bool is_inside(const definition *copy, const window *frame,
                      int64_t element) {
  int64_t coordinate[TL_MAX_RANK];
  tl_coordinate_of(element, copy->tile.count, copy->tile.items, coordinate);
  for (int64_t d = 0; d < copy->tile.count; d++)
    if (frame->origin[d] + coordinate[d] >= frame->bound[d])
      return false;
  return true;
}

static void check_alignment(tl_machine *machine, const tl_instruction *at,
                            int thread, const tl_view *view, int bytes,
                            int64_t alignment) {
  const int64_t zeros[TL_MAX_RANK] = {0};
  int64_t address = view->buffer->address + tl_view_byte(view, zeros, bytes);
  if (address % alignment != 0)
    tl_fault(machine, at, thread, TL_FAULT_ALIGNMENT,
             "has memory at address 0x%" PRIx64
             ", of which it says that %" PRId64 " divides it",
             address, alignment);
}

/* Where an element of the tile lies; false outside the layout. */
static bool locate(tl_machine *machine, const definition *copy,
                   const int64_t *origin, int64_t element, tl_move *move) {
  int64_t coordinate[TL_MAX_RANK], point[TL_AXIS_COUNT];
  tl_coordinate_of(element, copy->tile.count, copy->tile.items, coordinate);
  for (int64_t d = 0; d < copy->tile.count; d++) {
    coordinate[d] += origin[d];
    if (copy->has_layout &&
        (coordinate[d] < 0 || coordinate[d] >= copy->whole.items[d])) {
      tl_fault(machine, move->at, move->thread, TL_FAULT_BOUNDS,
               "moves coordinate %" PRId64 " of dimension %" PRId64
               ", in which the layout has extent %" PRId64,
               coordinate[d], d, copy->whole.items[d]);
      return false;
    }
    move->coordinate[d] = coordinate[d];
  }
  if (copy->has_layout) {
    tl_layout_apply(&copy->layout, coordinate, point);
    tl_coordinate_of(point[TL_AXIS_M], move->view->rank, move->view->sizes,
                     move->coordinate);
  }
  return true;
}

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
                        group_window *group) {
  int64_t number =
      copy->view.scope == TL_SCOPE_THREAD ? 0 : thread % copy->threads;
  int64_t next = first_holding(copy, number);
  window frame;
  bool holds = next < copy->count && copy->items[next].thread == number;
  if (at->result_count)
    clear_result(machine, at, thread, holds);
  registers fragment = open_registers(machine, at, thread, copy->fragment);
  const tl_scalar_type *scalar = &tl_operand_slot(at, copy->memory)->scalar;
  tl_move move = {
      .at = at,
      .thread = thread,
      .view = tl_slot_view(machine, at->operands[copy->memory], thread),
      .scalar = scalar,
      .count = 1,
      .alignment = scalar->bytes,
  };
  check_alignment(machine, at, thread, move.view, scalar->bytes,
                  copy->alignment);
  read_window(machine, at, copy, thread, move.view, &frame);
  check_uniform(machine, at, copy, thread, move.view, scalar->bytes, &frame,
                group);
  for (; next < copy->count && copy->items[next].thread == number; next++) {
    const holding *item = &copy->items[next];
    if (!is_inside(copy, &frame, item->element)) {
      if (!copy->view.stores)
        put_register(machine, &fragment, item->slot, copy->pad);
    } else if (locate(machine, copy, frame.origin, item->element, &move)) {
      move_holding(machine, copy, item, &move, &fragment);
    }
  }
}

static void run_copy(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  const definition *copy = at->detail;
  group_window group = {.first = -1};
  check_groups(machine, at, copy, lanes);
  for (int k = 0; k < lanes->count; k++)
    move_thread(machine, at, copy, lanes->items[k], &group);
}

/*===--- Copies of one thread ---------------------------------------------===*/

typedef struct thread_definition {
  tl_thread_view view;
  int memory, fragment;
  tl_element pad;
} thread_definition;

/* A start of a thread copy, in one thread. */
typedef struct thread_start {
  int64_t offset, slot;
  int64_t symbols[TL_MAX_TERMS], rooms[TL_MAX_RANK];
} thread_start;

/* Sums of strides and weights over some digits. */
typedef struct digit_sums {
  int64_t offset, slot, coordinate[TL_MAX_RANK];
} digit_sums;

static bool prepare_thread_copy(tl_instruction *at) {
  thread_definition *kept = malloc(sizeof *kept);
  at->detail = kept;
  if (!kept)
    return refuse(at, "out of memory");
  tl_thread_view_read(at->operation, &kept->view);
  kept->memory = operand_of(at, kept->view.memory);
  kept->fragment = operand_of(at, kept->view.fragment);
  read_pad(at, kept->memory, &kept->pad);
  return !kept->view.matrices ||
         tl_prepare_matrices(at, kept->view.matrices, kept->view.is_transposed);
}

/* Adds the strides and weights of digit combination `number`. */
static void add_digits(const tl_atoms *atoms, int64_t number,
                       const int64_t *symbols, digit_sums *sums) {
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    int64_t digit = number % atom->extent;
    number /= atom->extent;
    sums->offset += digit * atom->memory_stride *
                    (atom->symbol ? symbols[atom->symbol - 1] : 1);
    sums->slot += digit * atom->register_stride;
    sums->coordinate[atom->dimension] += digit * atom->weight;
  }
}

static bool has_room(const tl_thread_view *view, const thread_start *start,
                     const digit_sums *sums) {
  for (intptr_t i = 0; i < view->limit_count; i++)
    if (sums->coordinate[i] >= start->rooms[i])
      return false;
  return true;
}

/* The element of memory where strides that sum up to `moved` lead. */
static int64_t place_of(const tl_thread_view *view, const thread_start *start,
                        int64_t moved) {
  return view->offset_bits >= 0
             ? start->offset ^ tl_swizzle_apply(&view->swizzle, moved)
             : tl_swizzle_apply(&view->swizzle, start->offset + moved);
}

/* Elements of the run from `first` on, whose places are `sums`; those that are
 * inside the limits, which is all or none of them unless the access is cut. */
static void move_access(tl_machine *machine, const thread_definition *copy,
                        tl_move *move, registers *fragment,
                        const thread_start *start, const digit_sums *outer,
                        int64_t first, int64_t count) {
  const tl_thread_view *view = &copy->view;
  tl_element elements[TL_MAX_REGISTERS];
  digit_sums sums[TL_MAX_REGISTERS];
  int64_t inside = 0;
  for (int64_t i = 0; i < count; i++) {
    sums[i] = *outer;
    add_digits(&view->inner, first + i, start->symbols, &sums[i]);
    inside += has_room(view, start, &sums[i]);
  }
  if (inside != 0 && inside != count) {
    for (int64_t i = 0; i < count; i++)
      move_access(machine, copy, move, fragment, start, outer, first + i, 1);
    return;
  }
  move->coordinate[0] = place_of(view, start, sums[0].offset);
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
                       const thread_start *start) {
  const tl_thread_view *view = &copy->view;
  int64_t runs = tl_atoms_count(&view->atoms),
          length = tl_atoms_count(&view->inner);
  for (int64_t run = 0; run < runs; run++) {
    digit_sums outer = {.slot = start->slot};
    add_digits(&view->atoms, run, start->symbols, &outer);
    for (int64_t i = 0; i < tl_run_access_count(length, view->width); i++) {
      tl_run_access part = tl_run_access_at(length, view->width, i);
      move_access(machine, copy, move, fragment, start, &outer, part.first,
                  part.width);
    }
  }
}

/* A memref from its element 0 to its last, whatever its strides. */
static tl_view flatten(const tl_view *view) {
  return (tl_view){.buffer = view->buffer,
                   .start = view->start,
                   .offset = view->offset,
                   .rank = 1,
                   .sizes = {tl_view_span(view) - view->offset},
                   .strides = {1}};
}

/* Reads the operands; what they say of symbols and rooms has to hold. */
static thread_start read_start(tl_machine *machine, const tl_instruction *at,
                               int thread, intptr_t number) {
  const thread_definition *copy = at->detail;
  const tl_thread_view *view = &copy->view;
  int first = (int)view->first_offset, starts = (int)view->start_count;
  int rooms = first + starts + (int)view->symbol_count;
  thread_start start = {
      .offset = tl_operand_number(machine, at, first + (int)number, thread),
      .slot = mlirAttributeIsNull(view->slots)
                  ? 0
                  : mlirDenseI64ArrayGetElement(view->slots, number)};
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    if (!atom->symbol)
      continue;
    int64_t *symbol = &start.symbols[atom->symbol - 1];
    *symbol = tl_operand_number(machine, at,
                                first + starts + (int)atom->symbol - 1, thread);
    check_divisor(machine, at, thread, "symbol", *symbol, i, atom->divisor);
  }
  int bytes = tl_operand_slot(at, copy->memory)->scalar.bytes;
  if (start.offset * bytes % view->alignment != 0)
    tl_fault(machine, at, thread, TL_FAULT_ALIGNMENT,
             "has offset %" PRId64 ", of which it says that %" PRId64
             " divides its bytes",
             start.offset, view->alignment);
  for (int i = 0; i < view->limit_count; i++) {
    start.rooms[i] = tl_operand_number(
        machine, at, rooms + i * starts + (int)number, thread);
    check_divisor(machine, at, thread, "room", start.rooms[i], i,
                  view->granules[i]);
  }
  return start;
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
  out->flat =
      flatten(tl_slot_view(machine, at->operands[copy->memory], thread));
  if (at->result_count)
    clear_result(machine, at, thread, true);
  out->fragment = open_registers(machine, at, thread, copy->fragment);
  out->move = (tl_move){
      .at = at, .thread = thread, .view = &out->flat, .scalar = scalar};
  check_alignment(machine, at, thread, &out->flat, scalar->bytes,
                  copy->view.alignment);
}

static void move_alone(tl_machine *machine, const tl_instruction *at,
                       int thread) {
  const thread_definition *copy = at->detail;
  thread_sides sides;
  open_sides(machine, at, thread, &sides);
  for (intptr_t i = 0; i < copy->view.start_count; i++) {
    thread_start start = read_start(machine, at, thread, i);
    move_start(machine, copy, &sides.move, &sides.fragment, &start);
  }
}

/*===--- Matrices ---------------------------------------------------------===*/

/* A warp at one start, thread by thread. */
typedef struct warp_state {
  thread_sides sides[TL_WARP_THREADS];
  thread_start starts[TL_WARP_THREADS];
} warp_state;

/* The row that a lane names in a run. */
static void find_row(tl_machine *machine, const tl_thread_view *view,
                     warp_state *warp, int lane, int64_t run, tl_access *row) {
  tl_move move = warp->sides[lane].move;
  const thread_start *start = &warp->starts[lane];
  digit_sums sums = {0};
  add_digits(&view->atoms, run, start->symbols, &sums);
  move.coordinate[0] = place_of(view, start, sums.offset);
  move.count = TL_MATRIX_ROW_BYTES / move.scalar->bytes;
  move.alignment = TL_MATRIX_ROW_BYTES;
  if (tl_move_find(machine, &move, view->stores, row))
    tl_matrix_check_row(machine, row);
  else
    row->buffer = NULL;
}

/* The slot of byte `byte` of what a lane holds of the matrices of a run. */
static int64_t slot_of_byte(const tl_thread_view *view,
                            const thread_start *start, int64_t run,
                            int64_t byte, int size) {
  digit_sums sums = {.slot = start->slot};
  add_digits(&view->atoms, run, start->symbols, &sums);
  add_digits(&view->inner, byte / size, start->symbols, &sums);
  return sums.slot;
}

static void load_matrix(tl_machine *machine, const thread_definition *copy,
                        const tl_matrix_rows *rows, thread_sides *sides,
                        const thread_start *start, int64_t run,
                        int64_t matrix) {
  int size = sides->move.scalar->bytes;
  tl_element bytes[TL_MATRIX_REGISTER_BYTES], element = {0, 0};
  tl_matrix_load(machine, sides->move.at, rows, sides->move.thread, matrix,
                 bytes);
  for (int i = 0; i < TL_MATRIX_REGISTER_BYTES; i++) {
    if (i % size == 0)
      element = (tl_element){0, 0};
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
                         const thread_start *start, int64_t run,
                         int64_t matrix) {
  int size = sides->move.scalar->bytes;
  tl_element bytes[TL_MATRIX_REGISTER_BYTES];
  for (int i = 0; i < TL_MATRIX_REGISTER_BYTES; i++) {
    tl_element element =
        get_register(machine, &sides->fragment,
                     slot_of_byte(&copy->view, start, run,
                                  TL_MATRIX_REGISTER_BYTES * matrix + i, size));
    bytes[i] = (tl_element){element.bits >> (8 * (i % size)) & 0xff,
                            element.poison >> (i % size) & 1};
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
      warp.starts[lane] = read_start(machine, at, first_thread + lane, i);
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
  if (at->row->run != run_copy)
    return 0;
  return copy->view.scope == TL_SCOPE_CTA ? copy->needed : copy->threads;
}

const tl_sim_row TL_SIM_TL[] = {
    {"tl.copy", run_copy, prepare_copy, NULL},
    {"tl.load", run_copy, prepare_copy, NULL},
    {"tl.store", run_copy, prepare_copy, NULL},
    {"tl.thread_copy", run_thread_copy, prepare_thread_copy, NULL},
    {"tl.thread_load", run_thread_copy, prepare_thread_copy, NULL},
    {"tl.thread_store", run_thread_copy, prepare_thread_copy, NULL},
    {NULL, NULL, NULL, NULL},
};
