/* cute_tv.c - Thread-value layouts as digits of the tile; see tl/cute_tv.h.
 *
 * Sorted by stride, the digits have to write every number below the size of the
 * tile once: stride 1 first, each next one where the one before ends.  That is
 * the only way in which sums of steps fill an interval without meeting twice
 * (de Bruijn, "On number systems", 1956), so that every other layout leaves an
 * element out or holds one in two places.
 *
 * In a tile layout a digit of the tile is an iter whose stride is its place in
 * the threads or the values; digits of stride 0 are replicas. */
#include "tl/cute_tv.h"
#include "base/checked.h"
#include "cute_parts.h"
#include "layout/layout_digits.h"
#include "spelling/distribution.h"

/* A digit of the column-major index of the tile: steps of `stride`, and the
 * numbers of threads or of values that they are. */
typedef struct tv_digit {
  int64_t stride;
  tl_iter held;
} tv_digit;

typedef struct tv_digits {
  int64_t count;
  tv_digit items[TL_MAX_ITERS];
} tv_digits;

static tl_code check_form(const tl_cute *layout, const tl_list *tile,
                          int64_t *elements, tl_error *error) {
  TL_TRY(tl_cute_check_domain(layout, error));
  TL_TRY(tl_cute_check_integers(layout, error));
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

/* Inserts by stride, those of stride 0 last, equal ones in order. */
static bool precedes(tv_digit a, tv_digit b) {
  return a.stride != 0 && (b.stride == 0 || a.stride < b.stride);
}

static void insert_digit(tv_digits *digits, tv_digit digit) {
  int64_t i = digits->count++;
  for (; i > 0 && precedes(digit, digits->items[i - 1]); i--)
    digits->items[i] = digits->items[i - 1];
  digits->items[i] = digit;
}

/* Digits above extent 1, threads first. */
static tv_digits read_digits(const tl_cute *layout) {
  tuple_part root = part_of(layout), values = part_item(&root, 1);
  tv_digits digits = {0};
  int64_t place = 1;
  for (int64_t i = 0; i < layout->leaf_count; i++) {
    tl_leaf mode = layout->leaves[i];
    int64_t axis = i < values.leaf ? TL_AXIS_TX : TL_AXIS_M;
    if (i == values.leaf)
      place = 1;
    if (mode.value > 1)
      insert_digit(&digits,
                   (tv_digit){mode.stride, {mode.value, place, axis, 0}});
    place *= mode.value;
  }
  return digits;
}

/* The digits before number i write every element up to where digit i should
 * start, so also the element of its first step. */
static tl_code fail_meeting(const tv_digits *digits, int64_t i,
                            tl_error *error) {
  const tv_digit *digit = &digits->items[i];
  bool is_thread = digit->held.axis == TL_AXIS_TX;
  int64_t thread = 0, value = 0, rest = digit->stride;
  for (int64_t k = 0; k < i; k++) {
    const tl_iter *held = &digits->items[k].held;
    if (digits->items[k].stride != 0)
      *(held->axis == TL_AXIS_TX ? &thread : &value) +=
          tl_take_digit(&rest, held->extent) * held->stride;
  }
  return tl_fail(error, TL_INVALID,
                 "element %" PRId64 " is held by thread %" PRId64
                 " value %" PRId64 " and by thread %" PRId64 " value %" PRId64,
                 digit->stride, thread, value,
                 is_thread ? digit->held.stride : 0,
                 is_thread ? 0 : digit->held.stride);
}

static tl_code check_covers(const tv_digits *digits, int64_t elements,
                            tl_error *error) {
  int64_t end = 1;
  for (int64_t i = 0; i < digits->count; i++) {
    const tv_digit *digit = &digits->items[i];
    if (digit->stride == 0 && digit->held.axis == TL_AXIS_TX)
      continue;
    if (digit->stride < end)
      return fail_meeting(digits, i, error);
    if (digit->stride > end) {
      end = end < elements ? end : digit->stride + 1;
      break;
    }
    TL_TRY(tl_multiply(end, digit->held.extent, &end, error));
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

/* Moves the digits of dimension d, which ends at element `end`, from `first` on
 * to the tile layout; one that goes on beyond it is split. */
static tl_code push_dimension(tv_digits *digits, int64_t *first, int64_t d,
                              int64_t end, int64_t rank, tl_layout *out,
                              tl_error *error) {
  tl_digits list = {0};
  for (; *first < digits->count; ++*first) {
    tv_digit *digit = &digits->items[*first];
    tl_iter held = digit->held;
    if (digit->stride == 0 || digit->stride >= end)
      break;
    bool is_split = digit->stride * held.extent > end;
    int64_t steps = is_split ? end / digit->stride : held.extent;
    if (is_split && (end % digit->stride != 0 || held.extent % steps != 0))
      return tl_fail(error, TL_INVALID,
                     "dimension %" PRId64
                     " of the tile ends at element %" PRId64
                     ", within a step of mode %" PRId64 ":%" PRId64,
                     d, end, held.extent, digit->stride);
    TL_TRY(tl_digits_push(&list, (tl_iter){steps, held.stride, held.axis, 0},
                          error));
    if (is_split) {
      digit->stride = end;
      digit->held.extent /= steps;
      digit->held.stride *= steps;
      break;
    }
  }
  return tl_layout_push_digits(out, rank, &list, error);
}

static tl_code to_tile(tv_digits digits, const tl_list *tile, tl_layout *out,
                       tl_error *error) {
  tl_digits replicas = {0};
  int64_t next = 0, end = 1;
  *out = (tl_layout){0};
  for (int64_t d = 0; d < tile->count; d++) {
    end *= tile->items[d];
    TL_TRY(push_dimension(&digits, &next, d, end, tile->count, out, error));
  }
  for (int64_t i = digits.count - 1; i >= next; i--)
    TL_TRY(tl_digits_push(&replicas, digits.items[i].held, error));
  return tl_layout_push_digits(out, tile->count, &replicas, error);
}

tl_code tl_cute_tv_create(const tl_cute *layout, const tl_list *tile,
                          tl_cute_tv *out, tl_error *error) {
  int64_t elements;
  tl_layout same;
  TL_TRY(check_form(layout, tile, &elements, error));
  tv_digits digits = read_digits(layout);
  TL_TRY(check_covers(&digits, elements, error));
  TL_TRY(to_tile(digits, tile, &same, error));
  *out = (tl_cute_tv){*layout, *tile};
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

tl_code tl_layout_from_cute_tv(const tl_cute_tv *layout, tl_layout *out,
                               tl_error *error) {
  tl_layout fields;
  TL_TRY(to_tile(read_digits(&layout->layout), &layout->tile, &fields, error));
  return tl_layout_create(&fields, out, error);
}

/* A mode of the iters with these numbers, coalesced. */
static tl_code put_places(tl_cute *out, const tl_layout *layout,
                          const tl_list *iters, const int64_t *stride_of,
                          tl_error *error) {
  flat_modes leaves = {0};
  for (int64_t i = 0; i < iters->count; i++) {
    int64_t number = iters->items[i];
    tl_flat_push_run(&leaves, layout->iters[number].extent, stride_of[number]);
  }
  return tl_flat_put(&leaves, out, error);
}

tl_code tl_layout_to_cute_tv(const tl_layout *layout, tl_scope scope,
                             int64_t lanes, tl_cute_tv *out, tl_error *error) {
  distribution parts;
  int64_t stride_of[TL_MAX_ITERS] = {0}, stride = 1, end = 0;
  TL_TRY(tl_distribute(layout, scope, lanes, "a thread-value layout", false,
                       &parts, error));
  for (int64_t d = 0; d < parts.layout.rank; d++) {
    end += parts.layout.group_size[d];
    for (int64_t i = end - 1; i >= end - parts.layout.group_size[d]; i--) {
      stride_of[i] = stride;
      TL_TRY(tl_multiply(stride, parts.layout.iters[i].extent, &stride, error));
    }
  }
  tl_cute modes = {0};
  TL_TRY(tl_tuple_put(&modes, 2, (tl_leaf){0}, error));
  TL_TRY(put_places(&modes, &parts.layout, &parts.threads, stride_of, error));
  TL_TRY(put_places(&modes, &parts.layout, &parts.slots, stride_of, error));
  TL_TRY(tl_cute_check(&modes, error));
  tl_list tile = tl_layout_shape(&parts.layout);
  return tl_cute_tv_create(&modes, &tile, out, error);
}
