/* certificate_record.c - see certificate_record.h. */
#include "certificate_record.h"
#include "tl/expression.h"
#include "tl/notation.h"

/* A twist has no text of its own: it is said as a linear layout. */
static void add_layout(tl_report_format *to, const char *key,
                       const tl_layout *layout, tl_scope scope, int64_t lanes) {
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  bool has_text = tl_value_untwist(&value, scope, lanes, NULL) == TL_OK;
  tl_record_value(to, key, has_text ? &value : NULL);
}

/*===--- Accesses ---------------------------------------------------------===*/

static const char *kind_of(const tl_copy_choice *choice) {
  if (!choice->matrix.count)
    return "plain";
  return choice->matrix.is_transposed ? "transposed matrix" : "matrix";
}

/* Those of a lane in one transposed matrix, from the first on. */
static void add_registers(tl_report_format *to, const tl_certificate *of) {
  enum { ROW_BYTES = 16, LANES = 32, MOST = 8 };
  const tl_copy_matrix *matrix = &of->choice->matrix;
  int64_t slots[MOST], lane_bytes = matrix->rows * ROW_BYTES / LANES;
  int64_t count = lane_bytes / of->request->element_bytes;
  if (!matrix->count || !matrix->is_transposed) {
    tl_record_text(to, "registers", NULL);
    return;
  }
  for (int64_t i = 0; i < count; i++) {
    tl_moves at = {0};
    tl_atoms_move(&matrix->inner, i, &at);
    slots[i] = at.slot;
  }
  tl_record_integers(to, "registers", slots, count);
}

/* Of those known at run time what is added to them, as if they were 0. */
static void add_origin(tl_report_format *to, const tl_copy_request *request) {
  int64_t origin[TL_MAX_RANK];
  for (int64_t d = 0; d < request->memory.rank; d++)
    origin[d] = request->origin[d].is_dynamic ? request->origin[d].constant
                                              : request->origin[d].value;
  tl_record_integers(to, "origin", origin, request->memory.rank);
}

static void add_costs(tl_report_format *to, const tl_certificate *of) {
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
  tl_record_line(to);
  tl_record_integer(to, "accesses", of->record->accesses);
  tl_record_integer(to, "minimum_accesses", of->record->least_accesses);
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    tl_record_counted(to, facts[i].key, facts[i].number, facts[i].is_there);
}

static void add_certificate(tl_report_format *to, const tl_certificate *of) {
  const tl_copy_request *request = of->request;
  tl_scope scope = request->scope;
  tl_record_line(to);
  tl_record_open_item(to);
  add_layout(to, "fragment", &request->fragment, scope, request->lanes);
  tl_record_line(to);
  add_layout(to, "memory", &request->memory, scope, request->lanes);
  tl_record_line(to);
  tl_record_text(to, "scope", tl_scope_describe(scope)->name);
  tl_record_integer(to, "threads", request->threads.most);
  tl_record_text(to, "space", of->rules->is_shared ? "shared" : "global");
  tl_record_boolean(to, "stores", request->stores != 0);
  tl_record_integer(to, "element_bits", 8 * request->element_bytes);
  add_origin(to, request);
  tl_record_integer(to, "alignment", request->base_alignment);
  tl_record_integer(to, "phase", request->base_phase);
  tl_record_line(to);
  tl_record_text(to, "kind", kind_of(of->choice));
  add_registers(to, of);
  tl_record_integer(to, "width_bits", of->record->width_bits);
  tl_record_integer(to, "widest_bits", tl_access_most_bits(of->rules));
  tl_record_boolean(to, "may_use_matrices", of->rules->uses_matrices);
  tl_record_integer(to, "weight", of->weight);
  tl_record_boolean(to, "asynchronous", of->is_direct);
  add_costs(to, of);
  tl_record_close_item(to);
}

void tl_record_certificates(tl_report_format *to, const tl_certificate *of,
                            int64_t count) {
  tl_record_line(to);
  tl_record_open_list(to, "certificates", count);
  for (int64_t i = 0; i < count; i++)
    add_certificate(to, &of[i]);
  tl_record_close_list(to, count);
}

/*===--- Exchanges --------------------------------------------------------===*/

static void add_round(tl_report_format *to,
                      const tl_conversion_request *request,
                      const tl_conversion_round *round) {
  int64_t from[TL_MAX_WAVE], gives[TL_MAX_WAVE * TL_WORD_ELEMENTS];
  int64_t bits = request->element_bits, width = bits < 32 ? 32 / bits : 1;
  for (int64_t lane = 0; lane < request->lanes; lane++)
    from[lane] = round->from[lane];
  for (int64_t i = 0; i < request->lanes * width; i++)
    gives[i] = round->give[i / width][i % width];
  tl_record_line(to);
  tl_record_open_item(to);
  tl_record_integers(to, "from", from, request->lanes);
  tl_record_line(to);
  tl_record_integers(to, "gives", gives, request->lanes * width);
  tl_record_close_item(to);
}

void tl_record_exchange(tl_report_format *to,
                        const tl_conversion_request *request,
                        const tl_conversion_rounds *rounds) {
  tl_record_line(to);
  if (!tl_record_open_part(to, "exchange", rounds != NULL))
    return;
  add_layout(to, "source", &request->source, request->scope, request->lanes);
  tl_record_line(to);
  add_layout(to, "target", &request->target, request->scope, request->lanes);
  tl_record_line(to);
  tl_record_text(to, "scope", tl_scope_describe(request->scope)->name);
  tl_record_integer(to, "element_bits", request->element_bits);
  tl_record_line(to);
  tl_record_open_list(to, "rounds", rounds->round_count);
  for (int64_t i = 0; i < rounds->round_count; i++)
    add_round(to, request, &rounds->rounds[i]);
  tl_record_close_list(to, rounds->round_count);
  tl_record_close_part(to);
}
