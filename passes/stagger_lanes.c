/* stagger_lanes.c - tl-stagger-lanes
 *
 * Where lanes of a given fragment meet in banks of shared memory, they take turns:
 * lane l loads, or stores, register s ^ G(l) when others do s, and has its own
 * order again by a conversion that no lane needs another for.
 *
 *   %v = tl.load %S as #tl.tile<S[(32, 32) : (1@laneid, 1)]> scope warp
 *     : memref<32x32xf32, 3> to vector<32xf32>
 * becomes
 *   %w = tl.load %S as #tl.linear<...> scope warp
 *     : memref<32x32xf32, 3> to vector<32xf32>
 *   %v = tl.convert_layout %w as #tl.linear<...>
 *     to #tl.tile<S[(32, 32) : (1@laneid, 1)]> scope warp
 *     : vector<32xf32> to vector<32xf32>
 *
 * A store is one of a fragment that was converted.  Only where the option
 * stagger-lanes is 1.
 *
 * Requires:  layouts of any spelling.
 * Preserves: everything but loads and stores of shared memory whose lanes meet,
 *            and of those what is partial; buffers state an alignment (rule
 *            A1).
 * Fails:     on a copy of shared memory that has no plan; on a target or an
 *            option that there is not; when the report cannot be written.
 * Remarks:   where they are asked for, on every copy whose lanes meet, or of
 *            which that is not known: the wavefronts that turns save, or why there
 *            are none. */
#include "copy_lowering.h"
#include "copy_report.h"
#include "pass_rows.h"
#include "passes/facts/copy_request.h"
#include "tl/copy_slice.h"
#include "tl/copy_stagger.h"
#include <inttypes.h>

typedef struct stagger_request {
  const tl_target *target;
  int64_t max_bits, uses_matrices;
  tl_copy_key key;
} stagger_request;

typedef struct planned_stagger {
  const tl_target *target;
  tl_copy_stagger stagger;
} planned_stagger;

/* A run of the pass. */
typedef struct stagger_run {
  tl_lowering lowering;
  bool has_remarks;
  const char *report_path; /* empty: none is written */
  tl_copy_report report;
} stagger_run;

static bool is_shared_copy(MlirOperation operation);
static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error);
static tl_code plan_stagger(const void *request, void *plan, size_t *size,
                            tl_error *error);
static bool tell_all(const tl_copy_run *run);
static void tell_stagger(void *state, MlirOperation operation, void *plan);
static void write_stagger(void *state, MlirOperation operation, void *plan);
static MlirValue build_conversion(const tl_builder *builder,
                                  const tl_copy_view *view, MlirValue value,
                                  MlirAttribute from, MlirAttribute to);

static const tl_copy_pass PASS = {.wants = is_shared_copy,
                                  .read = read_request,
                                  .request_size = sizeof(stagger_request),
                                  .plan = plan_stagger,
                                  .plan_size = sizeof(planned_stagger),
                                  .tell = tell_all,
                                  .write = write_stagger};

static tl_pass_result run_stagger_lanes(MlirOperation root,
                                        const tl_option_value *options) {
  stagger_run run = {.has_remarks = options[TL_OPTION_REMARKS].number != 0,
                     .report_path = options[TL_OPTION_REPORT].text};
  tl_lowering_open(&run.lowering, root);
  if (!tl_lowering_read(&run.lowering, options, TL_COPY_OPTION_COUNT) ||
      !tl_flag_check(root, TL_STAGGER_OPTIONS, options,
                     TL_OPTION_STAGGER_LANES))
    return TL_PASS_FAILED;
  return options[TL_OPTION_STAGGER_LANES].number
             ? tl_lowering_run(&run.lowering, &PASS, &run)
             : TL_PASS_UNCHANGED;
}

const tl_pass_row TL_STAGGER_LANES = {
    .argument = "tl-stagger-lanes",
    .description = "Let lanes that meet in banks of shared memory take turns",
    .options = TL_STAGGER_OPTIONS,
    .option_count = TL_STAGGER_OPTION_COUNT,
    .run = run_stagger_lanes,
};

/* A vector with registers that the fragment has not is none that a conversion
 * takes. */
static bool is_shared_copy(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  tl_copy_view view;
  if (kind != TL_OPERATION_LOAD && kind != TL_OPERATION_STORE)
    return false;
  tl_copy_view_read(operation, &view);
  return tl_memory_space_of(view.memory.type) == TL_MEMORY_SHARED &&
         !view.is_partial;
}

/*===--- Read and plan ----------------------------------------------------===*/

