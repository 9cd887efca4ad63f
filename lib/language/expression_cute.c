/* expression_cute.c - Functions of CuTe layouts, swizzles and atoms.
 *
 * What acts on the domain of a layout leaves its swizzle and offset as they
 * are; the rest is for plain layouts unless it says otherwise. */
#include "base/checked.h"
#include "expression_access.h"
#include "tl/cute_atom.h"
#include <string.h>

/* A result without swizzle and offset. */
static void start_plain(tl_value *out) {
  memset(&out->as.composed, 0, sizeof out->as.composed);
}

EVALUATOR(layout_call) {
  const tl_composed *layout = &a[0].as.composed;
  int64_t offset;
  TL_TRY(tl_tuple_crd2idx(TUPLE_OF(1), &layout->layout.shape,
                          &layout->layout.stride, &offset, error));
  TL_TRY(tl_add(layout->offset, offset, &offset, error));
  out->as.integer = tl_swizzle_apply(&layout->swizzle, offset);
  return TL_OK;
}

EVALUATOR(get_hier_coord) {
  TL_TRY(require_plain(&a[0], error));
  return tl_tuple_offset_to_crd(a[1].as.integer, &LAYOUT_OF(0)->shape,
                                &LAYOUT_OF(0)->stride, RESULT_TUPLE, error);
}

EVALUATOR(get_flat_coord) {
  const tl_tuple *shape = &LAYOUT_OF(0)->shape;
  tl_tuple coordinate, ones = tl_tuple_integer(1), one = tl_tuple_integer(1);
  tl_value hier = {.kind = TL_KIND_TUPLE};
  TL_TRY(get_hier_coord(a, lanes, &hier, error));
  coordinate = hier.as.tuple;
  if (!tl_tuple_is_integer(shape)) {
    TL_TRY(tl_tuple_wrap(&one, &ones, error));
    TL_TRY(tl_tuple_append_n(tl_tuple_rank(shape), &ones, &one, &ones, error));
  }
  return tl_tuple_crd2crd(&coordinate, shape, &ones, RESULT_TUPLE, error);
}

EVALUATOR(get_1d_coord) {
  tl_value hier = {.kind = TL_KIND_TUPLE};
  TL_TRY(get_hier_coord(a, lanes, &hier, error));
  return tl_tuple_crd2idx_compact(&hier.as.tuple, &LAYOUT_OF(0)->shape,
                                  RESULT_INTEGER, error);
}

EVALUATOR(slice_and_offset) {
  return tl_composed_slice(TUPLE_OF(0), &a[1].as.composed,
                           &out->as.sliced.composed, &out->as.sliced.offset,
                           error);
}

EVALUATOR(values_of_layout) {
  int64_t elements;
  TL_TRY(tl_cute_size(LAYOUT_OF(0), &elements, error));
  TL_TRY(tl_check_listed(elements, error));
  out->as.composed = a[0].as.composed;
  return TL_OK;
}

EVALUATOR(values_of_swizzle) {
  tl_tuple size = tl_tuple_integer(a[1].as.integer);
  tl_cute line;
  TL_TRY(tl_check_listed(a[1].as.integer, error));
  TL_TRY(tl_cute_make(&size, &line, error));
  return tl_composed_create(&a[0].as.swizzle, 0, &line, &out->as.composed,
                            error);
}

/* ---- Layouts ------------------------------------------------------------ */

EVALUATOR(make_layout) {
  start_plain(out);
  if (a[1].kind == TL_KIND_NONE)
    return tl_cute_make(TUPLE_OF(0), RESULT_LAYOUT, error);
  return tl_cute_create(TUPLE_OF(0), TUPLE_OF(1), RESULT_LAYOUT, error);
}

EVALUATOR(make_layout_of_modes) {
  (void)error;
  out->as.composed = a[0].as.composed;
  return TL_OK;
}

