// RUN: shape_laws_test 1000 | FileCheck %s
// RUN: shape_laws_test_fast 100000 | FileCheck %s
// CHECK: L11 permute: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L12 reshape: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L13 concat: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L14 divide inverts compose: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L15 left_divide inverts compose: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L16 element inverts locate: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L17 shared reshape, permute and slice: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures

/* Laws L11 to L17 on random layouts of rank 0 to 4 with non-powers of two and
 * replicas.  usage: shape_laws_test LAYOUTS */
#include "layout/random_layouts.h"
#include "tl/layout_algebra.h"

static law laws[] = {
    {"permute", 0, 0, 0},
    {"reshape", 0, 0, 0},
    {"concat", 0, 0, 0},
    {"divide inverts compose", 0, 0, 0},
    {"left_divide inverts compose", 0, 0, 0},
    {"element inverts locate", 0, 0, 0},
    {"shared reshape, permute and slice", 0, 0, 0},
};

enum {
  PERMUTE,
  RESHAPE,
  CONCAT,
  DIVIDE,
  LEFT_DIVIDE,
  ELEMENT,
  SHARED,
  LAW_COUNT
};

/* Whether element i of a and element k of b are in the same place. */
static bool same_place(const tl_register *a, int64_t i, const tl_register *b,
                       int64_t k) {
  static bool threads_a[MAX_THREADS], threads_b[MAX_THREADS];
  int64_t slot_a, slot_b;
  locate(a, i, threads_a, &slot_a);
  locate(b, k, threads_b, &slot_b);
  return slot_a == slot_b && !memcmp(threads_a, threads_b, sizeof threads_a);
}

static bool same(const tl_register *a, const tl_register *b) {
  return !memcmp(a, b, sizeof *a);
}

static tl_list random_permutation(int64_t rank) {
  tl_list dims = {0};
  for (int64_t d = 0; d < rank; d++)
    push(&dims, d);
  shuffle(&dims);
  return dims;
}

/* Index over `shape` of the coordinate whose entry dims[k] is x[k]. */
static int64_t permuted_index(const int64_t *x, const tl_list *dims,
                              const tl_list *shape) {
  int64_t from[TL_MAX_RANK], index = 0;
  for (int64_t k = 0; k < dims->count; k++)
    from[dims->items[k]] = x[k];
  for (int64_t d = 0; d < shape->count; d++)
    index = index * shape->items[d] + from[d];
  return index;
}

static void check_permute(const tl_register *layout) {
  begin(&laws[PERMUTE]);
  tl_list dims = random_permutation(layout->shape.count);
  tl_register result;
  int64_t x[TL_MAX_RANK];
  expect(&laws[PERMUTE],
         tl_register_permute(layout, &dims, &result, NULL) == TL_OK);
  for (int64_t i = 0; i < size_of(&result.shape); i++) {
    digits_of(i, &result.shape, x);
    expect(&laws[PERMUTE],
           same_place(&result, i, layout,
                      permuted_index(x, &dims, &layout->shape)));
  }
}

/* A random shape of that size. */
static tl_list random_shape(int64_t size) {
  tl_list shape = {0};
  while (shape.count < 4 && below(5)) {
    int64_t extent = 1 + below(size < 8 ? size : 8);
    if (size % extent)
      continue;
    push(&shape, extent);
    size /= extent;
  }
  push(&shape, size);
  return shape;
}

static void check_reshape(const tl_register *layout) {
  tl_list shape = random_shape(size_of(&layout->shape));
  tl_list flat = {.count = 1, .items = {size_of(&layout->shape)}};
  tl_register result, line, back;
  begin(&laws[RESHAPE]);
  expect(&laws[RESHAPE],
         tl_register_reshape(layout, &flat, &line, NULL) == TL_OK &&
             tl_register_reshape(&line, &layout->shape, &back, NULL) == TL_OK &&
             same(&back, layout));
  if (tl_register_reshape(layout, &shape, &result, NULL) != TL_OK)
    return;
  for (int64_t i = 0; i < flat.items[0]; i++)
    expect(&laws[RESHAPE], same_place(&result, i, layout, i));
}

static void check_concat(const tl_register *a, const tl_register *b) {
  static bool ta[MAX_THREADS], tb[MAX_THREADS], tc[MAX_THREADS];
  tl_register c;
  int64_t threads, registers, inner = size_of(&b->shape);
  if (tl_register_concat(a, b, &c, NULL) || !fits(&c) ||
      tl_register_threads(b, &threads, NULL) ||
      tl_register_registers(b, &registers, NULL))
    return;
  begin(&laws[CONCAT]);
  for (int64_t i = 0; i < size_of(&c.shape); i++) {
    int64_t slot_a, slot_b, slot_c;
    locate(a, i / inner, ta, &slot_a);
    locate(b, i % inner, tb, &slot_b);
    locate(&c, i, tc, &slot_c);
    bool holds = slot_c == slot_a * registers + slot_b;
    for (int64_t t = 0; t < MAX_THREADS; t++)
      holds = holds && tc[t] == (t / threads < MAX_THREADS && ta[t / threads] &&
                                 tb[t % threads]);
    expect(&laws[CONCAT], holds);
  }
}

