// RUN: cute_tiled_laws_test 1000 | FileCheck %s
// RUN: cute_tiled_laws_test_fast 100000 | FileCheck %s
// CHECK: L43 tiled MMAs: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L44 tiled copies: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L45 larger tiles: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures

/* Laws L43 to L45: a value of a fragment is the value of the atom, at the place
 * of the thread's atom and of the repetition, permuted; what a side of a copy
 * has is what the reference has of the same bits; a larger tile is repeated.
 * usage: cute_tiled_laws_test LAYOUTS */
#include "random_cute.h"
#include "tl/cute_tiled.h"

enum { MODES = 3 };
enum { MMA, COPY, TILE, LAW_COUNT };

static law laws[LAW_COUNT] = {{"tiled MMAs", 0, 0, 0},
                              {"tiled copies", 0, 0, 0},
                              {"larger tiles", 0, 0, 0}};

/*===--- L43 -------------------------------------------------------------===*/

static const struct {
  const char *name;
  int64_t threads;
} ATOMS[] = {{"SM80_16x8x16_F32F16F16F32_TN", 32},
             {"SM80_16x8x8_F32TF32TF32F32_TN", 32},
             {"SM80_8x8x4_F64F64F64F64_TN", 32},
             {"SM90_64x16x16_F32F16F16_RS", 128},
             {"UniversalFMA", 1}};

enum { ATOM_COUNT = sizeof ATOMS / sizeof *ATOMS };

static const int OPERANDS[][2] = {
    [TL_MMA_A] = {0, 2}, [TL_MMA_B] = {1, 2}, [TL_MMA_C] = {0, 1}};

/* A bijection of [0, size), whose digits do not cut atoms. */
static tl_cute random_order(int64_t atom, int64_t atoms, int64_t size) {
  int64_t cut = atom % 2 == 0 && below(2) ? 2 : 1;
  tl_cute layout = {0};
  push_node(&layout, 4);
  push_leaf(&layout, cut);
  push_leaf(&layout, atom / cut);
  push_leaf(&layout, atoms);
  push_leaf(&layout, size / atom / atoms);
  return random_strides(&layout, CUTE_COMPACT);
}

static tl_cute random_atoms(int64_t *counts) {
  tl_cute shape = {0};
  push_node(&shape, MODES);
  for (int i = 0; i < MODES; i++) {
    counts[i] = 1 + below(3);
    push_leaf(&shape, counts[i]);
  }
  return random_strides(&shape, CUTE_COMPACT);
}

typedef struct mode {
  int64_t atom, atoms, tile, size; /* of the permutation, of the tensor */
  tl_cute order;
} mode;

/* Element x of the atoms in their order. */
static int64_t permuted(const mode *of, int64_t x) {
  return cute_at(&of->order, x % of->tile) + x / of->tile * of->tile;
}

