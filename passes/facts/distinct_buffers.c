/* distinct_buffers.c - see distinct_buffers.h. */
#include "distinct_buffers.h"
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tl/dialect.h"

MlirValue tl_viewed_buffer(MlirValue memref) {
  for (MlirValue source = memref; !mlirValueIsNull(source);
       source = tl_bridge_view_source(memref))
    memref = source;
  return memref;
}

/* Every memref.get_global of a name is one buffer. */
bool tl_is_one_buffer(MlirValue a, MlirValue b) {
  MlirValue one = tl_viewed_buffer(a), other = tl_viewed_buffer(b);
  MlirOperation first = tl_defined_by(one, "memref.get_global");
  MlirOperation second = tl_defined_by(other, "memref.get_global");
  return mlirValueEqual(one, other) ||
         (!mlirOperationIsNull(first) && !mlirOperationIsNull(second) &&
          mlirAttributeEqual(tl_attribute_of(first, "name"),
                             tl_attribute_of(second, "name")));
}

/* The function or the gpu.launch whose first block has the argument, or null. */
static MlirOperation kernel_of(MlirValue buffer) {
  MlirOperation none = {NULL};
  if (!mlirValueIsABlockArgument(buffer))
    return none;
  MlirBlock block = mlirBlockArgumentGetOwner(buffer);
  MlirOperation owner = mlirBlockGetParentOperation(block);
  bool is_kernel =
      tl_operation_is(owner, "gpu.launch") ||
      !mlirAttributeIsNull(tl_attribute_of(owner, "function_type"));
  return is_kernel &&
                 mlirBlockEqual(block, mlirRegionGetFirstBlock(
                                           mlirOperationGetRegion(owner, 0)))
             ? owner
             : none;
}

/* What a function is given; else its argument is a buffer that it has. */
static bool is_given(MlirOperation kernel, MlirValue buffer) {
  return mlirBlockArgumentGetArgNumber(buffer) <
         tl_bridge_argument_count(kernel);
}

/* No other value is this buffer: it is allocated, or one that a kernel has. */
bool tl_is_own_buffer(MlirValue buffer) {
  MlirOperation kernel = kernel_of(buffer);
  return mlirOperationIsNull(kernel)
             ? !mlirOperationIsNull(tl_defined_by(buffer, "memref.alloc")) ||
                   !mlirOperationIsNull(tl_defined_by(buffer, "memref.alloca"))
             : !is_given(kernel, buffer);
}

static bool is_promised(MlirOperation kernel, MlirValue buffer) {
  MlirAttribute own = tl_bridge_argument_attributes(
      kernel, mlirBlockArgumentGetArgNumber(buffer));
  return !mlirAttributeIsNull(own) &&
         !mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
             own, mlirStringRefCreateFromCString("llvm.noalias")));
}

/* How much is known of where a buffer comes from. */
typedef enum origin {
  CHOSEN = 0, /* nothing */
  GIVEN,      /* an argument, or a memref.global */
  APART,      /* from all others that are not chosen */
} origin;

static origin origin_of(MlirValue buffer) {
  MlirOperation kernel = kernel_of(buffer);
  bool is_argument = !mlirOperationIsNull(kernel);
  if (tl_is_own_buffer(buffer) || (is_argument && is_promised(kernel, buffer)))
    return APART;
  return is_argument || !mlirOperationIsNull(
                            tl_defined_by(buffer, "memref.get_global"))
             ? GIVEN
             : CHOSEN;
}

/* What is chosen in global memory may be a cast of another one. */
static bool says_space(MlirValue buffer) {
  return origin_of(buffer) != CHOSEN ||
         tl_memory_space_of(mlirValueGetType(buffer)) != TL_MEMORY_GLOBAL;
}

bool tl_are_two_buffers(MlirValue a, MlirValue b) {
  MlirValue first = tl_viewed_buffer(a), second = tl_viewed_buffer(b);
  if (tl_memory_space_of(mlirValueGetType(first)) !=
      tl_memory_space_of(mlirValueGetType(second)))
    return says_space(first) && says_space(second);
  origin one = origin_of(first), other = origin_of(second);
  bool are_globals =
      !mlirOperationIsNull(tl_defined_by(first, "memref.get_global")) &&
      !mlirOperationIsNull(tl_defined_by(second, "memref.get_global"));
  return !tl_is_one_buffer(first, second) && one != CHOSEN && other != CHOSEN &&
         (one == APART || other == APART || are_globals);
}
