/* pointers.c - see pointers.h. */
#include "pointers.h"
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "passes/facts/distinct_buffers.h"
#include "tl/dialect.h"

static const char LAUNDER[] = "llvm.intr.launder.invariant.group",
                  STRIP[] = "llvm.intr.strip.invariant.group";

static MlirType word_type(const tl_builder *builder) {
  return mlirIntegerTypeGet(builder->context, 64);
}

static MlirType pointer_type(const tl_builder *builder,
                             tl_pointer_space space) {
  return mlirLLVMPointerTypeGet(builder->context, (unsigned)space);
}

static MlirValue build_one(const tl_builder *builder, const char *name,
                           MlirType type, MlirValue value) {
  return tl_build_value(builder, name, type, 1, &value, 0, NULL);
}

MlirValue tl_build_pointer(const tl_builder *builder, MlirValue memref,
                           tl_pointer_space space) {
  MlirValue base = build_one(builder, "memref.extract_aligned_pointer_as_index",
                             builder->index, memref);
  return build_one(
      builder, "llvm.inttoptr", pointer_type(builder, space),
      build_one(builder, "arith.index_cast", word_type(builder), base));
}

MlirValue tl_build_further(const tl_builder *builder, MlirValue pointer,
                           MlirValue bytes) {
  int32_t dynamic = INT32_MIN;
  MlirValue operands[] = {pointer, build_one(builder, "arith.index_cast",
                                             word_type(builder), bytes)};
  MlirNamedAttribute attributes[] = {
      tl_named(builder, "rawConstantIndices",
               mlirDenseI32ArrayGet(builder->context, 1, &dynamic)),
      tl_named(builder, "elem_type",
               mlirTypeAttrGet(mlirIntegerTypeGet(builder->context, 8)))};
  return tl_build_value(builder, "llvm.getelementptr",
                        mlirValueGetType(pointer), 2, operands, 2, attributes);
}

bool tl_is_given_memory(MlirValue memref) {
  MlirValue buffer = tl_viewed_buffer(memref);
  if (!mlirValueIsABlockArgument(buffer) ||
      tl_memory_space_of(mlirValueGetType(buffer)) != TL_MEMORY_GLOBAL)
    return false;
  MlirBlock block = mlirBlockArgumentGetOwner(buffer);
  MlirOperation kernel = mlirBlockGetParentOperation(block);
  return tl_operation_is(kernel, "gpu.func") &&
         !mlirAttributeIsNull(tl_attribute_of(kernel, "gpu.kernel")) &&
         mlirBlockEqual(block, mlirRegionGetFirstBlock(
                                   mlirOperationGetRegion(kernel, 0))) &&
         mlirBlockArgumentGetArgNumber(buffer) <
             tl_bridge_argument_count(kernel);
}

/* The same global pointer, of which LLVM does not know that it is. */
static MlirValue build_same(const tl_builder *builder, const char *how,
                            MlirValue pointer) {
  MlirType own = mlirValueGetType(pointer),
           global = pointer_type(builder, TL_POINTER_GLOBAL);
  if (mlirTypeEqual(own, global))
    return build_one(builder, how, own, pointer);
  MlirValue cast = build_one(builder, "llvm.addrspacecast", global, pointer);
  return build_one(builder, "llvm.addrspacecast", own,
                   build_one(builder, how, global, cast));
}

MlirValue tl_build_pointer_offset(const tl_builder *builder, MlirValue memref,
                                  MlirValue start, MlirValue bytes) {
  MlirType type = mlirValueGetType(memref);
  bool is_generic = mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type));
  MlirValue base = tl_build_pointer(
      builder, memref, is_generic ? TL_POINTER_GENERIC : TL_POINTER_GLOBAL);
  MlirValue pointer = base;
  if (!mlirValueIsNull(start))
    pointer =
        build_same(builder, STRIP, tl_build_further(builder, pointer, start));
  if (!mlirValueIsNull(bytes))
    pointer =
        build_same(builder, LAUNDER, tl_build_further(builder, pointer, bytes));
  return tl_build_pair(
      builder, TL_SUBTRACT_WRAPPING,
      tl_build_as_index(builder, build_one(builder, "llvm.ptrtoint",
                                           word_type(builder), pointer)),
      tl_build_as_index(builder, build_one(builder, "llvm.ptrtoint",
                                           word_type(builder), base)));
}
