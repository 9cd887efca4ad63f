/* operations_mbarrier.c - see mbarriers.h: nvgpu.mbarrier.*, of a group of
 * barriers, nvvm.mbarrier.* of a pointer, and nvvm.cluster.* of one block.
 *
 * What a thread has done before it arrives is known to who waits for the phase, and
 * so are the bytes of bulk copies.  A copy lands when somebody asks. */
#include "mbarriers.h"
#include "operations.h"
#include "roles.h"
#include "tensor_maps.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  BARRIER_BYTES = 8,
  MOST_OF_GROUP = 1 << 15, /* 256 KiB */
  MOST_COUNTED = (1 << 20) - 1
};

/*===--- Which ------------------------------------------------------------===*/

/* How many barriers are of the group at the address. */
static int64_t count_of_group(const tl_machine *machine, int64_t address) {
  int64_t count = 0;
  for (int i = 0; i < machine->buffer_count; i++)
    if (machine->buffers[i]->address == address)
      count = machine->buffers[i]->size / BARRIER_BYTES;
  return count;
}

static int64_t address_of(const tl_step *step, int of, int place) {
  int64_t address = tl_operand_number(step, of);
  if (!place)
    return address;
  int64_t number = tl_operand_number(step, place),
          count = count_of_group(step->machine, address);
  if (number < 0 || number >= count) {
    tl_fault(step, TL_FAULT_BOUNDS,
             "names barrier %" PRId64 " of a group of %" PRId64, number, count);
    return address;
  }
  return address + number * BARRIER_BYTES;
}

static tl_mbarrier *find(const tl_machine *machine, int64_t address) {
  for (int i = 0; i < machine->mbarriers.count; i++)
    if (machine->mbarriers.items[i].address == address)
      return &machine->mbarriers.items[i];
  return NULL;
}

/*===--- As memory --------------------------------------------------------===*/

/* The access that begins or ends it. */
static tl_access access_of(const tl_step *step, tl_buffer *buffer,
                           int64_t address) {
  return (tl_access){.step = *step,
                     .buffer = buffer,
                     .byte = address - buffer->address,
                     .bytes = BARRIER_BYTES,
                     .alignment = BARRIER_BYTES,
                     .writes = true};
}

/* The shared memory that one may be in, aligned, whatever kind of pointer says its
 * address; NULL after a fault.
 *
 * Source: PTX ISA, "mbarrier: Size and alignment of mbarrier object". */
static tl_buffer *find_memory(const tl_step *step, int64_t address) {
  tl_buffer *buffer =
      tl_machine_buffer_near(step->machine, TL_MEMORY_SHARED, address);
  if (!buffer) {
    tl_fault(step, TL_FAULT_BOUNDS,
             "names an mbarrier at address 0x%" PRIx64
             ", near which there is no shared memory",
             address);
    return NULL;
  }
  const tl_access access = access_of(step, buffer, address);
  return tl_access_check_place(&access) ? buffer : NULL;
}

/* Its bytes become those of an mbarrier, or of none. */
static void write_bytes(const tl_step *step, const tl_mbarrier *barrier,
                        int what) {
  const tl_access access = access_of(step, barrier->buffer, barrier->address);
  tl_access_record(&access);
  memset(access.buffer->poison + access.byte, what, BARRIER_BYTES);
}

static bool is_whole(const tl_access *access) {
  const uint8_t *bytes = access->buffer->poison + access->byte;
  int kept = 0;
  while (kept < BARRIER_BYTES && bytes[kept] == TL_BYTE_COUNTS)
    kept++;
  return kept == BARRIER_BYTES;
}

/* What counts and asks is atomic, and races with what begins and ends it, as reads
 * do. */
static bool use_bytes(const tl_step *step, const tl_mbarrier *barrier) {
  tl_access access = access_of(step, barrier->buffer, barrier->address);
  access.writes = false;
  tl_access_record(&access);
  return is_whole(&access) ||
         tl_fault(step, TL_FAULT_UNINITIALIZED,
                  "names an mbarrier that has been written over");
}

tl_mbarrier *tl_mbarrier_at(const tl_step *step, int of, int place) {
  int64_t address = address_of(step, of, place);
  tl_mbarrier *found = find(step->machine, address);
  if (found)
    return use_bytes(step, found) ? found : NULL;
  if (find_memory(step, address))
    tl_fault(step, TL_FAULT_UNINITIALIZED,
             "names an mbarrier that nobody has initialized");
  return NULL;
}

/* Numbers of rows: of groups, the operand that says which barrier; and of arrivals,
 * what they do. */
