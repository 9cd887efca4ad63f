/* spellings.c - The rows of all notations; see tl/notation.h. */
#include "layout/layout_digits.h"
#include "layout/layout_threads.h"
#include "tl/foreign.h"
#include "value_kinds.h"

#define NOTATIONS(FIRST, NEXT, LAST)                                           \
  FIRST(TL_REGISTER_NOTATION, "register", TL_KIND_REGISTER)                    \
  NEXT(TL_SHARED_NOTATION, "shared", TL_KIND_SHARED)                           \
  NEXT(TL_CUTE_NOTATION, "cute", TL_KIND_CUTE)                                 \
  NEXT(TL_CUTE_TV_NOTATION, "cute_tv", TL_KIND_CUTE_TV)                        \
  NEXT(TL_LINEAR_NOTATION, "linear", TL_KIND_LATER)                            \
  LAST(TL_TILE_NOTATION, "tile", TL_KIND_LAYOUT)

#define DECLARE(row, name, kind) extern const tl_notation row;
#define ADDRESS(row, name, kind) &row,
#define NAME(row, name, kind) name
#define FOREIGN(row, name) ", " name
#define OR_FOREIGN(row, name) " or " name
#define COMMA_NAME(row, name, kind) ", " name
#define FUNCTION(row, name, kind)                                              \
  {name,                                                                       \
   (tl_kind)kind,                                                              \
   {{"layout", TL_KIND_ANY_LAYOUT, TL_REQUIRED, false},                        \
    {"scope", TL_KIND_NAME, TL_OPTIONAL, false}},                              \
   spell},

#define NOTHING(row, name, kind)

NOTATIONS(DECLARE, DECLARE, DECLARE)

const tl_notation *const TL_NOTATIONS[] = {
    NOTATIONS(ADDRESS, ADDRESS, ADDRESS)};

const char TL_FAMILY_NAMES[] = NOTATIONS(NAME, COMMA_NAME, COMMA_NAME)
    TL_FOREIGN_ROWS(FOREIGN, OR_FOREIGN);

const int TL_NOTATION_COUNT = sizeof TL_NOTATIONS / sizeof *TL_NOTATIONS;

const tl_notation *tl_notation_of(tl_kind kind) {
  for (int i = 0; i < TL_NOTATION_COUNT; i++)
    if (TL_NOTATIONS[i]->kind == kind)
      return TL_NOTATIONS[i];
  return NULL;
}

tl_to_layout tl_notation_twisted(const tl_notation *notation) {
  return notation->to_twisted ? notation->to_twisted : notation->to_tile;
}

tl_code tl_value_threads(const tl_value *value, int64_t *threads,
                         tl_error *error) {
  tl_layout layout;
  const tl_notation *notation = tl_notation_of(value->kind);
  *threads = 1;
  if (!notation || notation->role != TL_ROLE_HELD)
    return TL_OK;
  TL_TRY(tl_notation_twisted(notation)(value, &layout, error));
  return tl_layout_span(&layout, TL_AXIS_TX, threads, error);
}

static tl_code mean_on_scope(const tl_value *value, bool may_twist,
                             tl_scope scope, int64_t lanes, tl_layout *out,
                             tl_error *error) {
  const tl_notation *notation = tl_notation_of(value->kind);
  if (!notation)
    return tl_fail(error, TL_INVALID, "expected a layout, got %s",
                   tl_kind_describe(value->kind));
  TL_TRY((may_twist ? tl_notation_twisted(notation)
                    : notation->to_tile)(value, out, error));
  if (notation->role == TL_ROLE_ANY)
    return tl_layout_on_scope(out, scope, lanes, out, error);
  if (notation->check_lanes)
    TL_TRY(notation->check_lanes(value, lanes, error));
  return tl_layout_name_threads(out, scope, lanes, error);
}

tl_code tl_value_to_tile(const tl_value *value, tl_scope scope, int64_t lanes,
                         tl_layout *out, tl_error *error) {
  return mean_on_scope(value, false, scope, lanes, out, error);
}

tl_code tl_value_to_twisted(const tl_value *value, tl_scope scope,
                            int64_t lanes, tl_layout *out, tl_error *error) {
  return mean_on_scope(value, true, scope, lanes, out, error);
}

