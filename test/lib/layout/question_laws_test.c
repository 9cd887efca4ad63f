// RUN: question_laws_test 1000 | FileCheck %s
// RUN: question_laws_test_fast 100000 | FileCheck %s
// CHECK: same {{.*}}32@tx{{.*}}: yes
// CHECK: same {{.*}}: no, element (1, 0) is at 4@m in one layout and at 5@m in the other
// CHECK: same {{.*}}: no, element (0, 0) is also at 4@laneid, 0@m in the second layout alone
// CHECK: same {{.*}}: no, shape (4, 4) is not shape (16)
// CHECK: same {{.*}}: no, element (1) is at 1@laneid in one layout and at 1@tx in the other
// CHECK: same {{.*}}: undecided, whether element (1, 0) is in the same place depends on a stride known only at run time
// CHECK: same {{.*}}: no, element (1, 0) is at 12@m in one layout and at 10@m in the other
// CHECK: same {{.*}}65536{{.*}}: no, element (1, 0) is at 65536@m in one layout and at 65537@m in the other
// CHECK: same {{.*}}shift = 3{{.*}}: undecided, the swizzles differ, and comparing the points takes more than 1048576 steps
// CHECK: injective {{.*}}: no, elements (0, 3) and (1, 0) are both at 3@m
// CHECK: injective S[(65536, 65536) {{.*}}: yes
// CHECK: injective {{.*}}div 64{{.*}}: yes
// CHECK: injective {{.*}}div 8{{.*}}: undecided, whether elements are in one place depends on a stride known only at run time
// CHECK: covers {{.*}}: no, no element is at 4@m
// CHECK: covers {{.*}}: no, no element is at 4@laneid to 7@laneid
// CHECK: covers {{.*}}: yes
// CHECK: shared {{.*}}: the layout has an offset of 512@m; a shared layout has none
// CHECK: shared {{.*}}: the layout is spread over laneid; a shared layout is on m alone
// CHECK: shared {{.*}}: a stride is known only at run time; the strides of a shared layout are numbers
// CHECK: register {{.*}}: thread digits leave a gap: threads 4 to 7 hold nothing
// CHECK: register {{.*}}: two slot digits overlap: stride 2 of extent 4 is within the slots 0 to 3 of the faster ones
// CHECK: register {{.*}}: slot digits leave a gap: slot 1 holds nothing
// CHECK: register {{.*}}: a stride of 0 puts 4 elements in one slot; a register layout holds each in its own
// CHECK: register {{.*}}: the layout has a swizzle; a register layout has none
// CHECK: register {{.*}}: axis warpid is no digit of the thread number of scope warp
// CHECK: L39 the same map: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L39 injective: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L39 covers: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L39 counts: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L39 runs: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L39 symbols: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L40 register and back: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L40 shared and back: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L40 CuTe and back: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L40 thread-value and back: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L40 spelled as they can be: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: answers: {{[1-9][0-9]*}} same, {{[1-9][0-9]*}} not, 0 undecided
// CHECK: symbols: {{[1-9][0-9]*}} yes, {{[1-9][0-9]*}} no, {{[1-9][0-9]*}} undecided
// CHECK: spelled: {{[1-9][0-9]*}} register, {{[1-9][0-9]*}} shared, {{[1-9][0-9]*}} CuTe, {{[1-9][0-9]*}} thread-value

/* Laws L39 and L40 on random layouts over all thread axes, with overlaps, gaps,
 * replicas, offsets and swizzles.  The oracle lists every point of every
 * coordinate.  usage: question_laws_test LAYOUTS */
#include "spelling/random_cute.h"
#include "tile_oracle.h"
#include "tl/expression.h"
#include "tl/layout_questions.h"

enum {
  SAME,
  INJECTIVE,
  COVERS,
  COUNTS,
  RUNS,
  SYMBOLS,
  REGISTER,
  SHARED,
  CUTE,
  THREAD_VALUE,
  SPELLED,
  LAW_COUNT
};
static law laws[LAW_COUNT] = {{"the same map", 0, 0, 0},
                              {"injective", 0, 0, 0},
                              {"covers", 0, 0, 0},
                              {"counts", 0, 0, 0},
                              {"runs", 0, 0, 0},
                              {"symbols", 0, 0, 0},
                              {"register and back", 0, 0, 0},
                              {"shared and back", 0, 0, 0},
                              {"CuTe and back", 0, 0, 0},
                              {"thread-value and back", 0, 0, 0},
                              {"spelled as they can be", 0, 0, 0}};
