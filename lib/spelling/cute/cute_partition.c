/* cute_partition.c - see tl/cute_partition.h. */
#include "tl/cute_partition.h"
#include "base/checked.h"
#include "cute_parts.h"

static const tl_tuple ALL = {1, 1, {TL_NODE_ALL}, {{0}}};

tl_code tl_composed_at(const tl_tuple *coordinate, const tl_composed *tensor,
                       tl_composed *out, tl_error *error) {
  tl_composed part = *tensor, reduced;
  tl_cute_place start = {0};
  int64_t moved;
  TL_TRY(tl_tuple_slice(coordinate, &tensor->layout, &part.layout, error));
  TL_TRY(tl_cute_place_at(coordinate, &tensor->layout, &start, error));
  if (tensor->swizzle.bits > 0) {
    TL_TRY(tl_composed_slice(coordinate, tensor, &reduced, &moved, error));
    if (reduced.swizzle.bits == 0) {
      part = reduced;
      start = (tl_cute_place){1, {{0, moved}}};
    }
  }
  return tl_composed_move(&part, &start, out, error);
}

tl_code tl_composed_domain_offset(const tl_tuple *coordinate,
                                  const tl_composed *tensor, tl_composed *out,
                                  tl_error *error) {
  tl_cute_place start = {0};
  TL_TRY(tl_cute_place_at(coordinate, &tensor->layout, &start, error));
  return tl_composed_move(tensor, &start, out, error);
}

/* Of the two modes of a tiling, the coordinate in the one with that number. */
static tl_code partition(const tl_composed *tensor, const tl_tiler *tiler,
                         const tl_tuple *coordinate, int fixed,
                         tl_composed *out, tl_error *error) {
  tl_composed tiled = *tensor;
  tl_cute mode;
  tl_tuple at = *coordinate, free = {.node_count = 1}, both = free;
  int64_t rank = tl_tuple_rank(coordinate);
  TL_TRY(tl_cute_zipped_divide(&tensor->layout, tiler, &tiled.layout, error));
  TL_TRY(tl_tuple_item(&tiled.layout, fixed, &mode, error));
  if (coordinate->nodes[0] >= 0 && rank > tl_tuple_rank(&mode))
    return tl_fail(
        error, TL_INVALID,
        "the coordinate has %" PRId64 " items, the %s %" PRId64 " modes", rank,
        fixed ? "tiles have" : "tile has", tl_tuple_rank(&mode));
  if (coordinate->nodes[0] >= 0)
    TL_TRY(
        tl_tuple_append_n(tl_tuple_rank(&mode), coordinate, &ALL, &at, error));
  TL_TRY(tl_tuple_item(&tiled.layout, !fixed, &mode, error));
  for (int64_t i = 0; i < tl_tuple_rank(&mode); i++)
    TL_TRY(tl_tuple_push(&free, &ALL, error));
  if (tl_tuple_rank(&mode) == 1)
    free = ALL;
  TL_TRY(tl_tuple_push(&both, fixed ? &free : &at, error));
  TL_TRY(tl_tuple_push(&both, fixed ? &at : &free, error));
  return tl_composed_at(&both, &tiled, out, error);
}

tl_code tl_composed_inner_partition(const tl_composed *tensor,
                                    const tl_tiler *tiler,
                                    const tl_tuple *coordinate,
                                    tl_composed *out, tl_error *error) {
  return partition(tensor, tiler, coordinate, 1, out, error);
}

tl_code tl_composed_outer_partition(const tl_composed *tensor,
                                    const tl_tiler *tiler,
                                    const tl_tuple *coordinate,
                                    tl_composed *out, tl_error *error) {
  return partition(tensor, tiler, coordinate, 0, out, error);
}

tl_code tl_cute_flat_coordinate(int64_t offset, const tl_cute *layout,
                                tl_tuple *out, tl_error *error) {
  tl_tuple coordinate, sizes;
  TL_TRY(tl_cute_idx2crd(offset, layout, &coordinate, error));
  TL_TRY(tl_tuple_product_each(layout, &sizes, error));
  if (tl_tuple_is_integer(layout))
    TL_TRY(tl_tuple_unwrap(&sizes, &sizes, error));
  return tl_tuple_crd2crd(&coordinate, layout, &sizes, out, error);
}

tl_code tl_composed_local_partition(const tl_composed *tensor,
                                    const tl_cute *threads, int64_t thread,
                                    tl_composed *out, tl_error *error) {
  tl_tuple sizes, coordinate;
  TL_TRY(tl_tuple_product_each(threads, &sizes, error));
  TL_TRY(tl_cute_flat_coordinate(thread, threads, &coordinate, error));
  tl_tiler tiler = tl_tiler_from_tuple(&sizes);
  return tl_composed_outer_partition(tensor, &tiler, &coordinate, out, error);
}
