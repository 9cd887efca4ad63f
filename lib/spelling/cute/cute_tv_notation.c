/* cute_tv_notation.c - Thread-value layouts as a notation. */
#include "cute_text.h"
#include "tl/notation.h"
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

static tl_code to_tile(const tl_value *value, tl_layout *out, tl_error *error) {
  return tl_layout_from_cute_tv(&value->as.tv, out, error);
}

static tl_code from_tile(const tl_layout *layout, tl_scope scope, int64_t lanes,
                         tl_value *out, tl_error *error) {
  return tl_layout_to_cute_tv(layout, scope, lanes, &out->as.tv, error);
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
    .to_tile = to_tile,
    .from_tile = from_tile,
    .slot = "value",
    .marks = {"T", " V"},
};
