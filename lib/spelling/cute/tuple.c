/* tuple.c - Integer tuples and their structure; see tl/tuple.h.
 *
 * A function builds its result node by node in preorder, so that a tuple of n
 * items is the node n followed by the items. */
#include "base/checked.h"
#include "tuple_walk.h"
#include <string.h>

tl_code tl_tuple_put(tl_tuple *out, int node, int64_t value, tl_error *error) {
  if (out->node_count == TL_MAX_NODES ||
      (node < 0 && out->leaf_count == TL_MAX_ITERS))
    return tl_fail(error, TL_CAPACITY,
                   "a tuple holds at most %d integers and %d integers and "
                   "parentheses",
                   TL_MAX_ITERS, TL_MAX_NODES);
  out->nodes[out->node_count++] = (int8_t)node;
  if (node < 0)
    out->leaves[out->leaf_count++] = value;
  return TL_OK;
}

tl_code tl_tuple_put_part(tl_tuple *out, const tuple_part *part,
                          tl_error *error) {
  tuple_part end = part_next(*part);
  int64_t nodes = end.node - part->node, leaves = end.leaf - part->leaf;
  if (out->node_count + nodes > TL_MAX_NODES ||
      out->leaf_count + leaves > TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY,
                   "a tuple of %" PRId64 " integers and %" PRId64
                   " integers and parentheses is needed; at most %d and %d are "
                   "supported",
                   out->leaf_count + leaves, out->node_count + nodes,
                   TL_MAX_ITERS, TL_MAX_NODES);
  memcpy(out->nodes + out->node_count, part->tuple->nodes + part->node,
         (size_t)nodes * sizeof *out->nodes);
  memcpy(out->leaves + out->leaf_count, part->tuple->leaves + part->leaf,
         (size_t)leaves * sizeof *out->leaves);
  out->node_count += nodes;
  out->leaf_count += leaves;
  return TL_OK;
}

tl_code tl_tuple_put_items(tl_tuple *out, const tuple_part *part,
                           tl_error *error) {
  tuple_part item = part_first(part);
  for (int64_t i = 0; i < part_rank(part); i++, item = part_next(item))
    TL_TRY(tl_tuple_put_part(out, &item, error));
  return TL_OK;
}

tl_tuple tl_tuple_extract(const tuple_part *part) {
  tuple_part end = part_next(*part);
  tl_tuple out = {.node_count = end.node - part->node,
                  .leaf_count = end.leaf - part->leaf};
  memcpy(out.nodes, part->tuple->nodes + part->node, (size_t)out.node_count);
  memcpy(out.leaves, part->tuple->leaves + part->leaf,
         (size_t)out.leaf_count * sizeof *out.leaves);
  return out;
}

tl_code tl_part_product(const tuple_part *part, int64_t *product,
                        tl_error *error) {
  tuple_part end = part_next(*part);
  int64_t result = 1;
  for (int64_t i = part->leaf; i < end.leaf; i++)
    TL_TRY(tl_multiply(result, part->tuple->leaves[i], &result, error));
  *product = result;
  return TL_OK;
}

tl_tuple tl_tuple_integer(int64_t value) {
  return (tl_tuple){.node_count = 1,
                    .leaf_count = 1,
                    .nodes = {TL_NODE_INTEGER},
                    .leaves = {value}};
}

tl_tuple tl_tuple_from_list(const tl_list *list) {
  tl_tuple out = {.node_count = list->count + 1, .leaf_count = list->count};
  out.nodes[0] = (int8_t)list->count;
  for (int64_t i = 0; i < list->count; i++) {
    out.nodes[i + 1] = TL_NODE_INTEGER;
    out.leaves[i] = list->items[i];
  }
  return out;
}

bool tl_tuple_is_integer(const tl_tuple *tuple) {
  return tuple->nodes[0] == TL_NODE_INTEGER;
}

