/* copy_report.c - see copy_report.h. */
#include "copy_report.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "whole_file.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(void *stream, const char *text, size_t length);
static const char *space_of(const tl_access_rules *rules);
static void add_choice(tl_report_format *to, const tl_access_rules *rules,
                       const tl_copy_record *record);
static void add_facts(tl_report_format *to, const char *key,
                      const tl_access_rules *rules, const tl_copy_facts *facts);
static void add_certificates(tl_report_format *to, const tl_access_side *sides,
                             int64_t count, const tl_copy_choice *choice,
                             const tl_copy_record *record);
static void add_accounts(tl_report_format *to, const tl_access_rules *rules,
                         const tl_shared_account *accounts, int64_t count);
static void draw_copy(tl_copy_report *report, const tl_access_side *sides,
                      int64_t count, const tl_copy_choice *choice);
static void draw_conversion(tl_copy_report *report,
                            const tl_conversion_view *view,
                            const tl_conversion_record *record);

static void draw_layout(tl_copy_report *report, const tl_layout *layout,
                        int64_t element_bits);

enum { SIDES = 2 }; /* of an asynchronous copy, of a conversion */

static const char LEFT[] = "tl.report";

/* Empty where it cannot be read. */
static MlirStringRef find_source(MlirOperation root) {
  char path[1024] = "";
  tl_place place;
  if (!tl_location_place(mlirOperationGetLocation(root), &place) ||
      place.file.length >= sizeof path)
    return mlirStringRefCreateFromCString("");
  memcpy(path, place.file.data, place.file.length);
  FILE *file = fopen(path, "r");
  if (!file)
    return mlirStringRefCreateFromCString("");
  fclose(file);
  return place.file;
}

/* The objects are in an array that the file begins and ends. */
void tl_copy_report_open(tl_copy_report *report, MlirOperation root,
                         const char *path) {
  tl_writer to = {append, report};
  *report = (tl_copy_report){.format = {.is_page = tl_report_is_page(path),
                                        .source = find_source(root),
                                        .json = {.to = to, .depth = 1},
                                        .page = {.to = to}},
                             .is_complete = true};
  MlirAttribute left = tl_attribute_of(root, LEFT);
  if (mlirAttributeIsNull(left) || !mlirAttributeIsAString(left))
    return;
  MlirStringRef text = mlirStringAttrGetValue(left);
  append(report, text.data, text.length);
  report->format.json.is_next = text.length > 0;
}

void tl_copy_report_free(tl_copy_report *report) { free(report->text); }

static void leave(const tl_copy_report *report, MlirOperation root) {
  mlirOperationSetDiscardableAttributeByName(
      root, mlirStringRefCreateFromCString(LEFT),
      mlirStringAttrGet(mlirOperationGetContext(root),
                        mlirStringRefCreate(report->text, report->length)));
}

bool tl_copy_report_hand_on(tl_copy_report *report, MlirOperation root,
                            const char *path, bool has_records) {
  bool has_path = path[0] && has_records;
  bool is_fine = !has_path || tl_copy_report_write(report, root, path);
  if (has_path && is_fine)
    leave(report, root);
  tl_copy_report_free(report);
  return is_fine;
}

void tl_copy_report_forget(MlirOperation root) {
  mlirOperationRemoveDiscardableAttributeByName(
      root, mlirStringRefCreateFromCString(LEFT));
}

void tl_copy_report_add(tl_copy_report *report, const tl_copy_view *view,
                        const tl_access_side *sides, int64_t count,
                        const tl_copy_choice *choice,
                        const tl_copy_record *record) {
  const tl_access_rules *rules = sides[0].rules;
  char direction[64];
  tl_report_format *to = &report->format;
  bool is_async = mlirTypeIsAMemRef(view->fragment.type) &&
                  tl_memory_space_of(view->fragment.type) == TL_MEMORY_SHARED;
  snprintf(direction, sizeof direction,
           view->stores ? "registers to %s memory"
           : is_async   ? "%s memory to shared memory"
                        : "%s memory to registers",
           space_of(rules));
  to->records = report->text;
  tl_record_open(to, view->operation);
  tl_record_line(to);
  tl_record_text(to, "direction", direction);
  add_choice(to, rules, record);
  add_facts(to, "facts", rules, &record->facts[0]);
  if (count > 1)
    add_facts(to, "target_facts", sides[1].rules, &record->facts[1]);
  tl_record_line(to);
  tl_record_reasons(to, record->reasons, record->reason_count);
  add_certificates(to, sides, count, choice, record);
  tl_record_end_fields(to);
  if (to->is_page && rules->target->memory)
    draw_copy(report, sides, count, choice);
  tl_record_close(to);
}

