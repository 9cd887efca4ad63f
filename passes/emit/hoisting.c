/* hoisting.c - see hoisting.h. */
#include "hoisting.h"
#include "branches.h"
#include "ir_builder.h"
#include "passes/facts/effects.h"
#include "tl/dialect.h"

/* Of dialects that have others as well. */
static const char *const OF_ONE_LANE[] = {"gpu.thread_id",
                                          "gpu.block_id",
                                          "gpu.block_dim",
                                          "gpu.grid_dim",
                                          "gpu.lane_id",
                                          "gpu.subgroup_id",
                                          "llvm.freeze",
                                          "llvm.intr.annotation",
                                          "llvm.inttoptr",
                                          "llvm.ptrtoint",
                                          "llvm.intr.launder.invariant.group",
                                          "llvm.intr.strip.invariant.group",
                                          "llvm.mlir.zero",
                                          NULL};

bool tl_may_be_left_out(MlirOperation at) {
  return tl_holds_register(at) ||
         tl_operation_kind_of(at) == TL_OPERATION_ASSUME ||
         (mlirOperationGetNumRegions(at) == 0 &&
          tl_memory_use_of(at) == TL_ACCESSES_NOTHING &&
          (tl_is_of_one_lane(at) || tl_operation_is_one_of(at, OF_ONE_LANE) ||
           tl_operation_is_of(at, "memref")));
}

static bool may_trap(MlirOperation at) {
  int64_t divisor;
  return tl_is_division(at) &&
         (!tl_constant_read(mlirOperationGetOperand(at, 1), &divisor) ||
          divisor < 1);
}

static bool is_made_inside(MlirOperation loop, MlirValue value) {
  MlirBlock block = mlirValueIsAOpResult(value)
                        ? mlirOperationGetBlock(mlirOpResultGetOwner(value))
                        : mlirBlockArgumentGetOwner(value);
  return mlirBlockEqual(block, tl_branch_side(loop, TL_TAKEN));
}

bool tl_may_hoist(MlirOperation loop, MlirValue value, int *left) {
  if (!is_made_inside(loop, value))
    return true;
  if (!mlirValueIsAOpResult(value) || --*left < 0)
    return false;
  MlirOperation at = mlirOpResultGetOwner(value);
  bool may = tl_may_be_left_out(at) && !may_trap(at);
  for (intptr_t i = 0; may && i < mlirOperationGetNumOperands(at); i++)
    may = tl_may_hoist(loop, mlirOperationGetOperand(at, i), left);
  return may;
}

void tl_hoist(MlirOperation loop, MlirValue value) {
  if (!is_made_inside(loop, value))
    return;
  MlirOperation at = mlirOpResultGetOwner(value);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(at); i++)
    tl_hoist(loop, mlirOperationGetOperand(at, i));
  mlirOperationMoveBefore(at, loop);
}
