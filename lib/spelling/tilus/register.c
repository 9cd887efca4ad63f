/* register.c - The register layout value: validity, canonical form, digits;
 * as a tile layout.
 *
 * Canonical form (law L1) is reached in two steps that keep the map:
 *   prune  a mode of extent 1 carries no digit and is dropped;
 *   merge  digits of one dimension that follow each other in a list, the step
 *          of the first being where the second ends, are one digit, since then
 *          digit(m) * extent(m + 1) + digit(m + 1) is a digit of both. */
#include "base/checked.h"
#include "layout/modes.h"
#include "register_digits.h"
#include "spelling/distribution.h"

_Static_assert(sizeof(tl_register) == sizeof(int64_t) * 4 * (1 + TL_MAX_ITERS),
               "tl_register is compared bytewise and must have no padding");

tl_code tl_register_create(const tl_register *fields, tl_register *out,
                           tl_error *error) {
  register_digits digits;
  TL_TRY(tl_check_shape(&fields->shape, error));
  TL_TRY(tl_register_read(fields, &digits, error));
  return tl_register_write(&digits, out, error);
}

static tl_code read_list(const tl_register *layout, int list,
                         const tl_digit *of_mode, bool *listed, digit_list *out,
                         tl_error *error) {
  const tl_list *from =
      list == THREADS ? &layout->spatial_modes : &layout->local_modes;
  out->count = from->count;
  for (int64_t p = 0; p < from->count; p++) {
    int64_t mode = from->items[p];
    bool is_replica = list == THREADS && mode < 0;
    if (is_replica && mode == INT64_MIN)
      return tl_fail(error, TL_OVERFLOW, "replica extent does not fit 64 bits");
    if (!is_replica && (mode < 0 || mode >= layout->mode_shape.count))
      return tl_fail(error, TL_INVALID,
                     "%s_modes names mode %" PRId64 "; there are %" PRId64
                     " modes",
                     list == THREADS ? "spatial" : "local", mode,
                     layout->mode_shape.count);
    if (!is_replica && listed[mode])
      return tl_fail(error, TL_INVALID, "mode %" PRId64 " is listed twice",
                     mode);
    if (!is_replica)
      listed[mode] = true;
    out->items[p] =
        is_replica ? (tl_digit){-mode, REPLICA, 0, 1, 0} : of_mode[mode];
  }
  return TL_OK;
}

/* Checks how many threads and registers there are. */
static tl_code count_strides(const tl_register *layout, register_digits *digits,
                             tl_error *error) {
  int64_t counts[2];
  TL_TRY(tl_register_threads(layout, &counts[THREADS], error));
  TL_TRY(tl_register_registers(layout, &counts[REGISTERS], error));
  for (int list = THREADS; list <= REGISTERS; list++)
    for (int64_t p = 0; p < digits->lists[list].count; p++) {
      tl_digit *digit = &digits->lists[list].items[p];
      counts[list] /= digit->extent;
      digit->stride = counts[list];
      digit->is_slot = list;
    }
  return TL_OK;
}

tl_code tl_register_read(const tl_register *layout, register_digits *out,
                         tl_error *error) {
  const tl_list *modes = &layout->mode_shape;
  int64_t dimension_of[TL_MAX_ITERS], end = 1;
  tl_digit of_mode[TL_MAX_ITERS];
  bool listed[TL_MAX_ITERS] = {false};
  TL_TRY(tl_group_modes(&layout->shape, modes, dimension_of, error));
  for (int64_t m = modes->count - 1; m >= 0; m--) {
    bool begins =
        m + 1 == modes->count || dimension_of[m + 1] != dimension_of[m];
    end = begins ? 1 : end;
    of_mode[m] = (tl_digit){modes->items[m], dimension_of[m], end, 1, 0};
    end *= modes->items[m];
  }
  out->shape = layout->shape;
  for (int list = THREADS; list <= REGISTERS; list++)
    TL_TRY(read_list(layout, list, of_mode, listed, &out->lists[list], error));
  for (int64_t m = 0; m < modes->count; m++)
    if (!listed[m] && modes->items[m] > 1)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 " of extent %" PRId64
                     " is in neither spatial_modes nor local_modes",
                     m, modes->items[m]);
  return count_strides(layout, out, error);
}

static void merge(const digit_list *digits, digit_list *out) {
  out->count = 0;
  for (int64_t p = 0; p < digits->count; p++) {
    const tl_digit *digit = &digits->items[p];
    tl_digit *last = out->count ? &out->items[out->count - 1] : NULL;
    bool is_replica = digit->dimension == REPLICA;
    if (!is_replica && digit->extent == 1)
      continue;
    if (last && !is_replica && last->dimension == digit->dimension &&
        last->step == digit->extent * digit->step) {
      last->extent *= digit->extent;
      last->step = digit->step;
    } else {
      out->items[out->count++] = *digit;
    }
  }
}

