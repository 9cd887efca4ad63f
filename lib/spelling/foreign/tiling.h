/* tiling.h - Layouts as other compilers build them: each dimension is handed
 * out from its fastest digit on, to slots, lanes, warps and blocks in turn.
 *
 * What is handed out beyond a dimension's extent numbers copies, which is how
 * a layout that is larger than its tensor repeats:
 *
 *   8 elements, 4 to slots, 4 to lanes, 4 to warps
 *     -> (4 : 1) slots, (2 : 1) lanes; copies: (2 : 2) lanes, (4 : 1) warps
 *
 * and what is left in the end goes to slots, which is how one that is smaller
 * wraps around. */
#ifndef TL_FOREIGN_TILING_H
#define TL_FOREIGN_TILING_H

#include "layout/layout_digits.h"
#include "tl/foreign.h"

typedef enum tiling_part {
  PART_SLOT,
  PART_LANE,
  PART_WARP,
  PART_BLOCK,
  PART_COUNT,
} tiling_part;

typedef struct tiling {
  tl_list left;                      /* of each dimension */
  tl_digits digits[TL_MAX_RANK + 1]; /* of each dimension, and the copies */
  int64_t next[PART_COUNT];          /* what the next digit of a part weighs */
  tl_swizzle swizzle;                /* of the slots */
} tiling;

void tl_tiling_start(const tl_list *shape, tiling *out);

/* The next digit of a dimension.  TL_INVALID where one of the extent and what is
 * left of the dimension does not divide the other. */
TL_MUST_CHECK tl_code tl_tiling_take(tiling *tile, tiling_part part,
                                     int64_t dim, int64_t extent,
                                     tl_error *error);

/* Copies alone. */
TL_MUST_CHECK tl_code tl_tiling_copy(tiling *tile, tiling_part part,
                                     int64_t extent, tl_error *error);

/* tl_tiling_take of extents[d] for each d of the order; the rest to slots. */
TL_MUST_CHECK tl_code tl_tiling_take_each(tiling *tile, tiling_part part,
                                          const tl_list *order,
                                          const tl_list *extents,
                                          tl_error *error);
TL_MUST_CHECK tl_code tl_tiling_take_rest(tiling *tile, const tl_list *order,
                                          tl_error *error);

/* The layout, slots on m, threads on tx, blocks on cbx.  TL_INVALID for warps
 * that follow another number of lanes. */
TL_MUST_CHECK tl_code tl_tiling_finish(const tiling *tile, int64_t lanes,
                                       tl_layout *out, tl_error *error);

/* [rank - 1, ..., 0], and a list of ones. */
tl_list tl_row_major_order(int64_t rank);
tl_list tl_list_ones(int64_t rank);

/* ---- Fields ------------------------------------------------------------- */

/* That of a node; `other` where it is left out. */
static inline int64_t field_integer(const tl_foreign_node *node, int field,
                                    int64_t other) {
  const tl_value *value = &node->fields[field];
  return value->kind == TL_KIND_NONE ? other : value->as.integer;
}

static inline tl_list field_list(const tl_foreign_node *node, int field,
                                 tl_list other) {
  const tl_value *value = &node->fields[field];
  return value->kind == TL_KIND_NONE ? other : value->as.list;
}

static inline bool field_is_set(const tl_foreign_node *node, int field) {
  return node->fields[field].kind != TL_KIND_NONE;
}

static inline void put_integer(tl_foreign_node *node, int field,
                               int64_t number) {
  node->fields[field].kind = TL_KIND_INTEGER;
  node->fields[field].as.integer = number;
}

static inline void put_list(tl_foreign_node *node, int field,
                            const tl_list *list) {
  node->fields[field].kind = TL_KIND_LIST;
  node->fields[field].as.list = *list;
}

/* Gives a failure the place of a field, unless it has one. */
tl_code tl_fail_at_field(const tl_foreign_node *node, int field, tl_code code,
                         tl_error *error);

/* ---- Clusters of Triton ------------------------------------------------- */

/* How a tensor is split among the blocks of a cluster: CTAsPerCGA, CTASplitNum
 * and CTAOrder, or the bases CGALayout, at four fields in a row. */
#define CLUSTER_FIELDS                                                         \
  {"CTAsPerCGA", TL_FOREIGN_EXTENTS, true},                                    \
      {"CTASplitNum", TL_FOREIGN_EXTENTS, true},                               \
      {"CTAOrder", TL_FOREIGN_ORDER, true}, {                                  \
    "CGALayout", TL_FOREIGN_BASES, true                                        \
  }

/* Starts with the part of the tensor that a block has; hands the blocks out,
 * after all else.  Dimension `shared` is split among none; -1: all are. */
TL_MUST_CHECK tl_code tl_cluster_start(const tl_foreign_node *node, int first,
                                       int64_t shared, const tl_list *shape,
                                       tiling *out, tl_error *error);
TL_MUST_CHECK tl_code tl_cluster_finish(const tl_foreign_node *node, int first,
                                        int64_t shared, const tl_list *shape,
                                        tiling *tile, tl_error *error);

#endif /* TL_FOREIGN_TILING_H */
