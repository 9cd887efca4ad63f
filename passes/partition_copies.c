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
 * Where ldmatrix or stmatrix moves a fragment of shared memory in fewer accesses,
 * the base offset is that of the row that a lane names:
 *
 *     atoms () : () -> () vector 8 of (8) -> (1) matrices 4 align 16
 *
 * An asynchronous copy is planned as a load of its source and a store to its
 * target; the atoms of the two are paired.
 *
 *   tl.copy %G to %S as #tl.tile<S[(32, 8) : (1@laneid, 1)]> scope warp async
 *     : memref<32x8xf32> to memref<32x8xf32, 3>
 * becomes
 *   tl.thread_async %G[%offset] to %S[%offset] atoms (8) : (1) -> (1) align 16
 *
 * Threads that own nothing, and for a store all replicas but the first, are
 * kept out by scf.if; a load gives them zeros.
 *
 * Requires:  layouts of any spelling.
 * Preserves: everything but the copies.
 * Fails:     on a copy that has no plan, with the reason; on an asynchronous one
 *            that cp.async cannot do, likewise; when the report cannot be
 *            written.
 * Remarks:   on a copy whose layouts have no common refinement, which computes
 *            an address for each group of registers; where remarks are asked
 *            for, on every copy. */
#include "copy_options.h"
#include "copy_report.h"
#include "passes/facts/copy_request.h"
#include "passes/emit/ir_builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "pass_rows.h"
#include "passes/emit/plan_values.h"
#include "tl/copy_async.h"
#include "worklist.h"
#include <inttypes.h>

/* What was asked for. */
typedef struct partition_options {
  tl_access_options access;
  bool uses_matrices;
} partition_options;

/* A copy as it will be written; an asynchronous one is a load of its source, with
 * the pairs for atoms, and a store to its target. */
typedef struct planned_operation {
  bool is_async;
  tl_planned_copy copy;
  tl_planned_copy
      target; /* this and the rest are of an asynchronous copy alone */
  tl_copy_vectors vectors;
  int64_t alignment;
} planned_operation;

static bool is_copy(MlirOperation operation);
static bool plan(MlirOperation operation, tl_alignment_facts *facts,
                 const partition_options *options, planned_operation *out);
static tl_code plan_copy(MlirOperation operation, tl_alignment_facts *facts,
                         const partition_options *options,
                         tl_planned_copy *copy, tl_error *error);
static tl_code plan_async(MlirOperation operation, tl_alignment_facts *facts,
                          const partition_options *options,
                          planned_operation *out, tl_error *error);
static tl_code plan_side(const tl_transfer_view *view, bool target,
                         tl_alignment_facts *facts,
                         const partition_options *options,
                         tl_planned_copy *copy, tl_error *error);
static tl_code refuse_width(const planned_operation *planned, tl_error *error);
static tl_code plan_layout(const tl_layout *fragment, tl_alignment_facts *facts,
                           const partition_options *options,
                           tl_planned_copy *copy, tl_error *error);
static void plan_matrices(tl_planned_copy *copy,
                          const partition_options *options);
static bool report_copies(MlirOperation root, const tl_worklist *copies,
                          tl_alignment_facts *facts,
                          const partition_options *how,
                          const tl_option_value *options);
static void report_copy(const planned_operation *planned,
                        tl_copy_report *report, bool has_remarks);
static void write_copy(tl_builder *builder, const tl_planned_copy *copy);
static void write_async(tl_builder *builder, const planned_operation *planned);
static void build_thread_async(const tl_builder *builder,
                               const planned_operation *planned,
                               const tl_term_sources *of_source,
                               const tl_term_sources *of_target);
static MlirOperation build_thread_copy(const tl_builder *builder,
                                       const tl_planned_copy *copy,
                                       const tl_term_sources *sources);
static tl_thread_view read_thread(const tl_planned_copy *copy, intptr_t starts);
static void read_atoms(const tl_planned_copy *copy,
                       const tl_term_sources *sources, tl_thread_view *thread,
                       MlirValue *symbols);

