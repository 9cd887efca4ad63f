/* lower_layout_conversions.c - tl-lower-layout-conversions
 *
 * A conversion becomes what exchanges the elements.  Where a warp can, by shuffles
 * of words, with selects around them, or by renaming registers:
 *
 *   %w = tl.convert_layout %v as #row to #column scope warp
 *     : vector<2xf32> to vector<2xf32>
 * becomes
 *   %give = arith.select %is_odd, %0, %1 : i32
 *   %get, %valid = gpu.shuffle xor %give, %c1, %c32 : i32
 *   ...
 * Else, or where that costs less, through workgroup memory:
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
 *            not.
 *            With require-optimal=1, by rule O3.
 * Remarks:   where they are asked for, which way each conversion takes, and why. */
#include "copy_lowering.h"
#include "copy_report.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/NVVM.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/emit/conversion_words.h"
#include "passes/emit/scratch.h"
#include "passes/facts/memory_facts.h"
#include "tl/conversion_memory.h"
#include "tl/conversion_plan.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  ACCOUNTS = 2,
  COMPUTED_BITS = 64, /* of the widest numbers that all backends compute with */
};

/* What decides about a conversion. */
typedef struct conversion_key {
  const tl_target *target;
  MlirAttribute source, result;
  tl_thread_range threads;
  int64_t scope, element_bytes, max_bits, uses_matrices;
  int64_t uses_shuffles, has_whole_warps;
  int64_t scratch_bytes; /* of a group; 0: there are none */
} conversion_key;

/* Either way, and what the other one costs. */
typedef struct planned_conversion {
  tl_conversion_way way;
  char reason[TL_MESSAGE_CAPACITY]; /* why not by shuffles; or empty */
  tl_conversion_memory memory;
  tl_conversion_order order;
  int64_t lanes, zero_from, lower_bound, is_tight, cost;
  tl_program_counts counts;
  int64_t step_count;
  int32_t targets[TL_MAX_CONVERSION_WORDS];
  tl_word_step steps[TL_MAX_CONVERSION_STEPS]; /* those are said */
} planned_conversion;

/* A run of the pass. */
typedef struct conversion_run {
  tl_lowering lowering;
  bool uses_shuffles, has_remarks, requires_optimal;
  const char *report_path; /* empty: none is written */
  tl_copy_report report;
  tl_scratch scratch;
  bool is_fine; /* of all conversions, once they are told */
} conversion_run;

/* A conversion that is written, piece by piece. */
typedef struct written_conversion {
  conversion_run *run;
  const tl_conversion_memory *plan;
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
static tl_code plan_words(const conversion_key *key,
                          const tl_conversion_request *request,
                          planned_conversion *out, tl_error *error);
static tl_code compare_memory(const conversion_key *key,
                              const tl_conversion_request *request,
                              planned_conversion *out, tl_error *error);
static bool tell_all(const tl_copy_run *run);
static void tell_conversion(void *state, MlirOperation operation, void *plan);
static void write_conversion(void *state, MlirOperation operation, void *plan);
static MlirValue write_words(const written_conversion *own,
                             planned_conversion *plan);
static MlirValue write_pieces(const written_conversion *conversion);

static const tl_copy_pass PASS = {.wants = is_conversion,
                                  .read = read_key,
                                  .request_size = sizeof(conversion_key),
                                  .plan = plan_conversion,
                                  .plan_size = sizeof(planned_conversion),
                                  .tell = tell_all,
                                  .write = write_conversion};

static bool read_options(conversion_run *run, const tl_option_value *options) {
  run->scratch.most_bytes = options[TL_OPTION_MAX_SCRATCH_BYTES].number;
  run->has_remarks = options[TL_OPTION_REMARKS].number != 0;
  run->requires_optimal = options[TL_OPTION_REQUIRE_OPTIMAL].number != 0;
  run->report_path = options[TL_OPTION_REPORT].text;
  run->uses_shuffles = options[TL_OPTION_SHUFFLES].number != 0;
  return tl_lowering_read(&run->lowering, options, TL_COPY_OPTION_COUNT) &&
         tl_flag_check(run->lowering.root, TL_COPY_OPTIONS, options,
                       TL_OPTION_REQUIRE_OPTIMAL) &&
         tl_flag_check(run->lowering.root, TL_COPY_OPTIONS, options,
                       TL_OPTION_SHUFFLES) &&
         (run->scratch.most_bytes > 0 ||
          tl_emit_error(run->lowering.root,
                        "max-scratch-bytes is %" PRId64
                        "; it has to be at least 1",
                        run->scratch.most_bytes));
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
    mlirGetDialectHandle__memref__, mlirGetDialectHandle__nvvm__,
    mlirGetDialectHandle__vector__};

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
static int64_t bytes_for(conversion_run *run, const tl_conversion_view *view,
                         const tl_exchange *exchange) {
  int64_t groups;
  if (view->scope == TL_SCOPE_THREAD ||
      tl_barrier_check(&run->scratch, &run->lowering.facts, exchange, NULL) !=
          TL_OK)
    return 0;
  if (!mlirValueIsNull(view->scratch))
    return mlirShapedTypeGetDimSize(mlirValueGetType(view->scratch), 0);
  if (tl_scratch_groups(exchange, 0, &groups, NULL) != TL_OK)
    return 0;
  return run->scratch.most_bytes < groups ? 1
                                          : run->scratch.most_bytes / groups;
}

static tl_code read_key(void *state, MlirOperation operation, void *request,
                        size_t *size, tl_error *error) {
  conversion_run *run = state;
  conversion_key *out = request;
  tl_conversion_view view;
  tl_exchange exchange;
  TL_TRY(tl_assigned_check(operation, error));
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
      .uses_shuffles = run->uses_shuffles,
      .has_whole_warps =
          tl_block_threads(&exchange.block) % exchange.target->lanes == 0,
      .scratch_bytes = bytes_for(run, &view, &exchange)};
  *size = sizeof *out;
  return TL_OK;
}

