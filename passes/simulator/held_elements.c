/* held_elements.c - see held_elements.h. */
#include "held_elements.h"

tl_held tl_held_open(const tl_step *step, int operand, bool holds) {
  const tl_instruction *at = step->at;
  if (operand >= 0 && tl_operand_slot(at, operand)->is_memref) {
    tl_move move = tl_move_from(step, operand);
    move.alignment = 1;
    return (tl_held){.move = move};
  }
  if (operand >= 0)
    return (tl_held){.elements = tl_operand(step, operand)};
  const tl_slot *slot = tl_result_slot(at, 0);
  tl_element *elements = tl_result(step, 0);
  for (int64_t i = 0; i < slot->count; i++)
    elements[i] = tl_element_of(0, holds ? tl_poison_all(&slot->scalar) : 0);
  return (tl_held){.elements = elements};
}

/* The buffer is numbered in row-major order. */
static void move_to(tl_held *fragment, int64_t slot) {
  tl_coordinate_of(slot, fragment->move.view->rank, fragment->move.view->sizes,
                   fragment->move.coordinate);
}

tl_element tl_held_get(tl_held *from, int64_t slot) {
  tl_element element;
  if (from->elements)
    return from->elements[slot];
  move_to(from, slot);
  tl_move_load(&from->move, &element);
  return element;
}

void tl_held_put(tl_held *to, int64_t slot, tl_element element) {
  if (to->elements) {
    to->elements[slot] = element;
    return;
  }
  move_to(to, slot);
  tl_move_store(&to->move, &element);
}
