// RUN: layout_laws_test 1000 | FileCheck %s
// RUN: layout_laws_test_fast 100000 | FileCheck %s
// CHECK: L1 register layouts are canonical: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L2 compose: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L3 compose is associative: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L4 reduce is union: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L5 shared layouts are canonical: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L6 swizzles are bijections: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L7 shared compose: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L8 tile layouts are canonical: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L9 conversions keep the map: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L10 text evaluates to its value: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures

/* Laws L1 to L10 on random layouts of rank 0 to 4 with non-powers of two and
 * replicas.  usage: layout_laws_test LAYOUTS */
#include "random_layouts.h"
#include "tl/expression.h"

enum { LAW_COUNT = 10 };
static law laws[LAW_COUNT] = {{"register layouts are canonical", 0, 0, 0},
                              {"compose", 0, 0, 0},
                              {"compose is associative", 0, 0, 0},
                              {"reduce is union", 0, 0, 0},
                              {"shared layouts are canonical", 0, 0, 0},
                              {"swizzles are bijections", 0, 0, 0},
                              {"shared compose", 0, 0, 0},
                              {"tile layouts are canonical", 0, 0, 0},
                              {"conversions keep the map", 0, 0, 0},
                              {"text evaluates to its value", 0, 0, 0}};

/*===--- Laws ------------------------------------------------------------===*/

static bool is_canonical_register(const tl_register *layout) {
  tl_register again;
  for (int64_t m = 0; m < layout->mode_shape.count; m++)
    if (layout->mode_shape.items[m] < 2)
      return false;
  return tl_register_create(layout, &again, NULL) == TL_OK &&
         !memcmp(layout, &again, sizeof again);
}

static void check_register(const tl_register *fields) {
  tl_register layout;
  begin(&laws[0]);
  expect(&laws[0], tl_register_create(fields, &layout, NULL) == TL_OK &&
                       is_canonical_register(&layout));
  for (int64_t i = 0; i < size_of(&fields->shape); i++)
    expect(&laws[0], same_register_map(fields, &layout, i));
}

/* Coordinates of `index` over `shape`, with leading zeros up to `rank`. */
static void coordinates(int64_t index, const tl_list *shape, int64_t rank,
                        int64_t *out) {
  int64_t missing = rank - shape->count;
  for (int64_t d = 0; d < missing; d++)
    out[d] = 0;
  digits_of(index, shape, out + missing);
}

/* Index of outer coordinate * inner shape + inner coordinate. */
static int64_t compose_index(int64_t outer, const tl_list *outer_shape,
                             int64_t inner, const tl_list *inner_shape,
                             const tl_list *shape) {
  int64_t o[TL_MAX_RANK], i[TL_MAX_RANK], index = 0;
  coordinates(outer, outer_shape, shape->count, o);
  coordinates(inner, inner_shape, shape->count, i);
  int64_t missing = shape->count - inner_shape->count;
  for (int64_t d = 0; d < shape->count; d++) {
    int64_t extent = d < missing ? 1 : inner_shape->items[d - missing];
    index = index * shape->items[d] + o[d] * extent + i[d];
  }
  return index;
}

static void check_compose(const tl_register *a, const tl_register *b) {
  static bool ta[MAX_THREADS], tb[MAX_THREADS], tc[MAX_THREADS];
  tl_register c;
  int64_t threads, registers;
  if (tl_register_compose(a, b, &c, NULL) != TL_OK || !fits(&c) ||
      tl_register_threads(b, &threads, NULL) != TL_OK ||
      tl_register_registers(b, &registers, NULL) != TL_OK)
    return;
  begin(&laws[1]);
  expect(&laws[1], is_canonical_register(&c));
  int64_t total;
  expect(&laws[1], tl_register_threads(&c, &total, NULL) == TL_OK);
  for (int64_t i = 0; i < size_of(&a->shape); i++)
    for (int64_t k = 0; k < size_of(&b->shape); k++) {
      int64_t slot_a, slot_b, slot_c;
      locate(a, i, ta, &slot_a);
      locate(b, k, tb, &slot_b);
      locate(&c, compose_index(i, &a->shape, k, &b->shape, &c.shape), tc,
             &slot_c);
      bool holds = slot_c == slot_a * registers + slot_b;
      for (int64_t t = 0; t < total; t++)
        holds = holds && tc[t] == (ta[t / threads] && tb[t % threads]);
      expect(&laws[1], holds);
    }
}

