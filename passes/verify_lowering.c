/* verify_lowering.c - tl-verify-lowering
 *
 * Lowers a copy of the IR and simulates every function that has copies, by
 * definition and as it is lowered, on the CPU:
 *
 *   equal memory and results   nothing
 *   a difference or a fault    error
 *   cannot be simulated        warning: ... is not checked by simulation
 *
 * Requires:  nothing.
 * Preserves: everything; what is lowered is thrown away.
 * Fails:     when a function does something else after lowering, is at fault,
 *            or cannot be lowered. */
#include "copy_driver.h"
#include "copy_options.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "pass_rows.h"
#include "passes/simulator/run.h"
#include "tl/dialect.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

enum {
  MAX_SIMULATED_THREADS = 0,
  MAX_SIMULATED_BYTES,
  MAX_SIMULATED_STEPS,
  OPTION_COUNT
};

static const tl_option_row OPTIONS[OPTION_COUNT] = {
    [MAX_SIMULATED_THREADS] = {"max-simulated-threads",
                               "Threads of all blocks up to which a function "
                               "is simulated",
                               1 << 14, NULL},
    [MAX_SIMULATED_BYTES] = {"max-simulated-bytes",
                             "Bytes of arguments and buffers up to which a "
                             "function is simulated",
                             1 << 22, NULL},
    [MAX_SIMULATED_STEPS] = {"max-simulated-steps",
                             "Operations that all threads execute up to which "
                             "a function is simulated",
                             1 << 27, NULL},
};

/* The functions that have copies, and a copy of the IR around them. */
typedef struct verification {
  MlirOperation root, lowered;
  MlirModule scratch; /* around `lowered` where the root is inside of one */
  tl_copy_run functions, lowered_functions;
} verification;

enum { CAPTURE_CAPACITY = 1024 };

/* A message, cut to the capacity. */
typedef struct captured_text {
  MlirLocation location;
  size_t length;
  char text[CAPTURE_CAPACITY];
} captured_text;

/* The first error of this thread, held back: between start and stop, what this
 * thread reports in the context reaches no other handler; the first error is
 * kept with its first note, the rest is dropped.  What other threads report takes
 * its way. */
typedef struct captured {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  thrd_t thread;
  bool has_error, has_note;
  captured_text error, note;
} captured;

static bool check_options(MlirOperation root, const tl_option_value *options);
static bool collect_functions(MlirOperation root, bool warns, tl_copy_run *out);
static void clone_root(verification *state);
static void destroy_clone(const verification *state);
static bool lower(verification *state, const tl_option_value *options);
static bool verify_function(const verification *state, intptr_t number,
                            const tl_option_value *options);

static tl_pass_result run_verify_lowering(MlirOperation root,
                                          const tl_option_value *options) {
  verification state = {.root = root};
  if (!check_options(root, options))
    return TL_PASS_FAILED;

  /* 1. Collect. */
  bool verified = collect_functions(root, true, &state.functions);

  /* 2. Lower a copy. */
  clone_root(&state);
  verified =
      collect_functions(state.lowered, false, &state.lowered_functions) &&
      verified && lower(&state, options + OPTION_COUNT);

  /* 3. Compare. */
  for (intptr_t i = 0; verified && i < state.functions.count; i++)
    verified = verify_function(&state, i, options);
  destroy_clone(&state);
  tl_copies_end(&state.functions);
  tl_copies_end(&state.lowered_functions);
  return verified ? TL_PASS_UNCHANGED : TL_PASS_FAILED;
}

const tl_pass_row TL_VERIFY_LOWERING = {
    .argument = "tl-verify-lowering",
    .description = "Simulate functions by definition and as they are lowered, "
                   "and compare",
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .run = run_verify_lowering,
    .stages = TL_PASSES,
    .stage_count = TL_LOWERING_STAGE_COUNT,
};

static bool check_options(MlirOperation root, const tl_option_value *options) {
  for (int i = 0; i < OPTION_COUNT; i++)
    if (options[i].number < 1)
      return tl_emit_error(root, "%s is %" PRId64 "; it has to be at least 1",
                           OPTIONS[i].name, options[i].number);
  return true;
}

/*===--- Capture ----------------------------------------------------------===*/

/* MLIR's handlers belong to the context, and passes run in many threads of it;
 * the handler runs in the thread that reports. */
static void append(MlirStringRef part, void *user) {
  captured_text *out = user;
  size_t room = sizeof out->text - 1 - out->length;
  size_t length = part.length < room ? part.length : room;
  memcpy(out->text + out->length, part.data, length);
  out->length += length;
}

