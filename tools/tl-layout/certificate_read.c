/* certificate_read.c - A certificate of a report, see certificate.h. */
#include "certificate.h"
#include "tl/expression.h"
#include <inttypes.h>
#include <string.h>

enum { TEXT_CAPACITY = 8192, NAME_CAPACITY = 32 };

typedef struct claim_reader {
  const tl_json_value *of;
  const tl_target *target;
  tl_json_value *at; /* what is wrong */
  tl_error *error;
} claim_reader;

tl_code tl_claim_member(const tl_json_value *of, const char *name,
                        tl_json_value *out, tl_json_value *at,
                        tl_error *error) {
  *at = *of;
  if (!tl_json_member(of, name, out))
    return tl_fail(error, TL_INVALID, "there is no member '%s'", name);
  *at = *out;
  return TL_OK;
}

tl_code tl_claim_integer(const tl_json_value *of, const char *name,
                         int64_t *out, tl_json_value *at, tl_error *error) {
  tl_json_value value;
  TL_TRY(tl_claim_member(of, name, &value, at, error));
  if (!tl_json_read_integer(&value, out) || *out < 0)
    return tl_fail(error, TL_INVALID, "'%s' has to be an integer from 0 on",
                   name);
  return TL_OK;
}

/* Between two numbers. */
static tl_code read_integer(const claim_reader *own, const char *name,
                            int64_t least, int64_t most, int64_t *out) {
  TL_TRY(tl_claim_integer(own->of, name, out, own->at, own->error));
  if (*out < least || *out > most)
    return tl_fail(own->error, TL_INVALID,
                   "'%s' is %" PRId64 "; it has to be %" PRId64 " to %" PRId64,
                   name, *out, least, most);
  return TL_OK;
}

static tl_code read_boolean(const claim_reader *own, const char *name,
                            bool *out) {
  tl_json_value value;
  TL_TRY(tl_claim_member(own->of, name, &value, own->at, own->error));
  return tl_json_read_boolean(&value, out)
             ? TL_OK
             : tl_fail(own->error, TL_INVALID, "'%s' has to be true or false",
                       name);
}

/* The number of a word among `count`. */
static tl_code read_word(const claim_reader *own, const char *name,
                         const char *const *words, int64_t count,
                         int64_t *out) {
  char text[NAME_CAPACITY];
  tl_json_value value;
  tl_text known = {0};
  TL_TRY(tl_claim_member(own->of, name, &value, own->at, own->error));
  bool is_text = tl_json_read_text(&value, text, sizeof text);
  for (*out = 0; *out < count; ++*out) {
    if (is_text && strcmp(text, words[*out]) == 0)
      return TL_OK;
    tl_text_append(&known, "%s'%s'", *out ? " or " : "", words[*out]);
  }
  return tl_fail(own->error, TL_INVALID, "'%s' has to be %s", name, known.data);
}

tl_code tl_claim_layout(const tl_json_value *of, const char *name,
                        tl_scope scope, int64_t lanes, tl_layout *out,
                        tl_json_value *at, tl_error *error) {
  char text[TEXT_CAPACITY];
  tl_json_value value;
  tl_value layout;
  tl_error wrong;
  TL_TRY(tl_claim_member(of, name, &value, at, error));
  if (tl_json_is_null(&value))
    return tl_fail(error, TL_UNSUPPORTED, "'%s' has no text", name);
  if (!tl_json_read_text(&value, text, sizeof text))
    return tl_fail(error, TL_INVALID,
                   "'%s' has to be the text of a layout, of less than %d bytes",
                   name, TEXT_CAPACITY);
  if (tl_expression_evaluate(text, strlen(text), TL_KIND_NONE, lanes, &layout,
                             &wrong) == TL_OK &&
      tl_value_to_twisted(&layout, scope, lanes, out, &wrong) == TL_OK)
    return TL_OK;
  return tl_fail(error, TL_INVALID, "'%s': %.200s", name, wrong.message);
}

static tl_code read_layout(const claim_reader *own, const char *name,
                           tl_scope scope, tl_layout *out) {
  return tl_claim_layout(own->of, name, scope, own->target->lanes, out, own->at,
                         own->error);
}