tl_code tl_tuple_push(tl_tuple *tuple, const tl_tuple *item, tl_error *error) {
  if (tuple->nodes[0] < 0)
    return tl_fail(error, TL_INVALID, "an integer has no items to add to");
  tuple_part added = part_of(item);
  TL_TRY(tl_tuple_put_part(tuple, &added, error));
  tuple->nodes[0]++;
  return TL_OK;
}

int64_t tl_tuple_rank(const tl_tuple *tuple) {
  tuple_part root = part_of(tuple);
  return part_rank(&root);
}

/* Walks the nodes with the items that are still open at each level. */
tl_code tl_tuple_depth(const tl_tuple *tuple, int64_t *depth, tl_error *error) {
  int64_t open[TL_MAX_NODES + 1] = {1}, level = 0, deepest = 0;
  for (int64_t i = 0; i < tuple->node_count; i++) {
    open[level]--;
    if (tuple->nodes[i] == 0)
      return tl_fail(error, TL_INVALID, "() has no depth");
    if (tuple->nodes[i] > 0)
      open[++level] = tuple->nodes[i];
    deepest = level > deepest ? level : deepest;
    while (level > 0 && open[level] == 0)
      level--;
  }
  *depth = deepest;
  return TL_OK;
}

tl_code tl_tuple_product(const tl_tuple *tuple, int64_t *product,
                         tl_error *error) {
  tuple_part root = part_of(tuple);
  return tl_part_product(&root, product, error);
}

bool tl_tuple_congruent(const tl_tuple *a, const tl_tuple *b) {
  return a->node_count == b->node_count &&
         memcmp(a->nodes, b->nodes, (size_t)a->node_count) == 0;
}

static bool weakly_congruent(const tuple_part *a, const tuple_part *b) {
  if (part_is_leaf(a))
    return true;
  if (part_is_leaf(b) || part_rank(a) != part_rank(b))
    return false;
  tuple_part x = part_first(a), y = part_first(b);
  for (int64_t i = 0; i < part_rank(a); i++) {
    if (!weakly_congruent(&x, &y))
      return false;
    x = part_next(x);
    y = part_next(y);
  }
  return true;
}

bool tl_tuple_weakly_congruent(const tl_tuple *a, const tl_tuple *b) {
  tuple_part x = part_of(a), y = part_of(b);
  return weakly_congruent(&x, &y);
}

tl_code tl_tuple_item(const tl_tuple *tuple, int64_t i, tl_tuple *out,
                      tl_error *error) {
  tuple_part root = part_of(tuple);
  if (i < 0 || i >= part_rank(&root))
    return tl_fail(error, TL_INVALID,
                   "there is no mode %" PRId64 " among %" PRId64, i,
                   part_rank(&root));
  tuple_part item = part_item(&root, i);
  *out = tl_tuple_extract(&item);
  return TL_OK;
}

tl_code tl_tuple_get(const tl_tuple *path, const tl_tuple *tuple, tl_tuple *out,
                     tl_error *error) {
  tl_tuple found = *tuple;
  for (int64_t i = 0; i < path->leaf_count; i++)
    TL_TRY(tl_tuple_item(&found, path->leaves[i], &found, error));
  *out = found;
  return TL_OK;
}

void tl_tuple_flatten(const tl_tuple *tuple, tl_tuple *out) {
  tl_list leaves = {.count = tuple->leaf_count};
  memcpy(leaves.items, tuple->leaves, sizeof leaves.items);
  *out = tl_tuple_is_integer(tuple) ? *tuple : tl_tuple_from_list(&leaves);
}

