/* joined_branches.h - What is under one condition has one branch (rule E12).
 *
 *   %v = scf.if %c -> (vector<4xf32>) {     %r:2 = scf.if %c -> (...) {
 *     %0 = vector.load %A[%i]                 %0 = vector.load %A[%i]
 *     scf.yield %0                            %1 = vector.load %B[%i]
 *   } else { scf.yield %pad }          =>     scf.yield %0, %1
 *   %w = scf.if %c -> (vector<4xf32>) {     } else { scf.yield %pad, %pad }
 *     %1 = vector.load %B[%i]
 *     scf.yield %1
 *   } else { scf.yield %pad }
 *
 * Copies are written one by one, each with the branches that it needs.  LLVM does
 * not join branches that load, so loads of two copies would wait for each other. */
#ifndef TL_JOINED_BRANCHES_H
#define TL_JOINED_BRANCHES_H

#include "ir_builder.h"

/* Joins branches that the run of the builder has written below `root`, after which
 * it copies no more: equal operations are one.  The second one moves in front of what
 * stands between them: that writes nothing where the second reads, and has no effects
 * where it writes.  What it needs moves with it, and into the branch where that is made
 * of what the first one loads and nobody else uses it.  A load that is for a later
 * branch alone goes there, whatever it is under. */
void tl_join_branches(const tl_builder *builder, MlirOperation root);

#endif /* TL_JOINED_BRANCHES_H */
