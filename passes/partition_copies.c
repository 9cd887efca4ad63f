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
 *   %offset = arith.muli %lane, %c8 overflow<nsw> : index
 *   %v = tl.thread_load %A[%offset] atoms (8) : (1) -> (1) align 16
 *     : memref<32x8xf32> to vector<8xf32>
 *
 * Where ldmatrix or stmatrix moves a fragment of shared memory in fewer
 * accesses, the base offset is that of the row that a lane names:
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
 * kept out by scf.if; a load gives them zeros.  A store of what was loaded right
 * before it, by the same threads, is in the branch of the load.
 *
 * Requires:  layouts of any spelling.
 * Preserves: everything but the copies; buffers state an alignment (rule A1).
 * Fails:     on a copy that has no plan, with the reason; on an asynchronous
 *            one that cp.async cannot do, likewise; when the report cannot be
 *            written; with require-optimal=1, by rule O1.
 * Remarks:   on a copy whose layouts have no common refinement, which computes
 *            an address for each group of registers; where remarks are asked
 *            for, on every copy. */
#include "copy_lowering.h"
#include "copy_report.h"
#include "copy_starts.h"
#include "copy_widths.h"
#include "far_parts.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/emit/flat_memory.h"
#include "passes/emit/hoisting.h"
#include "passes/emit/loop_counters.h"
#include "passes/emit/loop_starts.h"
#include "passes/emit/pad_words.h"
#include "passes/emit/plan_values.h"
#include "passes/facts/buffer_room.h"
#include "passes/facts/copy_request.h"
#include "tl/copy_reasons.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SOURCE = 0, TARGET, SIDE_COUNT };

/* What decides about a copy.  One of a memory and registers has the first side
 * alone, and ends before the second. */
typedef struct partition_request {
  const tl_target *target;
  int64_t max_bits, uses_matrices, is_async, is_chosen, cache;
  int64_t is_shared[SIDE_COUNT];
  tl_copy_key sides[SIDE_COUNT];
  tl_aligned_address bases[SIDE_COUNT];
} partition_request;

_Static_assert(sizeof(tl_copy_key) ==
                   sizeof(MlirType) + 3 * sizeof(MlirAttribute) +
                       TL_MAX_RANK * (sizeof(tl_origin) + sizeof(tl_bound) +
                                      2 * sizeof(int64_t)) +
                       sizeof(tl_thread_range) + 7 * sizeof(int64_t),
               "requests are compared by their bytes");

/* A copy as it will be written; an asynchronous one is a load of its source,
 * with the pairs for atoms, and a store to its target.  Views, blocks and
 * reasons of the base are those of an operation, and not planned. */
typedef struct planned_operation {
  bool is_async;
  tl_copy_choice choice;
  tl_planned_copy copy;
  tl_planned_copy target; /* of an asynchronous copy alone */
} planned_operation;

/* A run of the pass. */
typedef struct partition_run {
  tl_lowering lowering;
  bool has_remarks, requires_optimal, is_optimal;
  const char *report_path; /* empty: none is written */
  tl_copy_report report;
} partition_run;

static int64_t read_views(MlirOperation operation,
                          tl_copy_view views[SIDE_COUNT]);
static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error);
static tl_code plan_operation(const void *request, void *plan, size_t *size,
                              tl_error *error);
static tl_code check_bypass(const tl_access_side sides[SIDE_COUNT],
                            const tl_copy_choice *choice, tl_error *error);
static tl_code plan_side(const partition_request *request, int side,
                         const tl_layout *fragment, tl_planned_copy *copy,
                         tl_error *error);
static int64_t read_sides(planned_operation *planned,
                          tl_access_side sides[SIDE_COUNT]);
static bool report_copies(const tl_copy_run *run);
static void report_copy(void *state, MlirOperation operation, void *plan);
static void write_operation(void *state, MlirOperation operation, void *plan);
static MlirOperation build_guarded_copy(const tl_builder *builder,
                                        planned_operation *planned,
                                        tl_plan_sources *sources,
                                        MlirValue guard);
static void replace_load(const tl_builder *builder, MlirOperation load,
                         MlirValue moved, bool holds_pads);
static MlirOperation build_thread_copy(const tl_builder *builder,
                                       planned_operation *planned,
                                       tl_plan_sources *sources);
