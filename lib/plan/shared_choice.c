/* shared_choice.c - see tl/shared_choice.h.
 *
 * 1. Rows, and rows with a swizzle.
 * 2. The best orders of bits, as long as they can be better.
 * 3. Rows of each order of dimensions with a padding.
 *
 * What is planned is compared by its exact cost, so the counts of bits that order
 * the candidates decide nothing. */
#include "shared_choice.h"
#include "base/checked.h"
#include <string.h>

enum {
  MOST_PADDING = 16, /* bytes */
  ROW_BYTES = 16,    /* of an access that is as wide as can be */
  LINE_BYTES = 128,  /* of all banks */
};

typedef struct layout_search {
  const tl_shared_request *request;
  tl_shared_choice *best;
  bool has_best;
  tl_shared_limit limit; /* of wavefronts that the best takes */
  int64_t fewest_bytes;  /* of a layout that was tried; INT64_MAX: none */
  tl_error error;        /* of the first that has no plan */
} layout_search;

/* Whether a memory right behind it can have the same layout. */
static bool fits_slices(const tl_shared_request *request,
                        const tl_layout *layout) {
  return !request->slice ||
         request->slice % tl_swizzle_period(&layout->swizzle) == 0;
}

static bool read_bytes(const tl_shared_request *request,
                       const tl_layout *layout, int64_t *out) {
  int64_t elements;
  return tl_layout_footprint(layout, &elements, NULL) == TL_OK &&
         tl_product_fits(elements, request->accessors->copy.element_bytes, out);
}

bool tl_shared_fits(const tl_shared_request *request, const tl_layout *layout) {
  int64_t bytes;
  return fits_slices(request, layout) && read_bytes(request, layout, &bytes) &&
         (!request->most_bytes || bytes <= request->most_bytes);
}

static void try_layout(layout_search *state, const tl_layout *layout) {
  const tl_shared_request *request = state->request;
  tl_shared_choice *best = state->best;
  tl_shared_cost cost;
  int64_t bytes;
  if (best->evaluated == TL_SHARED_MOST_EVALUATED ||
      !fits_slices(request, layout) || !read_bytes(request, layout, &bytes))
    return;
  if (bytes < state->fewest_bytes)
    state->fewest_bytes = bytes;
  if (request->most_bytes && bytes > request->most_bytes)
    return;
  best->evaluated++;
  if (tl_shared_measure_within(request, layout, &state->limit, &cost,
                               state->has_best ? NULL : &state->error) != TL_OK)
    return;
  if (state->has_best && tl_shared_compare(&cost, &best->cost) >= 0)
    return;
  best->layout = *layout;
  best->cost = cost;
  state->has_best = true;
  state->limit.wavefronts = cost.wavefronts;
}

/* ---- Rows ---------------------------------------------------------------- */

tl_code tl_shared_rows(const tl_list *shape, int64_t fast, int64_t padding,
                       tl_layout *out, tl_error *error) {
  int64_t stride = shape->items[fast];
  *out = (tl_layout){.rank = shape->count, .shard_count = shape->count};
  TL_TRY(tl_add(stride, padding, &stride, error));
  for (int64_t d = shape->count - 1; d >= 0; d--) {
    out->group_size[d] = 1;
    out->iters[d] =
        (tl_iter){.extent = shape->items[d], .stride = d == fast ? 1 : stride};
    if (d != fast)
      TL_TRY(tl_multiply(stride, shape->items[d], &stride, error));
  }
  return tl_layout_create(out, out, error);
}

static void try_rows(layout_search *state, int64_t fast, int64_t padding) {
  tl_layout rows;
  if (tl_shared_rows(&state->request->shape, fast, padding, &rows, NULL) ==
      TL_OK)
    try_layout(state, &rows);
}

/* Elements 2^base are 16 bytes; lines differ in bit base + 3 and above. */
static tl_swizzle swizzle_of_rows(int64_t segment, int64_t element_bytes) {
  tl_swizzle out = {.shift = 3};
  while (element_bytes << out.base < ROW_BYTES)
    out.base++;
  while (ROW_BYTES << out.bits < segment * element_bytes)
    out.bits++;
  return out.bits ? out : (tl_swizzle){0};
}

tl_code tl_shared_swizzled_rows(const tl_list *shape, int64_t element_bytes,
                                tl_layout *out, tl_error *error) {
  int64_t rank = shape->count, stride;
  if (rank < 2 || element_bytes > ROW_BYTES)
    return tl_fail(error, TL_UNSUPPORTED, "no rows of at most %d bytes",
                   LINE_BYTES);
  int64_t rows = shape->items[rank - 2], columns = shape->items[rank - 1];
  int64_t segment = tl_gcd(columns, LINE_BYTES / element_bytes);
  *out = (tl_layout){.rank = rank, .shard_count = rank + 1};
  out->iters[rank] = (tl_iter){.extent = segment, .stride = 1};
  out->iters[rank - 2] = (tl_iter){.extent = rows, .stride = segment};
  TL_TRY(tl_multiply(rows, segment, &stride, error));
  out->iters[rank - 1] =
      (tl_iter){.extent = columns / segment, .stride = stride};
  TL_TRY(tl_multiply(stride, columns / segment, &stride, error));
  for (int64_t d = rank - 1; d >= 0; d--) {
    out->group_size[d] = d == rank - 1 ? 2 : 1;
    if (d >= rank - 2)
      continue;
    out->iters[d] = (tl_iter){.extent = shape->items[d], .stride = stride};
    TL_TRY(tl_multiply(stride, shape->items[d], &stride, error));
  }
  out->swizzle = swizzle_of_rows(segment, element_bytes);
  return tl_layout_create(out, out, error);
}