static void check_fragment(const tl_tiled_mma *mma, tl_mma_part part,
                           const mode *modes, const tl_cute *atoms,
                           int64_t atom_threads) {
  const mode *rows = &modes[OPERANDS[part][0]];
  const mode *columns = &modes[OPERANDS[part][1]];
  tl_list tile = {2, {rows->size, columns->size}};
  tl_cute_tv made;
  tl_cute atom;
  if (part == TL_MMA_C && modes[2].atoms > 1) {
    expect(&laws[MMA], tl_tiled_mma_fragment(mma, part, &tile, &made, NULL));
    return;
  }
  bool exists = !tl_tiled_mma_fragment(mma, part, &tile, &made, NULL) &&
                !tl_cute_mma_atom(mma->atom, mma->length, part, &atom, NULL);
  expect(&laws[MMA], exists);
  if (!exists)
    return;
  tl_cute of_thread = mode_of(&made.layout, 0),
          of_value = mode_of(&made.layout, 1);
  tl_cute atom_thread = mode_of(&atom, 0), atom_value = mode_of(&atom, 1);
  int64_t values = volume_of(&atom_value), threads = volume_of(atoms);
  int64_t rests = rows->size / (rows->atom * rows->atoms);
  expect(&laws[MMA], volume_of(&of_thread) == threads * atom_threads);
  expect(&laws[MMA],
         volume_of(&of_value) ==
             values * rests *
                 (columns->size / (columns->atom * columns->atoms)));
  for (int64_t w = 0; w < threads; w += 1 + below(threads)) {
    int64_t t = atom_threads * cute_at(atoms, w), at[MODES];
    at[0] = w % modes[0].atoms;
    at[1] = w / modes[0].atoms % modes[1].atoms;
    at[2] = w / modes[0].atoms / modes[1].atoms;
    for (int64_t k = 0; k < atom_threads; k += 1 + below(8))
      for (int64_t v = 0; v < volume_of(&of_value);
           v += 1 + below(volume_of(&of_value) / 4 + 1)) {
        int64_t place =
            cute_at(&atom_thread, k) + cute_at(&atom_value, v % values);
        int64_t rest = v / values;
        int64_t i =
            place % rows->atom +
            rows->atom * (at[OPERANDS[part][0]] + rows->atoms * (rest % rests));
        int64_t j = place / rows->atom +
                    columns->atom * (at[OPERANDS[part][1]] +
                                     columns->atoms * (rest / rests));
        expect(&laws[MMA],
               cute_at(&of_thread, t + k) + cute_at(&of_value, v) ==
                   permuted(rows, i) + rows->size * permuted(columns, j));
      }
  }
}

static void check_mma(int which) {
  int64_t counts[MODES];
  tl_cute atoms = random_atoms(counts), shape;
  tl_tiler permutation = {.node_count = 1, .nodes = {TL_NODE_BY_MODE}};
  mode modes[MODES];
  tl_tiled_mma mma;
  const char *name = ATOMS[which].name;
  size_t length = strlen(name);
  if (tl_cute_mma_atom(name, length, TL_MMA_SHAPE, &shape, NULL) != TL_OK)
    abort();
  for (int i = 0; i < MODES; i++) {
    modes[i] = (mode){.atom = shape.leaves[i].value, .atoms = counts[i]};
    modes[i].tile = modes[i].atom * counts[i] * (1 + below(3));
    modes[i].size = modes[i].tile * (1 + below(2));
    modes[i].order = random_order(modes[i].atom, counts[i], modes[i].tile);
    if (tl_tuple_push(&permutation, &modes[i].order, NULL) != TL_OK)
      return;
  }
  begin(&laws[MMA]);
  if (tl_tiled_mma_make(name, length, &atoms, &permutation, &mma, NULL)) {
    expect(&laws[MMA], false);
    return;
  }
  for (tl_mma_part part = TL_MMA_A; part <= TL_MMA_C; part++)
    if (which != 3 || part != TL_MMA_B) /* in shared memory */
      check_fragment(&mma, part, modes, &atoms, ATOMS[which].threads);
}

/*===--- L44, L45 --------------------------------------------------------===*/

static const char *const COPIES[] = {
    "SM75_U32x1_LDSM_N",       "SM75_U32x2_LDSM_N", "SM75_U32x4_LDSM_N",
    "SM75_U16x8_LDSM_T",       "SM90_U32x4_STSM_N", "SM90_U16x4_STSM_T",
    "UniversalCopy<uint128_t>"};

enum { COPY_COUNT = sizeof COPIES / sizeof *COPIES, BITS = 16 };

/* A layout of two modes in either order, of `size` elements. */
static tl_cute random_pair(int64_t size) {
  tl_cute shape = {0};
  int64_t rows = 1 << below(4);
  while (size % rows)
    rows /= 2;
  push_node(&shape, 2);
  push_leaf(&shape, rows);
  push_leaf(&shape, size / rows);
  return random_strides(&shape, CUTE_COMPACT);
}