static void read_thread(const planned_operation *planned, intptr_t starts,
                        tl_thread_view *out);
static void read_atoms(const tl_builder *builder, const tl_planned_copy *copy,
                       const tl_plan_sources *sources, tl_thread_view *thread,
                       MlirValue *symbols);

#define LIST(FIELD) TL_PLAN_LIST(planned_operation, FIELD)
#define LISTS_OF(SIDE)                                                         \
  LIST(SIDE.plan.starts), LIST(SIDE.plan.atoms),                               \
      TL_PLAN_ITEMS(planned_operation, SIDE.plan.address.row_count,            \
                    SIDE.plan.address.rows),                                   \
      TL_PLAN_ITEMS(planned_operation, SIDE.plan.address.term_count,           \
                    SIDE.plan.address.terms)

static const tl_plan_list LISTS[] = {
    LIST(choice.vectors.outer), LIST(choice.vectors.inner),
    LIST(choice.matrix.inner),  LISTS_OF(copy),
    LISTS_OF(target),           {0, 0, 0, 0}};
static const tl_copy_pass PASS = {.wants = tl_is_copy,
                                  .read = read_request,
                                  .request_size = sizeof(partition_request),
                                  .plan = plan_operation,
                                  .plan_size = sizeof(planned_operation),
                                  .lists = LISTS,
                                  .tell = report_copies,
                                  .write = write_operation};

static tl_pass_result run_partition_copies(MlirOperation root,
                                           const tl_option_value *options) {
  partition_run state = {.has_remarks = options[TL_OPTION_REMARKS].number != 0,
                         .requires_optimal =
                             options[TL_OPTION_REQUIRE_OPTIMAL].number != 0,
                         .is_optimal = true,
                         .report_path = options[TL_OPTION_REPORT].text};
  tl_lowering_open(&state.lowering, root);
  return tl_lowering_read(&state.lowering, options, TL_COPY_OPTION_COUNT) &&
                 tl_flag_check(root, TL_PARTITION_OPTIONS, options,
                               TL_OPTION_REQUIRE_OPTIMAL)
             ? tl_lowering_run(&state.lowering, &PASS, &state)
             : TL_PASS_FAILED;
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__,  mlirGetDialectHandle__gpu__,
    mlirGetDialectHandle__memref__, mlirGetDialectHandle__scf__,
    mlirGetDialectHandle__llvm__,   mlirGetDialectHandle__vector__};

const tl_pass_row TL_PARTITION_COPIES = {
    .argument = "tl-partition-copies",
    .description = "Turn copies of a group of threads into copies of one",
    .options = TL_PARTITION_OPTIONS,
    .option_count = TL_PARTITION_OPTION_COUNT,
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .run = run_partition_copies,
};

/*===--- Read -------------------------------------------------------------===*/

/* Of an asynchronous copy both sides, of which the source has the partition for
 * a fragment; returns how many. */
static int64_t read_views(MlirOperation operation,
                          tl_copy_view views[SIDE_COUNT]) {
  tl_transfer_view transfer;
  if (!tl_is_transfer(operation)) {
    tl_copy_view_read(operation, &views[SOURCE]);
    return 1;
  }
  tl_transfer_view_read(operation, &transfer);
  views[SOURCE] = transfer.sides[SOURCE];
  views[SOURCE].fragment.layout =
      transfer.is_async ? transfer.partition : (MlirAttribute){NULL};
  views[TARGET] = transfer.sides[TARGET];
  return SIDE_COUNT;
}

static bool is_chosen(MlirOperation operation) {
  return !mlirAttributeIsNull(tl_attribute_of(operation, TL_CHOSEN_PARTITION));
}