enum { PLACE = 15, DROPS = 16, STAYS_OPEN = 32, EXPECTS = 64, UNORDERED = 128 };

static int place_of(const tl_instruction *at) {
  return (int)at->row->number & PLACE;
}

/* Of most operations. */
static tl_mbarrier *barrier_of(const tl_step *step) {
  return tl_mbarrier_at(step, 0, place_of(step->at));
}

/* Orders nothing. */
static bool is_relaxed(const tl_instruction *at) {
  return (at->row->number & UNORDERED) || (at->number_count && at->numbers[0]);
}

bool tl_is_turned_off(const tl_step *step, int count) {
  int last = step->at->operand_count - 1;
  return last >= count && !tl_operand_number(step, last);
}

/* Those that the thread has begun are known behind an arrival that is relaxed, too.
 *
 * Source: PTX ISA, "membar / fence: fence.mbarrier_init". */
static void publish_own(const tl_step *step) {
  const tl_mbarriers *all = &step->machine->mbarriers;
  for (int i = 0; i < all->count; i++) {
    const tl_mbarrier *one = &all->items[i];
    if (!one->buffer || one->opener != step->thread)
      continue;
    const tl_access access = access_of(step, one->buffer, one->address);
    tl_access_publish(&access);
  }
}

/*===--- Phases -----------------------------------------------------------===*/

static void learn(uint32_t *to, const uint32_t *from) {
  for (int warp = 0; warp < TL_MAX_WARPS; warp++)
    if (to[warp] < from[warp])
      to[warp] = from[warp];
}

static void end_phase(tl_mbarrier *barrier) {
  if (barrier->missing > 0 || barrier->bytes != 0)
    return;
  barrier->phase++;
  barrier->missing = barrier->expected;
  memcpy(barrier->released, barrier->arrived, sizeof barrier->released);
}

static void arrive(const tl_step *step, tl_mbarrier *barrier, int64_t count) {
  tl_machine *machine = step->machine;
  int warp = step->thread / machine->wave;
  if (count < 1 || count > barrier->missing) {
    tl_fault(step, TL_FAULT_BARRIER,
             "arrives %" PRId64 " times at an mbarrier of which %" PRId64
             " arrivals are missing",
             count, barrier->missing);
    return;
  }
  machine->barriers++;
  if (is_relaxed(step->at)) {
    publish_own(step);
  } else {
    learn(barrier->arrived, machine->known[warp]);
    barrier->arrived[warp] = machine->barriers;
  }
  barrier->missing -= count;
  end_phase(barrier);
}

static void expect_bytes(const tl_step *step, tl_mbarrier *barrier,
                         int64_t bytes) {
  barrier->bytes += bytes;
  if (bytes < 0 || barrier->bytes > MOST_COUNTED)
    tl_fault(step, TL_FAULT_BARRIER,
             "expects %" PRId64 " bytes at an mbarrier, in all %" PRId64
             "; it counts 0 to %d",
             bytes, barrier->bytes, MOST_COUNTED);
}

/*===--- Bulk copies ------------------------------------------------------===*/

void tl_bulk_start(const tl_access *to, const tl_mbarrier *barrier) {
  tl_machine *machine = to->step.machine;
  tl_mbarriers *all = &machine->mbarriers;
  uint8_t *first = to->buffer->poison + to->byte;
  tl_bulk_copy *copies = tl_grow(all->copies, sizeof *copies, all->copy_count,
                                 &all->copy_capacity);
  uint8_t *poison = malloc((size_t)to->bytes);
  all->copies = copies ? copies : all->copies;
  if (!copies || !poison) {
    free(poison);
    tl_machine_stop(machine, to->step.at, TL_NO_MEMORY);
    return;
  }
  memcpy(poison, first, (size_t)to->bytes);
  memset(first, TL_BYTE_IN_FLIGHT, (size_t)to->bytes);
  machine->async.is_used = true;
  copies[all->copy_count++] =
      (tl_bulk_copy){*to, barrier->address, ++machine->barriers, poison};
}

static void land_one(tl_machine *machine, tl_mbarrier *barrier,
                     const tl_bulk_copy *copy) {
  const tl_access *to = &copy->to;
  int warp = to->step.thread / machine->wave;
  memcpy(to->buffer->poison + to->byte, copy->poison, (size_t)to->bytes);
  free(copy->poison);
  if (barrier->arrived[warp] < copy->barriers)
    barrier->arrived[warp] = copy->barriers;
  barrier->bytes -= to->bytes;
}

