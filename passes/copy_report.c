/* copy_report.c - see copy_report.h. */
#include "copy_report.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(void *stream, const char *text, size_t length);
static tl_json *open_object(tl_copy_report *report, MlirOperation operation);
static void add_text(tl_json *json, const char *key, MlirStringRef text);
static MlirStringRef function_of(MlirOperation operation);
static const char *space_of(const tl_access_rules *rules);
static void add_choice(tl_json *json, const tl_access_rules *rules,
                       const tl_copy_record *record);
static void add_facts(tl_json *json, const tl_access_rules *rules,
                      const tl_copy_record *record);
static void add_reasons(tl_json *json, const tl_copy_record *record);

static const char LEFT[] = "tl.report";

/* The objects are in an array that the file begins and ends. */
tl_copy_report tl_copy_report_create(MlirOperation root) {
  tl_copy_report report = {.json.depth = 1, .is_complete = true};
  MlirAttribute left = tl_attribute_of(root, LEFT);
  if (mlirAttributeIsNull(left) || !mlirAttributeIsAString(left))
    return report;
  MlirStringRef text = mlirStringAttrGetValue(left);
  append(&report, text.data, text.length);
  report.json.is_next = text.length > 0;
  return report;
}

void tl_copy_report_free(tl_copy_report *report) { free(report->text); }

void tl_copy_report_leave(const tl_copy_report *report, MlirOperation root) {
  mlirOperationSetDiscardableAttributeByName(
      root, mlirStringRefCreateFromCString(LEFT),
      mlirStringAttrGet(mlirOperationGetContext(root),
                        mlirStringRefCreate(report->text, report->length)));
}

void tl_copy_report_forget(MlirOperation root) {
  mlirOperationRemoveDiscardableAttributeByName(
      root, mlirStringRefCreateFromCString(LEFT));
}

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
  tl_json *json = open_object(report, view->operation);
  tl_json_line(json, 2);
  tl_json_text(json, "direction", direction);
  add_choice(json, rules, record);
  add_facts(json, rules, record);
  add_reasons(json, record);
  tl_json_close(json, '}');
}

void tl_copy_report_add_conversion(tl_copy_report *report,
                                   MlirOperation operation,
                                   const tl_conversion_record *record) {
  static const char *const WAYS[] = {[TL_CONVERT_REGISTERS] = "registers",
                                     [TL_CONVERT_SHUFFLES] = "shuffles",
                                     [TL_CONVERT_MEMORY] = "memory"};
  tl_json *json = open_object(report, operation);
  tl_json_line(json, 2);
  tl_json_text(json, "target", record->target->name);
  tl_json_text(json, "way", WAYS[record->way]);
  tl_json_line(json, 2);
  if (record->way != TL_CONVERT_MEMORY) {
    tl_json_integer(json, "shuffles", record->shuffles);
    tl_json_integer(json, "minimum_shuffles", record->lower_bound);
    tl_json_boolean(json, "is_tight", record->is_tight);
    tl_json_line(json, 2);
    tl_json_integer(json, "selects", record->selects);
    tl_json_integer(json, "permutes", record->permutes);
    tl_json_integer(json, "other_steps", record->others);
  } else {
    tl_json_integer(json, "bytes", record->bytes);
    if (record->wavefronts) {
      tl_json_integer(json, "wavefronts", record->wavefronts);
      tl_json_integer(json, "minimum_wavefronts", record->minimum);
    }
  }
  tl_json_line(json, 2);
  tl_json_text(json, "reason", record->reason[0] ? record->reason : NULL);
  tl_json_close(json, '}');
}

void tl_copy_report_add_choice(tl_copy_report *report, MlirOperation operation,
                               const tl_target *target, const char *layout,
                               const tl_shared_choice *choice) {
  tl_json *json = open_object(report, operation);
  tl_json_line(json, 2);
  tl_json_text(json, "target", target->name);
  tl_json_text(json, "layout", layout);
  tl_json_line(json, 2);
  tl_json_integer(json, "wavefronts", choice->cost.wavefronts);
  tl_json_integer(json, "minimum_wavefronts", choice->bound);
  tl_json_boolean(json, "is_met", choice->is_met != 0);
  tl_json_line(json, 2);
  tl_json_integer(json, "accesses", choice->cost.accesses);
  tl_json_integer(json, "bytes", choice->cost.bytes);
  tl_json_close(json, '}');
}

/*===--- JSON -------------------------------------------------------------===*/