static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error) {
  partition_run *run = state;
  tl_lowering *own = &run->lowering;
  partition_request *out = request;
  tl_copy_view views[SIDE_COUNT];
  int64_t count = read_views(operation, views);
  tl_block_size block;
  if (mlirAttributeIsNull(views[SOURCE].fragment.layout))
    return tl_fail(
        error, TL_UNSUPPORTED,
        "is between two memories; run tl-synthesize-partition first");
  TL_TRY(tl_assigned_check(operation, error));
  TL_TRY(tl_target_of(&own->access.target, operation, &out->target, error));
  TL_TRY(tl_block_size_around(&own->facts, operation, &block, error));
  tl_find_loop_starts(&own->builder, &own->facts, operation);
  out->max_bits = own->access.max_bits;
  out->uses_matrices = own->uses_matrices;
  out->is_async = count == SIDE_COUNT;
  out->is_chosen = is_chosen(operation);
  own->facts.explains |= out->is_async;
  out->cache = tl_cache_mode_of(views[SOURCE].cache);
  for (int64_t i = 0; i < count; i++)
    TL_TRY(tl_buffer_room_check(views[i].memory.value, views[i].memory.name,
                                error));
  for (int64_t i = 0; i < SIDE_COUNT; i++) {
    tl_aligned_address base = {.alignment = 0};
    tl_memory_space space = tl_memory_space_of(views[i % count].memory.type);
    out->is_shared[i] = space == TL_MEMORY_SHARED;
    if (i < count)
      tl_copy_key_read(&views[i], out->target->lanes, &block, &own->facts,
                       &out->sides[i], &base);
    if (i < count)
      tl_far_parts_note(&own->facts, &own->builder, &views[i]);
    if (i < count)
      tl_note_width(&own->builder, &views[i], &out->sides[i], out->is_async);
    if (i < count)
      tl_note_start(&own->builder, &views[i], &out->sides[i]);
    if (i < count && out->is_async)
      tl_find_counter(&own->builder, &own->facts, &views[i], &out->sides[i]);
    out->bases[i].alignment = base.alignment;
    out->bases[i].cure = base.cure;
    strncpy(out->bases[i].reason, base.reason, sizeof base.reason);
  }
  *size =
      out->is_async ? sizeof *out : offsetof(partition_request, sides[TARGET]);
  return TL_OK;
}

/*===--- Plan -------------------------------------------------------------===*/

static tl_code plan_operation(const void *request, void *plan, size_t *size,
                              tl_error *error) {
  const partition_request *own = request;
  const tl_copy_key *source = &own->sides[SOURCE];
  planned_operation *out = plan;
  out->is_async = own->is_async;
  tl_layout fragment;
  if (!out->is_async)
    *size = offsetof(planned_operation, target);
  TL_TRY(tl_fragment_layout(source->fragment, (tl_scope)source->scope,
                            source->lanes, &fragment, error));
  TL_TRY(plan_side(own, SOURCE, &fragment, &out->copy, error));
  if (out->is_async)
    TL_TRY(plan_side(own, TARGET, &fragment, &out->target, error));
  tl_access_side sides[SIDE_COUNT];
  TL_TRY(tl_copy_choose(sides, read_sides(out, sides), &out->choice, error));
  return own->cache == TL_CACHE_L2 ? check_bypass(sides, &out->choice, error)
                                   : TL_OK;
}

/* What goes around L1 has 16 bytes.  Source: PTX ISA, cp.async (.cg). */
static tl_code check_bypass(const tl_access_side sides[SIDE_COUNT],
                            const tl_copy_choice *choice, tl_error *error) {
  int64_t element = sides->request->element_bytes;
  const char *why = "no 16 bytes are an access on both sides";
  tl_reason reason;
  if (choice->width * element == TL_BYPASS_BYTES)
    return TL_OK;
  if (tl_copies_forbid(sides, SIDE_COUNT, TL_BYPASS_BYTES / element, &reason))
    why = reason.text;
  return tl_fail(error, TL_UNSUPPORTED, TL_BYPASS_MOVES ", not %" PRId64 ": %s",
                 choice->width * element, why);
}

/* Returns how many there are. */
static int64_t read_sides(planned_operation *planned,
                          tl_access_side sides[SIDE_COUNT]) {
  tl_planned_copy *copies[] = {&planned->copy, &planned->target};
  int64_t count = planned->is_async ? SIDE_COUNT : 1;
  for (int64_t i = 0; i < count; i++)
    sides[i] = (tl_access_side){&copies[i]->request, &copies[i]->rules,
                                &copies[i]->plan};
  return count;
}

static const char *const SIDES[] = {"source_", "target_"};

/* What reasons say of the start of memory, and how attributes are called. */
static void read_base(const partition_request *request, int side,
                      tl_planned_copy *copy) {
  copy->rules.base_reason = request->bases[side].reason;
  copy->rules.base_cure = request->bases[side].cure;
  copy->rules.side = request->is_async ? SIDES[side] : "";
}

