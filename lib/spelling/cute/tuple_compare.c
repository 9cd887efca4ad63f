/* tuple_compare.c - Compatibility and orders of tuples. */
#include "tuple_walk.h"

static tl_code compatible(const tuple_part *a, const tuple_part *b, bool *out,
                          tl_error *error) {
  if (part_is_leaf(a)) {
    int64_t size;
    TL_TRY(tl_part_product(b, &size, error));
    *out = part_value(a) == size;
    return TL_OK;
  }
  *out = !part_is_leaf(b) && part_rank(a) == part_rank(b);
  tuple_part x = part_first(a), y = part_first(b);
  for (int64_t i = 0; *out && i < part_rank(a); i++) {
    TL_TRY(compatible(&x, &y, out, error));
    x = part_next(x);
    y = part_next(y);
  }
  return TL_OK;
}

tl_code tl_tuple_compatible(const tl_tuple *a, const tl_tuple *b, bool *out,
                            tl_error *error) {
  tuple_part x = part_of(a), y = part_of(b);
  return compatible(&x, &y, out, error);
}

static tl_code check_kinds(const tuple_part *a, const tuple_part *b,
                           tl_error *error) {
  if (part_is_leaf(a) == part_is_leaf(b))
    return TL_OK;
  return tl_fail(error, TL_INVALID, "an integer has no order with a tuple");
}

static tl_code elem_less(const tuple_part *a, const tuple_part *b, bool *out,
                         tl_error *error) {
  TL_TRY(check_kinds(a, b, error));
  if (part_is_leaf(a)) {
    *out = part_value(a) < part_value(b);
    return TL_OK;
  }
  tuple_part x = part_first(a), y = part_first(b);
  *out = true;
  for (int64_t i = 0; *out && i < part_rank(a); i++) {
    *out = i < part_rank(b);
    if (!*out)
      break;
    TL_TRY(elem_less(&x, &y, out, error));
    x = part_next(x);
    y = part_next(y);
  }
  return TL_OK;
}

tl_code tl_tuple_elem_less(const tl_tuple *a, const tl_tuple *b, bool *out,
                           tl_error *error) {
  tuple_part x = part_of(a), y = part_of(b);
  return elem_less(&x, &y, out, error);
}

/* -1, 0 or 1: the first item that differs decides, then the shorter tuple is
 * less.  `from_right` reads the items of every tuple backwards. */
static tl_code order(const tuple_part *a, const tuple_part *b, bool from_right,
                     int *out, tl_error *error) {
  TL_TRY(check_kinds(a, b, error));
  if (part_is_leaf(a)) {
    *out = (part_value(a) > part_value(b)) - (part_value(a) < part_value(b));
    return TL_OK;
  }
  int64_t m = part_rank(a), n = part_rank(b);
  *out = 0;
  for (int64_t i = 0; *out == 0 && i < m && i < n; i++) {
    tuple_part x = part_item(a, from_right ? m - 1 - i : i);
    tuple_part y = part_item(b, from_right ? n - 1 - i : i);
    TL_TRY(order(&x, &y, from_right, out, error));
  }
  if (*out == 0)
    *out = (m > n) - (m < n);
  return TL_OK;
}

static tl_code is_less(const tl_tuple *a, const tl_tuple *b, bool from_right,
                       bool *out, tl_error *error) {
  tuple_part x = part_of(a), y = part_of(b);
  int result;
  TL_TRY(order(&x, &y, from_right, &result, error));
  *out = result < 0;
  return TL_OK;
}

tl_code tl_tuple_lex_less(const tl_tuple *a, const tl_tuple *b, bool *out,
                          tl_error *error) {
  return is_less(a, b, false, out, error);
}

tl_code tl_tuple_colex_less(const tl_tuple *a, const tl_tuple *b, bool *out,
                            tl_error *error) {
  return is_less(a, b, true, out, error);
}
