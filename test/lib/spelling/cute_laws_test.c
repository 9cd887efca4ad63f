// RUN: cute_laws_test 1000 | FileCheck %s
// RUN: cute_laws_test_fast 100000 | FileCheck %s
// CHECK: L18 coalesce keeps the function: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L19 composition of functions: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L20 complement: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L21 inverses: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L24 swizzles and composed layouts: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L25 upcast and downcast: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L28 CuTe text evaluates to its value: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: compositions that are no layout: {{[1-9][0-9]*}}

/* Laws L18 to L21, L24, L25 and L28 on random CuTe layouts: nested to depth 3,
 * with unit extents, strides of 0 and below, gaps and overlaps.
 * usage: cute_laws_test LAYOUTS */
#include "random_cute.h"
#include "tl/cute_composed.h"
#include "tl/expression.h"

enum {
  COALESCE,
  COMPOSITION,
  COMPLEMENT,
  INVERSE,
  SWIZZLE,
  CAST,
  TEXT,
  LAW_COUNT
};

static law laws[LAW_COUNT] = {{"coalesce keeps the function", 0, 0, 0},
                              {"composition of functions", 0, 0, 0},
                              {"complement", 0, 0, 0},
                              {"inverses", 0, 0, 0},
                              {"swizzles and composed layouts", 0, 0, 0},
                              {"upcast and downcast", 0, 0, 0},
                              {"CuTe text evaluates to its value", 0, 0, 0}};
static long no_layout; /* compositions that were refused */

/*===--- L18 -------------------------------------------------------------===*/

/* An integer layout or a flat one of rank 2 or more, without a mode of extent 1
 * and without two neighbours that are one run; or 1:0. */
static bool is_coalesced(const tl_cute *layout) {
  int64_t count = layout->leaf_count;
  if (count == 1 && layout->leaves[0].value == 1 &&
      layout->leaves[0].stride == 0)
    return layout->nodes[0] < 0;
  bool holds = count == 1 ? layout->node_count == 1
                          : count > 1 && layout->nodes[0] == count &&
                                layout->node_count == 1 + count;
  for (int64_t i = 0; i < count; i++)
    holds =
        holds && layout->leaves[i].value > 1 &&
        (i == 0 || layout->leaves[i - 1].value * layout->leaves[i - 1].stride !=
                       layout->leaves[i].stride);
  return holds;
}

/* Whether the parts that `profile` names are coalesced, and others as before. */
static bool is_coalesced_by(const tl_cute *layout, const tl_tuple *profile,
                            const tl_cute *result) {
  if (profile->nodes[0] < 0)
    return is_coalesced(result) && same_function(layout, result);
  int64_t rank = rank_of(layout);
  bool holds = rank_of(result) == rank;
  for (int64_t i = 0; holds && i < rank; i++) {
    tl_cute before = mode_of(layout, i), after = mode_of(result, i);
    tl_tuple named = {0};
    if (i < profile->nodes[0])
      named = item_of(profile, i);
    holds = i < profile->nodes[0] ? is_coalesced_by(&before, &named, &after)
                                  : same_layout(&before, &after);
  }
  return holds;
}

/* A profile that names at most the modes of the shape. */
static void random_profile(const tl_tuple *shape, tl_tuple *out) {
  if (shape->nodes[0] <= 0 || below(3) == 0) {
    push_leaf(out, 1);
    return;
  }
  int64_t named = 1 + below(shape->nodes[0]);
  push_node(out, named);
  for (int64_t i = 0; i < named; i++) {
    tl_tuple item = item_of(shape, i);
    random_profile(&item, out);
  }
}

