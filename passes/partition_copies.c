/* partition_copies.c - tl-partition-copies
 *
 * A copy of a group of threads becomes what one thread of the group does: the
 * thread digits of the fragment turn into a base offset, the register digits
 * into atoms (extent : memory stride -> register stride).
 *
 *   %v = tl.load %A as #tl.tile<S[(32, 8) : (1@laneid, 1)]> scope warp
 *     : memref<32x8xf32> to vector<8xf32>
 * becomes
 *   %lane = gpu.lane_id
 *   %offset = arith.muli %lane, %c8 overflow<nsw, nuw> : index
 *   %v = tl.thread_load %A[%offset] atoms (8) : (1) -> (1) align 16
 *     : memref<32x8xf32> to vector<8xf32>
 *
 * Threads that own nothing, and for a store all replicas but the first, are
 * kept out by scf.if; a load gives them zeros.
 *
 * Requires:  layouts of any spelling.
 * Preserves: everything but the copies.
 * Fails:     on a copy that has no plan, with the reason; on strides known only
 *            at run time.
 * Remarks:   on a copy whose layouts have no common refinement, which computes
 *            an address for each group of registers. */
#include "ir_builder.h"
#include "memory_alignment.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/SCF.h"
#include "pass_rows.h"
#include "thread_number.h"
#include "worklist.h"
#include <inttypes.h>

/* A copy, what is known of it, and who moves what. */
typedef struct planned_copy {
  tl_copy_view view;
  tl_block_size block;
  tl_copy_request request;
  tl_copy_partition plan;
} planned_copy;

/* Values that terms read: dimensions, then the thread number. */
typedef struct term_sources {
  MlirValue values[TL_SOURCE_THREAD + 1];
} term_sources;

static bool is_copy(MlirOperation operation);
static bool plan_copy(MlirOperation operation, tl_alignment_facts *facts,
                      planned_copy *copy);
static tl_code read_request(planned_copy *copy, tl_alignment_facts *facts,
                            tl_error *error);
static int64_t start_count(const tl_copy_partition *plan);
static void write_copy(tl_builder *builder, const planned_copy *copy);
static MlirValue build_guard(const tl_builder *builder,
                             const tl_copy_partition *plan, MlirValue thread);
static MlirValue build_terms(const tl_builder *builder, const tl_terms *terms,
                             const term_sources *sources);
static MlirValue build_digit(const tl_builder *builder, const tl_term *term,
                             const term_sources *sources);
static MlirOperation build_thread_copy(const tl_builder *builder,
                                       const planned_copy *copy,
                                       const term_sources *sources);
static int64_t build_starts(const tl_builder *builder, const planned_copy *copy,
                            const term_sources *sources, MlirValue *offsets,
                            int64_t *slots);
static term_sources build_coordinate(const tl_builder *builder,
                                     const planned_copy *copy,
                                     const term_sources *sources);
static MlirValue build_scattered(const tl_builder *builder,
                                 const tl_copy_partition *plan, MlirValue base,
                                 const term_sources *coordinate,
                                 const int64_t *shift);
static MlirOperation build_if(const tl_builder *builder, MlirValue condition,
                              MlirType result);
static void build_yield(const tl_builder *builder, MlirValue value);

static bool run_partition_copies(MlirOperation root, const int64_t *options) {
  (void)options;
  MlirContext context = mlirOperationGetContext(root);
  tl_alignment_facts facts = tl_alignment_facts_create(context);
  tl_builder builder = tl_builder_create(context);
  planned_copy copy;

  /* 1. Collect. */
  tl_worklist copies;
  tl_worklist_collect(&copies, root, is_copy);

  /* 2. Plan, all of them before the first is written. */
  bool planned = copies.is_complete;
  for (intptr_t i = 0; planned && i < copies.count; i++)
    planned = plan_copy(copies.items[i], &facts, &copy);

  /* 3. Write. */
  for (intptr_t i = 0; planned && i < copies.count; i++)
    if (plan_copy(copies.items[i], &facts, &copy))
      write_copy(&builder, &copy);
  tl_worklist_free(&copies);
  tl_alignment_facts_free(&facts);
  return planned;
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__gpu__,
    mlirGetDialectHandle__scf__};

const tl_pass_row TL_PARTITION_COPIES = {
    .argument = "tl-partition-copies",
    .description = "Turn copies of a group of threads into copies of one",
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .run = run_partition_copies,
};

static bool is_copy(MlirOperation operation) {
  return tl_copy_kind_of(operation) != TL_COPY_KIND_COUNT;
}

static bool plan_copy(MlirOperation operation, tl_alignment_facts *facts,
                      planned_copy *copy) {
  tl_error error;
  tl_copy_view_read(operation, &copy->view);
  copy->block = tl_block_size_around(operation);
  tl_code code = read_request(copy, facts, &error);
  if (code == TL_OK)
    code = tl_copy_partition_plan(&copy->request, &copy->plan, &error);
  if (code == TL_OK && start_count(&copy->plan) > TL_MAX_STARTS)
    code = tl_fail(&error, TL_CAPACITY,
                   "needs %" PRId64 " addresses per thread, more than %d: %s",
                   start_count(&copy->plan), TL_MAX_STARTS, copy->plan.reason);
  if (code != TL_OK)
    tl_emit_error(operation, "%s", error.message);
  return code == TL_OK;
}

