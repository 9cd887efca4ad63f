/* loop_counters.h - How far a counter of 32 bits counts (rule E19).
 *
 *   scf.for %k = %c0 to %n step %c32 : i32 {
 *     %0 = arith.cmpi sle, %k, %c2147483615_i32 : i32
 *     llvm.intr.assume %0 : i1
 *     %next = arith.addi %k, %c32 : i32
 *     %more = arith.cmpi slt, %next, %n : i32
 *     scf.if %more { tl.copy %A[%i, %next : i32] to %S ... async }
 *
 * What is fetched moves a pointer by what the counter is in 64 bits.  LLVM adds a step to
 * that in each turn, and multiplies by no pitch there, where it knows that counter and
 * step stay in 32 bits.  The assumption is of facts, or of what a program is that
 * fetches: a sum that wraps would be an origin below 0, which V30 excludes. */
#ifndef TL_LOOP_COUNTERS_H
#define TL_LOOP_COUNTERS_H

#include "ir_builder.h"
#include "passes/facts/copy_request.h"

/* Notes what the counter of the loop around a copy is at most, before anything is
 * written. */
void tl_find_counter(const tl_builder *builder, tl_facts *facts,
                     const tl_copy_view *view, const tl_copy_key *key);

/* Says so in the loop, once. */
void tl_bound_counter(const tl_builder *builder, MlirOperation operation);

#endif /* TL_LOOP_COUNTERS_H */
