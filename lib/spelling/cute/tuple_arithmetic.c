/* tuple_arithmetic.c - Folds over leaves, arithmetic part by part, and orders.
 */
#include "base/checked.h"
#include "tuple_walk.h"

/* ---- Folds -------------------------------------------------------------- */

tl_code tl_part_product(const tuple_part *part, int64_t *product,
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
  return tl_part_product(&root, out, error);
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

/* ---- Parts at the leaves of a guide ------------------------------------- */

static tl_code fail_unpaired(const tuple_part *a, const tuple_part *b,
                             tl_error *error) {
  return tl_fail(
      error, TL_INVALID,
      "a tuple of rank %" PRId64 " is paired with %s of rank %" PRId64,
      part_rank(a), part_is_leaf(b) ? "an integer" : "a tuple", part_rank(b));
}

tl_code tl_tuple_pair(tuple_part guide, tuple_part part, const char *mismatch,
                      tuple_part parts[TL_MAX_ITERS], tl_error *error) {
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
    TL_TRY(tl_tuple_pair(guide, part, mismatch, parts, error));
  return TL_OK;
}

bool tl_tuple_weakly_congruent(const tl_tuple *a, const tl_tuple *b) {
  tuple_part parts[TL_MAX_ITERS];
  return tl_tuple_pair(part_of(a), part_of(b), NULL, parts, NULL) == TL_OK;
}

tl_code tl_tuple_compatible(const tl_tuple *a, const tl_tuple *b, int64_t *out,
                            tl_error *error) {
  tuple_part parts[TL_MAX_ITERS];
  *out = tl_tuple_pair(part_of(a), part_of(b), NULL, parts, NULL) == TL_OK;
  for (int64_t i = 0; *out && i < a->leaf_count; i++) {
    int64_t size;
    TL_TRY(tl_part_product(&parts[i], &size, error));
    *out = a->leaves[i].value == size;
  }
  return TL_OK;
}

tl_code tl_tuple_product_like(const tl_tuple *tuple, const tl_tuple *guide,
                              tl_tuple *out, tl_error *error) {
  tl_tuple result = *guide;
  tuple_part parts[TL_MAX_ITERS];
  TL_TRY(tl_tuple_pair(part_of(guide), part_of(tuple), NULL, parts, error));
  for (int64_t i = 0; i < guide->leaf_count; i++) {
    result.leaves[i] = (tl_leaf){0};
    TL_TRY(tl_part_product(&parts[i], &result.leaves[i].value, error));
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
  TL_TRY(tl_tuple_pair(part_of(zeros), part_of(tuple ? tuple : zeros), NULL,
                       parts, error));
  for (int64_t i = 0; i < zeros->leaf_count; i++) {
    int64_t end = part_next(parts[i]).leaf;
    for (int64_t k = parts[i].leaf; zeros->leaves[i].value == 0 && k < end; k++)
      result.leaves[k].value = 1;
  }
  *out = result;
  return TL_OK;
}

/* ---- Division ----------------------------------------------------------- */

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
    TL_TRY(tl_part_product(&b, &divisor, error));
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

/* ---- Orders ------------------------------------------------------------- */

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
    int64_t x = part_value(&a), y = part_value(&b);
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
