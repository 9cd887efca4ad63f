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
 * An asynchronous copy gets the partition, and is several where there are
 * several parts:
 *
 *   tl.copy %A to %S layout #smem as #tl.tile<...> scope cta async
 *
 * Where lanes need their registers in two orders, so that they meet in banks on
 * neither side, the load and the store have a fragment each, and a
 * tl.convert_layout stands between them.
 *
 * A fragment that reaches beyond its part of the tile is bounded by the end of
 * the part.  Steps of a part are a loop: its registers hold one step.  A
 * partition that the copy has is taken as it is.
 *
 * Requires:  layouts of any spelling.
 * Preserves: everything but copies between two memories.
 * Fails:     where the number of threads is unknown, or a plan fails; on a target
 *            or a max-vector-bits that there is not. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "pass_rows.h"
#include "passes/emit/flat_memory.h"
#include "transfer_request.h"
#include <inttypes.h>
#include <string.h>

/* A copy, what is known of it, and who moves what; views are those of an
 * operation and not planned. */
typedef struct planned_transfer {
  tl_transfer_view view;
  tl_list tile;                /* of the copy */
  tl_transfer_request request; /* in the dimensions of the parts */
  tl_transfer_plan plan;
} planned_transfer;

/* What of a part stands in one side. */
typedef struct part_side {
  const planned_transfer *transfer;
  const tl_transfer_part *part;
  const tl_copy_view *view;
  const tl_copy_request *whole, *own; /* of all parts, and of this one */
} part_side;

static bool is_unfinished(MlirOperation operation);
static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error);
static tl_code plan_transfer(const void *request, void *plan, size_t *size,
                             tl_error *error);
static void write_transfer(void *state, MlirOperation operation, void *plan);
static void join_memory(const tl_builder *builder, planned_transfer *transfer,
                        int side);
static void write_part(const tl_builder *builder,
                       const planned_transfer *transfer,
                       const tl_transfer_part *part);
static void write_from(const tl_builder *builder,
                       const planned_transfer *transfer,
                       const tl_transfer_part *part, int64_t d,
                       MlirValue *steps);
static void build_moves(const tl_builder *builder,
                        const planned_transfer *transfer,
                        const tl_transfer_part *part, const MlirValue *steps);
static MlirAttribute fragment_attribute(const planned_transfer *transfer,
                                        const tl_transfer_part *part, int side);
static void build_async(const tl_builder *builder,
                        const planned_transfer *transfer,
                        const tl_transfer_part *part, MlirAttribute fragment,
                        const MlirValue *steps);
static void build_pair(const tl_builder *builder,
                       const planned_transfer *transfer,
                       const tl_transfer_part *part, MlirAttribute fragment,
                       const MlirValue *steps);
static MlirValue build_side(const tl_builder *builder,
                            const planned_transfer *transfer,
                            const tl_transfer_part *part, int side,
                            MlirAttribute fragment, MlirValue moved,
                            const MlirValue *steps);
static void read_origin(const tl_builder *builder, const part_side *from,
                        const MlirValue *steps, tl_copy_side *out);
static void read_bounds(const tl_builder *builder, const part_side *from,
                        tl_copy_view *out);

static const tl_copy_pass PASS = {.wants = is_unfinished,
                                  .read = read_request,
                                  .request_size = sizeof(tl_transfer_key),
                                  .plan = plan_transfer,
                                  .plan_size = sizeof(planned_transfer),
                                  .write = write_transfer};

static tl_pass_result run_synthesize_partition(MlirOperation root,
                                               const tl_option_value *options) {
  tl_lowering run;
  tl_lowering_open(&run, root);
  return tl_lowering_read(&run, options, TL_SYNTHESIS_OPTION_COUNT)
             ? tl_lowering_run(&run, &PASS, &run)
             : TL_PASS_FAILED;
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__memref__,
    mlirGetDialectHandle__scf__};

const tl_pass_row TL_SYNTHESIZE_PARTITION = {
    .argument = "tl-synthesize-partition",
    .description = "Turn copies between memories into loads and stores",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_SYNTHESIS_OPTION_COUNT,
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

/*===--- Read and plan ----------------------------------------------------===*/

static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error) {
  *size = sizeof(tl_transfer_key);
  TL_TRY(tl_assigned_check(operation, error));
  return tl_transfer_key_read(state, operation, request, error);
}

