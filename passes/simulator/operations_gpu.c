/* operations_gpu.c - The dialect gpu, barriers of nvvm, ends of functions. */
#include "operations.h"
#include <inttypes.h>
#include <string.h>

/*===--- Numbers of threads and blocks ------------------------------------===*/

/* Dimension d of a number of three, or a number. */
#define NUMBER(name, number)                                                   \
  static void name(const tl_step *step) {                                      \
    const tl_machine *machine = step->machine;                                 \
    int64_t d = step->at->number_count ? step->at->numbers[0] : 0;             \
    (void)machine, (void)d;                                                    \
    tl_give_number(step, 0, number);                                           \
  }
#define THREAD tl_point_in(step->thread, machine->launch.block).items[d]
#define BLOCK tl_point_in(machine->block, machine->launch.grid).items[d]

NUMBER(thread_id, THREAD)
NUMBER(block_id, BLOCK)
NUMBER(block_dim, machine->launch.block[d])
NUMBER(grid_dim, machine->launch.grid[d])
NUMBER(global_id, BLOCK * machine->launch.block[d] + THREAD)
NUMBER(lane_id, step->thread % machine->wave)
NUMBER(subgroup_id, step->thread / machine->wave)
NUMBER(subgroup_size, machine->wave)
NUMBER(num_subgroups,
       (machine->thread_count + machine->wave - 1) / machine->wave)

/*===--- Barriers ---------------------------------------------------------===*/

static void meet(const tl_step *first) {
  const tl_lanes *lanes = first->lanes;
  tl_step missing = *first; /* the first that is not among the lanes */
  missing.thread = 0;
  while (missing.thread < lanes->count &&
         lanes->items[missing.thread] == missing.thread)
    missing.thread++;
  if (lanes->count < first->machine->thread_count)
    tl_fault(&missing, TL_FAULT_BARRIER,
             "does not reach the barrier that thread %d of the block waits at",
             first->thread);
  first->machine->epoch++;
}

/* Barriers with a number or a count are of parts of a block. */
static bool prepare_whole_block(tl_instruction *at) {
  return at->operand_count == 0 ||
         tl_refuse(at, "is a barrier that the simulator does not know");
}

static void meet_warp(const tl_step *first) {
  tl_machine *machine = first->machine;
  int last = -1;
  for (int k = 0; k < first->lanes->count; k++) {
    int warp = first->lanes->items[k] / machine->wave;
    machine->warp_epoch[warp] += warp != last;
    last = warp;
  }
}

/*===--- Shuffle ----------------------------------------------------------===*/

/* The lane that a lane reads from, which is one of the first `width` lanes, as
 * it is itself, or nobody: the mode is xor, up, down or idx. */
static int64_t shuffle_source(int64_t mode, int64_t lane, int64_t offset,
                              int64_t width, bool *is_valid) {
  const int64_t sources[] = {lane ^ offset, lane - offset, lane + offset,
                             offset};
  int64_t source = sources[mode];
  *is_valid = lane < width && source >= 0 && source < width;
  return source;
}

static void shuffle_lane(const tl_step *step) {
  const tl_instruction *at = step->at;
  int64_t offset = tl_operand_number(step, 1);
  int64_t width = tl_operand_number(step, 2);
  int64_t wave = step->machine->wave, lane = step->thread % wave;
  tl_step source = *step;
  bool is_valid;
  if (width < 1 || width > wave) {
    tl_fault(step, TL_FAULT_ARITHMETIC, "has a width that is not 1 to %" PRId64,
             wave);
    return;
  }
  int64_t from = shuffle_source(at->numbers[0], lane, offset, width, &is_valid);
  tl_give_number(step, 1, is_valid);
  if (!is_valid) {
    tl_each_poison(step);
    return;
  }
  source.thread += (int)(from - lane);
  memcpy(tl_result(step, 0), tl_operand(&source, 0),
         tl_result_slot(at, 0)->bytes);
}

static void shuffle(const tl_step *first) {
  tl_step lane = *first;
  for (; lane.thread < first->thread + first->machine->wave; lane.thread++)
    shuffle_lane(&lane);
}

/*===--- Shared memory whose size the launch says -------------------------===*/

/* One buffer, whose owner is the function. */
static void open_dynamic(const tl_step *first) {
  enum { LOWERED_ALIGNMENT = 16 };
  const tl_instruction *at = first->at;
  tl_machine *machine = first->machine;
  const MlirOperation owner = machine->program->function;
  tl_view view = tl_view_of_type(tl_result_slot(at, 0));
  view.sizes[0] = machine->launch.dynamic_bytes;
  if (view.sizes[0] == TL_DYNAMIC_UNKNOWN) {
    tl_machine_stop(machine, at,
                    "has a size that no gpu.launch_func of the kernel says as "
                    "a constant; give --dynamic-shared-memory");
    return;
  }
  view.buffer = tl_machine_buffer_of(machine, owner);
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    if (!tl_machine_open(&step, at->results[0], true, &view,
                         (tl_promise){LOWERED_ALIGNMENT, 0},
                         "dynamic shared memory"))
      return;
  }
  view.buffer->owner = owner;
}

#define DIMENSION                                                              \
  TL_READS({"dimension", TL_READ_WORD, 0, {"dim x", "dim y", "dim z"}})

const tl_sim_row TL_SIM_GPU[] = {
    {"gpu.thread_id", .each = thread_id, DIMENSION},
    {"gpu.block_id", .each = block_id, DIMENSION},
    {"gpu.block_dim", .each = block_dim, DIMENSION},
    {"gpu.grid_dim", .each = grid_dim, DIMENSION},
    {"gpu.global_id", .each = global_id, DIMENSION},
    {"gpu.lane_id", .each = lane_id},
    {"gpu.subgroup_id", .each = subgroup_id},
    {"gpu.subgroup_size", .each = subgroup_size},
    {"gpu.num_subgroups", .each = num_subgroups},
    {"gpu.barrier", "nvvm.barrier0", .all = meet},
    {"nvvm.barrier", .all = meet, .prepare = prepare_whole_block},
    {"nvvm.bar.warp.sync", .all = meet_warp},
    {"gpu.shuffle", .warp = shuffle,
     TL_READS({"mode", TL_READ_WORD, 0, {"xor", "up", "down", "idx"}})},
    {"gpu.dynamic_shared_memory", .all = open_dynamic},
    {.name = "gpu.return", .alias = "func.return"},
    {.name = NULL},
};
