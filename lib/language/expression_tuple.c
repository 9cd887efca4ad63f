/* expression_tuple.c - Functions of tuples, and the structure of CuTe layouts.
 *
 * Rows of one name differ in the kinds that they take.  What only sorts modes
 * acts on shape and stride alike. */
#include "expression_access.h"

/* ---- Structure of tuples and layouts ------------------------------------ */

/* A function of the tuple t; of the layout t: of its shape and its stride. */
#define STRUCTURE(name, t, ...)                                                \
  static tl_code name(const tl_value *a, const tl_tuple *tuple, tl_tuple *out, \
                      tl_error *error) {                                       \
    (void)a;                                                                   \
    return __VA_ARGS__;                                                        \
  }                                                                            \
  EVALUATOR(name##_tuple) {                                                    \
    return name(a, TUPLE_OF(t), RESULT_TUPLE, error);                          \
  }                                                                            \
  EVALUATOR(name##_layout) {                                                   \
    const tl_cute *layout = LAYOUT_OF(t);                                      \
    out->as.composed = a[t].as.composed;                                       \
    TL_TRY(name(a, &layout->shape, &RESULT_LAYOUT->shape, error));             \
    return name(a, &layout->stride, &RESULT_LAYOUT->stride, error);            \
  }

static tl_code flattened(const tl_tuple *tuple, tl_tuple *out,
                         tl_error *error) {
  (void)error;
  tl_tuple_flatten(tuple, out);
  return TL_OK;
}

STRUCTURE(flatten, 0, flattened(tuple, out, error))
STRUCTURE(unflatten, 0, tl_tuple_unflatten(tuple, TUPLE_OF(1), out, error))
STRUCTURE(get, 1, tl_tuple_get(TUPLE_OF(0), tuple, out, error))
STRUCTURE(taken, 1, tl_tuple_take(TUPLE_OF(0), tuple, out, error))
STRUCTURE(group, 1, tl_tuple_group(TUPLE_OF(0), tuple, out, error))
STRUCTURE(select, 1, tl_tuple_select(TUPLE_OF(0), tuple, out, error))
STRUCTURE(slice, 1, tl_tuple_slice(TUPLE_OF(0), tuple, out, error))
STRUCTURE(dice, 1, tl_tuple_dice(TUPLE_OF(0), tuple, out, error))

/* A layout keeps at least one mode. */
EVALUATOR(take_layout) {
  TL_TRY(taken_layout(a, lanes, out, error));
  if (tl_tuple_rank(&RESULT_LAYOUT->shape) == 0)
    return tl_fail(error, TL_INVALID, "no mode of the layout is taken");
  return TL_OK;
}

/* A function of tuples x and y; of two layouts: of their shapes and of their
 * strides. */
#define JOINED(name, first, second, ...)                                       \
  static tl_code name(const tl_value *a, const tl_tuple *x, const tl_tuple *y, \
                      tl_tuple *out, tl_error *error) {                        \
    (void)a;                                                                   \
    return __VA_ARGS__;                                                        \
  }                                                                            \
  EVALUATOR(name##_tuple) {                                                    \
    return name(a, TUPLE_OF(first), TUPLE_OF(second), RESULT_TUPLE, error);    \
  }                                                                            \
  EVALUATOR(name##_layout) {                                                   \
    const tl_cute *x = LAYOUT_OF(first), *y = LAYOUT_OF(second);               \
    TL_TRY(require_plain(&a[second], error));                                  \
    out->as.composed = a[first].as.composed;                                   \
    TL_TRY(name(a, &x->shape, &y->shape, &RESULT_LAYOUT->shape, error));       \
    TL_TRY(name(a, &x->stride, &y->stride, &RESULT_LAYOUT->stride, error));    \
    return tl_cute_create(&RESULT_LAYOUT->shape, &RESULT_LAYOUT->stride,       \
                          RESULT_LAYOUT, error);                               \
  }

JOINED(append, 0, 1, tl_tuple_append(x, y, out, error))
JOINED(prepend, 0, 1, tl_tuple_prepend(x, y, out, error))
JOINED(append_n, 1, 2, tl_tuple_append_n(a[0].as.integer, x, y, out, error))
JOINED(prepend_n, 1, 2, tl_tuple_prepend_n(a[0].as.integer, x, y, out, error))
JOINED(replace, 1, 2, tl_tuple_replace(a[0].as.integer, x, y, out, error))

