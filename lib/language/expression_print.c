/* expression_print.c - Values as text; see tl_value_print. */
#include "spelling/cute/tuple_walk.h"
#include "tl/expression.h"
#include <assert.h>
#include <inttypes.h>
#include <string.h>

static void print_grid(const tl_register *layout, tl_writer *text);
static void print_place(const tl_register_place *place, tl_writer *text);
static void print_offsets(const tl_shared *layout, tl_writer *text);
static void print_list(const tl_list *list, tl_writer *text);
static void print_tuple(const tl_tuple *tuple, tl_writer *text);
static void print_tiler(const tl_tiler *tiler, tl_writer *text);
static void print_tile(const tl_tiler *tiler, const tuple_part *shape,
                       tl_writer *text);
static void print_part(const tuple_part *part, tl_writer *text);
static void print_composed(const tl_composed *composed, tl_writer *text);
static void print_cute_swizzle(const tl_swizzle *swizzle, tl_writer *text);
static void print_cute_tv(const tl_cute_tv *layout, tl_writer *text);
static void print_values(const tl_composed *composed, tl_writer *text);
static void print_swizzle(const tl_swizzle *swizzle, tl_writer *text);
static void print_register(const tl_register *layout, tl_writer *text);
static void print_shared(const tl_shared *layout, bool named_swizzle,
                         tl_writer *text);
static void print_layout(const tl_layout *layout, tl_writer *text);
static void print_groups(const tl_layout *layout, bool strides,
                         tl_writer *text);
static void print_number(const tl_layout *layout, const tl_iter *iter,
                         bool stride, tl_writer *text);
static void print_replicas(const tl_layout *layout, bool strides,
                           tl_writer *text);
static void print_point(const tl_point *point, tl_writer *text);

const char *tl_kind_describe(tl_kind kind) {
  static const char *const NAMES[TL_KIND_COUNT] = {
      [TL_KIND_NONE] = "nothing",
      [TL_KIND_INTEGER] = "an integer",
      [TL_KIND_BOOLEAN] = "true or false",
      [TL_KIND_NAME] = "a name",
      [TL_KIND_LIST] = "a list of integers",
      [TL_KIND_TUPLE] = "a tuple",
      [TL_KIND_COORDINATE] = "a coordinate with _",
      [TL_KIND_SWIZZLE] = "a swizzle",
      [TL_KIND_REGISTER] = "a register layout",
      [TL_KIND_SHARED] = "a shared layout",
      [TL_KIND_LAYOUT] = "a tile layout",
      [TL_KIND_CUTE] = "a CuTe layout",
      [TL_KIND_CUTE_TV] = "a thread-value layout",
      [TL_KIND_CUTE_SWIZZLE] = "a CuTe swizzle",
      [TL_KIND_TILER] = "a tiler",
      [TL_KIND_SLICED] = "a layout and an offset",
      [TL_KIND_VALUES] = "a list of values",
      [TL_KIND_GRID] = "a grid",
      [TL_KIND_OFFSETS] = "a list of offsets",
      [TL_KIND_POINT] = "a point",
      [TL_KIND_PLAN] = "a copy plan",
  };
  return NAMES[kind];
}

void tl_value_print(const tl_value *value, tl_text *text) {
  tl_value_write(value, tl_text_writer(text));
}

void tl_value_print_in_family(const tl_value *value, tl_text *text) {
  tl_writer writer = tl_text_writer(text);
  if (value->kind == TL_KIND_REGISTER)
    print_register(&value->as.reg, &writer);
  else if (value->kind == TL_KIND_SHARED)
    print_shared(&value->as.shared, false, &writer);
  else if (value->kind == TL_KIND_CUTE_TV)
    print_cute_tv(&value->as.tv, &writer);
  else
    tl_value_write(value, writer);
}

