/* layout_slice.c - Windows of a tile layout; see tl/layout_algebra.h.
 *
 * Along one dimension the place f(i) of coordinate begin + i has to be written
 * in digits again (law L33).
 *
 *   1. A fast digit whose extent divides begin and extent stays as it is.
 *   2. A window that does not leave one value of the digits above is one run.
 *   3. Otherwise digits are read off f: let f rise by the same step s up to
 *      f(r), exclusive, but not to f(r).  A fastest digit whose extent does not
 *      divide r would make that last step s as well; so its extent divides r,
 *      and it is r once merged.  The digit exists when r divides the extent and
 *      f rises by s everywhere but at multiples of r; f(0), f(r), f(2 r), ... is
 *      the rest.
 *
 * So a window that is refused is the window of no tile layout. */
#include "base/checked.h"
#include "layout_digits.h"
#include "modes.h"
#include "tl/layout_algebra.h"
#include <string.h>

/* Windows are looked at point by point up to this extent. */
typedef struct window {
  tl_digits of; /* fastest first */
  int64_t begin, extent;
} window;

static tl_code check_window(const tl_layout *layout, const tl_list *begin,
                            const tl_list *extent, tl_error *error) {
  tl_list shape = tl_layout_shape(layout);
  if (begin->count != shape.count || extent->count != shape.count)
    return tl_fail(error, TL_INVALID,
                   "a window of %" PRId64 " begins and %" PRId64
                   " extents for a layout of %" PRId64 " dimensions",
                   begin->count, extent->count, shape.count);
  TL_TRY(tl_check_shape(extent, error));
  for (int64_t d = 0; d < shape.count; d++)
    if (begin->items[d] < 0 || begin->items[d] > shape.items[d] ||
        extent->items[d] > shape.items[d] - begin->items[d])
      return tl_fail(error, TL_INVALID,
                     "the window of %" PRId64 " from %" PRId64
                     " on leaves dimension %" PRId64 " of extent %" PRId64,
                     extent->items[d], begin->items[d], d, shape.items[d]);
  return TL_OK;
}

/* f(to) - f(from). */
static tl_code rise(const window *part, int64_t from, int64_t to,
                    int64_t change[TL_DIRECTIONS], tl_error *error) {
  int64_t before = part->begin + from, after = part->begin + to;
  for (int64_t k = 0; k < TL_DIRECTIONS; k++)
    change[k] = 0;
  for (int64_t i = 0; i < part->of.count; i++) {
    const tl_iter *digit = &part->of.items[i];
    int64_t moved = tl_take_digit(&after, digit->extent) -
                    tl_take_digit(&before, digit->extent);
    int64_t *along = &change[tl_iter_direction(digit)];
    TL_TRY(tl_multiply_add(*along, moved, digit->stride, along, error));
  }
  return TL_OK;
}

/* Adds the place of the first coordinate. */
static tl_code move_offset(const window *part, int64_t *offset,
                           tl_error *error) {
  int64_t change[TL_DIRECTIONS];
  TL_TRY(rise(part, -part->begin, 0, change, error));
  for (int64_t symbol = 1; symbol <= TL_MAX_SYMBOLS; symbol++)
    if (change[symbol] != 0)
      return tl_fail(error, TL_UNSUPPORTED,
                     "the offset of the window is known only at run time, "
                     "which is not supported");
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    TL_TRY(tl_add(offset[axis], change[tl_axis_direction(axis)], &offset[axis],
                  error));
  return TL_OK;
}