static long answers[3], symbol_answers[3], spelled[4];

/*===--- L39 -------------------------------------------------------------===*/

static void check_same(const tl_layout *a, const tl_layout *b) {
  static map map_a, map_b;
  static const int64_t NONE[TL_MAX_SYMBOLS];
  int64_t threads = complete_threads(a);
  bool numbers = threads == complete_threads(b) && threads > 0;
  if (!list_map(a, numbers, NONE, &map_a) ||
      !list_map(b, numbers, NONE, &map_b))
    return;
  tl_comparison found;
  tl_error reason;
  begin(&laws[SAME]);
  tl_answer answer = tl_layout_compare(a, b, 32, &found, &reason);
  answers[answer]++;
  if (memcmp(&map_a.shape, &map_b.shape, sizeof map_a.shape)) {
    expect(&laws[SAME], answer == TL_NO && found.difference == TL_OTHER_SHAPE);
    return;
  }
  int64_t first = 0;
  while (first < map_a.size && same_image(&map_a.at[first], &map_b.at[first]))
    first++;
  laws[SAME].points += first;
  expect(&laws[SAME], answer == (first == map_a.size ? TL_YES : TL_NO));
  if (answer != TL_NO || first == map_a.size)
    return;
  int64_t point[TL_AXIS_COUNT];
  int64_t only = key_of(found.only, numbers);
  expect(&laws[SAME], found.coordinate.count == a->rank &&
                          index_of(&found.coordinate, &map_a.shape) == first);
  point_of(a, first, 0, NONE, point);
  expect(&laws[SAME], !memcmp(point, found.a, sizeof point));
  point_of(b, first, 0, NONE, point);
  expect(&laws[SAME], !memcmp(point, found.b, sizeof point));
  expect(&laws[SAME],
         (found.difference == TL_OTHER_PLACE) ==
             (key_of(found.a, numbers) != key_of(found.b, numbers)));
  expect(&laws[SAME],
         has_key(&(found.only_in ? &map_b : &map_a)->at[first], only) &&
             !has_key(&(found.only_in ? &map_a : &map_b)->at[first], only));
}

static void check_injective(const tl_layout *layout) {
  static map all;
  static const int64_t NONE[TL_MAX_SYMBOLS];
  static int64_t keys[MOST_ELEMENTS * MOST_IMAGE];
  bool numbers = complete_threads(layout) > 0;
  if (!list_map(layout, numbers, NONE, &all))
    return;
  size_t count = 0;
  for (int64_t i = 0; i < all.size; i++)
    for (int64_t k = 0; k < all.at[i].count; k++)
      keys[count++] = all.at[i].keys[k];
  qsort(keys, count, sizeof *keys, by_value);
  bool is_injective = true;
  for (size_t i = 1; i < count; i++)
    is_injective = is_injective && keys[i] != keys[i - 1];
  tl_meeting found;
  begin(&laws[INJECTIVE]);
  tl_answer answer = tl_layout_is_injective(layout, 32, &found, NULL);
  laws[INJECTIVE].points += (long)count;
  expect(&laws[INJECTIVE], answer == (is_injective ? TL_YES : TL_NO));
  if (answer != TL_NO || is_injective)
    return;
  int64_t first = index_of(&found.first, &all.shape);
  int64_t second = index_of(&found.second, &all.shape);
  int64_t key = key_of(found.point, numbers);
  expect(&laws[INJECTIVE], first < second && has_key(&all.at[first], key) &&
                               has_key(&all.at[second], key));
}

/* Points along one axis, or along all thread axes as thread numbers. */
static int64_t reached_along(const tl_layout *layout, int64_t axis,
                             bool *reached) {
  static const int64_t NONE[TL_MAX_SYMBOLS];
  int64_t count = 0;
  tl_list shape = tl_layout_shape(layout);
  memset(reached, 0, MOST_M * sizeof *reached);
  for (int64_t i = 0; i < size_of(&shape); i++)
    for (int64_t r = 0; r < replicas_of(layout); r++) {
      int64_t point[TL_AXIS_COUNT], at = 0;
      point_of(layout, i, r, NONE, point);
      for (int k = 0; k < THREAD_AXES; k++)
        at += point[THREADS[k]] * WEIGHTS[k];
      at = axis == TL_AXIS_COUNT ? at : point[axis];
      count += !reached[at];
      reached[at] = true;
    }
  return count;
}

