/* main.c - tl-sim: runs the functions of an MLIR file for every thread on the
 * CPU, checks every access, and compares copies with what they mean. */
#include "dialect/bridge/bridge.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"
#include "options.h"
#include "passes/explain.h"
#include "passes/simulator/parallel.h"
#include "passes/simulator/run_ptx.h"
#include "progress.h"
#include "result.h"
#include "tl/passes.h"
#include "tools/standard_streams.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The functions that are asked for. */
typedef struct function_list {
  const char *const *names;
  int name_count;        /* 0: all but private ones ... */
  const char *reference; /* ... and this one */
  MlirOperation *items;  /* owned */
  int count, capacity;
} function_list;

/* The module, and what it is lowered to when that is asked for. */
typedef struct simulation {
  tl_options options;
  tl_progress progress;
  MlirContext context;
  MlirOperation module, lowered;
  function_list functions, references;
  bool changed; /* one of them is, by what it is lowered with */
} simulation;

static void write_part(MlirStringRef part, void *file) {
  fwrite(part.data, 1, part.length, file);
}

/*===--- Diagnostics ------------------------------------------------------===*/

/* FILE:LINE:COLUMN: error: TEXT, and the notes; the user is the progress. */
static MlirLogicalResult print_diagnostic(MlirDiagnostic diagnostic,
                                          void *user) {
  static const char *const SEVERITIES[] = {
      [MlirDiagnosticError] = "error",
      [MlirDiagnosticWarning] = "warning",
      [MlirDiagnosticNote] = "note",
      [MlirDiagnosticRemark] = "remark",
  };
  fflush(stdout);
  tl_progress_erase(user);
  tl_write_location(mlirDiagnosticGetLocation(diagnostic), stderr);
  fprintf(stderr, ": %s: ", SEVERITIES[mlirDiagnosticGetSeverity(diagnostic)]);
  mlirDiagnosticPrint(diagnostic, write_part, stderr);
  fputc('\n', stderr);
  for (intptr_t i = 0; i < mlirDiagnosticGetNumNotes(diagnostic); i++)
    print_diagnostic(mlirDiagnosticGetNote(diagnostic, i), user);
  return mlirLogicalResultSuccess();
}

/*===--- Input ------------------------------------------------------------===*/

/* 0, or what errno says of it: MLIR does not say why not. */
static int reason_of(const char *path) {
  struct stat facts;
  if (strcmp(path, "-") == 0)
    return read(STDIN_FILENO, &(char){0}, 0) < 0 ? errno : 0;
  if (stat(path, &facts) != 0 || access(path, R_OK) != 0)
    return errno;
  return S_ISDIR(facts.st_mode) ? EISDIR : 0;
}

static bool can_read(const char *path) {
  int reason = reason_of(path);
  if (reason)
    fprintf(stderr, "tl-sim: cannot open %s: %s\n", path, strerror(reason));
  return !reason;
}

static bool parse_input(simulation *state) {
  if (!can_read(state->options.input))
    return false;
  MlirModule module = mlirModuleCreateParseFromFile(
      state->context, mlirStringRefCreateFromCString(state->options.input));
  state->module = mlirModuleGetOperation(module);
  return !mlirModuleIsNull(module);
}

/*===--- Lowering ---------------------------------------------------------===*/

/* A pipeline may leave the module around it out. */
static bool lower(simulation *state, const char *text) {
  char lowering[sizeof TL_LOWERING + 32];
  if (strcmp(text, TL_LOWERING) == 0 && state->options.run.target) {
    snprintf(lowering, sizeof lowering, TL_LOWERING "{target=%s}",
             state->options.run.target->name);
    text = lowering;
  }
  bool is_whole = strncmp(text, "builtin.module(", 15) == 0;
  if (!mlirOperationIsNull(state->lowered))
    mlirOperationDestroy(state->lowered);
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
    *mark = tl_hash(*mark, *mark >> 32 ^ (uint8_t)part.data[i]);
}

/* A hash of the text of an operation. */
static uint64_t mark_of(MlirOperation operation) {
  uint64_t mark = 0;
  mlirOperationPrint(operation, mark_part, &mark);
  return mark;
}

/*===--- Functions --------------------------------------------------------===*/

