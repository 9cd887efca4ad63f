/* conversion_memory.c - see tl/conversion_memory.h. */
#include "tl/conversion_memory.h"
#include "base/checked.h"
#include "tl/conversion_plan.h"
#include "tl/layout_algebra.h"
#include <inttypes.h>

enum { BASE_ALIGNMENT = 16, STORE = 0, LOAD, ACCESSORS };

static void read_accessors(const tl_conversion_request *request,
                           const tl_access_rules *rules,
                           tl_shared_accessor accessors[ACCESSORS]) {
  for (int i = STORE; i < ACCESSORS; i++)
    accessors[i] = (tl_shared_accessor){
        .weight = 1,
        .copy = {.scope = request->scope,
                 .lanes = rules->target->lanes,
                 .threads = request->threads,
                 .element_bytes = request->element_bits / 8,
                 .base_alignment = BASE_ALIGNMENT,
                 .stores = i == STORE,
                 .fragment = i == STORE ? request->source : request->target}};
}

static tl_shared_request shared_of(const tl_conversion_request *request,
                                   const tl_access_rules *rules,
                                   int64_t most_bytes,
                                   const tl_shared_accessor *accessors) {
  return (tl_shared_request){.shape = tl_layout_shape(&request->source),
                             .accessor_count = ACCESSORS,
                             .accessors = accessors,
                             .rules = *rules,
                             .most_bytes = most_bytes};
}

int64_t tl_conversion_memory_least(const tl_conversion_request *request,
                                   const tl_access_rules *rules) {
  tl_shared_accessor accessors[ACCESSORS];
  read_accessors(request, rules, accessors);
  const tl_shared_request shared = shared_of(request, rules, 0, accessors);
  tl_shared_cost least = tl_shared_least(&shared);
  return tl_memory_cost(least.wavefronts, least.accesses, 1);
}

/* All of the tile at once. */
static tl_code plan_whole(const tl_conversion_request *request,
                          const tl_access_rules *rules, int64_t most_bytes,
                          tl_conversion_memory *out, tl_error *error) {
  tl_shared_accessor accessors[ACCESSORS];
  tl_shared_choice choice;
  read_accessors(request, rules, accessors);
  const tl_shared_request shared =
      shared_of(request, rules, most_bytes, accessors);
  TL_TRY(tl_shared_choose(&shared, &choice, error));
  out->layout = choice.layout;
  out->wavefronts = choice.cost.wavefronts;
  out->bound = choice.bound;
  out->cost =
      tl_memory_cost(choice.cost.wavefronts,
                     choice.cost.accesses + choice.cost.instructions, 1);
  return tl_layout_footprint(&choice.layout, &out->elements, error);
}

/* Rows as long as fit, and as many, in equal parts. */
static tl_code plan_pieces(int64_t element_bytes, int64_t most_bytes,
                           tl_conversion_memory *out, tl_error *error) {
  int64_t room = most_bytes / element_bytes, pieces = 1;
  tl_list strides = {.count = out->shape.count};
  if (!most_bytes)
    room = INT64_MAX;
  if (!room)
    return tl_fail(error, TL_INVALID,
                   "exchanges elements of %" PRId64 " bytes through %" PRId64
                   " bytes of memory; give more by max-scratch-bytes",
                   element_bytes, most_bytes);
  out->piece = (tl_list){.count = out->shape.count};
  out->elements = 1;
  for (int64_t d = out->shape.count - 1; d >= 0; d--) {
    int64_t extent = out->shape.items[d], most = room / out->elements;
    int64_t parts = extent / most + (extent % most != 0);
    strides.items[d] = out->elements;
    out->piece.items[d] = (extent + parts - 1) / parts;
    out->elements *= out->piece.items[d];
    pieces *= parts;
  }
  out->cost = tl_memory_cost(0, 0, pieces);
  return tl_layout_from_strides(&out->piece, &strides, &out->layout, error);
}

/* Whether both fragments can be copied, to any memory: what pieces are bounded
 * by changes nothing about that. */
static tl_code check_fragments(const tl_conversion_request *request,
                               const tl_access_rules *rules, tl_error *error) {
  tl_shared_accessor accessors[ACCESSORS];
  tl_list shape = tl_layout_shape(&request->source);
  tl_layout rows;
  tl_shared_cost cost;
  read_accessors(request, rules, accessors);
  const tl_shared_request shared = shared_of(request, rules, 0, accessors);
  TL_TRY(tl_layout_dense(&shape, true, &rows, error));
  return tl_shared_measure(&shared, &rows, NULL, &cost, error);
}

tl_code tl_conversion_memory_plan(const tl_conversion_request *request,
                                  const tl_access_rules *rules,
                                  int64_t most_bytes, tl_conversion_memory *out,
                                  tl_error *error) {
  *out = (tl_conversion_memory){.shape = tl_layout_shape(&request->source)};
  out->piece = out->shape;
  if (plan_whole(request, rules, most_bytes, out, NULL) == TL_OK)
    return TL_OK;
  TL_TRY(check_fragments(request, rules, error));
  return plan_pieces(request->element_bits / 8, most_bytes, out, error);
}

tl_code tl_conversion_memory_account(const tl_conversion_request *request,
                                     const tl_access_rules *rules,
                                     const tl_conversion_memory *plan,
                                     int64_t accessor, tl_shared_account *out,
                                     tl_error *error) {
  tl_shared_accessor accessors[ACCESSORS];
  read_accessors(request, rules, accessors);
  const tl_shared_request shared = shared_of(request, rules, 0, accessors);
  return tl_shared_account_make(&shared, &plan->layout, accessor, out, error);
}
