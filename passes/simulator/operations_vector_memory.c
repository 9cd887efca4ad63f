/* operations_vector_memory.c - Vectors between registers and memory.
 *
 * vector.load and vector.store move the rows of a vector as one access each;
 * masked and transfer operations move their elements one by one. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "moves.h"
#include <inttypes.h>

/* The rows of a vector, which lie along the last dimensions of the memref. */
static void move_rows(const tl_slot *vector, tl_move move, tl_element *elements,
                      bool stores) {
  int64_t length = vector->rank ? vector->shape[vector->rank - 1] : 1;
  int64_t outer = move.view->rank - vector->rank;
  const tl_move first = move;
  move.count = length;
  for (int64_t row = 0; row < vector->count; row += length) {
    int64_t place[TL_MAX_RANK];
    tl_coordinate_of(row, vector->rank, vector->shape, place);
    for (int64_t d = 0; d + 1 < vector->rank; d++)
      move.coordinate[outer + d] =
          tl_add_saturated(first.coordinate[outer + d], place[d]);
    if (stores)
      tl_move_store(&move, elements + row);
    else
      tl_move_load(&move, elements + row);
  }
}

static void load(const tl_step *step) {
  move_rows(tl_result_slot(step->at, 0), tl_move_of(step, 0, 1),
            tl_result(step, 0), false);
}

static void store(const tl_step *step) {
  move_rows(tl_operand_slot(step->at, 0), tl_move_of(step, 1, 2),
            tl_operand(step, 0), true);
}

/*===--- Element by element -----------------------------------------------===*/

/* numbers: operands, the mask (or NONE) and the vector that is stored, or what
 * is loaded where no element takes part; then for each dimension of the vector
 * that of memory, or NONE for one that is repeated; then whether it is known to
 * be in bounds. */
enum { MASK = 0, VALUE, FIRST_DIMENSION, NONE = -1 };

static const tl_slot *vector_of(const tl_instruction *at) {
  return at->result_count ? tl_result_slot(at, 0)
                          : tl_operand_slot(at, (int)at->numbers[VALUE]);
}

/* Memory comes before the mask and the value. */
static bool prepare_masked(tl_instruction *at) {
  if (!tl_reserve_numbers(at, FIRST_DIMENSION + 2))
    return false;
  at->numbers[MASK] = at->operand_count - 2;
  at->numbers[VALUE] = at->operand_count - 1;
  at->numbers[FIRST_DIMENSION] = tl_operand_slot(at, 0)->rank - 1;
  at->numbers[FIRST_DIMENSION + 1] = true;
  return true;
}

/* The vector that is stored is the first operand; what is loaded instead comes
 * after the indices. */
static bool prepare_transfer(tl_instruction *at) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute(at->operation, "permutation_map"));
  MlirAttribute bounds = tl_attribute(at->operation, "in_bounds");
  int64_t rank = mlirAffineMapGetNumResults(map);
  int mask = 2 + (int)tl_operand_slot(at, !at->result_count)->rank;
  if (!tl_reserve_numbers(at, FIRST_DIMENSION + 2 * rank))
    return false;
  at->numbers[MASK] = mask < at->operand_count ? mask : NONE;
  at->numbers[VALUE] = at->result_count ? mask - 1 : 0;
  for (int64_t d = 0; d < rank; d++) {
    MlirAffineExpr place = mlirAffineMapGetResult(map, d);
    at->numbers[FIRST_DIMENSION + d] = mlirAffineExprIsADim(place)
                                           ? mlirAffineDimExprGetPosition(place)
                                           : NONE;
    at->numbers[FIRST_DIMENSION + rank + d] =
        !mlirAttributeIsNull(bounds) &&
        mlirBoolAttrGetValue(mlirArrayAttrGetElement(bounds, d));
  }
  return true;
}

static bool is_set(const tl_step *step, int64_t mask, int64_t i) {
  if (mask == NONE)
    return true;
  tl_element element = tl_operand(step, (int)mask)[i];
  if (element.poison)
    tl_fault(step, TL_FAULT_UNINITIALIZED,
             "needs the mask that operand %" PRId64 " is", mask);
  return element.bits & 1;
}

/* Whether element i takes part; `move` then says where it lies. */
static bool find_element(const tl_slot *vector, int64_t i, tl_move *move) {
  const int64_t *numbers = move->step.at->numbers;
  int64_t place[TL_MAX_RANK];
  if (!is_set(&move->step, numbers[MASK], i))
    return false;
  tl_coordinate_of(i, vector->rank, vector->shape, place);
  for (int64_t d = 0; d < vector->rank; d++) {
    int64_t target = numbers[FIRST_DIMENSION + d];
    if (target == NONE)
      continue;
    int64_t *own = &move->coordinate[target];
    *own = tl_add_saturated(*own, place[d]);
    bool is_promised = numbers[FIRST_DIMENSION + vector->rank + d];
    if (!is_promised && *own >= move->view->sizes[target])
      return false;
  }
  return true;
}

/* A stated alignment is that of the first element. */
static void move_elements(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_slot *vector = vector_of(at);
  int value = (int)at->numbers[VALUE], memref = value == 0;
  int64_t stride = tl_operand_slot(at, value)->rank != 0;
  tl_element *values = tl_operand(step, value);
  tl_move first = tl_move_of(step, memref, memref + 1);
  for (int64_t i = 0; i < vector->count; i++) {
    tl_move move = first;
    bool takes_part = find_element(vector, i, &move);
    if (at->result_count && !takes_part)
      tl_result(step, 0)[i] = values[i * stride];
    else if (at->result_count)
      tl_move_load(&move, &tl_result(step, 0)[i]);
    else if (takes_part)
      tl_move_store(&move, &values[i]);
    first.alignment = tl_move_from(step, memref).alignment;
  }
}

#define MASKED .each = move_elements, .prepare = prepare_masked
#define TRANSFER .each = move_elements, .prepare = prepare_transfer

const tl_sim_row TL_SIM_VECTOR_MEMORY[] = {
    {"vector.load", .each = load},
    {"vector.store", .each = store},
    {"vector.maskedload", "vector.maskedstore", MASKED},
    {"vector.transfer_read", "vector.transfer_write", TRANSFER},
    {.name = NULL},
};
