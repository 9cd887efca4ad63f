/* expression_tile_functions.c - Functions of tile layouts; see
 * tl/layout_algebra.h. */
#include "base/checked.h"
#include "expression_access.h"
#include "tl/layout_algebra.h"
#include "tl/layout_questions.h"
#include <string.h>

#define LAYOUT(name, ...)                                                      \
  CALLS(name, tl_layout_##name(TILE(0), __VA_ARGS__, &OUT(layout), error))

CALLS(storage, tl_layout_storage(TILE(0), &OUT(layout), error))
LAYOUT(canonicalize, lanes)
LAYOUT(reshape, LIST(1))
LAYOUT(permute_dims, LIST(1))
LAYOUT(tile_to, LIST(1))
LAYOUT(pack, INT(1))
LAYOUT(unpack, INT(1))
LAYOUT(shard, TILE(1))
LAYOUT(direct_sum, TILE(1))
LAYOUT(tile_outer, TILE(1), lanes)
LAYOUT(tile_inner, TILE(1), lanes)
LAYOUT(direct_sum_left, TILE(1), lanes)
LAYOUT(direct_sum_right, TILE(1), lanes)
LAYOUT(slice, LIST(1), LIST(2))

/* A tiling, or the layout alone. */
EVALUATOR(tile) {
  tl_scope scope;
  TL_TRY(tl_scope_of_name(&a[2], &scope, error));
  OUT(layout) = *TILE(0);
  if (a[1].kind != TL_KIND_NONE)
    TL_TRY(tl_layout_tile(TILE(0), TILE(1), &OUT(layout), error));
  return scope == TL_SCOPE_COUNT
             ? TL_OK
             : tl_layout_on_scope(&OUT(layout), scope, lanes, &OUT(layout),
                                  error);
}

/* The part comes first, as in TIRx. */
#define IS(name, inverse)                                                      \
  CALLS(name, tl_layout_##inverse(TILE(1), TILE(0), lanes, &OUT(layout), error))

IS(is_tile_inner, tile_outer)
IS(is_tile_outer, tile_inner)
IS(is_direct_sum_left, direct_sum_right)
IS(is_direct_sum_right, direct_sum_left)

CALLS(broadcast, tl_layout_broadcast(TILE(0), INT(1),
                                     a[2].kind == TL_KIND_NONE ? -1 : INT(2),
                                     &OUT(layout), error))

CALLS(refine, tl_shape_refine(LIST(0), LIST(1), &OUT(list), error))

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
  tl_axis axes[TL_MAX_PARAMETERS];
  int64_t count = 0;
  for (int i = 1; i < TL_MAX_PARAMETERS && a[i].kind != TL_KIND_NONE; i++)
    TL_TRY(axis_of(&a[i], &axes[count++], error));
  return tl_layout_on_axes(TILE(0), axes, count, lanes, &OUT(layout), error);
}

/* Row-major digits of a single number, unless the rank is 1. */
static tl_code read_coordinate(const tl_tuple *given, const tl_list *shape,
                               tl_list *coordinate, tl_error *error) {
  int64_t size;
  TL_TRY(tl_list_product(shape, &size, error));
  if (!tl_tuple_is_integer(given) || shape->count == 1) {
    *coordinate = tl_tuple_to_list(given);
    return TL_OK;
  }
  int64_t index = given->leaves[0].value;
  if (index < 0 || index >= size)
    return tl_fail(error, TL_INVALID,
                   "index %" PRId64 " is outside [0, %" PRId64 ")", index,
                   size);
  *coordinate = (tl_list){.count = shape->count};
  for (int64_t d = shape->count - 1; d >= 0; d--)
    coordinate->items[d] = tl_take_digit(&index, shape->items[d]);
  return TL_OK;
}

/* Axes where it is 0 are left out, as long as one remains. */
static void append_point(const int64_t *point, tl_text *text) {
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (point[axis])
      tl_text_append(text, "%s%" PRId64 "@%s", text->length ? " + " : "",
                     point[axis], tl_axis_describe(axis)->name);
  if (text->length == 0)
    tl_text_append(text, "0@m");
}

EVALUATOR(apply) {
  tl_list coordinate;
  int64_t point[TL_AXIS_COUNT];
  tl_text text = {0};
  tl_list shape = tl_layout_shape(TILE(0));
  if (!tl_layout_is_static(TILE(0)))
    return tl_fail(error, TL_UNSUPPORTED,
                   "a stride is known only at run time, which is not supported "
                   "here");
  TL_TRY(read_coordinate(TUPLE(1), &shape, &coordinate, error));
  TL_TRY(tl_list_check_coordinate(&shape, &coordinate, error));
  tl_layout_apply(TILE(0), coordinate.items, point);
  append_point(point, &text);
  return tl_result_text(out, &text, error);
}

/* What a layout means beside another one, whose scope may be larger; the axes
 * of a tile layout stay. */
static tl_code mean_beside(const tl_value *value, const tl_value *other,
                           int64_t lanes, tl_layout *out, tl_error *error) {
  tl_scope own = TL_SCOPE_COUNT, larger = TL_SCOPE_COUNT;
  tl_layout layout;
  TL_TRY(tl_value_mean(value, lanes, &own, out, error));
  TL_TRY(tl_value_mean(other, lanes, &larger, &layout, error));
  if (value->kind == TL_KIND_LAYOUT || larger == TL_SCOPE_COUNT ||
      larger <= own)
    return TL_OK;
  return tl_value_to_twisted(value, larger, lanes, out, error);
}

EVALUATOR(same_map) {
  tl_layout left, right;
  TL_TRY(mean_beside(&a[0], &a[1], lanes, &left, error));
  TL_TRY(mean_beside(&a[1], &a[0], lanes, &right, error));
  tl_answer answer = tl_layout_compare(&left, &right, lanes, NULL, error);
  OUT(integer) = answer == TL_YES;
  return answer == TL_UNDECIDED ? TL_UNSUPPORTED : TL_OK;
}

/* Whether element i is at i, the swizzle aside. */
static bool is_dense(const tl_layout *layout) {
  tl_layout flat, dense;
  tl_list shape = tl_layout_shape(layout), size = {.count = 1}, one = {1, {1}};
  tl_layout plain = *layout;
  plain.swizzle = (tl_swizzle){0};
  return tl_list_product(&shape, &size.items[0], NULL) == TL_OK &&
         tl_layout_reshape(&plain, &size, &flat, NULL) == TL_OK &&
         tl_layout_from_strides(&size, &one, &dense, NULL) == TL_OK &&
         memcmp(&flat, &dense, sizeof flat) == 0;
}

GIVES(is_trivial, integer, is_dense(TILE(0)) && TILE(0)->swizzle.bits == 0)
GIVES(is_swizzle, integer, is_dense(TILE(0)) && TILE(0)->swizzle.bits != 0)

/* The scope with so many threads; the block for any other number. */
static const char *scope_of_size(int64_t threads, int64_t lanes) {
  tl_scope scope = TL_SCOPE_THREAD;
  while (scope < TL_SCOPE_CTA && tl_scope_size(scope, lanes) != threads)
    scope++;
  return tl_scope_describe(scope)->name;
}

/* What the one axis that says all thread axes counts, and in what. */
EVALUATOR(get_scope) {
  tl_layout fused;
  tl_text text = {0};
  TL_TRY(tl_layout_canonicalize(TILE(0), lanes, &fused, error));
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
    tl_thread_digit digit = tl_axis_digit(axis, lanes);
    bool is_used = fused.offset[axis] != 0;
    for (int64_t i = 0; i < fused.shard_count + fused.replica_count; i++)
      is_used |= fused.iters[i].axis == (int64_t)axis;
    if (!is_used || digit.divisor == 0)
      continue;
    if (text.length)
      return tl_fail(error, TL_INVALID,
                     "the thread axes of the layout are no chain from one "
                     "scope to another");
    tl_text_append(&text, "%s in %s", scope_of_size(digit.divisor, lanes),
                   scope_of_size(digit.divisor * digit.extent, lanes));
  }
  if (!text.length)
    tl_text_append(&text, "none");
  return tl_result_text(out, &text, error);
}

