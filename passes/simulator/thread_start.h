/* thread_start.h - Copies of one thread: where a start and its digits lead. */
#ifndef TL_SIM_THREAD_START_H
#define TL_SIM_THREAD_START_H

#include "held_elements.h"
#include "tl/dialect.h"

/* A start of a thread copy, in one thread. */
typedef struct tl_thread_start {
  int64_t offset, slot;
  int64_t symbols[TL_MAX_TERMS], rooms[TL_MAX_RANK];
} tl_thread_start;

/* Sums of strides and weights over some digits. */
typedef struct tl_digit_sums {
  int64_t offset, slot, coordinate[TL_MAX_RANK];
  bool wraps; /* one of them has more than 64 bits */
} tl_digit_sums;

/* Reads the operands of start `number`; what they say of symbols and rooms has
 * to hold. */
tl_thread_start tl_thread_start_read(const tl_step *step,
                                     const tl_thread_view *view, int memory,
                                     intptr_t number);

/* An offset in elements, of which an alignment in bytes is stated. */
void tl_check_offset(const tl_step *step, int64_t offset, int bytes,
                     int64_t alignment);

/* Adds the strides and weights of digit combination `number`. */
void tl_digits_add(const tl_atoms *atoms, int64_t number,
                   const int64_t *symbols, tl_digit_sums *sums);

bool tl_thread_has_room(const tl_thread_view *view,
                        const tl_thread_start *start,
                        const tl_digit_sums *sums);

/* Moves to the element of memory where strides that sum up to `moved` lead;
 * `bits` is as offset_bits of tl_thread_view.  More than 64 bits, here or in
 * the sums, are a fault. */
void tl_move_to(const tl_swizzle *swizzle, int64_t bits, int64_t offset,
                int64_t moved, bool wraps, tl_move *move);

/* Moves in memref operand `operand` as one row from its element 0 to its last,
 * whatever its strides; `flat` is the view of that.  Checks the alignment. */
tl_move tl_flat_open(const tl_step *step, int operand, int64_t alignment,
                     tl_view *flat);

/* The detail of a copy between memory and registers. */
typedef struct tl_thread_definition {
  tl_thread_view view;
  int memory, fragment; /* operands, -1: the result */
  tl_element pad;
} tl_thread_definition;

bool tl_thread_prepare(tl_instruction *at);

/* What a thread moves between; the move refers to `flat`. */
typedef struct tl_thread_sides {
  tl_view flat;
  tl_move move;
  tl_held fragment;
} tl_thread_sides;

void tl_thread_sides_open(const tl_step *step, tl_thread_sides *out);

#endif /* TL_SIM_THREAD_START_H */
