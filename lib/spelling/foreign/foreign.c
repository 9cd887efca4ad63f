/* foreign.c - see tl/foreign.h. */
#include "base/checked.h"
#include "layout/layout_questions_sums.h"
#include "layout/layout_threads.h"
#include "layout/modes.h"
#include "search.h"
#include "spelling/distribution.h"
#include "spelling/value_text.h"
#include <string.h>

#define DECLARE(row, name) extern const tl_foreign row;
#define ADDRESS(row, name) &row,

TL_FOREIGN_ROWS(DECLARE, DECLARE)

const tl_foreign *const TL_FOREIGN[] = {TL_FOREIGN_ROWS(ADDRESS, ADDRESS)};

const int TL_FOREIGN_COUNT = sizeof TL_FOREIGN / sizeof *TL_FOREIGN;

const tl_foreign *tl_foreign_named(const char *name, size_t length) {
  for (int i = 0; i < TL_FOREIGN_COUNT; i++)
    if (strlen(TL_FOREIGN[i]->name) == length &&
        memcmp(TL_FOREIGN[i]->name, name, length) == 0)
      return TL_FOREIGN[i];
  return NULL;
}

/* ---- What it means ------------------------------------------------------ */

/* Items are above `least` and, where they have to be, powers of two. */
static tl_code check_items(const tl_foreign_field *field, const tl_list *items,
                           int64_t least, bool is_two_to_power,
                           tl_error *error) {
  for (int64_t i = 0; i < items->count; i++) {
    int64_t item = items->items[i];
    if (item < least)
      return tl_fail(error, TL_INVALID,
                     "%s has %" PRId64 "; the least is %" PRId64, field->name,
                     item, least);
    if (is_two_to_power && !tl_is_power_of_two(item))
      return tl_fail(error, TL_INVALID,
                     "%s has %" PRId64 ", which is no power of two",
                     field->name, item);
  }
  return TL_OK;
}

static tl_code check_count(const tl_foreign_field *field, int64_t count,
                           int64_t rank, tl_error *error) {
  if (count == rank)
    return TL_OK;
  return tl_fail(
      error, TL_INVALID,
      "%s has %" PRId64 " item%s; the tensor has %" PRId64 " dimension%s",
      field->name, count, count == 1 ? "" : "s", rank, rank == 1 ? "" : "s");
}

static tl_code check_order(const tl_foreign_field *field, const tl_list *order,
                           tl_error *error) {
  bool seen[TL_MAX_ITERS] = {false};
  for (int64_t i = 0; i < order->count; i++) {
    int64_t d = order->items[i];
    if (d < 0 || d >= order->count || seen[d])
      return tl_fail(error, TL_INVALID,
                     "%s has to name each of the %" PRId64
                     " dimensions once, from 0 on",
                     field->name, order->count);
    seen[d] = true;
  }
  return TL_OK;
}

static tl_code check_field(const tl_foreign *row, const tl_foreign_field *field,
                           const tl_value *value, int64_t rank,
                           tl_error *error) {
  const tl_list *list = &value->as.list;
  const tl_lists *lists = &value->as.lists;
  switch (field->form) {
  case TL_FOREIGN_LIST:
    return check_items(field, list, 1, row->is_two_to_power, error);
  case TL_FOREIGN_EXTENTS:
    TL_TRY(check_count(field, list->count, rank, error));
    return check_items(field, list, 1, row->is_two_to_power, error);
  case TL_FOREIGN_STRIDES:
    TL_TRY(check_count(field, list->count, rank, error));
    return check_items(field, list, 0, false, error);
  case TL_FOREIGN_ORDER:
    TL_TRY(check_count(field, list->count, rank, error));
    return check_order(field, list, error);
  case TL_FOREIGN_BASES:
    return lists->count ? check_count(field, lists->length, rank, error)
                        : TL_OK;
  default:
    return TL_OK;
  }
}

static tl_code check_fields(const tl_foreign_node *node, int64_t rank,
                            tl_error *error) {
  for (int i = 0; node->row->fields[i].name; i++)
    if (field_is_set(node, i))
      TL_TRY(tl_fail_at_field(node, i,
                              check_field(node->row, &node->row->fields[i],
                                          &node->fields[i], rank, error),
                              error));
  return TL_OK;
}

static tl_code check_required(const tl_foreign_node *node, tl_error *error) {
  const tl_foreign_field *fields = node->row->fields;
  for (int i = 0; fields[i].name; i++)
    if (!fields[i].is_optional && !field_is_set(node, i))
      return tl_fail(error, TL_INVALID, "#%s needs the field '%s'",
                     node->row->name, fields[i].name);
  return TL_OK;
}

