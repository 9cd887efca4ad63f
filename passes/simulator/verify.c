/* verify.c - see run.h: a function by definition against what it was lowered to.
 *
 * Elements of few bits are not distinguishable in one go: the comparison is
 * repeated, each time with the next digit of the number of an element. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "parallel.h"
#include "run.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

static double number_of(const tl_scalar_type *type, tl_element element) {
  return type->format ? tl_float_decode(type->format, (uint64_t)element.bits)
                      : (double)tl_sign_extend(element.bits, type->bits);
}

/* |a - b|, which is not 0 of integers that differ. */
static double difference_of(const tl_scalar_type *type, tl_element a,
                            tl_element b) {
  if (type->format)
    return fabs(number_of(type, a) - number_of(type, b));
  int64_t one = tl_sign_extend(a.bits, type->bits),
          other = tl_sign_extend(b.bits, type->bits);
  return (double)(one < other ? (uint64_t)other - (uint64_t)one
                              : (uint64_t)one - (uint64_t)other);
}

double tl_element_distance(const tl_scalar_type *type, tl_element expected,
                           tl_element found) {
  if (expected.poison || found.poison)
    return INFINITY;
  if (expected.bits == found.bits)
    return 0;
  if (type->bits > 64)
    return INFINITY;
  double a = number_of(type, expected), b = number_of(type, found);
  double apart = difference_of(type, expected, found) / fmax(1, fabs(a));
  return isnan(a) && isnan(b) ? 0 : isnan(apart) ? INFINITY : apart;
}

typedef struct comparison {
  tl_run definition, lowered;
  const tl_executor *executor; /* or NULL */
  int64_t elements;            /* compared */
  bool writes;                 /* any of them, by definition */
} comparison;

static bool report_difference(const comparison *state,
                              const tl_scalar_type *type, const char *where,
                              tl_element expected, tl_element found) {
  return tl_emit_error(
      state->definition.program.function,
      "is lowered to something else: %s is %s by definition, and %s %s", where,
      tl_describe_element(type, expected).text,
      tl_describe_element(type, found).text,
      state->executor ? state->executor->where : "after lowering");
}

static const tl_slot *slot_of(const tl_run *run, int number) {
  return number < run->program.input_count
             ? tl_given_slot(run, number)
             : tl_argument_slot(&run->program, number);
}

/* The buffer of an argument, or of the last block. */
static const tl_buffer *buffer_of(const tl_run *run, int number) {
  if (number < run->program.input_count)
    return run->arguments[number].view.buffer;
  const tl_view *view =
      tl_slot_value(&run->machine, run->program.body.arguments[number], 0);
  return view->buffer;
}

static bool is_no_number(const tl_scalar_type *type, tl_element element) {
  return type->format && type->bits <= 64 && !element.poison &&
         isnan(number_of(type, element));
}

/* What is no number is that by any bits, where another executor makes it. */
static bool is_tolerated(const comparison *state, const tl_scalar_type *type,
                         tl_element expected, tl_element found) {
  const tl_executor *executor = state->executor;
  bool is_tolerant = executor && executor->has_tolerance;
  return (executor && is_no_number(type, expected) &&
          is_no_number(type, found)) ||
         (is_tolerant &&
          tl_element_distance(type, expected, found) <= executor->tolerance);
}

static bool compare_buffer(comparison *state, int number) {
  const tl_slot *slot = slot_of(&state->definition, number);
  const tl_buffer *expected = buffer_of(&state->definition, number);
  const tl_buffer *found = buffer_of(&state->lowered, number);
  int bytes = slot->scalar.bytes;
  for (int64_t byte = 0; byte < expected->size; byte++) {
    bool is_same =
        expected->poison[byte] == found->poison[byte] &&
        (expected->poison[byte] || expected->bytes[byte] == found->bytes[byte]);
    if (is_same || expected->poison[byte] == TL_BYTE_FREE)
      continue;
    int64_t first = byte / bytes * bytes;
    tl_element elements[] = {tl_buffer_get(expected, first, bytes),
                             tl_buffer_get(found, first, bytes)};
    if (!is_tolerated(state, &slot->scalar, elements[0], elements[1]))
      return report_difference(state, &slot->scalar,
                               tl_describe_place(expected, byte, bytes).text,
                               elements[0], elements[1]);
  }
  state->elements += expected->size / bytes;
  state->writes = state->writes || expected->is_written;
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
      state->writes = true;
      if (expected.poison || (!found.poison && expected.bits == found.bits))
        continue;
      snprintf(where, sizeof where,
               "element %" PRId64 " of result %d of thread %d", i, number, t);
      return report_difference(state, &slot->scalar, where, expected, found);
    }
  }
  return true;
}

/* Rule B2: where elements of a buffer are says nothing, while its layout is to be
 * chosen, as that of a buffer whose accesses were adopted is.  Rule S1: nor does what
 * is in scratch memory. */
