/* shared_convert.c - Shared layouts as tile layouts, and back: the modes are
 * the iters of the dimensions, slowest first. */
#include "layout/modes.h"
#include "spelling/distribution.h"
#include "tl/shared.h"

tl_code tl_layout_from_shared(const tl_shared *layout, tl_layout *out,
                              tl_error *error) {
  int64_t dimension_of[TL_MAX_ITERS];
  TL_TRY(
      tl_group_modes(&layout->shape, &layout->mode_shape, dimension_of, error));
  tl_layout fields = {.rank = layout->shape.count,
                      .shard_count = layout->mode_shape.count,
                      .swizzle = layout->swizzle};
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    fields.group_size[dimension_of[m]]++;
    fields.iters[m] = (tl_iter){layout->mode_shape.items[m],
                                layout->mode_strides.items[m], TL_AXIS_M, 0};
  }
  return tl_layout_create(&fields, out, error);
}

tl_code tl_layout_to_shared(const tl_layout *layout, tl_shared *out,
                            tl_error *error) {
  tl_layout busy;
  TL_TRY(tl_distribute_memory(layout, "a shared layout", &busy, error));
  TL_TRY(
      tl_distribute_check_offset(&busy, TL_AXIS_M, "a shared layout", error));
  tl_shared fields = {.mode_shape.count = busy.shard_count,
                      .mode_strides.count = busy.shard_count,
                      .swizzle = busy.swizzle};
  tl_layout_shape(&busy, &fields.shape);
  for (int64_t i = 0; i < busy.shard_count; i++) {
    fields.mode_shape.items[i] = busy.iters[i].extent;
    fields.mode_strides.items[i] = busy.iters[i].stride;
  }
  return tl_shared_create(&fields, out, error);
}