/* One piece of at most a few numbers. */
void tl_value_write(const tl_value *value, tl_writer writer) {
  tl_writer *text = &writer;
  assert(value->kind != TL_KIND_NONE && value->kind < TL_KIND_COUNT);
  switch (value->kind) {
  case TL_KIND_INTEGER:
    tl_write(text, "%" PRId64, value->as.integer);
    return;
  case TL_KIND_BOOLEAN:
    tl_write(text, value->as.integer ? "true" : "false");
    return;
  case TL_KIND_TUPLE:
  case TL_KIND_COORDINATE:
    print_tuple(&value->as.tuple, text);
    return;
  case TL_KIND_CUTE:
    print_composed(&value->as.composed, text);
    return;
  case TL_KIND_CUTE_TV:
    tl_write(text, "cute_tv(");
    print_cute_tv(&value->as.tv, text);
    tl_write(text, ")");
    return;
  case TL_KIND_CUTE_SWIZZLE:
    print_cute_swizzle(&value->as.swizzle, text);
    return;
  case TL_KIND_TILER:
    print_tiler(&value->as.tiler, text);
    return;
  case TL_KIND_SLICED:
    tl_write(text, "(");
    print_composed(&value->as.sliced.composed, text);
    tl_write(text, ",%" PRId64 ")", value->as.sliced.offset);
    return;
  case TL_KIND_VALUES:
    print_values(&value->as.composed, text);
    return;
  case TL_KIND_LIST:
    print_list(&value->as.list, text);
    return;
  case TL_KIND_SWIZZLE:
    tl_write(text, "swizzle");
    print_swizzle(&value->as.swizzle, text);
    return;
  case TL_KIND_REGISTER:
    tl_write(text, "register(");
    print_register(&value->as.reg, text);
    tl_write(text, ")");
    return;
  case TL_KIND_SHARED:
    tl_write(text, "shared(");
    print_shared(&value->as.shared, true, text);
    tl_write(text, ")");
    return;
  case TL_KIND_LAYOUT:
    print_layout(&value->as.layout, text);
    return;
  case TL_KIND_GRID:
    print_grid(&value->as.reg, text);
    return;
  case TL_KIND_OFFSETS:
    print_offsets(&value->as.shared, text);
    return;
  case TL_KIND_POINT:
    print_point(&value->as.point, text);
    return;
  case TL_KIND_PLAN:
    tl_write(text, "plan(");
    writer.write(writer.stream, value->as.plan.text,
                 strlen(value->as.plan.text));
    tl_write(text, ")");
    return;
  case TL_KIND_NONE:
  case TL_KIND_NAME:
  case TL_KIND_COUNT:
    return;
  }
}

/* For each element the list of [thread, slot]. */
static void print_grid(const tl_register *layout, tl_writer *text) {
  tl_list coordinate = {.count = layout->shape.count};
  const char *separator = "[";
  do {
    tl_register_place place;
    tl_write(text, "%s", separator);
    if (tl_register_locate(layout, &coordinate, &place, NULL) == TL_OK)
      print_place(&place, text);
    separator = ", ";
  } while (tl_list_next_coordinate(&layout->shape, &coordinate));
  tl_write(text, "]");
}

static void print_place(const tl_register_place *place, tl_writer *text) {
  tl_write(text, "[");
  for (int64_t i = 0; i < tl_register_place_count(place); i++)
    tl_write(text, "%s[%" PRId64 ", %" PRId64 "]", i ? ", " : "",
             tl_register_place_thread(place, i), place->slot);
  tl_write(text, "]");
}

static void print_offsets(const tl_shared *layout, tl_writer *text) {
  tl_list coordinate = {.count = layout->shape.count};
  const char *separator = "[";
  do {
    int64_t offset = 0;
    if (tl_shared_offset(layout, &coordinate, &offset, NULL) == TL_OK)
      tl_write(text, "%s%" PRId64, separator, offset);
    separator = ", ";
  } while (tl_list_next_coordinate(&layout->shape, &coordinate));
  tl_write(text, "]");
}

/* The next coordinate in row-major order; false after the last. */

static void print_list(const tl_list *list, tl_writer *text) {
  tl_write(text, "[");
  for (int64_t i = 0; i < list->count; i++)
    tl_write(text, i ? ", %" PRId64 : "%" PRId64, list->items[i]);
  tl_write(text, "]");
}

static void print_tuple(const tl_tuple *tuple, tl_writer *text) {
  tuple_part root = part_of(tuple);
  print_part(&root, text);
}

static void print_part(const tuple_part *part, tl_writer *text) {
  if (part_node(part) == TL_NODE_ALL) {
    tl_write(text, "_");
    return;
  }
  if (part_is_leaf(part)) {
    tl_write(text, "%" PRId64, part_value(part));
    return;
  }
  tuple_part item = part_first(part);
  tl_write(text, "(");
  for (int64_t i = 0; i < part_rank(part); i++, item = part_next(item)) {
    tl_write(text, i ? "," : "");
    print_part(&item, text);
  }
  tl_write(text, ")");
}

