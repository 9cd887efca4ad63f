/* main.c - tl-sim: runs the functions of an MLIR file for every thread on the
 * CPU, checks every access, and compares copies with what they mean. */
#include "diagnostic_printer.h"
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/RegisterEverything.h"
#include "options.h"
#include "passes/simulator/verify.h"
#include "tl/passes.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The module, and what it is lowered to when that is asked for. */
typedef struct simulation {
  tl_options options;
  MlirContext context;
  MlirOperation module, lowered;
  int matched;
  bool changed; /* a function, by what it is lowered with */
  bool failed;
} simulation;

static bool can_open(const char *path) {
  if (strcmp(path, "-") == 0)
    return true;
  FILE *file = fopen(path, "r");
  if (file)
    fclose(file);
  else
    fprintf(stderr, "tl-sim: cannot open %s: %s\n", path, strerror(errno));
  return file != NULL;
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

static void write_error(MlirStringRef part, void *user) {
  (void)user;
  fwrite(part.data, 1, part.length, stderr);
}

static bool run_pipeline(simulation *state, const char *text) {
  state->lowered = mlirOperationClone(state->module);
  MlirPassManager manager = mlirPassManagerCreate(state->context);
  bool lowered =
      mlirLogicalResultIsSuccess(mlirParsePassPipeline(
          mlirPassManagerGetAsOpPassManager(manager),
          mlirStringRefCreateFromCString(text), write_error, NULL)) &&
      mlirLogicalResultIsSuccess(
          mlirPassManagerRunOnOp(manager, state->lowered));
  mlirPassManagerDestroy(manager);
  return lowered;
}

/* The pipeline of the option may leave the module around it out. */
static bool lower(simulation *state) {
  static const char ANCHOR[] = "builtin.module(";
  char lowering[sizeof TL_LOWERING + 32];
  const char *pipeline = state->options.pipeline;
  if (strcmp(pipeline, TL_LOWERING) == 0) {
    snprintf(lowering, sizeof lowering, TL_LOWERING "{target=%s}",
             state->options.target->name);
    pipeline = lowering;
  }
  size_t capacity = strlen(pipeline) + sizeof ANCHOR + 1;
  char *text = malloc(capacity);
  if (!text)
    return false;
  bool is_whole = strncmp(pipeline, ANCHOR, sizeof ANCHOR - 1) == 0;
  snprintf(text, capacity, "%s%s%s", is_whole ? "" : ANCHOR, pipeline,
           is_whole ? "" : ")");
  bool lowered = run_pipeline(state, text);
  free(text);
  return lowered;
}

/* FNV-1a of the text of an operation, and how long that is. */
typedef struct text_mark {
  uint64_t hash;
  size_t length;
} text_mark;

static void mark_part(MlirStringRef part, void *user) {
  text_mark *mark = user;
  mark->length += part.length;
  for (size_t i = 0; i < part.length; i++)
    mark->hash = (mark->hash ^ (uint8_t)part.data[i]) * 0x100000001b3u;
}

static text_mark mark_of(MlirOperation operation) {
  text_mark mark = {0xcbf29ce484222325u, 0};
  mlirOperationPrint(operation, mark_part, &mark);
  return mark;
}

static bool is_changed(MlirOperation function, MlirOperation lowered) {
  text_mark before = mark_of(function), after = mark_of(lowered);
  return before.hash != after.hash || before.length != after.length;
}

/*===--- Functions --------------------------------------------------------===*/

static MlirStringRef symbol_of(MlirOperation function) {
  return mlirStringAttrGetValue(mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString("sym_name")));
}

/* The n-th function of a module. */
typedef struct function_search {
  int left;
  MlirOperation found;
} function_search;

static MlirWalkResult search_function(MlirOperation operation, void *user) {
  function_search *search = user;
  if (!tl_is_function(operation) || search->left-- > 0)
    return MlirWalkResultAdvance;
  search->found = operation;
  return MlirWalkResultInterrupt;
}

static MlirOperation function_number(MlirOperation module, int number) {
  function_search search = {number, {NULL}};
  mlirOperationWalk(module, search_function, &search, MlirWalkPreOrder);
  return search.found;
}

/*===--- Results ----------------------------------------------------------===*/

static bool is_memref(const tl_program *program, int64_t number) {
  return number >= 0 && number < program->input_count &&
         program->slots[program->body.arguments[number]].is_memref;
}

static bool refuse_argument(const tl_program *program, int64_t number) {
  tl_emit_error(program->function, "has no memref argument %" PRId64, number);
  return false;
}

