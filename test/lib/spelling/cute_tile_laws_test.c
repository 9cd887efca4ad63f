// RUN: cute_tile_laws_test 1000 | FileCheck %s
// RUN: cute_tile_laws_test_fast 100000 | FileCheck %s
// CHECK: L22 divides: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L23 products: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: evenly divided: {{[1-9][0-9]*}}, rounded up: {{[1-9][0-9]*}}

/* Laws L22 and L23 on random CuTe layouts, nested to depth 3, and tilers that divide evenly, that do not, and that go mode by mode.
 * usage: cute_tile_laws_test LAYOUTS */
#include "random_cute.h"

enum { DIVIDE, PRODUCT, LAW_COUNT };

static law laws[LAW_COUNT] = {{"divides", 0, 0, 0}, {"products", 0, 0, 0}};
static long evenly_divided, rounded_up;

/* Offsets at which copies of `block` follow each other without meeting: each
 * starts at the first offset that the ones before leave free. */
typedef struct copies {
  int64_t count, offset[MAX_OFFSETS];
} copies;

static bool place_copies(const tl_cute *block, int64_t count, copies *out) {
  static offset_set taken;
  int64_t first = 0;
  out->count = 0;
  clear(&taken, MAX_OFFSETS);
  for (; out->count < count; out->count++) {
    while (first < MAX_OFFSETS && taken.has[first])
      first++;
    if (first + end_of(block) > MAX_OFFSETS)
      return false;
    for (int64_t i = 0; i < volume_of(block); i++)
      insert(&taken, first + cute_at(block, i));
    out->offset[out->count] = first;
  }
  return true;
}

/* Strides above 0 whose modes nest as `least` says or better. */
static bool is_block(const tl_cute *layout, nesting least) {
  bool holds = ascends(layout) && nesting_of(layout) >= least;
  for (int64_t i = 0; i < layout->leaf_count; i++)
    holds = holds &&
            (layout->leaves[i].value == 1 || layout->leaves[i].stride != 0);
  return holds;
}

/*===--- Tilers ----------------------------------------------------------===*/

typedef tl_code tiled_function(const tl_cute *layout, const tl_tiler *tiler,
                               tl_cute *out, tl_error *error);
typedef void mode_check(const tl_cute *mode, const tl_cute *tile,
                        const tl_cute *result);

static bool is_by_mode(const tl_tiler *tiler) {
  return tiler->nodes[0] >= TL_NODE_BY_MODE;
}

static tl_cute random_tile(int64_t size) {
  static const cute_kind KINDS[] = {CUTE_COMPACT, CUTE_COMPACT, CUTE_PADDED,
                                    CUTE_BROADCAST, CUTE_LOOSE};
  tl_cute tile = random_cute_of(KINDS[below(5)], size < 16 ? size : 16);
  if (below(2)) {
    tile = (tl_cute){0};
    int64_t extent = 1 + below(size < 8 ? size : 8);
    push_mode(&tile, extent, below(3) ? 1 : 1 + below(4));
  }
  return tile;
}

static void push_part(tl_tuple *tuple, const tl_tuple *part) {
  for (int64_t i = 0, leaf = 0; i < part->node_count; i++) {
    push_node(tuple, part->nodes[i]);
    if (part->nodes[i] < 0)
      tuple->leaves[tuple->leaf_count++] = part->leaves[leaf++];
  }
}

/* A tile for each of the first modes, at times a tiler of the mode's modes, and
 * where it is allowed `_`. */
static void random_tiler(const tl_tuple *shape, bool has_all, tl_tiler *out) {
  int64_t named = 1 + below(shape->nodes[0]);
  push_node(out, TL_NODE_BY_MODE + named);
  for (int64_t i = 0; i < named; i++) {
    tl_tuple mode = item_of(shape, i);
    if (mode.nodes[0] > 0 && !below(3)) {
      random_tiler(&mode, has_all, out);
    } else if (has_all && !below(4)) {
      push_node(out, TL_NODE_ALL);
      out->leaf_count++;
      out->leaf_count++;
    } else {
      tl_cute tile = random_tile(product_of(&mode));
      push_part(out, &tile);
    }
  }
}