static void check_covers(const tl_layout *layout) {
  static bool reached[MOST_M];
  static const tl_axis NUMBERS[] = {TL_AXIS_LANEID, TL_AXIS_TID_IN_WG,
                                    TL_AXIS_TX};
  int64_t threads = complete_threads(layout);
  begin(&laws[COVERS]);
  for (int64_t axis = 0; axis <= TL_AXIS_TX + 1; axis++) {
    bool is_number = axis == TL_AXIS_TX + 1 && threads > 0;
    if (axis > TL_AXIS_TX && !is_number)
      continue;
    int64_t along =
        is_number ? (int64_t)NUMBERS[threads > 32 ? 1 + (threads > 128) : 0]
                  : axis;
    bool is_whole = axis == TL_AXIS_TX ||
                    (threads == 32 && axis == TL_AXIS_LANEID) ||
                    (threads == 128 && axis == TL_AXIS_TID_IN_WG);
    tl_box box = {{0}};
    tl_gap gap;
    int64_t extent = 1 + below(40), first = 0, last;
    box.extent[along] = extent;
    reached_along(layout,
                  is_number || (is_whole && threads > 0) ? TL_AXIS_COUNT : axis,
                  reached);
    while (first < extent && reached[first])
      first++;
    tl_answer answer = tl_layout_covers(layout, 32, &box, &gap, NULL);
    laws[COVERS].points += extent;
    expect(&laws[COVERS], answer == (first == extent ? TL_YES : TL_NO));
    if (answer != TL_NO || first == extent)
      continue;
    bool holds = gap.axis == along && gap.first <= gap.last &&
                 (layout->swizzle.bits || gap.first == first);
    for (last = gap.first; last <= gap.last; last++)
      holds = holds && !reached[last];
    expect(&laws[COVERS], holds);
  }

  tl_box box = {{0}};
  bool is_full = true;
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++) {
    bool is_thread = tl_axis_describe((tl_axis)axis)->kind == TL_AXIS_THREAD;
    int64_t count, end = MOST_M;
    count = reached_along(
        layout, is_thread && threads > 0 ? TL_AXIS_COUNT : axis, reached);
    while (!reached[end - 1])
      end--;
    is_full = is_full && count == end;
  }
  expect(&laws[COVERS], tl_layout_covers_box(layout, 32, NULL, NULL) ==
                            (is_full ? TL_YES : TL_NO));
  expect(&laws[COVERS], tl_layout_box(layout, 32, &box, NULL) == TL_OK);
}

static void check_counts(const tl_layout *layout) {
  static map all;
  static bool reached[MOST_M];
  static const int64_t NONE[TL_MAX_SYMBOLS];
  int64_t threads = complete_threads(layout), count;
  if (!list_map(layout, false, NONE, &all))
    return;
  begin(&laws[COUNTS]);
  bool holds = tl_layout_count_replicas(layout, &count, NULL) == TL_OK;
  for (int64_t i = 0; i < all.size; i++)
    expect(&laws[COUNTS], holds && count == all.at[i].count);
  for (int64_t axis = 0; axis <= TL_AXIS_TX; axis++)
    expect(&laws[COUNTS], tl_layout_count_along(layout, (tl_axis)axis, &count,
                                                NULL) == TL_OK &&
                              count == reached_along(layout, axis, reached));
  if (threads >= 0)
    expect(&laws[COUNTS],
           tl_layout_count_threads(layout, 32, &count, NULL) == TL_OK &&
               count == reached_along(layout, TL_AXIS_COUNT, reached));
}

