/* expression_functions.c - Finding the row of a call; see
 * expression_functions.h. */
#include "expression_access.h"
#include "spelling/value_kinds.h"
#include <inttypes.h>
#include <string.h>

static const tl_function_table *const TABLES[] = {
    &TL_TILUS_FUNCTIONS, &TL_COPY_FUNCTIONS,      &TL_TUPLE_FUNCTIONS,
    &TL_CUTE_FUNCTIONS,  &TL_PARTITION_FUNCTIONS, &TL_TILED_FUNCTIONS,
    &TL_TILE_FUNCTIONS,  &TL_SPELLING_FUNCTIONS};

enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES };

/* Those of the notations, and then those of the language. */
static const tl_function_table *table_at(int t) {
  return t < TL_NOTATION_COUNT ? &TL_NOTATIONS[t]->functions
                               : TABLES[t - TL_NOTATION_COUNT];
}

/* The rows of all tables in order. */
#define EACH_FUNCTION(row)                                                     \
  for (int t_ = 0; t_ < TABLE_COUNT + TL_NOTATION_COUNT; t_++)                 \
    for (const tl_function *row = table_at(t_)->rows,                          \
                           *end_ = row + table_at(t_)->count;                  \
         row < end_; row++)

const tl_function *tl_function_next(const tl_function *row) {
  for (int t = 0; t < TABLE_COUNT + TL_NOTATION_COUNT; t++) {
    const tl_function *begin = table_at(t)->rows;
    const tl_function *end = begin + table_at(t)->count;
    if (begin == end)
      continue;
    if (!row)
      return begin;
    if (row >= begin && row + 1 < end)
      return row + 1;
    if (row + 1 == end)
      row = NULL;
  }
  return NULL;
}

const char *tl_family_constructor(tl_kind family) {
  const tl_notation *notation = tl_notation_of(family);
  return notation && notation->has_fields ? notation->name : NULL;
}

/* `name` without `prefix` and an underscore, or NULL. */
static const char *without_prefix(const char *name, const char *prefix,
                                  size_t length) {
  return length && strncmp(name, prefix, length) == 0 && name[length] == '_'
             ? name + length + 1
             : NULL;
}

static bool is_text(const char *name, const char *text, size_t length) {
  return name && name[0] == text[0] && strncmp(name, text, length) == 0 &&
         name[length] == 0;
}

static bool is_named_like(const tl_function *row, const tl_function *called) {
  return row->name[0] == called->name[0] &&
         strcmp(row->name, called->name) == 0;
}

const tl_function *tl_function_named(const char *name, size_t length,
                                     tl_kind family) {
  const tl_function *found = NULL;
  const char *prefix = tl_family_constructor(family);
  size_t prefix_length = prefix ? strlen(prefix) : 0;
  EACH_FUNCTION(row) {
    bool is_own = row->result == family;
    if (is_own &&
        is_text(without_prefix(row->name, prefix, prefix_length), name, length))
      return row;
    bool is_better = !found || (is_own && found->result != family);
    if (is_better && is_text(row->name, name, length))
      found = row;
  }
  return found;
}

enum { NAME_CAPACITY = 48 };

size_t tl_name_distance(const char *name, const char *text, size_t length) {
  size_t row[NAME_CAPACITY + 1], size = strlen(name);
  if (length > NAME_CAPACITY)
    return length;
  for (size_t k = 0; k <= length; k++)
    row[k] = k;
  for (size_t i = 0; i < size; i++) {
    size_t diagonal = row[0]++;
    for (size_t k = 0; k < length; k++) {
      size_t replaced = diagonal + (name[i] != text[k]);
      size_t nearer = row[k] < row[k + 1] ? row[k] : row[k + 1];
      diagonal = row[k + 1];
      row[k + 1] = replaced < nearer + 1 ? replaced : nearer + 1;
    }
  }
  return row[length];
}

const char *tl_function_like(const char *name, size_t length, tl_kind family) {
  const char *found = NULL;
  size_t least = length / 3 + 1;
  EACH_FUNCTION(row) {
    const char *prefix = tl_family_constructor(row->result);
    const char *rest =
        without_prefix(row->name, prefix, prefix ? strlen(prefix) : 0);
    size_t whole = tl_name_distance(row->name, name, length);
    size_t part = rest ? tl_name_distance(rest, name, length) : whole;
    if (part >= least && whole >= least)
      continue;
    least = part < whole ? part : whole;
    found = rest && row->result == family ? rest : row->name;
  }
  return found;
}