static void land(tl_machine *machine, tl_mbarrier *barrier) {
  tl_mbarriers *all = &machine->mbarriers;
  int kept = 0;
  for (int i = 0; i < all->copy_count; i++)
    if (all->copies[i].barrier == barrier->address)
      land_one(machine, barrier, &all->copies[i]);
    else
      all->copies[kept++] = all->copies[i];
  if (kept < all->copy_count)
    end_phase(barrier);
  all->copy_count = kept;
}

void tl_mbarriers_close(tl_machine *machine) {
  tl_mbarriers *all = &machine->mbarriers;
  for (int i = 0; i < all->copy_count; i++) {
    const tl_access *to = &all->copies[i].to;
    tl_fault(&to->step, TL_FAULT_ASYNC,
             "copies to %s, and nobody waits for that",
             tl_describe_place(to->buffer, to->byte, 1).text);
    free(all->copies[i].poison);
  }
  all->count = all->copy_count = 0;
  memset(all->cluster_phases, 0, sizeof all->cluster_phases);
}

void tl_mbarriers_free(tl_mbarriers *all) {
  for (int i = 0; i < all->copy_count; i++)
    free(all->copies[i].poison);
  free(all->copies);
  free(all->items);
}

/*===--- Operations -------------------------------------------------------===*/

/* One buffer of the block; its owner is the operation. */
static void create(const tl_step *first) {
  const tl_instruction *at = first->at;
  tl_machine *machine = first->machine;
  tl_buffer *buffer = tl_machine_buffer_of(machine, at->operation);
  if (!buffer) {
    buffer = tl_machine_keep(machine, at,
                             tl_buffer_create(TL_MEMORY_SHARED,
                                              at->numbers[0] * BARRIER_BYTES,
                                              (tl_promise){BARRIER_BYTES, 0}));
    if (!buffer)
      return;
    buffer->owner = at->operation;
    buffer->name = "an mbarrier";
  }
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    tl_give_number(&step, 0, buffer->address);
  }
}

static void get(const tl_step *step) {
  tl_give_number(step, 0, address_of(step, 0, 1));
}

/* What comes behind the barriers, mostly; and a predicate may behind all. */
enum { VALUE = 1 };

static bool is_off(const tl_step *step) {
  return tl_is_turned_off(step, place_of(step->at) ? 3 : 2);
}

/* The one at the address, as new; NULL when memory is out. */
static tl_mbarrier *open_barrier(const tl_step *step, tl_buffer *buffer,
                                 int64_t address, int64_t count) {
  tl_mbarriers *all = &step->machine->mbarriers;
  tl_mbarrier *own = find(step->machine, address);
  if (!own) {
    tl_mbarrier *items =
        tl_grow(all->items, sizeof *items, all->count, &all->capacity);
    if (!items) {
      tl_machine_stop(step->machine, step->at, TL_NO_MEMORY);
      return NULL;
    }
    all->items = items;
    own = &items[all->count++];
  }
  *own = (tl_mbarrier){.address = address,
                       .buffer = buffer,
                       .opener = step->thread,
                       .opened_at = step->at,
                       .expected = count,
                       .missing = count};
  return own;
}

/* Whether another thread has begun it alike at this operation, and nobody has used it:
 * as all threads of a block may store one value (rule U1). */
static bool is_begun(const tl_step *step, int64_t address, int64_t count) {
  const tl_mbarrier *own = find(step->machine, address);
  return own && own->opened_at == step->at && own->opener != step->thread &&
         own->phase == 0 && own->expected == count && own->missing == count &&
         own->bytes == 0;
}

static void initialize_now(const tl_step *step) {
  int64_t count = tl_operand_number(step, VALUE);
  int64_t address = address_of(step, 0, place_of(step->at));
  if (is_off(step) || is_begun(step, address, count))
    return;
  if (count < 1 || count > MOST_COUNTED) {
    tl_fault(step, TL_FAULT_BARRIER,
             "makes an mbarrier of %" PRId64 " arrivals; there are 1 to %d",
             count, MOST_COUNTED);
    return;
  }
  tl_buffer *buffer = find_memory(step, address);
  tl_mbarrier *own = buffer ? open_barrier(step, buffer, address, count) : NULL;
  if (own)
    write_bytes(step, own, TL_BYTE_COUNTS);
}

static void initialize(const tl_step *step) {
  tl_run_uncounted(step, initialize_now);
}

static void invalidate(const tl_step *step) {
  tl_mbarrier *barrier = barrier_of(step);
  tl_mbarriers *all = &step->machine->mbarriers;
  if (!barrier)
    return;
  write_bytes(step, barrier, TL_BYTE_UNKNOWN);
  *barrier = all->items[--all->count];
}

