/* thread_state.h - Copies of one thread: where their digits lead. */
#ifndef TL_SIM_THREAD_STATE_H
#define TL_SIM_THREAD_STATE_H

#include "moves.h"
#include "tl/dialect.h"

/* What a thread copy says. */
typedef struct tl_thread_definition {
  tl_thread_view view;
  int memory, fragment; /* operands, -1: the result */
  tl_element pad;
} tl_thread_definition;

/* A thread copy in one thread, and the start that it is at. */
typedef struct tl_thread_state {
  const tl_thread_definition *copy;
  tl_view flat;
  tl_move move; /* in memory, which is `flat` */
  tl_held fragment;
  int64_t offset, slot, symbols[TL_MAX_TERMS], rooms[TL_MAX_RANK];
} tl_thread_state;

/* Sums of strides and weights over some digits. */
typedef struct tl_digit_sums {
  int64_t offset, slot, coordinate[TL_MAX_RANK];
  bool wraps; /* one of them has more than 64 bits */
} tl_digit_sums;

/* The move refers to the state, which has to stay where it is. */
void tl_thread_open(const tl_step *step, tl_thread_state *out);

/* Reads the operands of start `number`; what they say of symbols and rooms has
 * to hold. */
void tl_thread_start(tl_thread_state *state, intptr_t number);

/* Where element `number` of a run is, and whether it is inside the limits. */
tl_digit_sums tl_thread_sums(const tl_thread_state *state, int64_t run,
                             int64_t number);
bool tl_thread_has_room(const tl_thread_state *state,
                        const tl_digit_sums *sums);

/* Moves to `count` elements of memory where strides that sum up to `moved`
 * lead; `bits` is as offset_bits of tl_thread_view.  More than 64 bits, here or
 * in the sums, are a fault. */
void tl_move_to(const tl_swizzle *swizzle, int64_t bits, int64_t offset,
                int64_t moved, bool wraps, int64_t count, tl_move *move);

/* The same in the memory of a state. */
void tl_thread_move_to(tl_thread_state *state, const tl_digit_sums *sums,
                       int64_t count);

/* Moves in memref operand `operand` as one row from its element 0 to its last,
 * whatever its strides; `flat` is the view of that.  Checks the alignment. */
tl_move tl_flat_open(const tl_step *step, int operand, int64_t alignment,
                     tl_view *flat);

/* An offset in elements, of which an alignment in bytes is stated. */
void tl_check_offset(const tl_step *step, int64_t offset, int bytes,
                     int64_t alignment);

/* How threads move what: with matrices, and asynchronously. */
void tl_warp_thread_matrices(const tl_step *first);
void tl_each_thread_async(const tl_step *step);

#endif /* TL_SIM_THREAD_STATE_H */