bool tl_kind_is(tl_kind kind, tl_kind wanted) {
  return kind == wanted ||
         (wanted == TL_KIND_ANY_LAYOUT && tl_notation_of(kind));
}

/* What tl_value_convert makes of a kind. */
static bool converts(tl_kind from, tl_kind to) {
  return (tl_value_kind_of(from)->reads >> to & 1) != 0;
}

/* How well a value of a kind is an argument: 0 not at all, 1 in the notation of
 * the parameter, 2 as the language reads it, 3 as it is. */
static int fitness(tl_kind kind, tl_kind parameter) {
  return kind == parameter                 ? 3
         : tl_kind_is(kind, parameter)     ? 2
         : converts(kind, parameter)       ? 2
         : tl_kind_spells(kind, parameter) ? 1
                                           : 0;
}

const tl_function *tl_function_overload(const tl_function *called,
                                        const tl_value *arguments, int index,
                                        tl_kind kind) {
  const tl_function *found = NULL;
  int best = 0;
  EACH_FUNCTION(row) {
    const tl_parameter *target = &row->parameters[index];
    if (!is_named_like(row, called) || !target->name)
      continue;
    int fits = fitness(kind, target->kind);
    for (int i = 0; i < TL_MAX_PARAMETERS; i++)
      if (i != index && arguments[i].kind != TL_KIND_NONE &&
          !tl_kind_is(arguments[i].kind, row->parameters[i].kind))
        fits = 0;
    if (fits > best)
      found = row, best = fits;
  }
  return found;
}

const tl_function *tl_function_receiving(const tl_function *called,
                                         tl_kind kind, int *index) {
  EACH_FUNCTION(row)
  for (*index = 0; *index < TL_MAX_PARAMETERS; (*index)++)
    if (is_named_like(row, called) && row->parameters[*index].name &&
        row->parameters[*index].kind == kind)
      return row;
  *index = 0;
  return NULL;
}

tl_code tl_value_convert(tl_value *value, tl_kind kind, int64_t lanes,
                         tl_error *error) {
  tl_kind from = value->kind;
  if (fitness(from, kind) == 1) {
    tl_value said = *value;
    return tl_value_spell(&said, kind, TL_SCOPE_COUNT, lanes, value, error);
  }
  if (from == kind || !converts(from, kind))
    return TL_OK;
  if (from == TL_KIND_LIST) {
    if (value->as.list.count == 0)
      *value = (tl_value){.kind = TL_KIND_LISTS};
    return TL_OK;
  }
  if (from == TL_KIND_CUTE && !tl_composed_is_plain(&value->as.composed))
    return tl_fail(error, TL_INVALID, "a tiler has no swizzle and no offset");
  tl_tuple tree = from == TL_KIND_INTEGER ? tl_tuple_integer(value->as.integer)
                                          : *tree_of(value);
  bool is_flat = tree.node_count == tree.leaf_count + 1;
  if (kind == TL_KIND_LIST && !is_flat)
    return TL_OK;
  if (kind == TL_KIND_LIST)
    value->as.list = tl_tuple_to_list(&tree);
  else if (kind == TL_KIND_BOOLEAN)
    value->as.integer = value->as.integer != 0;
  else if (kind == TL_KIND_TILER && from != TL_KIND_CUTE)
    value->as.tiler = tl_tiler_from_tuple(&tree);
  else
    value->as.tuple = tree;
  value->kind = kind;
  return TL_OK;
}

tl_code tl_lists_append(tl_lists *lists, const tl_list *list, tl_error *error) {
  if (lists->count == TL_MAX_LISTED || list->count > TL_MAX_RANK)
    return tl_fail(error, TL_CAPACITY,
                   "a list of lists holds at most %d lists of %d integers",
                   TL_MAX_LISTED, TL_MAX_RANK);
  if (lists->count > 0 && lists->length != list->count)
    return tl_fail(error, TL_INVALID,
                   "a list of %" PRId64 " integers among lists of %" PRId64,
                   list->count, lists->length);
  lists->length = list->count;
  memcpy(lists->items[lists->count++], list->items, sizeof *lists->items);
  return TL_OK;
}
