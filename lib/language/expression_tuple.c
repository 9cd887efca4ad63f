/* expression_tuple.c - Functions of tuples, and the structure of CuTe layouts.
 *
 * Rows of one name differ in the kinds that they take.  What only sorts items
 * does the same to tuples and layouts. */
#include "base/checked.h"
#include "expression_access.h"
#include "tl/cute.h"

/* Functions of one tuple or layout, and of two, where the result is like
 * argument i. */
#define FUNCTION(name) CALLS(name, tl_tuple_##name(TREE(0), LIKE(0), error))
#define OPERATION(name, i)                                                     \
  CALLS(name, tl_tuple_##name(TREE(0), TREE(1), LIKE(i), error))
#define MEASURE(name)                                                          \
  CALLS(name, tl_tuple_##name(TREE(0), &OUT(integer), error))
#define MEASURE_OF_TWO(name)                                                   \
  CALLS(name, tl_tuple_##name(TREE(0), TREE(1), &OUT(integer), error))

/* What sorts the items of a tiler makes a tiler, unless one is left: a layout,
 * or _; and of strides either strides along coordinates or integers. */
static tl_code give_tiler(tl_code code, bool is_one, tl_value *out) {
  int8_t *root = out->as.tiler.nodes;
  if (code != TL_OK)
    return code;
  if (!is_one)
    *root = (int8_t)(*root | TL_NODE_BY_MODE);
  else if (*root == TL_NODE_ALL)
    out->kind = TL_KIND_COORDINATE;
  else if (*root < TL_NODE_BY_MODE)
    *out =
        (tl_value){.kind = TL_KIND_CUTE, .as.composed.layout = out->as.tiler};
  return TL_OK;
}

#define OF_PARTS(name, is_one)                                                 \
  CALLS(name##_of_tiler,                                                       \
        give_tiler(tl_tuple_##name(TREE(0), TREE(1), &OUT(tiler), error),      \
                   is_one, out))                                               \
  CALLS(name##_of_strides,                                                     \
        give_strides(tl_tuple_##name(TREE(0), TREE(1), &OUT(tuple), error),    \
                     out))

FUNCTION(flatten)
FUNCTION(wrap)
FUNCTION(unwrap)
FUNCTION(reverse)
OPERATION(unflatten, 0)
CALLS(slice, tl_tuple_slice(TREE(0), TREE(1), &OUT(tuple), error))
OPERATION(get, 1)
OPERATION(group, 1)
OPERATION(select, 1)
OPERATION(dice, 1)
OF_PARTS(get, true)
OF_PARTS(select, false)
OF_PARTS(dice, false)
OPERATION(zip2_by, 0)
OPERATION(repeat_like, 0)

/* A layout keeps at least one mode. */
EVALUATOR(take) {
  tl_tuple *taken = LIKE(1);
  TL_TRY(tl_tuple_take(TREE(0), TREE(1), taken, error));
  if (out->kind == TL_KIND_CUTE && tl_tuple_rank(taken) == 0)
    return tl_fail(error, TL_INVALID, "no mode of the layout is taken");
  return TL_OK;
}

OF_PARTS(take, false)

/* The tilers of the modes, however deep they are. */
CALLS(flatten_of_tiler, tl_tiler_flatten(TILER(0), &OUT(tiler), error))
CALLS(flatten_of_strides,
      give_strides(tl_tuple_flatten(TREE(0), &OUT(tuple), error), out))

/* The sizes of a layout that is put together may not fit. */
#define JOINED(name, i, ...)                                                   \
  EVALUATOR(name) {                                                            \
    tl_tuple *joined = LIKE(i);                                                \
    TL_TRY(tl_tuple_##name(__VA_ARGS__, joined, error));                       \
    return out->kind == TL_KIND_CUTE ? tl_cute_check(joined, error) : TL_OK;   \
  }

JOINED(append, 0, TREE(0), TREE(1))
JOINED(prepend, 0, TREE(0), TREE(1))
JOINED(append_n, 1, INT(0), TREE(1), TREE(2))
JOINED(prepend_n, 1, INT(0), TREE(1), TREE(2))
JOINED(replace, 1, INT(0), TREE(1), TREE(2))

/* zip(a, b) is zip((a, b)). */
EVALUATOR(zip) {
  tl_tuple *zipped = LIKE(0), pair = {.node_count = 1};
  if (TREE(1)) {
    TL_TRY(tl_require_plain(&a[0], error));
    TL_TRY(tl_require_plain(&a[1], error));
    TL_TRY(tl_tuple_push(&pair, TREE(0), error));
    TL_TRY(tl_tuple_push(&pair, TREE(1), error));
  }
  TL_TRY(tl_tuple_zip(TREE(1) ? &pair : TREE(0), zipped, error));
  return out->kind == TL_KIND_CUTE ? tl_cute_check(zipped, error) : TL_OK;
}

EVALUATOR(flatten_to_tuple) {
  TL_TRY(tl_tuple_flatten(TUPLE(0), &OUT(tuple), error));
  return tl_tuple_wrap(&OUT(tuple), &OUT(tuple), error);
}

MEASURE(depth)
MEASURE(sum)
MEASURE(max)
MEASURE(min)
MEASURE(gcd)
MEASURE(product)
FUNCTION(product_each)
OPERATION(product_like, 0)
OPERATION(ceil_div, 0)
OPERATION(round_up, 0)
OPERATION(shape_div, 0)
OPERATION(elem_scale, 0)
OPERATION(filter_zeros, 0)
OPERATION(compact_col_major, 0)
OPERATION(compact_row_major, 0)
OPERATION(compact_order, 0)
MEASURE_OF_TWO(compatible)
MEASURE_OF_TWO(elem_less)
MEASURE_OF_TWO(lex_less)
MEASURE_OF_TWO(colex_less)
MEASURE_OF_TWO(inner_product)

/* leq(a, b) = !less(b, a), gtr(a, b) = less(b, a), geq(a, b) = !less(a, b) */
#define ORDER(of)                                                              \
  CALLS(of##_gtr,                                                              \
        tl_tuple_##of##_less(TREE(1), TREE(0), &OUT(integer), error))          \
  EVALUATOR(of##_geq) {                                                        \
    TL_TRY(tl_tuple_##of##_less(TREE(0), TREE(1), &OUT(integer), error));      \
    OUT(integer) = !OUT(integer);                                              \
    return TL_OK;                                                              \
  }                                                                            \
  EVALUATOR(of##_leq) {                                                        \
    TL_TRY(tl_tuple_##of##_less(TREE(1), TREE(0), &OUT(integer), error));      \
    OUT(integer) = !OUT(integer);                                              \
    return TL_OK;                                                              \
  }

ORDER(elem)
ORDER(lex)
ORDER(colex)

GIVES(rank, integer, tl_tuple_rank(TREE(0)))
GIVES(congruent, integer, tl_tuple_congruent(TUPLE(0), TUPLE(1)))
GIVES(weakly_congruent, integer, tl_tuple_weakly_congruent(TUPLE(0), TUPLE(1)))

CALLS(make_basis_like,
      give_strides(tl_tuple_make_basis_like(TUPLE(0), &OUT(tuple), error), out))
CALLS(crd2crd,
      tl_tuple_crd2crd(TUPLE(0), TUPLE(1), TUPLE(2), &OUT(tuple), error))

/* Functions of one tuple, one layout, and two tuples. */
#define ONE(name, result) OWN(name, result, ARG(tuple, TUPLE))
#define OF_LAYOUT(name, result, evaluate)                                      \
  ROW(name, result, evaluate, ARG(layout, CUTE))
#define TWO(name, result) ROW(name, result, name, ARG(a, TUPLE), ARG(b, TUPLE))

/* Rows for a tuple and for a layout: with a tuple before it, with an item after
 * it, and with a number before and an item after it. */
#define STRUCTURE(name, first)                                                 \
  OWN(name, TUPLE, first, ARG(tuple, TUPLE)),                                  \
      OWN(name, CUTE, first, ARG(layout, CUTE)),                               \
      ROW(name, TILER, name##_of_tiler, first, ARG(tiler, TILER)),             \
      ROW(name, TUPLE, name##_of_strides, first, ARG(strides, BASIS))
#define JOIN(name)                                                             \
  OWN(name, TUPLE, ARG(tuple, TUPLE), ARG(item, TUPLE)),                       \
      OWN(name, CUTE, ARG(layout, CUTE), PLAIN(mode))
#define JOIN_AT(name, n)                                                       \
  OWN(name, TUPLE, ARG(n, INTEGER), ARG(tuple, TUPLE), ARG(item, TUPLE)),      \
      OWN(name, CUTE, ARG(n, INTEGER), ARG(layout, CUTE), PLAIN(mode))

#define ORDERS(of)                                                             \
  TWO(of##_less, BOOLEAN), TWO(of##_leq, BOOLEAN), TWO(of##_gtr, BOOLEAN),     \
      TWO(of##_geq, BOOLEAN)

static const tl_function ROWS[] = {
    ONE(flatten, TUPLE),
    OF_LAYOUT(flatten, CUTE, flatten),
    ROW(flatten, TILER, flatten_of_tiler, ARG(tiler, TILER)),
    ROW(flatten, TUPLE, flatten_of_strides, ARG(strides, BASIS)),
    ONE(flatten_to_tuple, TUPLE),
    OWN(unflatten, TUPLE, ARG(tuple, TUPLE), ARG(profile, TUPLE)),
    OWN(unflatten, CUTE, ARG(layout, CUTE), ARG(profile, TUPLE)),
    STRUCTURE(get, ARG(path, TUPLE)),
    STRUCTURE(take, ARG(range, TUPLE)),
    OWN(group, TUPLE, ARG(range, TUPLE), ARG(tuple, TUPLE)),
    OWN(group, CUTE, ARG(range, TUPLE), ARG(layout, CUTE)),
    STRUCTURE(select, ARG(indices, TUPLE)),
    OWN(slice, TUPLE, ARG(coordinate, COORDINATE), ARG(tuple, TUPLE)),
    STRUCTURE(dice, ARG(coordinate, COORDINATE)),
    OWN(zip, TUPLE, ARG(a, TUPLE), OPT(b, TUPLE)),
    OWN(zip, CUTE, ARG(a, CUTE), OPT(b, CUTE)),
    OWN(zip2_by, TUPLE, ARG(tuple, TUPLE), ARG(guide, TILER)),
    JOIN(append),
    JOIN(prepend),
    JOIN_AT(append_n, n),
    JOIN_AT(prepend_n, n),
    JOIN_AT(replace, i),
    ONE(wrap, TUPLE),
    ONE(unwrap, TUPLE),
    ONE(reverse, TUPLE),
    TWO(repeat_like, TUPLE),
    ONE(make_basis_like, TUPLE),

    ONE(rank, INTEGER),
    OF_LAYOUT(rank, INTEGER, rank),
    ONE(depth, INTEGER),
    OF_LAYOUT(depth, INTEGER, depth),
    ONE(sum, INTEGER),
    ONE(max, INTEGER),
    ONE(min, INTEGER),
    ONE(gcd, INTEGER),
    ONE(product, INTEGER),
    ROW(size, INTEGER, product, ARG(tuple, TUPLE)),
    OF_LAYOUT(size, INTEGER, product),
    ONE(product_each, TUPLE),
    TWO(product_like, TUPLE),
    TWO(inner_product, INTEGER),
    TWO(ceil_div, TUPLE),
    TWO(round_up, TUPLE),
    TWO(shape_div, TUPLE),
    TWO(elem_scale, TUPLE),
    OWN(filter_zeros, TUPLE, ARG(zeros, TUPLE), OPT(tuple, TUPLE)),

    TWO(congruent, BOOLEAN),
    TWO(weakly_congruent, BOOLEAN),
    TWO(compatible, BOOLEAN),
    ORDERS(elem),
    ORDERS(lex),
    ORDERS(colex),

    OWN(compact_col_major, TUPLE, ARG(shape, TUPLE), OPT(current, TUPLE)),
    OWN(compact_row_major, TUPLE, ARG(shape, TUPLE), OPT(current, TUPLE)),
    OWN(compact_order, TUPLE, ARG(shape, TUPLE), ARG(order, TUPLE)),
    OWN(crd2crd, TUPLE, ARG(coordinate, COORDINATE), ARG(from, TUPLE),
        ARG(to, TUPLE)),
};

const tl_function_table TL_TUPLE_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