static bool compare_arguments(const tl_run *run, const int64_t *numbers) {
  const tl_program *program = &run->program;
  for (int i = 0; i < 2; i++)
    if (!is_memref(program, numbers[i]))
      return refuse_argument(program, numbers[i]);
  const tl_argument *a = &run->arguments[numbers[0]];
  const tl_argument *b = &run->arguments[numbers[1]];
  const tl_scalar_type *types[] = {
      &program->slots[program->body.arguments[numbers[0]]].scalar,
      &program->slots[program->body.arguments[numbers[1]]].scalar};
  int64_t count = tl_view_elements(&a->view), n = 0;
  bool comparable =
      types[0]->bytes == types[1]->bytes && tl_view_elements(&b->view) == count;
  tl_element x = {0}, y = x;
  for (; comparable && n < count; n++) {
    x = tl_argument_element(a, types[0], n);
    y = tl_argument_element(b, types[1], n);
    if (x.poison || y.poison || x.bits != y.bits)
      break;
  }
  if (comparable && n == count)
    printf("equal: %" PRId64 " elements\n", count);
  else
    tl_emit_error(
        program->function,
        "arguments %" PRId64 " and %" PRId64 " differ%s%" PRId64 ": %s and %s",
        numbers[0], numbers[1], comparable ? " in element " : " in size, at ",
        n, tl_describe_element(types[0], x).text,
        tl_describe_element(types[1], y).text);
  return comparable && n == count;
}

static bool print_arguments(const simulation *state, const tl_run *run) {
  const tl_program *program = &run->program;
  for (int i = 0; i < TL_MAX_ARGUMENTS; i++) {
    bool dumps = state->options.dumps[i];
    if (dumps && !is_memref(program, i))
      return refuse_argument(program, i);
    if (dumps)
      tl_argument_print(program, i, &run->arguments[i]);
    if (state->options.checksums && is_memref(program, i))
      printf("argument %d: checksum %016" PRIx64 "\n", i,
             tl_argument_checksum(&program->slots[program->body.arguments[i]],
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

static bool simulate(const simulation *state, MlirOperation function) {
  tl_run run;
  tl_run_request request = {.function = function,
                            .options = &state->options.run};
  bool passed = tl_run_create(&request, &run);
  if (passed) {
    passed = tl_run_execute(&run);
    if (state->options.report != TL_REPORT_JSON)
      print_launch(&run);
    passed = print_arguments(state, &run) && passed;
    if (state->options.compares)
      passed = compare_arguments(&run, state->options.compared) && passed;
    if (state->options.report != TL_REPORT_NONE)
      tl_report_print(&run.machine.report, &run.program, state->options.report);
  }
  tl_run_destroy(&run);
  return passed;
}

static bool verify(simulation *state, MlirOperation function,
                   MlirOperation lowered) {
  tl_verification result;
  if (mlirOperationIsNull(lowered)) {
    tl_emit_error(function, "is lowered to no function");
    return false;
  }
  if (tl_verify(function, lowered, &state->options.run, &result) !=
      TL_EQUIVALENT)
    return false;
  state->changed = state->changed || is_changed(function, lowered);
  MlirStringRef name = symbol_of(function);
  printf("@%.*s: equivalent: %" PRId64 " elements, %" PRId64 " threads\n",
         (int)name.length, name.data, result.elements, result.threads);
  return true;
}

static void run_functions(simulation *state) {
  for (int i = 0;; i++) {
    MlirOperation function = function_number(state->module, i);
    const char *kernel = state->options.kernel;
    if (mlirOperationIsNull(function))
      return;
    if (kernel && !mlirStringRefEqual(symbol_of(function),
                                      mlirStringRefCreateFromCString(kernel)))
      continue;
    state->matched++;
    bool passed =
        state->options.pipeline
            ? verify(state, function, function_number(state->lowered, i))
            : simulate(state, function);
    state->failed = state->failed || !passed;
  }
}

static void run_simulation(simulation *state) {
  state->failed =
      !parse_input(state) || (state->options.pipeline && !lower(state));
  if (!state->failed)
    run_functions(state);
  if (!state->failed && state->matched == 0) {
    fprintf(stderr, "tl-sim: no function%s%s in %s\n",
            state->options.kernel ? " named " : "",
            state->options.kernel ? state->options.kernel : "",
            state->options.input);
    state->failed = true;
  }
  if (!state->failed && state->options.pipeline && !state->changed) {
    fprintf(stderr, "tl-sim: %s changes no function that is compared\n",
            state->options.pipeline);
    state->failed = true;
  }
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
  simulation state = {.matched = 0};
  tl_options_result read = tl_options_read(argc, argv, &state.options);
  if (read != TL_OPTIONS_RUN)
    return finish(read == TL_OPTIONS_WRONG ? 2 : 0);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  if (state.options.pipeline)
    mlirRegisterAllPasses();
  tl_register_dialect(registry);
  tl_register_passes();
  state.context = mlirContextCreateWithRegistry(registry, false);
  tl_print_diagnostics(state.context);
  run_simulation(&state);
  if (!mlirOperationIsNull(state.lowered))
    mlirOperationDestroy(state.lowered);
  if (!mlirOperationIsNull(state.module))
    mlirOperationDestroy(state.module);
  mlirContextDestroy(state.context);
  mlirDialectRegistryDestroy(registry);
  return finish(state.failed);
}
