/* cute_inverse.c - Complement, inverses and what follows from them.
 *
 * All sort the modes s:d of a coalesced layout by stride.  Where each stride is
 * a multiple of the end s * d of the mode before, the layout writes numbers in
 * mixed radix: the complement fills the gaps, the inverses read the digits. */
#include "base/checked.h"
#include "cute_compose.h"
#include "cute_flat.h"

static tl_code fill_gaps(const flat_modes *modes, flat_modes *gaps,
                         int64_t *end, tl_error *error);
static tl_code check_reaches(const tl_cute *layout, const tl_cute *gaps,
                             const tl_tuple *cotarget, tl_error *error);
static tl_code check_quasi_inverse(const tl_cute *layout,
                                   const tl_cute *inverse, tl_error *error);

tl_code tl_cute_complement(const tl_cute *layout, const tl_tuple *cotarget,
                           tl_cute *out, tl_error *error) {
  tl_cute filtered, gaps;
  tl_tuple target;
  TL_TRY(tl_cute_filter(layout, &filtered, error));
  if (cotarget) {
    target = *cotarget;
  } else {
    int64_t end = 1;
    TL_TRY(tl_cute_cosize(&filtered, &end, error));
    target = tl_tuple_integer(end);
  }
  TL_TRY(tl_cute_gaps(layout, &target, &gaps, error));
  TL_TRY(check_reaches(&filtered, &gaps, &target, error));
  *out = gaps;
  return TL_OK;
}

tl_code tl_cute_gaps(const tl_cute *layout, const tl_tuple *cotarget,
                     tl_cute *out, tl_error *error) {
  tl_cute filtered;
  tl_tuple rest;
  flat_modes modes, gaps = {0};
  int64_t permutation[FLAT_CAPACITY], end = 1, copies;
  TL_TRY(tl_cute_check_domain(layout, error));
  TL_TRY(tl_cute_filter(layout, &filtered, error));
  tl_flat_read(&filtered, &modes);
  tl_flat_sort(&modes, permutation);
  TL_TRY(fill_gaps(&modes, &gaps, &end, error));
  tl_tuple divisor = tl_tuple_integer(end);
  TL_TRY(tl_tuple_ceil_div(cotarget, &divisor, &rest, error));
  TL_TRY(tl_tuple_product(&rest, &copies, error));
  flat_push(&gaps, copies, end);
  tl_flat_coalesce(&gaps);
  return tl_flat_write(&gaps, out, error);
}

/* The modes that step from the end of one mode to the start of the next; `end`
 * of the last one. */
static tl_code fill_gaps(const flat_modes *modes, flat_modes *gaps,
                         int64_t *end, tl_error *error) {
  *end = 1;
  for (int64_t i = 0; i < modes->count && modes->size[i] > 1; i++) {
    int64_t size = modes->size[i], stride = modes->stride[i];
    if (stride < 0)
      return tl_fail(error, TL_INVALID,
                     "a layout with the negative stride %" PRId64
                     " has no complement",
                     stride);
    if (stride < *end)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 ":%" PRId64 " starts below %" PRId64
                     ", where the modes of smaller stride end",
                     size, stride, *end);
    flat_push(gaps, stride / *end, *end);
    TL_TRY(tl_multiply(size, stride, end, error));
  }
  return TL_OK;
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

/* Coalesced modes by ascending stride, and the positions at which their
 * coordinates count. */
static tl_code read_sorted(const tl_cute *layout, flat_modes *modes,
                           int64_t *positions, tl_error *error) {
  int64_t permutation[FLAT_CAPACITY], prefix[FLAT_CAPACITY], product = 1;
  TL_TRY(tl_cute_check_domain(layout, error));
  tl_flat_read(layout, modes);
  tl_flat_coalesce(modes);
  for (int64_t i = 0; i < modes->count; i++) {
    prefix[i] = product;
    product *= modes->size[i];
  }
  tl_flat_sort(modes, permutation);
  for (int64_t i = 0; i < modes->count; i++)
    positions[i] = prefix[permutation[i]];
  return TL_OK;
}

