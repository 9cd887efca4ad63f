/* spellings.c - The rows of all notations; see tl/notation.h. */
#include "layout/layout_digits.h"
#include "layout/layout_threads.h"
#include "tl/notation.h"

#define NOTATIONS(FIRST, NEXT, LAST)                                           \
  FIRST(TL_REGISTER_NOTATION, "register")                                      \
  NEXT(TL_SHARED_NOTATION, "shared")                                           \
  NEXT(TL_CUTE_NOTATION, "cute")                                               \
  NEXT(TL_CUTE_TV_NOTATION, "cute_tv")                                         \
  NEXT(TL_LINEAR_NOTATION, "linear")                                           \
  LAST(TL_TILE_NOTATION, "tile")

#define DECLARE(row, name) extern const tl_notation row;
#define ADDRESS(row, name) &row,
#define NAME(row, name) name
#define COMMA_NAME(row, name) ", " name
#define OR_NAME(row, name) " or " name

NOTATIONS(DECLARE, DECLARE, DECLARE)

const tl_notation *const TL_NOTATIONS[] = {
    NOTATIONS(ADDRESS, ADDRESS, ADDRESS)};

const char TL_NOTATION_NAMES[] = NOTATIONS(NAME, COMMA_NAME, OR_NAME);

const int TL_NOTATION_COUNT = sizeof TL_NOTATIONS / sizeof *TL_NOTATIONS;

const tl_notation *tl_notation_of(tl_kind kind) {
  for (int i = 0; i < TL_NOTATION_COUNT; i++)
    if (TL_NOTATIONS[i]->kind == kind)
      return TL_NOTATIONS[i];
  return NULL;
}

tl_code tl_value_threads(const tl_value *value, int64_t *threads,
                         tl_error *error) {
  tl_layout layout;
  const tl_notation *notation = tl_notation_of(value->kind);
  *threads = 1;
  if (!notation || notation->role != TL_ROLE_HELD)
    return TL_OK;
  TL_TRY(notation->to_tile(value, &layout, error));
  return tl_layout_span(&layout, TL_AXIS_TX, threads, error);
}

tl_code tl_value_to_tile(const tl_value *value, tl_scope scope, int64_t lanes,
                         tl_layout *out, tl_error *error) {
  const tl_notation *notation = tl_notation_of(value->kind);
  int64_t threads;
  if (!notation)
    return tl_fail(error, TL_INVALID, "expected a layout, got %s",
                   tl_kind_describe(value->kind));
  TL_TRY(notation->to_tile(value, out, error));
  if (notation->role == TL_ROLE_ANY)
    return tl_layout_on_scope(out, scope, lanes, out, error);
  if (notation->check_lanes)
    TL_TRY(notation->check_lanes(value, lanes, error));
  TL_TRY(tl_layout_span(out, TL_AXIS_TX, &threads, error));
  for (int64_t i = 0; i < tl_layout_iters(out); i++)
    if (out->iters[i].axis == TL_AXIS_TX)
      out->iters[i].axis = (int64_t)tl_scope_describe(scope)->axis;
  return tl_scope_check_threads(scope, lanes, threads, error);
}

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
  static const char *const NAMES[TL_KIND_COUNT] = {
      [TL_KIND_NONE] = "nothing",
      [TL_KIND_INTEGER] = "an integer",
      [TL_KIND_BOOLEAN] = "true or false",
      [TL_KIND_NAME] = "a name",
      [TL_KIND_LIST] = "a list of integers",
      [TL_KIND_LISTS] = "a list of lists",
      [TL_KIND_TUPLE] = "a tuple",
      [TL_KIND_COORDINATE] = "a coordinate with _",
      [TL_KIND_SWIZZLE] = "a swizzle",
      [TL_KIND_CUTE_SWIZZLE] = "a CuTe swizzle",
      [TL_KIND_TILER] = "a tiler",
      [TL_KIND_TEXT] = "text",
  };
  const tl_notation *notation = tl_notation_of(kind);
  return notation ? notation->described : NAMES[kind];
}
