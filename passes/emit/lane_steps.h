/* lane_steps.h - Combinations of what lanes have, as shuffles. */
#ifndef TL_LANE_STEPS_H
#define TL_LANE_STEPS_H

#include "ir_builder.h"
#include "tl/reduction.h"
#include "tl/target.h"

/* Two values of one type in one, by an operation of arith. */
MlirValue tl_build_combined(const tl_builder *builder, const char *how,
                            MlirValue a, MlirValue b);

/* Combines neighbours until one is left (tl/reduction.h), or pairs of 16 bits where
 * the order is of no account; the values are lost. */
MlirValue tl_build_tree(const tl_builder *builder, const char *how,
                        int64_t count, MlirValue *values);

/* Combines each of `count` values of elements with that of another lane, which are
 * moved in words of 32 bits, several small ones in one; of a step that halves one
 * half of them.  Returns how many are left. */
int64_t tl_build_lane_step(const tl_builder *builder, const tl_lane_step *step,
                           int64_t lanes, const char *how, int64_t count,
                           MlirValue *values);

/* Whether redux.sync of a target does that; integers may be narrower than a
 * word. */
bool tl_has_redux(const tl_target *target, const char *how, MlirType element);

/* Combines a value with those of all lanes of the warp, by redux.sync. */
MlirValue tl_build_redux(const tl_builder *builder, const char *how,
                         MlirValue value);

#endif /* TL_LANE_STEPS_H */
