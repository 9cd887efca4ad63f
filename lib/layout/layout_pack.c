/* layout_pack.c - Wider and narrower elements; see tl/layout_algebra.h.
 *
 * n elements x, x + 1, ..., x + n - 1 with n dividing x are the element x / n.
 * So all steps and offsets along m are divided by n, and the fastest digit of
 * the last dimension loses the factor n; a thread holds what it held (law L34).
 * A swizzle of bits above log2(n) has its base lower by log2(n). */
#include "base/checked.h"
#include "layout_digits.h"
#include "tl/layout_algebra.h"

/* A factor of a swizzled layout is a power of two, whose base grows by log2_n.
 */
static tl_code check_factor(const tl_layout *layout, int64_t n, int64_t *log2_n,
                            tl_error *error) {
  if (n < 1)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " elements to an element; at least 1", n);
  if (layout->rank == 0)
    return tl_fail(error, TL_INVALID,
                   "a layout without dimensions has no neighbours");
  if (layout->swizzle.bits && !tl_is_power_of_two(n))
    return tl_fail(error, TL_INVALID,
                   "%" PRId64
                   " elements to an element of a swizzled layout; it "
                   "has to be a power of two",
                   n);
  *log2_n = layout->swizzle.bits ? __builtin_ctzll((uint64_t)n) : 0;
  return TL_OK;
}

static tl_code divide_places(tl_layout *layout, int64_t n, tl_error *error) {
  for (int64_t i = 0; i < tl_layout_iters(layout); i++) {
    tl_iter *iter = &layout->iters[i];
    if (iter->axis != TL_AXIS_M)
      continue;
    if (iter->stride % n != 0)
      return tl_fail(error, iter->symbol ? TL_UNSUPPORTED : TL_INVALID,
                     "stride %" PRId64 "%s is no multiple of %" PRId64,
                     iter->stride, iter->symbol ? " of a run-time number" : "",
                     n);
    iter->stride /= n;
  }
  if (layout->offset[TL_AXIS_M] % n != 0)
    return tl_fail(error, TL_INVALID,
                   "offset %" PRId64 " is no multiple of %" PRId64,
                   layout->offset[TL_AXIS_M], n);
  layout->offset[TL_AXIS_M] /= n;
  return TL_OK;
}

tl_code tl_layout_pack(const tl_layout *layout, int64_t n, tl_layout *out,
                       tl_error *error) {
  int64_t log2_n = 0;
  tl_layout fields = *layout;
  TL_TRY(check_factor(layout, n, &log2_n, error));
  if (n == 1) {
    *out = *layout;
    return TL_OK;
  }
  bool is_unit = layout->group_size[layout->rank - 1] == 0;
  tl_iter *fastest = &fields.iters[is_unit ? 0 : layout->shard_count - 1];
  if (is_unit || fastest->axis != TL_AXIS_M || fastest->symbol != 0 ||
      fastest->stride != 1 || fastest->extent % n != 0)
    return tl_fail(error, TL_INVALID,
                   "the last dimension is no run of %" PRId64
                   " elements that are neighbours in memory",
                   n);
  fastest->extent /= n;
  fastest->stride = n;
  TL_TRY(divide_places(&fields, n, error));
  if (fields.swizzle.base < log2_n)
    return tl_fail(error, TL_INVALID,
                   "the swizzle moves elements within %" PRId64
                   " neighbours: its base is %" PRId64,
                   n, fields.swizzle.base);
  fields.swizzle.base -= log2_n;
  return tl_layout_create(&fields, out, error);
}

tl_code tl_layout_unpack(const tl_layout *layout, int64_t n, tl_layout *out,
                         tl_error *error) {
  int64_t log2_n = 0;
  TL_TRY(check_factor(layout, n, &log2_n, error));
  tl_layout scaled = *layout;
  for (int64_t i = 0; i < tl_layout_iters(&scaled); i++)
    if (scaled.iters[i].axis == TL_AXIS_M)
      TL_TRY(tl_multiply(scaled.iters[i].stride, n, &scaled.iters[i].stride,
                         error));
  TL_TRY(tl_multiply(scaled.offset[TL_AXIS_M], n, &scaled.offset[TL_AXIS_M],
                     error));
  scaled.swizzle.base += log2_n;

  tl_layout fields = tl_layout_without_iters(&scaled);
  for (int64_t d = 0; d <= layout->rank; d++) {
    tl_digits list = {0}, old = tl_layout_digits(&scaled, d);
    if (d == layout->rank - 1)
      TL_TRY(tl_digits_push(&list, (tl_iter){n, 1, TL_AXIS_M, 0}, error));
    for (int64_t i = 0; i < old.count; i++)
      TL_TRY(tl_digits_push(&list, old.items[i], error));
    TL_TRY(tl_layout_push_digits(&fields, layout->rank, &list, error));
  }
  return tl_layout_create(&fields, out, error);
}