static tl_code check_shape(const tl_foreign *row, const tl_list *shape,
                           tl_error *error) {
  TL_TRY(tl_check_shape(shape, error));
  for (int64_t d = 0; d < shape->count; d++)
    if (row->is_two_to_power && !tl_is_power_of_two(shape->items[d]))
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of dimension %" PRId64
                     " is no power of two, as those of #%s have to be",
                     shape->items[d], d, row->name);
  return TL_OK;
}

static tl_code find_shape(const tl_foreign_value *value, const tl_list *said,
                          tl_list *out, tl_error *error) {
  const tl_foreign_node *node = value->nodes;
  *out = *said;
  if (said->count)
    return check_shape(node->row, out, error);
  if (!node->row->shape)
    return tl_fail(error, TL_INVALID,
                   "#%s does not say the shape of its tensor: write "
                   "tensor<64x64xf16, #%s<...>>",
                   node->row->name, node->row->name);
  TL_TRY(node->row->shape(node, out, error));
  return check_shape(node->row, out, error);
}

tl_code tl_foreign_to_tile(const tl_foreign_value *value, const tl_list *shape,
                           int64_t lanes, tl_layout *out, tl_error *error) {
  const tl_foreign_node *node = value->nodes;
  int64_t threads, rank;
  tl_list said;
  for (int64_t i = 0; i < value->count; i++)
    TL_TRY(
        tl_fail_at_field(&node[i], 0, check_required(&node[i], error), error));
  TL_TRY(find_shape(value, shape, &said, error));
  rank = said.count;
  for (int64_t i = 0; i < value->count; i++) {
    TL_TRY(check_fields(&node[i], rank, error));
    rank += node[i].row == &TL_TTG_SLICE;
  }
  TL_TRY(node->row->mean(node, &said, lanes, out, error));
  TL_TRY(tl_layout_span(out, TL_AXIS_TX, &threads, error));
  return tl_layout_name_threads(out, tl_scope_of_threads(threads, lanes), lanes,
                                error);
}

/* ---- Which one means it ------------------------------------------------- */

/* Where a digit of the places begins within its dimension. */
static int64_t dimension_of(const tl_layout *layout, int64_t iter) {
  int64_t d = 0;
  for (; d < layout->rank && iter >= layout->group_size[d]; d++)
    iter -= layout->group_size[d];
  return d;
}

static void push_digit(place_digits *digits, int64_t dim, int64_t extent) {
  if (extent > 1)
    digits->items[digits->count++] = (place_digit){dim, extent};
}

static tl_code read_digits(const distribution *parts, foreign_search *search,
                           tl_error *error) {
  const tl_layout *layout = &parts->layout;
  for (int64_t i = 0; i < parts->slots.count; i++) {
    int64_t number = parts->slots.items[i];
    push_digit(&search->parts[PART_SLOT], dimension_of(layout, number),
               layout->iters[number].extent);
  }
  int64_t begun = 1;
  for (int64_t i = 0; i < parts->threads.count; i++) {
    int64_t number = parts->threads.items[i];
    int64_t extent = layout->iters[number].extent, low = extent;
    if (begun < search->lanes && search->lanes / begun < extent)
      low = search->lanes / begun;
    if (begun >= search->lanes)
      low = 1;
    if (extent % low ||
        (low < extent && begun < search->lanes && begun * low != search->lanes))
      return tl_fail(error, TL_INVALID,
                     "a digit of extent %" PRId64
                     " of the threads is in part of lanes, in part of warps",
                     extent);
    push_digit(&search->parts[PART_LANE], dimension_of(layout, number), low);
    push_digit(&search->parts[PART_WARP], dimension_of(layout, number),
               extent / low);
    begun *= extent;
  }
  return TL_OK;
}

/* A swizzle is of the slots, which linear layouts have as sums of bases. */
static tl_code open_held(const tl_foreign *row, const tl_layout *layout,
                         tl_scope scope, foreign_search *search,
                         tl_error *error) {
  distribution parts;
  tl_layout plain = *layout;
  tl_text name = {0};
  tl_text_append(&name, "#%s", row->name);
  plain.swizzle = (tl_swizzle){0};
  plain.twist = (tl_twist){{0}};
  if (!row->says_twists && !tl_twist_is_none(&layout->twist))
    return tl_fail(error, TL_INVALID,
                   "places move along several bits of the coordinate, which no "
                   "#%s says",
                   row->name);
  TL_TRY(tl_distribute(&plain, scope, search->lanes, name.data, true, &parts,
                       error));
  TL_TRY(read_digits(&parts, search, error));
  for (int64_t i = 0; i < tl_layout_iters(&parts.layout); i++)
    if (parts.layout.iters[i].axis != TL_AXIS_M)
      parts.layout.iters[i].axis = TL_AXIS_TX;
  parts.layout.swizzle = layout->swizzle;
  parts.layout.twist = layout->twist;
  return tl_layout_create(&parts.layout, &search->wanted, error);
}

