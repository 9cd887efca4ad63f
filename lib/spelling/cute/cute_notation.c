/* cute_notation.c - CuTe layouts of memory and thread-value layouts as
 * notations.
 *
 * The leaves of a mode are the iters of a dimension of a tile layout, fastest
 * first. */
#include "base/checked.h"
#include "cute_parts.h"
#include "spelling/distribution.h"
#include "spelling/value_text.h"
#include "tl/notation.h"
#include <stdlib.h>

tl_code tl_layout_from_cute(const tl_composed *layout, tl_layout *out,
                            tl_error *error) {
  const tl_cute *modes = &layout->layout;
  tuple_part root = part_of(modes), mode = part_first(&root);
  tl_layout fields = {.rank = part_rank(&root),
                      .shard_count = modes->leaf_count,
                      .offset = {[TL_AXIS_M] = layout->offset},
                      .swizzle = layout->swizzle};
  TL_TRY(tl_composed_check_integers(layout, error));
  if (fields.rank > TL_MAX_RANK)
    return tl_fail(error, TL_CAPACITY,
                   "rank %" PRId64 " is above the supported rank %d",
                   fields.rank, TL_MAX_RANK);
  for (int64_t d = 0; d < fields.rank; d++) {
    tuple_part next = part_next(mode);
    tl_iter *iter = &fields.iters[mode.leaf];
    fields.group_size[d] = next.leaf - mode.leaf;
    for (int64_t i = next.leaf - 1; i >= mode.leaf; i--)
      *iter++ = (tl_iter){modes->leaves[i].value, modes->leaves[i].stride,
                          TL_AXIS_M, 0};
    mode = next;
  }
  return tl_layout_create(&fields, out, error);
}

/* CuTe wants |shift| >= bits, which leaving out bits that no offset has may
 * give. */
static tl_code cute_swizzle(const tl_layout *layout, tl_swizzle *out,
                            tl_error *error) {
  int64_t span;
  TL_TRY(tl_layout_span(layout, TL_AXIS_M, &span, error));
  bool overlaps = llabs(layout->swizzle.shift) < layout->swizzle.bits;
  *out =
      overlaps ? tl_swizzle_trim(&layout->swizzle, span - 1) : layout->swizzle;
  return TL_OK;
}

tl_code tl_layout_to_cute(const tl_layout *layout, tl_composed *out,
                          tl_error *error) {
  tl_layout busy, canonical;
  TL_TRY(tl_distribute_memory(layout, "a CuTe layout", &busy, error));
  TL_TRY(tl_layout_create(&busy, &canonical, error));

  tl_cute modes = {0};
  if (canonical.rank != 1 || canonical.group_size[0] > 1)
    TL_TRY(tl_tuple_put(&modes, (int)canonical.rank, (tl_leaf){0}, error));
  const tl_iter *end = canonical.iters;
  for (int64_t d = 0; d < canonical.rank; d++) {
    flat_modes leaves = {0};
    end += canonical.group_size[d];
    for (int64_t i = 1; i <= canonical.group_size[d]; i++)
      flat_push(&leaves, end[-i].extent, end[-i].stride);
    TL_TRY(tl_flat_put(&leaves, &modes, error));
  }
  tl_swizzle swizzle;
  TL_TRY(tl_cute_check(&modes, error));
  TL_TRY(cute_swizzle(&canonical, &swizzle, error));
  return tl_composed_create(&swizzle, canonical.offset[TL_AXIS_M], &modes, out,
                            error);
}

static void print_cute(const tl_value *value, TL_UNUSED bool in_attribute,
                       const tl_writer *text) {
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
  TL_TRY(tl_composed_check_integers(&value->as.composed, error));
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
    .print = print_cute,
    .to_tile = to_tile,
    .from_tile = from_tile,
    .shape = shape,
    .span = span,
    .locate = locate,
    .is_cute = true,
};

static void print_tv(const tl_value *value, TL_UNUSED bool in_attribute,
                     const tl_writer *text) {
  const tl_cute_tv *layout = &value->as.tv;
  tl_tiler_write(&layout->layout, text);
  tl_write(text, ", tile = (");
  for (int64_t d = 0; d < layout->tile.count; d++)
    tl_write(text, d ? ", %" PRId64 : "%" PRId64, layout->tile.items[d]);
  tl_write(text, ")");
}

static tl_code tv_to_tile(const tl_value *value, tl_layout *out,
                          tl_error *error) {
  return tl_layout_from_cute_tv(&value->as.tv, out, error);
}

static tl_code tv_from_tile(const tl_layout *layout, tl_scope scope,
                            int64_t lanes, tl_value *out, tl_error *error) {
  return tl_layout_to_cute_tv(layout, scope, lanes, &out->as.tv, error);
}

const tl_notation TL_CUTE_TV_NOTATION = {
    .name = "cute_tv",
    .described = "a thread-value layout",
    .noun = "thread-value layout",
    .kind = TL_KIND_CUTE_TV,
    .role = TL_ROLE_HELD,
    .word_count = sizeof(tl_cute_tv) / sizeof(int64_t),
    .has_fields = true,
    .print = print_tv,
    .to_tile = tv_to_tile,
    .from_tile = tv_from_tile,
    .slot = "value",
    .marks = {"T", " V"},
};
