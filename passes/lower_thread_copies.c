/* lower_thread_copies.c - tl-lower-thread-copies
 *
 * A thread copy becomes vector accesses, one for each combination of its atoms.
 *
 *   tl.thread_copy %S[%o] to %R
 *     atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
 * becomes
 *   %f = memref.reinterpret_cast %S to offset: [0], sizes: [256], strides: [1]
 *   %0 = vector.load %f[%o] {alignment = 16 : i64}
 *   vector.store %0, %R[%c0]
 *   %o1 = arith.addi %o, %c4 overflow<nsw> : index
 *   %1 = vector.load %f[%o1] {alignment = 16 : i64}
 *   vector.store %1, %R[%c4]
 *
 * An access of matrices becomes nvvm.ldmatrix or nvvm.stmatrix, one of
 * tl.thread_async nvgpu.device_async_copy; tl.async_commit and tl.async_wait
 * become the operations of nvvm.
 *
 * Registers must not be indexed at run time, or they end up in local memory. So
 * the code is straight; a buffer with more accesses than `unroll` gets one
 * scf.for per atom, marked to be unrolled in full by LLVM.
 *
 * Requires:  thread copies; without a vector they move one element at a time.
 * Preserves: all else, but that buffers state an alignment (rule A1).
 * Fails:     when unroll is negative; on an asynchronous access that cp.async
 *            does not have.
 *
 * LLVM takes a shared variable without an alignment to have one of 16 bytes,
 * merges accesses up to that, and declares the variable with the alignment of an
 * element, which the assembler need not exceed.  So every buffer that is accessed
 * states one. */
#include "copy_lowering.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/NVGPU.h"
#include "mlir-c/Dialect/NVVM.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/UB.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/emit/carried_words.h"
#include "passes/emit/flat_memory.h"
#include "passes/emit/lone_elements.h"
#include "passes/emit/strides_apart.h"
#include "passes/emit/thread_access.h"
#include "passes/emit/thread_copy.h"
#include "passes/emit/word_quotients.h"
#include "passes/facts/memory_facts.h"
#include "tl/copy_access.h"
#include "tl/dialect.h"
#include <inttypes.h>

enum { UNROLL = TL_OPTION_TARGET + 1, OPTION_COUNT };

static const tl_option_row OPTIONS[OPTION_COUNT] = {
    [TL_OPTION_TARGET] = TL_TARGET_OPTION,
    [UNROLL] =
        {"unroll",
         "Accesses of a copy up to which a register buffer gets straight "
         "code instead of loops",
         16, NULL},
};

/* A run of the pass. */
typedef struct lower_run {
  tl_lowering lowering;
  tl_unrolling unrolling;
  tl_key_table carried; /* see carried_words.h */
} lower_run;

static bool is_thread_copy(MlirOperation operation);
static void ask_alignment(lower_run *run, MlirValue value);
static tl_code check_async(const tl_thread_view *async, tl_error *error);
static void read_base(lower_run *run, const tl_thread_view *copy,
                      tl_access_base *base);
static tl_code can_lower(void *state, MlirOperation operation, void *request,
                         size_t *size, tl_error *error);
static tl_code keep_facts(const void *request, void *plan, size_t *size,
                          tl_error *error);
static void lower(void *state, MlirOperation operation, void *plan);
static MlirWalkResult strip_assumptions(MlirOperation operation, void *user);
static MlirWalkResult strip_arguments(MlirOperation operation, void *user);

/* What verifies can be written, but for single elements of cp.async. */
static const tl_copy_pass PASS = {.wants = is_thread_copy,
                                  .read = can_lower,
                                  .request_size = sizeof(tl_thread_facts),
                                  .plan = keep_facts,
                                  .plan_size = sizeof(tl_thread_facts),
                                  .write = lower};

