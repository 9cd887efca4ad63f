/* cute_tv.c - Thread-value layouts as digits of the tile; see tl/cute_tv.h.
 *
 * Sorted by stride, the digits have to write every number below the size of the
 * tile once: stride 1 first, each next one where the one before ends.  That is
 * the only way in which sums of steps fill an interval without meeting twice
 * (de Bruijn, "On number systems", 1956), so that every other layout leaves an
 * element out or holds one in two places. */
#include "tl/cute_tv.h"
#include "base/checked.h"
#include "tuple_walk.h"
#include <string.h>

static tl_code check_form(const tl_cute *layout, const tl_list *tile,
                          int64_t *elements, tl_error *error);
static void read_digits(const tl_cute *layout, tl_tv_digits *digits);
static void sort_digits(tl_tv_digits *digits);
static tl_code check_covers(const tl_tv_digits *digits, int64_t elements,
                            tl_error *error);
static tl_code fail_meeting(const tl_tv_digits *digits, int64_t i,
                            tl_error *error);
static tl_code cut_digits(const tl_tv_digits *digits, const tl_list *tile,
                          tl_tv_digits *out, tl_error *error);
static tl_code append_digit(tl_tv_digits *out, tl_tv_digit digit,
                            tl_error *error);

tl_code tl_cute_tv_create(const tl_cute *layout, const tl_list *tile,
                          tl_cute_tv *out, tl_error *error) {
  int64_t elements;
  tl_tv_digits digits, cut;
  TL_TRY(check_form(layout, tile, &elements, error));
  read_digits(layout, &digits);
  sort_digits(&digits);
  TL_TRY(check_covers(&digits, elements, error));
  TL_TRY(cut_digits(&digits, tile, &cut, error));
  tl_cute_tv result = {*layout, *tile};
  *out = result;
  return TL_OK;
}

tl_code tl_cute_tv_digits(const tl_cute_tv *layout, tl_tv_digits *out,
                          tl_error *error) {
  tl_tv_digits digits;
  read_digits(&layout->layout, &digits);
  sort_digits(&digits);
  return cut_digits(&digits, &layout->tile, out, error);
}

static tl_code check_form(const tl_cute *layout, const tl_list *tile,
                          int64_t *elements, tl_error *error) {
  TL_TRY(tl_cute_check_domain(layout, error));
  if (layout->nodes[0] != 2)
    return tl_fail(error, TL_INVALID,
                   "a thread-value layout has two modes, threads and values; "
                   "this one has rank %" PRId64,
                   tl_tuple_rank(layout));
  if (tile->count < 1 || tile->count > TL_MAX_RANK)
    return tl_fail(error, TL_INVALID,
                   "the tile has %" PRId64 " dimensions; 1 to %d are supported",
                   tile->count, TL_MAX_RANK);
  for (int64_t d = 0; d < tile->count; d++)
    if (tile->items[d] < 1)
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of the tile is below 1",
                     tile->items[d]);
  for (int64_t i = 0; i < layout->leaf_count; i++)
    if (layout->leaves[i].stride < 0)
      return tl_fail(error, TL_INVALID,
                     "stride %" PRId64 " of a thread-value layout is negative",
                     layout->leaves[i].stride);
  return tl_list_product(tile, elements, error);
}

/* Digits above extent 1, threads first. */
static void read_digits(const tl_cute *layout, tl_tv_digits *digits) {
  tuple_part root = part_of(layout);
  tuple_part values = part_item(&root, 1);
  int64_t place = 1;
  *digits = (tl_tv_digits){0};
  for (int64_t i = 0; i < layout->leaf_count; i++) {
    int64_t extent = layout->leaves[i].value;
    if (i == values.leaf)
      place = 1;
    if (extent > 1)
      digits->items[digits->count++] = (tl_tv_digit){
          extent, layout->leaves[i].stride, place, i < values.leaf};
    place *= extent;
  }
}

/* By stride, those of stride 0 last; an insertion sort, which is stable. */
static void sort_digits(tl_tv_digits *digits) {
  for (int64_t i = 1; i < digits->count; i++) {
    tl_tv_digit moved = digits->items[i];
    int64_t j = i;
    for (; j > 0 && moved.stride != 0 &&
           (digits->items[j - 1].stride == 0 ||
            digits->items[j - 1].stride > moved.stride);
         j--)
      digits->items[j] = digits->items[j - 1];
    digits->items[j] = moved;
  }
}

