/* diagnostic_printer.c - see diagnostic_printer.h. */
#include "diagnostic_printer.h"
#include "mlir-c/Diagnostics.h"
#include "passes/simulator/faults.h"

static void write_part(MlirStringRef part, void *user) {
  fwrite(part.data, 1, part.length, user);
}

static const char *severity_of(MlirDiagnostic diagnostic) {
  switch (mlirDiagnosticGetSeverity(diagnostic)) {
  case MlirDiagnosticError:
    return "error";
  case MlirDiagnosticWarning:
    return "warning";
  case MlirDiagnosticNote:
    return "note";
  case MlirDiagnosticRemark:
    break;
  }
  return "remark";
}

static void write_diagnostic(MlirDiagnostic diagnostic, const char *severity) {
  tl_write_location(mlirDiagnosticGetLocation(diagnostic), stderr);
  fprintf(stderr, ": %s: ", severity);
  mlirDiagnosticPrint(diagnostic, write_part, stderr);
  fputc('\n', stderr);
}

static MlirLogicalResult handle_diagnostic(MlirDiagnostic diagnostic,
                                           void *user) {
  (void)user;
  fflush(stdout);
  write_diagnostic(diagnostic, severity_of(diagnostic));
  for (intptr_t i = 0; i < mlirDiagnosticGetNumNotes(diagnostic); i++)
    write_diagnostic(mlirDiagnosticGetNote(diagnostic, i), "note");
  return mlirLogicalResultSuccess();
}

void tl_print_diagnostics(MlirContext context) {
  mlirContextAttachDiagnosticHandler(context, handle_diagnostic, NULL, NULL);
}