static void check_associative(const tl_register *a, const tl_register *b,
                              const tl_register *c) {
  tl_register ab, bc, left, right, unit = {0};
  if (tl_register_compose(a, b, &ab, NULL) ||
      tl_register_compose(b, c, &bc, NULL) ||
      tl_register_compose(&ab, c, &left, NULL) ||
      tl_register_compose(a, &bc, &right, NULL))
    return;
  begin(&laws[2]);
  expect(&laws[2], !memcmp(&left, &right, sizeof left));
  expect(&laws[2], !tl_register_compose(a, &unit, &left, NULL) &&
                       !tl_register_compose(&unit, a, &right, NULL) &&
                       !memcmp(&left, a, sizeof left) &&
                       !memcmp(&right, a, sizeof right));
}

static void check_reduce(const tl_register *layout) {
  static bool all[MAX_SIZE][MAX_THREADS], one[MAX_THREADS];
  if (!layout->shape.count || size_of(&layout->shape) > 64)
    return;
  tl_list dims = {.count = 1, .items = {below(layout->shape.count)}};
  tl_register reduced;
  int64_t threads, slot;
  if (tl_register_threads(layout, &threads, NULL) || threads > MAX_THREADS)
    return;
  begin(&laws[3]);
  expect(&laws[3],
         tl_register_reduce(layout, &dims, true, &reduced, NULL) == TL_OK &&
             is_canonical_register(&reduced));
  memset(all, 0, sizeof all);
  for (int64_t i = 0; i < size_of(&layout->shape); i++) {
    int64_t x[TL_MAX_RANK], to = 0;
    digits_of(i, &layout->shape, x);
    x[dims.items[0]] = 0;
    for (int64_t d = 0; d < layout->shape.count; d++)
      to = to * reduced.shape.items[d] + x[d];
    locate(layout, i, one, &slot);
    for (int64_t t = 0; t < threads; t++)
      all[to][t] = all[to][t] || one[t];
  }
  for (int64_t i = 0; i < size_of(&reduced.shape); i++) {
    locate(&reduced, i, one, &slot);
    expect(&laws[3], !memcmp(all[i], one, (size_t)threads));
  }
}

static void check_shared(const tl_shared *fields) {
  tl_shared layout, again;
  begin(&laws[4]);
  expect(&laws[4], shared_fields(fields, &layout) == TL_OK &&
                       shared_fields(&layout, &again) == TL_OK &&
                       !memcmp(&layout, &again, sizeof again));
  for (int64_t i = 0; i < size_of(&fields->shape); i++)
    expect(&laws[4], offset_of(fields, i) == offset_of(&layout, i));
}

static void check_swizzle(const tl_swizzle *swizzle) {
  static bool taken[1 << 12];
  int64_t period = INT64_C(1)
                   << (swizzle->base + swizzle->bits + swizzle->shift);
  tl_swizzle bytes = {swizzle->base + 2, swizzle->bits, swizzle->shift};
  begin(&laws[5]);
  memset(taken, 0, sizeof taken);
  for (int64_t x = 0; x < period; x++) {
    int64_t y = tl_swizzle_apply(swizzle, x);
    expect(&laws[5], y >= 0 && y < period && !taken[y]);
    taken[y] = true;
    expect(&laws[5], tl_swizzle_apply(&bytes, 4 * x + 3) == 4 * y + 3);
    expect(&laws[5],
           tl_swizzle_apply(swizzle, x + 5 * period) == y + 5 * period);
  }
}

