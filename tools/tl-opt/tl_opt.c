/* tl_opt.c - mlir-opt with the dialect tl and its passes built in.
 *
 * Has everything that mlir-opt has, so that --lower-layout-copies and
 * --gpu-lower-to-nvvm-pipeline can be given in one call. */
#include "dialect/bridge/bridge.h"
#include "mlir-c/RegisterEverything.h"
#include "tl/dialect.h"
#include "tl/passes.h"
#include "tools/standard_streams.h"

int main(int argc, char **argv) {
  tl_hold_standard_streams();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirRegisterAllPasses();
  tl_bridge_register_gpu_translations(registry);
  tl_register_dialect(registry);
  tl_register_passes();
  tl_bridge_add_version("TL version " TL_VERSION);
  int status = tl_bridge_opt_main(argc, argv, "TL optimizer driver", registry);
  mlirDialectRegistryDestroy(registry);
  return status;
}
