/* register_divide.c - Quotients of compose (laws L14 and L15).
 *
 * compose(q, d) has in every dimension the modes of q, then those of d, and
 * lists those of q, then those of d.  Cut each dimension of the layout where d
 * begins:
 *
 *   layout [16, 8], divisor [8, 4]   ->   [2, 8, 2, 4]
 *
 * The pieces of d are then the modes of d itself: neighbours that d would
 * merge, the layout would have merged as well.  What is left, without the ends
 * of the lists, is q.  left_divide cuts and strips the other side. */
#include "base/checked.h"
#include "layout/modes.h"
#include "register_digits.h"

/* Every second extent of the result's shape is the divisor's. */
static tl_code cut(const tl_register *layout, const tl_list *divisor,
                   bool is_fast, tl_list *shape, tl_register *out,
                   tl_error *error) {
  tl_list extents = {.count = 2 * layout->shape.count};
  for (int64_t d = 0; d < layout->shape.count; d++) {
    int64_t all = layout->shape.items[d], part = divisor->items[d];
    if (all % part != 0)
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of dimension %" PRId64
                     " is not divisible by %" PRId64,
                     all, d, part);
    extents.items[2 * d + !is_fast] = all / part;
    extents.items[2 * d + is_fast] = part;
    TL_TRY(tl_list_append(shape, all / part, error));
  }
  return tl_register_split(layout, &extents, out, error);
}

/* The divisor's pieces have to be its modes. */
static tl_code check_modes(const tl_register *cut, const tl_register *divisor,
                           bool is_fast, tl_error *error) {
  int64_t extent_of[TL_MAX_ITERS], matched = 0;
  TL_TRY(tl_group_modes(&cut->shape, &cut->mode_shape, extent_of, error));
  for (int64_t m = 0; m < cut->mode_shape.count; m++) {
    int64_t extent = cut->mode_shape.items[m];
    if (extent_of[m] % 2 != is_fast)
      continue;
    if (matched == divisor->mode_shape.count ||
        divisor->mode_shape.items[matched] != extent)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 " of the divisor is not a mode of extent "
                     "%" PRId64 " as in the layout",
                     matched, extent);
    matched++;
  }
  if (matched == divisor->mode_shape.count)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the layout has no mode for mode %" PRId64 " of the divisor",
                 matched);
}

/* Takes the divisor's digits off their end of a list. */
static tl_code strip(digit_list *list, const digit_list *divisor, bool is_fast,
                     const char *name, tl_error *error) {
  int64_t kept = list->count - divisor->count, count = 0;
  int64_t begin = is_fast ? kept : 0;
  for (int64_t p = 0; p < list->count; p++) {
    register_digit digit = list->items[p];
    bool is_left = p < begin || p >= begin + divisor->count;
    const register_digit *by = &divisor->items[is_left ? 0 : p - begin];
    bool is_replica = digit.dimension == REPLICA;
    bool is_divisor = !is_replica && digit.dimension % 2 == is_fast;
    digit.dimension = is_replica ? REPLICA : digit.dimension / 2;
    bool matches = is_left ? !is_divisor
                           : (is_replica || is_divisor) &&
                                 by->dimension == digit.dimension &&
                                 by->extent == digit.extent &&
                                 by->step == digit.step;
    if (kept < 0 || !matches)
      return tl_fail(error, TL_INVALID,
                     "the %s modes of the layout do not %s with those of the "
                     "divisor",
                     name, is_fast ? "end" : "begin");
    if (is_left)
      list->items[count++] = digit;
  }
  list->count = count;
  return kept >= 0
             ? TL_OK
             : tl_fail(error, TL_INVALID,
                       "the divisor has more %s modes than the layout", name);
}

/* The divisor's part is the fast one, or the slow one. */
static tl_code quotient(const tl_register *layout, const tl_register *divisor,
                        bool is_fast, tl_register *out, tl_error *error) {
  tl_register by = *divisor, pieces;
  register_digits digits, of_divisor;
  tl_list shape = {0};
  int64_t more = layout->shape.count - divisor->shape.count;
  if (more < 0)
    return tl_fail(error, TL_INVALID,
                   "the divisor has rank %" PRId64 ", the layout %" PRId64,
                   divisor->shape.count, layout->shape.count);
  TL_TRY(tl_list_prepend_ones(&by.shape, more, &by.shape, error));
  TL_TRY(cut(layout, &by.shape, is_fast, &shape, &pieces, error));
  TL_TRY(check_modes(&pieces, &by, is_fast, error));
  TL_TRY(tl_register_read(&pieces, &digits, error));
  TL_TRY(tl_register_read(&by, &of_divisor, error));
  TL_TRY(strip(&digits.lists[THREADS], &of_divisor.lists[THREADS], is_fast,
               "spatial", error));
  TL_TRY(strip(&digits.lists[REGISTERS], &of_divisor.lists[REGISTERS], is_fast,
               "local", error));
  digits.shape = shape;
  return tl_register_write(&digits, out, error);
}

tl_code tl_register_divide(const tl_register *layout,
                           const tl_register *divisor, tl_register *out,
                           tl_error *error) {
  return quotient(layout, divisor, true, out, error);
}

tl_code tl_register_left_divide(const tl_register *layout,
                                const tl_register *divisor, tl_register *out,
                                tl_error *error) {
  return quotient(layout, divisor, false, out, error);
}
