/* certificate_record.c - see certificate_record.h. */
#include "certificate_record.h"
#include "tl/expression.h"
#include "tl/notation.h"

static void write_part(void *json, const char *text, size_t length) {
  tl_json_string_add(json, text, length);
}

/* A twist has no text of its own: it is said as a linear layout. */
static void write_layout(tl_json *json, const char *key,
                         const tl_layout *layout, tl_scope scope,
                         int64_t lanes) {
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  if (tl_value_untwist(&value, scope, lanes, NULL) != TL_OK) {
    tl_json_null(json, key);
    return;
  }
  tl_json_string_open(json, key);
  tl_value_write(&value, (tl_writer){write_part, json});
  tl_json_string_close(json);
}

static const char *kind_of(const tl_copy_choice *choice) {
  if (!choice->matrix.count)
    return "plain";
  return choice->matrix.is_transposed ? "transposed matrix" : "matrix";
}

/* Where origins known at run time are 0. */
static void write_origin(tl_json *json, const tl_copy_request *request) {
  int64_t origin[TL_MAX_RANK];
  for (int64_t d = 0; d < request->memory.rank; d++)
    origin[d] = request->origin[d].is_dynamic ? 0 : request->origin[d].value;
  tl_json_integers(json, "origin", origin, request->memory.rank);
}

static void write_costs(tl_json *json, const tl_certificate *of) {
  bool has_model = of->rules->target->memory != NULL;
  bool is_shared = has_model && of->rules->is_shared;
  bool is_global = has_model && !of->rules->is_shared;
  const struct {
    const char *key;
    int64_t number;
    bool is_there;
  } facts[] = {{"wavefronts", of->facts->wavefronts, is_shared},
               {"minimum_wavefronts", of->facts->minimum, is_shared},
               {"sectors", of->facts->sectors, is_global},
               {"minimum_sectors", of->facts->least_sectors, is_global}};
  tl_json_line(json, 4);
  tl_json_integer(json, "accesses", of->record->accesses);
  tl_json_integer(json, "minimum_accesses", of->record->least_accesses);
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    if (facts[i].is_there)
      tl_json_integer(json, facts[i].key, facts[i].number);
    else
      tl_json_null(json, facts[i].key);
}

static void write_certificate(tl_json *json, const tl_certificate *of) {
  const tl_copy_request *request = of->request;
  tl_json_line(json, 3);
  tl_json_open(json, NULL, '{');
  write_layout(json, "fragment", &request->fragment, request->scope,
               request->lanes);
  tl_json_line(json, 4);
  write_layout(json, "memory", &request->memory, request->scope,
               request->lanes);
  tl_json_line(json, 4);
  tl_json_text(json, "scope", tl_scope_describe(request->scope)->name);
  tl_json_integer(json, "threads", request->threads.most);
  tl_json_text(json, "space", of->rules->is_shared ? "shared" : "global");
  tl_json_boolean(json, "stores", request->stores != 0);
  tl_json_integer(json, "element_bits", 8 * request->element_bytes);
  write_origin(json, request);
  tl_json_integer(json, "alignment", request->base_alignment);
  tl_json_integer(json, "phase", request->base_phase);
  tl_json_line(json, 4);
  tl_json_text(json, "kind", kind_of(of->choice));
  tl_json_integer(json, "width_bits", of->record->width_bits);
  tl_json_integer(json, "widest_bits", tl_access_most_bits(of->rules));
  tl_json_boolean(json, "may_use_matrices", of->rules->uses_matrices);
  tl_json_integer(json, "weight", of->weight);
  write_costs(json, of);
  tl_json_close(json, '}');
}

void tl_record_certificates(tl_report_format *to, const tl_certificate *of,
                            int64_t count) {
  if (to->is_page)
    return;
  tl_json_line(&to->json, 2);
  tl_json_open(&to->json, "certificates", '[');
  for (int64_t i = 0; i < count; i++)
    write_certificate(&to->json, &of[i]);
  tl_json_close(&to->json, ']');
}