/*===--- Plan ------------------------------------------------------------===*/

/* Threads that convert alone are no lanes of a wave. */
static int64_t lanes_of(const conversion_key *key) {
  return key->scope == TL_SCOPE_THREAD ? 1 : key->target->lanes;
}

static tl_code read_request(const conversion_key *key,
                            tl_conversion_request *out, tl_error *error) {
  tl_scope scope = (tl_scope)key->scope;
  *out = (tl_conversion_request){.scope = scope,
                                 .lanes = lanes_of(key),
                                 .threads = key->threads,
                                 .element_bits = 8 * key->element_bytes};
  TL_TRY(
      tl_fragment_layout(key->source, scope, out->lanes, &out->source, error));
  return tl_fragment_layout(key->result, scope, out->lanes, &out->target,
                            error);
}

static tl_code plan_conversion(const void *request, void *plan, size_t *size,
                               tl_error *error) {
  const conversion_key *key = request;
  planned_conversion *out = plan;
  tl_conversion_request conversion;
  out->memory = (tl_conversion_memory){.wavefronts = 0};
  TL_TRY(read_request(key, &conversion, error));
  TL_TRY(plan_words(key, &conversion, out, error));
  TL_TRY(compare_memory(key, &conversion, out, error));
  *size = offsetof(planned_conversion, steps) +
          (size_t)out->step_count * sizeof *out->steps;
  return TL_OK;
}

static tl_access_rules rules_of(const conversion_key *key) {
  return (tl_access_rules){.is_shared = true,
                           .uses_matrices = key->uses_matrices,
                           .target = key->target,
                           .max_bits = key->max_bits};
}

/* Through memory where that is the only way, or costs less. */
static tl_code compare_memory(const conversion_key *key,
                              const tl_conversion_request *request,
                              planned_conversion *out, tl_error *error) {
  const tl_access_rules rules = rules_of(key);
  bool is_only = out->way == TL_CONVERT_MEMORY;
  tl_error lack;
  if (!is_only && (!key->scratch_bytes ||
                   out->cost <= tl_conversion_memory_least(request, &rules)))
    return TL_OK;
  tl_code code = tl_conversion_memory_plan(request, &rules, key->scratch_bytes,
                                           &out->memory, &lack);
  if (is_only && code != TL_OK)
    return tl_fail(error, code, "%s; not by shuffles: %s", lack.message,
                   out->reason);
  if (code == TL_OK && out->memory.cost < out->cost)
    out->way = TL_CONVERT_MEMORY;
  return TL_OK;
}