static void try_swizzled_rows(layout_search *state) {
  const tl_shared_request *request = state->request;
  tl_layout rows;
  if (tl_shared_swizzled_rows(&request->shape,
                              request->accessors->copy.element_bytes, &rows,
                              NULL) == TL_OK)
    try_layout(state, &rows);
}

/* A padding that leaves no access as wide as it is costs accesses. */
static void try_paddings(layout_search *state) {
  int64_t bytes = state->request->accessors->copy.element_bytes;
  for (int64_t d = state->request->shape.count - 1; d >= 0; d--)
    for (int64_t padding = MOST_PADDING / bytes; padding >= 0; padding--)
      try_rows(state, d, padding);
}

/* ---- Bits ---------------------------------------------------------------- */

/* Whether an order that costs so much can be better than the best. */
static bool can_win(const layout_search *state, const tl_bit_tile *tile,
                    const tl_bit_score *score) {
  const tl_shared_cost *best = &state->best->cost;
  if (!state->has_best || !tile->is_linear)
    return true;
  return score->wavefronts != best->wavefronts
             ? score->wavefronts < best->wavefronts
             : score->accesses <= best->accesses;
}

static void try_order(layout_search *state, const tl_bit_tile *tile,
                      const tl_bit_order *order) {
  tl_layout layout;
  if (tl_bit_order_layout(tile, order, &layout, NULL) == TL_OK)
    try_layout(state, &layout);
}

static void try_orders(layout_search *state, const tl_bit_tile *tile,
                       const tl_kept_orders *kept) {
  for (int64_t i = 0; i < kept->count; i++)
    if (can_win(state, tile, &kept->scores[i]))
      try_order(state, tile, &kept->orders[i]);
}

/* ---- The choice ---------------------------------------------------------- */

static tl_code check_request(const tl_shared_request *request,
                             tl_error *error) {
  if (request->accessor_count < 1)
    return tl_fail(error, TL_INVALID, "nothing accesses the memory");
  if (request->accessor_count > TL_SHARED_MOST_ACCESSORS)
    return tl_fail(error, TL_CAPACITY,
                   "%" PRId64 " accesses to the memory; at most %d are looked "
                   "at together",
                   request->accessor_count, TL_SHARED_MOST_ACCESSORS);
  int64_t bytes = request->accessors->copy.element_bytes;
  for (int64_t i = 1; i < request->accessor_count; i++)
    if (request->accessors[i].copy.element_bytes != bytes)
      return tl_fail(error, TL_INVALID,
                     "elements of %" PRId64 " and of %" PRId64
                     " bytes in one memory",
                     bytes, request->accessors[i].copy.element_bytes);
  return TL_OK;
}

static tl_code refuse(const layout_search *state, tl_error *error) {
  if (state->error.code == TL_OK)
    return tl_fail(error, TL_INVALID,
                   "the tile takes %" PRId64 " bytes; there are %" PRId64,
                   state->fewest_bytes, state->request->most_bytes);
  if (error)
    *error = state->error;
  return state->error.code;
}

tl_code tl_shared_choose(const tl_shared_request *request,
                         tl_shared_choice *out, tl_error *error) {
  layout_search state = {
      .request = request, .best = out, .fewest_bytes = INT64_MAX};
  tl_bit_tile tile;
  tl_kept_orders kept;
  TL_TRY(check_request(request, error));
  memset(out, 0, sizeof *out);
  bool has_bits = tl_bit_tile_read(request, &tile);
  state.limit.wavefronts = INT64_MAX;
  for (int64_t i = request->accessor_count - 1; i > 0 && has_bits; i--)
    state.limit.behind[i - 1] =
        state.limit.behind[i] + tl_bit_least_of(&tile, i);
  try_rows(&state, request->shape.count - 1, 0);
  try_swizzled_rows(&state);
  if (has_bits) {
    tl_bit_tile_search(&tile, &kept);
    out->bound = out->least = tl_bit_least_wavefronts(&tile);
    if (tile.is_linear && kept.least > out->bound)
      out->bound = kept.least;
    out->least_by_xor = tile.is_linear ? kept.least_by_xor : 0;
    try_orders(&state, &tile, &kept);
  }
  try_paddings(&state);
  if (!state.has_best)
    return refuse(&state, error);
  out->is_met = out->cost.wavefronts <= out->bound;
  return TL_OK;
}
