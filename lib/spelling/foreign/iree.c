/* iree.c - #iree_vector_ext.nested_layout.
 *
 * A dimension is subgroup x batch x outer x thread x element, the element
 * fastest.  A thread holds batches of outers of elements, each row-major.
 *
 *   virtual thread  = thread / thread_stride % thread_tile, one a dimension
 *   virtual subgroup likewise
 *
 * Threads of a subgroup that these leave out hold what others do; subgroups are
 * as many as the tiles and strides number.
 *
 * Source: IREE, compiler/src/iree/compiler/Codegen/Dialect/VectorExt/IR/
 * VectorExtAttrs.td at b48a5955. */
#include "base/checked.h"
#include "search.h"

extern const tl_foreign TL_IREE_NESTED_LAYOUT;

enum {
  SUBGROUPS,
  BATCHES,
  OUTERS,
  THREADS,
  ELEMENTS,
  SUBGROUP_STRIDES,
  THREAD_STRIDES,
};

static tl_code shape(const tl_foreign_node *node, tl_list *out,
                     tl_error *error) {
  *out = tl_list_ones(node->fields[SUBGROUPS].as.list.count);
  for (int field = SUBGROUPS; field <= ELEMENTS; field++) {
    if (node->fields[field].as.list.count != out->count)
      return tl_fail_at_field(
          node, field,
          tl_fail(error, TL_INVALID, "%s has %" PRId64 " items, %s %" PRId64,
                  node->row->fields[field].name,
                  node->fields[field].as.list.count,
                  node->row->fields[SUBGROUPS].name, out->count),
          error);
    for (int64_t d = 0; d < out->count; d++)
      TL_TRY(tl_multiply(out->items[d], node->fields[field].as.list.items[d],
                         &out->items[d], error));
  }
  return TL_OK;
}

/* The dimension whose tile has the smallest stride from `least` on; the rank
 * where there is none. */
static int64_t next_dimension(const tl_list *tiles, const tl_list *strides,
                              int64_t least) {
  int64_t found = tiles->count;
  for (int64_t d = 0; d < tiles->count; d++)
    if (tiles->items[d] > 1 && strides->items[d] >= least &&
        (found == tiles->count || strides->items[d] < strides->items[found]))
      found = d;
  return found;
}

/* Between the tiles, numbers of threads are copies. */
static tl_code take_tiles(const tl_foreign_node *node, int field,
                          int stride_field, tiling_part part, tiling *tile,
                          tl_error *error) {
  const tl_list *tiles = &node->fields[field].as.list;
  const tl_list *strides = &node->fields[stride_field].as.list;
  int64_t next = next_dimension(tiles, strides, 1), taken = 0;
  for (; next < tiles->count;
       next = next_dimension(tiles, strides, strides->items[next] + 1)) {
    int64_t stride = strides->items[next];
    if (stride % tile->next[part] != 0)
      return tl_fail(error, TL_INVALID,
                     "stride %" PRId64 " of dimension %" PRId64
                     " is no multiple of the %" PRId64
                     " that faster ones number",
                     stride, next, tile->next[part]);
    TL_TRY(tl_tiling_copy(tile, part, stride / tile->next[part], error));
    TL_TRY(tl_tiling_take(tile, part, next, tiles->items[next], error));
    taken++;
  }
  for (int64_t d = 0; d < tiles->count; d++)
    taken -= tiles->items[d] > 1;
  if (taken != 0)
    return tl_fail(error, TL_INVALID,
                   "each tile above 1 has a stride of its own, above 0");
  return TL_OK;
}

static tl_code check_extents(const tl_foreign_node *node, const tl_list *of,
                             tl_error *error) {
  tl_list said;
  TL_TRY(shape(node, &said, error));
  for (int64_t d = 0; d < of->count; d++)
    if (said.items[d] != of->items[d])
      return tl_fail(error, TL_INVALID,
                     "the tiles of dimension %" PRId64 " multiply to %" PRId64
                     "; the tensor has %" PRId64,
                     d, said.items[d], of->items[d]);
  return TL_OK;
}

