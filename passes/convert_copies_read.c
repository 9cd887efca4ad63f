/* convert_copies_read.c - The operations that copy, a row each; see
 * convert_copies.h. */
#include "convert_copies.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <inttypes.h>

/* What a row reads: dimensions of the source along those of the target, where
 * operands are the source and the target; or all of a copy. */
typedef bool (*dimensions_reader)(MlirOperation operation, tl_list *from);
typedef bool (*copy_reader)(MlirOperation operation, tl_block_copy *out);

static bool read_plain(MlirOperation operation, tl_list *from);
static bool read_transpose(MlirOperation operation, tl_list *from);
static bool read_broadcast(MlirOperation operation, tl_list *from);
static bool read_generic(MlirOperation operation, tl_list *from);

static const struct reader_row {
  const char *name;
  dimensions_reader dimensions;
  copy_reader copy;
} READERS[] = {
    {"memref.copy", read_plain, NULL},
    {"linalg.copy", read_plain, NULL},
    {"linalg.transpose", read_transpose, NULL},
    {"linalg.broadcast", read_broadcast, NULL},
    {"linalg.generic", read_generic, NULL},
    {"vector.transfer_write", NULL, tl_read_transfer},
    {"vector.maskedstore", NULL, tl_read_transfer},
    {"vector.store", NULL, tl_read_transfer},
    {"vector.mask", NULL, tl_read_transfer},
    {"scf.forall", NULL, tl_read_nest},
    {"scf.parallel", NULL, tl_read_nest},
    {"scf.for", NULL, tl_read_nest},
    {"nvgpu.device_async_copy", NULL, tl_read_nest},
    {"affine.parallel", NULL, tl_read_nest},
    {"affine.for", NULL, tl_read_nest},
    {"scf.if", NULL, tl_read_nest},
};

/* Casts say less of the same memref. */
static MlirValue without_casts(MlirValue memref) {
  while (mlirValueIsAOpResult(memref) &&
         tl_operation_is(mlirOpResultGetOwner(memref), "memref.cast")) {
    MlirValue from = mlirOperationGetOperand(mlirOpResultGetOwner(memref), 0);
    if (!mlirTypeIsAMemRef(mlirValueGetType(from)))
      break;
    memref = from;
  }
  return memref;
}

static int64_t rank_of(MlirOperation operation, int operand) {
  return (int64_t)mlirShapedTypeGetRank(
      mlirValueGetType(mlirOperationGetOperand(operation, operand)));
}

static bool has_two_memrefs(MlirOperation operation) {
  MlirType types[TL_SIDES];
  if (mlirOperationGetNumOperands(operation) != TL_SIDES ||
      mlirOperationGetNumResults(operation) != 0)
    return false;
  for (int i = 0; i < TL_SIDES; i++) {
    types[i] = mlirValueGetType(mlirOperationGetOperand(operation, i));
    if (!mlirTypeIsAMemRef(types[i]))
      return false;
  }
  return mlirTypeEqual(tl_element_type(types[TL_FROM]),
                       tl_element_type(types[TL_TO]));
}

static void identity(int64_t rank, tl_list *out) {
  *out = (tl_list){.count = rank};
  for (int64_t d = 0; d < rank; d++)
    out->items[d] = d;
}

/* A tile has a dimension. */
static void raise_rank(tl_list *from) {
  if (from->count)
    return;
  from->count = 1;
  from->items[0] = -1;
}

static tl_code check_ranks(MlirOperation operation, tl_error *error) {
  for (int side = 0; side < TL_SIDES; side++)
    if (rank_of(operation, side) > TL_MAX_RANK)
      return tl_fail(error, TL_UNSUPPORTED,
                     "W5: tl.copy moves tiles of up to %d dimensions, and a "
                     "side has %" PRId64,
                     TL_MAX_RANK, rank_of(operation, side));
  return TL_OK;
}

static bool read_memrefs(MlirOperation operation, dimensions_reader read,
                         tl_block_copy *out) {
  if (!has_two_memrefs(operation))
    return false;
  for (int side = 0; side < TL_SIDES; side++)
    out->sides[side].memref =
        without_casts(mlirOperationGetOperand(operation, side));
  if (check_ranks(operation, &out->why) != TL_OK)
    return true;
  if (!read(operation, &out->sides[TL_FROM].from))
    return false;
  identity(rank_of(operation, TL_TO), &out->sides[TL_TO].from);
  for (int side = 0; side < TL_SIDES; side++)
    raise_rank(&out->sides[side].from);
  return true;
}

