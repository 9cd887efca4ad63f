/* copy_slice.c - see tl/copy_slice.h. */
#include "tl/copy_slice.h"
#include "base/checked.h"
#include <inttypes.h>

tl_code tl_layout_lead(int64_t count, const tl_layout *tile, tl_layout *out,
                       tl_error *error) {
  tl_layout wide = *tile;
  if (wide.rank + count > TL_MAX_RANK)
    return tl_fail(error, TL_CAPACITY,
                   "a tile of rank %" PRId64 " has no room for %" PRId64
                   " leading dimensions",
                   wide.rank, count);
  for (int64_t d = wide.rank + count - 1; d >= 0; d--)
    wide.group_size[d] = d < count ? 0 : tile->group_size[d - count];
  wide.rank += count;
  *out = wide;
  return TL_OK;
}

/* What moving along leading dimension d leaves of an alignment. */
static int64_t aligned_by(const tl_copy_request *request, int64_t d,
                          const tl_iter *digit) {
  const tl_origin *origin = &request->origin[d];
  uint64_t step =
      (uint64_t)(origin->is_dynamic ? origin->divisor : origin->value);
  step *= (uint64_t)digit->stride * (uint64_t)request->element_bytes;
  if (digit->symbol)
    step *= (uint64_t)request->memory.divisor[digit->symbol - 1];
  uint64_t bit = tl_lowest_bit(step);
  return bit && bit < (uint64_t)request->base_alignment
             ? (int64_t)bit
             : request->base_alignment;
}

void tl_layout_drop(int64_t count, tl_layout *layout) {
  int64_t digits = 0;
  for (int64_t d = 0; d < count; d++)
    digits += layout->group_size[d];
  layout->rank -= count;
  layout->shard_count -= digits;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    layout->group_size[d] =
        d < layout->rank ? layout->group_size[d + count] : 0;
  for (int64_t i = 0; i < TL_MAX_ITERS; i++)
    layout->iters[i] = i < layout->shard_count + layout->replica_count
                           ? layout->iters[i + digits]
                           : (tl_iter){0};
}

void tl_copy_request_slice(int64_t leading, tl_copy_request *request) {
  const tl_iter *digit = request->memory.iters;
  for (int64_t d = 0; d < leading; d++)
    if (request->memory.group_size[d])
      request->base_alignment = aligned_by(request, d, digit++);
  request->base_phase %= request->base_alignment / request->element_bytes;
  tl_layout_drop(leading, &request->memory);
  tl_layout_drop(leading, &request->fragment);
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    bool is_there = d + leading < TL_MAX_RANK;
    request->origin[d] =
        is_there ? request->origin[d + leading] : (tl_origin){.divisor = 1};
    request->bounds[d] =
        is_there ? request->bounds[d + leading] : (tl_bound){.divisor = 1};
  }
}
