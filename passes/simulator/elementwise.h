/* elementwise.h - Operations that act on each element of their operands alone.
 */
#ifndef TL_SIM_ELEMENTWISE_H
#define TL_SIM_ELEMENTWISE_H

#include "operations.h"

/* Runs row->compute on each element; an operand of one element goes with every
 * element of the others.  A result that needs an unknown byte is unknown. */
void tl_run_elementwise(tl_machine *machine, const tl_instruction *at,
                        const tl_lanes *lanes);

/* The same, where byte i of the result needs byte i of the operands alone. */
void tl_run_bytewise(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes);

/* select: poison in the value that is not chosen does not matter. */
void tl_run_select(tl_machine *machine, const tl_instruction *at,
                   const tl_lanes *lanes);

/* Gives the constants of the instruction. */
void tl_run_constant(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes);
bool tl_prepare_constant(tl_instruction *at);

/* Copies operand i to result i. */
void tl_run_forward(tl_machine *machine, const tl_instruction *at,
                    const tl_lanes *lanes);

/* The predicate, or the overflow flags, as a number. */
bool tl_prepare_comparison(tl_instruction *at);
bool tl_prepare_overflow(tl_instruction *at);

/* Integer computations; arith and index share them. */
uint64_t tl_compute_add(tl_computation *c);
uint64_t tl_compute_subtract(tl_computation *c);
uint64_t tl_compute_multiply(tl_computation *c);
uint64_t tl_compute_divide_unsigned(tl_computation *c);
uint64_t tl_compute_divide_signed(tl_computation *c);
uint64_t tl_compute_ceiling_unsigned(tl_computation *c);
uint64_t tl_compute_ceiling_signed(tl_computation *c);
uint64_t tl_compute_floor(tl_computation *c);
uint64_t tl_compute_remainder_unsigned(tl_computation *c);
uint64_t tl_compute_remainder_signed(tl_computation *c);
uint64_t tl_compute_and(tl_computation *c);
uint64_t tl_compute_or(tl_computation *c);
uint64_t tl_compute_xor(tl_computation *c);
uint64_t tl_compute_shift_left(tl_computation *c);
uint64_t tl_compute_shift_unsigned(tl_computation *c);
uint64_t tl_compute_shift_signed(tl_computation *c);
uint64_t tl_compute_maximum_unsigned(tl_computation *c);
uint64_t tl_compute_maximum_signed(tl_computation *c);
uint64_t tl_compute_minimum_unsigned(tl_computation *c);
uint64_t tl_compute_minimum_signed(tl_computation *c);
uint64_t tl_compute_compare(tl_computation *c);
uint64_t tl_compute_extend_unsigned(tl_computation *c);
uint64_t tl_compute_extend_signed(tl_computation *c);

#endif /* TL_SIM_ELEMENTWISE_H */
