/* lower_layout_conversions.c - tl-lower-layout-conversions
 *
 * A conversion becomes what exchanges the elements: through workgroup memory,
 *
 *   %w = tl.convert_layout %v as #a to #b scope warp
 *     : vector<8xf16> to vector<8xf16>
 * becomes, in a gpu.func with a block of one warp,
 *   %m = memref.view %scratch[%c0][]
 *     : memref<512xi8, #gpu.address_space<workgroup>> to memref<256xf16, ...>
 *   tl.store %v as #a to %m layout #tl.tile<S[(16, 16) : (16, 1)]> scope warp
 *   nvvm.bar.warp.sync %all
 *   %w = tl.load %m layout #tl.tile<S[(16, 16) : (16, 1)]> as #b scope warp
 *
 * with a barrier in front where rule S2 asks for it.  A tile that is larger than
 * the memory goes in pieces, each of which is stored and loaded within bounds; a
 * register holds an element in one of them, and zeros in the others:
 *
 *   tl.store %v as #a to %m[-8, 0] layout #half scope warp
 *     bounds(8, 16) from(0, 0)
 *
 * Requires:  layouts of any spelling.
 * Preserves: everything but conversions; a gpu.func gets a workgroup buffer (rule
 *            S1).
 * Fails:     where a conversion needs memory and there is none, or less than an
 *            element; where its scope has no barrier; on a target that there is
 *            not. */
#include "copy_lowering.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/NVVM.h"
#include "pass_rows.h"
#include "passes/emit/scratch.h"
#include "tl/copy_plan.h"
#include "tl/layout_algebra.h"
#include "tl/shared_choice.h"
#include <inttypes.h>
#include <string.h>

/* Of the memory of a kernel, and of what is named mostly. */
enum {
  BASE_ALIGNMENT = 16,
  COMPUTED_BITS = 64, /* of the widest numbers that all backends compute with */
};

/* What decides about a conversion. */
typedef struct conversion_key {
  const tl_target *target;
  MlirAttribute source, result;
  tl_thread_range threads;
  int64_t scope, element_bytes, max_bits, uses_matrices;
  int64_t scratch_bytes; /* of a group */
} conversion_key;

/* How it goes through memory: in pieces of these extents, each under the
 * layout. */
typedef struct planned_conversion {
  tl_list shape, piece;
  int64_t elements; /* that the layout reaches */
  tl_layout memory;
} planned_conversion;

/* A run of the pass. */
typedef struct conversion_run {
  tl_lowering lowering;
  int64_t scratch_bytes;
  tl_scratch scratch;
  bool is_fine; /* of all conversions, once they are told */
} conversion_run;

/* A conversion that is written, piece by piece. */
typedef struct written_conversion {
  conversion_run *run;
  const planned_conversion *plan;
  tl_conversion_view view;
  tl_exchange exchange;
  MlirValue memory;
  MlirAttribute layout;
} written_conversion;

static bool is_conversion(MlirOperation operation);
static tl_code read_key(void *state, MlirOperation operation, void *request,
                        size_t *size, tl_error *error);
static tl_code plan_conversion(const void *request, void *plan, size_t *size,
                               tl_error *error);
static tl_code choose_memory(const conversion_key *key, planned_conversion *out,
                             tl_error *error);
static tl_code plan_pieces(const conversion_key *key, planned_conversion *out,
                           tl_error *error);
static bool tell_all(const tl_copy_run *run);
static void tell_conversion(void *state, MlirOperation operation, void *plan);
static void write_conversion(void *state, MlirOperation operation, void *plan);
static MlirValue write_pieces(const written_conversion *conversion);

static const tl_copy_pass PASS = {.wants = is_conversion,
                                  .read = read_key,
                                  .request_size = sizeof(conversion_key),
                                  .plan = plan_conversion,
                                  .plan_size = sizeof(planned_conversion),
                                  .tell = tell_all,
                                  .write = write_conversion};

static bool read_options(conversion_run *run, const tl_option_value *options) {
  run->scratch_bytes = options[TL_OPTION_MAX_SCRATCH_BYTES].number;
  return tl_lowering_read(&run->lowering, options, TL_COPY_OPTION_COUNT) &&
         (run->scratch_bytes > 0 ||
          tl_emit_error(run->lowering.root,
                        "max-scratch-bytes is %" PRId64
                        "; it has to be at least 1",
                        run->scratch_bytes));
}

