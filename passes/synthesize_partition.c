/* synthesize_partition.c - tl-synthesize-partition
 *
 * A copy between two memories becomes a load and a store of a fragment that the
 * plan chooses, or several of them where the threads cannot hold the tile at
 * once or an access does not divide it.
 *
 *   tl.copy %A to %S layout #smem scope cta
 *     : memref<64x64xf16> to memref<4096xf16, 3>
 * becomes, for 128 threads,
 *   %v = tl.load %A as #tl.tile<S[((4, 16), (8, 8)) : ((8, 8@tx), (1@tx, 1))]>
 *     scope cta : memref<64x64xf16> to vector<32xf16>
 *   tl.store %v as #tl.tile<...> to %S layout #smem scope cta
 *
 * An asynchronous copy stays one copy and gets the partition:
 *
 *   tl.copy %A to %S layout #smem as #tl.tile<...> scope cta async
 *
 * A fragment that reaches beyond its part of the tile is bounded by the end of
 * the part.  Steps of a part are a loop: its registers hold one step.  A
 * partition that the copy has is taken as it is.
 *
 * Requires:  layouts of any spelling.
 * Preserves: everything but copies between two memories.
 * Fails:     where the number of threads is unknown, or a plan fails; where an
 *            asynchronous copy would have to be several; on a target or a
 *            max-vector-bits that there is not. */
#include "copy_driver.h"
#include "copy_options.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/SCF.h"
#include "pass_rows.h"
#include "passes/emit/ir_builder.h"
#include "passes/facts/copy_request.h"
#include "tl/copy_access.h"
#include "tl/copy_synthesis.h"
#include <inttypes.h>
#include <string.h>

/* What decides: the copy, and its partition where it says one (of rank -1,
 * where not). */
typedef struct synthesis_request {
  tl_transfer_request copy;
  tl_layout partition;
} synthesis_request;

/* A copy, what is known of it, and who moves what; views are those of an
 * operation and not planned. */
typedef struct planned_transfer {
  tl_transfer_view view;
  tl_transfer_request request;
  tl_transfer_plan plan;
} planned_transfer;

/* A run of the pass. */
typedef struct synthesis_run {
  tl_access_options access;
  tl_alignment_facts facts;
  tl_key_table built;
  tl_builder builder;
} synthesis_run;

/* Numbers, or values where those are INT64_MIN, one a dimension, as the
 * assembly has them; what divides each. */
typedef struct extents {
  int64_t count, numbers[TL_MAX_RANK], divisors[TL_MAX_RANK];
  MlirValue values[TL_MAX_RANK];
} extents;

enum {
  MOST_OPERANDS = 2 + 2 * TL_MAX_RANK,
  MOST_ATTRIBUTES = 12,
};

/* tl.load or tl.store under construction. */
typedef struct parts_of_copy {
  intptr_t operand_count, attribute_count;
  MlirValue operands[MOST_OPERANDS];
  MlirNamedAttribute attributes[MOST_ATTRIBUTES];
} parts_of_copy;

static bool is_unfinished(MlirOperation operation);
static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error);
static tl_code read_threads(const tl_transfer_view *view,
                            tl_transfer_request *request, tl_error *error);
static tl_code plan_transfer(const void *request, void *plan, size_t *size,
                             tl_error *error);
static tl_code take_partition(const synthesis_request *request,
                              tl_transfer_plan *out, tl_error *error);
static void write_transfer(void *state, MlirOperation operation, void *plan);
static void write_steps(tl_builder *builder, const planned_transfer *transfer);
static void write_partition(const planned_transfer *transfer);
static void write_part(const tl_builder *builder,
                       const planned_transfer *transfer,
                       const tl_transfer_part *part);
static MlirValue build_side(const tl_builder *builder,
                            const planned_transfer *transfer,
                            const tl_transfer_part *part, int side,
                            MlirValue moved, const MlirValue *steps);
static void read_origin(const tl_builder *builder,
                        const planned_transfer *transfer,
                        const tl_transfer_part *part, int side,
                        const tl_copy_request *request, const MlirValue *steps,
                        extents *out);
static void read_bounds(const tl_builder *builder,
                        const planned_transfer *transfer,
                        const tl_transfer_part *part, int side,
                        const tl_copy_request *request, extents *out);
static void add_attribute(parts_of_copy *copy, const tl_builder *builder,
                          const char *name, MlirAttribute attribute);
static void add_extents(parts_of_copy *copy, const tl_builder *builder,
                        const char *name, const char *divisors_name,
                        const extents *from);
static void add_layouts(parts_of_copy *copy, const tl_builder *builder,
                        const tl_copy_view *side, const tl_layout *fragment);
static void add_facts(parts_of_copy *copy, const tl_builder *builder,
                      const tl_copy_view *side);

