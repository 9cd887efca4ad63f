/* async_access.c - TL_ASYNC_ACCESS and its groups, see thread_access.h.
 *
 *   %copy = nvgpu.device_async_copy %source[%o], %target[%p], 8, %inside
 *     {bypassL1} : memref<4096xf16> to memref<4096xf16, 3>
 *   nvvm.cp.async.commit.group
 *   nvvm.cp.async.wait.group 1
 *
 * cp.async reads nothing where no element is inside, so the address may be
 * outside then.  Accesses of 16 bytes go around L1, as others cannot (PTX ISA,
 * cp.async: .cg and .ca), unless all caches are asked for. */
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "thread_access.h"
#include "tl/copy_access.h"

enum { TARGET = 0, TARGET_ADDRESS, SOURCE, ADDRESS, INSIDE, OPERANDS };

static bool is_async(const tl_thread_access *access) {
  return !mlirValueIsNull(access->target.memory);
}

/* nvgpu knows workgroup memory by its number and by the name that gpu has for
 * it, not by those of LLVM and NVVM. */
static MlirValue build_workgroup(const tl_builder *builder, MlirValue memref) {
  enum { WORKGROUP = 3 };
  MlirType type = mlirValueGetType(memref);
  MlirAttribute space = mlirMemRefTypeGetMemorySpace(type);
  if (mlirAttributeIsAInteger(space) || tl_bridge_gpu_address_space(space) > 0)
    return memref;
  int64_t shape[TL_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  MlirAttribute number =
      mlirIntegerAttrGet(mlirIntegerTypeGet(builder->context, 64), WORKGROUP);
  type = mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), rank, shape,
                           mlirMemRefTypeGetLayout(type), number);
  return tl_build_once(builder, "memref.memory_space_cast", type, memref,
                       (MlirValue){NULL}, NULL, (MlirAttribute){NULL});
}

static MlirValue write_async(const tl_builder *builder,
                             const tl_thread_access *access, MlirValue value) {
  MlirValue operands[OPERANDS] = {
      [TARGET] = build_workgroup(builder, access->target.memory),
      [TARGET_ADDRESS] = tl_build_access_address(builder, &access->target, 0),
      [SOURCE] = access->start.memory,
      [ADDRESS] = tl_build_access_address(builder, &access->start, 0),
      [INSIDE] = tl_build_access_count(builder, access)};
  bool is_cut = !mlirValueIsNull(operands[INSIDE]);
  const int32_t segments[OPERANDS] = {1, 1, 1, 1, is_cut};
  MlirType token = mlirTypeParseGet(
      builder->context,
      mlirStringRefCreateFromCString("!nvgpu.device.async.token"));
  MlirNamedAttribute attributes[] = {
      tl_named(builder, "operandSegmentSizes",
               mlirDenseI32ArrayGet(builder->context, OPERANDS, segments)),
      tl_named(builder, "dstElements",
               mlirIntegerAttrGet(builder->index, access->width)),
      tl_named(builder, "bypassL1", mlirUnitAttrGet(builder->context))};
  bool bypasses = access->width * access->element_bytes == TL_BYPASS_BYTES &&
                  access->cache != TL_CACHE_ALL;
  tl_build_request request = {.name = "nvgpu.device_async_copy",
                              .operand_count = INSIDE + is_cut,
                              .operands = operands,
                              .result_count = 1,
                              .results = &token,
                              .attribute_count = 2 + bypasses,
                              .attributes = attributes};
  tl_name_access(access, tl_build(builder, &request));
  return value;
}

const tl_access_emitter TL_ASYNC_ACCESS = {"async", is_async, write_async};

void tl_build_async_commit(const tl_builder *builder) {
  tl_build_request request = {.name = "nvvm.cp.async.commit.group"};
  tl_build(builder, &request);
}

void tl_build_async_wait(const tl_builder *builder, int64_t pending) {
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  MlirNamedAttribute groups =
      tl_named(builder, "n", mlirIntegerAttrGet(i32, pending));
  tl_build_request request = {.name = "nvvm.cp.async.wait.group",
                              .attribute_count = 1,
                              .attributes = &groups};
  tl_build(builder, &request);
}
