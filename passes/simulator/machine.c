/* machine.c - see machine.h. */
#include "operations.h"
#include "roles.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tl_machine_create(const tl_program *program, const tl_launch *launch,
                       const tl_budget *budget, tl_machine *out) {
  const int64_t *block = launch->block;
  size_t threads = (size_t)(block[0] * block[1] * block[2]);
  size_t count = (size_t)program->instruction_count + 1;
  *out = (tl_machine){
      .program = program,
      .launch = *launch,
      .budget = *budget,
      .thread_count = (int)threads,
      .wave = program->wave,
      .is_host = program->launches,
      .everyone = {(int)threads, out->threads},
      .values = calloc(program->value_bytes + 1, threads),
      .faults.seen = calloc(count, sizeof *out->faults.seen),
      .report = {.totals = calloc(2 * count, sizeof(tl_access_totals)),
                 .count = 2 * (int)count,
                 .exchanges = calloc(count, sizeof(tl_exchange_totals))},
  };
  for (int t = 0; t < out->thread_count; t++)
    out->threads[t] = t;
  return out->values && out->faults.seen && out->report.totals &&
         out->report.exchanges;
}

static void drop_buffer(tl_buffer *buffer) {
  if (buffer && buffer->argument < 0)
    tl_buffer_destroy(buffer);
}

/* A global does, but shared memory is the block's own. */
static bool outlives_block(const tl_buffer *buffer) {
  return !mlirOperationIsNull(buffer->owner) &&
         buffer->space != TL_MEMORY_SHARED;
}

/* Those from `first` on. */
static void drop_buffers(tl_machine *machine, int first, bool is_at_end) {
  int kept = first;
  for (int i = first; i < machine->buffer_count; i++)
    if (!is_at_end && outlives_block(machine->buffers[i]))
      machine->buffers[kept++] = machine->buffers[i];
    else
      drop_buffer(machine->buffers[i]);
  machine->buffer_count = kept;
}

static void free_report(tl_report *report) {
  free(report->totals);
  free(report->exchanges);
  free(report->pending[0].items);
  free(report->pending[1].items);
}

void tl_machine_destroy(tl_machine *machine) {
  tl_trace_destroy(&machine->trace);
  drop_buffers(machine, 0, true);
  free(machine->buffers);
  free(machine->values);
  free(machine->faults.seen);
  free(machine->faults.records);
  free(machine->async.items);
  tl_mbarriers_free(&machine->mbarriers);
  free(machine->waits);
  free_report(&machine->report);
}

/*===--- Values -----------------------------------------------------------===*/

int64_t tl_unknown_number(const tl_step *step, int i) {
  tl_fault(step, TL_FAULT_UNINITIALIZED, "needs the number that operand %d is",
           i);
  return 0;
}

void tl_give_number(const tl_step *step, int i, int64_t number) {
  *tl_result(step, i) = (tl_element){(uint64_t)number, 0};
}

/*===--- Threads and blocks -----------------------------------------------===*/

tl_point tl_point_in(int64_t number, const int64_t extents[3]) {
  return (tl_point){{number % extents[0], number / extents[0] % extents[1],
                     number / extents[0] / extents[1]}};
}

uint64_t tl_running_lanes(const tl_machine *machine, int warp) {
  int begin = warp * machine->wave;
  uint64_t lanes = 0;
  for (int lane = 0; lane < machine->wave; lane++) {
    int thread = begin + lane;
    bool runs = thread < machine->thread_count && !machine->has_ended[thread];
    lanes |= (uint64_t)runs << lane;
  }
  return lanes;
}

/* Tells the watcher, and until when to go on. */
static void pause(tl_machine *machine) {
  enum { STEPS_BETWEEN = 1 << 20 };
  int64_t left = machine->budget.steps - machine->taken.steps;
  bool is_watched = machine->watcher.tell != NULL;
  if (is_watched)
    machine->watcher.tell(machine, machine->watcher.user);
  machine->pause = machine->taken.steps +
                   (is_watched && left > STEPS_BETWEEN ? STEPS_BETWEEN : left);
}

void tl_take_steps(const tl_step *first, int count) {
  tl_machine *machine = first->machine;
  int64_t limit = machine->budget.steps;
  machine->taken.steps += (int64_t)count * first->lanes->count;
  if (machine->taken.steps <= machine->pause || machine->is_stopped)
    return;
  if (machine->taken.steps <= limit) {
    pause(machine);
    return;
  }
  tl_fault(first, TL_FAULT_RESOURCE,
           "comes here after %" PRId64 " steps of all threads, the limit",
           limit);
  machine->is_exhausted = machine->is_stopped = true;
}

