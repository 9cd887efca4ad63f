/* shared_notation.c - Shared layouts as a notation. */
#include "spelling/value_text.h"
#include "tl/notation.h"

static void print(const tl_value *value, bool in_attribute,
                  const tl_writer *text) {
  const tl_shared *layout = &value->as.shared;
  tl_field_write("shape", &layout->shape, text);
  tl_field_write(", mode_shape", &layout->mode_shape, text);
  tl_field_write(", mode_strides", &layout->mode_strides, text);
  if (!layout->swizzle.bits)
    return;
  tl_write(text, ", swizzle = %s", in_attribute ? "" : "swizzle");
  tl_swizzle_write(&layout->swizzle, text);
}

static tl_code to_tile(const tl_value *value, tl_layout *out, tl_error *error) {
  return tl_layout_from_shared(&value->as.shared, out, error);
}

static tl_code from_tile(const tl_layout *layout, TL_UNUSED tl_scope scope,
                         TL_UNUSED int64_t lanes, tl_value *out,
                         tl_error *error) {
  return tl_layout_to_shared(layout, &out->as.shared, error);
}

const tl_notation TL_SHARED_NOTATION = {
    .name = "shared",
    .described = "a shared layout",
    .noun = "shared layout",
    .kind = TL_KIND_SHARED,
    .role = TL_ROLE_STORED,
    .word_count = sizeof(tl_shared) / sizeof(int64_t),
    .has_fields = true,
    .print = print,
    .to_tile = to_tile,
    .from_tile = from_tile,
};