/* Checks the result mode by mode, as the tiler names them. */
static void check_modes(law *checked, const tl_cute *layout,
                        const tl_tiler *tiler, const tl_cute *result,
                        mode_check *check) {
  if (tiler->nodes[0] == TL_NODE_ALL) {
    expect(checked, same_layout(layout, result));
    return;
  }
  if (!is_by_mode(tiler)) {
    expect(checked, result->nodes[0] == 2);
    if (result->nodes[0] == 2)
      check(layout, tiler, result);
    return;
  }
  expect(checked, rank_of(result) == rank_of(layout));
  for (int64_t i = 0; i < rank_of(layout); i++) {
    tl_cute before = mode_of(layout, i), after = mode_of(result, i);
    tl_tiler tile = {0};
    if (i < rank_of(tiler))
      tile = mode_of(tiler, i);
    if (i < rank_of(tiler))
      check_modes(checked, &before, &tile, &after, check);
    else
      expect(checked, same_layout(&before, &after));
  }
}

typedef struct mode_list {
  int64_t count;
  tl_cute modes[TL_MAX_ITERS];
} mode_list;

/* The tiles of a divide or product, and the rests with what no tile names. */
static void unzip_modes(const tl_cute *logical, const tl_tiler *tiler,
                        mode_list *tiles, mode_list *rests) {
  if (!is_by_mode(tiler)) {
    tiles->modes[tiles->count++] = mode_of(logical, 0);
    rests->modes[rests->count++] = mode_of(logical, 1);
    return;
  }
  int64_t named = rank_of(tiler);
  for (int64_t i = 0; i < rank_of(logical); i++) {
    tl_cute mode = mode_of(logical, i);
    if (i < named) {
      tl_tiler tile = mode_of(tiler, i);
      unzip_modes(&mode, &tile, tiles, rests);
    } else {
      rests->modes[rests->count++] = mode;
    }
  }
}

/* The offset where each mode has the digit of `index`, first mode fastest. */
static int64_t modes_at(const mode_list *list, int64_t index) {
  int64_t offset = 0;
  for (int64_t i = 0; i < list->count; i++) {
    int64_t size = volume_of(&list->modes[i]);
    offset += cute_at(&list->modes[i], index % size);
    index /= size;
  }
  return offset;
}

static int64_t modes_volume(const mode_list *list) {
  int64_t volume = 1;
  for (int64_t i = 0; i < list->count; i++)
    volume *= volume_of(&list->modes[i]);
  return volume;
}

/* Whether mode `first` and so on are the items of `mode`, or that mode where it
 * has one item; moves `first` beyond them. */
static bool opens(const tl_cute *layout, const tl_cute *mode, int64_t *first) {
  int64_t items = rank_of(mode);
  bool holds = true;
  for (int64_t i = 0; i < items; i++) {
    tl_cute item = mode_of(mode, i), got = mode_of(layout, (*first)++);
    holds = holds && same_function(&item, &got);
  }
  return holds;
}

/* Zipped, tiled and flat forms against the coordinates of the logical one. */
static void check_forms(law *checked, const tl_cute *layout,
                        const tl_tiler *tiler, const tl_cute *logical,
                        tiled_function *const forms[3]) {
  static mode_list tiles, rests;
  tl_cute zipped, tiled, flat;
  tiles.count = rests.count = 0;
  unzip_modes(logical, tiler, &tiles, &rests);
  bool has_all = forms[0](layout, tiler, &zipped, NULL) == TL_OK &&
                 forms[1](layout, tiler, &tiled, NULL) == TL_OK &&
                 forms[2](layout, tiler, &flat, NULL) == TL_OK;
  expect(checked, has_all && zipped.nodes[0] == 2);
  if (!has_all || zipped.nodes[0] != 2)
    return;
  tl_cute tile = mode_of(&zipped, 0), rest = mode_of(&zipped, 1);
  int64_t size = modes_volume(&tiles), count = modes_volume(&rests);
  expect(checked, volume_of(&tile) == size && volume_of(&rest) == count);
  for (int64_t i = 0; i < size * count; i++) {
    int64_t wanted = modes_at(&tiles, i % size) + modes_at(&rests, i / size);
    expect(checked, cute_at(&zipped, i) == wanted);
    expect(checked, cute_at(&tiled, i) == wanted);
    expect(checked, cute_at(&flat, i) == wanted);
  }
  int64_t rests_of = rank_of(&rest), tiles_of = rank_of(&tile);
  expect(checked, rank_of(&tiled) == 1 + rests_of &&
                      rank_of(&flat) == tiles_of + rests_of);
  int64_t next = 1;
  tl_cute first = mode_of(&tiled, 0);
  expect(checked, same_layout(&first, &tile) && opens(&tiled, &rest, &next));
  next = 0;
  expect(checked, opens(&flat, &tile, &next) && opens(&flat, &rest, &next));
}

