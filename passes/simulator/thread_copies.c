/* thread_copies.c - Copies of one thread: plain accesses, by the thread alone;
 * matrices, where the lanes of a warp name rows and hold what operations.h says of
 * them; and asynchronous accesses, see machine.h, each of which starts a copy of
 * its own: what is inside the limits, and zeros.  Before a width has been chosen
 * an access is a single element, of any size. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "tl/dialect.h"
#include <inttypes.h>

/* What a thread copy says. */
typedef struct definition {
  tl_thread_view view;
  int memory, fragment; /* operands, -1: the result */
  tl_element pad;
} definition;

/* A thread copy in one thread, and the start that it is at. */
typedef struct thread_state {
  const definition *copy;
  tl_view flat;
  tl_move move; /* in memory, which is `flat` */
  tl_held fragment;
  int64_t offset, slot, symbols[TL_MAX_TERMS];
  int64_t rooms[TL_MAX_RANK], firsts[TL_MAX_RANK];
} thread_state;

/* Sums of strides and weights over some digits. */
typedef struct digit_sums {
  int64_t offset, slot, coordinate[TL_MAX_RANK];
  bool wraps; /* one of them has more than 64 bits */
} digit_sums;

/*===--- Places -----------------------------------------------------------===*/

static void add_digits(const tl_atoms *atoms, int64_t number,
                       const int64_t *symbols, digit_sums *sums) {
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    int64_t digit = number % atom->extent, stride = 0;
    number /= atom->extent;
    bool fits =
        tl_add_product(&stride, atom->memory_stride,
                       atom->symbol ? symbols[atom->symbol - 1] : 1) &&
        tl_add_product(&sums->offset, digit, stride) &&
        tl_add_product(&sums->slot, digit, atom->register_stride) &&
        tl_add_product(&sums->coordinate[atom->dimension], digit, atom->weight);
    sums->wraps = sums->wraps || !fits;
  }
}

/* Where element `number` of a run is. */
static digit_sums sums_of(const thread_state *state, int64_t run,
                          int64_t number) {
  const tl_thread_view *view = &state->copy->view;
  digit_sums sums = {.slot = state->slot};
  add_digits(&view->atoms, run, state->symbols, &sums);
  add_digits(&view->inner, number, state->symbols, &sums);
  return sums;
}

static bool has_room(const thread_state *state, const digit_sums *sums) {
  for (intptr_t i = 0; i < state->copy->view.limit_count; i++)
    if (sums->coordinate[i] >= state->rooms[i] ||
        sums->coordinate[i] < state->firsts[i])
      return false;
  return true;
}

/* Moves to `count` elements of memory where strides that sum up to `moved`
 * lead; `bits` is as offset_bits of tl_thread_view.  More than 64 bits, here or
 * in the sums, are a fault. */
static void move_swizzled(const tl_swizzle *swizzle, int64_t bits,
                          int64_t offset, int64_t moved, bool wraps,
                          int64_t count, tl_move *move) {
  int64_t low = bits < 0 ? 0 : moved & (tl_swizzle_period(swizzle) - 1);
  int64_t place = offset ^ tl_swizzle_apply(swizzle, low);
  if (!tl_add_product(&place, moved - low, 1) || wraps)
    tl_fault_overflow(&move->step);
  move->coordinate[0] = bits < 0 ? tl_swizzle_apply(swizzle, place) : place;
  move->count = count;
  move->alignment = count * move->scalar->bytes;
}

static void move_to(thread_state *state, const digit_sums *sums,
                    int64_t count) {
  const tl_thread_view *view = &state->copy->view;
  move_swizzled(&view->swizzle, view->offset_bits, state->offset, sums->offset,
                sums->wraps, count, &state->move);
}

/*===--- Opening ----------------------------------------------------------===*/

/* Moves in memref operand `operand` as one row from its element 0 to its last,
 * whatever its strides; `flat` is the view of that. */
