/* memory_view.c - see memory_view.h.
 *
 *   %A : memref<64x32xf32, strided<[?, 1], offset: ?>>, from (1, 0)
 * becomes
 *   %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %A
 *   memref.reinterpret_cast %base to offset: [%offset], sizes: [32, 64],
 *     strides: [1, %strides#0] */
#include "memory_view.h"
#include "flat_memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

enum { LISTS = 3 };
static const char *const NAMES[LISTS] = {"static_offsets", "static_sizes",
                                         "static_strides"};

MlirValue tl_build_view(const tl_builder *builder, const char *name,
                        MlirValue from, MlirType type,
                        const tl_view_numbers *numbers) {
  const tl_list *lists[LISTS] = {&numbers->offsets, &numbers->sizes,
                                 &numbers->strides};
  MlirValue operands[1 + 3 * TL_MAX_RANK] = {from};
  int32_t segments[1 + LISTS] = {1, 0, 0, 0};
  MlirNamedAttribute attributes[LISTS + 1];
  for (int i = 0; i < LISTS; i++) {
    attributes[i] = tl_named(
        builder, NAMES[i], tl_words(builder, lists[i]->count, lists[i]->items));
    for (int64_t d = 0; d < lists[i]->count; d++)
      segments[i + 1] += lists[i]->items[d] == INT64_MIN;
  }
  for (intptr_t i = 0; i < numbers->value_count; i++)
    operands[i + 1] = numbers->values[i];
  attributes[LISTS] =
      tl_named(builder, "operandSegmentSizes",
               mlirDenseI32ArrayGet(builder->context, 1 + LISTS, segments));
  return tl_build_value(builder, name, type, 1 + numbers->value_count, operands,
                        LISTS + 1, attributes);
}

void tl_subview_numbers(MlirOperation subview, tl_view_numbers *out) {
  tl_list *lists[LISTS] = {&out->offsets, &out->sizes, &out->strides};
  for (int i = 0; i < LISTS; i++) {
    MlirAttribute numbers = tl_attribute_of(subview, NAMES[i]);
    lists[i]->count = mlirDenseArrayGetNumElements(numbers);
    for (int64_t d = 0; d < lists[i]->count; d++)
      lists[i]->items[d] = mlirDenseI64ArrayGetElement(numbers, d);
  }
  out->value_count = mlirOperationGetNumOperands(subview) - 1;
  for (intptr_t i = 0; i < out->value_count; i++)
    out->values[i] = mlirOperationGetOperand(subview, i + 1);
}

MlirType tl_strided_type(MlirType memref, const tl_list *sizes,
                         const tl_list *strides, int64_t offset) {
  return mlirMemRefTypeGet(
      mlirShapedTypeGetElementType(memref), sizes->count, sizes->items,
      mlirStridedLayoutAttrGet(mlirTypeGetContext(memref), offset,
                               strides->count, strides->items),
      mlirMemRefTypeGetMemorySpace(memref));
}

/*===--- Other dimensions ------------------------------------------------===*/

static bool is_identity(const tl_list *from, int64_t rank) {
  bool is_same = from->count == rank;
  for (int64_t d = 0; d < from->count; d++)
    is_same &= from->items[d] == d;
  return is_same;
}

/* A number of the type, or else of the metadata. */
static int64_t number_of(const tl_builder *builder, MlirValue memref,
                         int64_t known, intptr_t number, tl_view_numbers *out) {
  if (known == INT64_MIN)
    out->values[out->value_count++] =
        tl_build_metadata(builder, memref, number);
  return known;
}

MlirValue tl_build_rearranged(const tl_builder *builder, MlirValue memref,
                              const tl_list *from, const tl_list *tile) {
  tl_strided own;
  tl_strided_read(mlirValueGetType(memref), &own);
  intptr_t rank = (intptr_t)own.shape.count;
  if (is_identity(from, rank))
    return memref;
  tl_view_numbers out = {.sizes = {.count = from->count},
                         .strides = {.count = from->count}};
  out.offsets = (tl_list){.count = 1};
  out.offsets.items[0] = number_of(builder, memref, own.offset, 1, &out);
  for (int64_t d = 0; d < from->count; d++) {
    intptr_t of = (intptr_t)from->items[d];
    out.sizes.items[d] =
        of < 0 ? tile->items[d]
               : number_of(builder, memref, own.shape.items[of], 2 + of, &out);
  }
  for (int64_t d = 0; d < from->count; d++) {
    intptr_t of = (intptr_t)from->items[d];
    out.strides.items[d] =
        of < 0 ? tile->items[d] == 1
               : number_of(builder, memref, own.strides.items[of],
                           2 + rank + of, &out);
  }
  MlirValue base =
      out.value_count ? tl_build_metadata(builder, memref, 0) : memref;
  return tl_build_view(builder, "memref.reinterpret_cast", base,
                       tl_strided_type(mlirValueGetType(memref), &out.sizes,
                                       &out.strides, own.offset),
                       &out);
}

/*===--- Other sizes -----------------------------------------------------===*/

bool tl_subview_drops(MlirOperation subview, int64_t d) {
  MlirAttribute sizes = tl_attribute_of(subview, NAMES[1]);
  MlirType type = mlirValueGetType(mlirOperationGetResult(subview, 0));
  int64_t rank = mlirShapedTypeGetRank(type), own = 0;
  for (int64_t of = 0;; of++) {
    bool is_one = own < rank && mlirShapedTypeGetDimSize(type, own) == 1;
    bool drops = mlirDenseI64ArrayGetElement(sizes, of) == 1 && !is_one;
    if (of == d)
      return drops;
    own += !drops;
  }
}

/* Offsets stay; the operands behind them were of sizes. */
static void resize(const tl_list *sizes, tl_view_numbers *out) {
  out->sizes = *sizes;
  out->value_count = 0;
  for (int64_t d = 0; d < out->offsets.count; d++)
    out->value_count += out->offsets.items[d] == INT64_MIN;
}

MlirValue tl_build_resized(const tl_builder *builder, MlirOperation subview,
                           const tl_list *sizes) {
  MlirValue source = mlirOperationGetOperand(subview, 0);
  tl_list shape = {0}, strides = {0};
  tl_view_numbers out;
  tl_strided own;
  tl_strided_read(mlirValueGetType(source), &own);
  tl_subview_numbers(subview, &out);
  resize(sizes, &out);
  int64_t offset = own.offset;
  bool is_whole = true;
  for (int64_t d = 0; d < sizes->count; d++) {
    int64_t start = out.offsets.items[d], stride = own.strides.items[d];
    offset = offset == INT64_MIN || start == INT64_MIN || stride == INT64_MIN
                 ? INT64_MIN
                 : offset + start * stride;
    is_whole &= start == 0 && sizes->items[d] == own.shape.items[d];
    if (tl_subview_drops(subview, d)) {
      is_whole = false;
      continue;
    }
    shape.items[shape.count++] = sizes->items[d];
    strides.items[strides.count++] = stride;
  }
  if (is_whole)
    return source;
  return tl_build_view(
      builder, "memref.subview", source,
      tl_strided_type(mlirValueGetType(source), &shape, &strides, offset),
      &out);
}
