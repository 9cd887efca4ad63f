/* run.c - see run.h. */
#include "run.h"
#include "mlir-c/BuiltinAttributes.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*===--- Launch -----------------------------------------------------------===*/

static void find_needed(const tl_instruction *at, void *user) {
  int64_t *needed = user, threads = tl_copy_threads_needed(at);
  if (threads > *needed)
    *needed = threads;
}

/* Whole warps, but a single thread where every copy is of one. */
static int64_t threads_needed(const tl_program *program) {
  int64_t needed = 0;
  tl_program_walk(&program->body, find_needed, &needed);
  bool is_alone = needed == 1;
  if (needed < TL_WARP_THREADS)
    needed = TL_WARP_THREADS;
  return is_alone ? 1
                  : (needed + TL_WARP_THREADS - 1) / TL_WARP_THREADS *
                        TL_WARP_THREADS;
}

/* known_block_size of a gpu.func, or with the prefix gpu. of a func.func. */
static bool read_known(MlirOperation function, const char *const names[2],
                       int64_t *extents) {
  for (int i = 0; i < 2; i++) {
    MlirAttribute known = mlirOperationGetAttributeByName(
        function, mlirStringRefCreateFromCString(names[i]));
    if (mlirAttributeIsNull(known) || !mlirAttributeIsADenseI32Array(known))
      continue;
    for (int d = 0; d < 3; d++)
      extents[d] = mlirDenseI32ArrayGetElement(known, d);
    return true;
  }
  return false;
}

static tl_launch choose_launch(const tl_program *program,
                               const tl_options *options) {
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

/*===--- Runs -------------------------------------------------------------===*/

static int64_t launched_threads(const tl_launch *launch) {
  return launch->block[0] * launch->block[1] * launch->block[2];
}

static bool create_arguments(const tl_run_request *request,
                             const tl_launch *launch, tl_run *run) {
  const tl_program *program = &run->program;
  const tl_program *promising =
      request->like ? &request->like->program : program;
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
  for (int i = 0; run->arguments && i < program->input_count; i++)
    if (!tl_argument_create(program, i, &request->options->arguments[i],
                            &promising->alignments[i], launched_threads(launch),
                            request->round, &run->arguments[i]))
      return false;
  return run->arguments != NULL;
}

bool tl_run_create(const tl_run_request *request, tl_run *out) {
  *out = (tl_run){.arguments = NULL};
  if (!tl_program_compile(request->function, &out->program))
    return false;
  tl_launch launch = request->like
                         ? request->like->machine.launch
                         : choose_launch(&out->program, request->options);
  if (launched_threads(&launch) > TL_MAX_THREADS) {
    tl_emit_error(request->function, "runs %" PRId64 " threads, more than %d",
                  launched_threads(&launch), TL_MAX_THREADS);
    return false;
  }
  int count = out->program.instruction_count;
  if (!tl_faults_create(count, &out->faults) ||
      !tl_report_create(count, &out->report) ||
      !tl_machine_create(&out->program, &launch, &out->faults, &out->machine)) {
    tl_emit_error(request->function, "needs more memory than there is");
    return false;
  }
  if (request->options->report != TL_REPORT_NONE)
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
