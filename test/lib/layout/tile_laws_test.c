// RUN: tile_laws_test 1000 | FileCheck %s
// RUN: tile_laws_test_fast 100000 | FileCheck %s
// CHECK: L29 canonicalize keeps the map: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L30 reshape keeps the flattened map: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L31 refinements are the coarsest common ones: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L32 tile and direct_sum: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L33 slice is the restriction: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L34 pack and unpack: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L35 other thread axes say the same threads: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: refused {{[1-9][0-9]*}} reshapes, {{[1-9][0-9]*}} refinements, {{[1-9][0-9]*}} sums, {{[1-9][0-9]*}} windows, {{[1-9][0-9]*}} packs, {{[1-9][0-9]*}} changes of axes

/* Laws L29 to L35 on random tile layouts with replicas, offsets, swizzles and
 * extents that are no powers of two.  A refusal counts as a point too: the
 * oracle has to find that no layout would do.  usage: tile_laws_test LAYOUTS */
#include "random_layouts.h"
#include "tl/layout_algebra.h"
#include "tl/layout_questions.h"

enum { LAW_COUNT = 7, MOST_ELEMENTS = 192, MOST_REPLICAS = 64 };

static law laws[LAW_COUNT] = {
    {"canonicalize keeps the map", 0, 0, 0},
    {"reshape keeps the flattened map", 0, 0, 0},
    {"refinements are the coarsest common ones", 0, 0, 0},
    {"tile and direct_sum", 0, 0, 0},
    {"slice is the restriction", 0, 0, 0},
    {"pack and unpack", 0, 0, 0},
    {"other thread axes say the same threads", 0, 0, 0}};

enum { RESHAPE, REFINEMENT, SUM, WINDOW, PACK, CHANGE, REFUSALS };
static long refused[REFUSALS];

/*===--- Random layouts --------------------------------------------------===*/

/* Digits of each dimension; unit digits and unit dimensions included. */
static void random_digits(tl_layout *fields, int64_t rank) {
  static const int64_t EXTENTS[] = {1, 2, 2, 3, 4, 4, 6};
  fields->rank = rank;
  for (int64_t d = 0; d < rank; d++) {
    fields->group_size[d] = 1 + below(3);
    for (int64_t i = 0; i < fields->group_size[d]; i++)
      fields->iters[fields->shard_count++].extent =
          EXTENTS[below(rank > 2 ? 4 : 7)];
  }
}

/* Strides that often continue each other. */
static tl_layout random_memory(int64_t rank) {
  static const tl_axis OTHERS[] = {TL_AXIS_F, TL_AXIS_P, TL_AXIS_WARPID};
  tl_layout fields = {0};
  int64_t stride = below(4) ? 1 : 1 + below(8);
  random_digits(&fields, rank);
  fields.replica_count = below(4) ? 0 : 1 + below(2);
  for (int64_t i = 0; i < fields.replica_count; i++)
    fields.iters[fields.shard_count + i].extent = 1 + below(3);
  for (int64_t i = fields.shard_count + fields.replica_count - 1; i >= 0; i--) {
    tl_iter *iter = &fields.iters[i];
    iter->stride = below(5) ? stride : below(24);
    iter->axis = below(8) ? TL_AXIS_M : OTHERS[below(3)];
    stride = iter->stride * iter->extent + (below(6) ? 0 : below(4));
  }
  fields.offset[TL_AXIS_M] = below(3) ? 0 : below(40);
  if (!below(3))
    fields.swizzle = (tl_swizzle){below(3), 1 + below(2), 1 + below(3)};
  if (fields.swizzle.bits && !below(4))
    fields.swizzle.shift *= -1;
  return fields;
}

