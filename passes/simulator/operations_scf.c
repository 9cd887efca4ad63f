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

/* Those of `first` in which `wants` is `wanted`. */
static const tl_lanes *choose(const tl_step *first,
                              bool (*wants)(const tl_step *step), bool wanted,
                              chosen_lanes *out) {
  out->lanes = (tl_lanes){0, out->items};
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    if (wants(&step) == wanted)
      out->items[out->lanes.count++] = step.thread;
  }
  return &out->lanes;
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

static void run_if(const tl_step *first) {
  chosen_lanes branches[2];
  for (int i = 0; i < 2; i++)
    choose(first, tl_operand_condition, i == 0, &branches[i]);
  for (int i = 0; i < 2; i++)
    run_branch(first, i, &branches[i].lanes);
}

static void run_call(const tl_step *first) {
  const tl_instruction *at = first->at;
  give(first->machine, at, 0, at->bodies[0].arguments, first->lanes);
  run_branch(first, 0, first->lanes);
}

/*===--- for --------------------------------------------------------------===*/

enum { LOWER = 0, UPPER, STEP, FIRST_INITIAL };

static tl_element *counter_of(const tl_step *step) {
  return tl_slot_value(step->machine, step->at->bodies[0].arguments[0],
                       step->thread);
}

static bool is_iterating(const tl_step *step) {
  int bits = tl_operand_slot(step->at, UPPER)->scalar.bits;
  tl_bits i = counter_of(step)->bits;
  int64_t upper = tl_operand_number(step, UPPER);
  return step->at->numbers[0] ? i < ((tl_bits)upper & tl_low_bits(bits))
                              : tl_sign_extend(i, bits) < upper;
}

/* A step that is not positive is a fault. */
static bool start_thread(const tl_step *step) {
  tl_operand_number(step, LOWER);
  if (tl_operand_number(step, STEP) <= 0)
    return tl_fault(step, TL_FAULT_ARITHMETIC,
                    "has a step that is not positive");
  *counter_of(step) = *tl_operand(step, LOWER);
  return true;
}

static void iterate(const tl_step *first, const tl_lanes *lanes) {
  const tl_instruction *at = first->at;
  const tl_body *body = &at->bodies[0];
  tl_bits mask = tl_low_bits(tl_operand_slot(at, STEP)->scalar.bits);
  tl_step step = *first;
  for (int k = 0; k < lanes->count; k++)
    for (int i = 0; i < at->result_count; i++)
      tl_copy_slot(step.machine, at->results[i], body->arguments[1 + i],
                   lanes->items[k]);
  tl_run_body(step.machine, body, lanes);
  give(step.machine, tl_terminator(body), 0, at->results, lanes);
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    tl_element *counter = counter_of(&step);
    counter->bits = (counter->bits + tl_operand(&step, STEP)->bits) & mask;
  }
}

static void run_for(const tl_step *first) {
  const tl_instruction *at = first->at;
  chosen_lanes iterating;
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    if (!start_thread(&step))
      return;
  }
  give(first->machine, at, FIRST_INITIAL, at->results, first->lanes);
  while (choose(first, is_iterating, true, &iterating)->count &&
         !first->machine->is_stopped)
    iterate(first, &iterating.lanes);
}

/*===--- while ------------------------------------------------------------===*/

static void run_while(const tl_step *first) {
  tl_machine *machine = first->machine;
  const tl_instruction *at = first->at;
  const tl_body *before = &at->bodies[0], *after = &at->bodies[1];
  const tl_instruction *condition = tl_terminator(before);
  chosen_lanes running[2];
  const tl_lanes *own = first->lanes;
  give(machine, at, 0, before->arguments, own);
  for (int now = 0; own->count && !machine->is_stopped; now = !now) {
    tl_run_body(machine, before, own);
    give(machine, condition, 1, at->results, own);
    give(machine, condition, 1, after->arguments, own);
    tl_step test = {machine, condition, own->items[0], own};
    own = choose(&test, tl_operand_condition, true, &running[now]);
    if (own->count == 0)
      return;
    tl_run_body(machine, after, own);
    give(machine, tl_terminator(after), 0, before->arguments, own);
  }
}

/*===--- assert -----------------------------------------------------------===*/

static void assert_condition(const tl_step *step) {
  if (!tl_operand_condition(step))
    tl_fault(step, TL_FAULT_ASSERTION, "does not satisfy %s",
             tl_attribute_text(step->at, "msg").data);
}

const tl_sim_row TL_SIM_SCF[] = {
    {"scf.if", .all = run_if},
    {"scf.for", .all = run_for,
     TL_READS({"unsignedCmp", TL_READ_BITS, 0, {"unit"}})},
    {"scf.while", .all = run_while},
    {.name = "scf.yield", .alias = "scf.condition"},
    {"func.call", .all = run_call},
    {"cf.assert", .each = assert_condition},
    {.name = NULL},
};
