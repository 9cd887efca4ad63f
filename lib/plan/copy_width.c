/* copy_width.c - In how many bits a copy computes; see tl/copy_plan.h. */
#include "base/checked.h"
#include "copy_partition.h"

tl_code tl_copy_reach(const tl_copy_request *request,
                      const int64_t symbols[TL_MAX_SYMBOLS], int64_t *reach,
                      tl_error *error) {
  tl_list tile = tl_layout_shape(&request->fragment);
  const tl_iter *iter = request->memory.iters;
  *reach = request->memory.offset[TL_AXIS_M];
  for (int64_t d = 0; d < request->memory.rank; d++)
    for (int64_t i = 0; i < request->memory.group_size[d]; i++, iter++) {
      int64_t last = iter->extent - 1, stride = iter->stride, end;
      if (i == 0 && request->bounds[d].is_set && !request->origin[d].is_dynamic)
        TL_TRY(tl_add(request->origin[d].value, tile.items[d], &end, error));
      else
        end = tile.items[d];
      if (i == 0 && request->bounds[d].is_set && end > last)
        last = end;
      if (iter->symbol)
        TL_TRY(tl_multiply(stride, symbols[iter->symbol - 1], &stride, error));
      TL_TRY(tl_multiply_add(*reach, last, stride, reach, error));
    }
  return TL_OK;
}

/* Of 30 bits. */
static bool is_small(int64_t number) {
  return number >= 0 && number < INT32_MAX / 2;
}

static bool is_near(const tl_copy_request *request,
                    const int64_t symbols[TL_MAX_SYMBOLS]) {
  int64_t reach;
  return tl_copy_reach(request, symbols, &reach, NULL) == TL_OK &&
         is_small(reach);
}

static bool has_open_strides(const tl_copy_request *request) {
  bool is_open = false;
  for (int64_t i = 0; i < request->memory.shard_count; i++) {
    int64_t symbol = request->memory.iters[i].symbol;
    is_open = is_open || (symbol && !request->symbol_end[symbol - 1]);
  }
  return is_open;
}

tl_copy_width tl_copy_width_of(const tl_copy_request *request) {
  tl_list tile = tl_layout_shape(&request->fragment);
  int64_t span;
  bool is_wide =
      !request->is_near &&
      (!is_near(request, request->memory.divisor) ||
       (tl_layout_is_static(&request->memory) &&
        tl_layout_span(&request->memory, TL_AXIS_M, &span, NULL) != TL_OK));
  for (int64_t d = 0; d < tile.count; d++)
    is_wide =
        is_wide || !is_small(tile.items[d]) ||
        (!request->origin[d].is_dynamic && !is_small(request->origin[d].value));
  if (is_wide)
    return TL_COPY_WIDE;
  return request->is_near || (!has_open_strides(request) &&
                              is_near(request, request->symbol_end))
             ? TL_COPY_NARROW
             : TL_COPY_FACTORS;
}