static bool run_partition_copies(MlirOperation root,
                                 const tl_option_value *options) {
  MlirContext context = mlirOperationGetContext(root);
  tl_alignment_facts facts = tl_alignment_facts_create(context);
  tl_builder builder = tl_builder_create(context);
  planned_operation copy;

  partition_options how = {
      .uses_matrices = options[TL_OPTION_MATRIX_INSTRUCTIONS].number != 0};
  if (!tl_access_options_read(root, options, &how.access) ||
      !tl_copy_flags_check(root, options))
    return false;

  /* 1. Collect. */
  tl_worklist copies;
  tl_worklist_collect(&copies, root, is_copy);

  /* 2. Plan, all of them before the first is written. */
  bool planned = copies.is_complete;
  for (intptr_t i = 0; planned && i < copies.count; i++)
    planned = plan(copies.items[i], &facts, &how, &copy);
  planned = planned && report_copies(root, &copies, &facts, &how, options);

  /* 3. Write. */
  for (intptr_t i = 0; planned && i < copies.count; i++)
    if (plan(copies.items[i], &facts, &how, &copy))
      copy.is_async ? write_async(&builder, &copy)
                    : write_copy(&builder, &copy.copy);
  tl_worklist_free(&copies);
  tl_alignment_facts_free(&facts);
  return planned;
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__gpu__,
    mlirGetDialectHandle__memref__, mlirGetDialectHandle__scf__};

const tl_pass_row TL_PARTITION_COPIES = {
    .argument = "tl-partition-copies",
    .description = "Turn copies of a group of threads into copies of one",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_COPY_OPTION_COUNT,
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .run = run_partition_copies,
};

static bool is_copy(MlirOperation operation) {
  return tl_copy_kind_of(operation) != TL_COPY_KIND_COUNT ||
         tl_is_transfer(operation);
}

static bool plan(MlirOperation operation, tl_alignment_facts *facts,
                 const partition_options *options, planned_operation *out) {
  tl_error error;
  out->is_async = tl_is_transfer(operation);
  tl_code code = out->is_async
                     ? plan_async(operation, facts, options, out, &error)
                     : plan_copy(operation, facts, options, &out->copy, &error);
  if (code != TL_OK)
    tl_emit_error(operation, "%s", error.message);
  return code == TL_OK;
}

static tl_code plan_copy(MlirOperation operation, tl_alignment_facts *facts,
                         const partition_options *options,
                         tl_planned_copy *copy, tl_error *error) {
  tl_layout fragment;
  tl_copy_view_read(operation, &copy->view);
  TL_TRY(tl_fragment_layout(&copy->view, &fragment, error));
  TL_TRY(plan_layout(&fragment, facts, options, copy, error));
  plan_matrices(copy, options);
  return TL_OK;
}

static tl_code plan_async(MlirOperation operation, tl_alignment_facts *facts,
                          const partition_options *options,
                          planned_operation *out, tl_error *error) {
  tl_transfer_view view;
  tl_atoms pairs;
  tl_planned_copy *source = &out->copy, *target = &out->target;

  /* 1. The two sides. */
  tl_transfer_view_read(operation, &view);
  if (!view.is_async || mlirAttributeIsNull(view.partition))
    return tl_fail(
        error, TL_UNSUPPORTED,
        "is between two memories; run tl-synthesize-partition first");
  if (!options->access.target->has_async_copy)
    return tl_fail(error, TL_UNSUPPORTED, TL_NO_ASYNC_COPY,
                   options->access.target->name);
  TL_TRY(plan_side(&view, false, facts, options, source, error));
  TL_TRY(plan_side(&view, true, facts, options, target, error));

  /* 2. What of them belongs together, and how wide it is. */
  TL_TRY(
      tl_async_pair(&source->plan.atoms, &target->plan.atoms, &pairs, error));
  out->alignment = source->plan.alignment < target->plan.alignment
                       ? source->plan.alignment
                       : target->plan.alignment;
  if (!tl_async_plan(&pairs, &source->plan.swizzle, &target->plan.swizzle,
                     out->alignment, source->request.element_bytes,
                     tl_access_most_bits(&target->rules), &out->vectors))
    return refuse_width(out, error);
  source->plan.atoms = pairs;
  return TL_OK;
}

