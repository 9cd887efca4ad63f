/* register_query.c - Where an element is, and what a register holds.
 *
 * Thread and register numbers are row-major numbers over the digits of their
 * lists, the first entry slowest. */
#include "base/checked.h"
#include "layout/modes.h"
#include "tl/register.h"

static int64_t spatial_extent(const tl_register *layout, int64_t position) {
  int64_t mode = layout->spatial_modes.items[position];
  return mode < 0 ? -mode : layout->mode_shape.items[mode];
}

static int64_t count_replicas(const tl_register *layout) {
  int64_t count = 0;
  for (int64_t p = 0; p < layout->spatial_modes.count; p++)
    count += layout->spatial_modes.items[p] < 0;
  return count;
}

tl_code tl_register_locate(const tl_register *layout, const tl_list *coordinate,
                           tl_register_place *place, tl_error *error) {
  int64_t digits[TL_MAX_ITERS];
  TL_TRY(tl_mode_digits(&layout->shape, &layout->mode_shape, coordinate, digits,
                        error));
  *place = (tl_register_place){0};
  for (int64_t p = 0; p < layout->local_modes.count; p++) {
    int64_t mode = layout->local_modes.items[p];
    place->slot = place->slot * layout->mode_shape.items[mode] + digits[mode];
  }
  place->replica_extents.count = count_replicas(layout);
  place->replica_strides.count = place->replica_extents.count;
  int64_t stride = 1, replica = place->replica_extents.count;
  for (int64_t p = layout->spatial_modes.count - 1; p >= 0; p--) {
    int64_t mode = layout->spatial_modes.items[p];
    if (mode >= 0) {
      place->first += digits[mode] * stride;
    } else {
      place->replica_extents.items[--replica] = -mode;
      place->replica_strides.items[replica] = stride;
    }
    stride *= spatial_extent(layout, p);
  }
  return TL_OK;
}

int64_t tl_register_place_count(const tl_register_place *place) {
  int64_t count = 1;
  for (int64_t i = 0; i < place->replica_extents.count; i++)
    count *= place->replica_extents.items[i];
  return count;
}

int64_t tl_register_place_thread(const tl_register_place *place, int64_t i) {
  int64_t thread = place->first;
  for (int64_t k = place->replica_extents.count - 1; k >= 0; k--) {
    thread +=
        i % place->replica_extents.items[k] * place->replica_strides.items[k];
    i /= place->replica_extents.items[k];
  }
  return thread;
}

static tl_code check_number(const char *what, int64_t number, int64_t count,
                            tl_error *error) {
  if (number >= 0 && number < count)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "%s %" PRId64 " is outside [0, %" PRId64 ")", what, number,
                 count);
}

tl_code tl_register_element(const tl_register *layout, int64_t thread,
                            int64_t slot, tl_list *coordinate,
                            tl_error *error) {
  int64_t threads, slots, digits[TL_MAX_ITERS] = {0};
  int64_t dimension_of[TL_MAX_ITERS];
  TL_TRY(tl_register_threads(layout, &threads, error));
  TL_TRY(tl_register_registers(layout, &slots, error));
  TL_TRY(check_number("thread", thread, threads, error));
  TL_TRY(check_number("slot", slot, slots, error));
  TL_TRY(
      tl_group_modes(&layout->shape, &layout->mode_shape, dimension_of, error));
  for (int64_t p = layout->spatial_modes.count - 1; p >= 0; p--) {
    int64_t digit = tl_take_digit(&thread, spatial_extent(layout, p));
    if (layout->spatial_modes.items[p] >= 0)
      digits[layout->spatial_modes.items[p]] = digit;
  }
  for (int64_t p = layout->local_modes.count - 1; p >= 0; p--) {
    int64_t mode = layout->local_modes.items[p];
    digits[mode] = tl_take_digit(&slot, layout->mode_shape.items[mode]);
  }
  *coordinate = (tl_list){.count = layout->shape.count};
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    int64_t *x = &coordinate->items[dimension_of[m]];
    *x = *x * layout->mode_shape.items[m] + digits[m];
  }
  return TL_OK;
}

bool tl_register_is_first_replica(const tl_register *layout, int64_t thread) {
  for (int64_t p = layout->spatial_modes.count - 1; p >= 0; p--) {
    int64_t digit = tl_take_digit(&thread, spatial_extent(layout, p));
    if (layout->spatial_modes.items[p] < 0 && digit != 0)
      return false;
  }
  return true;
}
