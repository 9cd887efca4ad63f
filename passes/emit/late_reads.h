/* late_reads.h - Reads of what a store moves, by turns with its accesses (rule
 * E11).
 *
 * LLVM and the assembler leave the loads and stores of one memory space in their
 * order where the two may be the same memory.  What loads all and then stores all
 * has all registers at once: of 16 accesses of 16 bytes, 72, where 24 for what is
 * on its way, 32 in all, keep as many bytes moving (what nvcc gives the same copy
 * between arguments that are `__restrict__`). */
#ifndef TL_LATE_READS_H
#define TL_LATE_READS_H

#include "tl/dialect.h"

/* Of a load that is for a store which says `disjoint` alone, or of that store, with
 * nothing between them that writes: the accesses that may be on their way.  Of
 * more, those of both go by turns.  Others: 0. */
intptr_t tl_reads_ahead(const tl_thread_view *view);

/* Puts each read that one access alone uses as late as that allows, in batches.
 * The reads begin with that of `first`; the store stands behind its accesses. */
void tl_delay_reads(MlirValue first, MlirOperation store, intptr_t ahead);

#endif /* TL_LATE_READS_H */
