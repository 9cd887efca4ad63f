/* tl_reduce.c - mlir-reduce with the dialect tl: makes a module smaller as long
 * as a program finds in it what it looks for. */
#include "dialect/bridge/bridge.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"
#include "passes/simulator/machine.h"
#include "tl/dialect.h"
#include "tl/passes.h"
#include "tools/standard_streams.h"
#include "llvm-c/ErrorHandling.h"
#include <stdlib.h>
#include <string.h>

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

/* Where the reducer would abort by itself and ask for a report of a bug. */
static void end_with(const char *reason) {
  bool is_flaky = strstr(reason, "module is not interesting") != NULL;
  fprintf(stderr, "tl-reduce: %s\n",
          is_flaky ? "the test gave two answers for one module; its status has "
                     "to depend on the module alone"
                   : reason);
  tl_bridge_remove_unfinished();
  exit(1);
}

int main(int argc, char **argv) {
  tl_hold_standard_streams();
  LLVMInstallFatalErrorHandler(end_with);
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
