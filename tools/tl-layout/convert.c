/* convert.c - `tl-layout convert`: a layout in another spelling.
 *
 *   any spelling -> tile layout -> the spelling that is asked for */
#include "buffer.h"
#include "command.h"
#include "options.h"
#include "print.h"
#include "report.h"
#include "spelling.h"
#include "tl/json.h"

static tl_code spell(const tl_spelling *from, tl_kind to, tl_value *out,
                     tl_error *error);
static tl_status print_json(const tl_spelling *from, tl_kind to,
                            const tl_value *result, const char *reason);

tl_status tl_run_convert(const tl_arguments *arguments) {
  tl_spelling from;
  tl_value result;
  tl_error error;
  if (!tl_spelling_open(arguments->items[0], arguments, &from))
    return TL_STATUS_FAILED;
  bool good = spell(&from, arguments->to, &result, &error) == TL_OK;
  if (arguments->options & TL_OPTION_JSON)
    return print_json(&from, arguments->to, good ? &result : NULL,
                      good ? NULL : error.message);
  if (!good) {
    tl_report_argument(from.text, &error);
    return TL_STATUS_FAILED;
  }
  tl_print_value(&result);
  tl_print(stdout, "\n");
  return TL_STATUS_OK;
}

static tl_code spell(const tl_spelling *from, tl_kind to, tl_value *out,
                     tl_error *error) {
  const tl_layout *layout = &from->layout;
  *out = (tl_value){.kind = to};
  switch (to) {
  case TL_KIND_REGISTER:
    TL_TRY(tl_spelling_check_scope(from, error));
    return tl_layout_to_register(layout, from->scope, &out->as.reg, error);
  case TL_KIND_CUTE_TV:
    TL_TRY(tl_spelling_check_scope(from, error));
    return tl_layout_to_cute_tv(layout, from->scope, &out->as.tv, error);
  case TL_KIND_SHARED:
    return tl_layout_to_shared(layout, &out->as.shared, error);
  case TL_KIND_CUTE:
    return tl_layout_to_cute(layout, &out->as.composed, error);
  default:
    out->as.layout = *layout;
    return TL_OK;
  }
}

static tl_status print_json(const tl_spelling *from, tl_kind to,
                            const tl_value *result, const char *reason) {
  tl_json json = {.to = tl_print_writer()};
  tl_buffer text = {0};
  if (result)
    tl_value_write(result, tl_buffer_writer(&text));
  tl_json_open(&json, NULL, '{');
  tl_json_text(&json, "from", tl_family_name(from->value.kind));
  tl_json_text(&json, "to", tl_family_name(to));
  tl_json_text(&json, "scope", tl_spelling_scope(from));
  tl_json_text(&json, "result", text.data);
  tl_json_text(&json, "reason", reason);
  tl_json_close(&json, '}');
  tl_buffer_free(&text);
  return result ? TL_STATUS_OK : TL_STATUS_FAILED;
}