static const tl_plan_list LISTS[] = {
    TL_PLAN_ITEMS(planned_transfer, plan.count, plan.parts)};
static const tl_planner PLANNER = {.plan = plan_transfer,
                                   .plan_size = sizeof(planned_transfer),
                                   .lists = LISTS,
                                   .list_count = sizeof LISTS / sizeof *LISTS};
static const tl_copy_pass PASS = {.wants = is_unfinished,
                                  .read = read_request,
                                  .request_size = sizeof(synthesis_request),
                                  .planner = &PLANNER,
                                  .write = write_transfer};

static tl_pass_result run_synthesize_partition(MlirOperation root,
                                               const tl_option_value *options) {
  MlirContext context = mlirOperationGetContext(root);
  synthesis_run state = {.builder = tl_builder_create(context, &state.built)};
  if (!tl_access_options_read(root, options, &state.access))
    return TL_PASS_FAILED;
  tl_pass_result result = tl_copies_run(&PASS, root, &state);
  tl_alignment_facts_free(&state.facts);
  tl_key_table_free(&state.built);
  return result;
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__scf__};

const tl_pass_row TL_SYNTHESIZE_PARTITION = {
    .argument = "tl-synthesize-partition",
    .description = "Turn copies between memories into loads and stores",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_ACCESS_OPTION_COUNT,
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .run = run_synthesize_partition,
};

/* Who moves what in an asynchronous copy with a partition is known. */
static bool is_unfinished(MlirOperation operation) {
  tl_transfer_view view;
  if (!tl_is_transfer(operation))
    return false;
  tl_transfer_view_read(operation, &view);
  return !view.is_async || mlirAttributeIsNull(view.partition);
}

/*===--- Read -------------------------------------------------------------===*/

static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error) {
  synthesis_run *own = state;
  synthesis_request *out = request;
  tl_transfer_view view;
  tl_block_size block = tl_block_size_around(operation);
  char base_reason[TL_MESSAGE_CAPACITY];
  tl_copy_key key;
  tl_layout tile;
  *size = sizeof *out;
  tl_transfer_view_read(operation, &view);
  out->copy = (tl_transfer_request){
      .threads = view.threads,
      .least_bytes = view.is_async ? TL_ASYNC_KIND.least_bytes : 0};
  TL_TRY(tl_transfer_tile(&view, own->access.target->lanes, &tile, error));
  tl_layout_shape(&tile, &out->copy.tile);
  for (int side = 0; side < TL_SIDES; side++) {
    const tl_copy_view *copy = &view.sides[side];
    tl_access_rules rules = tl_access_rules_of(&own->access, copy->memory.type);
    out->copy.is_shared[side] = rules.is_shared;
    out->copy.max_bits[side] = tl_access_most_bits(&rules);
    tl_copy_key_read(copy, own->access.target->lanes, &block, &own->facts, &key,
                     base_reason);
    TL_TRY(tl_copy_request_make(&key, &tile, &out->copy.sides[side], error));
  }
  out->partition = (tl_layout){.rank = -1};
  if (mlirAttributeIsNull(view.partition))
    return read_threads(&view, &out->copy, error);
  out->partition = tile;
  return TL_OK;
}

/* Those that the operation says, or all of the scope. */
static tl_code read_threads(const tl_transfer_view *view,
                            tl_transfer_request *request, tl_error *error) {
  int64_t most =
      tl_scope_size(view->sides[TL_FROM].scope, request->sides[TL_FROM].lanes);
  int64_t present = request->sides[TL_FROM].threads.fewest;
  if (!present && view->sides[TL_FROM].scope != TL_SCOPE_CTA)
    present = most;
  if (!present && !request->threads)
    return tl_fail(error, TL_INVALID,
                   "how many threads a cta has is not known here; say "
                   "'threads N', or give the kernel a known_block_size of at "
                   "most %" PRId64 " threads",
                   most);
  if (present && request->threads > present)
    return tl_fail(error, TL_INVALID,
                   "is for %" PRId64 " threads; a %s has %" PRId64 " here",
                   request->threads,
                   tl_scope_describe(view->sides[TL_FROM].scope)->name,
                   present);
  if (!request->threads)
    request->threads = present;
  return TL_OK;
}

/*===--- Plan -------------------------------------------------------------===*/

static tl_code plan_transfer(const void *request, void *plan, size_t *size,
                             tl_error *error) {
  const synthesis_request *own = request;
  planned_transfer *out = plan;
  *size = sizeof *out;
  out->request = own->copy;
  if (own->partition.rank >= 0)
    TL_TRY(take_partition(own, &out->plan, error));
  else
    TL_TRY(tl_transfer_plan_copy(&own->copy, &out->plan, error));
  if (!own->copy.least_bytes || (out->plan.count == 1 && out->plan.is_whole))
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "is asynchronous, and the threads would have to copy its tile "
                 "in several steps; divide it, or say who copies what: 'as "
                 "LAYOUT'");
}