tl_element tl_compute(const tl_step *step, const tl_sim_row *row,
                      const tl_computation *types,
                      const tl_element *const *operands, int count) {
  tl_computation c = *types;
  uint16_t unknown = 0;
  for (int k = 0; k < count; k++) {
    c.operands[k] = (uint64_t)operands[k]->bits;
    unknown |= operands[k]->poison;
  }
  uint64_t bits = row->compute(&c);
  if (c.is_poison || (unknown && !row->is_bytewise))
    unknown = tl_poison_all(c.result_type);
  if (c.fault && !unknown)
    tl_fault(step, TL_FAULT_ARITHMETIC, "%s", c.fault);
  return (tl_element){bits & tl_wide_low_bits(c.result_type->bits), unknown};
}

static void compute_elements(const tl_step *first) {
  tl_compute_lanes(first, first->at->row->compute);
}

/* A warp that is not there as a whole is a fault. */
static void run_warps(const tl_step *first) {
  const tl_lanes *lanes = first->lanes;
  int wave = first->machine->wave;
  for (int k = 0; k < lanes->count;) {
    tl_step step = tl_step_of(first, k);
    int begin = k, warp = step.thread / wave;
    while (k < lanes->count && lanes->items[k] / wave == warp)
      k++;
    if (k - begin == wave)
      step.at->row->warp(&step);
    else
      tl_fault(&step, TL_FAULT_SCOPE,
               "executes an operation of its warp with %d of %d threads",
               k - begin, wave);
  }
}

static void run_threads(const tl_step *first) {
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    first->at->row->each(&step);
  }
}

tl_runner tl_runner_of(const tl_sim_row *row) {
  return row->all       ? row->all
         : row->warp    ? run_warps
         : row->each    ? run_threads
         : row->compute ? compute_elements
                        : NULL;
}

static void run_instruction(const tl_step *first) {
  const tl_instruction *at = first->at;
  tl_party party = {.threads = 0};
  if (first->machine->roles && at->row->party)
    party = at->row->party(first);
  if (party.threads > first->machine->wave)
    tl_roles_meet(first, party);
  else
    at->run(first);
}

void tl_run_body(tl_machine *machine, const tl_body *body,
                 const tl_lanes *lanes) {
  if (body->blocks) {
    tl_run_blocks(machine, body, lanes);
    return;
  }
  tl_step first = {machine, body->items, lanes->items[0], lanes};
  tl_take_steps(&first, body->count);
  for (int i = 0; i + 1 < body->count && !machine->is_stopped; i++) {
    first.at = &body->items[i];
    if (first.at->run)
      run_instruction(&first);
    if (machine->counts_accesses)
      tl_report_close(&machine->report, machine->wave);
    machine->trace.round++;
  }
}

/*===--- Buffers ----------------------------------------------------------===*/

void tl_machine_stop(tl_machine *machine, const tl_instruction *at,
                     const char *reason) {
  tl_step step = {.machine = machine, .at = at};
  if (at)
    tl_fault(&step, TL_FAULT_RESOURCE, "%s", reason);
  else if (!machine->is_silent)
    tl_emit_error(machine->program->function, "%s", reason);
  machine->faults.count += !at;
  machine->is_exhausted = machine->is_stopped = true;
}

/* Tiles need more than can be said of dynamic shared memory, and what places it
 * gives them that. */
static void place_buffer(tl_machine *machine, const tl_instruction *at,
                         tl_buffer *buffer) {
  enum { TILE_ALIGNMENT = 1024 };
  if (machine->program->has_tiles && buffer->space == TL_MEMORY_SHARED &&
      buffer->promise.alignment < TILE_ALIGNMENT)
    buffer->promise = (tl_promise){TILE_ALIGNMENT, 0};
  if (buffer->promise.alignment < machine->alignment)
    buffer->promise = (tl_promise){machine->alignment, 0};
  if (!tl_buffer_place(buffer, &machine->next_address[buffer->space]))
    tl_machine_stop(machine, at,
                    "needs a buffer at an address of more than 64 bits");
}

tl_buffer *tl_machine_keep(tl_machine *machine, const tl_instruction *at,
                           tl_buffer *buffer) {
  tl_buffer **buffers =
      buffer ? tl_grow(machine->buffers, sizeof *buffers, machine->buffer_count,
                       &machine->buffer_capacity)
             : NULL;
  if (!buffers) {
    drop_buffer(buffer);
    tl_machine_stop(machine, at, TL_NO_MEMORY);
    return NULL;
  }
  machine->buffers = buffers;
  buffers[machine->buffer_count++] = buffer;
  place_buffer(machine, at, buffer);
  return buffer;
}

tl_buffer *tl_machine_buffer_of(const tl_machine *machine,
                                MlirOperation owner) {
  for (int i = 0; i < machine->buffer_count; i++)
    if (mlirOperationEqual(machine->buffers[i]->owner, owner))
      return machine->buffers[i];
  return NULL;
}