/* Thread axes and registers; strides mostly powers of two. */
static tl_layout random_threads(void) {
  static const tl_axis AXES[] = {TL_AXIS_LANEID,    TL_AXIS_WARPID,
                                 TL_AXIS_WID_IN_WG, TL_AXIS_WGID,
                                 TL_AXIS_TID_IN_WG, TL_AXIS_TX};
  tl_layout fields = {0};
  tl_axis used[3] = {AXES[below(6)], AXES[below(6)], AXES[below(6)]};
  random_digits(&fields, below(4));
  fields.replica_count = below(3) ? 0 : 1 + below(2);
  int64_t stride[TL_AXIS_COUNT];
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    stride[axis] = INT64_C(1) << (below(3) ? 0 : below(6));
  for (int64_t i = 0; i < fields.shard_count + fields.replica_count; i++) {
    tl_iter *iter = &fields.iters[i];
    if (i >= fields.shard_count)
      iter->extent = 1 + below(3);
    if (iter->extent % 3 == 0 && below(3))
      iter->extent = 4;
    iter->axis = below(4) ? used[below(3)] : TL_AXIS_M;
    iter->stride = below(6) ? stride[iter->axis] : below(40);
    stride[iter->axis] = iter->stride * iter->extent;
  }
  fields.offset[TL_AXIS_M] = below(3);
  if (!below(4))
    fields.offset[used[below(3)]] = below(8);
  return fields;
}

static int64_t size(const tl_layout *layout) {
  tl_list shape = tl_layout_shape(layout);
  return size_of(&shape);
}

static int64_t replicas(const tl_layout *layout) {
  int64_t count = 1;
  for (int64_t i = 0; i < layout->replica_count; i++)
    count *= layout->iters[layout->shard_count + i].extent;
  return count;
}

/* Leaves the canonical layout in *layout, with strides of 0 along m; false for one that is too large or
 * leaves an axis. */
static bool settle(tl_layout *layout) {
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++)
    if (layout->iters[i].stride == 0)
      layout->iters[i].axis = TL_AXIS_M;
  return size(layout) <= MOST_ELEMENTS && replicas(layout) <= MOST_REPLICAS &&
         tl_layout_create(layout, layout, NULL) == TL_OK &&
         tl_layout_check_lanes(layout, 32, NULL) == TL_OK;
}

/*===--- Oracles ---------------------------------------------------------===*/

typedef struct place {
  int64_t at[TL_AXIS_COUNT];
} place;

typedef struct image {
  int64_t count;
  place points[MOST_REPLICAS * 4];
} image;

/* Digits are read row-major over all iters. */
static place plain_point(const tl_layout *layout, int64_t index,
                         int64_t replica) {
  place result;
  memcpy(result.at, layout->offset, sizeof result.at);
  for (int64_t i = layout->shard_count - 1; i >= 0; i--) {
    const tl_iter *iter = &layout->iters[i];
    result.at[iter->axis] += index % iter->extent * iter->stride;
    index /= iter->extent;
  }
  for (int64_t i = 0; i < layout->replica_count; i++) {
    const tl_iter *iter = &layout->iters[layout->shard_count + i];
    result.at[iter->axis] += replica % iter->extent * iter->stride;
    replica /= iter->extent;
  }
  return result;
}

static int64_t swizzled(const tl_swizzle *s, int64_t x) {
  int64_t mask = (INT64_C(1) << s->bits) - 1;
  if (s->shift < 0)
    return x ^ (x >> s->base & mask) << (s->base - s->shift);
  return x ^ (x >> (s->base + s->shift) & mask) << s->base;
}

static place point(const tl_layout *layout, int64_t index, int64_t replica) {
  place result = plain_point(layout, index, replica);
  result.at[TL_AXIS_M] = swizzled(&layout->swizzle, result.at[TL_AXIS_M]);
  return result;
}

static void image_of(const tl_layout *layout, int64_t index, image *out) {
  out->count = replicas(layout);
  for (int64_t r = 0; r < out->count; r++)
    out->points[r] = point(layout, index, r);
}

static bool contains(const image *all, const place *one) {
  for (int64_t i = 0; i < all->count; i++)
    if (!memcmp(&all->points[i], one, sizeof *one))
      return true;
  return false;
}

