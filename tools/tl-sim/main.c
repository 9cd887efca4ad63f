/* main.c - tl-sim: runs the functions of an MLIR file for every thread on the
 * CPU, checks every access, and compares copies with what they mean. */
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"
#include "options.h"
#include "passes/simulator/run.h"
#include "tl/passes.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The functions that are asked for. */
typedef struct function_list {
  const char *kernel;   /* NULL: all */
  MlirOperation *items; /* owned */
  int count, capacity;
} function_list;

/* The module, and what it is lowered to when that is asked for. */
typedef struct simulation {
  tl_options options;
  MlirContext context;
  MlirOperation module, lowered;
  function_list functions, lowered_functions;
  bool changed; /* one of them is, by what it is lowered with */
} simulation;

static void write_part(MlirStringRef part, void *file) {
  fwrite(part.data, 1, part.length, file);
}

/*===--- Diagnostics ------------------------------------------------------===*/

/* FILE:LINE:COLUMN: error: TEXT, and the notes. */
static MlirLogicalResult print_diagnostic(MlirDiagnostic diagnostic,
                                          void *user) {
  static const char *const SEVERITIES[] = {
      [MlirDiagnosticError] = "error",
      [MlirDiagnosticWarning] = "warning",
      [MlirDiagnosticNote] = "note",
      [MlirDiagnosticRemark] = "remark",
  };
  fflush(stdout);
  tl_write_location(mlirDiagnosticGetLocation(diagnostic), stderr);
  fprintf(stderr, ": %s: ", SEVERITIES[mlirDiagnosticGetSeverity(diagnostic)]);
  mlirDiagnosticPrint(diagnostic, write_part, stderr);
  fputc('\n', stderr);
  for (intptr_t i = 0; i < mlirDiagnosticGetNumNotes(diagnostic); i++)
    print_diagnostic(mlirDiagnosticGetNote(diagnostic, i), user);
  return mlirLogicalResultSuccess();
}

/*===--- Input ------------------------------------------------------------===*/

static bool can_open(const char *path) {
  bool is_open = strcmp(path, "-") == 0 || access(path, R_OK) == 0;
  if (!is_open)
    fprintf(stderr, "tl-sim: cannot open %s: %s\n", path, strerror(errno));
  return is_open;
}

static bool parse_input(simulation *state) {
  if (!can_open(state->options.input))
    return false;
  MlirModule module = mlirModuleCreateParseFromFile(
      state->context, mlirStringRefCreateFromCString(state->options.input));
  state->module = mlirModuleGetOperation(module);
  return !mlirModuleIsNull(module);
}

/*===--- Lowering ---------------------------------------------------------===*/

/* The pipeline of the option may leave the module around it out. */
static bool lower(simulation *state) {
  const char *text = state->options.pipeline;
  char lowering[sizeof TL_LOWERING + 32];
  if (strcmp(text, TL_LOWERING) == 0) {
    snprintf(lowering, sizeof lowering, TL_LOWERING "{target=%s}",
             state->options.target->name);
    text = lowering;
  }
  bool is_whole = strncmp(text, "builtin.module(", 15) == 0;
  state->lowered = mlirOperationClone(state->module);
  MlirPassManager manager = mlirPassManagerCreate(state->context);
  bool lowered =
      mlirLogicalResultIsSuccess(
          (is_whole ? mlirParsePassPipeline : mlirOpPassManagerAddPipeline)(
              mlirPassManagerGetAsOpPassManager(manager),
              mlirStringRefCreateFromCString(text), write_part, stderr)) &&
      mlirLogicalResultIsSuccess(
          mlirPassManagerRunOnOp(manager, state->lowered));
  mlirPassManagerDestroy(manager);
  return lowered;
}

static void mark_part(MlirStringRef part, void *user) {
  uint64_t *mark = user;
  for (size_t i = 0; i < part.length; i++)
    *mark = (*mark ^ (uint8_t)part.data[i]) * 0x100000001b3u;
}

