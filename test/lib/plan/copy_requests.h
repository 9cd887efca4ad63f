/* copy_requests.h - Random copies: any pair of layouts, and pairs that kernels
 * write.
 *
 * Of the first kind every digit, stride, gap, offset and swizzle is random, and
 * so are origins, bounds, strides known at run time, and the threads there are.
 * Of the second kind the layouts are spelled as their systems spell them. */
#ifndef TL_TEST_COPY_REQUESTS_H
#define TL_TEST_COPY_REQUESTS_H

#include "tl/copy_access.h"
#include "tl/expression.h"
#include "tl/layout_algebra.h"
#include "tl/layout_questions.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint64_t seed = 1;

static inline int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

static inline int64_t pick(const int64_t *items, int64_t count) {
  return items[below(count)];
}

/*===--- Any layouts -----------------------------------------------------===*/

/* Splits `extent` into at most three factors, slow to fast. */
static inline int64_t factor(int64_t extent, tl_iter *iters) {
  int64_t count = 0;
  while (count < 2 && extent > 1 && below(2)) {
    int64_t divisor = 2 + below(extent - 1);
    if (extent % divisor)
      continue;
    iters[count++].extent = divisor;
    extent /= divisor;
  }
  iters[count++].extent = extent;
  return count;
}

/* Gives the iters of `axis` strides in random order, with random gaps. */
static inline void assign_strides(tl_layout *layout, int64_t axis,
                                  int64_t gap_odds) {
  bool done[TL_MAX_ITERS] = {false};
  int64_t count = layout->shard_count + layout->replica_count, left = 0;
  for (int64_t i = 0; i < count; i++)
    left += layout->iters[i].axis == axis;
  int64_t stride = below(gap_odds) ? 1 : 1 + below(3);
  for (; left > 0; left--) {
    int64_t i;
    do
      i = below(count);
    while (done[i] || layout->iters[i].axis != axis);
    done[i] = true;
    layout->iters[i].stride = stride;
    stride *= layout->iters[i].extent;
    if (!below(gap_odds))
      stride *= 1 + below(2);
  }
}

static inline tl_layout any_fragment(tl_scope scope) {
  static const int64_t EXTENTS[] = {1, 2, 3, 4, 4, 6, 8, 8, 16, 32};
  tl_axis axis = tl_scope_describe(scope)->axis;
  tl_layout layout = {.rank = 1 + below(3)};
  for (int64_t d = 0; d < layout.rank; d++) {
    int64_t extent = pick(EXTENTS, layout.rank == 3 ? 6 : 10);
    layout.group_size[d] = factor(extent, &layout.iters[layout.shard_count]);
    layout.shard_count += layout.group_size[d];
  }
  for (int64_t i = 0; i < layout.shard_count; i++)
    layout.iters[i].axis = below(2) ? (int64_t)axis : TL_AXIS_M;
  if (axis != TL_AXIS_M && !below(4)) {
    layout.iters[layout.shard_count] =
        (tl_iter){2 + below(3), 1, (int64_t)axis, 0};
    layout.replica_count = 1;
  }
  if (!below(6))
    layout.iters[layout.shard_count + layout.replica_count++] =
        (tl_iter){2 + below(2), 1, TL_AXIS_M, 0};
  assign_strides(&layout, TL_AXIS_M, 8);
  if (axis != TL_AXIS_M) {
    assign_strides(&layout, (int64_t)axis, 6);
    layout.offset[axis] = below(8) ? 0 : below(4);
  }
  layout.offset[TL_AXIS_M] = below(8) ? 0 : below(4);
  return layout;
}

/* Strides that are multiples of a number known only at run time. */
static inline void add_symbols(tl_layout *memory) {
  static const int64_t DIVISORS[] = {1, 2, 3, 4, 8, 16};
  for (int64_t i = 0; i < memory->shard_count; i++) {
    if (below(3))
      continue;
    int64_t symbol = 1 + below(2);
    memory->iters[i].symbol = symbol;
    memory->iters[i].stride = below(2) ? 1 : 1 + below(4);
    if (!memory->divisor[symbol - 1])
      memory->divisor[symbol - 1] = pick(DIVISORS, 6);
  }
}

static inline tl_swizzle random_swizzle(void) {
  int64_t shift = 1 + below(4);
  return (tl_swizzle){below(4), 1 + below(3), below(3) ? shift : -shift};
}

