/* guarded_loops.h - A loop in which all is under one condition is under it
 * (rule E14).
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

/* Puts those scf.for below `root` under their condition that the run of the builder
 * has written all branches of: the condition does not vary in the loop, nothing else
 * there has effects or needs other lanes, and what the loop gives is used under an
 * equal condition alone. */
void tl_guard_loops(const tl_builder *builder, MlirOperation root);

#endif /* TL_GUARDED_LOOPS_H */