/* FNV-1a of the text of an operation. */
static uint64_t mark_of(MlirOperation operation) {
  uint64_t mark = 0xcbf29ce484222325u;
  mlirOperationPrint(operation, mark_part, &mark);
  return mark;
}

/*===--- Functions --------------------------------------------------------===*/

static MlirStringRef symbol_of(MlirOperation function) {
  return mlirStringAttrGetValue(tl_attribute_of(function, "sym_name"));
}

static MlirWalkResult add_function(MlirOperation operation, void *user) {
  function_list *list = user;
  if (!tl_is_function(operation) ||
      (list->kernel &&
       !mlirStringRefEqual(symbol_of(operation),
                           mlirStringRefCreateFromCString(list->kernel))))
    return MlirWalkResultAdvance;
  MlirOperation *items =
      tl_grow(list->items, sizeof *items, list->count, &list->capacity);
  if (!items)
    return MlirWalkResultInterrupt;
  list->items = items;
  items[list->count++] = operation;
  return MlirWalkResultAdvance;
}

/* Whether the pipeline makes something else of a function. */
static bool is_changed(const simulation *state, int number) {
  return number >= state->lowered_functions.count ||
         mark_of(state->functions.items[number]) !=
             mark_of(state->lowered_functions.items[number]);
}

/*===--- Results ----------------------------------------------------------===*/

static bool is_memref(const tl_program *program, int64_t number) {
  return number >= 0 && number < program->input_count &&
         tl_argument_slot(program, number)->is_memref;
}

static bool refuse_argument(const tl_program *program, int64_t number) {
  return tl_emit_error(program->function, "has no memref argument %" PRId64,
                       number);
}

static bool compare_arguments(const tl_run *run, const int64_t numbers[2]) {
  const tl_program *program = &run->program;
  const tl_scalar_type *types[2];
  int64_t counts[2], n = 0;
  tl_element elements[2] = {{0}};
  for (int i = 0; i < 2; i++) {
    if (!is_memref(program, numbers[i]))
      return refuse_argument(program, numbers[i]);
    types[i] = &tl_argument_slot(program, numbers[i])->scalar;
    counts[i] = tl_view_elements(&run->arguments[numbers[i]].view);
  }
  bool comparable =
      types[0]->bytes == types[1]->bytes && counts[0] == counts[1];
  bool is_same = comparable;
  for (; is_same && n < counts[0]; n += is_same) {
    for (int i = 0; i < 2; i++)
      elements[i] =
          tl_argument_element(&run->arguments[numbers[i]], types[i], n);
    is_same = !elements[0].poison && !elements[1].poison &&
              elements[0].bits == elements[1].bits;
  }
  if (is_same)
    printf("equal: %" PRId64 " elements\n", n);
  return is_same ||
         tl_emit_error(program->function,
                       "arguments %" PRId64 " and %" PRId64 " differ%s%" PRId64
                       ": %s and %s",
                       numbers[0], numbers[1],
                       comparable ? " in element " : " in size, at ", n,
                       tl_describe_element(types[0], elements[0]).text,
                       tl_describe_element(types[1], elements[1]).text);
}

static bool print_arguments(const tl_options *options, const tl_run *run) {
  const tl_program *program = &run->program;
  for (int i = 0; i < TL_MAX_ARGUMENTS; i++) {
    if (options->dumps[i] && !is_memref(program, i))
      return refuse_argument(program, i);
    if (options->dumps[i])
      tl_argument_print(program, i, &run->arguments[i]);
    if (options->checksums && is_memref(program, i))
      printf("argument %d: checksum %016" PRIx64 "\n", i,
             tl_argument_checksum(tl_argument_slot(program, i),
                                  &run->arguments[i]));
  }
  return true;
}

