/* triton_slice.c - #ttg.slice: the layout of the parent for a tensor that has
 * one more dimension, of extent 1.  Slots that repeat an element are left out.
 *
 * Source: Triton, as in triton_blocked.c. */
#include "base/checked.h"
#include "layout/modes.h"
#include "spelling/linear/linear.h"
#include "triton.h"

enum { DIM, PARENT };

static tl_code insert_dimension(const tl_list *shape, int64_t dim, tl_list *out,
                                tl_error *error) {
  *out = *shape;
  TL_TRY(tl_list_append(out, 1, error));
  for (int64_t d = shape->count; d > dim; d--)
    out->items[d] = out->items[d - 1];
  out->items[dim] = 1;
  return tl_check_shape(out, error);
}

/* Slots are numbered anew without those that are copies. */
static void drop_copies(tl_layout *layout) {
  tl_iter *iters = layout->iters;
  int64_t kept = layout->shard_count;
  for (int64_t i = layout->shard_count; i < tl_layout_iters(layout); i++)
    for (int64_t k = 0; k < tl_layout_iters(layout); k++)
      if (iters[i].axis == TL_AXIS_M && iters[k].axis == TL_AXIS_M &&
          iters[k].stride > iters[i].stride)
        iters[k].stride /= iters[i].extent;
  for (int64_t i = layout->shard_count; i < tl_layout_iters(layout); i++)
    if (iters[i].axis != TL_AXIS_M)
      iters[kept++] = iters[i];
  layout->replica_count = kept - layout->shard_count;
}

static tl_code slice_mean(const tl_foreign_node *node, const tl_list *shape,
                          int64_t lanes, tl_layout *out, tl_error *error) {
  const tl_foreign_node *parent = &node[1];
  int64_t dim = node->fields[DIM].as.integer;
  tl_list larger;
  tl_layout of_parent;
  if (dim < 0 || dim > shape->count)
    return tl_fail_at_field(node, DIM,
                            tl_fail(error, TL_INVALID,
                                    "dim %" PRId64 " is outside [0, %" PRId64
                                    "], the dimensions of the parent",
                                    dim, shape->count),
                            error);
  TL_TRY(insert_dimension(shape, dim, &larger, error));
  TL_TRY(parent->row->mean(parent, &larger, lanes, &of_parent, error));
  for (int64_t d = dim; d < shape->count; d++)
    of_parent.group_size[d] = of_parent.group_size[d + 1];
  of_parent.group_size[--of_parent.rank] = 0;
  drop_copies(&of_parent);
  return tl_layout_create(&of_parent, out, error);
}

/* The same with a dimension of extent 1 inserted. */
static tl_code open_parent(const foreign_search *search, int64_t dim,
                           foreign_search *out, tl_error *error) {
  *out = *search;
  out->at++;
  for (int part = 0; part < PART_BLOCK; part++)
    for (int64_t i = 0; i < out->parts[part].count; i++)
      out->parts[part].items[i].dim += out->parts[part].items[i].dim >= dim;
  return insert_dimension(&search->shape, dim, &out->shape, error);
}

/* Of a linear parent, in which no basis moves along dimension 0. */
static bool try_linear(foreign_search *search) {
  foreign_search inner = *search;
  inner.at++;
  put_integer(tl_search_node(search, 0, &TL_TTG_SLICE), DIM, 0);
  if (search->shape.count == TL_MAX_RANK ||
      TL_TTG_LINEAR.search(&inner, NULL) != TL_OK)
    return false;
  for (int part = 0; part < TL_LINEAR_PARTS; part++) {
    tl_lists *bases = &search->value->nodes[inner.at].fields[part].as.lists;
    bases->length++;
    for (int64_t k = 0; k < bases->count; k++) {
      for (int64_t d = bases->length - 1; d > 0; d--)
        bases->items[k][d] = bases->items[k][d - 1];
      bases->items[k][0] = 0;
    }
  }
  return tl_search_try(search);
}

static tl_code slice_search(foreign_search *search, tl_error *error) {
  static const tl_foreign *const PARENTS[] = {
      &TL_TTG_BLOCKED, &TL_TTG_NVIDIA_MMA, &TL_TTG_DOT_OP};
  for (size_t p = 0; p < sizeof PARENTS / sizeof *PARENTS; p++)
    for (int64_t dim = 0; dim <= search->shape.count; dim++) {
      foreign_search inner;
      put_integer(tl_search_node(search, 0, &TL_TTG_SLICE), DIM, dim);
      TL_TRY(open_parent(search, dim, &inner, error));
      TL_TRY(tl_search_parent(search, &inner, PARENTS[p], error));
      if (search->is_found)
        return TL_OK;
    }
  search->is_found = try_linear(search);
  return TL_OK;
}

const tl_foreign TL_TTG_SLICE = {
    .name = "ttg.slice",
    .role = TL_ROLE_HELD,
    .levels = "SLSWS",
    .has_braces = true,
    .is_two_to_power = true,
    .fields = {{"dim", TL_FOREIGN_INTEGER, false},
               {"parent", TL_FOREIGN_PARENT, false}},
    .mean = slice_mean,
    .search = slice_search,
};
