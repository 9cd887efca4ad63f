/* diagnostic_printer.h - Diagnostics on standard error. */
#ifndef TL_SIM_DIAGNOSTIC_PRINTER_H
#define TL_SIM_DIAGNOSTIC_PRINTER_H

#include "mlir-c/IR.h"

/* Writes diagnostics of the context to standard error, as FILE:LINE:COLUMN:
 * error: TEXT. */
void tl_print_diagnostics(MlirContext context);

#endif /* TL_SIM_DIAGNOSTIC_PRINTER_H */
