// RUN: layout_fit_laws_test 3000 | FileCheck %s
// RUN: layout_fit_laws_test_fast 100000 | FileCheck %s
// CHECK: L63 fit: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L64 fragment: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: swizzles: {{[1-9][0-9]*}} found again, 0 failures
// CHECK: bits: {{[1-9][0-9]*}} maps, 0 failures
// CHECK: errors: 12 cases, 0 failures

/* Tables made from random layouts are read back, and changed ones refused.
 * usage: layout_fit_laws_test LAYOUTS */
#include "random_layouts.h"
#include "tl/layout_fit.h"

enum { MOST_ENTRIES = 1 << 14 };
static const tl_swizzle NONE = {0, 0, 0};
static law laws[] = {{.name = "fit"}, {.name = "fragment"}};

/*===--- Tables -----------------------------------------------------------===*/

static int64_t places[MOST_ENTRIES];

static int64_t place_in_array(const void *of, int64_t index) {
  return ((const int64_t *)of)[index];
}

static tl_place_table table_of(const tl_list *extents) {
  return (tl_place_table){*extents, place_in_array, places};
}

static int64_t entries(const tl_list *extents) {
  int64_t count = 1;
  for (int64_t d = 0; d < extents->count; d++)
    count *= extents->items[d];
  return count;
}

static tl_swizzle random_swizzle(void) {
  tl_swizzle swizzle = {below(5), 1 + below(4), 0};
  swizzle.shift = swizzle.bits + below(3);
  return below(2) ? swizzle : NONE;
}

/*===--- Law L63 ----------------------------------------------------------===*/

/* Digits of any extents and strides, which may meet or leave gaps. */
static tl_layout random_table_layout(void) {
  static const int64_t EXTENTS[] = {1, 2, 2, 3, 4, 5, 8};
  tl_layout fields = {.rank = 1 + below(3)};
  int64_t size = 1;
  for (int64_t d = 0; d < fields.rank; d++) {
    fields.group_size[d] = below(4);
    for (int64_t k = 0; k < fields.group_size[d]; k++) {
      int64_t extent = EXTENTS[below(7)];
      extent = size * extent > MOST_ENTRIES / 8 ? 1 : extent;
      size *= extent;
      fields.iters[fields.shard_count++] =
          (tl_iter){extent, below(3) ? 1 << below(9) : below(90), TL_AXIS_M, 0};
    }
  }
  fields.offset[TL_AXIS_M] = below(2) ? 0 : below(300);
  fields.swizzle = random_swizzle();
  if (tl_layout_create(&fields, &fields, NULL) != TL_OK)
    abort();
  return fields;
}

static void fill_table(const tl_layout *layout, tl_list *extents) {
  tl_list coordinate = {.count = layout->rank};
  int64_t index = 0;
  *extents = tl_layout_shape(layout);
  do {
    int64_t point[TL_AXIS_COUNT];
    tl_layout_apply(layout, coordinate.items, point);
    places[index++] = point[TL_AXIS_M];
  } while (tl_list_next_coordinate(extents, &coordinate));
}

/* Whether the layout has the places, by listing them. */
static bool has_places(const tl_layout *layout, const tl_list *extents) {
  tl_list coordinate = {.count = extents->count};
  int64_t index = 0, point[TL_AXIS_COUNT];
  bool has = true;
  do {
    tl_layout_apply(layout, coordinate.items, point);
    has = has && point[TL_AXIS_M] == places[index++];
  } while (tl_list_next_coordinate(extents, &coordinate));
  return has;
}

static void check_fit(void) {
  tl_layout layout = random_table_layout(), found;
  tl_list extents;
  fill_table(&layout, &extents);
  tl_place_table table = table_of(&extents);
  begin(&laws[0]);
  expect(&laws[0],
         tl_layout_fit(&table, &layout.swizzle, &found, NULL) == TL_OK &&
             memcmp(&found, &layout, sizeof found) == 0 &&
             has_places(&found, &extents));
  /* One entry elsewhere: refused, or another layout. */
  places[below(entries(&extents))] += 1 + below(70);
  if (tl_layout_fit(&table, &layout.swizzle, &found, NULL) == TL_OK)
    expect(&laws[0], has_places(&found, &extents));
}

/*===--- Law L64 ----------------------------------------------------------===*/

/* A tile of rank 1 to 3 whose digits threads and registers hold in any order,
 * with replicas. */
typedef struct held_tile {
  tl_layout fragment;
  tl_list extents, strides, origin; /* of the table; of the memory */
  tl_swizzle swizzle;
} held_tile;

