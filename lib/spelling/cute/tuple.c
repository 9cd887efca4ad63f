/* tuple.c - Integer tuples and their structure; see tl/tuple.h.
 *
 * A tuple of n items is the node n followed by the items; a result is built
 * item by item, from (). */
#include "base/checked.h"
#include "cute_parts.h"
#include <string.h>

static const tl_tuple EMPTY = {.node_count = 1};

static tl_code check_room(const tl_tuple *out, int64_t nodes, int64_t leaves,
                          tl_error *error) {
  nodes += out->node_count;
  leaves += out->leaf_count;
  if (nodes <= TL_MAX_NODES && leaves <= TL_MAX_ITERS)
    return TL_OK;
  return tl_fail(error, TL_CAPACITY,
                 "a tuple of %" PRId64 " integers and %" PRId64
                 " integers and parentheses is needed; at most %d and %d are "
                 "supported",
                 leaves, nodes, TL_MAX_ITERS, TL_MAX_NODES);
}

tl_code tl_tuple_put(tl_tuple *out, int node, tl_leaf leaf, tl_error *error) {
  TL_TRY(check_room(out, 1, node < 0, error));
  out->nodes[out->node_count++] = (int8_t)node;
  if (node < 0)
    out->leaves[out->leaf_count++] = leaf;
  return TL_OK;
}

/* Of a part that there is room for. */
static void copy_part(tl_tuple *out, const tuple_part *part) {
  tuple_part end = part_next(*part);
  int64_t nodes = end.node - part->node, leaves = end.leaf - part->leaf;
  memcpy(out->nodes + out->node_count, part->tuple->nodes + part->node,
         (size_t)nodes);
  memcpy(out->leaves + out->leaf_count, part->tuple->leaves + part->leaf,
         (size_t)leaves * sizeof *out->leaves);
  out->node_count += nodes;
  out->leaf_count += leaves;
}

tl_code tl_tuple_put_part(tl_tuple *out, const tuple_part *part,
                          tl_error *error) {
  tuple_part end = part_next(*part);
  TL_TRY(check_room(out, end.node - part->node, end.leaf - part->leaf, error));
  copy_part(out, part);
  return TL_OK;
}

tl_code tl_tuple_push_part(tl_tuple *out, const tuple_part *part,
                           tl_error *error) {
  TL_TRY(tl_tuple_put_part(out, part, error));
  out->nodes[0]++;
  return TL_OK;
}

tl_tuple tl_tuple_extract(const tuple_part *part) {
  tl_tuple out = {0};
  copy_part(&out, part);
  return out;
}

tl_tuple tl_tuple_integer(int64_t value) {
  return (tl_tuple){1, 1, {TL_NODE_INTEGER}, {{value, 0, 0}}};
}

tl_tuple tl_tuple_from_list(const tl_list *list) {
  tl_tuple out = {list->count + 1, list->count, {(int8_t)list->count}, {{0}}};
  for (int64_t i = 0; i < list->count; i++) {
    out.nodes[i + 1] = TL_NODE_INTEGER;
    out.leaves[i].value = list->items[i];
  }
  return out;
}

tl_list tl_tuple_to_list(const tl_tuple *tuple) {
  tl_list out = {.count = tuple->leaf_count};
  for (int64_t i = 0; i < out.count; i++)
    out.items[i] = tuple->leaves[i].value;
  return out;
}

bool tl_tuple_is_integer(const tl_tuple *tuple) {
  return tuple->nodes[0] == TL_NODE_INTEGER;
}

tl_code tl_tuple_push(tl_tuple *tuple, const tl_tuple *item, tl_error *error) {
  tuple_part added = part_of(item);
  if (tuple->nodes[0] < 0)
    return tl_fail(error, TL_INVALID, "an integer has no items to add to");
  return tl_tuple_push_part(tuple, &added, error);
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

bool tl_tuple_congruent(const tl_tuple *a, const tl_tuple *b) {
  return a->node_count == b->node_count &&
         memcmp(a->nodes, b->nodes, (size_t)a->node_count) == 0;
}

static tl_code check_item(const tl_tuple *tuple, int64_t i, tl_error *error) {
  int64_t rank = tl_tuple_rank(tuple);
  if (i >= 0 && i < rank)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "there is no mode %" PRId64 " among %" PRId64, i, rank);
}

tl_code tl_tuple_item(const tl_tuple *tuple, int64_t i, tl_tuple *out,
                      tl_error *error) {
  tuple_part root = part_of(tuple);
  TL_TRY(check_item(tuple, i, error));
  tuple_part item = part_item(&root, i);
  *out = tl_tuple_extract(&item);
  return TL_OK;
}

tl_code tl_tuple_get(const tl_tuple *path, const tl_tuple *tuple, tl_tuple *out,
                     tl_error *error) {
  tl_tuple found = *tuple;
  for (int64_t i = 0; i < path->leaf_count; i++)
    TL_TRY(tl_tuple_item(&found, path->leaves[i].value, &found, error));
  *out = found;
  return TL_OK;
}