static tl_code plan_side(const partition_request *request, int side,
                         const tl_layout *fragment, tl_planned_copy *copy,
                         tl_error *error) {
  TL_TRY(tl_copy_request_make(&request->sides[side], fragment, &copy->request,
                              error));
  copy->rules = (tl_access_rules){.is_shared = request->is_shared[side],
                                  .uses_matrices = request->uses_matrices,
                                  .target = request->target,
                                  .max_bits = request->max_bits,
                                  .is_synthesized = request->is_chosen,
                                  .cache = (tl_cache_mode)request->cache};
  if (request->is_async)
    read_base(request, side, copy);
  copy->width = TL_COPY_WIDE; /* until what is around it says otherwise */
  copy->apart = 0;
  TL_TRY(tl_copy_partition_plan(&copy->request, &copy->plan, error));
  int64_t starts = tl_atoms_count(&copy->plan.starts);
  if (starts <= TL_MAX_STARTS || request->is_async)
    return TL_OK;
  return tl_fail(error, TL_CAPACITY,
                 "needs %" PRId64 " addresses per thread, more than %d: %s",
                 starts, TL_MAX_STARTS, copy->plan.reason);
}

/*===--- Report -----------------------------------------------------------===*/

/* The plan as that of one of the operations that share it. */
static void complete(tl_facts *facts, MlirOperation operation,
                     planned_operation *planned) {
  tl_copy_view views[SIDE_COUNT];
  read_views(operation, views);
  planned->copy.view = views[SOURCE];
  planned->copy.block = tl_block_size_planned(facts, operation);
  if (planned->is_async)
    planned->target.view = views[TARGET];
}

/* What tl-vectorize-copies will choose, told before anything is written. */
static bool report_copies(const tl_copy_run *run) {
  partition_run *state = run->state;
  const char *path = state->report_path;
  bool written = true;
  if (path[0] || state->has_remarks || state->requires_optimal) {
    state->lowering.facts.explains = true;
    tl_copy_report_open(&state->report, run->root, path);
    tl_copies_visit(run, report_copy);
    if (path[0])
      written = tl_copy_report_write(&state->report, run->root, path);
    tl_copy_report_free(&state->report);
  }
  if (written && state->is_optimal)
    tl_copy_report_forget(run->root);
  return written && state->is_optimal;
}

static bool has_one_use(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

/* A load and the store of what it loads, at one place of the source: what a copy
 * between memories has become. */
static bool is_pair(MlirOperation load, MlirOperation store) {
  MlirLocation place = mlirOperationGetLocation(load);
  return tl_operation_kind_of(load) == TL_OPERATION_LOAD &&
         tl_operation_kind_of(store) == TL_OPERATION_STORE &&
         has_one_use(mlirOperationGetResult(load, 0)) &&
         mlirLocationEqual(place, mlirOperationGetLocation(store)) &&
         !mlirLocationEqual(
             place, mlirLocationUnknownGet(mlirOperationGetContext(load)));
}

/* Reasons speak to who has written the copy. */
static void read_writer(MlirOperation operation, tl_access_rules *rules) {
  bool is_load = tl_operation_kind_of(operation) == TL_OPERATION_LOAD;
  MlirOperation load = operation, store = operation;
  if (is_load) {
    MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(load, 0));
    if (!mlirOpOperandIsNull(use))
      store = mlirOpOperandGetOwner(use);
  } else if (mlirValueIsAOpResult(mlirOperationGetOperand(store, 0))) {
    load = mlirOpResultGetOwner(mlirOperationGetOperand(store, 0));
  }
  if (!rules->is_synthesized && !is_pair(load, store))
    return;
  rules->side = SIDES[is_load ? SOURCE : TARGET];
  rules->is_synthesized = true;
}

/* Rule O1, with what keeps accesses from being wider. */
static bool check_bounds(MlirOperation operation, const tl_copy_record *record,
                         const tl_access_side *sides, int64_t count) {
  tl_text reason = {0};
  tl_error error;
  if (tl_copy_check_bounds(record, sides, count, &error) == TL_OK)
    return true;
  int64_t i = 0;
  while (i < record->reason_count && record->reasons[i].rule >= TL_REASON_MASK)
    i++;
  if (record->accesses > record->least_accesses && i < record->reason_count) {
    tl_text_append(&reason, "; ");
    tl_copy_reason_text(record, i, &reason);
  }
  return tl_emit_error(operation, "%s%s", error.message, reason.data);
}