static tl_code plan_transfer(const void *request, void *plan, size_t *size,
                             tl_error *error) {
  const tl_transfer_key *own = request;
  planned_transfer *out = plan;
  out->tile = own->copy.tile;
  TL_TRY(tl_transfer_key_plan(own, &out->request, &out->plan, error));
  *size = offsetof(planned_transfer, plan.parts) +
          (size_t)out->plan.count * sizeof *out->plan.parts;
  return TL_OK;
}

/*===--- Write ------------------------------------------------------------===*/

static void write_transfer(void *state, MlirOperation operation, void *plan) {
  tl_lowering *own = state;
  planned_transfer *transfer = plan;
  tl_transfer_view_read(operation, &transfer->view);
  tl_builder_before(&own->builder, operation);
  for (int side = 0; side < TL_SIDES; side++)
    join_memory(&own->builder, transfer, side);
  for (int64_t i = 0; i < transfer->plan.count; i++)
    write_part(&own->builder, transfer, &transfer->plan.parts[i]);
  mlirOperationDestroy(operation);
}

static MlirAttribute attribute_of(MlirOperation operation,
                                  const tl_layout *layout) {
  const tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  return tl_layout_attribute_get(mlirOperationGetContext(operation), &value);
}

/* Where dimensions are joined, the memory is flat, with a layout; one of a size known
 * only at run time is a row as it is. */
static void join_memory(const tl_builder *builder, planned_transfer *transfer,
                        int side) {
  const tl_list *joins = &transfer->plan.joins, *tile = &transfer->tile;
  tl_copy_view *view = &transfer->view.sides[side];
  tl_copy_side *memory = &view->memory;
  if (joins->count == tile->count)
    return;
  memory->value = tl_build_flat(builder, memory->value);
  memory->type = mlirValueGetType(memory->value);
  memory->layout = mlirShapedTypeHasStaticShape(memory->type)
                       ? attribute_of(view->operation,
                                      &transfer->request.sides[side].memory)
                       : (MlirAttribute){NULL};
  memory->stride_divisibility = (MlirAttribute){NULL};
  for (int64_t to = 0, d = 0; to < joins->count; to++) {
    int64_t end = d + joins->items[to];
    MlirValue *value = &memory->origin_value[to];
    bool is_dynamic = transfer->request.sides[side].origin[to].is_dynamic;
    if (is_dynamic)
      *value = tl_build_as_index(builder, memory->origin_value[d]);
    while (++d < end)
      if (is_dynamic)
        *value = tl_build_by(builder, TL_MULTIPLY, *value, tile->items[d]);
  }
}

static void write_part(const tl_builder *builder,
                       const planned_transfer *transfer,
                       const tl_transfer_part *part) {
  MlirValue steps[TL_MAX_RANK] = {{NULL}};
  write_from(builder, transfer, part, 0, steps);
}

/* In loops over the dimensions from `d` on of which the part moves some at a time. */
static void write_from(const tl_builder *builder,
                       const planned_transfer *transfer,
                       const tl_transfer_part *part, int64_t d,
                       MlirValue *steps) {
  int64_t rank = transfer->request.tile.count;
  while (d < rank && part->step[d] >= part->extent[d])
    d++;
  if (d == rank) {
    build_moves(builder, transfer, part, steps);
    return;
  }
  tl_builder inside = tl_build_loop(builder, part->extent[d], part->step[d],
                                    (MlirAttribute){NULL}, &steps[d]);
  write_from(&inside, transfer, part, d + 1, steps);
  tl_build_yield(&inside, 0, NULL);
}

static void build_moves(const tl_builder *builder,
                        const planned_transfer *transfer,
                        const tl_transfer_part *part, const MlirValue *steps) {
  MlirAttribute fragment = fragment_attribute(transfer, part, TL_FROM);
  if (transfer->view.is_async)
    build_async(builder, transfer, part, fragment, steps);
  else
    build_pair(builder, transfer, part, fragment, steps);
}

static MlirAttribute fragment_attribute(const planned_transfer *transfer,
                                        const tl_transfer_part *part,
                                        int side) {
  const tl_copy_view *view = &transfer->view.sides[side];
  return tl_fragment_attribute(mlirOperationGetContext(view->operation),
                               &part->fragments[side], view->scope,
                               transfer->request.sides[side].lanes);
}

static void say_chosen(MlirOperation copy) {
  mlirOperationSetDiscardableAttributeByName(
      copy, mlirStringRefCreateFromCString(TL_CHOSEN_PARTITION),
      mlirUnitAttrGet(mlirOperationGetContext(copy)));
}

