// RUN: cute_tv_laws_test 1000 | FileCheck %s
// RUN: cute_tv_laws_test_fast 100000 | FileCheck %s
// CHECK: L26 thread-value layouts: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L27 tile layouts of CuTe layouts: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: accepted thread-value layouts: {{[1-9][0-9]*}}, missing or twice: {{[1-9][0-9]*}}, cut: {{[1-9][0-9]*}}

/* Laws L26 and L27: CuTe layouts as tile layouts of registers and of memory.
 * usage: cute_tv_laws_test LAYOUTS */
#include "random_cute.h"
#include "tl/layout.h"

enum { THREAD_VALUE, TILE, LAW_COUNT };

static law laws[LAW_COUNT] = {{"thread-value layouts", 0, 0, 0},
                              {"tile layouts of CuTe layouts", 0, 0, 0}};
static long accepted, missing_or_twice, cut;

/*===--- L26 -------------------------------------------------------------===*/

enum { MAX_PLACES = 2048 };

static int64_t random_divisor(int64_t n) {
  int64_t divisor = 1 + below(n);
  while (n % divisor)
    divisor = 1 + below(n);
  return divisor;
}

/* A mode of the digits: an integer, flat, or with the first two as one item. */
static void push_digits(tl_cute *layout, const tl_list *extents,
                        const tl_list *strides) {
  int64_t count = extents->count, groups = count > 2 && below(2);
  if (count == 0) {
    push_mode(layout, 1, 0);
    return;
  }
  if (count > 1 || below(2)) {
    push_node(layout, count - groups);
  }
  for (int64_t i = 0; i < count; i++) {
    if (groups && i == 0) {
      push_node(layout, 2);
    }
    push_mode(layout, extents->items[i], strides->items[i]);
  }
}

/* Digits of the tile, cut at its dimensions or not, dealt to threads and
 * values, with copies in threads; at times one number is wrong. */
static void random_thread_values(tl_cute *layout, tl_list *tile) {
  tl_list extents[2] = {{0}, {0}}, strides[2] = {{0}, {0}}, order = {0},
          all = {0};
  tl_list steps = {0};
  int64_t position = 1, elements = 1;
  *tile = (tl_list){0};
  for (int64_t d = below(3); d >= 0; d--)
    push(tile, 1 + below(8));
  for (int64_t d = 0; d < tile->count; d++)
    elements *= tile->items[d];
  bool is_cut = below(3);
  for (int64_t d = 0; d < (is_cut ? tile->count : 1); d++)
    for (int64_t rest = is_cut ? tile->items[d] : elements; rest > 1;) {
      int64_t digit = random_divisor(rest);
      if (digit == 1)
        continue;
      push(&order, all.count);
      push(&all, digit);
      push(&steps, position);
      position *= digit;
      rest /= digit;
    }
  for (int64_t i = !below(3); i > 0; i--) {
    push(&order, all.count);
    push(&all, 2 + below(2));
    push(&steps, 0);
  }
  shuffle(&order);
  if (!below(3) && all.count) {
    tl_list *wrong = below(2) ? &all : &steps;
    int64_t *item = &wrong->items[below(all.count)];
    *item = wrong == &all ? 1 + below(8) : below(2) ? below(9) : *item * 2;
  }
  for (int64_t k = 0; k < order.count; k++) {
    int64_t i = order.items[k];
    bool is_value = steps.items[i] ? below(2) : !below(8);
    push(&extents[is_value], all.items[i]);
    push(&strides[is_value], steps.items[i]);
  }
  *layout = (tl_cute){0};
  push_node(layout, 2);
  push_digits(layout, &extents[0], &strides[0]);
  push_digits(layout, &extents[1], &strides[1]);
}

/* `thread` with 0 in the place of the digits of stride 0. */
static int64_t first_copy(const tl_cute *threads, int64_t thread) {
  int64_t first = 0, place = 1;
  for (int64_t i = 0; i < threads->leaf_count; i++) {
    int64_t extent = threads->leaves[i].value;
    first += threads->leaves[i].stride ? thread % extent * place : 0;
    thread /= extent;
    place *= extent;
  }
  return first;
}

