/* moves.h - Elements between a value and the memory that a memref describes. */
#ifndef TL_SIM_MOVES_H
#define TL_SIM_MOVES_H

#include "machine.h"

/* A run of elements along the last dimension of a memref. */
typedef struct tl_move {
  const tl_instruction *at;
  int thread;
  const tl_view *view;
  const tl_scalar_type *scalar;
  int64_t coordinate[TL_MAX_RANK]; /* of the first */
  int64_t count;
  int64_t alignment; /* that the address of the first has to have */
} tl_move;

/* The access, which nobody has checked but that its elements are those of the
 * memref; false after a fault. */
bool tl_move_find(tl_machine *machine, const tl_move *move, bool writes,
                  tl_access *access);

/* Reads; what is out of bounds is a fault, and poison. */
void tl_move_load(tl_machine *machine, const tl_move *move, tl_element *out);

/* Writes; nothing where any of it is out of bounds, which is a fault. */
void tl_move_store(tl_machine *machine, const tl_move *move,
                   const tl_element *values);

/* A move of one element whose memref is operand `memref`, whose coordinate
 * starts at operand `first`. */
tl_move tl_move_of(tl_machine *machine, const tl_instruction *at, int thread,
                   int memref, int first);

#endif /* TL_SIM_MOVES_H */