EVALUATOR(make_layout_of_swizzle) {
  const tl_swizzle *swizzle = &a[0].as.swizzle;
  int64_t shift = swizzle->shift < 0 ? -swizzle->shift : swizzle->shift;
  tl_tuple size =
      tl_tuple_integer(INT64_C(1) << (swizzle->base + swizzle->bits + shift));
  tl_cute line;
  TL_TRY(tl_cute_make(&size, &line, error));
  return tl_composed_create(swizzle, 0, &line, &out->as.composed, error);
}

EVALUATOR(make_layout_right) {
  tl_tuple stride, one = tl_tuple_integer(1);
  start_plain(out);
  TL_TRY(tl_tuple_compact_row_major(TUPLE_OF(0), &one, &stride, error));
  return tl_cute_create(TUPLE_OF(0), &stride, RESULT_LAYOUT, error);
}

EVALUATOR(make_ordered_layout) {
  tl_tuple stride;
  start_plain(out);
  TL_TRY(tl_tuple_compact_order(TUPLE_OF(0), TUPLE_OF(1), &stride, error));
  return tl_cute_create(TUPLE_OF(0), &stride, RESULT_LAYOUT, error);
}

EVALUATOR(rank_layout) {
  (void)error;
  out->as.integer = tl_tuple_rank(&LAYOUT_OF(0)->shape);
  return TL_OK;
}

EVALUATOR(depth_layout) {
  return tl_tuple_depth(&LAYOUT_OF(0)->shape, RESULT_INTEGER, error);
}

EVALUATOR(size_layout) {
  return tl_cute_size(LAYOUT_OF(0), RESULT_INTEGER, error);
}

EVALUATOR(cosize_layout) {
  return tl_cute_cosize(LAYOUT_OF(0), RESULT_INTEGER, error);
}

