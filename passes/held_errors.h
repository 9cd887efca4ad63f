/* held_errors.h - Errors that are looked at before anybody sees them. */
#ifndef TL_HELD_ERRORS_H
#define TL_HELD_ERRORS_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stddef.h>
#include <threads.h>

enum { TL_HELD_CAPACITY = 1024 };

/* A message, cut to the capacity. */
typedef struct tl_held_text {
  MlirLocation location;
  size_t length;
  char text[TL_HELD_CAPACITY];
} tl_held_text;

/* The first error of this thread, held back: between start and stop, what this
 * thread reports in the context reaches no other handler; the first error is
 * kept with its first note, the rest is dropped.  What other threads report takes
 * its way. */
typedef struct tl_held_errors {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  thrd_t thread;
  bool has_error, has_note;
  tl_held_text error, note;
} tl_held_errors;

/* The context refers to *held until it is stopped. */
void tl_held_errors_start(tl_held_errors *held, MlirContext context);
void tl_held_errors_stop(tl_held_errors *held);

/* Lets it go, with `prefix` before it. */
void tl_held_errors_emit(const tl_held_errors *held, const char *prefix);

#endif /* TL_HELD_ERRORS_H */