static void keep_words(const conversion_key *key,
                       const tl_conversion_plan *plan,
                       planned_conversion *out) {
  out->way = plan->way;
  out->step_count = 0;
  out->counts = (tl_program_counts){0};
  out->lower_bound = 0;
  out->is_tight = 0;
  out->cost = INT64_MAX;
  memcpy(out->reason, plan->reason, sizeof out->reason);
  if (plan->way == TL_CONVERT_SHUFFLES &&
      !(key->uses_shuffles && key->has_whole_warps)) {
    out->way = TL_CONVERT_MEMORY;
    strcpy(out->reason, key->uses_shuffles
                            ? "a warp of the block has not all of its lanes"
                            : "the option 'shuffles' is 0");
  }
  if (out->way == TL_CONVERT_MEMORY)
    return;
  out->order = plan->order;
  out->lanes = lanes_of(key);
  out->zero_from = plan->zero_from;
  out->lower_bound = plan->lower_bound;
  out->is_tight = plan->is_tight;
  out->counts = plan->counts;
  out->cost = plan->cost;
  out->step_count = plan->program.step_count;
  memcpy(out->targets, plan->targets,
         (size_t)plan->word_count * sizeof *out->targets);
  memcpy(out->steps, plan->program.steps,
         (size_t)out->step_count * sizeof *out->steps);
}

static tl_code plan_words(const conversion_key *key,
                          const tl_conversion_request *request,
                          planned_conversion *out, tl_error *error) {
  tl_conversion_plan plan;
  tl_conversion_work *work = malloc(sizeof *work);
  if (!work)
    return tl_fail(error, TL_CAPACITY, "out of memory for a conversion");
  tl_code code = tl_conversion_plan_make(request, work, &plan, error);
  if (code == TL_OK)
    keep_words(key, &plan, out);
  free(work);
  return code;
}

/*===--- Tell ------------------------------------------------------------===*/

static bool tell_all(const tl_copy_run *run) {
  conversion_run *own = run->state;
  tl_copy_report_open(&own->report, run->root, own->report_path);
  tl_copies_visit(run, tell_conversion);
  return tl_copy_report_hand_on(&own->report, run->root, own->report_path,
                                own->is_fine && run->count) &&
         own->is_fine;
}

/* Memory that is named starts where its elements may lie. */
static tl_code check_named(conversion_run *run, const tl_conversion_view *view,
                           tl_error *error) {
  tl_memory_facts memory;
  tl_text cure = {0};
  int64_t bytes = tl_element_bytes(view->source.type);
  run->lowering.facts.explains = true;
  tl_memory_facts_of(&run->lowering.facts, view->scratch, &memory);
  if (memory.element.alignment >= bytes)
    return TL_OK;
  if (memory.element.cure.attribute && !memory.element.cure.is_of_copy)
    tl_text_append(&cure, "; say {%s = %" PRId64 " : i64}",
                   memory.element.cure.attribute, bytes);
  return tl_fail(error, TL_INVALID,
                 "exchanges through the memory that it names, which is not "
                 "known to start at a multiple of %" PRId64 " bytes, as "
                 "elements do: %s%s",
                 bytes, memory.element.reason, cure.data);
}

static tl_code ask_memory(conversion_run *run, const tl_conversion_view *view,
                          const tl_exchange *exchange, int64_t bytes,
                          tl_error *error) {
  int64_t groups;
  TL_TRY(
      tl_barrier_check(&run->scratch, &run->lowering.facts, exchange, error));
  if (!mlirValueIsNull(view->scratch))
    return check_named(run, view, error);
  TL_TRY(tl_scratch_groups(exchange, bytes, &groups, error));
  tl_scratch_need(&run->scratch, exchange, bytes);
  return TL_OK;
}

static void remark(MlirOperation operation,
                   const tl_conversion_record *record) {
  if (record->way != TL_CONVERT_MEMORY)
    tl_emit_remark(
        operation, NULL,
        "exchanges by %" PRId64 " shuffles, of %s %" PRId64 "; %" PRId64
        " selects, %" PRId64 " permutes, %" PRId64 " other steps",
        record->shuffles, record->is_tight ? "at least" : "perhaps",
        record->lower_bound, record->selects, record->permutes, record->others);
  else if (record->wavefronts && !record->target->memory)
    tl_emit_remark(operation, NULL,
                   "exchanges through %" PRId64 " bytes of memory",
                   record->bytes);
  else if (record->wavefronts)
    tl_emit_remark(operation, NULL,
                   "exchanges through %" PRId64 " bytes of memory in %" PRId64
                   " wavefronts, of at least %" PRId64
                   " in the model of banks of %s",
                   record->bytes, record->wavefronts, record->minimum,
                   record->target->name);
  else
    tl_emit_remark(operation, NULL,
                   "exchanges through %" PRId64 " bytes of memory in pieces",
                   record->bytes);
  if (record->reason[0])
    tl_emit_remark(operation, NULL, "not by %s", record->reason);
}

