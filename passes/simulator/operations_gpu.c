/* operations_gpu.c - The dialect gpu, barriers of nvvm, ends of functions. */
#include "machine.h"
#include "operations.h"
#include <string.h>

/*===--- Numbers of threads and blocks ------------------------------------===*/

static bool prepare_dimension(tl_instruction *at) {
  char text[64];
  if (!tl_reserve_numbers(at, 1))
    return false;
  tl_attribute_text(tl_attribute(at, "dimension"), text, sizeof text);
  at->numbers[0] = strstr(text, "dim z") ? 2 : strstr(text, "dim y") ? 1 : 0;
  return true;
}

/* The number of an operation in one thread; dimension 0 to 2. */
typedef int64_t (*place_function)(const tl_machine *machine, int thread,
                                  int64_t dimension);

static void give_places(tl_machine *machine, const tl_instruction *at,
                        const tl_lanes *lanes, place_function place) {
  int64_t dimension = at->number_count ? at->numbers[0] : 0;
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    *tl_result(machine, at, 0, thread) =
        tl_element_of((uint64_t)place(machine, thread, dimension), 0);
  }
}

static int64_t thread_id(const tl_machine *machine, int thread, int64_t d) {
  int64_t place[3];
  tl_thread_place(machine, thread, place);
  return place[d];
}

static int64_t block_id(const tl_machine *machine, int thread, int64_t d) {
  int64_t place[3];
  (void)thread;
  tl_block_place(machine, machine->block, place);
  return place[d];
}

static int64_t block_dim(const tl_machine *machine, int thread, int64_t d) {
  (void)thread;
  return machine->launch.block[d];
}

static int64_t grid_dim(const tl_machine *machine, int thread, int64_t d) {
  (void)thread;
  return machine->launch.grid[d];
}

static int64_t global_id(const tl_machine *machine, int thread, int64_t d) {
  return block_id(machine, thread, d) * block_dim(machine, thread, d) +
         thread_id(machine, thread, d);
}

static int64_t lane_id(const tl_machine *machine, int thread, int64_t d) {
  (void)machine, (void)d;
  return thread % TL_WARP_THREADS;
}

static int64_t subgroup_id(const tl_machine *machine, int thread, int64_t d) {
  (void)machine, (void)d;
  return thread / TL_WARP_THREADS;
}

static int64_t subgroup_size(const tl_machine *machine, int thread, int64_t d) {
  (void)machine, (void)thread, (void)d;
  return TL_WARP_THREADS;
}

static int64_t num_subgroups(const tl_machine *machine, int thread, int64_t d) {
  (void)thread, (void)d;
  return (machine->thread_count + TL_WARP_THREADS - 1) / TL_WARP_THREADS;
}

#define PLACES(name)                                                           \
  static void run_##name(tl_machine *machine, const tl_instruction *at,        \
                         const tl_lanes *lanes) {                              \
    give_places(machine, at, lanes, name);                                     \
  }

PLACES(thread_id)
PLACES(block_id)
PLACES(block_dim)
PLACES(grid_dim)
PLACES(global_id)
PLACES(lane_id)
PLACES(subgroup_id)
PLACES(subgroup_size)
PLACES(num_subgroups)

/*===--- Barriers ---------------------------------------------------------===*/

/* The first thread that is not among the lanes. */
static int missing_thread(const tl_lanes *lanes) {
  int thread = 0;
  while (thread < lanes->count && lanes->items[thread] == thread)
    thread++;
  return thread;
}

static void run_barrier(tl_machine *machine, const tl_instruction *at,
                        const tl_lanes *lanes) {
  if (lanes->count < machine->thread_count)
    tl_fault(machine, at, missing_thread(lanes), TL_FAULT_BARRIER,
             "does not reach the barrier that thread %d of the block waits at",
             lanes->items[0]);
  machine->epoch++;
}

/* Barriers with a number or a count are of parts of a block. */
static bool prepare_whole_block(tl_instruction *at) {
  if (at->operand_count == 0)
    return true;
  tl_emit_error(at->operation, "is a barrier that the simulator does not know");
  return false;
}