tl_code tl_value_mean(const tl_value *value, int64_t lanes, tl_scope *scope,
                      tl_layout *out, tl_error *error) {
  int64_t threads;
  if (*scope != TL_SCOPE_COUNT)
    return tl_value_to_twisted(value, *scope, lanes, out, error);
  if (value->kind == TL_KIND_LAYOUT) {
    *out = value->as.layout;
    if (!tl_layout_find_scope(out, lanes, scope))
      *scope = TL_SCOPE_COUNT;
    return TL_OK;
  }
  TL_TRY(tl_value_threads(value, &threads, error));
  *scope = tl_scope_of_threads(threads, lanes);
  return tl_value_to_twisted(value, *scope, lanes, out, error);
}

tl_code tl_notation_say(const tl_notation *notation, const tl_value *value,
                        const tl_layout *meant, tl_scope scope, int64_t lanes,
                        tl_value *out, tl_error *error) {
  tl_layout plain = *meant;
  if (!notation->to_twisted && !tl_twist_is_none(&meant->twist))
    TL_TRY(tl_value_to_tile(value, scope, lanes, &plain, error));
  *out = (tl_value){.kind = notation->kind};
  return notation->from_tile(&plain, scope, lanes, out, error);
}

tl_code tl_value_untwist(tl_value *value, tl_scope scope, int64_t lanes,
                         tl_error *error) {
  const tl_value twisted = *value;
  if (value->kind != TL_KIND_LAYOUT ||
      tl_twist_is_none(&value->as.layout.twist))
    return TL_OK;
  return tl_value_spell(&twisted, TL_LINEAR_NOTATION.kind, scope, lanes, value,
                        error);
}

tl_code tl_value_spell(const tl_value *value, tl_kind kind, tl_scope scope,
                       int64_t lanes, tl_value *out, tl_error *error) {
  const tl_notation *notation = tl_notation_of(kind);
  tl_layout layout;
  TL_TRY(tl_value_mean(value, lanes, &scope, &layout, error));
  if (notation->role == TL_ROLE_HELD && scope == TL_SCOPE_COUNT)
    return tl_fail(error, TL_INVALID,
                   "the thread axes of the layout are not the whole number of "
                   "a thread; scope says of which threads");
  return tl_notation_say(notation, value, &layout, scope, lanes, out, error);
}

bool tl_kind_spells(tl_kind from, tl_kind to) {
  const tl_notation *said = tl_notation_of(from), *as = tl_notation_of(to);
  return said && as &&
         (said->role == as->role || said->role == TL_ROLE_ANY ||
          as->role == TL_ROLE_ANY);
}

tl_code tl_scope_of_name(const tl_value *argument, tl_scope *scope,
                         tl_error *error) {
  const tl_name *name = &argument->as.name;
  *scope = TL_SCOPE_COUNT;
  if (argument->kind == TL_KIND_NONE)
    return TL_OK;
  *scope = tl_scope_named(name->start, (int64_t)name->length);
  if (*scope != TL_SCOPE_COUNT)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "there is no scope '%.*s'; it has to be thread, warp, "
                 "warpgroup or cta",
                 (int)(name->length > 40 ? 40 : name->length), name->start);
}

static tl_code spell(const tl_value *a, int64_t lanes, tl_value *out,
                     tl_error *error) {
  tl_kind kind = out->kind;
  tl_scope scope;
  TL_TRY(tl_scope_of_name(&a[1], &scope, error));
  if (kind == a->kind && scope == TL_SCOPE_COUNT) {
    *out = a[0];
    return TL_OK;
  }
  return tl_value_spell(&a[0], kind, scope, lanes, out, error);
}

/* That of tile layouts is `tile` of one layout. */
static const tl_function FUNCTIONS[] = {NOTATIONS(FUNCTION, FUNCTION, NOTHING)};

const tl_function_table TL_SPELLING_FUNCTIONS = {
    FUNCTIONS, sizeof FUNCTIONS / sizeof *FUNCTIONS};

void tl_notation_list(tl_role role, const char *last, tl_text *out) {
  const char *names[TL_KIND_COUNT];
  int count = 0;
  for (int i = 0; i < TL_NOTATION_COUNT; i++)
    if (TL_NOTATIONS[i]->role == role || TL_NOTATIONS[i]->role == TL_ROLE_ANY)
      names[count++] = TL_NOTATIONS[i]->name;
  for (int i = 0; i < count; i++)
    tl_text_append(out, "%s#tl.%s",
                   i == 0           ? ""
                   : i + 1 == count ? last
                                    : ", ",
                   names[i]);
}

const char *tl_kind_describe(tl_kind kind) {
  const tl_notation *notation = tl_notation_of(kind);
  return notation ? notation->described : tl_value_kind_of(kind)->described;
}