static void check_shared_compose(const tl_shared *a, const tl_shared *b) {
  tl_shared outer = *a, inner = *b, c;
  tl_layout slow, fast;
  int64_t span;
  outer.swizzle = inner.swizzle = (tl_swizzle){0, 0, 0};
  if (a->shape.count != b->shape.count ||
      tl_layout_from_shared(&outer, &slow, NULL) ||
      tl_layout_from_shared(&inner, &fast, NULL) ||
      tl_shared_compose(&slow, &fast, &slow, NULL) ||
      tl_layout_to_shared(&slow, &c, NULL) ||
      tl_layout_span(&fast, TL_AXIS_M, &span, NULL) || size_of(&c.shape) > 256)
    return;
  begin(&laws[6]);
  for (int64_t i = 0; i < size_of(&a->shape); i++)
    for (int64_t k = 0; k < size_of(&b->shape); k++)
      expect(&laws[6], offset_of(&c, compose_index(i, &a->shape, k, &b->shape,
                                                   &c.shape)) ==
                           offset_of(&outer, i) * span + offset_of(&inner, k));
}

/* Points of `layout` at index i, all replicas, along `axis`. */
static void points_of(const tl_layout *layout, int64_t index, tl_axis axis,
                      bool *reached, int64_t *slot) {
  int64_t x[TL_MAX_RANK], point[TL_AXIS_COUNT];
  tl_list shape = tl_layout_shape(layout);
  digits_of(index, &shape, x);
  tl_layout_apply(layout, x, point);
  *slot = point[TL_AXIS_M];
  memset(reached, 0, MAX_THREADS);
  int64_t total = 1;
  const tl_iter *replica = &layout->iters[layout->shard_count];
  for (int64_t i = 0; i < layout->replica_count; i++)
    total *= replica[i].extent;
  for (int64_t r = 0; r < total; r++) {
    int64_t at = axis == TL_AXIS_M ? 0 : point[axis], rest = r;
    for (int64_t i = 0; i < layout->replica_count; i++) {
      at += rest % replica[i].extent * replica[i].stride;
      rest /= replica[i].extent;
    }
    reached[at] = true;
  }
}

static bool is_canonical_layout(const tl_layout *layout) {
  tl_layout again;
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++)
    if (layout->iters[i].extent < 2)
      return false;
  return tl_layout_create(layout, &again, NULL) == TL_OK &&
         !memcmp(layout, &again, sizeof again);
}

/* L8 and L9 for a register layout: the lists as iters, merged or not. */
static void check_conversion(const tl_register *layout) {
  static bool expected[MAX_THREADS], got[MAX_THREADS];
  tl_scope scope = (tl_scope)below(TL_SCOPE_COUNT);
  tl_axis axis = tl_scope_describe(scope)->axis;
  tl_layout tile, scoped;
  if (tile_of_register(layout, scope, &tile) != TL_OK)
    return;
  begin(&laws[7]);
  begin(&laws[8]);
  expect(&laws[7], is_canonical_layout(&tile));
  expect(&laws[8],
         tl_layout_on_scope(&tile, scope, 32, &scoped, NULL) == TL_OK &&
             !memcmp(&tile, &scoped, sizeof tile));
  for (int64_t i = 0; i < size_of(&layout->shape); i++) {
    int64_t slot_expected, slot_got;
    locate(layout, i, expected, &slot_expected);
    points_of(&tile, i, axis, got, &slot_got);
    expect(&laws[8],
           slot_got == slot_expected && !memcmp(expected, got, sizeof got));
  }
}

