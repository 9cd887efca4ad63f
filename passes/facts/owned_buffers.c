/* owned_buffers.c - see owned_buffers.h. */
#include "owned_buffers.h"
#include "dialect/bridge/bridge.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { LEAST_BYTES = 16, MOST_BYTES = 128 };

typedef struct tl_owned_buffer {
  tl_buffer_definition definition;
  int64_t alignment;
  struct tl_owned_buffer *next;
} owned_buffer;

/* Of a contiguous memref; 0 for another one. */
static int64_t size_of(MlirType memref) {
  tl_strided strided;
  int64_t bytes = tl_element_bytes(memref);
  if (!tl_strided_read(memref, &strided) || !strided.is_identity)
    return 0;
  for (int64_t d = 0; d < strided.shape.count; d++)
    if (strided.shape.items[d] < 0 ||
        !tl_product_fits(bytes, strided.shape.items[d], &bytes))
      return 0;
  return bytes;
}

static int64_t chosen_alignment(MlirType memref) {
  int64_t bytes = size_of(memref), even = bytes & -bytes;
  if (tl_memory_space_of(memref) != TL_MEMORY_SHARED || even < LEAST_BYTES)
    return LEAST_BYTES;
  return even < MOST_BYTES ? even : MOST_BYTES;
}

int64_t tl_buffer_known_alignment(tl_facts *facts,
                                  const tl_buffer_definition *buffer,
                                  int64_t stated, int64_t known) {
  const void *key[2] = {buffer->operation.ptr,
                        (const void *)(uintptr_t)buffer->argument};
  if (known <= stated || !tl_is_inside(buffer->operation, facts->root))
    return stated;
  void **place = tl_key_table_place(&facts->owned, key, sizeof key);
  if (!*place) {
    owned_buffer *made = tl_key_table_take(&facts->owned, sizeof *made);
    if (!made)
      return stated;
    *made = (owned_buffer){*buffer, known, facts->first_owned};
    *place = facts->first_owned = made;
  }
  return known;
}

bool tl_is_kernel_buffer(MlirValue memory) {
  if (mlirValueIsAOpResult(memory)) {
    MlirOperation owner = mlirOpResultGetOwner(memory);
    return tl_operation_is(owner, "memref.alloc") ||
           tl_operation_is(owner, "memref.alloca");
  }
  MlirOperation owner =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(memory));
  return tl_operation_is(owner, "gpu.launch") ||
         (tl_operation_is(owner, "gpu.func") &&
          mlirBlockArgumentGetArgNumber(memory) >=
              tl_bridge_argument_count(owner));
}

int64_t tl_buffer_alignment(tl_facts *facts, const tl_buffer_definition *buffer,
                            int64_t stated) {
  tl_memory_space space = tl_memory_space_of(buffer->type);
  bool is_own = space == TL_MEMORY_SHARED || space == TL_MEMORY_PRIVATE;
  return is_own ? tl_buffer_known_alignment(facts, buffer, stated,
                                            chosen_alignment(buffer->type))
                : stated;
}

void tl_buffers_align(const tl_facts *facts) {
  for (owned_buffer *own = facts->first_owned; own; own = own->next) {
    const tl_buffer_definition *buffer = &own->definition;
    MlirType type =
        mlirIntegerTypeGet(mlirOperationGetContext(buffer->operation), 64);
    MlirAttribute value = mlirIntegerAttrGet(type, own->alignment);
    if (buffer->argument < 0)
      mlirOperationSetAttributeByName(
          buffer->operation, mlirStringRefCreateFromCString("alignment"),
          value);
    else
      tl_bridge_gpu_set_argument_attribute(
          buffer->operation, buffer->argument,
          mlirStringRefCreateFromCString("llvm.align"), value);
  }
}
