/* operations_tl_async.c - tl.thread_async, tl.async_commit and tl.async_wait.
 *
 * Every access starts a copy of its own: what is inside the limits, and zeros.
 * Before a width has been chosen an access is a single element, of any size. */
#include "moves.h"
#include "operations.h"
#include "thread_start.h"
#include "tile_memory.h"
#include <stdlib.h>

typedef struct async_definition {
  tl_async_view view;
  int source, target; /* operands; the offset of the target is after it */
} async_definition;

/* A thread copy, in one thread. */
typedef struct async_state {
  tl_view flat[2];
  tl_move from, to;
  tl_thread_start start;
  int64_t target_offset;
} async_state;

static bool prepare_async(tl_instruction *at) {
  async_definition *kept = malloc(sizeof *kept);
  at->detail = kept;
  if (!kept) {
    tl_emit_error(at->operation, "out of memory");
    return false;
  }
  tl_async_view_read(at->operation, &kept->view);
  kept->source = 0;
  kept->target = at->operand_count - 2;
  return true;
}

static bool prepare_wait(tl_instruction *at) {
  if (!tl_reserve_numbers(at, 1))
    return false;
  at->numbers[0] = tl_async_pending(at->operation);
  return true;
}

/* The move of a side, from its element 0 on. */
static tl_move open_side(tl_machine *machine, const tl_instruction *at,
                         int thread, int operand, tl_view *flat) {
  const async_definition *copy = at->detail;
  const tl_scalar_type *scalar = &tl_operand_slot(at, operand)->scalar;
  *flat = tl_view_flatten(tl_slot_view(machine, at->operands[operand], thread));
  tl_check_alignment(machine, at, thread, flat, scalar->bytes,
                     copy->view.source.alignment);
  return (tl_move){.at = at, .thread = thread, .view = flat, .scalar = scalar};
}

static void open_state(tl_machine *machine, const tl_instruction *at,
                       int thread, async_state *out) {
  const async_definition *copy = at->detail;
  const tl_thread_view *source = &copy->view.source;
  out->from = open_side(machine, at, thread, copy->source, &out->flat[0]);
  out->to = open_side(machine, at, thread, copy->target, &out->flat[1]);
  out->start =
      tl_thread_start_read(machine, at, source, copy->source, thread, 0);
  out->target_offset = tl_operand_number(machine, at, copy->target + 1, thread);
  tl_check_offset(machine, at, thread, out->target_offset,
                  out->to.scalar->bytes, source->alignment);
}

/* The access whose first element is number `first` of a run. */
static void start_access(tl_machine *machine, const async_definition *copy,
                         async_state *state, const tl_digit_sums *outer,
                         int64_t first) {
  const tl_thread_view *source = &copy->view.source;
  tl_access from = {.bytes = 0}, to;
  tl_digit_sums sums;
  int64_t width = source->width, inside = width;
  do {
    sums = *outer;
    tl_digits_add(&source->inner, first + inside - 1, state->start.symbols,
                  &sums);
  } while (!tl_thread_has_room(source, &state->start, &sums) && --inside > 0);
  sums = *outer;
  tl_digits_add(&source->inner, first, state->start.symbols, &sums);
  tl_move_to(machine, &source->swizzle, source->offset_bits,
             state->start.offset, sums.offset, sums.wraps, &state->from);
  tl_move_to(machine, &copy->view.target_swizzle, copy->view.target_bits,
             state->target_offset, sums.slot, sums.wraps, &state->to);
  state->from.count = inside;
  state->to.count = width;
  state->from.alignment = state->to.alignment = width * state->to.scalar->bytes;
  if ((inside == 0 || tl_move_find(machine, &state->from, false, &from)) &&
      tl_move_find(machine, &state->to, true, &to))
    tl_async_start(machine, &from, &to);
}

static void move_thread(tl_machine *machine, const tl_instruction *at,
                        int thread) {
  const async_definition *copy = at->detail;
  const tl_thread_view *source = &copy->view.source;
  async_state state;
  open_state(machine, at, thread, &state);
  for (int64_t run = 0; run < tl_atoms_count(&source->atoms); run++) {
    tl_digit_sums outer = {0};
    tl_digits_add(&source->atoms, run, state.start.symbols, &outer);
    for (int64_t first = 0; first < tl_atoms_count(&source->inner);
         first += source->width)
      start_access(machine, copy, &state, &outer, first);
  }
}

static void run_async(tl_machine *machine, const tl_instruction *at,
                      const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    move_thread(machine, at, lanes->items[k]);
}

const tl_sim_row TL_SIM_TL_ASYNC[] = {
    {"tl.thread_async", run_async, prepare_async, NULL},
    {"tl.async_commit", tl_run_async_commit, NULL, NULL},
    {"tl.async_wait", tl_run_async_wait, prepare_wait, NULL},
    {NULL, NULL, NULL, NULL},
};
