/* sole_memory.c - see sole_memory.h. */
#include "sole_memory.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "owned_buffers.h"
#include "tl/dialect.h"

static const char *const CALLS[] = {"func.call", "func.call_indirect",
                                    "llvm.call"};
enum { CALL_COUNT = sizeof CALLS / sizeof *CALLS };

/* Bytes from the first to the end, in bytes of the viewed memory. */
typedef struct byte_range {
  int64_t first, end;
} byte_range;

/*===--- Views of bytes --------------------------------------------------===*/

/* Whether a memref.view is contiguous, and where that is is a constant. */
static bool read_view(MlirOperation view, byte_range *out) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(view, 0));
  tl_strided strided;
  int64_t bytes = tl_element_bytes(type);
  if (!bytes || !tl_strided_read(type, &strided) || !strided.is_identity ||
      !mlirShapedTypeHasStaticShape(type) ||
      !tl_constant_read(mlirOperationGetOperand(view, 1), &out->first))
    return false;
  for (int64_t d = 0; d < strided.shape.count; d++)
    if (!tl_product_fits(bytes, strided.shape.items[d], &bytes))
      return false;
  return out->first >= 0 && tl_sum_fits(out->first, bytes, &out->end);
}

/* What users of some bytes do, beside one view of them. */
typedef struct byte_users {
  MlirOperation but; /* or null */
  byte_range range;  /* of it */
  bool are_views, meet;
  int64_t end; /* of all of them */
} byte_users;

static void add_users(MlirValue bytes, byte_users *to) {
  for (MlirOpOperand use = mlirValueGetFirstUse(bytes);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    byte_range own;
    if (tl_operation_is(user, "memref.dealloc"))
      continue;
    if (!tl_operation_is(user, "memref.view") || !read_view(user, &own)) {
      to->are_views = false;
      return;
    }
    to->end = own.end > to->end ? own.end : to->end;
    to->meet |= !mlirOperationEqual(user, to->but) &&
                own.first < to->range.end && to->range.first < own.end;
  }
}

static MlirWalkResult add_dynamic(MlirOperation operation, void *users) {
  if (tl_operation_is(operation, "gpu.dynamic_shared_memory"))
    add_users(mlirOperationGetResult(operation, 0), users);
  return MlirWalkResultAdvance;
}

int64_t tl_dynamic_reach(MlirOperation function) {
  byte_users users = {.are_views = true};
  mlirOperationWalk(function, add_dynamic, &users, MlirWalkPreOrder);
  return users.are_views ? users.end : 0;
}

static bool is_sole_view(MlirOperation view, MlirOperation kernel) {
  MlirValue bytes = mlirOperationGetOperand(view, 0);
  byte_users users = {.but = view, .are_views = true};
  if (!read_view(view, &users.range))
    return false;
  if (!mlirOperationIsNull(tl_defined_by(bytes, "gpu.dynamic_shared_memory")))
    mlirOperationWalk(kernel, add_dynamic, &users, MlirWalkPreOrder);
  else if (tl_is_kernel_buffer(bytes))
    add_users(bytes, &users);
  else
    return false;
  return users.are_views && !users.meet;
}

/*===--- Globals ---------------------------------------------------------===*/

typedef struct global_users {
  MlirAttribute name;
  int count;
} global_users;

static MlirWalkResult count_global(MlirOperation operation, void *users) {
  global_users *own = users;
  own->count +=
      tl_operation_is(operation, "memref.get_global") &&
      mlirAttributeEqual(tl_attribute_of(operation, "name"), own->name);
  return MlirWalkResultAdvance;
}

static bool is_sole_global(MlirOperation user, MlirOperation kernel) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(user, 0));
  global_users users = {.name = tl_attribute_of(user, "name")};
  mlirOperationWalk(kernel, count_global, &users, MlirWalkPreOrder);
  return users.count == 1 && tl_memory_space_of(type) == TL_MEMORY_SHARED;
}

/*===--- Kernels ---------------------------------------------------------===*/

static MlirWalkResult find_call(MlirOperation operation, void *found) {
  for (int i = 0; i < CALL_COUNT; i++)
    if (tl_operation_is(operation, CALLS[i]))
      *(bool *)found = true;
  return MlirWalkResultAdvance;
}

/* The kernel that an operation is in, which nobody calls; null where it may call
 * others, or there is none. */
static MlirOperation kernel_without_calls(MlirOperation operation) {
  bool calls = false;
  while (!mlirOperationIsNull(operation) &&
         !tl_operation_is(operation, "gpu.launch") &&
         mlirAttributeIsNull(tl_attribute_of(operation, "gpu.kernel")))
    operation = mlirOperationGetParentOperation(operation);
  if (!mlirOperationIsNull(operation))
    mlirOperationWalk(operation, find_call, &calls, MlirWalkPreOrder);
  return calls ? (MlirOperation){NULL} : operation;
}

bool tl_is_sole_memory(MlirValue memory) {
  MlirOperation view = tl_defined_by(memory, "memref.view");
  MlirOperation global = tl_defined_by(memory, "memref.get_global");
  if (mlirOperationIsNull(view) && mlirOperationIsNull(global))
    return tl_is_kernel_buffer(memory);
  MlirOperation kernel = kernel_without_calls(mlirOpResultGetOwner(memory));
  if (mlirOperationIsNull(kernel))
    return false;
  return mlirOperationIsNull(view) ? is_sole_global(global, kernel)
                                   : is_sole_view(view, kernel);
}