/* The reason is in `reason`. */
static tl_conversion_record record_of(const planned_conversion *plan,
                                      int64_t bytes, const tl_target *target,
                                      tl_text *reason) {
  const tl_program_counts *counts = &plan->counts;
  if (plan->way == TL_CONVERT_MEMORY && plan->reason[0])
    tl_text_append(reason, "shuffles: %s", plan->reason);
  else if (plan->way == TL_CONVERT_MEMORY)
    tl_text_append(
        reason, "%" PRId64 " shuffles, which cost %" PRId64 " against %" PRId64,
        counts->shuffles, plan->cost, plan->memory.cost);
  return (tl_conversion_record){.target = target,
                                .way = plan->way,
                                .shuffles = counts->shuffles,
                                .selects = counts->selects,
                                .permutes = counts->permutes,
                                .others = counts->masks + counts->others,
                                .lower_bound = plan->lower_bound,
                                .is_tight = plan->is_tight,
                                .bytes = bytes,
                                .wavefronts = plan->memory.wavefronts,
                                .minimum = plan->memory.bound,
                                .reason = reason->data};
}

/* Of store and load; false where there are none, or in pieces. */
static bool make_accounts(const conversion_key *key,
                          const planned_conversion *plan,
                          tl_shared_account accounts[ACCOUNTS]) {
  const tl_access_rules rules = rules_of(key);
  tl_conversion_request request;
  bool is_whole = plan->way == TL_CONVERT_MEMORY && plan->memory.wavefronts &&
                  read_request(key, &request, NULL) == TL_OK;
  for (int i = 0; i < ACCOUNTS && is_whole; i++)
    is_whole = tl_conversion_memory_account(&request, &rules, &plan->memory, i,
                                            &accounts[i], NULL) == TL_OK;
  return is_whole;
}

/* Those that were planned, in the space; false through memory. */
static bool find_rounds(const conversion_key *key,
                        const planned_conversion *plan,
                        tl_conversion_request *request,
                        tl_conversion_space *space, tl_conversion_rounds *out) {
  return plan->way != TL_CONVERT_MEMORY &&
         read_request(key, request, NULL) == TL_OK &&
         tl_conversion_rounds_find(request, plan->order, space, out, NULL) ==
             TL_OK;
}

static void report_conversion(conversion_run *run,
                              const tl_conversion_view *view,
                              const conversion_key *key,
                              const planned_conversion *plan,
                              const tl_conversion_record *record) {
  const tl_access_rules rules = rules_of(key);
  tl_conversion_space *space = malloc(sizeof *space);
  tl_conversion_record all = *record;
  tl_shared_account accounts[ACCOUNTS];
  tl_conversion_request request;
  tl_conversion_rounds rounds;
  all.rules = &rules;
  all.accounts = make_accounts(key, plan, accounts) ? accounts : NULL;
  all.request = &request;
  run->report.is_complete &= space != NULL;
  if (space && find_rounds(key, plan, &request, space, &rounds))
    all.rounds = &rounds;
  tl_copy_report_add_conversion(&run->report, view, &all);
  free(space);
}

/* Rule O3. */
static bool check_bounds(MlirOperation operation,
                         const tl_conversion_record *record) {
  const char *target = record->target->name;
  if (record->way != TL_CONVERT_MEMORY)
    return record->shuffles <= record->lower_bound ||
           tl_emit_error(operation,
                         "exchanges by %" PRId64 " shuffles; %" PRId64
                         " would do for the most words that a lane gets or "
                         "gives",
                         record->shuffles, record->lower_bound);
  if (!record->target->memory)
    return true;
  if (!record->wavefronts)
    return tl_emit_error(operation,
                         "exchanges through %" PRId64
                         " bytes of memory in pieces, which have no bound; "
                         "give more by max-scratch-bytes",
                         record->bytes);
  return record->wavefronts <= record->minimum ||
         tl_emit_error(operation,
                       "exchanges through memory in %" PRId64
                       " wavefronts; no layout is known to take fewer than "
                       "%" PRId64 ", in the model of banks of %s",
                       record->wavefronts, record->minimum, target);
}

