/* convert_copies_parts.c - What one turn of loops copies; see
 * convert_copies_nests.h. */
#include "convert_copies_nests.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/uniformity.h"
#include <inttypes.h>

static const char *const SIDES[TL_SIDES] = {"source", "target"};

enum { NO_PART = -1 };

static tl_code index_error(int side, int64_t d, tl_error *error) {
  return tl_fail(error, TL_UNSUPPORTED,
                 "W10: index %" PRId64
                 " of the %s is no sum of numbers of loops, times constants, "
                 "of one value of outside, and of a number of at least 0",
                 d, SIDES[side]);
}

static tl_code view_error(int side, tl_error *error) {
  return tl_fail(error, TL_UNSUPPORTED,
                 "W10: the %s is no part, in steps of 1, of a memref of at "
                 "most %d dimensions from outside of the loops",
                 SIDES[side], TL_MAX_RANK);
}

static tl_code read_indices(const tl_nest *nest, MlirOperation operation,
                            intptr_t memref, int side, tl_nest_place *out,
                            tl_error *error) {
  out->memref = mlirOperationGetOperand(operation, memref);
  MlirType type = mlirValueGetType(out->memref);
  if (!mlirTypeIsAMemRef(type) || !tl_is_outside(nest, out->memref) ||
      mlirShapedTypeGetRank(type) > TL_MAX_RANK)
    return view_error(side, error);
  out->rank = mlirShapedTypeGetRank(type);
  for (int64_t d = 0; d < out->rank; d++) {
    out->size[d] = 1;
    out->part[d] = NO_PART;
    if (!tl_read_index_of(nest, operation, memref + 1, d, &out->start[d]))
      return index_error(side, d, error);
  }
  return TL_OK;
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

/* Loops of elements of a copied part, by its dimensions: 1 more than their
 * number, or 0 where the size is a number. */
typedef int64_t part_loops[TL_MAX_RANK];

/* A size known only at run time is a loop of elements, of both sides. */
static tl_code read_size(tl_nest *nest, MlirValue size, int64_t d,
                         part_loops loops, tl_nest_place *out,
                         tl_error *error) {
  int64_t *own = &loops[out->part[d]];
  if (!*own) {
    TL_TRY(tl_enter_part(nest, size, error));
    *own = nest->loop_count;
  }
  out->size[d] = 1;
  out->start[d].times[*own - 1] = 1;
  return TL_OK;
}

/* A part of a memref. */
static tl_code read_view(tl_nest *nest, MlirValue memref, int side,
                         part_loops loops, tl_nest_place *out,
                         tl_error *error) {
  MlirOperation subview = tl_defined_by(memref, "memref.subview");
  tl_view_numbers numbers;
  int64_t kept = 0;
  if (mlirOperationIsNull(subview) || tl_is_outside(nest, memref))
    return view_error(side, error);
  out->memref = mlirOperationGetOperand(subview, 0);
  out->rank = mlirShapedTypeGetRank(mlirValueGetType(out->memref));
  if (out->rank > TL_MAX_RANK || !tl_is_outside(nest, out->memref))
    return view_error(side, error);
  tl_subview_numbers(subview, &numbers);
  const MlirValue *start = numbers.values, *size = numbers.values;
  for (int64_t d = 0; d < out->rank; d++)
    size += numbers.offsets.items[d] == INT64_MIN;
  for (int64_t d = 0; d < out->rank; d++) {
    int64_t offset = numbers.offsets.items[d];
    out->start[d] = (tl_nest_index){.origin = {.number = offset, .scale = 1}};
    out->size[d] = numbers.sizes.items[d];
    out->part[d] = tl_subview_drops(subview, d) ? NO_PART : kept++;
    if (offset == INT64_MIN && !tl_read_index(nest, *start++, &out->start[d]))
      return index_error(side, d, error);
    if (out->size[d] == INT64_MIN)
      TL_TRY(read_size(nest, *size++, d, loops, out, error));
    if (out->size[d] < 1 || numbers.strides.items[d] != 1)
      return view_error(side, error);
  }
  return kept == mlirShapedTypeGetRank(mlirValueGetType(memref))
             ? TL_OK
             : view_error(side, error);
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

/* What a pair loads is what it stores; tl_block_copy_read knows vectors. */
static const struct pair_row *pair_of(const MlirOperation body[2]) {
  for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++)
    if (!mlirOperationIsNull(body[0]) &&
        tl_operation_is(body[0], PAIRS[i].read) &&
        tl_operation_is(body[1], PAIRS[i].write) &&
        mlirValueEqual(mlirOperationGetResult(body[0], 0),
                       mlirOperationGetOperand(body[1], 0)))
      return &PAIRS[i];
  return NULL;
}

bool tl_is_pair(const MlirOperation body[2]) {
  const struct pair_row *row = pair_of(body);
  return row && !tl_is_named(body[0], "vector.");
}

/* It says nothing of caches. */
static bool is_plain(MlirOperation operation) {
  MlirAttribute hint = tl_attribute_of(operation, "nontemporal");
  return mlirAttributeIsNull(hint) || !mlirBoolAttrGetValue(hint);
}

static tl_code no_copy(tl_error *error) {
  return tl_fail(error, TL_UNSUPPORTED,
                 "W10: what a turn does is no copy of elements, or says more "
                 "of it than where they are");
}

static tl_code read_pair(const tl_nest *nest, const struct pair_row *row,
                         const MlirOperation body[2],
                         tl_nest_place out[TL_SIDES], tl_error *error) {
  MlirType moved = mlirValueGetType(mlirOperationGetOperand(body[1], 0));
  TL_TRY(read_indices(nest, body[0], 0, TL_FROM, &out[TL_FROM], error));
  TL_TRY(read_indices(nest, body[1], 1, TL_TO, &out[TL_TO], error));
  return is_plain(body[0]) && is_plain(body[1]) &&
                 add_vector(moved, &out[TL_FROM]) &&
                 add_vector(moved, &out[TL_TO]) &&
                 (!row->is_transfer ||
                  (is_plain_transfer(body[0], 2 + out[TL_FROM].rank) &&
                   is_plain_transfer(body[1], 2 + out[TL_TO].rank)))
             ? TL_OK
             : no_copy(error);
}

/* Of an asynchronous copy, whose parts are of the last dimension. */
static tl_code read_async(const tl_nest *nest, MlirOperation copy,
                          tl_nest_place out[TL_SIDES], tl_error *error) {
  int64_t size = tl_integer_attribute(copy, "dstElements", 0);
  intptr_t source = 1 + mlirShapedTypeGetRank(
                            mlirValueGetType(mlirOperationGetOperand(copy, 0)));
  TL_TRY(read_indices(nest, copy, 0, TL_TO, &out[TL_TO], error));
  TL_TRY(read_indices(nest, copy, source, TL_FROM, &out[TL_FROM], error));
  bool is_copy = size >= 1 && has_same_elements(copy, 0, source);
  for (int side = 0; side < TL_SIDES; side++) {
    int64_t last = out[side].rank - 1;
    if (last < 0 || !is_copy)
      return no_copy(error);
    out[side].size[last] = size;
    out[side].part[last] = 0;
  }
  return TL_OK;
}

static tl_code read_views(tl_nest *nest, MlirOperation copy,
                          tl_nest_place out[TL_SIDES], tl_error *error) {
  part_loops loops = {0};
  if ((!tl_operation_is(copy, "memref.copy") &&
       !tl_operation_is(copy, "linalg.copy")) ||
      mlirOperationGetNumOperands(copy) != TL_SIDES ||
      !has_same_elements(copy, 0, 1))
    return no_copy(error);
  for (int side = 0; side < TL_SIDES; side++)
    TL_TRY(read_view(nest, mlirOperationGetOperand(copy, side), side, loops,
                     &out[side], error));
  return TL_OK;
}

tl_code tl_read_parts(tl_nest *nest, const MlirOperation body[2],
                      tl_nest_place out[TL_SIDES], tl_error *error) {
  const struct pair_row *row = pair_of(body);
  if (mlirOperationIsNull(body[0]) &&
      tl_operation_is(body[1], "nvgpu.device_async_copy"))
    return read_async(nest, body[1], out, error);
  if (nest->has_groups || (!row && !mlirOperationIsNull(body[0])))
    return no_copy(error);
  return row ? read_pair(nest, row, body, out, error)
             : read_views(nest, body[1], out, error);
}
