/* copy_report.c - see copy_report.h. */
#include "copy_report.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(tl_copy_report *report, const char *text, size_t length);
static void append_format(tl_copy_report *report, const char *format, ...)
    TL_PRINTF(2, 3);
static void append_string(tl_copy_report *report, const char *name,
                          MlirStringRef text);
static void append_location(tl_copy_report *report, MlirLocation location);
static MlirStringRef function_of(MlirOperation operation);
static const char *space_of(const tl_access_rules *rules);
static void append_facts(tl_copy_report *report, const tl_access_rules *rules,
                         const tl_copy_record *record);
static void append_reasons(tl_copy_report *report,
                           const tl_copy_record *record);

tl_copy_report tl_copy_report_create(void) {
  return (tl_copy_report){.is_complete = true};
}

void tl_copy_report_free(tl_copy_report *report) { free(report->text); }

void tl_copy_report_add(tl_copy_report *report, const tl_copy_view *view,
                        const tl_access_rules *rules,
                        const tl_copy_record *record) {
  char direction[64];
  bool is_async = mlirTypeIsAMemRef(view->fragment.type) &&
                  tl_memory_space_of(view->fragment.type) == TL_MEMORY_SHARED;
  snprintf(direction, sizeof direction,
           view->stores ? "registers to %s memory"
           : is_async   ? "%s memory to shared memory"
                        : "%s memory to registers",
           space_of(rules));
  append_format(report, report->length ? ",\n {" : " {");
  append_location(report, mlirOperationGetLocation(view->operation));
  append_string(report, ",\n  \"operation\": ",
                mlirIdentifierStr(mlirOperationGetName(view->operation)));
  append_string(report, ",\n  \"function\": ", function_of(view->operation));
  append_string(report, ",\n  \"direction\": ",
                mlirStringRefCreateFromCString(direction));
  append_string(report, ",\n  \"target\": ",
                mlirStringRefCreateFromCString(rules->target->name));
  append_string(report, ",\n  \"instruction\": ",
                mlirStringRefCreateFromCString(record->instruction));
  append_format(report,
                ",\n  \"width\": %" PRId64 ", \"width_bits\": %" PRId64
                ", \"has_tails\": %s, \"accesses\": %" PRId64 ",\n  ",
                record->width, record->width_bits,
                record->has_tails ? "true" : "false", record->accesses);
  append_facts(report, rules, record);
  append_reasons(report, record);
  append_format(report, "}");
}

/*===--- JSON -------------------------------------------------------------===*/

static void append(tl_copy_report *report, const char *text, size_t length) {
  if (length > report->capacity - report->length) {
    size_t capacity = 2 * (report->capacity + length);
    char *larger = realloc(report->text, capacity);
    report->is_complete &= larger != NULL;
    if (!larger)
      return;
    report->text = larger;
    report->capacity = capacity;
  }
  memcpy(report->text + report->length, text, length);
  report->length += length;
}

static void append_format(tl_copy_report *report, const char *format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  append(report, text, (size_t)length);
}

/* `name` and a JSON string; names in MLIR are UTF-8. */
static void append_string(tl_copy_report *report, const char *name,
                          MlirStringRef text) {
  append_format(report, "%s\"", name);
  for (size_t i = 0; i < text.length; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (c == '"' || c == '\\')
      append_format(report, "\\%c", c);
    else if (c < 0x20)
      append_format(report, "\\u%04x", c);
    else
      append(report, &text.data[i], 1);
  }
  append_format(report, "\"");
}

/* The text of a location that is no place in a file. */
typedef struct location_text {
  size_t length;
  char text[512];
} location_text;

static void take_text(MlirStringRef part, void *user) {
  location_text *out = user;
  size_t room = sizeof out->text - out->length;
  size_t length = part.length < room ? part.length : room;
  memcpy(out->text + out->length, part.data, length);
  out->length += length;
}

