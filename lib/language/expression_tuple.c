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
  EVALUATOR(name##_tuple) { return name(a, TUPLE(t), &OUT(tuple), error); }    \
  EVALUATOR(name##_layout) {                                                   \
    const tl_cute *layout = CUTE(t);                                           \
    OUT(composed) = a[t].as.composed;                                          \
    TL_TRY(name(a, &layout->shape, &MADE->shape, error));                      \
    return name(a, &layout->stride, &MADE->stride, error);                     \
  }

static tl_code flattened(const tl_tuple *tuple, tl_tuple *out,
                         tl_error *error) {
  (void)error;
  tl_tuple_flatten(tuple, out);
  return TL_OK;
}

STRUCTURE(flatten, 0, flattened(tuple, out, error))
STRUCTURE(unflatten, 0, tl_tuple_unflatten(tuple, TUPLE(1), out, error))
STRUCTURE(get, 1, tl_tuple_get(TUPLE(0), tuple, out, error))
STRUCTURE(taken, 1, tl_tuple_take(TUPLE(0), tuple, out, error))
STRUCTURE(group, 1, tl_tuple_group(TUPLE(0), tuple, out, error))
STRUCTURE(select, 1, tl_tuple_select(TUPLE(0), tuple, out, error))
STRUCTURE(slice, 1, tl_tuple_slice(TUPLE(0), tuple, out, error))
STRUCTURE(dice, 1, tl_tuple_dice(TUPLE(0), tuple, out, error))

/* A layout keeps at least one mode. */
EVALUATOR(take_layout) {
  TL_TRY(taken_layout(a, lanes, out, error));
  if (tl_tuple_rank(&MADE->shape) == 0)
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
    return name(a, TUPLE(first), TUPLE(second), &OUT(tuple), error);           \
  }                                                                            \
  EVALUATOR(name##_layout) {                                                   \
    const tl_cute *x = CUTE(first), *y = CUTE(second);                         \
    OUT(composed) = a[first].as.composed;                                      \
    TL_TRY(name(a, &x->shape, &y->shape, &MADE->shape, error));                \
    TL_TRY(name(a, &x->stride, &y->stride, &MADE->stride, error));             \
    return tl_cute_create(&MADE->shape, &MADE->stride, MADE, error);           \
  }

JOINED(append, 0, 1, tl_tuple_append(x, y, out, error))
JOINED(prepend, 0, 1, tl_tuple_prepend(x, y, out, error))
JOINED(append_n, 1, 2, tl_tuple_append_n(INT(0), x, y, out, error))
JOINED(prepend_n, 1, 2, tl_tuple_prepend_n(INT(0), x, y, out, error))
JOINED(replace, 1, 2, tl_tuple_replace(INT(0), x, y, out, error))

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

CALLS(zip_tuple, zip(&a[1], TUPLE(0), TUPLE(1), &OUT(tuple), error))

EVALUATOR(zip_layout) {
  const tl_cute *x = CUTE(0), *y = CUTE(1);
  tl_tuple shape, stride;
  TL_TRY(zip(&a[1], &x->shape, &y->shape, &shape, error));
  TL_TRY(zip(&a[1], &x->stride, &y->stride, &stride, error));
  return tl_cute_create(&shape, &stride, MADE, error);
}

CALLS(wrap_tuple, tl_tuple_wrap(TUPLE(0), &OUT(tuple), error))

EVALUATOR(unwrap_tuple) {
  (void)error;
  tl_tuple_unwrap(TUPLE(0), &OUT(tuple));
  return TL_OK;
}

EVALUATOR(reverse_tuple) {
  (void)error;
  tl_tuple_reverse(TUPLE(0), &OUT(tuple));
  return TL_OK;
}

EVALUATOR(flatten_to_tuple) {
  tl_tuple flat;
  tl_tuple_flatten(TUPLE(0), &flat);
  return tl_tuple_wrap(&flat, &OUT(tuple), error);
}

CALLS(zip2_by_tuple,
      tl_tuple_zip2_by(TUPLE(0), &a[1].as.tiler.shape, &OUT(tuple), error))

/* ---- Arithmetic of tuples ----------------------------------------------- */

#define TO_INTEGER(name)                                                       \
  EVALUATOR(name##_tuple) {                                                    \
    return tl_tuple_##name(TUPLE(0), &OUT(integer), error);                    \
  }
#define TO_TUPLE(name)                                                         \
  EVALUATOR(name##_tuple) {                                                    \
    return tl_tuple_##name(TUPLE(0), &OUT(tuple), error);                      \
  }
#define PAIR_TO_TUPLE(name)                                                    \
  EVALUATOR(name##_tuple) {                                                    \
    return tl_tuple_##name(TUPLE(0), TUPLE(1), &OUT(tuple), error);            \
  }
#define PAIR_TO_BOOLEAN(name)                                                  \
  EVALUATOR(name##_tuple) {                                                    \
    bool holds;                                                                \
    TL_TRY(tl_tuple_##name(TUPLE(0), TUPLE(1), &holds, error));                \
    OUT(integer) = holds;                                                      \
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
  OUT(integer) = tl_tuple_rank(TUPLE(0));
  return TL_OK;
}

CALLS(inner_product_tuple,
      tl_tuple_inner_product(TUPLE(0), TUPLE(1), &OUT(integer), error))

EVALUATOR(congruent_tuple) {
  (void)error;
  OUT(integer) = tl_tuple_congruent(TUPLE(0), TUPLE(1));
  return TL_OK;
}

EVALUATOR(weakly_congruent_tuple) {
  (void)error;
  OUT(integer) = tl_tuple_weakly_congruent(TUPLE(0), TUPLE(1));
  return TL_OK;
}

EVALUATOR(filter_zeros_tuple) {
  const tl_tuple *zeros = TUPLE(0);
  return tl_tuple_filter_zeros(zeros, TUPLE_OR(1, zeros), &OUT(tuple), error);
}

static tl_tuple first_stride(const tl_value *argument) {
  return argument->kind == TL_KIND_NONE ? tl_tuple_integer(1)
                                        : argument->as.tuple;
}

EVALUATOR(compact_col_major_tuple) {
  tl_tuple current = first_stride(&a[1]);
  return tl_tuple_compact_col_major(TUPLE(0), &current, &OUT(tuple), error);
}

EVALUATOR(compact_row_major_tuple) {
  tl_tuple current = first_stride(&a[1]);
  return tl_tuple_compact_row_major(TUPLE(0), &current, &OUT(tuple), error);
}

EVALUATOR(make_basis_like_tuple) {
  if (!tl_tuple_is_integer(TUPLE(0)))
    return tl_fail(error, TL_UNSUPPORTED,
                   "strides that are coordinates are not supported; a tile "
                   "layout says which axis a digit moves along");
  *&OUT(tuple) = tl_tuple_integer(1);
  return TL_OK;
}

/* ---- Coordinates -------------------------------------------------------- */

EVALUATOR(crd2idx_tuple) {
  if (a[2].kind == TL_KIND_NONE)
    return tl_tuple_crd2idx_compact(TUPLE(0), TUPLE(1), &OUT(integer), error);
  return tl_tuple_crd2idx(TUPLE(0), TUPLE(1), TUPLE(2), &OUT(integer), error);
}

EVALUATOR(idx2crd_tuple) {
  if (a[2].kind == TL_KIND_NONE)
    return tl_tuple_idx2crd(TUPLE(0), TUPLE(1), &OUT(tuple), error);
  if (!tl_tuple_is_integer(TUPLE(0)))
    return tl_fail(error, TL_INVALID,
                   "idx2crd with strides takes one offset, not a tuple");
  return tl_tuple_offset_to_crd(TUPLE(0)->leaves[0], TUPLE(1), TUPLE(2),
                                &OUT(tuple), error);
}

CALLS(crd2crd_tuple,
      tl_tuple_crd2crd(TUPLE(0), TUPLE(1), TUPLE(2), &OUT(tuple), error))

/* Functions of one tuple, and of two. */
#define ONE(name, result) ROW(name, result, name##_tuple, ARG(tuple, TUPLE))
#define TWO(name, result)                                                      \
  ROW(name, result, name##_tuple, ARG(a, TUPLE), ARG(b, TUPLE))

/* Rows for a tuple and for a layout, with a tuple before it. */
#define STRUCTURE_ROWS(name, first)                                            \
  ROW(name, TUPLE, name##_tuple, first, ARG(tuple, TUPLE)),                    \
      ROW(name, CUTE, name##_layout, first, ARG(layout, CUTE))

static const tl_function ROWS[] = {
    ONE(flatten, TUPLE),
    ROW(flatten, CUTE, flatten_layout, ARG(layout, CUTE)),
    ROW(flatten_to_tuple, TUPLE, flatten_to_tuple, ARG(tuple, TUPLE)),
    ROW(unflatten, TUPLE, unflatten_tuple, ARG(tuple, TUPLE),
        ARG(profile, TUPLE)),
    ROW(unflatten, CUTE, unflatten_layout, ARG(layout, CUTE),
        ARG(profile, TUPLE)),
    STRUCTURE_ROWS(get, ARG(path, TUPLE)),
    ROW(take, TUPLE, taken_tuple, ARG(range, TUPLE), ARG(tuple, TUPLE)),
    ROW(take, CUTE, take_layout, ARG(range, TUPLE), ARG(layout, CUTE)),
    STRUCTURE_ROWS(group, ARG(range, TUPLE)),
    STRUCTURE_ROWS(select, ARG(indices, TUPLE)),
    STRUCTURE_ROWS(slice, ARG(coordinate, COORDINATE)),
    STRUCTURE_ROWS(dice, ARG(coordinate, COORDINATE)),
    ROW(zip, TUPLE, zip_tuple, ARG(a, TUPLE), OPT(b, TUPLE)),
    ROW(zip, CUTE, zip_layout, PLAIN(a), OPT(b, CUTE)),
    ROW(zip2_by, TUPLE, zip2_by_tuple, ARG(tuple, TUPLE), ARG(guide, TILER)),
    ROW(append, TUPLE, append_tuple, ARG(tuple, TUPLE), ARG(item, TUPLE)),
    ROW(append, CUTE, append_layout, ARG(layout, CUTE), PLAIN(mode)),
    ROW(prepend, TUPLE, prepend_tuple, ARG(tuple, TUPLE), ARG(item, TUPLE)),
    ROW(prepend, CUTE, prepend_layout, ARG(layout, CUTE), PLAIN(mode)),
    ROW(append_n, TUPLE, append_n_tuple, ARG(n, INTEGER), ARG(tuple, TUPLE),
        ARG(item, TUPLE)),
    ROW(append_n, CUTE, append_n_layout, ARG(n, INTEGER), ARG(layout, CUTE),
        PLAIN(mode)),
    ROW(prepend_n, TUPLE, prepend_n_tuple, ARG(n, INTEGER), ARG(tuple, TUPLE),
        ARG(item, TUPLE)),
    ROW(prepend_n, CUTE, prepend_n_layout, ARG(n, INTEGER), ARG(layout, CUTE),
        PLAIN(mode)),
    ROW(replace, TUPLE, replace_tuple, ARG(i, INTEGER), ARG(tuple, TUPLE),
        ARG(item, TUPLE)),
    ROW(replace, CUTE, replace_layout, ARG(i, INTEGER), ARG(layout, CUTE),
        PLAIN(mode)),
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
    ROW(size, INTEGER, product_tuple, ARG(tuple, TUPLE)),
    ONE(product_each, TUPLE),
    TWO(product_like, TUPLE),
    TWO(inner_product, INTEGER),
    TWO(ceil_div, TUPLE),
    TWO(round_up, TUPLE),
    TWO(shape_div, TUPLE),
    TWO(elem_scale, TUPLE),
    ROW(filter_zeros, TUPLE, filter_zeros_tuple, ARG(zeros, TUPLE),
        OPT(tuple, TUPLE)),

    TWO(congruent, BOOLEAN),
    TWO(weakly_congruent, BOOLEAN),
    TWO(compatible, BOOLEAN),
    TWO(elem_less, BOOLEAN),
    TWO(lex_less, BOOLEAN),
    TWO(colex_less, BOOLEAN),

    ROW(compact_col_major, TUPLE, compact_col_major_tuple, ARG(shape, TUPLE),
        OPT(current, TUPLE)),
    ROW(compact_row_major, TUPLE, compact_row_major_tuple, ARG(shape, TUPLE),
        OPT(current, TUPLE)),
    ROW(compact_order, TUPLE, compact_order_tuple, ARG(shape, TUPLE),
        ARG(order, TUPLE)),
    ROW(crd2idx, INTEGER, crd2idx_tuple, ARG(coordinate, COORDINATE),
        ARG(shape, TUPLE), OPT(stride, TUPLE)),
    ROW(idx2crd, TUPLE, idx2crd_tuple, ARG(index, TUPLE), ARG(shape, TUPLE),
        OPT(stride, TUPLE)),
    ROW(crd2crd, TUPLE, crd2crd_tuple, ARG(coordinate, COORDINATE),
        ARG(from, TUPLE), ARG(to, TUPLE)),
};

const tl_function_table TL_TUPLE_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
