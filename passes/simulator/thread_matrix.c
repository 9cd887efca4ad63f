/* thread_matrix.c - The matrix access of a thread copy: the lanes of a warp
 * name rows, and hold what matrices.h says of them. */
#include "matrices.h"
#include "thread_state.h"

/* A warp at one run, lane by lane. */
typedef struct warp_state {
  tl_thread_state lanes[TL_MATRIX_LANES];
  int64_t run;
} warp_state;

static bool find_row(const tl_step *lane, void *user, tl_access *row) {
  warp_state *warp = user;
  tl_thread_state *state = &warp->lanes[lane->thread % TL_MATRIX_LANES];
  tl_digit_sums sums = tl_thread_sums(state, warp->run, 0);
  tl_thread_move_to(state, &sums,
                    TL_MATRIX_ROW_BYTES / state->move.scalar->bytes);
  return tl_move_find(&state->move, state->copy->view.stores, row);
}

static void move_lane(tl_thread_state *state, const tl_matrices *matrices,
                      int64_t run) {
  int size = state->move.scalar->bytes;
  int64_t count = TL_MATRIX_REGISTER_BYTES * matrices->count / size;
  int64_t slots[TL_MATRIX_LANE_BYTES];
  tl_element elements[TL_MATRIX_LANE_BYTES];
  for (int64_t i = 0; i < count; i++) {
    slots[i] = tl_thread_sums(state, run, i).slot;
    if (matrices->stores)
      elements[i] = tl_held_get(&state->fragment, slots[i]);
  }
  tl_matrices_move(&state->move.step, matrices, elements, size);
  for (int64_t i = 0; i < count && !matrices->stores; i++)
    tl_held_put(&state->fragment, slots[i], elements[i]);
}

static void move_run(const tl_step *first, warp_state *warp) {
  bool stores = warp->lanes[0].copy->view.stores;
  tl_matrices matrices = tl_matrices_find(first, stores, find_row, warp);
  for (int i = 0; i < TL_MATRIX_LANES; i++)
    move_lane(&warp->lanes[i], &matrices, warp->run);
}

void tl_warp_thread_matrices(const tl_step *first) {
  const tl_thread_definition *copy = first->at->detail;
  const tl_thread_view *view = &copy->view;
  warp_state warp;
  tl_step step = *first;
  for (int i = 0; i < TL_MATRIX_LANES; i++, step.thread++)
    tl_thread_open(&step, &warp.lanes[i]);
  for (intptr_t i = 0; i < view->start_count; i++) {
    for (int lane = 0; lane < TL_MATRIX_LANES; lane++)
      tl_thread_start(&warp.lanes[lane], i);
    for (warp.run = 0; warp.run < tl_atoms_count(&view->atoms); warp.run++)
      move_run(first, &warp);
  }
}
