/* expression_cute.c - Functions of CuTe layouts, swizzles and atoms.
 *
 * What acts on the domain of a layout leaves its swizzle and offset as they
 * are; the rest is for plain layouts unless it says otherwise. */
#include "base/checked.h"
#include "expression_access.h"
#include "spelling/value_text.h"
#include "tl/cute_atom.h"
#include "tl/cute_composed.h"
#include <string.h>

/* A function of the domain of layout 0, whose swizzle and offset stay: alone,
 * with an optional profile, and of a second tuple, tiler or layout. */
#define FUNCTION(name) CALLS(name, tl_cute_##name(CUTE(0), LIKE(0), error))
#define BY_PROFILE(name)                                                       \
  CALLS(name,                                                                  \
        tl_cute_by_profile(CUTE(0), TREE(1), tl_cute_##name, LIKE(0), error))
#define OPERATION(name)                                                        \
  CALLS(name, tl_cute_##name(CUTE(0), TREE(1), LIKE(0), error))

EVALUATOR(make_layout) {
  if (!TREE(1))
    return tl_cute_make(TUPLE(0), MADE, error);
  return tl_cute_create(TUPLE(0), TUPLE(1), MADE, error);
}

GIVES(make_layout_of_modes, composed, *COMPOSED(0))

CALLS(make_layout_of_swizzle,
      tl_composed_swizzle_line(SWIZZLE(0), tl_swizzle_period(SWIZZLE(0)),
                               &OUT(composed), error))

EVALUATOR(make_layout_right) {
  tl_tuple stride;
  TL_TRY(tl_tuple_compact_row_major(TUPLE(0), NULL, &stride, error));
  return tl_cute_create(TUPLE(0), &stride, MADE, error);
}

CALLS(make_ordered_layout,
      tl_cute_make_ordered(TUPLE(0), TUPLE(1), MADE, error))
CALLS(cosize, tl_cute_cosize(CUTE(0), &OUT(integer), error))

/* All of it, or the part at a path. */
static const tl_tuple NO_PATH = {0};

EVALUATOR(shape) {
  tl_tuple whole = tl_cute_shape(CUTE(0));
  return tl_tuple_get(TUPLE_OR(1, &NO_PATH), &whole, &OUT(tuple), error);
}

EVALUATOR(stride) {
  tl_tuple whole = tl_cute_stride(CUTE(0));
  return give_strides(
      tl_tuple_get(TUPLE_OR(1, &NO_PATH), &whole, &OUT(tuple), error), out);
}

BY_PROFILE(coalesce)
BY_PROFILE(coalesce_x)
BY_PROFILE(filter)

EVALUATOR(filter_zeros) {
  tl_tuple stride = tl_cute_stride(CUTE(0));
  return tl_tuple_filter_zeros(TUPLE_OR(1, &stride), CUTE(0), LIKE(0), error);
}

FUNCTION(make_like)
CALLS(make_fragment_like, tl_cute_make_fragment_like(CUTE(0), MADE, error))
CALLS(left_inverse,
      tl_composed_left_inverse(COMPOSED(0), &OUT(composed), error))

/* CuTe does not attempt that of a swizzled layout. */
EVALUATOR(nullspace) {
  *MADE = tl_tuple_integer(1);
  return tl_composed_is_plain(COMPOSED(0))
             ? tl_cute_nullspace(CUTE(0), MADE, error)
             : TL_OK;
}
CALLS(right_inverse,
      tl_composed_right_inverse(COMPOSED(0), &OUT(composed), error))
CALLS(upcast, tl_composed_upcast(INT(0), COMPOSED(1), &OUT(composed), error))
CALLS(downcast,
      tl_composed_downcast(INT(0), COMPOSED(1), &OUT(composed), error))
CALLS(recast_layout,
      tl_composed_recast(INT(0), INT(1), COMPOSED(2), &OUT(composed), error))

EVALUATOR(composition_of_layouts) {
  if (tl_composed_is_plain(COMPOSED(1)))
    return tl_cute_composition(CUTE(0), CUTE(1), LIKE(0), error);
  return tl_composed_compose(COMPOSED(0), COMPOSED(1), &OUT(composed), error);
}

CALLS(composition_after_swizzle,
      tl_composed_after_swizzle(CUTE(0), SWIZZLE(1), &OUT(composed), error))
CALLS(composition_of_swizzle,
      tl_composed_create(SWIZZLE(0), 0, CUTE(1), &OUT(composed), error))
CALLS(composition_of_swizzles,
      tl_cute_swizzle_compose(SWIZZLE(0), SWIZZLE(1), &OUT(swizzle), error))

EVALUATOR(with_shape) {
  tl_cute domain;
  TL_TRY(tl_cute_make(TUPLE(1), &domain, error));
  return tl_cute_composition(CUTE(0), &domain, LIKE(0), error);
}

OPERATION(compose_tiler)
CALLS(complement, tl_cute_complement(CUTE(0), TREE(1), MADE, error))
CALLS(max_common_layout,
      tl_composed_max_common_layout(COMPOSED(0), COMPOSED(1), MADE, error))
CALLS(max_common_vector, tl_composed_max_common_vector(COMPOSED(0), COMPOSED(1),
                                                       &OUT(integer), error))
CALLS(max_alignment,
      tl_composed_max_alignment(COMPOSED(0), &OUT(integer), error))
CALLS(domain_distribute,
      tl_cute_domain_distribute(TUPLE(0), INT(1), MADE, error))

/* By a layout: the shape of what it leaves out. */
static tl_code ceil_div_by(const tl_tuple *shape, const tl_tiler *tiler,
                           tl_tuple *out, tl_error *error) {
  int64_t named = tl_tuple_rank(tiler), rank = tl_tuple_rank(shape);
  tl_tuple result = {.node_count = 1};
  if (tiler->nodes[0] == TL_NODE_ALL)
    return tl_fail(error, TL_INVALID, "_ has no size to divide by");
  if (tiler->nodes[0] < TL_NODE_BY_MODE) {
    TL_TRY(tl_cute_complement(tiler, shape, out, error));
    *out = tl_cute_shape(out);
    return TL_OK;
  }
  if (named > rank)
    return tl_fail(error, TL_INVALID,
                   "a tiler of %" PRId64 " modes for a shape of %" PRId64,
                   named, rank);
  for (int64_t i = 0; i < rank; i++) {
    tl_tuple mode;
    tl_tiler tile;
    TL_TRY(tl_tuple_item(shape, i, &mode, error));
    if (i < named) {
      TL_TRY(tl_tuple_item(tiler, i, &tile, error));
      TL_TRY(ceil_div_by(&mode, &tile, &mode, error));
    }
    TL_TRY(tl_tuple_push(&result, &mode, error));
  }
  *out = result;
  return TL_OK;
}

CALLS(ceil_div, ceil_div_by(TUPLE(0), TREE(1), &OUT(tuple), error))

GIVES(layout_a, swizzle, COMPOSED(0)->swizzle)
GIVES(layout_b, composed.layout, *CUTE(0))

/* An integer, or a coordinate. */
EVALUATOR(offset) {
  OUT(tuple) = tl_tuple_integer(COMPOSED(0)->offset);
  return COMPOSED(0)->start.count == 0
             ? TL_OK
             : tl_cute_place_to_tuple(&COMPOSED(0)->start, &OUT(tuple), error);
}

CALLS(evenly_divides,
      tl_cute_evenly_divides(TUPLE(0), TILER(1), &OUT(integer), error))

/* By a tiler. */
#define TILED(EACH)                                                            \
  EACH(logical_divide)                                                         \
  EACH(zipped_divide)                                                          \
  EACH(tiled_divide)                                                           \
  EACH(flat_divide)                                                            \
  EACH(logical_product)                                                        \
  EACH(zipped_product) EACH(tiled_product) EACH(flat_product)

TILED(OPERATION)
OPERATION(blocked_product)
OPERATION(raked_product)
CALLS(tile_unzip, tl_tuple_zip2_by(CUTE(0), TILER(1), LIKE(0), error))
CALLS(tile_to_shape,
      tl_cute_tile_to_shape(CUTE(0), TREE(1), TREE(2), LIKE(0), error))

CALLS(make_cute_swizzle,
      tl_cute_swizzle_make(INT(0), INT(1), &OUT(swizzle), error))

EVALUATOR(apply_swizzle) {
  if (INT(1) < 0)
    return tl_fail(error, TL_INVALID, "the offset %" PRId64 " is negative",
                   INT(1));
  OUT(integer) = tl_swizzle_apply(SWIZZLE(0), INT(1));
  return TL_OK;
}

EVALUATOR(cute_tv) {
  if (a[0].is_scattered)
    return tl_fail(error, TL_UNSUPPORTED,
                   "the threads of this atom are not the first of a warp, but "
                   "those that its part thr says; a tile layout can say so");
  return tl_cute_tv_create(CUTE(0), LIST(1), &OUT(tv), error);
}

CALLS(make_tv, tl_cute_tv_make(CUTE(0), CUTE(1), &OUT(tv), error))

GIVES(layout_tv, composed.layout, TV(0)->layout)
GIVES(tiler_mn, tuple, tl_tuple_from_list(&TV(0)->tile))

/* The parts of an atom by name, in the order of tl_mma_part and tl_copy_part.
 */
static const char *const MMA_PARTS[] = {"thr", "A", "B", "C", "mnk"};
static const char *const COPY_PARTS[] = {"thr", "src", "dst", "ref"};

/* Which of the names up to `last` it is; beyond it for none of them. */
static int find_part(const char *const *parts, int last, const tl_name *name) {
  int i = 0;
  while (i <= last && (strlen(parts[i]) != name->length ||
                       memcmp(parts[i], name->start, name->length) != 0))
    i++;
  return i;
}

EVALUATOR(mma_atom) {
  const tl_name *name = NAME(0);
  tl_cute threads;
  int part = find_part(MMA_PARTS, TL_MMA_SHAPE, NAME(1));
  if (part > TL_MMA_SHAPE)
    return tl_fail(error, TL_INVALID,
                   "an atom of this kind has the parts thr, mnk, A, B, C");
  TL_TRY(tl_cute_mma_atom(name->start, name->length, TL_MMA_THREADS, &threads,
                          error));
  if (part == TL_MMA_SHAPE)
    out->kind = TL_KIND_TUPLE;
  out->is_scattered = part != TL_MMA_THREADS && threads.leaf_count > 1;
  return tl_cute_mma_atom(name->start, name->length, (tl_mma_part)part,
                          part == TL_MMA_SHAPE ? &OUT(tuple) : MADE, error);
}

EVALUATOR(copy_atom) {
  const tl_name *name = NAME(0);
  int part = find_part(COPY_PARTS, TL_COPY_REFERENCE, NAME(1));
  if (part > TL_COPY_REFERENCE)
    return tl_fail(error, TL_INVALID,
                   "an atom of this kind has the parts thr, src, dst, ref");
  return tl_cute_copy_atom(name->start, name->length, (tl_copy_part)part, MADE,
                           error);
}

#define WITH(name, ...) OWN(name, CUTE, ARG(layout, CUTE), __VA_ARGS__)
#define BY_TILER(name) WITH(name, ARG(tiler, TILER)),

static const tl_function ROWS[] = {
    OWN(make_layout, CUTE, ARG(shape, TUPLE), OPT(stride, BASIS)),
    ROW(make_layout, CUTE, make_layout_of_modes, REST(modes, CUTE)),
    ROW(make_layout, CUTE, make_layout_of_swizzle, ARG(swizzle, CUTE_SWIZZLE)),
    OWN(make_layout_right, CUTE, ARG(shape, TUPLE)),
    OWN(make_ordered_layout, CUTE, ARG(shape, TUPLE), ARG(order, TUPLE)),
    ROW(make_layout_like, CUTE, make_like, PLAIN(layout)),
    OWN(make_fragment_like, CUTE, ARG(layout, CUTE)),
    OWN(layout_a, CUTE_SWIZZLE, ARG(layout, CUTE)),
    OWN(layout_b, CUTE, ARG(layout, CUTE)),
    OWN(offset, TUPLE, ARG(layout, CUTE)),
    ROW(get_swizzle_portion, CUTE_SWIZZLE, layout_a, ARG(layout, CUTE)),
    ROW(get_nonswizzle_portion, CUTE, layout_b, ARG(layout, CUTE)),

    OWN(cosize, INTEGER, ARG(layout, CUTE)),
    OWN(shape, TUPLE, ARG(layout, CUTE), OPT(path, TUPLE)),
    OWN(stride, TUPLE, ARG(layout, CUTE), OPT(path, TUPLE)),

    WITH(coalesce, OPT(profile, TUPLE)),
    WITH(coalesce_x, OPT(profile, TUPLE)),
    WITH(filter, OPT(profile, TUPLE)),
    WITH(filter_zeros, OPT(profile, TUPLE)),
    OWN(nullspace, CUTE, ARG(layout, CUTE)),
    OWN(upcast, CUTE, ARG(n, INTEGER), ARG(layout, CUTE)),
    OWN(downcast, CUTE, ARG(n, INTEGER), ARG(layout, CUTE)),
    OWN(recast_layout, CUTE, ARG(old_bits, INTEGER), ARG(new_bits, INTEGER),
        ARG(layout, CUTE)),

    ROW(composition, CUTE, composition_of_layouts, ARG(a, CUTE), ARG(b, CUTE)),
    ROW(composition, CUTE, compose_tiler, ARG(layout, CUTE), ARG(tiler, TILER)),
    ROW(composition, CUTE, composition_after_swizzle, PLAIN(layout),
        ARG(swizzle, CUTE_SWIZZLE)),
    ROW(composition, CUTE, composition_of_swizzle, ARG(swizzle, CUTE_SWIZZLE),
        PLAIN(layout)),
    ROW(composition, CUTE_SWIZZLE, composition_of_swizzles,
        ARG(a, CUTE_SWIZZLE), ARG(b, CUTE_SWIZZLE)),
    OWN(with_shape, CUTE, ARG(layout, CUTE), ARG(shape, TUPLE)),
    OWN(complement, CUTE, ARG(layout, CUTE), OPT(cotarget, TUPLE)),
    OWN(complement, CUTE, ARG(layout, CUTE), ARG(cotarget, CUTE)),
    OWN(left_inverse, CUTE, ARG(layout, CUTE)),
    OWN(right_inverse, CUTE, ARG(layout, CUTE)),
    OWN(max_common_layout, CUTE, ARG(a, CUTE), ARG(b, CUTE)),
    OWN(max_common_vector, INTEGER, ARG(a, CUTE), ARG(b, CUTE)),
    OWN(max_alignment, INTEGER, ARG(layout, CUTE)),
    OWN(domain_distribute, CUTE, ARG(shape, TUPLE), ARG(count, INTEGER)),
    OWN(ceil_div, TUPLE, ARG(shape, TUPLE), PLAIN(layout)),
    OWN(ceil_div, TUPLE, ARG(shape, TUPLE), ARG(tiler, TILER)),
    OWN(evenly_divides, BOOLEAN, ARG(shape, TUPLE), ARG(tiler, TILER)),

    TILED(BY_TILER) BY_TILER(tile_unzip)
        OWN(blocked_product, CUTE, ARG(a, CUTE), PLAIN(b)),
    OWN(raked_product, CUTE, ARG(a, CUTE), PLAIN(b)),
    OWN(tile_to_shape, CUTE, ARG(block, CUTE), ARG(shape, TUPLE),
        OPT(order, TUPLE)),

    ROW(make_swizzle, CUTE_SWIZZLE, make_cute_swizzle, ARG(y, INTEGER),
        ARG(z, INTEGER)),
    OWN(apply_swizzle, INTEGER, ARG(swizzle, CUTE_SWIZZLE),
        ARG(offset, INTEGER)),
    OWN(cute_tv, CUTE_TV, PLAIN(layout), ARG(tile, LIST)),
    OWN(make_tv, CUTE_TV, PLAIN(threads), PLAIN(values)),
    OWN(layout_tv, CUTE, ARG(layout, CUTE_TV)),
    OWN(tiler_mn, TUPLE, ARG(layout, CUTE_TV)),
    OWN(mma_atom, CUTE, ARG(the name of an atom, NAME), ARG(a part, NAME)),
    OWN(copy_atom, CUTE, ARG(the name of an atom, NAME), ARG(a part, NAME)),
};

const tl_function_table TL_CUTE_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
