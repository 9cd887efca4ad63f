/* cute_inverse.c - Complement, inverses and what follows from them.
 *
 * All sort the modes s:d of a coalesced layout by stride.  Where each stride is
 * a multiple of the end s * d of the mode before, the layout writes numbers in
 * mixed radix: the complement fills the gaps, the inverses read the digits. */
#include "base/checked.h"
#include "cute_parts.h"

/* Coalesced modes by ascending stride, and the positions at which their
 * coordinates count. */
typedef struct sorted_modes {
  int64_t count;
  struct sorted_mode {
    int64_t size, stride, position;
  } items[TL_MAX_ITERS];
} sorted_modes;

/* Sorts as CuTe does: exchanging, so not stable. */
static tl_code read_sorted(const tl_cute *layout, sorted_modes *out,
                           tl_error *error) {
  int64_t position = 1;
  TL_TRY(tl_cute_check_domain(layout, error));
  TL_TRY(tl_cute_check_integers(layout, error));
  flat_modes modes = tl_flat_runs(layout, false);
  out->count = modes.count;
  for (int64_t i = 0; i < modes.count; i++) {
    tl_leaf mode = modes.items[i];
    out->items[i] = (struct sorted_mode){mode.value, mode.stride, position};
    position *= mode.value;
  }
  for (int64_t i = 0; i < modes.count; i++)
    for (int64_t j = i + 1; j < modes.count; j++)
      if (out->items[j].stride < out->items[i].stride) {
        struct sorted_mode held = out->items[i];
        out->items[i] = out->items[j];
        out->items[j] = held;
      }
  return TL_OK;
}

/* The modes that step from the end of one mode to the start of the next, and
 * one from the end of the last. */
tl_code tl_cute_gaps(const tl_cute *layout, const tl_tuple *cotarget,
                     tl_cute *out, tl_error *error) {
  tl_tuple rest;
  sorted_modes modes;
  flat_modes gaps = {0};
  int64_t end = 1, copies;
  TL_TRY(tl_cute_check_domain(layout, error));
  TL_TRY(tl_cute_filter(layout, &rest, error));
  TL_TRY(read_sorted(&rest, &modes, error));
  for (int64_t i = 0; i < modes.count && modes.items[i].size > 1; i++) {
    int64_t size = modes.items[i].size, stride = modes.items[i].stride;
    if (stride < 0)
      return tl_fail(error, TL_INVALID,
                     "a layout with the negative stride %" PRId64
                     " has no complement",
                     stride);
    if (stride < end)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 ":%" PRId64 " starts below %" PRId64
                     ", where the modes of smaller stride end",
                     size, stride, end);
    tl_flat_push_run(&gaps, stride / end, end);
    TL_TRY(tl_multiply(size, stride, &end, error));
  }
  tl_tuple divisor = tl_tuple_integer(end);
  TL_TRY(tl_tuple_ceil_div(cotarget, &divisor, &rest, error));
  TL_TRY(tl_tuple_product(&rest, &copies, error));
  tl_flat_push_run(&gaps, copies, end);
  return tl_flat_write(&gaps, out, error);
}

/* The largest sum of an offset of the layout and one of the complement. */
static tl_code check_reaches(const tl_cute *layout, const tl_cute *gaps,
                             const tl_tuple *cotarget, tl_error *error) {
  int64_t wanted, reached, more;
  TL_TRY(tl_cute_cosize(layout, &reached, error));
  TL_TRY(tl_cute_cosize(gaps, &more, error));
  TL_TRY(tl_add(reached, more - 1, &reached, error));
  TL_TRY(tl_tuple_product(cotarget, &wanted, error));
  if (reached < wanted)
    return tl_fail(error, TL_INVALID,
                   "the layout and its complement reach %" PRId64
                   " offsets, not the %" PRId64 " of the cotarget",
                   reached, wanted);
  return TL_OK;
}

tl_code tl_cute_complement(const tl_cute *layout, const tl_tuple *cotarget,
                           tl_cute *out, tl_error *error) {
  tl_cute filtered;
  int64_t end;
  TL_TRY(tl_cute_filter(layout, &filtered, error));
  TL_TRY(tl_cute_cosize(&filtered, &end, error));
  tl_tuple target = cotarget ? *cotarget : tl_tuple_integer(end);
  TL_TRY(tl_cute_gaps(layout, &target, out, error));
  return check_reaches(&filtered, out, &target, error);
}

