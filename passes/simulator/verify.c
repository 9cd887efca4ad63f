/* verify.c - see run.h.
 *
 * Elements of few bits are not distinguishable in one go: the comparison is
 * repeated, each time with the next digit of the number of an element. */
#include "mlir-c/BuiltinAttributes.h"
#include "run.h"
#include <inttypes.h>

typedef struct comparison {
  tl_run definition, lowered;
  int64_t elements; /* compared */
} comparison;

/*===--- Comparing --------------------------------------------------------===*/

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

static int rounds_of(const tl_run *run) {
  int rounds = 1;
  for (int i = 0; i < run->program.input_count; i++) {
    const tl_slot *slot = tl_argument_slot(&run->program, i);
    int64_t elements = slot->is_memref
                           ? tl_view_elements(&run->arguments[i].view)
                           : slot->count;
    if (slot->is_memref ? run->arguments[i].thread_bytes != 0 : slot->rank > 0)
      elements *= run->machine.thread_count;
    int own = tl_fill_rounds(slot, elements);
    rounds = own > rounds ? own : rounds;
  }
  return rounds;
}

static int64_t threads_of(const tl_run *run) {
  const int64_t *grid = run->machine.launch.grid;
  return grid[0] * grid[1] * grid[2] * run->machine.thread_count;
}

static MlirType type_of(MlirOperation function) {
  return mlirTypeAttrGetValue(tl_attribute_of(function, "function_type"));
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
  if (!mlirTypeEqual(type_of(function), type_of(lowered))) {
    tl_emit_error(function, "is lowered to a function of another type");
    return TL_NOT_SIMULATED;
  }
  for (int rounds = 1; verdict == TL_EQUIVALENT && request.round < rounds;
       request.round++) {
    comparison state;
    verdict = verify_round(request, lowered, &state);
    if (verdict == TL_EQUIVALENT) {
      rounds = rounds_of(&state.definition);
      *out = (tl_verification){state.elements, threads_of(&state.definition)};
    }
    tl_run_destroy(&state.lowered);
    tl_run_destroy(&state.definition);
  }
  return verdict;
}