/* Coordinates whose digits at strides of 0 are 0, in order. */
static void check_filter(const tl_cute *layout, const tl_cute *filtered) {
  int64_t next = 0, size = volume_of(filtered);
  for (int64_t i = 0; i < volume_of(layout); i++) {
    int64_t rest = i, sum = 0;
    for (int64_t k = 0; k < layout->leaf_count; k++) {
      int64_t digit = rest % layout->leaves[k].value;
      sum += layout->leaves[k].stride == 0 ? digit : 0;
      rest /= layout->leaves[k].value;
    }
    if (sum == 0)
      expect(&laws[COALESCE],
             next < size && cute_at(filtered, next++) == cute_at(layout, i));
  }
  expect(&laws[COALESCE], next == size);
  for (int64_t k = 0; k < filtered->leaf_count; k++)
    expect(&laws[COALESCE], filtered->leaves[k].stride != 0 || size == 1);
}

static void check_coalesce(const tl_cute *layout) {
  tl_cute result;
  tl_tuple profile = {0};
  begin(&laws[COALESCE]);
  expect(&laws[COALESCE], tl_cute_coalesce(layout, &result, NULL) == TL_OK &&
                              is_coalesced(&result) &&
                              volume_of(&result) == volume_of(layout));
  for (int64_t i = 0; i < volume_of(layout); i++)
    expect(&laws[COALESCE], cute_at(&result, i) == cute_at(layout, i));
  expect(&laws[COALESCE], tl_cute_coalesce_x(layout, &result, NULL) == TL_OK);
  for (int64_t i = 0; i < 3 * volume_of(layout); i++)
    expect(&laws[COALESCE], cute_at(&result, i) == cute_at(layout, i));
  random_profile(layout, &profile);
  expect(&laws[COALESCE], tl_cute_by_profile(layout, &profile, tl_cute_coalesce,
                                             &result, NULL) == TL_OK &&
                              is_coalesced_by(layout, &profile, &result));
  if (tl_cute_filter(layout, &result, NULL) == TL_OK)
    check_filter(layout, &result);
  else
    expect(&laws[COALESCE], false);
}

/*===--- L19 -------------------------------------------------------------===*/

static void check_is_composition(const tl_cute *a, const tl_cute *b,
                                 const tl_cute *result) {
  expect(&laws[COMPOSITION],
         refines(result, b) && volume_of(result) == volume_of(b));
  for (int64_t i = 0; i < volume_of(b); i++)
    expect(&laws[COMPOSITION], cute_at(result, i) == cute_at(a, cute_at(b, i)));
}

static void check_composition(const tl_cute *a, const tl_cute *b) {
  tl_cute result;
  if (tl_cute_composition(a, b, &result, NULL) != TL_OK) {
    no_layout++;
    return;
  }
  begin(&laws[COMPOSITION]);
  check_is_composition(a, b, &result);
}

/* Digits of the linear coordinates of a compact layout, each extent cut by
 * divisors; some left out, any order, some shortened to a divisor. */
static tl_cute random_digits(const tl_cute *a) {
  static const int64_t PRIMES[] = {2, 3, 5};
  tl_cute b = {0};
  tl_list extents = {0}, strides = {0}, order = {0};
  int64_t position = 1;
  for (int64_t i = 0; i < a->leaf_count; i++)
    for (int64_t rest = a->leaves[i].value; rest > 1;) {
      int64_t prime = PRIMES[below(3)], digit = rest % prime ? 0 : prime;
      digit = digit && below(2) ? digit : digit * (rest / (digit ? digit : 1));
      if (digit == 0)
        continue;
      if (below(4))
        push(&order, extents.count);
      push(&extents, digit);
      push(&strides, position);
      position *= digit;
      rest /= digit;
    }
  shuffle(&order);
  push_node(&b, order.count);
  for (int64_t k = 0; k < order.count; k++) {
    int64_t i = order.items[k], extent = extents.items[i];
    push_mode(&b, extent % 2 == 0 && !below(4) ? 2 : extent, strides.items[i]);
  }
  return b;
}

