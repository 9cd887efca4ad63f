/* cute_parts.h - Reading a tuple part by part and building one in preorder; the
 * modes of a layout without their nesting. */
#ifndef TL_CUTE_PARTS_H
#define TL_CUTE_PARTS_H

#include "tl/cute.h"
#include <stddef.h>

/* Functions of the types in tl/tuple.h that are one call, of `tuple` or of `a`
 * and `b`. */
#define TUPLE_MEASURE(name, ...)                                               \
  tl_code name(const tl_tuple *tuple, int64_t *out, tl_error *error) {         \
    return __VA_ARGS__;                                                        \
  }
#define TUPLE_MEASURE_OF_TWO(name, ...)                                        \
  tl_code name(const tl_tuple *a, const tl_tuple *b, int64_t *out,             \
               tl_error *error) {                                              \
    return __VA_ARGS__;                                                        \
  }
#define TUPLE_OPERATION(name, ...)                                             \
  tl_code name(const tl_tuple *a, const tl_tuple *b, tl_tuple *out,            \
               tl_error *error) {                                              \
    return __VA_ARGS__;                                                        \
  }

/* One part of a tuple: the subtree at a node. */
typedef struct tuple_part {
  const tl_tuple *tuple;
  int64_t node, leaf;
} tuple_part;

static inline tuple_part part_of(const tl_tuple *tuple) {
  return (tuple_part){tuple, 0, 0};
}

static inline int part_node(const tuple_part *part) {
  return part->tuple->nodes[part->node];
}

/* An integer or _. */
static inline bool part_is_leaf(const tuple_part *part) {
  return part_node(part) < 0;
}

/* Items of the part; 1 for a leaf. */
static inline int64_t part_rank(const tuple_part *part) {
  int node = part_node(part);
  return node < 0 ? 1 : node & (TL_NODE_BY_MODE - 1);
}

/* The first item of a tuple; of a leaf, itself. */
static inline tuple_part part_first(const tuple_part *part) {
  bool is_leaf = part_is_leaf(part);
  return (tuple_part){part->tuple, part->node + !is_leaf, part->leaf};
}

/* The part that follows in preorder, which is the next item of the tuple around
 * it if there is one. */
static inline tuple_part part_next(tuple_part part) {
  for (int64_t pending = 1; pending > 0; pending--) {
    if (part_is_leaf(&part))
      part.leaf++;
    else
      pending += part_rank(&part);
    part.node++;
  }
  return part;
}

/* The item with that number, which has to be below the rank. */
static inline tuple_part part_item(const tuple_part *part, int64_t number) {
  tuple_part item = part_first(part);
  while (number-- > 0)
    item = part_next(item);
  return item;
}

/* Appends one node; a tuple's items have to follow. */
TL_MUST_CHECK tl_code tl_tuple_put(tl_tuple *out, int node, tl_leaf leaf,
                                   tl_error *error);

/* The part alone; appends a copy of it, which push makes one more item. */
tl_tuple tl_tuple_extract(const tuple_part *part);
TL_MUST_CHECK tl_code tl_tuple_put_part(tl_tuple *out, const tuple_part *part,
                                        tl_error *error);
TL_MUST_CHECK tl_code tl_tuple_push_part(tl_tuple *out, const tuple_part *part,
                                         tl_error *error);

/* Pushes items [begin, end) of a tuple. */
TL_MUST_CHECK tl_code tl_tuple_push_items(tl_tuple *out, const tl_tuple *tuple,
                                          int64_t begin, int64_t end,
                                          tl_error *error);

/* The part of `tuple` at each leaf of `guide`. */
TL_MUST_CHECK tl_code tl_tuple_pair(const tl_tuple *guide,
                                    const tl_tuple *tuple,
                                    tuple_part parts[TL_MAX_ITERS],
                                    tl_error *error);

/* Complement and left inverse add a mode to those of a layout. */
typedef struct flat_modes {
  int64_t count;
  tl_leaf items[TL_MAX_ITERS + 1];
} flat_modes;

static inline void flat_push(flat_modes *modes, int64_t extent,
                             int64_t stride) {
  modes->items[modes->count++] = (tl_leaf){extent, stride, 0};
}

/* The same, but leaves extents of 1 out and goes on with the last mode where
 * the two are one run. */
void tl_flat_push_run(flat_modes *modes, int64_t extent, int64_t stride);

/* The modes of a layout, coalesced; 1:0 where there are none.  Unbounded, with
 * the same function on all indices: a last mode of extent 1 counts as extent 2,
 * so that its stride stays. */
flat_modes tl_flat_runs(const tl_cute *layout, bool is_unbounded);

/* Appends them to a layout under construction as one mode: an integer, a tuple
 * of several, or 1:0; write makes them a layout.  Add TL_CAPACITY. */
TL_MUST_CHECK tl_code tl_flat_put(const flat_modes *modes, tl_cute *out,
                                  tl_error *error);
TL_MUST_CHECK tl_code tl_flat_write(const flat_modes *modes, tl_cute *out,
                                    tl_error *error);

/* The composition with a layout whose modes are those of the coalesced `a`,
 * rounded up to the extents at which the pieces of `b` end. */
TL_MUST_CHECK tl_tuple_operation tl_compose_rounded_up;

/* The complement, which may reach less than the cotarget: the last of its modes
 * goes on where copies need more room. */
TL_MUST_CHECK tl_tuple_operation tl_cute_gaps;

#endif /* TL_CUTE_PARTS_H */
