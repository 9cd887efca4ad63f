/* kernel.c - What is stated of the kernel around an operation; see
 * tl/dialect.h. */
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tl/dialect.h"
#include <stdio.h>
#include <string.h>

/* Of the gpu.module, or of what stands for it; null where nothing states any. */
static MlirAttribute targets_around(MlirOperation operation) {
  for (; !mlirOperationIsNull(operation);
       operation = mlirOperationGetParentOperation(operation)) {
    MlirAttribute targets = tl_attribute_of(operation, "targets");
    if (!mlirAttributeIsNull(targets) && mlirAttributeIsAArray(targets))
      return targets;
  }
  return (MlirAttribute){NULL};
}

static tl_code read_target(MlirAttribute attribute, const tl_target **out,
                           tl_error *error) {
  char name[32];
  MlirStringRef chip = tl_bridge_target_chip(attribute);
  if (!chip.data)
    return tl_fail(error, TL_INVALID,
                   "the gpu.module around it has a target that is neither "
                   "#nvvm.target nor #rocdl.target");
  snprintf(name, sizeof name, "%.*s", (int)chip.length, chip.data);
  return tl_target_find(name, out, error);
}

tl_code tl_target_around(MlirOperation operation, const tl_target *stated,
                         const tl_target **out, tl_error *error) {
  const tl_target *of_module[TL_MAX_MODULE_TARGETS];
  MlirAttribute targets = targets_around(operation);
  intptr_t count =
      mlirAttributeIsNull(targets) ? 0 : mlirArrayAttrGetNumElements(targets);
  if (count > TL_MAX_MODULE_TARGETS)
    return tl_fail(error, TL_CAPACITY,
                   "the gpu.module around it has %td targets; it can have %d",
                   count, TL_MAX_MODULE_TARGETS);
  for (intptr_t i = 0; i < count; i++)
    TL_TRY(
        read_target(mlirArrayAttrGetElement(targets, i), &of_module[i], error));
  return tl_target_choose(stated, of_module, count, out, error);
}
