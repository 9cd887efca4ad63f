/* register_notation.c - Register layouts as a notation. */
#include "register_notation.h"
#include "spelling/value_text.h"

static void print(const tl_value *value, bool in_attribute,
                  const tl_writer *text) {
  const tl_register *layout = &value->as.reg;
  (void)in_attribute;
  tl_field_write("shape", &layout->shape, text);
  tl_field_write(", mode_shape", &layout->mode_shape, text);
  tl_field_write(", spatial_modes", &layout->spatial_modes, text);
  tl_field_write(", local_modes", &layout->local_modes, text);
}

static tl_code threads(const tl_value *value, int64_t *count, tl_error *error) {
  return tl_register_threads(&value->as.reg, count, error);
}

static tl_code to_tile(const tl_value *value, tl_scope scope, int64_t lanes,
                       tl_layout *out, tl_error *error) {
  return tl_layout_from_register(&value->as.reg, scope, lanes, out, error);
}

static tl_code from_tile(const tl_layout *layout, tl_scope scope, int64_t lanes,
                         tl_value *out, tl_error *error) {
  return tl_layout_to_register(layout, scope, lanes, &out->as.reg, error);
}

static tl_code shape(const tl_value *value, tl_list *out, tl_error *error) {
  (void)error;
  *out = value->as.reg.shape;
  return TL_OK;
}

static tl_code check(const tl_value *value, int64_t counts[2],
                     tl_error *error) {
  TL_TRY(tl_register_threads(&value->as.reg, &counts[0], error));
  return tl_register_registers(&value->as.reg, &counts[1], error);
}

static tl_code locate(const tl_value *value, const tl_list *coordinate,
                      tl_location *out, tl_error *error) {
  tl_register_place held;
  TL_TRY(tl_register_locate(&value->as.reg, coordinate, &held, error));
  *out = tl_location_held(&held, "slot");
  return TL_OK;
}

static tl_code element(const tl_value *value, int64_t thread, int64_t slot,
                       tl_list *coordinate, bool *is_first, tl_error *error) {
  const tl_register *layout = &value->as.reg;
  TL_TRY(tl_register_element(layout, thread, slot, coordinate, error));
  *is_first = tl_register_is_first_replica(layout, thread);
  return TL_OK;
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
    .threads = threads,
    .to_tile = to_tile,
    .from_tile = from_tile,
    .shape = shape,
    .check = check,
    .locate = locate,
    .element = element,
    .slot = "slot",
    .marks = {"", ": "},
};
