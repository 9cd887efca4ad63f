/* default_arguments.c - Arguments of which nothing is said, where elements that
 * count, or 0, would be no input of an operation. */
#include "mlir-c/BuiltinAttributes.h"
#include "run.h"

/* Of every four elements the first two are held: places of two bits each, 0 and
 * 1, lowest first. */
static const int64_t FIRST_TWO = 0x44444444;
static const int64_t ALL_LANES = UINT32_MAX;
static const int64_t FEWEST_LANES = 32; /* of a wave of any target */

/* Operands of an operation, and a number that each of them may be. */
typedef struct valid_input {
  const char *user;
  intptr_t operand; /* the first; below 0: from the last on, -1 */
  int count;
  int64_t number;
} valid_input;

static const valid_input VALID_INPUTS[] = {
    {"nvgpu.mma.sp.sync", -1, 1, FIRST_TWO},
    {"nvvm.mma.sp.sync", -2, 1, FIRST_TWO},
    {"nvvm.mma.sp.block_scale", -8, 1, FIRST_TWO},
    {"gpu.shuffle", 2, 1, FEWEST_LANES},
    {"nvvm.shfl.sync", 0, 1, ALL_LANES},
    {"nvvm.vote.sync", 0, 1, ALL_LANES},
    {"nvvm.match.sync", 0, 1, ALL_LANES},
    {"nvvm.redux.sync", 1, 1, ALL_LANES},
    {"nvvm.bar.warp.sync", 0, 1, ALL_LANES},
    {"gpu.launch", 0, TL_LAUNCH_DYNAMIC - TL_LAUNCH_GRID, 1},
    {"gpu.launch_func", 0, TL_LAUNCH_DYNAMIC - TL_LAUNCH_GRID, 1},
};

/* Of a launch: which of its sizes the operand is, from 0 on. */
static intptr_t size_of_launch(MlirOperation launch, intptr_t operand) {
  MlirAttribute counts = tl_attribute_of(launch, "operandSegmentSizes");
  intptr_t group = 0;
  while (operand >= mlirDenseI32ArrayGetElement(counts, group))
    operand -= mlirDenseI32ArrayGetElement(counts, group++);
  return group - TL_LAUNCH_GRID;
}

static bool is_taken(const valid_input *input, MlirOperation user,
                     intptr_t operand) {
  if (!tl_operation_is(user, input->user))
    return false;
  if (input->count > 1)
    operand = size_of_launch(user, operand);
  else if (input->operand < 0)
    operand -= mlirOperationGetNumOperands(user);
  return operand >= input->operand && operand < input->operand + input->count;
}

static const valid_input *input_of(MlirOpOperand use) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  intptr_t operand = (intptr_t)mlirOpOperandGetOperandNumber(use);
  for (size_t i = 0; i < sizeof VALID_INPUTS / sizeof *VALID_INPUTS; i++)
    if (is_taken(&VALID_INPUTS[i], user, operand))
      return &VALID_INPUTS[i];
  return NULL;
}

void tl_default_argument(MlirValue argument, tl_argument_option *option) {
  const valid_input *input = NULL;
  MlirOpOperand use = mlirValueGetFirstUse(argument);
  if (option->is_filled || option->fill != TL_FILL_IOTA)
    return;
  for (; !input && !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    input = input_of(use);
  if (!input)
    return;
  option->fill = TL_FILL_INTEGER;
  option->integer = input->number;
}