static void check_divide(const tl_register *a, const tl_register *b) {
  tl_register product, q, again;
  if (tl_register_compose(a, b, &product, NULL) != TL_OK)
    return;
  begin(&laws[DIVIDE]);
  begin(&laws[LEFT_DIVIDE]);
  expect(&laws[DIVIDE], tl_register_divide(&product, b, &q, NULL) == TL_OK &&
                            !tl_register_compose(&q, b, &again, NULL) &&
                            same(&again, &product));
  if (a->shape.count >= b->shape.count)
    expect(&laws[DIVIDE], same(&q, a));
  expect(&laws[LEFT_DIVIDE],
         tl_register_left_divide(&product, a, &q, NULL) == TL_OK &&
             !tl_register_compose(a, &q, &again, NULL) &&
             same(&again, &product));
  if (b->shape.count >= a->shape.count)
    expect(&laws[LEFT_DIVIDE], same(&q, b));
  if (tl_register_divide(a, b, &q, NULL) == TL_OK)
    expect(&laws[DIVIDE],
           !tl_register_compose(&q, b, &again, NULL) && same(&again, a));
  if (tl_register_left_divide(a, b, &q, NULL) == TL_OK)
    expect(&laws[LEFT_DIVIDE],
           !tl_register_compose(b, &q, &again, NULL) && same(&again, a));
}

static void check_element(const tl_register *layout) {
  static bool threads[MAX_THREADS];
  tl_value value = {.kind = TL_KIND_REGISTER, .as.reg = *layout};
  tl_places places;
  begin(&laws[ELEMENT]);
  expect(&laws[ELEMENT], tl_places_open(&value, &places, NULL) == TL_OK);
  for (int64_t i = 0; i < size_of(&layout->shape); i++) {
    tl_list x = {.count = layout->shape.count}, back;
    tl_location place;
    int64_t slot, held = 0, firsts = 0;
    digits_of(i, &layout->shape, x.items);
    locate(layout, i, threads, &slot);
    expect(&laws[ELEMENT],
           tl_places_locate(&places, &x, &place, NULL) == TL_OK &&
               tl_numbers_item(&place.items[1], 0) == slot);
    for (int64_t t = 0; t < MAX_THREADS; t++)
      held += threads[t];
    expect(&laws[ELEMENT], held == tl_numbers_count(&place.items[0]));
    for (int64_t k = 0; k < held; k++) {
      int64_t thread = tl_numbers_item(&place.items[0], k);
      bool is_first = false;
      expect(&laws[ELEMENT], threads[thread] &&
                                 !tl_places_element(&places, thread, slot,
                                                    &back, &is_first, NULL) &&
                                 !memcmp(&back, &x, sizeof x));
      firsts += is_first;
    }
    expect(&laws[ELEMENT], firsts == 1);
  }
}

static void check_shared(const tl_shared *layout) {
  tl_list shape = random_shape(size_of(&layout->shape));
  tl_list dims = random_permutation(layout->shape.count);
  tl_layout whole, made;
  tl_shared result;
  int64_t x[TL_MAX_RANK];
  begin(&laws[SHARED]);
  expect(&laws[SHARED], tl_layout_from_shared(layout, &whole, NULL) == TL_OK);
  if (tl_shared_reshape(&whole, &shape, &made, NULL) == TL_OK &&
      tl_layout_to_shared(&made, &result, NULL) == TL_OK)
    for (int64_t i = 0; i < size_of(&shape); i++)
      expect(&laws[SHARED], offset_of(&result, i) == offset_of(layout, i));
  expect(&laws[SHARED],
         tl_layout_permute_dims(&whole, &dims, &made, NULL) == TL_OK &&
             tl_layout_to_shared(&made, &result, NULL) == TL_OK);
  for (int64_t i = 0; i < size_of(&result.shape); i++) {
    digits_of(i, &result.shape, x);
    expect(&laws[SHARED],
           offset_of(&result, i) ==
               offset_of(layout, permuted_index(x, &dims, &layout->shape)));
  }
  dims.count = below(dims.count + 1);
  expect(&laws[SHARED], tl_shared_slice(&whole, &dims, &made, NULL) == TL_OK &&
                            tl_layout_to_shared(&made, &result, NULL) == TL_OK);
  for (int64_t i = 0; i < size_of(&result.shape); i++) {
    int64_t from[TL_MAX_RANK] = {0}, index = 0;
    digits_of(i, &result.shape, x);
    for (int64_t k = 0; k < dims.count; k++)
      from[dims.items[k]] = x[k];
    for (int64_t d = 0; d < layout->shape.count; d++)
      index = index * layout->shape.items[d] + from[d];
    expect(&laws[SHARED], offset_of(&result, i) == offset_of(layout, index));
  }
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    tl_register a = random_register(), b = random_register();
    tl_shared shared = random_shared();
    if (!fits(&a) || tl_register_create(&a, &a, NULL) ||
        tl_register_create(&b, &b, NULL) || shared_fields(&shared, &shared))
      continue;
    check_divide(&a, &b);
    if (size_of(&shared.shape) <= 64)
      check_shared(&shared);
    if (size_of(&a.shape) > 64)
      continue;
    check_permute(&a);
    check_reshape(&a);
    check_element(&a);
    if (fits(&b) && size_of(&a.shape) * size_of(&b.shape) <= 64)
      check_concat(&a, &b);
  }
  return report(laws, LAW_COUNT, 11);
}
