/* flat_memory.c - see flat_memory.h.
 *
 *   %A : memref<32x8xf32, strided<[9, 1], offset: 4>>
 * becomes
 *   memref.reinterpret_cast %A to offset: [4], sizes: [287], strides: [1]
 *     : ... to memref<287xf32, strided<[1], offset: 4>> */
#include "flat_memory.h"
#include "memory_view.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

MlirValue tl_build_dim(const tl_builder *builder, MlirValue memref,
                       int64_t dimension) {
  return tl_build_once(builder, "memref.dim", builder->index, memref,
                       tl_build_index(builder, dimension), NULL,
                       (MlirAttribute){NULL});
}

MlirValue tl_build_metadata(const tl_builder *builder, MlirValue memref,
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
  return tl_build_metadata(builder, memref, 1);
}

int64_t tl_flat_offset(MlirValue flat) {
  tl_strided strided;
  tl_strided_read(mlirValueGetType(flat), &strided);
  return strided.offset;
}

bool tl_starts_at_thread(MlirValue memref) {
  enum { OFFSET = 1 };
  tl_strided strided;
  return tl_strided_read(mlirValueGetType(memref), &strided) &&
         strided.offset == INT64_MIN && mlirValueIsAOpResult(memref) &&
         tl_operation_is(mlirOpResultGetOwner(memref),
                         "memref.reinterpret_cast") &&
         tl_is_of_thread(
             mlirOperationGetOperand(mlirOpResultGetOwner(memref), OFFSET));
}

/* Of the operands of the cast, strides are the last. */
MlirValue tl_stride_source(MlirValue stride) {
  const MlirValue none = {NULL};
  MlirOperation reads =
      tl_defined_by(stride, "memref.extract_strided_metadata");
  if (mlirOperationIsNull(reads))
    return none;
  MlirValue memref = mlirOperationGetOperand(reads, 0);
  MlirOperation cast = tl_defined_by(memref, "memref.reinterpret_cast");
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(memref));
  intptr_t d = mlirOpResultGetResultNumber(stride) - 2 - rank;
  if (mlirOperationIsNull(cast) || d < 0)
    return none;
  MlirAttribute strides = tl_attribute_of(cast, "static_strides");
  int64_t open = mlirShapedTypeGetDynamicStrideOrOffset();
  if (mlirDenseI64ArrayGetElement(strides, d) != open)
    return none;
  intptr_t number = mlirOperationGetNumOperands(cast);
  for (intptr_t i = d; i < rank; i++)
    number -= mlirDenseI64ArrayGetElement(strides, i) == open;
  return mlirOperationGetOperand(cast, number);
}

MlirValue tl_build_stride(const tl_builder *builder, MlirValue memref,
                          int64_t d) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(memref));
  return tl_build_metadata(builder, memref, 2 + rank + (intptr_t)d);
}

/* extent * stride, where at least one is known only at run time. */
static MlirValue build_reach(const tl_builder *builder, MlirValue memref,
                             const tl_strided *strided, int64_t d) {
  int64_t extent = strided->shape.items[d], stride = strided->strides.items[d];
  if (stride != INT64_MIN)
    return tl_build_by(builder, TL_MULTIPLY, tl_build_dim(builder, memref, d),
                       stride);
  MlirValue runtime = tl_build_stride(builder, memref, d);
  if (extent != INT64_MIN)
    return tl_build_by(builder, TL_MULTIPLY, runtime, extent - 1);
  MlirValue last = tl_build_by(builder, TL_SUBTRACT_WRAPPING,
                               tl_build_dim(builder, memref, d), 1);
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

static MlirType flat_type(MlirType type, int64_t size, int64_t offset) {
  const tl_list sizes = {.count = 1, .items = {size}};
  const tl_list strides = {.count = 1, .items = {1}};
  return offset
             ? tl_strided_type(type, &sizes, &strides, offset)
             : mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(type),
                                           1, &size,
                                           mlirMemRefTypeGetMemorySpace(type));
}

/* `from` as `size` elements in a row, which begin at `offset`; null values where
 * they are static. */
static MlirValue build_row(const tl_builder *builder, MlirValue from,
                           int64_t offset, MlirValue dynamic_offset,
                           int64_t size, MlirValue dynamic_size) {
  tl_view_numbers numbers = {.offsets = {.count = 1},
                             .sizes = {.count = 1},
                             .strides = {.count = 1, .items = {1}}};
  if (!mlirValueIsNull(dynamic_offset)) {
    numbers.values[numbers.value_count++] = dynamic_offset;
    offset = INT64_MIN;
  }
  if (!mlirValueIsNull(dynamic_size)) {
    numbers.values[numbers.value_count++] = dynamic_size;
    size = INT64_MIN;
  }
  numbers.offsets.items[0] = offset;
  numbers.sizes.items[0] = size;
  return tl_build_view(builder, "memref.reinterpret_cast", from,
                       flat_type(mlirValueGetType(from), size, offset),
                       &numbers);
}

MlirValue tl_build_flat(const tl_builder *builder, MlirValue memref) {
  void **built = tl_built(builder, "flat", memref, 0);
  if (*built)
    return (MlirValue){*built};
  tl_strided strided;
  tl_strided_read(mlirValueGetType(memref), &strided);
  if (strided.shape.count == 1 && strided.strides.items[0] == 1)
    return memref;
  int64_t size;
  MlirValue offset = {NULL};
  if (strided.offset == INT64_MIN)
    offset = build_offset(builder, memref);
  MlirValue dynamic_size = build_size(builder, memref, &strided, &size);
  MlirValue flat =
      build_row(builder, memref, strided.offset, offset, size, dynamic_size);
  *built = (void *)flat.ptr;
  return flat;
}

MlirValue tl_build_flat_from(const tl_builder *builder, MlirValue memref,
                             MlirValue *start) {
  static const char WHAT[] = "flat from its start";
  tl_strided strided;
  tl_strided_read(mlirValueGetType(memref), &strided);
  *start = (MlirValue){NULL};
  if (strided.offset != INT64_MIN)
    return tl_build_flat(builder, memref);
  *start = build_offset(builder, memref);
  void **built = tl_built(builder, WHAT, memref, 0);
  if (*built)
    return (MlirValue){*built};
  int64_t size;
  MlirValue end = build_size(builder, memref, &strided, &size);
  end = mlirValueIsNull(end) ? tl_build_by(builder, TL_ADD, *start, size)
                             : tl_build_pair(builder, TL_ADD, *start, end);
  MlirValue flat = build_row(builder, tl_build_metadata(builder, memref, 0), 0,
                             (MlirValue){NULL}, INT64_MIN, end);
  *built = (void *)flat.ptr;
  return flat;
}

MlirValue tl_build_moved(const tl_builder *builder, MlirValue memref,
                         MlirValue value, int64_t number) {
  tl_strided strided;
  int64_t size;
  if (mlirValueIsNull(value) && !number)
    return memref;
  tl_strided_read(mlirValueGetType(memref), &strided);
  MlirValue end = build_size(builder, memref, &strided, &size);
  if (strided.offset == INT64_MIN)
    value =
        tl_build_pair(builder, TL_ADD, build_offset(builder, memref), value);
  else
    number += strided.offset;
  if (!mlirValueIsNull(value))
    value = tl_build_by(builder, TL_ADD, value, number);
  return build_row(builder, memref, number, value, size, end);
}
