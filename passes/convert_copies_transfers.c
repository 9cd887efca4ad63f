/* convert_copies_transfers.c - A vector that is read and written again; see
 * convert_copies.h.
 *
 *   %v = vector.transfer_read %A[%b, %i, %k], %pad : memref<2x?x128xf16>,
 *     vector<64x128xf16>
 *   vector.transfer_write %v, %S[0, 0] : vector<64x128xf16>,
 *     memref<64x128xf16, 3>
 *
 * is a copy of a tile of 64 x 128, with %b a slice of its source.  What is not
 * in_bounds, and what a mask leaves out, is past a bound. */
#include "convert_copies.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/* Operands in front of the memref and behind the indices, in segments. */
typedef struct transfer_form {
  const char *name;
  intptr_t first, behind;
} transfer_form;

static const transfer_form FORMS[TL_SIDES] = {
    {"vector.transfer_read", 0, 1}, /* and the pad */
    {"vector.transfer_write", 1, 0},
};

/* The dimension of memory along that of the vector, -1 for one element for all;
 * -2 for anything else. */
static int64_t dimension_of(MlirAffineMap map, intptr_t d) {
  MlirAffineExpr expression = mlirAffineMapGetResult(map, d);
  if (mlirAffineExprIsADim(expression))
    return mlirAffineDimExprGetPosition(expression);
  return mlirAffineExprIsAConstant(expression) ? -1 : -2;
}

/* Dimensions of memory that the vector has not come first. */
static bool read_dimensions(MlirOperation transfer, intptr_t rank,
                            tl_list *from) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(transfer, "permutation_map"));
  intptr_t own = mlirAffineMapGetNumResults(map);
  bool is_used[TL_MAX_RANK] = {false};
  int64_t of[TL_MAX_RANK];
  if (rank > TL_MAX_RANK || own > TL_MAX_RANK || own < 1)
    return false;
  for (intptr_t d = 0; d < own; d++) {
    of[d] = dimension_of(map, d);
    if (of[d] < -1)
      return false;
    if (of[d] >= 0)
      is_used[of[d]] = true;
  }
  from->count = 0;
  for (intptr_t d = 0; d < rank; d++)
    if (!is_used[d])
      from->items[from->count++] = d;
  for (intptr_t d = 0; d < own; d++)
    from->items[from->count++] = of[d];
  return from->count <= TL_MAX_RANK;
}

/* Masks of the tile alone, of numbers along its dimensions. */
static bool read_mask(MlirValue mask, const tl_list *from, intptr_t leading,
                      tl_block_side *side) {
  MlirOperation create = tl_defined_by(mask, "vector.create_mask");
  if (mlirOperationIsNull(create))
    return false;
  for (intptr_t d = 0; d < mlirOperationGetNumOperands(create); d++) {
    bool is_in_order = from->items[leading + d] == leading + d;
    if (!is_in_order)
      return false;
    side->mask[d] = mlirOperationGetOperand(create, d);
    side->is_bounded = true;
  }
  return true;
}

static tl_block_origin origin_of(MlirValue index) {
  tl_block_origin out = {.scale = 1};
  if (!tl_constant_of(index, &out.number))
    out.value = index;
  return out;
}

static bool read_side(MlirOperation transfer, int number, intptr_t vector_rank,
                      tl_block_side *side) {
  const transfer_form *form = &FORMS[number];
  MlirValue memref = mlirOperationGetOperand(transfer, form->first);
  MlirAttribute in_bounds = tl_attribute_of(transfer, "in_bounds");
  MlirType type = mlirValueGetType(memref);
  if (!mlirTypeIsAMemRef(type))
    return false;
  intptr_t rank = mlirShapedTypeGetRank(type), first = form->first + 1;
  if (!read_dimensions(transfer, rank, &side->from))
    return false;
  intptr_t leading = (intptr_t)side->from.count - vector_rank;
  side->memref = memref;
  side->has_origin = true;
  for (intptr_t d = 0; d < side->from.count; d++)
    if (side->from.items[d] >= 0)
      side->origin[d] = origin_of(mlirOperationGetOperand(
          transfer, first + (intptr_t)side->from.items[d]));
  for (intptr_t d = 0; d < vector_rank; d++) {
    side->is_cut[d] =
        !mlirBoolAttrGetValue(mlirArrayAttrGetElement(in_bounds, d));
    side->is_bounded |= side->is_cut[d];
  }
  intptr_t mask = first + rank + form->behind;
  return mlirOperationGetNumOperands(transfer) <= mask ||
         read_mask(mlirOperationGetOperand(transfer, mask), &side->from,
                   leading, side);
}

/* The pad is a constant, or nobody knows it. */
static bool read_pad(MlirOperation read, tl_block_copy *out) {
  intptr_t rank =
      mlirShapedTypeGetRank(mlirValueGetType(out->sides[TL_FROM].memref));
  MlirValue pad = mlirOperationGetOperand(read, 1 + rank);
  MlirOperation number = tl_defined_by(pad, "arith.constant");
  if (!out->sides[TL_FROM].is_bounded)
    return true;
  if (!mlirOperationIsNull(number))
    out->pad = tl_attribute_of(number, "value");
  return !mlirOperationIsNull(number) ||
         !mlirOperationIsNull(tl_defined_by(pad, "ub.poison"));
}

static bool is_single_use(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

bool tl_read_transfer(MlirOperation write, tl_block_copy *out) {
  MlirValue vector = mlirOperationGetOperand(write, 0);
  MlirOperation read = tl_defined_by(vector, FORMS[TL_FROM].name);
  MlirType type = mlirValueGetType(vector);
  if (mlirOperationIsNull(read) || !is_single_use(vector) ||
      mlirOperationGetNumResults(write) != 0 || !mlirTypeIsAVector(type) ||
      mlirVectorTypeIsScalable(type))
    return false;
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (rank < 1 || rank > TL_MAX_RANK ||
      !read_side(read, TL_FROM, rank, &out->sides[TL_FROM]) ||
      !read_side(write, TL_TO, rank, &out->sides[TL_TO]))
    return false;
  for (int side = 0; side < TL_SIDES; side++)
    if (!mlirTypeEqual(
            tl_element_type(mlirValueGetType(out->sides[side].memref)),
            mlirShapedTypeGetElementType(type)))
      return false;
  out->read = read;
  out->tile.count = rank;
  for (intptr_t d = 0; d < rank; d++)
    out->tile.items[d] = mlirShapedTypeGetDimSize(type, d);
  return read_pad(read, out);
}
