/* operations_func.c - Calls of functions with a body, and ends of functions. */
#include "machine.h"
#include "operations.h"

static void copy_slots(tl_machine *machine, const int *from, const int *to,
                       int count, const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    for (int i = 0; i < count; i++)
      tl_copy_slot(machine, from[i], to[i], lanes->items[k]);
}

static void run_call(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  const tl_body *callee = &at->bodies[0];
  copy_slots(machine, at->operands, callee->arguments, at->operand_count,
             lanes);
  tl_run_body(machine, callee, lanes);
  copy_slots(machine, tl_terminator(callee)->operands, at->results,
             at->result_count, lanes);
}

const tl_sim_row TL_SIM_FUNC[] = {
    {"func.call", run_call, NULL, NULL},
    {"func.return", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
