/* tile_notation.c - Tile layouts as a notation.
 *
 * A tile layout moves each axis by itself: the copies on an axis are the sums
 * of its own replica steps. */
#include "tile_notation.h"
#include "spelling/value_text.h"
#include <inttypes.h>

static void print_groups(const tl_layout *layout, bool strides,
                         const tl_writer *text);
static void print_number(const tl_layout *layout, const tl_iter *iter,
                         bool stride, const tl_writer *text);
static void print_replicas(const tl_layout *layout, bool strides,
                           const tl_writer *text);

static void print(const tl_value *value, bool in_attribute,
                  const tl_writer *text) {
  const tl_layout *layout = &value->as.layout;
  (void)in_attribute;
  tl_write(text, "S[");
  print_groups(layout, false, text);
  tl_write(text, " : ");
  print_groups(layout, true, text);
  tl_write(text, "]");
  if (layout->replica_count) {
    tl_write(text, " + R[");
    print_replicas(layout, false, text);
    tl_write(text, " : ");
    print_replicas(layout, true, text);
    tl_write(text, "]");
  }
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (layout->offset[axis])
      tl_write(text, " + %" PRId64 "@%s", layout->offset[axis],
               tl_axis_describe(axis)->name);
  if (layout->swizzle.bits) {
    tl_write(text, " + swizzle");
    tl_swizzle_write(&layout->swizzle, text);
  }
}

/* A dimension without iters has extent 1 and is written 1 : 0. */
static void print_groups(const tl_layout *layout, bool strides,
                         const tl_writer *text) {
  static const tl_iter UNIT = {1, 0, TL_AXIS_M, 0};
  const tl_iter *iter = layout->iters;
  tl_write(text, "(");
  for (int64_t d = 0; d < layout->rank; d++) {
    int64_t count = layout->group_size[d];
    tl_write(text, "%s%s", d ? ", " : "", count > 1 ? "(" : "");
    for (int64_t i = 0; i < count; i++) {
      tl_write(text, "%s", i ? ", " : "");
      print_number(layout, iter++, strides, text);
    }
    if (count == 0)
      print_number(layout, &UNIT, strides, text);
    tl_write(text, "%s", count > 1 ? ")" : "");
  }
  tl_write(text, layout->rank == 1 ? ",)" : ")");
}

static void print_replicas(const tl_layout *layout, bool strides,
                           const tl_writer *text) {
  const tl_iter *replicas = &layout->iters[layout->shard_count];
  tl_write(text, "%s", layout->replica_count > 1 ? "(" : "");
  for (int64_t i = 0; i < layout->replica_count; i++) {
    tl_write(text, "%s", i ? ", " : "");
    print_number(layout, &replicas[i], strides, text);
  }
  tl_write(text, "%s", layout->replica_count > 1 ? ")" : "");
}

/* An extent, or a stride: 4, 4@laneid, ld{div 8}, 2*ld{div 8}. */
static void print_number(const tl_layout *layout, const tl_iter *iter,
                         bool stride, const tl_writer *text) {
  if (!stride) {
    tl_write(text, "%" PRId64, iter->extent);
    return;
  }
  if (iter->symbol == 0 || iter->stride != 1)
    tl_write(text, "%" PRId64 "%s", iter->stride, iter->symbol ? "*" : "");
  if (iter->symbol) {
    tl_write(text, "ld");
    if (iter->symbol > 1)
      tl_write(text, "%" PRId64, iter->symbol);
    if (layout->divisor[iter->symbol - 1] > 1)
      tl_write(text, "{div %" PRId64 "}", layout->divisor[iter->symbol - 1]);
  }
  if (iter->axis != TL_AXIS_M)
    tl_write(text, "@%s", tl_axis_describe((tl_axis)iter->axis)->name);
}

static tl_code to_tile(const tl_value *value, tl_scope scope, int64_t lanes,
                       tl_layout *out, tl_error *error) {
  return tl_layout_on_scope(&value->as.layout, scope, lanes, out, error);
}

static tl_code from_tile(const tl_layout *layout, TL_UNUSED tl_scope scope,
                         TL_UNUSED int64_t lanes, tl_value *out,
                         TL_UNUSED tl_error *error) {
  out->as.layout = *layout;
  return TL_OK;
}

/* The span is known where every stride is. */
static tl_code shape(const tl_value *value, tl_list *out, tl_error *error) {
  int64_t span;
  tl_layout_shape(&value->as.layout, out);
  return tl_layout_span(&value->as.layout, TL_AXIS_M, &span, error);
}

/* Copies on an axis, of which there may be more than can be counted. */
static tl_code copies_on(const tl_layout *layout, tl_axis axis,
                         tl_register_place *sums, tl_error *error) {
  int64_t count;
  for (int64_t i = 0; i < layout->replica_count; i++) {
    const tl_iter *iter = &layout->iters[layout->shard_count + i];
    if (iter->axis != (int64_t)axis)
      continue;
    TL_TRY(tl_list_append(&sums->replica_extents, iter->extent, error));
    TL_TRY(tl_list_append(&sums->replica_strides, iter->stride, error));
  }
  return tl_list_product(&sums->replica_extents, &count, error);
}

/* The axes that the layout moves along and last m, the storage, which threads
 * have also where it is one element; a replica of stride 0 is a copy, too. */
static tl_code locate(const tl_value *value, const tl_list *coordinate,
                      tl_location *out, tl_error *error) {
  tl_layout plain = value->as.layout;
  int64_t point[TL_AXIS_COUNT];
  bool has_m = true;
  plain.swizzle = (tl_swizzle){0};
  tl_layout_apply(&plain, coordinate->items, point);
  out->count = 0;
  for (int i = 1; i <= TL_AXIS_COUNT; i++) {
    tl_axis axis = (tl_axis)(i % TL_AXIS_COUNT);
    const tl_axis_facts *facts = tl_axis_describe(axis);
    tl_numbers numbers = {.name = facts->name, .sums.first = point[axis]};
    int64_t span;
    TL_TRY(tl_layout_span(&plain, axis, &span, error));
    TL_TRY(copies_on(&plain, axis, &numbers.sums, error));
    bool is_used = span > 1 || numbers.sums.replica_extents.count > 0;
    if (axis == TL_AXIS_M)
      numbers.swizzle = value->as.layout.swizzle;
    else if (is_used && facts->kind != TL_AXIS_THREAD)
      has_m = false;
    if (is_used || (axis == TL_AXIS_M && has_m))
      out->items[out->count++] = numbers;
  }
  return TL_OK;
}

const tl_notation TL_TILE_NOTATION = {
    .name = "tile",
    .described = "a tile layout",
    .noun = "tile layout",
    .kind = TL_KIND_LAYOUT,
    .role = TL_ROLE_ANY,
    .word_count = sizeof(tl_layout) / sizeof(int64_t),
    .print = print,
    .to_tile = to_tile,
    .from_tile = from_tile,
    .shape = shape,
    .locate = locate,
};