/* zip(a, b) is zip((a, b)). */
static tl_code zip(const tl_value *second, const tl_tuple *x, const tl_tuple *y,
                   tl_tuple *out, tl_error *error) {
  tl_tuple pair = {.node_count = 1};
  if (second->kind == TL_KIND_NONE)
    return tl_tuple_zip(x, out, error);
  TL_TRY(tl_tuple_push(&pair, x, error));
  TL_TRY(tl_tuple_push(&pair, y, error));
  return tl_tuple_zip(&pair, out, error);
}

EVALUATOR(zip_tuple) {
  return zip(&a[1], TUPLE_OF(0), TUPLE_OF(1), RESULT_TUPLE, error);
}

EVALUATOR(zip_layout) {
  const tl_cute *x = LAYOUT_OF(0), *y = LAYOUT_OF(1);
  tl_tuple shape, stride;
  TL_TRY(require_plain(&a[0], error));
  TL_TRY(zip(&a[1], &x->shape, &y->shape, &shape, error));
  TL_TRY(zip(&a[1], &x->stride, &y->stride, &stride, error));
  out->as.composed = (tl_composed){.offset = 0};
  return tl_cute_create(&shape, &stride, RESULT_LAYOUT, error);
}

EVALUATOR(wrap_tuple) {
  return tl_tuple_wrap(TUPLE_OF(0), RESULT_TUPLE, error);
}

EVALUATOR(unwrap_tuple) {
  (void)error;
  tl_tuple_unwrap(TUPLE_OF(0), RESULT_TUPLE);
  return TL_OK;
}

EVALUATOR(reverse_tuple) {
  (void)error;
  tl_tuple_reverse(TUPLE_OF(0), RESULT_TUPLE);
  return TL_OK;
}

EVALUATOR(flatten_to_tuple) {
  tl_tuple flat;
  tl_tuple_flatten(TUPLE_OF(0), &flat);
  return tl_tuple_wrap(&flat, RESULT_TUPLE, error);
}

EVALUATOR(zip2_by_tuple) {
  return tl_tuple_zip2_by(TUPLE_OF(0), &a[1].as.tiler.shape, RESULT_TUPLE,
                          error);
}

/* ---- Arithmetic of tuples ----------------------------------------------- */

#define TO_INTEGER(name)                                                       \
  EVALUATOR(name##_tuple) {                                                    \
    return tl_tuple_##name(TUPLE_OF(0), RESULT_INTEGER, error);                \
  }
#define TO_TUPLE(name)                                                         \
  EVALUATOR(name##_tuple) {                                                    \
    return tl_tuple_##name(TUPLE_OF(0), RESULT_TUPLE, error);                  \
  }
#define PAIR_TO_TUPLE(name)                                                    \
  EVALUATOR(name##_tuple) {                                                    \
    return tl_tuple_##name(TUPLE_OF(0), TUPLE_OF(1), RESULT_TUPLE, error);     \
  }
