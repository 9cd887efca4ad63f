/* turned_limits.h - Limits that also choose numbers say what is outside (rule E27).
 *
 *   %in = arith.cmpi sgt, %room, %c15       %out = arith.cmpi slt, %room, %c16
 *   %n = arith.select %in, %c16, %c0        %n = arith.select %out, %c0, %c16
 *   scf.if %in {                       =>   scf.if %out {
 *     vector.store ...                      } else {
 *   }                                         vector.store ...
 *                                           }
 *
 * A branch of a machine goes where something is left out, so that LLVM turns the
 * comparison of a branch around; that of a number it leaves as it is, and compares twice. */
#ifndef TL_TURNED_LIMITS_H
#define TL_TURNED_LIMITS_H

#include "ir_builder.h"

/* Turns those that the run of the builder has written below `root`, after all that reads
 * limits of branches. */
void tl_turn_limits(const tl_builder *builder, MlirOperation root);

#endif /* TL_TURNED_LIMITS_H */