/* Layouts of digits compose exactly, so that a refusal is a failure. */
static void check_exact_composition(void) {
  tl_cute a = random_cute_of(below(2) ? CUTE_COMPACT : CUTE_PADDED, 64);
  tl_cute b = random_digits(&a), result;
  begin(&laws[COMPOSITION]);
  tl_code code = tl_cute_composition(&a, &b, &result, NULL);
  expect(&laws[COMPOSITION], code == TL_OK);
  if (code == TL_OK)
    check_is_composition(&a, &b, &result);
}

/*===--- L20 -------------------------------------------------------------===*/

static tl_tuple random_cotarget(void) {
  tl_tuple target = {0};
  if (below(2))
    return random_shape_below(128);
  push_leaf(&target, 1 + below(200));
  return target;
}

/* Offsets of the layout that differ, and modes of other strides than 0. */
static void count_offsets(const tl_cute *layout, int64_t *offsets,
                          int64_t *coordinates) {
  static offset_set seen;
  clear(&seen, end_of(layout));
  *coordinates = 1;
  for (int64_t i = 0; i < volume_of(layout); i++)
    insert(&seen, cute_at(layout, i));
  for (int64_t k = 0; k < layout->leaf_count; k++)
    *coordinates *= layout->leaves[k].stride ? layout->leaves[k].value : 1;
  *offsets = seen.count;
}

static void check_is_complement(const tl_cute *layout, int64_t target,
                                int64_t offsets, const tl_cute *result) {
  static offset_set sums;
  int64_t end = end_of(layout) + end_of(result) - 1, rest = volume_of(result);
  expect(&laws[COMPLEMENT], end >= target && is_coalesced(result));
  for (int64_t j = 1; j < rest; j++)
    expect(&laws[COMPLEMENT], cute_at(result, j) > cute_at(result, j - 1));
  if (end > MAX_OFFSETS)
    return;
  clear(&sums, end);
  for (int64_t i = 0; i < volume_of(layout); i++)
    for (int64_t j = 0; j < rest; j++)
      insert(&sums, cute_at(layout, i) + cute_at(result, j));
  expect(&laws[COMPLEMENT], sums.count == offsets * rest);
  if (nesting_of(layout) == DIVIDES)
    expect(&laws[COMPLEMENT], sums.count == end);
}

static void check_complement(const tl_cute *layout) {
  bool is_bounded = below(4);
  tl_tuple cotarget = random_cotarget();
  int64_t offsets, coordinates;
  if (!ascends(layout) || end_of(layout) > MAX_OFFSETS)
    return;
  begin(&laws[COMPLEMENT]);
  count_offsets(layout, &offsets, &coordinates);
  tl_cute result;
  tl_code code =
      tl_cute_complement(layout, is_bounded ? &cotarget : NULL, &result, NULL);
  if (code == TL_OK)
    check_is_complement(layout,
                        is_bounded ? product_of(&cotarget) : end_of(layout),
                        offsets, &result);
  if (offsets != coordinates || nesting_of(layout) == MEETS)
    expect(&laws[COMPLEMENT], code == TL_INVALID);
  else if (nesting_of(layout) == DIVIDES &&
           (!is_bounded || cotarget.nodes[0] < 0))
    expect(&laws[COMPLEMENT], code == TL_OK);
}

/*===--- L21 -------------------------------------------------------------===*/

static void check_inverses(const tl_cute *layout) {
  tl_cute right, left;
  begin(&laws[INVERSE]);
  tl_code code = tl_cute_right_inverse(layout, &right, NULL);
  expect(&laws[INVERSE], code == TL_OK);
  for (int64_t i = 0; code == TL_OK && i < volume_of(&right); i++)
    expect(&laws[INVERSE], cute_at(layout, cute_at(&right, i)) == i);
  code = tl_cute_left_inverse(layout, &left, NULL);
  for (int64_t i = 0; code == TL_OK && i < volume_of(layout); i++) {
    int64_t offset = cute_at(layout, i);
    expect(&laws[INVERSE], cute_at(layout, cute_at(&left, offset)) == offset);
  }
}