tl_code tl_cute_right_inverse(const tl_cute *layout, tl_cute *out,
                              tl_error *error) {
  flat_modes modes, result = {0};
  int64_t positions[FLAT_CAPACITY], end = 1;
  TL_TRY(read_sorted(layout, &modes, positions, error));
  flat_push(&result, 1, 0);
  for (int64_t i = 0; i < modes.count; i++) {
    if (modes.stride[i] != end)
      continue;
    flat_push(&result, modes.size[i], positions[i]);
    TL_TRY(tl_multiply(modes.size[i], modes.stride[i], &end, error));
  }
  tl_flat_coalesce(&result);
  return tl_flat_write(&result, out, error);
}

tl_code tl_cute_left_inverse(const tl_cute *layout, tl_cute *out,
                             tl_error *error) {
  flat_modes modes, result = {0};
  int64_t positions[FLAT_CAPACITY], start = 1, position = 0;
  TL_TRY(read_sorted(layout, &modes, positions, error));
  bool is_proved = true;
  for (int64_t i = 0; i < modes.count; i++) {
    int64_t stride = modes.stride[i];
    if (stride == 0)
      continue;
    if (stride % start != 0)
      return tl_fail(error, TL_INVALID,
                     "stride %" PRId64 " is not a multiple of %" PRId64
                     ", the stride before it",
                     stride, start);
    flat_push(&result, stride / start, position);
    is_proved &= stride > 0;
    is_proved &= i == 0 || modes.stride[i - 1] * modes.size[i - 1] <= stride;
    start = stride;
    position = positions[i];
  }
  flat_push(&result, modes.size[modes.count - 1], position);
  tl_flat_coalesce(&result);
  TL_TRY(tl_flat_write(&result, out, error));
  return is_proved ? TL_OK : check_quasi_inverse(layout, out, error);
}

static tl_code check_quasi_inverse(const tl_cute *layout,
                                   const tl_cute *inverse, tl_error *error) {
  int64_t size;
  TL_TRY(tl_cute_size(layout, &size, error));
  if (size > TL_ENUMERATION_LIMIT)
    return tl_fail(error, TL_UNSUPPORTED,
                   "cannot prove the inverse of a layout that is not "
                   "injective, and %" PRId64
                   " coordinates are too many to compare (at most %d)",
                   size, TL_ENUMERATION_LIMIT);
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

tl_code tl_cute_max_common_layout(const tl_cute *a, const tl_cute *b,
                                  tl_cute *out, tl_error *error) {
  tl_cute inverse, common;
  flat_modes modes;
  TL_TRY(tl_cute_right_inverse(b, &inverse, error));
  TL_TRY(tl_cute_composition(a, &inverse, &common, error));
  tl_flat_read(&common, &modes);
  tl_flat_coalesce(&modes);
  modes.count = 1;
  if (modes.stride[0] != 1) {
    modes.size[0] = 1;
    modes.stride[0] = 0;
    return tl_flat_write(&modes, out, error);
  }
  TL_TRY(tl_flat_write(&modes, &common, error));
  return tl_cute_composition(&inverse, &common, out, error);
}

tl_code tl_cute_max_common_vector(const tl_cute *a, const tl_cute *b,
                                  int64_t *out, tl_error *error) {
  tl_cute common;
  TL_TRY(tl_cute_max_common_layout(a, b, &common, error));
  return tl_cute_size(&common, out, error);
}

tl_code tl_cute_domain_distribute(const tl_tuple *shape, int64_t count,
                                  tl_cute *out, tl_error *error) {
  flat_modes modes = {0};
  int64_t position = 1;
  for (int64_t i = 0; i < shape->leaf_count; i++) {
    int64_t extent = shape->leaves[i];
    if (extent < 1 || count < 1)
      return tl_fail(error, TL_INVALID,
                     "cannot distribute an extent of %" PRId64
                     " among %" PRId64,
                     extent, count);
    int64_t share = tl_gcd(extent, count);
    flat_push(&modes, share, position);
    count /= share;
    TL_TRY(tl_multiply(position, extent, &position, error));
  }
  tl_flat_coalesce(&modes);
  return tl_flat_write(&modes, out, error);
}
