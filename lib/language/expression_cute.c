/* expression_cute.c - Functions of CuTe layouts, swizzles and atoms.
 *
 * What acts on the domain of a layout leaves its swizzle and offset as they
 * are; the rest is for plain layouts unless it says otherwise. */
#include "base/checked.h"
#include "expression_access.h"
#include "spelling/cute/cute_text.h"
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

/* ---- Coordinates -------------------------------------------------------- */

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

EVALUATOR(values_of_swizzle) {
  tl_tuple line = tl_tuple_integer(INT(1));
  TL_TRY(tl_result_listing(out, INT(1), write_values, error));
  TL_TRY(tl_cute_make(&line, &line, error));
  return tl_composed_create(SWIZZLE(0), 0, &line, &OUT(composed), error);
}

/* ---- Layouts ------------------------------------------------------------ */

EVALUATOR(make_layout) {
  if (!TREE(1))
    return tl_cute_make(TUPLE(0), MADE, error);
  return tl_cute_create(TUPLE(0), TUPLE(1), MADE, error);
}

EVALUATOR(make_layout_of_modes) {
  OUT(composed) = *COMPOSED(0);
  return TL_OK;
}

EVALUATOR(make_layout_of_swizzle) {
  const tl_swizzle *swizzle = SWIZZLE(0);
  int64_t shift = swizzle->shift < 0 ? -swizzle->shift : swizzle->shift;
  tl_tuple line =
      tl_tuple_integer(INT64_C(1) << (swizzle->base + swizzle->bits + shift));
  TL_TRY(tl_cute_make(&line, &line, error));
  return tl_composed_create(swizzle, 0, &line, &OUT(composed), error);
}

EVALUATOR(make_layout_right) {
  tl_tuple stride;
  TL_TRY(tl_tuple_compact_row_major(TUPLE(0), NULL, &stride, error));
  return tl_cute_create(TUPLE(0), &stride, MADE, error);
}

CALLS(make_ordered_layout,
      tl_cute_make_ordered(TUPLE(0), TUPLE(1), MADE, error))
CALLS(cosize, tl_cute_cosize(CUTE(0), &OUT(integer), error))

EVALUATOR(coprofile) {
  (void)a;
  OUT(integer) = 0; /* integer strides lead to integers */
  return TL_OK;
}

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

/* ---- Algebra ------------------------------------------------------------ */

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

EVALUATOR(evenly_divides) {
  bool holds;
  TL_TRY(tl_cute_evenly_divides(TUPLE(0), TILER(1), &holds, error));
  OUT(integer) = holds;
  return TL_OK;
}

OPERATION(logical_divide)
OPERATION(zipped_divide)
OPERATION(tiled_divide)
OPERATION(flat_divide)
OPERATION(logical_product)
OPERATION(zipped_product)
OPERATION(tiled_product)
OPERATION(flat_product)
OPERATION(blocked_product)
OPERATION(raked_product)
CALLS(tile_unzip, tl_tuple_zip2_by(CUTE(0), TILER(1), LIKE(0), error))
CALLS(tile_to_shape,
      tl_cute_tile_to_shape(CUTE(0), TREE(1), TREE(2), LIKE(0), error))

/* ---- Swizzles, thread-value layouts, atoms ------------------------------ */

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

EVALUATOR(layout_tv) {
  *MADE = TV(0)->layout;
  return TL_OK;
}

EVALUATOR(tiler_mn) {
  OUT(tuple) = tl_tuple_from_list(&TV(0)->tile);
  return TL_OK;
}

/* The parts of an atom by name, in the order of tl_mma_part and tl_copy_part.
 */
enum { MMA_SHAPE = TL_MMA_C + 1 };

static const char *const MMA_PARTS[] = {"thr", "A", "B", "C", "mnk"};
static const char *const COPY_PARTS[] = {"thr", "src", "dst", "ref"};

/* Which of the names it is; `count` for none of them. */
static int find_part(const char *const *parts, int count, const tl_name *name) {
  for (int i = 0; i < count; i++)
    if (strlen(parts[i]) == name->length &&
        memcmp(parts[i], name->start, name->length) == 0)
      return i;
  return count;
}

