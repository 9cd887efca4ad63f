/* run.c - see run.h. */
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

/* The product, or `most` + 1 when it is larger; 0 when an extent is below 1. */
static int64_t product_of(const int64_t extents[3], int64_t most) {
  int64_t product = 1;
  for (int d = 0; d < 3; d++) {
    if (extents[d] < 1)
      return 0;
    product = extents[d] > most / product ? most + 1 : product * extents[d];
  }
  return product;
}

static bool check_extents(MlirOperation function, const char *what,
                          const char *parts, const int64_t extents[3],
                          int64_t most) {
  int64_t product = product_of(extents, most);
  return (product >= 1 && product <= most) ||
         tl_emit_error(function,
                       "has a %s of %" PRId64 " x %" PRId64 " x %" PRId64
                       " %s; there can be 1 to %" PRId64,
                       what, extents[0], extents[1], extents[2], parts, most);
}

static bool check_launch(MlirOperation function, const tl_launch *launch,
                         int64_t most) {
  int64_t threads = product_of(launch->block, TL_MAX_THREADS);
  int64_t blocks = product_of(launch->grid, TL_MAX_BLOCKS);
  return check_extents(function, "block", "threads", launch->block,
                       TL_MAX_THREADS) &&
         check_extents(function, "grid", "blocks", launch->grid,
                       TL_MAX_BLOCKS) &&
         (!most || threads * blocks <= most ||
          tl_emit_error(function,
                        "launches %" PRId64 " threads, %" PRId64
                        " in each block, more than the limit of %" PRId64,
                        threads * blocks, threads, most));
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

static bool check_memory(const tl_program *program, const tl_launch *launch,
                         int64_t most) {
  int64_t bytes = 0;
  for (int i = 0; most && i < program->body.argument_count; i++) {
    const tl_slot *slot = tl_argument_slot(program, i);
    for (int64_t d = 0; slot->is_memref && d < slot->rank; d++)
      if (slot->shape[d] == INT64_MIN)
        return tl_emit_error(program->function,
                             "argument %d has a size known only at run time",
                             i);
    bytes = tl_add_saturated(
        bytes, bytes_of(slot, product_of(launch->block, TL_MAX_THREADS)));
  }
  return bytes <= most ||
         tl_emit_error(program->function,
                       "has arguments and buffers of %" PRId64
                       " bytes, more than the limit of %" PRId64,
                       bytes, most);
}

/*===--- Runs -------------------------------------------------------------===*/

static bool create_arguments(const tl_run_request *request,
                             const tl_launch *launch, tl_run *run) {
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
    if (!tl_argument_create(request, program, i,
                            product_of(launch->block, TL_MAX_THREADS),
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
  if (!check_launch(function, &launch, options->max_threads) ||
      !check_memory(program, &launch, options->max_bytes))
    return false;
  const tl_budget *own = &options->budget, *usual = &TL_DEFAULT_BUDGET;
  tl_budget budget = {own->steps ? own->steps : usual->steps,
                      own->bytes ? own->bytes : usual->bytes};
  if (!tl_machine_create(program, &launch, &budget, &out->machine))
    return tl_emit_error(function, "needs more memory than there is");
  out->machine.counts_accesses = options->counts_accesses;
  return create_arguments(request, &launch, out);
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
