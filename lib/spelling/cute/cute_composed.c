/* cute_composed.c - see tl/cute_composed.h. */
#include "tl/cute_composed.h"
#include "base/checked.h"
#include "cute_parts.h"

/* result(c) = a(b(c)) for every c. */
static tl_code check_composed(const tl_composed *a, const tl_composed *b,
                              const tl_composed *result, tl_error *error) {
  int64_t size;
  TL_TRY(tl_cute_size(&b->layout, &size, error));
  if (size > TL_MAX_ENUMERATED)
    return tl_fail(error, TL_UNSUPPORTED,
                   "cannot prove a composition of swizzles with %" PRId64
                   " coordinates (at most %d are compared)",
                   size, TL_MAX_ENUMERATED);
  for (int64_t i = 0; i < size; i++) {
    int64_t wanted, got;
    TL_TRY(tl_composed_apply(b, i, &wanted, error));
    TL_TRY(tl_composed_apply(a, wanted, &wanted, error));
    TL_TRY(tl_composed_apply(result, i, &got, error));
    if (wanted != got)
      return tl_fail(error, TL_INVALID,
                     "no one swizzle does it: coordinate %" PRId64
                     " leads to %" PRId64 ", not %" PRId64,
                     i, wanted, got);
  }
  return TL_OK;
}

/* The swizzle of where the layout puts the bits of `swizzle`. */
static tl_code move_swizzle(const tl_cute *layout, const tl_swizzle *swizzle,
                            tl_swizzle *out, tl_error *error) {
  int64_t y, z;
  TL_TRY(tl_cute_apply(layout, tl_swizzle_read_mask(swizzle), &y, error));
  TL_TRY(tl_cute_apply(layout, tl_swizzle_changed_mask(swizzle), &z, error));
  return tl_cute_swizzle_make(y, z, out, error);
}

tl_code tl_composed_after(const tl_cute *layout, const tl_composed *inner,
                          tl_composed *out, tl_error *error) {
  tl_swizzle moved;
  tl_cute domain;
  TL_TRY(tl_composed_check_integers(inner, error));
  TL_TRY(move_swizzle(layout, &inner->swizzle, &moved, error));
  if (inner->offset != 0)
    return tl_fail(error, TL_INVALID,
                   "the offset %" PRId64
                   " on the right of a composition moves under no layout",
                   inner->offset);
  TL_TRY(tl_cute_composition(layout, &inner->layout, &domain, error));
  tl_composed result;
  TL_TRY(tl_composed_create(&moved, 0, &domain, &result, error));
  const tl_composed outer = {.layout = *layout};
  TL_TRY(check_composed(&outer, inner, &result, error));
  *out = result;
  return TL_OK;
}

tl_code tl_composed_after_swizzle(const tl_cute *layout,
                                  const tl_swizzle *swizzle, tl_composed *out,
                                  tl_error *error) {
  int64_t size;
  const tl_composed outer = {.layout = *layout};
  tl_composed line, result;
  TL_TRY(tl_cute_size(layout, &size, error));
  TL_TRY(tl_composed_swizzle_line(swizzle, size, &line, error));
  TL_TRY(move_swizzle(layout, swizzle, &result.swizzle, error));
  TL_TRY(tl_composed_create(&result.swizzle, 0, layout, &result, error));
  TL_TRY(check_composed(&outer, &line, &result, error));
  *out = result;
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

/* inverse(Sw o 0 o L) = inverse(L) o Sw. */
static tl_code invert(const tl_composed *composed, tl_tuple_function *inverse,
                      tl_composed *out, tl_error *error) {
  tl_composed result = {0};
  TL_TRY(tl_composed_check_integers(composed, error));
  if (composed->offset != 0)
    return tl_fail(error, TL_UNSUPPORTED,
                   "the inverse of a layout with offset %" PRId64
                   " is no layout with a swizzle",
                   composed->offset);
  TL_TRY(inverse(&composed->layout, &result.layout, error));
  if (composed->swizzle.bits > 0)
    return tl_composed_after_swizzle(&result.layout, &composed->swizzle, out,
                                     error);
  *out = result;
  return TL_OK;
}

tl_code tl_composed_right_inverse(const tl_composed *composed, tl_composed *out,
                                  tl_error *error) {
  return invert(composed, tl_cute_right_inverse, out, error);
}

tl_code tl_composed_left_inverse(const tl_composed *composed, tl_composed *out,
                                 tl_error *error) {
  return invert(composed, tl_cute_left_inverse, out, error);
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
