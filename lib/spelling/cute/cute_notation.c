/* cute_notation.c - CuTe layouts of memory as a notation. */
#include "base/checked.h"
#include "cute_text.h"
#include "tl/notation.h"

static void print(const tl_value *value, bool in_attribute,
                  const tl_writer *text) {
  (void)in_attribute;
  tl_composed_write(&value->as.composed, text);
}

static tl_code to_tile(const tl_value *value, tl_layout *out, tl_error *error) {
  return tl_layout_from_cute(&value->as.composed, out, error);
}

static tl_code from_tile(const tl_layout *layout, TL_UNUSED tl_scope scope,
                         TL_UNUSED int64_t lanes, tl_value *out,
                         tl_error *error) {
  return tl_layout_to_cute(layout, &out->as.composed, error);
}

static tl_code shape(const tl_value *value, tl_list *out, tl_error *error) {
  const tl_cute *layout = &value->as.composed.layout;
  tl_tuple sizes;
  TL_TRY(tl_cute_check_domain(layout, error));
  TL_TRY(tl_tuple_product_each(layout, &sizes, error));
  *out = tl_tuple_to_list(&sizes);
  return TL_OK;
}

static tl_code span(const tl_value *value, int64_t *out, tl_error *error) {
  int64_t end;
  TL_TRY(tl_cute_cosize(&value->as.composed.layout, out, error));
  return tl_add(value->as.composed.offset, *out, &end, error);
}

static tl_code locate(const tl_value *value, int64_t index, int64_t *place,
                      tl_error *error) {
  return tl_composed_apply(&value->as.composed, index, place, error);
}

const tl_notation TL_CUTE_NOTATION = {
    .name = "cute",
    .described = "a CuTe layout",
    .noun = "CuTe memory layout",
    .kind = TL_KIND_CUTE,
    .role = TL_ROLE_STORED,
    .word_count = sizeof(tl_composed) / sizeof(int64_t),
    .print = print,
    .to_tile = to_tile,
    .from_tile = from_tile,
    .shape = shape,
    .span = span,
    .locate = locate,
    .is_cute = true,
};
