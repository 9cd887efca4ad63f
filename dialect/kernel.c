/* kernel.c - What is stated of the kernel around an operation; see
 * tl/dialect.h. */
#include "dialect/bridge/bridge.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"
#include <stdio.h>
#include <string.h>

/*===--- Targets ----------------------------------------------------------===*/

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

bool tl_has_targets_around(MlirOperation operation) {
  return !mlirAttributeIsNull(targets_around(operation));
}

/* How names of chips are read; `is_run`: targets without one are passed over. */
typedef struct target_reader {
  tl_code (*find)(const char *name, const tl_target **out, tl_error *error);
  bool is_run;
} target_reader;

/* NULL of a target that is passed over. */
static tl_code read_target(const target_reader *reader, MlirAttribute attribute,
                           const tl_target **out, tl_error *error) {
  char name[32];
  MlirStringRef chip = tl_bridge_target_chip(attribute);
  *out = NULL;
  if (!chip.data)
    return reader->is_run
               ? TL_OK
               : tl_fail(error, TL_INVALID,
                         "the gpu.module around it has a target that is "
                         "neither #nvvm.target nor #rocdl.target");
  snprintf(name, sizeof name, "%.*s", (int)chip.length, chip.data);
  TL_TRY(reader->find(name, out, error));
  if (tl_bridge_target_has_wave64(attribute))
    *out = tl_target_with_wave64(*out);
  return TL_OK;
}

static tl_code choose_target(const target_reader *reader,
                             MlirOperation operation, const tl_target *stated,
                             const tl_target **out, tl_error *error) {
  const tl_target *of_module[TL_MAX_MODULE_TARGETS];
  MlirAttribute targets = targets_around(operation);
  intptr_t count =
      mlirAttributeIsNull(targets) ? 0 : mlirArrayAttrGetNumElements(targets);
  int64_t read = 0;
  if (count > TL_MAX_MODULE_TARGETS)
    return tl_fail(error, TL_CAPACITY,
                   "the gpu.module around it has %td targets; it can have %d",
                   count, TL_MAX_MODULE_TARGETS);
  for (intptr_t i = 0; i < count; i++) {
    TL_TRY(read_target(reader, mlirArrayAttrGetElement(targets, i),
                       &of_module[read], error));
    read += of_module[read] != NULL;
  }
  tl_code code = tl_target_choose(stated, of_module, read, out, error);
  for (int64_t i = 0; reader->is_run && code != TL_OK && i < read; i++) {
    if (stated && stated != of_module[i])
      continue;
    *out = of_module[i];
    return TL_OK;
  }
  return code;
}

tl_code tl_target_around(MlirOperation operation, const tl_target *stated,
                         const tl_target **out, tl_error *error) {
  const target_reader reader = {tl_target_find, false};
  return choose_target(&reader, operation, stated, out, error);
}

tl_code tl_target_run_around(MlirOperation operation, const tl_target *stated,
                             const tl_target **out, tl_error *error) {
  const target_reader reader = {tl_target_find_family, true};
  return choose_target(&reader, operation, stated, out, error);
}

/*===--- Attributes -------------------------------------------------------===*/

static bool read_extents(MlirAttribute stated, int64_t extents[3]) {
  intptr_t count =
      mlirAttributeIsNull(stated) || !mlirAttributeIsADenseI32Array(stated)
          ? 0
          : mlirDenseArrayGetNumElements(stated);
  for (intptr_t d = 0; d < 3; d++)
    extents[d] = d < count ? mlirDenseI32ArrayGetElement(stated, d) : 1;
  return count >= 1 && count <= 3;
}

/* What gpu.func has under its own name, and others as discardable attributes. */
static const struct {
  const char *name, *on_others;
} OF_FUNCTIONS[] = {{"known_block_size", "gpu.known_block_size"},
                    {"known_cluster_size", "gpu.known_cluster_size"},
                    {"known_grid_size", "gpu.known_grid_size"}};

static MlirAttribute discardable(MlirOperation operation, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(
      operation, mlirStringRefCreateFromCString(name));
}

bool tl_extents_around(MlirOperation operation, const char *name,
                       int64_t extents[3]) {
  const char *own = NULL;
  for (size_t i = 0; i < sizeof OF_FUNCTIONS / sizeof *OF_FUNCTIONS; i++)
    if (strcmp(name, OF_FUNCTIONS[i].name) == 0) {
      own = name;
      name = OF_FUNCTIONS[i].on_others;
    }
  for (; !mlirOperationIsNull(operation);
       operation = mlirOperationGetParentOperation(operation))
    if ((own && read_extents(tl_attribute_of(operation, own), extents)) ||
        read_extents(discardable(operation, name), extents))
      return true;
  return false;
}

int64_t tl_most_threads_around(MlirOperation operation) {
  int64_t extents[3], most = 1;
  if (!tl_extents_around(operation, "nvvm.maxntid", extents))
    return 0;
  for (int d = 0; d < 3; d++)
    if (extents[d] < 1 || !tl_product_fits(most, extents[d], &most))
      return 0;
  return most;
}

/*===--- Launches ---------------------------------------------------------===*/

MlirValue tl_launch_value(MlirOperation launch, intptr_t number) {
  MlirAttribute sizes = tl_attribute_of(launch, "operandSegmentSizes");
  for (intptr_t i = 0; i < TL_LAUNCH_ARGUMENTS; i++)
    number += mlirDenseI32ArrayGetElement(sizes, i);
  return number < mlirOperationGetNumOperands(launch)
             ? mlirOperationGetOperand(launch, number)
             : (MlirValue){NULL};
}

bool tl_launch_operand(MlirOperation launch, int group, int64_t absent,
                       int64_t *out) {
  MlirAttribute sizes = tl_attribute_of(launch, "operandSegmentSizes");
  intptr_t first = 0;
  for (int i = 0; i < group; i++)
    first += mlirDenseI32ArrayGetElement(sizes, i);
  *out = absent;
  return mlirDenseI32ArrayGetElement(sizes, group) == 0 ||
         tl_folded_read(mlirOperationGetOperand(launch, first), out);
}

bool tl_launch_extents(MlirOperation launch, tl_launch_group group,
                       int64_t extents[3]) {
  bool is_read = true;
  for (int d = 0; d < 3; d++)
    is_read &= tl_launch_operand(launch, (int)group + d, 1, &extents[d]);
  return is_read;
}
