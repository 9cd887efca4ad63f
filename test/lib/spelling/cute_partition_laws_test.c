// RUN: cute_partition_laws_test 1000 | FileCheck %s
// RUN: cute_partition_laws_test_fast 100000 | FileCheck %s
// CHECK: L60 layouts of coordinates: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L61 parts of tensors: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L62 parts of threads: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures

/* Laws L60 to L62: each integer of a coordinate is a sum of its own; a part of a
 * tensor is the tensor at the coordinates of the part; what a thread of a tiled
 * MMA or copy has is what the layouts of threads and values say.
 * usage: cute_partition_laws_test LAYOUTS */
#include "random_cute.h"
#include "tl/cute_tiled.h"
#include "tl/expression.h"

enum { COORDINATES, PARTS, THREADS, LAW_COUNT };

static law laws[LAW_COUNT] = {{"layouts of coordinates", 0, 0, 0},
                              {"parts of tensors", 0, 0, 0},
                              {"parts of threads", 0, 0, 0}};

/*===--- L60 -------------------------------------------------------------===*/

enum { PLACES = 4 };

/* 1@0, 1@1, 1@0@2 and 1@1@2. */
static const int64_t BASES[PLACES] = {1, 2, 3 | 1 << 6, 3 | 2 << 6};

static tl_cute along_coordinates(tl_cute layout, int64_t places) {
  for (int64_t i = 0; i < layout.leaf_count; i++)
    if (layout.leaves[i].stride != 0)
      layout.leaves[i].basis = BASES[below(places)];
  return layout;
}

/* What moves integer k of the coordinate. */
static tl_cute part_along(const tl_cute *layout, int64_t k) {
  tl_cute part = *layout;
  for (int64_t i = 0; i < part.leaf_count; i++) {
    if (part.leaves[i].basis != BASES[k])
      part.leaves[i].stride = 0;
    part.leaves[i].basis = 0;
  }
  return part;
}

static int64_t integer_at(const tl_cute_place *place, int64_t k) {
  int64_t value = 0;
  for (int64_t i = 0; i < place->count; i++)
    value += place->items[i].basis == BASES[k] ? place->items[i].value : 0;
  return value;
}

static bool place_of(const tl_composed *layout, int64_t index,
                     tl_cute_place *out) {
  tl_tuple at = {0};
  push_leaf(&at, index);
  return tl_composed_place(&at, layout, out, NULL) == TL_OK;
}

/* Item k of the tuple, item k - 2 of its item 2, or 0 where there is none. */
static int64_t tuple_at(const tl_tuple *tuple, int64_t k) {
  int64_t i = k < 2 ? k : 2;
  if (i >= rank_of(tuple) || tuple->nodes[0] < 0)
    return 0;
  tl_tuple item = item_of(tuple, i);
  if (k >= 2 && (item.nodes[0] < 0 || k - 2 >= rank_of(&item)))
    return 0;
  if (k >= 2)
    item = item_of(&item, k - 2);
  return item.nodes[0] < 0 ? item.leaves[0].value : -1;
}

/* Each integer of what the layout leads to is the sum of its own strides. */
static void check_places(const tl_cute *layout) {
  tl_composed composed = {.layout = *layout};
  begin(&laws[COORDINATES]);
  for (int64_t index = 0; index < volume_of(layout); index++) {
    tl_cute_place place;
    tl_tuple tuple;
    bool exists = place_of(&composed, index, &place) &&
                  tl_cute_place_to_tuple(&place, &tuple, NULL) == TL_OK;
    expect(&laws[COORDINATES], exists);
    for (int64_t k = 0; exists && k < PLACES; k++) {
      tl_cute part = part_along(layout, k);
      expect(&laws[COORDINATES],
             integer_at(&place, k) == cute_at(&part, index) &&
                 tuple_at(&tuple, k) == cute_at(&part, index));
    }
  }
}

