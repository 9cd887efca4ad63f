/* share_stores.c - tl-share-stores
 *
 * A store whose replicas hold the same values becomes one of a smaller fragment
 * without replicas: each stores its share.
 *
 *   tl.store %v as #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]> to %A
 *     scope warp {share_replicas} : vector<8xf32> to memref<16x8xf32>
 * becomes
 *   %digit = lane / 16
 *   %low = vector.shuffle %v, %v [0, 1, 2, 3]
 *   %high = vector.shuffle %v, %v [4, 5, 6, 7]
 *   %is_second = arith.cmpi eq, %digit, %c1
 *   %w = arith.select %is_second, %high, %low
 *   tl.store %w as #tl.tile<S[(16, (2, 4)) : (1@laneid, (16@laneid, 1))]> to %A
 *     scope warp : vector<4xf32> to memref<16x8xf32>
 *
 * A tl.copy of a private buffer to memory becomes such a store of its elements.
 * Where that is not fewer accesses of a thread, the first replica stores all.
 *
 * Requires:  layouts of any spelling.
 * Preserves: everything but copies with share_replicas; their buffers state an
 *            alignment (rule A1).
 * Fails:     on a store that has no plan; on a target or a max-vector-bits that
 *            there is not. */
#include "copy_lowering.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/emit/flat_memory.h"
#include "passes/emit/plan_values.h"
#include "passes/emit/registers.h"
#include "tl/copy_share.h"
#include "tl/copy_slice.h"
#include <inttypes.h>

typedef struct share_request {
  const tl_target *target;
  int64_t max_bits, uses_matrices, is_shared;
  tl_copy_key key;
} share_request;

typedef struct planned_shares {
  int64_t lanes; /* of a wave */
  tl_store_shares shares;
} planned_shares;

static bool is_shared_store(MlirOperation operation);
static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error);
static tl_code plan_shares(const void *request, void *plan, size_t *size,
                           tl_error *error);
static void write_shares(void *state, MlirOperation operation, void *plan);
static MlirValue build_elements(const tl_builder *builder, MlirValue buffer);
static MlirValue build_share(const tl_builder *builder,
                             const tl_share_step *step, MlirValue thread,
                             MlirValue value);

static const tl_copy_pass PASS = {.wants = is_shared_store,
                                  .read = read_request,
                                  .request_size = sizeof(share_request),
                                  .plan = plan_shares,
                                  .plan_size = sizeof(planned_shares),
                                  .write = write_shares};

static tl_pass_result run_share_stores(MlirOperation root,
                                       const tl_option_value *options) {
  tl_lowering run;
  tl_lowering_open(&run, root);
  return tl_lowering_read(&run, options, TL_SYNTHESIS_OPTION_COUNT)
             ? tl_lowering_run(&run, &PASS, &run)
             : TL_PASS_FAILED;
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__gpu__,
    mlirGetDialectHandle__memref__, mlirGetDialectHandle__vector__};

const tl_pass_row TL_SHARE_STORES = {
    .argument = "tl-share-stores",
    .description = "Give every replica its share of a store",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_SYNTHESIS_OPTION_COUNT,
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .run = run_share_stores,
};

static bool is_shared_store(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  return (kind == TL_OPERATION_STORE || kind == TL_OPERATION_COPY) &&
         !mlirAttributeIsNull(
             tl_attribute_of(operation, TL_ATTRIBUTE_SHARE_REPLICAS));
}

/*===--- Read and plan ----------------------------------------------------===*/

static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error) {
  tl_lowering *own = state;
  share_request *out = request;
  tl_copy_view view;
  tl_aligned_address base;
  tl_block_size block;
  tl_copy_view_read(operation, &view);
  TL_TRY(tl_block_size_around(&own->facts, operation, &block, error));
  TL_TRY(tl_target_of(&own->access.target, operation, &out->target, error));
  out->max_bits = own->access.max_bits;
  out->uses_matrices = own->uses_matrices;
  out->is_shared = tl_memory_space_of(view.memory.type) == TL_MEMORY_SHARED;
  tl_copy_key_read(&view, out->target->lanes, &block, &own->facts, &out->key,
                   &base);
  *size = sizeof *out;
  return TL_OK;
}

