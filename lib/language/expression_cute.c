/* expression_cute.c - Functions of CuTe layouts, swizzles and atoms.
 *
 * What acts on the domain of a layout leaves its swizzle and offset as they
 * are; the rest is for plain layouts unless it says otherwise. */
#include "base/checked.h"
#include "expression_access.h"
#include "spelling/value_text.h"
#include "tl/cute_atom.h"
#include <string.h>

/* A function of the domain of layout 0, whose swizzle and offset stay: alone,
 * with an optional profile, and of a second tuple, tiler or layout. */
#define FUNCTION(name) CALLS(name, tl_cute_##name(CUTE(0), LIKE(0), error))
#define BY_PROFILE(name)                                                       \
  CALLS(name,                                                                  \
        tl_cute_by_profile(CUTE(0), TREE(1), tl_cute_##name, LIKE(0), error))
#define OPERATION(name)                                                        \
  CALLS(name, tl_cute_##name(CUTE(0), TREE(1), LIKE(0), error))

EVALUATOR(layout_call) {
  const tl_composed *layout = COMPOSED(0);
  int64_t offset;
  TL_TRY(tl_cute_crd2idx(TUPLE(1), &layout->layout, &offset, error));
  TL_TRY(tl_add(layout->offset, offset, &offset, error));
  OUT(integer) = tl_swizzle_apply(&layout->swizzle, offset);
  return TL_OK;
}

CALLS(get_hier_coord, tl_cute_idx2crd(INT(1), CUTE(0), &OUT(tuple), error))

EVALUATOR(get_flat_coord) {
  tl_tuple coordinate, ones;
  TL_TRY(tl_cute_idx2crd(INT(1), CUTE(0), &coordinate, error));
  TL_TRY(tl_tuple_product_each(CUTE(0), &ones, error));
  for (int64_t i = 0; i < ones.leaf_count; i++)
    ones.leaves[i].value = 1;
  if (tl_tuple_is_integer(CUTE(0)))
    TL_TRY(tl_tuple_unwrap(&ones, &ones, error));
  return tl_tuple_crd2crd(&coordinate, CUTE(0), &ones, &OUT(tuple), error);
}

EVALUATOR(get_1d_coord) {
  tl_tuple coordinate;
  TL_TRY(tl_cute_idx2crd(INT(1), CUTE(0), &coordinate, error));
  return tl_tuple_crd2idx(&coordinate, CUTE(0), &OUT(integer), error);
}

/* (layout,offset) */
EVALUATOR(slice_and_offset) {
  tl_composed sliced;
  int64_t offset;
  tl_text text = {0};
  tl_writer writer = tl_text_writer(&text);
  TL_TRY(tl_composed_slice(TUPLE(0), COMPOSED(1), &sliced, &offset, error));
  tl_write(&writer, "(");
  tl_composed_write(&sliced, &writer);
  tl_write(&writer, ",%" PRId64 ")", offset);
  return tl_result_text(out, &text, error);
}

/* Colexicographic. */
static void write_values(const tl_value *value, const tl_writer *text) {
  const tl_composed *composed = &value->as.composed;
  int64_t size = 0, offset = 0;
  tl_code code = tl_cute_size(&composed->layout, &size, NULL);
  tl_write(text, "[");
  for (int64_t i = 0; code == TL_OK && i < size; i++) {
    code = tl_composed_apply(composed, i, &offset, NULL);
    tl_write(text, i ? ", %" PRId64 : "%" PRId64, offset);
  }
  tl_write(text, "]");
}

EVALUATOR(values_of_layout) {
  int64_t elements;
  TL_TRY(tl_cute_size(CUTE(0), &elements, error));
  OUT(composed) = *COMPOSED(0);
  return tl_result_listing(out, elements, write_values, error);
}

/* The swizzle of 0, 1, 2, ... */
static tl_code swizzle_line(const tl_swizzle *swizzle, int64_t size,
                            tl_composed *out, tl_error *error) {
  tl_cute line = tl_tuple_integer(size);
  TL_TRY(tl_cute_make(&line, &line, error));
  return tl_composed_create(swizzle, 0, &line, out, error);
}

EVALUATOR(values_of_swizzle) {
  TL_TRY(tl_result_listing(out, INT(1), write_values, error));
  return swizzle_line(SWIZZLE(0), INT(1), &OUT(composed), error);
}

EVALUATOR(make_layout) {
  if (!TREE(1))
    return tl_cute_make(TUPLE(0), MADE, error);
  return tl_cute_create(TUPLE(0), TUPLE(1), MADE, error);
}

GIVES(make_layout_of_modes, composed, *COMPOSED(0))

CALLS(make_layout_of_swizzle,
      swizzle_line(SWIZZLE(0), tl_swizzle_period(SWIZZLE(0)), &OUT(composed),
                   error))

EVALUATOR(make_layout_right) {
  tl_tuple stride;
  TL_TRY(tl_tuple_compact_row_major(TUPLE(0), NULL, &stride, error));
  return tl_cute_create(TUPLE(0), &stride, MADE, error);
}

CALLS(make_ordered_layout,
      tl_cute_make_ordered(TUPLE(0), TUPLE(1), MADE, error))
CALLS(cosize, tl_cute_cosize(CUTE(0), &OUT(integer), error))

GIVES(coprofile, integer, 0) /* integer strides lead to integers */

/* All of it, or the part at a path. */
static const tl_tuple NO_PATH = {0};

EVALUATOR(shape) {
  tl_tuple whole = tl_cute_shape(CUTE(0));
  return tl_tuple_get(TUPLE_OR(1, &NO_PATH), &whole, &OUT(tuple), error);
}

EVALUATOR(stride) {
  tl_tuple whole = tl_cute_stride(CUTE(0));
  return tl_tuple_get(TUPLE_OR(1, &NO_PATH), &whole, &OUT(tuple), error);
}

BY_PROFILE(coalesce)
BY_PROFILE(coalesce_x)
BY_PROFILE(filter)

EVALUATOR(filter_zeros) {
  tl_tuple stride = tl_cute_stride(CUTE(0));
  return tl_tuple_filter_zeros(TUPLE_OR(1, &stride), CUTE(0), LIKE(0), error);
}

FUNCTION(make_like)
FUNCTION(make_fragment_like)
FUNCTION(nullspace)
FUNCTION(left_inverse)
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
  TL_TRY(tl_require_plain(&a[0], error));
  return tl_composed_after(CUTE(0), COMPOSED(1), &OUT(composed), error);
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
OPERATION(complement)
OPERATION(max_common_layout)
CALLS(max_common_vector, tl_composed_max_common_vector(COMPOSED(0), COMPOSED(1),
                                                       &OUT(integer), error))
CALLS(max_alignment,
      tl_composed_max_alignment(COMPOSED(0), &OUT(integer), error))
CALLS(domain_distribute,
      tl_cute_domain_distribute(TUPLE(0), INT(1), MADE, error))

/* By a layout: the shape of what it leaves out. */
EVALUATOR(ceil_div) {
  tl_cute rest;
  TL_TRY(tl_cute_complement(CUTE(1), TUPLE(0), &rest, error));
  OUT(tuple) = tl_cute_shape(&rest);
  return TL_OK;
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
    OWN(make_layout, CUTE, ARG(shape, TUPLE), OPT(stride, TUPLE)),
    ROW(make_layout, CUTE, make_layout_of_modes, REST(modes, CUTE)),
    ROW(make_layout, CUTE, make_layout_of_swizzle, ARG(swizzle, CUTE_SWIZZLE)),
    OWN(make_layout_right, CUTE, ARG(shape, TUPLE)),
    OWN(make_ordered_layout, CUTE, ARG(shape, TUPLE), ARG(order, TUPLE)),
    ROW(make_layout_like, CUTE, make_like, PLAIN(layout)),
    OWN(make_fragment_like, CUTE, PLAIN(layout)),

    OWN(cosize, INTEGER, ARG(layout, CUTE)),
    ROW(coshape, INTEGER, cosize, ARG(layout, CUTE)),
    OWN(coprofile, INTEGER, ARG(layout, CUTE)),
    OWN(shape, TUPLE, ARG(layout, CUTE), OPT(path, TUPLE)),
    OWN(stride, TUPLE, ARG(layout, CUTE), OPT(path, TUPLE)),
    OWN(layout_call, INTEGER, ARG(layout, CUTE), ARG(coordinate, COORDINATE)),
    OWN(get_hier_coord, TUPLE, PLAIN(layout), ARG(offset, INTEGER)),
    OWN(get_flat_coord, TUPLE, PLAIN(layout), ARG(offset, INTEGER)),
    OWN(get_1d_coord, INTEGER, PLAIN(layout), ARG(offset, INTEGER)),
    OWN(slice_and_offset, TEXT, ARG(coordinate, COORDINATE), ARG(layout, CUTE)),
    ROW(values, TEXT, values_of_layout, ARG(layout, CUTE)),
    ROW(values, TEXT, values_of_swizzle, ARG(swizzle, CUTE_SWIZZLE),
        ARG(count, INTEGER)),

    WITH(coalesce, OPT(profile, TUPLE)),
    WITH(coalesce_x, OPT(profile, TUPLE)),
    WITH(filter, OPT(profile, TUPLE)),
    WITH(filter_zeros, OPT(profile, TUPLE)),
    OWN(nullspace, CUTE, PLAIN(layout)),
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
    OWN(complement, CUTE, PLAIN(layout), OPT(cotarget, TUPLE)),
    OWN(complement, CUTE, PLAIN(layout), ARG(cotarget, CUTE)),
    OWN(left_inverse, CUTE, PLAIN(layout)),
    OWN(right_inverse, CUTE, ARG(layout, CUTE)),
    OWN(max_common_layout, CUTE, PLAIN(a), PLAIN(b)),
    OWN(max_common_vector, INTEGER, ARG(a, CUTE), ARG(b, CUTE)),
    OWN(max_alignment, INTEGER, ARG(layout, CUTE)),
    OWN(domain_distribute, CUTE, ARG(shape, TUPLE), ARG(count, INTEGER)),
    OWN(ceil_div, TUPLE, ARG(shape, TUPLE), PLAIN(layout)),
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
