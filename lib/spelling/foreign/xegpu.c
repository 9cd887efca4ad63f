/* xegpu.c - #xegpu.layout: subgroups of a workgroup, lanes of a subgroup.
 *
 * A lane has blocks of lane_data, lane_layout of them side by side; that
 * repeats within inst_data, which repeats within the sg_data of a subgroup;
 * sg_layout of those are side by side, and repeat over the tensor.  Where they
 * are more than the tensor has, subgroups share it.
 *
 *   slots lane_data, lanes lane_layout, slots to inst_data, slots to sg_data,
 *   warps sg_layout, slots
 *
 * Lanes and subgroups are numbered by `order`.  The document says who holds an
 * element; the slots of a lane are numbered here block by block as they are
 * enumerated, row-major each.
 *
 * Source: LLVM 22, XeGPUAttrs.td and XeGPUDialect.cpp of its dialect XeGPU. */
#include "base/checked.h"
#include "search.h"

extern const tl_foreign TL_XEGPU_LAYOUT;

enum { SG_LAYOUT, SG_DATA, INST_DATA, LANE_LAYOUT, LANE_DATA, ORDER };

/* How many times `part` is in `whole`, of each dimension. */
static tl_code divide_into(const tl_foreign_node *node, int field,
                           const tl_list *whole, const tl_list *part,
                           tl_list *out, tl_error *error) {
  out->count = whole->count;
  for (int64_t d = 0; d < whole->count; d++) {
    if (whole->items[d] % part->items[d] != 0)
      return tl_fail_at_field(node, field,
                              tl_fail(error, TL_INVALID,
                                      "%s: %" PRId64 " of dimension %" PRId64
                                      " does not divide %" PRId64,
                                      node->row->fields[field].name,
                                      part->items[d], d, whole->items[d]),
                              error);
    out->items[d] = whole->items[d] / part->items[d];
  }
  return TL_OK;
}

static tl_code multiply_each(const tl_list *a, const tl_list *b, tl_list *out,
                             tl_error *error) {
  out->count = a->count;
  for (int64_t d = 0; d < a->count; d++)
    TL_TRY(tl_multiply(a->items[d], b->items[d], &out->items[d], error));
  return TL_OK;
}

static tl_code check_fields(const tl_foreign_node *node, tl_error *error) {
  bool has_groups = field_is_set(node, SG_LAYOUT);
  bool has_lanes = field_is_set(node, LANE_LAYOUT);
  if (!has_lanes && !has_groups)
    return tl_fail(error, TL_INVALID,
                   "#xegpu.layout needs sg_layout or lane_layout to say who "
                   "holds an element");
  if (!has_groups && field_is_set(node, SG_DATA))
    return tl_fail_at_field(
        node, SG_DATA,
        tl_fail(error, TL_INVALID, "sg_data needs the field 'sg_layout'"),
        error);
  if (!has_lanes && field_is_set(node, LANE_DATA))
    return tl_fail_at_field(
        node, LANE_DATA,
        tl_fail(error, TL_INVALID, "lane_data needs the field 'lane_layout'"),
        error);
  return TL_OK;
}

/* Without lanes, the slots are those of a subgroup, and warpid numbers them. */
static tl_code finish(const tl_foreign_node *node, const tiling *tile,
                      tl_layout *out, tl_error *error) {
  int64_t lanes = tile->next[PART_LANE];
  TL_TRY(tl_tiling_finish(tile, lanes, out, error));
  for (int64_t i = 0; i < tl_layout_iters(out); i++)
    if (!field_is_set(node, LANE_LAYOUT) && out->iters[i].axis == TL_AXIS_TX)
      out->iters[i].axis = TL_AXIS_WARPID;
  return TL_OK;
}

static tl_code mean(const tl_foreign_node *node, const tl_list *shape,
                    TL_UNUSED int64_t lanes, tl_layout *out, tl_error *error) {
  const tl_list ones = tl_list_ones(shape->count);
  const tl_list rows = tl_row_major_order(shape->count);
  tl_list groups = field_list(node, SG_LAYOUT, ones);
  tl_list of_lanes = field_list(node, LANE_LAYOUT, ones);
  tl_list data = field_list(node, LANE_DATA, ones);
  tl_list order = field_list(node, ORDER, rows);
  tl_list unit, units, part, parts, instruction;
  tiling tile;
  TL_TRY(check_fields(node, error));
  if (field_is_set(node, SG_DATA))
    part = node->fields[SG_DATA].as.list;
  else
    TL_TRY(divide_into(node, SG_LAYOUT, shape, &groups, &part, error));
  instruction = field_list(node, INST_DATA, part);
  TL_TRY(divide_into(node, INST_DATA, &part, &instruction, &parts, error));
  TL_TRY(multiply_each(&of_lanes, &data, &unit, error));
  TL_TRY(divide_into(node, LANE_LAYOUT, &instruction, &unit, &units, error));
  tl_tiling_start(shape, &tile);
  TL_TRY(tl_tiling_take_each(&tile, PART_SLOT, &rows, &data, error));
  TL_TRY(tl_tiling_take_each(&tile, PART_LANE, &order, &of_lanes, error));
  TL_TRY(tl_tiling_take_each(&tile, PART_SLOT, &rows, &units, error));
  TL_TRY(tl_tiling_take_each(&tile, PART_SLOT, &rows, &parts, error));
  TL_TRY(tl_tiling_take_each(&tile, PART_WARP, &order, &groups, error));
  TL_TRY(tl_tiling_take_rest(&tile, &rows, error));
  return finish(node, &tile, out, error);
}

