/* upstream_access.c - see upstream_access.h. */
#include "upstream_access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

static const tl_upstream_access ROWS[] = {
    {"vector.load", 0, -1, false},
    {"vector.store", 1, 0, false},
    {"memref.load", 0, -1, false},
    {"memref.store", 1, 0, false},
    {"nvgpu.ldmatrix", 0, -1, false},
    {"vector.transfer_read", 0, -1, false},
    {"vector.transfer_write", 1, 0, false},
    {"nvgpu.device_async_copy", 0, -1, true},
};

const char TL_UPSTREAM_ACCESSES[] =
    "vector.load, vector.store, vector.transfer_read, vector.transfer_write, "
    "memref.load, memref.store, nvgpu.ldmatrix, nvgpu.device_async_copy";

/* Transfers can be of tensors. */
const tl_upstream_access *tl_upstream_access_of(MlirOperation operation) {
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
    if (tl_operation_is(operation, ROWS[i].name))
      return mlirTypeIsAMemRef(mlirValueGetType(
                 mlirOperationGetOperand(operation, ROWS[i].memory)))
                 ? &ROWS[i]
                 : NULL;
  return NULL;
}

bool tl_is_element_view(MlirOperation operation) {
  static const char *const NAMES[] = {"memref.subview", "memref.cast",
                                      "memref.collapse_shape",
                                      "memref.expand_shape"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (tl_operation_is(operation, NAMES[i]))
      return true;
  return false;
}

MlirValue tl_viewed_memory(MlirValue memory) {
  while (mlirValueIsAOpResult(memory) &&
         tl_is_element_view(mlirOpResultGetOwner(memory)))
    memory = mlirOperationGetOperand(mlirOpResultGetOwner(memory), 0);
  return memory;
}

intptr_t tl_upstream_access_source(MlirOperation copy) {
  intptr_t memory = tl_upstream_access_of(copy)->memory;
  return memory + 1 +
         (intptr_t)mlirShapedTypeGetRank(
             mlirValueGetType(mlirOperationGetOperand(copy, memory)));
}

bool tl_upstream_access_is_masked(MlirOperation access) {
  MlirAttribute segments = mlirOperationGetAttributeByName(
      access, mlirStringRefCreateFromCString("operandSegmentSizes"));
  intptr_t last = mlirAttributeIsNull(segments)
                      ? 0
                      : mlirDenseArrayGetNumElements(segments) - 1;
  return last > 0 && mlirDenseI32ArrayGetElement(segments, last) > 0;
}
