/* run.c - see run.h. */
#include "run.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "tl/target.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool tl_is_function(MlirOperation operation) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  bool is_named =
      mlirStringRefEqual(name, mlirStringRefCreateFromCString("gpu.func")) ||
      mlirStringRefEqual(name, mlirStringRefCreateFromCString("func.func"));
  return is_named && !mlirBlockIsNull(mlirRegionGetFirstBlock(
                         mlirOperationGetRegion(operation, 0)));
}

/*===--- Launch -----------------------------------------------------------===*/

static void find_needed(const tl_instruction *at, void *user) {
  int64_t *needed = user;
  int64_t threads = at->row->threads_needed ? at->row->threads_needed(at) : 0;
  if (threads > *needed)
    *needed = threads;
}

/* Whole warps, but a single thread where every copy is of one. */
static int64_t threads_needed(const tl_program *program) {
  int64_t needed = 0, wave = program->wave;
  tl_program_walk(&program->body, find_needed, &needed);
  if (needed == 1)
    return 1;
  return needed ? (needed + wave - 1) / wave * wave : wave;
}

/* known_block_size of a gpu.func, or with the prefix gpu. of a func.func or an
 * operation around it. */
static bool read_known(MlirOperation function, const char *const names[2],
                       int64_t *extents) {
  for (MlirOperation owner = function; !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner))
    for (int i = 0; i < 2; i++) {
      MlirAttribute known = mlirOperationGetAttributeByName(
          owner, mlirStringRefCreateFromCString(names[i]));
      if (mlirAttributeIsNull(known) || !mlirAttributeIsADenseI32Array(known) ||
          mlirDenseArrayGetNumElements(known) != 3)
        continue;
      for (int d = 0; d < 3; d++)
        extents[d] = mlirDenseI32ArrayGetElement(known, d);
      return true;
    }
  return false;
}

static tl_launch choose_launch(const tl_program *program,
                               const tl_run_options *options) {
  static const char *const BLOCK[] = {"known_block_size",
                                      "gpu.known_block_size"};
  static const char *const GRID[] = {"known_grid_size", "gpu.known_grid_size"};
  tl_launch launch = {{1, 1, 1}, {1, 1, 1}};
  if (options->grid[0])
    memcpy(launch.grid, options->grid, sizeof launch.grid);
  else
    read_known(program->function, GRID, launch.grid);
  if (options->block[0])
    memcpy(launch.block, options->block, sizeof launch.block);
  else if (!read_known(program->function, BLOCK, launch.block))
    launch.block[0] = threads_needed(program);
  return launch;
}

/* The product, or `most` + 1 when it is larger; 0 when an extent is below 1. */
static int64_t product_of(const int64_t extents[3], int64_t most) {
  int64_t product = 1;
  for (int d = 0; d < 3; d++)
    if (extents[d] < 1)
      return 0;
  for (int d = 0; d < 3; d++)
    product = extents[d] > most / product ? most + 1 : product * extents[d];
  return product;
}

static int64_t launched_threads(const tl_launch *launch) {
  return product_of(launch->block, TL_MAX_THREADS);
}

static int64_t launched_blocks(const tl_launch *launch) {
  return product_of(launch->grid, TL_MAX_BLOCKS);
}

static bool check_launch(MlirOperation function, const tl_launch *launch,
                         const tl_run_options *options) {
  int64_t threads = launched_threads(launch), blocks = launched_blocks(launch);
  const int64_t *block = launch->block, *grid = launch->grid;
  if (threads < 1 || threads > TL_MAX_THREADS)
    tl_emit_error(function,
                  "has a block of %" PRId64 " x %" PRId64 " x %" PRId64
                  " threads; there can be 1 to %d",
                  block[0], block[1], block[2], TL_MAX_THREADS);
  else if (blocks < 1 || blocks > TL_MAX_BLOCKS)
    tl_emit_error(function,
                  "has a grid of %" PRId64 " x %" PRId64 " x %" PRId64
                  " blocks; there can be 1 to %d",
                  grid[0], grid[1], grid[2], TL_MAX_BLOCKS);
  else if (options->max_threads && threads * blocks > options->max_threads)
    tl_emit_error(function,
                  "launches %" PRId64 " threads, %" PRId64
                  " in each block, more than the limit of %" PRId64,
                  threads * blocks, threads, options->max_threads);
  else
    return true;
  return false;
}

/*===--- Memory -----------------------------------------------------------===*/

static bool has_unknown_size(const tl_slot *slot) {
  for (int64_t d = 0; slot->is_memref && d < slot->rank; d++)
    if (slot->shape[d] == INT64_MIN)
      return true;
  return false;
}

/* Bytes of a value in all threads, strides known only at run time made
 * row-major; INT64_MAX where those are more than 64 bits count. */