#define PAIR_TO_BOOLEAN(name)                                                  \
  EVALUATOR(name##_tuple) {                                                    \
    bool holds;                                                                \
    TL_TRY(tl_tuple_##name(TUPLE_OF(0), TUPLE_OF(1), &holds, error));          \
    out->as.integer = holds;                                                   \
    return TL_OK;                                                              \
  }

TO_INTEGER(depth)
TO_INTEGER(sum)
TO_INTEGER(max)
TO_INTEGER(min)
TO_INTEGER(gcd)
TO_INTEGER(product)
TO_TUPLE(product_each)
PAIR_TO_TUPLE(product_like)
PAIR_TO_TUPLE(ceil_div)
PAIR_TO_TUPLE(round_up)
PAIR_TO_TUPLE(shape_div)
PAIR_TO_TUPLE(elem_scale)
PAIR_TO_TUPLE(repeat_like)
PAIR_TO_TUPLE(compact_order)
PAIR_TO_BOOLEAN(compatible)
PAIR_TO_BOOLEAN(elem_less)
PAIR_TO_BOOLEAN(lex_less)
PAIR_TO_BOOLEAN(colex_less)

EVALUATOR(rank_tuple) {
  (void)error;
  out->as.integer = tl_tuple_rank(TUPLE_OF(0));
  return TL_OK;
}

EVALUATOR(inner_product_tuple) {
  return tl_tuple_inner_product(TUPLE_OF(0), TUPLE_OF(1), RESULT_INTEGER,
                                error);
}

EVALUATOR(congruent_tuple) {
  (void)error;
  out->as.integer = tl_tuple_congruent(TUPLE_OF(0), TUPLE_OF(1));
  return TL_OK;
}

EVALUATOR(weakly_congruent_tuple) {
  (void)error;
  out->as.integer = tl_tuple_weakly_congruent(TUPLE_OF(0), TUPLE_OF(1));
  return TL_OK;
}

EVALUATOR(filter_zeros_tuple) {
  const tl_tuple *zeros = TUPLE_OF(0);
  return tl_tuple_filter_zeros(zeros,
                               a[1].kind == TL_KIND_NONE ? zeros : TUPLE_OF(1),
                               RESULT_TUPLE, error);
}

static tl_tuple first_stride(const tl_value *argument) {
  return argument->kind == TL_KIND_NONE ? tl_tuple_integer(1)
                                        : argument->as.tuple;
}

EVALUATOR(compact_col_major_tuple) {
  tl_tuple current = first_stride(&a[1]);
  return tl_tuple_compact_col_major(TUPLE_OF(0), &current, RESULT_TUPLE, error);
}

EVALUATOR(compact_row_major_tuple) {
  tl_tuple current = first_stride(&a[1]);
  return tl_tuple_compact_row_major(TUPLE_OF(0), &current, RESULT_TUPLE, error);
}

EVALUATOR(make_basis_like_tuple) {
  if (!tl_tuple_is_integer(TUPLE_OF(0)))
    return tl_fail(error, TL_UNSUPPORTED,
                   "strides that are coordinates are not supported; a tile "
                   "layout says which axis a digit moves along");
  *RESULT_TUPLE = tl_tuple_integer(1);
  return TL_OK;
}

/* ---- Coordinates -------------------------------------------------------- */

EVALUATOR(crd2idx_tuple) {
  if (a[2].kind == TL_KIND_NONE)
    return tl_tuple_crd2idx_compact(TUPLE_OF(0), TUPLE_OF(1), RESULT_INTEGER,
                                    error);
  return tl_tuple_crd2idx(TUPLE_OF(0), TUPLE_OF(1), TUPLE_OF(2), RESULT_INTEGER,
                          error);
}

EVALUATOR(idx2crd_tuple) {
  if (a[2].kind == TL_KIND_NONE)
    return tl_tuple_idx2crd(TUPLE_OF(0), TUPLE_OF(1), RESULT_TUPLE, error);
  if (!tl_tuple_is_integer(TUPLE_OF(0)))
    return tl_fail(error, TL_INVALID,
                   "idx2crd with strides takes one offset, not a tuple");
  return tl_tuple_offset_to_crd(TUPLE_OF(0)->leaves[0], TUPLE_OF(1),
                                TUPLE_OF(2), RESULT_TUPLE, error);
}

EVALUATOR(crd2crd_tuple) {
  return tl_tuple_crd2crd(TUPLE_OF(0), TUPLE_OF(1), TUPLE_OF(2), RESULT_TUPLE,
                          error);
}

#define INTEGER TL_KIND_INTEGER
#define BOOLEAN TL_KIND_BOOLEAN
#define TUPLE TL_KIND_TUPLE
#define COORDINATE TL_KIND_COORDINATE
#define CUTE TL_KIND_CUTE
#define TILER TL_KIND_TILER

/* Functions of one tuple, and of two. */
#define ONE(name, result)                                                      \
  { #name, result, {{"tuple", TUPLE, 0 } }, name##_tuple }
#define TWO(name, result)                                                      \
  { #name, result, {{"a", TUPLE, 0 }, {"b", TUPLE, 0 } }, name##_tuple }

/* Rows for a tuple and for a layout, with a tuple before it. */
#define STRUCTURE_ROWS(name, argument, kind)                                   \
  {#name, TUPLE, {{argument, kind, 0}, {"tuple", TUPLE, 0}}, name##_tuple}, {  \
#name, CUTE, {{argument, kind, 0 }, {"layout", CUTE, 0 } }, name##_layout  \
  }

static const function ROWS[] = {
    ONE(flatten, TUPLE),
    {"flatten", CUTE, {{"layout", CUTE, 0}}, flatten_layout},
    {"flatten_to_tuple", TUPLE, {{"tuple", TUPLE, 0}}, flatten_to_tuple},
    {"unflatten",
     TUPLE,
     {{"tuple", TUPLE, 0}, {"profile", TUPLE, 0}},
     unflatten_tuple},
    {"unflatten",
     CUTE,
     {{"layout", CUTE, 0}, {"profile", TUPLE, 0}},
     unflatten_layout},
    STRUCTURE_ROWS(get, "path", TUPLE),
    {"take", TUPLE, {{"range", TUPLE, 0}, {"tuple", TUPLE, 0}}, taken_tuple},
    {"take", CUTE, {{"range", TUPLE, 0}, {"layout", CUTE, 0}}, take_layout},
    STRUCTURE_ROWS(group, "range", TUPLE),
    STRUCTURE_ROWS(select, "indices", TUPLE),
    STRUCTURE_ROWS(slice, "coordinate", COORDINATE),
    STRUCTURE_ROWS(dice, "coordinate", COORDINATE),
    {"zip", TUPLE, {{"a", TUPLE, 0}, {"b", TUPLE, OPTIONAL}}, zip_tuple},
    {"zip", CUTE, {{"a", CUTE, 0}, {"b", CUTE, OPTIONAL}}, zip_layout},
    {"zip2_by",
     TUPLE,
     {{"tuple", TUPLE, 0}, {"guide", TILER, 0}},
     zip2_by_tuple},
    {"append", TUPLE, {{"tuple", TUPLE, 0}, {"item", TUPLE, 0}}, append_tuple},
    {"append", CUTE, {{"layout", CUTE, 0}, {"mode", CUTE, 0}}, append_layout},
    {"prepend",
     TUPLE,
     {{"tuple", TUPLE, 0}, {"item", TUPLE, 0}},
     prepend_tuple},
    {"prepend", CUTE, {{"layout", CUTE, 0}, {"mode", CUTE, 0}}, prepend_layout},
    {"append_n",
     TUPLE,
     {{"n", INTEGER, 0}, {"tuple", TUPLE, 0}, {"item", TUPLE, 0}},
     append_n_tuple},
    {"append_n",
     CUTE,
     {{"n", INTEGER, 0}, {"layout", CUTE, 0}, {"mode", CUTE, 0}},
     append_n_layout},
    {"prepend_n",
     TUPLE,
     {{"n", INTEGER, 0}, {"tuple", TUPLE, 0}, {"item", TUPLE, 0}},
     prepend_n_tuple},
    {"prepend_n",
     CUTE,
     {{"n", INTEGER, 0}, {"layout", CUTE, 0}, {"mode", CUTE, 0}},
     prepend_n_layout},
    {"replace",
     TUPLE,
     {{"i", INTEGER, 0}, {"tuple", TUPLE, 0}, {"item", TUPLE, 0}},
     replace_tuple},
    {"replace",
     CUTE,
     {{"i", INTEGER, 0}, {"layout", CUTE, 0}, {"mode", CUTE, 0}},
     replace_layout},
    ONE(wrap, TUPLE),
    ONE(unwrap, TUPLE),
    ONE(reverse, TUPLE),
    TWO(repeat_like, TUPLE),
    ONE(make_basis_like, TUPLE),

    ONE(rank, INTEGER),
    ONE(depth, INTEGER),
    ONE(sum, INTEGER),
    ONE(max, INTEGER),
    ONE(min, INTEGER),
    ONE(gcd, INTEGER),
    ONE(product, INTEGER),
    {"size", INTEGER, {{"tuple", TUPLE, 0}}, product_tuple},
    ONE(product_each, TUPLE),
    TWO(product_like, TUPLE),
    TWO(inner_product, INTEGER),
    TWO(ceil_div, TUPLE),
    TWO(round_up, TUPLE),
    TWO(shape_div, TUPLE),
    TWO(elem_scale, TUPLE),
    {"filter_zeros",
     TUPLE,
     {{"zeros", TUPLE, 0}, {"tuple", TUPLE, OPTIONAL}},
     filter_zeros_tuple},

    TWO(congruent, BOOLEAN),
    TWO(weakly_congruent, BOOLEAN),
    TWO(compatible, BOOLEAN),
    TWO(elem_less, BOOLEAN),
    TWO(lex_less, BOOLEAN),
    TWO(colex_less, BOOLEAN),

    {"compact_col_major",
     TUPLE,
     {{"shape", TUPLE, 0}, {"current", TUPLE, OPTIONAL}},
     compact_col_major_tuple},
    {"compact_row_major",
     TUPLE,
     {{"shape", TUPLE, 0}, {"current", TUPLE, OPTIONAL}},
     compact_row_major_tuple},
    {"compact_order",
     TUPLE,
     {{"shape", TUPLE, 0}, {"order", TUPLE, 0}},
     compact_order_tuple},
    {"crd2idx",
     INTEGER,
     {{"coordinate", COORDINATE, 0},
      {"shape", TUPLE, 0},
      {"stride", TUPLE, OPTIONAL}},
     crd2idx_tuple},
    {"idx2crd",
     TUPLE,
     {{"index", TUPLE, 0}, {"shape", TUPLE, 0}, {"stride", TUPLE, OPTIONAL}},
     idx2crd_tuple},
    {"crd2crd",
     TUPLE,
     {{"coordinate", COORDINATE, 0}, {"from", TUPLE, 0}, {"to", TUPLE, 0}},
     crd2crd_tuple},
};

const function_table TL_TUPLE_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