EVALUATOR(coprofile_layout) {
  (void)a;
  (void)error;
  out->as.integer = 0; /* integer strides lead to integers */
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

EVALUATOR(shape_layout) {
  return part_at(&a[1], &LAYOUT_OF(0)->shape, RESULT_TUPLE, error);
}

EVALUATOR(stride_layout) {
  return part_at(&a[1], &LAYOUT_OF(0)->stride, RESULT_TUPLE, error);
}

/* Domain functions of one layout, with an optional profile. */
#define BY_PROFILE(name)                                                       \
  EVALUATOR(name) {                                                            \
    tl_tuple whole = tl_tuple_integer(1);                                      \
    out->as.composed = a[0].as.composed;                                       \
    return tl_cute_by_profile(                                                 \
        LAYOUT_OF(0), a[1].kind == TL_KIND_NONE ? &whole : TUPLE_OF(1),        \
        tl_cute_##name, RESULT_LAYOUT, error);                                 \
  }

BY_PROFILE(coalesce)
BY_PROFILE(coalesce_x)
BY_PROFILE(filter)

EVALUATOR(filter_zeros) {
  const tl_cute *layout = LAYOUT_OF(0);
  out->as.composed = a[0].as.composed;
  return tl_tuple_filter_zeros(a[1].kind == TL_KIND_NONE ? &layout->stride
                                                         : TUPLE_OF(1),
                               &layout->shape, &RESULT_LAYOUT->shape, error);
}

#define PLAIN(name)                                                            \
  EVALUATOR(name) {                                                            \
    TL_TRY(require_plain(&a[0], error));                                       \
    start_plain(out);                                                          \
    return tl_cute_##name(LAYOUT_OF(0), RESULT_LAYOUT, error);                 \
  }

PLAIN(make_like)
PLAIN(make_fragment_like)
PLAIN(nullspace)
PLAIN(left_inverse)

EVALUATOR(right_inverse) {
  if (!tl_composed_is_plain(&a[0].as.composed))
    return tl_composed_right_inverse(&a[0].as.composed, &out->as.composed,
                                     error);
  start_plain(out);
  return tl_cute_right_inverse(LAYOUT_OF(0), RESULT_LAYOUT, error);
}

EVALUATOR(upcast) {
  return tl_composed_upcast(a[0].as.integer, &a[1].as.composed,
                            &out->as.composed, error);
}

EVALUATOR(downcast) {
  return tl_composed_downcast(a[0].as.integer, &a[1].as.composed,
                              &out->as.composed, error);
}

EVALUATOR(recast_layout) {
  return tl_composed_recast(a[0].as.integer, a[1].as.integer, &a[2].as.composed,
                            &out->as.composed, error);
}

/* ---- Algebra ------------------------------------------------------------ */

EVALUATOR(composition) {
  out->as.composed = a[0].as.composed;
  return tl_cute_compose_tiler(LAYOUT_OF(0), &a[1].as.tiler, RESULT_LAYOUT,
                               error);
}

EVALUATOR(composition_of_layouts) {
  const tl_composed *left = &a[0].as.composed, *right = &a[1].as.composed;
  if (!tl_composed_is_plain(right)) {
    TL_TRY(require_plain(&a[0], error));
    return tl_composed_after(&left->layout, right, &out->as.composed, error);
  }
  out->as.composed = *left;
  return tl_cute_composition(&left->layout, &right->layout, RESULT_LAYOUT,
                             error);
}

EVALUATOR(composition_after_swizzle) {
  TL_TRY(require_plain(&a[0], error));
  return tl_composed_after_swizzle(LAYOUT_OF(0), &a[1].as.swizzle,
                                   &out->as.composed, error);
}

EVALUATOR(composition_of_swizzle) {
  TL_TRY(require_plain(&a[1], error));
  return tl_composed_create(&a[0].as.swizzle, 0, LAYOUT_OF(1),
                            &out->as.composed, error);
}

EVALUATOR(composition_of_swizzles) {
  return tl_cute_swizzle_compose(&a[0].as.swizzle, &a[1].as.swizzle,
                                 &out->as.swizzle, error);
}

EVALUATOR(with_shape_layout) {
  tl_cute domain;
  out->as.composed = a[0].as.composed;
  TL_TRY(tl_cute_make(TUPLE_OF(1), &domain, error));
  return tl_cute_composition(LAYOUT_OF(0), &domain, RESULT_LAYOUT, error);
}

EVALUATOR(complement) {
  TL_TRY(require_plain(&a[0], error));
  start_plain(out);
  return tl_cute_complement(LAYOUT_OF(0),
                            a[1].kind == TL_KIND_NONE ? NULL : TUPLE_OF(1),
                            RESULT_LAYOUT, error);
}

EVALUATOR(complement_in_layout) {
  TL_TRY(require_plain(&a[0], error));
  start_plain(out);
  return tl_cute_complement(LAYOUT_OF(0), &LAYOUT_OF(1)->shape, RESULT_LAYOUT,
                            error);
}

EVALUATOR(max_common_layout) {
  TL_TRY(require_plain(&a[0], error));
  TL_TRY(require_plain(&a[1], error));
  start_plain(out);
  return tl_cute_max_common_layout(LAYOUT_OF(0), LAYOUT_OF(1), RESULT_LAYOUT,
                                   error);
}

EVALUATOR(max_common_vector) {
  return tl_composed_max_common_vector(&a[0].as.composed, &a[1].as.composed,
                                       RESULT_INTEGER, error);
}

EVALUATOR(max_alignment) {
  return tl_composed_max_alignment(&a[0].as.composed, RESULT_INTEGER, error);
}

/* By a layout: the shape of what it leaves out. */
EVALUATOR(ceil_div_layout) {
  tl_cute rest;
  TL_TRY(require_plain(&a[1], error));
  TL_TRY(tl_cute_complement(LAYOUT_OF(1), TUPLE_OF(0), &rest, error));
  *RESULT_TUPLE = rest.shape;
  return TL_OK;
}

EVALUATOR(evenly_divides) {
  bool holds;
  TL_TRY(tl_cute_evenly_divides(TUPLE_OF(0), &a[1].as.tiler, &holds, error));
  out->as.integer = holds;
  return TL_OK;
}

EVALUATOR(domain_distribute) {
  start_plain(out);
  return tl_cute_domain_distribute(TUPLE_OF(0), a[1].as.integer, RESULT_LAYOUT,
                                   error);
}

/* Divides and products by a tiler, of the domain of a layout. */
#define TILED(name)                                                            \
  EVALUATOR(name) {                                                            \
    out->as.composed = a[0].as.composed;                                       \
    return tl_cute_##name(LAYOUT_OF(0), &a[1].as.tiler, RESULT_LAYOUT, error); \
  }

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
  EVALUATOR(name) {                                                            \
    TL_TRY(require_plain(&a[1], error));                                       \
    out->as.composed = a[0].as.composed;                                       \
    return tl_cute_##name(LAYOUT_OF(0), LAYOUT_OF(1), RESULT_LAYOUT, error);   \
  }

PRODUCT(blocked_product)
PRODUCT(raked_product)

EVALUATOR(tile_to_shape) {
  out->as.composed = a[0].as.composed;
  return tl_cute_tile_to_shape(LAYOUT_OF(0), TUPLE_OF(1),
                               a[2].kind == TL_KIND_NONE ? NULL : TUPLE_OF(2),
                               RESULT_LAYOUT, error);
}

/* ---- Swizzles, thread-value layouts, atoms ------------------------------ */

EVALUATOR(make_cute_swizzle) {
  return tl_cute_swizzle_make(a[0].as.integer, a[1].as.integer,
                              &out->as.swizzle, error);
}

EVALUATOR(apply_swizzle) {
  if (a[1].as.integer < 0)
    return tl_fail(error, TL_INVALID, "the offset %" PRId64 " is negative",
                   a[1].as.integer);
  out->as.integer = tl_swizzle_apply(&a[0].as.swizzle, a[1].as.integer);
  return TL_OK;
}

EVALUATOR(cute_tv) {
  TL_TRY(require_plain(&a[0], error));
  if (a[0].is_scattered)
    return tl_fail(error, TL_UNSUPPORTED,
                   "the threads of this atom are not the first of a warp, but "
                   "those that its part thr says; a tile layout can say so");
  return tl_cute_tv_create(LAYOUT_OF(0), &a[1].as.list, &out->as.tv, error);
}

EVALUATOR(make_tv) {
  TL_TRY(require_plain(&a[0], error));
  TL_TRY(require_plain(&a[1], error));
  return tl_cute_tv_make(LAYOUT_OF(0), LAYOUT_OF(1), &out->as.tv, error);
}

EVALUATOR(layout_tv) {
  (void)error;
  start_plain(out);
  *RESULT_LAYOUT = a[0].as.tv.layout;
  return TL_OK;
}

EVALUATOR(tiler_mn) {
  (void)error;
  *RESULT_TUPLE = tl_tuple_from_list(&a[0].as.tv.tile);
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
  const tl_name *name = &a[0].as.name;
  int part = 0;
  TL_TRY(find_part(MMA_PARTS, sizeof MMA_PARTS / sizeof *MMA_PARTS,
                   &a[1].as.name, "thr, mnk, A, B, C", &part, error));
  if (part == MMA_SHAPE) {
    out->kind = TL_KIND_TUPLE;
    return tl_cute_mma_atom_shape(name->start, name->length, RESULT_TUPLE,
                                  error);
  }
  tl_cute threads;
  start_plain(out);
  TL_TRY(tl_cute_mma_atom(name->start, name->length, TL_MMA_THREADS, &threads,
                          error));
  out->is_scattered = part != TL_MMA_THREADS && threads.shape.leaf_count > 1;
  return tl_cute_mma_atom(name->start, name->length, (tl_mma_part)part,
                          RESULT_LAYOUT, error);
}

EVALUATOR(copy_atom) {
  const tl_name *name = &a[0].as.name;
  int part = 0;
  start_plain(out);
  TL_TRY(find_part(COPY_PARTS, sizeof COPY_PARTS / sizeof *COPY_PARTS,
                   &a[1].as.name, "thr, src, dst, ref", &part, error));
  return tl_cute_copy_atom(name->start, name->length, (tl_copy_part)part,
                           RESULT_LAYOUT, error);
}

#define INTEGER TL_KIND_INTEGER
#define BOOLEAN TL_KIND_BOOLEAN
#define NAME TL_KIND_NAME
#define LIST TL_KIND_LIST
#define TUPLE TL_KIND_TUPLE
#define COORDINATE TL_KIND_COORDINATE
#define CUTE TL_KIND_CUTE
#define TV TL_KIND_CUTE_TV
#define SWIZZLE TL_KIND_CUTE_SWIZZLE
#define TILER TL_KIND_TILER

#define OF_LAYOUT(name, result, evaluator)                                     \
  { name, result, {{"layout", CUTE, 0}}, evaluator }
#define WITH(name, argument, kind, form)                                       \
  { #name, CUTE, {{"layout", CUTE, 0 }, {argument, kind, form } }, name }
#define OF_LAYOUTS(name, result, evaluator)                                    \
  { name, result, {{"a", CUTE, 0}, {"b", CUTE, 0}}, evaluator }

static const function ROWS[] = {
    {"make_layout",
     CUTE,
     {{"shape", TUPLE, 0}, {"stride", TUPLE, OPTIONAL}},
     make_layout},
    {"make_layout", CUTE, {{"modes", CUTE, REST}}, make_layout_of_modes},
    {"make_layout", CUTE, {{"swizzle", SWIZZLE, 0}}, make_layout_of_swizzle},
    {"make_layout_right", CUTE, {{"shape", TUPLE, 0}}, make_layout_right},
    {"make_ordered_layout",
     CUTE,
     {{"shape", TUPLE, 0}, {"order", TUPLE, 0}},
     make_ordered_layout},
    OF_LAYOUT("make_layout_like", CUTE, make_like),
    OF_LAYOUT("make_fragment_like", CUTE, make_fragment_like),

    OF_LAYOUT("rank", INTEGER, rank_layout),
    OF_LAYOUT("depth", INTEGER, depth_layout),
    OF_LAYOUT("size", INTEGER, size_layout),
    OF_LAYOUT("cosize", INTEGER, cosize_layout),
    OF_LAYOUT("coshape", INTEGER, cosize_layout),
    OF_LAYOUT("coprofile", INTEGER, coprofile_layout),
    {"shape",
     TUPLE,
     {{"layout", CUTE, 0}, {"path", TUPLE, OPTIONAL}},
     shape_layout},
    {"stride",
     TUPLE,
     {{"layout", CUTE, 0}, {"path", TUPLE, OPTIONAL}},
     stride_layout},
    {"layout_call",
     INTEGER,
     {{"layout", CUTE, 0}, {"coordinate", COORDINATE, 0}},
     layout_call},
    {"get_hier_coord",
     TUPLE,
     {{"layout", CUTE, 0}, {"offset", INTEGER, 0}},
     get_hier_coord},
    {"get_flat_coord",
     TUPLE,
     {{"layout", CUTE, 0}, {"offset", INTEGER, 0}},
     get_flat_coord},
    {"get_1d_coord",
     INTEGER,
     {{"layout", CUTE, 0}, {"offset", INTEGER, 0}},
     get_1d_coord},
    {"slice_and_offset",
     TL_KIND_SLICED,
     {{"coordinate", COORDINATE, 0}, {"layout", CUTE, 0}},
     slice_and_offset},
    OF_LAYOUT("values", TL_KIND_VALUES, values_of_layout),
    {"values",
     TL_KIND_VALUES,
     {{"swizzle", SWIZZLE, 0}, {"count", INTEGER, 0}},
     values_of_swizzle},

    WITH(coalesce, "profile", TUPLE, OPTIONAL),
    WITH(coalesce_x, "profile", TUPLE, OPTIONAL),
    WITH(filter, "profile", TUPLE, OPTIONAL),
    WITH(filter_zeros, "profile", TUPLE, OPTIONAL),
    OF_LAYOUT("nullspace", CUTE, nullspace),
    {"upcast", CUTE, {{"n", INTEGER, 0}, {"layout", CUTE, 0}}, upcast},
    {"downcast", CUTE, {{"n", INTEGER, 0}, {"layout", CUTE, 0}}, downcast},
    {"recast_layout",
     CUTE,
     {{"old_bits", INTEGER, 0}, {"new_bits", INTEGER, 0}, {"layout", CUTE, 0}},
     recast_layout},

    OF_LAYOUTS("composition", CUTE, composition_of_layouts),
    {"composition",
     CUTE,
     {{"layout", CUTE, 0}, {"tiler", TILER, 0}},
     composition},
    {"composition",
     CUTE,
     {{"layout", CUTE, 0}, {"swizzle", SWIZZLE, 0}},
     composition_after_swizzle},
    {"composition",
     CUTE,
     {{"swizzle", SWIZZLE, 0}, {"layout", CUTE, 0}},
     composition_of_swizzle},
    {"composition",
     SWIZZLE,
     {{"a", SWIZZLE, 0}, {"b", SWIZZLE, 0}},
     composition_of_swizzles},
    {"with_shape",
     CUTE,
     {{"layout", CUTE, 0}, {"shape", TUPLE, 0}},
     with_shape_layout},
    WITH(complement, "cotarget", TUPLE, OPTIONAL),
    {"complement",
     CUTE,
     {{"layout", CUTE, 0}, {"cotarget", CUTE, 0}},
     complement_in_layout},
    OF_LAYOUT("left_inverse", CUTE, left_inverse),
    OF_LAYOUT("right_inverse", CUTE, right_inverse),
    OF_LAYOUTS("max_common_layout", CUTE, max_common_layout),
    OF_LAYOUTS("max_common_vector", INTEGER, max_common_vector),
    OF_LAYOUT("max_alignment", INTEGER, max_alignment),
    {"domain_distribute",
     CUTE,
     {{"shape", TUPLE, 0}, {"count", INTEGER, 0}},
     domain_distribute},
    {"ceil_div",
     TUPLE,
     {{"shape", TUPLE, 0}, {"layout", CUTE, 0}},
     ceil_div_layout},
    {"evenly_divides",
     BOOLEAN,
     {{"shape", TUPLE, 0}, {"tiler", TILER, 0}},
     evenly_divides},

    WITH(logical_divide, "tiler", TILER, 0),
    WITH(zipped_divide, "tiler", TILER, 0),
    WITH(tiled_divide, "tiler", TILER, 0),
    WITH(flat_divide, "tiler", TILER, 0),
    WITH(logical_product, "tiler", TILER, 0),
    WITH(zipped_product, "tiler", TILER, 0),
    WITH(tiled_product, "tiler", TILER, 0),
    WITH(flat_product, "tiler", TILER, 0),
    WITH(tile_unzip, "tiler", TILER, 0),
    OF_LAYOUTS("blocked_product", CUTE, blocked_product),
    OF_LAYOUTS("raked_product", CUTE, raked_product),
    {"tile_to_shape",
     CUTE,
     {{"block", CUTE, 0}, {"shape", TUPLE, 0}, {"order", TUPLE, OPTIONAL}},
     tile_to_shape},

    {"make_swizzle",
     SWIZZLE,
     {{"y", INTEGER, 0}, {"z", INTEGER, 0}},
     make_cute_swizzle},
    {"apply_swizzle",
     INTEGER,
     {{"swizzle", SWIZZLE, 0}, {"offset", INTEGER, 0}},
     apply_swizzle},
    {"cute_tv", TV, {{"layout", CUTE, 0}, {"tile", LIST, 0}}, cute_tv},
    {"make_tv", TV, {{"threads", CUTE, 0}, {"values", CUTE, 0}}, make_tv},
    {"layout_tv", CUTE, {{"layout", TV, 0}}, layout_tv},
    {"tiler_mn", TUPLE, {{"layout", TV, 0}}, tiler_mn},
    {"mma_atom",
     CUTE,
     {{"the name of an atom", NAME, 0}, {"a part", NAME, 0}},
     mma_atom},
    {"copy_atom",
     CUTE,
     {{"the name of an atom", NAME, 0}, {"a part", NAME, 0}},
     copy_atom},
};

const function_table TL_CUTE_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
