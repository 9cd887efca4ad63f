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
#include "copy_request.h"
#include "flat_memory.h"
#include "ir_builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "pass_rows.h"
#include "tl/copy_async.h"
#include "worklist.h"
#include <inttypes.h>

/* What was asked for. */
typedef struct partition_options {
  tl_access_options access;
  bool uses_matrices;
} partition_options;

/* A copy, what is known of it, and who moves what. */
typedef struct planned_copy {
  tl_copy_view view;
  tl_block_size block;
  tl_copy_request request;
  tl_copy_partition plan;
  tl_copy_matrix matrix; /* count 0: plain accesses */
  tl_access_rules rules;
  char base_reason[TL_MESSAGE_CAPACITY]; /* see tl_memory_facts */
} planned_copy;

/* A copy as it will be written; an asynchronous one is a load of its source, with
 * the pairs for atoms, and a store to its target. */
typedef struct planned_operation {
  bool is_async;
  planned_copy copy;
  planned_copy target; /* this and the rest are of an asynchronous copy alone */
  tl_copy_vectors vectors;
  int64_t alignment;
} planned_operation;

/* Values that terms read: dimensions, then the thread number; and the strides
 * known at run time. */
typedef struct term_sources {
  MlirValue values[TL_SOURCE_THREAD + 1];
  MlirValue symbols[TL_MAX_SYMBOLS];
} term_sources;

static bool is_copy(MlirOperation operation);
static bool plan(MlirOperation operation, tl_alignment_facts *facts,
                 const partition_options *options, planned_operation *out);
static tl_code plan_copy(MlirOperation operation, tl_alignment_facts *facts,
                         const partition_options *options, planned_copy *copy,
                         tl_error *error);
static tl_code plan_async(MlirOperation operation, tl_alignment_facts *facts,
                          const partition_options *options,
                          planned_operation *out, tl_error *error);
static tl_code plan_side(const tl_transfer_view *view, bool target,
                         tl_alignment_facts *facts,
                         const partition_options *options, planned_copy *copy,
                         tl_error *error);
static tl_code refuse_width(const planned_operation *planned, tl_error *error);
static tl_code plan_layout(const tl_layout *fragment, tl_alignment_facts *facts,
                           const partition_options *options, planned_copy *copy,
                           tl_error *error);
static void plan_matrices(planned_copy *copy, const partition_options *options);
static bool report_copies(MlirOperation root, const tl_worklist *copies,
                          tl_alignment_facts *facts,
                          const partition_options *how,
                          const tl_option_value *options);
static void report_copy(const planned_operation *planned,
                        tl_copy_report *report, bool has_remarks);
static void write_copy(tl_builder *builder, const planned_copy *copy);
static void write_async(tl_builder *builder, const planned_operation *planned);
static void build_thread_async(const tl_builder *builder,
                               const planned_operation *planned,
                               const term_sources *of_source,
                               const term_sources *of_target);
static MlirValue build_guard(const tl_builder *builder,
                             const tl_copy_partition *plan, MlirValue thread);
static bool uses_thread(const tl_copy_partition *plan);
static MlirValue build_thread(const tl_builder *builder,
                              const planned_copy *copy);
static void read_sources(const tl_builder *builder, const planned_copy *copy,
                         MlirValue thread, term_sources *sources);
static MlirValue build_base(const tl_builder *builder,
                            const tl_copy_partition *plan,
                            const term_sources *sources);
static MlirValue build_terms(const tl_builder *builder,
                             const tl_copy_partition *plan, tl_term_part part,
                             const term_sources *sources);
static MlirValue build_digit(const tl_builder *builder, const tl_term *term,
                             const term_sources *sources);
static MlirOperation build_thread_copy(const tl_builder *builder,
                                       const planned_copy *copy,
                                       const term_sources *sources);
static tl_thread_view read_thread(const planned_copy *copy, intptr_t starts);
static int64_t build_starts(const tl_builder *builder, const planned_copy *copy,
                            const term_sources *sources, MlirValue *offsets,
                            int64_t *slots);
static term_sources build_coordinate(const tl_builder *builder,
                                     const planned_copy *copy,
                                     const term_sources *sources);
static void read_shift(const planned_copy *copy, int64_t start, int64_t *shift,
                       int64_t *slot);
static MlirValue build_scattered(const tl_builder *builder,
                                 const tl_copy_partition *plan, MlirValue base,
                                 const term_sources *coordinate,
                                 const int64_t *shift);
static MlirValue build_constants(const tl_builder *builder, MlirValue base,
                                 const int64_t *constants,
                                 const term_sources *sources);