static tl_code plan_shares(const void *request, void *plan,
                           TL_UNUSED size_t *size, tl_error *error) {
  const share_request *own = request;
  planned_shares *out = plan;
  const tl_access_rules rules = {.is_shared = own->is_shared,
                                 .uses_matrices = own->uses_matrices,
                                 .target = own->target,
                                 .max_bits = own->max_bits};
  tl_layout fragment;
  tl_copy_request copy;
  TL_TRY(tl_fragment_layout(own->key.fragment, (tl_scope)own->key.scope,
                            own->key.lanes, &fragment, error));
  TL_TRY(tl_copy_request_make(&own->key, &fragment, &copy, error));
  out->lanes = own->key.lanes;
  return tl_store_share(&copy, &rules, &out->shares, error);
}

/*===--- Write ------------------------------------------------------------===*/

static void write_shares(void *state, MlirOperation operation, void *plan) {
  tl_lowering *run = state;
  const planned_shares *planned = plan;
  const tl_store_shares *shares = &planned->shares;
  tl_builder *builder = &run->builder;
  tl_planned_copy copy = {.block =
                              tl_block_size_planned(&run->facts, operation)};
  tl_copy_view *view = &copy.view;
  tl_copy_view_read(operation, view);
  if (!shares->count) {
    mlirOperationRemoveDiscardableAttributeByName(
        operation, mlirStringRefCreateFromCString(TL_ATTRIBUTE_SHARE_REPLICAS));
    return;
  }
  tl_builder_before(builder, operation);
  copy.request.lanes = planned->lanes;
  copy.plan.thread_offset =
      shares->fragment.offset[tl_scope_describe(view->scope)->axis];
  MlirValue thread = tl_build_plan_thread(builder, &copy);
  if (view->kind == TL_COPY)
    view->fragment.value = build_elements(builder, view->fragment.value);
  view->kind = TL_STORE;
  for (int64_t i = 0; i < shares->count; i++)
    view->fragment.value =
        build_share(builder, &shares->steps[i], thread, view->fragment.value);
  tl_value fragment = {.kind = TL_KIND_LAYOUT, .as.layout = shares->fragment};
  tl_layout_drop(view->memory.leading, &fragment.as.layout);
  view->fragment.layout = tl_layout_attribute_get(builder->context, &fragment);
  MlirOperation store = tl_copy_create(view, builder->location);
  tl_copy_foreign_attributes(operation, store);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, store);
  mlirOperationDestroy(operation);
}

/* The elements of a private buffer as a vector. */
static MlirValue build_elements(const tl_builder *builder, MlirValue buffer) {
  MlirType type = mlirValueGetType(buffer);
  MlirValue operands[] = {tl_build_flat(builder, buffer),
                          tl_build_index(builder, 0)};
  return tl_build_value(
      builder, "vector.load",
      tl_vector_type(tl_element_count(type), tl_element_type(type)), 2,
      operands, 0, NULL);
}

/* The registers of the share with that digit. */
static MlirValue build_part(const tl_builder *builder,
                            const tl_registers *registers,
                            const tl_share_step *step, int64_t digit) {
  tl_part parts[TL_MAX_REGISTERS];
  int64_t count = registers->count / step->extent;
  for (int64_t slot = 0; slot < count; slot++)
    parts[slot] = registers->parts[tl_share_slot(step, digit, slot)];
  return tl_build_gather(builder, registers->pieces, parts, count);
}

/* What the thread keeps of a vector: one share after the other, as its digit
 * says. */
static MlirValue build_share(const tl_builder *builder,
                             const tl_share_step *step, MlirValue thread,
                             MlirValue value) {
  tl_registers registers;
  tl_registers_read(builder, value, &registers);
  MlirValue digit = tl_build_by(
      builder, TL_REMAINDER,
      tl_build_by(builder, TL_DIVIDE, thread, step->divisor), step->extent);
  MlirValue kept = build_part(builder, &registers, step, 0);
  for (int64_t i = 1; i < step->extent; i++)
    kept =
        tl_build_select(builder, tl_build_compare(builder, TL_EQUALS, digit, i),
                        build_part(builder, &registers, step, i), kept);
  return kept;
}