EVALUATOR(mma_atom) {
  const tl_name *name = NAME(0);
  int part = find_part(MMA_PARTS, MMA_SHAPE + 1, NAME(1));
  if (part > MMA_SHAPE)
    return tl_fail(error, TL_INVALID,
                   "an atom of this kind has the parts thr, mnk, A, B, C");
  if (part == MMA_SHAPE) {
    out->kind = TL_KIND_TUPLE;
    return tl_cute_mma_atom_shape(name->start, name->length, &OUT(tuple),
                                  error);
  }
  TL_TRY(
      tl_cute_mma_atom(name->start, name->length, TL_MMA_THREADS, MADE, error));
  out->is_scattered = part != TL_MMA_THREADS && MADE->leaf_count > 1;
  return tl_cute_mma_atom(name->start, name->length, (tl_mma_part)part, MADE,
                          error);
}

EVALUATOR(copy_atom) {
  const tl_name *name = NAME(0);
  int part = find_part(COPY_PARTS, TL_COPY_REFERENCE + 1, NAME(1));
  if (part > TL_COPY_REFERENCE)
    return tl_fail(error, TL_INVALID,
                   "an atom of this kind has the parts thr, src, dst, ref");
  return tl_cute_copy_atom(name->start, name->length, (tl_copy_part)part, MADE,
                           error);
}

#define WITH(name, ...) ROW(name, CUTE, name, ARG(layout, CUTE), __VA_ARGS__)

