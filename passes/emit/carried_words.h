/* carried_words.h - Small numbers that a loop carries have 32 bits (rule E21).
 *
 *   %r = scf.for ... iter_args(%stage = %c0) -> (index) {
 *     %is_last = arith.cmpi eq, %stage, %c2 : index
 *     %next = arith.addi %stage, %c1 : index
 *     %then = arith.select %is_last, %c0, %next : index
 *     scf.yield %then : index
 * becomes
 *   %r = scf.for ... iter_args(%word = %c0_i32) -> (i32) {
 *     %stage = arith.index_castui %word : i32 to index
 *     %is_last = arith.cmpi eq, %stage, %c2 : index
 *     %next = arith.addi %word, %c1_i32 : i32
 *     %then = arith.select %is_last, %c0_i32, %next : i32
 *     scf.yield %then : i32
 *
 * In 64 bits the stage of a ring is two registers, and each of these operations is
 * two.  A word is extended here alone: extended where it is used it is multiplied into
 * two registers that stand side by side.  What a turn adds to stays: LLVM makes
 * pointers of that, as wide as they are. */
#ifndef TL_CARRIED_WORDS_H
#define TL_CARRIED_WORDS_H

#include "ir_builder.h"
#include "passes/facts/value_facts.h"

/* Notes what the loops around `operation` carry of that, before anything is written;
 * nothing is found at first. */
void tl_find_carried_words(tl_key_table *found, tl_facts *facts,
                           MlirOperation operation);

/* Makes it so below `root`, and forgets it. */
void tl_narrow_carried_words(tl_key_table *found, MlirOperation root);

#endif /* TL_CARRIED_WORDS_H */