/* Along the longest common layout both count 0, 1, 2, ... */
static void check_common(const tl_cute *a, const tl_cute *b) {
  tl_composed x = {.layout = *a}, y = {.layout = *b};
  tl_cute common;
  int64_t vector;
  if (tl_cute_max_common_layout(a, b, &common, NULL) != TL_OK)
    return;
  expect(&laws[INVERSE],
         tl_composed_max_common_vector(&x, &y, &vector, NULL) == TL_OK &&
             vector == volume_of(&common));
  for (int64_t i = 0; i < volume_of(&common); i++)
    expect(&laws[INVERSE], cute_at(a, cute_at(&common, i)) == i &&
                               cute_at(b, cute_at(&common, i)) == i);
}

static void check_true_inverses(void) {
  tl_cute layout = random_cute_of(CUTE_COMPACT, 128), right, left;
  begin(&laws[INVERSE]);
  bool has_both = tl_cute_right_inverse(&layout, &right, NULL) == TL_OK &&
                  tl_cute_left_inverse(&layout, &left, NULL) == TL_OK;
  expect(&laws[INVERSE], has_both && volume_of(&right) == volume_of(&layout) &&
                             volume_of(&left) == volume_of(&layout));
  for (int64_t i = 0; has_both && i < volume_of(&layout); i++)
    expect(&laws[INVERSE], cute_at(&right, cute_at(&layout, i)) == i &&
                               cute_at(&left, cute_at(&layout, i)) == i &&
                               cute_at(&layout, cute_at(&right, i)) == i);
}

/*===--- L24 -------------------------------------------------------------===*/

static void check_swizzle(const tl_swizzle *swizzle) {
  static bool taken[1 << 12];
  int64_t distance = swizzle->shift < 0 ? -swizzle->shift : swizzle->shift;
  int64_t period = INT64_C(1) << (swizzle->bits + swizzle->base + distance);
  tl_swizzle created;
  begin(&laws[SWIZZLE]);
  expect(&laws[SWIZZLE],
         tl_cute_swizzle_create(swizzle->bits, swizzle->base, swizzle->shift,
                                &created, NULL) == TL_OK &&
             !memcmp(&created, swizzle, sizeof created));
  memset(taken, 0, (size_t)period);
  for (int64_t x = 0; x < period; x++) {
    int64_t y = tl_swizzle_apply(&created, x);
    expect(&laws[SWIZZLE], y == swizzled(swizzle, x) && y >= 0 && y < period &&
                               !taken[y] && tl_swizzle_apply(&created, y) == x);
    taken[y] = true;
  }
}

static void check_swizzle_compose(const tl_swizzle *a) {
  tl_swizzle b = random_cute_swizzle(), both;
  if (below(2))
    b.shift = a->shift;
  if (b.bits > (b.shift < 0 ? -b.shift : b.shift) ||
      tl_cute_swizzle_compose(a, &b, &both, NULL) != TL_OK)
    return;
  for (int64_t x = 0; x < 1 << 12; x += 1 + below(32))
    expect(&laws[SWIZZLE],
           tl_swizzle_apply(&both, x) == swizzled(a, swizzled(&b, x)));
}

/* A coordinate of the shape with `_` and integers at any depth; what each leaf
 * is fixed at, or -1 where it is free. */
static void random_coordinate(const tl_tuple *shape, tl_tuple *out,
                              tl_list *fixed) {
  bool is_tuple = shape->nodes[0] >= 0;
  if (is_tuple && below(4)) {
    push_node(out, shape->nodes[0]);
    for (int64_t i = 0; i < shape->nodes[0]; i++) {
      tl_tuple item = item_of(shape, i);
      random_coordinate(&item, out, fixed);
    }
    return;
  }
  bool is_free = below(2);
  int64_t index = is_free ? 0 : below(product_of(shape)), rest = index;
  push_node(out, is_free ? TL_NODE_ALL : TL_NODE_INTEGER);
  out->leaves[out->leaf_count++].value = index;
  for (int64_t i = 0; i < shape->leaf_count; i++) {
    push(fixed, is_free ? -1 : rest % shape->leaves[i].value);
    rest /= shape->leaves[i].value;
  }
}

