/* operations_branches.c - Branches between the blocks of a region.
 *
 * Each thread is in a block.  Those that are in the first one, in the order of
 * the text, execute it together and go where its terminator says; threads in
 * later blocks wait for them.  So threads that have left a loop, or an arm of a
 * branch, meet again at the block behind it. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include <string.h>

/*===--- Terminators ------------------------------------------------------===*/

/* numbers: for each successor the first of the operands that are arguments of
 * its block, which end where those of the next one begin; then the number of
 * operands. */

/* Room for what a thread gives its next block, all at once: blocks may exchange
 * their arguments. */
static bool reserve_room(tl_instruction *at) {
  size_t bytes = 0;
  for (int i = 0; i < at->operand_count; i++)
    bytes += tl_operand_slot(at, i)->bytes;
  at->detail = tl_keep(at->program, (int64_t)bytes, 1);
  return at->detail != NULL;
}

static bool prepare_branch(tl_instruction *at) {
  return tl_set_numbers(at, 2, (int64_t[]){0, at->operand_count}) &&
         reserve_room(at);
}

/* The condition comes first. */
static bool prepare_choice(tl_instruction *at) {
  int64_t taken = tl_array_item(at, "operandSegmentSizes", 1);
  return tl_set_numbers(at, 3, (int64_t[]){1, 1 + taken, at->operand_count}) &&
         reserve_room(at);
}

/* The flag, operands of the default, and those of each case; constants: the cases. */
static bool prepare_switch(tl_instruction *at) {
  MlirAttribute values = tl_attribute_of(at->operation, "case_values");
  int64_t cases = tl_array_count(at, "case_operand_segments");
  const tl_scalar_type *flag = &tl_operand_slot(at, 0)->scalar;
  if (flag->bits > 64)
    return tl_refuse(at, "chooses by a number of more than 64 bits");
  if (!tl_reserve_numbers(at, cases + 2) ||
      (cases && !tl_read_constants_of(at, flag, values, cases)))
    return false;
  int64_t *first = at->numbers;
  first[0] = 1;
  first[1] = 1 + tl_array_item(at, "operandSegmentSizes", 1);
  for (int64_t i = 0; i < cases; i++)
    first[i + 2] = first[i + 1] + tl_array_item(at, "case_operand_segments", i);
  return reserve_room(at);
}

/* Threads that come there are at fault, and leave. */
static bool prepare_unreachable(tl_instruction *at) {
  MlirBlock block = mlirOperationGetBlock(at->operation);
  MlirBlock first = mlirRegionGetFirstBlock(mlirBlockGetParentRegion(block));
  return !mlirBlockIsNull(mlirBlockGetNextInRegion(first)) ||
         tl_refuse(at, "ends the only block of its region");
}

/* Numbers of the rows. */
enum { BRANCH = 0, CHOICE, SWITCH, UNREACHABLE };

static int choose(const tl_step *step) {
  const tl_instruction *at = step->at;
  if (at->row->number == BRANCH)
    return 0;
  if (at->row->number == CHOICE)
    return !tl_operand_condition(step);
  tl_element flag = tl_integer_encode(&tl_operand_slot(at, 0)->scalar,
                                      tl_operand_number(step, 0));
  for (int i = 0; i < (int)at->number_count - 2; i++)
    if (at->constants[i].bits == flag.bits)
      return i + 1;
  return 0;
}

/*===--- Blocks -----------------------------------------------------------===*/

/* Operands from `first` up to `end` become other values, all at once. */
static void give(const tl_step *step, int64_t first, int64_t end,
                 const int *targets) {
  const tl_instruction *at = step->at;
  char *room = at->detail;
  for (int64_t i = first; i < end; i++) {
    size_t bytes = tl_operand_slot(at, (int)i)->bytes;
    memcpy(room, tl_operand(step, (int)i), bytes);
    room += bytes;
  }
  room = at->detail;
  for (int64_t i = first; i < end; i++) {
    size_t bytes = tl_operand_slot(at, (int)i)->bytes;
    memcpy(tl_slot_value(step->machine, targets[i - first], step->thread), room,
           bytes);
    room += bytes;
  }
}

/* The block that a thread goes to. */
static int leave(const tl_step *step, const tl_body *blocks,
                 const tl_body *from) {
  int taken = choose(step);
  const int64_t *first = &step->at->numbers[taken];
  int next = from->successors[taken];
  give(step, first[0], first[1], blocks[next].arguments);
  return next;
}

/* What a block yields that leaves the region. */
static void yield(const tl_step *first, const tl_body *body) {
  if (first->at->row->number != UNREACHABLE) {
    tl_give_operands(first->machine, first->at, 0,
                     tl_terminator(body)->operands, first->lanes);
    return;
  }
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    tl_fault(&step, TL_FAULT_ASSERTION, "is reached");
  }
}

enum { IS_OUT = INT32_MAX };

/* The threads in the first of the blocks; its number, or IS_OUT. */
static int gather(const tl_lanes *lanes, const int *block,
                  tl_chosen_lanes *out) {
  int least = IS_OUT;
  for (int k = 0; k < lanes->count; k++)
    if (block[lanes->items[k]] < least)
      least = block[lanes->items[k]];
  out->lanes = (tl_lanes){0, out->items};
  for (int k = 0; k < lanes->count; k++)
    if (block[lanes->items[k]] == least)
      out->items[out->lanes.count++] = lanes->items[k];
  return least;
}

/* Whether who is at a block of the body only returns. */
static bool ends(const tl_machine *machine, const tl_body *body, int block) {
  return body == machine->outermost &&
         (block == IS_OUT || (body->blocks[block].count == 1 &&
                              body->blocks[block].successor_count == 0));
}

void tl_run_blocks(tl_machine *machine, const tl_body *body,
                   const tl_lanes *lanes) {
  int block[TL_MAX_THREADS] = {0};
  tl_chosen_lanes own;
  while (!machine->is_stopped) {
    int now = gather(lanes, block, &own);
    if (now == IS_OUT)
      return;
    const tl_body *at = &body->blocks[now];
    tl_run_body(machine, at, &own.lanes);
    tl_step first = {machine, tl_terminator(at), own.items[0], &own.lanes};
    if (at->successor_count == 0)
      yield(&first, body);
    for (int k = 0; k < own.lanes.count; k++) {
      tl_step step = tl_step_of(&first, k);
      block[step.thread] =
          at->successor_count ? leave(&step, body->blocks, at) : IS_OUT;
      machine->has_ended[step.thread] = ends(machine, body, block[step.thread]);
    }
  }
}

const tl_sim_row TL_SIM_BRANCHES[] = {
    {"cf.br", "llvm.br", .prepare = prepare_branch, .number = BRANCH},
    {"cf.cond_br", "llvm.cond_br", .prepare = prepare_choice, .number = CHOICE},
    {"cf.switch", "llvm.switch", .prepare = prepare_switch, .number = SWITCH},
    {"llvm.unreachable", .prepare = prepare_unreachable, .number = UNREACHABLE},
    {.name = NULL},
};
