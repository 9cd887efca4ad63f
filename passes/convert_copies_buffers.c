/* convert_copies_buffers.c - Which buffers the sides of a copy are parts of, and
 * who else reads and writes them; see convert_copies.h. */
#include "convert_copies.h"
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/uniformity.h"

/*===--- Before and after the copy ----------------------------------------===*/

/* Whether it has one of the names, as tl_is_named knows them. */
static bool is_of(MlirOperation operation, const char *const *names) {
  for (; *names; names++)
    if (tl_is_named(operation, *names))
      return true;
  return false;
}

/* The operation around `operation` that is in the block of `of`, or null. */
static MlirOperation beside(MlirOperation operation, MlirOperation of) {
  MlirBlock block = mlirOperationGetBlock(of);
  while (!mlirOperationIsNull(operation) &&
         !mlirBlockEqual(mlirOperationGetBlock(operation), block))
    operation = mlirOperationGetParentOperation(operation);
  return operation;
}

/* They read and write what is in their operands, and keep nothing of them. */
static const char *const STAY_INSIDE[] = {
    "affine.load", "affine.store", "gpu.subgroup_mma_load_matrix",
    "linalg.",     "memref.copy",  "memref.dealloc",
    "memref.dim",  "memref.load",  "memref.prefetch",
    "nvgpu.",      "tl.",          "vector.",
    NULL};

/* Their results show no more than their operand. */
static const char *const NARROW[] = {"memref.cast", "memref.collapse_shape",
                                     "memref.expand_shape", "memref.subview",
                                     NULL};

static bool is_stored_to(MlirOpOperand use) {
  return tl_operation_is(mlirOpOperandGetOwner(use), "memref.store") &&
         mlirOpOperandGetOperandNumber(use) == 1;
}

/* All that is done with the view is known, and done after the copy, in the same
 * turn of the loops around it. */
static bool is_used_after(MlirValue view, MlirOperation copy) {
  for (MlirOpOperand use = mlirValueGetFirstUse(view);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirOperation after = beside(user, copy);
    if (mlirOperationEqual(user, copy))
      continue;
    bool is_view = is_of(user, NARROW);
    if (!is_view && (mlirOperationIsNull(after) ||
                     !mlirOperationIsBeforeInBlock(copy, after)))
      return false;
    if (is_view ? !is_used_after(mlirOperationGetResult(user, 0), copy)
                : !is_stored_to(use) && !is_of(user, STAY_INSIDE))
      return false;
  }
  return true;
}

/* Views of one memref with the same numbers and operands. */
static bool is_same_view(MlirOperation a, MlirOperation b) {
  static const char *const NAMES[] = {"static_offsets", "static_sizes",
                                      "static_strides"};
  bool is_same =
      tl_operation_is(a, "memref.subview") &&
      mlirOperationGetNumOperands(a) == mlirOperationGetNumOperands(b);
  for (size_t i = 0; is_same && i < sizeof NAMES / sizeof *NAMES; i++)
    is_same = mlirAttributeEqual(tl_attribute_of(a, NAMES[i]),
                                 tl_attribute_of(b, NAMES[i]));
  for (intptr_t i = 0; is_same && i < mlirOperationGetNumOperands(b); i++)
    is_same = mlirValueEqual(mlirOperationGetOperand(a, i),
                             mlirOperationGetOperand(b, i));
  return is_same;
}

/* The buffer is read and written through this view alone, after the copy. */
bool tl_is_seen_through(MlirOperation subview, MlirOperation copy) {
  MlirValue buffer = mlirOperationGetOperand(subview, 0);
  if (!tl_is_own_buffer(buffer))
    return false;
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tl_operation_is(user, "memref.dealloc"))
      continue;
    if (!is_same_view(user, subview) ||
        !is_used_after(mlirOperationGetResult(user, 0), copy))
      return false;
  }
  return true;
}

/* That of a transfer of so many operands without it, or of vector.mask around it;
 * may be null. */
static MlirValue mask_of(MlirOperation transfer, intptr_t operands) {
  MlirOperation around = mlirOperationGetParentOperation(transfer);
  if (tl_operation_is(around, "vector.mask"))
    return mlirOperationGetOperand(around, 0);
  return mlirOperationGetNumOperands(transfer) > operands
             ? mlirOperationGetOperand(transfer, operands)
             : (MlirValue){NULL};
}

/* The same place of the same buffer, under the same mask. */
static bool is_read_there(MlirOperation user, MlirOperation write) {
  if (!tl_operation_is(user, "vector.transfer_read"))
    return false;
  intptr_t rank =
      mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(user, 0)));
  /* Behind the memref: indices, then the pad of a read, and the mask. */
  for (intptr_t i = 0; i <= rank; i++)
    if (!mlirValueEqual(mlirOperationGetOperand(user, i),
                        mlirOperationGetOperand(write, i + 1)))
      return false;
  MlirValue mask = mask_of(write, rank + 2);
  return !mlirValueIsNull(mask) &&
         mlirValueEqual(mask_of(user, rank + 2), mask) &&
         mlirAttributeEqual(tl_attribute_of(user, "permutation_map"),
                            tl_attribute_of(write, "permutation_map"));
}

bool tl_is_read_masked(MlirOperation operation) {
  MlirOperation write = tl_unmasked(operation);
  MlirValue buffer = mlirOperationGetOperand(write, 1);
  if (!tl_operation_is(write, "vector.transfer_write") ||
      !tl_is_own_buffer(buffer))
    return false;
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirOperation after = beside(user, operation);
    if (tl_operation_is(user, "memref.dealloc") ||
        mlirOperationEqual(user, write))
      continue;
    if (mlirOperationIsNull(after) ||
        !mlirOperationIsBeforeInBlock(operation, after) ||
        !is_read_there(user, write))
      return false;
  }
  return true;
}

/* Neither reads nor writes the buffer, which one function owns. */
static bool leaves_buffer(MlirOperation operation, MlirValue buffer) {
  static const char *const TOUCH_OPERANDS[] = {
      "linalg.fill", "linalg.copy", "memref.copy",          "memref.load",
      "tl.copy",     "vector.load", "vector.transfer_read", NULL};
  if (tl_leaves_memory(operation) || tl_is_barrier(operation))
    return true;
  bool leaves = is_of(operation, TOUCH_OPERANDS);
  for (intptr_t i = 0; leaves && i < mlirOperationGetNumOperands(operation);
       i++) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    MlirType type = mlirValueGetType(operand);
    leaves = !mlirTypeIsAShaped(type) || mlirTypeIsAVector(type) ||
             (mlirTypeIsAMemRef(type) && tl_are_two_buffers(operand, buffer));
  }
  return leaves;
}

/* A linalg.fill of the buffer before the copy, with nothing in between that
 * reads or writes it; or null. */
MlirOperation tl_fill_before(MlirValue buffer, MlirOperation copy) {
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation fill = mlirOpOperandGetOwner(use), next = fill;
    if (!tl_operation_is(fill, "linalg.fill") ||
        !mlirBlockEqual(mlirOperationGetBlock(fill),
                        mlirOperationGetBlock(copy)) ||
        !mlirOperationIsBeforeInBlock(fill, copy))
      continue;
    do
      next = mlirOperationGetNextInBlock(next);
    while (!mlirOperationEqual(next, copy) && leaves_buffer(next, buffer));
    if (mlirOperationEqual(next, copy))
      return fill;
  }
  return (MlirOperation){NULL};
}
