/* far_parts.c - see far_parts.h. */
#include "far_parts.h"
#include "mlir-c/BuiltinTypes.h"

/* The addend of an origin that does not vary in the loop around, as the rest does;
 * null if there is none. */
static MlirValue fixed_part(MlirOperation operation, MlirValue origin,
                            MlirValue *rest) {
  const MlirValue none = {NULL};
  if (mlirValueIsNull(origin) || !mlirValueIsAOpResult(origin) ||
      !mlirTypeIsAIndex(mlirValueGetType(origin)) ||
      !tl_operation_is(mlirOpResultGetOwner(origin), "arith.addi"))
    return none;
  for (intptr_t i = 0; i < 2; i++) {
    MlirOperation sum = mlirOpResultGetOwner(origin);
    MlirValue part = mlirOperationGetOperand(sum, i);
    *rest = mlirOperationGetOperand(sum, 1 - i);
    if (tl_change_around(operation, part) == TL_STAYS &&
        tl_change_around(operation, *rest) != TL_STAYS)
      return part;
  }
  return none;
}

/* Where what divides a part is kept from the last question until it is written; 0
 * where it was not asked. */
static int64_t *divisor_of_part(const tl_builder *builder,
                                MlirOperation operation, MlirValue part) {
  tl_builder at = *builder;
  tl_builder_before(&at, operation);
  return (int64_t *)tl_built(&at, "divisor of a part", part, 0);
}

void tl_far_parts_note(tl_facts *facts, const tl_builder *builder,
                       const tl_copy_view *view) {
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    MlirValue rest, origin = view->memory.origin_value[d];
    MlirValue part = fixed_part(view->operation, origin, &rest);
    if (!mlirValueIsNull(part))
      *divisor_of_part(builder, view->operation, part) =
          tl_value_fact_of(facts, part).divisor;
  }
}

void tl_far_parts_split(const tl_builder *builder, const tl_planned_copy *copy,
                        tl_plan_sources *varying, tl_plan_sources *fixed) {
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    MlirValue origin = varying->values[d], rest;
    MlirValue part = fixed_part(copy->view.operation, origin, &rest);
    fixed->values[d] = (MlirValue){NULL};
    int64_t divisor =
        mlirValueIsNull(part)
            ? 0
            : *divisor_of_part(builder, copy->view.operation, part);
    if (!divisor || !tl_copy_far_splits(&copy->plan, d, divisor))
      continue;
    fixed->values[d] = part;
    varying->values[d] = rest;
  }
}
