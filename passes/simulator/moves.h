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

/* A move of the first element of memref operand `memref`; and of the one whose
 * coordinate starts at operand `first`, aligned as the operation states. */
tl_move tl_move_from(const tl_step *step, int memref);
tl_move tl_move_of(const tl_step *step, int memref, int first);

#endif /* TL_SIM_MOVES_H */