/* The number of elements, or of values of the digits along one axis. */
EVALUATOR(size) {
  tl_axis axis = TL_AXIS_COUNT;
  if (a[1].kind != TL_KIND_NONE)
    TL_TRY(axis_of(&a[1], &axis, error));
  OUT(integer) = 1;
  for (int64_t i = 0; i < TILE(0)->shard_count; i++) {
    const tl_iter *iter = &TILE(0)->iters[i];
    if (axis == TL_AXIS_COUNT || iter->axis == (int64_t)axis)
      OUT(integer) *= iter->extent;
  }
  return TL_OK;
}

/* 1 + the largest point along an axis, or summed over all of memory. */
EVALUATOR(span) {
  tl_axis axis;
  if (a[1].kind != TL_KIND_NONE) {
    TL_TRY(axis_of(&a[1], &axis, error));
    return tl_layout_span(TILE(0), axis, &OUT(integer), error);
  }
  OUT(integer) = 1;
  for (axis = 0; axis < TL_AXIS_COUNT; axis++) {
    int64_t along;
    if (tl_axis_describe(axis)->kind != TL_AXIS_MEMORY)
      continue;
    TL_TRY(tl_layout_span(TILE(0), axis, &along, error));
    TL_TRY(tl_add(OUT(integer), along - 1, &OUT(integer), error));
  }
  return TL_OK;
}

