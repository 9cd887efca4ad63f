/* run.c - see run.h.
 *
 * Elements of few bits are not distinguishable in one go: the comparison is
 * repeated, each time with the next digit of the number of an element. */
#include "run.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "tl/target.h"
#include <inttypes.h>
#include <string.h>

bool tl_is_function(MlirOperation operation) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  return (mlirStringRefEqual(name,
                             mlirStringRefCreateFromCString("gpu.func")) ||
          mlirStringRefEqual(name,
                             mlirStringRefCreateFromCString("func.func"))) &&
         !mlirBlockIsNull(
             mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0)));
}

/*===--- Launch -----------------------------------------------------------===*/

/* What is known of a gpu.func, or with the prefix gpu. of a func.func or an
 * operation around it. */
static bool read_known(MlirOperation function, const char *name,
                       int64_t *extents) {
  static const int PREFIX = sizeof "gpu." - 1;
  for (MlirOperation owner = function; !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner))
    for (int i = 0; i < 2; i++) {
      MlirAttribute known = tl_attribute_of(owner, i ? name : name + PREFIX);
      if (mlirAttributeIsNull(known) || !mlirAttributeIsADenseI32Array(known) ||
          mlirDenseArrayGetNumElements(known) != 3)
        continue;
      for (int d = 0; d < 3; d++)
        extents[d] = mlirDenseI32ArrayGetElement(known, d);
      return true;
    }
  return false;
}

/* A block has whole warps, but a single thread where every copy is of one. */
static tl_launch choose_launch(const tl_program *program,
                               const tl_run_options *options) {
  tl_launch launch = {{1, 1, 1}, {1, 1, 1}};
  int64_t needed = program->threads_needed, wave = program->wave;
  if (options->grid[0])
    memcpy(launch.grid, options->grid, sizeof launch.grid);
  else
    read_known(program->function, "gpu.known_grid_size", launch.grid);
  if (options->block[0])
    memcpy(launch.block, options->block, sizeof launch.block);
  else if (!read_known(program->function, "gpu.known_block_size", launch.block))
    launch.block[0] = needed == 1 ? 1
                      : needed    ? (needed + wave - 1) / wave * wave
                                  : wave;
  return launch;
}

/* The product; 0 after an error where that is not 1 to `most`. */
static int64_t check_extents(MlirOperation function, const char *what,
                             const char *parts, const int64_t extents[3],
                             int64_t most) {
  int64_t product = 1;
  for (int d = 0; product && d < 3; d++)
    product = extents[d] < 1 || extents[d] > most / product
                  ? 0
                  : product * extents[d];
  if (!product)
    tl_emit_error(function,
                  "has a %s of %" PRId64 " x %" PRId64 " x %" PRId64
                  " %s; there can be 1 to %" PRId64,
                  what, extents[0], extents[1], extents[2], parts, most);
  return product;
}

/* The threads of a block; 0 after an error. */
static int64_t check_launch(MlirOperation function, const tl_launch *launch,
                            int64_t most) {
  int64_t threads = check_extents(function, "block", "threads", launch->block,
                                  TL_MAX_THREADS);
  int64_t blocks = !threads ? 0
                            : check_extents(function, "grid", "blocks",
                                            launch->grid, TL_MAX_BLOCKS);
  bool fits = !most || threads * blocks <= most ||
              tl_emit_error(function,
                            "launches %" PRId64 " threads, %" PRId64
                            " in each block, more than the limit of %" PRId64,
                            threads * blocks, threads, most);
  return fits && blocks ? threads : 0;
}

/*===--- Memory -----------------------------------------------------------===*/

/* Bytes of a value in all threads, strides known only at run time made
 * row-major; INT64_MAX where those are more than 64 bits count. */
static int64_t bytes_of(const tl_slot *slot, int64_t threads) {
  int64_t bytes = slot->scalar.bytes, total = 0, own = 0;
  bool fits = tl_add_product(&own, slot->count, bytes);
  if (slot->is_memref) {
    tl_view view = tl_view_of_type(slot);
    view.offset = view.offset > 0 ? view.offset : 0;
    fits = tl_view_close_strides(&view) && tl_view_bytes(&view, bytes, &own);
    if (tl_memory_space_of(slot->type) != TL_MEMORY_PRIVATE)
      threads = 1;
  }
  return fits && tl_add_product(&total, own, threads) ? total : INT64_MAX;
}

