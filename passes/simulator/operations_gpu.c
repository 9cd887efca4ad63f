/* operations_gpu.c - The dialect gpu but for numbers, barriers of nvvm and rocdl,
 * ends of functions. */
#include "operations.h"
#include "roles.h"
#include <inttypes.h>
#include <string.h>

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
  tl_machine_meet(first->machine, ~UINT64_C(0));
  first->machine->last_of_all = first->machine->barriers;
}

/*===--- Barriers of a warp -----------------------------------------------===*/

/* Lanes of one warp that are here: items [begin, end) of all. */
typedef struct warp_lanes {
  const tl_step *all;
  int begin, end;
} warp_lanes;

static int lane_of(const tl_step *step) {
  return step->thread % step->machine->wave;
}

static uint64_t mask_of(const tl_step *step) {
  int none = TL_WIDEST_WAVE - step->machine->wave;
  return (uint64_t)tl_operand_number(step, 0) << none >> none;
}

/* Those that name the mask. */
static uint64_t lanes_with(const warp_lanes *here, uint64_t mask) {
  uint64_t lanes = 0;
  for (int k = here->begin; k < here->end; k++) {
    tl_step step = tl_step_of(here->all, k);
    lanes |= (uint64_t)(mask_of(&step) == mask) << lane_of(&step);
  }
  return lanes;
}

/* NULL when memory is out. */
static tl_warp_waits *waits_with(const tl_step *step, uint64_t mask) {
  tl_machine *machine = step->machine;
  int warp = step->thread / machine->wave;
  for (int i = 0; i < machine->wait_count; i++)
    if (machine->waits[i].warp == warp && machine->waits[i].mask == mask)
      return &machine->waits[i];
  tl_warp_waits *items = tl_grow(machine->waits, sizeof *items,
                                 machine->wait_count, &machine->wait_capacity);
  if (!items) {
    tl_machine_stop(machine, step->at, TL_NO_MEMORY);
    return NULL;
  }
  machine->waits = items;
  items[machine->wait_count] = (tl_warp_waits){.warp = warp, .mask = mask};
  return &items[machine->wait_count++];
}

/* Of lanes of which some do not come here. */
static void count_waits(const tl_step *first, uint64_t mask, uint64_t came) {
  tl_warp_waits *waits = waits_with(first, mask);
  tl_step step = *first;
  step.thread -= lane_of(first);
  for (; waits && came; came >>= 1, step.thread++) {
    uint32_t *count = &waits->counts[lane_of(&step)];
    *count += came & 1;
    if (*count <= waits->most)
      continue;
    waits->most = *count;
    waits->last = step;
  }
  if (waits)
    waits->returned |=
        ~tl_running_lanes(first->machine, first->thread / first->machine->wave);
}

/* Who is not in its own mask does what nobody says. */
static void check_mask(const tl_step *step) {
  if (!(mask_of(step) >> lane_of(step) & 1))
    tl_fault(step, TL_FAULT_BARRIER,
             "waits with mask %#" PRIx64 ", which its lane %d is not in",
             mask_of(step), lane_of(step));
}

static void meet_warp(const warp_lanes *here) {
  tl_machine *machine = here->all->machine;
  tl_step first = tl_step_of(here->all, here->begin);
  int warp = first.thread / machine->wave;
  uint64_t running = tl_running_lanes(machine, warp), told = 0;
  for (int k = here->begin; k < here->end; k++) {
    tl_step step = tl_step_of(here->all, k);
    uint64_t mask = mask_of(&step);
    check_mask(&step);
    if (told >> lane_of(&step) & 1)
      continue;
    uint64_t came = lanes_with(here, mask);
    if (mask & running & ~came)
      count_waits(&step, mask, came);
    told |= came;
  }
  tl_machine_meet(machine, UINT64_C(1) << warp);
}

