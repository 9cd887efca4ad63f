/* operations_vector_memory.c - Vectors between registers and memory.
 *
 * vector.load and vector.store move the rows of a vector as one access each;
 * masked and transfer operations move their elements one by one. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "moves.h"

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

/*===--- Masks ------------------------------------------------------------===*/

static bool is_set(const tl_step *step, int mask, int64_t i) {
  tl_element element = tl_operand(step, mask)[i];
  if (element.poison)
    tl_fault(step, TL_FAULT_UNINITIALIZED, "needs the mask that operand %d is",
             mask);
  return element.bits & 1;
}

/* To the element behind, whose alignment is that of an element. */
static void advance(tl_move *move) {
  int64_t *last = &move->coordinate[move->view->rank - 1];
  *last = tl_add_saturated(*last, 1);
  move->alignment = move->scalar->bytes;
}

static void load_masked(const tl_step *step) {
  tl_move move = tl_move_of(step, 0, 1);
  int otherwise = step->at->operand_count - 1;
  tl_element *out = tl_result(step, 0);
  for (int64_t i = 0; i < tl_result_slot(step->at, 0)->count; i++) {
    if (is_set(step, otherwise - 1, i))
      tl_move_load(&move, &out[i]);
    else
      out[i] = tl_operand(step, otherwise)[i];
    advance(&move);
  }
}

static void store_masked(const tl_step *step) {
  tl_move move = tl_move_of(step, 0, 1);
  int value = step->at->operand_count - 1;
  for (int64_t i = 0; i < tl_operand_slot(step->at, value)->count; i++) {
    if (is_set(step, value - 1, i))
      tl_move_store(&move, &tl_operand(step, value)[i]);
    advance(&move);
  }
}

/*===--- Transfers --------------------------------------------------------===*/

enum { BROADCAST = -1 };

/* numbers: for each dimension of the vector, that of memory, or BROADCAST; then
 * whether it is known to be in bounds. */
static bool prepare_transfer(tl_instruction *at) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute(at, "permutation_map"));
  MlirAttribute bounds = tl_attribute(at, "in_bounds");
  int64_t rank = mlirAffineMapGetNumResults(map);
  if (!tl_reserve_numbers(at, 2 * rank))
    return false;
  for (int64_t d = 0; d < rank; d++) {
    MlirAffineExpr place = mlirAffineMapGetResult(map, d);
    at->numbers[d] = mlirAffineExprIsADim(place)
                         ? mlirAffineDimExprGetPosition(place)
                         : BROADCAST;
    at->numbers[rank + d] =
        !mlirAttributeIsNull(bounds) &&
        mlirBoolAttrGetValue(mlirArrayAttrGetElement(bounds, d));
  }
  return true;
}

/* Whether element i takes part; `move` then says where it lies. */
static bool find_element(const tl_slot *vector, int mask, int64_t i,
                         const tl_move *first, tl_move *move) {
  const tl_instruction *at = first->step.at;
  int64_t place[TL_MAX_RANK];
  *move = *first;
  if (mask < at->operand_count && !is_set(&first->step, mask, i))
    return false;
  tl_coordinate_of(i, vector->rank, vector->shape, place);
  for (int64_t d = 0; d < vector->rank; d++) {
    int64_t target = at->numbers[d];
    if (target == BROADCAST)
      continue;
    int64_t *own = &move->coordinate[target];
    *own = tl_add_saturated(*own, place[d]);
    bool is_promised = at->numbers[vector->rank + d];
    if (!is_promised && *own >= move->view->sizes[target])
      return false;
  }
  return true;
}

static void read_transfer(const tl_step *step) {
  const tl_slot *vector = tl_result_slot(step->at, 0);
  int padding = 1 + (int)tl_operand_slot(step->at, 0)->rank;
  tl_move first = tl_move_of(step, 0, 1), move;
  tl_element *out = tl_result(step, 0);
  for (int64_t i = 0; i < vector->count; i++)
    if (find_element(vector, padding + 1, i, &first, &move))
      tl_move_load(&move, &out[i]);
    else
      out[i] = *tl_operand(step, padding);
}

static void write_transfer(const tl_step *step) {
  const tl_slot *vector = tl_operand_slot(step->at, 0);
  int mask = 2 + (int)tl_operand_slot(step->at, 1)->rank;
  tl_move first = tl_move_of(step, 1, 2), move;
  for (int64_t i = 0; i < vector->count; i++)
    if (find_element(vector, mask, i, &first, &move))
      tl_move_store(&move, &tl_operand(step, 0)[i]);
}

#define TRANSFER .prepare = prepare_transfer

const tl_sim_row TL_SIM_VECTOR_MEMORY[] = {
    {"vector.load", .each = load},
    {"vector.store", .each = store},
    {"vector.maskedload", .each = load_masked},
    {"vector.maskedstore", .each = store_masked},
    {"vector.transfer_read", .each = read_transfer, TRANSFER},
    {"vector.transfer_write", .each = write_transfer, TRANSFER},
    {.name = NULL},
};
