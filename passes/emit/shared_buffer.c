/* shared_buffer.c - see shared_buffer.h.
 *
 *   gpu.func @k() workgroup(%S : memref<64xf32, 3>)
 *   memref.global @T : memref<64xf32, 3>
 * become
 *   gpu.func @k() workgroup(%S : memref<64xf32, 3> {llvm.align = 16 : i64})
 *   memref.global @T : memref<64xf32, 3> {alignment = 16 : i64} */
#include "shared_buffer.h"
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

enum { ALIGNMENT = 16 };

static const char OF_BUFFER[] = "llvm.align", OF_GLOBAL[] = "alignment";

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static MlirAttribute attribute_of(MlirOperation operation, const char *name) {
  return mlirOperationGetAttributeByName(operation, text(name));
}

static MlirAttribute alignment(MlirOperation operation) {
  MlirContext context = mlirOperationGetContext(operation);
  return mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), ALIGNMENT);
}

static void align_buffers(MlirOperation function) {
  MlirAttribute number = attribute_of(function, "workgroup_attributions");
  MlirAttribute of_all = attribute_of(function, "workgroup_attrib_attrs");
  int64_t count =
      mlirAttributeIsNull(number) ? 0 : mlirIntegerAttrGetValueInt(number);
  for (intptr_t i = 0; i < count; i++)
    if (mlirAttributeIsNull(of_all) ||
        mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
            mlirArrayAttrGetElement(of_all, i), text(OF_BUFFER))))
      tl_bridge_gpu_set_workgroup_attribute(function, i, text(OF_BUFFER),
                                            alignment(function));
}

static void align_global(MlirOperation global) {
  MlirType type = mlirTypeAttrGetValue(attribute_of(global, "type"));
  if (tl_memory_space_of(type) == TL_MEMORY_SHARED &&
      mlirAttributeIsNull(attribute_of(global, OF_GLOBAL)))
    mlirOperationSetAttributeByName(global, text(OF_GLOBAL), alignment(global));
}

/* Functions have neither in them. */
static MlirWalkResult align(MlirOperation operation, void *user) {
  (void)user;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  bool is_kernel = mlirStringRefEqual(name, text("gpu.func"));
  if (is_kernel)
    align_buffers(operation);
  else if (mlirStringRefEqual(name, text("memref.global")))
    align_global(operation);
  bool is_function = mlirStringRefEqual(name, text("func.func"));
  return is_kernel || is_function ? MlirWalkResultSkip : MlirWalkResultAdvance;
}

void tl_shared_buffers_align(MlirOperation root) {
  mlirOperationWalk(root, align, NULL, MlirWalkPreOrder);
}
