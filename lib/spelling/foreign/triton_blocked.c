/* triton_blocked.c - #ttg.blocked: dimensions are handed out in `order`, to the
 * slots of a thread, the lanes of a warp, the warps of a block; what is left
 * wraps around in slots.
 *
 * Source: Triton, include/triton/Dialect/TritonGPU/IR/TritonGPUAttrDefs.td and
 * lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp. */
#include "triton.h"

enum { SIZE, THREADS, WARPS, ORDER, CLUSTER };

tl_code tl_triton_blocked_mean(const tl_foreign_node *node,
                               const tl_list *shape, int64_t whole,
                               int64_t lanes, tl_layout *out, tl_error *error) {
  const tl_list *order = &node->fields[ORDER].as.list;
  tl_list size = node->fields[SIZE].as.list;
  tiling tile;
  TL_TRY(tl_cluster_start(node, CLUSTER, whole, shape, &tile, error));
  if (whole >= 0)
    size.items[whole] = shape->items[whole];
  TL_TRY(tl_tiling_take_each(&tile, PART_SLOT, order, &size, error));
  TL_TRY(tl_tiling_take_each(&tile, PART_LANE, order,
                             &node->fields[THREADS].as.list, error));
  TL_TRY(tl_tiling_take_each(&tile, PART_WARP, order,
                             &node->fields[WARPS].as.list, error));
  TL_TRY(tl_tiling_take_rest(&tile, order, error));
  TL_TRY(tl_cluster_finish(node, CLUSTER, whole, shape, &tile, error));
  return tl_fail_at_field(node, THREADS,
                          tl_tiling_finish(&tile, lanes, out, error), error);
}

static tl_code blocked_mean(const tl_foreign_node *node, const tl_list *shape,
                            int64_t lanes, tl_layout *out, tl_error *error) {
  return tl_triton_blocked_mean(node, shape, -1, lanes, out, error);
}

/* The first `sized` digits of the slots are those of sizePerThread. */
static bool try_blocked(foreign_search *search, const tl_list *order,
                        int64_t sized) {
  tl_foreign_node *node = tl_search_node(search, 0, &TL_TTG_BLOCKED);
  tl_list left = search->shape, size, threads, warps;
  if (!tl_search_deal(&search->parts[PART_SLOT], 0, sized, order, &left,
                      &size) ||
      !tl_search_deal_part(search, PART_LANE, order, &left, &threads) ||
      !tl_search_deal_part(search, PART_WARP, order, &left, &warps))
    return false;
  put_list(node, SIZE, &size);
  put_list(node, THREADS, &threads);
  put_list(node, WARPS, &warps);
  put_list(node, ORDER, order);
  return tl_search_try(search);
}

static tl_code blocked_search(foreign_search *search,
                              TL_UNUSED tl_error *error) {
  tl_list order = tl_row_major_order(search->shape.count);
  do {
    for (int64_t sized = 0; sized <= search->parts[PART_SLOT].count; sized++)
      if (try_blocked(search, &order, sized))
        return TL_OK;
  } while (tl_search_next_order(&order));
  return TL_OK;
}

const tl_foreign TL_TTG_BLOCKED = {
    .name = "ttg.blocked",
    .role = TL_ROLE_HELD,
    .levels = "SLWS",
    .has_braces = true,
    .is_two_to_power = true,
    .fields = {{"sizePerThread", TL_FOREIGN_EXTENTS, false},
               {"threadsPerWarp", TL_FOREIGN_EXTENTS, false},
               {"warpsPerCTA", TL_FOREIGN_EXTENTS, false},
               {"order", TL_FOREIGN_ORDER, false},
               CLUSTER_FIELDS},
    .mean = blocked_mean,
    .search = blocked_search,
};
