/* linear_convert.c - Linear layouts as tile layouts, and back.
 *
 * Each bit of the coordinate is a digit whose stride is the weight of the bit
 * of the place that moves along it; bases of zeros are replicas. */
#include "base/checked.h"
#include "layout/layout_digits.h"
#include "layout/layout_threads.h"
#include "linear_part.h"
#include "spelling/distribution.h"

static tl_code check_warps(const tl_linear *layout, int64_t lanes,
                           tl_error *error);
static tl_iter digit_of(const tl_linear *layout, int64_t unit, tl_scope scope);
static tl_code read_copies(const tl_linear *layout, tl_scope scope,
                           tl_digits *out, tl_error *error);
static tl_code read_bases(const distribution *parts, const place_digits *digits,
                          tl_list *out, tl_error *error);
static tl_code swizzle_bases(const tl_swizzle *swizzle, tl_list *bases,
                             tl_error *error);

tl_code tl_layout_from_linear(const tl_linear *layout, tl_scope scope,
                              int64_t lanes, tl_layout *out, tl_error *error) {
  int64_t number = 1;
  tl_layout fields = {.swizzle = layout->swizzle};
  TL_TRY(check_warps(layout, lanes, error));
  TL_TRY(tl_scope_check_threads(
      scope, lanes,
      tl_linear_weight(layout, TL_LINEAR_WARP,
                       layout->bases[TL_LINEAR_WARP].count),
      error));
  tl_digits of_dimension[TL_MAX_RANK + 1] = {{0}};
  for (int64_t d = layout->shape.count - 1; d >= 0; d--)
    for (int64_t rest = layout->shape.items[d]; rest > 1; rest /= 2) {
      TL_TRY(tl_digits_push(&of_dimension[d], digit_of(layout, number, scope),
                            error));
      number *= 2;
    }
  TL_TRY(read_copies(layout, scope, &of_dimension[layout->shape.count], error));
  for (int64_t d = 0; d <= layout->shape.count; d++)
    TL_TRY(tl_layout_push_digits(&fields, layout->shape.count, &of_dimension[d],
                                 error));
  return tl_layout_create(&fields, out, error);
}

static tl_code check_warps(const tl_linear *layout, int64_t lanes,
                           tl_error *error) {
  int64_t numbered = INT64_C(1) << layout->bases[TL_LINEAR_LANE].count;
  if (layout->bases[TL_LINEAR_WARP].count == 0 || numbered == lanes)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the bases of lane number %" PRId64
                 " lanes and those of warp follow; a warp has %" PRId64,
                 numbered, lanes);
}

static tl_iter iter_of(const tl_linear *layout, tl_linear_part part, int64_t k,
                       tl_scope scope) {
  tl_axis axis =
      part == TL_LINEAR_REGISTER ? TL_AXIS_M : tl_scope_describe(scope)->axis;
  return (tl_iter){2, tl_linear_weight(layout, part, k), (int64_t)axis, 0};
}

/* The digit of the coordinate that one basis moves along. */
static tl_iter digit_of(const tl_linear *layout, int64_t unit, tl_scope scope) {
  for (tl_linear_part part = 0; part < TL_LINEAR_PARTS; part++)
    for (int64_t k = 0; k < layout->bases[part].count; k++)
      if (tl_linear_unit(layout, part, k) == unit)
        return iter_of(layout, part, k, scope);
  return (tl_iter){2, 0, TL_AXIS_M, 0}; /* tl_linear_create allows none */
}

static tl_code read_copies(const tl_linear *layout, tl_scope scope,
                           tl_digits *out, tl_error *error) {
  for (tl_linear_part part = 0; part < TL_LINEAR_PARTS; part++)
    for (int64_t k = 0; k < layout->bases[part].count; k++)
      if (tl_linear_unit(layout, part, k) == 0)
        TL_TRY(tl_digits_push(out, iter_of(layout, part, k, scope), error));
  return TL_OK;
}

tl_code tl_layout_to_linear(const tl_layout *layout, tl_scope scope,
                            int64_t lanes, tl_linear *out, tl_error *error) {
  distribution parts;
  tl_layout plain = *layout;
  tl_list threads = {0}, shape;
  tl_lists bases[TL_LINEAR_PARTS] = {{0}};
  tl_list numbers[TL_LINEAR_PARTS] = {{0}};
  plain.swizzle = (tl_swizzle){0};
  TL_TRY(tl_distribute(&plain, scope, lanes, "a linear layout", &parts, error));
  tl_layout_shape(&parts.layout, &shape);
  TL_TRY(read_bases(&parts, &parts.threads, &threads, error));
  TL_TRY(read_bases(&parts, &parts.slots, &numbers[TL_LINEAR_REGISTER], error));
  TL_TRY(swizzle_bases(&layout->swizzle, &numbers[TL_LINEAR_REGISTER], error));
  for (int64_t i = 0; i < threads.count; i++)
    TL_TRY(tl_list_append(
        &numbers[INT64_C(1) << i < lanes ? TL_LINEAR_LANE : TL_LINEAR_WARP],
        threads.items[i], error));
  for (tl_linear_part part = 0; part < TL_LINEAR_PARTS; part++) {
    if (numbers[part].count > TL_MAX_LISTED)
      return tl_fail(error, TL_CAPACITY,
                     "%s has %" PRId64 " bases; at most %d are supported",
                     tl_linear_part_name(part), numbers[part].count,
                     TL_MAX_LISTED);
    bases[part].count = numbers[part].count;
    bases[part].length = shape.count;
    for (int64_t k = 0; k < numbers[part].count; k++) {
      tl_list basis = tl_linear_coordinate(&shape, numbers[part].items[k]);
      for (int64_t d = 0; d < shape.count; d++)
        bases[part].items[k][d] = basis.items[d];
    }
  }
  return tl_linear_create(&shape, bases, out, error);
}

/* A basis for each bit of the digits, fastest first: the row-major number of
 * where it leads. */
static tl_code read_bases(const distribution *parts, const place_digits *digits,
                          tl_list *out, tl_error *error) {
  for (int64_t i = 0; i < digits->count; i++) {
    const place_digit *digit = &digits->items[i];
    int64_t step = digit->mode < 0 ? 0 : 1;
    if (digit->extent & (digit->extent - 1))
      return tl_fail(error, TL_INVALID,
                     "a digit of extent %" PRId64 " is no power of two",
                     digit->extent);
    for (int64_t k = digit->mode + 1;
         digit->mode >= 0 && k < parts->layout.shard_count; k++)
      TL_TRY(tl_multiply(step, parts->layout.iters[k].extent, &step, error));
    for (int64_t rest = digit->extent; rest > 1; rest /= 2) {
      TL_TRY(tl_list_append(out, step, error));
      step *= 2;
    }
  }
  return TL_OK;
}

/* The bases of the swizzled slots: those of z^-1(2^k). */
static tl_code swizzle_bases(const tl_swizzle *swizzle, tl_list *bases,
                             tl_error *error) {
  tl_list plain = *bases;
  if (swizzle->bits && tl_swizzle_period(swizzle) > INT64_C(1) << bases->count)
    return tl_fail(error, TL_INVALID,
                   "the swizzle is of more bits than the slots have");
  for (int64_t k = 0; k < bases->count; k++) {
    int64_t bits = tl_swizzle_undo(swizzle, INT64_C(1) << k);
    bases->items[k] = 0;
    for (int64_t i = 0; i < plain.count; i++)
      bases->items[k] ^= bits >> i & 1 ? plain.items[i] : 0;
  }
  return TL_OK;
}
