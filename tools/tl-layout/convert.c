/* convert.c - `tl-layout convert`: a layout in another spelling.
 *
 *   any spelling -> tile layout -> the spelling that is asked for */
#include "layout_argument.h"
#include "tl/json.h"
#include <inttypes.h>
#include <string.h>

/* Writes the layout as the family says it. */
static tl_code spell(const tl_spelling *from, const tl_arguments *arguments,
                     tl_buffer *out, tl_error *error) {
  const tl_family *to = &arguments->to;
  const tl_notation *notation = tl_notation_of(to->kind);
  const tl_writer text = tl_buffer_writer(out);
  tl_value value;
  tl_foreign_value attribute = {0};
  if ((to->foreign ? to->foreign->role : notation->role) == TL_ROLE_HELD)
    TL_TRY(tl_spelling_check_scope(from, error));
  if (to->foreign) {
    TL_TRY(tl_foreign_from_tile(to->foreign, &from->layout, from->scope,
                                from->lanes, arguments->bits, &attribute,
                                error));
    tl_foreign_write(&attribute, &text);
    return TL_OK;
  }
  TL_TRY(tl_notation_say(notation, &from->value, &from->layout, from->scope,
                         from->lanes, &value, error));
  tl_value_write(&value, text);
  return TL_OK;
}

static const char *name_of(const tl_family *family) {
  return family->foreign ? family->foreign->name
                         : tl_notation_of(family->kind)->name;
}

/* `reason` says why there is no result; null where there is one. */
static void print_json(const tl_spelling *from, const tl_family *to,
                       const char *result, const char *reason) {
  tl_json json = {.to = tl_print_writer()};
  tl_json_open(&json, NULL, '{');
  tl_json_text(&json, "from", tl_notation_of(from->value.kind)->name);
  tl_json_text(&json, "to", name_of(to));
  tl_json_text(&json, "scope", tl_spelling_scope(from));
  tl_json_text(&json, "result", result);
  tl_json_text(&json, "reason", reason);
  tl_json_close(&json, '}');
}

static void write_text(const char *before, const char *text, const char *after,
                       const tl_writer *out) {
  tl_write(out, "%s", before);
  out->write(out->stream, text, strlen(text));
  tl_write(out, "%s", after);
}

/* An attribute in the type that says its shape. */
static void write_type(const char *attribute, const tl_list *shape,
                       const tl_writer *out) {
  tl_write(out, "tensor<");
  for (int64_t i = 0; i < shape->count; i++)
    tl_write(out, "%" PRId64 "x", shape->items[i]);
  write_text("i8, ", attribute, ">", out);
}

static bool has_fields_of(const tl_family *family, const char *text) {
  return family->foreign ? *text == '<' || *text == '{'
                         : family->kind != TL_KIND_NONE && *text != '#';
}

/* The attribute of the family, where the text is its fields; else the text. */
static void write_attribute(const tl_family *family, const char *text,
                            const tl_writer *out) {
  bool is_alone =
      has_fields_of(family, text) && (!family->foreign || *text == '{');
  if (has_fields_of(family, text))
    tl_write(out, "#%s%s", family->foreign ? "" : "tl.", name_of(family));
  write_text(is_alone ? "<" : "", text, is_alone ? ">" : "", out);
}

static bool is_of_family(const tl_family *family, const char *text) {
  bool is_any = family->kind == TL_KIND_NONE && !family->foreign;
  return is_any || has_fields_of(family, text) || strstr(text, name_of(family));
}

/* What is read: an expression, or what is said to be of a family.  False where
 * it is none, or has no need of a shape. */
static bool write_source(const tl_arguments *arguments, const tl_writer *out) {
  static const char OWN[] = "#tl.";
  const tl_family *family = &arguments->from;
  const char *text = arguments->items[0];
  bool has_shape = arguments->shape.count > 0;
  if (!is_of_family(family, text)) {
    tl_report(NULL, "--from: expected #%s%s<...>", family->foreign ? "" : "tl.",
              name_of(family));
    return false;
  }
  tl_buffer attribute = {0};
  tl_writer to = tl_buffer_writer(&attribute);
  write_attribute(family, text, &to);
  bool is_bare =
      *attribute.data == '#' && strncmp(attribute.data, OWN, strlen(OWN)) != 0;
  if (has_shape && !is_bare)
    tl_report(NULL, "--shape: expected a bare attribute of another compiler, "
                    "which leaves it out, such as #ttg.blocked<...>");
  else if (has_shape)
    write_type(attribute.data, &arguments->shape, out);
  else
    write_text("", attribute.data, "", out);
  tl_buffer_free(&attribute);
  return is_bare || !has_shape;
}

static tl_status convert(const char *text, const tl_arguments *arguments) {
  tl_spelling from;
  tl_buffer result = {0};
  tl_error error;
  if (!tl_spelling_open(text, arguments, &from))
    return TL_STATUS_FAILED;
  tl_code code = spell(&from, arguments, &result, &error);
  if (arguments->json)
    print_json(&from, &arguments->to, result.data,
               code == TL_OK ? NULL : error.message);
  else if (code == TL_OK)
    puts(result.data);
  else
    tl_report_code(code, text, &error);
  tl_buffer_free(&result);
  return code == TL_OK ? TL_STATUS_OK : TL_STATUS_FAILED;
}

static tl_status run(const tl_arguments *arguments) {
  tl_buffer source = {0};
  tl_writer text = tl_buffer_writer(&source);
  tl_status status = write_source(arguments, &text)
                         ? convert(source.data, arguments)
                         : TL_STATUS_FAILED;
  tl_buffer_free(&source);
  return status;
}

const tl_command TL_COMMAND_CONVERT = {
    .name = "convert",
    .summary = "write a layout in another spelling",
    .operands = {"EXPRESSION", 1, 1},
    .run = run,
    .help = "Prints an expression of that family that is the same map, or says "
            "why there is none and has status 1.  Families with a dot in their "
            "names are attributes of other compilers; the layout may be "
            "written as one, too, in the type that says its shape.",
    .required = "--to",
    .options =
        {{"--to", NULL},
         {"--from",
          "what the layout is written as: its fields are enough, or a "
          "bare attribute of another compiler"},
         {"--shape", "of the tensor, where such an attribute leaves it out"},
         {"--scope",
          "thread, warp, warpgroup or cta: the threads that hold the "
          "layout.  Without it, the smallest scope with enough of them; "
          "of a tile layout the one that its axes number"},
         {"--type", "of the elements, for ttg.nvmma_shared, which says their "
                    "bits; 16 bits"},
         {"--target", NULL},
         {"--json", "print {from, to, scope, result, reason}; result is null "
                    "where there is none, scope where no threads take part"}},
    .examples =
        "'spatial(8, 4).local(1, 2)' --to tile\n"
        "'spatial(8, 4).local(1, 2)' --to cute_tv\n"
        "'S[(8, 64) : (72, 1)]' --to shared\n"
        "'S[(4, 8) : (1@wid_in_wg, 1@laneid)]' --to tile --scope warpgroup\n"
        "'shared_row_major_swizzle([8, 64], nbytes = 2)' --to cute\n"
        "'local(2, 1).spatial(8, 4).local(1, 2)' --to ttg.blocked\n"
        "'{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [2, "
        "2], order = [1, 0]}' --from ttg.blocked --shape 64x128 --to "
        "register\n"
        "'tensor<16x8xf32, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = "
        "0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>>' --to register\n",
};