/*===--- L22 -------------------------------------------------------------===*/

/* The runs of a layout as flat modes.  Where it `goes_on` a last leaf of extent
 * 1 counts, since linear coordinates beyond the size walk along it. */
static tl_cute runs_of(const tl_cute *layout, bool goes_on) {
  tl_list extents = {0}, strides = {0};
  tl_cute result = {0};
  int64_t last = layout->leaf_count - 1;
  for (int64_t i = last; i >= 0; i--) {
    int64_t extent = layout->leaves[i].value, k = extents.count - 1;
    int64_t stride = layout->leaves[i].stride;
    if (extent == 1 && !(goes_on && i == last))
      continue;
    if (k >= 0 && extent * stride == strides.items[k]) {
      extents.items[k] *= extent;
      strides.items[k] = stride;
    } else {
      push(&extents, extent);
      push(&strides, stride);
    }
  }
  if (extents.count == 0) {
    push(&extents, 1);
    push(&strides, 0);
  }
  if (extents.count > 1) {
    push_node(&result, extents.count);
  }
  for (int64_t i = extents.count - 1; i >= 0; i--) {
    push_mode(&result, extents.items[i], strides.items[i]);
  }
  return result;
}

/* The next extents in [least, 2 * least), all but the last counting. */
static bool next_extents(const tl_tuple *least, tl_tuple *extents) {
  for (int64_t i = 0; i + 1 < least->leaf_count; i++) {
    if (++extents->leaves[i].value < 2 * least->leaves[i].value)
      return true;
    extents->leaves[i].value = least->leaves[i].value;
  }
  return false;
}

/* Whether the result is a layout with the modes of `layout`, none shorter, at
 * the sums of tile and rest. */
static bool is_rounded(const tl_cute *layout, const tl_cute *tile,
                       const tl_cute *rest, const tl_cute *result) {
  tl_cute runs = runs_of(layout, true), rounded = runs;
  int64_t size = volume_of(tile), total = size * volume_of(rest);
  bool holds;
  do {
    holds = true;
    for (int64_t i = 0; holds && i < total; i++)
      holds =
          cute_at(result, i) ==
          cute_at(&rounded, cute_at(tile, i % size) + cute_at(rest, i / size));
  } while (!holds && next_extents(&runs, &rounded));
  return holds;
}

/* Every run of the layout ends where a mode of the tile does, or between two of
 * its steps. */
static bool divides_runs(const tl_cute *tile, const tl_cute *layout) {
  tl_cute runs = runs_of(layout, false);
  int64_t end = 1;
  bool divides = is_block(tile, DIVIDES);
  for (int64_t k = 0; divides && k < runs.leaf_count; k++) {
    end *= runs.leaves[k].value;
    for (int64_t i = 0; divides && i < tile->leaf_count; i++) {
      int64_t extent = tile->leaves[i].value, stride = tile->leaves[i].stride;
      if (extent > 1 && stride >= end)
        divides = stride % end == 0;
      else if (extent > 1)
        divides = end % stride == 0 &&
                  (extent % (end / stride) == 0 || end / stride % extent == 0);
    }
  }
  return divides;
}

static void check_divided(const tl_cute *layout, const tl_cute *tile,
                          const tl_cute *result) {
  static copies starts;
  tl_cute first = mode_of(result, 0), runs = runs_of(layout, false), rest;
  int64_t size = volume_of(tile), total = volume_of(result);
  expect(&laws[DIVIDE], refines(&first, tile));
  if (divides_runs(tile, layout) && total == volume_of(layout) &&
      place_copies(tile, total / size, &starts)) {
    evenly_divided++;
    for (int64_t i = 0; i < total; i++)
      expect(&laws[DIVIDE], cute_at(result, i) ==
                                cute_at(layout, cute_at(tile, i % size) +
                                                    starts.offset[i / size]));
    expect(&laws[DIVIDE],
           starts.offset[starts.count - 1] + end_of(tile) == total);
  } else {
    rounded_up++;
    expect(&laws[DIVIDE],
           tl_cute_complement(tile, &runs, &rest, NULL) == TL_OK &&
               total == size * volume_of(&rest) &&
               is_rounded(layout, tile, &rest, result));
  }
}