static tl_move open_flat(const tl_step *step, int operand, tl_view *flat) {
  const tl_view *view = tl_operand_view(step, operand);
  tl_move move = tl_move_from(step, operand);
  int64_t size;
  bool fits = tl_view_bytes(view, 1, &size) &&
              tl_difference_fits(size, view->offset, &size);
  *flat = (tl_view){.buffer = view->buffer,
                    .start = view->start,
                    .offset = view->offset,
                    .rank = 1,
                    .sizes = {fits ? size : INT64_MAX},
                    .strides = {1}};
  move.view = flat;
  return move;
}

/* The move refers to the state, which has to stay where it is. */
static void open_thread(const tl_step *step, thread_state *out) {
  const definition *copy = step->at->detail;
  out->copy = copy;
  out->move = open_flat(step, copy->memory, &out->flat);
  out->fragment = tl_held_open(step, copy->fragment, false);
}

/* An offset from element 0 in elements; the alignment, in bytes, and what is past
 * it are stated of its address, and under a swizzle, which keeps pieces that
 * begin at multiples of their size from element 0 on, of element 0 as well. */
static void check_offset(const tl_move *move, int64_t offset,
                         const tl_swizzle *swizzle,
                         const tl_thread_view *stated) {
  uint64_t rest = (uint64_t)offset - (uint64_t)stated->phase;
  uint64_t bytes = (uint64_t)move->scalar->bytes;
  uint64_t address = (uint64_t)tl_move_address(move);
  if (swizzle->bits)
    tl_check_alignment(move, stated->alignment);
  if ((address + rest * bytes) % (uint64_t)stated->alignment != 0)
    tl_fault(&move->step, TL_FAULT_ALIGNMENT,
             "has offset %" PRId64 " from address 0x%" PRIx64
             ", and says that it is %" PRId64
             " elements past a multiple of %" PRId64 " bytes",
             offset, address, stated->phase, stated->alignment);
}

/* The coordinates that move: those below a room or, where limit `i` has an
 * extent, so many from where it begins. */
static void limit_at(thread_state *state, int i, int64_t room) {
  const tl_thread_view *view = &state->copy->view;
  const tl_step *step = &state->move.step;
  state->rooms[i] = room;
  state->firsts[i] = INT64_MIN;
  if (!(view->extents >> i & 1))
    return;
  int64_t extent = tl_operand_number(
      step, tl_operand_of(step->at, tl_thread_extent(view, i)));
  tl_check_divisor(step, "extent", extent, i, view->granules[i]);
  if (extent < 0)
    tl_fault(step, TL_FAULT_ASSERTION, "has the negative extent %" PRId64,
             extent);
  state->firsts[i] = tl_subtract_saturated(0, room);
  state->rooms[i] = tl_subtract_saturated(extent, room);
}

/* What the operands of a start say of symbols, rooms and extents has to hold. */
static void start_at(thread_state *state, intptr_t number) {
  const tl_thread_view *view = &state->copy->view;
  const tl_step *step = &state->move.step;
  int offsets = (int)view->first_offset, starts = (int)view->start_count;
  int symbols = offsets + starts, rooms = symbols + (int)view->symbol_count;
  state->offset = tl_operand_number(step, offsets + (int)number);
  state->slot = mlirAttributeIsNull(view->slots)
                    ? 0
                    : mlirDenseI64ArrayGetElement(view->slots, number);
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    int symbol = (int)atom->symbol - 1;
    if (symbol < 0)
      continue;
    state->symbols[symbol] = tl_operand_number(step, symbols + symbol);
    tl_check_divisor(step, "symbol", state->symbols[symbol], i, atom->divisor);
  }
  check_offset(&state->move, state->offset, &view->swizzle, view);
  for (int i = 0; i < view->limit_count; i++) {
    int64_t room = tl_operand_number(step, rooms + i * starts + (int)number);
    tl_check_divisor(step, "room", room, i, view->granules[i]);
    limit_at(state, i, room);
  }
}

/*===--- Plain accesses ---------------------------------------------------===*/

/* Elements of the run from `first` on; those that are inside the limits, which
 * is all or none of them unless the access is cut. */