static tl_code plan_side(const tl_transfer_view *view, bool target,
                         tl_alignment_facts *facts,
                         const partition_options *options,
                         tl_planned_copy *copy, tl_error *error) {
  tl_layout fragment;
  tl_transfer_side(view, target, &copy->view);
  copy->matrix = (tl_copy_matrix){0};
  TL_TRY(tl_transfer_tile(view, &fragment, error));
  TL_TRY(plan_layout(&fragment, facts, options, copy, error));
  if (!copy->plan.is_scattered)
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "is asynchronous, and the %s has no digits in common with the "
                 "partition: %s",
                 copy->view.memory.name, copy->plan.reason);
}

/* Why not even 4 bytes are an access. */
static tl_code refuse_width(const planned_operation *planned, tl_error *error) {
  const tl_planned_copy *sides[] = {&planned->copy, &planned->target};
  int64_t bytes = planned->copy.request.element_bytes;
  bytes = bytes < TL_ASYNC_NARROWEST_BYTES ? TL_ASYNC_NARROWEST_BYTES : bytes;
  tl_reason reason;
  for (int i = 0; i < 2; i++) {
    const tl_planned_copy *side = sides[i];
    if (tl_copy_forbids(&side->request, &side->plan, &side->rules,
                        bytes / side->request.element_bytes, &reason))
      return tl_fail(error, TL_UNSUPPORTED,
                     "is asynchronous, and cp.async moves 4, 8 or 16 bytes; "
                     "not %" PRId64 " of the %s: %s",
                     bytes, side->view.memory.name, reason.text);
  }
  return tl_fail(error, TL_UNSUPPORTED,
                 "is asynchronous, and cp.async moves 4, 8 or 16 bytes; no 4 "
                 "are consecutive on both sides");
}

/* The copy of `view`, under a fragment of that layout. */
static tl_code plan_layout(const tl_layout *fragment, tl_alignment_facts *facts,
                           const partition_options *options,
                           tl_planned_copy *copy, tl_error *error) {
  copy->block = tl_block_size_around(copy->view.operation);
  copy->rules = tl_access_rules_of(&options->access, copy->view.memory.type);
  copy->rules.base_reason = copy->base_reason;
  TL_TRY(tl_copy_request_read(&copy->view, fragment, &copy->block, facts,
                              &copy->request, copy->base_reason, error));
  TL_TRY(tl_copy_partition_plan(&copy->request, &copy->plan, error));
  if (tl_copy_start_count(&copy->plan) <= TL_MAX_STARTS)
    return TL_OK;
  return tl_fail(error, TL_CAPACITY,
                 "needs %" PRId64 " addresses per thread, more than %d: %s",
                 tl_copy_start_count(&copy->plan), TL_MAX_STARTS,
                 copy->plan.reason);
}

static void plan_matrices(tl_planned_copy *copy,
                          const partition_options *options) {
  copy->matrix = (tl_copy_matrix){0};
  if (options->uses_matrices &&
      tl_memory_space_of(copy->view.memory.type) == TL_MEMORY_SHARED)
    tl_copy_matrix_plan(&copy->request, options->access.target, &copy->plan,
                        &copy->matrix);
}

/* What tl-vectorize-copies will choose, told before anything is written. */
static bool report_copies(MlirOperation root, const tl_worklist *copies,
                          tl_alignment_facts *facts,
                          const partition_options *how,
                          const tl_option_value *options) {
  const char *path = options[TL_OPTION_REPORT].text;
  bool has_remarks = options[TL_OPTION_REMARKS].number != 0, written = true;
  if (!path[0] && !has_remarks)
    return true;
  tl_copy_report report = tl_copy_report_create();
  for (intptr_t i = 0; i < copies->count; i++) {
    planned_operation planned;
    if (plan(copies->items[i], facts, how, &planned))
      report_copy(&planned, &report, has_remarks);
  }
  if (path[0])
    written = tl_copy_report_write(&report, root, path);
  tl_copy_report_free(&report);
  return written;
}