static void add_digit(tl_layout *fields, int64_t extent, bool is_thread,
                      int64_t held[2]) {
  fields->iters[fields->shard_count + fields->replica_count] =
      (tl_iter){extent, held[is_thread], is_thread ? TL_AXIS_TX : TL_AXIS_M, 0};
  held[is_thread] *= extent;
}

static held_tile random_tile(void) {
  static const int64_t EXTENTS[] = {2, 3, 4, 2};
  held_tile tile = {.swizzle = random_swizzle()};
  int64_t held[2] = {1, 1}, rank = 1 + below(3), row = 1;
  tl_layout fields = {.rank = rank};
  tile.strides.count = tile.origin.count = rank;
  for (int64_t d = 0; d < rank; d++) {
    fields.group_size[d] = below(4 - rank + 1);
    for (int64_t k = 0; k < fields.group_size[d]; k++) {
      add_digit(&fields, EXTENTS[below(4)], below(2), held);
      fields.shard_count++;
    }
  }
  if (below(3) == 0) {
    add_digit(&fields, 2, below(2), held);
    fields.replica_count++;
  }
  fields.offset[TL_AXIS_TX] = below(2) ? 0 : 32;
  if (tl_layout_create(&fields, &tile.fragment, NULL) != TL_OK)
    abort();
  tl_list shape = tl_layout_shape(&tile.fragment);
  bool is_column_major = below(2);
  for (int64_t k = 0; k < rank; k++) {
    int64_t d = is_column_major ? k : rank - 1 - k;
    tile.strides.items[d] = row;
    tile.origin.items[d] = below(4);
    /* Two dimensions that one stride moves along are told apart in one order. */
    row *= shape.items[d] + tile.origin.items[d] + below(3) + is_column_major;
  }
  tile.extents = (tl_list){2, {held[1], held[0]}};
  return tile;
}

/* Puts the element at the coordinate into all of its places of the table. */
static void put(const held_tile *tile, const tl_list *coordinate) {
  const tl_layout *fragment = &tile->fragment;
  int64_t point[TL_AXIS_COUNT], place = 0;
  tl_layout_apply(fragment, coordinate->items, point);
  for (int64_t d = 0; d < coordinate->count; d++)
    place +=
        (coordinate->items[d] + tile->origin.items[d]) * tile->strides.items[d];
  const tl_iter *replica = &fragment->iters[fragment->shard_count];
  int64_t copies = fragment->replica_count ? replica->extent : 1;
  for (int64_t k = 0; k < copies; k++) {
    if (k)
      point[replica->axis] += replica->stride;
    int64_t thread = point[TL_AXIS_TX] - fragment->offset[TL_AXIS_TX];
    places[thread * tile->extents.items[1] + point[TL_AXIS_M]] =
        tl_swizzle_apply(&tile->swizzle, place);
  }
}

static void check_fragment(void) {
  held_tile tile = random_tile();
  tl_list shape = tl_layout_shape(&tile.fragment);
  tl_list coordinate = {.count = shape.count};
  tl_fragment_fit found;
  do
    put(&tile, &coordinate);
  while (tl_list_next_coordinate(&shape, &coordinate));
  tl_fragment_table table = {.table = table_of(&tile.extents),
                             .threads = {1, {1}},
                             .first_thread = tile.fragment.offset[TL_AXIS_TX],
                             .swizzle = tile.swizzle,
                             .strides = tile.strides};
  begin(&laws[1]);
  expect(&laws[1],
         tl_fragment_fit_table(&table, &found, NULL) == TL_OK &&
             memcmp(&found.fragment, &tile.fragment, sizeof tile.fragment) ==
                 0 &&
             memcmp(&found.origin, &tile.origin, sizeof tile.origin) == 0);
}

/*===--- Swizzles and bits ------------------------------------------------===*/

/* Rows and columns of a square tile, both swizzled, tell the swizzle. */
static bool finds_swizzle(void) {
  static int64_t rows[1024], columns[1024];
  tl_swizzle swizzle = {below(3), 1 + below(2), 0};
  swizzle.shift = 5 - swizzle.base;
  for (int64_t i = 0; i < 1024; i++) {
    rows[i] = tl_swizzle_apply(&swizzle, i);
    columns[i] = tl_swizzle_apply(&swizzle, i % 32 * 32 + i / 32);
  }
  tl_list extents = {2, {32, 32}};
  tl_place_table tables[] = {{extents, place_in_array, rows},
                             {extents, place_in_array, columns}};
  tl_swizzle found = tl_layout_fit_swizzle(tables, 2);
  return memcmp(&found, &swizzle, sizeof found) == 0;
}

