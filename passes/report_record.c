/* report_record.c - see report_record.h. */
#include "report_record.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tl/dialect.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void write_string(const tl_report_format *to, MlirStringRef text) {
  tl_page_write(&to->page, text.data, text.length);
}

static void write_text(const tl_report_format *to, const char *text) {
  tl_page_write(&to->page, text, strlen(text));
}

static void write_markup(const tl_report_format *to, const char *markup) {
  to->page.to.write(to->page.to.stream, markup, strlen(markup));
}

bool tl_report_is_page(const char *path) {
  static const char END[] = ".html";
  size_t length = strlen(path);
  return length > strlen(END) && strcmp(path + length - strlen(END), END) == 0;
}

/*===--- Records ----------------------------------------------------------===*/

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

/* Whether the records link to the line. */
static bool is_named(const char *records, int64_t line) {
  char link[48];
  snprintf(link, sizeof link, "href=\"#L%" PRId64 "\"", line);
  return records && strstr(records, link);
}

/* FILE:LINE:COLUMN, which leads to the line of the source; that leads back to the
 * first. */
static void write_place(const tl_report_format *to, MlirLocation location) {
  tl_place place;
  if (!tl_location_place(location, &place))
    return;
  bool is_linked =
      to->source.length && mlirStringRefEqual(place.file, to->source);
  write_markup(to, "<p>");
  if (is_linked && !is_named(to->records, place.line))
    tl_write(&to->page.to, "<a class=\"place\" id=\"at%" PRId64 "\" ",
             place.line);
  else if (is_linked)
    write_markup(to, "<a class=\"place\" ");
  if (is_linked)
    tl_write(&to->page.to, "href=\"#L%" PRId64 "\">", place.line);
  write_string(to, place.file);
  tl_write(&to->page.to, ":%" PRId64 ":%" PRId64 "%s</p>\n", place.line,
           place.column, is_linked ? "</a>" : "");
}

/* A section has what is before it for a number, as no other has. */
static void open_section(tl_report_format *to, MlirOperation operation) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  MlirStringRef function = function_of(operation);
  tl_write(&to->page.to, "<section id=\"S%zu\">\n<h2><code>",
           to->records ? strlen(to->records) : 0);
  write_string(to, name);
  write_markup(to, "</code>");
  if (function.length) {
    write_markup(to, " in <code>");
    write_string(to, function);
    write_markup(to, "</code>");
  }
  write_markup(to, "</h2>\n");
  write_place(to, mlirOperationGetLocation(operation));
  write_markup(to, "<table>\n");
}

void tl_record_open(tl_report_format *to, MlirOperation operation) {
  tl_json *json = &to->json;
  if (to->is_page) {
    open_section(to, operation);
    return;
  }
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  MlirStringRef function = function_of(operation);
  tl_json_line(json);
  tl_json_open(json, NULL, '{');
  tl_location_print_json(mlirOperationGetLocation(operation), "location", json);
  tl_json_line(json);
  tl_json_string(json, "operation", name.data, name.length);
  tl_json_line(json);
  tl_json_string(json, "function", function.data, function.length);
}

void tl_record_close(tl_report_format *to) {
  if (to->is_page)
    write_markup(to, "</section>\n");
  else
    tl_json_close(&to->json, '}');
}

void tl_record_line(tl_report_format *to) {
  if (!to->is_page)
    tl_json_line(&to->json);
}

/*===--- Fields -----------------------------------------------------------===*/

/* `width_bits` is "width bits". */
static void open_row(const tl_report_format *to, const char *key) {
  write_markup(to, "<tr><th>");
  for (; *key; key++)
    tl_write(&to->page.to, "%c", *key == '_' ? ' ' : *key);
  write_markup(to, "</th><td>");
}

static void close_row(const tl_report_format *to) {
  write_markup(to, "</td></tr>\n");
}

void tl_record_text(tl_report_format *to, const char *key, const char *text) {
  if (!to->is_page) {
    tl_json_text(&to->json, key, text);
  } else if (text) {
    open_row(to, key);
    write_text(to, text);
    close_row(to);
  }
}

void tl_record_integer(tl_report_format *to, const char *key, int64_t number) {
  if (!to->is_page) {
    tl_json_integer(&to->json, key, number);
    return;
  }
  open_row(to, key);
  tl_write(&to->page.to, "%" PRId64, number);
  close_row(to);
}

void tl_record_counted(tl_report_format *to, const char *key, int64_t number,
                       bool is_there) {
  if (is_there)
    tl_record_integer(to, key, number);
  else
    tl_record_text(to, key, NULL);
}