static tiled_function *const DIVIDES_IN[] = {
    tl_cute_zipped_divide, tl_cute_tiled_divide, tl_cute_flat_divide};

static void check_divide(const tl_cute *layout) {
  tl_tiler tiler = {0};
  bool has_all = false;
  if (below(2) && layout->nodes[0] > 0) {
    has_all = !below(3);
    random_tiler(layout, has_all, &tiler);
  } else {
    tiler = random_tile(volume_of(layout));
  }
  tl_cute result;
  if (tiler.leaf_count > 12 ||
      tl_cute_logical_divide(layout, &tiler, &result, NULL) != TL_OK)
    return;
  begin(&laws[DIVIDE]);
  check_modes(&laws[DIVIDE], layout, &tiler, &result, check_divided);
  if (!has_all)
    check_forms(&laws[DIVIDE], layout, &tiler, &result, DIVIDES_IN);
}

/* Tiles of whole extents divide every layout. */
static void check_even_divide(void) {
  tl_cute layout = random_cute(64), tile = {0}, result;
  int64_t extent = 1;
  for (int64_t i = below(layout.leaf_count + 1) - 1; i >= 0; i--)
    extent *= layout.leaves[i].value;
  push_mode(&tile, extent, extent > 1);
  begin(&laws[DIVIDE]);
  tl_code code = tl_cute_logical_divide(&layout, &tile, &result, NULL);
  expect(&laws[DIVIDE],
         code == TL_OK && volume_of(&result) == volume_of(&layout));
  if (code == TL_OK)
    check_divided(&layout, &tile, &result);
}

/*===--- L23 -------------------------------------------------------------===*/

static void check_multiplied(const tl_cute *layout, const tl_cute *tile,
                             const tl_cute *result) {
  static copies starts;
  static offset_set sums, distinct;
  tl_cute first = mode_of(result, 0), rest = mode_of(result, 1);
  int64_t size = volume_of(layout), count = volume_of(&rest);
  expect(&laws[PRODUCT], same_layout(&first, layout) &&
                             refines(&rest, tile) &&
                             count == volume_of(tile));
  if (!ascends(tile) || !is_block(layout, NESTS) ||
      end_of(result) > MAX_OFFSETS)
    return;
  clear(&sums, end_of(result));
  clear(&distinct, end_of(tile));
  for (int64_t j = 0; j < count; j++)
    insert(&distinct, cute_at(tile, j));
  for (int64_t i = 0; i < size * count; i++)
    insert(&sums, cute_at(result, i));
  expect(&laws[PRODUCT], sums.count == size * distinct.count);
  if (is_block(layout, DIVIDES) && place_copies(layout, end_of(tile), &starts))
    for (int64_t j = 0; j < count; j++)
      expect(&laws[PRODUCT],
             cute_at(&rest, j) == starts.offset[cute_at(tile, j)]);
}

static tiled_function *const PRODUCTS_IN[] = {
    tl_cute_zipped_product, tl_cute_tiled_product, tl_cute_flat_product};

static void check_product(const tl_cute *layout) {
  tl_tiler tiler = {0};
  bool has_all = false;
  if (below(2) && layout->nodes[0] > 0) {
    has_all = !below(3);
    random_tiler(layout, has_all, &tiler);
  } else {
    tiler = random_tile(16);
  }
  tl_cute result;
  if (tiler.leaf_count > 12 ||
      tl_cute_logical_product(layout, &tiler, &result, NULL) != TL_OK)
    return;
  if (volume_of(&result) > 4096)
    return;
  begin(&laws[PRODUCT]);
  check_modes(&laws[PRODUCT], layout, &tiler, &result, check_multiplied);
  if (!has_all)
    check_forms(&laws[PRODUCT], layout, &tiler, &result, PRODUCTS_IN);
}

