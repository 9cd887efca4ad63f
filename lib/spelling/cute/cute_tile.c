/* cute_tile.c - Tilers, divides and products.
 *
 *   logical_divide(A, B)  = composition(A, (B, complement(B, shape(A))))
 *   logical_product(A, B) = (A, composition(complement(A, |A| * cosize(B)), B))
 *
 * zipped, tiled and flat forms only sort the modes of these. */
#include "base/checked.h"
#include "cute_compose.h"
#include "tuple_walk.h"

tl_tiler tl_tiler_from_tuple(const tl_tuple *tuple) {
  tl_tiler result = {*tuple, *tuple};
  for (int64_t i = 0, leaf = 0; i < tuple->node_count; i++) {
    int8_t node = tuple->nodes[i];
    if (node >= 0 && node < TL_NODE_BY_MODE)
      result.shape.nodes[i] = result.stride.nodes[i] =
          (int8_t)(node + TL_NODE_BY_MODE);
    if (node >= 0)
      continue;
    bool steps = node == TL_NODE_INTEGER && tuple->leaves[leaf] != 1;
    result.stride.leaves[leaf++] = steps;
  }
  return result;
}

/* What is done with one mode and its tile. */
typedef tl_code tile_rule(const tl_cute *mode, const tl_cute *tile,
                          tl_cute *out, tl_error *error);

typedef enum rest_modes { REST_DROPPED, REST_KEPT } rest_modes;

/* Applies the rule to the whole layout, or to each mode that the tiler names.
 * The parts of the tiler's shape and stride stand at the same places. */
static tl_code apply_tiler(const tl_cute *layout, const tl_tiler *tiler,
                           tuple_part at, tile_rule *rule, rest_modes rest,
                           tl_cute *out, tl_error *error) {
  if (part_node(&at) == TL_NODE_ALL) {
    *out = *layout;
    return TL_OK;
  }
  if (part_node(&at) < TL_NODE_BY_MODE) {
    tuple_part strides = {&tiler->stride, at.node, at.leaf};
    tl_cute tile = {tl_tuple_extract(&at), tl_tuple_extract(&strides)};
    TL_TRY(tl_cute_create(&tile.shape, &tile.stride, &tile, error));
    return rule(layout, &tile, out, error);
  }
  int64_t rank = tl_tuple_rank(&layout->shape), named = part_rank(&at);
  if (named > rank)
    return tl_fail(error, TL_INVALID,
                   "a tiler of %" PRId64 " modes for a layout of %" PRId64,
                   named, rank);
  tl_cute result = {.shape.node_count = 1, .stride.node_count = 1};
  tuple_part tile = part_first(&at);
  for (int64_t i = 0; i < (rest == REST_KEPT ? rank : named); i++) {
    tl_cute mode;
    TL_TRY(tl_cute_mode(layout, i, &mode, error));
    if (i < named) {
      TL_TRY(apply_tiler(&mode, tiler, tile, rule, rest, &mode, error));
      tile = part_next(tile);
    }
    TL_TRY(tl_cute_push(&result, &mode, error));
  }
  *out = result;
  return TL_OK;
}

tl_code tl_cute_compose_tiler(const tl_cute *layout, const tl_tiler *tiler,
                              tl_cute *out, tl_error *error) {
  bool is_by_mode = tiler->shape.nodes[0] >= TL_NODE_BY_MODE;
  return apply_tiler(layout, tiler, part_of(&tiler->shape),
                     is_by_mode ? tl_compose_rounded_up : tl_cute_composition,
                     REST_DROPPED, out, error);
}

static tl_code make_pair(const tl_cute *first, const tl_cute *second,
                         tl_cute *out, tl_error *error) {
  tl_cute result = {.shape.node_count = 1, .stride.node_count = 1};
  TL_TRY(tl_cute_push(&result, first, error));
  TL_TRY(tl_cute_push(&result, second, error));
  *out = result;
  return TL_OK;
}

