/* cute_text.c - see cute_text.h. */
#include "cute_text.h"
#include "tuple_walk.h"
#include <inttypes.h>

static void print_part(const tuple_part *part, const tl_writer *text);

void tl_tuple_write(const tl_tuple *tuple, const tl_writer *text) {
  tuple_part root = part_of(tuple);
  print_part(&root, text);
}

static void print_part(const tuple_part *part, const tl_writer *text) {
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
                       const tl_writer *text) {
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

void tl_tiler_write(const tl_tiler *tiler, const tl_writer *text) {
  tuple_part root = part_of(&tiler->shape);
  print_tile(tiler, &root, text);
}

void tl_composed_write(const tl_composed *composed, const tl_writer *text) {
  if (!tl_composed_is_plain(composed)) {
    tl_cute_swizzle_write(&composed->swizzle, text);
    tl_write(text, " o %" PRId64 " o ", composed->offset);
  }
  tl_tuple_write(&composed->layout.shape, text);
  tl_write(text, ":");
  tl_tuple_write(&composed->layout.stride, text);
}

void tl_cute_swizzle_write(const tl_swizzle *swizzle, const tl_writer *text) {
  tl_write(text, "Sw<%" PRId64 ",%" PRId64 ",%" PRId64 ">", swizzle->bits,
           swizzle->base, swizzle->shift);
}
