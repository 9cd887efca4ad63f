/* layout_spell_threads.c - Tile layouts as registers: register layouts and
 * CuTe's thread-value layouts.
 *
 * Both number threads and slots in mixed radix.  Steps of an axis number 0 to
 * n - 1, each once, exactly when sorted by stride they begin with 1 and go on
 * where the ones before end (de Bruijn, "On number systems", 1956):
 *
 *   (4 : 1) (8 : 4)   threads 0 to 31
 *   (4 : 1) (4 : 8)   leaves out 4 to 7
 *   (4 : 1) (4 : 2)   meets at 2 and 3
 *
 * Listed slowest first they are the spatial or local modes of a register
 * layout, replicas as negative entries; fastest first the leaves of a
 * thread-value layout, whose strides say where the digit is in the tile. */
#include "base/checked.h"
#include "layout_spell_checks.h"
#include "spelling/cute/tuple_walk.h"

typedef struct place_digit {
  int64_t extent, stride;
  int64_t mode; /* number of the iter, or -1 for a replica */
} place_digit;

typedef struct place_digits {
  int64_t count;
  place_digit items[TL_MAX_ITERS]; /* fastest first */
} place_digits;

/* A layout whose threads and slots are dense. */
typedef struct distribution {
  tl_layout layout;
  place_digits threads, slots;
} distribution;

static tl_code distribute(const tl_layout *layout, tl_scope scope,
                          const char *spelling, distribution *out,
                          tl_error *error);
static tl_code read_digits(const tl_layout *layout, tl_axis axis,
                           place_digits *out, tl_error *error);
static tl_code append_digit(place_digits *out, place_digit digit,
                            tl_error *error);
static tl_code check_dense(const place_digits *digits, const char *places,
                           tl_error *error);
static tl_code list_places(const place_digits *digits, tl_list *out,
                           tl_error *error);
static tl_code put_places(tl_cute *out, const place_digits *digits,
                          const int64_t *stride_of, tl_error *error);

tl_code tl_layout_to_register(const tl_layout *layout, tl_scope scope,
                              tl_register *out, tl_error *error) {
  distribution parts;
  tl_register fields = {0};
  TL_TRY(distribute(layout, scope, "a register layout", &parts, error));
  tl_layout_shape(&parts.layout, &fields.shape);
  for (int64_t i = 0; i < parts.layout.shard_count; i++)
    TL_TRY(tl_list_append(&fields.mode_shape, parts.layout.iters[i].extent,
                          error));
  TL_TRY(list_places(&parts.threads, &fields.spatial_modes, error));
  TL_TRY(list_places(&parts.slots, &fields.local_modes, error));
  return tl_register_create(&fields, out, error);
}

static tl_code distribute(const tl_layout *layout, tl_scope scope,
                          const char *spelling, distribution *out,
                          tl_error *error) {
  /* 1. Nothing but digits of numbers of threads and slots. */
  tl_layout busy;
  tl_axis axis = tl_scope_describe(scope)->axis;
  TL_TRY(tl_spell_check_static(layout, spelling, error));
  if (layout->swizzle.bits != 0)
    return tl_fail(error, TL_INVALID, "the layout has a swizzle; %s has none",
                   spelling);
  for (tl_axis k = 0; k < TL_AXIS_COUNT; k++)
    TL_TRY(tl_spell_check_offset(layout, k, spelling, error));
  tl_spell_drop_idle(layout, &busy);
  TL_TRY(tl_layout_on_scope(&busy, scope, &out->layout, error));

  /* 2. Dense ones. */
  for (int64_t i = 0; i < tl_iter_end(&out->layout); i++) {
    const tl_iter *iter = &out->layout.iters[i];
    if (iter->stride == 0)
      return tl_fail(error, TL_INVALID,
                     "a stride of 0 puts %" PRId64
                     " elements in one slot; %s holds each in its own",
                     iter->extent, spelling);
    if (i >= out->layout.shard_count && iter->axis == TL_AXIS_M)
      return tl_fail(error, TL_INVALID,
                     "the layout holds elements in several slots of a thread; "
                     "%s holds each in one",
                     spelling);
  }
  out->threads = out->slots = (place_digits){0};
  if (axis != TL_AXIS_M)
    TL_TRY(read_digits(&out->layout, axis, &out->threads, error));
  TL_TRY(read_digits(&out->layout, TL_AXIS_M, &out->slots, error));
  TL_TRY(check_dense(&out->threads, "thread", error));
  return check_dense(&out->slots, "slot", error);
}