static tl_code divide_mode(const tl_cute *mode, const tl_cute *tile,
                           tl_cute *out, tl_error *error) {
  tl_cute modes, rest;
  TL_TRY(tl_cute_coalesce(mode, &modes, error));
  TL_TRY(tl_cute_complement(tile, &modes.shape, &rest, error));
  TL_TRY(make_pair(tile, &rest, &rest, error));
  return tl_compose_rounded_up(mode, &rest, out, error);
}

tl_code tl_cute_logical_divide(const tl_cute *layout, const tl_tiler *tiler,
                               tl_cute *out, tl_error *error) {
  return apply_tiler(layout, tiler, part_of(&tiler->shape), divide_mode,
                     REST_KEPT, out, error);
}

/* The complement goes on along its last mode, which is right where that mode
 * steps over the whole layout, but not within a gap of it. */
static tl_code check_room(const tl_cute *mode, const tl_cute *gaps,
                          int64_t copies, tl_error *error) {
  int64_t room, end;
  TL_TRY(tl_cute_size(gaps, &room, error));
  TL_TRY(tl_cute_cosize(mode, &end, error));
  if (copies <= room || gaps->stride.leaves[gaps->stride.leaf_count - 1] >= end)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the copies meet: the gaps of the layout have room for "
                 "%" PRId64 " copies, and the tiler counts to %" PRId64,
                 room, copies);
}

static tl_code multiply_mode(const tl_cute *mode, const tl_cute *tile,
                             tl_cute *out, tl_error *error) {
  int64_t size, count;
  tl_cute copies;
  TL_TRY(tl_cute_size(mode, &size, error));
  TL_TRY(tl_cute_cosize(tile, &count, error));
  TL_TRY(tl_multiply(size, count, &size, error));
  tl_tuple cotarget = tl_tuple_integer(size);
  TL_TRY(tl_cute_gaps(mode, &cotarget, &copies, error));
  TL_TRY(check_room(mode, &copies, count, error));
  TL_TRY(tl_cute_composition(&copies, tile, &copies, error));
  return make_pair(mode, &copies, out, error);
}

tl_code tl_cute_logical_product(const tl_cute *layout, const tl_tiler *tiler,
                                tl_cute *out, tl_error *error) {
  return apply_tiler(layout, tiler, part_of(&tiler->shape), multiply_mode,
                     REST_KEPT, out, error);
}

tl_code tl_cute_tile_unzip(const tl_cute *layout, const tl_tiler *tiler,
                           tl_cute *out, tl_error *error) {
  tl_cute result;
  TL_TRY(tl_tuple_zip2_by(&layout->shape, &tiler->shape, &result.shape, error));
  TL_TRY(
      tl_tuple_zip2_by(&layout->stride, &tiler->shape, &result.stride, error));
  *out = result;
  return TL_OK;
}

/* Which modes of ((tiles), (rests)) are opened into their items. */
typedef struct opened {
  bool tiles, rests;
} opened;

/* A mode of rank 1 stays as it is. */
static tl_code open_items(const tl_tuple *zipped, opened open, tl_tuple *out,
                          tl_error *error) {
  tl_tuple result = {.node_count = 1};
  tuple_part root = part_of(zipped), mode = part_first(&root);
  for (int half = 0; half < 2; half++, mode = part_next(mode)) {
    bool is_open = half == 0 ? open.tiles : open.rests;
    if (is_open && part_rank(&mode) != 1) {
      TL_TRY(tl_tuple_put_items(&result, &mode, error));
      result.nodes[0] = (int8_t)(result.nodes[0] + part_rank(&mode));
    } else {
      TL_TRY(tl_tuple_put_part(&result, &mode, error));
      result.nodes[0]++;
    }
  }
  *out = result;
  return TL_OK;
}

static tl_code unzip_and_open(const tl_cute *logical, const tl_tiler *tiler,
                              opened open, tl_cute *out, tl_error *error) {
  TL_TRY(tl_cute_tile_unzip(logical, tiler, out, error));
  TL_TRY(open_items(&out->shape, open, &out->shape, error));
  return open_items(&out->stride, open, &out->stride, error);
}