static void check_runs(const tl_layout *layout) {
  static const int64_t NONE[TL_MAX_SYMBOLS];
  tl_list shape = tl_layout_shape(layout);
  begin(&laws[RUNS]);
  for (int64_t d = 0; d < shape.count; d++) {
    int64_t weight = 1, best = 1, size = size_of(&shape), gcd = 0;
    for (int64_t k = d + 1; k < shape.count; k++)
      weight *= shape.items[k];
    for (int64_t run = 2; run <= shape.items[d]; run++) {
      bool holds = shape.items[d] % run == 0;
      for (int64_t i = 0; holds && i < size; i++)
        for (int64_t r = 0; holds && r < replicas_of(layout); r++) {
          int64_t here[TL_AXIS_COUNT], before[TL_AXIS_COUNT];
          if (i / weight % shape.items[d] % run == 0)
            continue;
          point_of(layout, i, r, NONE, here);
          point_of(layout, i - weight, r, NONE, before);
          before[TL_AXIS_M]++;
          holds = !memcmp(here, before, sizeof here);
        }
      best = holds ? run : best;
    }
    int64_t run = tl_layout_run(layout, d);
    expect(&laws[RUNS], run == best);
    if (run != best)
      continue;
    for (int64_t i = 0; i < size; i++)
      for (int64_t r = 0; r < replicas_of(layout); r++) {
        int64_t here[TL_AXIS_COUNT], rest;
        point_of(layout, i, r, NONE, here);
        if (i / weight % shape.items[d] % run == 0)
          for (int64_t x = here[TL_AXIS_M]; x;
               rest = gcd % x, gcd = x, x = rest)
            ;
      }
    expect(&laws[RUNS], tl_layout_alignment(layout, d, run) == gcd);
  }
}

/* What is answered for a symbol holds for its values. */
static void check_symbols(void) {
  static map map_a, map_b;
  tl_layout fields = random_tile(NULL, NULL), a, b;
  int64_t iters = fields.shard_count + fields.replica_count;
  int64_t divisor = 1 + below(8);
  fields.divisor[0] = divisor;
  fields.divisor[1] = fields.divisor[0];
  for (int64_t i = 0; i < iters; i++)
    if (fields.iters[i].axis == TL_AXIS_M && !below(3)) {
      fields.iters[i].symbol = 1 + !below(5);
      fields.iters[i].stride = 1 + below(2);
    }
  if (tl_layout_create(&fields, &a, NULL) != TL_OK || tl_layout_is_static(&a))
    return;
  fields = a;
  int64_t changed = below(a.shard_count + a.replica_count);
  if (fields.iters[changed].axis == TL_AXIS_M && below(2)) {
    fields.iters[changed].symbol = below(2);
    fields.iters[changed].stride = below(2) ? 1 : divisor;
    fields.divisor[0] = divisor;
  }
  if (tl_layout_create(&fields, &b, NULL) != TL_OK)
    return;
  begin(&laws[SYMBOLS]);
  tl_box box = {{0}};
  box.extent[TL_AXIS_M] = 1 + below(12);
  tl_answer same = tl_layout_compare(&a, &b, 32, NULL, NULL);
  tl_answer apart = tl_layout_is_injective(&a, 32, NULL, NULL);
  tl_answer covers = tl_layout_covers(&a, 32, &box, NULL, NULL);
  symbol_answers[same]++;
  symbol_answers[apart]++;
  symbol_answers[covers]++;
  int64_t threads = complete_threads(&a);
  bool numbers = threads == complete_threads(&b) && threads > 0;
  for (int sample = 0; sample < 6; sample++) {
    int64_t symbols[TL_MAX_SYMBOLS] = {divisor * (1 + below(3 + 8 * sample)),
                                       divisor * (1 + below(3 + 8 * sample))};
    tl_layout number = a, plain;
    if (!list_map(&a, numbers, symbols, &map_a) ||
        !list_map(&b, numbers, symbols, &map_b))
      continue;
    bool is_same = !memcmp(&map_a.shape, &map_b.shape, sizeof map_a.shape);
    for (int64_t i = 0; is_same && i < map_a.size; i++)
      is_same = same_image(&map_a.at[i], &map_b.at[i]);
    expect(&laws[SYMBOLS],
           same == TL_UNDECIDED || same == (is_same ? TL_YES : TL_NO));
    for (int64_t i = 0; i < a.shard_count + a.replica_count; i++)
      if (number.iters[i].symbol) {
        number.iters[i].stride *= symbols[number.iters[i].symbol - 1];
        number.iters[i].symbol = 0;
      }
    if (tl_layout_create(&number, &plain, NULL) != TL_OK)
      continue;
    expect(&laws[SYMBOLS],
           apart == TL_UNDECIDED ||
               apart == tl_layout_is_injective(&plain, 32, NULL, NULL));
    expect(&laws[SYMBOLS],
           covers == TL_UNDECIDED ||
               covers == tl_layout_covers(&plain, 32, &box, NULL, NULL));
    for (int64_t d = 0; d < a.rank; d++) {
      int64_t run = tl_layout_run(&a, d), real = tl_layout_run(&plain, d);
      int64_t align = tl_layout_alignment(&a, d, 1);
      int64_t real_align = tl_layout_alignment(&plain, d, 1);
      expect(&laws[SYMBOLS], real % run == 0);
      expect(&laws[SYMBOLS], align ? real_align % align == 0 : real_align == 0);
    }
  }
}