bool tl_block_copy_read(MlirOperation operation, tl_block_copy *out) {
  for (size_t i = 0; i < sizeof READERS / sizeof *READERS; i++) {
    if (!tl_operation_is(operation, READERS[i].name))
      continue;
    *out = (tl_block_copy){.operation = operation};
    return READERS[i].copy
               ? READERS[i].copy(operation, out)
               : read_memrefs(operation, READERS[i].dimensions, out);
  }
  return false;
}

/*===--- Readers ---------------------------------------------------------===*/

static bool read_plain(MlirOperation operation, tl_list *from) {
  identity(rank_of(operation, TL_TO), from);
  return true;
}

static bool read_transpose(MlirOperation operation, tl_list *from) {
  MlirAttribute permutation = tl_attribute_of(operation, "permutation");
  from->count = mlirDenseArrayGetNumElements(permutation);
  for (int64_t d = 0; d < from->count; d++)
    from->items[d] = mlirDenseI64ArrayGetElement(permutation, d);
  return true;
}

static bool read_broadcast(MlirOperation operation, tl_list *from) {
  MlirAttribute added = tl_attribute_of(operation, "dimensions");
  int64_t next = 0;
  from->count = rank_of(operation, TL_TO);
  for (int64_t d = 0; d < from->count; d++) {
    bool is_added = false;
    for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(added); i++)
      is_added |= mlirDenseI64ArrayGetElement(added, i) == d;
    from->items[d] = is_added ? -1 : next++;
  }
  return true;
}

/* The loop that result `i` of the map is the number of; -1 for the constant 0,
 * -2 for anything else. */
static int64_t loop_of(MlirAffineMap map, intptr_t i) {
  MlirAffineExpr expression = mlirAffineMapGetResult(map, i);
  if (mlirAffineExprIsADim(expression))
    return mlirAffineDimExprGetPosition(expression);
  return mlirAffineExprIsAConstant(expression) &&
                 mlirAffineConstantExprGetValue(expression) == 0
             ? -1
             : -2;
}

/* The dimensions along loops: of[loop], or -1 where there is none. */
static bool read_map(MlirAffineMap map, int64_t of[TL_MAX_RANK]) {
  for (int64_t loop = 0; loop < TL_MAX_RANK; loop++)
    of[loop] = -1;
  if (mlirAffineMapGetNumDims(map) > TL_MAX_RANK)
    return false;
  for (intptr_t d = 0; d < mlirAffineMapGetNumResults(map); d++) {
    int64_t loop = loop_of(map, d);
    if (loop < -1 || (loop >= 0 && of[loop] >= 0))
      return false;
    if (loop >= 0)
      of[loop] = d;
  }
  return true;
}

/* It yields what it reads. */
static bool yields_source(MlirOperation operation) {
  MlirBlock body =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0));
  MlirOperation yield = mlirBlockGetFirstOperation(body);
  return tl_operation_is(yield, "linalg.yield") &&
         mlirOperationGetNumOperands(yield) == 1 &&
         mlirValueEqual(mlirOperationGetOperand(yield, 0),
                        mlirBlockGetArgument(body, 0));
}

/* Every loop is a dimension of the target. */
static bool read_generic(MlirOperation operation, tl_list *from) {
  MlirAttribute maps = tl_attribute_of(operation, "indexing_maps");
  int64_t source[TL_MAX_RANK], target[TL_MAX_RANK];
  if (mlirArrayAttrGetNumElements(maps) != TL_SIDES ||
      !yields_source(operation))
    return false;
  MlirAffineMap to =
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, TL_TO));
  if (!read_map(
          mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, TL_FROM)),
          source) ||
      !read_map(to, target) || !mlirAffineMapIsPermutation(to))
    return false;
  from->count = mlirAffineMapGetNumDims(to);
  for (int64_t loop = 0; loop < from->count; loop++)
    from->items[target[loop]] = source[loop];
  return true;
}
