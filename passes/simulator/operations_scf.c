/* operations_scf.c - Branches, scf.while, regions, calls and assertions.
 *
 * Where threads of a block disagree, a body runs for those that want it: each
 * body is executed with the list of its threads. */
#include "operations.h"

/* Those of `first` in which `wants` is `wanted`. */
static const tl_lanes *choose(const tl_step *first,
                              bool (*wants)(const tl_step *step), bool wanted,
                              tl_chosen_lanes *out) {
  out->lanes = (tl_lanes){0, out->items};
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    if (wants(&step) == wanted)
      out->items[out->lanes.count++] = step.thread;
  }
  return &out->lanes;
}

void tl_give_operands(tl_machine *machine, const tl_instruction *from,
                      int first, const int *targets, const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    for (int i = first; i < from->operand_count; i++)
      tl_copy_slot(machine, from->operands[i], targets[i - first],
                   lanes->items[k]);
}

void tl_run_branch(const tl_step *first, int body, const tl_lanes *lanes) {
  const tl_instruction *at = first->at;
  if (lanes->count == 0 || body >= at->body_count ||
      at->bodies[body].count == 0)
    return;
  tl_run_body(first->machine, &at->bodies[body], lanes);
  tl_give_operands(first->machine, tl_terminator(&at->bodies[body]), 0,
                   at->results, lanes);
}

void tl_run_if(const tl_step *first, bool (*wants)(const tl_step *step)) {
  tl_chosen_lanes branches[2];
  for (int i = 0; i < 2; i++)
    choose(first, wants, i == 0, &branches[i]);
  for (int i = 0; i < 2; i++)
    tl_run_branch(first, i, &branches[i].lanes);
}

static void run_if(const tl_step *first) {
  tl_run_if(first, tl_operand_condition);
}

/* numbers: the cases, of bodies from 1 on. */
static int case_of(const tl_step *step) {
  const tl_instruction *at = step->at;
  int64_t number = tl_operand_number(step, 0), i = 0;
  while (i < at->number_count && at->numbers[i] != number)
    i++;
  return i < at->number_count ? (int)i + 1 : 0;
}

static void run_switch(const tl_step *first) {
  for (int body = 0; body < first->at->body_count; body++) {
    tl_chosen_lanes chosen;
    chosen.lanes = (tl_lanes){0, chosen.items};
    for (int k = 0; k < first->lanes->count; k++) {
      tl_step step = tl_step_of(first, k);
      if (case_of(&step) == body)
        chosen.items[chosen.lanes.count++] = step.thread;
    }
    tl_run_branch(first, body, &chosen.lanes);
  }
}

/* What has no body does nothing. */
static void run_call(const tl_step *first) {
  const tl_instruction *at = first->at;
  if (at->body_count == 0)
    return;
  tl_give_operands(first->machine, at, 0, at->bodies[0].arguments,
                   first->lanes);
  tl_run_branch(first, 0, first->lanes);
}

/*===--- while ------------------------------------------------------------===*/

static void run_while(const tl_step *first) {
  tl_machine *machine = first->machine;
  const tl_instruction *at = first->at;
  const tl_body *before = &at->bodies[0], *after = &at->bodies[1];
  const tl_instruction *condition = tl_terminator(before);
  tl_chosen_lanes running[2];
  const tl_lanes *own = first->lanes;
  tl_give_operands(machine, at, 0, before->arguments, own);
  for (int now = 0; own->count && !machine->is_stopped; now = !now) {
    tl_run_body(machine, before, own);
    tl_give_operands(machine, condition, 1, at->results, own);
    tl_give_operands(machine, condition, 1, after->arguments, own);
    tl_step test = {machine, condition, own->items[0], own};
    own = choose(&test, tl_operand_condition, true, &running[now]);
    if (own->count == 0)
      return;
    tl_run_body(machine, after, own);
    tl_give_operands(machine, tl_terminator(after), 0, before->arguments, own);
  }
}

/*===--- Host -------------------------------------------------------------===*/

bool tl_prepare_host(tl_instruction *at) {
  tl_program *program = at->program;
  if (program->threads_needed == 0 &&
      tl_operation_is(program->function, "func.func"))
    program->threads_needed = 1;
  return true;
}

/*===--- assert -----------------------------------------------------------===*/

static void assert_condition(const tl_step *step) {
  if (tl_operand_is_false(step))
    tl_fault(step, TL_FAULT_ASSERTION, "does not satisfy %s",
             tl_attribute_text(step->at, "msg").data);
}

const tl_sim_row TL_SIM_SCF[] = {
    {"scf.if", .all = run_if},
    {"scf.while", .all = run_while},
    {.name = "scf.condition"},
    {"scf.index_switch", .all = run_switch,
     TL_READS({"cases", TL_READ_ARRAY, 0, {NULL}})},
    {"scf.execute_region", "memref.alloca_scope", .all = run_call},
    {.name = "memref.alloca_scope.return"},
    {"func.call", .all = run_call, .callee = "callee", .knows_vectors = true},
    {"cf.assert", .each = assert_condition},
    {.name = NULL},
};