/* Nothing but its own bounds bounds it. */
static void build_async(const tl_builder *builder,
                        const planned_transfer *transfer,
                        const tl_transfer_part *part, MlirAttribute fragment,
                        const MlirValue *steps) {
  tl_transfer_view view = transfer->view;
  view.partition = fragment;
  view.has_threads = false;
  view.tile.count = 0;
  for (int side = 0; side < TL_SIDES; side++) {
    tl_copy_request own;
    const part_side from = {transfer, part, &transfer->view.sides[side],
                            &transfer->request.sides[side], &own};
    tl_transfer_part_request(&transfer->request, part,
                             (tl_transfer_side_number)side, &own);
    read_origin(builder, &from, steps, &view.sides[side].memory);
  }
  MlirOperation copy = tl_transfer_create(&view, builder->location);
  tl_copy_foreign_attributes(view.sides[TL_FROM].operation, copy);
  say_chosen(copy);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, copy);
}

static bool converts(const tl_transfer_part *part) {
  return memcmp(&part->fragments[TL_FROM], &part->fragments[TL_TO],
                sizeof part->fragments[TL_TO]) != 0;
}

/* A load and a store, and between them, where their lanes have other orders, a
 * conversion in each lane. */
static void build_pair(const tl_builder *builder,
                       const planned_transfer *transfer,
                       const tl_transfer_part *part, MlirAttribute fragment,
                       const MlirValue *steps) {
  MlirValue moved = build_side(builder, transfer, part, TL_FROM, fragment,
                               (MlirValue){NULL}, steps);
  if (converts(part)) {
    MlirType type = mlirValueGetType(moved);
    MlirAttribute stored = fragment_attribute(transfer, part, TL_TO);
    const tl_conversion_view conversion = {
        .scope = transfer->view.sides[TL_FROM].scope,
        .source = {.value = moved, .type = type, .layout = fragment},
        .target = {.type = type, .layout = stored}};
    moved = tl_build_inserted(
        builder, tl_conversion_create(&conversion, builder->location));
    fragment = stored;
  }
  build_side(builder, transfer, part, TL_TO, fragment, moved, steps);
}

static bool is_within_one_space(const tl_transfer_view *view) {
  return tl_memory_space_of(view->sides[TL_FROM].memory.type) ==
         tl_memory_space_of(view->sides[TL_TO].memory.type);
}

/* The load (whose result is returned) or the store of `moved`. */
static MlirValue build_side(const tl_builder *builder,
                            const planned_transfer *transfer,
                            const tl_transfer_part *part, int side,
                            MlirAttribute fragment, MlirValue moved,
                            const MlirValue *steps) {
  tl_copy_view view = transfer->view.sides[side];
  tl_copy_request own;
  const part_side from = {transfer, part, &transfer->view.sides[side],
                          &transfer->request.sides[side], &own};
  tl_transfer_part_request(&transfer->request, part,
                           (tl_transfer_side_number)side, &own);
  view.fragment.value = moved;
  view.fragment.type =
      mlirVectorTypeGet(1, &part->registers, tl_element_type(view.memory.type));
  view.fragment.layout = fragment;
  read_origin(builder, &from, steps, &view.memory);
  read_bounds(builder, &from, &view);
  if (tl_memory_space_of(view.memory.type) != TL_MEMORY_GLOBAL)
    view.cache = (MlirAttribute){NULL};
  view.is_disjoint = view.stores && is_within_one_space(&transfer->view);
  view.pad = view.stores || !view.bound_count
                 ? (MlirAttribute){NULL}
                 : tl_attribute_of(view.operation, TL_ATTRIBUTE_PAD);
  MlirOperation copy = tl_copy_create(&view, builder->location);
  tl_copy_foreign_attributes(view.operation, copy);
  if (converts(part))
    say_chosen(copy);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, copy);
  return view.stores ? moved : mlirOperationGetResult(copy, 0);
}

/* Null where no value has one. */
static MlirAttribute divisors_of(const tl_builder *builder, int64_t count,
                                 const int64_t *divisors) {
  for (int64_t d = 0; d < count; d++)
    if (divisors[d] > 1)
      return tl_words(builder, count, divisors);
  return (MlirAttribute){NULL};
}

/* That of the tile, a number or a value. */
static MlirValue build_origin(const tl_builder *builder, const part_side *from,
                              int64_t d) {
  const tl_origin *origin = &from->whole->origin[d];
  const tl_copy_side *memory = &from->view->memory;
  return origin->is_dynamic
             ? tl_build_as_index(builder,
                                 memory->origin_value[memory->leading + d])
             : tl_build_by(builder, TL_ADD, (MlirValue){NULL}, origin->value);
}