void tl_record_boolean(tl_report_format *to, const char *key, bool is_true) {
  if (to->is_page)
    tl_record_text(to, key, is_true ? "yes" : "no");
  else
    tl_json_boolean(&to->json, key, is_true);
}

void tl_record_integers(tl_report_format *to, const char *key,
                        const int64_t *numbers, int64_t count) {
  if (!to->is_page) {
    tl_json_integers(&to->json, key, numbers, count);
    return;
  }
  open_row(to, key);
  for (int64_t i = 0; i < count; i++)
    tl_write(&to->page.to, "%s%" PRId64, i ? ", " : "", numbers[i]);
  close_row(to);
}

static void write_value_json(void *json, const char *text, size_t length) {
  tl_json_string_add(json, text, length);
}

static void write_value_page(void *page, const char *text, size_t length) {
  tl_page_write(page, text, length);
}

void tl_record_value(tl_report_format *to, const char *key,
                     const tl_value *value) {
  if (!value) {
    tl_record_text(to, key, NULL);
  } else if (to->is_page) {
    open_row(to, key);
    tl_value_write(value, (tl_writer){write_value_page, &to->page});
    close_row(to);
  } else {
    tl_json_string_open(&to->json, key);
    tl_value_write(value, (tl_writer){write_value_json, &to->json});
    tl_json_string_close(&to->json);
  }
}

bool tl_record_open_part(tl_report_format *to, const char *key, bool is_there) {
  return to->is_page ? is_there
                     : tl_json_open_if(&to->json, key, '{', is_there);
}

void tl_record_close_part(tl_report_format *to) {
  if (!to->is_page)
    tl_json_close(&to->json, '}');
}

void tl_record_open_list(tl_report_format *to, const char *key, int64_t count) {
  if (!to->is_page) {
    tl_json_open(&to->json, key, '[');
  } else if (count) {
    open_row(to, key);
    tl_write(&to->page.to, "<details><summary>%" PRId64 "</summary>\n", count);
  }
}

void tl_record_close_list(tl_report_format *to, int64_t count) {
  if (!to->is_page) {
    tl_json_close(&to->json, ']');
  } else if (count) {
    write_markup(to, "</details>");
    close_row(to);
  }
}

void tl_record_open_item(tl_report_format *to) {
  if (to->is_page)
    write_markup(to, "<table>\n");
  else
    tl_json_open(&to->json, NULL, '{');
}

void tl_record_close_item(tl_report_format *to) {
  if (to->is_page)
    write_markup(to, "</table>\n");
  else
    tl_json_close(&to->json, '}');
}

static void write_reason(tl_report_format *to, const char *rule,
                         const tl_reason *reason) {
  tl_json *json = &to->json;
  if (to->is_page) {
    open_row(to, rule);
    write_text(to, reason->text);
    tl_write(&to->page.to, " <span class=\"quiet\">(%" PRId64 " bits)</span>",
             reason->bits);
    close_row(to);
    return;
  }
  tl_json_line(json);
  tl_json_open(json, NULL, '{');
  tl_json_text(json, "rule", rule);
  tl_json_integer(json, "width_bits", reason->bits);
  tl_json_line(json);
  tl_json_text(json, "reason", reason->text);
  tl_json_close(json, '}');
}

void tl_record_reasons(tl_report_format *to, const tl_reason *reasons,
                       int64_t count) {
  if (!to->is_page)
    tl_json_open(&to->json, "reasons", '[');
  for (int64_t i = 0; i < count; i++) {
    char rule[16];
    snprintf(rule, sizeof rule, "R%d", (int)reasons[i].rule);
    write_reason(to, rule, &reasons[i]);
  }
  if (!to->is_page)
    tl_json_close(&to->json, ']');
}

void tl_record_end_fields(tl_report_format *to) {
  if (to->is_page)
    write_markup(to, "</table>\n");
}

void tl_record_say(tl_report_format *to, const char *text) {
  write_markup(to, "<p class=\"quiet\">");
  write_text(to, text);
  write_markup(to, "</p>\n");
}

/*===--- Files ------------------------------------------------------------===*/

/* The overview: a line a record, of what stands in its section. */

static const char SECTION[] = "<section id=\"";

/* What is between two texts of a record, which ends at `end`. */
static MlirStringRef part_of(const char *record, const char *end,
                             const char *before, const char *behind) {
  const char *start = strstr(record, before);
  if (!start || start >= end)
    return mlirStringRefCreateFromCString("");
  start += strlen(before);
  return mlirStringRefCreate(start, (size_t)(strstr(start, behind) - start));
}

