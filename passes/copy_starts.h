/* copy_starts.h - What of the address of a copy stays in the loop around it (rules E18
 * and E20).
 *
 *   scf.for %k = ... tl.copy %A[%i, %k] to %S ... async
 *
 * fetches from a pointer to row i and the thread's part of the tile, which is made in
 * front of the loop, and from it by k alone: LLVM adds the parts of a sum in an order
 * of its own, and where it knows that no bits meet joins them, so that neither leaves
 * the loop.  Copies of one fragment that vary alike from the same origin in other memory
 * have all but the pointer in common: these count offsets, since the accumulators of
 * attention leave no registers for two pointers where one offset does.
 *
 *   scf.for ... iter_args(%stage = ...)  tl.load %ring[%stage, %row, 0]
 *
 * moves a ring without a swizzle by the stage, and reads there what stays: one sum of
 * both would be scaled in each turn.  Swizzled rings start at the stage as well, where
 * that is whole periods. */
#ifndef TL_COPY_STARTS_H
#define TL_COPY_STARTS_H

#include "passes/emit/plan_values.h"
#include "passes/facts/copy_request.h"

/* Notes a side of a copy in global memory, before any is planned. */
void tl_note_start(const tl_builder *builder, const tl_copy_view *view,
                   const tl_copy_key *key);

/* Whether the start is hidden from LLVM, which would make it again for what it carries
 * through a loop, in parts that it has not yet: that of a fetch whose offset varies, and
 * of fetches in front of the loop from the same memory, which then have it in common.
 * Not where rows are apart by strides known at run time. */
bool tl_hides_start(const tl_builder *builder, const tl_planned_copy *copy);

/* Which origins vary in the loop around, to be added last, so that the rest of the
 * address leaves it, and is that of copies in front of it; of what is fetched
 * asynchronously, whether they move a pointer, and of shared memory, whether they move
 * that.  What is the thread's alone leaves it
 * by itself.  And which that stay multiply strides in 32 bits. */
void tl_find_varying(const tl_builder *builder, tl_planned_copy *copy,
                     bool is_fetched);

#endif /* TL_COPY_STARTS_H */
