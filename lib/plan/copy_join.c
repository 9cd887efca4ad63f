/* copy_join.c - Dimensions of a copy between memories that are one.
 *
 * Where a dimension of the tile is all of its memory, the next slower one goes
 * on behind it, on both sides, their digits are those of one dimension:
 *
 *   33 x 17 from S[(33, 17) : (17, 1)] to S[(33, 17) : (17, 1)]
 *   561     from S[561 : 1]            to S[561 : 1] */
#include "base/checked.h"
#include "tl/copy_synthesis.h"

/* The iters of dimension d. */
static const tl_iter *iters_of(const tl_layout *memory, int64_t d) {
  const tl_iter *first = memory->iters;
  for (int64_t i = 0; i < d; i++)
    first += memory->group_size[i];
  return first;
}

/* Whether dimension d goes on behind all of dimension d + 1. */
static bool goes_on(const tl_transfer_request *request, int side, int64_t d) {
  const tl_copy_request *own = &request->sides[side];
  const tl_iter *inner = iters_of(&own->memory, d + 1);
  int64_t count = own->memory.group_size[d + 1], extent = 1;
  for (int64_t i = 0; i < count; i++)
    extent *= inner[i].extent;
  return own->memory.group_size[d] && count &&
         extent == request->tile.items[d + 1] &&
         !own->origin[d + 1].is_dynamic && own->origin[d + 1].value == 0 &&
         inner[-1].stride == inner->extent * inner->stride;
}

static bool is_joined(const tl_transfer_request *request, int64_t d) {
  return goes_on(request, TL_FROM, d) && goes_on(request, TL_TO, d);
}

static bool can_join(const tl_copy_request *own) {
  bool is_bounded = false;
  for (int64_t d = 0; d < own->memory.rank; d++)
    is_bounded |= own->bounds[d].is_set;
  return !is_bounded && tl_layout_is_static(&own->memory);
}

tl_list tl_transfer_joins(const tl_transfer_request *request) {
  tl_list joins = {.count = 0};
  bool can = !request->keeps_dimensions && can_join(&request->sides[TL_FROM]) &&
             can_join(&request->sides[TL_TO]);
  for (int64_t d = 0; d < request->tile.count; d++)
    if (d && can && is_joined(request, d - 1))
      joins.items[joins.count - 1]++;
    else
      joins.items[joins.count++] = 1;
  return joins;
}

/* Dimensions d to `end` are dimension `to` of the other. */
static tl_code join_side(const tl_list *tile, int64_t d, int64_t end,
                         int64_t to, tl_copy_request *own, tl_error *error) {
  tl_origin origin = own->origin[d];
  int64_t iters = own->memory.group_size[d];
  for (int64_t i = d + 1; i < end; i++) {
    int64_t extent = tile->items[i];
    iters += own->memory.group_size[i];
    int64_t *start = origin.is_dynamic ? &origin.divisor : &origin.value;
    TL_TRY(tl_multiply(*start, extent, start, error));
    origin.end = 0; /* bounds are not joined, and need it alone */
    origin.constant = origin.rest = 0;
  }
  own->origin[to] = origin;
  own->memory.group_size[to] = iters;
  return TL_OK;
}

tl_code tl_transfer_join(const tl_transfer_request *request,
                         const tl_list *joins, tl_transfer_request *out,
                         tl_error *error) {
  *out = *request;
  out->tile = (tl_list){.count = joins->count};
  for (int64_t to = 0, d = 0; to < joins->count; d += joins->items[to++]) {
    int64_t end = d + joins->items[to];
    for (int side = 0; side < TL_SIDES; side++)
      TL_TRY(join_side(&request->tile, d, end, to, &out->sides[side], error));
    out->tile.items[to] = 1;
    for (int64_t i = d; i < end; i++)
      out->tile.items[to] *= request->tile.items[i];
  }
  for (int side = 0; side < TL_SIDES; side++) {
    tl_copy_request *own = &out->sides[side];
    own->memory.rank = joins->count;
    for (int64_t d = joins->count; d < request->tile.count; d++) {
      own->memory.group_size[d] = 0;
      own->origin[d] = (tl_origin){.is_dynamic = false};
    }
    TL_TRY(tl_layout_create(&own->memory, &own->memory, error));
  }
  return TL_OK;
}