/*===--- L40 -------------------------------------------------------------===*/

/* Without what tile layouts merge: digits -1, neighbouring replica digits. */
static bool keeps_replicas(const tl_register *layout) {
  bool keeps = true;
  for (int64_t p = 0; p < layout->spatial_modes.count; p++) {
    int64_t mode = layout->spatial_modes.items[p];
    keeps = keeps && mode != -1 &&
            !(p && mode < 0 && layout->spatial_modes.items[p - 1] < 0);
  }
  return keeps;
}

static void check_register(const tl_register *layout) {
  tl_layout tile;
  tl_register back;
  tl_scope scope = (tl_scope)below(TL_SCOPE_COUNT);
  if (tile_of_register(layout, scope, &tile) != TL_OK)
    return;
  begin(&laws[REGISTER]);
  bool exists = tl_layout_to_register(&tile, scope, 32, &back, NULL) == TL_OK;
  expect(&laws[REGISTER], exists);
  if (keeps_replicas(layout))
    expect(&laws[REGISTER], exists && !memcmp(&back, layout, sizeof back));
  for (int64_t i = 0; exists && i < size_of(&layout->shape); i++)
    expect(&laws[REGISTER], same_register_map(&back, layout, i));
}

static void check_shared(const tl_shared *layout) {
  tl_layout tile;
  tl_shared back;
  if (tl_layout_from_shared(layout, &tile, NULL) != TL_OK)
    return;
  begin(&laws[SHARED]);
  expect(&laws[SHARED], tl_layout_to_shared(&tile, &back, NULL) == TL_OK &&
                            !memcmp(&back, layout, sizeof back));
}

/* Whether each mode is coalesced and as plain as it can be. */
static bool is_plain_cute(const tl_cute *layout) {
  int64_t rank = rank_of(layout);
  bool is_plain = layout->nodes[0] != 1;
  for (int64_t i = 0; i < rank; i++) {
    tl_cute mode = mode_of(layout, i), coalesced;
    is_plain = is_plain && tl_cute_coalesce(&mode, &coalesced, NULL) == TL_OK &&
               same_layout(&mode, &coalesced);
  }
  return is_plain;
}

static void check_cute(void) {
  tl_composed fields = {.layout = random_cute_of((cute_kind)below(4), 256)};
  tl_composed layout, back;
  tl_layout tile;
  if (below(2))
    fields.swizzle = random_tile_swizzle();
  if (below(2))
    fields.offset = below(20);
  if (tl_composed_create(&fields.swizzle, fields.offset, &fields.layout,
                         &layout, NULL) != TL_OK ||
      tl_layout_from_cute(&layout, &tile, NULL) != TL_OK)
    return;
  begin(&laws[CUTE]);
  bool exists = tl_layout_to_cute(&tile, &back, NULL) == TL_OK;
  expect(&laws[CUTE], exists);
  if (is_plain_cute(&layout.layout))
    expect(&laws[CUTE], exists && !memcmp(&back, &layout, sizeof back));
  for (int64_t i = 0; exists && i < volume_of(&layout.layout); i++)
    expect(&laws[CUTE], composed_at(&back, i) == composed_at(&layout, i));
}

