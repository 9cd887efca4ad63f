/* cute_notation.c - CuTe layouts of memory as a notation. */
#include "cute_notation.h"
#include "base/checked.h"
#include "cute_text.h"
#include <string.h>

static void print(const tl_value *value, bool in_attribute,
                  const tl_writer *text) {
  (void)in_attribute;
  tl_composed_write(&value->as.composed, text);
}

static tl_code to_tile(const tl_value *value, TL_UNUSED tl_scope scope,
                       TL_UNUSED int64_t lanes, tl_layout *out,
                       tl_error *error) {
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
  TL_TRY(tl_tuple_product_each(&layout->shape, &sizes, error));
  *out = (tl_list){.count = sizes.leaf_count};
  memcpy(out->items, sizes.leaves, sizeof out->items);
  return TL_OK;
}

static tl_code check(const tl_value *value, int64_t counts[2],
                     tl_error *error) {
  const tl_composed *composed = &value->as.composed;
  TL_TRY(tl_cute_cosize(&composed->layout, &counts[0], error));
  if (composed->offset > INT64_MAX - counts[0])
    return tl_fail(error, TL_OVERFLOW,
                   "%" PRId64 " + %" PRId64 " does not fit 64 bits",
                   composed->offset, counts[0]);
  return TL_OK;
}

static tl_code locate(const tl_value *value, const tl_list *coordinate,
                      tl_location *out, tl_error *error) {
  tl_list sizes;
  int64_t offset;
  TL_TRY(shape(value, &sizes, error));
  TL_TRY(tl_composed_apply(&value->as.composed,
                           tl_location_index(&sizes, coordinate), &offset,
                           error));
  *out = tl_location_stored(offset);
  return TL_OK;
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
    .check = check,
    .locate = locate,
    .is_cute = true,
};
