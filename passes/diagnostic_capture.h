/* diagnostic_capture.h - The first error of this thread, held back.
 *
 * Between start and stop, what this thread reports in the context reaches no
 * other handler; the first error is kept with its first note, the rest is
 * dropped.  What other threads report takes its way. */
#ifndef TL_DIAGNOSTIC_CAPTURE_H
#define TL_DIAGNOSTIC_CAPTURE_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <threads.h>

enum { TL_CAPTURE_CAPACITY = 1024 };

/* A message, cut to the capacity. */
typedef struct tl_captured_text {
  MlirLocation location;
  size_t length;
  char text[TL_CAPTURE_CAPACITY];
} tl_captured_text;

typedef struct tl_capture {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  thrd_t thread;
  bool has_error, has_note;
  tl_captured_text error, note;
} tl_capture;

/* The context refers to *capture until tl_capture_stop. */
void tl_capture_start(tl_capture *capture, MlirContext context);
void tl_capture_stop(tl_capture *capture);

#endif /* TL_DIAGNOSTIC_CAPTURE_H */