/* Of every thread and value, which element it is. */
static void check_thread_value(const tl_register *layout) {
  tl_layout tile, again;
  tl_cute_tv made, back;
  tl_scope scope = (tl_scope)below(TL_SCOPE_COUNT);
  if (layout->shape.count == 0 || size_of(&layout->shape) > 128 ||
      tile_of_register(layout, scope, &tile) != TL_OK)
    return;
  begin(&laws[THREAD_VALUE]);
  bool exists = tl_layout_to_cute_tv(&tile, scope, 32, &made, NULL) == TL_OK &&
                tile_of_tv(&made, scope, &again) == TL_OK;
  expect(&laws[THREAD_VALUE],
         exists && !memcmp(&tile, &again, sizeof tile) &&
             tl_layout_to_cute_tv(&again, scope, 32, &back, NULL) == TL_OK &&
             !memcmp(&made, &back, sizeof made));
  if (!exists)
    return;
  tl_cute threads = mode_of(&made.layout, 0), values = mode_of(&made.layout, 1);
  for (int64_t i = 0; i < size_of(&layout->shape); i++) {
    static bool holds[MAX_THREADS];
    int64_t slot, x[TL_MAX_RANK], element = 0;
    digits_of(i, &layout->shape, x);
    for (int64_t d = layout->shape.count - 1; d >= 0; d--)
      element = element * layout->shape.items[d] + x[d];
    locate(layout, i, holds, &slot);
    for (int64_t t = 0; t < volume_of(&threads); t++)
      expect(&laws[THREAD_VALUE],
             holds[t] ==
                 (cute_at(&threads, t) + cute_at(&values, slot) == element));
  }
}

/* Whether the swizzle reads at most |shift| bits that offsets have. */
static bool has_cute_swizzle(const tl_layout *layout) {
  int64_t shift = layout->swizzle.shift, base = layout->swizzle.base, most = 0;
  for (int64_t i = 0; i < layout->shard_count; i++)
    most += (layout->iters[i].extent - 1) * layout->iters[i].stride;
  most += layout->offset[TL_AXIS_M];
  int64_t distance = shift < 0 ? -shift : shift;
  return layout->swizzle.bits <= distance ||
         most >> (base + distance + (shift > 0 ? shift : 0)) == 0;
}

/* A spelling exists when the layout says nothing that it cannot say. */
static void check_spelled(const tl_layout *layout) {
  static map all;
  static const int64_t NONE[TL_MAX_SYMBOLS];
  static bool reached[MOST_M];
  tl_register reg;
  tl_shared shared;
  tl_composed composed;
  tl_cute_tv tv;
  tl_layout back;
  int64_t threads = complete_threads(layout), numbers, slots, holders = 0;
  if (threads < 0 || !list_map(layout, true, NONE, &all))
    return;
  begin(&laws[SPELLED]);

  /* 1. Registers: each slot of each thread holds one element. */
  tl_scope scope = threads == 0     ? TL_SCOPE_THREAD
                   : threads == 32  ? TL_SCOPE_WARP
                   : threads == 128 ? TL_SCOPE_WARPGROUP
                                    : TL_SCOPE_CTA;
  int64_t most = tl_scope_size(scope, 32);
  numbers = reached_along(layout, TL_AXIS_COUNT, reached);
  bool is_register = !layout->swizzle.bits && numbers <= most;
  for (int64_t t = 0; t < numbers; t++)
    is_register = is_register && reached[t];
  slots = reached_along(layout, TL_AXIS_M, reached);
  for (int64_t s = 0; s < slots; s++)
    is_register = is_register && reached[s];
  for (int64_t i = 0; i < all.size; i++) {
    holders += all.at[i].count;
    for (int64_t k = 1; k < all.at[i].count; k++)
      is_register = is_register &&
                    all.at[i].keys[k] % MOST_M == all.at[i].keys[0] % MOST_M;
  }
  is_register = is_register && holders == numbers * slots;
  expect(&laws[SPELLED],
         is_register ==
             (tl_layout_to_register(layout, scope, 32, &reg, NULL) == TL_OK));
  if (is_register && tile_of_register(&reg, scope, &back) == TL_OK)
    expect(&laws[SPELLED],
           tl_layout_compare(layout, &back, 32, NULL, NULL) == TL_YES);
  spelled[0] += is_register;
  is_register = is_register && layout->rank > 0;
  expect(&laws[SPELLED],
         is_register ==
             (tl_layout_to_cute_tv(layout, scope, 32, &tv, NULL) == TL_OK));
  if (is_register && tile_of_tv(&tv, scope, &back) == TL_OK)
    expect(&laws[SPELLED],
           tl_layout_compare(layout, &back, 32, NULL, NULL) == TL_YES);
  spelled[3] += is_register;

  /* 2. Memory: each element in one place of m. */
  bool is_memory = numbers == 1;
  for (int k = 0; k < THREAD_AXES; k++)
    is_memory = is_memory && !layout->offset[THREADS[k]];
  for (int64_t i = 0; i < all.size; i++)
    is_memory = is_memory && all.at[i].count == 1;
  bool is_cute = is_memory && has_cute_swizzle(layout);
  bool exists = tl_layout_to_cute(layout, &composed, NULL) == TL_OK;
  expect(&laws[SPELLED], is_cute == exists);
  if (exists && tl_layout_from_cute(&composed, &back, NULL) == TL_OK)
    expect(&laws[SPELLED],
           tl_layout_compare(layout, &back, 32, NULL, NULL) == TL_YES);
  spelled[2] += is_cute;
  is_memory = is_memory && !layout->offset[TL_AXIS_M];
  expect(&laws[SPELLED],
         is_memory == (tl_layout_to_shared(layout, &shared, NULL) == TL_OK));
  if (is_memory && tl_layout_from_shared(&shared, &back, NULL) == TL_OK)
    for (int64_t i = 0; i < all.size; i++) {
      int64_t point[TL_AXIS_COUNT];
      point_of(&back, i, 0, NONE, point);
      expect(&laws[SPELLED], point[TL_AXIS_M] == all.at[i].keys[0]);
    }
  spelled[1] += is_memory;
}

