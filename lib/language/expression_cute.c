/* expression_cute.c - Functions of CuTe layouts, swizzles and atoms.
 *
 * What acts on the domain of a layout leaves its swizzle and offset as they
 * are; the rest is for plain layouts unless it says otherwise. */
#include "base/checked.h"
#include "expression_access.h"
#include "spelling/cute/cute_text.h"
#include "tl/cute_atom.h"
#include <string.h>

/* A function of the domain of layout 0, whose swizzle and offset stay. */
#define ON_DOMAIN(name, ...)                                                   \
  EVALUATOR(name) {                                                            \
    OUT(composed) = *COMPOSED(0);                                              \
    return __VA_ARGS__;                                                        \
  }

EVALUATOR(layout_call) {
  const tl_composed *layout = COMPOSED(0);
  int64_t offset;
  TL_TRY(tl_tuple_crd2idx(TUPLE(1), &layout->layout.shape,
                          &layout->layout.stride, &offset, error));
  TL_TRY(tl_add(layout->offset, offset, &offset, error));
  OUT(integer) = tl_swizzle_apply(&layout->swizzle, offset);
  return TL_OK;
}

CALLS(get_hier_coord,
      tl_tuple_offset_to_crd(INT(1), &CUTE(0)->shape, &CUTE(0)->stride,
                             &OUT(tuple), error))

EVALUATOR(get_flat_coord) {
  const tl_tuple *shape = &CUTE(0)->shape;
  tl_tuple coordinate, ones = tl_tuple_integer(1), one = tl_tuple_integer(1);
  tl_value hier = {.kind = TL_KIND_TUPLE};
  TL_TRY(get_hier_coord(a, lanes, &hier, error));
  coordinate = hier.as.tuple;
  if (!tl_tuple_is_integer(shape)) {
    TL_TRY(tl_tuple_wrap(&one, &ones, error));
    TL_TRY(tl_tuple_append_n(tl_tuple_rank(shape), &ones, &one, &ones, error));
  }
  return tl_tuple_crd2crd(&coordinate, shape, &ones, &OUT(tuple), error);
}

EVALUATOR(get_1d_coord) {
  tl_value hier = {.kind = TL_KIND_TUPLE};
  TL_TRY(get_hier_coord(a, lanes, &hier, error));
  return tl_tuple_crd2idx_compact(&hier.as.tuple, &CUTE(0)->shape,
                                  &OUT(integer), error);
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
  tl_tuple size = tl_tuple_integer(INT(1));
  tl_cute line;
  TL_TRY(tl_result_listing(out, INT(1), write_values, error));
  TL_TRY(tl_cute_make(&size, &line, error));
  return tl_composed_create(SWIZZLE(0), 0, &line, &OUT(composed), error);
}

/* ---- Layouts ------------------------------------------------------------ */

EVALUATOR(make_layout) {
  if (a[1].kind == TL_KIND_NONE)
    return tl_cute_make(TUPLE(0), MADE, error);
  return tl_cute_create(TUPLE(0), TUPLE(1), MADE, error);
}

EVALUATOR(make_layout_of_modes) {
  OUT(composed) = a[0].as.composed;
  return TL_OK;
}

EVALUATOR(make_layout_of_swizzle) {
  const tl_swizzle *swizzle = SWIZZLE(0);
  int64_t shift = swizzle->shift < 0 ? -swizzle->shift : swizzle->shift;
  tl_tuple size =
      tl_tuple_integer(INT64_C(1) << (swizzle->base + swizzle->bits + shift));
  tl_cute line;
  TL_TRY(tl_cute_make(&size, &line, error));
  return tl_composed_create(swizzle, 0, &line, &OUT(composed), error);
}

EVALUATOR(make_layout_right) {
  tl_tuple stride, one = tl_tuple_integer(1);
  TL_TRY(tl_tuple_compact_row_major(TUPLE(0), &one, &stride, error));
  return tl_cute_create(TUPLE(0), &stride, MADE, error);
}

