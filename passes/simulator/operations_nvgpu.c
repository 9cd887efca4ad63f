/* operations_nvgpu.c - ldmatrix and asynchronous copies on memrefs.
 *
 * As they are lowered: a group has all copies that its thread has started since
 * the last one, whatever tokens it names.  A wait without numGroups completes
 * the group of its token and those before. */
#include "matrices.h"
#include "mlir-c/BuiltinAttributes.h"
#include "moves.h"
#include <inttypes.h>

static bool has_whole_bytes(const tl_instruction *at) {
  return tl_operand_slot(at, 0)->scalar.bits % 8 == 0 ||
         tl_refuse(at, "moves elements that are no whole bytes");
}

/*===--- ldmatrix ---------------------------------------------------------===*/

static bool prepare_ldmatrix(tl_instruction *at) {
  return has_whole_bytes(at) &&
         tl_matrices_prepare(
             at, tl_integer_attribute(at->operation, "numTiles", 0),
             mlirBoolAttrGetValue(tl_attribute(at, "transpose")));
}

static bool find_row(const tl_step *lane, tl_access *row) {
  tl_move move = tl_move_of(lane, 0, 1);
  int64_t rank = move.view->rank;
  move.count = TL_MATRIX_ROW_BYTES / move.scalar->bytes;
  move.alignment = TL_MATRIX_ROW_BYTES;
  if (rank == 0 || move.view->strides[rank - 1] == 1)
    return tl_move_find(&move, false, row);
  tl_fault(lane, TL_FAULT_BOUNDS,
           "reads a row of elements that do not follow each other");
  return false;
}

static void load_matrices(const tl_step *first) {
  tl_step lane = *first;
  tl_matrices matrices = tl_matrices_of(first->at);
  for (int i = 0; i < matrices.count * TL_MATRIX_ROWS; i++, lane.thread++)
    tl_matrices_add_row(&matrices, i, find_row(&lane, &matrices.rows[i]));
  tl_matrices_give(first, &matrices);
}

/*===--- Asynchronous copies ----------------------------------------------===*/

enum { DESTINATION = 0, ELEMENTS = 0, SOURCE_ELEMENTS, COPY_NUMBERS };

/* numbers: elements of the destination; the operand that says how many of the
 * source, or 0. */
static bool prepare_async_copy(tl_instruction *at) {
  bool has_source_elements = tl_array_item(at, "operandSegmentSizes", 4) != 0;
  if (!has_whole_bytes(at) || !tl_reserve_numbers(at, COPY_NUMBERS))
    return false;
  at->numbers[ELEMENTS] = tl_integer_attribute(at->operation, "dstElements", 0);
  at->numbers[SOURCE_ELEMENTS] =
      has_source_elements ? at->operand_count - 1 : 0;
  return true;
}

/* Elements that are read; the rest is zeros. */
static int64_t source_elements(const tl_step *step) {
  int operand = (int)step->at->numbers[SOURCE_ELEMENTS];
  int64_t limit = step->at->numbers[ELEMENTS];
  int64_t count = operand ? tl_operand_number(step, operand) : limit;
  if (count >= 0 && count <= limit)
    return count;
  tl_fault(step, TL_FAULT_BOUNDS, "reads %" PRId64 " elements for %" PRId64,
           count, limit);
  return limit;
}

static void start_copy(const tl_step *step) {
  int source =
      DESTINATION + 1 + (int)tl_operand_slot(step->at, DESTINATION)->rank;
  tl_move to = tl_move_of(step, DESTINATION, 1);
  tl_move from = tl_move_of(step, source, source + 1);
  tl_access read = {.bytes = 0}, write;
  to.count = step->at->numbers[ELEMENTS];
  from.count = source_elements(step);
  to.alignment = from.alignment = to.count * to.scalar->bytes;
  if ((from.count == 0 || tl_move_find(&from, false, &read)) &&
      tl_move_find(&to, true, &write))
    tl_async_start(&read, &write);
  tl_give_number(step, 0, step->machine->async.groups[step->thread]);
}

static void create_group(const tl_step *step) {
  tl_give_number(step, 0, step->machine->async.groups[step->thread]);
  tl_each_async_commit(step);
}

/* A token of a copy is of the group that the copy will be in. */
static uint32_t groups_to_token(const tl_step *step) {
  uint32_t committed = tl_async_below(step->machine, step->thread, 0);
  uint32_t next = (uint32_t)tl_operand(step, 0)->bits + 1;
  return next < committed ? next : committed;
}

enum { GROUP_OF_TOKEN = -1 };

static void wait(const tl_step *first, const tl_lanes *lanes) {
  uint32_t below[TL_MAX_THREADS] = {0};
  tl_step step = *first;
  if (first->at->numbers[0] != GROUP_OF_TOKEN) {
    tl_all_async_wait(first, lanes);
    return;
  }
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    below[step.thread] = groups_to_token(&step);
  }
  tl_async_complete(first->machine, below);
}

static const tl_reading GROUPS = {
    "numGroups", TL_READ_INTEGER, GROUP_OF_TOKEN, {NULL}};

const tl_sim_row TL_SIM_NVGPU[] = {
    {"nvgpu.ldmatrix", .warp = load_matrices, .prepare = prepare_ldmatrix},
    {"nvgpu.device_async_copy", .each = start_copy,
     .prepare = prepare_async_copy},
    {"nvgpu.device_async_create_group", .each = create_group},
    {"nvgpu.device_async_wait", .all = wait, .reading = &GROUPS},
    {.name = NULL},
};