/* Every place holds an element of the tile, every element is held, and by
 * several places only in copies. */
static bool holds_tile(const tl_cute *layout, int64_t elements) {
  static int64_t owner[MAX_PLACES];
  tl_cute threads = mode_of(layout, 0);
  int64_t thread_count = volume_of(&threads), held = 0;
  for (int64_t e = 0; e < elements; e++)
    owner[e] = -1;
  for (int64_t i = 0; i < volume_of(layout); i++) {
    int64_t e = cute_at(layout, i), thread = i % thread_count;
    int64_t place = i - thread + first_copy(&threads, thread);
    if (e >= elements || (owner[e] >= 0 && owner[e] != place))
      return false;
    held += owner[e] < 0;
    owner[e] = place;
  }
  return held == elements;
}

/* A dimension of the tile ends within a digit, where it does not split it. */
static bool cuts_digit(const tl_cute *layout, const tl_list *tile) {
  int64_t end = 1;
  bool cuts = false;
  for (int64_t d = 0; d + 1 < tile->count; d++) {
    end *= tile->items[d];
    for (int64_t i = 0; i < layout->leaf_count; i++) {
      int64_t extent = layout->leaves[i].value;
      int64_t stride = layout->leaves[i].stride;
      if (stride != 0 && stride < end && end < extent * stride)
        cuts = cuts || end % stride || extent % (end / stride);
    }
  }
  return cuts;
}

/* Every replica of every element against the places that hold it. */
static void check_tile_of(const tl_cute_tv *layout, tl_scope scope) {
  static bool reached[MAX_PLACES];
  tl_cute threads = mode_of(&layout->layout, 0);
  int64_t count = volume_of(&threads), places = volume_of(&layout->layout);
  int64_t elements = size_of(&layout->tile), found = 0;
  tl_axis axis = tl_scope_describe(scope)->axis;
  tl_layout tile;
  tl_code code = tile_of_tv(layout, scope, &tile);
  expect(&laws[THREAD_VALUE], code == TL_OK);
  if (code != TL_OK)
    return;
  tl_list shape = tl_layout_shape(&tile);
  expect(&laws[THREAD_VALUE], !memcmp(&shape, &layout->tile, sizeof shape));
  memset(reached, 0, (size_t)places);
  int64_t replicas = 1;
  const tl_iter *replica = &tile.iters[tile.shard_count];
  for (int64_t r = 0; r < tile.replica_count; r++)
    replicas *= replica[r].extent;
  for (int64_t e = 0; e < elements; e++) {
    int64_t x[TL_MAX_RANK], point[TL_AXIS_COUNT], rest = e;
    for (int64_t d = 0; d < shape.count; d++) {
      x[d] = rest % shape.items[d];
      rest /= shape.items[d];
    }
    tl_layout_apply(&tile, x, point);
    for (int64_t k = 0; k < replicas; k++) {
      int64_t thread = point[axis], digits = k;
      for (int64_t r = 0; r < tile.replica_count; r++) {
        thread += digits % replica[r].extent * replica[r].stride;
        digits /= replica[r].extent;
      }
      int64_t place = thread + count * point[TL_AXIS_M];
      bool holds = thread < count && place < places && !reached[place] &&
                   cute_at(&layout->layout, place) == e;
      expect(&laws[THREAD_VALUE], holds);
      if (!holds)
        return;
      reached[place] = true;
      found++;
    }
  }
  expect(&laws[THREAD_VALUE], found == places);
}