EVALUATOR(make_ordered_layout) {
  tl_tuple stride;
  TL_TRY(tl_tuple_compact_order(TUPLE(0), TUPLE(1), &stride, error));
  return tl_cute_create(TUPLE(0), &stride, MADE, error);
}

EVALUATOR(rank_layout) {
  OUT(integer) = tl_tuple_rank(&CUTE(0)->shape);
  return TL_OK;
}

CALLS(depth_layout, tl_tuple_depth(&CUTE(0)->shape, &OUT(integer), error))
CALLS(size_layout, tl_cute_size(CUTE(0), &OUT(integer), error))
CALLS(cosize_layout, tl_cute_cosize(CUTE(0), &OUT(integer), error))

EVALUATOR(coprofile_layout) {
  (void)a;
  OUT(integer) = 0; /* integer strides lead to integers */
  return TL_OK;
}

/* The shape or the stride, or its part at a path. */
static tl_code part_at(const tl_value *path, const tl_tuple *whole,
                       tl_tuple *out, tl_error *error) {
  if (path->kind == TL_KIND_NONE) {
    *out = *whole;
    return TL_OK;
  }
  return tl_tuple_get(&path->as.tuple, whole, out, error);
}

CALLS(shape_layout, part_at(&a[1], &CUTE(0)->shape, &OUT(tuple), error))
CALLS(stride_layout, part_at(&a[1], &CUTE(0)->stride, &OUT(tuple), error))

/* Domain functions of one layout, with an optional profile. */
#define BY_PROFILE(name)                                                       \
  EVALUATOR(name) {                                                            \
    tl_tuple whole = tl_tuple_integer(1);                                      \
    OUT(composed) = a[0].as.composed;                                          \
    return tl_cute_by_profile(CUTE(0), TUPLE_OR(1, &whole), tl_cute_##name,    \
                              MADE, error);                                    \
  }

BY_PROFILE(coalesce)
BY_PROFILE(coalesce_x)
BY_PROFILE(filter)

EVALUATOR(filter_zeros) {
  const tl_cute *layout = CUTE(0);
  OUT(composed) = a[0].as.composed;
  return tl_tuple_filter_zeros(TUPLE_OR(1, &layout->stride), &layout->shape,
                               &MADE->shape, error);
}

#define PLAIN_FUNCTION(name) CALLS(name, tl_cute_##name(CUTE(0), MADE, error))

PLAIN_FUNCTION(make_like)
PLAIN_FUNCTION(make_fragment_like)
PLAIN_FUNCTION(nullspace)
PLAIN_FUNCTION(left_inverse)

EVALUATOR(right_inverse) {
  if (!tl_composed_is_plain(COMPOSED(0)))
    return tl_composed_right_inverse(COMPOSED(0), &OUT(composed), error);
  return tl_cute_right_inverse(CUTE(0), MADE, error);
}

CALLS(upcast, tl_composed_upcast(INT(0), COMPOSED(1), &OUT(composed), error))
CALLS(downcast,
      tl_composed_downcast(INT(0), COMPOSED(1), &OUT(composed), error))
CALLS(recast_layout,
      tl_composed_recast(INT(0), INT(1), COMPOSED(2), &OUT(composed), error))

/* ---- Algebra ------------------------------------------------------------ */

ON_DOMAIN(composition, tl_cute_compose_tiler(CUTE(0), TILER(1), MADE, error))

EVALUATOR(composition_of_layouts) {
  const tl_composed *left = COMPOSED(0), *right = COMPOSED(1);
  if (!tl_composed_is_plain(right)) {
    TL_TRY(tl_require_plain(&a[0], error));
    return tl_composed_after(&left->layout, right, &OUT(composed), error);
  }
  OUT(composed) = *left;
  return tl_cute_composition(&left->layout, &right->layout, MADE, error);
}

