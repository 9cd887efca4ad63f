/* tl_reduce.c - mlir-reduce with the dialect tl: makes a module smaller as long
 * as a program finds in it what it looks for. */
#include "dialect/bridge/bridge.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"
#include "passes/simulator/machine.h"
#include "tl/dialect.h"
#include "tl/passes.h"
#include "tools/standard_streams.h"

static void write_part(MlirStringRef part, void *file) {
  fwrite(part.data, 1, part.length, file);
}

/* MLIR prints errors alone, and that the program finds nothing in the input is
 * a warning. */
static MlirLogicalResult print_warning(MlirDiagnostic diagnostic,
                                       TL_UNUSED void *user) {
  if (mlirDiagnosticGetSeverity(diagnostic) != MlirDiagnosticWarning)
    return mlirLogicalResultFailure();
  tl_write_location(mlirDiagnosticGetLocation(diagnostic), stderr);
  fputs(": warning: ", stderr);
  mlirDiagnosticPrint(diagnostic, write_part, stderr);
  fputc('\n', stderr);
  return mlirLogicalResultSuccess();
}

int main(int argc, char **argv) {
  tl_hold_standard_streams();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirRegisterAllPasses();
  tl_register_dialect(registry);
  tl_register_passes();
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirContextAttachDiagnosticHandler(context, print_warning, NULL, NULL);
  tl_bridge_add_version("TL version " TL_VERSION);
  int status = tl_bridge_reduce_main(argc, argv, context);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return status;
}