static bool check_memory(const tl_program *program, int64_t threads,
                         int64_t most) {
  int64_t bytes = 0;
  for (int i = 0; most && i < program->body.argument_count; i++) {
    const tl_slot *slot = tl_argument_slot(program, i);
    for (int64_t d = 0; slot->is_memref && d < slot->rank; d++)
      if (slot->shape[d] == INT64_MIN)
        return tl_emit_error(program->function,
                             "argument %d has a size known only at run time",
                             i);
    bytes = tl_add_saturated(bytes, bytes_of(slot, threads));
  }
  return bytes <= most ||
         tl_emit_error(program->function,
                       "has arguments and buffers of %" PRId64
                       " bytes, more than the limit of %" PRId64,
                       bytes, most);
}

/*===--- Runs -------------------------------------------------------------===*/

static bool create_arguments(const tl_run_request *request, tl_run *run) {
  const tl_program *program = &run->program;
  const tl_run_options *options = request->options;
  int count = program->input_count;
  if (count > TL_MAX_ARGUMENTS)
    return tl_emit_error(program->function, "has more than %d arguments",
                         TL_MAX_ARGUMENTS);
  if (options->argument_count > count)
    return tl_emit_error(program->function, "has no argument %d; it has %d",
                         options->argument_count - 1, count);
  run->arguments = tl_keep(&run->program, count, sizeof *run->arguments);
  for (int i = 0; run->arguments && i < count; i++)
    if (!tl_argument_create(request, program, i, run->machine.thread_count,
                            &run->arguments[i]))
      return false;
  return run->arguments != NULL;
}

/* Copies that promise alignments are gone from what they are lowered to. */
static void take_promises(const tl_program *from, tl_program *program) {
  for (int i = 0; i < from->input_count + from->workgroup_count; i++) {
    const tl_slot *known = tl_argument_slot(from, i);
    tl_slot *slot = tl_argument_slot(program, i);
    slot->buffer_alignment = known->buffer_alignment;
    slot->element_alignment = known->element_alignment;
  }
}

bool tl_run_create(const tl_run_request *request, tl_run *out) {
  const tl_run_options *options = request->options;
  const tl_run *like = request->like;
  MlirOperation function = request->function;
  tl_program *program = &out->program;
  *out = (tl_run){.arguments = NULL};
  int wave = options->wave ? options->wave : (int)tl_target_default()->lanes;
  if (!tl_program_compile(function, wave, program))
    return false;
  if (like)
    take_promises(&like->program, program);
  tl_launch launch =
      like ? like->machine.launch : choose_launch(program, options);
  int64_t threads = check_launch(function, &launch, options->max_threads);
  if (!threads || !check_memory(program, threads, options->max_bytes))
    return false;
  const tl_budget *own = &options->budget, *usual = &TL_DEFAULT_BUDGET;
  tl_budget budget = {own->steps ? own->steps : usual->steps,
                      own->bytes ? own->bytes : usual->bytes};
  if (!tl_machine_create(program, &launch, &budget, &out->machine))
    return tl_emit_error(function, "needs more memory than there is");
  out->machine.counts_accesses = options->counts_accesses;
  return create_arguments(request, out);
}

void tl_run_destroy(tl_run *run) {
  tl_machine_destroy(&run->machine);
  for (int i = 0; run->arguments && i < run->program.input_count; i++)
    tl_argument_destroy(&run->arguments[i]);
  tl_program_free(&run->program);
}

bool tl_run_execute(tl_run *run) {
  tl_machine_run(&run->machine, run->arguments);
  return run->machine.faults.count == 0;
}

/*===--- Verification -----------------------------------------------------===*/

typedef struct comparison {
  tl_run definition, lowered;
  int64_t elements; /* compared */
} comparison;

static bool report_difference(const comparison *state,
                              const tl_scalar_type *type, const char *where,
                              tl_element expected, tl_element found) {
  return tl_emit_error(
      state->definition.program.function,
      "is lowered to something else: %s is %s by definition, and %s after "
      "lowering",
      where, tl_describe_element(type, expected).text,
      tl_describe_element(type, found).text);
}

/* The buffer of an argument, or of the last block. */
static const tl_buffer *buffer_of(const tl_run *run, int number) {
  const tl_view *view =
      tl_slot_value(&run->machine, run->program.body.arguments[number], 0);
  return view->buffer;
}