static void report_copy(void *state, MlirOperation operation, void *plan) {
  partition_run *own = state;
  planned_operation *planned = plan;
  tl_planned_copy *copy = &planned->copy;
  partition_request said;
  size_t size;
  tl_error error;
  tl_copy_record record;
  complete(&own->lowering.facts, operation, planned);
  if (read_request(own, operation, &said, &size, &error) != TL_OK)
    return;
  read_base(&said, SOURCE, copy);
  if (planned->is_async)
    read_base(&said, TARGET, &planned->target);
  else
    read_writer(operation, &copy->rules);
  tl_access_side sides[SIDE_COUNT];
  int64_t count = read_sides(planned, sides);
  tl_copy_record_make(sides, count, &planned->choice, &record);
  tl_copy_report_add(&own->report, &copy->view, sides, count, &planned->choice,
                     &record);
  if (own->has_remarks)
    tl_copy_report_remark(&copy->view, sides, count, &record);
  if (own->requires_optimal)
    own->is_optimal &= check_bounds(operation, &record, sides, count);
}

/*===--- Write ------------------------------------------------------------===*/

static void write_operation(void *state, MlirOperation operation, void *plan) {
  partition_run *run = state;
  planned_operation *planned = plan;
  tl_builder *builder = &run->lowering.builder;
  tl_planned_copy *copies[] = {&planned->copy, &planned->target};
  tl_planned_copy *copy = copies[SOURCE], *last = copies[planned->is_async];
  const tl_copy_view *view = &copy->view;
  complete(&run->lowering.facts, operation, planned);
  bool is_for_ptx = copy->rules.target->assembly == TL_ASSEMBLY_PTX;
  if (is_for_ptx)
    tl_hold_loop_starts(builder, operation);
  if (copy->plan.is_scattered && !copy->plan.is_twisted)
    tl_emit_remark(operation, copy->plan.reason,
                   "computes %" PRId64 " addresses per thread",
                   tl_atoms_count(&copy->plan.starts));

  /* 1. Who takes part; of an asynchronous copy, who would store. */
  tl_plan_sources sources[SIDE_COUNT];
  MlirValue thread = {NULL};
  tl_builder_before(builder, operation);
  if (tl_plan_uses_thread(&copy->plan) || tl_plan_uses_thread(&last->plan))
    thread = tl_build_plan_thread(builder, copy);
  tl_choose_widths(builder, 1 + planned->is_async, copies);
  for (int i = 0; i <= planned->is_async; i++) {
    tl_read_plan_sources(builder, copies[i], thread, &sources[i]);
    tl_find_varying(builder, copies[i], planned->is_async && i == SOURCE);
  }
  MlirValue guard = tl_build_plan_guard(builder, &last->plan, thread);

  /* 2. What each moves, under the guard if there is one. */
  MlirOperation moved =
      mlirValueIsNull(guard)
          ? build_thread_copy(builder, planned, sources)
          : build_guarded_copy(builder, planned, sources, guard);

  /* 3. Instead of the copy. */
  if (view->kind == TL_LOAD)
    replace_load(builder, operation, mlirOperationGetResult(moved, 0),
                 is_for_ptx && !mlirValueIsNull(guard));
  mlirOperationDestroy(operation);
}

/* Operations that make a place. */
enum { MOST_SHARED = 128 };

/* Where a copy under a branch is goes in front of that: others that do not take the
 * branch, or behind it, have digits in common with it. */
static void share_places(MlirOperation branch, MlirOperation copy) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(copy); i++) {
    int left = MOST_SHARED;
    MlirValue place = mlirOperationGetOperand(copy, i);
    if (tl_may_hoist(branch, place, &left))
      tl_hoist(branch, place);
  }
}

