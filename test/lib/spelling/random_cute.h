/* random_cute.h - Random CuTe layouts, and what they mean by definition.
 *
 * The oracles walk the leaves of a layout, first leaf fastest, as the
 * definition of a layout says; they call nothing of the algebra. */
#ifndef TL_TEST_RANDOM_CUTE_H
#define TL_TEST_RANDOM_CUTE_H

#include "layout/random_layouts.h"
#include "tl/cute_tv.h"

enum { MAX_LEAVES = 8, MAX_OFFSETS = 1 << 14 };

/*===--- Tuples ----------------------------------------------------------===*/

static inline void push_node(tl_tuple *tuple, int64_t node) {
  tuple->nodes[tuple->node_count++] = (int8_t)node;
}

static inline void push_mode(tl_cute *layout, int64_t extent, int64_t stride) {
  push_node(layout, TL_NODE_INTEGER);
  layout->leaves[layout->leaf_count++] = (tl_leaf){extent, stride, 0};
}

static inline void push_leaf(tl_tuple *tuple, int64_t value) {
  push_mode(tuple, value, 0);
}

/* The node after the part at `node`. */
static inline int64_t after_part(const tl_tuple *tuple, int64_t node) {
  for (int64_t pending = 1; pending > 0; pending--) {
    int8_t items = tuple->nodes[node++];
    pending += items < 0 ? 0 : items % TL_NODE_BY_MODE;
  }
  return node;
}

static inline int64_t rank_of(const tl_tuple *tuple) {
  int8_t items = tuple->nodes[0];
  return items < 0 ? 1 : items % TL_NODE_BY_MODE;
}

/* Item i, which for an integer is itself. */
static inline tl_tuple item_of(const tl_tuple *tuple, int64_t i) {
  tl_tuple item = {0};
  int64_t node = tuple->nodes[0] < 0 ? 0 : 1, leaf = 0;
  while (i-- > 0)
    for (int64_t end = after_part(tuple, node); node < end; node++)
      leaf += tuple->nodes[node] < 0;
  for (int64_t end = after_part(tuple, node); node < end; node++) {
    push_node(&item, tuple->nodes[node]);
    if (tuple->nodes[node] < 0)
      item.leaves[item.leaf_count++] = tuple->leaves[leaf++];
  }
  return item;
}

static inline int64_t product_of(const tl_tuple *shape) {
  int64_t product = 1;
  for (int64_t i = 0; i < shape->leaf_count; i++)
    product *= shape->leaves[i].value;
  return product;
}

/* Whether `fine` splits extents of `coarse` and is otherwise the same. */
static inline bool refines(const tl_tuple *fine, const tl_tuple *coarse) {
  if (coarse->nodes[0] < 0)
    return product_of(fine) == coarse->leaves[0].value;
  if (fine->nodes[0] != coarse->nodes[0])
    return false;
  for (int64_t i = 0; i < coarse->nodes[0]; i++) {
    tl_tuple part = item_of(fine, i), whole = item_of(coarse, i);
    if (!refines(&part, &whole))
      return false;
  }
  return true;
}

/*===--- Random layouts --------------------------------------------------===*/

static inline void random_part(tl_tuple *shape, int depth, int64_t *room) {
  static const int64_t EXTENTS[] = {1, 2, 2, 3, 4, 5, 6, 8};
  if (depth > 0 && shape->leaf_count < MAX_LEAVES - 3 && !below(3)) {
    int64_t items = 1 + below(3);
    push_node(shape, items);
    for (int64_t i = 0; i < items; i++)
      random_part(shape, depth - 1, room);
    return;
  }
  int64_t extent = EXTENTS[below(8)];
  extent = extent <= *room ? extent : 1;
  *room /= extent;
  push_leaf(shape, extent);
}

/* A nested shape of at most `room` coordinates, rank 1 to 4 and depth 0 to 3,
 * once in a while (). */
static inline tl_tuple random_shape_below(int64_t room) {
  tl_tuple shape = {0};
  if (!below(8)) {
    random_part(&shape, 0, &room);
    return shape;
  }
  int64_t rank = below(32) ? 1 + below(4) : 0;
  push_node(&shape, rank);
  for (int64_t i = 0; i < rank; i++)
    random_part(&shape, 2, &room);
  return shape;
}

