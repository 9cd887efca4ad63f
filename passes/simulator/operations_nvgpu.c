/* operations_nvgpu.c - ldmatrix and asynchronous copies on memrefs.
 *
 * As they are lowered: a group has all copies that its thread has started since
 * the last one, whatever tokens it names.  A wait without numGroups completes
 * the group of its token and those before. */
#include "matrices.h"
#include "moves.h"

static bool has_whole_bytes(tl_instruction *at) {
  return tl_operand_slot(at, 0)->scalar.bits % 8 == 0 ||
         tl_refuse(at, "moves elements that are no whole bytes");
}

/*===--- ldmatrix ---------------------------------------------------------===*/

static const tl_reading MATRIX[] = {{.attribute = "numTiles"},
                                    {"transpose", TL_READ_BITS, 0, {"true"}},
                                    {.attribute = NULL}};

static bool prepare_ldmatrix(tl_instruction *at) {
  return has_whole_bytes(at) &&
         tl_matrices_prepare(at, at->numbers[0], at->numbers[1]);
}

static bool find_row(const tl_step *lane, void *user, tl_access *row) {
  tl_move move = tl_move_of(lane, 0, 1);
  int64_t rank = move.view->rank;
  (void)user;
  move.count = TL_MATRIX_ROW_BYTES / move.scalar->bytes;
  move.alignment = TL_MATRIX_ROW_BYTES;
  if (rank == 0 || move.view->strides[rank - 1] == 1)
    return tl_move_find(&move, false, row);
  tl_fault(lane, TL_FAULT_BOUNDS,
           "reads a row of elements that do not follow each other");
  return false;
}

static void load_matrices(const tl_step *first) {
  tl_matrices_give(first, find_row);
}

/*===--- Asynchronous copies ----------------------------------------------===*/

enum { DESTINATION = 0, ELEMENTS = 0, SEGMENTS, SOURCE_ELEMENTS = 4 };

static const tl_reading COPY[] = {
    {.attribute = "dstElements"},
    {.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY},
    {.attribute = NULL}};

static void start_copy(const tl_step *step) {
  const tl_instruction *at = step->at;
  const int64_t *numbers = at->numbers;
  int source = DESTINATION + 1 + (int)tl_operand_slot(at, DESTINATION)->rank;
  tl_move to = tl_move_of(step, DESTINATION, 1);
  tl_move from = tl_move_of(step, source, source + 1);
  to.count = numbers[ELEMENTS];
  from.count = tl_async_source_count(
      step, numbers[SEGMENTS + SOURCE_ELEMENTS] ? at->operand_count - 1 : 0,
      to.count, "elements");
  to.alignment = from.alignment = to.count * to.scalar->bytes;
  tl_move_start(&from, &to);
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

static void wait(const tl_step *first) {
  uint32_t below[TL_MAX_THREADS] = {0};
  if (first->at->numbers[0] != GROUP_OF_TOKEN) {
    tl_all_async_wait(first);
    return;
  }
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    below[step.thread] = groups_to_token(&step);
  }
  tl_async_complete(first->machine, below);
}

static const tl_reading GROUPS[] = {
    {.attribute = "numGroups", .otherwise = GROUP_OF_TOKEN},
    {.attribute = NULL}};

const tl_sim_row TL_SIM_NVGPU[] = {
    {"nvgpu.ldmatrix", .warp = load_matrices, .readings = MATRIX,
     .prepare = prepare_ldmatrix},
    {"nvgpu.device_async_copy", .each = start_copy, .readings = COPY,
     .prepare = has_whole_bytes},
    {"nvgpu.device_async_create_group", .each = create_group},
    {"nvgpu.device_async_wait", .all = wait, .readings = GROUPS},
    {.name = NULL},
};