static void say_conversion(conversion_run *run, const tl_conversion_view *view,
                           const planned_conversion *plan, int64_t bytes) {
  MlirOperation operation = view->operation;
  conversion_key key;
  size_t size;
  tl_text reason = {0};
  bool is_asked =
      run->has_remarks || run->report_path[0] || run->requires_optimal;
  if (!is_asked || read_key(run, operation, &key, &size, NULL) != TL_OK)
    return;
  tl_conversion_record record = record_of(plan, bytes, key.target, &reason);
  if (run->report_path[0])
    report_conversion(run, view, &key, plan, &record);
  if (run->has_remarks)
    remark(operation, &record);
  if (run->requires_optimal && !check_bounds(operation, &record))
    run->is_fine = false;
}

static void tell_conversion(void *state, MlirOperation operation, void *plan) {
  conversion_run *run = state;
  const planned_conversion *planned = plan;
  bool is_memory = planned->way == TL_CONVERT_MEMORY;
  tl_conversion_view view;
  tl_exchange exchange;
  tl_error error;
  tl_conversion_view_read(operation, &view);
  int64_t bytes = planned->memory.elements * tl_element_bytes(view.source.type);
  if (is_memory &&
      (read_exchange(run, operation, &view, &exchange, &error) != TL_OK ||
       ask_memory(run, &view, &exchange, bytes, &error) != TL_OK))
    run->is_fine = tl_emit_error(operation, "%s; not by shuffles: %s",
                                 error.message, planned->reason);
  else
    say_conversion(run, &view, planned, bytes);
}

/*===--- Write -----------------------------------------------------------===*/

static void write_conversion(void *state, MlirOperation operation, void *plan) {
  conversion_run *run = state;
  planned_conversion *planned = plan;
  tl_builder *builder = &run->lowering.builder;
  written_conversion own = {.run = run, .plan = &planned->memory};
  tl_value memory = {.kind = TL_KIND_LAYOUT, .as.layout = own.plan->layout};
  tl_conversion_view_read(operation, &own.view);
  if (read_exchange(run, operation, &own.view, &own.exchange, NULL) != TL_OK)
    return;
  tl_builder_before(builder, operation);
  MlirValue out;
  if (planned->way == TL_CONVERT_MEMORY) {
    own.layout = tl_layout_attribute_get(builder->context, &memory);
    out = write_pieces(&own);
  } else {
    out = write_words(&own, planned);
  }
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(operation, 0), out);
  mlirOperationDestroy(operation);
}

static MlirValue write_words(const written_conversion *own,
                             planned_conversion *plan) {
  const tl_conversion_program program = {.lanes = plan->lanes,
                                         .step_count = plan->step_count,
                                         .step_capacity = plan->step_count,
                                         .steps = plan->steps};
  const tl_conversion_code code = {.program = &program,
                                   .targets = plan->targets,
                                   .target = own->exchange.target,
                                   .scope = own->view.scope,
                                   .block = own->exchange.block,
                                   .zero_from = plan->zero_from};
  return tl_emit_conversion(&own->run->lowering.builder, &code,
                            own->view.source.value, own->view.target.type);
}

/* A tl.store of the source, or a tl.load of the target, of the piece that begins
 * there; all of the tile if that is one. */
static MlirOperation build_copy(const written_conversion *own, bool stores,
                                const tl_list *first) {
  const tl_builder *builder = &own->run->lowering.builder;
  const tl_conversion_memory *plan = own->plan;
  tl_copy_view copy = {.kind = stores ? TL_STORE : TL_LOAD,
                       .stores = stores,
                       .scope = own->view.scope,
                       .memory = {.value = own->memory, .layout = own->layout},
                       .fragment =
                           stores ? own->view.source : own->view.target};
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

static bool next_piece(const tl_conversion_memory *plan, tl_list *first) {
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
  tl_scratch *scratch = &own.run->scratch;
  MlirType element = tl_element_type(own.view.source.type);
  int64_t count = own.plan->elements;
  own.memory =
      mlirValueIsNull(own.view.scratch)
          ? tl_build_scratch(scratch, builder, &own.exchange, element, count)
          : tl_build_named_scratch(builder, own.view.scratch, element, count);
  bool is_read = tl_scratch_is_read(scratch, &own.exchange);
  tl_list first = {.count = own.plan->shape.count};
  MlirValue out = {NULL};
  do {
    if (is_read)
      tl_build_barrier(scratch, builder, &own.exchange);
    build_copy(&own, true, &first);
    tl_build_barrier(scratch, builder, &own.exchange);
    out = build_either(
        builder, out,
        mlirOperationGetResult(build_copy(&own, false, &first), 0));
    is_read = true;
  } while (next_piece(own.plan, &first));
  return out;
}