typedef enum cute_kind {
  CUTE_COMPACT, /* a bijection onto [0, size) */
  CUTE_PADDED,  /* with gaps between, or before, the modes */
  CUTE_BROADCAST /* compact or padded, with strides of 0 */,
  CUTE_LOOSE,  /* small strides that may meet */
  CUTE_SIGNED, /* the same with either sign */
  CUTE_KINDS,
} cute_kind;

static inline tl_cute random_strides(const tl_tuple *shape, cute_kind kind) {
  tl_cute layout = *shape;
  tl_list order = {0};
  int64_t end = 1;
  bool pads = kind == CUTE_PADDED || (kind == CUTE_BROADCAST && below(2));
  for (int64_t i = 0; i < shape->leaf_count; i++)
    push(&order, i);
  shuffle(&order);
  for (int64_t k = 0; k < order.count; k++) {
    int64_t i = order.items[k], *stride = &layout.leaves[i].stride;
    if (pads && !below(3))
      end *= 1 + below(3);
    if (pads && !below(8))
      end += below(4);
    *stride = end;
    if (kind == CUTE_BROADCAST && !below(3))
      *stride = 0;
    else
      end *= shape->leaves[i].value;
    if (kind >= CUTE_LOOSE && below(2))
      *stride = below(3) ? below(20) : 0;
    if (kind == CUTE_SIGNED && !below(3))
      *stride = -*stride;
    if (shape->leaves[i].value == 1 && below(2))
      *stride = 0;
  }
  return layout;
}

static inline tl_cute random_cute_of(cute_kind kind, int64_t room) {
  tl_tuple shape = random_shape_below(room);
  return random_strides(&shape, kind);
}

static inline tl_cute random_cute(int64_t room) {
  return random_cute_of((cute_kind)below(CUTE_KINDS), room);
}

static inline tl_swizzle random_cute_swizzle(void) {
  int64_t bits = below(4), shift = bits + below(3);
  return (tl_swizzle){below(4), bits, below(2) ? shift : -shift};
}

/*===--- Oracles ---------------------------------------------------------===*/

static inline int64_t volume_of(const tl_cute *layout) {
  return product_of(layout);
}

/* The offset of a linear coordinate; the last digit is not reduced. */
static inline int64_t cute_at(const tl_cute *layout, int64_t index) {
  int64_t offset = 0, last = layout->leaf_count - 1;
  for (int64_t i = 0; i < last; i++) {
    offset += index % layout->leaves[i].value * layout->leaves[i].stride;
    index /= layout->leaves[i].value;
  }
  return last < 0 ? 0 : offset + index * layout->leaves[last].stride;
}

static inline tl_cute mode_of(const tl_cute *layout, int64_t i) {
  return item_of(layout, i);
}

/* Equal sizes, and equal offsets of every linear coordinate. */
static inline bool same_function(const tl_cute *a, const tl_cute *b) {
  int64_t size = volume_of(a);
  bool same = size == volume_of(b);
  for (int64_t i = 0; same && i < size; i++)
    same = cute_at(a, i) == cute_at(b, i);
  return same;
}

static inline bool same_layout(const tl_cute *a, const tl_cute *b) {
  return !memcmp(a, b, sizeof *a);
}

/* x with the bits of `mask << base`, moved by the shift, XORed in; a shift
 * below 0 moves them up. */
static inline int64_t swizzled(const tl_swizzle *swizzle, int64_t x) {
  int64_t mask = (INT64_C(1) << swizzle->bits) - 1;
  if (swizzle->shift >= 0)
    return x ^ (x >> (swizzle->base + swizzle->shift) & mask) << swizzle->base;
  return x ^ (x >> swizzle->base & mask) << (swizzle->base - swizzle->shift);
}

static inline int64_t composed_at(const tl_composed *composed, int64_t index) {
  return swizzled(&composed->swizzle,
                  composed->offset + cute_at(&composed->layout, index));
}

/* A set of offsets 0 to MAX_OFFSETS - 1. */
typedef struct offset_set {
  int64_t count, limit;
  bool has[MAX_OFFSETS];
} offset_set;

static inline void clear(offset_set *set, int64_t limit) {
  set->count = 0;
  set->limit = limit;
  memset(set->has, 0, (size_t)limit);
}