static tl_pass_result
run_lower_layout_conversions(MlirOperation root,
                             const tl_option_value *options) {
  conversion_run run = {.is_fine = true};
  tl_lowering_open(&run.lowering, root);
  tl_pass_result result = read_options(&run, options)
                              ? tl_lowering_run(&run.lowering, &PASS, &run)
                              : TL_PASS_FAILED;
  tl_scratch_free(&run.scratch);
  return result;
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__gpu__,
    mlirGetDialectHandle__memref__, mlirGetDialectHandle__nvvm__};

const tl_pass_row TL_LOWER_LAYOUT_CONVERSIONS = {
    .argument = "tl-lower-layout-conversions",
    .description = "Turn conversions between fragments into what exchanges "
                   "their elements",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_CONVERSION_OPTION_COUNT,
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .run = run_lower_layout_conversions,
};

static bool is_conversion(MlirOperation operation) {
  return tl_operation_kind_of(operation) == TL_OPERATION_CONVERT_LAYOUT;
}

/*===--- Read ------------------------------------------------------------===*/

static tl_code read_exchange(conversion_run *run, MlirOperation operation,
                             const tl_conversion_view *view, tl_exchange *out,
                             tl_error *error) {
  *out = (tl_exchange){.at = operation, .scope = view->scope};
  TL_TRY(tl_target_of(&run->lowering.access.target, operation, &out->target,
                      error));
  return tl_block_size_around(&run->lowering.facts, operation, &out->block,
                              error);
}

/* Of the memory that it names, or of its part of the kernel's. */
static int64_t bytes_for(const conversion_run *run,
                         const tl_conversion_view *view,
                         const tl_exchange *exchange) {
  int64_t groups;
  if (!mlirValueIsNull(view->scratch))
    return mlirShapedTypeGetDimSize(mlirValueGetType(view->scratch), 0);
  return tl_scratch_groups(exchange, &groups, NULL) == TL_OK
             ? run->scratch_bytes / groups
             : run->scratch_bytes;
}

static tl_code read_key(void *state, MlirOperation operation, void *request,
                        size_t *size, tl_error *error) {
  conversion_run *run = state;
  conversion_key *out = request;
  tl_conversion_view view;
  tl_exchange exchange;
  tl_conversion_view_read(operation, &view);
  TL_TRY(read_exchange(run, operation, &view, &exchange, error));
  *out = (conversion_key){
      .target = exchange.target,
      .source = view.source.layout,
      .result = view.target.layout,
      .threads = tl_scope_threads(view.scope, exchange.target->lanes,
                                  tl_block_threads(&exchange.block),
                                  exchange.block.most),
      .scope = view.scope,
      .element_bytes = tl_element_bytes(view.source.type),
      .max_bits = run->lowering.access.max_bits,
      .uses_matrices = run->lowering.uses_matrices,
      .scratch_bytes = bytes_for(run, &view, &exchange)};
  *size = sizeof *out;
  return TL_OK;
}

/*===--- Plan ------------------------------------------------------------===*/

static tl_code plan_conversion(const void *request, void *plan,
                               TL_UNUSED size_t *size, tl_error *error) {
  const conversion_key *key = request;
  planned_conversion *out = plan;
  out->shape = tl_layout_attribute_facts(key->source)->shape;
  out->piece = out->shape;
  return choose_memory(key, out, NULL) == TL_OK ? TL_OK
                                                : plan_pieces(key, out, error);
}

static tl_code read_accessor(const conversion_key *key, bool stores,
                             tl_copy_request *out, tl_error *error) {
  *out = (tl_copy_request){.scope = (tl_scope)key->scope,
                           .lanes = key->target->lanes,
                           .threads = key->threads,
                           .element_bytes = key->element_bytes,
                           .base_alignment = BASE_ALIGNMENT,
                           .stores = stores};
  return tl_fragment_layout(stores ? key->source : key->result,
                            (tl_scope)key->scope, key->target->lanes,
                            &out->fragment, error);
}