/* Whether what is beyond 31 bits is outside as well where it wraps around, below a
 * memory that the tile may begin below. */
static bool may_wrap(const part_side *from, int64_t d) {
  const tl_bound *bound = &from->whole->bounds[d];
  bool is_word = bound->is_dynamic ? tl_is_word(from->view->bound_value[d])
                                   : bound->value <= INT32_MAX;
  return bound->has_lower && !bound->lower_is_dynamic && bound->lower >= 0 &&
         is_word;
}

/* A sum of 64 bits has all copies of the kernel compute in 64. */
static MlirValue build_part_origin(const tl_builder *builder,
                                   const part_side *from, int64_t d,
                                   MlirValue step) {
  MlirValue whole = build_origin(builder, from, d);
  int64_t first = from->part->first[d];
  return mlirValueIsNull(step) && may_wrap(from, d) && tl_is_word(whole)
             ? tl_build_by(builder, TL_ADD_WRAPPING,
                           tl_build_narrow(builder, whole), first)
             : tl_build_by(builder, TL_ADD,
                           tl_build_pair(builder, TL_ADD, whole, step), first);
}

/* Nothing where all of it is 0; a slice stays what it is. */
static void read_origin(const tl_builder *builder, const part_side *from,
                        const MlirValue *steps, tl_copy_side *out) {
  int64_t count = from->transfer->request.tile.count, divisors[TL_MAX_RANK];
  int64_t leading = out->leading;
  out->origin_count = leading ? leading + count : 0;
  for (int64_t d = 0; d < leading; d++)
    divisors[d] = tl_origin_of(from->view, d).divisor;
  for (int64_t d = 0; d < count; d++) {
    const tl_origin *origin = &from->own->origin[d];
    int64_t *number = &out->origin[leading + d];
    *number = origin->is_dynamic ? INT64_MIN : origin->value;
    divisors[leading + d] = origin->is_dynamic ? origin->divisor : 1;
    if (*number != 0)
      out->origin_count = leading + count;
    if (origin->is_dynamic)
      out->origin_value[leading + d] =
          build_part_origin(builder, from, d, steps[d]);
  }
  out->divisibility = divisors_of(builder, leading + count, divisors);
}

/* What is stated, and the end of a part that the fragment reaches beyond. */
static MlirValue build_bound(const tl_builder *builder, const part_side *from,
                             int64_t d) {
  const tl_bound *stated = &from->whole->bounds[d];
  const tl_transfer_part *part = from->part;
  MlirValue bound = !stated->is_set ? (MlirValue){NULL}
                    : stated->is_dynamic
                        ? tl_build_as_index(builder, from->view->bound_value[d])
                        : tl_build_index(builder, stated->value);
  if (stated->is_set && !tl_transfer_part_is_ragged(part, d))
    return bound;
  MlirValue end = tl_build_by(builder, TL_ADD, build_origin(builder, from, d),
                              part->first[d] + part->extent[d]);
  return tl_build_pair(builder, TL_MINIMUM, bound, end);
}

static bool is_bounded(const tl_copy_request *own, int64_t count) {
  bool is = false;
  for (int64_t d = 0; d < count; d++)
    is |= own->bounds[d].is_set;
  return is;
}

/* They have entries along all dimensions or none. */
static void read_bounds(const tl_builder *builder, const part_side *from,
                        tl_copy_view *out) {
  int64_t count = from->transfer->request.tile.count, divisors[TL_MAX_RANK];
  out->bound_count = out->lower_count = 0;
  out->bound_divisibility = (MlirAttribute){NULL};
  if (!is_bounded(from->own, count))
    return;
  for (int64_t d = 0; d < count; d++) {
    const tl_bound *bound = &from->own->bounds[d];
    out->bound[d] = bound->is_dynamic ? INT64_MIN
                    : bound->is_set   ? bound->value
                                      : TL_NO_BOUND;
    divisors[d] = bound->is_dynamic ? bound->divisor : 1;
    if (bound->is_dynamic)
      out->bound_value[d] = build_bound(builder, from, d);
    if (bound->has_lower)
      out->lower_count = count;
    out->lower[d] = bound->lower_is_dynamic ? INT64_MIN : bound->lower;
    if (bound->lower_is_dynamic)
      out->lower_value[d] =
          *tl_lower_bound_value(from->view, from->view->memory.leading + d);
  }
  out->bound_count = count;
  out->bound_divisibility = divisors_of(builder, count, divisors);
}