static tl_code read_request(planned_copy *copy, tl_alignment_facts *facts,
                            tl_error *error) {
  const tl_copy_view *view = &copy->view;
  tl_copy_request *request = &copy->request;
  int64_t block_threads = tl_block_threads(&copy->block);
  *request = (tl_copy_request){
      .scope = view->scope,
      .threads = tl_scope_threads(view->scope, block_threads),
      .element_bytes = tl_element_bytes(view->memory.type),
      .base_alignment = tl_memory_alignment(facts, view->memory.value),
      .stores = view->stores,
  };
  MlirAttribute stated = mlirOperationGetDiscardableAttributeByName(
      view->operation, mlirStringRefCreateFromCString(TL_ATTRIBUTE_ALIGNMENT));
  if (!mlirAttributeIsNull(stated) &&
      mlirIntegerAttrGetValueInt(stated) > request->base_alignment)
    request->base_alignment = mlirIntegerAttrGetValueInt(stated);
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    request->origin[d] = tl_origin_of(view, d);
  TL_TRY(tl_fragment_layout(view, &request->fragment, error));
  return tl_memory_layout(view, &request->fragment, &request->memory, error);
}

static int64_t start_count(const tl_copy_partition *plan) {
  int64_t count = 1;
  for (int64_t i = 0; i < plan->slot_digit_count; i++)
    count *= plan->slot_digits[i].extent;
  return count;
}

static void write_copy(tl_builder *builder, const planned_copy *copy) {
  const tl_copy_view *view = &copy->view;
  const tl_copy_partition *plan = &copy->plan;
  if (plan->is_scattered)
    tl_emit_remark(view->operation, plan->reason,
                   "computes %" PRId64 " addresses per thread",
                   start_count(plan));

  /* 1. Who takes part. */
  tl_builder_before(builder, view->operation);
  term_sources sources = {{{NULL}}};
  bool uses_thread =
      plan->guards.count || plan->terms.count || plan->coordinate_terms.count;
  if (uses_thread)
    sources.values[TL_SOURCE_THREAD] = tl_build_subtract(
        builder, tl_build_thread_number(builder, view->scope, &copy->block),
        plan->thread_offset);
  for (int64_t d = 0; d < view->memory.origin_count; d++)
    if (copy->request.origin[d].is_dynamic)
      sources.values[d] = view->memory.origin_value[d];
  MlirValue guard =
      build_guard(builder, plan, sources.values[TL_SOURCE_THREAD]);

  /* 2. What each moves, under the guard if there is one. */
  MlirType result =
      view->kind == TL_LOAD ? view->fragment.type : (MlirType){NULL};
  MlirOperation replacement = {NULL};
  if (!mlirValueIsNull(guard)) {
    replacement = build_if(builder, guard, result);
    tl_builder_at_end(builder, mlirRegionGetFirstBlock(
                                   mlirOperationGetRegion(replacement, 0)));
  }
  MlirOperation moved = build_thread_copy(builder, copy, &sources);
  if (!mlirValueIsNull(guard))
    build_yield(builder, mlirTypeIsNull(result)
                             ? (MlirValue){NULL}
                             : mlirOperationGetResult(moved, 0));
  else
    replacement = moved;

  /* 3. Instead of the copy. */
  if (!mlirTypeIsNull(result))
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(view->operation, 0),
                                  mlirOperationGetResult(replacement, 0));
  mlirOperationDestroy(view->operation);
}

/* The conjunction of the guards; null when every thread takes part. */
static MlirValue build_guard(const tl_builder *builder,
                             const tl_copy_partition *plan, MlirValue thread) {
  MlirValue all = {NULL};
  for (int64_t i = 0; i < plan->guards.count; i++) {
    const tl_term *guard = &plan->guards.items[i];
    term_sources sources = {{{NULL}}};
    sources.values[TL_SOURCE_THREAD] = thread;
    MlirValue one =
        guard->extent == 0
            ? tl_build_below(builder, thread, guard->divisor)
            : tl_build_is_zero(builder, build_digit(builder, guard, &sources));
    all = tl_build_and(builder, all, one);
  }
  return all;
}

static MlirValue build_terms(const tl_builder *builder, const tl_terms *terms,
                             const term_sources *sources) {
  MlirValue sum = {NULL};
  for (int64_t i = 0; i < terms->count; i++)
    sum = tl_build_add(builder, sum,
                       build_digit(builder, &terms->items[i], sources));
  return sum;
}

/* stride * ((source / divisor) % extent) */
static MlirValue build_digit(const tl_builder *builder, const tl_term *term,
                             const term_sources *sources) {
  MlirValue value = sources->values[term->source];
  if (mlirValueIsNull(value))
    return value;
  value = tl_build_divide(builder, value, term->divisor);
  if (term->extent)
    value = tl_build_remainder(builder, value, term->extent);
  return tl_build_multiply(builder, value, term->stride);
}

