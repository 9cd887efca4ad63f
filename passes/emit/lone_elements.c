/* lone_elements.c - see lone_elements.h. */
#include "lone_elements.h"
#include "mlir-c/BuiltinTypes.h"
#include "registers.h"

static MlirWalkResult broadcast_element(MlirOperation operation, void *user) {
  if (!tl_operation_is(operation, "vector.broadcast"))
    return MlirWalkResultAdvance;
  MlirValue vector = mlirOperationGetOperand(operation, 0);
  MlirType type = mlirValueGetType(vector);
  if (!mlirTypeIsAVector(type) || tl_element_count(type) != 1)
    return MlirWalkResultAdvance;
  tl_key_table built;
  tl_builder before = tl_builder_apart(operation, &built);
  mlirOperationSetOperand(operation, 0,
                          tl_registers_part(&before, vector, 0, 1));
  tl_key_table_free(&built);
  *(bool *)user = true;
  return MlirWalkResultAdvance;
}

bool tl_broadcast_lone_elements(MlirOperation root) {
  bool changes = false;
  mlirOperationWalk(root, broadcast_element, &changes, MlirWalkPostOrder);
  return changes;
}
