/* placed_values.c - see placed_values.h. */
#include "placed_values.h"
#include "tl/dialect.h"

enum { SIDES = 2, MOST_USERS = 16 };

static MlirBlock block_of(MlirValue value) {
  return mlirValueIsABlockArgument(value)
             ? mlirBlockArgumentGetOwner(value)
             : mlirOperationGetBlock(mlirOpResultGetOwner(value));
}

static bool begins_at(const tl_copy_view *side, MlirValue value) {
  const tl_copy_side *memory = &side->memory;
  bool begins = false;
  for (int64_t d = 0; !begins && d < memory->origin_count; d++)
    begins = memory->origin[d] == INT64_MIN &&
             mlirValueEqual(memory->origin_value[d], value);
  return begins && !side->lower_count;
}

tl_value_fact tl_fact_of_places(MlirValue value) {
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
      if (begins_at(&sides[count], value))
        return tl_fact_between(0, INT64_MAX);
    use = mlirOpOperandGetNextUse(use);
  }
  return tl_fact_unknown();
}
