/* tuple_arithmetic.c - Folds over leaves, and arithmetic part by part. */
#include "base/checked.h"
#include "tuple_walk.h"

tl_code tl_tuple_sum(const tl_tuple *tuple, int64_t *out, tl_error *error) {
  int64_t sum = 0;
  for (int64_t i = 0; i < tuple->leaf_count; i++)
    TL_TRY(tl_add(sum, tuple->leaves[i], &sum, error));
  *out = sum;
  return TL_OK;
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static tl_code fold(const tl_tuple *tuple, int64_t (*join)(int64_t, int64_t),
                    int64_t *out, tl_error *error) {
  if (tuple->leaf_count == 0)
    return tl_fail(error, TL_INVALID,
                   "a tuple without integers has no such "
                   "value");
  int64_t result = tuple->leaves[0];
  for (int64_t i = 0; i < tuple->leaf_count; i++)
    result = join(result, tuple->leaves[i]);
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_max(const tl_tuple *tuple, int64_t *out, tl_error *error) {
  return fold(tuple, larger, out, error);
}

tl_code tl_tuple_min(const tl_tuple *tuple, int64_t *out, tl_error *error) {
  return fold(tuple, smaller, out, error);
}

tl_code tl_tuple_gcd(const tl_tuple *tuple, int64_t *out, tl_error *error) {
  return fold(tuple, tl_gcd, out, error);
}

tl_code tl_tuple_inner_product(const tl_tuple *a, const tl_tuple *b,
                               int64_t *out, tl_error *error) {
  int64_t sum = 0;
  if (!tl_tuple_congruent(a, b))
    return tl_fail(error, TL_INVALID,
                   "the tuples of an inner product differ in profile");
  for (int64_t i = 0; i < a->leaf_count; i++)
    TL_TRY(tl_multiply_add(sum, a->leaves[i], b->leaves[i], &sum, error));
  *out = sum;
  return TL_OK;
}

tl_code tl_tuple_product_each(const tl_tuple *tuple, tl_tuple *out,
                              tl_error *error) {
  tl_tuple result = {0};
  tuple_part root = part_of(tuple), item = part_first(&root);
  TL_TRY(put_tuple(&result, part_rank(&root), error));
  for (int64_t i = 0; i < part_rank(&root); i++, item = part_next(item)) {
    int64_t product;
    TL_TRY(tl_part_product(&item, &product, error));
    TL_TRY(put_integer(&result, product, error));
  }
  *out = result;
  return TL_OK;
}

/* Two parts that are read item by item. */
static tl_code check_ranks(const tuple_part *a, const tuple_part *b,
                           tl_error *error) {
  if (!part_is_leaf(b) && !part_is_leaf(a) && part_rank(a) == part_rank(b))
    return TL_OK;
  return tl_fail(
      error, TL_INVALID,
      "a tuple of rank %" PRId64 " is paired with %s of rank %" PRId64,
      part_rank(a), part_is_leaf(b) ? "an integer" : "a tuple", part_rank(b));
}

typedef tl_code pair_rule(tl_tuple *out, const tuple_part *a,
                          const tuple_part *b, tl_error *error);

/* Appends rule(a, b) at each leaf of `a`; the tuples of `a` are kept. */
static tl_code put_pairs(tl_tuple *out, const tuple_part *a,
                         const tuple_part *b, pair_rule *rule,
                         tl_error *error) {
  if (part_is_leaf(a))
    return rule(out, a, b, error);
  TL_TRY(check_ranks(a, b, error));
  tuple_part x = part_first(a), y = part_first(b);
  TL_TRY(put_tuple(out, part_rank(a), error));
  for (int64_t i = 0; i < part_rank(a); i++) {
    TL_TRY(put_pairs(out, &x, &y, rule, error));
    x = part_next(x);
    y = part_next(y);
  }
  return TL_OK;
}

static tl_code map_pairs(const tl_tuple *a, const tl_tuple *b, pair_rule *rule,
                         tl_tuple *out, tl_error *error) {
  tl_tuple result = {0};
  tuple_part x = part_of(a), y = part_of(b);
  TL_TRY(put_pairs(&result, &x, &y, rule, error));
  *out = result;
  return TL_OK;
}

static tl_code put_product(tl_tuple *out, const tuple_part *guide,
                           const tuple_part *part, tl_error *error) {
  int64_t product;
  (void)guide;
  TL_TRY(tl_part_product(part, &product, error));
  return put_integer(out, product, error);
}

tl_code tl_tuple_product_like(const tl_tuple *tuple, const tl_tuple *guide,
                              tl_tuple *out, tl_error *error) {
  return map_pairs(guide, tuple, put_product, out, error);
}

static tl_code put_scaled(tl_tuple *out, const tuple_part *a,
                          const tuple_part *b, tl_error *error) {
  int64_t product;
  TL_TRY(tl_part_product(b, &product, error));
  TL_TRY(tl_multiply(part_value(a), product, &product, error));
  return put_integer(out, product, error);
}

tl_code tl_tuple_elem_scale(const tl_tuple *a, const tl_tuple *b, tl_tuple *out,
                            tl_error *error) {
  return map_pairs(a, b, put_scaled, out, error);
}

static tl_code put_unless_zero(tl_tuple *out, const tuple_part *a,
                               const tuple_part *b, tl_error *error) {
  tl_tuple part = tl_tuple_extract(b), one = tl_tuple_integer(1);
  if (part_value(a) == 0)
    TL_TRY(tl_tuple_repeat_like(&part, &one, &part, error));
  tuple_part kept = part_of(&part);
  return tl_tuple_put_part(out, &kept, error);
}

tl_code tl_tuple_filter_zeros(const tl_tuple *a, const tl_tuple *b,
                              tl_tuple *out, tl_error *error) {
  return map_pairs(a, b, put_unless_zero, out, error);
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

/* Divides by an integer that every item uses up in part. */
static tl_code put_folded(division rule, tl_tuple *out, const tuple_part *a,
                          int64_t divisor, tl_error *error) {
  if (part_is_leaf(a)) {
    int64_t quotient;
    TL_TRY(divide_integers(rule, part_value(a), divisor, &quotient, error));
    return put_integer(out, quotient, error);
  }
  tuple_part item = part_first(a);
  TL_TRY(put_tuple(out, part_rank(a), error));
  for (int64_t i = 0; i < part_rank(a); i++, item = part_next(item)) {
    int64_t size;
    TL_TRY(put_folded(rule, out, &item, divisor, error));
    TL_TRY(tl_part_product(&item, &size, error));
    if (i + 1 < part_rank(a))
      TL_TRY(divide_integers(rule, divisor, size, &divisor, error));
  }
  return TL_OK;
}

static tl_code put_quotient(division rule, tl_tuple *out, const tuple_part *a,
                            const tuple_part *b, tl_error *error) {
  if (part_is_leaf(a) || part_is_leaf(b)) {
    int64_t divisor;
    TL_TRY(tl_part_product(b, &divisor, error));
    return put_folded(rule, out, a, divisor, error);
  }
  int64_t rank = part_rank(a), divided = part_rank(b);
  if (divided > rank || (rule == EXACT && divided != rank))
    return check_ranks(a, b, error);
  tuple_part x = part_first(a), y = part_first(b);
  TL_TRY(put_tuple(out, rank, error));
  for (int64_t i = 0; i < rank; i++, x = part_next(x)) {
    if (i >= divided) {
      TL_TRY(tl_tuple_put_part(out, &x, error));
      continue;
    }
    TL_TRY(put_quotient(rule, out, &x, &y, error));
    y = part_next(y);
  }
  return TL_OK;
}

static tl_code divide(division rule, const tl_tuple *a, const tl_tuple *b,
                      tl_tuple *out, tl_error *error) {
  tl_tuple result = {0};
  tuple_part x = part_of(a), y = part_of(b);
  TL_TRY(put_quotient(rule, &result, &x, &y, error));
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_ceil_div(const tl_tuple *a, const tl_tuple *b, tl_tuple *out,
                          tl_error *error) {
  return divide(ROUNDED_UP, a, b, out, error);
}

tl_code tl_tuple_shape_div(const tl_tuple *a, const tl_tuple *b, tl_tuple *out,
                           tl_error *error) {
  return divide(EXACT, a, b, out, error);
}

tl_code tl_tuple_round_up(const tl_tuple *a, const tl_tuple *b, tl_tuple *out,
                          tl_error *error) {
  tl_tuple quotient, divisor = *b;
  if (!tl_tuple_is_integer(a) && tl_tuple_is_integer(b))
    return tl_fail(error, TL_INVALID,
                   "a tuple is rounded up by a tuple, not by an integer");
  TL_TRY(tl_tuple_ceil_div(a, b, &quotient, error));
  if (!tl_tuple_is_integer(a)) {
    tl_tuple one = tl_tuple_integer(1);
    TL_TRY(tl_tuple_append_n(tl_tuple_rank(a), b, &one, &divisor, error));
  }
  return tl_tuple_elem_scale(&quotient, &divisor, out, error);
}
