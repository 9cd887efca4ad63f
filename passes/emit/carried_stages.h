/* carried_stages.h - The stage of a ring that a loop carries is bytes (rule E29).
 *
 *   scf.for ... iter_args(%stage = %c0_i32) -> (i32) {
 *     ... %stage * 4096 elements of 2 bytes
 *     %is_last = arith.cmpi eq, %stage, %c2_i32 : i32
 *     %next = arith.addi %stage, %c1_i32 : i32
 *     %then = arith.select %is_last, %c0_i32, %next : i32
 *     scf.yield %then : i32
 * becomes
 *   scf.for ... iter_args(%bytes = %c0_i32) -> (i32) {
 *     (assume that no bit of %bytes below 8192 is set)
 *     %stage = arith.shrui %bytes, %c13_i32 : i32
 *     ... %stage * 4096 elements of 2 bytes
 *     %is_last = arith.cmpi eq, %stage, %c2_i32 : i32
 *     %next = arith.addi %bytes, %c8192_i32 : i32
 *     %then = arith.select %is_last, %c0_i32, %next : i32
 *     scf.yield %then : i32
 *
 * in which LLVM has nothing left to divide or multiply.  So is what is computed of the
 * stage by operations that commute with a power of two. */
#ifndef TL_CARRIED_STAGES_H
#define TL_CARRIED_STAGES_H

#include "mlir-c/IR.h"
#include <stdint.h>

/* Of the i32 that a scf.for carries at a place, from 0 to `most`: if all that uses it or
 * what is computed of it compares it to constants, or multiplies it by what the least of
 * them divides, a power of two. */
void tl_scale_carried_stage(MlirOperation loop, intptr_t place, int64_t most);

#endif /* TL_CARRIED_STAGES_H */
