/* diagnostics.c - Located messages in MLIR's form; see tl/dialect.h. */
#include "dialect/bridge/bridge.h"
#include "tl/dialect.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE_CAPACITY = 640 };

void tl_location_print(MlirLocation location, MlirStringCallback print,
                       void *user) {
  char place[64];
  if (!mlirLocationIsAFileLineColRange(location)) {
    mlirLocationPrint(location, print, user);
    return;
  }
  print(mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location)),
        user);
  snprintf(place, sizeof place, ":%d:%d",
           mlirLocationFileLineColRangeGetStartLine(location),
           mlirLocationFileLineColRangeGetStartColumn(location));
  print(mlirStringRefCreateFromCString(place), user);
}

static MlirLocation first_of_fused(MlirLocation location) {
  size_t count = (size_t)mlirLocationFusedGetNumLocations(location);
  MlirLocation first = location;
  MlirLocation *all = calloc(count, sizeof *all);
  if (all) {
    mlirLocationFusedGetLocations(location, all);
    first = all[0];
  }
  free(all);
  return first;
}

/* The first place in a file that a location is made of, or what has none. */
static MlirLocation first_place(MlirLocation location) {
  if (mlirLocationIsAFused(location)) {
    MlirLocation first = first_of_fused(location);
    return mlirLocationEqual(first, location) ? location : first_place(first);
  }
  if (mlirLocationIsAName(location))
    return first_place(mlirLocationNameGetChildLoc(location));
  if (mlirLocationIsACallSite(location))
    return first_place(mlirLocationCallSiteGetCallee(location));
  return location;
}

bool tl_location_place(MlirLocation location, tl_place *out) {
  MlirLocation place = first_place(location);
  if (!mlirLocationIsAFileLineColRange(place))
    return false;
  *out = (tl_place){
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(place)),
      mlirLocationFileLineColRangeGetStartLine(place),
      mlirLocationFileLineColRangeGetStartColumn(place)};
  return true;
}

void tl_append_piece(MlirStringRef piece, void *text) {
  tl_text_append(text, "%.*s", (int)piece.length, piece.data);
}

tl_text tl_operation_text(MlirOperation operation) {
  tl_text out = {0};
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  tl_text_append(&out, "'%.*s' at ", (int)name.length, name.data);
  tl_location_print(mlirOperationGetLocation(operation), tl_append_piece, &out);
  return out;
}

void tl_location_print_json(MlirLocation location, const char *key,
                            tl_json *json) {
  tl_place place = {.line = 0};
  bool is_there = tl_location_place(location, &place);
  if (!tl_json_open_if(json, key, '{', is_there))
    return;
  tl_json_string(json, "file", place.file.data, place.file.length);
  tl_json_integer(json, "line", place.line);
  tl_json_integer(json, "column", place.column);
  tl_json_close(json, '}');
}

/* With a note, or NULL, where `noted` stands. */
static void emit(MlirOperation operation, tl_severity severity,
                 MlirOperation noted, const char *note, const char *format,
                 va_list arguments) {
  enum { MOST_OF_NAME = 128 };
  char line[LINE_CAPACITY];
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  int length = name.length < MOST_OF_NAME ? (int)name.length : MOST_OF_NAME;
  length = snprintf(line, sizeof line, "'%.*s' op ", length, name.data);
  vsnprintf(line + length, sizeof line - (size_t)length, format, arguments);
  tl_bridge_emit(mlirOperationGetLocation(operation), severity, line,
                 mlirOperationGetLocation(noted), note);
}

bool tl_emit_error(MlirOperation operation, const char *format, ...) {
  va_list arguments;
  if (mlirOperationIsNull(operation))
    return false;
  va_start(arguments, format);
  emit(operation, TL_SEVERITY_ERROR, operation, NULL, format, arguments);
  va_end(arguments);
  return false;
}

void tl_emit_warning(MlirOperation operation, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  emit(operation, TL_SEVERITY_WARNING, operation, NULL, format, arguments);
  va_end(arguments);
}

void tl_emit_remark(MlirOperation operation, const char *note,
                    const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  emit(operation, TL_SEVERITY_REMARK, operation, note, format, arguments);
  va_end(arguments);
}

void tl_emit_remark_at(MlirOperation operation, MlirOperation noted,
                       const char *note, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  emit(operation, TL_SEVERITY_REMARK, noted, note, format, arguments);
  va_end(arguments);
}