/* Of all of the tile, for who stores and who loads it. */
static tl_code choose_memory(const conversion_key *key, planned_conversion *out,
                             tl_error *error) {
  tl_shared_accessor accessors[] = {{.weight = 1}, {.weight = 1}};
  tl_shared_choice choice;
  const tl_shared_request request = {
      .shape = out->shape,
      .accessor_count = 2,
      .accessors = accessors,
      .rules = {.is_shared = true,
                .uses_matrices = key->uses_matrices,
                .target = key->target,
                .max_bits = key->max_bits},
      .most_bytes = key->scratch_bytes};
  TL_TRY(read_accessor(key, true, &accessors[0].copy, error));
  TL_TRY(read_accessor(key, false, &accessors[1].copy, error));
  TL_TRY(tl_shared_choose(&request, &choice, error));
  out->memory = choice.layout;
  return tl_layout_footprint(&choice.layout, &out->elements, error);
}

/* Equal parts of at most so many. */
static int64_t even_part(int64_t extent, int64_t most) {
  int64_t parts = (extent + most - 1) / most;
  return (extent + parts - 1) / parts;
}

/* Rows as long as fit, and as many. */
static tl_code plan_pieces(const conversion_key *key, planned_conversion *out,
                           tl_error *error) {
  int64_t room = key->scratch_bytes / key->element_bytes;
  tl_list strides = {.count = out->shape.count};
  if (!room)
    return tl_fail(error, TL_INVALID,
                   "exchanges elements of %" PRId64 " bytes through %" PRId64
                   " bytes of memory; give more by max-scratch-bytes",
                   key->element_bytes, key->scratch_bytes);
  out->piece = (tl_list){.count = out->shape.count};
  out->elements = 1;
  for (int64_t d = out->shape.count - 1; d >= 0; d--) {
    strides.items[d] = out->elements;
    out->piece.items[d] = even_part(out->shape.items[d], room / out->elements);
    out->elements *= out->piece.items[d];
  }
  return tl_layout_from_strides(&out->piece, &strides, &out->memory, error);
}

/*===--- Tell ------------------------------------------------------------===*/

static bool tell_all(const tl_copy_run *run) {
  conversion_run *own = run->state;
  tl_copies_visit(run, tell_conversion);
  return own->is_fine;
}

static tl_code ask_memory(conversion_run *run, const tl_conversion_view *view,
                          const tl_exchange *exchange, int64_t bytes,
                          tl_error *error) {
  int64_t groups;
  TL_TRY(tl_barrier_check(exchange, error));
  if (!mlirValueIsNull(view->scratch))
    return TL_OK;
  TL_TRY(tl_scratch_groups(exchange, &groups, error));
  tl_scratch_need(&run->scratch, exchange, bytes);
  return TL_OK;
}

static void tell_conversion(void *state, MlirOperation operation, void *plan) {
  conversion_run *run = state;
  const planned_conversion *planned = plan;
  tl_conversion_view view;
  tl_exchange exchange;
  tl_error error;
  tl_conversion_view_read(operation, &view);
  int64_t bytes = planned->elements * tl_element_bytes(view.source.type);
  if (read_exchange(run, operation, &view, &exchange, &error) != TL_OK ||
      ask_memory(run, &view, &exchange, bytes, &error) != TL_OK)
    run->is_fine = tl_emit_error(operation, "%s", error.message);
}

/*===--- Write -----------------------------------------------------------===*/

static void write_conversion(void *state, MlirOperation operation, void *plan) {
  conversion_run *run = state;
  tl_builder *builder = &run->lowering.builder;
  written_conversion own = {.run = run, .plan = plan};
  tl_value memory = {.kind = TL_KIND_LAYOUT, .as.layout = own.plan->memory};
  tl_conversion_view_read(operation, &own.view);
  if (read_exchange(run, operation, &own.view, &own.exchange, NULL) != TL_OK)
    return;
  tl_builder_before(builder, operation);
  own.layout = tl_layout_attribute_get(builder->context, &memory);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(operation, 0),
                                write_pieces(&own));
  mlirOperationDestroy(operation);
}

/* A tl.store of the source, or a tl.load of the target, of the piece that begins
 * there; all of the tile if that is one. */