static bool finds_bits(void) {
  int64_t columns[10], constant = below(1 << 12);
  for (int64_t k = 0; k < 10; k++)
    columns[k] = below(1 << 12);
  tl_list extents = {2, {32, 32}};
  tl_place_table table = table_of(&extents);
  for (int64_t i = 0; i < 1024; i++) {
    places[i] = constant;
    for (int64_t k = 0; k < 10; k++)
      places[i] ^= i >> k & 1 ? columns[k] : 0;
  }
  tl_bit_matrix found;
  if (tl_bit_matrix_fit(&table, &found, NULL) != TL_OK)
    return false;
  for (int64_t i = 0; i < 1024; i++)
    if ((int64_t)tl_bit_matrix_apply(&found, (uint64_t)i) != places[i])
      return false;
  places[1 + below(1023)] ^= 1 << 13;
  int64_t last = places[1023];
  bool is_refused = tl_bit_matrix_fit(&table, &found, NULL) == TL_INVALID;
  return is_refused || last != places[1023];
}

/*===--- Errors -----------------------------------------------------------===*/

static bool refuses(const tl_place_table *table, const char *message) {
  tl_layout out;
  tl_error error = {.code = TL_OK};
  return tl_layout_fit(table, &NONE, &out, &error) == TL_INVALID &&
         strstr(error.message, message);
}

static bool refuses_fragment(const tl_place_table *table, tl_list strides,
                             const char *message) {
  tl_fragment_table from = {*table, {1, {1}}, 0, NONE, strides};
  tl_fragment_fit out;
  tl_error error = {.code = TL_OK};
  return tl_fragment_fit_table(&from, &out, &error) == TL_INVALID &&
         strstr(error.message, message);
}

#define TABLE(n, ...)                                                          \
  ((tl_place_table){{1, {n}}, place_in_array, (const int64_t[]){__VA_ARGS__}})
#define HELD(...)                                                              \
  ((tl_place_table){                                                           \
      {2, {2, 2}}, place_in_array, (const int64_t[]){__VA_ARGS__}})

/* Threads 2^62 apart, of which a step along the digits leads to the fourth; a tile
 * of 2^63 elements, and one whose double does not fit. */
static bool overflows(const tl_place_table *table, int64_t from_thread) {
  tl_fragment_table from = {*table, {1, {from_thread}}, 0, NONE, {1, {1}}};
  tl_fragment_fit out;
  return tl_fragment_fit_table(&from, &out, NULL) == TL_OVERFLOW;
}

static int check_errors(void) {
  tl_list rows = {2, {8, 1}}, none = {2, {8, 0}}, sparse = {1, {2}};
  tl_place_table off = TABLE(4, 0, 1, 8, 10), back = TABLE(2, 5, 3);
  tl_place_table odd = TABLE(6, 0, 1, 2, 3, 9, 10), three = TABLE(3, 0, 1, 3);
  tl_place_table gap = HELD(0, 1, 32, 33), diagonal = HELD(0, 1, 9, 10);
  tl_place_table twice = HELD(0, 1, 1, 2);
  tl_place_table far = TABLE(3, 0, INT64_MAX, 1), apart = TABLE(4, 0, 1, 2, 3);
  tl_place_table largest = TABLE(2, 0, INT64_MAX);
  tl_place_table large = TABLE(2, 0, INT64_MAX / 2 + 1);
  tl_bit_matrix bits;
  return !refuses(&off, "entry 3 is at 10, not at 9") +
         !refuses(&back, "entry 1 is at 3, which no stride from entry 0") +
         !refuses(&odd, "entry 4 is at 9") +
         !refuses(&far, "entry 2 is at 1, which") +
         !overflows(&apart, INT64_C(1) << 62) + !overflows(&largest, 1) +
         !overflows(&large, 1) + !refuses_fragment(&gap, rows, "leave gaps") +
         !refuses_fragment(&diagonal, rows, "more than one dimension") +
         !refuses_fragment(&twice, sparse, "between elements") +
         !refuses_fragment(&gap, none, "dimension 1 has no stride") +
         (tl_bit_matrix_fit(&three, &bits, NULL) != TL_INVALID);
}

int main(int argc, char **argv) {
  long count = argc > 1 ? atol(argv[1]) : 300, swizzles = 0, bits = 0;
  for (long i = 0; i < count; i++) {
    check_fit();
    check_fragment();
    bits += !finds_bits();
  }
  for (long i = 0; i < count / 1000; i++)
    swizzles += !finds_swizzle();
  int failed = report(laws, 2, 63), errors = check_errors();
  printf("swizzles: %ld found again, %ld failures\n", count / 1000, swizzles);
  printf("bits: %ld maps, %ld failures\n", count, bits);
  printf("errors: 12 cases, %d failures\n", errors);
  return failed || errors || swizzles || bits;
}
