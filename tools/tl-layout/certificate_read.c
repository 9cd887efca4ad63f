/* certificate_read.c - A certificate of a report, see certificate.h. */
#include "certificate.h"
#include "output.h"
#include "tl/expression.h"
#include <inttypes.h>
#include <stdlib.h>
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

static tl_code read_power(const claim_reader *own, const char *name,
                          int64_t least, int64_t most, int64_t *out) {
  TL_TRY(read_integer(own, name, least, most, out));
  return *out & (*out - 1)
             ? tl_fail(own->error, TL_INVALID,
                       "'%s' is %" PRId64 "; it has to be a power of two", name,
                       *out)
             : TL_OK;
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

/* At most `most` integers, and nothing else. */
static bool read_list(const tl_json_value *list, int64_t *out, int64_t most,
                      int64_t *count) {
  tl_json_value item = {NULL, 0};
  *count = 0;
  while (tl_json_next(list, &item))
    if (*count == most || !tl_json_read_integer(&item, &out[(*count)++]))
      return false;
  return true;
}

static tl_code read_origin(const claim_reader *own, tl_access_claim *out) {
  tl_json_value list;
  int64_t rank;
  TL_TRY(tl_claim_member(own->of, "origin", &list, own->at, own->error));
  if (read_list(&list, out->origin, TL_MAX_RANK, &rank) &&
      rank == out->memory.rank)
    return TL_OK;
  return tl_fail(own->error, TL_INVALID,
                 "'origin' has to be %" PRId64 " integers, one a dimension",
                 out->memory.rank);
}

static tl_code read_registers(const claim_reader *own, tl_access_claim *out) {
  bool is_transposed = out->by == TL_MOVED_TRANSPOSED;
  tl_json_value list;
  TL_TRY(tl_claim_member(own->of, "registers", &list, own->at, own->error));
  if (!is_transposed && tl_json_is_null(&list))
    return TL_OK;
  if (is_transposed &&
      read_list(&list, out->registers, TL_MATRIX_REGISTERS,
                &out->register_count) &&
      out->register_count)
    return TL_OK;
  return tl_fail(own->error, TL_INVALID,
                 "'registers' has to be 1 to %d integers of a transposed "
                 "matrix, and null of others",
                 TL_MATRIX_REGISTERS);
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

static tl_code read_scope(const claim_reader *own, tl_scope *out) {
  const char *scopes[TL_SCOPE_COUNT];
  int64_t scope;
  for (int i = 0; i < TL_SCOPE_COUNT; i++)
    scopes[i] = tl_scope_describe((tl_scope)i)->name;
  TL_TRY(read_word(own, "scope", scopes, TL_SCOPE_COUNT, &scope));
  *out = (tl_scope)scope;
  return TL_OK;
}

tl_code tl_access_claim_read(const tl_json_value *of, const tl_target *target,
                             tl_access_claim *out, tl_json_value *at,
                             tl_error *error) {
  static const char *const SPACES[] = {"global", "shared"};
  static const char *const KINDS[] = {"plain", "matrix", "transposed matrix"};
  const claim_reader own = {of, target, at, error};
  int64_t space, kind, bits, width, widest;
  *out = (tl_access_claim){.target = target};
  TL_TRY(read_scope(&own, &out->scope));
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
  TL_TRY(read_registers(&own, out));
  TL_TRY(read_integer(&own, "width_bits", 8, 256, &width));
  out->width_bytes = width / 8;
  TL_TRY(read_integer(&own, "widest_bits", 8, 256, &widest));
  out->widest_bytes = widest / 8;
  TL_TRY(read_boolean(&own, "may_use_matrices", &out->may_use_matrices));
  TL_TRY(read_integer(&own, "weight", 1, INT64_C(1) << 40, &out->weight));
  TL_TRY(read_boolean(&own, "asynchronous", &out->is_direct));
  TL_TRY(read_costs(&own, out->is_shared, &out->costs));
  return check_shapes(&own, out);
}

/* ---- Exchanges ------------------------------------------------------------ */

enum { MOST_ROUNDS = 1 << 10, MOST_REGISTERS = 1 << 10, WORD_BITS = 32 };

/* `count` numbers from -1 to below `end`. */
static tl_code read_numbers(const claim_reader *own, const char *name,
                            int64_t count, int64_t end, int16_t *out) {
  tl_json_value list, item = {NULL, 0};
  int64_t number, read = 0;
  TL_TRY(tl_claim_member(own->of, name, &list, own->at, own->error));
  while (tl_json_next(&list, &item) && read < count &&
         tl_json_read_integer(&item, &number) && number >= -1 && number < end)
    out[read++] = (int16_t)number;
  if (read == count && !tl_json_next(&list, &item))
    return TL_OK;
  return tl_fail(own->error, TL_INVALID,
                 "'%s' has to be %" PRId64 " integers from -1 to %" PRId64,
                 name, count, end - 1);
}

static tl_code read_rounds(const claim_reader *own, tl_exchange_claim *out) {
  tl_json_value list, item = {NULL, 0};
  int64_t bits = out->element_bits, lanes = out->lanes, count = 0;
  int64_t words = lanes * (bits < WORD_BITS ? WORD_BITS / bits : 1);
  TL_TRY(tl_claim_member(own->of, "rounds", &list, own->at, own->error));
  while (tl_json_next(&list, &item))
    count++;
  if (count > MOST_ROUNDS)
    return tl_fail(own->error, TL_INVALID, "more than %d rounds", MOST_ROUNDS);
  out->from = tl_allocate((size_t)(count * lanes) + 1, sizeof *out->from);
  out->gives = tl_allocate((size_t)(count * words) + 1, sizeof *out->gives);
  item = (tl_json_value){NULL, 0};
  for (; tl_json_next(&list, &item); out->rounds++) {
    const claim_reader round = {&item, own->target, own->at, own->error};
    TL_TRY(read_numbers(&round, "from", lanes, lanes,
                        &out->from[out->rounds * lanes]));
    TL_TRY(read_numbers(&round, "gives", words, MOST_REGISTERS,
                        &out->gives[out->rounds * words]));
  }
  return TL_OK;
}

tl_code tl_exchange_claim_read(const tl_json_value *record,
                               const tl_target *target, tl_exchange_claim *out,
                               tl_json_value *at, tl_error *error) {
  tl_json_value exchange;
  const claim_reader all = {record, target, at, error};
  const claim_reader own = {&exchange, target, at, error};
  *out = (tl_exchange_claim){0};
  TL_TRY(tl_claim_member(record, "exchange", &exchange, at, error));
  TL_TRY(read_integer(&all, "shuffles", 0, INT32_MAX, &out->shuffles));
  TL_TRY(read_integer(&all, "minimum_shuffles", 0, INT32_MAX,
                      &out->least_shuffles));
  TL_TRY(read_boolean(&all, "is_tight", &out->is_tight));
  TL_TRY(read_scope(&own, &out->scope));
  out->lanes = out->scope == TL_SCOPE_THREAD ? 1 : target->lanes;
  TL_TRY(read_layout(&own, "source", out->scope, &out->source));
  TL_TRY(read_layout(&own, "target", out->scope, &out->target));
  TL_TRY(read_power(&own, "element_bits", 8, 128, &out->element_bits));
  return read_rounds(&own, out);
}

void tl_exchange_claim_free(tl_exchange_claim *claim) {
  free(claim->from);
  free(claim->gives);
  *claim = (tl_exchange_claim){0};
}