static void expect(const tl_step *step) {
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return;
  expect_bytes(step, barrier, tl_operand_number(step, VALUE));
  end_phase(barrier);
}

static void bring(const tl_step *step) {
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return;
  barrier->bytes -= tl_operand_number(step, VALUE);
  end_phase(barrier);
}

/* The result, if there is one, says which phase.  The number behind the barrier is how many
 * bytes it expects, or how often the thread arrives. */
static void arrive_by_row(const tl_step *step) {
  const tl_instruction *at = step->at;
  int64_t does = at->row->number;
  int operand = place_of(at) == VALUE ? VALUE + 1 : VALUE;
  if (is_off(step))
    return;
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return;
  int64_t number =
      operand < at->operand_count ? tl_operand_number(step, operand) : 1;
  int64_t count = does & EXPECTS ? 1 : number;
  if (does & EXPECTS)
    expect_bytes(step, barrier, number);
  if (at->result_count)
    tl_give_number(step, 0, (int64_t)barrier->phase);
  if (does & STAYS_OPEN && count == barrier->missing) {
    tl_fault(step, TL_FAULT_BARRIER,
             "completes the phase of an mbarrier, as its %" PRId64
             " arrivals are the last",
             count);
    return;
  }
  barrier->expected -= does & DROPS ? count : 0;
  arrive(step, barrier, count);
}

/* Copies of the thread that are in flight land at once; those who wait for the phase know
 * it.  numbers: whether order is left open, whether the arrival is one of those that are
 * expected. */
static void arrive_with_copies(const tl_step *step) {
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return;
  tl_async_finish(step);
  barrier->missing += !step->at->numbers[1];
  arrive(step, barrier, 1);
}

static void join(const tl_step *step, const tl_mbarrier *barrier) {
  if (!is_relaxed(step->at))
    learn(step->machine->known[step->thread / step->machine->wave],
          barrier->released);
}

/* Whether the phase that a thread names is over, by its number or its parity. */
static bool has_passed(const tl_step *step) {
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return true;
  land(step->machine, barrier);
  uint64_t named = (uint64_t)tl_operand_number(step, VALUE);
  uint64_t low =
      tl_operand_slot(step->at, VALUE)->scalar.bits == 64 ? UINT64_MAX : 1;
  return (barrier->phase & low) != (named & low);
}

static void test(const tl_step *step) {
  bool is_over = has_passed(step);
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return;
  tl_give_number(step, 0, is_over);
  if (is_over)
    join(step, barrier);
  else
    tl_roles_pause(step->machine);
}

/* The result, if there is one, says that it is over. */
static void wait(const tl_step *step) {
  bool is_over = tl_roles_wait(step, has_passed);
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return;
  if (step->at->result_count)
    tl_give_number(step, 0, true);
  if (is_over)
    join(step, barrier);
  else
    tl_fault(step, TL_FAULT_BARRIER,
             "waits for phase %" PRIu64 " of an mbarrier, which misses %" PRId64
             " arrivals and %" PRId64 " bytes that nobody is left to bring",
             barrier->phase, barrier->missing, barrier->bytes);
}

/*===--- The barrier of a cluster -----------------------------------------===*/

/* One of all threads of a cluster, which is a block here, at an address where there is no
 * memory.  What a thread has arrived at last it waits for.
 *
 * Source: PTX ISA, "barrier.cluster". */
enum { CLUSTER_ADDRESS = -1 };

/* NULL after an error. */
static tl_mbarrier *cluster_barrier(const tl_step *step) {
  tl_machine *machine = step->machine;
  const int64_t *cluster = machine->launch.cluster;
  tl_mbarrier *found = find(machine, CLUSTER_ADDRESS);
  if (cluster[0] * cluster[1] * cluster[2] > 1) {
    tl_machine_stop(machine, step->at,
                    "is of several blocks of a cluster, which the simulator "
                    "runs one after the other");
    return NULL;
  }
  return found
             ? found
             : open_barrier(step, NULL, CLUSTER_ADDRESS, machine->thread_count);
}

/* The phase behind the one that the thread has arrived at; 0: it has not. */
static uint64_t *phase_behind(const tl_step *step) {
  return &step->machine->mbarriers.cluster_phases[step->thread];
}

