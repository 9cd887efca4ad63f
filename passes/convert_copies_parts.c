/* convert_copies_parts.c - What one turn of loops copies; see
 * convert_copies_nests.h. */
#include "convert_copies_nests.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static bool read_indices(const tl_nest *nest, MlirOperation operation,
                         intptr_t memref, tl_nest_place *out) {
  out->memref = mlirOperationGetOperand(operation, memref);
  MlirType type = mlirValueGetType(out->memref);
  if (!mlirTypeIsAMemRef(type) || !tl_is_outside(nest, out->memref) ||
      mlirShapedTypeGetRank(type) > TL_MAX_RANK)
    return false;
  out->rank = mlirShapedTypeGetRank(type);
  for (int64_t d = 0; d < out->rank; d++) {
    out->size[d] = 1;
    out->part[d] = TL_NO_LOOP;
    if (!tl_read_index_of(nest, operation, memref + 1, d, &out->start[d]))
      return false;
  }
  return true;
}

/* The last dimensions are those of a vector. */
static bool add_vector(MlirType vector, tl_nest_place *out) {
  if (!mlirTypeIsAVector(vector))
    return true;
  int64_t rank = mlirShapedTypeGetRank(vector);
  if (mlirVectorTypeIsScalable(vector) || rank > out->rank)
    return false;
  for (int64_t d = 0; d < rank; d++) {
    out->size[out->rank - rank + d] = mlirShapedTypeGetDimSize(vector, d);
    out->part[out->rank - rank + d] = d;
  }
  return mlirTypeEqual(mlirShapedTypeGetElementType(vector),
                       tl_element_type(mlirValueGetType(out->memref)));
}

/* A whole memref, or a part of one. */
static bool read_view(const tl_nest *nest, MlirValue memref,
                      tl_nest_place *out) {
  MlirOperation subview = tl_defined_by(memref, "memref.subview");
  tl_view_numbers numbers;
  int64_t kept = 0;
  intptr_t value = 0;
  if (mlirOperationIsNull(subview) || tl_is_outside(nest, memref))
    return false;
  out->memref = mlirOperationGetOperand(subview, 0);
  out->rank = mlirShapedTypeGetRank(mlirValueGetType(out->memref));
  if (out->rank > TL_MAX_RANK || !tl_is_outside(nest, out->memref))
    return false;
  tl_subview_numbers(subview, &numbers);
  for (int64_t d = 0; d < out->rank; d++) {
    tl_nest_index *start = &out->start[d];
    *start = (tl_nest_index){
        .origin = {.number = numbers.offsets.items[d], .scale = 1}};
    if (numbers.offsets.items[d] == INT64_MIN &&
        !tl_read_index(nest, numbers.values[value++], start))
      return false;
    out->size[d] = numbers.sizes.items[d];
    out->part[d] = tl_subview_drops(subview, d) ? TL_NO_LOOP : kept++;
    if (out->size[d] < 1 || numbers.strides.items[d] != 1)
      return false;
  }
  return kept == mlirShapedTypeGetRank(mlirValueGetType(memref));
}

/* linalg.copy converts elements. */
static bool has_same_elements(MlirOperation copy, intptr_t a, intptr_t b) {
  return mlirTypeEqual(
      tl_element_type(mlirValueGetType(mlirOperationGetOperand(copy, a))),
      tl_element_type(mlirValueGetType(mlirOperationGetOperand(copy, b))));
}

/* In bounds, of a vector in the order of memory. */
static bool is_plain_transfer(MlirOperation transfer, intptr_t operands) {
  MlirAttribute in_bounds = tl_attribute_of(transfer, "in_bounds");
  bool is_plain = mlirOperationGetNumOperands(transfer) == operands &&
                  mlirAffineMapIsMinorIdentity(mlirAffineMapAttrGetValue(
                      tl_attribute_of(transfer, "permutation_map")));
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(in_bounds); d++)
    is_plain &= mlirBoolAttrGetValue(mlirArrayAttrGetElement(in_bounds, d));
  return is_plain;
}

static const struct pair_row {
  const char *read, *write;
  bool is_transfer;
} PAIRS[] = {
    {"memref.load", "memref.store", false},
    {"affine.load", "affine.store", false},
    {"vector.load", "vector.store", false},
    {"affine.vector_load", "affine.vector_store", false},
    {"vector.transfer_read", "vector.transfer_write", true},
};

static bool read_pair(const tl_nest *nest, const struct pair_row *row,
                      const MlirOperation body[2],
                      tl_nest_place out[TL_SIDES]) {
  if (!tl_operation_is(body[0], row->read) ||
      !tl_operation_is(body[1], row->write) ||
      !mlirValueEqual(mlirOperationGetResult(body[0], 0),
                      mlirOperationGetOperand(body[1], 0)))
    return false;
  MlirType moved = mlirValueGetType(mlirOperationGetOperand(body[1], 0));
  return read_indices(nest, body[0], 0, &out[TL_FROM]) &&
         read_indices(nest, body[1], 1, &out[TL_TO]) &&
         add_vector(moved, &out[TL_FROM]) && add_vector(moved, &out[TL_TO]) &&
         (!row->is_transfer ||
          (is_plain_transfer(body[0], 2 + out[TL_FROM].rank) &&
           is_plain_transfer(body[1], 2 + out[TL_TO].rank)));
}

/* Of an asynchronous copy, whose parts are of the last dimension. */
static bool read_async(const tl_nest *nest, MlirOperation copy,
                       tl_nest_place out[TL_SIDES]) {
  int64_t size = tl_integer_attribute(copy, "dstElements", 0);
  intptr_t source = 1 + mlirShapedTypeGetRank(
                            mlirValueGetType(mlirOperationGetOperand(copy, 0)));
  if (size < 1 || !has_same_elements(copy, 0, source) ||
      !read_indices(nest, copy, 0, &out[TL_TO]) ||
      !read_indices(nest, copy, source, &out[TL_FROM]))
    return false;
  for (int side = 0; side < TL_SIDES; side++) {
    int64_t last = out[side].rank - 1;
    if (last < 0)
      return false;
    out[side].size[last] = size;
    out[side].part[last] = 0;
  }
  return true;
}

bool tl_read_parts(const tl_nest *nest, const MlirOperation body[2],
                   tl_nest_place out[TL_SIDES]) {
  if (mlirOperationIsNull(body[0]) &&
      tl_operation_is(body[1], "nvgpu.device_async_copy"))
    return read_async(nest, body[1], out);
  if (nest->has_groups)
    return false;
  if (mlirOperationIsNull(body[0]))
    return (tl_operation_is(body[1], "memref.copy") ||
            tl_operation_is(body[1], "linalg.copy")) &&
           mlirOperationGetNumOperands(body[1]) == TL_SIDES &&
           has_same_elements(body[1], 0, 1) &&
           read_view(nest, mlirOperationGetOperand(body[1], 0),
                     &out[TL_FROM]) &&
           read_view(nest, mlirOperationGetOperand(body[1], 1), &out[TL_TO]);
  for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++)
    if (read_pair(nest, &PAIRS[i], body, out))
      return true;
  return false;
}
