/* guarded_loops.h - A loop in which all is under a condition is under it (rule E14).
 *
 *   scf.for %i = ... {                      %known = llvm.freeze %c
 *     %v = scf.if %c -> (...) {             scf.if %known {
 *       %0 = vector.load %A[%i]               scf.for %i = ... {
 *       scf.yield %0                  =>        %0 = vector.load %A[%i]
 *     } else { scf.yield %pad }                 vector.store %0, %B[%i]
 *     scf.if %c {                             }
 *       vector.store %v, %B[%i]             }
 *     }
 *   }
 *
 * LLVM does not take a condition that differs between lanes out of a loop, so each
 * turn would ask, and set what is a pad. */
#ifndef TL_GUARDED_LOOPS_H
#define TL_GUARDED_LOOPS_H

#include "ir_builder.h"

/* Of those scf.for below `root` that have all of their branches from the run of the
 * builder, whose conditions have parts in common, and in which nothing else has effects
 * that others see or needs other lanes: what does not vary of these goes around the loop,
 * and what limits the counter ends it (loop_ends.h); the rest stays in the branches.
 * Nobody uses what the loop gives, or the other turns leave it (idle_turns.h), or what
 * does not vary is all there is, and whoever uses it is under an equal condition.  Whether
 * there was any. */
bool tl_guard_loops(const tl_builder *builder, MlirOperation root);

#endif /* TL_GUARDED_LOOPS_H */