static inline tl_layout any_memory(const tl_list *tile,
                                   const tl_copy_request *request) {
  static const int64_t PADS[] = {0, 0, 0, 1, 2, 3, 4, 8};
  tl_layout layout = {.rank = tile->count};
  for (int64_t d = 0; d < layout.rank; d++) {
    const tl_origin *origin = &request->origin[d];
    int64_t extent = tile->items[d] + pick(PADS, 8);
    extent +=
        origin->is_dynamic ? origin->divisor * (1 + below(2)) : origin->value;
    if (request->bounds[d].is_set && below(2))
      extent = 1 + below(extent);
    layout.group_size[d] = factor(extent, &layout.iters[layout.shard_count]);
    layout.shard_count += layout.group_size[d];
  }
  if (below(2))
    assign_strides(&layout, TL_AXIS_M, 6);
  else
    for (int64_t i = layout.shard_count - 1, stride = 1; i >= 0; i--) {
      layout.iters[i].stride = stride;
      stride = stride * layout.iters[i].extent + (below(6) ? 0 : pick(PADS, 8));
    }
  if (!request->stores && !below(16))
    layout.iters[below(layout.shard_count)].stride = 0;
  if (!below(4))
    add_symbols(&layout);
  layout.offset[TL_AXIS_M] = below(6) ? 0 : below(16);
  if (!below(3))
    layout.swizzle = random_swizzle();
  return layout;
}

/*===--- Spelled layouts -------------------------------------------------===*/

/* Each %d is a random extent. */
static const char *const FRAGMENTS[] = {
    "local(%d, %d).spatial(%d, %d).local(%d, %d)",
    "spatial(%d, %d).local(%d, %d)",
    "column_spatial(%d, %d).column_local(%d, %d)",
    "spatial(%d, %d).spatial(%d, %d).local(1, %d)",
    "reduce(spatial(%d, %d, %d).local(1, %d, %d), [0])",
    "replicated(%d, %d, num_workers = %d)",
    "make_tv((%d,%d):(8,1), (%d,%d):(1,8))",
    "make_tv((4,%d):(%d,1), (2,2):(1,2))",
    "cute_tv(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\", C), tile = (16, 8))",
    "cute_tv(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\", A), tile = (16, 16))",
    "mma_a(16, 8, 16, 16)",
    "local(%d, %d) * mma_c(16, 8, 16, 16)",
    "wgmma_c(16)",
    "ldmatrix(16)",
    "S[(%d, (%d, 8)) : (1@warpid, (4@laneid, 1))]",
    "S[(2, (4, %d)) : (2@wid_in_wg, (8@laneid, 1))] + R[2 : 1@wid_in_wg]",
};

/* The numbers are a tile that covers memory, and a pitch. */
static const char *const MEMORIES[] = {
    "shared_row_major(%d, %d)",
    "shared_column_major(%d, %d)",
    "shared_row_major_swizzle([%d, %d], nbytes = 2)",
    "shared_row_major(%d, %d).shared_apply_swizzle(swizzle(2, 2, 3))",
    "(%d,%d):(%d,1)",
    "(%d,%d):(1,%d)",
    "Sw<3,3,3> o (%d,%d):(%d,1)",
    "Sw<2,3,-4> o (%d,%d):(%d,1)",
    "tile_to_shape(Sw<2,3,3> o (4,8):(8,1), (%d,%d))",
    "S[(%d, %d) : (%d, 1)] + swizzle(base = 3, bits = 2, shift = 3)",
    "S[(%d, %d) : (ld{div 8}, 1)]",
    "S[(%d, %d) : (ld{div 3}, 1)]",
    "S[(%d, %d) : (1, ld{div 16})]",
};

#define COUNT_OF(table) ((int64_t)(sizeof(table) / sizeof *(table)))

static inline bool spelled_fragment(tl_scope *scope, tl_layout *out) {
  const char *form = FRAGMENTS[below(COUNT_OF(FRAGMENTS))];
  int64_t threads = 0;
  char text[256];
  int e[6];
  for (int i = 0; i < 6; i++)
    e[i] = below(8) ? 1 << below(4) : 3;
  snprintf(text, sizeof text, form, e[0], e[1], e[2], e[3], e[4], e[5]);
  tl_value value;
  if (tl_expression_evaluate(text, strlen(text), TL_KIND_NONE, 32, &value,
                             NULL))
    return false;
  if (value.kind == TL_KIND_REGISTER &&
      tl_register_threads(&value.as.reg, &threads, NULL))
    return false;
  *scope = threads > 128  ? TL_SCOPE_CTA
           : threads > 32 ? TL_SCOPE_WARPGROUP
                          : TL_SCOPE_WARP;
  if (threads == 1)
    *scope = TL_SCOPE_THREAD;
  if (value.kind == TL_KIND_REGISTER)
    return !tl_value_to_tile(&value, *scope, 32, out, NULL);
  if (value.kind == TL_KIND_CUTE_TV)
    return !tl_value_to_tile(&value, *scope = TL_SCOPE_CTA, 32, out, NULL);
  *out = value.as.layout;
  return tl_layout_find_scope(out, 32, scope);
}