/* Behind those that are of the warp of item k. */
static int end_of_warp(const tl_step *all, int k) {
  const tl_lanes *lanes = all->lanes;
  int wave = all->machine->wave, end = k + 1;
  while (end < lanes->count &&
         lanes->items[end] / wave == lanes->items[k] / wave)
    end++;
  return end;
}

static void meet_warps(const tl_step *first) {
  for (int k = 0, end; k < first->lanes->count; k = end) {
    end = end_of_warp(first, k);
    meet_warp(&(warp_lanes){first, k, end});
  }
}

/* The first lane that has waited less often than others; -1: none. */
static int missing_lane(const tl_warp_waits *waits) {
  for (int lane = 0; lane < TL_WIDEST_WAVE; lane++)
    if ((waits->mask & ~waits->returned) >> lane & 1 &&
        waits->counts[lane] < waits->most)
      return lane;
  return -1;
}

void tl_warp_waits_close(tl_machine *machine) {
  for (int i = 0; i < machine->wait_count && !machine->is_stopped; i++) {
    const tl_warp_waits *waits = &machine->waits[i];
    int lane = missing_lane(waits);
    if (lane >= 0)
      tl_fault(&waits->last, TL_FAULT_BARRIER,
               "waits with mask %#" PRIx64
               " more often than lane %d, which that names",
               waits->mask, lane);
  }
  machine->wait_count = 0;
}

/*===--- Barriers with a number -------------------------------------------===*/

/* Of PTX's bar.sync: warps whose threads all name it with an equal count of
 * threads, at one instruction; arrivals elsewhere are not known.  A warp counts as
 * all its lanes, whether the block has them or not.
 *
 * Source: PTX ISA, "Parallel Synchronization and Communication Instructions:
 * bar{.cta}, barrier{.cta}". */
enum { BARRIERS = 16 };

/* Those that wait at one of them. */
typedef struct meeting {
  uint64_t warps;
  int64_t threads, expected;
} meeting;

static bool prepare_barrier(tl_instruction *at) {
  return (at->result_count == 0 && at->operand_count % 2 == 0) ||
         tl_refuse(at, "is a barrier that the simulator does not know");
}

static int64_t threads_of_warp(const tl_machine *machine, int warp) {
  int rest = machine->thread_count - warp * machine->wave;
  return rest < machine->wave ? rest : machine->wave;
}

/* Whether a thread waits at a barrier as the first thread of its warp does. */
static bool joins(const tl_step *step, const tl_step *first, int64_t *number,
                  int64_t *count) {
  int64_t named = tl_operand_number(step, 0), of = tl_operand_number(step, 1);
  bool is_first = step->thread == first->thread;
  if (named < 0 || named >= BARRIERS)
    return tl_fault(step, TL_FAULT_BARRIER,
                    "waits at barrier %" PRId64 "; there are 0 to %d", named,
                    BARRIERS - 1);
  if (of % step->machine->wave != 0)
    return tl_fault(step, TL_FAULT_BARRIER,
                    "waits at barrier %" PRId64 " for %" PRId64
                    " threads, which are no whole warps of %d",
                    named, of, step->machine->wave);
  if (!is_first && (named != *number || of != *count))
    return tl_fault(step, TL_FAULT_BARRIER,
                    "waits at barrier %" PRId64 " for %" PRId64
                    " threads, and thread %d of its warp at %" PRId64
                    " for %" PRId64,
                    named, of, first->thread, *number, *count);
  *number = named;
  *count = of;
  return true;
}

/* The threads from `k` on that are of one warp; returns the first behind. */
static int join_warp(const tl_step *all, int k, meeting *meetings) {
  tl_step first = tl_step_of(all, k), step = first;
  int warp = first.thread / all->machine->wave, begin = k;
  int64_t number = 0, count = 0;
  bool is_fine = true;
  for (; k < all->lanes->count; k++) {
    step = tl_step_of(all, k);
    if (step.thread / all->machine->wave != warp)
      break;
    is_fine = is_fine && joins(&step, &first, &number, &count);
  }
  meeting *own = &meetings[number];
  int64_t missing = threads_of_warp(all->machine, warp) - (k - begin);
  if (missing)
    tl_fault(&first, TL_FAULT_BARRIER,
             "waits at barrier %" PRId64 ", and %" PRId64
             " threads of its warp do not",
             number, missing);
  if (own->threads && own->expected != count)
    tl_fault(&first, TL_FAULT_BARRIER,
             "waits at barrier %" PRId64 " for %" PRId64
             " threads, and others for %" PRId64,
             number, count, own->expected);
  own->warps |= UINT64_C(1) << warp;
  own->threads += all->machine->wave;
  own->expected = count;
  return k;
}

