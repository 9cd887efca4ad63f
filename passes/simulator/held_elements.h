/* held_elements.h - What a thread holds of the fragment of a copy: elements of
 * a vector, or a private buffer. */
#ifndef TL_SIM_HELD_ELEMENTS_H
#define TL_SIM_HELD_ELEMENTS_H

#include "moves.h"

typedef struct tl_held {
  tl_element *elements; /* NULL: a buffer */
  tl_move move;         /* to it */
} tl_held;

/* Operand `operand` of the instruction, or its result when that is -1.  A
 * result is unknown then, but zero in a thread that holds none of its
 * elements. */
tl_held tl_held_open(const tl_step *step, int operand, bool holds);

tl_element tl_held_get(tl_held *from, int64_t slot);
void tl_held_put(tl_held *to, int64_t slot, tl_element element);

#endif /* TL_SIM_HELD_ELEMENTS_H */