static MlirOperation build_copy(const written_conversion *own, bool stores,
                                const tl_list *first) {
  const tl_builder *builder = &own->run->lowering.builder;
  const planned_conversion *plan = own->plan;
  tl_copy_view copy = {.kind = stores ? TL_STORE : TL_LOAD,
                       .stores = stores,
                       .scope = own->view.scope,
                       .memory = {.value = own->memory, .layout = own->layout},
                       .fragment =
                           stores ? own->view.source : own->view.target};
  copy.memory.type = mlirValueGetType(own->memory);
  for (int64_t d = 0; d < first->count; d++) {
    int64_t rest = plan->shape.items[d] - first->items[d];
    int64_t extent = plan->piece.items[d];
    copy.memory.origin[d] = -first->items[d];
    copy.bound[d] = rest < extent ? rest : extent;
    copy.lower[d] = 0;
    if (extent < plan->shape.items[d])
      copy.memory.origin_count = copy.bound_count = copy.lower_count =
          first->count;
  }
  MlirOperation out = tl_copy_create(&copy, builder->location);
  tl_copy_foreign_attributes(own->view.operation, out);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, out);
  return out;
}

/* The type with integers for elements, of the same size or of 64 bits. */
static MlirType bits_of(MlirType vector) {
  int64_t shape[TL_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(vector);
  int64_t bits = 8 * tl_element_bytes(vector);
  int64_t most = rank && bits > COMPUTED_BITS ? COMPUTED_BITS : bits;
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(vector, d);
  if (rank)
    shape[rank - 1] *= bits / most;
  return mlirVectorTypeGet(
      rank, shape,
      mlirIntegerTypeGet(mlirTypeGetContext(vector), (unsigned)most));
}

static MlirValue build_bits(const tl_builder *builder, MlirValue vector,
                            MlirType type) {
  MlirType own = mlirValueGetType(vector);
  bool is_cut = tl_element_bytes(own) != tl_element_bytes(type);
  if (mlirTypeEqual(own, type))
    return vector;
  return tl_build_value(builder, is_cut ? "vector.bitcast" : "arith.bitcast",
                        type, 1, &vector, 0, NULL);
}

/* Of two vectors, one of which has zeros. */
static MlirValue build_either(const tl_builder *builder, MlirValue a,
                              MlirValue b) {
  MlirType type = mlirValueGetType(b), bits = bits_of(type);
  if (mlirValueIsNull(a))
    return b;
  const MlirValue sides[] = {build_bits(builder, a, bits),
                             build_bits(builder, b, bits)};
  return build_bits(
      builder, tl_build_value(builder, "arith.ori", bits, 2, sides, 0, NULL),
      type);
}

static bool next_piece(const planned_conversion *plan, tl_list *first) {
  for (int64_t d = first->count - 1; d >= 0; d--) {
    first->items[d] += plan->piece.items[d];
    if (first->items[d] < plan->shape.items[d])
      return true;
    first->items[d] = 0;
  }
  return false;
}

/* Returns what the thread has of the tile. */
static MlirValue write_pieces(const written_conversion *conversion) {
  written_conversion own = *conversion;
  const tl_builder *builder = &own.run->lowering.builder;
  tl_scratch_part part = {.buffer = own.view.scratch};
  if (mlirValueIsNull(part.buffer))
    part = tl_build_scratch(&own.run->scratch, builder, &own.exchange);
  bool is_named = !mlirValueIsNull(own.view.scratch);
  bool is_read = tl_scratch_is_read(&own.exchange,
                                    is_named ? (MlirValue){NULL} : part.buffer);
  own.memory = tl_build_scratch_view(builder, &part,
                                     tl_element_type(own.view.source.type),
                                     own.plan->elements);
  tl_list first = {.count = own.plan->shape.count};
  MlirValue out = {NULL};
  do {
    if (is_read)
      tl_build_barrier(builder, &own.exchange);
    build_copy(&own, true, &first);
    tl_build_barrier(builder, &own.exchange);
    out = build_either(
        builder, out,
        mlirOperationGetResult(build_copy(&own, false, &first), 0));
    is_read = true;
  } while (next_piece(own.plan, &first));
  return out;
}