static const tl_function ROWS[] = {
    ROW(canonicalize, LAYOUT, canonicalize, ARG(layout, LAYOUT)),
    OF(LAYOUT, on_axes, ARG(slowest, NAME), OPT(next, NAME),
       OPT(fastest, NAME)),
    ROW(storage, LAYOUT, storage, ARG(layout, LAYOUT)),

    OF(LAYOUT, reshape, ARG(shape, LIST)),
    ROW(group, LAYOUT, reshape, ARG(layout, LAYOUT), ARG(shape, LIST)),
    OF(LAYOUT, permute_dims, ARG(dims, LIST)),
    ROW(permute, LAYOUT, permute_dims, ARG(layout, LAYOUT), ARG(dims, LIST)),
    ROW(refine, LIST, refine, ARG(a, LIST), ARG(b, LIST)),

    ROW(tile, LAYOUT, tile, ARG(outer, LAYOUT), OPT(inner, LAYOUT),
        OPT(scope, NAME)),
    ROW(shard, LAYOUT, shard, ARG(threads, LAYOUT), ARG(part, LAYOUT)),
    OF(LAYOUT, tile_to, ARG(shape, LIST)),
    ROW(direct_sum, LAYOUT, direct_sum, ARG(left, LAYOUT), ARG(right, LAYOUT)),
    ROW(tile_outer, LAYOUT, tile_outer, ARG(tiled, LAYOUT), ARG(inner, LAYOUT)),
    ROW(tile_inner, LAYOUT, tile_inner, ARG(tiled, LAYOUT), ARG(outer, LAYOUT)),

    ROW(direct_sum_left, LAYOUT, direct_sum_left, ARG(sum, LAYOUT),
        ARG(right, LAYOUT)),
    ROW(direct_sum_right, LAYOUT, direct_sum_right, ARG(sum, LAYOUT),
        ARG(left, LAYOUT)),
    ROW(is_tile_inner, LAYOUT, is_tile_inner, ARG(inner, LAYOUT),
        ARG(tiled, LAYOUT)),
    ROW(is_tile_outer, LAYOUT, is_tile_outer, ARG(outer, LAYOUT),
        ARG(tiled, LAYOUT)),
    ROW(is_direct_sum_left, LAYOUT, is_direct_sum_left, ARG(left, LAYOUT),
        ARG(sum, LAYOUT)),
    ROW(is_direct_sum_right, LAYOUT, is_direct_sum_right, ARG(right, LAYOUT),
        ARG(sum, LAYOUT)),
    OF(LAYOUT, broadcast, ARG(n, INTEGER), OPT(position, INTEGER)),

    OF(LAYOUT, slice, ARG(begin, LIST), ARG(extent, LIST)),
    OF(LAYOUT, pack, ARG(n, INTEGER)),
    OF(LAYOUT, unpack, ARG(n, INTEGER)),

    ROW(apply, TEXT, apply, ARG(layout, LAYOUT), ARG(coordinate, TUPLE)),
    ROW(same_map, BOOLEAN, same_map, ARG(a, ANY_LAYOUT), ARG(b, ANY_LAYOUT)),
    ROW(is_trivial, BOOLEAN, is_trivial, ARG(layout, LAYOUT)),
    ROW(is_swizzle, BOOLEAN, is_swizzle, ARG(layout, LAYOUT)),
    ROW(get_scope, TEXT, get_scope, ARG(layout, LAYOUT)),
    ROW(size, INTEGER, size, ARG(layout, LAYOUT), OPT(axis, NAME)),
    ROW(span, INTEGER, span, ARG(layout, LAYOUT), OPT(axis, NAME)),
};

const tl_function_table TL_TILE_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
