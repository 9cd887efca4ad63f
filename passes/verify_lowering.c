/* verify_lowering.c - tl-verify-lowering
 *
 * Lowers a copy of the IR and simulates every function that has copies, by
 * definition and as it is lowered, on the CPU:
 *
 *   equal memory and results   nothing
 *   a difference or a fault    error
 *   cannot be simulated, or writes nothing
 *                              warning: ... is not checked by simulation
 *
 * Requires:  nothing.
 * Preserves: everything; what is lowered is thrown away.
 * Fails:     when a function does something else after lowering, is at fault,
 *            or cannot be lowered. */
#include "copy_driver.h"
#include "copy_options.h"
#include "held_errors.h"
#include "pass_rows.h"
#include "passes/simulator/run.h"
#include "root_clone.h"
#include "run_time_sizes.h"
#include "tl/dialect.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
  MAX_SIMULATED_THREADS = 0,
  MAX_SIMULATED_BYTES,
  MAX_SIMULATED_STEPS,
  LIMIT_COUNT,
  VERIFY_SIZES = LIMIT_COUNT,
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
    [VERIFY_SIZES] = TL_RUN_TIME_SIZES_OPTION,
};

/* The functions that have copies, and a copy of the IR around them. */
typedef struct verification {
  MlirOperation root;
  tl_root_clone lowered;
  tl_copy_run functions, lowered_functions;
} verification;

static bool check_options(MlirOperation root, const tl_option_value *options);
static bool collect_functions(MlirOperation root, bool warns, tl_copy_run *out);
static bool lower(verification *state, const tl_option_value *options);
static bool verify_function(const verification *state, intptr_t number,
                            const tl_option_value *options,
                            const tl_run_time_sizes *sizes);

static tl_pass_result run_verify_lowering(MlirOperation root,
                                          const tl_option_value *options) {
  verification state = {.root = root};
  tl_run_time_sizes sizes;
  if (!check_options(root, options) ||
      !tl_run_time_sizes_read(root, options[VERIFY_SIZES].text, &sizes))
    return TL_PASS_FAILED;

  /* 1. Collect. */
  bool verified = collect_functions(root, true, &state.functions);

  /* 2. Lower a copy. */
  tl_root_clone_make(root, &state.lowered);
  verified =
      collect_functions(state.lowered.root, false, &state.lowered_functions) &&
      verified && lower(&state, options + OPTION_COUNT);

  /* 3. Compare. */
  for (intptr_t i = 0; verified && i < state.functions.count; i++)
    verified = verify_function(&state, i, options, &sizes);
  tl_root_clone_destroy(&state.lowered);
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
  for (int i = 0; i < LIMIT_COUNT; i++)
    if (options[i].number < 1)
      return tl_emit_error(root, "%s is %" PRId64 "; it has to be at least 1",
                           OPTIONS[i].name, options[i].number);
  return true;
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
  tl_text line = {0};
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  tl_text_append(&line, "'%.*s' op is not checked by simulation",
                 (int)name.length, name.data);
  tl_bridge_emit(mlirOperationGetLocation(operation), TL_SEVERITY_WARNING,
                 line.data, location, reason);
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
  tl_held_errors held;
  bool lowered = true;
  tl_held_errors_start(&held, mlirOperationGetContext(state->root));
  for (int i = 0; lowered && i < TL_LOWERING_STAGE_COUNT; i++) {
    lowered = run_stage(TL_PASSES[i], state->lowered.root, options);
    options += TL_PASSES[i]->option_count;
  }
  tl_held_errors_stop(&held);
  if (!lowered)
    tl_held_errors_emit(&held, "");
  return lowered;
}

/*===--- Compare ----------------------------------------------------------===*/

static bool conclude(MlirOperation function, tl_verdict verdict,
                     const tl_verification *result,
                     const tl_held_errors *held) {
  switch (verdict) {
  case TL_EQUIVALENT:
    if (!result->writes)
      warn(function, mlirOperationGetLocation(function),
           "it writes nothing that is compared, as it is launched here");
    return true;
  case TL_NOT_SIMULATED:
    warn(function, held->error.location, held->error.text);
    return true;
  case TL_LOWERED_FAULTY:
    tl_held_errors_emit(held, "after lowering, ");
    return false;
  case TL_FAULTY:
  case TL_DIFFERENT:
    break;
  }
  tl_held_errors_emit(held, "");
  return false;
}

static bool verify_function(const verification *state, intptr_t number,
                            const tl_option_value *options,
                            const tl_run_time_sizes *sizes) {
  MlirOperation function = state->functions.items[number].operation;
  MlirOperation lowered = state->lowered_functions.items[number].operation;
  const tl_target *stated;
  if (!tl_target_option_read(function, options + OPTION_COUNT, &stated))
    return false;
  tl_run_options run = {.root = state->root,
                        .target = stated,
                        .shape_option = "verify-sizes",
                        .max_threads = options[MAX_SIMULATED_THREADS].number,
                        .max_bytes = options[MAX_SIMULATED_BYTES].number,
                        .budget = {options[MAX_SIMULATED_STEPS].number,
                                   options[MAX_SIMULATED_BYTES].number}};
  tl_held_errors held;
  tl_verification result;
  tl_run_time_sizes_state(function, sizes, &run);
  tl_held_errors_start(&held, mlirOperationGetContext(function));
  tl_verdict verdict = tl_verify(function, lowered, &run, &result);
  tl_held_errors_stop(&held);
  return conclude(function, verdict, &result, &held);
}