static MlirStringRef field_of(const char *record, const char *end,
                              const char *name) {
  tl_text row = {0};
  tl_text_append(&row, "<tr><th>%s</th><td>", name);
  return part_of(record, end, row.data, "</td>");
}

static void write_part(const tl_report_format *to, const char *before,
                       MlirStringRef markup, const char *behind) {
  if (!markup.length)
    return;
  write_markup(to, before);
  to->page.to.write(to->page.to.stream, markup.data, markup.length);
  write_markup(to, behind);
}

/* `64 sectors of at least 32, 16 wavefronts of at least 16`. */
static void write_costs(const tl_report_format *to, const char *record,
                        const char *end) {
  static const char *const COSTS[][3] = {
      {"sectors", " sectors of at least ", "minimum sectors"},
      {"wavefronts", " wavefronts of at least ", "minimum wavefronts"},
      {"shuffles", " shuffles of at least ", "minimum shuffles"}};
  const char *before = "";
  for (size_t i = 0; i < sizeof COSTS / sizeof *COSTS; i++) {
    MlirStringRef cost = field_of(record, end, COSTS[i][0]);
    write_part(to, before, cost, COSTS[i][1]);
    write_part(to, "", field_of(record, end, COSTS[i][2]), "");
    before = cost.length ? ", " : before;
  }
}

static void write_line(const tl_report_format *to, const char *record,
                       const char *end) {
  static const char *const WAYS[] = {"instruction", "way", "layout",
                                     "takes turns"};
  write_markup(to, "<tr><td class=\"number\">");
  write_part(to, "", part_of(record, end, "href=\"#L", "\""), "");
  write_markup(to, "</td><td>");
  write_part(to, "<a href=\"#", part_of(record, end, SECTION, "\""), "\">");
  write_part(to, "", part_of(record, end, "<h2>", "</h2>"), "</a></td><td>");
  for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++)
    write_part(to, i == 3 ? "turns: " : "", field_of(record, end, WAYS[i]), "");
  write_markup(to, "</td><td>");
  write_costs(to, record, end);
  write_markup(to, "</td></tr>\n");
}

static void write_overview(const tl_report_format *to, const char *records) {
  const char *next, *at = strstr(records, SECTION);
  if (!at)
    return;
  write_markup(to,
               "<table>\n<tr><th class=\"number\">line</th><th>operation</th>"
               "<th>by</th><th>costs</th></tr>\n");
  for (; at; at = next) {
    next = strstr(at + 1, SECTION);
    write_line(to, at, next ? next : at + strlen(at));
  }
  write_markup(to, "</table>\n");
}

static void begin_page(const tl_report_format *to, MlirStringRef name) {
  tl_text title = {0};
  tl_text_append(&title, "What moves how%s%.*s", name.length ? ": " : "",
                 (int)name.length, name.data ? name.data : "");
  tl_page_open(&to->page, title.data);
}

void tl_report_begin(const tl_report_format *to, MlirStringRef name,
                     const char *records) {
  if (!to->is_page) {
    write_markup(to, "[");
    return;
  }
  begin_page(to, name);
  write_overview(to, records);
}

static void begin_line(const tl_report_format *to, const char *records,
                       int64_t line) {
  if (is_named(records, line))
    tl_write(&to->page.to,
             "<mark id=\"L%" PRId64 "\"><a href=\"#at%" PRId64 "\">%4" PRId64
             "</a>  ",
             line, line, line);
  else
    tl_write(&to->page.to, "<span class=\"quiet\">%4" PRId64 "</span>  ", line);
}

/* The last character of a line ends it. */
static void write_source(const tl_report_format *to, const char *records,
                         FILE *file) {
  bool starts = true;
  int64_t line = 0;
  write_markup(to, "<h2>Source</h2>\n<pre>");
  for (int byte = getc(file); byte != EOF; byte = getc(file)) {
    char character = (char)byte;
    if (starts)
      begin_line(to, records, ++line);
    starts = character == '\n';
    if (!starts)
      tl_page_write(&to->page, &character, 1);
    else
      write_markup(to, is_named(records, line) ? "</mark>\n" : "\n");
  }
  if (!starts && is_named(records, line))
    write_markup(to, "</mark>");
  write_markup(to, "</pre>\n");
}

void tl_report_end(const tl_report_format *to, const char *records) {
  if (!to->is_page) {
    write_markup(to, "\n]\n");
    return;
  }
  char path[1024] = "";
  if (to->source.length < sizeof path)
    memcpy(path, to->source.data, to->source.length);
  FILE *file = *path ? fopen(path, "r") : NULL;
  if (file) {
    write_source(to, records, file);
    fclose(file);
  }
  tl_page_close(&to->page);
}