tl_code tl_cute_right_inverse(const tl_cute *layout, tl_cute *out,
                              tl_error *error) {
  sorted_modes modes;
  flat_modes result = {0};
  int64_t end = 1;
  TL_TRY(read_sorted(layout, &modes, error));
  for (int64_t i = 0; i < modes.count; i++) {
    const struct sorted_mode *mode = &modes.items[i];
    if (mode->stride != end)
      continue;
    tl_flat_push_run(&result, mode->size, mode->position);
    TL_TRY(tl_multiply(mode->size, mode->stride, &end, error));
  }
  return tl_flat_write(&result, out, error);
}

static tl_code check_quasi_inverse(const tl_cute *layout,
                                   const tl_cute *inverse, tl_error *error) {
  int64_t size;
  TL_TRY(tl_cute_size(layout, &size, error));
  if (size > TL_MAX_ENUMERATED)
    return tl_fail(error, TL_UNSUPPORTED,
                   "cannot prove the inverse of a layout that is not "
                   "injective, and %" PRId64
                   " coordinates are too many to compare (at most %d)",
                   size, TL_MAX_ENUMERATED);
  for (int64_t i = 0; i < size; i++) {
    int64_t offset, back, again;
    TL_TRY(tl_cute_apply(layout, i, &offset, error));
    TL_TRY(tl_cute_apply(inverse, offset, &back, error));
    TL_TRY(tl_cute_apply(layout, back, &again, error));
    if (again != offset)
      return tl_fail(error, TL_INVALID,
                     "the layout is not injective and has no left inverse: "
                     "offset %" PRId64 " of coordinate %" PRId64
                     " leads back to offset %" PRId64,
                     offset, i, again);
  }
  return TL_OK;
}

tl_code tl_cute_left_inverse(const tl_cute *layout, tl_cute *out,
                             tl_error *error) {
  sorted_modes modes;
  flat_modes result = {0};
  int64_t start = 1, position = 0;
  tl_cute inverse;
  TL_TRY(read_sorted(layout, &modes, error));
  bool is_proved = true;
  for (int64_t i = 0; i < modes.count; i++) {
    const struct sorted_mode *mode = &modes.items[i];
    if (mode->stride == 0)
      continue;
    if (mode->stride % start != 0)
      return tl_fail(error, TL_INVALID,
                     "stride %" PRId64 " is not a multiple of %" PRId64
                     ", the stride before it",
                     mode->stride, start);
    tl_flat_push_run(&result, mode->stride / start, position);
    is_proved &= mode->stride > 0;
    is_proved &= i == 0 || mode[-1].stride * mode[-1].size <= mode->stride;
    start = mode->stride;
    position = mode->position;
  }
  tl_flat_push_run(&result, modes.items[modes.count - 1].size, position);
  TL_TRY(tl_flat_write(&result, &inverse, error));
  if (!is_proved)
    TL_TRY(check_quasi_inverse(layout, &inverse, error));
  *out = inverse;
  return TL_OK;
}

tl_code tl_cute_max_common_layout(const tl_cute *a, const tl_cute *b,
                                  tl_cute *out, tl_error *error) {
  tl_cute inverse, common;
  TL_TRY(tl_cute_right_inverse(b, &inverse, error));
  TL_TRY(tl_cute_composition(a, &inverse, &common, error));
  flat_modes modes = tl_flat_runs(&common, false);
  modes.count = modes.items[0].stride == 1 && modes.items[0].basis == 0;
  TL_TRY(tl_flat_write(&modes, &common, error));
  return tl_cute_composition(&inverse, &common, out, error);
}

tl_code tl_cute_domain_distribute(const tl_tuple *shape, int64_t count,
                                  tl_cute *out, tl_error *error) {
  flat_modes modes = {0};
  int64_t position = 1;
  for (int64_t i = 0; i < shape->leaf_count; i++) {
    int64_t extent = shape->leaves[i].value;
    if (extent < 1 || count < 1)
      return tl_fail(error, TL_INVALID,
                     "cannot distribute an extent of %" PRId64
                     " among %" PRId64,
                     extent, count);
    int64_t share = tl_gcd(extent, count);
    tl_flat_push_run(&modes, share, position);
    count /= share;
    TL_TRY(tl_multiply(position, extent, &position, error));
  }
  return tl_flat_write(&modes, out, error);
}