/* The value where the free digits are those of `index`. */
static int64_t sliced_at(const tl_composed *composed, const tl_list *fixed,
                         int64_t index) {
  const tl_cute *layout = &composed->layout;
  int64_t sum = composed->offset;
  for (int64_t i = 0; i < fixed->count; i++) {
    int64_t digit = fixed->items[i];
    if (digit < 0) {
      digit = index % layout->leaves[i].value;
      index /= layout->leaves[i].value;
    }
    sum += digit * layout->leaves[i].stride;
  }
  return swizzled(&composed->swizzle, sum);
}

static void check_slice(const tl_composed *composed) {
  tl_tuple coordinate = {0};
  tl_list fixed = {0};
  tl_composed slice;
  int64_t offset, size = 1;
  random_coordinate(&composed->layout, &coordinate, &fixed);
  for (int64_t i = 0; i < fixed.count; i++)
    size *= fixed.items[i] < 0 ? composed->layout.leaves[i].value : 1;
  tl_code code =
      tl_composed_slice(&coordinate, composed, &slice, &offset, NULL);
  expect(&laws[SWIZZLE], code == TL_OK && volume_of(&slice.layout) == size);
  for (int64_t i = 0; code == TL_OK && i < size; i++)
    expect(&laws[SWIZZLE],
           composed_at(&slice, i) + offset == sliced_at(composed, &fixed, i));
}

static void check_after(const tl_cute *layout, const tl_composed *inner) {
  tl_composed result;
  if (tl_composed_after(layout, inner, &result, NULL) == TL_OK)
    for (int64_t i = 0; i < volume_of(&inner->layout); i++)
      expect(&laws[SWIZZLE],
             composed_at(&result, i) == cute_at(layout, composed_at(inner, i)));
  if (tl_composed_after_swizzle(layout, &inner->swizzle, &result, NULL) ==
      TL_OK)
    for (int64_t i = 0; i < volume_of(layout); i++)
      expect(&laws[SWIZZLE], composed_at(&result, i) ==
                                 cute_at(layout, swizzled(&inner->swizzle, i)));
}

/* right_inverse(i) leads to i wherever the swizzled i is in its domain. */
static void check_composed_inverse(const tl_composed *composed) {
  tl_composed inverse;
  if (tl_composed_right_inverse(composed, &inverse, NULL) != TL_OK)
    return;
  int64_t size = volume_of(&inverse.layout);
  for (int64_t i = 0; i < size; i++)
    if (swizzled(&composed->swizzle, i) < size)
      expect(&laws[SWIZZLE],
             composed_at(composed, composed_at(&inverse, i)) == i);
}

/* Along the common vector two layouts have the same values, or both count. */
/* Two swizzled layouts; and the left inverse of one, where offsets are those of
 * the layout and no bits beyond it. */
static void check_both(const tl_composed *a, const tl_composed *b) {
  tl_composed result;
  if (tl_composed_compose(a, b, &result, NULL) == TL_OK)
    for (int64_t i = 0; i < volume_of(&b->layout); i++)
      expect(&laws[SWIZZLE],
             composed_at(&result, i) == composed_at(a, composed_at(b, i)));
  if (tl_composed_left_inverse(a, &result, NULL) == TL_OK)
    for (int64_t i = 0; i < volume_of(&a->layout); i++) {
      int64_t back = composed_at(&result, composed_at(a, i));
      expect(&laws[SWIZZLE], volume_of(&result.layout) <= composed_at(a, i) ||
                                 composed_at(a, back) == composed_at(a, i));
    }
}

/* Coordinates along which both count from where they start, or are the same. */
static void check_common_layout(const tl_composed *a, const tl_composed *b) {
  tl_cute common;
  if (tl_composed_max_common_layout(a, b, &common, NULL) != TL_OK)
    return;
  bool are_same = true, count = true;
  for (int64_t i = 0; i < volume_of(&common); i++) {
    int64_t at = cute_at(&common, i);
    int64_t x = composed_at(a, at), y = composed_at(b, at);
    are_same = are_same && x == y;
    count = count && x == composed_at(a, 0) + i && y == composed_at(b, 0) + i;
  }
  expect(&laws[SWIZZLE], are_same || count);
}