static tl_code check_covers(const tl_tv_digits *digits, int64_t elements,
                            tl_error *error) {
  int64_t end = 1;
  for (int64_t i = 0; i < digits->count; i++) {
    const tl_tv_digit *digit = &digits->items[i];
    if (digit->stride == 0 && digit->is_thread)
      continue;
    if (digit->stride < end)
      return fail_meeting(digits, i, error);
    if (digit->stride > end) {
      end = end < elements ? end : digit->stride + 1;
      break;
    }
    TL_TRY(tl_multiply(end, digit->extent, &end, error));
  }
  if (end < elements)
    return tl_fail(error, TL_INVALID,
                   "no thread holds element %" PRId64
                   " of the tile of %" PRId64,
                   end, elements);
  if (end > elements)
    return tl_fail(error, TL_INVALID,
                   "the layout holds element %" PRId64
                   ", but the tile ends at %" PRId64,
                   end - 1, elements);
  return TL_OK;
}

/* The digits before number i write every element up to where digit i should
 * start, so also the element of its first step. */
static tl_code fail_meeting(const tl_tv_digits *digits, int64_t i,
                            tl_error *error) {
  const tl_tv_digit *digit = &digits->items[i];
  int64_t thread = 0, value = 0, rest = digit->stride;
  for (int64_t k = 0; k < i; k++) {
    const tl_tv_digit *before = &digits->items[k];
    int64_t step = before->stride ? rest % before->extent : 0;
    *(before->is_thread ? &thread : &value) += step * before->place;
    rest /= before->stride ? before->extent : 1;
  }
  return tl_fail(error, TL_INVALID,
                 "element %" PRId64 " is held by thread %" PRId64
                 " value %" PRId64 " and by thread %" PRId64 " value %" PRId64,
                 digit->stride, thread, value,
                 digit->is_thread ? digit->place : 0,
                 digit->is_thread ? 0 : digit->place);
}

/* Splits digits where a dimension of the tile ends. */
static tl_code cut_digits(const tl_tv_digits *digits, const tl_list *tile,
                          tl_tv_digits *out, tl_error *error) {
  int64_t d = 0, end = tile->items[0];
  *out = (tl_tv_digits){0};
  for (int64_t i = 0; i < digits->count; i++) {
    tl_tv_digit rest = digits->items[i];
    while (rest.stride != 0 && rest.stride >= end && d + 1 < tile->count)
      end *= tile->items[++d];
    while (rest.stride != 0 && rest.stride * rest.extent > end) {
      if (end % rest.stride != 0 || rest.extent % (end / rest.stride) != 0)
        return tl_fail(error, TL_INVALID,
                       "dimension %" PRId64
                       " of the tile ends at element %" PRId64
                       ", within a step of mode %" PRId64 ":%" PRId64,
                       d, end, rest.extent, rest.stride);
      tl_tv_digit part = rest;
      part.extent = end / rest.stride;
      TL_TRY(append_digit(out, part, error));
      rest.extent /= part.extent;
      rest.stride = end;
      rest.place *= part.extent;
      while (rest.stride >= end && d + 1 < tile->count)
        end *= tile->items[++d];
    }
    TL_TRY(append_digit(out, rest, error));
  }
  return TL_OK;
}

static tl_code append_digit(tl_tv_digits *out, tl_tv_digit digit,
                            tl_error *error) {
  if (out->count == TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY,
                   "the dimensions of the tile cut the layout into more than "
                   "%d digits",
                   TL_MAX_ITERS);
  out->items[out->count++] = digit;
  return TL_OK;
}

tl_code tl_cute_tv_make(const tl_cute *threads, const tl_cute *values,
                        tl_cute_tv *out, tl_error *error) {
  tl_cute tile, inverse, domain;
  tl_list sizes = {.count = 2};
  TL_TRY(tl_cute_raked_product(threads, values, &tile, error));
  TL_TRY(tl_cute_right_inverse(&tile, &inverse, error));
  TL_TRY(tl_cute_size(threads, &sizes.items[0], error));
  TL_TRY(tl_cute_size(values, &sizes.items[1], error));
  domain = tl_tuple_from_list(&sizes);
  TL_TRY(tl_cute_make(&domain, &domain, error));
  TL_TRY(tl_cute_composition(&inverse, &domain, &inverse, error));
  TL_TRY(tl_tuple_product_each(&tile, &tile, error));
  sizes = tl_tuple_to_list(&tile);
  return tl_cute_tv_create(&inverse, &sizes, out, error);
}