static void move_access(thread_state *state, int64_t run, int64_t first,
                        int64_t count) {
  bool stores = state->copy->view.stores;
  tl_element elements[TL_MAX_REGISTERS];
  digit_sums sums[TL_MAX_REGISTERS];
  int64_t inside = 0;
  bool wraps = false;
  for (int64_t i = 0; i < count; i++) {
    sums[i] = sums_of(state, run, first + i);
    inside += has_room(state, &sums[i]);
    wraps = wraps || sums[i].wraps;
  }
  if (inside != 0 && inside != count) {
    for (int64_t i = 0; i < count; i++)
      move_access(state, run, first + i, 1);
    return;
  }
  sums[0].wraps = wraps;
  move_to(state, sums, count);
  for (int64_t i = 0; i < count; i++)
    elements[i] =
        stores ? tl_held_get(&state->fragment, sums[i].slot) : state->copy->pad;
  if (inside && stores)
    tl_move_store(&state->move, elements);
  if (inside && !stores)
    tl_move_load(&state->move, elements);
  for (int64_t i = 0; i < count && !stores; i++)
    tl_held_put(&state->fragment, sums[i].slot, elements[i]);
}

static void move_plain(const tl_step *step) {
  const definition *copy = step->at->detail;
  const tl_thread_view *view = &copy->view;
  tl_element_run elements = tl_thread_run(view);
  int64_t parts = tl_run_access_count(&elements);
  thread_state state;
  open_thread(step, &state);
  for (intptr_t start = 0; start < view->start_count; start++) {
    start_at(&state, start);
    for (int64_t run = 0; run < tl_atoms_count(&view->atoms); run++)
      for (int64_t i = 0; i < parts; i++) {
        tl_run_access part = tl_run_access_at(&elements, i);
        move_access(&state, run, part.first, part.width);
      }
  }
}

/*===--- Matrices ---------------------------------------------------------===*/

/* A warp at one run, lane by lane. */
typedef struct warp_state {
  thread_state lanes[TL_MATRIX_LANES];
  int64_t run;
} warp_state;

static bool find_row(const tl_step *lane, void *user, tl_access *row) {
  warp_state *warp = user;
  thread_state *state = &warp->lanes[lane->thread % TL_MATRIX_LANES];
  digit_sums sums = sums_of(state, warp->run, 0);
  move_to(state, &sums, TL_MATRIX_ROW_BYTES / state->move.scalar->bytes);
  return tl_move_find(&state->move, state->copy->view.stores, row);
}

static void move_lane(thread_state *state, const tl_matrices *matrices,
                      int64_t run) {
  int size = state->move.scalar->bytes;
  int64_t count = tl_matrices_lane_bytes(matrices) / size;
  int64_t slots[TL_MATRIX_LANE_BYTES];
  tl_element elements[TL_MATRIX_LANE_BYTES];
  for (int64_t i = 0; i < count; i++) {
    slots[i] = sums_of(state, run, i).slot;
    if (matrices->stores)
      elements[i] = tl_held_get(&state->fragment, slots[i]);
  }
  tl_matrices_move(&state->move.step, matrices, elements, size);
  for (int64_t i = 0; i < count && !matrices->stores; i++)
    tl_held_put(&state->fragment, slots[i], elements[i]);
}

static void move_matrices(const tl_step *first) {
  const definition *copy = first->at->detail;
  const tl_thread_view *view = &copy->view;
  warp_state warp;
  tl_step step = *first;
  for (int i = 0; i < TL_MATRIX_LANES; i++, step.thread++)
    open_thread(&step, &warp.lanes[i]);
  for (intptr_t i = 0; i < view->start_count; i++) {
    for (int lane = 0; lane < TL_MATRIX_LANES; lane++)
      start_at(&warp.lanes[lane], i);
    for (warp.run = 0; warp.run < tl_atoms_count(&view->atoms); warp.run++) {
      tl_matrices matrices =
          tl_matrices_find(first, view->stores, find_row, &warp);
      for (int lane = 0; lane < TL_MATRIX_LANES; lane++)
        move_lane(&warp.lanes[lane], &matrices, warp.run);
    }
  }
}

