/* coordinate_choices.h - Reductions to the first or the last of chosen coordinates.
 *
 *   %where = arith.select %hit, %column, dense<64>      // %column is below 64
 *   %first = tl.reduce %where as #frag over [1] kind <minui> to #row scope cta
 *
 * Registers of a thread stand in an order, so that the least coordinate is that of the
 * first hit, which a chain of selects says without a minimum (rule E24): of constants, to
 * which the coordinate of the first register is added once. */
#ifndef TL_COORDINATE_CHOICES_H
#define TL_COORDINATE_CHOICES_H

#include "passes/emit/ir_builder.h"
#include "passes/facts/value_facts.h"
#include "tl/limits.h"
#include "tl/reduction.h"

/* What is reduced, as a plan is asked for it. */
typedef struct tl_choice_request {
  int64_t is_choice; /* of coordinates and a number */
  int64_t dimension; /* of the coordinates */
  int64_t is_most, is_unsigned;
  int64_t number;
  int64_t least, most; /* of the origin */
} tl_choice_request;

/* The coordinates of registers, less that of a place which is the same for all. */
typedef struct tl_choice_plan {
  int64_t is_ordered, is_most;
  int64_t numbers[TL_MAX_REGISTERS];
} tl_choice_plan;

tl_choice_request tl_choice_read(tl_facts *facts,
                                 const tl_reduction_view *view);

/* Not ordered where the number is no end of the coordinates, or they have no such place. */
TL_MUST_CHECK tl_code tl_choice_plan_make(const tl_choice_request *request,
                                          const tl_reduction_request *reduced,
                                          tl_choice_plan *out, tl_error *error);

/* What the registers, which are put in their order, are reduced to. */
MlirValue tl_build_choice(const tl_builder *builder, MlirValue choice,
                          const tl_choice_plan *plan, int64_t count,
                          int64_t *registers);

#endif /* TL_COORDINATE_CHOICES_H */