static void add_shuffles(tl_report_format *to,
                         const tl_conversion_record *record) {
  tl_record_integer(to, "shuffles", record->shuffles);
  tl_record_integer(to, "minimum_shuffles", record->lower_bound);
  tl_record_boolean(to, "is_tight", record->is_tight);
  tl_record_line(to);
  tl_record_integer(to, "selects", record->selects);
  tl_record_integer(to, "permutes", record->permutes);
  tl_record_integer(to, "other_steps", record->others);
}

static void add_memory(tl_report_format *to,
                       const tl_conversion_record *record) {
  tl_record_integer(to, "bytes", record->bytes);
  if (!record->wavefronts || !record->target->memory)
    return;
  tl_record_integer(to, "wavefronts", record->wavefronts);
  tl_record_integer(to, "minimum_wavefronts", record->minimum);
  tl_record_boolean(to, "is_met", record->wavefronts <= record->minimum);
}

void tl_copy_report_add_conversion(tl_copy_report *report,
                                   const tl_conversion_view *view,
                                   const tl_conversion_record *record) {
  static const char *const WAYS[] = {[TL_CONVERT_REGISTERS] = "registers",
                                     [TL_CONVERT_SHUFFLES] = "shuffles",
                                     [TL_CONVERT_MEMORY] = "memory"};
  tl_report_format *to = &report->format;
  to->records = report->text;
  tl_record_open(to, view->operation);
  tl_record_line(to);
  tl_record_text(to, "target", record->target->name);
  tl_record_text(to, "way", WAYS[record->way]);
  tl_record_line(to);
  (record->way == TL_CONVERT_MEMORY ? add_memory : add_shuffles)(to, record);
  tl_record_line(to);
  tl_record_text(to, "reason", record->reason[0] ? record->reason : NULL);
  tl_record_exchange(to, record->request, record->rounds);
  add_accounts(to, record->rules, record->accounts,
               record->accounts ? SIDES : 0);
  tl_record_end_fields(to);
  if (to->is_page)
    draw_conversion(report, view, record);
  tl_record_close(to);
}

static void add_waves(tl_report_format *to, bool has_model,
                      const tl_shared_choice *choice) {
  tl_record_counted(to, "wavefronts", choice->cost.wavefronts, has_model);
  tl_record_counted(to, "minimum_wavefronts", choice->bound, has_model);
  tl_record_counted(to, "minimum_by_bytes", choice->least, has_model);
  if (choice->least_by_xor && has_model)
    tl_record_integer(to, "minimum_by_xor", choice->least_by_xor);
  if (has_model)
    tl_record_boolean(to, "is_met", choice->is_met != 0);
  else
    tl_record_text(to, "is_met", NULL);
}

void tl_copy_report_add_choice(tl_copy_report *report, MlirOperation operation,
                               const char *layout,
                               const tl_shared_request *request,
                               const tl_shared_choice *choice,
                               const tl_shared_account *accounts) {
  int64_t bits = 8 * request->accessors->copy.element_bytes;
  tl_report_format *to = &report->format;
  to->records = report->text;
  tl_record_open(to, operation);
  tl_record_line(to);
  tl_record_text(to, "target", request->rules.target->name);
  tl_record_text(to, "layout", layout);
  tl_record_line(to);
  add_waves(to, request->rules.target->memory != NULL, choice);
  tl_record_line(to);
  tl_record_integer(to, "accesses", choice->cost.accesses);
  tl_record_integer(to, "bytes", choice->cost.bytes);
  add_accounts(to, &request->rules, accounts, request->accessor_count);
  tl_record_end_fields(to);
  if (to->is_page)
    draw_layout(report, &choice->layout, bits);
  tl_record_close(to);
}

void tl_copy_report_add_fragment(tl_copy_report *report,
                                 MlirOperation operation,
                                 const tl_target *target, const char *fragment,
                                 const tl_fragment_choice *choice) {
  tl_report_format *to = &report->format;
  to->records = report->text;
  tl_record_open(to, operation);
  tl_record_line(to);
  tl_record_text(to, "target", target->name);
  tl_record_text(to, "fragment", fragment);
  tl_record_line(to);
  tl_record_integer(to, "quarter_cycles", choice->cost);
  tl_record_integer(to, "candidates", choice->candidates);
  tl_record_end_fields(to);
  tl_record_close(to);
}