tl_code tl_tuple_unflatten(const tl_tuple *flat, const tl_tuple *profile,
                           tl_tuple *out, tl_error *error) {
  if (flat->leaf_count != profile->leaf_count ||
      flat->leaf_count != tl_tuple_rank(flat))
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " modes cannot fill a profile of %" PRId64
                   " integers",
                   tl_tuple_rank(flat), profile->leaf_count);
  tl_tuple result = *profile;
  memcpy(result.leaves, flat->leaves, sizeof result.leaves);
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_wrap(const tl_tuple *tuple, tl_tuple *out, tl_error *error) {
  tl_tuple result = {0};
  if (!tl_tuple_is_integer(tuple)) {
    *out = *tuple;
    return TL_OK;
  }
  TL_TRY(put_tuple(&result, 0, error));
  TL_TRY(tl_tuple_push(&result, tuple, error));
  *out = result;
  return TL_OK;
}

void tl_tuple_unwrap(const tl_tuple *tuple, tl_tuple *out) {
  tuple_part inner = part_of(tuple);
  while (part_node(&inner) == 1)
    inner = part_first(&inner);
  *out = tl_tuple_extract(&inner);
}

void tl_tuple_reverse(const tl_tuple *tuple, tl_tuple *out) {
  tuple_part root = part_of(tuple);
  tl_tuple result = {.node_count = !part_is_leaf(&root),
                     .nodes = {tuple->nodes[0]}};
  for (int64_t i = part_rank(&root) - 1; i >= 0; i--) {
    tuple_part item = part_item(&root, i);
    tl_code code = tl_tuple_put_part(&result, &item, NULL);
    (void)code; /* as many nodes as the tuple has */
  }
  *out = result;
}

/* The bounds [begin, end) of a range of modes of a tuple of that rank. */
static tl_code read_range(const tl_tuple *range, int64_t rank, int64_t *begin,
                          int64_t *end, tl_error *error) {
  if (range->leaf_count != 2 || range->node_count != 3)
    return tl_fail(error, TL_INVALID, "a range of modes is (begin,end)");
  *begin = range->leaves[0];
  *end = range->leaves[1] == -1 ? rank : range->leaves[1];
  if (*begin < 0 || *begin > *end || *end > rank)
    return tl_fail(error, TL_INVALID,
                   "modes [%" PRId64 ", %" PRId64 ") are not within %" PRId64
                   " modes",
                   *begin, *end, rank);
  return TL_OK;
}

/* Appends items [begin, end) of the part. */
static tl_code put_range(tl_tuple *out, const tuple_part *part, int64_t begin,
                         int64_t end, tl_error *error) {
  for (int64_t i = begin; i < end; i++) {
    tuple_part item = part_item(part, i);
    TL_TRY(tl_tuple_put_part(out, &item, error));
  }
  return TL_OK;
}