/*===--- Examples --------------------------------------------------------===*/

static tl_layout read_layout(const char *text) {
  tl_value value;
  tl_error error;
  if (tl_expression_evaluate(text, strlen(text), TL_KIND_LAYOUT, 32, &value,
                             &error) != TL_OK) {
    printf("%s: %s\n", text, error.message);
    exit(1);
  }
  return value.as.layout;
}

static void print_answer(const char *question, const char *text,
                         tl_answer answer, const tl_error *reason) {
  static const char *const WORDS[] = {"no, ", "yes", "undecided, "};
  printf("%s %s: %s%s\n", question, text, WORDS[answer],
         answer == TL_YES ? "" : reason->message);
}

static void print_same(const char *text_a, const char *text_b) {
  tl_layout a = read_layout(text_a), b = read_layout(text_b);
  tl_error reason;
  tl_answer answer = tl_layout_compare(&a, &b, 32, NULL, &reason);
  printf("same %s, ", text_a);
  print_answer("as", text_b, answer, &reason);
}

static void print_examples(void) {
  static const char *const INJECTIVE_OR_NOT[] = {
      "S[(4, 4) : (3, 1)]", "S[(65536, 65536) : (65536, 1)]",
      "S[(128, 64) : (ld{div 64}, 1)]", "S[(128, 64) : (ld{div 8}, 1)]"};
  static const char *const COVERING_OR_NOT[] = {
      "S[(4, 4) : (5, 1)]", "S[(2, 4) : (8@laneid, 1@laneid)]",
      ("S[(65536, 65536) : (65536, 1)] + "
       "swizzle(base = 3, bits = 3, shift = 3)")};
  static const char *const NOT_SHARED[] = {"S[(8, 8) : (8, 1)] + 512@m",
                                           "S[(8, 8) : (1@laneid, 1)]",
                                           "S[(8, 8) : (ld{div 8}, 1)]"};
  static const char *const NOT_REGISTER[] = {
      "S[(2, 4) : (8@laneid, 1@laneid)]",
      "S[(4, 4) : (2, 1)]",
      "S[(4,) : (2,)]",
      "S[(4, 4) : (0, 1)]",
      "S[(8, 64) : (64, 1)] + swizzle(base = 3, bits = 3, shift = 3)",
      "S[(2, 32) : (1@warpid, 1@laneid)]"};
  tl_layout layout;
  tl_error error;
  print_same("S[(2, 32) : (1@warpid, 1@laneid)]", "S[(2, 32) : (32@tx, 1@tx)]");
  print_same("S[(4, 4) : (4, 1)]", "S[(4, 4) : (5, 1)]");
  print_same("S[(4, 4) : (1@laneid, 1)]",
             "S[(4, 4) : (1@laneid, 1)] + R[2 : 4@laneid]");
  print_same("S[(4, 4) : (4, 1)]", "S[(16,) : (1,)]");
  print_same("S[(32,) : (1@laneid,)]", "S[(32,) : (1@tx,)]");
  print_same("S[(4, 4) : (ld{div 4}, 1)]", "S[(4, 4) : (4, 1)]");
  print_same("S[(4, 4) : (ld{div 12}, 1)]", "S[(4, 4) : (10, 1)]");
  print_same("S[(65536, 65536) : (65536, 1)]",
             "S[(65536, 65536) : (65537, 1)]");
  print_same("S[(65536, 65536) : (65536, 1)]",
             "S[(65536, 65536) : (65536, 1)] + "
             "swizzle(base = 27, bits = 3, shift = 3)");
  for (int i = 0; i < 4; i++) {
    layout = read_layout(INJECTIVE_OR_NOT[i]);
    tl_answer answer = tl_layout_is_injective(&layout, 32, NULL, &error);
    print_answer("injective", INJECTIVE_OR_NOT[i], answer, &error);
  }
  for (int i = 0; i < 3; i++) {
    layout = read_layout(COVERING_OR_NOT[i]);
    tl_answer answer = tl_layout_covers_box(&layout, 32, NULL, &error);
    print_answer("covers", COVERING_OR_NOT[i], answer, &error);
  }
  for (int i = 0; i < 3; i++) {
    tl_shared shared;
    layout = read_layout(NOT_SHARED[i]);
    if (tl_layout_to_shared(&layout, &shared, &error) != TL_OK)
      printf("shared %s: %s\n", NOT_SHARED[i], error.message);
  }
  for (int i = 0; i < 6; i++) {
    tl_register reg;
    layout = read_layout(NOT_REGISTER[i]);
    if (tl_layout_to_register(&layout, TL_SCOPE_WARP, 32, &reg, &error) !=
        TL_OK)
      printf("register %s: %s\n", NOT_REGISTER[i], error.message);
  }
}

