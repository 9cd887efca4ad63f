/* cute_composed.c - see tl/cute_composed.h. */
#include "tl/cute_composed.h"
#include "base/checked.h"
#include "cute_parts.h"

/* result(c) = a(b(c)) for every c. */
static tl_code check_composed(const tl_composed *a, const tl_composed *b,
                              const tl_composed *result, tl_error *error) {
  int64_t size;
  TL_TRY(tl_cute_size(&b->layout, &size, error));
  if (size > TL_ENUMERATION_LIMIT)
    return tl_fail(error, TL_UNSUPPORTED,
                   "cannot prove a composition of swizzles with %" PRId64
                   " coordinates (at most %d are compared)",
                   size, TL_ENUMERATION_LIMIT);
  for (int64_t i = 0; i < size; i++) {
    int64_t wanted, got;
    TL_TRY(tl_composed_apply(b, i, &wanted, error));
    TL_TRY(tl_composed_apply(a, wanted, &wanted, error));
    TL_TRY(tl_composed_apply(result, i, &got, error));
    if (wanted != got)
      return tl_fail(error, TL_INVALID,
                     "the two swizzles are no single one: coordinate %" PRId64
                     " leads to %" PRId64 ", not %" PRId64,
                     i, wanted, got);
  }
  return TL_OK;
}

tl_code tl_composed_compose(const tl_composed *a, const tl_composed *b,
                            tl_composed *out, tl_error *error) {
  tl_composed result;
  tl_swizzle swizzle;
  TL_TRY(tl_composed_check_integers(a, error));
  TL_TRY(tl_composed_after(&a->layout, b, &result, error));
  if (a->offset != 0)
    return tl_fail(error, TL_INVALID,
                   "the offset %" PRId64
                   " between two swizzles moves under neither",
                   a->offset);
  TL_TRY(
      tl_cute_swizzle_compose(&a->swizzle, &result.swizzle, &swizzle, error));
  TL_TRY(tl_composed_create(&swizzle, 0, &result.layout, &result, error));
  TL_TRY(check_composed(a, b, &result, error));
  *out = result;
  return TL_OK;
}

tl_code tl_composed_left_inverse(const tl_composed *composed, tl_composed *out,
                                 tl_error *error) {
  tl_cute inverse;
  TL_TRY(tl_composed_check_integers(composed, error));
  if (composed->offset != 0)
    return tl_fail(error, TL_UNSUPPORTED,
                   "the inverse of a layout with offset %" PRId64
                   " is no layout with a swizzle",
                   composed->offset);
  TL_TRY(tl_cute_left_inverse(&composed->layout, &inverse, error));
  if (composed->swizzle.bits > 0)
    return tl_composed_after_swizzle(&inverse, &composed->swizzle, out, error);
  *out = (tl_composed){.layout = inverse};
  return TL_OK;
}

tl_code tl_composed_max_common_layout(const tl_composed *a,
                                      const tl_composed *b, tl_cute *out,
                                      tl_error *error) {
  int64_t size, vector;
  TL_TRY(tl_composed_max_common_vector(a, b, &vector, error));
  TL_TRY(tl_cute_max_common_layout(&a->layout, &b->layout, out, error));
  TL_TRY(tl_cute_size(out, &size, error));
  if (size <= vector)
    return TL_OK;
  tl_cute line = tl_tuple_integer(vector);
  TL_TRY(tl_cute_make(&line, &line, error));
  return tl_cute_composition(out, &line, out, error);
}