#define TILED_FORM(name, logical, ...)                                         \
  tl_code tl_cute_##name(const tl_cute *layout, const tl_tiler *tiler,         \
                         tl_cute *out, tl_error *error) {                      \
    TL_TRY(tl_cute_##logical(layout, tiler, out, error));                      \
    return unzip_and_open(out, tiler, (opened){__VA_ARGS__}, out, error);      \
  }

TILED_FORM(zipped_divide, logical_divide, false, false)
TILED_FORM(tiled_divide, logical_divide, false, true)
TILED_FORM(flat_divide, logical_divide, true, true)
TILED_FORM(zipped_product, logical_product, false, false)
TILED_FORM(tiled_product, logical_product, false, true)
TILED_FORM(flat_product, logical_product, true, true)

/* One tile: size(shape) = size(tile) * size(ceil_div(shape, tile)). */
static tl_code tile_divides(const tl_tuple *shape, const tl_cute *tile,
                            bool *out, tl_error *error) {
  int64_t size, extent, copies;
  tl_cute rest;
  TL_TRY(tl_cute_create(&tile->shape, &tile->stride, &rest, error));
  TL_TRY(tl_tuple_product(shape, &size, error));
  TL_TRY(tl_cute_size(tile, &extent, error));
  TL_TRY(tl_cute_complement(tile, shape, &rest, error));
  TL_TRY(tl_cute_size(&rest, &copies, error));
  TL_TRY(tl_multiply(extent, copies, &extent, error));
  *out = size == extent;
  return TL_OK;
}

tl_code tl_cute_evenly_divides(const tl_tuple *shape, const tl_tiler *tiler,
                               bool *out, tl_error *error) {
  if (tiler->shape.nodes[0] < TL_NODE_BY_MODE)
    return tile_divides(shape, tiler, out, error);
  int64_t named = tl_tuple_rank(&tiler->shape);
  *out = named <= tl_tuple_rank(shape);
  for (int64_t i = 0; *out && i < named; i++) {
    tl_tuple mode;
    tl_tiler tile;
    TL_TRY(tl_tuple_item(shape, i, &mode, error));
    TL_TRY(tl_tuple_item(&tiler->shape, i, &tile.shape, error));
    TL_TRY(tl_tuple_item(&tiler->stride, i, &tile.stride, error));
    TL_TRY(tl_cute_evenly_divides(&mode, &tile, out, error));
  }
  return TL_OK;
}

/* `layout` with modes 1:0 up to the rank. */
static tl_code pad_rank(const tl_cute *layout, int64_t rank, tl_cute *out,
                        tl_error *error) {
  tl_tuple one = tl_tuple_integer(1), zero = tl_tuple_integer(0);
  TL_TRY(tl_tuple_append_n(rank, &layout->shape, &one, &out->shape, error));
  return tl_tuple_append_n(rank, &layout->stride, &zero, &out->stride, error);
}

/* logical_product(a, b) of equal ranks, as the tuple pair that zip takes. */
static tl_code padded_product(const tl_cute *a, const tl_cute *b, tl_cute *out,
                              tl_error *error) {
  int64_t m = tl_tuple_rank(&a->shape), n = tl_tuple_rank(&b->shape);
  tl_cute x, y;
  TL_TRY(pad_rank(a, m > n ? m : n, &x, error));
  TL_TRY(pad_rank(b, m > n ? m : n, &y, error));
  return multiply_mode(&x, &y, out, error);
}

static tl_code zip_layout(const tl_cute *layout, tl_cute *out,
                          tl_error *error) {
  TL_TRY(tl_tuple_zip(&layout->shape, &out->shape, error));
  TL_TRY(tl_tuple_zip(&layout->stride, &out->stride, error));
  return tl_cute_create(&out->shape, &out->stride, out, error);
}

tl_code tl_cute_blocked_product(const tl_cute *a, const tl_cute *b,
                                tl_cute *out, tl_error *error) {
  tl_cute pair;
  TL_TRY(padded_product(a, b, &pair, error));
  return zip_layout(&pair, out, error);
}

tl_code tl_cute_raked_product(const tl_cute *a, const tl_cute *b, tl_cute *out,
                              tl_error *error) {
  tl_cute pair;
  TL_TRY(padded_product(a, b, &pair, error));
  tl_tuple_reverse(&pair.shape, &pair.shape);
  tl_tuple_reverse(&pair.stride, &pair.stride);
  return zip_layout(&pair, out, error);
}

/* How often the block fits into each mode of the shape. */
static tl_code count_blocks(const tl_cute *block, const tl_tuple *shape,
                            tl_tuple *out, tl_error *error) {
  tl_tuple sizes, target;
  TL_TRY(tl_tuple_product_each(&block->shape, &sizes, error));
  TL_TRY(tl_tuple_product_each(shape, &target, error));
  for (int64_t i = 0; i < target.leaf_count; i++) {
    if (target.leaves[i] % sizes.leaves[i] != 0)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 " of the shape, %" PRId64
                     ", is no multiple of the block's %" PRId64,
                     i, target.leaves[i], sizes.leaves[i]);
    target.leaves[i] /= sizes.leaves[i];
  }
  *out = target;
  return TL_OK;
}

