/* operations_gpu.c - The dialect gpu, barriers of nvvm, ends of functions. */
#include "operations.h"
#include <inttypes.h>

/*===--- Numbers of threads and blocks ------------------------------------===*/

/* x, y, z. */
typedef struct place {
  int64_t items[3];
} place;

static place thread_place(const tl_step *step) {
  place out;
  tl_thread_place(step->machine, step->thread, out.items);
  return out;
}

static place block_place(const tl_step *step) {
  place out;
  tl_block_place(step->machine, step->machine->block, out.items);
  return out;
}

#define NUMBER(name, number)                                                   \
  static void name(const tl_step *step) {                                      \
    const tl_machine *machine = step->machine;                                 \
    int64_t d = step->at->number_count ? step->at->numbers[0] : 0;             \
    (void)machine, (void)d;                                                    \
    tl_give_number(step, 0, number);                                           \
  }

NUMBER(thread_id, thread_place(step).items[d])
NUMBER(block_id, block_place(step).items[d])
NUMBER(block_dim, machine->launch.block[d])
NUMBER(grid_dim, machine->launch.grid[d])
NUMBER(global_id, block_place(step).items[d] * machine->launch.block[d] +
                      thread_place(step).items[d])
NUMBER(lane_id, step->thread % machine->wave)
NUMBER(subgroup_id, step->thread / machine->wave)
NUMBER(subgroup_size, machine->wave)
NUMBER(num_subgroups,
       (machine->thread_count + machine->wave - 1) / machine->wave)

/*===--- Barriers ---------------------------------------------------------===*/

static void meet(const tl_step *first, const tl_lanes *lanes) {
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

static void meet_warp(const tl_step *first, const tl_lanes *lanes) {
  tl_machine *machine = first->machine;
  int last = -1;
  for (int k = 0; k < lanes->count; k++) {
    int warp = lanes->items[k] / machine->wave;
    machine->warp_epoch[warp] += warp != last;
    last = warp;
  }
}

/*===--- Shuffle ----------------------------------------------------------===*/

typedef enum shuffle_mode {
  SHUFFLE_XOR = 0,
  SHUFFLE_UP,
  SHUFFLE_DOWN,
  SHUFFLE_IDX,
  SHUFFLE_COUNT,
} shuffle_mode;

/* The lane that a lane reads from, in its segment of `width` lanes, or its own
 * where that would leave the segment. */
static int64_t shuffle_source(shuffle_mode mode, int64_t lane, int64_t offset,
                              int64_t width, bool *is_valid) {
  int64_t segment = lane / width * width, own = lane - segment;
  const int64_t sources[SHUFFLE_COUNT] = {
      [SHUFFLE_XOR] = own ^ offset,
      [SHUFFLE_UP] = own - offset,
      [SHUFFLE_DOWN] = own + offset,
      [SHUFFLE_IDX] = offset,
  };
  *is_valid = sources[mode] >= 0 && sources[mode] < width;
  return segment + (*is_valid ? sources[mode] : own);
}

static bool takes_part(const tl_lanes *lanes, int64_t thread) {
  for (int k = 0; k < lanes->count; k++)
    if (lanes->items[k] == thread)
      return true;
  return false;
}

static void shuffle(tl_step step, const tl_lanes *lanes) {
  const tl_instruction *at = step.at;
  int64_t offset = tl_operand_number(&step, 1);
  int64_t width = tl_operand_number(&step, 2);
  int64_t wave = step.machine->wave, lane = step.thread % wave;
  tl_element *out = tl_result(&step, 0);
  bool is_valid;
  if (width < 1 || width > wave) {
    tl_fault(&step, TL_FAULT_ARITHMETIC,
             "has a width that is not 1 to %" PRId64, wave);
    return;
  }
  int64_t source = shuffle_source((shuffle_mode)at->numbers[0], lane, offset,
                                  width, &is_valid);
  tl_give_number(&step, 1, is_valid);
  step.thread += (int)(source - lane);
  *out = tl_element_of(0, tl_poison_all(&tl_result_slot(at, 0)->scalar));
  if (takes_part(lanes, step.thread))
    *out = *tl_operand(&step, 0);
}

static void shuffle_all(const tl_step *first, const tl_lanes *lanes) {
  tl_step step = *first;
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    shuffle(step, lanes);
  }
}

static const tl_reading DIMENSION = {
    "dimension", TL_READ_WORD, 0, {"dim x", "dim y", "dim z"}};
static const tl_reading MODE = {
    "mode", TL_READ_WORD, 0, {"xor", "up", "down", "idx"}};

const tl_sim_row TL_SIM_GPU[] = {
    {"gpu.thread_id", .each = thread_id, .reading = &DIMENSION},
    {"gpu.block_id", .each = block_id, .reading = &DIMENSION},
    {"gpu.block_dim", .each = block_dim, .reading = &DIMENSION},
    {"gpu.grid_dim", .each = grid_dim, .reading = &DIMENSION},
    {"gpu.global_id", .each = global_id, .reading = &DIMENSION},
    {"gpu.lane_id", .each = lane_id},
    {"gpu.subgroup_id", .each = subgroup_id},
    {"gpu.subgroup_size", .each = subgroup_size},
    {"gpu.num_subgroups", .each = num_subgroups},
    {"gpu.barrier", .all = meet},
    {"nvvm.barrier0", .all = meet},
    {"nvvm.barrier", .all = meet, .prepare = prepare_whole_block},
    {"nvvm.bar.warp.sync", .all = meet_warp},
    {"gpu.shuffle", .all = shuffle_all, .reading = &MODE},
    {.name = "gpu.return"},
    {.name = NULL},
};
