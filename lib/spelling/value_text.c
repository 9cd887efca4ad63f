/* value_text.c - see value_text.h. */
#include "value_text.h"
#include "cute/cute_parts.h"
#include <inttypes.h>

void tl_items_write(const tl_list *list, const tl_writer *text) {
  for (int64_t i = 0; i < list->count; i++)
    tl_write(text, i ? ", %" PRId64 : "%" PRId64, list->items[i]);
}

void tl_list_write(const tl_list *list, const tl_writer *text) {
  tl_write(text, "[");
  tl_items_write(list, text);
  tl_write(text, "]");
}

void tl_field_write(const char *name, const tl_list *list,
                    const tl_writer *text) {
  tl_write(text, "%s = ", name);
  tl_list_write(list, text);
}

void tl_swizzle_write(const tl_swizzle *swizzle, const tl_writer *text) {
  tl_write(text,
           "(base = %" PRId64 ", bits = %" PRId64 ", shift = %" PRId64 ")",
           swizzle->base, swizzle->bits, swizzle->shift);
}

/* What is written of a part: values, extents, strides, or both of these as a
 * tiler has them. */
typedef enum leaf_form { VALUES, EXTENTS, STRIDES, TILES } leaf_form;

/* 2@1@0, the innermost item first. */
static void print_number(int64_t number, int64_t basis, const tl_writer *text) {
  tl_tuple path = tl_basis_path(basis);
  tl_write(text, "%" PRId64, number);
  for (int64_t i = path.leaf_count - 1; i >= 0; i--)
    tl_write(text, "@%" PRId64, path.leaves[i].value);
}

static void print_part(const tuple_part *part, leaf_form form,
                       const tl_writer *text) {
  const tl_leaf *leaf = &part->tuple->leaves[part->leaf];
  int node = part_node(part);
  bool is_by_mode = node >= TL_NODE_BY_MODE;
  if (node == TL_NODE_ALL) {
    tl_write(text, "_");
  } else if (form == TILES && !is_by_mode) {
    print_part(part, EXTENTS, text);
    tl_write(text, ":");
    print_part(part, STRIDES, text);
  } else if (node == TL_NODE_INTEGER) {
    print_number(form == STRIDES ? leaf->stride : leaf->value,
                 form == EXTENTS ? 0 : leaf->basis, text);
  } else {
    tuple_part item = part_first(part);
    tl_write(text, is_by_mode ? "<" : "(");
    for (int64_t i = 0; i < part_rank(part); i++, item = part_next(item)) {
      tl_write(text, i ? "," : "");
      print_part(&item, form, text);
    }
    tl_write(text, is_by_mode ? ">" : ")");
  }
}

void tl_tuple_write(const tl_tuple *tuple, const tl_writer *text) {
  tuple_part root = part_of(tuple);
  print_part(&root, VALUES, text);
}

void tl_tiler_write(const tl_tiler *tiler, const tl_writer *text) {
  tuple_part root = part_of(tiler);
  print_part(&root, TILES, text);
}

/* With the integers that the layout leads to. */
static void write_start(const tl_composed *composed, const tl_writer *text) {
  tl_cute_place start = composed->start;
  tl_tuple zero = tl_tuple_integer(0);
  if (tl_cute_place_at(&zero, &composed->layout, &start, NULL) == TL_OK &&
      tl_cute_place_to_tuple(&start, &zero, NULL) == TL_OK)
    tl_tuple_write(&zero, text);
  tl_write(text, " o ");
}

void tl_composed_write(const tl_composed *composed, const tl_writer *text) {
  if (composed->swizzle.bits > 0) {
    tl_cute_swizzle_write(&composed->swizzle, text);
    tl_write(text, " o ");
  }
  if (composed->start.count > 0)
    write_start(composed, text);
  else if (!tl_composed_is_plain(composed))
    tl_write(text, "%" PRId64 " o ", composed->offset);
  tl_tiler_write(&composed->layout, text);
}

void tl_cute_swizzle_write(const tl_swizzle *swizzle, const tl_writer *text) {
  tl_write(text, "Sw<%" PRId64 ",%" PRId64 ",%" PRId64 ">", swizzle->bits,
           swizzle->base, swizzle->shift);
}