static void run_warp_barrier(tl_machine *machine, const tl_instruction *at,
                             const tl_lanes *lanes) {
  (void)at;
  int last = -1;
  for (int k = 0; k < lanes->count; k++) {
    int warp = lanes->items[k] / TL_WARP_THREADS;
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

static const char *const SHUFFLES[SHUFFLE_COUNT] = {"xor", "up", "down", "idx"};

static bool prepare_shuffle(tl_instruction *at) {
  char text[64];
  if (!tl_reserve_numbers(at, 1))
    return false;
  tl_attribute_text(tl_attribute(at, "mode"), text, sizeof text);
  for (int i = 0; i < SHUFFLE_COUNT; i++)
    if (strstr(text, SHUFFLES[i]))
      at->numbers[0] = i;
  return true;
}

/* The lane that a lane reads from, in its segment of `width` lanes, or its own
 * where that would leave the segment. */
static int64_t shuffle_source(shuffle_mode mode, int64_t lane, int64_t offset,
                              int64_t width, bool *is_valid) {
  int64_t segment = lane / width * width, place = lane - segment;
  const int64_t sources[SHUFFLE_COUNT] = {
      [SHUFFLE_XOR] = place ^ offset,
      [SHUFFLE_UP] = place - offset,
      [SHUFFLE_DOWN] = place + offset,
      [SHUFFLE_IDX] = offset,
  };
  *is_valid = sources[mode] >= 0 && sources[mode] < width;
  return segment + (*is_valid ? sources[mode] : place);
}

static bool takes_part(const tl_lanes *lanes, int64_t thread) {
  for (int k = 0; k < lanes->count; k++)
    if (lanes->items[k] == thread)
      return true;
  return false;
}

static void run_shuffle(tl_machine *machine, const tl_instruction *at,
                        const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    int64_t offset = tl_operand_number(machine, at, 1, thread);
    int64_t width = tl_operand_number(machine, at, 2, thread);
    int64_t lane = thread % TL_WARP_THREADS;
    bool is_valid;
    if (width < 1 || width > TL_WARP_THREADS) {
      tl_fault(machine, at, thread, TL_FAULT_ARITHMETIC,
               "has a width that is not 1 to 32");
      return;
    }
    int64_t source = thread - lane +
                     shuffle_source((shuffle_mode)at->numbers[0], lane, offset,
                                    width, &is_valid);
    tl_element *out = tl_result(machine, at, 0, thread);
    *out = tl_element_of(0, tl_poison_all(&tl_result_slot(at, 0)->scalar));
    if (takes_part(lanes, source))
      *out = *tl_operand(machine, at, 0, (int)source);
    *tl_result(machine, at, 1, thread) = tl_element_of(is_valid, 0);
  }
}

const tl_sim_row TL_SIM_GPU[] = {
    {"gpu.thread_id", run_thread_id, prepare_dimension, NULL},
    {"gpu.block_id", run_block_id, prepare_dimension, NULL},
    {"gpu.block_dim", run_block_dim, prepare_dimension, NULL},
    {"gpu.grid_dim", run_grid_dim, prepare_dimension, NULL},
    {"gpu.global_id", run_global_id, prepare_dimension, NULL},
    {"gpu.lane_id", run_lane_id, NULL, NULL},
    {"gpu.subgroup_id", run_subgroup_id, NULL, NULL},
    {"gpu.subgroup_size", run_subgroup_size, NULL, NULL},
    {"gpu.num_subgroups", run_num_subgroups, NULL, NULL},
    {"gpu.barrier", run_barrier, NULL, NULL},
    {"nvvm.barrier0", run_barrier, NULL, NULL},
    {"nvvm.barrier", run_barrier, prepare_whole_block, NULL},
    {"nvvm.bar.warp.sync", run_warp_barrier, NULL, NULL},
    {"gpu.shuffle", run_shuffle, prepare_shuffle, NULL},
    {"gpu.return", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