/* The one part of a partition that the copy has. */
static tl_code take_partition(const synthesis_request *request,
                              tl_transfer_plan *out, tl_error *error) {
  const tl_list *tile = &request->copy.tile;
  tl_transfer_part *part = &out->parts[0];
  out->count = 1;
  out->is_whole = true;
  *part = (tl_transfer_part){.fragment = request->partition};
  for (int64_t d = 0; d < tile->count; d++)
    part->extent[d] = part->step[d] = tile->items[d];
  return tl_layout_span(&part->fragment, TL_AXIS_M, &part->registers, error);
}

/*===--- Write ------------------------------------------------------------===*/

static void write_transfer(void *state, MlirOperation operation, void *plan) {
  synthesis_run *own = state;
  planned_transfer *transfer = plan;
  tl_transfer_view_read(operation, &transfer->view);
  if (transfer->view.is_async)
    write_partition(transfer);
  else
    write_steps(&own->builder, transfer);
}

static void write_steps(tl_builder *builder, const planned_transfer *transfer) {
  tl_builder_before(builder, transfer->view.sides[TL_FROM].operation);
  for (int64_t i = 0; i < transfer->plan.count; i++)
    write_part(builder, transfer, &transfer->plan.parts[i]);
  mlirOperationDestroy(transfer->view.sides[TL_FROM].operation);
}

static void write_partition(const planned_transfer *transfer) {
  MlirOperation operation = transfer->view.sides[TL_FROM].operation;
  const tl_value fragment = {.kind = TL_KIND_LAYOUT,
                             .as.layout = transfer->plan.parts[0].fragment};
  mlirOperationRemoveDiscardableAttributeByName(
      operation, mlirStringRefCreateFromCString(TL_ATTRIBUTE_THREADS));
  mlirOperationSetDiscardableAttributeByName(
      operation, mlirStringRefCreateFromCString(TL_ATTRIBUTE_PARTITION),
      tl_layout_attribute_get(mlirOperationGetContext(operation), &fragment));
}

static void write_part(const tl_builder *builder,
                       const planned_transfer *transfer,
                       const tl_transfer_part *part) {
  MlirValue steps[TL_MAX_RANK] = {{NULL}};
  tl_builder inside[TL_MAX_RANK + 1] = {*builder};
  int depth = 0;
  for (int64_t d = 0; d < transfer->request.tile.count; d++)
    if (part->step[d] < part->extent[d]) {
      inside[depth + 1] =
          tl_build_loop(&inside[depth], part->extent[d], part->step[d],
                        (MlirAttribute){NULL}, &steps[d]);
      depth++;
    }
  MlirValue moved = build_side(&inside[depth], transfer, part, TL_FROM,
                               (MlirValue){NULL}, steps);
  build_side(&inside[depth], transfer, part, TL_TO, moved, steps);
  for (; depth > 0; depth--)
    tl_build_yield(&inside[depth], 0, NULL);
}

/* The load (whose result is returned) or the store of `moved`. */
static MlirValue build_side(const tl_builder *builder,
                            const planned_transfer *transfer,
                            const tl_transfer_part *part, int side,
                            MlirValue moved, const MlirValue *steps) {
  const tl_copy_view *own = &transfer->view.sides[side];
  tl_copy_request request;
  tl_transfer_part_request(&transfer->request, part,
                           (tl_transfer_side_number)side, &request);
  extents origin, bounds;
  read_origin(builder, transfer, part, side, &request, steps, &origin);
  read_bounds(builder, transfer, part, side, &request, &bounds);

  parts_of_copy copy = {.operand_count = 0};
  if (side == TL_TO)
    copy.operands[copy.operand_count++] = moved;
  copy.operands[copy.operand_count++] = own->memory.value;
  add_layouts(&copy, builder, own, &part->fragment);
  add_extents(&copy, builder, side == TL_TO ? "target_origin" : "source_origin",
              TL_ATTRIBUTE_DIVISIBILITY, &origin);
  add_extents(&copy, builder, "bounds", TL_ATTRIBUTE_BOUND_DIVISIBILITY,
              &bounds);
  add_facts(&copy, builder, own);

  MlirType vector =
      mlirVectorTypeGet(1, &part->registers, tl_element_type(own->memory.type));
  tl_build_request built = {.name = side == TL_TO ? "tl.store" : "tl.load",
                            .operand_count = copy.operand_count,
                            .operands = copy.operands,
                            .result_count = side == TL_FROM,
                            .results = &vector,
                            .attribute_count = copy.attribute_count,
                            .attributes = copy.attributes};
  MlirOperation operation = tl_build(builder, &built);
  return side == TL_FROM ? mlirOperationGetResult(operation, 0) : moved;
}