static bool same_image(const image *a, const image *b) {
  bool same = true;
  for (int64_t i = 0; same && i < a->count; i++)
    same = contains(b, &a->points[i]);
  for (int64_t i = 0; same && i < b->count; i++)
    same = contains(a, &b->points[i]);
  return same;
}

static bool is_same_at(const tl_layout *a, int64_t i, const tl_layout *b,
                       int64_t k) {
  static image of_a, of_b;
  image_of(a, i, &of_a);
  image_of(b, k, &of_b);
  return same_image(&of_a, &of_b);
}

/* Thread axes as one number, which takes the place of tx. */
static void number_threads(image *all) {
  for (int64_t i = 0; i < all->count; i++) {
    int64_t number = 0;
    for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
      if (tl_axis_describe(axis)->kind != TL_AXIS_THREAD)
        continue;
      number += all->points[i].at[axis] * tl_axis_digit(axis, 32).divisor;
      all->points[i].at[axis] = 0;
    }
    all->points[i].at[TL_AXIS_TX] = number;
  }
}

/* Whether f(0), f(step), ... are the values of digits: every factoring of
 * `extent` is tried. */
static bool has_digits(const place *f, int64_t step, int64_t extent) {
  if (extent == 1)
    return true;
  int64_t along = TL_AXIS_M, moved = 0;
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (f[step].at[axis] != f[0].at[axis]) {
      moved++;
      along = axis;
    }
  if (moved > 1 || f[step].at[along] < f[0].at[along])
    return false;
  for (int64_t e = 2; e <= extent; e++) {
    bool holds = extent % e == 0;
    for (int64_t i = 0; holds && i < extent; i++)
      for (int64_t axis = 0; holds && axis < TL_AXIS_COUNT; axis++)
        holds = f[i * step].at[axis] - f[i / e * e * step].at[axis] ==
                i % e * (f[step].at[axis] - f[0].at[axis]);
    if (holds && has_digits(f, step * e, extent / e))
      return true;
  }
  return false;
}

/* Whether f over the shape, row-major, is the map of digits. */
static bool is_layout(const place *f, const tl_list *shape) {
  int64_t total = size_of(shape), step = total;
  for (int64_t d = 0; d < shape->count; d++) {
    step /= shape->items[d];
    if (!has_digits(f, step, shape->items[d]))
      return false;
  }
  for (int64_t i = 0; i < total; i++) {
    int64_t x[TL_MAX_RANK], sum[TL_AXIS_COUNT];
    digits_of(i, shape, x);
    memcpy(sum, f[0].at, sizeof sum);
    step = total;
    for (int64_t d = 0; d < shape->count; d++) {
      step /= shape->items[d];
      for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
        sum[axis] += f[x[d] * step].at[axis] - f[0].at[axis];
    }
    if (memcmp(sum, f[i].at, sizeof sum))
      return false;
  }
  return true;
}

/*===--- Laws ------------------------------------------------------------===*/

static bool is_canonical(const tl_layout *layout) {
  tl_layout again;
  return tl_layout_create(layout, &again, NULL) == TL_OK &&
         !memcmp(&again, layout, sizeof again);
}

static void check_canonicalize(const tl_layout *layout) {
  static image before, after;
  tl_layout result, again;
  begin(&laws[0]);
  if (tl_layout_canonicalize(layout, 32, &result, NULL) != TL_OK) {
    expect(&laws[0], false);
    return;
  }
  expect(&laws[0], is_canonical(&result));
  expect(&laws[0], tl_layout_canonicalize(&result, 32, &again, NULL) == TL_OK &&
                       !memcmp(&again, &result, sizeof again));
  for (int64_t i = 0; i < size(layout); i++) {
    image_of(layout, i, &before);
    image_of(&result, i, &after);
    number_threads(&before);
    number_threads(&after);
    expect(&laws[0], same_image(&before, &after));
  }
}

