/* operations_scf.c - Structured control flow, calls and assertions.
 *
 * Where threads of a block disagree, a body runs for those that want it: each
 * body is executed with the list of its threads. */
#include "operations.h"

/* Threads of a body, at most those around it. */
typedef struct chosen_lanes {
  tl_lanes lanes;
  int items[TL_MAX_THREADS];
} chosen_lanes;

static void add_lane(chosen_lanes *chosen, int thread) {
  chosen->items[chosen->lanes.count++] = thread;
  chosen->lanes.items = chosen->items;
}

/* Gives the values that an instruction names from operand `first` on. */
static void give(tl_machine *machine, const tl_instruction *from, int first,
                 const int *targets, const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    for (int i = first; i < from->operand_count; i++)
      tl_copy_slot(machine, from->operands[i], targets[i - first],
                   lanes->items[k]);
}

static void run_branch(const tl_step *first, int body, const tl_lanes *lanes) {
  const tl_instruction *at = first->at;
  if (lanes->count == 0 || body >= at->body_count ||
      at->bodies[body].count == 0)
    return;
  tl_run_body(first->machine, &at->bodies[body], lanes);
  give(first->machine, tl_terminator(&at->bodies[body]), 0, at->results, lanes);
}

static void run_if(const tl_step *first, const tl_lanes *lanes) {
  chosen_lanes branches[2];
  tl_step step = *first;
  branches[0].lanes = branches[1].lanes = (tl_lanes){0, NULL};
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    bool wants = tl_operand_condition(&step, 0);
    add_lane(&branches[!wants], step.thread);
  }
  run_branch(first, 0, &branches[0].lanes);
  run_branch(first, 1, &branches[1].lanes);
}

static void run_call(const tl_step *first, const tl_lanes *lanes) {
  const tl_instruction *at = first->at;
  give(first->machine, at, 0, at->bodies[0].arguments, lanes);
  run_branch(first, 0, lanes);
}

/*===--- for --------------------------------------------------------------===*/

enum { LOWER = 0, UPPER, STEP, FIRST_INITIAL };

static void choose_iterating(tl_step step, const tl_lanes *lanes,
                             chosen_lanes *chosen) {
  int counter = step.at->bodies[0].arguments[0];
  bool is_unsigned = step.at->numbers[0];
  int bits = tl_operand_slot(step.at, UPPER)->scalar.bits;
  chosen->lanes.count = 0;
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    uint64_t i = tl_slot_elements(step.machine, counter, step.thread)->bits;
    int64_t upper = tl_operand_number(&step, UPPER);
    if (is_unsigned ? i < ((uint64_t)upper & tl_low_bits(bits))
                    : tl_sign_extend(i, bits) < upper)
      add_lane(chosen, step.thread);
  }
}

/* A step that is not positive is a fault. */
static bool start_thread(const tl_step *step) {
  const tl_instruction *at = step->at;
  const int *arguments = at->bodies[0].arguments;
  tl_operand_number(step, LOWER);
  if (tl_operand_number(step, STEP) <= 0) {
    tl_fault(step, TL_FAULT_ARITHMETIC, "has a step that is not positive");
    return false;
  }
  tl_copy_slot(step->machine, at->operands[LOWER], arguments[0], step->thread);
  for (int i = 0; i < at->result_count; i++) {
    int initial = at->operands[FIRST_INITIAL + i];
    tl_copy_slot(step->machine, initial, arguments[1 + i], step->thread);
    tl_copy_slot(step->machine, initial, at->results[i], step->thread);
  }
  return true;
}

static void step_loop(tl_step step, const tl_lanes *lanes) {
  const tl_instruction *at = step.at;
  const tl_body *body = &at->bodies[0];
  uint64_t mask = tl_low_bits(tl_operand_slot(at, STEP)->scalar.bits);
  give(step.machine, tl_terminator(body), 0, at->results, lanes);
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    for (int i = 0; i < at->result_count; i++)
      tl_copy_slot(step.machine, at->results[i], body->arguments[1 + i],
                   step.thread);
    tl_element *counter =
        tl_slot_elements(step.machine, body->arguments[0], step.thread);
    counter->bits = (counter->bits + tl_operand(&step, STEP)->bits) & mask;
  }
}

static void run_for(const tl_step *first, const tl_lanes *lanes) {
  chosen_lanes iterating = {.lanes = {0, NULL}};
  tl_step step = *first;
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    if (!start_thread(&step))
      return;
  }
  for (;;) {
    choose_iterating(*first, lanes, &iterating);
    if (iterating.lanes.count == 0 || first->machine->is_stopped)
      return;
    tl_run_body(first->machine, &first->at->bodies[0], &iterating.lanes);
    step_loop(*first, &iterating.lanes);
  }
}

/*===--- while ------------------------------------------------------------===*/

static void choose_continuing(tl_step step, const tl_lanes *lanes,
                              chosen_lanes *chosen) {
  chosen->lanes.count = 0;
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    if (tl_operand_condition(&step, 0))
      add_lane(chosen, step.thread);
  }
}

static void run_while(const tl_step *first, const tl_lanes *lanes) {
  tl_machine *machine = first->machine;
  const tl_instruction *at = first->at;
  const tl_body *before = &at->bodies[0], *after = &at->bodies[1];
  const tl_instruction *condition = tl_terminator(before);
  chosen_lanes running[2];
  running[0].lanes = *lanes;
  give(machine, at, 0, before->arguments, lanes);
  for (int now = 0; running[now].lanes.count && !machine->is_stopped;
       now = !now) {
    const tl_lanes *own = &running[now].lanes, *next = &running[!now].lanes;
    tl_run_body(machine, before, own);
    give(machine, condition, 1, at->results, own);
    give(machine, condition, 1, after->arguments, own);
    choose_continuing((tl_step){machine, condition, 0}, own, &running[!now]);
    if (next->count == 0)
      return;
    tl_run_body(machine, after, next);
    give(machine, tl_terminator(after), 0, before->arguments, next);
  }
}

/*===--- assert -----------------------------------------------------------===*/

static void assert_condition(const tl_step *step) {
  char message[240];
  if (tl_operand_condition(step, 0))
    return;
  tl_attribute_text(tl_attribute(step->at, "msg"), message, sizeof message);
  tl_fault(step, TL_FAULT_ASSERTION, "does not satisfy %s", message);
}

static const tl_reading UNSIGNED = {"unsignedCmp", TL_READ_BITS, 0, {"unit"}};

const tl_sim_row TL_SIM_SCF[] = {
    {"scf.if", .all = run_if},
    {"scf.for", .all = run_for, .reading = &UNSIGNED},
    {"scf.while", .all = run_while},
    {.name = "scf.yield"},
    {.name = "scf.condition"},
    {"func.call", .all = run_call},
    {.name = "func.return"},
    {"cf.assert", .each = assert_condition},
    {.name = NULL},
};
