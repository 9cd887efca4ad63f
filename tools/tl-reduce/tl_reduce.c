/* tl_reduce.c - mlir-reduce with the dialect tl: makes a module smaller as long
 * as a program finds in it what it looks for. */
#include "dialect/bridge/bridge.h"
#include "mlir-c/RegisterEverything.h"
#include "tl/dialect.h"
#include "tl/passes.h"

int main(int argc, char **argv) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirRegisterAllPasses();
  tl_register_dialect(registry);
  tl_register_passes();
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  tl_bridge_add_version("TL version " TL_VERSION);
  int status = tl_bridge_reduce_main(argc, argv, context);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return status;
}