static void meet_numbered(const tl_step *first) {
  meeting meetings[BARRIERS] = {{0}};
  for (int k = 0; k < first->lanes->count;)
    k = join_warp(first, k, meetings);
  for (int number = 0; number < BARRIERS; number++) {
    const meeting *own = &meetings[number];
    if (own->threads != own->expected)
      tl_fault(first, TL_FAULT_BARRIER,
               "waits at barrier %d for %" PRId64 " threads; %" PRId64
               " are there",
               number, own->expected, own->threads);
    if (own->threads)
      tl_machine_meet(first->machine, own->warps);
  }
}

static tl_party party_at(const tl_step *first) {
  return first->at->operand_count
             ? (tl_party){tl_operand_number(first, 0),
                          tl_operand_number(first, 1), false}
             : tl_party_of_block(first);
}

static void meet_at(const tl_step *first) {
  if (first->at->operand_count)
    meet_numbered(first);
  else
    meet(first);
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

/* Lanes that the block has not are not missed by those that do not name them. */
static bool is_complete(const tl_step *first, int count) {
  const tl_machine *machine = first->machine;
  bool is_whole = count == machine->wave;
  tl_step lane = *first;
  if (count != threads_of_warp(machine, first->thread / machine->wave))
    return false;
  for (; !is_whole && lane.thread < first->thread + count; lane.thread++)
    if (tl_operand_number(&lane, 2) > count)
      return false;
  return true;
}

static void shuffle_warp(const tl_step *first, int count) {
  tl_step lane = *first;
  if (!is_complete(first, count)) {
    tl_fault(first, TL_FAULT_SCOPE,
             "executes an operation of its warp with %d of %d threads", count,
             first->machine->wave);
    return;
  }
  tl_report_exchange(first);
  for (; lane.thread < first->thread + count; lane.thread++)
    shuffle_lane(&lane);
}

static void shuffle(const tl_step *first) {
  const tl_lanes *lanes = first->lanes;
  int wave = first->machine->wave;
  for (int k = 0, end = 0; k < lanes->count; k = end) {
    tl_step step = tl_step_of(first, k);
    while (end < lanes->count && lanes->items[end] / wave == step.thread / wave)
      end++;
    shuffle_warp(&step, end - k);
  }
}

/* Within groups of `width` lanes, a power of two; as its description says, only
 * the first one has a result. */
static void rotate(const tl_step *first) {
  int64_t offset = first->at->numbers[0], width = first->at->numbers[1];
  tl_step lane = *first;
  tl_report_exchange(first);
  for (int64_t i = 0; i < first->machine->wave; i++, lane.thread++) {
    tl_step source = *first;
    source.thread += (int)((i + offset) % width);
    tl_give_number(&lane, 1, i < width);
    if (i < width)
      memcpy(tl_result(&lane, 0), tl_operand(&source, 0),
             tl_result_slot(first->at, 0)->bytes);
    else
      tl_each_poison(&lane);
  }
}

static bool prepare_rotate(tl_instruction *at) {
  return at->numbers[1] <= at->program->wave ||
         tl_refuse(at, "rotates among more lanes than a warp has");
}

/* Numbers of broadcasts. */
enum { FROM_FIRST = 0, FROM_LANE };

/* Of the threads from `k` on that are of one warp, the one that all read from;
 * -1 where they name no lane that is there, or several. */
static int find_giver(const tl_step *all, int k, int end) {
  tl_step own = tl_step_of(all, k);
  int wave = all->machine->wave, begin = own.thread / wave * wave, giver = -1;
  if (all->at->numbers[0] == FROM_FIRST)
    return own.thread;
  int64_t named = tl_operand_number(&own, 1);
  for (int i = k; i < end; i++) {
    own = tl_step_of(all, i);
    if (tl_operand_number(&own, 1) != named)
      return -1;
    if (own.thread == begin + named)
      giver = own.thread;
  }
  return giver;
}

/* Among the threads of a warp that are here. */
static void broadcast(const tl_step *first) {
  for (int k = 0, end; k < first->lanes->count; k = end) {
    end = end_of_warp(first, k);
    int giver = find_giver(first, k, end);
    for (int i = k; i < end; i++) {
      tl_step own = tl_step_of(first, i);
      if (giver < 0)
        tl_each_poison(&own);
      else
        memcpy(tl_result(&own, 0),
               tl_slot_value(first->machine, first->at->operands[0], giver),
               tl_result_slot(first->at, 0)->bytes);
    }
  }
}

/*===--- One lane for its warp --------------------------------------------===*/

/* A body that lane 0 executes.  Its arguments are the values of all lanes beside
 * each other along the dimension in which they are longer, lane after lane, and so
 * is what it yields of the results; what is as long is that of lane 0, and of all
 * lanes. */

/* The lane that has element n of what lane 0 has of all, and its number there. */
static int64_t lane_with(const tl_slot *whole, const tl_slot *part, int64_t n,
                         int64_t *number) {
  int64_t place[TL_MAX_RANK], lane = 0;
  tl_coordinate_of(n, whole->rank, whole->shape, place);
  *number = 0;
  for (int64_t d = 0; d < whole->rank; d++) {
    lane += place[d] / part->shape[d];
    *number = *number * part->shape[d] + place[d] % part->shape[d];
  }
  return lane;
}

static bool is_distributed(const tl_slot *whole, const tl_slot *part,
                           int64_t wave) {
  int longer = 0;
  bool is_even = whole->is_memref == part->is_memref &&
                 whole->rank == part->rank && !part->is_memref;
  for (int64_t d = 0; is_even && d < whole->rank; d++) {
    bool is_same = whole->shape[d] == part->shape[d];
    is_even = is_same || whole->shape[d] == wave * part->shape[d];
    longer += !is_same;
  }
  return mlirTypeEqual(whole->type, part->type) || (is_even && longer == 1);
}

static bool prepare_lane_0(tl_instruction *at) {
  const tl_body *body = &at->bodies[0];
  const tl_slot *slots = at->program->slots;
  int64_t wave = at->program->wave;
  bool is_known = at->numbers[0] == wave;
  for (int i = 0; is_known && i < body->argument_count; i++)
    is_known = is_distributed(&slots[body->arguments[i]],
                              tl_operand_slot(at, 1 + i), wave);
  for (int i = 0; is_known && i < at->result_count; i++)
    is_known = is_distributed(tl_operand_slot(tl_terminator(body), i),
                              tl_result_slot(at, i), wave);
  return is_known ||
         tl_refuse(at, "has warps of another size than the target's, or values "
                       "that are not longer by that in one dimension");
}

/* Between what the first thread has of all in a slot, and what each of its warp
 * has in another one. */
static void distribute(const tl_step *first, int whole, int part,
                       bool gathers) {
  tl_machine *machine = first->machine;
  const tl_slot *slots = machine->program->slots;
  bool is_same = mlirTypeEqual(slots[whole].type, slots[part].type);
  tl_element *all = tl_slot_value(machine, whole, first->thread);
  for (int lane = 0; is_same && lane < (gathers ? 1 : machine->wave); lane++) {
    void *own = tl_slot_value(machine, part, first->thread + lane);
    memcpy(gathers ? all : own, gathers ? own : all, slots[whole].bytes);
  }
  for (int64_t n = 0, number; !is_same && n < slots[whole].count; n++) {
    int64_t lane = lane_with(&slots[whole], &slots[part], n, &number);
    tl_element *own =
        (tl_element *)tl_slot_value(machine, part, first->thread + (int)lane) +
        number;
    *(gathers ? &all[n] : own) = gathers ? *own : all[n];
  }
}

static void run_on_lane_0(const tl_step *first) {
  const tl_instruction *at = first->at;
  const tl_body *body = &at->bodies[0];
  const tl_lanes alone = {1, &first->thread};
  tl_step lane = *first;
  for (int i = 0; i < first->machine->wave; i++, lane.thread++)
    if (tl_operand_number(&lane, 0) != i) {
      tl_fault(&lane, TL_FAULT_SCOPE,
               "is lane %d of its warp, and says %" PRId64, i,
               tl_operand_number(&lane, 0));
      return;
    }
  for (int i = 0; i < body->argument_count; i++)
    distribute(first, body->arguments[i], at->operands[1 + i], true);
  tl_run_body(first->machine, body, &alone);
  for (int i = 0; i < at->result_count; i++)
    distribute(first, tl_terminator(body)->operands[i], at->results[i], false);
}

/*===--- Shared memory whose size the launch says -------------------------===*/

/* One buffer, whose owner is the function. */
tl_buffer *tl_dynamic_buffer(const tl_step *step) {
  enum { LOWERED_ALIGNMENT = 16 };
  tl_machine *machine = step->machine;
  const MlirOperation owner = machine->program->function;
  tl_buffer *buffer = tl_machine_buffer_of(machine, owner);
  if (buffer)
    return buffer;
  if (machine->launch.dynamic_bytes == TL_DYNAMIC_UNKNOWN) {
    tl_machine_stop(machine, step->at,
                    "has a size that no gpu.launch_func of the kernel says as "
                    "a constant; give --dynamic-shared-memory");
    return NULL;
  }
  buffer =
      tl_machine_allocate(step, TL_MEMORY_SHARED, machine->launch.dynamic_bytes,
                          (tl_promise){LOWERED_ALIGNMENT, 0});
  if (!buffer)
    return NULL;
  buffer->name = "dynamic shared memory";
  buffer->owner = owner;
  return buffer;
}

static void open_dynamic(const tl_step *step) {
  tl_view view = tl_view_of_type(tl_result_slot(step->at, 0));
  view.sizes[0] = step->machine->launch.dynamic_bytes;
  view.buffer = tl_dynamic_buffer(step);
  if (view.buffer)
    *tl_result_view(step, 0) = view;
}

const tl_sim_row TL_SIM_GPU[] = {
    {"gpu.barrier", "nvvm.barrier0", .all = meet, .party = tl_party_of_block},
    {"amdgpu.lds_barrier", "rocdl.barrier", .all = meet},
    {"nvvm.barrier", .all = meet_at, .party = party_at,
     .prepare = prepare_barrier},
    {"nvvm.bar.warp.sync", .all = meet_warps},
    {"gpu.shuffle", .all = shuffle,
     TL_READS({"mode", TL_READ_WORD, 0, {"xor", "up", "down", "idx"}})},
    {"gpu.rotate", .warp = rotate, .prepare = prepare_rotate,
     TL_READS({.attribute = "offset"}, {.attribute = "width"})},
    {"gpu.subgroup_broadcast", .all = broadcast,
     TL_READS({"broadcast_type",
               TL_READ_WORD,
               FROM_FIRST,
               {"first_active_lane", "specific_lane"}})},
    {"gpu.warp_execute_on_lane_0", .warp = run_on_lane_0,
     .prepare = prepare_lane_0, TL_READS({.attribute = "warp_size"})},
    {"gpu.dynamic_shared_memory", .each = open_dynamic},
    {.name = "gpu.return", .alias = "func.return"},
    {.name = "llvm.return"},
    {.name = "nvvm.prefetch", .alias = "nvvm.nanosleep"},
    {.name = NULL},
};