/* Each mode of the product has the extents of both factors. */
static void expect_extents(law *checked, const tl_tuple *shape,
                           const tl_tuple *a, const tl_tuple *b) {
  int64_t rank = rank_of(a) > rank_of(b) ? rank_of(a) : rank_of(b);
  expect(checked, rank_of(shape) == rank);
  for (int64_t k = 0; k < rank; k++)
    expect(checked, mode_size(shape, k) == mode_size(a, k) * mode_size(b, k));
}

/* blocked, raked: where element i of `a` in copy j of `b` is. */
static void check_spread(const tl_cute *a, const tl_cute *b,
                         const tl_cute *product, bool is_raked) {
  static copies starts;
  if (!place_copies(a, end_of(b), &starts))
    return;
  expect_extents(&laws[PRODUCT], product, a, b);
  for (int64_t i = 0; i < volume_of(product); i++) {
    int64_t in_a, in_b;
    if (is_raked)
      split_coordinate(i, b, a, &in_b, &in_a);
    else
      split_coordinate(i, a, b, &in_a, &in_b);
    expect(&laws[PRODUCT],
           cute_at(product, i) ==
               cute_at(a, in_a) + starts.offset[cute_at(b, in_b)]);
  }
}

static void check_mode_products(void) {
  bool is_compact = below(2);
  tl_cute a = random_cute_of(is_compact ? CUTE_COMPACT : CUTE_PADDED, 16);
  tl_cute b = random_cute_of((cute_kind)below(CUTE_SIGNED), 16), product;
  if (!has_modes(&a, &b) || !is_block(&a, DIVIDES))
    return;
  begin(&laws[PRODUCT]);
  tl_code code = tl_cute_blocked_product(&a, &b, &product, NULL);
  expect(&laws[PRODUCT], code == TL_OK || !is_compact);
  if (code == TL_OK)
    check_spread(&a, &b, &product, false);
  code = tl_cute_raked_product(&a, &b, &product, NULL);
  expect(&laws[PRODUCT], code == TL_OK || !is_compact);
  if (code == TL_OK)
    check_spread(&a, &b, &product, true);
}

static void check_tile_to_shape(void) {
  bool is_compact = below(2), is_ordered = below(2);
  tl_cute block = random_cute_of(is_compact ? CUTE_COMPACT : CUTE_PADDED, 16);
  int64_t rank = rank_of(&block) + below(2);
  if (rank < 2 || rank > 4 || !is_block(&block, DIVIDES))
    return;
  tl_tuple shape = {0}, order = {0};
  tl_cute counts = {0}, result;
  tl_list places = {0};
  int64_t step = 1;
  for (int64_t k = 0; k < rank; k++)
    push(&places, k);
  shuffle(&places);
  push_node(&shape, rank);
  push_node(&order, rank);
  push_node(&counts, rank);
  for (int64_t k = 0; k < rank; k++) {
    int64_t count = 1 + below(4);
    push_leaf(&shape, count * mode_size(&block, k));
    push_leaf(&order, 0);
    push_mode(&counts, count, 0);
  }
  for (int64_t place = 0; place < rank; place++) {
    int64_t k = is_ordered ? places.items[place] : place;
    order.leaves[k].value = 3 * place;
    counts.leaves[k].stride = step;
    step *= counts.leaves[k].value;
  }
  begin(&laws[PRODUCT]);
  tl_code code = tl_cute_tile_to_shape(
      &block, &shape, is_ordered ? &order : NULL, &result, NULL);
  expect(&laws[PRODUCT], code == TL_OK || !is_compact);
  if (code != TL_OK)
    return;
  static offset_set seen;
  for (int64_t k = 0; k < rank; k++)
    expect(&laws[PRODUCT], mode_size(&result, k) == shape.leaves[k].value);
  check_spread(&block, &counts, &result, false);
  if (end_of(&result) > MAX_OFFSETS)
    return;
  clear(&seen, end_of(&result));
  for (int64_t i = 0; i < volume_of(&result); i++)
    insert(&seen, cute_at(&result, i));
  expect(&laws[PRODUCT], seen.count == product_of(&shape));
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    tl_cute layout = random_cute(64), block = random_cute(16);
    check_divide(&layout);
    check_even_divide();
    check_product(&block);
    check_mode_products();
    check_tile_to_shape();
  }
  int status = report(laws, LAW_COUNT, 22);
  printf("evenly divided: %ld, rounded up: %ld\n", evenly_divided, rounded_up);
  return status;
}