static void report_copy(const planned_operation *planned,
                        tl_copy_report *report, bool has_remarks) {
  const tl_planned_copy *copy = &planned->copy, *target = &planned->target;
  tl_copy_vectors vectors;
  tl_copy_record record;
  if (planned->is_async) {
    tl_async_side sides[] = {{&copy->request, &copy->plan, &copy->rules},
                             {&target->request, &target->plan, &target->rules}};
    tl_async_record_make(&sides[0], &sides[1], &planned->vectors, &record);
  } else {
    tl_copy_accesses_plan(&copy->plan.atoms, &copy->plan.swizzle,
                          copy->plan.alignment, copy->request.element_bytes,
                          tl_access_most_bits(&copy->rules), &vectors);
    tl_copy_record_make(&copy->request, &copy->plan, &vectors, &copy->matrix,
                        &copy->rules, &record);
  }
  tl_copy_report_add(report, &copy->view, &copy->rules, &record);
  if (has_remarks)
    tl_copy_report_remark(&copy->view, &record);
}

static void write_copy(tl_builder *builder, const tl_planned_copy *copy) {
  const tl_copy_view *view = &copy->view;
  const tl_copy_partition *plan = &copy->plan;
  if (plan->is_scattered)
    tl_emit_remark(view->operation, plan->reason,
                   "computes %" PRId64 " addresses per thread",
                   tl_copy_start_count(plan));

  /* 1. Who takes part. */
  tl_builder_before(builder, view->operation);
  tl_term_sources sources;
  MlirValue thread = {NULL};
  if (tl_plan_uses_thread(plan))
    thread = tl_build_plan_thread(builder, copy);
  tl_read_plan_sources(builder, copy, thread, &sources);
  MlirValue guard = tl_build_plan_guard(builder, plan, thread);

  /* 2. What each moves, under the guard if there is one. */
  MlirType result =
      view->kind == TL_LOAD ? view->fragment.type : (MlirType){NULL};
  bool has_result = !mlirTypeIsNull(result),
       is_guarded = !mlirValueIsNull(guard);
  MlirOperation replacement;
  if (is_guarded) {
    tl_branch branch =
        tl_build_branch(builder, guard, has_result, &result, has_result);
    MlirOperation moved = build_thread_copy(&branch.taken, copy, &sources);
    MlirValue values[2];
    if (has_result) {
      values[0] = mlirOperationGetResult(moved, 0);
      values[1] = tl_build_zero(&branch.otherwise, result);
      tl_build_yield(&branch.otherwise, 1, &values[1]);
    }
    tl_build_yield(&branch.taken, has_result, values);
    replacement = branch.operation;
  } else {
    replacement = build_thread_copy(builder, copy, &sources);
  }

  /* 3. Instead of the copy. */
  if (has_result)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(view->operation, 0),
                                  mlirOperationGetResult(replacement, 0));
  mlirOperationDestroy(view->operation);
}

static void write_async(tl_builder *builder, const planned_operation *planned) {
  const tl_planned_copy *source = &planned->copy, *target = &planned->target;
  tl_term_sources of_source, of_target;

  /* 1. Who takes part: who would store. */
  tl_builder_before(builder, source->view.operation);
  MlirValue thread = {NULL};
  if (tl_plan_uses_thread(&source->plan) || tl_plan_uses_thread(&target->plan))
    thread = tl_build_plan_thread(builder, source);
  tl_read_plan_sources(builder, source, thread, &of_source);
  tl_read_plan_sources(builder, target, thread, &of_target);
  MlirValue guard = tl_build_plan_guard(builder, &target->plan, thread);

  /* 2. What each moves, under the guard if there is one, instead of the copy. */
  if (mlirValueIsNull(guard)) {
    build_thread_async(builder, planned, &of_source, &of_target);
  } else {
    tl_branch branch = tl_build_branch(builder, guard, 0, NULL, false);
    build_thread_async(&branch.taken, planned, &of_source, &of_target);
    tl_build_yield(&branch.taken, 0, NULL);
  }
  mlirOperationDestroy(source->view.operation);
}