static void append(void *stream, const char *text, size_t length) {
  tl_copy_report *report = stream;
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

static void add_text(tl_json *json, const char *key, MlirStringRef text) {
  tl_json_string(json, key, text.data, text.length);
}

/* The symbol of the innermost operation around that has one. */
static MlirStringRef function_of(MlirOperation operation) {
  MlirOperation around = mlirOperationGetParentOperation(operation);
  if (mlirOperationIsNull(around))
    return mlirStringRefCreateFromCString("");
  MlirAttribute symbol = tl_attribute_of(around, "sym_name");
  if (!mlirAttributeIsNull(symbol) && mlirAttributeIsAString(symbol))
    return mlirStringAttrGetValue(symbol);
  return function_of(around);
}

/* What all objects begin with. */
static tl_json *open_object(tl_copy_report *report, MlirOperation operation) {
  tl_json *json = &report->json;
  json->to = (tl_writer){append, report};
  tl_json_line(json, 1);
  tl_json_open(json, NULL, '{');
  tl_location_print_json(mlirOperationGetLocation(operation), "location",
                         json);
  tl_json_line(json, 2);
  add_text(json, "operation",
           mlirIdentifierStr(mlirOperationGetName(operation)));
  tl_json_line(json, 2);
  add_text(json, "function", function_of(operation));
  return json;
}

static const char *space_of(const tl_access_rules *rules) {
  return rules->is_shared ? "shared" : "global";
}

static void add_choice(tl_json *json, const tl_access_rules *rules,
                       const tl_copy_record *record) {
  tl_json_line(json, 2);
  tl_json_text(json, "target", rules->target->name);
  tl_json_line(json, 2);
  tl_json_text(json, "instruction", record->instruction);
  tl_json_line(json, 2);
  tl_json_integer(json, "width", record->width);
  tl_json_integer(json, "width_bits", record->width_bits);
  tl_json_boolean(json, "is_mixed", record->is_mixed);
  tl_json_integer(json, "accesses", record->accesses);
}

static void add_facts(tl_json *json, const tl_access_rules *rules,
                      const tl_copy_record *record) {
  tl_json_line(json, 2);
  if (!rules->target->memory) {
    tl_json_null(json, "facts");
    return;
  }
  tl_json_open(json, "facts", '{');
  if (rules->is_shared) {
    tl_json_integer(json, "wavefronts", record->wavefronts);
    tl_json_integer(json, "minimum_wavefronts", record->minimum);
    tl_json_integer(json, "conflict_degree", record->degree);
  } else {
    tl_json_integer(json, "sectors", record->sectors);
    tl_json_integer(json, "efficiency_percent", record->efficiency);
  }
  tl_json_close(json, '}');
}

static void add_reasons(tl_json *json, const tl_copy_record *record) {
  tl_json_line(json, 2);
  tl_json_open(json, "reasons", '[');
  for (int64_t i = 0; i < record->reason_count; i++) {
    const tl_reason *reason = &record->reasons[i];
    char rule[16];
    snprintf(rule, sizeof rule, "R%d", (int)reason->rule);
    tl_json_line(json, 3);
    tl_json_open(json, NULL, '{');
    tl_json_text(json, "rule", rule);
    tl_json_integer(json, "width_bits", reason->bits);
    tl_json_line(json, 4);
    tl_json_text(json, "reason", reason->text);
    tl_json_close(json, '}');
  }
  tl_json_close(json, ']');
}

/*===--- Writing ----------------------------------------------------------===*/

static bool write_array(const tl_copy_report *report, FILE *file) {
  return fputs("[", file) >= 0 &&
         fwrite(report->text, 1, report->length, file) == report->length &&
         fputs("\n]\n", file) >= 0;
}

static bool write_file(const tl_copy_report *report, const char *path) {
  FILE *file = fopen(path, "w");
  bool is_written = file && write_array(report, file);
  return file && fclose(file) == 0 && is_written;
}

bool tl_copy_report_write(const tl_copy_report *report, MlirOperation root,
                          const char *path) {
  if (!mlirOperationIsNull(mlirOperationGetParentOperation(root)))
    return tl_emit_error(
        root,
        "report \"%s\" needs the pass to run on the outermost operation; "
        "nested, every run would write the file anew",
        path);
  if (!report->is_complete)
    return tl_emit_error(root, "out of memory for report \"%s\"", path);
  return write_file(report, path) ||
         tl_emit_error(root, "cannot write report \"%s\": %s", path,
                       strerror(errno));
}

void tl_copy_report_remark(const tl_copy_view *view,
                           const tl_copy_record *record) {
  tl_emit_remark(view->operation, NULL,
                 "moves %" PRId64 " access%s of %s%" PRId64 " bits: %s",
                 record->accesses, record->accesses == 1 ? "" : "es",
                 record->is_mixed ? "at most " : "", record->width_bits,
                 record->instruction);
  for (int64_t i = 0; i < record->reason_count; i++) {
    tl_text text = {0};
    tl_copy_reason_text(record, i, &text);
    tl_emit_remark(view->operation, NULL, "%s", text.data);
  }
}