tl_code tl_tuple_take(const tl_tuple *range, const tl_tuple *tuple,
                      tl_tuple *out, tl_error *error) {
  tl_tuple result = {0};
  int64_t begin = 0, end = 0;
  tuple_part root = part_of(tuple);
  TL_TRY(read_range(range, part_rank(&root), &begin, &end, error));
  TL_TRY(put_tuple(&result, end - begin, error));
  TL_TRY(put_range(&result, &root, begin, end, error));
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_group(const tl_tuple *range, const tl_tuple *tuple,
                       tl_tuple *out, tl_error *error) {
  tl_tuple result = {0};
  int64_t begin = 0, end = 0;
  tuple_part root = part_of(tuple);
  int64_t rank = part_rank(&root);
  TL_TRY(read_range(range, rank, &begin, &end, error));
  if (begin == end) {
    *out = *tuple;
    return TL_OK;
  }
  TL_TRY(put_tuple(&result, rank - (end - begin) + 1, error));
  TL_TRY(put_range(&result, &root, 0, begin, error));
  TL_TRY(put_tuple(&result, end - begin, error));
  TL_TRY(put_range(&result, &root, begin, rank, error));
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_select(const tl_tuple *indices, const tl_tuple *tuple,
                        tl_tuple *out, tl_error *error) {
  tl_tuple result = {0}, item;
  TL_TRY(put_tuple(&result, 0, error));
  for (int64_t i = 0; i < indices->leaf_count; i++) {
    TL_TRY(tl_tuple_item(tuple, indices->leaves[i], &item, error));
    TL_TRY(tl_tuple_push(&result, &item, error));
  }
  *out = result;
  return TL_OK;
}

/* `copies` times the item before or after the items of the tuple. */
static tl_code extend(const tl_tuple *tuple, const tl_tuple *item,
                      int64_t before, int64_t after, tl_tuple *out,
                      tl_error *error) {
  tl_tuple result = {0};
  tuple_part root = part_of(tuple), added = part_of(item);
  TL_TRY(put_tuple(&result, part_rank(&root) + before + after, error));
  for (; before > 0; before--)
    TL_TRY(tl_tuple_put_part(&result, &added, error));
  TL_TRY(tl_tuple_put_items(&result, &root, error));
  for (; after > 0; after--)
    TL_TRY(tl_tuple_put_part(&result, &added, error));
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_append(const tl_tuple *tuple, const tl_tuple *item,
                        tl_tuple *out, tl_error *error) {
  return extend(tuple, item, 0, 1, out, error);
}

tl_code tl_tuple_prepend(const tl_tuple *tuple, const tl_tuple *item,
                         tl_tuple *out, tl_error *error) {
  return extend(tuple, item, 1, 0, out, error);
}

/* How many items are missing up to rank n. */
static tl_code missing_items(int64_t n, const tl_tuple *tuple, int64_t *missing,
                             tl_error *error) {
  int64_t rank = tl_tuple_rank(tuple);
  if (n < rank || n > TL_MAX_ITERS)
    return tl_fail(error, TL_INVALID, "rank %" PRId64 " cannot become %" PRId64,
                   rank, n);
  *missing = n - rank;
  return TL_OK;
}

tl_code tl_tuple_append_n(int64_t n, const tl_tuple *tuple,
                          const tl_tuple *item, tl_tuple *out,
                          tl_error *error) {
  int64_t missing = 0;
  TL_TRY(missing_items(n, tuple, &missing, error));
  if (missing == 0) {
    *out = *tuple;
    return TL_OK;
  }
  return extend(tuple, item, 0, missing, out, error);
}

tl_code tl_tuple_prepend_n(int64_t n, const tl_tuple *tuple,
                           const tl_tuple *item, tl_tuple *out,
                           tl_error *error) {
  int64_t missing = 0;
  TL_TRY(missing_items(n, tuple, &missing, error));
  if (missing == 0) {
    *out = *tuple;
    return TL_OK;
  }
  return extend(tuple, item, missing, 0, out, error);
}

tl_code tl_tuple_replace(int64_t i, const tl_tuple *tuple, const tl_tuple *item,
                         tl_tuple *out, tl_error *error) {
  tl_tuple result = {0}, replaced;
  tuple_part root = part_of(tuple), added = part_of(item);
  int64_t rank = part_rank(&root);
  TL_TRY(tl_tuple_item(tuple, i, &replaced, error));
  if (part_is_leaf(&root)) {
    *out = *item;
    return TL_OK;
  }
  TL_TRY(put_tuple(&result, rank, error));
  TL_TRY(put_range(&result, &root, 0, i, error));
  TL_TRY(tl_tuple_put_part(&result, &added, error));
  TL_TRY(put_range(&result, &root, i + 1, rank, error));
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_repeat_like(const tl_tuple *tuple, const tl_tuple *value,
                             tl_tuple *out, tl_error *error) {
  tl_tuple result = {0};
  tuple_part repeated = part_of(value);
  for (int64_t i = 0; i < tuple->node_count; i++)
    TL_TRY(tuple->nodes[i] < 0
               ? tl_tuple_put_part(&result, &repeated, error)
               : tl_tuple_put(&result, tuple->nodes[i], 0, error));
  *out = result;
  return TL_OK;
}
