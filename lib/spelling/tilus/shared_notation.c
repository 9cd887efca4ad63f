/* shared_notation.c - Shared layouts as a notation. */
#include "spelling/value_text.h"
#include "tl/notation.h"
#include <stddef.h>

static void print(const tl_value *value, bool in_attribute,
                  const tl_writer *text) {
  tl_shared fields;
  if (tl_layout_to_shared(&value->as.layout, &fields, NULL) != TL_OK)
    return;
  tl_field_write("shape", &fields.shape, text);
  tl_field_write(", mode_shape", &fields.mode_shape, text);
  tl_field_write(", mode_strides", &fields.mode_strides, text);
  if (!fields.swizzle.bits)
    return;
  tl_write(text, ", swizzle = %s", in_attribute ? "" : "swizzle");
  tl_swizzle_write(&fields.swizzle, text);
}

static tl_code to_tile(const tl_value *value, tl_layout *out,
                       TL_UNUSED tl_error *error) {
  *out = value->as.layout;
  return TL_OK;
}

static tl_code from_tile(const tl_layout *layout, TL_UNUSED tl_scope scope,
                         TL_UNUSED int64_t lanes, tl_value *out,
                         tl_error *error) {
  tl_shared fields;
  TL_TRY(tl_layout_to_shared(layout, &fields, error));
  return tl_layout_from_shared(&fields, &out->as.layout, error);
}

const tl_notation TL_SHARED_NOTATION = {
    .name = "shared",
    .described = "a shared layout",
    .noun = "shared layout",
    .kind = TL_KIND_SHARED,
    .role = TL_ROLE_STORED,
    .word_count = sizeof(tl_layout) / sizeof(int64_t),
    .has_fields = true,
    .print = print,
    .to_tile = to_tile,
    .from_tile = from_tile,
};