static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error) {
  tl_lowering *own = &((stagger_run *)state)->lowering;
  stagger_request *out = request;
  tl_copy_view view;
  tl_aligned_address base;
  tl_block_size block;
  tl_copy_view_read(operation, &view);
  TL_TRY(tl_assigned_check(operation, error));
  TL_TRY(tl_block_size_around(&own->facts, operation, &block, error));
  TL_TRY(tl_target_of(&own->access.target, operation, &out->target, error));
  out->max_bits = own->access.max_bits;
  out->uses_matrices = own->uses_matrices;
  tl_copy_key_read(&view, out->target->lanes, &block, &own->facts, &out->key,
                   &base);
  *size = sizeof *out;
  return TL_OK;
}

static tl_code plan_stagger(const void *request, void *plan,
                            TL_UNUSED size_t *size, tl_error *error) {
  const stagger_request *own = request;
  planned_stagger *out = plan;
  const tl_access_rules rules = {.is_shared = true,
                                 .uses_matrices = own->uses_matrices,
                                 .target = own->target,
                                 .max_bits = own->max_bits};
  tl_layout fragment;
  tl_copy_request copy;
  out->target = own->target;
  TL_TRY(tl_fragment_layout(own->key.fragment, (tl_scope)own->key.scope,
                            own->key.lanes, &fragment, error));
  TL_TRY(tl_copy_request_make(&own->key, &fragment, &copy, error));
  return tl_copy_stagger_plan(&copy, &rules, &out->stagger, error);
}

/*===--- Tell -------------------------------------------------------------===*/

static bool tell_all(const tl_copy_run *run) {
  stagger_run *own = run->state;
  tl_copy_report_open(&own->report, run->root, own->report_path);
  tl_copies_visit(run, tell_stagger);
  return tl_copy_report_hand_on(&own->report, run->root, own->report_path,
                                run->count > 0);
}

static void remark(MlirOperation operation, const tl_copy_stagger *stagger) {
  if (!stagger->before)
    tl_emit_remark(operation, NULL, "lanes do not take turns: %s",
                   stagger->reason);
  else if (stagger->is_staggered)
    tl_emit_remark(operation, NULL,
                   "lanes take turns: %" PRId64 " wavefronts, and not %" PRId64,
                   stagger->wavefronts, stagger->before);
  else
    tl_emit_remark(operation, NULL,
                   "lanes do not take turns, in %" PRId64
                   " wavefronts, of at least %" PRId64 ": %s",
                   stagger->before, stagger->minimum, stagger->reason);
}

/* Of lanes that meet, or of which nothing is counted. */
static void tell_stagger(void *state, MlirOperation operation, void *plan) {
  stagger_run *run = state;
  const planned_stagger *planned = plan;
  const tl_copy_stagger *stagger = &planned->stagger;
  bool meets = stagger->before > stagger->minimum;
  if (meets)
    tl_copy_report_add_stagger(&run->report, operation, planned->target,
                               stagger);
  if (run->has_remarks && (meets || !stagger->before))
    remark(operation, stagger);
}

/*===--- Write ------------------------------------------------------------===*/

static void write_stagger(void *state, MlirOperation operation, void *plan) {
  tl_lowering *run = &((stagger_run *)state)->lowering;
  const planned_stagger *planned = plan;
  tl_builder *builder = &run->builder;
  tl_copy_view view;
  tl_copy_view_read(operation, &view);
  MlirAttribute given = view.fragment.layout;
  tl_layout fragment = planned->stagger.fragment;
  tl_layout_drop(view.memory.leading, &fragment);
  view.fragment.layout = tl_fragment_attribute(
      builder->context, &fragment, view.scope, planned->target->lanes);
  if (!planned->stagger.is_staggered ||
      mlirAttributeIsNull(view.fragment.layout))
    return;
  tl_builder_before(builder, operation);
  if (view.stores)
    view.fragment.value = build_conversion(builder, &view, view.fragment.value,
                                           given, view.fragment.layout);
  MlirOperation copy = tl_copy_create(&view, builder->location);
  tl_copy_foreign_attributes(operation, copy);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, copy);
  if (!view.stores)
    mlirValueReplaceAllUsesOfWith(
        mlirOperationGetResult(operation, 0),
        build_conversion(builder, &view, mlirOperationGetResult(copy, 0),
                         view.fragment.layout, given));
  mlirOperationDestroy(operation);
}

static MlirValue build_conversion(const tl_builder *builder,
                                  const tl_copy_view *view, MlirValue value,
                                  MlirAttribute from, MlirAttribute to) {
  tl_conversion_view own = {
      .scope = view->scope, .source = view->fragment, .target = view->fragment};
  own.source.value = value;
  own.source.layout = from;
  own.target.layout = to;
  return tl_build_inserted(builder,
                           tl_conversion_create(&own, builder->location));
}