static tl_code read_origin(const claim_reader *own, tl_access_claim *out) {
  tl_json_value list, item = {NULL, 0};
  int64_t rank = 0;
  TL_TRY(tl_claim_member(own->of, "origin", &list, own->at, own->error));
  while (tl_json_next(&list, &item) && rank < TL_MAX_RANK &&
         tl_json_read_integer(&item, &out->origin[rank]))
    rank++;
  if (rank == out->memory.rank && !tl_json_next(&list, &item))
    return TL_OK;
  return tl_fail(own->error, TL_INVALID,
                 "'origin' has to be %" PRId64 " integers, one a dimension",
                 out->memory.rank);
}

/* Null where nothing is counted on the target, or of another space. */
static tl_code read_costs(const claim_reader *own, bool is_shared,
                          tl_access_costs *out) {
  bool is_global = own->target->memory && !is_shared;
  is_shared &= own->target->memory != NULL;
  const struct {
    const char *name;
    int64_t *number;
    bool is_there;
  } fields[] = {{"accesses", &out->accesses, true},
                {"minimum_accesses", &out->least_accesses, true},
                {"wavefronts", &out->wavefronts, is_shared},
                {"minimum_wavefronts", &out->least_wavefronts, is_shared},
                {"sectors", &out->sectors, is_global},
                {"minimum_sectors", &out->least_sectors, is_global}};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (fields[i].is_there)
      TL_TRY(read_integer(own, fields[i].name, 0, INT32_MAX, fields[i].number));
  return TL_OK;
}

static tl_code check_shapes(const claim_reader *own,
                            const tl_access_claim *claim) {
  *own->at = *own->of;
  if (claim->fragment.rank != claim->memory.rank)
    return tl_fail(own->error, TL_INVALID,
                   "the fragment has %" PRId64
                   " dimensions, the memory %" PRId64,
                   claim->fragment.rank, claim->memory.rank);
  if (claim->element_bytes & (claim->element_bytes - 1) ||
      claim->width_bytes & (claim->width_bytes - 1) ||
      claim->width_bytes < claim->element_bytes)
    return tl_fail(own->error, TL_INVALID,
                   "an access of %" PRId64 " bytes of elements of %" PRId64
                   "; both have to be powers of two, the first not less",
                   claim->width_bytes, claim->element_bytes);
  return TL_OK;
}

tl_code tl_access_claim_read(const tl_json_value *of, const tl_target *target,
                             tl_access_claim *out, tl_json_value *at,
                             tl_error *error) {
  static const char *const SPACES[] = {"global", "shared"};
  static const char *const KINDS[] = {"plain", "matrix", "transposed matrix"};
  const claim_reader own = {of, target, at, error};
  const char *scopes[TL_SCOPE_COUNT];
  int64_t scope, space, kind, bits, width, widest;
  *out = (tl_access_claim){.target = target};
  for (int i = 0; i < TL_SCOPE_COUNT; i++)
    scopes[i] = tl_scope_describe((tl_scope)i)->name;
  TL_TRY(read_word(&own, "scope", scopes, TL_SCOPE_COUNT, &scope));
  out->scope = (tl_scope)scope;
  TL_TRY(read_layout(&own, "fragment", out->scope, &out->fragment));
  TL_TRY(read_layout(&own, "memory", out->scope, &out->memory));
  TL_TRY(read_integer(&own, "threads", 0, INT32_MAX, &out->threads));
  TL_TRY(read_word(&own, "space", SPACES, 2, &space));
  out->is_shared = space == 1;
  TL_TRY(read_boolean(&own, "stores", &out->stores));
  TL_TRY(read_integer(&own, "element_bits", 8, 128, &bits));
  out->element_bytes = bits / 8;
  TL_TRY(read_origin(&own, out));
  TL_TRY(read_integer(&own, "alignment", 1, INT64_MAX, &out->alignment));
  TL_TRY(read_integer(&own, "phase", 0, INT32_MAX, &out->phase));
  TL_TRY(read_word(&own, "kind", KINDS, 3, &kind));
  out->by = (tl_moved_by)kind;
  TL_TRY(read_integer(&own, "width_bits", 8, 256, &width));
  out->width_bytes = width / 8;
  TL_TRY(read_integer(&own, "widest_bits", 8, 256, &widest));
  out->widest_bytes = widest / 8;
  TL_TRY(read_boolean(&own, "may_use_matrices", &out->may_use_matrices));
  TL_TRY(read_integer(&own, "weight", 1, INT64_C(1) << 40, &out->weight));
  TL_TRY(read_costs(&own, out->is_shared, &out->costs));
  return check_shapes(&own, out);
}
