/* operations_scf.c - Structured control flow.
 *
 * Where threads of a block disagree, a body runs for those that want it: each
 * body is executed with the list of its threads. */
#include "machine.h"
#include "operations.h"
#include <stdlib.h>

/* Threads of a body, at most those around it. */
typedef struct chosen_lanes {
  tl_lanes lanes;
  int items[TL_MAX_THREADS];
} chosen_lanes;

static void add_lane(chosen_lanes *chosen, int thread) {
  chosen->items[chosen->lanes.count++] = thread;
  chosen->lanes.items = chosen->items;
}

/* Gives the values that a terminator names from operand `first` on. */
static void give(tl_machine *machine, const tl_instruction *from, int first,
                 const int *targets, const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    for (int i = first; i < from->operand_count; i++)
      tl_copy_slot(machine, from->operands[i], targets[i - first],
                   lanes->items[k]);
}

static void run_branch(tl_machine *machine, const tl_instruction *at, int body,
                       const tl_lanes *lanes) {
  if (lanes->count == 0 || body >= at->body_count ||
      at->bodies[body].count == 0)
    return;
  tl_run_body(machine, &at->bodies[body], lanes);
  give(machine, tl_terminator(&at->bodies[body]), 0, at->results, lanes);
}

static void run_if(tl_machine *machine, const tl_instruction *at,
                   const tl_lanes *lanes) {
  chosen_lanes branches[2];
  branches[0].lanes = branches[1].lanes = (tl_lanes){0, NULL};
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    bool wants = tl_operand_condition(machine, at, 0, thread);
    add_lane(&branches[!wants], thread);
  }
  run_branch(machine, at, 0, &branches[0].lanes);
  run_branch(machine, at, 1, &branches[1].lanes);
}

/*===--- for --------------------------------------------------------------===*/

enum { LOWER = 0, UPPER, STEP, FIRST_INITIAL };

static void choose_iterating(tl_machine *machine, const tl_instruction *at,
                             const tl_lanes *lanes, chosen_lanes *chosen) {
  int counter = at->bodies[0].arguments[0];
  bool is_unsigned = at->numbers[0];
  chosen->lanes.count = 0;
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    int64_t i = (int64_t)tl_slot_elements(machine, counter, thread)->bits;
    int64_t upper = tl_operand_number(machine, at, UPPER, thread);
    int bits = tl_operand_slot(at, UPPER)->scalar.bits;
    if (is_unsigned ? (uint64_t)i < ((uint64_t)upper & tl_low_bits(bits))
                    : tl_sign_extend((uint64_t)i, bits) < upper)
      add_lane(chosen, thread);
  }
}

static bool start_loop(tl_machine *machine, const tl_instruction *at,
                       const tl_lanes *lanes) {
  const tl_body *body = &at->bodies[0];
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    tl_operand_number(machine, at, LOWER, thread);
    if (tl_operand_number(machine, at, STEP, thread) <= 0) {
      tl_fault(machine, at, thread, TL_FAULT_ARITHMETIC,
               "has a step that is not positive");
      return false;
    }
    tl_copy_slot(machine, at->operands[LOWER], body->arguments[0], thread);
    for (int i = 0; i < at->result_count; i++) {
      tl_copy_slot(machine, at->operands[FIRST_INITIAL + i],
                   body->arguments[1 + i], thread);
      tl_copy_slot(machine, at->operands[FIRST_INITIAL + i], at->results[i],
                   thread);
    }
  }
  return true;
}

static void step_loop(tl_machine *machine, const tl_instruction *at,
                      const tl_lanes *lanes) {
  const tl_body *body = &at->bodies[0];
  uint64_t mask = tl_low_bits(tl_operand_slot(at, STEP)->scalar.bits);
  give(machine, tl_terminator(body), 0, at->results, lanes);
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    for (int i = 0; i < at->result_count; i++)
      tl_copy_slot(machine, at->results[i], body->arguments[1 + i], thread);
    tl_element *counter = tl_slot_elements(machine, body->arguments[0], thread);
    counter->bits =
        (counter->bits + tl_operand(machine, at, STEP, thread)->bits) & mask;
  }
}

static void run_for(tl_machine *machine, const tl_instruction *at,
                    const tl_lanes *lanes) {
  chosen_lanes iterating = {.lanes = {0, NULL}};
  if (!start_loop(machine, at, lanes))
    return;
  for (;;) {
    choose_iterating(machine, at, lanes, &iterating);
    if (iterating.lanes.count == 0 || machine->is_stopped)
      return;
    tl_run_body(machine, &at->bodies[0], &iterating.lanes);
    step_loop(machine, at, &iterating.lanes);
  }
}

static bool prepare_for(tl_instruction *at) {
  if (!tl_reserve_numbers(at, 1))
    return false;
  at->numbers[0] = !mlirAttributeIsNull(tl_attribute(at, "unsignedCmp"));
  return true;
}

/*===--- while ------------------------------------------------------------===*/

static void choose_continuing(tl_machine *machine, const tl_instruction *end,
                              const tl_lanes *lanes, chosen_lanes *chosen) {
  chosen->lanes.count = 0;
  for (int k = 0; k < lanes->count; k++)
    if (tl_operand_condition(machine, end, 0, lanes->items[k]))
      add_lane(chosen, lanes->items[k]);
}

static void run_while(tl_machine *machine, const tl_instruction *at,
                      const tl_lanes *lanes) {
  const tl_body *before = &at->bodies[0], *after = &at->bodies[1];
  const tl_instruction *condition = tl_terminator(before);
  chosen_lanes running[2];
  running[0].lanes = *lanes;
  give(machine, at, 0, before->arguments, lanes);
  for (int now = 0; running[now].lanes.count && !machine->is_stopped;
       now = !now) {
    tl_run_body(machine, before, &running[now].lanes);
    give(machine, condition, 1, at->results, &running[now].lanes);
    give(machine, condition, 1, after->arguments, &running[now].lanes);
    choose_continuing(machine, condition, &running[now].lanes, &running[!now]);
    if (running[!now].lanes.count == 0)
      return;
    tl_run_body(machine, after, &running[!now].lanes);
    give(machine, tl_terminator(after), 0, before->arguments,
         &running[!now].lanes);
  }
}

/*===--- assert -----------------------------------------------------------===*/

static void run_assert(tl_machine *machine, const tl_instruction *at,
                       const tl_lanes *lanes) {
  char message[240];
  tl_attribute_text(tl_attribute(at, "msg"), message, sizeof message);
  for (int k = 0; k < lanes->count; k++)
    if (!tl_operand_condition(machine, at, 0, lanes->items[k]))
      tl_fault(machine, at, lanes->items[k], TL_FAULT_ASSERTION,
               "does not satisfy %s", message);
}

const tl_sim_row TL_SIM_SCF[] = {
    {"scf.if", run_if, NULL, NULL},
    {"scf.for", run_for, prepare_for, NULL},
    {"scf.while", run_while, NULL, NULL},
    {"scf.yield", NULL, NULL, NULL},
    {"scf.condition", NULL, NULL, NULL},
    {"cf.assert", run_assert, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