/* A change along one direction; of nothing: a stride of 0 along m. */
static tl_code as_stride(const int64_t change[TL_DIRECTIONS], tl_iter *out,
                         tl_error *error) {
  int64_t found = 0, moved = 0;
  for (int64_t k = 0; k < TL_DIRECTIONS; k++)
    if (change[k] != 0) {
      found++;
      moved = k;
    }
  if (found > 1)
    return tl_fail(error, TL_UNSUPPORTED,
                   "the window is that of no tile layout: a step moves along "
                   "several axes");
  if (change[moved] < 0)
    return tl_fail(error, TL_UNSUPPORTED,
                   "the window needs a stride of %" PRId64
                   ", and no stride of a tile layout is negative",
                   change[moved]);
  *out = moved > TL_MAX_SYMBOLS
             ? (tl_iter){1, change[moved], moved - TL_MAX_SYMBOLS, 0}
             : (tl_iter){1, change[moved], TL_AXIS_M, moved};
  return TL_OK;
}

/* The fastest digit of f(0), f(step), ..., f((extent - 1) step). */
static tl_code read_digit(const window *part, int64_t step, int64_t extent,
                          tl_iter *out, tl_error *error) {
  int64_t first[TL_DIRECTIONS], change[TL_DIRECTIONS], run = 1;
  bool is_digit = true;
  TL_TRY(rise(part, 0, step, first, error));
  TL_TRY(as_stride(first, out, error));
  for (int64_t i = 1; is_digit && i < extent; i++) {
    TL_TRY(rise(part, (i - 1) * step, i * step, change, error));
    bool same = memcmp(change, first, sizeof first) == 0;
    if (same && run == i)
      run = i + 1;
    is_digit = same || i % run == 0;
  }
  if (!is_digit || extent % run != 0)
    return tl_fail(error, TL_UNSUPPORTED,
                   "the window of %" PRId64 " from %" PRId64
                   " on is that of no tile layout: it crosses digits",
                   part->extent, part->begin);
  out->extent = run;
  return TL_OK;
}

static tl_code read_digits(const window *part, tl_digits *out,
                           tl_error *error) {
  if (part->extent > TL_MAX_ENUMERATED)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a window of %" PRId64
                   " that is not aligned to digits is not supported; the limit "
                   "is %d",
                   part->extent, TL_MAX_ENUMERATED);
  int64_t step = 1, extent = part->extent;
  while (extent > 1) {
    tl_iter digit;
    TL_TRY(read_digit(part, step, extent, &digit, error));
    TL_TRY(tl_digits_push(out, digit, error));
    step *= digit.extent;
    extent /= digit.extent;
  }
  return TL_OK;
}

static tl_code cut(window *part, tl_digits *out, tl_error *error) {
  tl_digits *of = &part->of;
  while (part->extent > 1) {
    tl_iter digit = of->items[0];
    int64_t rest = part->begin;
    int64_t value = tl_take_digit(&rest, digit.extent);
    if (value + part->extent <= digit.extent) {
      digit.extent = part->extent;
      return tl_digits_push(out, digit, error);
    }
    if (value != 0 || part->extent % digit.extent != 0)
      return read_digits(part, out, error);
    TL_TRY(tl_digits_push(out, digit, error));
    part->begin = rest;
    part->extent /= digit.extent;
    of->count--;
    for (int64_t i = 0; i < of->count; i++)
      of->items[i] = of->items[i + 1];
  }
  return TL_OK;
}

tl_code tl_layout_slice(const tl_layout *layout, const tl_list *begin,
                        const tl_list *extent, tl_layout *out,
                        tl_error *error) {
  TL_TRY(check_window(layout, begin, extent, error));
  tl_layout fields = tl_layout_without_iters(layout);
  for (int64_t d = 0; d <= layout->rank; d++) {
    window part = {tl_layout_digits(layout, d), 0, 0};
    tl_digits kept = {0};
    if (d < layout->rank) {
      part.begin = begin->items[d];
      part.extent = extent->items[d];
      TL_TRY(move_offset(&part, fields.offset, error));
      TL_TRY(cut(&part, &kept, error));
    }
    TL_TRY(tl_layout_push_digits(&fields, layout->rank,
                                 d < layout->rank ? &kept : &part.of, error));
  }
  return tl_layout_create(&fields, out, error);
}
