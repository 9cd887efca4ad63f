/* thread_plain.c - The plain access of a thread copy: a run of elements, by the
 * thread alone. */
#include "thread_start.h"
#include <stdlib.h>

/* Of element `number` of the run. */
static tl_digit_sums run_sums(const tl_thread_view *view,
                              const tl_thread_start *start,
                              const tl_digit_sums *outer, int64_t number) {
  tl_digit_sums sums = *outer;
  tl_digits_add(&view->inner, number, start->symbols, &sums);
  return sums;
}

/* Moves elements whose places are `sums`, all of which are inside the limits or
 * none. */
static void move_whole(const tl_thread_definition *copy, tl_thread_sides *sides,
                       const tl_digit_sums *sums, bool is_inside) {
  tl_element elements[TL_MAX_REGISTERS];
  tl_move *move = &sides->move;
  for (int64_t i = 0; i < move->count; i++)
    elements[i] = copy->view.stores
                      ? tl_held_get(&sides->fragment, sums[i].slot)
                      : copy->pad;
  if (copy->view.stores) {
    if (is_inside)
      tl_move_store(move, elements);
    return;
  }
  if (is_inside)
    tl_move_load(move, elements);
  for (int64_t i = 0; i < move->count; i++)
    tl_held_put(&sides->fragment, sums[i].slot, elements[i]);
}

/* Elements of the run from `first` on; those that are inside the limits, which
 * is all or none of them unless the access is cut. */
static void move_access(const tl_thread_definition *copy,
                        tl_thread_sides *sides, const tl_thread_start *start,
                        const tl_digit_sums *outer, int64_t first,
                        int64_t count) {
  const tl_thread_view *view = &copy->view;
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
      move_access(copy, sides, start, outer, first + i, 1);
    return;
  }
  tl_move_to(&view->swizzle, view->offset_bits, start->offset,
             run_sums(view, start, outer, first).offset, wraps, &sides->move);
  sides->move.count = count;
  sides->move.alignment = count * sides->move.scalar->bytes;
  move_whole(copy, sides, sums, inside != 0);
}

static void move_start(const tl_thread_definition *copy, tl_thread_sides *sides,
                       const tl_thread_start *start) {
  const tl_thread_view *view = &copy->view;
  int64_t runs = tl_atoms_count(&view->atoms),
          length = tl_atoms_count(&view->inner);
  for (int64_t run = 0; run < runs; run++) {
    tl_digit_sums outer = {.slot = start->slot};
    tl_digits_add(&view->atoms, run, start->symbols, &outer);
    for (int64_t i = 0; i < tl_run_access_count(length, view->width); i++) {
      tl_run_access part = tl_run_access_at(length, view->width, i);
      move_access(copy, sides, start, &outer, part.first, part.width);
    }
  }
}

static void move_thread(const tl_step *step) {
  const tl_thread_definition *copy = step->at->detail;
  tl_thread_sides sides;
  tl_thread_sides_open(step, &sides);
  for (intptr_t i = 0; i < copy->view.start_count; i++) {
    tl_thread_start start =
        tl_thread_start_read(step, &copy->view, copy->memory, i);
    move_start(copy, &sides, &start);
  }
}

const tl_sim_row TL_SIM_ACCESS_PLAIN = {"plain", .each = move_thread,
                                        .prepare = tl_thread_prepare};
