/* operations_nvgpu.c - ldmatrix and asynchronous copies on memrefs.
 *
 * As they are lowered: a group has all copies that its thread has started since
 * the last one, whatever tokens it names.  A wait without numGroups completes
 * the group of its token and those before. */
#include "matrices.h"
#include "mlir-c/BuiltinAttributes.h"
#include "moves.h"
#include "operations.h"
#include "tl/dialect.h"
#include <inttypes.h>

static bool has_whole_bytes(const tl_instruction *at) {
  if (tl_operand_slot(at, 0)->scalar.bits % 8 == 0)
    return true;
  tl_emit_error(at->operation, "moves elements that are no whole bytes");
  return false;
}

/*===--- ldmatrix ---------------------------------------------------------===*/

static bool prepare_ldmatrix(tl_instruction *at) {
  return has_whole_bytes(at) &&
         tl_prepare_matrices(
             at, tl_integer_attribute(at->operation, "numTiles", 0),
             mlirBoolAttrGetValue(tl_attribute(at, "transpose")));
}

static bool find_row(tl_machine *machine, const tl_instruction *at, int thread,
                     tl_access *row) {
  tl_move move = tl_move_of(machine, at, thread, 0, 1);
  move.count = TL_MATRIX_ROW_BYTES / move.scalar->bytes;
  move.alignment = TL_MATRIX_ROW_BYTES;
  if (move.view->rank > 0 && move.view->strides[move.view->rank - 1] != 1) {
    tl_fault(machine, at, thread, TL_FAULT_BOUNDS,
             "reads a row of elements that do not follow each other");
    return false;
  }
  return tl_move_find(machine, &move, false, row);
}

static void load_warp(tl_machine *machine, const tl_instruction *at,
                      int first_thread) {
  tl_matrices_load(machine, at, first_thread, find_row);
}

static void run_ldmatrix(tl_machine *machine, const tl_instruction *at,
                         const tl_lanes *lanes) {
  tl_each_warp(machine, at, lanes, load_warp);
}

/*===--- Asynchronous copies ----------------------------------------------===*/

enum { DESTINATION = 0, ELEMENTS = 0, SOURCE_ELEMENTS, COPY_NUMBERS };

/* numbers: elements of the destination; the operand that says how many of the
 * source, or 0. */
static bool prepare_async_copy(tl_instruction *at) {
  MlirAttribute segments = tl_attribute(at, "operandSegmentSizes");
  bool has_source_elements = mlirDenseI32ArrayGetElement(segments, 4) != 0;
  if (!has_whole_bytes(at) || !tl_reserve_numbers(at, COPY_NUMBERS))
    return false;
  at->numbers[ELEMENTS] = tl_integer_attribute(at->operation, "dstElements", 0);
  at->numbers[SOURCE_ELEMENTS] =
      has_source_elements ? at->operand_count - 1 : 0;
  return true;
}

/* Elements that are read; the rest is zeros. */
static int64_t source_elements(tl_machine *machine, const tl_instruction *at,
                               int thread) {
  int operand = (int)at->numbers[SOURCE_ELEMENTS];
  int64_t limit = at->numbers[ELEMENTS];
  int64_t count =
      operand ? tl_operand_number(machine, at, operand, thread) : limit;
  if (count >= 0 && count <= limit)
    return count;
  tl_fault(machine, at, thread, TL_FAULT_BOUNDS,
           "reads %" PRId64 " elements for %" PRId64, count, limit);
  return limit;
}

static void start_copy(tl_machine *machine, const tl_instruction *at,
                       int thread) {
  int source = 1 + (int)tl_operand_slot(at, DESTINATION)->rank;
  tl_move to = tl_move_of(machine, at, thread, DESTINATION, 1);
  tl_move from = tl_move_of(machine, at, thread, source, source + 1);
  tl_access read = {.bytes = 0}, write;
  to.count = at->numbers[ELEMENTS];
  from.count = source_elements(machine, at, thread);
  to.alignment = from.alignment = to.count * to.scalar->bytes;
  if ((from.count == 0 || tl_move_find(machine, &from, false, &read)) &&
      tl_move_find(machine, &to, true, &write))
    tl_async_start(machine, &read, &write);
}

static void give_group(tl_machine *machine, const tl_instruction *at,
                       int thread, uint32_t group) {
  *tl_result(machine, at, 0, thread) = tl_element_of(group, 0);
}

static void run_async_copy(tl_machine *machine, const tl_instruction *at,
                           const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    start_copy(machine, at, thread);
    give_group(machine, at, thread, machine->async.groups[thread]);
  }
}

static void run_create_group(tl_machine *machine, const tl_instruction *at,
                             const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    give_group(machine, at, lanes->items[k],
               tl_async_commit(machine, lanes->items[k]));
}

enum { GROUP_OF_TOKEN = -1 };

static bool prepare_wait(tl_instruction *at) {
  if (!tl_reserve_numbers(at, 1))
    return false;
  at->numbers[0] =
      tl_integer_attribute(at->operation, "numGroups", GROUP_OF_TOKEN);
  return true;
}

/* A token of a copy is of the group that the copy will be in. */
static uint32_t groups_to_token(tl_machine *machine, const tl_instruction *at,
                                int thread) {
  uint32_t committed = tl_async_below(machine, thread, 0);
  uint32_t next = (uint32_t)tl_operand(machine, at, 0, thread)->bits + 1;
  return next < committed ? next : committed;
}

static void run_wait(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  uint32_t below[TL_MAX_THREADS] = {0};
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    below[thread] =
        at->numbers[0] == GROUP_OF_TOKEN
            ? groups_to_token(machine, at, thread)
            : tl_async_below(machine, thread, (uint32_t)at->numbers[0]);
  }
  tl_async_complete(machine, below);
}

const tl_sim_row TL_SIM_NVGPU[] = {
    {"nvgpu.ldmatrix", run_ldmatrix, prepare_ldmatrix, NULL},
    {"nvgpu.device_async_copy", run_async_copy, prepare_async_copy, NULL},
    {"nvgpu.device_async_create_group", run_create_group, NULL, NULL},
    {"nvgpu.device_async_wait", run_wait, prepare_wait, NULL},
    {NULL, NULL, NULL, NULL},
};
