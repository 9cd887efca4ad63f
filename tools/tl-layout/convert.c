/* convert.c - `tl-layout convert`: a layout in another spelling.
 *
 *   any spelling -> tile layout -> the spelling that is asked for */
#include "layout_argument.h"
#include "tl/json.h"

static tl_code spell(const tl_spelling *from, tl_kind to, tl_value *out,
                     tl_error *error) {
  const tl_notation *notation = tl_notation_of(to);
  *out = (tl_value){.kind = to};
  if (notation->role == TL_ROLE_HELD)
    TL_TRY(tl_spelling_check_scope(from, error));
  return notation->from_tile(&from->layout, from->scope, from->lanes, out,
                             error);
}

/* `reason` says why there is no result; null where there is one. */
static void print_json(const tl_spelling *from, const tl_value *result,
                       const char *reason) {
  tl_json json = {.to = tl_print_writer()};
  tl_buffer text = {0};
  if (!reason)
    tl_value_write(result, tl_buffer_writer(&text));
  tl_json_open(&json, NULL, '{');
  tl_json_text(&json, "from", tl_notation_of(from->value.kind)->name);
  tl_json_text(&json, "to", tl_notation_of(result->kind)->name);
  tl_json_text(&json, "scope", tl_spelling_scope(from));
  tl_json_text(&json, "result", text.data);
  tl_json_text(&json, "reason", reason);
  tl_json_close(&json, '}');
  tl_buffer_free(&text);
}

static tl_status run(const tl_arguments *arguments) {
  tl_spelling from;
  tl_value result;
  tl_error error;
  if (!tl_spelling_open(arguments->items[0], arguments, &from))
    return TL_STATUS_FAILED;
  tl_code code = spell(&from, arguments->to, &result, &error);
  if (arguments->json) {
    print_json(&from, &result, code == TL_OK ? NULL : error.message);
    return code == TL_OK ? TL_STATUS_OK : TL_STATUS_FAILED;
  }
  if (code == TL_OK)
    tl_print_value(&result);
  return tl_report_code(code, arguments->items[0], &error);
}

const tl_command TL_COMMAND_CONVERT = {
    .name = "convert",
    .summary = "write a layout in another spelling",
    .operands = {"EXPRESSION", 1, 1},
    .run = run,
    .help = "Prints an expression of that family that is the same map, or says "
            "why there is none and has status 1.",
    .required = "--to",
    .options = {{"--to", NULL},
                {"--scope",
                 "thread, warp, warpgroup or cta: the threads that hold the "
                 "layout.  Without it, the smallest scope with enough of them; "
                 "of a tile layout the one that its axes number"},
                {"--target", NULL},
                {"--json",
                 "print {from, to, scope, result, reason}; result is null "
                 "where there is none, scope where no threads take part"}},
    .examples =
        "'spatial(8, 4).local(1, 2)' --to tile\n"
        "'spatial(8, 4).local(1, 2)' --to cute_tv\n"
        "'S[(8, 64) : (72, 1)]' --to shared\n"
        "'S[(4, 8) : (1@wid_in_wg, 1@laneid)]' --to tile --scope warpgroup\n"
        "'shared_row_major_swizzle([8, 64], nbytes = 2)' --to cute\n",
};
