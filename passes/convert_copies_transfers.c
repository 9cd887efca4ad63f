/* convert_copies_transfers.c - A vector that is read and written again; see
 * convert_copies.h.
 *
 *   %v = vector.transfer_read %A[%b, %i, %k], %pad : memref<2x?x128xf16>,
 *     vector<64x128xf16>
 *   vector.transfer_write %v, %S[0, 0] : vector<64x128xf16>,
 *     memref<64x128xf16, 3>
 *
 * is a copy of a tile of 64 x 128, with %b a slice of its source.  What is not
 * in_bounds, and what a mask leaves out, is past a bound; a mask is an operand, or
 * vector.mask around the operation.  vector.load and vector.maskedload are taken
 * alike, and so is a vector.transpose between the two. */
#include "convert_copies.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/* Operands: a memref with its indices behind it, so many others, and a mask. */
typedef struct transfer_form {
  const char *name;
  intptr_t memref, behind;
  intptr_t vector; /* that is written; -1: the last one */
} transfer_form;

static const transfer_form READS[] = {
    {"vector.transfer_read", 0, 1, 0}, /* and the pad */
    {"vector.maskedload", 0, 0, 0},    /* the pad is behind the mask */
    {"vector.load", 0, 0, 0},
};
static const transfer_form WRITES[] = {
    {"vector.transfer_write", 1, 0, 0},
    {"vector.maskedstore", 0, 0, -1},
    {"vector.store", 1, 0, 0},
};

static const transfer_form *form_of(MlirOperation operation,
                                    const transfer_form forms[3]) {
  for (int i = 0; i < 3; i++)
    if (tl_operation_is(operation, forms[i].name))
      return &forms[i];
  return NULL;
}

/* The dimension of memory along that of the vector, -1 for one element for all:
 * the map of a transfer says nothing else. */
static int64_t dimension_of(MlirAffineMap map, intptr_t d) {
  MlirAffineExpr expression = mlirAffineMapGetResult(map, d);
  return mlirAffineExprIsADim(expression)
             ? mlirAffineDimExprGetPosition(expression)
             : -1;
}

/* Dimensions of memory that the vector has not come first; without a map, it has
 * the last ones. */
static bool read_dimensions(MlirOperation transfer, intptr_t rank,
                            intptr_t vector_rank, tl_list *from) {
  MlirAttribute order = tl_attribute_of(transfer, "permutation_map");
  if (vector_rank > rank && mlirAttributeIsNull(order))
    return false;
  MlirAffineMap map =
      mlirAttributeIsNull(order)
          ? mlirAffineMapMinorIdentityGet(mlirOperationGetContext(transfer),
                                          rank, vector_rank)
          : mlirAffineMapAttrGetValue(order);
  intptr_t own = mlirAffineMapGetNumResults(map);
  bool is_used[TL_MAX_RANK] = {false};
  int64_t of[TL_MAX_RANK];
  if (rank > TL_MAX_RANK || own > TL_MAX_RANK || own < 1 || own != vector_rank)
    return false; /* elements of the memref may be vectors */
  for (intptr_t d = 0; d < own; d++) {
    of[d] = dimension_of(map, d);
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
  side->masked = mask;
  return true;
}

MlirOperation tl_unmasked(MlirOperation operation) {
  return tl_operation_is(operation, "vector.mask")
             ? mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(
                   mlirOperationGetRegion(operation, 0)))
             : operation;
}

/* Of nothing else that gives a value where it leaves out elements. */
static bool is_mask_of_one(MlirOperation operation) {
  MlirOperation own = tl_unmasked(operation);
  MlirOperation next =
      mlirOperationIsNull(own) ? own : mlirOperationGetNextInBlock(own);
  return mlirOperationEqual(own, operation) ||
         (!mlirOperationIsNull(next) &&
          mlirOperationGetNumOperands(operation) == 1 &&
          mlirOperationGetNumResults(own) ==
              mlirOperationGetNumOperands(next) &&
          (mlirOperationGetNumResults(own) == 0 ||
           mlirValueEqual(mlirOperationGetOperand(next, 0),
                          mlirOperationGetResult(own, 0))));
}

static tl_block_origin origin_of(MlirValue index) {
  tl_block_origin out = {.scale = 1};
  if (!tl_constant_of(index, &out.number))
    out.value = index;
  return out;
}

static bool read_side(MlirOperation operation, const transfer_form *form,
                      intptr_t vector_rank, tl_block_side *side) {
  MlirOperation transfer = tl_unmasked(operation);
  MlirValue memref = mlirOperationGetOperand(transfer, form->memref);
  MlirAttribute in_bounds = tl_attribute_of(transfer, "in_bounds");
  MlirType type = mlirValueGetType(memref);
  if (!mlirTypeIsAMemRef(type))
    return false;
  intptr_t rank = mlirShapedTypeGetRank(type), first = form->memref + 1;
  if (!read_dimensions(transfer, rank, vector_rank, &side->from))
    return false;
  intptr_t leading = (intptr_t)side->from.count - vector_rank;
  side->memref = memref;
  side->has_origin = true;
  for (intptr_t d = 0; d < side->from.count; d++)
    if (side->from.items[d] >= 0)
      side->origin[d] = origin_of(mlirOperationGetOperand(
          transfer, first + (intptr_t)side->from.items[d]));
  for (intptr_t d = 0; !mlirAttributeIsNull(in_bounds) && d < vector_rank;
       d++) {
    side->is_cut[d] =
        !mlirBoolAttrGetValue(mlirArrayAttrGetElement(in_bounds, d));
    side->is_bounded |= side->is_cut[d];
  }
  intptr_t mask = first + rank + form->behind;
  bool is_around = !mlirOperationEqual(transfer, operation);
  bool is_own = mlirOperationGetNumOperands(transfer) > mask;
  return !(is_around && is_own) &&
         ((!is_around && !is_own) ||
          read_mask(mlirOperationGetOperand(is_around ? operation : transfer,
                                            is_around ? 0 : mask),
                    &side->from, leading, side));
}

