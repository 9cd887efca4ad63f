/* convert_copies_async.c - Copies that threads start and wait for; see
 * convert_copies.h.
 *
 *   %t = nvgpu.device_async_copy %A[%i, %c], %S[%i, %c], 8
 *   %g = nvgpu.device_async_create_group %t
 *   nvgpu.device_async_wait %g
 *
 * become tl.copy, tl.async_commit and tl.async_wait 0: a group has all copies
 * before it, whatever it names.  A thread that waited for what it has copied
 * waits for parts of others now, so that a barrier goes behind the wait. */
#include "convert_copies.h"
#include "passes/emit/async_groups.h"
#include "passes/facts/uniformity.h"
#include <inttypes.h>

/* The one operation that uses the result, or null; false where there are more. */
static bool read_user(MlirOperation operation, MlirOperation *user) {
  MlirOpOperand use =
      mlirValueGetFirstUse(mlirOperationGetResult(operation, 0));
  *user = mlirOpOperandIsNull(use) ? (MlirOperation){NULL}
                                   : mlirOpOperandGetOwner(use);
  return mlirOpOperandIsNull(use) ||
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

/* Stops at what waits, or may. */
static MlirWalkResult find_waits(MlirOperation operation, void *may_wait) {
  bool *found = may_wait;
  *found |= tl_is_group_wait(operation) ||
            tl_operation_is(operation, "tl.async_wait") ||
            tl_is_named(operation, "nvvm.") ||
            !mlirAttributeIsNull(tl_attribute_of(operation, "callee"));
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/* The group behind `start`, and the wait behind that. */
static bool find_wait(tl_block_copy *copy, MlirOperation start) {
  bool is_closed = false;
  MlirOperation next = mlirOperationGetNextInBlock(start);
  for (; !mlirOperationIsNull(next) && !tl_is_group_wait(next);
       next = mlirOperationGetNextInBlock(next)) {
    if (tl_is_group(next) && mlirOperationIsNull(copy->group))
      copy->group = next;
    is_closed |= mlirOperationEqual(next, copy->group);
    bool may_wait = false;
    mlirOperationWalk(next, find_waits, &may_wait, MlirWalkPreOrder);
    if (may_wait)
      return false;
  }
  copy->wait = next;
  MlirOperation user;
  return is_closed && !mlirOperationIsNull(next) &&
         read_user(copy->group, &user) && mlirOperationEqual(user, next) &&
         tl_groups_in_flight(next) == 0;
}

static bool is_inside(const tl_block_copy *copy) {
  return !mlirOperationEqual(copy->started, copy->operation) &&
         mlirOperationEqual(mlirOperationGetParentOperation(copy->group),
                            mlirOperationGetParentOperation(copy->started));
}

static MlirWalkResult count_wait(MlirOperation operation, void *waits) {
  *(int64_t *)waits += tl_is_group_wait(operation);
  return MlirWalkResultAdvance;
}

/* Loops that wait go with the copy, so that they wait for its group alone. */
tl_code tl_find_groups(tl_block_copy *copy, tl_error *error) {
  int64_t waits = 0;
  if (!read_user(copy->started, &copy->group) ||
      (!mlirOperationIsNull(copy->group) &&
       !tl_is_group(copy->group)))
    return tl_fail(error, TL_UNSUPPORTED,
                   "W9: its token is used by another than one group");
  mlirOperationWalk(copy->operation, count_wait, &waits, MlirWalkPreOrder);
  copy->ends_inside =
      waits > 0 || (!mlirOperationIsNull(copy->group) && is_inside(copy));
  return waits <= 1 && find_wait(copy, copy->ends_inside ? copy->started
                                                         : copy->operation)
             ? TL_OK
             : tl_fail(error, TL_UNSUPPORTED,
                       "W9: behind it in its block are not its group and, "
                       "before anything else may wait, the one wait for that, "
                       "which leaves no group in flight");
}

void tl_write_groups(tl_builder *builder, const tl_block_copy *copy) {
  MlirOperation at = copy->operation;
  tl_builder_before(builder, copy->ends_inside ? at : copy->group);
  tl_build_group(builder);
  tl_builder_before(builder, copy->ends_inside ? at : copy->wait);
  tl_build_group_wait(builder, 0);
  if (copy->ends_inside)
    return;
  mlirOperationDestroy(copy->wait);
  mlirOperationDestroy(copy->group);
}
