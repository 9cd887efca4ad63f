/* layout_spell.c - Tile layouts as memory: shared and CuTe layouts.
 *
 * The iters of a dimension are the modes of a shared layout, slowest first, and
 * the leaves of a CuTe mode, fastest first. */
#include "base/checked.h"
#include "layout_spell_checks.h"
#include "spelling/cute/tuple_walk.h"

static tl_code check_memory(const tl_layout *layout, const char *spelling,
                            tl_error *error);
static tl_code cute_swizzle(const tl_layout *layout, tl_swizzle *out,
                            tl_error *error);

tl_code tl_spell_check_static(const tl_layout *layout, const char *spelling,
                              tl_error *error) {
  if (tl_layout_is_static(layout))
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "a stride is known only at run time; the strides of %s are "
                 "numbers",
                 spelling);
}

tl_code tl_spell_check_offset(const tl_layout *layout, tl_axis axis,
                              const char *spelling, tl_error *error) {
  if (layout->offset[axis] == 0)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the layout has an offset of %" PRId64 "@%s; %s has none",
                 layout->offset[axis], tl_axis_describe(axis)->name, spelling);
}

void tl_spell_drop_idle(const tl_layout *layout, tl_layout *out) {
  *out = *layout;
  int64_t first = layout->shard_count;
  out->replica_count = 0;
  for (int64_t i = 0; i < first; i++)
    if (out->iters[i].stride == 0)
      out->iters[i].axis = TL_AXIS_M;
  for (int64_t i = first; i < first + layout->replica_count; i++)
    if (layout->iters[i].stride != 0)
      out->iters[first + out->replica_count++] = layout->iters[i];
}

/* Everything is on m and nothing replicated. */
static tl_code check_memory(const tl_layout *layout, const char *spelling,
                            tl_error *error) {
  TL_TRY(tl_spell_check_static(layout, spelling, error));
  if (layout->replica_count > 0)
    return tl_fail(error, TL_INVALID,
                   "the layout holds elements in several places; %s holds each "
                   "in one",
                   spelling);
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++) {
    TL_TRY(tl_spell_check_offset(layout, axis, spelling, error));
    for (int64_t i = 0; i < layout->shard_count; i++)
      if ((tl_axis)layout->iters[i].axis == axis)
        return tl_fail(error, TL_INVALID,
                       "the layout is spread over %s; %s is on m alone",
                       tl_axis_describe(axis)->name, spelling);
  }
  return TL_OK;
}

tl_code tl_layout_to_shared(const tl_layout *layout, tl_shared *out,
                            tl_error *error) {
  tl_layout busy;
  tl_spell_drop_idle(layout, &busy);
  TL_TRY(check_memory(&busy, "a shared layout", error));
  TL_TRY(tl_spell_check_offset(&busy, TL_AXIS_M, "a shared layout", error));
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

tl_code tl_spell_put_mode(tl_cute *layout, const sum_step *leaves,
                          int64_t count, tl_error *error) {
  static const sum_step UNIT = {1, 0};
  if (count == 0)
    return tl_spell_put_mode(layout, &UNIT, 1, error);
  if (count > 1) {
    TL_TRY(put_tuple(&layout->shape, count, error));
    TL_TRY(put_tuple(&layout->stride, count, error));
  }
  for (int64_t i = 0; i < count; i++) {
    TL_TRY(put_integer(&layout->shape, leaves[i].extent, error));
    TL_TRY(put_integer(&layout->stride, leaves[i].stride, error));
  }
  return TL_OK;
}

tl_code tl_layout_to_cute(const tl_layout *layout, tl_composed *out,
                          tl_error *error) {
  tl_layout busy, canonical;
  tl_spell_drop_idle(layout, &busy);
  TL_TRY(check_memory(&busy, "a CuTe layout", error));
  TL_TRY(tl_layout_create(&busy, &canonical, error));

  tl_cute modes = {.shape = {0}};
  bool is_integer = canonical.rank == 1 && canonical.group_size[0] <= 1;
  if (!is_integer) {
    TL_TRY(put_tuple(&modes.shape, canonical.rank, error));
    TL_TRY(put_tuple(&modes.stride, canonical.rank, error));
  }
  const tl_iter *end = canonical.iters;
  for (int64_t d = 0; d < canonical.rank; d++) {
    sum_step leaves[TL_MAX_ITERS];
    end += canonical.group_size[d];
    for (int64_t i = 0; i < canonical.group_size[d]; i++)
      leaves[i] = (sum_step){end[-1 - i].extent, end[-1 - i].stride};
    TL_TRY(tl_spell_put_mode(&modes, leaves, canonical.group_size[d], error));
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