/* Threads that are kept out load zeros. */
static MlirOperation build_guarded_copy(const tl_builder *builder,
                                        planned_operation *planned,
                                        tl_plan_sources *sources,
                                        MlirValue guard) {
  tl_branch branch = tl_branch_open(builder);
  MlirOperation moved = build_thread_copy(&branch.taken, planned, sources);
  MlirValue loaded, zero;
  if (planned->copy.view.kind != TL_LOAD) {
    MlirOperation guarded =
        tl_branch_close(builder, &branch, guard, 0, NULL, NULL);
    if (planned->is_async)
      share_places(guarded, moved);
    return guarded;
  }
  loaded = mlirOperationGetResult(moved, 0);
  zero = tl_build_zero(&branch.otherwise, mlirValueGetType(loaded));
  return tl_branch_close(builder, &branch, guard, 1, &loaded, &zero);
}

/* Gives what was loaded to the users of the load. */
static void replace_load(const tl_builder *builder, MlirOperation load,
                         MlirValue moved, bool holds_pads) {
  MlirValue loaded = mlirOperationGetResult(load, 0);
  if (holds_pads && tl_extends_parts(loaded))
    moved = tl_hold_words(builder, moved, false);
  mlirValueReplaceAllUsesOfWith(loaded, moved);
}

/* Origins that are multiples of a swizzle's period.  The memory starts further by
 * what is known of them, and in a loop by all that varies, so that the offset does
 * not vary with them. */
static void move_far(const tl_builder *builder, const tl_planned_copy *copy,
                     const tl_plan_sources *sources, MlirValue *memory,
                     MlirValue *offset) {
  int64_t number, same;
  tl_plan_sources varying = *sources, fixed = *sources;
  tl_far_parts_split(builder, copy, &varying, &fixed);
  MlirValue far = tl_build_plan_far(builder, copy, &varying, &number);
  MlirValue near = tl_build_plan_far(builder, copy, &fixed, &same);
  if (!tl_is_in_loop(copy->view.operation)) {
    *offset = tl_build_pair(builder, TL_ADD, *offset, far);
    far = (MlirValue){NULL};
  }
  *offset = tl_build_pair(builder, TL_ADD, *offset, near);
  *memory = tl_build_moved(builder, *memory, far, number);
}

/* The same offset, of which LLVM knows no part but the constant: as bytes, so that it
 * finds the pointer again, unless limits have digits of its parts in common. */
static MlirValue build_start(const tl_builder *builder,
                             const tl_planned_copy *copy, MlirValue offset) {
  int64_t number = tl_value_split(&offset),
          unit = copy->plan.limit_count ? 1 : copy->request.element_bytes;
  offset = tl_build_by(builder, TL_MULTIPLY_WRAPPING, offset, unit);
  offset = tl_build_by(builder, TL_DIVIDE_EXACT,
                       tl_build_hidden(builder, offset, false), unit);
  return tl_build_by(builder, TL_ADD, offset, number);
}

/* Memory that starts at what stays in a loop, for an offset that varies. */
static void move_start(const tl_builder *builder, const tl_planned_copy *copy,
                       const tl_plan_sources *sources, MlirValue *memory,
                       MlirValue *offset) {
  MlirValue varying = tl_build_plan_varying(builder, copy, sources);
  if (tl_hides_start(builder, copy))
    *offset = build_start(builder, copy, *offset);
  if (mlirValueIsNull(varying))
    return;
  tl_bound_counter(builder, copy->view.operation);
  *memory = tl_build_moved(builder, *memory, *offset, 0);
  *offset = varying;
}