/* Splits `total` at random. */
static tl_list random_shape(int64_t total) {
  tl_list shape = {0};
  while (shape.count < 5 && (total > 1 || below(2))) {
    int64_t extent = 1 + below(total);
    while (total % extent)
      extent--;
    if (shape.count == 4)
      extent = total;
    push(&shape, extent);
    total /= extent;
  }
  if (total > 1)
    push(&shape, total);
  return shape;
}

static void check_reshape(const tl_layout *layout) {
  static place f[MOST_ELEMENTS];
  tl_list shape = random_shape(size(layout)), old, got;
  tl_layout result, back, flat, flat_result;
  tl_list one = {.count = 1, .items = {size(layout)}};
  begin(&laws[1]);
  if (tl_layout_reshape(layout, &shape, &result, NULL) != TL_OK) {
    for (int64_t i = 0; i < size(layout); i++)
      f[i] = plain_point(layout, i, 0);
    expect(&laws[1], !is_layout(f, &shape));
    refused[RESHAPE]++;
    return;
  }
  got = tl_layout_shape(&result);
  old = tl_layout_shape(layout);
  expect(&laws[1], is_canonical(&result) && !memcmp(&got, &shape, sizeof got));
  expect(&laws[1], tl_layout_reshape(&result, &old, &back, NULL) == TL_OK &&
                       !memcmp(&back, layout, sizeof back));
  expect(&laws[1],
         tl_layout_reshape(layout, &one, &flat, NULL) == TL_OK &&
             tl_layout_reshape(&result, &one, &flat_result, NULL) == TL_OK &&
             !memcmp(&flat, &flat_result, sizeof flat));
  for (int64_t i = 0; i < size(layout); i++)
    expect(&laws[1], is_same_at(layout, i, &result, i));
}

/* Adds the products of the last extents, which mark where digits end. */
static void mark_ends(const tl_list *shape, bool *ends) {
  int64_t end = 1;
  for (int64_t i = shape->count - 1; i >= 0; i--) {
    end *= shape->items[i];
    ends[end] = true;
  }
}

static void check_refine(int64_t size) {
  bool ends[MOST_ELEMENTS + 1] = {false}, found[MOST_ELEMENTS + 1] = {false};
  bool nests = true;
  int64_t before = 1;
  tl_list a = random_shape(size), b = random_shape(size), refined;
  mark_ends(&a, ends);
  mark_ends(&b, ends);
  ends[1] = false;
  for (int64_t end = 2; end <= size; end++)
    if (ends[end]) {
      nests = nests && end % before == 0;
      before = end;
    }
  begin(&laws[2]);
  bool exists = tl_shape_refine(&a, &b, &refined, NULL) == TL_OK;
  expect(&laws[2], exists == nests);
  refused[REFINEMENT] += !exists;
  if (!exists)
    return;
  mark_ends(&refined, found);
  expect(&laws[2], !memcmp(found, ends, sizeof found));
  for (int64_t i = 0; i < refined.count; i++)
    expect(&laws[2], refined.items[i] > 1);
}

/* Index of the element left_i * E + right_i of the dimensions. */
static int64_t joined(int64_t left, const tl_list *left_shape, int64_t right,
                      const tl_list *right_shape) {
  int64_t x[TL_MAX_RANK], y[TL_MAX_RANK], index = 0;
  digits_of(left, left_shape, x);
  digits_of(right, right_shape, y);
  for (int64_t d = 0; d < left_shape->count; d++)
    index =
        (index * left_shape->items[d] + x[d]) * right_shape->items[d] + y[d];
  return index;
}

/* The points of a sum by definition; `span` scales the left layout. */
static void sum_of(const tl_layout *left, int64_t i, const tl_layout *right,
                   int64_t k, const int64_t *span, image *out) {
  out->count = 0;
  for (int64_t r = 0; r < replicas(left); r++)
    for (int64_t s = 0; s < replicas(right); s++) {
      place x = point(left, i, r), y = point(right, k, s);
      for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
        y.at[axis] +=
            (x.at[axis] - left->offset[axis]) * span[axis] + left->offset[axis];
      out->points[out->count++] = y;
    }
}