static void check_same(const tl_cute *a, const tl_cute *b) {
  for (int64_t k = 0; k < PLACES; k++) {
    tl_cute x = part_along(a, k), y = part_along(b, k);
    expect(&laws[COORDINATES], same_function(&x, &y));
  }
}

static void check_text(const tl_cute *layout, const tl_cute_place *start) {
  tl_value value = {.kind = TL_KIND_CUTE}, back;
  tl_text text = {0};
  if (tl_composed_start(layout, start, &value.as.composed, NULL) != TL_OK)
    return;
  tl_value_print(&value, &text);
  expect(&laws[COORDINATES],
         tl_expression_evaluate(text.data, text.length, TL_KIND_NONE, 32, &back,
                                NULL) == TL_OK &&
             back.kind == TL_KIND_CUTE &&
             !memcmp(&back.as.composed, &value.as.composed,
                     sizeof back.as.composed));
}

static void check_coordinates(void) {
  tl_cute plain = random_cute(64), b = random_cute(32), result;
  tl_cute a = along_coordinates(plain, PLACES);
  tl_cute_place start = {2, {{BASES[0], 1 + below(9)}, {BASES[2], below(2)}}};
  start.count -= start.items[1].value == 0;
  check_places(&a);
  if (tl_cute_is_coordinates(&a))
    check_text(&a, &start);
  expect(&laws[COORDINATES], !tl_cute_coalesce(&a, &result, NULL));
  check_same(&a, &result);
  if (ascends(&b) && tl_cute_composition(&a, &b, &result, NULL) == TL_OK)
    for (int64_t k = 0; k < PLACES; k++) {
      tl_cute part = part_along(&a, k), made = part_along(&result, k);
      for (int64_t i = 0; i < volume_of(&b); i++)
        expect(&laws[COORDINATES],
               cute_at(&made, i) == cute_at(&part, cute_at(&b, i)));
    }

  /* B leads to coordinates (x,y) of a layout of two modes or more. */
  tl_cute to = along_coordinates(b, 2);
  if (!ascends(&b) || rank_of(&plain) < 2 || plain.nodes[0] < 0 ||
      tl_cute_composition(&plain, &to, &result, NULL))
    return;
  tl_cute x = part_along(&to, 0), y = part_along(&to, 1);
  tl_cute rows = mode_of(&plain, 0), columns = mode_of(&plain, 1);
  if (!tl_cute_is_coordinates(&to))
    return;
  for (int64_t i = 0; i < volume_of(&b); i++)
    expect(&laws[COORDINATES],
           cute_at(&result, i) == cute_at(&rows, cute_at(&x, i)) +
                                      cute_at(&columns, cute_at(&y, i)));
}

/*===--- L61 -------------------------------------------------------------===*/

/* A tensor of two modes, of which tiles and rests are numbers. */
typedef struct tensor {
  tl_composed layout;
  int64_t tile[2], rest[2];
  tl_tiler tiler;
} tensor;

/* A mode with those two digits, and sometimes another between them. */
static void push_digits(tl_cute *layout, int64_t tile, int64_t rest) {
  bool is_one = !below(3);
  if (!is_one)
    push_node(layout, 2);
  push_leaf(layout, is_one ? tile * rest : tile);
  if (!is_one)
    push_leaf(layout, rest);
}

static tensor random_tensor(void) {
  tensor made = {.layout = {.offset = 0}};
  tl_cute shape = {0};
  tl_swizzle swizzle = random_cute_swizzle();
  push_node(&shape, 2);
  push_node(&made.tiler, TL_NODE_BY_MODE + 2);
  for (int i = 0; i < 2; i++) {
    made.tile[i] = 1 + below(4);
    made.rest[i] = 1 + below(4);
    push_digits(&shape, made.tile[i], made.rest[i]);
    push_mode(&made.tiler, made.tile[i], made.tile[i] > 1);
  }
  shape = random_strides(&shape, (cute_kind)below(CUTE_LOOSE));
  if (below(2) || tl_composed_create(&swizzle, below(2) ? below(64) : 0, &shape,
                                     &made.layout, NULL))
    made.layout.layout = shape;
  return made;
}