void tl_copy_report_add_stagger(tl_copy_report *report, MlirOperation operation,
                                const tl_target *target,
                                const tl_copy_stagger *stagger) {
  tl_report_format *to = &report->format;
  to->records = report->text;
  tl_record_open(to, operation);
  tl_record_line(to);
  tl_record_text(to, "target", target->name);
  tl_record_boolean(to, "takes_turns", stagger->is_staggered != 0);
  tl_record_line(to);
  tl_record_integer(to, "wavefronts", stagger->wavefronts);
  tl_record_integer(to, "minimum_wavefronts", stagger->minimum);
  tl_record_integer(to, "given_wavefronts", stagger->before);
  tl_record_line(to);
  tl_record_text(to, "reason", stagger->reason[0] ? stagger->reason : NULL);
  tl_record_end_fields(to);
  tl_record_close(to);
}

/*===--- Fields -----------------------------------------------------------===*/

static void append(void *stream, const char *text, size_t length) {
  tl_copy_report *report = stream;
  if (length >= report->capacity - report->length) {
    size_t capacity = 2 * (report->capacity + length + 1);
    char *larger = realloc(report->text, capacity);
    report->is_complete &= larger != NULL;
    if (!larger)
      return;
    report->text = larger;
    report->capacity = capacity;
  }
  memcpy(report->text + report->length, text, length);
  report->length += length;
  report->text[report->length] = 0;
}

static const char *space_of(const tl_access_rules *rules) {
  return rules->is_shared ? "shared" : "global";
}

static void add_choice(tl_report_format *to, const tl_access_rules *rules,
                       const tl_copy_record *record) {
  tl_record_line(to);
  tl_record_text(to, "target", rules->target->name);
  tl_record_line(to);
  tl_record_text(to, "instruction", record->instruction);
  tl_record_line(to);
  tl_record_integer(to, "width", record->width);
  tl_record_integer(to, "width_bits", record->width_bits);
  tl_record_boolean(to, "is_mixed", record->is_mixed);
  tl_record_integer(to, "accesses", record->accesses);
  tl_record_integer(to, "minimum_accesses", record->least_accesses);
}

static void add_facts(tl_report_format *to, const char *key,
                      const tl_access_rules *rules,
                      const tl_copy_facts *facts) {
  tl_record_line(to);
  if (!tl_record_open_part(to, key, rules->target->memory != NULL))
    return;
  if (rules->is_shared) {
    tl_record_integer(to, "wavefronts", facts->wavefronts);
    tl_record_integer(to, "minimum_wavefronts", facts->minimum);
    tl_record_integer(to, "conflict_degree", facts->degree);
  } else {
    tl_record_integer(to, "sectors", facts->sectors);
    tl_record_integer(to, "minimum_sectors", facts->least_sectors);
    tl_record_integer(to, "efficiency_percent", facts->efficiency);
  }
  tl_record_boolean(to, "is_met",
                    rules->is_shared ? facts->wavefronts == facts->minimum
                                     : facts->sectors == facts->least_sectors);
  tl_record_close_part(to);
}

/* An asynchronous copy has one for each side. */
static void add_certificates(tl_report_format *to, const tl_access_side *sides,
                             int64_t count, const tl_copy_choice *choice,
                             const tl_copy_record *record) {
  tl_certificate certificates[SIDES];
  for (int64_t i = 0; i < count; i++)
    certificates[i] = (tl_certificate){
        sides[i].request, sides[i].rules, choice, record, &record->facts[i], 1,
        count == SIDES};
  tl_record_certificates(to, certificates, count);
}

static void add_accounts(tl_report_format *to, const tl_access_rules *rules,
                         const tl_shared_account *accounts, int64_t count) {
  tl_certificate certificates[TL_SHARED_MOST_ACCESSORS];
  for (int64_t i = 0; i < count; i++)
    certificates[i] = (tl_certificate){&accounts[i].copy,
                                       rules,
                                       &accounts[i].choice,
                                       &accounts[i].record,
                                       &accounts[i].record.facts[0],
                                       accounts[i].weight,
                                       accounts[i].is_direct};
  tl_record_certificates(to, certificates, count);
}

/*===--- Pictures --------------------------------------------------------===*/

typedef tl_code (*draw_access)(const tl_access_side *side,
                               const tl_copy_choice *choice,
                               const tl_picture *picture, tl_error *error);

/* The text has its length for a number, which no other picture has. */
static tl_picture open_picture(tl_copy_report *report, const char *title) {
  report->format.page.pictures = (int64_t)report->length;
  return tl_page_open_picture(&report->format.page, title);
}

static void close_picture(tl_copy_report *report, tl_code code,
                          const tl_error *error) {
  if (code != TL_OK)
    tl_record_say(&report->format, error->message);
  tl_page_close_picture(&report->format.page);
}

