/* moves.h - Elements between a value and the memory that a memref describes. */
#ifndef TL_SIM_MOVES_H
#define TL_SIM_MOVES_H

#include "operations.h"

/* A run of elements along the last dimension of a memref. */
typedef struct tl_move {
  tl_step step;
  const tl_view *view;
  const tl_scalar_type *scalar;
  int64_t coordinate[TL_MAX_RANK]; /* of the first */
  int64_t count;
  int64_t alignment; /* that the address of the first has to have */
} tl_move;

/* The access, which nobody has checked but that its elements are those of the
 * memref; false after a fault. */
bool tl_move_find(const tl_move *move, bool writes, tl_access *access);

/* Reads; what is out of bounds is a fault, and poison. */
void tl_move_load(const tl_move *move, tl_element *out);

/* Writes; nothing where any of it is out of bounds, which is a fault. */
void tl_move_store(const tl_move *move, const tl_element *values);

/* Starts an asynchronous copy; what `from` does not fill is zeros. */
void tl_move_start(const tl_move *from, const tl_move *to);

/* A move of the first element of memref operand `memref`; and of the one whose
 * coordinate starts at operand `first`, aligned as the operation states. */
tl_move tl_move_from(const tl_step *step, int memref);
tl_move tl_move_of(const tl_step *step, int memref, int first);

/* A number that an operation states a divisor of; an alignment that it states
 * of element 0. */
void tl_check_divisor(const tl_step *step, const char *what, int64_t number,
                      int64_t d, int64_t divisor);
void tl_check_alignment(const tl_move *move, int64_t alignment);

/* What a thread holds of the fragment of a copy: elements of a vector, or a
 * private buffer, numbered in row-major order. */
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

#endif /* TL_SIM_MOVES_H */