CALLS(composition_after_swizzle,
      tl_composed_after_swizzle(CUTE(0), SWIZZLE(1), &OUT(composed), error))
CALLS(composition_of_swizzle,
      tl_composed_create(SWIZZLE(0), 0, CUTE(1), &OUT(composed), error))
CALLS(composition_of_swizzles,
      tl_cute_swizzle_compose(SWIZZLE(0), SWIZZLE(1), &OUT(swizzle), error))

EVALUATOR(with_shape_layout) {
  tl_cute domain;
  OUT(composed) = a[0].as.composed;
  TL_TRY(tl_cute_make(TUPLE(1), &domain, error));
  return tl_cute_composition(CUTE(0), &domain, MADE, error);
}

CALLS(complement, tl_cute_complement(CUTE(0), TUPLE_OR(1, NULL), MADE, error))
CALLS(complement_in_layout,
      tl_cute_complement(CUTE(0), &CUTE(1)->shape, MADE, error))
CALLS(max_common_layout,
      tl_cute_max_common_layout(CUTE(0), CUTE(1), MADE, error))
CALLS(max_common_vector, tl_composed_max_common_vector(COMPOSED(0), COMPOSED(1),
                                                       &OUT(integer), error))
CALLS(max_alignment,
      tl_composed_max_alignment(COMPOSED(0), &OUT(integer), error))

/* By a layout: the shape of what it leaves out. */
EVALUATOR(ceil_div_layout) {
  tl_cute rest;
  TL_TRY(tl_cute_complement(CUTE(1), TUPLE(0), &rest, error));
  OUT(tuple) = rest.shape;
  return TL_OK;
}

EVALUATOR(evenly_divides) {
  bool holds;
  TL_TRY(tl_cute_evenly_divides(TUPLE(0), TILER(1), &holds, error));
  OUT(integer) = holds;
  return TL_OK;
}

CALLS(domain_distribute,
      tl_cute_domain_distribute(TUPLE(0), INT(1), MADE, error))

