/* idle_turns.h - Turns that leave what a loop carries as it is (rule E16).
 *
 *   %s = scf.for %i = ... iter_args(%p = %zeros) {
 *     %v = scf.if %c -> (vector<4xf32>) { ... } else { scf.yield %zeros }
 *     %q = arith.addf %p, %v
 *     scf.yield %q
 *   }
 *
 * A turn in which %c does not hold yields %p: it is a turn for nothing. */
#ifndef TL_IDLE_TURNS_H
#define TL_IDLE_TURNS_H

#include "ir_builder.h"

/* Whether an scf.for yields what it carries, bit by bit but for what a NaN says, in
 * turns in which no branch of the run is taken. */
bool tl_has_idle_turns(const tl_builder *builder, MlirOperation loop);

#endif /* TL_IDLE_TURNS_H */