static tl_code open_stored(const tl_foreign *row, const tl_layout *layout,
                           foreign_search *search, tl_error *error) {
  tl_layout memory;
  tl_text name = {0};
  tl_text_append(&name, "#%s", row->name);
  TL_TRY(tl_distribute_check_offset(layout, TL_AXIS_M, name.data, error));
  TL_TRY(tl_distribute_memory(layout, name.data, &memory, error));
  return tl_layout_create(&memory, &search->wanted, error);
}

static void format_place(const tl_layout *layout, const tl_list *coordinate,
                         char *text) {
  int64_t point[TL_AXIS_COUNT];
  tl_layout_apply(layout, coordinate->items, point);
  tl_format_point(layout, point, text);
}

static int64_t count_copies(const tl_layout *layout) {
  int64_t copies = 1;
  for (int64_t i = layout->shard_count; i < tl_layout_iters(layout); i++)
    copies *= layout->iters[i].extent;
  return copies;
}

/* The first digit of a dimension that the nearest candidate has elsewhere. */
static tl_code fail_nearest(const foreign_search *search, const char *name,
                            tl_error *error) {
  const tl_layout *wanted = &search->wanted;
  int64_t iter = wanted->shard_count;
  for (int64_t d = wanted->rank - 1; d >= 0; d--) {
    tl_list at = {.count = wanted->rank};
    at.items[d] = 1;
    for (int64_t i = 0; i < wanted->group_size[d]; i++) {
      char here[QUESTION_TEXT], there[QUESTION_TEXT];
      format_place(wanted, &at, here);
      format_place(&search->nearest, &at, there);
      if (strcmp(here, there) != 0)
        return tl_fail(
            error, TL_INVALID,
            "no #%s has the digit of extent %" PRId64 " of dimension %" PRId64
            " at step %" PRId64 ", to %s; the nearest goes to %s",
            name, wanted->iters[iter - 1].extent, d, at.items[d], here, there);
      at.items[d] *= wanted->iters[--iter].extent;
    }
  }
  if (wanted->swizzle.bits || search->nearest.swizzle.bits)
    return tl_fail(error, TL_INVALID, "no #%s has the swizzle of the layout",
                   name);
  return tl_fail(error, TL_INVALID,
                 "no #%s has each element in %" PRId64
                 " places, as the layout has; the nearest has it in %" PRId64,
                 name, count_copies(wanted), count_copies(&search->nearest));
}

static char level_of(const tl_iter *iter, int64_t lanes) {
  return iter->axis == TL_AXIS_M ? 'S' : iter->stride < lanes ? 'L' : 'W';
}

static const char *name_level(char level) {
  return level == 'S' ? "slots" : level == 'L' ? "lanes" : "warps";
}

static tl_code fail_level(const foreign_search *search, const tl_foreign *row,
                          int64_t dim, int64_t step, char level,
                          tl_error *error) {
  tl_text levels = {0};
  for (const char *at = row->levels; *at; at++)
    tl_text_append(&levels, "%s%s",
                   at == row->levels ? ""
                   : at[1]           ? ", "
                                     : " and ",
                   name_level(*at));
  return tl_fail(error, TL_INVALID,
                 "dimension %" PRId64 " of %" PRId64
                 " elements goes on along %s at step %" PRId64
                 "; #%s hands it out to %s",
                 dim, search->shape.items[dim], name_level(level), step,
                 row->name, levels.data);
}

/* The first digit of a dimension at a level that no more follows. */
static tl_code check_levels(const foreign_search *search, const tl_foreign *row,
                            tl_error *error) {
  const tl_layout *wanted = &search->wanted;
  for (int64_t d = 0; row->levels && d < wanted->rank; d++) {
    const tl_digits digits = tl_layout_digits(wanted, d);
    const char *at = row->levels;
    int64_t step = 1;
    for (int64_t i = 0; i < digits.count; i++) {
      char level = level_of(&digits.items[i], search->lanes);
      at = memchr(at, level, strlen(at));
      if (!at)
        return fail_level(search, row, d, step, level, error);
      step *= digits.items[i].extent;
    }
  }
  return TL_OK;
}