tl_code tl_cute_tile_to_shape(const tl_cute *block, const tl_tuple *shape,
                              const tl_tuple *order, tl_cute *out,
                              tl_error *error) {
  tl_cute padded, tiling;
  tl_tuple one = tl_tuple_integer(1);
  TL_TRY(pad_rank(block, tl_tuple_rank(shape), &padded, error));
  TL_TRY(count_blocks(&padded, shape, &tiling.shape, error));
  TL_TRY(order ? tl_tuple_compact_order(&tiling.shape, order, &tiling.stride,
                                        error)
               : tl_tuple_compact_col_major(&tiling.shape, &one, &tiling.stride,
                                            error));
  TL_TRY(tl_cute_create(&tiling.shape, &tiling.stride, &tiling, error));
  return tl_cute_blocked_product(&padded, &tiling, out, error);
}

tl_code tl_cute_make_fragment_like(const tl_cute *layout, tl_cute *out,
                                   tl_error *error) {
  static const tl_tuple OTHERS = {3, 2, {2, -1, -1}, {1, -1}};
  tl_cute first, others;
  tl_tuple one = tl_tuple_integer(1), sizes;
  if (tl_tuple_rank(&layout->shape) < 2)
    return tl_cute_make(&layout->shape, out, error);
  TL_TRY(tl_cute_mode(layout, 0, &first, error));
  TL_TRY(tl_tuple_filter_zeros(&first.stride, &first.shape, &sizes, error));
  TL_TRY(tl_tuple_compact_col_major(&sizes, &one, &first.stride, error));
  TL_TRY(tl_tuple_take(&OTHERS, &layout->shape, &others.shape, error));
  TL_TRY(tl_tuple_take(&OTHERS, &layout->stride, &others.stride, error));
  TL_TRY(tl_tuple_compact_order(&others.shape, &others.stride, &others.stride,
                                error));
  return tl_cute_tiled_product(&first, &others, out, error);
}

tl_code tl_cute_max_alignment(const tl_cute *layout, int64_t *out,
                              tl_error *error) {
  tl_cute modes, inverse, tile, rest;
  TL_TRY(tl_cute_coalesce(layout, &modes, error));
  TL_TRY(tl_cute_right_inverse(&modes, &inverse, error));
  TL_TRY(tl_cute_logical_divide(&modes, &inverse, &modes, error));
  TL_TRY(tl_cute_mode(&modes, 0, &tile, error));
  TL_TRY(tl_cute_mode(&modes, 1, &rest, error));
  TL_TRY(tl_cute_size(&tile, out, error));
  for (int64_t i = 0; i < rest.stride.leaf_count; i++)
    *out = tl_gcd(*out, rest.stride.leaves[i]);
  return TL_OK;
}