static MlirOperation build_thread_copy(const tl_builder *builder,
                                       const tl_planned_copy *copy,
                                       const tl_term_sources *sources) {
  const tl_copy_view *view = &copy->view;
  MlirValue offsets[TL_MAX_STARTS], rooms[TL_MAX_STARTS * TL_MAX_RANK];
  MlirValue symbols[TL_MAX_TERMS];
  int64_t slots[TL_MAX_STARTS];
  int64_t count = tl_build_plan_starts(builder, copy, sources, offsets, slots);
  tl_thread_view thread = read_thread(copy, count);
  read_atoms(copy, sources, &thread, symbols);
  tl_build_plan_rooms(builder, copy, sources, count, rooms);
  if (thread.limit_count && !view->stores)
    thread.pad = mlirOperationGetDiscardableAttributeByName(
        view->operation, mlirStringRefCreateFromCString(TL_ATTRIBUTE_PAD));
  if (count > 1 || slots[0] != 0)
    thread.slots = tl_words(builder, count, slots);
  tl_thread_operands operands = {offsets, symbols, rooms};
  MlirOperation moved = tl_thread_create(&thread, builder->location, &operands);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, moved);
  return moved;
}

/* What the plan says but atoms and values. */
static tl_thread_view read_thread(const tl_planned_copy *copy,
                                  intptr_t starts) {
  const tl_copy_view *view = &copy->view;
  const tl_copy_partition *plan = &copy->plan;
  return (tl_thread_view){
      .kind = view->kind,
      .stores = view->stores,
      .memory = view->memory.value,
      .fragment = view->fragment.value,
      .memory_type = view->memory.type,
      .fragment_type = view->fragment.type,
      .start_count = starts,
      .limit_count = (intptr_t)plan->limit_count,
      .width = copy->matrix.count ? copy->matrix.width : 1,
      .inner = copy->matrix.inner,
      .matrices = copy->matrix.count,
      .is_transposed = copy->matrix.is_transposed,
      .swizzle = plan->swizzle,
      .offset_bits = plan->form == TL_SWIZZLE_FULL ? -1 : plan->offset_bits,
      .alignment = plan->alignment,
  };
}

static void build_thread_async(const tl_builder *builder,
                               const planned_operation *planned,
                               const tl_term_sources *of_source,
                               const tl_term_sources *of_target) {
  const tl_planned_copy *source = &planned->copy, *target = &planned->target;
  MlirValue offset, rooms[TL_MAX_RANK], symbols[TL_MAX_TERMS];
  int64_t slot;
  tl_thread_view stored = read_thread(target, 1);
  tl_async_view async = {.source = read_thread(source, 1),
                         .target_swizzle = stored.swizzle,
                         .target_bits = stored.offset_bits};
  async.source.alignment = planned->alignment;
  tl_build_plan_starts(builder, source, of_source, &offset, &slot);
  tl_build_plan_starts(builder, target, of_target, &async.target_offset, &slot);
  read_atoms(source, of_source, &async.source, symbols);
  tl_build_plan_rooms(builder, source, of_source, 1, rooms);
  tl_thread_operands operands = {&offset, symbols, rooms};
  mlirBlockInsertOwnedOperationBefore(
      builder->block, builder->before,
      tl_thread_async_create(&async, builder->location, &operands));
}

/* The atoms, with the numbers of the thread copy's symbols and limits. */
static void read_atoms(const tl_planned_copy *copy,
                       const tl_term_sources *sources, tl_thread_view *thread,
                       MlirValue *symbols) {
  thread->atoms = copy->plan.atoms;
  for (int64_t i = 0; i < thread->atoms.count; i++) {
    tl_atom *atom = &thread->atoms.items[i];
    if (atom->symbol) {
      symbols[thread->symbol_count++] = sources->symbols[atom->symbol - 1];
      atom->symbol = thread->symbol_count;
    }
    int64_t limit = 0;
    while (atom->weight &&
           copy->plan.limits[limit].dimension != atom->dimension)
      limit++;
    atom->dimension = limit;
  }
  for (int64_t i = 0; i < copy->plan.limit_count; i++)
    thread->granules[i] = copy->plan.limits[i].granule;
}
