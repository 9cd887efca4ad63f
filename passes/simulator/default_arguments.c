/* default_arguments.c - Arguments of which nothing is said, where elements that
 * count would be no input of an instruction. */
#include "run.h"

/* Who takes metadata of a sparse matrix, as which of its operands from the last. */
typedef struct metadata_user {
  const char *name;
  intptr_t from_last;
} metadata_user;

static const metadata_user METADATA_USERS[] = {{"nvgpu.mma.sp.sync", 1},
                                               {"nvvm.mma.sp.sync", 2},
                                               {"nvvm.mma.sp.block_scale", 8}};

/* Of every four elements the first two are held: places of two bits each, 0 and
 * 1, lowest first. */
static const int64_t FIRST_TWO = 0x44444444;

static bool is_metadata(MlirOpOperand use) {
  MlirOperation owner = mlirOpOperandGetOwner(use);
  intptr_t from_last = mlirOperationGetNumOperands(owner) -
                       (intptr_t)mlirOpOperandGetOperandNumber(use);
  for (size_t i = 0; i < sizeof METADATA_USERS / sizeof *METADATA_USERS; i++)
    if (METADATA_USERS[i].from_last == from_last &&
        tl_operation_is(owner, METADATA_USERS[i].name))
      return true;
  return false;
}

void tl_default_argument(MlirValue argument, tl_argument_option *option) {
  MlirOpOperand use = mlirValueGetFirstUse(argument);
  if (option->is_filled || option->fill != TL_FILL_IOTA)
    return;
  while (!mlirOpOperandIsNull(use) && !is_metadata(use))
    use = mlirOpOperandGetNextUse(use);
  if (mlirOpOperandIsNull(use))
    return;
  option->fill = TL_FILL_INTEGER;
  option->integer = FIRST_TWO;
}