static void check_common_vector(const tl_composed *a, const tl_composed *b) {
  tl_cute common;
  int64_t vector;
  if (tl_cute_max_common_layout(&a->layout, &b->layout, &common, NULL) ||
      tl_composed_max_common_vector(a, b, &vector, NULL))
    return;
  bool are_same = true, count = true;
  for (int64_t i = 0; i < vector; i++) {
    int64_t at = cute_at(&common, i);
    int64_t x = composed_at(a, at), y = composed_at(b, at);
    are_same = are_same && x == y;
    count = count && x == composed_at(a, 0) + i && y == composed_at(b, 0) + i;
  }
  expect(&laws[SWIZZLE], vector <= volume_of(&common) && (are_same || count));
}

static bool random_composed(tl_composed *out) {
  tl_swizzle swizzle = random_cute_swizzle();
  tl_cute layout = random_cute_of((cute_kind)below(CUTE_SIGNED), 64);
  int64_t offset = below(2) ? below(100) : 0;
  return tl_composed_create(&swizzle, offset, &layout, out, NULL) == TL_OK;
}

static void check_composed(const tl_composed *composed) {
  tl_composed other;
  tl_cute outer = random_cute_of((cute_kind)below(CUTE_KINDS), 64);
  begin(&laws[SWIZZLE]);
  for (int64_t i = 0; i < volume_of(&composed->layout); i++) {
    int64_t value;
    expect(&laws[SWIZZLE],
           tl_composed_apply(composed, i, &value, NULL) == TL_OK &&
               value == composed_at(composed, i));
  }
  check_slice(composed);
  check_after(&outer, composed);
  check_composed_inverse(composed);
  if (random_composed(&other))
    check_common_vector(composed, &other);
  if (random_composed(&other)) {
    check_common_layout(composed, &other);
    check_both(composed, &other);
  }
}

/*===--- L25 -------------------------------------------------------------===*/

/* The units {b * floor(v / a) + k : k < b} of the values v; false where one is
 * too large. */
static bool collect_units(const tl_composed *composed, int64_t a, int64_t b,
                          offset_set *set) {
  clear(set, MAX_OFFSETS);
  for (int64_t i = 0; i < volume_of(&composed->layout); i++) {
    int64_t first = composed_at(composed, i) / a * b;
    if (first + b > MAX_OFFSETS)
      return false;
    for (int64_t k = 0; k < b; k++)
      insert(set, first + k);
  }
  return true;
}

static void expect_units(const tl_composed *composed, int64_t a, int64_t b,
                         const tl_composed *result) {
  static offset_set wanted, got;
  if (collect_units(composed, a, b, &wanted) &&
      collect_units(result, 1, 1, &got))
    expect(&laws[CAST], same_set(&wanted, &got));
}

static void check_cast(const tl_cute *layout) {
  int64_t n = 1 + below(8), m = 1 + below(8), common = n;
  tl_composed plain = {.layout = *layout}, result, back;
  if (!ascends(layout))
    return;
  begin(&laws[CAST]);
  while (n % common || m % common)
    common--;
  if (tl_composed_upcast(n, &plain, &result, NULL) == TL_OK)
    expect_units(&plain, n, 1, &result);
  if (tl_composed_downcast(n, &plain, &result, NULL) == TL_OK) {
    expect_units(&plain, 1, n, &result);
    expect(&laws[CAST], tl_composed_upcast(n, &result, &back, NULL) == TL_OK &&
                            same_function(layout, &back.layout));
  }
  if (tl_composed_recast(n, m, &plain, &result, NULL) == TL_OK)
    expect_units(&plain, m / common, n / common, &result);
}