static void spans_of(const tl_layout *layout, int64_t *span) {
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    span[axis] = layout->offset[axis] + 1;
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++)
    span[layout->iters[i].axis] +=
        (layout->iters[i].extent - 1) * layout->iters[i].stride;
}

/* Whether the swizzle of the right layout, on the whole sum, would do. */
static bool keeps_swizzle(const tl_layout *left, const tl_layout *right,
                          const int64_t *span) {
  int64_t first = left->offset[TL_AXIS_M], scale = span[TL_AXIS_M];
  for (int64_t i = 0; i < size(left) * replicas(left); i++)
    for (int64_t k = 0; k < size(right) * replicas(right); k++) {
      place x = plain_point(left, i / replicas(left), i % replicas(left));
      place y = plain_point(right, k / replicas(right), k % replicas(right));
      int64_t far = (x.at[TL_AXIS_M] - first) * scale + first;
      int64_t near = y.at[TL_AXIS_M];
      if (swizzled(&right->swizzle, far + near) !=
          far + swizzled(&right->swizzle, near))
        return false;
    }
  return true;
}

/* Whether the parts, as they are given or said on the same thread axes, make the
 * tiling. */
static bool makes(const tl_layout *outer, const tl_layout *inner,
                  const tl_layout *tiled) {
  static const tl_axis WAYS[][3] = {
      {TL_AXIS_TX},
      {TL_AXIS_WARPID, TL_AXIS_LANEID},
      {TL_AXIS_WGID, TL_AXIS_TID_IN_WG},
      {TL_AXIS_WGID, TL_AXIS_WID_IN_WG, TL_AXIS_LANEID}};
  static const int64_t COUNTS[] = {1, 2, 2, 3};
  tl_layout again, a, b;
  if (tl_layout_tile(outer, inner, &again, NULL) == TL_OK &&
      !memcmp(&again, tiled, sizeof again))
    return true;
  for (int i = 0; i < 4; i++)
    if (tl_layout_on_axes(outer, WAYS[i], COUNTS[i], 32, &a, NULL) == TL_OK &&
        tl_layout_on_axes(inner, WAYS[i], COUNTS[i], 32, &b, NULL) == TL_OK &&
        tl_layout_tile(&a, &b, &again, NULL) == TL_OK &&
        tl_layout_compare(&again, tiled, 32, NULL, NULL) == TL_YES)
      return true;
  return false;
}

/* Parts that are found make the tiling; without replicas they
 * are the ones it was made of. */
static void check_parts(const tl_layout *outer, const tl_layout *inner,
                        const tl_layout *tiled) {
  tl_layout part;
  bool plain =
      !outer->replica_count && !inner->replica_count && !outer->swizzle.bits;
  if (tl_layout_tile_outer(tiled, inner, 32, &part, NULL) == TL_OK)
    expect(&laws[3], makes(&part, inner, tiled) &&
                         (!plain || !memcmp(&part, outer, sizeof part)));
  else
    expect(&laws[3], !plain);
  if (tl_layout_tile_inner(tiled, outer, 32, &part, NULL) == TL_OK)
    expect(&laws[3], makes(outer, &part, tiled) &&
                         (!plain || !memcmp(&part, inner, sizeof part)));
  else
    expect(&laws[3], !plain);
}

static bool adds_to(const tl_layout *left, const tl_layout *right,
                    const tl_layout *sum) {
  tl_layout again;
  return tl_layout_direct_sum(left, right, &again, NULL) == TL_OK &&
         tl_layout_compare(&again, sum, 32, NULL, NULL) == TL_YES;
}

/* Terms that are found add up; without replicas and swizzles they are those of
 * the sum, and replicas of a sum are those of both. */