/*===--- Asynchronous accesses --------------------------------------------===*/

/* The access whose first element is number `first` of a run. */
static void start_access(thread_state *state, tl_move *to,
                         int64_t target_offset, int64_t run, int64_t first) {
  const tl_thread_view *view = &state->copy->view;
  int64_t width = view->width, inside = width;
  digit_sums sums;
  do
    sums = sums_of(state, run, first + inside - 1);
  while (!has_room(state, &sums) && --inside > 0);
  sums = sums_of(state, run, first);
  move_to(state, &sums, width);
  move_swizzled(&view->target_swizzle, view->target_bits, target_offset,
                sums.slot, sums.wraps, width, to);
  state->move.count = inside;
  tl_move_start(&state->move, to);
}

static void move_async(const tl_step *step) {
  const definition *copy = step->at->detail;
  const tl_thread_view *source = &copy->view;
  thread_state state;
  tl_view flat;
  open_thread(step, &state);
  tl_move to = open_flat(step, copy->fragment, &flat);
  start_at(&state, 0);
  int64_t target = tl_operand_number(step, copy->fragment + 1);
  check_offset(&to, target, &source->target_swizzle, source);
  for (int64_t run = 0; run < tl_atoms_count(&source->atoms); run++)
    for (int64_t first = 0; first < tl_atoms_count(&source->inner);
         first += source->width)
      start_access(&state, &to, target, run, first);
}

/*===--- Rows -------------------------------------------------------------===*/

/* A thread copy takes the row of its kind of access. */
static const tl_sim_row PLAIN = {.each = move_plain};
static const tl_sim_row MATRIX = {.warp = move_matrices};
static const tl_sim_row ASYNC = {.each = move_async};

static bool prepare(tl_instruction *at) {
  definition *kept = tl_keep(at->program, 1, sizeof *kept);
  if (!kept)
    return false;
  at->detail = kept;
  tl_thread_view *view = &kept->view;
  tl_thread_view_read(at->operation, view);
  kept->memory = tl_operand_of(at, view->memory);
  kept->fragment = tl_operand_of(at, view->fragment);
  tl_read_pad(at, kept->memory, &kept->pad);
  tl_promise_element(at, kept->memory, view->alignment);
  if (view->is_async)
    tl_promise_element(at, kept->fragment, view->alignment);
  at->row = view->is_async ? &ASYNC : view->matrices ? &MATRIX : &PLAIN;
  tl_matrix_form form = !view->is_transposed       ? TL_MATRIX_PLAIN
                        : view->element_bytes == 1 ? TL_MATRIX_BYTES
                                                   : TL_MATRIX_TRANSPOSED;
  return at->row != &MATRIX ||
         tl_matrices_prepare(at, view->matrices, form, view->stores);
}

/* The numbers are a divisor, the least and the most. */
static void check_assumption(const tl_step *step) {
  const int64_t *numbers = step->at->numbers;
  int64_t value = tl_operand_number(step, 0);
  if (value % numbers[0] != 0)
    tl_fault(step, TL_FAULT_ASSERTION,
             "assumes that %" PRId64 " divides %" PRId64, numbers[0], value);
  else if (value < numbers[1] || value > numbers[2])
    tl_fault(step, TL_FAULT_ASSERTION,
             "assumes a number from %" PRId64 " to %" PRId64 ", not %" PRId64,
             numbers[1], numbers[2], value);
  tl_each_forward(step);
}

const tl_sim_row TL_SIM_THREADS[] = {
    {"tl.thread_copy", "tl.thread_async", .prepare = prepare},
    {"tl.thread_load", "tl.thread_store", .prepare = prepare},
    {"tl.assume", .each = check_assumption,
     TL_READS({.attribute = "multiple", .otherwise = 1},
              {.attribute = "least", .otherwise = INT64_MIN},
              {.attribute = "most", .otherwise = INT64_MAX})},
    {"tl.async_commit", .each = tl_each_async_commit},
    {"tl.async_wait", .all = tl_all_async_wait,
     TL_READS({.attribute = "pending"})},
    {.name = NULL},
};