tl_buffer *tl_machine_buffer_near(const tl_machine *machine,
                                  tl_memory_space space, int64_t address) {
  for (int i = 0; i < machine->buffer_count; i++) {
    tl_buffer *buffer = machine->buffers[i];
    if (buffer->space == space && tl_buffer_is_near(buffer, address))
      return buffer;
  }
  return NULL;
}

tl_buffer *tl_machine_allocate(const tl_step *step, tl_memory_space space,
                               int64_t size, tl_promise promise) {
  tl_machine *machine = step->machine;
  char reason[160];
  int64_t limit = machine->budget.bytes, left = limit - machine->taken.bytes;
  if (size >= 0 && size <= left) {
    machine->taken.bytes += size;
    return tl_machine_keep(machine, step->at,
                           tl_buffer_create(space, size, promise));
  }
  snprintf(reason, sizeof reason,
           "needs a buffer of %" PRId64 " bytes when %" PRId64
           " are left of the limit of %" PRId64,
           size, left, limit);
  tl_machine_stop(machine, step->at, reason);
  return NULL;
}

/* NULL after an error. */
static tl_buffer *allocate(const tl_step *step, tl_memory_space space,
                           const tl_view *view, int element_bytes,
                           tl_promise promise) {
  int64_t size;
  if (tl_view_bytes(view, element_bytes, &size))
    return tl_machine_allocate(step, space, size, promise);
  tl_machine_stop(step->machine, step->at,
                  "needs a buffer of more bytes than 64 bits count");
  return NULL;
}

bool tl_machine_open(const tl_step *step, int slot, bool is_shared,
                     tl_view *view, tl_promise promise, const char *name) {
  tl_memory_space space = is_shared                ? TL_MEMORY_SHARED
                          : step->machine->is_host ? TL_MEMORY_GLOBAL
                                                   : TL_MEMORY_PRIVATE;
  if (!view->buffer || !is_shared)
    view->buffer =
        allocate(step, space, view,
                 step->machine->program->slots[slot].scalar.bytes, promise);
  if (!view->buffer)
    return false;
  view->buffer->name = name;
  *(tl_view *)tl_slot_value(step->machine, slot, step->thread) = *view;
  return true;
}

/*===--- A block ----------------------------------------------------------===*/

tl_view tl_view_of_type(const tl_slot *slot) {
  tl_view view = {.offset = slot->offset, .rank = slot->rank};
  memcpy(view.sizes, slot->shape, sizeof view.sizes);
  memcpy(view.strides, slot->strides, sizeof view.strides);
  return view;
}

/* Elements without gaps, but those behind rows of vectors. */
static int64_t packed_elements(const tl_slot *slot, const tl_view *view) {
  int64_t count = tl_view_elements(view), room = 1;
  if (slot->inner == 0)
    return count;
  int64_t row = view->sizes[view->rank - 1];
  while (room < row)
    room *= 2;
  return tl_multiply_saturated(count / row, room);
}

/* Buffers of the block and of each thread, which the function declares.  They are
 * lowered to arrays of as many elements, whatever strides and offset say. */
static void open_attribution(tl_machine *machine, int argument,
                             bool is_shared) {
  const tl_slot *slot = &machine->program->slots[argument];
  tl_view view = tl_view_of_type(slot), room = {.rank = 1, .strides = {1}};
  tl_step step = {.machine = machine};
  room.sizes[0] = packed_elements(slot, &view);
  for (; step.thread < machine->thread_count; step.thread++) {
    if (!tl_machine_open(&step, argument, is_shared, &room,
                         tl_promise_of(slot, view.offset),
                         is_shared ? "a workgroup buffer" : "a private buffer"))
      return;
    view.buffer = room.buffer;
    *(tl_view *)tl_slot_value(machine, argument, step.thread) = view;
  }
}

static void open_argument(tl_machine *machine, int number,
                          const tl_argument *argument) {
  const tl_slot *slot = tl_argument_slot(machine->program, number);
  tl_buffer *buffer = argument->view.buffer;
  if (buffer)
    tl_machine_keep(machine, NULL, buffer);
  const tl_element address = {buffer ? (uint64_t)buffer->address : 0, 0};
  for (int t = 0; t < machine->thread_count; t++) {
    tl_view view = argument->view;
    view.start = t * argument->thread_bytes;
    memcpy(tl_slot_value(machine, machine->program->body.arguments[number], t),
           slot->is_memref ? (const void *)&view
           : buffer        ? &address
                    : argument->elements + (slot->rank ? t * slot->count : 0),
           slot->bytes);
  }
}

