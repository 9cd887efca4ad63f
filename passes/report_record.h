/* report_record.h - A record of a report, field by field: an object of JSON, or a
 * section of a page, whose rows are the same fields under the same names.
 *
 * A page has the source behind the records, where it can be read; they link to
 * their lines, and the lines to them. */
#ifndef TL_REPORT_RECORD_H
#define TL_REPORT_RECORD_H

#include "mlir-c/IR.h"
#include "tl/copy_reasons.h"
#include "tl/expression.h"
#include "tl/json.h"
#include "tl/picture.h"

typedef struct tl_report_format {
  bool is_page;
  MlirStringRef source; /* a file that can be read; empty: none */
  const char *records;  /* all that stand before; null: none */
  tl_json json;
  tl_page page;
} tl_report_format;

/* Pages are what files that end in .html have. */
bool tl_report_is_page(const char *path);

/* What every record begins with: where the operation is, its name and that of the
 * function. */
void tl_record_open(tl_report_format *to, MlirOperation operation);
void tl_record_close(tl_report_format *to);

/* The next field starts a line of JSON. */
void tl_record_line(tl_report_format *to);

/* A null text or value, and a number or part that is not there, are null in JSON and
 * not in a page. */
void tl_record_text(tl_report_format *to, const char *key, const char *text);
void tl_record_integer(tl_report_format *to, const char *key, int64_t number);
void tl_record_counted(tl_report_format *to, const char *key, int64_t number,
                       bool is_there);
void tl_record_boolean(tl_report_format *to, const char *key, bool is_true);
void tl_record_integers(tl_report_format *to, const char *key,
                        const int64_t *numbers, int64_t count);
void tl_record_value(tl_report_format *to, const char *key,
                     const tl_value *value);
bool tl_record_open_part(tl_report_format *to, const char *key, bool is_there);
void tl_record_close_part(tl_report_format *to);
void tl_record_reasons(tl_report_format *to, const tl_reason *reasons,
                       int64_t count);

/* Items with fields; in a page a table for each, hidden until one looks, and none
 * of an empty list. */
void tl_record_open_list(tl_report_format *to, const char *key, int64_t count);
void tl_record_close_list(tl_report_format *to, int64_t count);
void tl_record_open_item(tl_report_format *to);
void tl_record_close_item(tl_report_format *to);

/* Ends the fields; what follows up to the close is pictures, of a page alone.
 * A picture that cannot be drawn is a line that says why. */
void tl_record_end_fields(tl_report_format *to);
void tl_record_say(tl_report_format *to, const char *text);

/* The file: what is in front of the records, and behind them; of a page also a
 * line for each of them, and the lines of the source that they name. */
void tl_report_begin(const tl_report_format *to, MlirStringRef name,
                     const char *records);
void tl_report_end(const tl_report_format *to, const char *records);

#endif /* TL_REPORT_RECORD_H */
