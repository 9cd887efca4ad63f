/* operations_mbarrier.c - see mbarriers.h: nvgpu.mbarrier.*, of a group of
 * barriers, and nvvm.mbarrier.* of a pointer.
 *
 * What a thread has done before it arrives is known to who waits for the phase, and
 * so are the bytes of bulk copies.  A copy lands when somebody asks. */
#include "mbarriers.h"
#include "operations.h"
#include "roles.h"
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

static int64_t address_of(const tl_step *step, int of, int place) {
  int64_t number = place ? tl_operand_number(step, place) : 0;
  int64_t address = tl_operand_number(step, of);
  if (!tl_add_product(&address, number, BARRIER_BYTES))
    tl_fault_overflow(step);
  return address;
}

static tl_mbarrier *find(const tl_machine *machine, int64_t address) {
  for (int i = 0; i < machine->mbarriers.count; i++)
    if (machine->mbarriers.items[i].address == address)
      return &machine->mbarriers.items[i];
  return NULL;
}

tl_mbarrier *tl_mbarrier_at(const tl_step *step, int of, int place) {
  tl_mbarrier *found = find(step->machine, address_of(step, of, place));
  if (!found)
    tl_fault(step, TL_FAULT_UNINITIALIZED,
             "names an mbarrier that nobody has initialized");
  return found;
}

/* Of most operations. */
static tl_mbarrier *barrier_of(const tl_step *step) {
  return tl_mbarrier_at(step, 0, (int)step->at->row->number);
}

bool tl_is_turned_off(const tl_step *step, int count) {
  int last = step->at->operand_count - 1;
  return last >= count && !(tl_operand_number(step, last) & 1);
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
  learn(barrier->arrived, machine->known[warp]);
  barrier->arrived[warp] = machine->barriers;
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
  return tl_is_turned_off(step, step->at->row->number ? 3 : 2);
}

static void initialize(const tl_step *step) {
  tl_machine *machine = step->machine;
  tl_mbarriers *all = &machine->mbarriers;
  int64_t count = tl_operand_number(step, VALUE);
  int64_t address = address_of(step, 0, (int)step->at->row->number);
  if (is_off(step))
    return;
  if (count < 1 || count > MOST_COUNTED) {
    tl_fault(step, TL_FAULT_BARRIER,
             "makes an mbarrier of %" PRId64 " arrivals; there are 1 to %d",
             count, MOST_COUNTED);
    return;
  }
  tl_mbarrier *own = find(machine, address);
  if (!own) {
    tl_mbarrier *items =
        tl_grow(all->items, sizeof *items, all->count, &all->capacity);
    if (!items) {
      tl_machine_stop(machine, step->at, TL_NO_MEMORY);
      return;
    }
    all->items = items;
    own = &items[all->count++];
  }
  *own = (tl_mbarrier){.address = address, .expected = count, .missing = count};
}

/* The result, if there is one, says which phase. */
static void arrive_once(const tl_step *step) {
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return;
  if (step->at->result_count)
    tl_give_number(step, 0, (int64_t)barrier->phase);
  arrive(step, barrier, 1);
}

/* As its name says it completes no phase. */
static void arrive_often(const tl_step *step) {
  tl_mbarrier *barrier = barrier_of(step);
  int64_t count = tl_operand_number(step, VALUE + 1);
  if (!barrier)
    return;
  tl_give_number(step, 0, (int64_t)barrier->phase);
  if (count == barrier->missing)
    tl_fault(step, TL_FAULT_BARRIER,
             "completes the phase of an mbarrier, as its %" PRId64
             " arrivals are the last",
             count);
  else
    arrive(step, barrier, count);
}

static void arrive_expecting(const tl_step *step) {
  if (is_off(step))
    return;
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return;
  expect_bytes(step, barrier, tl_operand_number(step, VALUE));
  if (step->at->result_count)
    tl_give_number(step, 0, (int64_t)barrier->phase);
  arrive(step, barrier, 1);
}

static void join(const tl_step *step, const tl_mbarrier *barrier) {
  learn(step->machine->known[step->thread / step->machine->wave],
        barrier->released);
}

static void test(const tl_step *step) {
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return;
  land(step->machine, barrier);
  bool is_over = barrier->phase != (uint64_t)tl_operand_number(step, VALUE);
  if (is_over)
    join(step, barrier);
  tl_give_number(step, 0, is_over);
  if (!is_over)
    tl_roles_pause(step->machine);
}

/* Whether the phase of the parity that a thread names is over. */
static bool has_passed(const tl_step *step) {
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return true;
  land(step->machine, barrier);
  return (barrier->phase & 1) != ((uint64_t)tl_operand_number(step, VALUE) & 1);
}

static void wait(const tl_step *step) {
  bool is_over = tl_roles_wait(step, has_passed);
  tl_mbarrier *barrier = barrier_of(step);
  if (!barrier)
    return;
  if (is_over)
    join(step, barrier);
  else
    tl_fault(step, TL_FAULT_BARRIER,
             "waits for phase %" PRIu64 " of an mbarrier, which misses %" PRId64
             " arrivals and %" PRId64 " bytes that nobody is left to bring",
             barrier->phase, barrier->missing, barrier->bytes);
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

/* Of groups, the operand that says which. */
#define GROUP(place) .number = (place)

const tl_sim_row TL_SIM_MBARRIERS[] = {
    {"nvgpu.mbarrier.create", .all = create, .prepare = prepare_group},
    {"nvgpu.mbarrier.get", .each = get},
    {"nvgpu.mbarrier.init", .each = initialize, GROUP(2)},
    {"nvgpu.mbarrier.arrive", .each = arrive_once, GROUP(1)},
    {"nvgpu.mbarrier.arrive.nocomplete", .each = arrive_often, GROUP(1)},
    {"nvgpu.mbarrier.arrive.expect_tx", .each = arrive_expecting, GROUP(2)},
    {"nvgpu.mbarrier.test.wait", .each = test, .prepare = prepare_wait,
     GROUP(2)},
    {"nvgpu.mbarrier.try_wait.parity", .each = wait, .prepare = prepare_wait,
     GROUP(3)},
    {"nvvm.mbarrier.init", .each = initialize},
    {"nvvm.mbarrier.arrive.expect_tx", .each = arrive_expecting},
    {"nvvm.mbarrier.try_wait.parity", .each = wait, .prepare = prepare_wait},
    {.name = NULL},
};