/* Divides and products by a tiler, of the domain of a layout. */
#define TILED(name)                                                            \
  ON_DOMAIN(name, tl_cute_##name(CUTE(0), TILER(1), MADE, error))

TILED(logical_divide)
TILED(zipped_divide)
TILED(tiled_divide)
TILED(flat_divide)
TILED(logical_product)
TILED(zipped_product)
TILED(tiled_product)
TILED(flat_product)
TILED(tile_unzip)

#define PRODUCT(name)                                                          \
  ON_DOMAIN(name, tl_cute_##name(CUTE(0), CUTE(1), MADE, error))

PRODUCT(blocked_product)
PRODUCT(raked_product)

ON_DOMAIN(tile_to_shape, tl_cute_tile_to_shape(CUTE(0), TUPLE(1),
                                               TUPLE_OR(2, NULL), MADE, error))

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
  *MADE = a[0].as.tv.layout;
  return TL_OK;
}

EVALUATOR(tiler_mn) {
  OUT(tuple) = tl_tuple_from_list(&a[0].as.tv.tile);
  return TL_OK;
}

/* The names of the parts of an atom. */
typedef struct part_name {
  const char *name;
  int part;
} part_name;

enum { MMA_SHAPE = -1 };

static const part_name MMA_PARTS[] = {{"thr", TL_MMA_THREADS},
                                      {"mnk", MMA_SHAPE},
                                      {"A", TL_MMA_A},
                                      {"B", TL_MMA_B},
                                      {"C", TL_MMA_C}};

static const part_name COPY_PARTS[] = {{"thr", TL_COPY_THREADS},
                                       {"src", TL_COPY_SOURCE},
                                       {"dst", TL_COPY_DESTINATION},
                                       {"ref", TL_COPY_REFERENCE}};

static tl_code find_part(const part_name *parts, size_t count,
                         const tl_name *name, const char *accepted, int *out,
                         tl_error *error) {
  for (size_t i = 0; i < count; i++)
    if (strlen(parts[i].name) == name->length &&
        memcmp(parts[i].name, name->start, name->length) == 0) {
      *out = parts[i].part;
      return TL_OK;
    }
  return tl_fail(error, TL_INVALID, "an atom of this kind has the parts %s",
                 accepted);
}

EVALUATOR(mma_atom) {
  const tl_name *name = NAME(0);
  int part = 0;
  TL_TRY(find_part(MMA_PARTS, sizeof MMA_PARTS / sizeof *MMA_PARTS, NAME(1),
                   "thr, mnk, A, B, C", &part, error));
  if (part == MMA_SHAPE) {
    out->kind = TL_KIND_TUPLE;
    return tl_cute_mma_atom_shape(name->start, name->length, &OUT(tuple),
                                  error);
  }
  tl_cute threads;
  TL_TRY(tl_cute_mma_atom(name->start, name->length, TL_MMA_THREADS, &threads,
                          error));
  out->is_scattered = part != TL_MMA_THREADS && threads.shape.leaf_count > 1;
  return tl_cute_mma_atom(name->start, name->length, (tl_mma_part)part, MADE,
                          error);
}

EVALUATOR(copy_atom) {
  const tl_name *name = NAME(0);
  int part = 0;
  TL_TRY(find_part(COPY_PARTS, sizeof COPY_PARTS / sizeof *COPY_PARTS, NAME(1),
                   "thr, src, dst, ref", &part, error));
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

    ROW(rank, INTEGER, rank_layout, ARG(layout, CUTE)),
    ROW(depth, INTEGER, depth_layout, ARG(layout, CUTE)),
    ROW(size, INTEGER, size_layout, ARG(layout, CUTE)),
    ROW(cosize, INTEGER, cosize_layout, ARG(layout, CUTE)),
    ROW(coshape, INTEGER, cosize_layout, ARG(layout, CUTE)),
    ROW(coprofile, INTEGER, coprofile_layout, ARG(layout, CUTE)),
    ROW(shape, TUPLE, shape_layout, ARG(layout, CUTE), OPT(path, TUPLE)),
    ROW(stride, TUPLE, stride_layout, ARG(layout, CUTE), OPT(path, TUPLE)),
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
    ROW(composition, CUTE, composition, ARG(layout, CUTE), ARG(tiler, TILER)),
    ROW(composition, CUTE, composition_after_swizzle, PLAIN(layout),
        ARG(swizzle, CUTE_SWIZZLE)),
    ROW(composition, CUTE, composition_of_swizzle, ARG(swizzle, CUTE_SWIZZLE),
        PLAIN(layout)),
    ROW(composition, CUTE_SWIZZLE, composition_of_swizzles,
        ARG(a, CUTE_SWIZZLE), ARG(b, CUTE_SWIZZLE)),
    ROW(with_shape, CUTE, with_shape_layout, ARG(layout, CUTE),
        ARG(shape, TUPLE)),
    ROW(complement, CUTE, complement, PLAIN(layout), OPT(cotarget, TUPLE)),
    ROW(complement, CUTE, complement_in_layout, PLAIN(layout),
        ARG(cotarget, CUTE)),
    ROW(left_inverse, CUTE, left_inverse, PLAIN(layout)),
    ROW(right_inverse, CUTE, right_inverse, ARG(layout, CUTE)),
    ROW(max_common_layout, CUTE, max_common_layout, PLAIN(a), PLAIN(b)),
    ROW(max_common_vector, INTEGER, max_common_vector, ARG(a, CUTE),
        ARG(b, CUTE)),
    ROW(max_alignment, INTEGER, max_alignment, ARG(layout, CUTE)),
    ROW(domain_distribute, CUTE, domain_distribute, ARG(shape, TUPLE),
        ARG(count, INTEGER)),
    ROW(ceil_div, TUPLE, ceil_div_layout, ARG(shape, TUPLE), PLAIN(layout)),
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
