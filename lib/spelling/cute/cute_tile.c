/* cute_tile.c - Tilers, divides and products.
 *
 *   logical_divide(A, B)  = composition(A, (B, complement(B, shape(A))))
 *   logical_product(A, B) = (A, composition(complement(A, |A| * cosize(B)), B))
 *
 * zipped, tiled and flat forms only sort the modes of these. */
#include "base/checked.h"
#include "cute_parts.h"

tl_tiler tl_tiler_from_tuple(const tl_tuple *tuple) {
  tl_tiler result = *tuple;
  for (int64_t i = 0, leaf = 0; i < tuple->node_count; i++) {
    int8_t node = tuple->nodes[i];
    if (node >= 0)
      result.nodes[i] = (int8_t)(node | TL_NODE_BY_MODE);
    else if (node == TL_NODE_INTEGER)
      result.leaves[leaf].stride = tuple->leaves[leaf].value != 1;
    leaf += node < 0;
  }
  return result;
}

static tl_code push_flat(tl_tiler *out, const tuple_part *part,
                         tl_error *error) {
  tuple_part item = part_first(part);
  if (part_node(part) < TL_NODE_BY_MODE)
    return tl_tuple_push_part(out, part, error);
  for (int64_t i = 0; i < part_rank(part); i++, item = part_next(item))
    TL_TRY(push_flat(out, &item, error));
  return TL_OK;
}

tl_code tl_tiler_flatten(const tl_tiler *tiler, tl_tiler *out,
                         tl_error *error) {
  tl_tiler flat = {.node_count = 1, .nodes = {TL_NODE_BY_MODE}};
  tuple_part root = part_of(tiler);
  TL_TRY(push_flat(&flat, &root, error));
  *out = flat;
  return TL_OK;
}

static bool is_by_mode(const tl_tiler *tiler) {
  return tiler->nodes[0] >= TL_NODE_BY_MODE;
}

/* What is done with a mode, alone or with its tile. */
typedef struct mode_rule {
  const char *guide; /* what names the modes */
  tl_tuple_function *function;
  tl_tuple_operation *operation; /* instead */
  bool keeps_rest;               /* the modes that the guide does not name */
} mode_rule;

/* Applies the rule to the layout, or to each mode that the tiler names. */
static tl_code apply_rule(const tl_cute *layout, const tl_tiler *tiler,
                          mode_rule rule, tl_cute *out, tl_error *error) {
  if (tiler->nodes[0] == TL_NODE_ALL) {
    *out = *layout;
    return TL_OK;
  }
  if (!is_by_mode(tiler) && rule.function)
    return rule.function(layout, out, error);
  if (!is_by_mode(tiler)) {
    TL_TRY(tl_cute_check(tiler, error));
    return rule.operation(layout, tiler, out, error);
  }
  int64_t rank = tl_tuple_rank(layout), named = tl_tuple_rank(tiler);
  if (named > rank)
    return tl_fail(error, TL_INVALID,
                   "a %s of %" PRId64 " modes for a layout of %" PRId64,
                   rule.guide, named, rank);
  tl_cute result = {.node_count = 1};
  for (int64_t i = 0; i < (rule.keeps_rest ? rank : named); i++) {
    tl_cute mode;
    tl_tiler tile;
    TL_TRY(tl_tuple_item(layout, i, &mode, error));
    if (i < named) {
      TL_TRY(tl_tuple_item(tiler, i, &tile, error));
      TL_TRY(apply_rule(&mode, &tile, rule, &mode, error));
    }
    TL_TRY(tl_cute_push(&result, &mode, error));
  }
  *out = result;
  return TL_OK;
}

tl_code tl_cute_by_profile(const tl_cute *layout, const tl_tuple *profile,
                           tl_tuple_function *function, tl_cute *out,
                           tl_error *error) {
  if (!profile)
    return function(layout, out, error);
  tl_tiler modes = tl_tiler_from_tuple(profile);
  return apply_rule(layout, &modes,
                    (mode_rule){"profile", function, NULL, true}, out, error);
}

tl_code tl_cute_compose_tiler(const tl_cute *layout, const tl_tiler *tiler,
                              tl_cute *out, tl_error *error) {
  mode_rule rule = {"tiler", NULL, tl_cute_composition, false};
  if (is_by_mode(tiler))
    rule.operation = tl_compose_rounded_up;
  return apply_rule(layout, tiler, rule, out, error);
}

static tl_code make_pair(const tl_cute *first, const tl_cute *second,
                         tl_cute *out, tl_error *error) {
  tl_cute result = {.node_count = 1};
  TL_TRY(tl_cute_push(&result, first, error));
  TL_TRY(tl_cute_push(&result, second, error));
  *out = result;
  return TL_OK;
}

