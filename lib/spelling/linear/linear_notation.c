/* linear_notation.c - Linear layouts as a notation. */
#include "linear_notation.h"
#include "base/checked.h"
#include "layout/modes.h"
#include "linear_part.h"
#include "spelling/value_text.h"
#include <string.h>

static tl_linear read_value(const tl_value *value) {
  tl_linear layout;
  memcpy(&layout, value->as.words, sizeof layout);
  return layout;
}

/* ---- The function ------------------------------------------------------- */

static tl_code linear(const tl_value *arguments, TL_UNUSED int64_t lanes,
                      tl_value *out, tl_error *error) {
  tl_lists bases[TL_LINEAR_PARTS] = {{0}};
  tl_linear layout;
  for (tl_linear_part part = 0; part < TL_LINEAR_PARTS; part++)
    if (arguments[part].kind == TL_KIND_LISTS)
      bases[part] = arguments[part].as.lists;
  TL_TRY(tl_linear_create(&arguments[TL_LINEAR_PARTS].as.list, bases, &layout,
                          error));
  memcpy(out->as.words, &layout, sizeof layout);
  return TL_OK;
}

static const tl_function FUNCTIONS[] = {
    {"linear",
     (tl_kind)TL_KIND_LINEAR,
     {{"register", TL_KIND_LISTS, TL_OPTIONAL, false},
      {"lane", TL_KIND_LISTS, TL_OPTIONAL, false},
      {"warp", TL_KIND_LISTS, TL_OPTIONAL, false},
      {"shape", TL_KIND_LIST, TL_REQUIRED, false}},
     linear},
};

/* ---- Text and meaning --------------------------------------------------- */

static void print(const tl_value *value, TL_UNUSED bool in_attribute,
                  const tl_writer *text) {
  const tl_linear layout = read_value(value);
  for (tl_linear_part part = 0; part < TL_LINEAR_PARTS; part++) {
    tl_write(text, "%s = [", tl_linear_part_name(part));
    for (int64_t k = 0; k < layout.bases[part].count; k++) {
      tl_list basis =
          tl_linear_coordinate(&layout.shape, layout.bases[part].items[k]);
      tl_write(text, "%s", k ? ", " : "");
      tl_list_write(&basis, text);
    }
    tl_write(text, "], ");
  }
  tl_field_write("shape", &layout.shape, text);
}

static tl_code to_tile(const tl_value *value, tl_scope scope, int64_t lanes,
                       tl_layout *out, tl_error *error) {
  const tl_linear layout = read_value(value);
  return tl_layout_from_linear(&layout, scope, lanes, out, error);
}

static tl_code from_tile(const tl_layout *layout, tl_scope scope, int64_t lanes,
                         tl_value *out, tl_error *error) {
  tl_linear linear_layout;
  TL_TRY(tl_layout_to_linear(layout, scope, lanes, &linear_layout, error));
  memcpy(out->as.words, &linear_layout, sizeof linear_layout);
  return TL_OK;
}

/* ---- Places ------------------------------------------------------------- */

static tl_code shape(const tl_value *value, tl_list *out,
                     TL_UNUSED tl_error *error) {
  *out = read_value(value).shape;
  return TL_OK;
}

static tl_code check(const tl_value *value, int64_t counts[2],
                     TL_UNUSED tl_error *error) {
  const tl_linear layout = read_value(value);
  counts[0] = tl_linear_weight(&layout, TL_LINEAR_WARP,
                               layout.bases[TL_LINEAR_WARP].count);
  counts[1] = INT64_C(1) << layout.bases[TL_LINEAR_REGISTER].count;
  return TL_OK;
}

static tl_code threads(const tl_value *value, int64_t *count, tl_error *error) {
  int64_t counts[2];
  TL_TRY(check(value, counts, error));
  *count = counts[0];
  return TL_OK;
}

static tl_code locate(const tl_value *value, const tl_list *coordinate,
                      tl_location *out, tl_error *error) {
  const tl_linear layout = read_value(value);
  int64_t number = 0;
  for (int64_t d = 0; d < layout.shape.count; d++)
    number = number * layout.shape.items[d] + coordinate->items[d];
  *out = (tl_location){
      2, {{.name = "thread"}, {.name = "slot", .swizzle = layout.swizzle}}};
  for (int part = TL_LINEAR_PARTS - 1; part >= 0; part--)
    for (int64_t k = layout.bases[part].count - 1; k >= 0; k--) {
      tl_linear_part of = (tl_linear_part)part;
      tl_register_place *sums = &out->items[of == TL_LINEAR_REGISTER].sums;
      int64_t unit = tl_linear_unit(&layout, of, k);
      int64_t weight = tl_linear_weight(&layout, of, k);
      if (number & unit)
        sums->first += weight;
      if (unit != 0)
        continue;
      TL_TRY(tl_list_append(&sums->replica_extents, 2, error));
      TL_TRY(tl_list_append(&sums->replica_strides, weight, error));
    }
  return TL_OK;
}

static tl_code element(const tl_value *value, int64_t thread, int64_t slot,
                       tl_list *coordinate, bool *is_first, tl_error *error) {
  const tl_linear layout = read_value(value);
  int64_t counts[2], number = 0;
  TL_TRY(check(value, counts, error));
  TL_TRY(tl_location_check_number("thread", thread, counts[0], error));
  TL_TRY(tl_location_check_number("slot", slot, counts[1], error));
  *is_first = true;
  for (tl_linear_part part = 0; part < TL_LINEAR_PARTS; part++)
    for (int64_t k = 0; k < layout.bases[part].count; k++) {
      int64_t place = part == TL_LINEAR_REGISTER ? slot : thread;
      if (!(place & tl_linear_weight(&layout, part, k)))
        continue;
      number ^= layout.bases[part].items[k];
      if (layout.bases[part].items[k] == 0)
        *is_first = false;
    }
  *coordinate = tl_linear_coordinate(&layout.shape, number);
  return TL_OK;
}

const tl_notation TL_LINEAR_NOTATION = {
    .name = "linear",
    .described = "a linear layout",
    .noun = "linear layout",
    .kind = (tl_kind)TL_KIND_LINEAR,
    .role = TL_ROLE_HELD,
    .word_count = sizeof(tl_linear) / sizeof(int64_t),
    .has_fields = true,
    .functions = {FUNCTIONS, sizeof FUNCTIONS / sizeof *FUNCTIONS},
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
