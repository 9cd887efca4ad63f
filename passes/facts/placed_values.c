/* placed_values.c - see placed_values.h. */
#include "placed_values.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

enum { SIDES = 2, MOST_USERS = 16 };

static MlirBlock block_of(MlirValue value) {
  return mlirValueIsABlockArgument(value)
             ? mlirBlockArgumentGetOwner(value)
             : mlirOperationGetBlock(mlirOpResultGetOwner(value));
}

static tl_value_fact fact_of_extent(MlirType memref, intptr_t d) {
  bool is_known = !mlirShapedTypeIsDynamicDim(memref, d);
  return tl_fact_between(0, is_known ? mlirShapedTypeGetDimSize(memref, d) - 1
                                     : INT64_MAX);
}

/* A memref of one dimension may have a layout of several. */
static bool begins_in_memref(const tl_copy_view *side) {
  const tl_copy_side *memory = &side->memory;
  return !side->bound_count && mlirTypeIsAMemRef(memory->type) &&
         mlirShapedTypeGetRank(memory->type) == memory->origin_count;
}

static tl_value_fact fact_of_side(const tl_copy_view *side, MlirValue value) {
  const tl_copy_side *memory = &side->memory;
  tl_value_fact fact = tl_fact_unknown();
  for (int64_t d = 0; begins_in_memref(side) && d < memory->origin_count; d++)
    if (memory->origin[d] == INT64_MIN &&
        mlirValueEqual(memory->origin_value[d], value))
      fact = tl_fact_both(fact, fact_of_extent(memory->type, (intptr_t)d));
  return fact;
}

tl_value_fact tl_fact_of_places(MlirValue value) {
  tl_value_fact fact = tl_fact_unknown();
  MlirBlock block = block_of(value);
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (int i = 0; i < MOST_USERS && !mlirOpOperandIsNull(use); i++) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    tl_copy_view sides[SIDES];
    int count =
        tl_is_copy(user) && mlirBlockEqual(mlirOperationGetBlock(user), block)
            ? tl_copy_sides_read(user, sides)
            : 0;
    while (count-- > 0)
      fact = tl_fact_both(fact, fact_of_side(&sides[count], value));
    use = mlirOpOperandGetNextUse(use);
  }
  return fact;
}