/* The value at one coordinate each of both modes. */
static int64_t tensor_at(const tensor *of, int64_t i, int64_t j) {
  tl_cute rows = mode_of(&of->layout.layout, 0);
  tl_cute columns = mode_of(&of->layout.layout, 1);
  return swizzled(&of->layout.swizzle,
                  of->layout.offset + cute_at(&rows, i) + cute_at(&columns, j));
}

static tl_tuple pair_of(int64_t i, int64_t j) {
  tl_tuple pair = {0};
  push_node(&pair, 2);
  push_leaf(&pair, i);
  push_leaf(&pair, j);
  return pair;
}

static void check_inner(const tensor *of) {
  int64_t x = below(of->rest[0]), y = below(of->rest[1]);
  tl_tuple at = pair_of(x, y);
  tl_composed part;
  bool exists =
      !tl_composed_inner_partition(&of->layout, &of->tiler, &at, &part, NULL);
  expect(&laws[PARTS], exists);
  for (int64_t c = 0; exists && c < of->tile[0] * of->tile[1]; c++)
    expect(&laws[PARTS], composed_at(&part, c) ==
                             tensor_at(of, x * of->tile[0] + c % of->tile[0],
                                       y * of->tile[1] + c / of->tile[0]));
}

static void expect_outer(const tensor *of, const tl_composed *part, int64_t x,
                         int64_t y) {
  for (int64_t c = 0; c < of->rest[0] * of->rest[1]; c++)
    expect(&laws[PARTS], composed_at(part, c) ==
                             tensor_at(of, x + c % of->rest[0] * of->tile[0],
                                       y + c / of->rest[0] * of->tile[1]));
}

static void check_outer(const tensor *of) {
  int64_t x = below(of->tile[0]), y = below(of->tile[1]);
  tl_tuple at = pair_of(x, y), shape = pair_of(of->tile[0], of->tile[1]);
  tl_cute threads = random_strides(&shape, CUTE_COMPACT);
  tl_composed part;
  bool exists =
      !tl_composed_outer_partition(&of->layout, &of->tiler, &at, &part, NULL);
  expect(&laws[PARTS], exists);
  if (exists)
    expect_outer(of, &part, x, y);
  int64_t thread = cute_at(&threads, x + y * of->tile[0]);
  exists =
      !tl_composed_local_partition(&of->layout, &threads, thread, &part, NULL);
  expect(&laws[PARTS], exists);
  if (exists)
    expect_outer(of, &part, x, y);
}

/* The sum of both places, before the swizzle. */
static void check_offset(const tensor *of) {
  int64_t rows = of->tile[0] * of->rest[0], columns = of->tile[1] * of->rest[1];
  tl_tuple at = pair_of(below(rows), below(columns));
  tl_composed moved, flat = of->layout;
  bool exists = !tl_composed_domain_offset(&at, &of->layout, &moved, NULL);
  expect(&laws[PARTS], exists);
  flat.swizzle = (tl_swizzle){0};
  flat.offset = 0;
  for (int64_t c = 0; exists && c < rows * columns; c++)
    expect(
        &laws[PARTS],
        composed_at(&moved, c) ==
            swizzled(&of->layout.swizzle,
                     of->layout.offset + cute_at(&flat.layout, c) +
                         cute_at(&flat.layout, at.leaves[0].value +
                                                   at.leaves[1].value * rows)));
}

