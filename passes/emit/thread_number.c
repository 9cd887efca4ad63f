/* thread_number.c - see thread_number.h.
 *
 *   tx = thread.x + dim.x * (thread.y + dim.y * thread.z)
 *
 * Source: CUDA C++ Programming Guide, "Thread Hierarchy". */
#include "thread_number.h"

static MlirValue build_id(const tl_builder *builder, const char *name,
                          int dimension) {
  static const char *const DIMENSIONS[] = {"#gpu<dim x>", "#gpu<dim y>",
                                           "#gpu<dim z>"};
  const MlirValue none = {NULL};
  return tl_build_once(builder, name, builder->index, none, none, "dimension",
                       tl_parsed(builder, DIMENSIONS[dimension]));
}

/* rest * dim + id, where an extent of 1 has the only id 0. */
static MlirValue build_digit(const tl_builder *builder, MlirValue rest,
                             const tl_block_size *block, int dimension) {
  int64_t extent = block->extent[dimension];
  if (extent == 1)
    return rest;
  if (!mlirValueIsNull(rest) && extent)
    rest = tl_build_by(builder, TL_MULTIPLY, rest, extent);
  else if (!mlirValueIsNull(rest))
    rest = tl_build_pair(builder, TL_MULTIPLY, rest,
                         build_id(builder, "gpu.block_dim", dimension));
  return tl_build_pair(builder, TL_ADD, rest,
                       build_id(builder, "gpu.thread_id", dimension));
}

static MlirValue build_linear(const tl_builder *builder,
                              const tl_block_size *block) {
  MlirValue number = {NULL};
  for (int dimension = 2; dimension >= 0; dimension--)
    number = build_digit(builder, number, block, dimension);
  return number;
}

/* LLVM does not merge those of a loop with those behind it. */
MlirValue tl_build_lane(const tl_builder *builder) {
  const MlirValue none = {NULL};
  tl_builder entry = *builder;
  tl_builder_at_entry(&entry);
  return tl_build_once(&entry, "gpu.lane_id", entry.index, none, none, NULL,
                       (MlirAttribute){NULL});
}

MlirValue tl_build_thread_number(const tl_builder *builder, tl_scope scope,
                                 int64_t lanes, const tl_block_size *block) {
  const MlirValue none = {NULL};
  if (scope == TL_SCOPE_THREAD)
    return none;
  if (scope == TL_SCOPE_WARP)
    return tl_build_lane(builder);
  MlirValue linear = build_linear(builder, block);
  int64_t threads = tl_block_threads(block);
  int64_t extent = tl_axis_digit(tl_scope_describe(scope)->axis, lanes).extent;
  bool is_whole = extent == 0 || (threads && threads <= extent);
  return is_whole || mlirValueIsNull(linear)
             ? linear
             : tl_build_by(builder, TL_REMAINDER, linear, extent);
}

MlirValue tl_build_group_number(const tl_builder *builder, tl_scope scope,
                                int64_t lanes, const tl_block_size *block) {
  return tl_build_by(builder, TL_DIVIDE, build_linear(builder, block),
                     tl_scope_size(scope, lanes));
}