static MlirOperation build_thread_copy(const tl_builder *builder,
                                       const planned_copy *copy,
                                       const term_sources *sources) {
  const tl_copy_view *view = &copy->view;
  MlirValue offsets[TL_MAX_STARTS];
  int64_t slots[TL_MAX_STARTS];
  int64_t count = build_starts(builder, copy, sources, offsets, slots);
  tl_thread_view thread = {
      .kind = view->kind,
      .stores = view->stores,
      .memory = view->memory.value,
      .fragment = view->fragment.value,
      .memory_type = view->memory.type,
      .fragment_type = view->fragment.type,
      .start_count = count,
      .atoms = copy->plan.atoms,
      .swizzle = copy->plan.swizzle,
      .alignment = copy->plan.alignment,
  };
  if (count > 1 || slots[0] != 0)
    thread.slots = tl_words(builder, count, slots);
  MlirOperation moved = tl_thread_create(&thread, builder->location, offsets);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, moved);
  return moved;
}

/* One start for each combination of the slot digits; returns how many. */
static int64_t build_starts(const tl_builder *builder, const planned_copy *copy,
                            const term_sources *sources, MlirValue *offsets,
                            int64_t *slots) {
  const tl_copy_partition *plan = &copy->plan;
  MlirValue base = build_terms(builder, &plan->terms, sources);
  term_sources coordinate = build_coordinate(builder, copy, sources);
  int64_t count = start_count(plan);
  for (int64_t i = 0; i < count; i++) {
    int64_t shift[TL_MAX_RANK];
    for (int64_t d = 0; d < TL_MAX_RANK; d++)
      shift[d] = copy->request.origin[d].is_dynamic
                     ? 0
                     : copy->request.origin[d].value;
    slots[i] = plan->slot_offset;
    for (int64_t k = 0, rest = i; k < plan->slot_digit_count; k++) {
      const tl_slot_digit *digit = &plan->slot_digits[k];
      slots[i] += rest % digit->extent * digit->register_stride;
      shift[digit->dimension] += rest % digit->extent * digit->weight;
      rest /= digit->extent;
    }
    offsets[i] = build_scattered(builder, plan, base, &coordinate, shift);
  }
  return count;
}

/* The part of the scattered coordinate that is known only at run time. */
static term_sources build_coordinate(const tl_builder *builder,
                                     const planned_copy *copy,
                                     const term_sources *sources) {
  const tl_copy_partition *plan = &copy->plan;
  term_sources x = *sources;
  for (int64_t i = 0; i < plan->coordinate_terms.count; i++) {
    MlirValue *sum = &x.values[plan->coordinate_of[i]];
    *sum = tl_build_add(
        builder, *sum,
        build_digit(builder, &plan->coordinate_terms.items[i], sources));
  }
  return x;
}

/* base + offset + the scattered terms over coordinate + shift. */
static MlirValue build_scattered(const tl_builder *builder,
                                 const tl_copy_partition *plan, MlirValue base,
                                 const term_sources *coordinate,
                                 const int64_t *shift) {
  int64_t constant = plan->offset;
  for (int64_t i = 0; i < plan->scattered_terms.count; i++) {
    const tl_term *term = &plan->scattered_terms.items[i];
    MlirValue x = coordinate->values[term->source];
    if (mlirValueIsNull(x)) {
      int64_t digit = shift[term->source] / term->divisor;
      constant += (term->extent ? digit % term->extent : digit) * term->stride;
      continue;
    }
    term_sources shifted = {{{NULL}}};
    shifted.values[term->source] =
        tl_build_add_constant(builder, x, shift[term->source]);
    base = tl_build_add(builder, base, build_digit(builder, term, &shifted));
  }
  base = tl_build_add_constant(builder, base, constant);
  return mlirValueIsNull(base) ? tl_build_index(builder, 0) : base;
}

/* scf.if with empty blocks, or an else block of zeros for a result. */
static MlirOperation build_if(const tl_builder *builder, MlirValue condition,
                              MlirType result) {
  tl_build_request request = {.name = "scf.if",
                              .operand_count = 1,
                              .operands = &condition,
                              .result_count = !mlirTypeIsNull(result),
                              .results = &result,
                              .region_count = 2};
  MlirOperation branch = tl_build(builder, &request);
  bool has_result = !mlirTypeIsNull(result);
  for (intptr_t i = 0; i < 1 + has_result; i++)
    mlirRegionAppendOwnedBlock(mlirOperationGetRegion(branch, i),
                               mlirBlockCreate(0, NULL, NULL));
  if (has_result) {
    tl_builder inside = *builder;
    tl_builder_at_end(
        &inside, mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, 1)));
    build_yield(&inside, tl_build_zero(&inside, result));
  }
  return branch;
}

static void build_yield(const tl_builder *builder, MlirValue value) {
  tl_build_request request = {.name = "scf.yield",
                              .operand_count = !mlirValueIsNull(value),
                              .operands = &value};
  tl_build(builder, &request);
}