static inline bool spelled_memory(const tl_list *tile,
                                  const tl_copy_request *request,
                                  tl_layout *out) {
  char text[256];
  int shape[2];
  if (tile->count != 2)
    return false;
  for (int d = 0; d < 2; d++) {
    const tl_origin *origin = &request->origin[d];
    int64_t needed =
        tile->items[d] + (origin->is_dynamic ? origin->divisor : origin->value);
    int64_t whole = 8;
    while (whole < needed)
      whole *= 2;
    shape[d] = (int)(request->bounds[d].is_set && below(2) ? 8 : whole);
  }
  const char *form = MEMORIES[below(COUNT_OF(MEMORIES))];
  bool is_column = strstr(form, "(1,%d)");
  int pitch = (is_column ? shape[0] : shape[1]) + (below(2) ? 0 : 8);
  snprintf(text, sizeof text, form, shape[0], shape[1], pitch);
  tl_value value;
  if (tl_expression_evaluate(text, strlen(text), TL_KIND_NONE, 32, &value,
                             NULL))
    return false;
  if (value.kind == TL_KIND_CUTE)
    return !tl_layout_from_cute(&value.as.composed, out, NULL);
  *out = value.as.layout;
  return value.kind == TL_KIND_LAYOUT || value.kind == TL_KIND_SHARED;
}

/*===--- Requests --------------------------------------------------------===*/

/* Threads of a block as warps and lanes, where they are whole. */
static inline void split_axes(tl_layout *fragment) {
  static const tl_axis AXES[] = {TL_AXIS_WARPID, TL_AXIS_LANEID};
  tl_layout split;
  if (tl_layout_on_axes(fragment, AXES, 2, 32, &split, NULL) == TL_OK)
    *fragment = split;
}

static inline void random_window(tl_copy_request *request, int64_t rank) {
  bool is_bounded = below(2);
  for (int64_t d = 0; d < rank; d++) {
    request->origin[d] = (tl_origin){.is_dynamic = !below(4),
                                     .value = below(3) ? 0 : below(9),
                                     .divisor = INT64_C(1) << below(4),
                                     .end = below(2) ? 0 : 1 + below(24)};
    request->bounds[d] = (tl_bound){.is_set = is_bounded && below(3),
                                    .is_dynamic = below(2),
                                    .divisor = INT64_C(1) << below(4)};
  }
}

static inline void static_bounds(tl_copy_request *request) {
  tl_list shape = tl_layout_shape(&request->memory);
  for (int64_t d = 0; d < shape.count; d++) {
    tl_bound *bound = &request->bounds[d];
    if (bound->is_set && !bound->is_dynamic)
      bound->value = below(3) ? below(shape.items[d] + 1) : shape.items[d];
  }
}

/* Some numbers of the memory satisfy them. */
static inline void least_bounds(tl_copy_request *request) {
  tl_list shape = tl_layout_shape(&request->memory);
  for (int64_t d = 0; d < shape.count; d++) {
    tl_bound *bound = &request->bounds[d];
    if (bound->is_set && bound->is_dynamic && below(2))
      bound->least =
          below(shape.items[d] / bound->divisor * bound->divisor + 1);
  }
}

/* Constants that leave a number inside memory to the rest of an origin. */
static inline void origin_constants(tl_copy_request *request) {
  tl_list tile = tl_layout_shape(&request->fragment);
  tl_list shape = tl_layout_shape(&request->memory);
  for (int64_t d = 0; d < shape.count; d++) {
    tl_origin *origin = &request->origin[d];
    int64_t most = shape.items[d] - tile.items[d];
    if (origin->end && origin->end <= most)
      most = origin->end - 1;
    if (!origin->is_dynamic || below(2) || most < 1)
      continue;
    origin->constant = 1 + below(most);
    origin->rest = origin->divisor;
    while (origin->constant % origin->divisor)
      origin->divisor /= 2;
  }
  tl_copy_part_origins(request);
}

/* Half of the tiles that have lower bounds begin before memory. */
static inline void lower_bounds(tl_copy_request *request) {
  tl_list shape = tl_layout_shape(&request->memory);
  tl_list tile = tl_layout_shape(&request->fragment);
  for (int64_t d = 0; d < shape.count; d++) {
    tl_bound *bound = &request->bounds[d];
    tl_origin *origin = &request->origin[d];
    if (!bound->is_set || below(3))
      continue;
    bound->has_lower = true;
    bound->lower_is_dynamic = below(2);
    bound->lower = bound->lower_is_dynamic && below(2)
                       ? INT64_MAX
                       : below(shape.items[d] + 2);
    if (origin->is_dynamic)
      origin->least = origin->constant ? origin->constant
                      : below(2)       ? INT64_MIN
                                       : below(20) - 10;
    else if (below(2))
      origin->value -= below(tile.items[d] + origin->value + 2);
    if (origin->end && origin->end < origin->least + origin->divisor)
      origin->end = 0;
  }
}