/* Where a tile of an identity layout is. */
static void check_identity(const tensor *of) {
  tl_tuple shape =
      pair_of(of->tile[0] * of->rest[0], of->tile[1] * of->rest[1]);
  int64_t x = below(of->rest[0]), y = below(of->rest[1]);
  tl_tuple at = pair_of(x, y);
  tl_composed identity = {.offset = 0}, part;
  bool exists =
      !tl_cute_make_identity(&shape, &identity.layout, NULL) &&
      !tl_composed_inner_partition(&identity, &of->tiler, &at, &part, NULL);
  expect(&laws[PARTS], exists);
  for (int64_t c = 0; exists && c < of->tile[0] * of->tile[1]; c++) {
    tl_cute_place place;
    expect(&laws[PARTS],
           place_of(&part, c, &place) &&
               integer_at(&place, 0) == x * of->tile[0] + c % of->tile[0] &&
               integer_at(&place, 1) == y * of->tile[1] + c / of->tile[0]);
  }
}

static void check_parts(void) {
  tensor of = random_tensor();
  begin(&laws[PARTS]);
  check_inner(&of);
  check_outer(&of);
  check_offset(&of);
  check_identity(&of);
}

/*===--- L62 -------------------------------------------------------------===*/

static const char *const ATOMS[] = {"SM80_16x8x16_F32F16F16F32_TN",
                                    "SM80_16x8x8_F32TF32TF32F32_TN",
                                    "SM80_8x8x4_F64F64F64F64_TN"};
enum { ATOM_COUNT = sizeof ATOMS / sizeof *ATOMS };

static bool identity_of(int64_t rows, int64_t columns, tl_composed *out) {
  tl_tuple shape = pair_of(rows, columns);
  *out = (tl_composed){.offset = 0};
  return tl_cute_make_identity(&shape, &out->layout, NULL) == TL_OK;
}

static bool is_element(const tl_composed *part, int64_t value, int64_t row,
                       int64_t column) {
  tl_cute_place place;
  return place_of(part, value, &place) && integer_at(&place, 0) == row &&
         integer_at(&place, 1) == column;
}

/* Values that a copy moves are those of the registers that it says they are. */
static void check_retile(const tl_tiled_mma *mma, const tl_list *tile) {
  const char *name = below(2) ? "SM75_U32x4_LDSM_N" : "UniversalCopy<uint16_t>";
  tl_cute_tv tv;
  tl_tiled_copy copy;
  tl_thread_copy moves;
  tl_thread_mma holds;
  tl_composed identity, held, moved, registers = {.offset = 0};
  int64_t thread = below(32);
  if (tl_tiled_mma_fragment(mma, TL_MMA_A, NULL, &tv, NULL) ||
      tl_tiled_copy_make(name, strlen(name), 16, &tv, &copy, NULL) ||
      tl_tiled_copy_slice(&copy, thread, &moves, NULL) ||
      tl_tiled_mma_slice(mma, thread, &holds, NULL) ||
      !identity_of(tile->items[0], tile->items[1], &identity))
    return;
  bool exists =
      !tl_thread_mma_partition(&holds, TL_MMA_A, &identity, &held, NULL) &&
      !tl_cute_make(&held.layout, &registers.layout, NULL) &&
      !tl_tiled_copy_retile(&copy, &registers, &registers, NULL) &&
      !tl_thread_copy_partition(&moves, TL_COPY_DESTINATION, &identity, &moved,
                                NULL);
  expect(&laws[THREADS], exists);
  for (int64_t v = 0; exists && v < volume_of(&moved.layout); v++) {
    tl_cute_place place;
    int64_t at = composed_at(&registers, v);
    expect(&laws[THREADS], place_of(&held, at, &place) &&
                               is_element(&moved, v, integer_at(&place, 0),
                                          integer_at(&place, 1)));
  }
}

