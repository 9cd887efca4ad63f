/* expression_tile_functions.c - Functions of tile layouts; see
 * tl/layout_algebra.h. */
#include "base/checked.h"
#include "expression_functions.h"
#include "layout/modes.h"
#include "tl/layout_algebra.h"
#include "tl/layout_questions.h"
#include <stddef.h>

#define LAYOUT_OF(i) (&a[i].as.layout)
#define LIST_OF(i) (&a[i].as.list)
#define RESULT (&out->as.layout)

#define OF_LAYOUT(name)                                                        \
  EVALUATOR(name) { return tl_layout_##name(LAYOUT_OF(0), RESULT, error); }
#define OF_LAYOUT_AND_LIST(name)                                               \
  EVALUATOR(name) {                                                            \
    return tl_layout_##name(LAYOUT_OF(0), LIST_OF(1), RESULT, error);          \
  }
#define OF_LAYOUT_AND_INTEGER(name)                                            \
  EVALUATOR(name) {                                                            \
    return tl_layout_##name(LAYOUT_OF(0), a[1].as.integer, RESULT, error);     \
  }
#define OF_TWO_LAYOUTS(name)                                                   \
  EVALUATOR(name) {                                                            \
    return tl_layout_##name(LAYOUT_OF(0), LAYOUT_OF(1), RESULT, error);        \
  }

OF_LAYOUT(storage)
OF_LAYOUT_AND_LIST(reshape)
OF_LAYOUT_AND_LIST(permute_dims)
OF_LAYOUT_AND_LIST(tile_to)
OF_LAYOUT_AND_INTEGER(pack)
OF_LAYOUT_AND_INTEGER(unpack)
OF_TWO_LAYOUTS(tile)
OF_TWO_LAYOUTS(shard)
OF_TWO_LAYOUTS(direct_sum)
OF_TWO_LAYOUTS(tile_outer)
OF_TWO_LAYOUTS(tile_inner)

EVALUATOR(canonicalize) {
  return tl_layout_canonicalize(LAYOUT_OF(0), lanes, RESULT, error);
}

EVALUATOR(slice) {
  return tl_layout_slice(LAYOUT_OF(0), LIST_OF(1), LIST_OF(2), RESULT, error);
}

EVALUATOR(refine) {
  return tl_shape_refine(LIST_OF(0), LIST_OF(1), &out->as.list, error);
}

static tl_code axis_of(const tl_value *argument, tl_axis *axis,
                       tl_error *error) {
  const tl_name *name = &argument->as.name;
  *axis = tl_axis_named(name->start, (int64_t)name->length);
  if (*axis != TL_AXIS_COUNT)
    return TL_OK;
  return tl_fail(error, TL_INVALID, "there is no axis '%.*s'",
                 (int)(name->length > 40 ? 40 : name->length), name->start);
}

EVALUATOR(on_axes) {
  tl_axis axes[MAX_PARAMETERS];
  int64_t count = 0;
  for (int i = 1; i < MAX_PARAMETERS && a[i].kind != TL_KIND_NONE; i++)
    TL_TRY(axis_of(&a[i], &axes[count++], error));
  return tl_layout_on_axes(LAYOUT_OF(0), axes, count, lanes, RESULT, error);
}

/* Row-major digits of a single number, unless the rank is 1. */
static tl_code read_coordinate(const tl_tuple *given, const tl_list *shape,
                               tl_list *coordinate, tl_error *error) {
  int64_t size;
  TL_TRY(tl_list_product(shape, &size, error));
  if (!tl_tuple_is_integer(given) || shape->count == 1) {
    *coordinate = (tl_list){.count = given->leaf_count};
    for (int64_t i = 0; i < given->leaf_count; i++)
      coordinate->items[i] = given->leaves[i];
    return TL_OK;
  }
  int64_t index = given->leaves[0];
  if (index < 0 || index >= size)
    return tl_fail(error, TL_INVALID,
                   "index %" PRId64 " is outside [0, %" PRId64 ")", index,
                   size);
  *coordinate = (tl_list){.count = shape->count};
  for (int64_t d = shape->count - 1; d >= 0; d--)
    coordinate->items[d] = tl_take_digit(&index, shape->items[d]);
  return TL_OK;
}

EVALUATOR(apply) {
  tl_list shape, coordinate;
  int64_t inside[TL_MAX_ITERS];
  tl_layout_shape(LAYOUT_OF(0), &shape);
  if (!tl_layout_is_static(LAYOUT_OF(0)))
    return tl_fail(error, TL_UNSUPPORTED,
                   "a stride is known only at run time, which is not supported "
                   "here");
  TL_TRY(read_coordinate(&a[1].as.tuple, &shape, &coordinate, error));
  TL_TRY(tl_mode_digits(&shape, &shape, &coordinate, inside, error));
  tl_layout_apply(LAYOUT_OF(0), coordinate.items, out->as.point.along);
  return TL_OK;
}

EVALUATOR(same_map) {
  tl_answer answer =
      tl_layout_compare(LAYOUT_OF(0), LAYOUT_OF(1), lanes, NULL, error);
  out->as.integer = answer == TL_YES;
  return answer == TL_UNDECIDED ? TL_UNSUPPORTED : TL_OK;
}

/* The number of elements, or of values of the digits along one axis. */
EVALUATOR(size) {
  tl_axis axis = TL_AXIS_COUNT;
  if (a[1].kind != TL_KIND_NONE)
    TL_TRY(axis_of(&a[1], &axis, error));
  out->as.integer = 1;
  for (int64_t i = 0; i < LAYOUT_OF(0)->shard_count; i++) {
    const tl_iter *iter = &LAYOUT_OF(0)->iters[i];
    if (axis == TL_AXIS_COUNT || iter->axis == (int64_t)axis)
      out->as.integer *= iter->extent;
  }
  return TL_OK;
}

/* 1 + the largest point along an axis, or summed over all of memory. */
EVALUATOR(span) {
  tl_axis axis;
  if (a[1].kind != TL_KIND_NONE) {
    TL_TRY(axis_of(&a[1], &axis, error));
    return tl_layout_span(LAYOUT_OF(0), axis, &out->as.integer, error);
  }
  out->as.integer = 1;
  for (axis = 0; axis < TL_AXIS_COUNT; axis++) {
    int64_t along;
    if (tl_axis_describe(axis)->kind != TL_AXIS_MEMORY)
      continue;
    TL_TRY(tl_layout_span(LAYOUT_OF(0), axis, &along, error));
    TL_TRY(tl_add(out->as.integer, along - 1, &out->as.integer, error));
  }
  return TL_OK;
}

#define INTEGER TL_KIND_INTEGER
#define NAME TL_KIND_NAME
#define LIST TL_KIND_LIST
#define LAYOUT TL_KIND_LAYOUT

static const function ROWS[] = {
    {"canonicalize", LAYOUT, {{"layout", LAYOUT, 0}}, canonicalize},
    {"on_axes",
     LAYOUT,
     {{"layout", LAYOUT, 0},
      {"slowest", NAME, 0},
      {"next", NAME, OPTIONAL},
      {"fastest", NAME, OPTIONAL}},
     on_axes},
    {"storage", LAYOUT, {{"layout", LAYOUT, 0}}, storage},

    {"reshape", LAYOUT, {{"layout", LAYOUT, 0}, {"shape", LIST, 0}}, reshape},
    {"group", LAYOUT, {{"layout", LAYOUT, 0}, {"shape", LIST, 0}}, reshape},
    {"permute_dims",
     LAYOUT,
     {{"layout", LAYOUT, 0}, {"dims", LIST, 0}},
     permute_dims},
    {"permute",
     LAYOUT,
     {{"layout", LAYOUT, 0}, {"dims", LIST, 0}},
     permute_dims},
    {"refine", LIST, {{"a", LIST, 0}, {"b", LIST, 0}}, refine},

    {"tile", LAYOUT, {{"outer", LAYOUT, 0}, {"inner", LAYOUT, 0}}, tile},
    {"shard", LAYOUT, {{"threads", LAYOUT, 0}, {"part", LAYOUT, 0}}, shard},
    {"tile_to", LAYOUT, {{"layout", LAYOUT, 0}, {"shape", LIST, 0}}, tile_to},
    {"direct_sum",
     LAYOUT,
     {{"left", LAYOUT, 0}, {"right", LAYOUT, 0}},
     direct_sum},
    {"tile_outer",
     LAYOUT,
     {{"tiled", LAYOUT, 0}, {"inner", LAYOUT, 0}},
     tile_outer},
    {"tile_inner",
     LAYOUT,
     {{"tiled", LAYOUT, 0}, {"outer", LAYOUT, 0}},
     tile_inner},

    {"slice",
     LAYOUT,
     {{"layout", LAYOUT, 0}, {"begin", LIST, 0}, {"extent", LIST, 0}},
     slice},
    {"pack", LAYOUT, {{"layout", LAYOUT, 0}, {"n", INTEGER, 0}}, pack},
    {"unpack", LAYOUT, {{"layout", LAYOUT, 0}, {"n", INTEGER, 0}}, unpack},

    {"apply",
     TL_KIND_POINT,
     {{"layout", LAYOUT, 0}, {"coordinate", TL_KIND_TUPLE, 0}},
     apply},
    {"same_map",
     TL_KIND_BOOLEAN,
     {{"a", LAYOUT, 0}, {"b", LAYOUT, 0}},
     same_map},
    {"size", INTEGER, {{"layout", LAYOUT, 0}, {"axis", NAME, OPTIONAL}}, size},
    {"span", INTEGER, {{"layout", LAYOUT, 0}, {"axis", NAME, OPTIONAL}}, span},
};

const function_table TL_TILE_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
