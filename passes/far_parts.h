/* far_parts.h - Parts of far origins that do not vary in the loop around.
 *
 *   scf.for %stage = ...
 *     %at = arith.addi %stage, %row
 *     tl.load %S[%at, 0] ...
 *     tl.load %ring[%stage, %row, 0] ...
 *
 * moves memory by the stage, and the offset in front of the loop by the row, where
 * the row is whole periods of the swizzle, and in the ring by what of it is.  An origin
 * that varies is opened through sums, differences and products with numbers (arith.addi,
 * subi, muli, shli, affine.apply) of index; the parts are put together modulo 2^64.  Their
 * products with strides are taken to have 64 bits, as those of origins do. */
#ifndef TL_FAR_PARTS_H
#define TL_FAR_PARTS_H

#include "passes/emit/plan_values.h"
#include "passes/facts/value_facts.h"

/* Keeps what divides such parts of the copy, before anything is written. */
void tl_far_parts_note(tl_facts *facts, const tl_builder *builder,
                       const tl_copy_view *view);

/* Of the far origins in `varying` those parts that may move apart go to `fixed`,
 * the rest of whose values is null. */
void tl_far_parts_split(const tl_builder *builder, const tl_planned_copy *copy,
                        tl_plan_sources *varying, tl_plan_sources *fixed);

#endif /* TL_FAR_PARTS_H */
