/* thread_async.c - The asynchronous access of a thread copy, see async.h.
 *
 * Every access starts a copy of its own: what is inside the limits, and zeros.
 * Before a width has been chosen an access is a single element, of any size. */
#include "thread_start.h"
#include <stdlib.h>

typedef struct async_definition {
  tl_thread_view view;
  int source, target; /* operands; the offset of the target is after it */
} async_definition;

/* A thread copy, in one thread. */
typedef struct async_state {
  tl_view flat[2];
  tl_move from, to;
  tl_thread_start start;
  int64_t target_offset;
} async_state;

static bool prepare(tl_instruction *at) {
  async_definition *kept = malloc(sizeof *kept);
  at->detail = kept;
  if (!kept)
    return tl_refuse(at, "out of memory");
  tl_thread_view_read(at->operation, &kept->view);
  kept->source = 0;
  kept->target = at->operand_count - 2;
  return true;
}

static void open_state(const tl_step *step, async_state *out) {
  const async_definition *copy = step->at->detail;
  const tl_thread_view *source = &copy->view;
  out->from = tl_flat_open(step, copy->source, source->alignment, out->flat);
  out->to = tl_flat_open(step, copy->target, source->alignment, out->flat + 1);
  out->start = tl_thread_start_read(step, source, copy->source, 0);
  out->target_offset = tl_operand_number(step, copy->target + 1);
  tl_check_offset(step, out->target_offset, out->to.scalar->bytes,
                  source->alignment);
}

/* The access whose first element is number `first` of a run. */
static void start_access(const async_definition *copy, async_state *state,
                         const tl_digit_sums *outer, int64_t first) {
  const tl_thread_view *source = &copy->view;
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
  tl_move_to(&source->swizzle, source->offset_bits, state->start.offset,
             sums.offset, sums.wraps, &state->from);
  tl_move_to(&source->target_swizzle, source->target_bits, state->target_offset,
             sums.slot, sums.wraps, &state->to);
  state->from.count = inside;
  state->to.count = width;
  state->from.alignment = state->to.alignment = width * state->to.scalar->bytes;
  if ((inside == 0 || tl_move_find(&state->from, false, &from)) &&
      tl_move_find(&state->to, true, &to))
    tl_async_start(&from, &to);
}

static void move_thread(const tl_step *step) {
  const async_definition *copy = step->at->detail;
  const tl_thread_view *source = &copy->view;
  async_state state;
  open_state(step, &state);
  for (int64_t run = 0; run < tl_atoms_count(&source->atoms); run++) {
    tl_digit_sums outer = {0};
    tl_digits_add(&source->atoms, run, state.start.symbols, &outer);
    for (int64_t first = 0; first < tl_atoms_count(&source->inner);
         first += source->width)
      start_access(copy, &state, &outer, first);
  }
}

const tl_sim_row TL_SIM_ACCESS_ASYNC = {"async", .each = move_thread,
                                        .prepare = prepare};
