/* adopted_indices.h - What the indices of an access are computed from.
 *
 * A run shows what a thread number, the counters of loops with constant ends, and
 * constants make of an index.  A multiple of the number of a block that is added to
 * that is known without a run:
 *
 *   %row = affine.apply (d0 * 128 + d1) (%block, %i)  ->  128 times %block
 *
 * Values own nothing; they point into the IR. */
#ifndef TL_ADOPTED_INDICES_H
#define TL_ADOPTED_INDICES_H

#include "adopted_access.h"
#include "passes/facts/value_facts.h"

/* Whether the indices of the memory that is operand `memory`, what views of it are
 * made of, and the starts of the loops around it, are computed so; multiples of the
 * numbers of blocks are added to `terms`, by dimensions of what is viewed first.
 * False for the starts of loops that have some. */
bool tl_indices_read(MlirOperation access, intptr_t memory,
                     const tl_loop_nest *nest, tl_facts *facts,
                     tl_block_terms *terms);

/* Whether the condition of a guard is computed so, without numbers of blocks. */
bool tl_guard_is_read(MlirOperation guard, const tl_loop_nest *nest,
                      tl_facts *facts);

#endif /* TL_ADOPTED_INDICES_H */
