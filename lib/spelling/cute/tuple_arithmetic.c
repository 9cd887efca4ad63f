/* tuple_arithmetic.c - Folds over leaves, arithmetic part by part, orders,
 * strides and coordinates. */
#include "base/checked.h"
#include "cute_parts.h"

/* The product of the part's leaves. */
static tl_code part_product(const tuple_part *part, int64_t *product,
                            tl_error *error) {
  tuple_part end = part_next(*part);
  int64_t result = 1;
  for (int64_t i = part->leaf; i < end.leaf; i++)
    TL_TRY(tl_multiply(result, part->tuple->leaves[i].value, &result, error));
  *product = result;
  return TL_OK;
}

tl_code tl_tuple_product(const tl_tuple *tuple, int64_t *out, tl_error *error) {
  tuple_part root = part_of(tuple);
  return part_product(&root, out, error);
}

tl_code tl_tuple_sum(const tl_tuple *tuple, int64_t *out, tl_error *error) {
  int64_t sum = 0;
  for (int64_t i = 0; i < tuple->leaf_count; i++)
    TL_TRY(tl_add(sum, tuple->leaves[i].value, &sum, error));
  *out = sum;
  return TL_OK;
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static tl_code fold(const tl_tuple *tuple, int64_t (*join)(int64_t, int64_t),
                    int64_t *out, tl_error *error) {
  if (tuple->leaf_count == 0)
    return tl_fail(error, TL_INVALID,
                   "a tuple without integers has no such value");
  int64_t result = tuple->leaves[0].value;
  for (int64_t i = 0; i < tuple->leaf_count; i++)
    result = join(result, tuple->leaves[i].value);
  *out = result;
  return TL_OK;
}

TUPLE_MEASURE(tl_tuple_max, fold(tuple, larger, out, error))
TUPLE_MEASURE(tl_tuple_min, fold(tuple, smaller, out, error))
TUPLE_MEASURE(tl_tuple_gcd, fold(tuple, tl_gcd, out, error))

tl_code tl_tuple_inner_product(const tl_tuple *a, const tl_tuple *b,
                               int64_t *out, tl_error *error) {
  int64_t sum = 0;
  if (!tl_tuple_congruent(a, b))
    return tl_fail(error, TL_INVALID,
                   "the tuples of an inner product differ in profile");
  for (int64_t i = 0; i < a->leaf_count; i++)
    TL_TRY(tl_multiply_add(sum, a->leaves[i].value, b->leaves[i].value, &sum,
                           error));
  *out = sum;
  return TL_OK;
}

static tl_code fail_unpaired(const tuple_part *a, const tuple_part *b,
                             tl_error *error) {
  return tl_fail(
      error, TL_INVALID,
      "a tuple of rank %" PRId64 " is paired with %s of rank %" PRId64,
      part_rank(a), part_is_leaf(b) ? "an integer" : "a tuple", part_rank(b));
}

/* Writes the part of `part` at each leaf of the guide.  Where the ranks differ,
 * `mismatch` (or NULL) is the message: a format of the two. */
static tl_code pair_parts(tuple_part guide, tuple_part part,
                          const char *mismatch, tuple_part parts[TL_MAX_ITERS],
                          tl_error *error) {
  if (part_is_leaf(&guide)) {
    parts[guide.leaf] = part;
    return TL_OK;
  }
  int64_t rank = part_rank(&guide);
  if (part_is_leaf(&part) || part_rank(&part) != rank)
    return mismatch
               ? tl_fail(error, TL_INVALID, mismatch, rank, part_rank(&part))
               : fail_unpaired(&guide, &part, error);
  guide = part_first(&guide);
  part = part_first(&part);
  for (; rank > 0; rank--, guide = part_next(guide), part = part_next(part))
    TL_TRY(pair_parts(guide, part, mismatch, parts, error));
  return TL_OK;
}

tl_code tl_tuple_pair(const tl_tuple *guide, const tl_tuple *tuple,
                      tuple_part parts[TL_MAX_ITERS], tl_error *error) {
  return pair_parts(part_of(guide), part_of(tuple), NULL, parts, error);
}

bool tl_tuple_weakly_congruent(const tl_tuple *a, const tl_tuple *b) {
  tuple_part parts[TL_MAX_ITERS];
  return pair_parts(part_of(a), part_of(b), NULL, parts, NULL) == TL_OK;
}

tl_code tl_tuple_compatible(const tl_tuple *a, const tl_tuple *b, int64_t *out,
                            tl_error *error) {
  tuple_part parts[TL_MAX_ITERS];
  *out = pair_parts(part_of(a), part_of(b), NULL, parts, NULL) == TL_OK;
  for (int64_t i = 0; *out && i < a->leaf_count; i++) {
    int64_t size;
    TL_TRY(part_product(&parts[i], &size, error));
    *out = a->leaves[i].value == size;
  }
  return TL_OK;
}

tl_code tl_tuple_product_like(const tl_tuple *tuple, const tl_tuple *guide,
                              tl_tuple *out, tl_error *error) {
  tl_tuple result = *guide;
  tuple_part parts[TL_MAX_ITERS];
  TL_TRY(pair_parts(part_of(guide), part_of(tuple), NULL, parts, error));
  for (int64_t i = 0; i < guide->leaf_count; i++) {
    result.leaves[i] = (tl_leaf){0};
    TL_TRY(part_product(&parts[i], &result.leaves[i].value, error));
  }
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_product_each(const tl_tuple *tuple, tl_tuple *out,
                              tl_error *error) {
  tl_list modes = {.count = tl_tuple_rank(tuple)};
  tl_tuple flat = tl_tuple_from_list(&modes);
  if (!tl_tuple_is_integer(tuple))
    return tl_tuple_product_like(tuple, &flat, out, error);
  flat.leaves[0].value = tuple->leaves[0].value;
  *out = flat;
  return TL_OK;
}

tl_code tl_tuple_elem_scale(const tl_tuple *a, const tl_tuple *b, tl_tuple *out,
                            tl_error *error) {
  tl_tuple result;
  TL_TRY(tl_tuple_product_like(b, a, &result, error));
  for (int64_t i = 0; i < a->leaf_count; i++)
    TL_TRY(tl_multiply(a->leaves[i].value, result.leaves[i].value,
                       &result.leaves[i].value, error));
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_filter_zeros(const tl_tuple *zeros, const tl_tuple *tuple,
                              tl_tuple *out, tl_error *error) {
  tl_tuple result = tuple ? *tuple : *zeros;
  tuple_part parts[TL_MAX_ITERS];
  TL_TRY(pair_parts(part_of(zeros), part_of(tuple ? tuple : zeros), NULL, parts,
                    error));
  for (int64_t i = 0; i < zeros->leaf_count; i++) {
    int64_t end = part_next(parts[i]).leaf;
    for (int64_t k = parts[i].leaf; zeros->leaves[i].value == 0 && k < end; k++)
      result.leaves[k].value = 1;
  }
  *out = result;
  return TL_OK;
}

/* ceil_div takes any numbers; shape_div wants one to divide the other, and
 * equal ranks. */
typedef enum division { ROUNDED_UP, EXACT } division;

static tl_code divide_integers(division rule, int64_t a, int64_t b,
                               int64_t *out, tl_error *error) {
  if (b < 1)
    return tl_fail(error, TL_INVALID, "cannot divide %" PRId64 " by %" PRId64,
                   a, b);
  if (rule == EXACT && a % b != 0 && (a == 0 || b % a != 0))
    return tl_fail(error, TL_INVALID,
                   "neither of %" PRId64 " and %" PRId64 " divides the other",
                   a, b);
  int64_t sum;
  TL_TRY(tl_add(a, b - 1, &sum, error));
  *out = sum / b;
  return TL_OK;
}

/* Divides the leaves of a part by a number that every one uses up in part. */
static tl_code divide_leaves(division rule, const tuple_part *part,
                             int64_t divisor, tl_leaf *out, tl_error *error) {
  int64_t end = part_next(*part).leaf;
  for (int64_t i = part->leaf; i < end; i++) {
    int64_t size = part->tuple->leaves[i].value;
    out[i] = (tl_leaf){0};
    TL_TRY(divide_integers(rule, size, divisor, &out[i].value, error));
    if (i + 1 < end)
      TL_TRY(divide_integers(rule, divisor, size, &divisor, error));
  }
  return TL_OK;
}

/* Items of `a` beyond those of `b` stay as they are. */
static tl_code divide_parts(division rule, tuple_part a, tuple_part b,
                            tl_leaf *out, tl_error *error) {
  int64_t rank = part_rank(&a), divided = part_rank(&b);
  if (part_is_leaf(&a) || part_is_leaf(&b)) {
    int64_t divisor;
    TL_TRY(part_product(&b, &divisor, error));
    return divide_leaves(rule, &a, divisor, out, error);
  }
  if (divided > rank || (rule == EXACT && divided != rank))
    return fail_unpaired(&a, &b, error);
  a = part_first(&a);
  b = part_first(&b);
  for (; divided > 0; divided--, a = part_next(a), b = part_next(b))
    TL_TRY(divide_parts(rule, a, b, out, error));
  return TL_OK;
}

static tl_code divide(division rule, const tl_tuple *a, const tl_tuple *b,
                      tl_tuple *out, tl_error *error) {
  tl_tuple result = *a;
  TL_TRY(divide_parts(rule, part_of(a), part_of(b), result.leaves, error));
  *out = result;
  return TL_OK;
}

TUPLE_OPERATION(tl_tuple_ceil_div, divide(ROUNDED_UP, a, b, out, error))
TUPLE_OPERATION(tl_tuple_shape_div, divide(EXACT, a, b, out, error))

tl_code tl_tuple_round_up(const tl_tuple *a, const tl_tuple *b, tl_tuple *out,
                          tl_error *error) {
  tl_tuple quotient, divisor = *b, one = tl_tuple_integer(1);
  if (!tl_tuple_is_integer(a) && tl_tuple_is_integer(b))
    return tl_fail(error, TL_INVALID,
                   "a tuple is rounded up by a tuple, not by an integer");
  TL_TRY(tl_tuple_ceil_div(a, b, &quotient, error));
  if (!tl_tuple_is_integer(a))
    TL_TRY(tl_tuple_append_n(tl_tuple_rank(a), b, &one, &divisor, error));
  return tl_tuple_elem_scale(&quotient, &divisor, out, error);
}

/* Every leaf less; or by the first or the last item that differs. */
typedef enum ordering { ELEMENTS, LEXICAL, COLEXICAL } ordering;

/* -1, 0 or 1; as long as items do not decide, the shorter tuple is less. */
static tl_code order(tuple_part a, tuple_part b, ordering rule, int *out,
                     tl_error *error) {
  int64_t m = part_rank(&a), n = part_rank(&b);
  int undecided = rule == ELEMENTS ? -1 : 0;
  if (part_is_leaf(&a) != part_is_leaf(&b))
    return tl_fail(error, TL_INVALID, "an integer has no order with a tuple");
  if (part_is_leaf(&a)) {
    int64_t x = a.tuple->leaves[a.leaf].value;
    int64_t y = b.tuple->leaves[b.leaf].value;
    *out = rule == ELEMENTS && x == y ? 1 : (x > y) - (x < y);
    return TL_OK;
  }
  *out = undecided;
  for (int64_t i = 0; *out == undecided && i < m && i < n; i++) {
    tuple_part x = part_item(&a, rule == COLEXICAL ? m - 1 - i : i);
    tuple_part y = part_item(&b, rule == COLEXICAL ? n - 1 - i : i);
    TL_TRY(order(x, y, rule, out, error));
  }
  if (*out == undecided && m != n)
    *out = m > n ? 1 : -1;
  return TL_OK;
}

static tl_code is_less(const tl_tuple *a, const tl_tuple *b, ordering rule,
                       int64_t *out, tl_error *error) {
  int result;
  TL_TRY(order(part_of(a), part_of(b), rule, &result, error));
  *out = result < 0;
  return TL_OK;
}

TUPLE_MEASURE_OF_TWO(tl_tuple_elem_less, is_less(a, b, ELEMENTS, out, error))
TUPLE_MEASURE_OF_TWO(tl_tuple_lex_less, is_less(a, b, LEXICAL, out, error))
TUPLE_MEASURE_OF_TWO(tl_tuple_colex_less, is_less(a, b, COLEXICAL, out, error))

/* ---- Strides and coordinates --------------------------------------------
 *
 *   crd2idx(c, s:d) = sum over leaves of digit * stride, where an integer c for
 *   a tuple s has the digits c % size(s0), (c / size(s0)) % size(s1), ..., and
 *   the last digit is not reduced. */

static const char WRONG_COORDINATE[] =
    "a coordinate of %" PRId64 " items for %" PRId64 " modes";

/* Strides of the leaves of one part; `step` 1 from the left, -1 from the
 * right. */
static tl_code compact_leaves(const tuple_part *shape, int64_t current,
                              int step, tl_leaf *out, tl_error *error) {
  int64_t end = part_next(*shape).leaf;
  int64_t i = step > 0 ? shape->leaf : end - 1;
  for (int64_t count = end - shape->leaf; count > 0; count--, i += step) {
    int64_t extent = shape->tuple->leaves[i].value;
    out[i] = (tl_leaf){.value = extent == 1 ? 0 : current};
    TL_TRY(tl_multiply(current, extent, &current, error));
  }
  return TL_OK;
}

static tl_code compact(const tl_tuple *shape, const tl_tuple *current, int step,
                       tl_tuple *out, tl_error *error) {
  tl_tuple result = *shape, one = tl_tuple_integer(1);
  tuple_part parts[TL_MAX_ITERS];
  current = current ? current : &one;
  TL_TRY(pair_parts(part_of(current), part_of(shape),
                    "%" PRId64 " first strides for %" PRId64 " modes", parts,
                    error));
  for (int64_t i = 0; i < current->leaf_count; i++)
    TL_TRY(compact_leaves(&parts[i], current->leaves[i].value, step,
                          result.leaves, error));
  *out = result;
  return TL_OK;
}

TUPLE_OPERATION(tl_tuple_compact_col_major, compact(a, b, 1, out, error))
TUPLE_OPERATION(tl_tuple_compact_row_major, compact(a, b, -1, out, error))

tl_code tl_tuple_compact_order(const tl_tuple *shape, const tl_tuple *order,
                               tl_tuple *out, tl_error *error) {
  tl_tuple sizes, first = *order;
  TL_TRY(tl_tuple_product_like(shape, order, &sizes, error));
  for (int64_t i = 0; i < order->leaf_count; i++) {
    int64_t stride = 1;
    for (int64_t j = 0; j < order->leaf_count; j++)
      if (order->leaves[j].value < order->leaves[i].value)
        TL_TRY(tl_multiply(stride, sizes.leaves[j].value, &stride, error));
    first.leaves[i].value = stride;
  }
  return tl_tuple_compact_col_major(shape, &first, out, error);
}

/* Writes the digits of an index along the leaves of a part. */
static tl_code write_digits(int64_t index, const tuple_part *shape,
                            tl_leaf *out, tl_error *error) {
  int64_t end = part_next(*shape).leaf;
  for (int64_t i = shape->leaf; i < end; i++) {
    int64_t extent = shape->tuple->leaves[i].value;
    if (extent < 1)
      return tl_fail(error, TL_INVALID, "extent %" PRId64 " is below 1",
                     extent);
    out[i] = (tl_leaf){.value = i + 1 < end ? index % extent : index};
    index /= extent;
  }
  return TL_OK;
}

/* The coordinate of each leaf of the shape. */
static tl_code read_digits(const tl_tuple *coordinate, const tl_tuple *shape,
                           const char *mismatch, tl_tuple *out,
                           tl_error *error) {
  tl_tuple result = *shape;
  tuple_part parts[TL_MAX_ITERS];
  TL_TRY(
      pair_parts(part_of(coordinate), part_of(shape), mismatch, parts, error));
  for (int64_t i = 0; i < coordinate->leaf_count; i++)
    TL_TRY(write_digits(coordinate->leaves[i].value, &parts[i], result.leaves,
                        error));
  *out = result;
  return TL_OK;
}

tl_code tl_cute_place_at(const tl_tuple *coordinate, const tl_cute *layout,
                         tl_cute_place *place, tl_error *error) {
  tl_tuple digits;
  TL_TRY(read_digits(coordinate, layout, WRONG_COORDINATE, &digits, error));
  for (int64_t i = 0; i < layout->leaf_count; i++)
    if (layout->leaves[i].stride != 0)
      TL_TRY(tl_cute_place_add(place, layout->leaves[i].basis,
                               digits.leaves[i].value, layout->leaves[i].stride,
                               error));
  return TL_OK;
}

tl_code tl_cute_crd2idx(const tl_tuple *coordinate, const tl_cute *layout,
                        int64_t *out, tl_error *error) {
  tl_cute_place place = {0};
  TL_TRY(tl_cute_check_integers(layout, error));
  TL_TRY(tl_cute_place_at(coordinate, layout, &place, error));
  *out = place.items[0].value;
  return TL_OK;
}

tl_code tl_tuple_with_strides(const tl_tuple *shape, const tl_tuple *stride,
                              tl_tuple *out, tl_error *error) {
  tl_tuple result = *shape;
  if (!tl_tuple_congruent(shape, stride))
    return tl_fail(error, TL_INVALID,
                   "the shape, of %" PRId64 " integers and rank %" PRId64
                   ", and the stride, of %" PRId64 " and rank %" PRId64
                   ", differ in profile",
                   shape->leaf_count, tl_tuple_rank(shape), stride->leaf_count,
                   tl_tuple_rank(stride));
  for (int64_t i = 0; i < shape->leaf_count; i++) {
    const tl_leaf *step = &stride->leaves[i];
    result.leaves[i].stride = step->value;
    result.leaves[i].basis = step->value == 0 ? 0 : step->basis;
  }
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_crd2idx(const tl_tuple *coordinate, const tl_tuple *shape,
                         int64_t *out, tl_error *error) {
  tl_tuple sizes;
  int64_t index = 0;
  TL_TRY(tl_tuple_product_like(shape, coordinate, &sizes, error));
  for (int64_t i = sizes.leaf_count - 1; i >= 0; i--)
    TL_TRY(tl_multiply_add(coordinate->leaves[i].value, index,
                           sizes.leaves[i].value, &index, error));
  *out = index;
  return TL_OK;
}

tl_code tl_tuple_idx2crd(const tl_tuple *index, const tl_tuple *shape,
                         tl_tuple *out, tl_error *error) {
  if (tl_tuple_is_integer(index) && tl_tuple_is_integer(shape)) {
    *out = *index;
    return TL_OK;
  }
  return read_digits(index, shape, "%" PRId64 " indices for %" PRId64 " modes",
                     out, error);
}

tl_code tl_cute_idx2crd(int64_t offset, const tl_cute *layout, tl_tuple *out,
                        tl_error *error) {
  tl_tuple result = *layout;
  TL_TRY(tl_cute_check_integers(layout, error));
  for (int64_t i = 0; i < layout->leaf_count; i++) {
    tl_leaf mode = layout->leaves[i];
    if (mode.value < 1 || (mode.value > 1 && mode.stride == 0))
      return tl_fail(error, TL_INVALID,
                     "an offset has no digit of extent %" PRId64
                     " and stride %" PRId64,
                     mode.value, mode.stride);
    int64_t digit = mode.value == 1 ? 0 : offset / mode.stride % mode.value;
    result.leaves[i] = (tl_leaf){.value = digit};
  }
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_crd2crd(const tl_tuple *coordinate, const tl_tuple *from,
                         const tl_tuple *to, tl_tuple *out, tl_error *error) {
  const tl_tuple *parts[] = {coordinate, from, to};
  int64_t rank = tl_tuple_rank(to), index;
  bool is_nested = true;
  for (int i = 0; i < 3; i++)
    is_nested &=
        !tl_tuple_is_integer(parts[i]) && tl_tuple_rank(parts[i]) == rank;
  if (!is_nested) {
    TL_TRY(tl_tuple_crd2idx(coordinate, from, &index, error));
    tl_tuple linear = tl_tuple_integer(index);
    return tl_tuple_idx2crd(&linear, to, out, error);
  }
  tl_tuple result = {.node_count = 1};
  for (int64_t i = 0; i < rank; i++) {
    tl_tuple items[3];
    for (int k = 0; k < 3; k++)
      TL_TRY(tl_tuple_item(parts[k], i, &items[k], error));
    TL_TRY(tl_tuple_crd2crd(&items[0], &items[1], &items[2], items, error));
    TL_TRY(tl_tuple_push(&result, items, error));
  }
  *out = result;
  return TL_OK;
}

/* The parts whose coordinate is a leaf of the kind `keep`; what is kept within
 * nested coordinates joins the same tuple. */
static tl_code keep_parts(const tl_tuple *coordinate, const tl_tuple *tuple,
                          int keep, tl_tuple *out, tl_error *error) {
  tl_tuple result = {.node_count = 1};
  tuple_part parts[TL_MAX_ITERS];
  TL_TRY(pair_parts(part_of(coordinate), part_of(tuple), WRONG_COORDINATE,
                    parts, error));
  for (int64_t i = 0, leaf = 0; i < coordinate->node_count; i++) {
    if (coordinate->nodes[i] == keep)
      TL_TRY(tl_tuple_push_part(&result, &parts[leaf], error));
    leaf += coordinate->nodes[i] < 0;
  }
  *out = coordinate->nodes[0] == keep ? *tuple : result;
  return TL_OK;
}

TUPLE_OPERATION(tl_tuple_slice, keep_parts(a, b, TL_NODE_ALL, out, error))
TUPLE_OPERATION(tl_tuple_dice, keep_parts(a, b, TL_NODE_INTEGER, out, error))