static tl_code fail_search(const foreign_search *search, const tl_foreign *row,
                           tl_error *error) {
  TL_TRY(check_levels(search, row, error));
  if (search->is_tried)
    return fail_nearest(search, row->name, error);
  return tl_fail(error, TL_INVALID,
                 row->levels ? "slots, lanes or warps go along the dimensions "
                               "in an order that no #%s has"
                             : "no #%s has the strides and the swizzle of the "
                               "layout",
                 row->name);
}

static tl_code check_wanted(const tl_foreign *row, const foreign_search *search,
                            tl_error *error) {
  const tl_layout *wanted = &search->wanted;
  if (search->shape.count == 0)
    return tl_fail(error, TL_INVALID,
                   "the layout has no dimensions; #%s has at least one",
                   row->name);
  TL_TRY(check_shape(row, &search->shape, error));
  for (int64_t i = 0; i < tl_layout_iters(wanted); i++)
    if (row->is_two_to_power && !tl_is_power_of_two(wanted->iters[i].extent))
      return tl_fail(error, TL_INVALID,
                     "the layout has copies in %" PRId64
                     " places, no power of two, as #%s has to have",
                     wanted->iters[i].extent, row->name);
  return TL_OK;
}

tl_code tl_foreign_from_tile(const tl_foreign *row, const tl_layout *layout,
                             tl_scope scope, int64_t lanes, int64_t bits,
                             tl_foreign_value *out, tl_error *error) {
  foreign_search search = {.lanes = lanes, .bits = bits, .value = out};
  TL_TRY(row->role == TL_ROLE_HELD
             ? open_held(row, layout, scope, &search, error)
             : open_stored(row, layout, &search, error));
  search.outer = search.shape = tl_layout_shape(&search.wanted);
  TL_TRY(check_wanted(row, &search, error));
  TL_TRY(row->search(&search, error));
  return search.is_found ? TL_OK : fail_search(&search, row, error);
}

/* ---- Text --------------------------------------------------------------- */

static void write_bases(const tl_lists *lists, const tl_writer *text) {
  tl_write(text, "[");
  for (int64_t i = 0; i < lists->count; i++) {
    tl_list list = {.count = lists->length};
    memcpy(list.items, lists->items[i], sizeof lists->items[i]);
    tl_write(text, i ? ", " : "");
    tl_list_write(&list, text);
  }
  tl_write(text, "]");
}

static void write_pads(const tl_lists *pads, const tl_writer *text) {
  for (int64_t i = 0; i < pads->count; i++)
    tl_write(text, "%s%" PRId64 ":+%" PRId64, i ? ", " : "[", pads->items[i][0],
             pads->items[i][1]);
  tl_write(text, "] ");
}

static void write_node(const tl_foreign_value *value, int64_t at,
                       const tl_writer *text);

static void write_field(const tl_foreign_value *value, int64_t at, int field,
                        const tl_writer *text) {
  const tl_foreign_node *node = &value->nodes[at];
  const tl_value *is = &node->fields[field];
  tl_write(text, "%s = ", node->row->fields[field].name);
  switch (node->row->fields[field].form) {
  case TL_FOREIGN_INTEGER:
    tl_write(text, "%" PRId64, is->as.integer);
    return;
  case TL_FOREIGN_BOOLEAN:
    tl_write(text, is->as.integer ? "true" : "false");
    return;
  case TL_FOREIGN_BASES:
    write_bases(&is->as.lists, text);
    return;
  case TL_FOREIGN_PARENT:
    write_node(value, at + 1, text);
    return;
  default:
    tl_list_write(&is->as.list, text);
  }
}

static void write_node(const tl_foreign_value *value, int64_t at,
                       const tl_writer *text) {
  const tl_foreign_node *node = &value->nodes[at];
  const tl_foreign *row = node->row;
  const char *before = "";
  int first = row->fields[0].form == TL_FOREIGN_PADS;
  tl_write(text, "#%s<", row->name);
  if (first)
    write_pads(&node->fields[0].as.lists, text);
  tl_write(text, row->has_braces ? "{" : "");
  for (int i = first; row->fields[i].name; i++) {
    if (!field_is_set(node, i) && row->fields[i].form != TL_FOREIGN_PARENT)
      continue;
    tl_write(text, "%s", before);
    write_field(value, at, i, text);
    before = ", ";
  }
  tl_write(text, row->has_braces ? "}>" : ">");
}

void tl_foreign_write(const tl_foreign_value *value, const tl_writer *text) {
  write_node(value, 0, text);
}