/* The parts of shape and stride stand at the same places. */
static void print_tile(const tl_tiler *tiler, const tuple_part *shape,
                       tl_writer *text) {
  if (part_node(shape) < TL_NODE_BY_MODE) {
    tuple_part stride = {&tiler->stride, shape->node, shape->leaf};
    print_part(shape, text);
    if (part_node(shape) == TL_NODE_ALL)
      return;
    tl_write(text, ":");
    print_part(&stride, text);
    return;
  }
  tuple_part item = part_first(shape);
  tl_write(text, "<");
  for (int64_t i = 0; i < part_rank(shape); i++, item = part_next(item)) {
    tl_write(text, i ? "," : "");
    print_tile(tiler, &item, text);
  }
  tl_write(text, ">");
}

static void print_tiler(const tl_tiler *tiler, tl_writer *text) {
  tuple_part root = part_of(&tiler->shape);
  print_tile(tiler, &root, text);
}

static void print_composed(const tl_composed *composed, tl_writer *text) {
  if (!tl_composed_is_plain(composed)) {
    print_cute_swizzle(&composed->swizzle, text);
    tl_write(text, " o %" PRId64 " o ", composed->offset);
  }
  print_tuple(&composed->layout.shape, text);
  tl_write(text, ":");
  print_tuple(&composed->layout.stride, text);
}

static void print_cute_swizzle(const tl_swizzle *swizzle, tl_writer *text) {
  tl_write(text, "Sw<%" PRId64 ",%" PRId64 ",%" PRId64 ">", swizzle->bits,
           swizzle->base, swizzle->shift);
}

static void print_cute_tv(const tl_cute_tv *layout, tl_writer *text) {
  tl_composed plain = {.layout = layout->layout};
  print_composed(&plain, text);
  tl_write(text, ", tile = (");
  for (int64_t d = 0; d < layout->tile.count; d++)
    tl_write(text, d ? ", %" PRId64 : "%" PRId64, layout->tile.items[d]);
  tl_write(text, ")");
}

static void print_values(const tl_composed *composed, tl_writer *text) {
  int64_t size = 0, value = 0;
  tl_code code = tl_cute_size(&composed->layout, &size, NULL);
  tl_write(text, "[");
  for (int64_t i = 0; code == TL_OK && i < size; i++) {
    code = tl_composed_apply(composed, i, &value, NULL);
    tl_write(text, i ? ", %" PRId64 : "%" PRId64, value);
  }
  tl_write(text, "]");
}

static void print_swizzle(const tl_swizzle *swizzle, tl_writer *text) {
  tl_write(text,
           "(base = %" PRId64 ", bits = %" PRId64 ", shift = %" PRId64 ")",
           swizzle->base, swizzle->bits, swizzle->shift);
}

static void print_register(const tl_register *layout, tl_writer *text) {
  tl_write(text, "shape = ");
  print_list(&layout->shape, text);
  tl_write(text, ", mode_shape = ");
  print_list(&layout->mode_shape, text);
  tl_write(text, ", spatial_modes = ");
  print_list(&layout->spatial_modes, text);
  tl_write(text, ", local_modes = ");
  print_list(&layout->local_modes, text);
}

static void print_shared(const tl_shared *layout, bool named_swizzle,
                         tl_writer *text) {
  tl_write(text, "shape = ");
  print_list(&layout->shape, text);
  tl_write(text, ", mode_shape = ");
  print_list(&layout->mode_shape, text);
  tl_write(text, ", mode_strides = ");
  print_list(&layout->mode_strides, text);
  if (!layout->swizzle.bits)
    return;
  tl_write(text, ", swizzle = %s", named_swizzle ? "swizzle" : "");
  print_swizzle(&layout->swizzle, text);
}

static void print_layout(const tl_layout *layout, tl_writer *text) {
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
    print_swizzle(&layout->swizzle, text);
  }
}

/* A dimension without iters has extent 1 and is written 1 : 0. */
static void print_groups(const tl_layout *layout, bool strides,
                         tl_writer *text) {
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
                           tl_writer *text) {
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
                         bool stride, tl_writer *text) {
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

/* Axes where it is 0 are left out, as long as one remains. */
static void print_point(const tl_point *point, tl_writer *text) {
  const char *separator = "";
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (point->along[axis]) {
      tl_write(text, "%s%" PRId64 "@%s", separator, point->along[axis],
               tl_axis_describe(axis)->name);
      separator = " + ";
    }
  if (!*separator)
    tl_write(text, "0@m");
}
