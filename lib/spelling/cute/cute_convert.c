/* cute_convert.c - CuTe layouts of memory as tile layouts, and back: the leaves
 * of a mode are the iters of a dimension, fastest first. */
#include "base/checked.h"
#include "cute_flat.h"
#include "spelling/distribution.h"
#include "tl/cute_swizzle.h"
#include "tuple_walk.h"

tl_code tl_layout_from_cute(const tl_composed *layout, tl_layout *out,
                            tl_error *error) {
  const tl_cute *modes = &layout->layout;
  tuple_part root = part_of(modes), mode = part_first(&root);
  tl_layout fields = {.rank = part_rank(&root),
                      .shard_count = modes->leaf_count,
                      .offset = {[TL_AXIS_M] = layout->offset},
                      .swizzle = layout->swizzle};
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
  int64_t span, distance = layout->swizzle.shift;
  TL_TRY(tl_layout_span(layout, TL_AXIS_M, &span, error));
  distance = distance < 0 ? -distance : distance;
  *out = distance < layout->swizzle.bits
             ? tl_swizzle_trim(&layout->swizzle, span - 1)
             : layout->swizzle;
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