static void check_composed_cast(const tl_composed *composed) {
  int64_t n = 1 + below(4), m = 1 << below(4), k = 1 << below(4);
  tl_composed result;
  if (!ascends(&composed->layout))
    return;
  if (tl_composed_upcast(n, composed, &result, NULL) == TL_OK)
    expect_units(composed, n, 1, &result);
  if (tl_composed_downcast(n, composed, &result, NULL) == TL_OK)
    expect_units(composed, 1, n, &result);
  if (tl_composed_recast(m, k, composed, &result, NULL) == TL_OK)
    expect_units(composed, k > m ? k / m : 1, m > k ? m / k : 1, &result);
}

/*===--- L28 -------------------------------------------------------------===*/

static void check_text(const tl_value *value, const void *field, size_t size) {
  tl_text text = {0};
  tl_value back = {0};
  size_t at = (size_t)((const char *)field - (const char *)value);
  begin(&laws[TEXT]);
  tl_value_print(value, &text);
  expect(&laws[TEXT],
         tl_expression_evaluate(text.data, text.length, TL_KIND_NONE, 32, &back,
                                NULL) == TL_OK &&
             back.kind == value->kind &&
             !memcmp((const char *)&back + at, field, size));
}

/* By-mode nodes around layouts, integers and _. */
static void random_tiler(int depth, tl_tiler *out) {
  int64_t items = 1 + below(3);
  push_node(out, TL_NODE_BY_MODE + items);
  for (int64_t i = 0; i < items; i++) {
    if (depth > 0 && !below(3)) {
      random_tiler(depth - 1, out);
    } else if (!below(4)) {
      push_node(out, TL_NODE_ALL);
      out->leaf_count++;
    } else {
      push_mode(out, 1 + below(9), below(20) - 4);
    }
  }
}

static void check_texts(const tl_composed *composed, const tl_cute *layout) {
  tl_value value = {.kind = TL_KIND_CUTE, .as.composed = *composed};
  check_text(&value, &value.as.composed, sizeof value.as.composed);
  value = (tl_value){.kind = TL_KIND_CUTE, .as.composed.layout = *layout};
  check_text(&value, &value.as.composed, sizeof value.as.composed);
  value = (tl_value){.kind = TL_KIND_CUTE_SWIZZLE,
                     .as.swizzle = random_cute_swizzle()};
  check_text(&value, &value.as.swizzle, sizeof value.as.swizzle);
  value = (tl_value){.kind = TL_KIND_TILER};
  random_tiler(1, &value.as.tiler);
  check_text(&value, &value.as.tiler, sizeof value.as.tiler);
  value = (tl_value){.kind = TL_KIND_TUPLE, .as.tuple = tl_cute_stride(layout)};
  if (layout->nodes[0] >= 0)
    check_text(&value, &value.as.tuple, sizeof value.as.tuple);
  value = (tl_value){.kind = TL_KIND_CUTE_TV};
  tl_list tile = {.count = 1, .items = {volume_of(layout)}};
  if (tl_cute_tv_create(layout, &tile, &value.as.tv, NULL) == TL_OK)
    check_text(&value, &value.as.tv, sizeof value.as.tv);
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    tl_cute a = random_cute(64), b = random_cute(32);
    tl_swizzle swizzle = random_cute_swizzle();
    tl_composed composed;
    check_coalesce(&a);
    check_composition(&a, &b);
    check_exact_composition();
    check_complement(&a);
    check_inverses(&a);
    check_true_inverses();
    check_common(&a, &b);
    check_swizzle(&swizzle);
    check_swizzle_compose(&swizzle);
    check_cast(&a);
    if (random_composed(&composed)) {
      check_composed(&composed);
      check_composed_cast(&composed);
      check_texts(&composed, &a);
    }
  }
  int status =
      report(laws, 4, 18) | report(laws + 4, 2, 24) | report(laws + 6, 1, 28);
  printf("compositions that are no layout: %ld\n", no_layout);
  return status;
}
