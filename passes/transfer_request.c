/* transfer_request.c - see transfer_request.h. */
#include "transfer_request.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/buffer_room.h"
#include "passes/facts/copy_request.h"
#include "tl/copy_slice.h"
#include <inttypes.h>
#include <string.h>

/*===--- Read -------------------------------------------------------------===*/

/* Reasons are read where they may be told: they name arguments and views, and
 * requests that differ in them alone have one plan. */
static tl_code read_side(tl_lowering *run, const tl_transfer_view *view,
                         const tl_block_size *block, int side,
                         const tl_layout *tile, tl_transfer_key *out,
                         tl_error *error) {
  const tl_copy_view *copy = &view->sides[side];
  const tl_target *target = out->copy.target;
  tl_access_rules rules =
      tl_access_rules_of(&run->access, target, copy->memory.type);
  tl_copy_key key;
  tl_aligned_address base;
  TL_TRY(tl_buffer_room_check(copy->memory.value, copy->memory.name, error));
  tl_copy_key_read(copy, target->lanes, block, &run->facts, &key, &base);
  if (view->is_async) {
    strncpy(out->base_reasons[side], base.reason, TL_MESSAGE_CAPACITY);
    out->copy.base_cures[side] = base.cure;
  }
  out->copy.is_shared[side] = rules.is_shared;
  out->copy.max_bits[side] = tl_access_most_bits(&rules);
  out->copy.keeps_dimensions |= copy->memory.leading != 0;
  TL_TRY(tl_copy_request_make(&key, tile, &out->copy.sides[side], error));
  tl_copy_request_slice(copy->memory.leading, &out->copy.sides[side]);
  return TL_OK;
}

/* Those that the operation says, or all of the scope. */
static tl_code read_threads(const tl_transfer_view *view,
                            const tl_block_size *block,
                            tl_transfer_request *request, tl_error *error) {
  const tl_copy_request *side = &request->sides[TL_FROM];
  const char *scope = tl_scope_describe(view->sides[TL_FROM].scope)->name;
  int64_t present = side->threads.fewest, most = side->threads.most;
  if (!most)
    most = tl_scope_size(side->scope, side->lanes);
  if (!present && side->scope != TL_SCOPE_CTA)
    present = most;
  if (!present && !request->threads)
    return tl_fail(error, TL_INVALID,
                   "how many threads a cta has is not known here%s; say "
                   "'threads N', or give the kernel a known_block_size of at "
                   "most %" PRId64 " threads",
                   block->differs ? " (launches of it differ)" : "", most);
  if (request->threads > (present ? present : most))
    return tl_fail(error, TL_INVALID,
                   "is for %" PRId64 " threads; a %s has%s %" PRId64 " here",
                   request->threads, scope, present ? "" : " at most",
                   present ? present : most);
  if (!request->threads)
    request->threads = present;
  return TL_OK;
}

/* Those of a partition: up to the last that has elements. */
static tl_code span_threads(const tl_layout *partition, tl_scope scope,
                            int64_t *out, tl_error *error) {
  tl_axis axis = tl_scope_describe(scope)->axis;
  *out = 1;
  return axis == TL_AXIS_M ? TL_OK
                           : tl_layout_span(partition, axis, out, error);
}

/* Whether dimensions of a side have no join: a memref of a size known only at run time
 * has no layout, and is flat as a row alone. */
static bool keeps_dimensions(const tl_transfer_view *view,
                             const tl_transfer_request *copy) {
  bool keeps = copy->keeps_dimensions;
  for (int side = 0; side < TL_SIDES; side++) {
    const tl_layout *memory = &copy->sides[side].memory;
    bool is_open = !mlirShapedTypeHasStaticShape(view->sides[side].memory.type);
    bool is_row = tl_transfer_joins(copy).count == 1 && memory->shard_count &&
                  memory->iters[memory->shard_count - 1].stride == 1;
    keeps |= is_open && !is_row;
  }
  return keeps;
}

tl_code tl_transfer_key_read(tl_lowering *run, MlirOperation operation,
                             tl_transfer_key *out, tl_error *error) {
  tl_transfer_view view;
  tl_block_size block;
  tl_layout tile;
  tl_transfer_view_read(operation, &view);
  run->facts.explains |= view.is_async;
  out->copy =
      (tl_transfer_request){.threads = view.threads,
                            .direct = view.is_async ? &TL_ASYNC_KIND : NULL,
                            .uses_matrices = run->uses_matrices};
  TL_TRY(
      tl_target_of(&run->access.target, operation, &out->copy.target, error));
  TL_TRY(tl_transfer_tile(&view, out->copy.target->lanes, &tile, error));
  TL_TRY(tl_block_size_around(&run->facts, operation, &block, error));
  out->copy.tile = tl_layout_shape(&tile);
  memset(out->base_reasons, 0, sizeof out->base_reasons);
  for (int side = 0; side < TL_SIDES; side++)
    TL_TRY(read_side(run, &view, &block, side, &tile, out, error));
  out->copy.keeps_dimensions = keeps_dimensions(&view, &out->copy);
  out->partition = (tl_layout){.rank = -1};
  if (mlirAttributeIsNull(view.partition))
    return read_threads(&view, &block, &out->copy, error);
  out->partition = tile;
  return span_threads(&tile, out->copy.sides[TL_FROM].scope, &out->copy.threads,
                      error);
}

/*===--- Plan -------------------------------------------------------------===*/

tl_code tl_transfer_key_plan(const tl_transfer_key *key,
                             tl_transfer_request *request,
                             tl_transfer_plan *out, tl_error *error) {
  tl_transfer_request own = key->copy;
  for (int side = 0; side < TL_SIDES; side++)
    own.base_reasons[side] = key->base_reasons[side];
  if (key->partition.rank >= 0)
    TL_TRY(tl_transfer_plan_as(&own, &key->partition, out, error));
  else
    TL_TRY(tl_transfer_plan_copy(&own, out, error));
  *request = own;
  return out->joins.count < own.tile.count
             ? tl_transfer_join(&own, &out->joins, request, error)
             : TL_OK;
}
