/* tile_notation.c - Tile layouts as a notation. */
#include "spelling/value_text.h"
#include "tl/notation.h"
#include <inttypes.h>

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

/* Several in parentheses; a dimension without iters has extent 1 and is written
 * 1 : 0. */
static void print_iters(const tl_layout *layout, const tl_iter *iters,
                        int64_t count, bool strides, const tl_writer *text) {
  tl_write(text, "%s", count > 1 ? "(" : "");
  if (count == 0)
    tl_write(text, strides ? "0" : "1");
  for (int64_t i = 0; i < count; i++) {
    tl_write(text, "%s", i ? ", " : "");
    print_number(layout, &iters[i], strides, text);
  }
  tl_write(text, "%s", count > 1 ? ")" : "");
}

static void print_groups(const tl_layout *layout, bool strides,
                         const tl_writer *text) {
  const tl_iter *iters = layout->iters;
  tl_write(text, "(");
  for (int64_t d = 0; d < layout->rank; iters += layout->group_size[d++]) {
    tl_write(text, "%s", d ? ", " : "");
    print_iters(layout, iters, layout->group_size[d], strides, text);
  }
  tl_write(text, layout->rank == 1 ? ",)" : ")");
}

static void print(const tl_value *value, TL_UNUSED bool in_attribute,
                  const tl_writer *text) {
  const tl_layout *layout = &value->as.layout;
  const tl_iter *replicas = &layout->iters[layout->shard_count];
  tl_write(text, "S[");
  print_groups(layout, false, text);
  tl_write(text, " : ");
  print_groups(layout, true, text);
  tl_write(text, "]");
  if (layout->replica_count) {
    tl_write(text, " + R[");
    print_iters(layout, replicas, layout->replica_count, false, text);
    tl_write(text, " : ");
    print_iters(layout, replicas, layout->replica_count, true, text);
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

static tl_code to_tile(const tl_value *value, tl_layout *out,
                       TL_UNUSED tl_error *error) {
  *out = value->as.layout;
  return TL_OK;
}

static tl_code from_tile(const tl_layout *layout, TL_UNUSED tl_scope scope,
                         TL_UNUSED int64_t lanes, tl_value *out,
                         TL_UNUSED tl_error *error) {
  out->as.layout = *layout;
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
};
