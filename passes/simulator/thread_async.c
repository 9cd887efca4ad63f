/* thread_async.c - The asynchronous access of a thread copy, see async.h.
 *
 * Every access starts a copy of its own: what is inside the limits, and zeros.
 * Before a width has been chosen an access is a single element, of any size. */
#include "thread_state.h"

/* The access whose first element is number `first` of a run. */
static void start_access(tl_thread_state *state, tl_move *to,
                         int64_t target_offset, int64_t run, int64_t first) {
  const tl_thread_view *view = &state->copy->view;
  int64_t width = view->width, inside = width;
  tl_digit_sums sums;
  do
    sums = tl_thread_sums(state, run, first + inside - 1);
  while (!tl_thread_has_room(state, &sums) && --inside > 0);
  sums = tl_thread_sums(state, run, first);
  tl_thread_move_to(state, &sums, width);
  tl_move_to(&view->target_swizzle, view->target_bits, target_offset, sums.slot,
             sums.wraps, width, to);
  state->move.count = inside;
  tl_move_start(&state->move, to);
}

void tl_each_thread_async(const tl_step *step) {
  const tl_thread_definition *copy = step->at->detail;
  const tl_thread_view *source = &copy->view;
  int64_t alignment = source->alignment;
  tl_thread_state state;
  tl_view flat;
  tl_thread_open(step, &state);
  tl_move to = tl_flat_open(step, copy->fragment, alignment, &flat);
  tl_thread_start(&state, 0);
  int64_t target = tl_operand_number(step, copy->fragment + 1);
  tl_check_offset(step, target, to.scalar->bytes, alignment);
  for (int64_t run = 0; run < tl_atoms_count(&source->atoms); run++)
    for (int64_t first = 0; first < tl_atoms_count(&source->inner);
         first += source->width)
      start_access(&state, &to, target, run, first);
}
