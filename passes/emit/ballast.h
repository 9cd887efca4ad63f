/* ballast.h - Instructions for LLVM that make none for the machine.
 *
 * LLVM moves what stands in a block, or writes it twice, where that is little: five
 * instructions at most.  These are an effect that is none (llvm.sideeffect). */
#ifndef TL_BALLAST_H
#define TL_BALLAST_H

#include "ir_builder.h"

/* Five; the last of them. */
MlirOperation tl_build_ballast(const tl_builder *builder);

/* Puts it in front of branches that the run of the builder has written below `root`,
 * where another one of the same condition is in the block and accesses of memory are
 * between the two: LLVM would write those once for each side of the condition. */
void tl_part_branches(const tl_builder *builder, MlirOperation root);

#endif /* TL_BALLAST_H */