static void check_terms(const tl_layout *left, const tl_layout *right,
                        const tl_layout *sum) {
  tl_layout part;
  bool plain = !left->replica_count && !right->replica_count &&
               !left->swizzle.bits && !right->swizzle.bits;
  if (tl_layout_direct_sum_left(sum, right, 32, &part, NULL) == TL_OK)
    expect(&laws[3], adds_to(&part, right, sum) &&
                         (!plain || !memcmp(&part, left, sizeof part)));
  else
    expect(&laws[3], !plain);
  if (tl_layout_direct_sum_right(sum, left, 32, &part, NULL) == TL_OK)
    expect(&laws[3], adds_to(left, &part, sum) &&
                         (!plain || !memcmp(&part, right, sizeof part)));
  else
    expect(&laws[3], !plain);
}

/* Element i of the new dimension is where the others are. */
static void check_broadcast(const tl_layout *layout) {
  tl_layout result;
  int64_t n = 1 + below(4), rank = layout->rank, at = below(rank + 1), inner = 1;
  begin(&laws[3]);
  if (rank == TL_MAX_RANK ||
      tl_layout_broadcast(layout, n, below(2) ? at : at - rank - 1, &result,
                          NULL) != TL_OK) {
    expect(&laws[3], rank == TL_MAX_RANK);
    return;
  }
  tl_list shape = tl_layout_shape(&result), old = tl_layout_shape(layout);
  expect(&laws[3], is_canonical(&result) && shape.count == rank + 1 &&
                       shape.items[at] == n);
  for (int64_t d = at; d < rank; d++)
    inner *= old.items[d];
  for (int64_t i = 0; i < size(&result); i++)
    expect(&laws[3], is_same_at(&result, i, layout,
                                i / inner / n * inner + i % inner));
}

static void check_sum(const tl_layout *left, const tl_layout *right,
                      bool scaled) {
  static image expected, got;
  static tl_error error;
  tl_layout result;
  int64_t span[TL_AXIS_COUNT];
  if (size(left) * size(right) > 4 * MOST_ELEMENTS ||
      replicas(left) * replicas(right) > 4 * MOST_REPLICAS)
    return;
  tl_list left_shape = tl_layout_shape(left);
  tl_list right_shape = tl_layout_shape(right);
  spans_of(right, span);
  for (int64_t axis = 0; !scaled && axis < TL_AXIS_COUNT; axis++)
    span[axis] = 1;
  tl_code code = scaled ? tl_layout_tile(left, right, &result, &error)
                        : tl_layout_direct_sum(left, right, &result, &error);
  begin(&laws[3]);
  if (code != TL_OK) {
    if (code == TL_UNSUPPORTED && !left->swizzle.bits)
      expect(&laws[3], !keeps_swizzle(left, right, span));
    else
      expect(&laws[3], code == TL_UNSUPPORTED || code == TL_CAPACITY);
    refused[SUM]++;
    return;
  }
  expect(&laws[3], is_canonical(&result));
  for (int64_t i = 0; i < size(left); i++)
    for (int64_t k = 0; k < size(right); k++) {
      sum_of(left, i, right, k, span, &expected);
      image_of(&result, joined(i, &left_shape, k, &right_shape), &got);
      expect(&laws[3], same_image(&expected, &got));
    }
  (scaled ? check_parts : check_terms)(left, right, &result);
}

