/* copy_bounds.c - Where a copy has to look at its bounds.
 *
 *   tile 64 x 64 at (i, j), bounds (m, n), thread t holds row t / 8 + 16 k and
 *   columns t % 8 * 8 + c:
 *     limit 0: room = m - i - t / 8,          weights 16 of k
 *     limit 1: room = n - j - (t % 8) * 8,    weights 1 of c
 *
 * A dimension whose tile is known to end inside the bound has no limit. */
#include "base/checked.h"
#include "copy_partition.h"

void tl_copy_add_origin(const tl_origin *origin, int64_t dimension,
                        tl_address *address) {
  if (origin->is_dynamic)
    tl_address_add_source(address, dimension);
  else if (origin->value)
    tl_address_add_number(address, origin->value, 0);
}

static bool is_inside(const tl_origin *origin, const tl_bound *bound,
                      int64_t extent) {
  int64_t end;
  return !origin->is_dynamic && !bound->is_dynamic &&
         !__builtin_add_overflow(origin->value, extent, &end) &&
         end <= bound->value;
}

/* The coordinate of the thread, and the room that it leaves. */
static void add_limit(const tl_copy_request *request, int64_t dimension,
                      const tl_fragment_digits *digits,
                      tl_copy_partition *out) {
  const tl_origin *origin = &request->origin[dimension];
  const tl_bound *bound = &request->bounds[dimension];
  tl_address *address = &out->address;
  tl_limit *limit = &out->limits[out->limit_count++];
  limit->dimension = dimension;
  limit->granule = tl_gcd(bound->is_dynamic ? bound->divisor : bound->value,
                          origin->is_dynamic ? origin->divisor : origin->value);

  int64_t coordinate = tl_address_open(address, TL_ROW_SUM);
  tl_copy_add_origin(origin, dimension, address);
  int64_t kept = address->rows[coordinate].count;
  for (int64_t i = 0; i < digits->count; i++) {
    const tl_digit *digit = &digits->items[i];
    if (digit->dimension != dimension || !digit->divisor)
      continue;
    tl_address_add(address, &(tl_term){.source = TL_SOURCE_THREAD,
                                       .divisor = digit->divisor,
                                       .extent = digit->extent,
                                       .stride = digit->weight});
    limit->granule = tl_gcd(limit->granule, digit->weight);
  }
  tl_address_merge(address, kept, digits->thread_limit);
  tl_address_add_source(address, TL_SOURCE_START + dimension);

  limit->room = tl_address_open(address, TL_ROW_DIFFERENCE);
  if (bound->is_dynamic)
    tl_address_add_source(address, TL_SOURCE_BOUND + dimension);
  else
    tl_address_add_number(address, bound->value, 0);
  tl_address_add_row(address, coordinate, 1);
}

void tl_copy_limits(const tl_copy_request *request,
                    const tl_fragment_digits *digits, tl_copy_partition *out) {
  tl_list tile;
  tl_layout_shape(&request->fragment, &tile);
  out->limit_count = 0;
  for (int64_t d = 0; d < tile.count; d++)
    if (request->bounds[d].is_set &&
        !is_inside(&request->origin[d], &request->bounds[d], tile.items[d]))
      add_limit(request, d, digits, out);
}

void tl_copy_limit_starts(tl_copy_partition *out) {
  for (int64_t i = 0; i < out->limit_count; i++) {
    tl_limit *limit = &out->limits[i];
    for (int64_t k = 0; k < out->starts.count; k++)
      if (out->starts.items[k].dimension == limit->dimension)
        limit->granule = tl_gcd(limit->granule, out->starts.items[k].weight);
    /* Nothing but 0: the whole tile is past the bound. */
    if (limit->granule == 0)
      limit->granule = 1;
  }
}