static tl_pass_result run_lower_thread_copies(MlirOperation root,
                                              const tl_option_value *options) {
  if (options[UNROLL].number < 0) {
    tl_emit_error(root, "unroll is %" PRId64 "; it cannot be negative",
                  options[UNROLL].number);
    return TL_PASS_FAILED;
  }
  lower_run state = {.carried = {0}};
  tl_lowering_open(&state.lowering, root);
  if (!tl_target_option_read(root, options,
                             &state.lowering.access.target.stated))
    return TL_PASS_FAILED;
  state.unrolling =
      (tl_unrolling){options[UNROLL].number,
                     tl_parsed(&state.lowering.builder,
                               "#llvm.loop_annotation<unroll = <full = true>>"),
                     false};
  tl_pass_result result = tl_lowering_run(&state.lowering, &PASS, &state);
  if (result == TL_PASS_FAILED) {
    tl_key_table_free(&state.carried);
    return result;
  }
  if (tl_narrow_quotients(root, state.lowering.access.target.stated))
    result = TL_PASS_CHANGED;
  if (tl_broadcast_lone_elements(root))
    result = TL_PASS_CHANGED;
  tl_narrow_carried_words(&state.carried, root);
  mlirOperationWalk(root, strip_assumptions, &result, MlirWalkPostOrder);
  mlirOperationWalk(root, strip_arguments, &result, MlirWalkPreOrder);
  return result;
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__memref__,
    mlirGetDialectHandle__scf__,   mlirGetDialectHandle__vector__,
    mlirGetDialectHandle__llvm__,  mlirGetDialectHandle__nvgpu__,
    mlirGetDialectHandle__nvvm__,  mlirGetDialectHandle__ub__};

const tl_pass_row TL_LOWER_THREAD_COPIES = {
    .argument = "tl-lower-thread-copies",
    .description = "Write thread copies as vector loads and stores",
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .run = run_lower_thread_copies,
};

static bool is_thread_copy(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  return kind >= TL_OPERATION_THREAD_COPY && kind < TL_OPERATION_ASSUME;
}

/* For rule A1, which is of workgroup and private buffers. */
static void ask_alignment(lower_run *run, MlirValue value) {
  tl_memory_facts known;
  if (!mlirValueIsNull(value) && mlirTypeIsAMemRef(mlirValueGetType(value)) &&
      tl_memory_space_of(mlirValueGetType(value)) != TL_MEMORY_GLOBAL)
    tl_memory_facts_of(&run->lowering.facts, value, &known);
}

static tl_code check_async(const tl_thread_view *async, tl_error *error) {
  const tl_access_form form = {.width = async->width,
                               .element_bytes = async->element_bytes};
  int64_t bytes = form.width * form.element_bytes;
  if (!TL_ASYNC_KIND.is_legal(&form))
    return tl_fail(error, TL_UNSUPPORTED,
                   TL_ASYNC_MOVES ", not %" PRId64
                                  "; run tl-vectorize-copies first",
                   bytes);
  if (tl_cache_mode_of(async->cache) == TL_CACHE_L2 && bytes != TL_BYPASS_BYTES)
    return tl_fail(error, TL_UNSUPPORTED, TL_BYPASS_MOVES ", not %" PRId64,
                   bytes);
  return TL_OK;
}

/* Whether what an exclusive or joins to the address, or a swizzle will, is below
 * the bytes; of numbers that is seen later. */
static bool joins_below(lower_run *run, const tl_thread_view *copy,
                        int64_t bytes) {
  MlirValue address = tl_thread_offset(copy, 0), joined;
  int64_t most = tl_swizzle_changed_mask(&copy->swizzle), least = 0;
  while (tl_is_joined(address, &address, &joined)) {
    tl_value_fact fact = tl_value_fact_of(&run->lowering.facts, joined);
    least = fact.least < least ? fact.least : least;
    most = fact.most > most ? fact.most : most;
  }
  return copy->start_count == 1 && least == 0 &&
         most < bytes / copy->element_bytes;
}

/* What varies in a loop is to be joined last, to all that does not. */
static void read_base(lower_run *run, const tl_thread_view *copy,
                      tl_access_base *base) {
  MlirValue rest, joined;
  tl_memory_facts known;
  tl_memory_facts_of(&run->lowering.facts, copy->memory, &known);
  base->has_far = tl_is_joined(tl_thread_offset(copy, 0), &rest, &joined) &&
                  !tl_is_of_thread(joined) && tl_starts_at_thread(copy->memory);
  base->alignment =
      base->has_far ? known.element.alignment : known.buffer.alignment;
  if (!joins_below(run, copy, base->alignment))
    base->alignment = 0;
}

/* What all starts have of room at least; a limit cuts no access that is below. */
static void read_rooms(lower_run *run, const tl_thread_view *copy,
                       int64_t rooms[TL_MAX_RANK]) {
  for (intptr_t limit = 0; limit < copy->limit_count; limit++)
    for (intptr_t start = 0; start < copy->start_count; start++) {
      tl_value_fact room = tl_value_fact_of(&run->lowering.facts,
                                            tl_thread_room(copy, limit, start));
      if (start == 0 || room.least < rooms[limit])
        rooms[limit] = room.least;
    }
}