static void print_launch(const tl_run *run) {
  const int64_t *grid = run->machine.launch.grid;
  const int64_t *block = run->machine.launch.block;
  printf("@%.*s: grid %" PRId64 "x%" PRId64 "x%" PRId64 ", block %" PRId64
         "x%" PRId64 "x%" PRId64 "\n",
         (int)run->program.name.length, run->program.name.data, grid[0],
         grid[1], grid[2], block[0], block[1], block[2]);
}

static bool simulate(const tl_options *options, MlirOperation function) {
  tl_run run;
  tl_run_request request = {.function = function, .options = &options->run};
  bool passed = tl_run_create(&request, &run);
  if (passed) {
    passed = tl_machine_run(&run.machine, run.arguments);
    if (options->report != TL_REPORT_JSON)
      print_launch(&run);
    passed = print_arguments(options, &run) && passed;
    if (options->compares)
      passed = compare_arguments(&run, options->compared) && passed;
    if (options->report != TL_REPORT_NONE)
      tl_report_print(&run.machine.report, &run.program, options->report);
  }
  tl_run_destroy(&run);
  return passed;
}

static bool verify(const simulation *state, int number) {
  MlirOperation function = state->functions.items[number];
  MlirStringRef name = symbol_of(function);
  tl_verification result;
  if (number >= state->lowered_functions.count)
    return tl_emit_error(function, "is lowered to no function");
  if (tl_verify(function, state->lowered_functions.items[number],
                &state->options.run, &result) != TL_EQUIVALENT)
    return false;
  if (state->changed)
    printf("@%.*s: equivalent: %" PRId64 " elements, %" PRId64 " threads\n",
           (int)name.length, name.data, result.elements, result.threads);
  return true;
}

static bool run_simulation(simulation *state) {
  const tl_options *options = &state->options;
  function_list *functions = &state->functions;
  bool passed = true;
  functions->kernel = state->lowered_functions.kernel = options->kernel;
  if (!parse_input(state) || (options->pipeline && !lower(state)))
    return false;
  mlirOperationWalk(state->module, add_function, functions, MlirWalkPreOrder);
  if (options->pipeline)
    mlirOperationWalk(state->lowered, add_function, &state->lowered_functions,
                      MlirWalkPreOrder);
  for (int i = 0; options->pipeline && i < functions->count; i++)
    state->changed = state->changed || is_changed(state, i);
  for (int i = 0; i < functions->count; i++)
    passed &= options->pipeline ? verify(state, i)
                                : simulate(options, functions->items[i]);
  if (passed && functions->count == 0)
    fprintf(stderr, "tl-sim: no function%s%s in %s\n",
            options->kernel ? " named " : "",
            options->kernel ? options->kernel : "", options->input);
  else if (passed && options->pipeline && !state->changed)
    fprintf(stderr, "tl-sim: %s changes no function that is compared\n",
            options->pipeline);
  else
    return passed;
  return false;
}

/* What has been printed has to arrive. */
static int finish(int status) {
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  fprintf(stderr, "tl-sim: cannot write to standard output: %s\n",
          strerror(errno));
  return status ? status : 1;
}

int main(int argc, char **argv) {
  simulation state = {.options.input = NULL};
  int status = tl_options_read(argc, argv, &state.options);
  if (status != TL_OPTIONS_RUN)
    return finish(status);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  if (state.options.pipeline)
    mlirRegisterAllPasses();
  tl_register_dialect(registry);
  tl_register_passes();
  state.context = mlirContextCreateWithRegistry(registry, false);
  mlirContextAttachDiagnosticHandler(state.context, print_diagnostic, NULL,
                                     NULL);
  status = !run_simulation(&state);
  free(state.functions.items);
  free(state.lowered_functions.items);
  if (!mlirOperationIsNull(state.lowered))
    mlirOperationDestroy(state.lowered);
  if (!mlirOperationIsNull(state.module))
    mlirOperationDestroy(state.module);
  mlirContextDestroy(state.context);
  mlirDialectRegistryDestroy(registry);
  return finish(status);
}