static void append_location(tl_copy_report *report, MlirLocation location) {
  location_text text = {0};
  char place[64];
  if (mlirLocationIsAFileLineColRange(location)) {
    take_text(
        mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location)),
        &text);
    snprintf(place, sizeof place, ":%d:%d",
             mlirLocationFileLineColRangeGetStartLine(location),
             mlirLocationFileLineColRangeGetStartColumn(location));
    take_text(mlirStringRefCreateFromCString(place), &text);
  } else {
    mlirLocationPrint(location, take_text, &text);
  }
  append_string(report,
                "\"location\": ", mlirStringRefCreate(text.text, text.length));
}

/* The symbol of the innermost operation around that has one. */
static MlirStringRef function_of(MlirOperation operation) {
  MlirStringRef name = mlirStringRefCreateFromCString("sym_name");
  for (MlirOperation around = mlirOperationGetParentOperation(operation);
       !mlirOperationIsNull(around);
       around = mlirOperationGetParentOperation(around)) {
    MlirAttribute symbol = mlirOperationGetAttributeByName(around, name);
    if (!mlirAttributeIsNull(symbol) && mlirAttributeIsAString(symbol))
      return mlirStringAttrGetValue(symbol);
  }
  return mlirStringRefCreateFromCString("");
}

static const char *space_of(const tl_access_rules *rules) {
  return rules->is_shared ? "shared" : "global";
}

static void append_facts(tl_copy_report *report, const tl_access_rules *rules,
                         const tl_copy_record *record) {
  if (rules->is_shared)
    append_format(report,
                  "\"facts\": {\"wavefronts\": %" PRId64
                  ", \"minimum_wavefronts\": %" PRId64
                  ", \"conflict_degree\": %" PRId64 "}",
                  record->wavefronts, record->minimum, record->degree);
  else
    append_format(report,
                  "\"facts\": {\"sectors\": %" PRId64
                  ", \"efficiency_percent\": %" PRId64 "}",
                  record->sectors, record->efficiency);
}

static void append_reasons(tl_copy_report *report,
                           const tl_copy_record *record) {
  append_format(report, ",\n  \"reasons\": [");
  for (int64_t i = 0; i < record->reason_count; i++) {
    const tl_reason *reason = &record->reasons[i];
    append_format(report,
                  "%s\n   {\"rule\": \"R%d\", \"width_bits\": %" PRId64 ",",
                  i ? "," : "", (int)reason->rule, reason->bits);
    append_string(report, "\n    \"reason\": ",
                  mlirStringRefCreateFromCString(reason->text));
    append_format(report, "}");
  }
  append_format(report, "]");
}

/*===--- Writing ----------------------------------------------------------===*/

static bool write_file(const tl_copy_report *report, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file)
    return false;
  bool written =
      fputs("[\n", file) >= 0 &&
      fwrite(report->text, 1, report->length, file) == report->length &&
      fputs("\n]\n", file) >= 0;
  return fclose(file) == 0 && written;
}

bool tl_copy_report_write(const tl_copy_report *report, MlirOperation root,
                          const char *path) {
  if (!mlirOperationIsNull(mlirOperationGetParentOperation(root))) {
    tl_emit_error(root,
                  "report \"%s\" needs the pass to run on the outermost "
                  "operation; nested, every run would write the file anew",
                  path);
    return false;
  }
  if (!report->is_complete) {
    tl_emit_error(root, "out of memory for report \"%s\"", path);
    return false;
  }
  if (write_file(report, path))
    return true;
  tl_emit_error(root, "cannot write report \"%s\": %s", path, strerror(errno));
  return false;
}

void tl_copy_report_remark(const tl_copy_view *view,
                           const tl_copy_record *record) {
  tl_emit_remark(view->operation, NULL,
                 "moves %" PRId64 " access%s of %s%" PRId64 " bits: %s",
                 record->accesses, record->accesses == 1 ? "" : "es",
                 record->has_tails ? "at most " : "", record->width_bits,
                 record->instruction);
  for (int64_t i = 0; i < record->reason_count; i++) {
    const tl_reason *reason = &record->reasons[i];
    if (reason->rule == TL_REASON_MASK || reason->rule == TL_REASON_MATRIX)
      tl_emit_remark(view->operation, NULL, "R%d: %s", (int)reason->rule,
                     reason->text);
    else
      tl_emit_remark(view->operation, NULL, "R%d: not %" PRId64 " bits: %s",
                     (int)reason->rule, reason->bits, reason->text);
  }
}