/* The last bound that memory has. */
static inline int64_t last_bound(const tl_copy_request *request, int64_t d) {
  int64_t extent = tl_layout_shape(&request->memory).items[d];
  return extent - extent % request->bounds[d].divisor;
}

/* Some bounds are at least a tile, or as much as can be, more than the origin. */
static inline void rooms(tl_copy_request *request) {
  tl_list tile = tl_layout_shape(&request->fragment);
  for (int64_t d = 0; d < tile.count; d++) {
    tl_bound *bound = &request->bounds[d];
    const tl_origin *origin = &request->origin[d];
    int64_t most = last_bound(request, d) - origin->constant;
    if (bound->is_set && bound->is_dynamic && origin->is_dynamic &&
        !bound->has_lower && most > 0 &&
        (bound->divisor + origin->divisor) % 3 == 0)
      bound->room = most < tile.items[d] ? most : tile.items[d];
  }
}

/* False when the layouts that were drawn are none. */
static inline bool random_request(tl_copy_request *out) {
  static const int64_t BLOCKS[] = {0, 16, 32, 48, 64, 128, 256, 300};
  *out =
      (tl_copy_request){.scope = (tl_scope)below(TL_SCOPE_COUNT), .lanes = 32};
  out->element_bytes = INT64_C(1) << below(5);
  out->stores = below(2) != 0;
  out->base_alignment = out->element_bytes << below(5);
  out->base_phase =
      below(4) ? 0 : below(out->base_alignment / out->element_bytes);
  bool is_spelled = !below(3);
  if (!is_spelled)
    out->fragment = any_fragment(out->scope);
  else if (!spelled_fragment(&out->scope, &out->fragment))
    return false;
  if (tl_layout_create(&out->fragment, &out->fragment, NULL) ||
      tl_layout_check_lanes(&out->fragment, out->lanes, NULL))
    return false;
  if (out->scope == TL_SCOPE_CTA && below(2))
    split_axes(&out->fragment);
  out->threads = tl_scope_threads(out->scope, 32, pick(BLOCKS, 8), 0);
  tl_list tile = tl_layout_shape(&out->fragment);
  random_window(out, tile.count);
  if (!is_spelled || below(3) == 0)
    out->memory = any_memory(&tile, out);
  else if (!spelled_memory(&tile, out, &out->memory))
    return false;
  if (tl_layout_create(&out->memory, &out->memory, NULL))
    return false;
  static_bounds(out);
  least_bounds(out);
  origin_constants(out);
  lower_bounds(out);
  rooms(out);
  return true;
}

static inline void print_request(const tl_copy_request *request) {
  tl_text text = {0};
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = request->fragment};
  tl_value_print(&value, &text);
  tl_text_append(&text, " <-> ");
  value.as.layout = request->memory;
  tl_value_print(&value, &text);
  for (int64_t d = 0; d < request->memory.rank; d++) {
    const tl_origin *origin = &request->origin[d];
    const tl_bound *bound = &request->bounds[d];
    tl_text_append(&text, "; origin %s%d", origin->is_dynamic ? "div " : "",
                   (int)(origin->is_dynamic ? origin->divisor : origin->value));
    if (origin->constant)
      tl_text_append(&text, " = %d + div %d", (int)origin->constant,
                     (int)origin->rest);
    if (origin->is_dynamic && origin->end)
      tl_text_append(&text, " below %d", (int)origin->end);
    if (bound->is_dynamic && bound->least)
      tl_text_append(&text, " at least %d", (int)bound->least);
    if (bound->is_set)
      tl_text_append(&text, " bound %s%d", bound->is_dynamic ? "div " : "",
                     (int)(bound->is_dynamic ? bound->divisor : bound->value));
    if (bound->has_lower)
      tl_text_append(&text, " from %s%" PRId64,
                     bound->lower_is_dynamic ? "at most " : "", bound->lower);
  }
  printf("  %s\n  scope %s, %d bytes, align %d phase %d%s\n", text.data,
         tl_scope_describe(request->scope)->name, (int)request->element_bytes,
         (int)request->base_alignment, (int)request->base_phase,
         request->stores ? ", stores" : "");
}

#endif /* TL_TEST_COPY_REQUESTS_H */
