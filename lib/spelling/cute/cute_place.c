/* cute_place.c - Coordinates as what strides count: paths and sums of them.
 *
 * The term of a path a@i is the integer at item i of what the term of a is an
 * item of; two terms of one coordinate are never one within the other. */
#include "base/checked.h"
#include "cute_parts.h"

static int64_t outer_part(int64_t basis, int depth) {
  return basis & ((INT64_C(1) << TL_BASIS_BITS * depth) - 1);
}

/* 1 + the item that the path takes there; 0 beyond its end. */
static int64_t step_at(int64_t basis, int depth) {
  return basis >> TL_BASIS_BITS * depth & ((1 << TL_BASIS_BITS) - 1);
}

static int depth_of(int64_t basis) {
  int depth = 0;
  while (depth < TL_MAX_BASIS_DEPTH && step_at(basis, depth) > 0)
    depth++;
  return depth;
}

static bool is_within(int64_t basis, int64_t outer) {
  return outer_part(basis, depth_of(outer)) == outer;
}

static bool precedes(int64_t a, int64_t b) {
  int depth = 0;
  while (step_at(a, depth) == step_at(b, depth) && depth < TL_MAX_BASIS_DEPTH)
    depth++;
  return step_at(a, depth) < step_at(b, depth);
}

tl_code tl_basis_inner(int64_t basis, int64_t item, int64_t *out,
                       tl_error *error) {
  int depth = depth_of(basis);
  if (depth == TL_MAX_BASIS_DEPTH || item < 0 || item >= TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY,
                   "item %" PRId64 " of a coordinate at depth %d; at most %d "
                   "items at depth %d are supported",
                   item, depth + 1, TL_MAX_ITERS, TL_MAX_BASIS_DEPTH);
  *out = basis | (item + 1) << TL_BASIS_BITS * depth;
  return TL_OK;
}

tl_code tl_basis_outer(int64_t item, int64_t basis, int64_t *out,
                       tl_error *error) {
  int64_t first = 0;
  if (depth_of(basis) == TL_MAX_BASIS_DEPTH)
    return tl_basis_inner(basis, item, out, error);
  TL_TRY(tl_basis_inner(0, item, &first, error));
  *out = first | basis << TL_BASIS_BITS;
  return TL_OK;
}

tl_tuple tl_basis_path(int64_t basis) {
  tl_list path = {.count = depth_of(basis)};
  for (int i = 0; i < path.count; i++)
    path.items[i] = step_at(basis, i) - 1;
  return tl_tuple_from_list(&path);
}

tl_code tl_cute_place_add(tl_cute_place *place, int64_t basis, int64_t count,
                          int64_t step, tl_error *error) {
  int64_t i = 0, moved;
  TL_TRY(tl_multiply(count, step, &moved, error));
  for (; i < place->count && place->items[i].basis != basis; i++)
    if (is_within(basis, place->items[i].basis) ||
        is_within(place->items[i].basis, basis))
      return tl_fail(error, TL_INVALID,
                     "strides lead to an integer and to a tuple at one place "
                     "of a coordinate");
  if (i < place->count)
    return tl_add(place->items[i].value, moved, &place->items[i].value, error);
  if (place->count == TL_MAX_PLACE_ITEMS)
    return tl_fail(error, TL_CAPACITY, "a coordinate of more than %d integers",
                   TL_MAX_PLACE_ITEMS);
  for (; i > 0 && precedes(basis, place->items[i - 1].basis); i--)
    place->items[i] = place->items[i - 1];
  place->items[i] = (tl_cute_place_item){basis, moved};
  place->count++;
  return TL_OK;
}

/* Writes what the terms have within `outer`, which is of that depth. */
static tl_code put_terms(const tl_cute_place *place, int64_t outer, int depth,
                         tl_tuple *out, tl_error *error) {
  int64_t rank = 0;
  tl_leaf leaf = {0};
  for (int64_t i = 0; i < place->count; i++) {
    const tl_cute_place_item *term = &place->items[i];
    if (outer_part(term->basis, depth) != outer)
      continue;
    if (term->basis == outer)
      leaf.value = term->value;
    else if (step_at(term->basis, depth) > rank)
      rank = step_at(term->basis, depth);
  }
  if (rank == 0)
    return tl_tuple_put(out, TL_NODE_INTEGER, leaf, error);
  TL_TRY(tl_tuple_put(out, (int)rank, leaf, error));
  for (int64_t k = 1; k <= rank; k++)
    TL_TRY(put_terms(place, outer | k << TL_BASIS_BITS * depth, depth + 1, out,
                     error));
  return TL_OK;
}

tl_code tl_cute_place_to_tuple(const tl_cute_place *place, tl_tuple *out,
                               tl_error *error) {
  tl_tuple result = {0};
  TL_TRY(put_terms(place, 0, 0, &result, error));
  *out = result;
  return TL_OK;
}

/* Gives each integer of a part the path to it. */
static tl_code name_leaves(const tuple_part *part, int64_t basis,
                           tl_tuple *named, tl_error *error) {
  tuple_part item = part_first(part);
  if (part_is_leaf(part)) {
    named->leaves[part->leaf].basis = basis;
    return TL_OK;
  }
  for (int64_t i = 0; i < part_rank(part); i++, item = part_next(item)) {
    int64_t inner = 0;
    TL_TRY(tl_basis_inner(basis, i, &inner, error));
    TL_TRY(name_leaves(&item, inner, named, error));
  }
  return TL_OK;
}

tl_code tl_tuple_make_basis_like(const tl_tuple *shape, tl_tuple *out,
                                 tl_error *error) {
  tl_tuple result = *shape;
  tuple_part root = part_of(shape);
  for (int64_t i = 0; i < shape->leaf_count; i++)
    result.leaves[i] = (tl_leaf){.value = 1};
  TL_TRY(name_leaves(&root, 0, &result, error));
  *out = result;
  return TL_OK;
}

tl_code tl_cute_place_from_tuple(const tl_tuple *tuple, tl_cute_place *out,
                                 tl_error *error) {
  tl_tuple named;
  tl_cute_place result = {0};
  TL_TRY(tl_tuple_make_basis_like(tuple, &named, error));
  for (int64_t i = 0; i < tuple->leaf_count; i++)
    TL_TRY(tl_cute_place_add(&result, named.leaves[i].basis, 1,
                             tuple->leaves[i].value, error));
  *out = result;
  return TL_OK;
}

bool tl_cute_is_coordinates(const tl_cute *layout) {
  for (int64_t i = 0; i < layout->leaf_count; i++)
    if (layout->leaves[i].basis != 0)
      return true;
  return false;
}

tl_code tl_cute_check_integers(const tl_cute *layout, tl_error *error) {
  for (int64_t i = 0; i < layout->leaf_count; i++)
    if (layout->leaves[i].basis != 0)
      return tl_fail(
          error, TL_INVALID,
          "mode %" PRId64 " of extent %" PRId64 " steps along item %" PRId64
          " of a coordinate; strides have to be integers here",
          i, layout->leaves[i].value, step_at(layout->leaves[i].basis, 0) - 1);
  return TL_OK;
}

tl_cute tl_cute_along(const tl_cute *layout, int64_t basis) {
  tl_cute along = *layout;
  for (int64_t i = 0; i < along.leaf_count; i++) {
    tl_leaf *leaf = &along.leaves[i];
    leaf->stride = leaf->basis == basis ? leaf->stride : 0;
    leaf->basis = 0;
  }
  return along;
}