static void arrive_at_cluster(const tl_step *step) {
  tl_mbarrier *barrier = cluster_barrier(step);
  uint64_t *own = phase_behind(step);
  if (!barrier)
    return;
  if (*own) {
    tl_fault(step, TL_FAULT_BARRIER,
             "arrives at the barrier of its cluster for the second time, and "
             "has not waited there");
    return;
  }
  *own = barrier->phase + 1;
  arrive(step, barrier, 1);
}

static bool has_left_cluster(const tl_step *step) {
  const tl_mbarrier *barrier = find(step->machine, CLUSTER_ADDRESS);
  return !barrier || barrier->phase >= *phase_behind(step);
}

static void wait_for_cluster(const tl_step *step) {
  if (!cluster_barrier(step))
    return;
  if (!*phase_behind(step)) {
    tl_fault(step, TL_FAULT_BARRIER,
             "waits at the barrier of its cluster, where it has not arrived");
    return;
  }
  bool is_over = tl_roles_wait(step, has_left_cluster);
  const tl_mbarrier *barrier = find(step->machine, CLUSTER_ADDRESS);
  *phase_behind(step) = 0;
  if (is_over)
    join(step, barrier);
  else
    tl_fault(step, TL_FAULT_BARRIER,
             "waits at the barrier of its cluster for %" PRId64
             " threads that do not arrive there",
             barrier->missing);
}

static bool prepare_wait(tl_instruction *at) {
  at->program->has_waits = true;
  return true;
}

/* numbers: the barriers of a group. */
static bool prepare_group(tl_instruction *at) {
  tl_text text = tl_type_text(tl_result_slot(at, 0)->type);
  const char *stated = strstr(text.data, "num_barriers = ");
  long long count = 1;
  if (stated)
    sscanf(stated, "num_barriers = %lld", &count);
  return count <= MOST_OF_GROUP
             ? tl_set_numbers(at, 1, (int64_t[]){count})
             : tl_refuse(at, "makes more barriers than shared memory has room "
                             "for");
}

#define WAITS .prepare = prepare_wait
#define RELAXED TL_READS({"relaxed", TL_READ_BITS, 0, {"true"}})
#define ARRIVES .each = arrive_by_row, RELAXED

const tl_sim_row TL_SIM_MBARRIERS[] = {
    {"nvgpu.mbarrier.create", .all = create, .prepare = prepare_group},
    {"nvgpu.mbarrier.get", .each = get},
    {"nvgpu.mbarrier.init", .each = initialize, .number = 2},
    {"nvgpu.mbarrier.arrive", ARRIVES, .number = 1},
    {"nvgpu.mbarrier.arrive.nocomplete", ARRIVES, .number = 1 | STAYS_OPEN},
    {"nvgpu.mbarrier.arrive.expect_tx", ARRIVES, .number = 2 | EXPECTS},
    {"nvgpu.mbarrier.test.wait", .each = test, WAITS, .number = 2},
    {"nvgpu.mbarrier.try_wait.parity", .each = wait, WAITS, .number = 3},
    {"nvvm.mbarrier.init", .each = initialize},
    {"nvvm.mbarrier.inval", .each = invalidate},
    {"nvvm.mbarrier.expect_tx", .each = expect},
    {"nvvm.mbarrier.complete_tx", .each = bring},
    {"nvvm.mbarrier.arrive", ARRIVES},
    {"nvvm.mbarrier.arrive.nocomplete", ARRIVES, .number = STAYS_OPEN},
    {"nvvm.mbarrier.arrive.expect_tx", ARRIVES, .number = EXPECTS},
    {"nvvm.mbarrier.arrive_drop", ARRIVES, .number = DROPS},
    {"nvvm.mbarrier.arrive_drop.nocomplete", ARRIVES,
     .number = DROPS | STAYS_OPEN},
    {"nvvm.mbarrier.arrive_drop.expect_tx", ARRIVES, .number = DROPS | EXPECTS},
    {"nvvm.mbarrier.test.wait", .each = test, WAITS, RELAXED},
    {"nvvm.mbarrier.try_wait", "nvvm.mbarrier.try_wait.parity", .each = wait,
     WAITS, RELAXED},
    {"nvvm.cluster.arrive", .each = arrive_at_cluster},
    {"nvvm.cluster.arrive.relaxed", .each = arrive_at_cluster,
     .number = UNORDERED},
    {"nvvm.cluster.wait", .each = wait_for_cluster, WAITS},
    {"nvvm.cp.async.mbarrier.arrive", .each = arrive_with_copies,
     TL_READS({.attribute = "relaxed"},
              {"noinc", TL_READ_BITS, 0, {"true", "1"}})},
    {.name = NULL},
};
