/* block_size.c - see block_size.h. */
#include "block_size.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tl/layout.h"

int64_t tl_block_threads(const tl_block_size *block) {
  return block->extent[0] * block->extent[1] * block->extent[2];
}

/* A size that no block has counts as unknown. */
static tl_block_size checked_size(MlirAttribute sizes) {
  int64_t most = tl_scope_size(TL_SCOPE_CTA, 0);
  tl_block_size block;
  for (intptr_t d = 0; d < 3; d++) {
    block.extent[d] = mlirDenseI32ArrayGetElement(sizes, d);
    if (block.extent[d] < 1 || block.extent[d] > most)
      return (tl_block_size){{0, 0, 0}};
  }
  return tl_block_threads(&block) <= most ? block : (tl_block_size){{0, 0, 0}};
}

tl_block_size tl_block_size_around(MlirOperation operation) {
  static const char *const NAMES[] = {"known_block_size",
                                      "gpu.known_block_size"};
  for (MlirOperation owner = mlirOperationGetParentOperation(operation);
       !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner))
    for (int i = 0; i < 2; i++) {
      MlirAttribute sizes = mlirOperationGetAttributeByName(
          owner, mlirStringRefCreateFromCString(NAMES[i]));
      if (mlirAttributeIsNull(sizes) || !mlirAttributeIsADenseI32Array(sizes) ||
          mlirDenseArrayGetNumElements(sizes) != 3)
        continue;
      return checked_size(sizes);
    }
  return (tl_block_size){{0, 0, 0}};
}