/* Dimension d of the tile is dimension permutation[d] of the vector that is
 * read. */
static void turn(MlirAttribute permutation, tl_block_side *side) {
  const tl_block_side old = *side;
  intptr_t rank = mlirDenseArrayGetNumElements(permutation);
  int64_t leading = side->from.count - rank;
  for (intptr_t d = 0; d < rank; d++) {
    int64_t from = mlirDenseI64ArrayGetElement(permutation, d);
    side->from.items[leading + d] = old.from.items[leading + from];
    side->origin[leading + d] = old.origin[leading + from];
    side->is_cut[d] = old.is_cut[from];
    side->mask[d] = old.mask[from];
  }
  side->masked = (MlirValue){NULL};
}

/* A number, or one for all elements of a vector; else null. */
static MlirAttribute number_of(MlirOperation constant) {
  MlirAttribute value = tl_attribute_of(constant, "value");
  if (!mlirAttributeIsADenseElements(value))
    return value;
  return mlirDenseElementsAttrIsSplat(value)
             ? mlirDenseElementsAttrGetSplatValue(value)
             : (MlirAttribute){NULL};
}

/* What is read past the bounds is a constant, or nobody knows it. */
static bool read_pad(MlirOperation read, tl_block_copy *out) {
  intptr_t rank =
      mlirShapedTypeGetRank(mlirValueGetType(out->sides[TL_FROM].memref));
  bool is_masked = tl_operation_is(read, "vector.maskedload");
  if (!out->sides[TL_FROM].is_bounded)
    return true;
  MlirValue pad = mlirOperationGetOperand(read, 1 + rank + is_masked);
  MlirOperation constant = tl_defined_by(pad, "arith.constant");
  if (mlirOperationIsNull(constant))
    return !mlirOperationIsNull(tl_defined_by(pad, "ub.poison"));
  out->pad = number_of(constant);
  return !mlirAttributeIsNull(out->pad);
}

/* Hints for caches are not known to be those of tl.copy. */
static bool is_plain(MlirOperation transfer) {
  MlirAttribute hint = tl_attribute_of(transfer, "nontemporal");
  return mlirAttributeIsNull(hint) || !mlirBoolAttrGetValue(hint);
}

static bool is_single_use(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

/* What reads the vector, for one use, and a transpose of it. */
static bool find_read(MlirValue vector, tl_block_copy *out) {
  if (!mlirValueIsAOpResult(vector) || !is_single_use(vector))
    return false;
  MlirOperation made = mlirOpResultGetOwner(vector);
  if (mlirOperationIsNull(out->turned) &&
      tl_operation_is(made, "vector.transpose")) {
    out->turned = made;
    return find_read(mlirOperationGetOperand(made, 0), out);
  }
  out->read = made;
  return is_mask_of_one(made);
}

/* Both move elements of the vector. */
static bool has_elements(const tl_block_copy *copy, MlirType vector) {
  bool has = true;
  for (int side = 0; side < TL_SIDES; side++)
    has &= mlirTypeEqual(
        tl_element_type(mlirValueGetType(copy->sides[side].memref)),
        mlirShapedTypeGetElementType(vector));
  return has;
}

bool tl_read_transfer(MlirOperation write, tl_block_copy *out) {
  if (!is_mask_of_one(write))
    return false;
  MlirOperation own = tl_unmasked(write);
  const transfer_form *to = form_of(own, WRITES);
  if (!to || mlirOperationGetNumResults(write) != 0 || !is_plain(own))
    return false;
  intptr_t last = mlirOperationGetNumOperands(own) - 1;
  MlirValue vector =
      mlirOperationGetOperand(own, to->vector < 0 ? last : to->vector);
  MlirType type = mlirValueGetType(vector);
  if (!mlirTypeIsAVector(type) || mlirVectorTypeIsScalable(type) ||
      !find_read(vector, out))
    return false;
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirOperation read = tl_unmasked(out->read);
  const transfer_form *from = form_of(read, READS);
  if (!from || !is_plain(read) || rank < 1 || rank > TL_MAX_RANK ||
      !read_side(out->read, from, rank, &out->sides[TL_FROM]) ||
      !read_side(write, to, rank, &out->sides[TL_TO]) ||
      !has_elements(out, type))
    return false;
  if (!mlirOperationIsNull(out->turned))
    turn(tl_attribute_of(out->turned, "permutation"), &out->sides[TL_FROM]);
  out->has_inside = !mlirOperationEqual(own, write);
  out->tile.count = rank;
  for (intptr_t d = 0; d < rank; d++)
    out->tile.items[d] = mlirShapedTypeGetDimSize(type, d);
  return read_pad(read, out);
}