static void read_text(MlirDiagnostic diagnostic, captured_text *out) {
  *out = (captured_text){.location = mlirDiagnosticGetLocation(diagnostic)};
  mlirDiagnosticPrint(diagnostic, append, out);
}

static MlirLogicalResult handle(MlirDiagnostic diagnostic, void *user) {
  captured *capture = user;
  if (!thrd_equal(thrd_current(), capture->thread))
    return mlirLogicalResultFailure();
  bool is_error = mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError;
  if (!is_error || capture->has_error)
    return mlirLogicalResultSuccess();
  capture->has_error = true;
  read_text(diagnostic, &capture->error);
  capture->note.location = capture->error.location;
  capture->has_note = mlirDiagnosticGetNumNotes(diagnostic) > 0;
  if (capture->has_note)
    read_text(mlirDiagnosticGetNote(diagnostic, 0), &capture->note);
  return mlirLogicalResultSuccess();
}

/* The context refers to *capture until stop_capture. */
static void start_capture(captured *capture, MlirContext context) {
  *capture = (captured){.context = context, .thread = thrd_current()};
  capture->handler =
      mlirContextAttachDiagnosticHandler(context, handle, capture, NULL);
}

static void stop_capture(captured *capture) {
  mlirContextDetachDiagnosticHandler(capture->context, capture->handler);
}

/*===--- Collect ----------------------------------------------------------===*/

static bool is_copy(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  return kind <= TL_OPERATION_THREAD_ASYNC ||
         (kind > TL_OPERATION_ASSUME && kind < TL_OPERATION_COUNT);
}

static MlirOperation function_around(MlirOperation operation,
                                     MlirOperation root) {
  while (!tl_is_function(operation)) {
    if (mlirOperationEqual(operation, root))
      return (MlirOperation){NULL};
    operation = mlirOperationGetParentOperation(operation);
  }
  return operation;
}

static bool contains(const tl_copy_run *list, intptr_t count,
                     MlirOperation operation) {
  while (count-- > 0)
    if (mlirOperationEqual(list->items[count].operation, operation))
      return true;
  return false;
}

static void warn(MlirOperation operation, MlirLocation location,
                 const char *reason) {
  char line[128];
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  snprintf(line, sizeof line, "'%.*s' op is not checked by simulation",
           (int)name.length, name.data);
  tl_bridge_emit(mlirOperationGetLocation(operation), TL_SEVERITY_WARNING, line,
                 location, reason);
}

/* Copies, each replaced by the function around it; every function once. */
static bool collect_functions(MlirOperation root, bool warns,
                              tl_copy_run *out) {
  static const tl_copy_pass COPIES = {.wants = is_copy};
  tl_copies_plan(&COPIES, root, NULL, out);
  intptr_t count = 0;
  for (intptr_t i = 0; i < out->count; i++) {
    MlirOperation copy = out->items[i].operation;
    MlirOperation function = function_around(copy, root);
    if (mlirOperationIsNull(function) && warns)
      warn(copy, mlirOperationGetLocation(copy),
           "it is in no gpu.func or func.func");
    if (!mlirOperationIsNull(function) && !contains(out, count, function))
      out->items[count++].operation = function;
  }
  out->count = count;
  return out->is_complete;
}

/*===--- Lower ------------------------------------------------------------===*/

/* What the operations around the root say counts for what is in it, as do the
 * targets of a gpu.module. */
static void clone_surroundings(MlirOperation root, MlirOperation scratch) {
  for (MlirOperation owner = mlirOperationGetParentOperation(root);
       !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner)) {
    MlirAttribute targets = tl_attribute_of(owner, "targets");
    if (!mlirAttributeIsNull(targets))
      mlirOperationSetDiscardableAttributeByName(
          scratch, mlirStringRefCreateFromCString("targets"), targets);
    for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(owner);
         i++) {
      MlirNamedAttribute said = mlirOperationGetDiscardableAttribute(owner, i);
      MlirStringRef name = mlirIdentifierStr(said.name);
      if (mlirAttributeIsNull(
              mlirOperationGetDiscardableAttributeByName(scratch, name)))
        mlirOperationSetDiscardableAttributeByName(scratch, name,
                                                   said.attribute);
    }
  }
}