static tl_code divide_mode(const tl_cute *mode, const tl_cute *tile,
                           tl_cute *out, tl_error *error) {
  tl_cute modes, rest;
  TL_TRY(tl_cute_coalesce(mode, &modes, error));
  TL_TRY(tl_cute_complement(tile, &modes, &rest, error));
  TL_TRY(make_pair(tile, &rest, &rest, error));
  return tl_compose_rounded_up(mode, &rest, out, error);
}

TUPLE_OPERATION(tl_cute_logical_divide,
                apply_rule(a, b, (mode_rule){"tiler", NULL, divide_mode, true},
                           out, error))

/* The complement goes on along its last mode, which is right where that mode
 * steps over the whole layout, but not within a gap of it. */
static tl_code check_room(const tl_cute *mode, const tl_cute *gaps,
                          int64_t copies, tl_error *error) {
  int64_t room, end;
  TL_TRY(tl_cute_size(gaps, &room, error));
  TL_TRY(tl_cute_cosize(mode, &end, error));
  if (copies <= room || gaps->leaves[gaps->leaf_count - 1].stride >= end)
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

TUPLE_OPERATION(tl_cute_logical_product,
                apply_rule(a, b,
                           (mode_rule){"tiler", NULL, multiply_mode, true}, out,
                           error))

typedef enum tiled_form { ZIPPED, TILED, FLAT } tiled_form;

/* The items of the rests, and of the tiles too, take their place; a mode of
 * rank 1 stays as it is. */
static tl_code unzip(const tl_cute *logical, const tl_tiler *tiler,
                     tiled_form form, tl_cute *out, tl_error *error) {
  tl_cute zipped, mode, result = {.node_count = 1};
  TL_TRY(tl_tuple_zip2_by(logical, tiler, &zipped, error));
  for (int half = 0; half < 2; half++) {
    TL_TRY(tl_tuple_item(&zipped, half, &mode, error));
    int64_t rank = tl_tuple_rank(&mode);
    if (rank != 1 && (form == FLAT || (form == TILED && half == 1)))
      TL_TRY(tl_tuple_push_items(&result, &mode, 0, rank, error));
    else
      TL_TRY(tl_tuple_push(&result, &mode, error));
  }
  *out = result;
  return TL_OK;
}

#define TILED_FORM(name, logical, form)                                        \
  tl_code tl_cute_##name(const tl_cute *layout, const tl_tiler *tiler,         \
                         tl_cute *out, tl_error *error) {                      \
    TL_TRY(tl_cute_##logical(layout, tiler, out, error));                      \
    return unzip(out, tiler, form, out, error);                                \
  }

TILED_FORM(zipped_divide, logical_divide, ZIPPED)
TILED_FORM(tiled_divide, logical_divide, TILED)
TILED_FORM(flat_divide, logical_divide, FLAT)
TILED_FORM(zipped_product, logical_product, ZIPPED)
TILED_FORM(tiled_product, logical_product, TILED)
TILED_FORM(flat_product, logical_product, FLAT)

/* One tile: size(shape) = size(tile) * size(ceil_div(shape, tile)). */
static tl_code tile_divides(const tl_tuple *shape, const tl_cute *tile,
                            int64_t *out, tl_error *error) {
  int64_t size, extent, copies;
  tl_cute rest;
  TL_TRY(tl_cute_check(tile, error));
  TL_TRY(tl_tuple_product(shape, &size, error));
  TL_TRY(tl_cute_size(tile, &extent, error));
  TL_TRY(tl_cute_complement(tile, shape, &rest, error));
  TL_TRY(tl_cute_size(&rest, &copies, error));
  TL_TRY(tl_multiply(extent, copies, &extent, error));
  *out = size == extent;
  return TL_OK;
}

tl_code tl_cute_evenly_divides(const tl_tuple *shape, const tl_tiler *tiler,
                               int64_t *out, tl_error *error) {
  if (!is_by_mode(tiler))
    return tile_divides(shape, tiler, out, error);
  int64_t named = tl_tuple_rank(tiler);
  *out = named <= tl_tuple_rank(shape);
  for (int64_t i = 0; *out && i < named; i++) {
    tl_tuple mode;
    tl_tiler tile;
    TL_TRY(tl_tuple_item(shape, i, &mode, error));
    TL_TRY(tl_tuple_item(tiler, i, &tile, error));
    TL_TRY(tl_cute_evenly_divides(&mode, &tile, out, error));
  }
  return TL_OK;
}

/* 1:0, which fills a layout up to a rank. */
static const tl_cute UNIT = {1, 1, {TL_NODE_INTEGER}, {{1, 0, 0}}};

/* logical_product(a, b) of equal ranks, zipped: the block in front, or its
 * copies. */
static tl_code zip_product(const tl_cute *a, const tl_cute *b, bool is_raked,
                           tl_cute *out, tl_error *error) {
  int64_t m = tl_tuple_rank(a), n = tl_tuple_rank(b);
  tl_cute x, y;
  TL_TRY(tl_tuple_append_n(m > n ? m : n, a, &UNIT, &x, error));
  TL_TRY(tl_tuple_append_n(m > n ? m : n, b, &UNIT, &y, error));
  TL_TRY(multiply_mode(&x, &y, &x, error));
  if (is_raked)
    TL_TRY(tl_tuple_reverse(&x, &x, error));
  TL_TRY(tl_tuple_zip(&x, out, error));
  return tl_cute_check(out, error);
}

TUPLE_OPERATION(tl_cute_blocked_product, zip_product(a, b, false, out, error))
TUPLE_OPERATION(tl_cute_raked_product, zip_product(a, b, true, out, error))

/* How often the block fits into each mode of the shape. */
static tl_code count_blocks(const tl_cute *block, const tl_tuple *shape,
                            tl_tuple *out, tl_error *error) {
  tl_tuple sizes, target;
  TL_TRY(tl_tuple_product_each(block, &sizes, error));
  TL_TRY(tl_tuple_product_each(shape, &target, error));
  for (int64_t i = 0; i < target.leaf_count; i++) {
    int64_t *count = &target.leaves[i].value, size = sizes.leaves[i].value;
    if (*count % size != 0)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 " of the shape, %" PRId64
                     ", is no multiple of the block's %" PRId64,
                     i, *count, size);
    *count /= size;
  }
  *out = target;
  return TL_OK;
}

