/* thread_state.c - see thread_state.h.  Here also the plain access: a run of
 * elements, by the thread alone. */
#include "thread_state.h"
#include "matrices.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tile_memory.h"
#include <inttypes.h>

/*===--- Places -----------------------------------------------------------===*/

static void add_digits(const tl_atoms *atoms, int64_t number,
                       const int64_t *symbols, tl_digit_sums *sums) {
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

tl_digit_sums tl_thread_sums(const tl_thread_state *state, int64_t run,
                             int64_t number) {
  const tl_thread_view *view = &state->copy->view;
  tl_digit_sums sums = {.slot = state->slot};
  add_digits(&view->atoms, run, state->symbols, &sums);
  add_digits(&view->inner, number, state->symbols, &sums);
  return sums;
}

bool tl_thread_has_room(const tl_thread_state *state,
                        const tl_digit_sums *sums) {
  for (intptr_t i = 0; i < state->copy->view.limit_count; i++)
    if (sums->coordinate[i] >= state->rooms[i])
      return false;
  return true;
}

void tl_move_to(const tl_swizzle *swizzle, int64_t bits, int64_t offset,
                int64_t moved, bool wraps, int64_t count, tl_move *move) {
  int64_t low = bits < 0 ? 0 : moved & (tl_swizzle_period(swizzle) - 1);
  int64_t place = offset ^ tl_swizzle_apply(swizzle, low);
  if (!tl_add_product(&place, moved - low, 1) || wraps)
    tl_fault_overflow(&move->step);
  move->coordinate[0] = bits < 0 ? tl_swizzle_apply(swizzle, place) : place;
  move->count = count;
  move->alignment = count * move->scalar->bytes;
}

void tl_thread_move_to(tl_thread_state *state, const tl_digit_sums *sums,
                       int64_t count) {
  const tl_thread_view *view = &state->copy->view;
  tl_move_to(&view->swizzle, view->offset_bits, state->offset, sums->offset,
             sums->wraps, count, &state->move);
}

/*===--- Opening ----------------------------------------------------------===*/

tl_move tl_flat_open(const tl_step *step, int operand, int64_t alignment,
                     tl_view *flat) {
  const tl_view *view = tl_operand_view(step, operand);
  tl_move move = tl_move_from(step, operand);
  int64_t size;
  bool fits = tl_view_span(view, &size) &&
              !__builtin_sub_overflow(size, view->offset, &size);
  *flat = (tl_view){.buffer = view->buffer,
                    .start = view->start,
                    .offset = view->offset,
                    .rank = 1,
                    .sizes = {fits ? size : INT64_MAX},
                    .strides = {1}};
  move.view = flat;
  tl_check_alignment(&move, alignment);
  return move;
}

void tl_thread_open(const tl_step *step, tl_thread_state *out) {
  const tl_thread_definition *copy = step->at->detail;
  out->copy = copy;
  out->move =
      tl_flat_open(step, copy->memory, copy->view.alignment, &out->flat);
  out->fragment = tl_held_open(step, copy->fragment, true);
}

void tl_check_offset(const tl_step *step, int64_t offset, int bytes,
                     int64_t alignment) {
  if ((uint64_t)offset * (uint64_t)bytes % (uint64_t)alignment != 0)
    tl_fault(step, TL_FAULT_ALIGNMENT,
             "has offset %" PRId64 ", of which it says that %" PRId64
             " divides its bytes",
             offset, alignment);
}

void tl_thread_start(tl_thread_state *state, intptr_t number) {
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
  tl_check_offset(step, state->offset, state->move.scalar->bytes,
                  view->alignment);
  for (int i = 0; i < view->limit_count; i++) {
    state->rooms[i] = tl_operand_number(step, rooms + i * starts + (int)number);
    tl_check_divisor(step, "room", state->rooms[i], i, view->granules[i]);
  }
}

/*===--- Plain accesses ---------------------------------------------------===*/

/* Elements of the run from `first` on; those that are inside the limits, which
 * is all or none of them unless the access is cut. */
static void move_access(tl_thread_state *state, int64_t run, int64_t first,
                        int64_t count) {
  bool stores = state->copy->view.stores;
  tl_element elements[TL_MAX_REGISTERS];
  tl_digit_sums sums[TL_MAX_REGISTERS];
  int64_t inside = 0;
  bool wraps = false;
  for (int64_t i = 0; i < count; i++) {
    sums[i] = tl_thread_sums(state, run, first + i);
    inside += tl_thread_has_room(state, &sums[i]);
    wraps = wraps || sums[i].wraps;
  }
  if (inside != 0 && inside != count) {
    for (int64_t i = 0; i < count; i++)
      move_access(state, run, first + i, 1);
    return;
  }
  sums[0].wraps = wraps;
  tl_thread_move_to(state, sums, count);
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
  const tl_thread_definition *copy = step->at->detail;
  const tl_thread_view *view = &copy->view;
  int64_t length = tl_atoms_count(&view->inner);
  int64_t parts = tl_run_access_count(length, view->width);
  tl_thread_state state;
  tl_thread_open(step, &state);
  for (intptr_t start = 0; start < view->start_count; start++) {
    tl_thread_start(&state, start);
    for (int64_t run = 0; run < tl_atoms_count(&view->atoms); run++)
      for (int64_t i = 0; i < parts; i++) {
        tl_run_access part = tl_run_access_at(length, view->width, i);
        move_access(&state, run, part.first, part.width);
      }
  }
}

/*===--- Rows -------------------------------------------------------------===*/

/* A thread copy takes the row of its kind of access. */
static const tl_sim_row PLAIN = {.each = move_plain};
static const tl_sim_row MATRIX = {.warp = tl_warp_thread_matrices};
static const tl_sim_row ASYNC = {.each = tl_each_thread_async};

static bool prepare(tl_instruction *at) {
  tl_thread_definition *kept = tl_keep(at->program, 1, sizeof *kept);
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
  return at->row != &MATRIX ||
         tl_matrices_prepare(at, view->matrices, view->is_transposed);
}

static const tl_reading PENDING[] = {{.attribute = "pending"},
                                     {.attribute = NULL}};

const tl_sim_row TL_SIM_THREADS[] = {
    {"tl.thread_copy", "tl.thread_async", .prepare = prepare},
    {"tl.thread_load", "tl.thread_store", .prepare = prepare},
    {"tl.async_commit", .each = tl_each_async_commit},
    {"tl.async_wait", .all = tl_all_async_wait, .readings = PENDING},
    {.name = NULL},
};