static inline void insert(offset_set *set, int64_t offset) {
  set->count += !set->has[offset];
  set->has[offset] = true;
}

static inline bool same_set(const offset_set *a, const offset_set *b) {
  return a->limit == b->limit && a->count == b->count &&
         !memcmp(a->has, b->has, (size_t)a->limit);
}

/* 1 + the largest offset of a layout with strides >= 0. */
static inline int64_t end_of(const tl_cute *layout) {
  int64_t end = 1;
  for (int64_t i = 0; i < layout->leaf_count; i++)
    end += (layout->leaves[i].value - 1) * layout->leaves[i].stride;
  return end;
}

static inline bool ascends(const tl_cute *layout) {
  bool ascending = true;
  for (int64_t i = 0; i < layout->leaf_count; i++)
    ascending = ascending && layout->leaves[i].stride >= 0;
  return ascending;
}

/* The modes of non-zero stride by ascending stride, without unit modes. */
static inline int64_t sorted_modes(const tl_cute *layout, int64_t *extents,
                                   int64_t *strides) {
  int64_t count = 0;
  for (int64_t i = 0; i < layout->leaf_count; i++) {
    int64_t extent = layout->leaves[i].value, k = count;
    int64_t stride = layout->leaves[i].stride;
    if (extent == 1 || stride == 0)
      continue;
    for (; k > 0 && strides[k - 1] > stride; k--) {
      extents[k] = extents[k - 1];
      strides[k] = strides[k - 1];
    }
    extents[k] = extent;
    strides[k] = stride;
    count++;
  }
  return count;
}

typedef enum nesting { MEETS, NESTS, DIVIDES } nesting;

/* Whether each mode starts where the ones of smaller stride have ended, and at
 * a multiple of their end. */
static inline nesting nesting_of(const tl_cute *layout) {
  int64_t extents[TL_MAX_ITERS], strides[TL_MAX_ITERS], end = 1;
  int64_t count = sorted_modes(layout, extents, strides);
  nesting result = DIVIDES;
  for (int64_t i = 0; i < count; i++) {
    if (strides[i] < end)
      return MEETS;
    result = strides[i] % end == 0 ? result : NESTS;
    end = extents[i] * strides[i];
  }
  return result;
}

/*===--- Modes -----------------------------------------------------------===*/

/* Extent of mode k, 1 beyond the rank. */
static inline int64_t mode_size(const tl_tuple *shape, int64_t k) {
  if (k >= rank_of(shape))
    return 1;
  tl_tuple mode = item_of(shape, k);
  return product_of(&mode);
}

/* Two layouts that zip mode by mode. */
static inline bool has_modes(const tl_cute *a, const tl_cute *b) {
  int64_t rank = rank_of(a);
  rank = rank > rank_of(b) ? rank : rank_of(b);
  return rank > 1;
}

/* Takes coordinate `index` of the product apart, mode by mode: linear
 * coordinates of the fast and of the slow factor. */
static inline void split_coordinate(int64_t index, const tl_tuple *fast,
                                    const tl_tuple *slow, int64_t *in_fast,
                                    int64_t *in_slow) {
  int64_t rank = rank_of(fast) > rank_of(slow) ? rank_of(fast) : rank_of(slow);
  int64_t fast_end = 1, slow_end = 1;
  *in_fast = *in_slow = 0;
  for (int64_t k = 0; k < rank; k++) {
    int64_t f = mode_size(fast, k), s = mode_size(slow, k);
    *in_fast += index % f * fast_end;
    *in_slow += index / f % s * slow_end;
    fast_end *= f;
    slow_end *= s;
    index /= f * s;
  }
}

/* The value that a thread-value layout has of a thread. */
static inline int64_t tv_at(const tl_cute *layout, int64_t thread,
                            int64_t value) {
  tl_cute threads = mode_of(layout, 0), values = mode_of(layout, 1);
  return cute_at(&threads, thread) + cute_at(&values, value);
}

static inline int64_t mode_volume(const tl_cute *layout, int64_t i) {
  tl_cute part = mode_of(layout, i);
  return volume_of(&part);
}

#endif /* TL_TEST_RANDOM_CUTE_H */
