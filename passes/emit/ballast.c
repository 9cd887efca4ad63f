/* ballast.c - see ballast.h. */
#include "ballast.h"
#include "branches.h"
#include "mlir-c/BuiltinAttributes.h"
#include "passes/facts/effects.h"
#include "tl/dialect.h"

MlirOperation tl_build_ballast(const tl_builder *builder) {
  enum { FEW = 5 };
  const int32_t segments[2] = {0, 0};
  MlirOperation last = {NULL};
  MlirNamedAttribute attributes[] = {
      tl_named(builder, "intrin", tl_parsed(builder, "\"llvm.sideeffect\"")),
      tl_named(builder, "operandSegmentSizes",
               mlirDenseI32ArrayGet(builder->context, 2, segments)),
      tl_named(builder, "op_bundle_sizes",
               mlirDenseI32ArrayGet(builder->context, 0, segments))};
  tl_build_request request = {.name = "llvm.call_intrinsic",
                              .attribute_count = 3,
                              .attributes = attributes};
  for (int i = 0; i < FEW; i++)
    last = tl_build(builder, &request);
  return last;
}

typedef struct parting {
  const tl_builder *builder;
  tl_key_table last; /* see last_of */
} parting;

/* Of a branch: what had accessed memory in its block when the last one of its
 * condition was behind; NULL at first. */
static void **last_of(parting *run, MlirOperation branch) {
  const void *key[] = {mlirOperationGetBlock(branch).ptr,
                       tl_branch_condition(branch).ptr};
  return tl_key_table_place(&run->last, key, sizeof key);
}

static void part_block(void *user, MlirBlock block) {
  parting *run = user;
  void *access = run; /* none so far */
  for (MlirOperation at = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(at); at = mlirOperationGetNextInBlock(at)) {
    bool is_branch = tl_is_built_branch(run->builder, at);
    if (is_branch && *last_of(run, at) && *last_of(run, at) != access) {
      tl_builder before = *run->builder;
      tl_builder_before(&before, at);
      tl_build_ballast(&before);
    }
    if (tl_memory_use_of(at) != TL_ACCESSES_NOTHING)
      access = at.ptr;
    if (is_branch)
      *last_of(run, at) = access;
  }
}

void tl_part_branches(const tl_builder *builder, MlirOperation root) {
  parting run = {.builder = builder};
  if (tl_has_built_branches(builder))
    tl_visit_blocks(root, part_block, &run);
  tl_key_table_free(&run.last);
}
