/* flat_memory.c - see flat_memory.h.
 *
 *   %A : memref<32x8xf32, strided<[9, 1], offset: 4>>
 * becomes
 *   memref.reinterpret_cast %A to offset: [4], sizes: [287], strides: [1]
 *     : ... to memref<287xf32, strided<[1], offset: 4>> */
#include "flat_memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

static MlirValue build_dim(const tl_builder *builder, MlirValue memref,
                           int64_t dimension) {
  return tl_build_once(builder, "memref.dim", builder->index, memref,
                       tl_build_index(builder, dimension), NULL,
                       (MlirAttribute){NULL});
}

/* Result `number` of memref.extract_strided_metadata: the base, the offset,
 * sizes, strides. */
static MlirValue build_metadata(const tl_builder *builder, MlirValue memref,
                                intptr_t number) {
  static const char WHAT[] = "memref.extract_strided_metadata";
  void **built = tl_built(builder, WHAT, memref, 0);
  if (*built)
    return mlirOperationGetResult((MlirOperation){*built}, number);
  MlirType type = mlirValueGetType(memref);
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirType results[2 + 2 * TL_MAX_RANK];
  results[0] =
      mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(type), 0, NULL,
                                  mlirMemRefTypeGetMemorySpace(type));
  for (intptr_t i = 1; i < 2 + 2 * rank; i++)
    results[i] = builder->index;
  tl_build_request request = {.name = WHAT,
                              .operand_count = 1,
                              .operands = &memref,
                              .result_count = 2 + 2 * rank,
                              .results = results};
  MlirOperation operation = tl_build(builder, &request);
  *built = operation.ptr;
  return mlirOperationGetResult(operation, number);
}

static MlirValue build_offset(const tl_builder *builder, MlirValue memref) {
  return build_metadata(builder, memref, 1);
}

MlirValue tl_build_start(const tl_builder *builder, MlirValue memref) {
  tl_strided strided;
  tl_strided_read(mlirValueGetType(memref), &strided);
  if (strided.offset == INT64_MIN)
    return build_offset(builder, memref);
  return strided.offset ? tl_build_index(builder, strided.offset)
                        : (MlirValue){NULL};
}

MlirValue tl_build_stride(const tl_builder *builder, MlirValue memref,
                          int64_t d) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(memref));
  return build_metadata(builder, memref, 2 + rank + (intptr_t)d);
}

/* extent * stride, where at least one is known only at run time. */
static MlirValue build_reach(const tl_builder *builder, MlirValue memref,
                             const tl_strided *strided, int64_t d) {
  int64_t extent = strided->shape.items[d], stride = strided->strides.items[d];
  if (stride != INT64_MIN)
    return tl_build_by(builder, TL_MULTIPLY, build_dim(builder, memref, d),
                       stride);
  MlirValue runtime = tl_build_stride(builder, memref, d);
  if (extent != INT64_MIN)
    return tl_build_by(builder, TL_MULTIPLY, runtime, extent - 1);
  MlirValue last = tl_build_by(builder, TL_SUBTRACT_WRAPPING,
                               build_dim(builder, memref, d), 1);
  return tl_build_pair(builder, TL_MULTIPLY, last, runtime);
}

/* 1 + the sum of (extent - 1) * stride; null with *size when it is static. */
static MlirValue build_size(const tl_builder *builder, MlirValue memref,
                            const tl_strided *strided, int64_t *size) {
  MlirValue dynamic = {NULL};
  *size = 1;
  for (int64_t d = 0; d < strided->shape.count; d++) {
    int64_t extent = strided->shape.items[d];
    int64_t stride = strided->strides.items[d];
    if (extent != INT64_MIN && stride != INT64_MIN) {
      *size += (extent - 1) * stride;
      continue;
    }
    if (extent == 1)
      continue;
    *size -= stride == INT64_MIN ? 0 : stride;
    dynamic = tl_build_pair(builder, TL_ADD, dynamic,
                            build_reach(builder, memref, strided, d));
  }
  if (mlirValueIsNull(dynamic))
    return dynamic;
  dynamic = *size < 0
                ? tl_build_by(builder, TL_SUBTRACT_WRAPPING, dynamic, -*size)
                : tl_build_by(builder, TL_ADD, dynamic, *size);
  *size = INT64_MIN;
  return dynamic;
}

static MlirType flat_type(const tl_builder *builder, MlirType type,
                          int64_t size, int64_t offset) {
  int64_t stride = 1;
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirAttribute space = mlirMemRefTypeGetMemorySpace(type);
  if (offset == 0)
    return mlirMemRefTypeContiguousGet(element, 1, &size, space);
  return mlirMemRefTypeGet(
      element, 1, &size,
      mlirStridedLayoutAttrGet(builder->context, offset, 1, &stride), space);
}

MlirValue tl_build_flat(const tl_builder *builder, MlirValue memref) {
  MlirType type = mlirValueGetType(memref);
  void **built = tl_built(builder, "flat", memref, 0);
  if (*built)
    return (MlirValue){*built};
  tl_strided strided;
  tl_strided_read(type, &strided);
  if (strided.shape.count == 1 && strided.strides.items[0] == 1)
    return memref;

  int64_t size, stride = 1;
  MlirValue operands[3] = {memref};
  intptr_t count = 1;
  int32_t segments[4] = {1, 0, 0, 0};
  if (strided.offset == INT64_MIN) {
    operands[count++] = build_offset(builder, memref);
    segments[1] = 1;
  }
  operands[count] = build_size(builder, memref, &strided, &size);
  if (size == INT64_MIN) {
    count++;
    segments[2] = 1;
  }
  MlirNamedAttribute attributes[] = {
      tl_named(builder, "operandSegmentSizes",
               mlirDenseI32ArrayGet(builder->context, 4, segments)),
      tl_named(builder, "static_offsets",
               tl_words(builder, 1, &strided.offset)),
      tl_named(builder, "static_sizes", tl_words(builder, 1, &size)),
      tl_named(builder, "static_strides", tl_words(builder, 1, &stride)),
  };
  MlirValue flat =
      tl_build_value(builder, "memref.reinterpret_cast",
                     flat_type(builder, type, size, strided.offset), count,
                     operands, 4, attributes);
  *built = (void *)flat.ptr;
  return flat;
}