tl_code tl_cute_tile_to_shape(const tl_cute *block, const tl_tuple *shape,
                              const tl_tuple *order, tl_cute *out,
                              tl_error *error) {
  tl_cute padded, tiling;
  tl_tuple counts;
  TL_TRY(tl_cute_check_domain(block, error));
  TL_TRY(tl_tuple_append_n(tl_tuple_rank(shape), block, &UNIT, &padded, error));
  TL_TRY(count_blocks(&padded, shape, &counts, error));
  TL_TRY(order ? tl_cute_make_ordered(&counts, order, &tiling, error)
               : tl_cute_make(&counts, &tiling, error));
  return tl_cute_blocked_product(&padded, &tiling, out, error);
}

tl_code tl_cute_make_like(const tl_cute *layout, tl_cute *out,
                          tl_error *error) {
  tl_tuple stride = tl_cute_stride(layout), sizes;
  TL_TRY(tl_cute_check_integers(layout, error));
  TL_TRY(tl_tuple_filter_zeros(&stride, layout, &sizes, error));
  TL_TRY(tl_tuple_compact_order(&sizes, &stride, &stride, error));
  return tl_cute_create(layout, &stride, out, error);
}

tl_code tl_cute_make_fragment_like(const tl_cute *layout, tl_cute *out,
                                   tl_error *error) {
  static const tl_list OTHERS = {2, {1, -1}};
  tl_tuple range = tl_tuple_from_list(&OTHERS), stride, sizes;
  tl_cute first, others;
  TL_TRY(tl_cute_check_integers(layout, error));
  if (tl_tuple_rank(layout) < 2)
    return tl_cute_make(layout, out, error);
  TL_TRY(tl_tuple_item(layout, 0, &first, error));
  stride = tl_cute_stride(&first);
  TL_TRY(tl_tuple_filter_zeros(&stride, &first, &sizes, error));
  TL_TRY(tl_tuple_compact_col_major(&sizes, NULL, &stride, error));
  TL_TRY(tl_cute_create(&first, &stride, &first, error));
  TL_TRY(tl_tuple_take(&range, layout, &others, error));
  stride = tl_cute_stride(&others);
  TL_TRY(tl_cute_make_ordered(&others, &stride, &others, error));
  return tl_cute_tiled_product(&first, &others, out, error);
}

tl_code tl_cute_max_alignment(const tl_cute *layout, int64_t *out,
                              tl_error *error) {
  tl_cute modes, inverse, part;
  TL_TRY(tl_cute_coalesce(layout, &modes, error));
  TL_TRY(tl_cute_right_inverse(&modes, &inverse, error));
  TL_TRY(tl_cute_logical_divide(&modes, &inverse, &modes, error));
  TL_TRY(tl_tuple_item(&modes, 0, &part, error));
  TL_TRY(tl_cute_size(&part, out, error));
  TL_TRY(tl_tuple_item(&modes, 1, &part, error));
  for (int64_t i = 0; i < part.leaf_count; i++)
    *out = tl_gcd(*out, part.leaves[i].stride);
  return TL_OK;
}