static MlirStringRef symbol_of(MlirOperation function) {
  return mlirStringAttrGetValue(tl_attribute_of(function, "sym_name"));
}

static bool is_called(MlirOperation function, const char *name) {
  return name && mlirStringRefEqual(symbol_of(function),
                                    mlirStringRefCreateFromCString(name));
}

typedef struct operation_search {
  const char *name;
  bool found;
} operation_search;

static MlirWalkResult find_operation(MlirOperation operation, void *user) {
  operation_search *search = user;
  search->found = search->found || tl_operation_is(operation, search->name);
  return search->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool has_operation(MlirOperation function, const char *name) {
  operation_search search = {name, false};
  mlirOperationWalk(function, find_operation, &search, MlirWalkPreOrder);
  return search.found;
}

/* What launches kernels of the module, which are run by themselves. */
static bool is_skipped(MlirOperation function) {
  bool launches = has_operation(function, "gpu.launch_func");
  int length = (int)symbol_of(function).length;
  const char *name = symbol_of(function).data;
  if (launches)
    fprintf(stderr,
            "tl-sim: @%.*s is skipped, as it launches kernels that are run by "
            "themselves; --kernel=%.*s runs it\n",
            length, name, length, name);
  return launches;
}

/* Private functions help others, and a reference is no kernel. */
static bool is_wanted(const function_list *list, MlirOperation function) {
  MlirAttribute visibility = tl_attribute_of(function, "sym_visibility");
  for (int i = 0; i < list->name_count; i++)
    if (is_called(function, list->names[i]))
      return true;
  return list->name_count == 0 && mlirAttributeIsNull(visibility) &&
         !is_called(function, list->reference) && !is_skipped(function);
}

static MlirWalkResult add_function(MlirOperation operation, void *user) {
  function_list *list = user;
  if (!tl_is_function(operation) || !is_wanted(list, operation))
    return MlirWalkResultAdvance;
  MlirOperation *items =
      tl_grow(list->items, sizeof *items, list->count, &list->capacity);
  if (!items)
    return MlirWalkResultInterrupt;
  list->items = items;
  items[list->count++] = operation;
  return MlirWalkResultAdvance;
}

/* Whether two operations, and those around them, are called the same. */
static bool is_twin(MlirOperation a, MlirOperation b) {
  bool is_same = true;
  while (is_same && !mlirOperationIsNull(a) && !mlirOperationIsNull(b)) {
    is_same = mlirAttributeEqual(tl_attribute_of(a, "sym_name"),
                                 tl_attribute_of(b, "sym_name"));
    a = mlirOperationGetParentOperation(a);
    b = mlirOperationGetParentOperation(b);
  }
  return is_same && mlirOperationIsNull(a) && mlirOperationIsNull(b);
}

typedef struct twin_search {
  MlirOperation function, found; /* null: none yet */
} twin_search;

static MlirWalkResult find_twin(MlirOperation operation, void *user) {
  twin_search *search = user;
  if (!tl_is_function(operation) || !is_twin(operation, search->function))
    return MlirWalkResultAdvance;
  search->found = operation;
  return MlirWalkResultInterrupt;
}

/* What a function is lowered to; null where that is no function. */
static MlirOperation twin_of(const simulation *state, MlirOperation function) {
  twin_search search = {function, {NULL}};
  mlirOperationWalk(state->lowered, find_twin, &search, MlirWalkPreOrder);
  return search.found;
}

/* Whether the pipeline makes something else of a function, or of any where it
 * has others execute. */
static bool is_changed(const simulation *state, MlirOperation function) {
  MlirOperation twin = twin_of(state, function);
  bool has_others = has_operation(function, "gpu.launch_func") ||
                    has_operation(function, "func.call");
  return mlirOperationIsNull(twin) || mark_of(function) != mark_of(twin) ||
         (has_others && mark_of(state->module) != mark_of(state->lowered));
}

/*===--- Runs -------------------------------------------------------------===*/

static void print_launch(const tl_run *run) {
  const int64_t *grid = run->machine.launch.grid;
  const int64_t *block = run->machine.launch.block;
  printf("@%.*s: grid %" PRId64 "x%" PRId64 "x%" PRId64 ", block %" PRId64
         "x%" PRId64 "x%" PRId64 "\n",
         (int)run->program.name.length, run->program.name.data, grid[0],
         grid[1], grid[2], block[0], block[1], block[2]);
}

/* The reference is one thread. */
static bool check_reference(const simulation *state, const tl_run *run) {
  tl_run_options options = state->options.run;
  tl_run reference;
  tl_run_request request = {.function = state->references.items[0],
                            .options = &options};
  for (int d = 0; d < 3; d++)
    options.grid[d] = options.block[d] = 1;
  memcpy(options.arguments, run->given,
         (size_t)run->program.input_count * sizeof *run->given);
  bool passed = tl_run_create(&request, &reference) &&
                tl_machine_run(&reference.machine, reference.arguments) &&
                tl_result_check(run, &reference, state->options.tolerance);
  tl_run_destroy(&reference);
  return passed;
}

static bool can_report(const tl_options *options, const tl_run *run) {
  return !options->run.counts_accesses || run->target->memory ||
         tl_emit_error(run->program.function,
                       "cannot be reported: no document says what an access "
                       "costs on %s",
                       run->target->name);
}

static bool keep_faults(const tl_options *options, tl_run *run) {
  return !options->prints_faults || tl_faults_keep(&run->machine.faults) ||
         tl_emit_error(run->program.function,
                       "needs more memory than there is");
}

static bool explain(const tl_options *options, tl_run *run) {
  tl_explanation explanation;
  bool is_made = tl_explanation_make(&run->machine, run->target,
                                     TL_SITES_OF_LOCATIONS, &explanation);
  if (is_made)
    tl_explanation_print(&explanation, options->notation, options->explanation);
  tl_explanation_destroy(&explanation);
  return is_made || tl_emit_error(run->program.function,
                                  "needs more memory than there is");
}

/* Whether what is printed is no JSON. */
static bool prints_text(const tl_options *options) {
  return !options->prints_faults && options->report != TL_REPORT_JSON &&
         options->explanation != TL_REPORT_JSON;
}

static bool simulate(simulation *state, MlirOperation function) {
  const tl_options *options = &state->options;
  tl_run run;
  tl_run_request request = {.function = function, .options = &options->run};
  bool passed = tl_run_create(&request, &run) && can_report(options, &run) &&
                keep_faults(options, &run);
  if (passed) {
    run.machine.output = prints_text(options) ? stdout : NULL;
    passed = tl_run_execute(&run, options->run.threads);
    tl_progress_erase(&state->progress);
    if (options->prints_faults)
      tl_faults_print(&run.machine.faults, run.program.name);
    if (prints_text(options))
      print_launch(&run);
    passed = tl_result_give(options, &run) && passed;
    if (passed && options->reference)
      passed = check_reference(state, &run);
    if (options->report != TL_REPORT_NONE)
      tl_report_print(&run.machine.report, &run.program, options->report);
    if (options->explanation != TL_REPORT_NONE)
      passed = explain(options, &run) && passed;
  }
  tl_run_destroy(&run);
  return passed;
}

/* Numbers that are 0, as those are that nobody gave, may be why. */
static void print_written_nothing(uint64_t zeros) {
  bool are_several = zeros && (zeros & (zeros - 1));
  const char *before = are_several ? " (arguments " : " (argument ";
  printf(", nothing is written");
  for (int i = 0; i < TL_MAX_ARGUMENTS; i++)
    if (zeros >> i & 1) {
      printf("%s%d", before, i);
      before = ", ";
    }
  if (zeros)
    printf(are_several ? " are 0)" : " is 0)");
}

static void print_equivalence(MlirOperation function, const char *where,
                              const tl_verification *result) {
  MlirStringRef name = symbol_of(function);
  printf("@%.*s: equivalent%s: %" PRId64 " elements, %" PRId64 " threads",
         (int)name.length, name.data, where, result->elements, result->threads);
  if (!result->writes)
    print_written_nothing(result->zeros);
  putchar('\n');
}

static bool verify(simulation *state, MlirOperation function) {
  MlirOperation twin = twin_of(state, function);
  tl_verification result;
  if (mlirOperationIsNull(twin))
    return tl_emit_error(function, "is lowered to no function");
  tl_verdict verdict = tl_verify(function, twin, &state->options.run, &result);
  tl_progress_erase(&state->progress);
  if (verdict != TL_EQUIVALENT)
    return false;
  if (state->changed)
    print_equivalence(function, "", &result);
  return true;
}

/* Kernels of the PTX are compared; how many there were, *passed is cleared where
 * one differs. */
static int verify_kernels(simulation *state, tl_ptx_file *file, bool *passed) {
  const tl_executor executor = {.execute = tl_run_ptx,
                                .user = file,
                                .where = "in the PTX",
                                .tolerance = state->options.tolerance,
                                .has_tolerance = state->options.has_tolerance};
  int compared = 0;
  for (int i = 0; i < state->functions.count; i++) {
    MlirOperation function = state->functions.items[i];
    MlirStringRef name = symbol_of(function);
    tl_verification result;
    if (!tl_ptx_kernel_find(&file->module, name.data, name.length)) {
      fprintf(stderr, "tl-sim: @%.*s is skipped, as %s has no kernel of it\n",
              (int)name.length, name.data, file->path);
      continue;
    }
    compared++;
    tl_verdict verdict =
        tl_verify_execution(function, &executor, &state->options.run, &result);
    tl_progress_erase(&state->progress);
    *passed = *passed && verdict == TL_EQUIVALENT;
    if (verdict == TL_EQUIVALENT)
      print_equivalence(function, " in PTX", &result);
  }
  return compared;
}

static bool verify_ptx(simulation *state) {
  tl_ptx_file file = {.path = state->options.ptx, .context = state->context};
  tl_ptx_error error;
  int64_t length;
  char *text = (char *)tl_options_read_file(file.path, &length);
  bool passed = text != NULL;
  if (text && !tl_ptx_module_read(text, (size_t)length, &file.module, &error))
    passed = tl_ptx_report(&file, &error);
  if (passed && verify_kernels(state, &file, &passed) == 0) {
    fprintf(stderr, "tl-sim: %s has no kernel of a function of %s\n", file.path,
            state->options.input);
    passed = false;
  }
  tl_ptx_module_free(&file.module);
  free(text);
  return passed;
}

/* Each function as it is and after a pipeline, which has to change one. */
static bool verify_pipeline(simulation *state, const char *pipeline) {
  const function_list *functions = &state->functions;
  bool passed = true;
  if (!lower(state, pipeline))
    return false;
  state->changed = false;
  for (int i = 0; !state->changed && i < functions->count; i++)
    state->changed = is_changed(state, functions->items[i]);
  for (int i = 0; i < functions->count; i++)
    passed &= verify(state, functions->items[i]);
  if (passed && !state->changed)
    fprintf(stderr, "tl-sim: %s changes no function that is compared\n",
            pipeline);
  return passed && state->changed;
}

/* Of several, each has its name above what is found of it. */
static bool verify_pipelines(simulation *state) {
  const tl_options *options = &state->options;
  bool passed = true;
  for (int i = 0; i < options->pipeline_count; i++) {
    if (options->pipeline_count > 1)
      printf("after %s:\n", options->pipelines[i]);
    fflush(stdout); /* in front of what is wrong with it */
    passed &= verify_pipeline(state, options->pipelines[i]);
  }
  return passed;
}

static void collect(simulation *state) {
  const tl_options *options = &state->options;
  state->functions = (function_list){.names = options->kernels,
                                     .name_count = options->kernel_count,
                                     .reference = options->reference};
  state->references =
      (function_list){.names = &options->reference, .name_count = 1};
  mlirOperationWalk(state->module, add_function, &state->functions,
                    MlirWalkPreOrder);
  mlirOperationWalk(state->module, add_function, &state->references,
                    MlirWalkPreOrder);
}

static MlirWalkResult add_name(MlirOperation operation, void *names) {
  tl_text *text = names;
  if (tl_is_function(operation)) {
    MlirStringRef name = symbol_of(operation);
    tl_text_append(text, "%s%.*s", text->length ? ", " : "; it has ",
                   (int)name.length, name.data);
  }
  return MlirWalkResultAdvance;
}

static void refuse_name(const simulation *state, const char *missing) {
  tl_text names = {.length = 0};
  mlirOperationWalk(state->module, add_name, &names, MlirWalkPreOrder);
  fprintf(stderr, "tl-sim: no function named %s with a body in %s%s\n", missing,
          state->options.input, names.data);
}

/* A function that has been lowered to llvm.func, of this name; of any, where that is
 * NULL. */
typedef struct lowered_search {
  const char *name;
  MlirOperation found; /* null: none yet */
} lowered_search;

static MlirWalkResult find_lowered(MlirOperation operation, void *user) {
  lowered_search *search = user;
  bool has_body = tl_operation_is(operation, "llvm.func") &&
                  !mlirBlockIsNull(mlirRegionGetFirstBlock(
                      mlirOperationGetRegion(operation, 0)));
  if (!has_body || (search->name && !is_called(operation, search->name)))
    return MlirWalkResultAdvance;
  search->found = operation;
  return MlirWalkResultInterrupt;
}

/* Whether there is one instead of what is missing, which is an error at it. */
static bool refuse_lowered(const simulation *state, const char *missing) {
  lowered_search search = {missing, {NULL}};
  mlirOperationWalk(state->module, find_lowered, &search, MlirWalkPreOrder);
  if (!mlirOperationIsNull(search.found))
    tl_emit_error(search.found,
                  "is not run; give the gpu.func or func.func that it was "
                  "lowered from, or that and its PTX with --ptx");
  return !mlirOperationIsNull(search.found);
}

/* The first of the names that a list has no function of; NULL: it has all. */
static const char *missing_name(const function_list *list) {
  for (int i = 0; i < list->name_count; i++) {
    bool has_it = !list->names[i];
    for (int k = 0; k < list->count; k++)
      has_it |= is_called(list->items[k], list->names[i]);
    if (!has_it)
      return list->names[i];
  }
  return NULL;
}

/* Whether there is what the options name; an error if not. */
static bool check_names(const simulation *state) {
  const tl_options *options = &state->options;
  const char *missing = missing_name(&state->functions);
  if (!missing)
    missing = missing_name(&state->references);
  bool has_all = !missing && state->functions.count > 0;
  if (has_all || refuse_lowered(state, missing))
    return has_all;
  if (missing)
    refuse_name(state, missing);
  else
    fprintf(stderr, "tl-sim: no function that is not private%s in %s\n",
            options->reference ? " beside the reference" : "", options->input);
  return false;
}

static bool run_simulation(simulation *state) {
  const tl_options *options = &state->options;
  if (!parse_input(state))
    return false;
  state->options.run.root = state->module;
  state->options.run.tells_launches = true;
  collect(state);
  if (!check_names(state))
    return false;
  if (options->ptx)
    return verify_ptx(state);
  bool passed = verify_pipelines(state);
  bool simulates = !options->pipeline_count || options->reference ||
                   options->run.counts_accesses;
  for (int i = 0; simulates && i < state->functions.count; i++)
    passed &= simulate(state, state->functions.items[i]);
  return passed;
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
  tl_hold_standard_streams();
  simulation state = {.options.input = NULL};
  int status = tl_options_read(argc, argv, &state.options);
  if (status != TL_OPTIONS_RUN) {
    tl_options_free(&state.options);
    return finish(status);
  }
  state.progress = tl_progress_start(state.options.progress_after);
  state.options.run.watcher = (tl_watcher){tl_progress_tell, &state.progress};
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  if (state.options.pipeline_count)
    mlirRegisterAllPasses();
  tl_register_dialect(registry);
  tl_register_passes();
  state.context = mlirContextCreateWithRegistry(registry, false);
  mlirContextSetAllowUnregisteredDialects(state.context,
                                          state.options.allows_unregistered);
  mlirContextAttachDiagnosticHandler(state.context, print_diagnostic,
                                     &state.progress, NULL);
  status = !run_simulation(&state);
  free(state.functions.items);
  free(state.references.items);
  tl_options_free(&state.options);
  if (!mlirOperationIsNull(state.lowered))
    mlirOperationDestroy(state.lowered);
  if (!mlirOperationIsNull(state.module))
    mlirOperationDestroy(state.module);
  mlirContextDestroy(state.context);
  mlirDialectRegistryDestroy(registry);
  return finish(status);
}