/* Whether the law is to be checked on more layouts. */
static bool wants(int number, long cases) {
  return laws[number].layouts < cases;
}

int main(int argc, char **argv) {
  static const int64_t NONE[TL_MAX_SYMBOLS];
  static map all;
  long cases = argc == 2 ? atol(argv[1]) : 0;
  print_examples();
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    tl_register fields = random_register(), reg;
    tl_shared given = random_shared(), shared;
    tl_layout a = random_tile(NULL, NULL), b = random_partner(&a);
    for (int i = 0; i < 4 && wants(SYMBOLS, cases); i++)
      check_symbols();
    if (wants(CUTE, cases))
      check_cute();
    if (fits(&fields) && !tl_register_create(&fields, &reg, NULL)) {
      if (wants(REGISTER, cases))
        check_register(&reg);
      if (wants(THREAD_VALUE, cases))
        check_thread_value(&reg);
      if (tile_of_register(&reg, TL_SCOPE_CTA, &a) == TL_OK && below(2))
        b = random_partner(&a);
    }
    if (wants(SHARED, cases) && !shared_fields(&given, &shared))
      check_shared(&shared);
    if (!list_map(&a, false, NONE, &all))
      continue;
    if (wants(SAME, cases))
      check_same(&a, &b);
    if (wants(INJECTIVE, cases))
      check_injective(&a);
    if (wants(COVERS, cases))
      check_covers(&a);
    if (wants(COUNTS, cases))
      check_counts(&a);
    if (wants(RUNS, cases))
      check_runs(&a);
    if (wants(SPELLED, cases)) {
      check_spelled(&a);
      if (list_map(&b, false, NONE, &all))
        check_spelled(&b);
    }
  }
  int status = 0;
  for (int i = 0; i < LAW_COUNT; i++)
    status |= report(&laws[i], 1, i < REGISTER ? 39 : 40);
  printf("answers: %ld same, %ld not, %ld undecided\n", answers[TL_YES],
         answers[TL_NO], answers[TL_UNDECIDED]);
  printf("symbols: %ld yes, %ld no, %ld undecided\n", symbol_answers[TL_YES],
         symbol_answers[TL_NO], symbol_answers[TL_UNDECIDED]);
  printf("spelled: %ld register, %ld shared, %ld CuTe, %ld thread-value\n",
         spelled[0], spelled[1], spelled[2], spelled[3]);
  return status;
}