static tl_code read_digits(const tl_layout *layout, tl_axis axis,
                           place_digits *out, tl_error *error) {
  sum_set replicas;
  *out = (place_digits){0};
  for (int64_t i = 0; i < layout->shard_count; i++)
    if ((tl_axis)layout->iters[i].axis == axis)
      TL_TRY(append_digit(
          out,
          (place_digit){layout->iters[i].extent, layout->iters[i].stride, i},
          error));
  tl_sums_read(layout, axis, layout->shard_count, tl_iter_end(layout),
               &replicas);
  for (int64_t i = 0; i < replicas.count; i++)
    TL_TRY(append_digit(
        out,
        (place_digit){replicas.steps[i].extent, replicas.steps[i].stride, -1},
        error));
  return TL_OK;
}

static tl_code append_digit(place_digits *out, place_digit digit,
                            tl_error *error) {
  if (out->count == TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY, "the layout has more than %d digits",
                   TL_MAX_ITERS);
  int64_t place = out->count++;
  for (; place > 0 && out->items[place - 1].stride > digit.stride; place--)
    out->items[place] = out->items[place - 1];
  out->items[place] = digit;
  return TL_OK;
}

static tl_code check_dense(const place_digits *digits, const char *places,
                           tl_error *error) {
  int64_t end = 1;
  for (int64_t i = 0; i < digits->count; i++) {
    const place_digit *digit = &digits->items[i];
    if (digit->stride < end)
      return tl_fail(error, TL_INVALID,
                     "two %s digits overlap: stride %" PRId64
                     " of extent %" PRId64 " is within the %ss 0 to %" PRId64
                     " of the faster ones",
                     places, digit->stride, digit->extent, places, end - 1);
    if (digit->stride == end + 1)
      return tl_fail(error, TL_INVALID,
                     "%s digits leave a gap: %s %" PRId64 " holds nothing",
                     places, places, end);
    if (digit->stride > end)
      return tl_fail(error, TL_INVALID,
                     "%s digits leave a gap: %ss %" PRId64 " to %" PRId64
                     " hold nothing",
                     places, places, end, digit->stride - 1);
    TL_TRY(tl_multiply(digit->stride, digit->extent, &end, error));
  }
  return TL_OK;
}

/* Slowest first; replicas as negative extents. */
static tl_code list_places(const place_digits *digits, tl_list *out,
                           tl_error *error) {
  for (int64_t i = digits->count - 1; i >= 0; i--) {
    const place_digit *digit = &digits->items[i];
    TL_TRY(tl_list_append(out, digit->mode < 0 ? -digit->extent : digit->mode,
                          error));
  }
  return TL_OK;
}

tl_code tl_layout_to_cute_tv(const tl_layout *layout, tl_scope scope,
                             tl_cute_tv *out, tl_error *error) {
  distribution parts;
  tl_list tile;
  int64_t stride_of[TL_MAX_ITERS] = {0}, stride = 1, end = 0;
  TL_TRY(distribute(layout, scope, "a thread-value layout", &parts, error));
  for (int64_t d = 0; d < parts.layout.rank; d++) {
    end += parts.layout.group_size[d];
    for (int64_t i = end - 1; i >= end - parts.layout.group_size[d]; i--) {
      stride_of[i] = stride;
      TL_TRY(tl_multiply(stride, parts.layout.iters[i].extent, &stride, error));
    }
  }
  tl_cute modes = {.shape = {0}}, checked;
  TL_TRY(put_tuple(&modes.shape, 2, error));
  TL_TRY(put_tuple(&modes.stride, 2, error));
  TL_TRY(put_places(&modes, &parts.threads, stride_of, error));
  TL_TRY(put_places(&modes, &parts.slots, stride_of, error));
  TL_TRY(tl_cute_create(&modes.shape, &modes.stride, &checked, error));
  tl_layout_shape(&parts.layout, &tile);
  return tl_cute_tv_create(&checked, &tile, out, error);
}

/* A mode of the digits, coalesced. */
static tl_code put_places(tl_cute *out, const place_digits *digits,
                          const int64_t *stride_of, tl_error *error) {
  sum_step leaves[TL_MAX_ITERS];
  int64_t count = 0;
  for (int64_t i = 0; i < digits->count; i++) {
    const place_digit *digit = &digits->items[i];
    int64_t stride = digit->mode < 0 ? 0 : stride_of[digit->mode];
    if (count > 0 &&
        leaves[count - 1].stride * leaves[count - 1].extent == stride)
      leaves[count - 1].extent *= digit->extent;
    else
      leaves[count++] = (sum_step){digit->extent, stride};
  }
  return tl_spell_put_mode(out, leaves, count, error);
}