/* Splits iters and adds unit iters, which must not change the form or map. */
static void check_tile(const tl_layout *layout) {
  tl_layout loose = {.rank = layout->rank, .swizzle = layout->swizzle}, tight;
  const tl_iter *iter = layout->iters;
  memcpy(loose.offset, layout->offset, sizeof loose.offset);
  for (int64_t d = 0; d < layout->rank; d++)
    for (int64_t i = 0; i <= layout->group_size[d]; i++) {
      tl_iter unit = {1, below(9), below(2), 0};
      tl_iter *next = &loose.iters[loose.shard_count];
      if (loose.shard_count + 3 > TL_MAX_ITERS)
        return;
      *next++ = unit;
      if (i < layout->group_size[d]) {
        int64_t half = iter->extent % 2 ? 1 : 2;
        *next++ =
            (tl_iter){iter->extent / half, iter->stride * half, iter->axis, 0};
        *next++ = (tl_iter){half, iter->stride, iter->axis, 0};
        iter++;
      }
      loose.group_size[d] += next - &loose.iters[loose.shard_count];
      loose.shard_count = next - loose.iters;
    }
  expect(&laws[7], tl_layout_create(&loose, &tight, NULL) == TL_OK &&
                       !memcmp(&tight, layout, sizeof tight));
}

static void check_shared_conversion(const tl_shared *layout) {
  tl_layout tile;
  int64_t needed;
  if (tl_layout_from_shared(layout, &tile, NULL) != TL_OK ||
      tl_layout_footprint(&tile, &needed, NULL) != TL_OK)
    return;
  check_tile(&tile);
  for (int64_t i = 0; i < size_of(&layout->shape); i++) {
    int64_t x[TL_MAX_RANK], point[TL_AXIS_COUNT];
    digits_of(i, &layout->shape, x);
    tl_layout_apply(&tile, x, point);
    expect(&laws[8], point[TL_AXIS_M] == offset_of(layout, i));
    expect(&laws[8], point[TL_AXIS_M] < needed);
  }
}

static void check_text(const tl_value *value) {
  begin(&laws[9]);
  tl_text text = {0}, again = {0};
  tl_value back;
  tl_value_print(value, &text);
  expect(&laws[9], tl_expression_evaluate(text.data, text.length, TL_KIND_NONE,
                                          32, &back, NULL) == TL_OK &&
                       back.kind == value->kind);
  tl_value_print(&back, &again);
  expect(&laws[9], !strcmp(text.data, again.data));
  again = (tl_text){0};
  tl_value_print_in_family(value, &again);
  expect(&laws[9], tl_expression_evaluate(again.data, again.length, value->kind,
                                          32, &back, NULL) == TL_OK &&
                       !memcmp(&back.as, &value->as,
                               tl_notation_of(value->kind)->word_count *
                                   sizeof(int64_t)));
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    tl_register fields = random_register(), a, b, c;
    tl_register second = random_register(), third = random_register();
    if (!fits(&fields) || tl_register_create(&fields, &a, NULL) ||
        tl_register_create(&second, &b, NULL) ||
        tl_register_create(&third, &c, NULL))
      continue;
    check_register(&fields);
    if (fits(&b) && size_of(&a.shape) * size_of(&b.shape) <= 64)
      check_compose(&a, &b);
    check_associative(&a, &b, &c);
    check_reduce(&a);
    check_conversion(&a);
    check_text(&(tl_value){.kind = TL_KIND_REGISTER, .as.reg = a});
    tl_shared shared = random_shared(), other;
    do
      other = random_shared();
    while (other.shape.count != shared.shape.count);
    if (size_of(&shared.shape) > 256)
      continue;
    check_shared(&shared);
    if (shared.swizzle.bits)
      check_swizzle(&shared.swizzle);
    check_shared_compose(&shared, &other);
    if (shared_fields(&shared, &shared) == TL_OK) {
      check_shared_conversion(&shared);
      tl_value value = {.kind = TL_KIND_SHARED};
      if (tl_layout_from_shared(&shared, &value.as.layout, NULL) == TL_OK)
        check_text(&value);
    }
    tl_layout tile;
    if (tile_of_register(&a, TL_SCOPE_CTA, &tile) == TL_OK)
      check_text(&(tl_value){.kind = TL_KIND_LAYOUT, .as.layout = tile});
  }
  return report(laws, LAW_COUNT, 1);
}
