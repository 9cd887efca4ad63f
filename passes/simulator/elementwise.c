/* elementwise.c - see elementwise.h. */
#include "elementwise.h"
#include "machine.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_OPERANDS = 3 };

static tl_element compute_one(tl_machine *machine, const tl_instruction *at,
                              int thread, int64_t i, bool is_bytewise) {
  tl_computation c = {.type = &tl_operand_slot(at, 0)->scalar,
                      .result_type = &tl_result_slot(at, 0)->scalar,
                      .at = at};
  uint16_t unknown = 0;
  for (int k = 0; k < at->operand_count && k < MAX_OPERANDS; k++) {
    bool is_single = tl_operand_slot(at, k)->count == 1;
    tl_element e = tl_operand(machine, at, k, thread)[is_single ? 0 : i];
    c.operands[k] = e.bits;
    unknown |= e.poison;
  }
  uint64_t bits = at->row->compute(&c);
  if (!is_bytewise && (unknown || c.is_poison))
    unknown = tl_poison_all(c.result_type);
  if (c.fault && !unknown)
    tl_fault(machine, at, thread, TL_FAULT_ARITHMETIC, "%s", c.fault);
  return tl_element_of(bits & tl_low_bits(c.result_type->bits), unknown);
}

static void run_each(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes, bool is_bytewise) {
  int64_t count = tl_result_slot(at, 0)->count;
  for (int k = 0; k < lanes->count; k++) {
    tl_element *out = tl_result(machine, at, 0, lanes->items[k]);
    for (int64_t i = 0; i < count; i++)
      out[i] = compute_one(machine, at, lanes->items[k], i, is_bytewise);
  }
}

void tl_run_elementwise(tl_machine *machine, const tl_instruction *at,
                        const tl_lanes *lanes) {
  run_each(machine, at, lanes, false);
}

void tl_run_bytewise(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  run_each(machine, at, lanes, true);
}

static void select_memref(tl_machine *machine, const tl_instruction *at,
                          int thread) {
  int chosen = tl_operand_condition(machine, at, 0, thread) ? 1 : 2;
  tl_copy_slot(machine, at->operands[chosen], at->results[0], thread);
}

void tl_run_select(tl_machine *machine, const tl_instruction *at,
                   const tl_lanes *lanes) {
  const tl_slot *result = tl_result_slot(at, 0);
  bool is_single = tl_operand_slot(at, 0)->count == 1;
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    if (result->is_memref) {
      select_memref(machine, at, thread);
      continue;
    }
    const tl_element *conditions = tl_operand(machine, at, 0, thread);
    tl_element *out = tl_result(machine, at, 0, thread);
    for (int64_t i = 0; i < result->count; i++) {
      tl_element condition = conditions[is_single ? 0 : i];
      out[i] = tl_operand(machine, at, condition.bits ? 1 : 2, thread)[i];
      if (condition.poison)
        out[i].poison = tl_poison_all(&result->scalar);
    }
  }
}

bool tl_prepare_constant(tl_instruction *at) {
  const tl_slot *slot = tl_result_slot(at, 0);
  at->constants = calloc((size_t)slot->count + 1, sizeof *at->constants);
  if (at->constants &&
      tl_read_elements(tl_attribute(at, "value"), &slot->scalar, slot->count,
                       at->constants))
    return true;
  tl_emit_error(at->operation, "has a value that the simulator does not know");
  return false;
}

void tl_run_constant(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  size_t bytes = (size_t)tl_result_slot(at, 0)->count * sizeof(tl_element);
  for (int k = 0; k < lanes->count; k++)
    memcpy(tl_result(machine, at, 0, lanes->items[k]), at->constants, bytes);
}

void tl_run_forward(tl_machine *machine, const tl_instruction *at,
                    const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    for (int i = 0; i < at->result_count; i++)
      tl_copy_slot(machine, at->operands[i], at->results[i], lanes->items[k]);
}
