/* cute_tv_notation.c - Thread-value layouts as a notation.
 *
 * A thread-value layout numbers the elements of its tile by its offsets, so
 * that (thread, value) -> element is the layout itself, and its digits, each a
 * piece of one of the two numbers, lead back. */
#include "cute_tv_notation.h"
#include "cute_text.h"
#include <inttypes.h>

static void print(const tl_value *value, bool in_attribute,
                  const tl_writer *text) {
  const tl_cute_tv *layout = &value->as.tv;
  (void)in_attribute;
  tl_composed plain = {.layout = layout->layout};
  tl_composed_write(&plain, text);
  tl_write(text, ", tile = (");
  for (int64_t d = 0; d < layout->tile.count; d++)
    tl_write(text, d ? ", %" PRId64 : "%" PRId64, layout->tile.items[d]);
  tl_write(text, ")");
}

static tl_code check(const tl_value *value, int64_t counts[2],
                     tl_error *error) {
  for (int i = 0; i < 2; i++) {
    tl_cute mode;
    TL_TRY(tl_cute_mode(&value->as.tv.layout, i, &mode, error));
    TL_TRY(tl_cute_size(&mode, &counts[i], error));
  }
  return TL_OK;
}

static tl_code threads(const tl_value *value, int64_t *count, tl_error *error) {
  int64_t counts[2];
  TL_TRY(check(value, counts, error));
  *count = counts[0];
  return TL_OK;
}

static tl_code to_tile(const tl_value *value, tl_scope scope, int64_t lanes,
                       tl_layout *out, tl_error *error) {
  return tl_layout_from_cute_tv(&value->as.tv, scope, lanes, out, error);
}

static tl_code from_tile(const tl_layout *layout, tl_scope scope, int64_t lanes,
                         tl_value *out, tl_error *error) {
  return tl_layout_to_cute_tv(layout, scope, lanes, &out->as.tv, error);
}

static tl_code shape(const tl_value *value, tl_list *out, tl_error *error) {
  *out = value->as.tv.tile;
  return tl_cute_check_domain(&value->as.tv.layout, error);
}

/* Replicas are the last digits, fastest first. */
static tl_code locate(const tl_value *value, const tl_list *coordinate,
                      tl_location *out, tl_error *error) {
  int64_t index = tl_location_index(&value->as.tv.tile, coordinate);
  tl_register_place held = {0};
  tl_tv_digits digits;
  TL_TRY(tl_cute_tv_digits(&value->as.tv, &digits, error));
  for (int64_t i = digits.count - 1; i >= 0; i--) {
    const tl_tv_digit *digit = &digits.items[i];
    if (digit->stride == 0) {
      TL_TRY(tl_list_append(&held.replica_extents, digit->extent, error));
      TL_TRY(tl_list_append(&held.replica_strides, digit->place, error));
    } else {
      int64_t step = index / digit->stride % digit->extent;
      *(digit->is_thread ? &held.first : &held.slot) += step * digit->place;
    }
  }
  *out = tl_location_held(&held, "value");
  return TL_OK;
}

static tl_code element(const tl_value *value, int64_t thread, int64_t slot,
                       tl_list *coordinate, bool *is_first, tl_error *error) {
  const tl_cute_tv *tv = &value->as.tv;
  int64_t counts[2], index;
  tl_tv_digits digits;
  TL_TRY(check(value, counts, error));
  TL_TRY(tl_location_check_number("thread", thread, counts[0], error));
  TL_TRY(tl_location_check_number("value", slot, counts[1], error));
  TL_TRY(tl_cute_apply(&tv->layout, thread + slot * counts[0], &index, error));
  TL_TRY(tl_cute_tv_digits(tv, &digits, error));
  *coordinate = tl_location_coordinate(&tv->tile, index);
  *is_first = true;
  for (int64_t i = 0; i < digits.count; i++) {
    const tl_tv_digit *digit = &digits.items[i];
    if (digit->stride == 0 && thread / digit->place % digit->extent != 0)
      *is_first = false;
  }
  return TL_OK;
}

const tl_notation TL_CUTE_TV_NOTATION = {
    .name = "cute_tv",
    .described = "a thread-value layout",
    .noun = "thread-value layout",
    .kind = TL_KIND_CUTE_TV,
    .role = TL_ROLE_HELD,
    .word_count = sizeof(tl_cute_tv) / sizeof(int64_t),
    .has_fields = true,
    .print = print,
    .threads = threads,
    .to_tile = to_tile,
    .from_tile = from_tile,
    .shape = shape,
    .check = check,
    .locate = locate,
    .element = element,
    .slot = "value",
    .marks = {"T", " V"},
};
