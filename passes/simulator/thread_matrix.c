/* thread_matrix.c - The matrix access of a thread copy: the lanes of a warp
 * name rows, and hold what matrices.h says of them. */
#include "matrices.h"
#include "thread_start.h"

/* A warp at one start, lane by lane. */
typedef struct warp_state {
  tl_thread_sides sides[TL_MATRIX_LANES];
  tl_thread_start starts[TL_MATRIX_LANES];
} warp_state;

static bool prepare(tl_instruction *at) {
  if (!tl_thread_prepare(at))
    return false;
  const tl_thread_view *view =
      &((const tl_thread_definition *)at->detail)->view;
  return tl_matrices_prepare(at, view->matrices, view->is_transposed);
}

/* The row that a lane names in a run. */
static bool find_row(const tl_thread_view *view, const tl_thread_sides *sides,
                     const tl_thread_start *start, int64_t run,
                     tl_access *row) {
  tl_move move = sides->move;
  tl_digit_sums sums = {0};
  tl_digits_add(&view->atoms, run, start->symbols, &sums);
  tl_move_to(&view->swizzle, view->offset_bits, start->offset, sums.offset,
             sums.wraps, &move);
  move.count = TL_MATRIX_ROW_BYTES / move.scalar->bytes;
  move.alignment = TL_MATRIX_ROW_BYTES;
  return tl_move_find(&move, view->stores, row);
}

/* The slot of element `number` of what a lane holds of the matrices of a
 * run. */
static int64_t slot_of(const tl_thread_view *view, const tl_thread_start *start,
                       int64_t run, int64_t number) {
  tl_digit_sums sums = {.slot = start->slot};
  tl_digits_add(&view->atoms, run, start->symbols, &sums);
  tl_digits_add(&view->inner, number, start->symbols, &sums);
  return sums.slot;
}

static void move_lane(const tl_thread_view *view, const tl_matrices *matrices,
                      tl_thread_sides *sides, const tl_thread_start *start,
                      int64_t run) {
  const tl_step *lane = &sides->move.step;
  int size = sides->move.scalar->bytes;
  int64_t held = TL_MATRIX_REGISTER_BYTES * matrices->count,
          count = held / size;
  tl_element elements[TL_MATRIX_LANE_BYTES], bytes;
  if (view->stores) {
    for (int64_t i = 0; i < count; i++)
      elements[i] = tl_held_get(&sides->fragment, slot_of(view, start, run, i));
    tl_cast_elements(elements, size, &bytes, TL_MATRIX_LANE_BYTES, held);
    tl_matrices_store(lane, matrices, bytes);
    return;
  }
  bytes = tl_matrices_load(lane, matrices);
  tl_cast_elements(&bytes, TL_MATRIX_LANE_BYTES, elements, size, held);
  for (int64_t i = 0; i < count; i++)
    tl_held_put(&sides->fragment, slot_of(view, start, run, i), elements[i]);
}

static void move_run(const tl_step *first, warp_state *warp, int64_t run) {
  const tl_thread_view *view =
      &((const tl_thread_definition *)first->at->detail)->view;
  tl_matrices matrices = tl_matrices_of(first->at);
  for (int i = 0; i < matrices.count * TL_MATRIX_ROWS; i++)
    tl_matrices_add_row(&matrices, i,
                        find_row(view, &warp->sides[i], &warp->starts[i], run,
                                 &matrices.rows[i]));
  for (int i = 0; i < TL_MATRIX_LANES; i++)
    move_lane(view, &matrices, &warp->sides[i], &warp->starts[i], run);
}

static void move_warp(const tl_step *first) {
  const tl_thread_definition *copy = first->at->detail;
  warp_state warp;
  tl_step step = *first;
  for (int i = 0; i < TL_MATRIX_LANES; i++, step.thread++)
    tl_thread_sides_open(&step, &warp.sides[i]);
  for (intptr_t i = 0; i < copy->view.start_count; i++) {
    for (int lane = 0; lane < TL_MATRIX_LANES; lane++)
      warp.starts[lane] = tl_thread_start_read(&warp.sides[lane].move.step,
                                               &copy->view, copy->memory, i);
    for (int64_t run = 0; run < tl_atoms_count(&copy->view.atoms); run++)
      move_run(first, &warp, run);
  }
}

const tl_sim_row TL_SIM_ACCESS_MATRIX = {"matrix", .warp = move_warp,
                                         .prepare = prepare};