static void check_mma(void) {
  static const int OPERANDS[][2] = {
      [TL_MMA_A] = {0, 2}, [TL_MMA_B] = {1, 2}, [TL_MMA_C] = {0, 1}};
  const char *name = ATOMS[below(ATOM_COUNT)];
  tl_mma_part part = (tl_mma_part)(TL_MMA_A + below(3));
  tl_tuple shape = pair_of(1 + below(2), 1 + below(2));
  tl_cute warps = random_strides(&shape, CUTE_COMPACT);
  tl_tiled_mma mma;
  tl_list whole, tile = {2, {0}};
  if (tl_tiled_mma_make(name, strlen(name), &warps, NULL, &mma, NULL) ||
      tl_tiled_mma_tile(&mma, &whole, NULL))
    abort();
  for (int i = 0; i < 2; i++)
    tile.items[i] = whole.items[OPERANDS[part][i]] * (1 + below(3));
  tl_cute_tv tv;
  tl_composed identity, held;
  tl_thread_mma slice;
  begin(&laws[THREADS]);
  bool exists = !tl_tiled_mma_fragment(&mma, part, &tile, &tv, NULL) &&
                identity_of(tile.items[0], tile.items[1], &identity) &&
                !tl_tiled_mma_slice(&mma, below(mode_volume(&tv.layout, 0)),
                                    &slice, NULL) &&
                !tl_thread_mma_partition(&slice, part, &identity, &held, NULL);
  expect(&laws[THREADS], exists);
  if (!exists)
    return;
  expect(&laws[THREADS], volume_of(&held.layout) == mode_volume(&tv.layout, 1));
  for (int64_t v = 0; v < volume_of(&held.layout); v++) {
    int64_t element = tv_at(&tv.layout, slice.thread, v);
    expect(&laws[THREADS], is_element(&held, v, element % tile.items[0],
                                      element / tile.items[0]));
  }
  if (part == TL_MMA_A && name == ATOMS[0])
    check_retile(&mma, &tile);
}

static void check_copy(void) {
  static const char *const COPIES[] = {"SM75_U32x4_LDSM_N", "SM75_U16x8_LDSM_T",
                                       "UniversalCopy<uint128_t>"};
  const char *name = COPIES[below(3)];
  tl_copy_part part = below(2) ? TL_COPY_SOURCE : TL_COPY_DESTINATION;
  tl_tuple shape = pair_of(8 << below(2), 4 << below(2)), line = pair_of(1, 8);
  tl_cute threads = random_strides(&shape, CUTE_COMPACT);
  tl_cute values = random_strides(&line, CUTE_COMPACT);
  tl_cute_tv tv, side;
  tl_tiled_copy copy;
  tl_thread_copy slice;
  tl_composed identity, held;
  int64_t again[2] = {1 + below(3), 1 + below(3)};
  begin(&laws[THREADS]);
  if (tl_cute_tv_make(&threads, &values, &tv, NULL) ||
      tl_tiled_copy_make(name, strlen(name), 16, &tv, &copy, NULL))
    abort();
  int64_t rows = tv.tile.items[0], columns = tv.tile.items[1];
  bool exists =
      !tl_tiled_copy_fragment(&copy, part, &side, NULL) &&
      identity_of(rows * again[0], columns * again[1], &identity) &&
      !tl_tiled_copy_slice(&copy, below(volume_of(&threads)), &slice, NULL) &&
      !tl_thread_copy_partition(&slice, part, &identity, &held, NULL);
  expect(&laws[THREADS], exists);
  int64_t held_values = exists ? mode_volume(&side.layout, 1) : 0;
  for (int64_t v = 0; v < held_values * again[0] * again[1]; v++) {
    int64_t element = tv_at(&side.layout, slice.thread, v % held_values);
    int64_t rest = v / held_values;
    expect(&laws[THREADS],
           is_element(&held, v, element % rows + rest % again[0] * rows,
                      element / rows + rest / again[0] * columns));
  }
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    check_coordinates();
    check_parts();
    if (below(2))
      check_mma();
    else
      check_copy();
  }
  return report(laws, LAW_COUNT, 60);
}