/* ---- Search ------------------------------------------------------------- */

/* Where the digits of the slots go on with the next level. */
typedef struct xegpu_levels {
  int64_t data, units, parts;
} xegpu_levels;

static bool try_levels(foreign_search *search, const tl_list *order,
                       const xegpu_levels *at) {
  const place_digits *slots = &search->parts[PART_SLOT];
  const tl_list rows = tl_row_major_order(search->shape.count);
  tl_foreign_node *node = tl_search_node(search, 0, &TL_XEGPU_LAYOUT);
  tl_list left = search->shape, data, lanes, units, parts, groups, part, whole;
  if (!tl_search_deal(slots, 0, at->data, &rows, &left, &data) ||
      !tl_search_deal_part(search, PART_LANE, order, &left, &lanes) ||
      !tl_search_deal(slots, at->data, at->units, &rows, &left, &units) ||
      !tl_search_deal(slots, at->units, at->parts, &rows, &left, &parts) ||
      !tl_search_deal_part(search, PART_WARP, order, &left, &groups) ||
      multiply_each(&data, &lanes, &part, NULL) ||
      multiply_each(&part, &units, &part, NULL) ||
      multiply_each(&part, &parts, &whole, NULL))
    return false;
  put_list(node, LANE_LAYOUT, &lanes);
  put_list(node, LANE_DATA, &data);
  put_list(node, SG_LAYOUT, &groups);
  put_list(node, SG_DATA, &whole);
  if (at->parts > at->units)
    put_list(node, INST_DATA, &part);
  put_list(node, ORDER, order);
  return tl_search_try(search);
}

/* Leaves a field out where that means the same. */
static void drop_field(foreign_search *search, int field) {
  tl_value *value = &search->value->nodes[search->at].fields[field];
  tl_kind kind = value->kind;
  value->kind = TL_KIND_NONE;
  if (!tl_search_try(search))
    value->kind = kind;
  search->is_found = true;
}

static void try_orders(foreign_search *search) {
  int64_t slots = search->parts[PART_SLOT].count;
  tl_list order = tl_row_major_order(search->shape.count);
  do {
    for (int64_t data = 0; data <= slots && !search->is_found; data++)
      for (int64_t units = data; units <= slots && !search->is_found; units++)
        for (int64_t parts = units; parts <= slots; parts++)
          if (try_levels(search, &order, &(xegpu_levels){data, units, parts})) {
            for (int field = ORDER; field >= 0; field--)
              drop_field(search, field);
            break;
          }
  } while (!search->is_found && tl_search_next_order(&order));
}

/* Moves the first digits of the warps to the lanes, or the last of the lanes to
 * the warps, so that `count` are those of lanes. */
static void split_threads(foreign_search *search, const place_digits *threads,
                          int64_t count) {
  place_digits *lanes = &search->parts[PART_LANE];
  place_digits *warps = &search->parts[PART_WARP];
  lanes->count = warps->count = 0;
  for (int64_t i = 0; i < threads->count; i++) {
    place_digits *part = i < count ? lanes : warps;
    part->items[part->count++] = threads->items[i];
  }
}

/* Subgroups have as many lanes as lane_layout says: those of a warp, or any
 * other number that the digits of threads allow. */
static tl_code search(foreign_search *search, TL_UNUSED tl_error *error) {
  const place_digits *warps = &search->parts[PART_WARP];
  place_digits threads = search->parts[PART_LANE];
  int64_t of_warp = threads.count;
  for (int64_t i = 0; i < warps->count && threads.count < TL_MAX_ITERS; i++)
    threads.items[threads.count++] = warps->items[i];
  try_orders(search);
  for (int64_t count = threads.count; count > 0 && !search->is_found; count--)
    if (count != of_warp) {
      split_threads(search, &threads, count);
      try_orders(search);
    }
  return TL_OK;
}

const tl_foreign TL_XEGPU_LAYOUT = {
    .name = "xegpu.layout",
    .role = TL_ROLE_HELD,
    .levels = "SLSWS",
    .fields = {{"sg_layout", TL_FOREIGN_EXTENTS, true},
               {"sg_data", TL_FOREIGN_EXTENTS, true},
               {"inst_data", TL_FOREIGN_EXTENTS, true},
               {"lane_layout", TL_FOREIGN_EXTENTS, true},
               {"lane_data", TL_FOREIGN_EXTENTS, true},
               {"order", TL_FOREIGN_ORDER, true}},
    .mean = mean,
    .search = search,
};