static int64_t bytes_of(const tl_slot *slot, int64_t threads) {
  int64_t bytes = slot->scalar.bytes, total = 0, own = 0;
  tl_view view;
  bool fits = true;
  if (slot->is_memref) {
    tl_view_of_type(slot, &view);
    view.offset = view.offset > 0 ? view.offset : 0;
    fits = tl_view_close_strides(&view) && tl_view_bytes(&view, bytes, &own);
    if (tl_memory_space_of(slot->type) != TL_MEMORY_PRIVATE)
      threads = 1;
  } else {
    fits = tl_add_product(&own, slot->count, bytes);
  }
  return fits && tl_add_product(&total, own, threads) ? total : INT64_MAX;
}

static bool check_memory(const tl_program *program, const tl_launch *launch,
                         const tl_run_options *options) {
  int64_t bytes = 0;
  for (int i = 0; options->max_bytes && i < program->body.argument_count; i++) {
    const tl_slot *slot = &program->slots[program->body.arguments[i]];
    if (has_unknown_size(slot)) {
      tl_emit_error(program->function,
                    "argument %d has a size known only at run time", i);
      return false;
    }
    bytes = tl_add_saturated(bytes, bytes_of(slot, launched_threads(launch)));
  }
  if (bytes <= options->max_bytes)
    return true;
  tl_emit_error(program->function,
                "has arguments and buffers of %" PRId64
                " bytes, more than the limit of %" PRId64,
                bytes, options->max_bytes);
  return false;
}

/*===--- Runs -------------------------------------------------------------===*/

static bool create_arguments(const tl_run_request *request,
                             const tl_launch *launch, tl_run *run) {
  const tl_program *program = &run->program;
  if (program->input_count > TL_MAX_ARGUMENTS) {
    tl_emit_error(program->function, "has more than %d arguments",
                  TL_MAX_ARGUMENTS);
    return false;
  }
  if (request->options->argument_count > program->input_count) {
    tl_emit_error(program->function, "has no argument %d; it has %d",
                  request->options->argument_count - 1, program->input_count);
    return false;
  }
  run->arguments =
      calloc((size_t)program->input_count + 1, sizeof *run->arguments);
  for (int i = 0; run->arguments && i < program->input_count; i++) {
    const tl_argument_request one = {
        .program = program,
        .number = i,
        .option = &request->options->arguments[i],
        .threads = launched_threads(launch),
        .round = request->round,
        .like = request->like ? &request->like->arguments[i] : NULL};
    if (!tl_argument_create(&one, &run->arguments[i]))
      return false;
  }
  if (!run->arguments)
    tl_emit_error(program->function, "needs more memory than there is");
  return run->arguments != NULL;
}

static tl_budget choose_budget(const tl_run_options *options) {
  tl_budget budget = options->budget;
  if (!budget.steps)
    budget.steps = TL_DEFAULT_BUDGET.steps;
  if (!budget.bytes)
    budget.bytes = TL_DEFAULT_BUDGET.bytes;
  return budget;
}

/* Copies that promise alignments are gone from what they are lowered to. */
static void take_promises(const tl_program *from, tl_program *program) {
  for (int i = 0; i < from->input_count + from->workgroup_count; i++)
    program->alignments[i] = from->alignments[i];
}

bool tl_run_create(const tl_run_request *request, tl_run *out) {
  *out = (tl_run){.arguments = NULL};
  int wave = request->options->wave ? request->options->wave
                                    : (int)tl_target_default()->lanes;
  if (!tl_program_compile(request->function, wave, &out->program))
    return false;
  if (request->like)
    take_promises(&request->like->program, &out->program);
  tl_launch launch = request->like
                         ? request->like->machine.launch
                         : choose_launch(&out->program, request->options);
  if (!check_launch(request->function, &launch, request->options) ||
      !check_memory(&out->program, &launch, request->options))
    return false;
  tl_budget budget = choose_budget(request->options);
  int count = out->program.instruction_count;
  if (!tl_faults_create(count, &out->faults) ||
      !tl_report_create(count, &out->report) ||
      !tl_machine_create(&out->program, &launch, &budget, &out->faults,
                         &out->machine)) {
    tl_emit_error(request->function, "needs more memory than there is");
    return false;
  }
  if (request->options->counts_accesses)
    out->machine.report = &out->report;
  return create_arguments(request, &launch, out);
}

void tl_run_destroy(tl_run *run) {
  for (int i = 0; run->arguments && i < run->program.input_count; i++)
    tl_argument_destroy(&run->arguments[i]);
  free(run->arguments);
  tl_machine_destroy(&run->machine);
  tl_report_destroy(&run->report);
  tl_faults_destroy(&run->faults);
  tl_program_free(&run->program);
}

bool tl_run_execute(tl_run *run) {
  tl_machine_run(&run->machine, run->arguments);
  return run->faults.count == 0;
}

int64_t tl_run_threads(const tl_run *run) {
  const tl_launch *launch = &run->machine.launch;
  return launched_threads(launch) * launched_blocks(launch);
}