static bool compare_buffer(comparison *state, int number) {
  const tl_slot *slot = tl_argument_slot(&state->definition.program, number);
  const tl_buffer *expected = buffer_of(&state->definition, number);
  const tl_buffer *found = buffer_of(&state->lowered, number);
  int bytes = slot->scalar.bytes;
  for (int64_t byte = 0; byte < expected->size; byte++) {
    bool is_same =
        expected->poison[byte] == found->poison[byte] &&
        (expected->poison[byte] || expected->bytes[byte] == found->bytes[byte]);
    if (is_same)
      continue;
    int64_t first = byte / bytes * bytes;
    return report_difference(state, &slot->scalar,
                             tl_describe_place(expected, byte, bytes).text,
                             tl_buffer_get(expected, first, bytes),
                             tl_buffer_get(found, first, bytes));
  }
  state->elements += expected->size / bytes;
  return true;
}

static bool compare_result(comparison *state, int number) {
  tl_step one = {.machine = &state->definition.machine,
                 .at = tl_terminator(&state->definition.program.body)};
  tl_step other = {.machine = &state->lowered.machine,
                   .at = tl_terminator(&state->lowered.program.body)};
  const tl_slot *slot = tl_operand_slot(one.at, number);
  int threads = slot->is_memref ? 0 : one.machine->thread_count;
  for (int t = 0; t < threads; t++) {
    one.thread = other.thread = t;
    for (int64_t i = 0; i < slot->count; i++) {
      tl_element expected = tl_operand(&one, number)[i];
      tl_element found = tl_operand(&other, number)[i];
      char where[96];
      state->elements++;
      if (expected.poison || (!found.poison && expected.bits == found.bits))
        continue;
      snprintf(where, sizeof where,
               "element %" PRId64 " of result %d of thread %d", i, number, t);
      return report_difference(state, &slot->scalar, where, expected, found);
    }
  }
  return true;
}

static bool compare(comparison *state) {
  const tl_program *program = &state->definition.program;
  for (int i = 0; i < program->input_count + program->workgroup_count; i++)
    if (tl_argument_slot(program, i)->is_memref && !compare_buffer(state, i))
      return false;
  for (int i = 0; i < tl_terminator(&program->body)->operand_count; i++)
    if (!compare_result(state, i))
      return false;
  return true;
}

/*===--- Rounds -----------------------------------------------------------===*/

static int64_t threads_of(const tl_run *run) {
  const int64_t *grid = run->machine.launch.grid;
  return grid[0] * grid[1] * grid[2] * run->machine.thread_count;
}

/* A run that stops for its budget says nothing about the function. */
static tl_verdict execute(tl_run *run, tl_verdict faulty) {
  if (tl_run_execute(run))
    return TL_EQUIVALENT;
  return run->machine.is_exhausted ? TL_NOT_SIMULATED : faulty;
}

static tl_verdict verify_round(tl_run_request request, MlirOperation lowered,
                               comparison *state) {
  *state = (comparison){.elements = 0};
  if (!tl_run_create(&request, &state->definition))
    return TL_NOT_SIMULATED;
  request.function = lowered;
  request.like = &state->definition;
  if (!tl_run_create(&request, &state->lowered))
    return TL_NOT_SIMULATED;
  tl_verdict verdict = execute(&state->definition, TL_FAULTY);
  if (verdict == TL_EQUIVALENT)
    verdict = execute(&state->lowered, TL_LOWERED_FAULTY);
  if (verdict == TL_EQUIVALENT && !compare(state))
    verdict = TL_DIFFERENT;
  return verdict;
}

tl_verdict tl_verify(MlirOperation function, MlirOperation lowered,
                     const tl_run_options *options, tl_verification *out) {
  tl_run_request request = {.function = function, .options = options};
  tl_verdict verdict = TL_EQUIVALENT;
  if (!mlirAttributeEqual(tl_attribute_of(function, "function_type"),
                          tl_attribute_of(lowered, "function_type"))) {
    tl_emit_error(function, "is lowered to a function of another type");
    return TL_NOT_SIMULATED;
  }
  for (int rounds = 1; verdict == TL_EQUIVALENT && request.round < rounds;
       request.round++) {
    comparison state;
    verdict = verify_round(request, lowered, &state);
    if (verdict == TL_EQUIVALENT) {
      rounds = tl_fill_rounds(&state.definition);
      *out = (tl_verification){state.elements, threads_of(&state.definition)};
    }
    tl_run_destroy(&state.lowered);
    tl_run_destroy(&state.definition);
  }
  return verdict;
}