static bool is_compared(const tl_run *run, int number) {
  const tl_program *program = &run->program;
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(program->function, 0));
  return slot_of(run, number)->is_memref &&
         (number < program->input_count ||
          (!tl_has_auto_layout(mlirBlockGetArgument(entry, number)) &&
           mlirAttributeIsNull(
               tl_stated_of_argument(program, number, TL_ARGUMENT_SCRATCH))));
}

static bool compare(comparison *state) {
  const tl_program *program = &state->definition.program;
  const tl_run *lowered =
      state->executor ? &state->definition : &state->lowered;
  int buffers =
      program->input_count + (state->executor ? 0 : program->workgroup_count);
  for (int i = 0; i < buffers; i++)
    if (is_compared(&state->definition, i) && is_compared(lowered, i) &&
        !compare_buffer(state, i))
      return false;
  for (int i = 0; i < tl_terminator(&program->body)->operand_count; i++)
    if (!compare_result(state, i))
      return false;
  return true;
}

/*===--- Rounds -----------------------------------------------------------===*/

/* A run that stops for its budget says nothing about the function. */
static tl_verdict execute(tl_run *run, int64_t threads, tl_verdict faulty) {
  if (tl_run_execute(run, threads))
    return TL_EQUIVALENT;
  return run->machine.is_exhausted ? TL_NOT_SIMULATED : faulty;
}

/* Buffers lie where they lie by definition. */
static tl_verdict execute_otherwise(comparison *state) {
  tl_run *run = &state->lowered;
  for (int i = 0; i < run->program.input_count; i++)
    if (run->arguments[i].view.buffer)
      run->arguments[i].view.buffer->address =
          state->definition.arguments[i].view.buffer->address;
  return state->executor->execute(state->executor->user, run)
             ? TL_EQUIVALENT
             : TL_LOWERED_FAULTY;
}

static tl_verdict verify_round(tl_run_request request, MlirOperation lowered,
                               const tl_executor *executor, comparison *state) {
  int64_t threads = request.options->threads;
  *state = (comparison){.executor = executor};
  if (!tl_run_create(&request, &state->definition))
    return TL_NOT_SIMULATED;
  request.function = lowered;
  request.like = &state->definition;
  if (!tl_run_create(&request, &state->lowered))
    return TL_NOT_SIMULATED;
  tl_verdict verdict = execute(&state->definition, threads, TL_FAULTY);
  if (verdict == TL_EQUIVALENT)
    verdict = executor ? execute_otherwise(state)
                       : execute(&state->lowered, threads, TL_LOWERED_FAULTY);
  if (verdict == TL_EQUIVALENT && !compare(state))
    verdict = TL_DIFFERENT;
  return verdict;
}

static uint64_t zeros_of(const tl_run *run) {
  uint64_t zeros = 0;
  for (int i = 0; i < run->program.input_count; i++) {
    const tl_slot *slot = tl_argument_slot(&run->program, i);
    const tl_element *number = run->arguments[i].elements;
    if (number && slot->rank == 0 && !number->bits && !number->poison)
      zeros |= UINT64_C(1) << i;
  }
  return zeros;
}

static tl_verdict verify_rounds(MlirOperation function, MlirOperation lowered,
                                const tl_executor *executor,
                                const tl_run_options *options,
                                tl_verification *out) {
  tl_run_request request = {.function = function, .options = options};
  tl_verdict verdict = TL_EQUIVALENT;
  *out = (tl_verification){.elements = 0};
  for (int rounds = 1; verdict == TL_EQUIVALENT && request.round < rounds;
       request.round++) {
    comparison state;
    verdict = verify_round(request, lowered, executor, &state);
    if (verdict == TL_EQUIVALENT) {
      rounds = tl_fill_rounds(&state.definition, options);
      const int64_t *grid = state.definition.machine.launch.grid;
      int64_t launched = state.definition.machine.launched;
      *out = (tl_verification){
          state.elements,
          launched ? launched
                   : grid[0] * grid[1] * grid[2] *
                         state.definition.machine.thread_count,
          out->writes || state.writes, zeros_of(&state.definition)};
    }
    tl_run_destroy(&state.lowered);
    tl_run_destroy(&state.definition);
  }
  return verdict;
}

tl_verdict tl_verify(MlirOperation function, MlirOperation lowered,
                     const tl_run_options *options, tl_verification *out) {
  if (mlirAttributeEqual(tl_attribute_of(function, "function_type"),
                         tl_attribute_of(lowered, "function_type")))
    return verify_rounds(function, lowered, NULL, options, out);
  tl_emit_error(function, "is lowered to a function of another type");
  return TL_NOT_SIMULATED;
}

tl_verdict tl_verify_execution(MlirOperation function,
                               const tl_executor *executor,
                               const tl_run_options *options,
                               tl_verification *out) {
  return verify_rounds(function, function, executor, options, out);
}
