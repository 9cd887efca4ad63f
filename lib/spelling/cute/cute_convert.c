/* cute_convert.c - CuTe layouts of memory as tile layouts, and back: the leaves
 * of a mode are the iters of a dimension, fastest first. */
#include "base/checked.h"
#include "cute_flat.h"
#include "spelling/distribution.h"
#include "tl/cute_swizzle.h"
#include "tuple_walk.h"

static tl_code cute_swizzle(const tl_layout *layout, tl_swizzle *out,
                            tl_error *error);

tl_code tl_layout_from_cute(const tl_composed *layout, tl_layout *out,
                            tl_error *error) {
  const tl_tuple *shape = &layout->layout.shape;
  const tl_tuple *stride = &layout->layout.stride;
  tuple_part root = part_of(shape), mode = part_first(&root);
  tl_layout fields = {.rank = part_rank(&root),
                      .shard_count = shape->leaf_count,
                      .offset = {[TL_AXIS_M] = layout->offset},
                      .swizzle = layout->swizzle};
  if (fields.rank > TL_MAX_RANK)
    return tl_fail(error, TL_CAPACITY,
                   "rank %" PRId64 " is above the supported rank %d",
                   fields.rank, TL_MAX_RANK);
  for (int64_t d = 0; d < fields.rank; d++) {
    tuple_part next = part_next(mode);
    fields.group_size[d] = next.leaf - mode.leaf;
    for (int64_t i = mode.leaf; i < next.leaf; i++)
      fields.iters[mode.leaf + next.leaf - 1 - i] =
          (tl_iter){shape->leaves[i], stride->leaves[i], TL_AXIS_M, 0};
    mode = next;
  }
  return tl_layout_create(&fields, out, error);
}

tl_code tl_layout_to_cute(const tl_layout *layout, tl_composed *out,
                          tl_error *error) {
  tl_layout busy, canonical;
  TL_TRY(tl_distribute_memory(layout, "a CuTe layout", &busy, error));
  TL_TRY(tl_layout_create(&busy, &canonical, error));

  tl_cute modes = {.shape = {0}};
  bool is_integer = canonical.rank == 1 && canonical.group_size[0] <= 1;
  if (!is_integer) {
    TL_TRY(put_tuple(&modes.shape, canonical.rank, error));
    TL_TRY(put_tuple(&modes.stride, canonical.rank, error));
  }
  const tl_iter *end = canonical.iters;
  for (int64_t d = 0; d < canonical.rank; d++) {
    flat_modes leaves = {0};
    end += canonical.group_size[d];
    for (int64_t i = 1; i <= canonical.group_size[d]; i++)
      flat_push(&leaves, end[-i].extent, end[-i].stride);
    TL_TRY(tl_flat_put(&leaves, &modes, error));
  }
  tl_cute checked;
  TL_TRY(tl_cute_create(&modes.shape, &modes.stride, &checked, error));
  tl_swizzle swizzle;
  TL_TRY(cute_swizzle(&canonical, &swizzle, error));
  return tl_composed_create(&swizzle, canonical.offset[TL_AXIS_M], &checked,
                            out, error);
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