static void draw_accesses(tl_copy_report *report, const tl_access_side *side,
                          const tl_copy_choice *choice, const char *title,
                          draw_access draw) {
  tl_error error;
  tl_picture picture = open_picture(report, title);
  tl_code code = draw(side, choice, &picture, &error);
  close_picture(report, code, &error);
}

/* A copy between two memories reads from one and writes to the other. */
static void draw_copy(tl_copy_report *report, const tl_access_side *sides,
                      int64_t count, const tl_copy_choice *choice) {
  static const char *const TITLES[] = {"Which lanes read which bytes",
                                       "Which lanes write which bytes"};
  for (int64_t i = 0; i < count; i++) {
    draw_accesses(report, &sides[i], choice,
                  count > 1 ? TITLES[i] : "Which lanes move which bytes",
                  tl_picture_accesses);
    if (sides[i].rules->is_shared)
      draw_accesses(report, &sides[i], choice, "What they want of each bank",
                    tl_picture_banks);
  }
}

/* A fragment as a layout whose threads have numbers. */
static tl_code open_fragment(MlirAttribute layout, tl_scope scope,
                             int64_t lanes, tl_value *value, tl_grid *grid,
                             tl_error *error) {
  tl_value written;
  tl_places places;
  if (!tl_layout_attribute_read(layout, &written))
    return tl_fail(error, TL_INVALID, "the layout is none of this dialect");
  TL_TRY(tl_value_spell(&written, TL_KIND_CUTE_TV, scope, lanes, value, error));
  TL_TRY(tl_places_open(value, &places, error));
  return tl_grid_open(&places, grid, error);
}

static tl_code draw_fragments(const tl_conversion_view *view, int64_t lanes,
                              const tl_picture *picture, tl_error *error) {
  tl_value values[2];
  tl_grid grids[2];
  TL_TRY(open_fragment(view->source.layout, view->scope, lanes, &values[0],
                       &grids[0], error));
  TL_TRY(open_fragment(view->target.layout, view->scope, lanes, &values[1],
                       &grids[1], error));
  return tl_picture_conversion(&grids[0], &grids[1], lanes, NULL, picture,
                               error);
}

static void draw_conversion(tl_copy_report *report,
                            const tl_conversion_view *view,
                            const tl_conversion_record *record) {
  tl_error error;
  tl_picture picture = open_picture(report, "What goes from thread to thread");
  tl_code code = draw_fragments(view, record->target->lanes, &picture, &error);
  close_picture(report, code, &error);
}

static void draw_layout(tl_copy_report *report, const tl_layout *layout,
                        int64_t element_bits) {
  tl_error error;
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  tl_picture picture = open_picture(report, "The bank of each element");
  tl_code code = tl_picture_value(&value, element_bits, &picture, &error);
  close_picture(report, code, &error);
}

/*===--- Writing ----------------------------------------------------------===*/

static void write_to_file(void *stream, const char *text, size_t length) {
  fwrite(text, 1, length, stream);
}

/* In front of the records and behind them the format says what a file has. */
static void write_parts(const tl_copy_report *report, MlirOperation root,
                        FILE *file) {
  tl_place place = {.file = {NULL, 0}};
  tl_report_format format = report->format;
  format.page.to = (tl_writer){write_to_file, file};
  if (!tl_location_place(mlirOperationGetLocation(root), &place))
    place.file = mlirStringRefCreateFromCString("");
  const char *records = report->text ? report->text : "";
  tl_report_begin(&format, place.file, records);
  fwrite(records, 1, report->length, file);
  tl_report_end(&format, records);
}

static bool write_file(const tl_copy_report *report, MlirOperation root,
                       const char *path) {
  tl_whole_file file = tl_whole_file_open(path);
  if (file.stream)
    write_parts(report, root, file.stream);
  return tl_whole_file_close(&file);
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
  return write_file(report, root, path) ||
         tl_emit_error(root, "cannot write report \"%s\": %s", path,
                       strerror(errno));
}

void tl_copy_report_remark(const tl_copy_view *view,
                           const tl_access_side *sides, int64_t count,
                           const tl_copy_record *record) {
  tl_text bounds = {0};
  tl_copy_bounds_text(record, sides, count, &bounds);
  tl_emit_remark(view->operation, NULL,
                 "moves %" PRId64 " access%s of %s%" PRId64 " bits: %s; %s",
                 record->accesses, record->accesses == 1 ? "" : "es",
                 record->is_mixed ? "at most " : "", record->width_bits,
                 record->instruction, bounds.data);
  for (int64_t i = 0; i < record->reason_count; i++) {
    tl_text text = {0};
    tl_copy_reason_text(record, i, &text);
    tl_emit_remark(view->operation, NULL, "%s", text.data);
  }
}