static void check_thread_values(void) {
  tl_cute layout;
  tl_list tile;
  tl_cute_tv result;
  tl_error error = {0};
  random_thread_values(&layout, &tile);
  int64_t elements = size_of(&tile);
  if (volume_of(&layout) > MAX_PLACES || elements > MAX_PLACES)
    return;
  begin(&laws[THREAD_VALUE]);
  tl_code code = tl_cute_tv_create(&layout, &tile, &result, &error);
  bool is_held = holds_tile(&layout, elements);
  bool is_cut = is_held && cuts_digit(&layout, &tile);
  accepted += code == TL_OK;
  missing_or_twice += !is_held;
  cut += is_cut;
  expect(&laws[THREAD_VALUE],
         code == (is_held && !is_cut ? TL_OK : TL_INVALID));
  if (code != TL_OK) {
    expect(&laws[THREAD_VALUE],
           !strstr(error.message, "within a step") == !is_cut);
    return;
  }
  tl_cute threads = mode_of(&layout, 0);
  int64_t count = volume_of(&threads);
  tl_scope scope = count <= 32 && below(2)    ? TL_SCOPE_WARP
                   : count <= 128 && below(2) ? TL_SCOPE_WARPGROUP
                                              : TL_SCOPE_CTA;
  if (count <= 1024)
    check_tile_of(&result, scope);
}

/* Element e of the tile is where the raked product of threads and values says:
 * a bijection onto the threads, so that copy v of them starts at v * threads. */
static void check_make(void) {
  tl_cute threads = random_cute_of(CUTE_COMPACT, 16);
  tl_cute values = random_cute_of(CUTE_COMPACT, 8);
  tl_cute_tv result;
  if (!has_modes(&threads, &values))
    return;
  begin(&laws[THREAD_VALUE]);
  tl_code code = tl_cute_tv_make(&threads, &values, &result, NULL);
  expect(&laws[THREAD_VALUE], code == TL_OK);
  if (code != TL_OK)
    return;
  int64_t count = volume_of(&threads), rank = result.tile.count;
  for (int64_t k = 0; k < rank; k++)
    expect(&laws[THREAD_VALUE],
           result.tile.items[k] ==
               mode_size(&threads, k) * mode_size(&values, k));
  expect(&laws[THREAD_VALUE],
         size_of(&result.tile) == count * volume_of(&values));
  for (int64_t e = 0; e < count * volume_of(&values); e++) {
    int64_t in_threads, in_values;
    split_coordinate(e, &values, &threads, &in_values, &in_threads);
    int64_t place =
        cute_at(&threads, in_threads) + count * cute_at(&values, in_values);
    expect(&laws[THREAD_VALUE], cute_at(&result.layout, place) == e);
  }
  check_tile_of(&result, TL_SCOPE_CTA);
}

/*===--- L27 -------------------------------------------------------------===*/

static void check_tile(void) {
  tl_swizzle swizzle = random_cute_swizzle();
  tl_cute layout = random_cute(64);
  tl_composed composed;
  tl_layout tile;
  tl_list shape;
  int64_t rank = rank_of(&layout);
  bool descends = false;
  if (below(2))
    swizzle = (tl_swizzle){0};
  if (tl_composed_create(&swizzle, below(2) ? below(50) : 0, &layout, &composed,
                         NULL) != TL_OK)
    return;
  begin(&laws[TILE]);
  for (int64_t i = 0; i < layout.leaf_count; i++)
    descends = descends || layout.leaves[i].stride < 0;
  tl_code code = tl_layout_from_cute(&composed, &tile, NULL);
  expect(&laws[TILE], code == (descends ? TL_INVALID : TL_OK));
  if (code != TL_OK)
    return;
  shape = tl_layout_shape(&tile);
  expect(&laws[TILE], shape.count == rank);
  for (int64_t i = 0; i < volume_of(&layout); i++) {
    int64_t x[TL_MAX_RANK], point[TL_AXIS_COUNT], rest = i;
    for (int64_t k = 0; k < rank; k++) {
      x[k] = rest % mode_size(&layout, k);
      rest /= mode_size(&layout, k);
    }
    tl_layout_apply(&tile, x, point);
    expect(&laws[TILE], point[TL_AXIS_M] == composed_at(&composed, i));
  }
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    check_thread_values();
    check_make();
    check_tile();
  }
  int status = report(laws, LAW_COUNT, 26);
  printf("accepted thread-value layouts: %ld, missing or twice: %ld, cut: "
         "%ld\n",
         accepted, missing_or_twice, cut);
  return status;
}