/* A global outside the root that `operation` gets has to be found. */
static MlirWalkResult clone_global(MlirOperation operation, void *user) {
  const verification *state = user;
  if (!tl_operation_is(operation, "memref.get_global"))
    return MlirWalkResultAdvance;
  MlirStringRef symbol =
      mlirFlatSymbolRefAttrGetValue(tl_attribute_of(operation, "name"));
  MlirOperation outer = tl_symbol_lookup(state->root, symbol);
  MlirOperation known = tl_symbol_lookup(state->lowered, symbol);
  if (!mlirOperationIsNull(outer) && mlirOperationIsNull(known))
    mlirBlockAppendOwnedOperation(mlirModuleGetBody(state->scratch),
                                  mlirOperationClone(outer));
  return MlirWalkResultAdvance;
}

static void clone_root(verification *state) {
  bool is_outermost =
      mlirOperationIsNull(mlirOperationGetParentOperation(state->root));
  state->lowered = mlirOperationClone(state->root);
  if (is_outermost)
    return;
  state->scratch = mlirModuleCreateEmpty(mlirOperationGetLocation(state->root));
  clone_surroundings(state->root, mlirModuleGetOperation(state->scratch));
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(state->scratch),
                                state->lowered);
  mlirOperationWalk(state->root, clone_global, state, MlirWalkPreOrder);
}

static void destroy_clone(const verification *state) {
  if (mlirModuleIsNull(state->scratch))
    mlirOperationDestroy(state->lowered);
  else
    mlirModuleDestroy(state->scratch);
}

static void emit_captured(const captured *capture, const char *prefix) {
  char line[CAPTURE_CAPACITY + 32];
  snprintf(line, sizeof line, "%s%s", prefix, capture->error.text);
  tl_bridge_emit(capture->error.location, TL_SEVERITY_ERROR, line,
                 capture->note.location,
                 capture->has_note ? capture->note.text : NULL);
}

/* Remarks and the report are left to the lowering of the IR itself. */
static bool run_stage(const tl_pass_row *stage, MlirOperation lowered,
                      const tl_option_value *options) {
  tl_option_value silent[TL_CONVERSION_OPTION_COUNT];
  if (stage->option_count < TL_COPY_OPTION_COUNT)
    return stage->run(lowered, options) != TL_PASS_FAILED;
  memcpy(silent, options, (size_t)stage->option_count * sizeof *silent);
  silent[TL_OPTION_REPORT].text = "";
  silent[TL_OPTION_REMARKS].number = 0;
  return stage->run(lowered, silent) != TL_PASS_FAILED;
}

static bool lower(verification *state, const tl_option_value *options) {
  captured capture;
  bool lowered = true;
  start_capture(&capture, mlirOperationGetContext(state->root));
  for (int i = 0; lowered && i < TL_LOWERING_STAGE_COUNT; i++) {
    lowered = run_stage(TL_PASSES[i], state->lowered, options);
    options += TL_PASSES[i]->option_count;
  }
  stop_capture(&capture);
  if (!lowered)
    emit_captured(&capture, "");
  return lowered;
}

/*===--- Compare ----------------------------------------------------------===*/

static bool conclude(MlirOperation function, tl_verdict verdict,
                     const captured *capture) {
  switch (verdict) {
  case TL_EQUIVALENT:
    return true;
  case TL_NOT_SIMULATED:
    warn(function, capture->error.location, capture->error.text);
    return true;
  case TL_LOWERED_FAULTY:
    emit_captured(capture, "after lowering, ");
    return false;
  case TL_FAULTY:
  case TL_DIFFERENT:
    break;
  }
  emit_captured(capture, "");
  return false;
}

static bool verify_function(const verification *state, intptr_t number,
                            const tl_option_value *options) {
  MlirOperation function = state->functions.items[number].operation;
  MlirOperation lowered = state->lowered_functions.items[number].operation;
  const tl_target *stated;
  if (!tl_target_option_read(function, options + OPTION_COUNT, &stated))
    return false;
  tl_run_options run = {.root = state->root,
                        .target = stated,
                        .max_threads = options[MAX_SIMULATED_THREADS].number,
                        .max_bytes = options[MAX_SIMULATED_BYTES].number,
                        .budget = {options[MAX_SIMULATED_STEPS].number,
                                   options[MAX_SIMULATED_BYTES].number}};
  captured capture;
  tl_verification result;
  start_capture(&capture, mlirOperationGetContext(function));
  tl_verdict verdict = tl_verify(function, lowered, &run, &result);
  stop_capture(&capture);
  return conclude(function, verdict, &capture);
}
