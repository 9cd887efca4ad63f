/* async_groups.c - see async_groups.h. */
#include "async_groups.h"
#include "tl/dialect.h"

bool tl_is_group(MlirOperation operation) {
  return tl_operation_is(operation, "nvgpu.device_async_create_group");
}

bool tl_is_group_wait(MlirOperation operation) {
  return tl_operation_is(operation, "nvgpu.device_async_wait");
}

int64_t tl_groups_in_flight(MlirOperation wait) {
  return tl_integer_attribute(wait, "numGroups", 0);
}

void tl_build_group(const tl_builder *builder) {
  tl_build(builder, &(tl_build_request){.name = "tl.async_commit"});
}

void tl_build_group_wait(const tl_builder *builder, int64_t in_flight) {
  MlirNamedAttribute pending =
      tl_named(builder, "pending", tl_i64(builder, in_flight));
  tl_build(builder, &(tl_build_request){.name = "tl.async_wait",
                                        .attribute_count = 1,
                                        .attributes = &pending});
}

static bool has_waits_alone(MlirOperation group) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(group, 0));
  while (!mlirOpOperandIsNull(use) &&
         tl_is_group_wait(mlirOpOperandGetOwner(use)))
    use = mlirOpOperandGetNextUse(use);
  return mlirOpOperandIsNull(use);
}

void tl_replace_group(const tl_builder *builder, MlirOperation group) {
  tl_builder at = *builder;
  if (!has_waits_alone(group))
    return;
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(group, 0));
       !mlirOpOperandIsNull(use);
       use = mlirValueGetFirstUse(mlirOperationGetResult(group, 0))) {
    MlirOperation wait = mlirOpOperandGetOwner(use);
    tl_builder_before(&at, wait);
    tl_build_group_wait(&at, tl_groups_in_flight(wait));
    mlirOperationDestroy(wait);
  }
  tl_builder_before(&at, group);
  tl_build_group(&at);
  mlirOperationDestroy(group);
}
