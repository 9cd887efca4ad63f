/* held_errors.c - see held_errors.h. */
#include "held_errors.h"
#include "dialect/bridge/bridge.h"
#include <stdio.h>
#include <string.h>

/* MLIR's handlers belong to the context, and passes run in many threads of it;
 * the handler runs in the thread that reports. */
static void append(MlirStringRef part, void *user) {
  tl_held_text *out = user;
  size_t room = sizeof out->text - 1 - out->length;
  size_t length = part.length < room ? part.length : room;
  memcpy(out->text + out->length, part.data, length);
  out->length += length;
}

static void read_text(MlirDiagnostic diagnostic, tl_held_text *out) {
  *out = (tl_held_text){.location = mlirDiagnosticGetLocation(diagnostic)};
  mlirDiagnosticPrint(diagnostic, append, out);
}

static MlirLogicalResult handle(MlirDiagnostic diagnostic, void *user) {
  tl_held_errors *held = user;
  if (!thrd_equal(thrd_current(), held->thread))
    return mlirLogicalResultFailure();
  bool is_error = mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError;
  if (!is_error || held->has_error)
    return mlirLogicalResultSuccess();
  held->has_error = true;
  read_text(diagnostic, &held->error);
  held->note.location = held->error.location;
  held->has_note = mlirDiagnosticGetNumNotes(diagnostic) > 0;
  if (held->has_note)
    read_text(mlirDiagnosticGetNote(diagnostic, 0), &held->note);
  return mlirLogicalResultSuccess();
}

void tl_held_errors_start(tl_held_errors *held, MlirContext context) {
  *held = (tl_held_errors){.context = context, .thread = thrd_current()};
  held->handler =
      mlirContextAttachDiagnosticHandler(context, handle, held, NULL);
}

void tl_held_errors_stop(tl_held_errors *held) {
  mlirContextDetachDiagnosticHandler(held->context, held->handler);
}

void tl_held_errors_emit(const tl_held_errors *held, const char *prefix) {
  char line[TL_HELD_CAPACITY + 32];
  snprintf(line, sizeof line, "%s%s", prefix, held->error.text);
  tl_bridge_emit(held->error.location, TL_SEVERITY_ERROR, line,
                 held->note.location,
                 held->has_note ? held->note.text : NULL);
}