/* The tile's origin, a number or a value. */
static MlirValue tile_origin(const tl_builder *builder,
                             const planned_transfer *transfer, int side,
                             int64_t d) {
  const tl_origin *origin = &transfer->request.sides[side].origin[d];
  return origin->is_dynamic
             ? transfer->view.sides[side].memory.origin_value[d]
             : tl_build_add_constant(builder, (MlirValue){NULL}, origin->value);
}

static void read_origin(const tl_builder *builder,
                        const planned_transfer *transfer,
                        const tl_transfer_part *part, int side,
                        const tl_copy_request *request, const MlirValue *steps,
                        extents *out) {
  out->count = transfer->request.tile.count;
  bool is_zero = true;
  for (int64_t d = 0; d < out->count; d++) {
    const tl_origin *origin = &request->origin[d];
    out->numbers[d] = origin->is_dynamic ? INT64_MIN : origin->value;
    out->divisors[d] = origin->is_dynamic ? origin->divisor : 1;
    is_zero &= out->numbers[d] == 0;
    if (origin->is_dynamic)
      out->values[d] = tl_build_add_constant(
          builder,
          tl_build_add(builder, tile_origin(builder, transfer, side, d),
                       steps[d]),
          part->first[d]);
  }
  if (is_zero)
    out->count = 0;
}

static void read_bounds(const tl_builder *builder,
                        const planned_transfer *transfer,
                        const tl_transfer_part *part, int side,
                        const tl_copy_request *request, extents *out) {
  const tl_copy_view *own = &transfer->view.sides[side];
  out->count = transfer->request.tile.count;
  for (int64_t d = 0; d < out->count; d++) {
    const tl_bound *bound = &request->bounds[d];
    const tl_bound *stated = &transfer->request.sides[side].bounds[d];
    if (!bound->is_set) {
      out->count = 0;
      return;
    }
    out->numbers[d] = bound->is_dynamic ? INT64_MIN : bound->value;
    out->divisors[d] = bound->is_dynamic ? bound->divisor : 1;
    if (!bound->is_dynamic)
      continue;
    MlirValue limit = !stated->is_set ? (MlirValue){NULL}
                      : stated->is_dynamic
                          ? own->bound_value[d]
                          : tl_build_index(builder, stated->value);
    if (!stated->is_set || tl_transfer_part_is_ragged(part, d))
      limit =
          tl_build_minimum(builder, limit,
                           tl_build_add_constant(
                               builder, tile_origin(builder, transfer, side, d),
                               part->first[d] + part->extent[d]));
    out->values[d] = limit;
  }
}

static void add_attribute(parts_of_copy *copy, const tl_builder *builder,
                          const char *name, MlirAttribute attribute) {
  if (!mlirAttributeIsNull(attribute))
    copy->attributes[copy->attribute_count++] =
        tl_named(builder, name, attribute);
}

/* Nothing without entries; divisors only where a value has one. */
static void add_extents(parts_of_copy *copy, const tl_builder *builder,
                        const char *name, const char *divisors_name,
                        const extents *from) {
  bool has_divisors = false;
  if (!from->count)
    return;
  for (int64_t d = 0; d < from->count; d++) {
    has_divisors |= from->divisors[d] > 1;
    if (from->numbers[d] == INT64_MIN)
      copy->operands[copy->operand_count++] = from->values[d];
  }
  add_attribute(copy, builder, name,
                tl_words(builder, from->count, from->numbers));
  if (has_divisors)
    add_attribute(copy, builder, divisors_name,
                  tl_words(builder, from->count, from->divisors));
}

static void add_layouts(parts_of_copy *copy, const tl_builder *builder,
                        const tl_copy_view *side, const tl_layout *fragment) {
  tl_value value = {.kind = TL_KIND_LAYOUT};
  value.as.layout = *fragment;
  add_attribute(copy, builder, tl_copy_layout_name(side->stores, false),
                tl_layout_attribute_get(builder->context, &value));
  add_attribute(copy, builder, tl_copy_layout_name(side->stores, true),
                side->memory.layout);
}

static MlirAttribute attribute_of(const tl_copy_view *side, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(
      side->operation, mlirStringRefCreateFromCString(name));
}

/* The scope, and what is said of the side besides its origin. */
static void add_facts(parts_of_copy *copy, const tl_builder *builder,
                      const tl_copy_view *side) {
  add_attribute(copy, builder, "scope", attribute_of(side, "scope"));
  add_attribute(copy, builder, TL_ATTRIBUTE_ALIGNMENT, side->memory.alignment);
  add_attribute(copy, builder, TL_ATTRIBUTE_STRIDE_DIVISIBILITY,
                side->memory.stride_divisibility);
  if (!side->stores)
    add_attribute(copy, builder, TL_ATTRIBUTE_PAD,
                  attribute_of(side, TL_ATTRIBUTE_PAD));
}