/* Modes go through the dimensions, the slowest of each first. */
static int64_t mode_number(const register_digits *digits,
                           const tl_digit *digit) {
  int64_t number = 0;
  for (int list = THREADS; list <= REGISTERS; list++)
    for (int64_t p = 0; p < digits->lists[list].count; p++) {
      const tl_digit *other = &digits->lists[list].items[p];
      number +=
          other->dimension != REPLICA &&
          (other->dimension < digit->dimension ||
           (other->dimension == digit->dimension && other->step > digit->step));
    }
  return number;
}

tl_code tl_register_write(const register_digits *digits, tl_register *out,
                          tl_error *error) {
  /* 1. The digits of the canonical form. */
  TL_TRY(tl_check_shape(&digits->shape, error));
  register_digits merged;
  for (int list = THREADS; list <= REGISTERS; list++)
    merge(&digits->lists[list], &merged.lists[list]);

  /* 2. As modes and lists of them. */
  tl_register result = {.shape = digits->shape};
  tl_list *lists[] = {&result.spatial_modes, &result.local_modes};
  int64_t threads, registers, extent_of[4 * TL_MAX_ITERS], count = 0;
  for (int list = THREADS; list <= REGISTERS; list++)
    for (int64_t p = 0; p < merged.lists[list].count; p++) {
      const tl_digit *digit = &merged.lists[list].items[p];
      int64_t mode = -digit->extent;
      if (digit->dimension != REPLICA) {
        mode = mode_number(&merged, digit);
        extent_of[mode] = digit->extent;
        count++;
      }
      TL_TRY(tl_list_append(lists[list], mode, error));
    }
  for (int64_t m = 0; m < count; m++)
    TL_TRY(tl_list_append(&result.mode_shape, extent_of[m], error));
  TL_TRY(tl_register_threads(&result, &threads, error));
  TL_TRY(tl_register_registers(&result, &registers, error));
  *out = result;
  return TL_OK;
}

static int64_t extent_of(const tl_register *layout, int64_t mode) {
  return mode < 0 ? -mode : layout->mode_shape.items[mode];
}

static tl_code count_places(const tl_register *layout, const tl_list *modes,
                            int64_t *count, tl_error *error) {
  *count = 1;
  for (int64_t p = 0; p < modes->count; p++)
    TL_TRY(
        tl_multiply(*count, extent_of(layout, modes->items[p]), count, error));
  return TL_OK;
}

tl_code tl_register_threads(const tl_register *layout, int64_t *threads,
                            tl_error *error) {
  return count_places(layout, &layout->spatial_modes, threads, error);
}

tl_code tl_register_registers(const tl_register *layout, int64_t *registers,
                              tl_error *error) {
  return count_places(layout, &layout->local_modes, registers, error);
}

/* The lists name modes, each the iter of that number. */
tl_code tl_layout_from_register(const tl_register *layout, tl_layout *out,
                                tl_error *error) {
  register_digits digits;
  tl_digits replicas = {0};
  tl_layout fields = {.rank = layout->shape.count,
                      .shard_count = layout->mode_shape.count};
  TL_TRY(tl_register_read(layout, &digits, error));
  for (int list = THREADS; list <= REGISTERS; list++)
    for (int64_t p = 0; p < digits.lists[list].count; p++) {
      const tl_digit *digit = &digits.lists[list].items[p];
      tl_iter iter = {digit->extent, digit->stride,
                      list == THREADS ? TL_AXIS_TX : TL_AXIS_M, 0};
      if (digit->dimension != REPLICA) {
        const tl_list *modes =
            list == THREADS ? &layout->spatial_modes : &layout->local_modes;
        fields.iters[modes->items[p]] = iter;
        fields.group_size[digit->dimension]++;
      } else {
        TL_TRY(tl_digits_push(&replicas, iter, error));
      }
    }
  TL_TRY(tl_layout_push_digits(&fields, fields.rank, &replicas, error));
  return tl_layout_create(&fields, out, error);
}

/* Slowest first; replicas as negative extents. */
static tl_list list_places(const tl_layout *layout, const tl_list *iters) {
  tl_list places = {0};
  for (int64_t i = iters->count - 1; i >= 0; i--) {
    int64_t mode = iters->items[i];
    places.items[places.count++] =
        mode < layout->shard_count ? mode : -layout->iters[mode].extent;
  }
  return places;
}

tl_code tl_layout_to_register(const tl_layout *layout, tl_scope scope,
                              int64_t lanes, tl_register *out,
                              tl_error *error) {
  distribution parts;
  tl_register fields;
  TL_TRY(tl_distribute(layout, scope, lanes, "a register layout", false, &parts,
                       error));
  fields.shape = tl_layout_shape(&parts.layout);
  fields.mode_shape = (tl_list){.count = parts.layout.shard_count};
  for (int64_t i = 0; i < parts.layout.shard_count; i++)
    fields.mode_shape.items[i] = parts.layout.iters[i].extent;
  fields.spatial_modes = list_places(&parts.layout, &parts.threads);
  fields.local_modes = list_places(&parts.layout, &parts.slots);
  return tl_register_create(&fields, out, error);
}