/* Buffers of the block and of its threads, which go with it. */
static void start_block(tl_machine *machine, int kept, int64_t kept_bytes) {
  drop_buffers(machine, kept, false);
  tl_report_start(&machine->report);
  machine->taken.bytes = kept_bytes;
  machine->barriers = machine->last_of_all = 0;
  memset(machine->known, 0, sizeof machine->known);
  memset(machine->has_ended, 0, sizeof machine->has_ended);
  for (int i = 0; i <= TL_MEMORY_OTHER; i++) /* 32 bits, but in global memory */
    if (i != TL_MEMORY_GLOBAL)
      machine->next_address[i] = INT64_C(1) << 20;
}

static void run_block(tl_machine *machine, const tl_argument *arguments) {
  const tl_program *program = machine->program;
  const int inputs = program->input_count;
  start_block(machine, 0, 0);
  int globals = machine->buffer_count;
  machine->next_address[TL_MEMORY_GLOBAL] = INT64_C(1) << 40;
  for (int i = 0; i < program->body.argument_count; i++)
    if (i < inputs)
      open_argument(machine, i, &arguments[i]);
    else
      open_attribution(machine, program->body.arguments[i],
                       i - inputs < program->workgroup_count);
  for (int i = 0; i < globals; i++)
    place_buffer(machine, NULL, machine->buffers[i]);
  tl_trace_start(machine, &program->body);
  tl_roles_run(machine, &program->body);
  tl_trace_end(machine);
  tl_async_close(machine);
  tl_mbarriers_close(machine);
  tl_warp_waits_close(machine);
}

void tl_machine_run_blocks(tl_machine *machine, const tl_argument *arguments,
                           int first, int behind) {
  for (machine->block = first; machine->block < behind && !machine->is_stopped;
       machine->block++)
    run_block(machine, arguments);
}

bool tl_machine_run(tl_machine *machine, const tl_argument *arguments) {
  const int64_t *grid = machine->launch.grid;
  tl_machine_run_blocks(machine, arguments, 0,
                        (int)(grid[0] * grid[1] * grid[2]));
  return machine->faults.count == 0;
}

/*===--- Launches in the program ------------------------------------------===*/

/* The values of the one thread of the host, in each of others; NULL when memory
 * is out. */
static char *spread_values(const tl_machine *machine, size_t threads) {
  const tl_program *program = machine->program;
  char *out = calloc(program->value_bytes + 1, threads);
  for (int i = 0; out && i < program->slot_count; i++) {
    const tl_slot *slot = &program->slots[i];
    char *to = out + slot->first * threads;
    for (size_t t = 0; t < threads; t++)
      memcpy(to + t * slot->bytes, machine->values + slot->first, slot->bytes);
  }
  return out;
}

static void run_kernel_block(const tl_step *host, const tl_kernel *kernel) {
  tl_machine *machine = host->machine;
  const tl_body *body = kernel->body;
  tl_step step = {machine, host->at, 0, &machine->everyone};
  for (; step.thread < machine->thread_count; step.thread++)
    kernel->give(&step);
  for (int i = kernel->given; i < body->argument_count; i++)
    open_attribution(machine, body->arguments[i],
                     i - kernel->given < kernel->workgroup_count);
  tl_trace_start(machine, body);
  if (!machine->is_stopped)
    tl_roles_run(machine, body);
  tl_trace_end(machine);
  tl_async_close(machine);
  tl_mbarriers_close(machine);
  tl_warp_waits_close(machine);
}

/* The machine is that of a launch, or of the host again. */
static void become(tl_machine *machine, const tl_launch *launch, char *values) {
  const int64_t *block = launch->block;
  machine->launch = *launch;
  machine->values = values;
  machine->is_host = !machine->is_host;
  machine->thread_count = (int)(block[0] * block[1] * block[2]);
  machine->everyone.count = machine->thread_count;
  for (int t = 0; t < machine->thread_count; t++)
    machine->threads[t] = t;
  machine->block = 0;
}

void tl_machine_launch(const tl_step *host, const tl_kernel *kernel,
                       const tl_launch *launch) {
  tl_machine *machine = host->machine;
  const int64_t *grid = launch->grid, *block = launch->block;
  const tl_launch own = machine->launch;
  int blocks = (int)(grid[0] * grid[1] * grid[2]), kept = machine->buffer_count;
  int64_t threads = block[0] * block[1] * block[2];
  int64_t bytes = machine->taken.bytes;
  char *values = machine->values,
       *spread = spread_values(machine, (size_t)threads);
  if (!spread) {
    tl_machine_stop(machine, host->at, TL_NO_MEMORY);
    return;
  }
  become(machine, launch, spread);
  machine->first_block++;
  for (; machine->block < blocks && !machine->is_stopped; machine->block++) {
    start_block(machine, kept, bytes);
    run_kernel_block(host, kernel);
  }
  start_block(machine, kept, bytes);
  free(spread);
  become(machine, &own, values);
  machine->launched += blocks * threads;
  machine->first_block += blocks;
}
