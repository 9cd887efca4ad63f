/* upstream_access.c - see upstream_access.h. */
#include "upstream_access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

static const tl_upstream_access ROWS[] = {
    {"vector.load", 0, -1},          {"vector.store", 1, 0},
    {"memref.load", 0, -1},          {"memref.store", 1, 0},
    {"nvgpu.ldmatrix", 0, -1},       {"vector.transfer_read", 0, -1},
    {"vector.transfer_write", 1, 0},
};

const char TL_UPSTREAM_ACCESSES[] =
    "vector.load, vector.store, vector.transfer_read, vector.transfer_write, "
    "memref.load, memref.store, nvgpu.ldmatrix";

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

bool tl_upstream_access_is_masked(MlirOperation access) {
  MlirAttribute segments = mlirOperationGetAttributeByName(
      access, mlirStringRefCreateFromCString("operandSegmentSizes"));
  intptr_t last = mlirAttributeIsNull(segments)
                      ? 0
                      : mlirDenseArrayGetNumElements(segments) - 1;
  return last > 0 && mlirDenseI32ArrayGetElement(segments, last) > 0;
}