static void build_rooms(const tl_builder *builder, const planned_copy *copy,
                        const term_sources *sources, int64_t count,
                        MlirValue *rooms);
static MlirValue build_room(const tl_builder *builder, const planned_copy *copy,
                            const term_sources *sources, int64_t limit,
                            int64_t start);
static void read_atoms(const planned_copy *copy, const term_sources *sources,
                       tl_thread_view *thread, MlirValue *symbols);

static bool run_partition_copies(MlirOperation root,
                                 const tl_option_value *options) {
  MlirContext context = mlirOperationGetContext(root);
  tl_alignment_facts facts = tl_alignment_facts_create(context);
  tl_builder builder = tl_builder_create(context);
  planned_operation copy;

  partition_options how = {
      .uses_matrices = options[TL_OPTION_MATRIX_INSTRUCTIONS].number != 0};
  if (!tl_access_options_read(root, options, &how.access))
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
                         const partition_options *options, planned_copy *copy,
                         tl_error *error) {
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
  planned_copy *source = &out->copy, *target = &out->target;

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
                         const partition_options *options, planned_copy *copy,
                         tl_error *error) {
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
  const planned_copy *sides[] = {&planned->copy, &planned->target};
  int64_t bytes = planned->copy.request.element_bytes;
  bytes = bytes < TL_ASYNC_NARROWEST_BYTES ? TL_ASYNC_NARROWEST_BYTES : bytes;
  tl_reason reason;
  for (int i = 0; i < 2; i++) {
    const planned_copy *side = sides[i];
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
                           const partition_options *options, planned_copy *copy,
                           tl_error *error) {
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

static void plan_matrices(planned_copy *copy,
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
  const planned_copy *copy = &planned->copy, *target = &planned->target;
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

static void write_copy(tl_builder *builder, const planned_copy *copy) {
  const tl_copy_view *view = &copy->view;
  const tl_copy_partition *plan = &copy->plan;
  if (plan->is_scattered)
    tl_emit_remark(view->operation, plan->reason,
                   "computes %" PRId64 " addresses per thread",
                   tl_copy_start_count(plan));

  /* 1. Who takes part. */
  tl_builder_before(builder, view->operation);
  term_sources sources;
  MlirValue thread = {NULL};
  if (uses_thread(plan))
    thread = build_thread(builder, copy);
  read_sources(builder, copy, thread, &sources);
  MlirValue guard = build_guard(builder, plan, thread);

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
  const planned_copy *source = &planned->copy, *target = &planned->target;
  term_sources of_source, of_target;

  /* 1. Who takes part: who would store. */
  tl_builder_before(builder, source->view.operation);
  MlirValue thread = {NULL};
  if (uses_thread(&source->plan) || uses_thread(&target->plan))
    thread = build_thread(builder, source);
  read_sources(builder, source, thread, &of_source);
  read_sources(builder, target, thread, &of_target);
  MlirValue guard = build_guard(builder, &target->plan, thread);

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

static bool uses_thread(const tl_copy_partition *plan) {
  return plan->guards.count || plan->terms.count ||
         plan->coordinate_terms.count || plan->limit_terms.count;
}

static MlirValue build_thread(const tl_builder *builder,
                              const planned_copy *copy) {
  return tl_build_subtract(
      builder, tl_build_thread_number(builder, copy->view.scope, &copy->block),
      copy->plan.thread_offset);
}

static void read_sources(const tl_builder *builder, const planned_copy *copy,
                         MlirValue thread, term_sources *sources) {
  const tl_copy_view *view = &copy->view;
  tl_strided strided;
  *sources = (term_sources){{{NULL}}, {{NULL}}};
  sources->values[TL_SOURCE_THREAD] = thread;
  for (int64_t d = 0; d < view->memory.origin_count; d++)
    if (copy->request.origin[d].is_dynamic)
      sources->values[d] = view->memory.origin_value[d];
  tl_strided_read(view->memory.type, &strided);
  for (int64_t d = 0; d < strided.shape.count; d++) {
    int64_t symbol = tl_stride_symbol(&strided, d);
    if (symbol && copy->request.memory.divisor[symbol - 1])
      sources->symbols[symbol - 1] =
          tl_build_stride(builder, view->memory.value, d);
  }
}

/* The conjunction of the guards; null when every thread takes part. */
static MlirValue build_guard(const tl_builder *builder,
                             const tl_copy_partition *plan, MlirValue thread) {
  MlirValue all = {NULL};
  for (int64_t i = 0; i < plan->guards.count; i++) {
    const tl_term *guard = &plan->guards.items[i];
    term_sources sources = {{{NULL}}, {{NULL}}};
    sources.values[TL_SOURCE_THREAD] = thread;
    MlirValue one =
        guard->extent == 0
            ? tl_build_below(builder, thread, guard->divisor)
            : tl_build_is_zero(builder, build_digit(builder, guard, &sources));
    all = tl_build_and(builder, all, one);
  }
  return all;
}

/* offset + terms, swizzled where the plan says so; the sum of the terms alone
 * where it is left to the accesses. */
static MlirValue build_base(const tl_builder *builder,
                            const tl_copy_partition *plan,
                            const term_sources *sources) {
  const tl_swizzle *swizzle = &plan->swizzle;
  MlirValue high = build_terms(builder, plan, TL_TERM_HIGH, sources);
  if (plan->form == TL_SWIZZLE_FULL)
    return high;
  high = tl_build_add_constant(builder, high, plan->offset);
  MlirValue low = build_terms(builder, plan, TL_TERM_LOW, sources);
  MlirValue last = build_terms(builder, plan, TL_TERM_LAST, sources);
  if (mlirValueIsNull(high))
    return tl_build_add(builder, low, last);
  MlirValue read = tl_build_mask_shift(
      builder, high, tl_swizzle_read_mask(swizzle), swizzle->shift);
  if (plan->form == TL_SWIZZLE_LINEAR)
    return tl_build_xor(builder, high, read);
  MlirValue base = tl_build_add(
      builder, high,
      mlirValueIsNull(low) ? read : tl_build_xor(builder, low, read));
  return mlirValueIsNull(last) ? base : tl_build_xor(builder, base, last);
}

/* The sum of the terms of a part, in units that divide their strides: the
 * backend scales them in the address. */
static MlirValue build_terms(const tl_builder *builder,
                             const tl_copy_partition *plan, tl_term_part part,
                             const term_sources *sources) {
  MlirValue sum = {NULL};
  int64_t unit = plan->units[part];
  for (int64_t i = 0; i < plan->terms.count; i++) {
    if (plan->parts[i] != part)
      continue;
    tl_term term = plan->terms.items[i];
    term.stride /= unit;
    sum = tl_build_add(builder, sum, build_digit(builder, &term, sources));
  }
  return tl_build_multiply(builder, sum, unit);
}

/* symbol * stride * ((source / divisor) % extent) */
static MlirValue build_digit(const tl_builder *builder, const tl_term *term,
                             const term_sources *sources) {
  MlirValue value = sources->values[term->source];
  if (mlirValueIsNull(value))
    return value;
  value = tl_build_divide(builder, value, term->divisor);
  if (term->extent)
    value = tl_build_remainder(builder, value, term->extent);
  value = tl_build_multiply(builder, value, term->stride);
  return term->symbol ? tl_build_product(builder, value,
                                         sources->symbols[term->symbol - 1])
                      : value;
}

static MlirOperation build_thread_copy(const tl_builder *builder,
                                       const planned_copy *copy,
                                       const term_sources *sources) {
  const tl_copy_view *view = &copy->view;
  MlirValue offsets[TL_MAX_STARTS], rooms[TL_MAX_STARTS * TL_MAX_RANK];
  MlirValue symbols[TL_MAX_TERMS];
  int64_t slots[TL_MAX_STARTS];
  int64_t count = build_starts(builder, copy, sources, offsets, slots);
  tl_thread_view thread = read_thread(copy, count);
  read_atoms(copy, sources, &thread, symbols);
  build_rooms(builder, copy, sources, count, rooms);
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
static tl_thread_view read_thread(const planned_copy *copy, intptr_t starts) {
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
                               const term_sources *of_source,
                               const term_sources *of_target) {
  const planned_copy *source = &planned->copy, *target = &planned->target;
  MlirValue offset, rooms[TL_MAX_RANK], symbols[TL_MAX_TERMS];
  int64_t slot;
  tl_thread_view stored = read_thread(target, 1);
  tl_async_view async = {.source = read_thread(source, 1),
                         .target_swizzle = stored.swizzle,
                         .target_bits = stored.offset_bits};
  async.source.alignment = planned->alignment;
  build_starts(builder, source, of_source, &offset, &slot);
  build_starts(builder, target, of_target, &async.target_offset, &slot);
  read_atoms(source, of_source, &async.source, symbols);
  build_rooms(builder, source, of_source, 1, rooms);
  tl_thread_operands operands = {&offset, symbols, rooms};
  mlirBlockInsertOwnedOperationBefore(
      builder->block, builder->before,
      tl_thread_async_create(&async, builder->location, &operands));
}

/* The atoms, with the numbers of the thread copy's symbols and limits. */
static void read_atoms(const planned_copy *copy, const term_sources *sources,
                       tl_thread_view *thread, MlirValue *symbols) {
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

/* One start for each combination of the slot digits; returns how many. */
static int64_t build_starts(const tl_builder *builder, const planned_copy *copy,
                            const term_sources *sources, MlirValue *offsets,
                            int64_t *slots) {
  const tl_copy_partition *plan = &copy->plan;
  MlirValue base = build_base(builder, plan, sources);
  term_sources coordinate = build_coordinate(builder, copy, sources);
  int64_t count = tl_copy_start_count(plan);
  for (int64_t i = 0; i < count; i++) {
    int64_t shift[TL_MAX_RANK];
    read_shift(copy, i, shift, &slots[i]);
    offsets[i] = build_scattered(builder, plan, base, &coordinate, shift);
  }
  return count;
}

/* What a start adds to the coordinate, known origins included, and its slot. */
static void read_shift(const planned_copy *copy, int64_t start, int64_t *shift,
                       int64_t *slot) {
  const tl_copy_partition *plan = &copy->plan;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    shift[d] =
        copy->request.origin[d].is_dynamic ? 0 : copy->request.origin[d].value;
  *slot = plan->slot_offset;
  for (int64_t k = 0, rest = start; k < plan->slot_digit_count; k++) {
    const tl_slot_digit *digit = &plan->slot_digits[k];
    *slot += rest % digit->extent * digit->register_stride;
    shift[digit->dimension] += rest % digit->extent * digit->weight;
    rest /= digit->extent;
  }
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

/* base + offsets + the scattered terms over coordinate + shift. */
static MlirValue build_scattered(const tl_builder *builder,
                                 const tl_copy_partition *plan, MlirValue base,
                                 const term_sources *coordinate,
                                 const int64_t *shift) {
  int64_t constants[1 + TL_MAX_SYMBOLS] = {0};
  if (plan->form == TL_SWIZZLE_FULL)
    constants[0] = plan->offset;
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    constants[1 + i] = plan->symbol_offset[i];
  for (int64_t i = 0; i < plan->scattered_terms.count; i++) {
    const tl_term *term = &plan->scattered_terms.items[i];
    MlirValue x = coordinate->values[term->source];
    if (mlirValueIsNull(x)) {
      int64_t digit = shift[term->source] / term->divisor;
      constants[term->symbol] +=
          (term->extent ? digit % term->extent : digit) * term->stride;
      continue;
    }
    term_sources shifted = *coordinate;
    shifted.values[term->source] =
        tl_build_add_constant(builder, x, shift[term->source]);
    base = tl_build_add(builder, base, build_digit(builder, term, &shifted));
  }
  base = build_constants(builder, base, constants, coordinate);
  return mlirValueIsNull(base) ? tl_build_index(builder, 0) : base;
}

/* base + constants[0] + the sum of constants[i] * symbol i. */
static MlirValue build_constants(const tl_builder *builder, MlirValue base,
                                 const int64_t *constants,
                                 const term_sources *sources) {
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    if (constants[1 + i])
      base = tl_build_add(
          builder, base,
          tl_build_multiply(builder, sources->symbols[i], constants[1 + i]));
  return tl_build_add_constant(builder, base, constants[0]);
}

/* The rooms of every limit, start by start. */
static void build_rooms(const tl_builder *builder, const planned_copy *copy,
                        const term_sources *sources, int64_t count,
                        MlirValue *rooms) {
  for (int64_t limit = 0; limit < copy->plan.limit_count; limit++)
    for (int64_t i = 0; i < count; i++)
      rooms[limit * count + i] = build_room(builder, copy, sources, limit, i);
}

/* bound - origin - coordinate of the thread - shift of the start. */
static MlirValue build_room(const tl_builder *builder, const planned_copy *copy,
                            const term_sources *sources, int64_t limit,
                            int64_t start) {
  const tl_copy_partition *plan = &copy->plan;
  int64_t d = plan->limits[limit].dimension, shift[TL_MAX_RANK], slot;
  const tl_bound *bound = &copy->request.bounds[d];
  read_shift(copy, start, shift, &slot);
  MlirValue x = sources->values[d];
  for (int64_t i = 0; i < plan->limit_terms.count; i++)
    if (plan->limit_of[i] == d)
      x = tl_build_add(
          builder, x,
          build_digit(builder, &plan->limit_terms.items[i], sources));
  if (!bound->is_dynamic)
    return tl_build_difference(
        builder, tl_build_index(builder, bound->value - shift[d]), x);
  return tl_build_difference(builder, copy->view.bound_value[d],
                             tl_build_add_constant(builder, x, shift[d]));
}
