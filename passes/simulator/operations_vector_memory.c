/* operations_vector_memory.c - Vectors between registers and memory.
 *
 * vector.load and vector.store move the rows of a vector as one access each;
 * masked and transfer operations move their elements one by one. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "moves.h"
#include "operations.h"

/* The rows of a vector, which lie along the last dimensions of the memref. */
typedef void (*row_function)(tl_machine *machine, const tl_move *move,
                             tl_element *elements);

static void move_rows(tl_machine *machine, const tl_slot *vector, tl_move move,
                      tl_element *elements, row_function move_row) {
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
    move_row(machine, &move, elements + row);
  }
}

static void store_row(tl_machine *machine, const tl_move *move,
                      tl_element *elements) {
  tl_move_store(machine, move, elements);
}

static void run_load(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    move_rows(machine, tl_result_slot(at, 0),
              tl_move_of(machine, at, lanes->items[k], 0, 1),
              tl_result(machine, at, 0, lanes->items[k]), tl_move_load);
}

static void run_store(tl_machine *machine, const tl_instruction *at,
                      const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    move_rows(machine, tl_operand_slot(at, 0),
              tl_move_of(machine, at, lanes->items[k], 1, 2),
              tl_operand(machine, at, 0, lanes->items[k]), store_row);
}

/*===--- Masks ------------------------------------------------------------===*/

static bool is_set(tl_machine *machine, const tl_instruction *at, int mask,
                   int64_t i, int thread) {
  tl_element element = tl_operand(machine, at, mask, thread)[i];
  if (element.poison)
    tl_fault(machine, at, thread, TL_FAULT_UNINITIALIZED,
             "needs the mask that operand %d is", mask);
  return element.bits & 1;
}

static void load_masked(tl_machine *machine, const tl_instruction *at,
                        int thread) {
  tl_move move = tl_move_of(machine, at, thread, 0, 1);
  int64_t last = move.view->rank - 1;
  tl_element *out = tl_result(machine, at, 0, thread);
  const tl_element *otherwise =
      tl_operand(machine, at, at->operand_count - 1, thread);
  for (int64_t i = 0; i < tl_result_slot(at, 0)->count; i++) {
    if (is_set(machine, at, at->operand_count - 2, i, thread))
      tl_move_load(machine, &move, &out[i]);
    else
      out[i] = otherwise[i];
    move.coordinate[last] = tl_add_saturated(move.coordinate[last], 1);
    move.alignment = move.scalar->bytes;
  }
}

static void store_masked(tl_machine *machine, const tl_instruction *at,
                         int thread) {
  tl_move move = tl_move_of(machine, at, thread, 0, 1);
  int value = at->operand_count - 1;
  int64_t last = move.view->rank - 1;
  for (int64_t i = 0; i < tl_operand_slot(at, value)->count; i++) {
    if (is_set(machine, at, value - 1, i, thread))
      tl_move_store(machine, &move, &tl_operand(machine, at, value, thread)[i]);
    move.coordinate[last] = tl_add_saturated(move.coordinate[last], 1);
    move.alignment = move.scalar->bytes;
  }
}

static void run_masked_load(tl_machine *machine, const tl_instruction *at,
                            const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    load_masked(machine, at, lanes->items[k]);
}

static void run_masked_store(tl_machine *machine, const tl_instruction *at,
                             const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    store_masked(machine, at, lanes->items[k]);
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
    bool is_dimension = mlirAffineExprIsADim(place);
    at->numbers[d] =
        is_dimension ? mlirAffineDimExprGetPosition(place) : BROADCAST;
    at->numbers[rank + d] =
        !mlirAttributeIsNull(bounds) &&
        mlirBoolAttrGetValue(mlirArrayAttrGetElement(bounds, d));
  }
  return true;
}

/* Whether element i takes part; `move` then says where it lies. */
static bool find_element(const tl_instruction *at, const tl_slot *vector,
                         int64_t i, const tl_move *first, tl_move *move) {
  int64_t place[TL_MAX_RANK];
  *move = *first;
  tl_coordinate_of(i, vector->rank, vector->shape, place);
  for (int64_t d = 0; d < vector->rank; d++) {
    int64_t target = at->numbers[d];
    if (target == BROADCAST)
      continue;
    move->coordinate[target] =
        tl_add_saturated(move->coordinate[target], place[d]);
    bool is_promised = at->numbers[vector->rank + d];
    if (!is_promised && move->coordinate[target] >= move->view->sizes[target])
      return false;
  }
  return true;
}

static bool is_unmasked(tl_machine *machine, const tl_instruction *at, int mask,
                        int64_t i, int thread) {
  return mask >= at->operand_count || is_set(machine, at, mask, i, thread);
}

static void run_transfer_read(tl_machine *machine, const tl_instruction *at,
                              const tl_lanes *lanes) {
  const tl_slot *vector = tl_result_slot(at, 0);
  int padding = 1 + (int)tl_operand_slot(at, 0)->rank;
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    tl_move first = tl_move_of(machine, at, thread, 0, 1), move;
    tl_element *out = tl_result(machine, at, 0, thread);
    for (int64_t i = 0; i < vector->count; i++)
      if (is_unmasked(machine, at, padding + 1, i, thread) &&
          find_element(at, vector, i, &first, &move))
        tl_move_load(machine, &move, &out[i]);
      else
        out[i] = *tl_operand(machine, at, padding, thread);
  }
}

static void run_transfer_write(tl_machine *machine, const tl_instruction *at,
                               const tl_lanes *lanes) {
  const tl_slot *vector = tl_operand_slot(at, 0);
  int mask = 2 + (int)tl_operand_slot(at, 1)->rank;
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    tl_move first = tl_move_of(machine, at, thread, 1, 2), move;
    for (int64_t i = 0; i < vector->count; i++)
      if (is_unmasked(machine, at, mask, i, thread) &&
          find_element(at, vector, i, &first, &move))
        tl_move_store(machine, &move, &tl_operand(machine, at, 0, thread)[i]);
  }
}

const tl_sim_row TL_SIM_VECTOR_MEMORY[] = {
    {"vector.load", run_load, NULL, NULL},
    {"vector.store", run_store, NULL, NULL},
    {"vector.maskedload", run_masked_load, NULL, NULL},
    {"vector.maskedstore", run_masked_store, NULL, NULL},
    {"vector.transfer_read", run_transfer_read, prepare_transfer, NULL},
    {"vector.transfer_write", run_transfer_write, prepare_transfer, NULL},
    {NULL, NULL, NULL, NULL},
};