static void check_slice(const tl_layout *layout) {
  static place f[MOST_ELEMENTS];
  tl_list first = {0}, extent = {0};
  tl_list shape = tl_layout_shape(layout);
  for (int64_t d = 0; d < shape.count; d++) {
    push(&first, below(shape.items[d]));
    push(&extent, 1 + below(shape.items[d] - first.items[d]));
  }
  tl_layout result;
  bool accepted =
      tl_layout_slice(layout, &first, &extent, &result, NULL) == TL_OK;
  begin(&laws[4]);
  for (int64_t i = 0; i < size_of(&extent); i++) {
    int64_t x[TL_MAX_RANK], index = 0;
    digits_of(i, &extent, x);
    for (int64_t d = 0; d < shape.count; d++)
      index = index * shape.items[d] + first.items[d] + x[d];
    f[i] = plain_point(layout, index, 0);
    if (accepted)
      expect(&laws[4], is_same_at(layout, index, &result, i));
  }
  if (accepted) {
    expect(&laws[4], is_canonical(&result));
  } else {
    expect(&laws[4], !is_layout(f, &extent));
    refused[WINDOW]++;
  }
  if (shape.count) {
    int64_t d = below(shape.count);
    extent.items[d] = shape.items[d] - first.items[d] + 1 + below(3);
    expect(&laws[4], tl_layout_slice(layout, &first, &extent, &result, NULL) ==
                         TL_INVALID);
  }
}

/* Whether element n j is n times an element, and n j + r is r further. */
static bool is_packed(const tl_layout *wide, const tl_layout *narrow, int64_t n,
                      int64_t index) {
  static image a, b;
  bool holds = true;
  image_of(wide, index, &a);
  for (int64_t i = 0; i < a.count; i++)
    a.points[i].at[TL_AXIS_M] *= n;
  for (int64_t r = 0; holds && r < n; r++) {
    image_of(narrow, index * n + r, &b);
    holds = same_image(&a, &b);
    for (int64_t i = 0; i < a.count; i++)
      a.points[i].at[TL_AXIS_M]++;
  }
  return holds;
}

/* Whether the elements n j to n j + n - 1 are neighbours at multiples of n. */
static bool can_pack(const tl_layout *layout, int64_t n) {
  static image a, b;
  tl_list shape = tl_layout_shape(layout);
  if (shape.items[shape.count - 1] % n)
    return false;
  for (int64_t i = 0; i < size(layout); i++) {
    image_of(layout, i / n * n, &a);
    image_of(layout, i, &b);
    for (int64_t k = 0; k < a.count; k++) {
      if (a.points[k].at[TL_AXIS_M] % n)
        return false;
      a.points[k].at[TL_AXIS_M] += i % n;
    }
    if (!same_image(&a, &b))
      return false;
  }
  return true;
}

static void check_pack(const tl_layout *layout) {
  int64_t n = layout->swizzle.bits || below(2) ? 1 << below(3) : 1 + below(6);
  tl_layout wide, narrow, back;
  if (!layout->rank)
    return;
  begin(&laws[5]);
  expect(&laws[5], tl_layout_unpack(layout, n, &narrow, NULL) == TL_OK &&
                       is_canonical(&narrow));
  expect(&laws[5], tl_layout_pack(&narrow, n, &back, NULL) == TL_OK &&
                       !memcmp(&back, layout, sizeof back));
  for (int64_t i = 0; i < size(layout); i++)
    expect(&laws[5], is_packed(layout, &narrow, n, i));
  if (tl_layout_pack(layout, n, &wide, NULL) == TL_OK) {
    expect(&laws[5], is_canonical(&wide));
    for (int64_t i = 0; i < size(&wide); i++)
      expect(&laws[5], is_packed(&wide, layout, n, i));
    return;
  }
  refused[PACK]++;
  if (!layout->swizzle.bits)
    expect(&laws[5], !can_pack(layout, n));
}

/* A chain of thread axes, slowest first. */
static int64_t random_axes(tl_axis *axes) {
  static const tl_axis CHAINS[][3] = {
      {TL_AXIS_TX},
      {TL_AXIS_WARPID, TL_AXIS_LANEID},
      {TL_AXIS_WGID, TL_AXIS_TID_IN_WG},
      {TL_AXIS_WGID, TL_AXIS_WID_IN_WG, TL_AXIS_LANEID},
      {TL_AXIS_TID_IN_WG},
      {TL_AXIS_WID_IN_WG, TL_AXIS_LANEID},
      {TL_AXIS_WARPID},
      {TL_AXIS_WGID, TL_AXIS_WID_IN_WG}};
  static const int64_t COUNTS[] = {1, 2, 2, 3, 1, 2, 1, 2};
  int64_t chosen = below(8);
  memcpy(axes, CHAINS[chosen], sizeof CHAINS[chosen]);
  return COUNTS[chosen];
}