tl_code tl_tuple_push_items(tl_tuple *out, const tl_tuple *tuple, int64_t begin,
                            int64_t end, tl_error *error) {
  tuple_part root = part_of(tuple);
  for (int64_t i = begin; i < end; i++) {
    tuple_part item = part_item(&root, i);
    TL_TRY(tl_tuple_push_part(out, &item, error));
  }
  return TL_OK;
}

tl_code tl_tuple_flatten(const tl_tuple *tuple, tl_tuple *out,
                         TL_UNUSED tl_error *error) {
  tl_tuple flat = tl_tuple_from_list(&(tl_list){.count = tuple->leaf_count});
  memcpy(flat.leaves, tuple->leaves, sizeof flat.leaves);
  *out = tl_tuple_is_integer(tuple) ? *tuple : flat;
  return TL_OK;
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

tl_code tl_tuple_unwrap(const tl_tuple *tuple, tl_tuple *out,
                        TL_UNUSED tl_error *error) {
  tuple_part inner = part_of(tuple);
  while (part_node(&inner) == 1)
    inner = part_first(&inner);
  *out = tl_tuple_extract(&inner);
  return TL_OK;
}

tl_code tl_tuple_reverse(const tl_tuple *tuple, tl_tuple *out,
                         tl_error *error) {
  tl_tuple result = EMPTY;
  for (int64_t i = tl_tuple_rank(tuple) - 1; i >= 0; i--)
    TL_TRY(tl_tuple_push_items(&result, tuple, i, i + 1, error));
  *out = tl_tuple_is_integer(tuple) ? *tuple : result;
  return TL_OK;
}

/* The bounds [begin, end) of a range of items of a tuple of that rank. */
static tl_code read_range(const tl_tuple *range, int64_t rank, int64_t *begin,
                          int64_t *end, tl_error *error) {
  if (range->leaf_count != 2 || range->node_count != 3)
    return tl_fail(error, TL_INVALID, "a range of modes is (begin,end)");
  *begin = range->leaves[0].value;
  *end = range->leaves[1].value == -1 ? rank : range->leaves[1].value;
  if (*begin < 0 || *begin > *end || *end > rank)
    return tl_fail(error, TL_INVALID,
                   "modes [%" PRId64 ", %" PRId64 ") are not within %" PRId64
                   " modes",
                   *begin, *end, rank);
  return TL_OK;
}

tl_code tl_tuple_take(const tl_tuple *range, const tl_tuple *tuple,
                      tl_tuple *out, tl_error *error) {
  tl_tuple result = EMPTY;
  int64_t begin = 0, end = 0;
  TL_TRY(read_range(range, tl_tuple_rank(tuple), &begin, &end, error));
  TL_TRY(tl_tuple_push_items(&result, tuple, begin, end, error));
  *out = result;
  return TL_OK;
}

/* Items [begin, end) become `copies` times `item`. */
static tl_code splice(const tl_tuple *tuple, int64_t begin, int64_t end,
                      int64_t copies, const tl_tuple *item, tl_tuple *out,
                      tl_error *error) {
  tl_tuple result = EMPTY;
  TL_TRY(tl_tuple_push_items(&result, tuple, 0, begin, error));
  for (; copies > 0; copies--)
    TL_TRY(tl_tuple_push(&result, item, error));
  TL_TRY(tl_tuple_push_items(&result, tuple, end, tl_tuple_rank(tuple), error));
  *out = result;
  return TL_OK;
}

tl_code tl_tuple_group(const tl_tuple *range, const tl_tuple *tuple,
                       tl_tuple *out, tl_error *error) {
  tl_tuple grouped;
  int64_t begin = 0, end = 0;
  TL_TRY(read_range(range, tl_tuple_rank(tuple), &begin, &end, error));
  TL_TRY(tl_tuple_take(range, tuple, &grouped, error));
  if (begin < end)
    return splice(tuple, begin, end, 1, &grouped, out, error);
  *out = *tuple;
  return TL_OK;
}

static tl_code push_item(tl_tuple *out, const tl_tuple *tuple, int64_t i,
                         tl_error *error) {
  TL_TRY(check_item(tuple, i, error));
  return tl_tuple_push_items(out, tuple, i, i + 1, error);
}

tl_code tl_tuple_select(const tl_tuple *indices, const tl_tuple *tuple,
                        tl_tuple *out, tl_error *error) {
  tl_tuple result = EMPTY;
  for (int64_t i = 0; i < indices->leaf_count; i++)
    TL_TRY(push_item(&result, tuple, indices->leaves[i].value, error));
  *out = result;
  return TL_OK;
}

TUPLE_OPERATION(tl_tuple_append,
                splice(a, tl_tuple_rank(a), tl_tuple_rank(a), 1, b, out, error))
TUPLE_OPERATION(tl_tuple_prepend, splice(a, 0, 0, 1, b, out, error))

/* The items of an integer are itself. */
tl_code tl_tuple_wrap(const tl_tuple *tuple, tl_tuple *out, tl_error *error) {
  return splice(tuple, 0, 0, 0, NULL, out, error);
}

/* Adds items at `place` up to rank n; a tuple that has it stays as it is. */
static tl_code extend(int64_t n, const tl_tuple *tuple, int64_t place,
                      const tl_tuple *item, tl_tuple *out, tl_error *error) {
  int64_t rank = tl_tuple_rank(tuple);
  if (n < rank || n > TL_MAX_ITERS)
    return tl_fail(error, TL_INVALID, "rank %" PRId64 " cannot become %" PRId64,
                   rank, n);
  if (n > rank)
    return splice(tuple, place, place, n - rank, item, out, error);
  *out = *tuple;
  return TL_OK;
}

tl_code tl_tuple_append_n(int64_t n, const tl_tuple *tuple,
                          const tl_tuple *item, tl_tuple *out,
                          tl_error *error) {
  return extend(n, tuple, tl_tuple_rank(tuple), item, out, error);
}

tl_code tl_tuple_prepend_n(int64_t n, const tl_tuple *tuple,
                           const tl_tuple *item, tl_tuple *out,
                           tl_error *error) {
  return extend(n, tuple, 0, item, out, error);
}

tl_code tl_tuple_replace(int64_t i, const tl_tuple *tuple, const tl_tuple *item,
                         tl_tuple *out, tl_error *error) {
  TL_TRY(check_item(tuple, i, error));
  if (!tl_tuple_is_integer(tuple))
    return splice(tuple, i, i + 1, 1, item, out, error);
  *out = *item;
  return TL_OK;
}

tl_code tl_tuple_zip(const tl_tuple *tuple, tl_tuple *out, tl_error *error) {
  tl_tuple result = EMPTY;
  tuple_part root = part_of(tuple), first = part_first(&root);
  int64_t rank = part_rank(&root), width = part_rank(&first);
  if (rank == 0 || part_is_leaf(&first)) {
    TL_TRY(tl_tuple_push(&result, tuple, error));
    *out = part_is_leaf(&root) ? *tuple : result;
    return TL_OK;
  }
  for (int64_t j = 0; j < width; j++) {
    tl_tuple column = EMPTY;
    tuple_part row = first;
    for (int64_t i = 0; i < rank; i++, row = part_next(row)) {
      if (part_is_leaf(&row) || part_rank(&row) != width)
        return tl_fail(error, TL_INVALID,
                       "zip needs tuples of one rank: mode 0 has %" PRId64
                       " items, mode %" PRId64 " has %" PRId64,
                       width, i, part_is_leaf(&row) ? 0 : part_rank(&row));
      tuple_part item = part_item(&row, j);
      TL_TRY(tl_tuple_push_part(&column, &item, error));
    }
    TL_TRY(tl_tuple_push(&result, &column, error));
  }
  *out = result;
  return TL_OK;
}

/* Pushes half 0 or 1 of the pairs. */
static tl_code push_half(tl_tuple *out, const tuple_part *part,
                         const tuple_part *guide, int half, tl_error *error) {
  int64_t rank = part_is_leaf(part) ? 1 : part_rank(part);
  int64_t guided = part_rank(guide);
  if (part_node(guide) < TL_NODE_BY_MODE) {
    tuple_part item = part_item(part, rank == 2 ? half : 0);
    if (rank == 2)
      return tl_tuple_push_part(out, &item, error);
    return tl_fail(error, TL_INVALID,
                   "a mode has to be a pair to be taken apart; this one has "
                   "%" PRId64 " items",
                   rank);
  }
  if (part_is_leaf(part) || guided > rank)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " modes cannot be taken apart by %" PRId64, rank,
                   guided);
  tl_tuple items = EMPTY;
  tuple_part item = part_first(part), name = part_first(guide);
  for (int64_t i = 0; i < guided; i++, item = part_next(item)) {
    TL_TRY(push_half(&items, &item, &name, half, error));
    name = part_next(name);
  }
  for (int64_t i = guided; half == 1 && i < rank; i++, item = part_next(item))
    TL_TRY(tl_tuple_push_part(&items, &item, error));
  return tl_tuple_push(out, &items, error);
}

tl_code tl_tuple_zip2_by(const tl_tuple *tuple, const tl_tuple *guide,
                         tl_tuple *out, tl_error *error) {
  tl_tuple result = EMPTY;
  tuple_part part = part_of(tuple), by = part_of(guide);
  TL_TRY(push_half(&result, &part, &by, 0, error));
  TL_TRY(push_half(&result, &part, &by, 1, error));
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
               : tl_tuple_put(&result, tuple->nodes[i], (tl_leaf){0}, error));
  *out = result;
  return TL_OK;
}