static MlirOperation build_thread_copy(const tl_builder *builder,
                                       planned_operation *planned,
                                       tl_plan_sources *sources) {
  tl_planned_copy *copy = &planned->copy;
  const tl_copy_view *view = &copy->view;
  MlirValue offsets[TL_MAX_STARTS], rooms[TL_MAX_STARTS * TL_MAX_RANK];
  MlirValue extents[TL_MAX_RANK];
  MlirValue symbols[TL_MAX_TERMS];
  int64_t slots[TL_MAX_STARTS], slot;
  int64_t count = tl_build_plan_starts(builder, copy, sources, offsets, slots);
  tl_thread_view thread;
  MlirValue memory = view->memory.value;
  if (planned->is_async)
    move_start(builder, copy, &sources[SOURCE], &memory, &offsets[0]);
  move_far(builder, copy, &sources[SOURCE], &memory, &offsets[0]);
  if (planned->is_async) /* by whose limits all starts are written */
    tl_join_plan_limits(builder, copy, sources);
  read_thread(planned, count, &thread);
  thread.memory = memory;
  thread.memory_type = mlirValueGetType(thread.memory);
  if (planned->is_async) {
    tl_build_plan_starts(builder, &planned->target, &sources[TARGET],
                         &thread.target_offset, &slot);
    move_far(builder, &planned->target, &sources[TARGET], &thread.fragment,
             &thread.target_offset);
    thread.fragment_type = mlirValueGetType(thread.fragment);
  } else if (count > 1 || slots[0] != 0)
    thread.slots = tl_words(builder, count, slots);
  read_atoms(builder, copy, sources, &thread, symbols);
  for (int64_t limit = 0; limit < copy->plan.limit_count; limit++)
    for (int64_t i = 0; i < count; i++)
      rooms[limit * count + i] =
          tl_build_plan_room(builder, copy, sources, limit, i);
  thread.extents = tl_build_plan_extents(builder, copy, sources, extents);
  if (thread.limit_count && !view->stores && !thread.is_async)
    thread.pad = mlirOperationGetDiscardableAttributeByName(
        view->operation, mlirStringRefCreateFromCString(TL_ATTRIBUTE_PAD));
  MlirOperation moved = tl_thread_create(&thread, builder->location, offsets,
                                         symbols, rooms, extents);
  tl_copy_foreign_attributes(view->operation, moved);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, moved);
  return moved;
}

/* What the plan says but atoms and values.  A view is large: of its lists the
 * items that are used alone are set. */
static void read_thread(const planned_operation *planned, intptr_t starts,
                        tl_thread_view *out) {
  const tl_copy_view *view = &planned->copy.view;
  const tl_copy_partition *plan = &planned->copy.plan;
  const tl_copy_partition *target = &planned->target.plan;
  const tl_copy_matrix *matrix = &planned->choice.matrix;
  out->kind = view->kind;
  out->stores = view->stores;
  out->is_async = planned->is_async;
  out->is_disjoint = view->stores && view->is_disjoint;
  out->memory = view->memory.value;
  out->fragment = view->fragment.value;
  out->fragment_type = view->fragment.type;
  out->start_count = starts;
  out->symbol_count = 0;
  out->limit_count = plan->limit_count;
  memset(out->granules, 0, sizeof out->granules);
  out->slots = out->pad = out->reason = (MlirAttribute){NULL};
  out->cache = view->cache;
  out->is_vectorized = matrix->count != 0;
  out->width = matrix->count ? planned->choice.width : 1;
  out->inner.count = matrix->count ? matrix->inner.count : 0;
  for (int64_t i = 0; i < out->inner.count; i++)
    out->inner.items[i] = matrix->inner.items[i];
  out->matrices = matrix->count;
  out->is_transposed = matrix->count && matrix->is_transposed;
  out->swizzle = plan->swizzle;
  out->offset_bits = plan->offset_bits;
  out->target_swizzle = out->is_async ? target->swizzle : (tl_swizzle){0, 0, 0};
  out->target_bits = out->is_async ? target->offset_bits : -1;
  out->alignment = planned->choice.alignment;
  out->phase = planned->choice.phase;
}

/* Rule E31: of 32 bits, where that is proved: two rows that memory has are fewer elements
 * apart, and of one alone the stride is of no account. */
static MlirValue build_symbol(const tl_builder *builder,
                              const tl_planned_copy *copy,
                              const tl_plan_sources *sources, int64_t number) {
  MlirValue symbol = sources->symbols[number];
  bool is_word = copy->request.is_near || copy->request.symbol_end[number];
  return is_word && !tl_is_in_loop(copy->view.operation)
             ? tl_build_as_index(builder, tl_build_narrow(builder, symbol))
             : symbol;
}

/* The atoms, with the numbers of the thread copy's symbols and limits. */
static void read_atoms(const tl_builder *builder, const tl_planned_copy *copy,
                       const tl_plan_sources *sources, tl_thread_view *thread,
                       MlirValue *symbols) {
  thread->atoms.count = copy->plan.atoms.count;
  for (int64_t i = 0; i < thread->atoms.count; i++) {
    tl_atom *atom = &thread->atoms.items[i];
    *atom = copy->plan.atoms.items[i];
    if (atom->symbol) {
      symbols[thread->symbol_count++] =
          build_symbol(builder, copy, sources, atom->symbol - 1);
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
