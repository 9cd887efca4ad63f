/* diagnostic_capture.c - see diagnostic_capture.h.
 *
 * MLIR's handlers belong to the context, and passes run in many threads of it;
 * the handler runs in the thread that reports. */
#include "diagnostic_capture.h"
#include <string.h>

static void append(MlirStringRef part, void *user) {
  tl_captured_text *out = user;
  size_t room = sizeof out->text - 1 - out->length;
  size_t length = part.length < room ? part.length : room;
  memcpy(out->text + out->length, part.data, length);
  out->length += length;
}

static void read_text(MlirDiagnostic diagnostic, tl_captured_text *out) {
  *out = (tl_captured_text){.location = mlirDiagnosticGetLocation(diagnostic)};
  mlirDiagnosticPrint(diagnostic, append, out);
}

static MlirLogicalResult handle(MlirDiagnostic diagnostic, void *user) {
  tl_capture *capture = user;
  if (!thrd_equal(thrd_current(), capture->thread))
    return mlirLogicalResultFailure();
  bool is_error = mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError;
  if (!is_error || capture->has_error)
    return mlirLogicalResultSuccess();
  capture->has_error = true;
  read_text(diagnostic, &capture->error);
  capture->note.location = capture->error.location;
  capture->has_note = mlirDiagnosticGetNumNotes(diagnostic) > 0;
  if (capture->has_note)
    read_text(mlirDiagnosticGetNote(diagnostic, 0), &capture->note);
  return mlirLogicalResultSuccess();
}

void tl_capture_start(tl_capture *capture, MlirContext context) {
  *capture = (tl_capture){.context = context, .thread = thrd_current()};
  capture->handler =
      mlirContextAttachDiagnosticHandler(context, handle, capture, NULL);
}

void tl_capture_stop(tl_capture *capture) {
  mlirContextDetachDiagnosticHandler(capture->context, capture->handler);
}