/* Whether it is a stage of shared memory, and what its offset is at least. */
static bool read_start(lower_run *run, MlirValue memref, int64_t *least) {
  tl_memory_facts known;
  if (tl_memory_space_of(mlirValueGetType(memref)) != TL_MEMORY_SHARED ||
      tl_flat_offset(memref) != INT64_MIN)
    return false;
  tl_memory_facts_of(&run->lowering.facts, memref, &known);
  *least = known.offset.least;
  return true;
}

/* Whether there is something to know of the copy. */
static bool read_facts(lower_run *run, const tl_thread_view *copy,
                       tl_thread_facts *known) {
  *known = (tl_thread_facts){.rooms = {0}};
  bool is_known = read_start(run, copy->memory, &known->least_start);
  if (copy->is_async)
    is_known |= read_start(run, copy->fragment, &known->least_target_start);
  read_rooms(run, copy, known->rooms);
  if (copy->matrices)
    read_base(run, copy, &known->base);
  return is_known || copy->matrices || copy->limit_count;
}

static tl_code keep_facts(const void *request, void *plan,
                          TL_UNUSED size_t *size, TL_UNUSED tl_error *error) {
  *(tl_thread_facts *)plan = *(const tl_thread_facts *)request;
  return TL_OK;
}

static tl_code can_lower(void *state, MlirOperation operation, void *request,
                         size_t *size, tl_error *error) {
  tl_thread_view copy;
  const tl_target *target;
  if (tl_operation_kind_of(operation) > TL_OPERATION_THREAD_ASYNC)
    return TL_OK;
  TL_TRY(tl_target_of(&((lower_run *)state)->lowering.access.target, operation,
                      &target, error));
  tl_thread_view_read(operation, &copy);
  ask_alignment(state, copy.memory);
  ask_alignment(state, copy.fragment);
  tl_find_carried_words(&((lower_run *)state)->carried,
                        &((lower_run *)state)->lowering.facts, operation);
  tl_find_strides(&((lower_run *)state)->lowering.builder, operation);
  if (read_facts(state, &copy, request))
    *size = sizeof(tl_thread_facts);
  if (!copy.is_async)
    return TL_OK;
  tl_find_pipelines(&((lower_run *)state)->lowering.builder, operation);
  return check_async(&copy, error);
}

/* Of a copy that was read, which has a target. */
static bool is_for_ptx(lower_run *run, MlirOperation operation) {
  const tl_target *target;
  return tl_target_of(&run->lowering.access.target, operation, &target, NULL) ==
             TL_OK &&
         target->assembly == TL_ASSEMBLY_PTX;
}

static void lower(void *state, MlirOperation operation, void *plan) {
  static const tl_thread_facts NONE = {.rooms = {0}};
  lower_run *run = state;
  tl_builder *builder = &run->lowering.builder;
  tl_operation_kind kind = tl_operation_kind_of(operation);
  tl_builder_before(builder, operation);
  if (kind <= TL_OPERATION_THREAD_ASYNC) {
    run->unrolling.is_for_ptx = is_for_ptx(run, operation);
    tl_write_thread_copy(builder, &run->unrolling, plan ? plan : &NONE,
                         operation);
    return;
  }
  if (kind == TL_OPERATION_ASYNC_COMMIT)
    tl_build_async_commit(builder);
  else
    tl_build_async_wait(builder, tl_async_pending(operation));
  mlirOperationDestroy(operation);
}

/* What is assumed is of use until loops have their ends (rule E15), and quotients their
 * bits (rule E22). */
static MlirWalkResult strip_assumptions(MlirOperation operation, void *user) {
  if (tl_operation_kind_of(operation) == TL_OPERATION_ASSUME) {
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(operation, 0),
                                  mlirOperationGetOperand(operation, 0));
    mlirOperationDestroy(operation);
    *(tl_pass_result *)user = TL_PASS_CHANGED;
  }
  return MlirWalkResultAdvance;
}

/* No function stands inside of another. */
static MlirWalkResult strip_arguments(MlirOperation operation, void *user) {
  tl_pass_result *result = user;
  if (tl_arguments_strip(operation))
    *result = TL_PASS_CHANGED;
  return mlirAttributeIsNull(tl_attribute_of(operation, "function_type"))
             ? MlirWalkResultAdvance
             : MlirWalkResultSkip;
}