/* Where the reference has each element of the atom, by its number in the order
 * of bits that both sides have in common. */
enum { MOST_ELEMENTS = 256 };

typedef struct reference_side {
  int64_t threads, elements;
  int64_t thread[MOST_ELEMENTS], element[MOST_ELEMENTS];
} reference_side;

static reference_side invert(const tl_cute *layout) {
  reference_side made = {
      mode_volume(layout, 0), mode_volume(layout, 1) / BITS, {0}, {0}};
  for (int64_t t = 0; t < made.threads; t++)
    for (int64_t e = 0; e < made.elements; e++) {
      int64_t number = tv_at(layout, t, e * BITS) / BITS;
      made.thread[number] = t;
      made.element[number] = e;
    }
  return made;
}

static void check_side(const tl_tiled_copy *copy, const reference_side *of,
                       tl_copy_part part) {
  tl_cute_tv made;
  tl_cute side;
  bool exists = !tl_tiled_copy_fragment(copy, part, &made, NULL) &&
                !tl_cute_copy_atom(copy->atom, copy->length, part, &side, NULL);
  expect(&laws[COPY], exists);
  if (!exists)
    return;
  int64_t threads = mode_volume(&side, 0);
  int64_t elements = mode_volume(&side, 1) / BITS;
  for (int64_t n = 0; n < 32; n++) {
    int64_t t = below(mode_volume(&made.layout, 0));
    int64_t v = below(mode_volume(&made.layout, 1));
    int64_t number = tv_at(&side, t % threads, v % elements * BITS) / BITS;
    int64_t thread = of->thread[number] + t / threads * of->threads;
    int64_t value = of->element[number] + v / elements * of->elements;
    expect(&laws[COPY],
           tv_at(&made.layout, t, v) == tv_at(&copy->tv.layout, thread, value));
  }
}

/* Dimensions are rows and columns. */
static void check_tile(const tl_cute_tv *tv) {
  int64_t again[2] = {1 + below(4), 1 + below(4)};
  int64_t rows = tv->tile.items[0], columns = tv->tile.items[1];
  tl_list tile = {2, {rows * again[0], columns * again[1]}};
  int64_t values = mode_volume(&tv->layout, 1);
  tl_cute_tv made;
  bool exists = !tl_cute_tv_tile(tv, &tile, &made, NULL);
  begin(&laws[TILE]);
  expect(&laws[TILE], exists);
  for (int64_t n = 0; exists && n < 32; n++) {
    int64_t t = below(mode_volume(&tv->layout, 0));
    int64_t v = below(values * again[0] * again[1]), rest = v / values;
    int64_t place = tv_at(&tv->layout, t, v % values);
    int64_t i = place % rows + rest % again[0] * rows;
    int64_t j = place / rows + rest / again[0] * columns;
    expect(&laws[TILE], tv_at(&made.layout, t, v) == i + j * tile.items[0]);
  }
}

static void check_copy(int which) {
  const char *name = COPIES[which];
  size_t length = strlen(name);
  tl_cute layout;
  tl_cute_tv tv;
  tl_tiled_copy copy;
  if (tl_cute_copy_atom(name, length, TL_COPY_REFERENCE, &layout, NULL))
    abort();
  reference_side reference = invert(&layout);
  tl_cute threads = random_pair(reference.threads << below(3));
  tl_cute values = random_pair(reference.elements << below(3));
  if (tl_cute_tv_make(&threads, &values, &tv, NULL))
    abort();
  begin(&laws[COPY]);
  expect(&laws[COPY],
         !tl_tiled_copy_make(name, length, BITS, &tv, &copy, NULL));
  check_side(&copy, &reference, TL_COPY_SOURCE);
  check_side(&copy, &reference, TL_COPY_DESTINATION);
  check_tile(&tv);
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    check_mma((int)below(ATOM_COUNT));
    check_copy((int)below(COPY_COUNT));
  }
  return report(laws, LAW_COUNT, 43);
}