static tl_code mean(const tl_foreign_node *node, const tl_list *of,
                    int64_t lanes, tl_layout *out, tl_error *error) {
  const tl_list rows = tl_row_major_order(of->count);
  tiling tile;
  TL_TRY(check_extents(node, of, error));
  tl_tiling_start(of, &tile);
  TL_TRY(tl_tiling_take_each(&tile, PART_SLOT, &rows,
                             &node->fields[ELEMENTS].as.list, error));
  TL_TRY(tl_fail_at_field(
      node, THREAD_STRIDES,
      take_tiles(node, THREADS, THREAD_STRIDES, PART_LANE, &tile, error),
      error));
  int64_t numbered = tile.next[PART_LANE];
  if (lanes % numbered != 0)
    return tl_fail_at_field(node, THREADS,
                            tl_fail(error, TL_INVALID,
                                    "the tiles number %" PRId64
                                    " threads of a subgroup; it has %" PRId64,
                                    numbered, lanes),
                            error);
  TL_TRY(tl_tiling_copy(&tile, PART_LANE, lanes / numbered, error));
  TL_TRY(tl_tiling_take_each(&tile, PART_SLOT, &rows,
                             &node->fields[OUTERS].as.list, error));
  TL_TRY(tl_tiling_take_each(&tile, PART_SLOT, &rows,
                             &node->fields[BATCHES].as.list, error));
  TL_TRY(tl_fail_at_field(
      node, SUBGROUP_STRIDES,
      take_tiles(node, SUBGROUPS, SUBGROUP_STRIDES, PART_WARP, &tile, error),
      error));
  return tl_tiling_finish(&tile, lanes, out, error);
}

/* ---- Search ------------------------------------------------------------- */

/* Tiles and strides of a part; false where a dimension has two digits. */
static bool read_tiles(const place_digits *digits, tl_list *left,
                       tl_list *tiles, tl_list *strides) {
  int64_t stride = 1;
  *tiles = tl_list_ones(left->count);
  *strides = (tl_list){.count = left->count};
  for (int64_t i = 0; i < digits->count; stride *= digits->items[i++].extent) {
    int64_t d = digits->items[i].dim;
    if (d == left->count)
      continue;
    if (tiles->items[d] > 1)
      return false;
    tiles->items[d] = digits->items[i].extent;
    strides->items[d] = stride;
    left->items[d] /= tiles->items[d];
  }
  return true;
}

static bool try_levels(foreign_search *search, int64_t outer, int64_t batch) {
  const place_digits *slots = &search->parts[PART_SLOT];
  const tl_list rows = tl_row_major_order(search->shape.count);
  tl_foreign_node *node = tl_search_node(search, 0, &TL_IREE_NESTED_LAYOUT);
  tl_list left = search->shape, lists[THREAD_STRIDES + 1];
  if (!tl_search_deal(slots, 0, outer, &rows, &left, &lists[ELEMENTS]) ||
      !read_tiles(&search->parts[PART_LANE], &left, &lists[THREADS],
                  &lists[THREAD_STRIDES]) ||
      !tl_search_deal(slots, outer, batch, &rows, &left, &lists[OUTERS]) ||
      !tl_search_deal(slots, batch, slots->count, &rows, &left,
                      &lists[BATCHES]) ||
      !read_tiles(&search->parts[PART_WARP], &left, &lists[SUBGROUPS],
                  &lists[SUBGROUP_STRIDES]))
    return false;
  for (int field = SUBGROUPS; field <= THREAD_STRIDES; field++)
    put_list(node, field, &lists[field]);
  return tl_search_try(search);
}

/* Batches rather than outers, where both would do. */
static tl_code search(foreign_search *search, TL_UNUSED tl_error *error) {
  int64_t slots = search->parts[PART_SLOT].count;
  for (int64_t outer = 0; outer <= slots; outer++)
    for (int64_t batch = outer; batch <= slots; batch++)
      if (try_levels(search, outer, batch))
        return TL_OK;
  return TL_OK;
}

const tl_foreign TL_IREE_NESTED_LAYOUT = {
    .name = "iree_vector_ext.nested_layout",
    .role = TL_ROLE_HELD,
    .levels = "SLSW",
    .fields = {{"subgroup_tile", TL_FOREIGN_EXTENTS, false},
               {"batch_tile", TL_FOREIGN_EXTENTS, false},
               {"outer_tile", TL_FOREIGN_EXTENTS, false},
               {"thread_tile", TL_FOREIGN_EXTENTS, false},
               {"element_tile", TL_FOREIGN_EXTENTS, false},
               {"subgroup_strides", TL_FOREIGN_STRIDES, false},
               {"thread_strides", TL_FOREIGN_STRIDES, false}},
    .shape = shape,
    .mean = mean,
    .search = search,
};
