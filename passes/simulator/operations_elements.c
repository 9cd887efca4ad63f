/* operations_elements.c - Constants, choices and casts of elements. */
#include "operations.h"
#include <string.h>

/*===--- Constants --------------------------------------------------------===*/

static bool prepare_constant(tl_instruction *at) {
  return tl_read_constants(at, tl_attribute(at->operation, "value"),
                           tl_result_slot(at, 0)->count) ||
         tl_refuse(at, "has a value that the simulator does not know");
}

static void give_constant(const tl_step *step) {
  memcpy(tl_result(step, 0), step->at->constants,
         (size_t)tl_result_slot(step->at, 0)->count * sizeof(tl_element));
}

static void poison(const tl_step *step) {
  const tl_slot *result = tl_result_slot(step->at, 0);
  for (int64_t i = 0; i < result->count; i++)
    tl_result(step, 0)[i] = (tl_element){0, tl_poison_all(&result->scalar)};
}

/*===--- Values -----------------------------------------------------------===*/

void tl_each_forward(const tl_step *step) {
  const tl_instruction *at = step->at;
  for (int i = 0; i < at->result_count; i++)
    tl_copy_slot(step->machine, at->operands[i], at->results[i], step->thread);
}

/* Poison in the value that is not chosen does not matter. */
static void choose(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_slot *result = tl_result_slot(at, 0);
  int64_t stride = tl_operand_slot(at, 0)->count != 1;
  if (result->is_memref) {
    int chosen = tl_operand_condition(step, 0) ? 1 : 2;
    tl_copy_slot(step->machine, at->operands[chosen], at->results[0],
                 step->thread);
    return;
  }
  for (int64_t i = 0; i < result->count; i++) {
    tl_element condition = tl_operand(step, 0)[i * stride];
    tl_element *out = &tl_result(step, 0)[i];
    *out = tl_operand(step, condition.bits ? 1 : 2)[i];
    if (condition.poison)
      out->poison = tl_poison_all(&result->scalar);
  }
}

/* The low bytes of a value, with their own poison. */
static void truncate_bits(const tl_step *step) {
  const tl_slot *result = tl_result_slot(step->at, 0);
  const tl_element *in = tl_operand(step, 0);
  for (int64_t i = 0; i < result->count; i++)
    tl_result(step, 0)[i] =
        (tl_element){in[i].bits & tl_low_bits(result->scalar.bits),
                     (uint16_t)(in[i].poison & tl_poison_all(&result->scalar))};
}

/*===--- Bytes ------------------------------------------------------------===*/

void tl_cast_elements(const tl_element *from, int from_bytes, tl_element *to,
                      int to_bytes, int64_t bytes) {
  for (int64_t b = 0; b < bytes; b++) {
    const tl_element *in = &from[b / from_bytes];
    int byte = (int)(b % from_bytes);
    if (b % to_bytes == 0)
      to[b / to_bytes] = (tl_element){0};
    tl_element_add_byte(&to[b / to_bytes], (int)(b % to_bytes),
                        tl_element_byte(*in, byte), !(in->poison >> byte & 1));
  }
}

static void bitcast(const tl_step *step) {
  const tl_slot *in = tl_operand_slot(step->at, 0);
  tl_cast_elements(tl_operand(step, 0), in->scalar.bytes, tl_result(step, 0),
                   tl_result_slot(step->at, 0)->scalar.bytes,
                   in->count * in->scalar.bytes);
}

static bool prepare_bitcast(tl_instruction *at) {
  return (tl_operand_slot(at, 0)->scalar.bits % 8 == 0 &&
          tl_result_slot(at, 0)->scalar.bits % 8 == 0) ||
         tl_refuse(at, "casts elements that are no whole bytes");
}

#define CONSTANT .each = give_constant, .prepare = prepare_constant

const tl_sim_row TL_SIM_ELEMENTS[] = {
    {"arith.constant", "index.constant", CONSTANT},
    {"index.bool.constant", CONSTANT},
    {"ub.poison", .each = poison},
    {"arith.bitcast", .each = tl_each_forward},
    {"arith.select", .each = choose},
    {"arith.trunci", .each = truncate_bits},
    {"vector.bitcast", "llvm.bitcast", .each = bitcast,
     .prepare = prepare_bitcast},
    {.name = NULL},
};