/* The thread number of a point said by the axes; false where they cannot. */
static bool say(place *at, const tl_axis *axes, int64_t count) {
  image one = {.count = 1};
  one.points[0] = *at;
  number_threads(&one);
  *at = one.points[0];
  int64_t number = at->at[TL_AXIS_TX];
  at->at[TL_AXIS_TX] = 0;
  for (int64_t i = 0; i < count; i++) {
    tl_thread_digit digit = tl_axis_digit(axes[i], 32);
    at->at[axes[i]] = number / digit.divisor;
    number %= digit.divisor;
    if (digit.extent && at->at[axes[i]] >= digit.extent)
      return false;
  }
  return number == 0;
}

/* Whether two of the thread axes used number the same threads. */
static bool axes_overlap(const tl_layout *layout) {
  bool used[TL_AXIS_COUNT] = {false};
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    used[axis] = layout->offset[axis] != 0;
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++)
    used[layout->iters[i].axis] = true;
  bool lane = used[TL_AXIS_LANEID], tid = used[TL_AXIS_TID_IN_WG];
  bool wid = used[TL_AXIS_WID_IN_WG], warp = used[TL_AXIS_WARPID];
  bool group = used[TL_AXIS_WGID], tx = used[TL_AXIS_TX];
  return (tx && (lane || tid || wid || warp || group)) ||
         (warp && (wid || group || tid)) || (tid && (lane || wid));
}

static void check_axes(const tl_layout *layout) {
  static place f[MOST_ELEMENTS];
  static image expected, got;
  tl_axis axes[3];
  int64_t count = random_axes(axes);
  tl_layout result;
  tl_list shape = tl_layout_shape(layout);
  begin(&laws[6]);
  if (tl_layout_on_axes(layout, axes, count, 32, &result, NULL) == TL_OK) {
    expect(&laws[6], is_canonical(&result) && !axes_overlap(layout));
    for (int64_t i = 0; i < size(layout); i++) {
      bool sayable = true;
      image_of(layout, i, &expected);
      image_of(&result, i, &got);
      for (int64_t k = 0; k < expected.count; k++)
        sayable = say(&expected.points[k], axes, count) && sayable;
      expect(&laws[6], sayable && same_image(&expected, &got));
    }
    return;
  }
  refused[CHANGE]++;
  if (layout->replica_count || axes_overlap(layout))
    return;
  bool sayable = true;
  for (int64_t i = 0; i < size(layout); i++) {
    f[i] = plain_point(layout, i, 0);
    sayable = say(&f[i], axes, count) && sayable;
  }
  expect(&laws[6], !sayable || !is_layout(f, &shape));
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    int64_t rank = below(4);
    tl_layout memory = random_memory(rank), other = random_memory(rank);
    tl_layout threads = random_threads();
    if (settle(&threads)) {
      check_canonicalize(&threads);
      check_axes(&threads);
      check_reshape(&threads);
      check_slice(&threads);
    }
    if (!settle(&memory))
      continue;
    check_reshape(&memory);
    check_refine(size(&memory));
    check_broadcast(&memory);
    check_slice(&memory);
    check_pack(&memory);
    if (!settle(&other))
      continue;
    bool plain = below(2);
    if (plain)
      memory.swizzle = (tl_swizzle){0};
    check_sum(&memory, &other, below(2));
  }
  int failed = report(laws, LAW_COUNT, 29);
  printf("refused %ld reshapes, %ld refinements, %ld sums, %ld windows, %ld "
         "packs, %ld changes of axes\n",
         refused[RESHAPE], refused[REFINEMENT], refused[SUM], refused[WINDOW],
         refused[PACK], refused[CHANGE]);
  return failed;
}
