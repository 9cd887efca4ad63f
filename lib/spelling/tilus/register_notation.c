/* register_notation.c - Register layouts as tile layouts, and as a notation. */
#include "layout/layout_digits.h"
#include "register_digits.h"
#include "spelling/distribution.h"
#include "spelling/value_text.h"
#include "tl/notation.h"

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
      const register_digit *digit = &digits.lists[list].items[p];
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
  TL_TRY(
      tl_distribute(layout, scope, lanes, "a register layout", &parts, error));
  tl_layout_shape(&parts.layout, &fields.shape);
  fields.mode_shape = (tl_list){.count = parts.layout.shard_count};
  for (int64_t i = 0; i < parts.layout.shard_count; i++)
    fields.mode_shape.items[i] = parts.layout.iters[i].extent;
  fields.spatial_modes = list_places(&parts.layout, &parts.threads);
  fields.local_modes = list_places(&parts.layout, &parts.slots);
  return tl_register_create(&fields, out, error);
}

static void print(const tl_value *value, TL_UNUSED bool in_attribute,
                  const tl_writer *text) {
  const tl_register *layout = &value->as.reg;
  tl_field_write("shape", &layout->shape, text);
  tl_field_write(", mode_shape", &layout->mode_shape, text);
  tl_field_write(", spatial_modes", &layout->spatial_modes, text);
  tl_field_write(", local_modes", &layout->local_modes, text);
}

static tl_code to_tile(const tl_value *value, tl_layout *out, tl_error *error) {
  return tl_layout_from_register(&value->as.reg, out, error);
}

static tl_code from_tile(const tl_layout *layout, tl_scope scope, int64_t lanes,
                         tl_value *out, tl_error *error) {
  return tl_layout_to_register(layout, scope, lanes, &out->as.reg, error);
}

const tl_notation TL_REGISTER_NOTATION = {
    .name = "register",
    .described = "a register layout",
    .noun = "register layout",
    .kind = TL_KIND_REGISTER,
    .role = TL_ROLE_HELD,
    .word_count = sizeof(tl_register) / sizeof(int64_t),
    .has_fields = true,
    .print = print,
    .to_tile = to_tile,
    .from_tile = from_tile,
    .slot = "slot",
    .marks = {"", ": "},
};
