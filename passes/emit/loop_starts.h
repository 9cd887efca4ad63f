/* loop_starts.h - What a loop starts with. */
#ifndef TL_LOOP_STARTS_H
#define TL_LOOP_STARTS_H

#include "ir_builder.h"
#include "passes/facts/value_facts.h"

/* Looks for the loops around `operation` that may end at once, before anything is
 * written. */
void tl_find_loop_starts(const tl_builder *builder, tl_facts *facts,
                         MlirOperation operation);

/* Of these, whose result is their start then: registers that start as one
 * constant get each a value of its own.
 *
 * What is a constant to LLVM it sets twice, in front of the loop and on the way
 * around it.  For PTX, and whatever else has registers of 32 bits called r. */
void tl_hold_loop_starts(const tl_builder *builder, MlirOperation operation);

#endif /* TL_LOOP_STARTS_H */