static const tl_function ROWS[] = {
    ROW(make_layout, CUTE, make_layout, ARG(shape, TUPLE), OPT(stride, TUPLE)),
    ROW(make_layout, CUTE, make_layout_of_modes, REST(modes, CUTE)),
    ROW(make_layout, CUTE, make_layout_of_swizzle, ARG(swizzle, CUTE_SWIZZLE)),
    ROW(make_layout_right, CUTE, make_layout_right, ARG(shape, TUPLE)),
    ROW(make_ordered_layout, CUTE, make_ordered_layout, ARG(shape, TUPLE),
        ARG(order, TUPLE)),
    ROW(make_layout_like, CUTE, make_like, PLAIN(layout)),
    ROW(make_fragment_like, CUTE, make_fragment_like, PLAIN(layout)),

    ROW(cosize, INTEGER, cosize, ARG(layout, CUTE)),
    ROW(coshape, INTEGER, cosize, ARG(layout, CUTE)),
    ROW(coprofile, INTEGER, coprofile, ARG(layout, CUTE)),
    ROW(shape, TUPLE, shape, ARG(layout, CUTE), OPT(path, TUPLE)),
    ROW(stride, TUPLE, stride, ARG(layout, CUTE), OPT(path, TUPLE)),
    ROW(layout_call, INTEGER, layout_call, ARG(layout, CUTE),
        ARG(coordinate, COORDINATE)),
    ROW(get_hier_coord, TUPLE, get_hier_coord, PLAIN(layout),
        ARG(offset, INTEGER)),
    ROW(get_flat_coord, TUPLE, get_flat_coord, PLAIN(layout),
        ARG(offset, INTEGER)),
    ROW(get_1d_coord, INTEGER, get_1d_coord, PLAIN(layout),
        ARG(offset, INTEGER)),
    ROW(slice_and_offset, TEXT, slice_and_offset, ARG(coordinate, COORDINATE),
        ARG(layout, CUTE)),
    ROW(values, TEXT, values_of_layout, ARG(layout, CUTE)),
    ROW(values, TEXT, values_of_swizzle, ARG(swizzle, CUTE_SWIZZLE),
        ARG(count, INTEGER)),

    WITH(coalesce, OPT(profile, TUPLE)),
    WITH(coalesce_x, OPT(profile, TUPLE)),
    WITH(filter, OPT(profile, TUPLE)),
    WITH(filter_zeros, OPT(profile, TUPLE)),
    ROW(nullspace, CUTE, nullspace, PLAIN(layout)),
    ROW(upcast, CUTE, upcast, ARG(n, INTEGER), ARG(layout, CUTE)),
    ROW(downcast, CUTE, downcast, ARG(n, INTEGER), ARG(layout, CUTE)),
    ROW(recast_layout, CUTE, recast_layout, ARG(old_bits, INTEGER),
        ARG(new_bits, INTEGER), ARG(layout, CUTE)),

    ROW(composition, CUTE, composition_of_layouts, ARG(a, CUTE), ARG(b, CUTE)),
    ROW(composition, CUTE, compose_tiler, ARG(layout, CUTE), ARG(tiler, TILER)),
    ROW(composition, CUTE, composition_after_swizzle, PLAIN(layout),
        ARG(swizzle, CUTE_SWIZZLE)),
    ROW(composition, CUTE, composition_of_swizzle, ARG(swizzle, CUTE_SWIZZLE),
        PLAIN(layout)),
    ROW(composition, CUTE_SWIZZLE, composition_of_swizzles,
        ARG(a, CUTE_SWIZZLE), ARG(b, CUTE_SWIZZLE)),
    ROW(with_shape, CUTE, with_shape, ARG(layout, CUTE), ARG(shape, TUPLE)),
    ROW(complement, CUTE, complement, PLAIN(layout), OPT(cotarget, TUPLE)),
    ROW(complement, CUTE, complement, PLAIN(layout), ARG(cotarget, CUTE)),
    ROW(left_inverse, CUTE, left_inverse, PLAIN(layout)),
    ROW(right_inverse, CUTE, right_inverse, ARG(layout, CUTE)),
    ROW(max_common_layout, CUTE, max_common_layout, PLAIN(a), PLAIN(b)),
    ROW(max_common_vector, INTEGER, max_common_vector, ARG(a, CUTE),
        ARG(b, CUTE)),
    ROW(max_alignment, INTEGER, max_alignment, ARG(layout, CUTE)),
    ROW(domain_distribute, CUTE, domain_distribute, ARG(shape, TUPLE),
        ARG(count, INTEGER)),
    ROW(ceil_div, TUPLE, ceil_div, ARG(shape, TUPLE), PLAIN(layout)),
    ROW(evenly_divides, BOOLEAN, evenly_divides, ARG(shape, TUPLE),
        ARG(tiler, TILER)),

    WITH(logical_divide, ARG(tiler, TILER)),
    WITH(zipped_divide, ARG(tiler, TILER)),
    WITH(tiled_divide, ARG(tiler, TILER)),
    WITH(flat_divide, ARG(tiler, TILER)),
    WITH(logical_product, ARG(tiler, TILER)),
    WITH(zipped_product, ARG(tiler, TILER)),
    WITH(tiled_product, ARG(tiler, TILER)),
    WITH(flat_product, ARG(tiler, TILER)),
    WITH(tile_unzip, ARG(tiler, TILER)),
    ROW(blocked_product, CUTE, blocked_product, ARG(a, CUTE), PLAIN(b)),
    ROW(raked_product, CUTE, raked_product, ARG(a, CUTE), PLAIN(b)),
    ROW(tile_to_shape, CUTE, tile_to_shape, ARG(block, CUTE), ARG(shape, TUPLE),
        OPT(order, TUPLE)),

    ROW(make_swizzle, CUTE_SWIZZLE, make_cute_swizzle, ARG(y, INTEGER),
        ARG(z, INTEGER)),
    ROW(apply_swizzle, INTEGER, apply_swizzle, ARG(swizzle, CUTE_SWIZZLE),
        ARG(offset, INTEGER)),
    ROW(cute_tv, CUTE_TV, cute_tv, PLAIN(layout), ARG(tile, LIST)),
    ROW(make_tv, CUTE_TV, make_tv, PLAIN(threads), PLAIN(values)),
    ROW(layout_tv, CUTE, layout_tv, ARG(layout, CUTE_TV)),
    ROW(tiler_mn, TUPLE, tiler_mn, ARG(layout, CUTE_TV)),
    ROW(mma_atom, CUTE, mma_atom, ARG(the name of an atom, NAME),
        ARG(a part, NAME)),
    ROW(copy_atom, CUTE, copy_atom, ARG(the name of an atom, NAME),
        ARG(a part, NAME)),
};

const tl_function_table TL_CUTE_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
