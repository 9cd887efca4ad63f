/* loop_ends.h - A limit of the counter of a loop is where the loop ends (rule E15).
 *
 *   scf.for %i = %0 to %n step %s {         %end = arith.subi %n, %t
 *     %1 = arith.addi %i, %t                scf.for %i = %0 to %end step %s {
 *     %2 = arith.subi %n, %1         =>       ...
 *     %3 = arith.cmpi sgt, %2, %c0          }
 *     scf.if %3 { ... }
 *   }
 *
 * with a %t from 0 that does not vary.  The counter takes the same numbers as before,
 * but the last ones; or these and %t, up to %n, where that wraps for none. */
#ifndef TL_LOOP_ENDS_H
#define TL_LOOP_ENDS_H

#include "ir_builder.h"
#include "passes/facts/value_facts.h"

enum { TL_MAX_LOOP_SHIFTS = 4 };

/* counter + shifts + constant < bound. */
typedef struct tl_loop_end {
  MlirValue bound, shifts[TL_MAX_LOOP_SHIFTS];
  MlirValue own; /* the end of the loop, if that is the bound; else null */
  intptr_t shift_count;
  int64_t constant;
  bool is_bound_positive, is_start_positive; /* known to be 0 or more */
  bool is_word; /* 32 bits hold the counter, and with the shift as well */
  bool
      may_shift; /* no number wraps that the counter may have, less than that */
} tl_loop_end;

/* Whether the condition, asked in each turn of an scf.for, is that.  *left is that of
 * tl_may_hoist. */
bool tl_loop_end_read(tl_facts *facts, MlirOperation loop, MlirValue condition,
                      int *left, tl_loop_end *out);

/* Lets the loop end there, if not before. */
void tl_loop_end_write(MlirOperation loop, const tl_loop_end *end);

#endif /* TL_LOOP_ENDS_H */
