/* ptx_machine.c - Warps, blocks and barriers; see ptx_machine.h. */
#include "ptx_state.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/*===--- Faults -----------------------------------------------------------===*/

tl_ptx_point tl_ptx_point_of(int64_t number, const int64_t extents[3]) {
  return (tl_ptx_point){{number % extents[0], number / extents[0] % extents[1],
                         number / (extents[0] * extents[1])}};
}

int tl_ptx_thread(const tl_ptx_step *step) {
  return step->warp->number * TL_PTX_LANES + step->lane;
}

/* "'NAME' op KIND: thread T of block B TEXT". */
static void tell(const tl_ptx_step *step, bool is_note, const char *kind,
                 const char *format, va_list arguments) {
  const tl_ptx_launch *launch = step->machine->launch;
  const tl_ptx_word *name = &step->at->name;
  tl_ptx_point t = tl_ptx_point_of(tl_ptx_thread(step), launch->block);
  tl_ptx_point b = tl_ptx_point_of(step->machine->block, launch->grid);
  char text[600], own[300];
  vsnprintf(own, sizeof own, format, arguments);
  snprintf(text, sizeof text,
           "'%.*s' %s: thread (%" PRId64 ", %" PRId64 ", %" PRId64
           ") of block (%" PRId64 ", %" PRId64 ", %" PRId64 ") %s",
           name->length, name->text, kind, t.items[0], t.items[1], t.items[2],
           b.items[0], b.items[1], b.items[2], own);
  launch->listener.tell(launch->listener.user, name->line, is_note, text);
}

bool tl_ptx_fault(const tl_ptx_step *step, const char *kind, const char *format,
                  ...) {
  va_list arguments;
  va_start(arguments, format);
  if (!step->machine->is_stopped)
    tell(step, false, kind, format, arguments);
  va_end(arguments);
  step->machine->is_stopped = true;
  return false;
}

void tl_ptx_note(const tl_ptx_step *step, const char *kind, const char *format,
                 ...) {
  bool *is_noted =
      &step->machine->noted[step->at - step->machine->program->items];
  va_list arguments;
  va_start(arguments, format);
  if (!*is_noted)
    tell(step, true, kind, format, arguments);
  va_end(arguments);
  *is_noted = true;
}

/*===--- Registers --------------------------------------------------------===*/

static size_t register_at(int number, int lane) {
  return (size_t)number * TL_PTX_LANES + (size_t)lane;
}

uint64_t tl_ptx_special_value(const tl_ptx_step *step, int special) {
  const tl_ptx_launch *launch = step->machine->launch;
  const int lane = step->lane;
  const uint32_t own = UINT32_C(1) << lane;
  int axis = special % 3;
  switch (special) {
  case TL_PTX_LANEID:
    return (uint64_t)lane;
  case TL_PTX_WARPID:
    return (uint64_t)step->warp->number;
  case TL_PTX_NWARPID:
    return (uint64_t)step->machine->warp_count;
  case TL_PTX_LANEMASK_EQ:
    return own;
  case TL_PTX_LANEMASK_LE:
    return own | (own - 1);
  case TL_PTX_LANEMASK_LT:
    return own - 1;
  case TL_PTX_LANEMASK_GE:
    return ~(own - 1);
  case TL_PTX_LANEMASK_GT:
    return ~(own | (own - 1));
  case TL_PTX_DYNAMIC_SIZE:
    return (uint64_t)launch->dynamic_bytes;
  }
  if (special >= TL_PTX_NCTAID)
    return (uint64_t)launch->grid[axis];
  if (special >= TL_PTX_CTAID)
    return (uint64_t)tl_ptx_point_of(step->machine->block, launch->grid)
        .items[axis];
  if (special >= TL_PTX_NTID)
    return (uint64_t)launch->block[axis];
  return (uint64_t)tl_ptx_point_of(tl_ptx_thread(step), launch->block)
      .items[axis];
}

int tl_ptx_group_size(const tl_ptx_instruction *at, int group) {
  return group < at->group_count ? at->first[group + 1] - at->first[group] : 0;
}

static tl_ptx_value read_register(const tl_ptx_step *step,
                                  const tl_ptx_operand *operand) {
  size_t at = register_at(operand->number, step->lane);
  return (tl_ptx_value){step->warp->bits[at] ^ operand->is_negated,
                        step->warp->unknown[at]};
}

tl_ptx_value tl_ptx_read(const tl_ptx_step *step, int group, int i) {
  const tl_ptx_operand *operand =
      &step->at->operands[step->at->first[group] + i];
  switch (operand->kind) {
  case TL_PTX_REGISTER:
    return read_register(step, operand);
  case TL_PTX_SPECIAL:
    return (tl_ptx_value){tl_ptx_special_value(step, operand->number), 0};
  default:
    return (tl_ptx_value){operand->value, 0};
  }
}

void tl_ptx_write(const tl_ptx_step *step, int group, int i,
                  tl_ptx_value value) {
  const tl_ptx_operand *operand =
      &step->at->operands[step->at->first[group] + i];
  if (operand->kind != TL_PTX_REGISTER)
    return;
  size_t at = register_at(operand->number, step->lane);
  step->warp->bits[at] = value.bits & tl_ptx_mask(operand->bits);
  step->warp->unknown[at] = value.unknown & tl_ptx_mask(operand->bits);
}

tl_ptx_value *tl_ptx_carry(const tl_ptx_step *step) {
  return &step->warp->carries[step->lane];
}

uint64_t tl_ptx_read_known(const tl_ptx_step *step, int group,
                           const char *what) {
  tl_ptx_value value = tl_ptx_read(step, group, 0);
  if (!value.unknown)
    return value.bits;
  tl_ptx_fault(step, "uninitialized value",
               "has %s that depends on bits that nothing has written", what);
  return 0;
}

bool tl_ptx_address(const tl_ptx_step *step, int group, uint64_t *out) {
  const tl_ptx_operand *operand = &step->at->operands[step->at->first[group]];
  tl_ptx_value base = {0, 0};
  int bits = 64; /* of the sum, which wraps as its register does */
  if (operand->number >= 0) {
    base = read_register(step, operand);
    bits = operand->bits;
  }
  *out = (base.bits + operand->value) & tl_ptx_mask(bits);
  return !base.unknown ||
         tl_ptx_fault(step, "uninitialized value",
                      "has an address that depends on bits that nothing has "
                      "written");
}

/*===--- Instructions -----------------------------------------------------===*/

#define EACH_LANE(lane, lanes)                                                 \
  for (int lane = 0; lane < TL_PTX_LANES; lane++)                              \
    if ((lanes) >> lane & 1)

static void compute(const tl_ptx_step *step) {
  const tl_ptx_instruction *at = step->at;
  tl_ptx_value in[TL_PTX_MAX_INPUTS] = {{0, 0}}, out = {0, 0};
  bool is_unknown = false;
  for (int i = 0; i + 1 < at->group_count && i < TL_PTX_MAX_INPUTS; i++) {
    in[i] = tl_ptx_read(step, i + 1, 0);
    is_unknown |= in[i].unknown != 0;
  }
  at->row->compute(at, in, &out);
  if (!at->row->tracks)
    out.unknown = is_unknown ? UINT64_MAX : 0;
  tl_ptx_write(step, 0, 0, out);
}

/* The lanes in which the guard holds. */
static uint32_t guarded(const tl_ptx_step *first) {
  const tl_ptx_instruction *at = first->at;
  uint32_t out = 0;
  if (at->guard < 0)
    return first->lanes;
  EACH_LANE(lane, first->lanes) {
    tl_ptx_step step = *first;
    size_t place = register_at(at->guard, lane);
    step.lane = lane;
    if (first->warp->unknown[place])
      tl_ptx_fault(&step, "uninitialized value",
                   "has a predicate that depends on bits that nothing has "
                   "written");
    if ((first->warp->bits[place] & 1) != at->guard_is_negated)
      out |= UINT32_C(1) << lane;
  }
  return out;
}

/* Lanes that have ended, or have never been there, are none that others wait
 * for. */
static uint32_t lanes_in(const tl_ptx_warp *warp, tl_ptx_thread_state state) {
  uint32_t out = 0;
  for (int lane = 0; lane < TL_PTX_LANES; lane++)
    if (warp->states[lane] == state)
      out |= UINT32_C(1) << lane;
  return out;
}

/* Where lanes end, those that wait for lanes of their warp look again. */
static void go_on(const tl_ptx_step *step, uint32_t lanes, int pc) {
  tl_ptx_warp *warp = step->warp;
  bool ends = pc >= step->machine->program->count;
  EACH_LANE(lane, lanes) {
    warp->pc[lane] = pc;
    warp->states[lane] = ends ? TL_PTX_ENDED : TL_PTX_RUNS;
  }
  for (int lane = 0; lane < TL_PTX_LANES && ends; lane++)
    if (warp->states[lane] == TL_PTX_WAITS_WARP)
      warp->states[lane] = TL_PTX_RUNS;
}

/*===--- Instructions of a warp -------------------------------------------===*/

/* The lanes that lane `lane` names and that have not ended, itself among them; 0
 * after a fault.  A matrix is of all lanes that there are, ended or not (PTX ISA,
 * mma). */
static uint32_t members_of(const tl_ptx_step *first, uint32_t ended, int lane) {
  tl_ptx_step step = *first;
  step.lane = lane;
  int group = step.at->row->members;
  if (group == TL_PTX_WHOLE_WARP)
    return step.warp->lanes;
  uint32_t out = (uint32_t)tl_ptx_read_known(
      &step, group == TL_PTX_FIRST_GROUP ? 0 : group, "a mask of lanes");
  out &= ~ended;
  if (out >> lane & 1)
    return out;
  tl_ptx_fault(&step, "scope", "is not among the lanes 0x%x that it names",
               (unsigned)out);
  return 0;
}

/* Of those that are there the ones that are complete execute it; the others
 * wait. */
static void run_together(const tl_ptx_step *first, uint32_t lanes) {
  tl_ptx_warp *warp = first->warp;
  int pc = (int)(first->at - first->machine->program->items);
  uint32_t there = lanes;
  for (int lane = 0; lane < TL_PTX_LANES; lane++)
    if (warp->states[lane] == TL_PTX_WAITS_WARP && warp->pc[lane] == pc)
      there |= UINT32_C(1) << lane;
  while (lanes && !first->machine->is_stopped) {
    int lane = __builtin_ctz(lanes);
    uint32_t ended = lanes_in(warp, TL_PTX_ENDED);
    uint32_t members = members_of(first, ended, lane);
    if (first->machine->is_stopped)
      return;
    if ((members & there) == members) {
      tl_ptx_step step = *first;
      step.lanes = members;
      step.lane = lane;
      EACH_LANE(other, members)
      if (members_of(first, ended, other) != members)
        tl_ptx_fault(&step, "scope",
                     "names other lanes than lane %d, which is one of them",
                     other);
      if (!first->machine->is_stopped)
        first->at->row->warp(&step);
      go_on(first, members, pc + 1);
      there &= ~members;
      lanes &= ~members;
    } else {
      warp->states[lane] = TL_PTX_WAITS_WARP;
      lanes &= lanes - 1;
    }
  }
}

/*===--- Barriers ---------------------------------------------------------===*/

/* Which barrier, and how many threads it is of. */
static void wait_for_block(const tl_ptx_step *first, uint32_t lanes) {
  EACH_LANE(lane, lanes) {
    tl_ptx_step step = *first;
    step.lane = lane;
    uint64_t number =
        step.at->group_count > 0 ? tl_ptx_read_known(&step, 0, "a barrier") : 0;
    uint64_t count = step.at->group_count > 1
                         ? tl_ptx_read_known(&step, 1, "a number of threads")
                         : 0;
    if (number >= TL_PTX_BARRIERS || count % TL_PTX_LANES != 0)
      tl_ptx_fault(&step, "barrier divergence",
                   "names barrier %" PRIu64 " of %" PRIu64
                   " threads; there are 16, of multiples of 32",
                   number, count);
    step.warp->states[lane] = TL_PTX_WAITS_BLOCK;
    step.warp->barriers[lane] = (int)(number % TL_PTX_BARRIERS);
    step.warp->counts[lane] = (int)count;
  }
}

static bool is_aligned(const tl_ptx_instruction *at) {
  return at->row->flow == TL_PTX_ALIGNED_BARRIER;
}

static uint32_t waiting_at(const tl_ptx_warp *warp, int number) {
  uint32_t waiting = lanes_in(warp, TL_PTX_WAITS_BLOCK), out = 0;
  EACH_LANE(lane, waiting)
  if (warp->barriers[lane] == number)
    out |= UINT32_C(1) << lane;
  return out;
}

/* A barrier counts warps: of one that waits, lanes that have ended or are not
 * there count as well (PTX ISA, bar). */
static int arrived(const tl_ptx_warp *warp, int number) {
  uint32_t waiting = waiting_at(warp, number);
  return waiting ? __builtin_popcount(waiting | lanes_in(warp, TL_PTX_ENDED))
                 : 0;
}

/* Those of all warps that have not ended, of which a barrier is without a
 * number. */
static int all_of(const tl_ptx_machine *machine) {
  int out = 0;
  for (int w = 0; w < machine->warp_count; w++)
    out += lanes_in(&machine->warps[w], TL_PTX_ENDED) == UINT32_MAX
               ? 0
               : TL_PTX_LANES;
  return out;
}

static tl_ptx_step step_of(tl_ptx_machine *machine, tl_ptx_warp *warp,
                           int lane) {
  return (tl_ptx_step){.machine = machine,
                       .warp = warp,
                       .at = &machine->program->items[warp->pc[lane]],
                       .lane = lane};
}

/* A fault where lanes of a warp wait at two instructions, and one of them is for
 * all lanes together. */
static void check_aligned(tl_ptx_machine *machine, tl_ptx_warp *warp) {
  uint32_t waiting = lanes_in(warp, TL_PTX_WAITS_BLOCK);
  if (!waiting)
    return;
  tl_ptx_step first = step_of(machine, warp, __builtin_ctz(waiting));
  EACH_LANE(lane, waiting) {
    tl_ptx_step step = step_of(machine, warp, lane);
    if (step.at != first.at && (is_aligned(step.at) || is_aligned(first.at)))
      tl_ptx_fault(&step, "barrier divergence",
                   "waits here, and lane %d of its warp at line %d", first.lane,
                   first.at->name.line);
  }
}

/* Who waits at a barrier: how many the barrier is of, and how many they are. */
typedef struct gathering {
  int wanted, there;
} gathering;

/* A fault where they say different numbers, or are more. */
static gathering gather(tl_ptx_machine *machine, int number) {
  const int all = all_of(machine);
  gathering out = {0, 0};
  for (int w = 0; w < machine->warp_count; w++) {
    tl_ptx_warp *warp = &machine->warps[w];
    uint32_t waiting = waiting_at(warp, number);
    out.there += arrived(warp, number);
    EACH_LANE(lane, waiting) {
      tl_ptx_step step = step_of(machine, warp, lane);
      int own = warp->counts[lane] ? warp->counts[lane] : all;
      int others = out.wanted;
      out.wanted = own;
      if (others && own != others)
        tl_ptx_fault(&step, "barrier divergence",
                     "waits at barrier %d for %d threads, and others for %d",
                     number, own, others);
      else if (out.there > own && own > TL_PTX_LANES)
        tl_ptx_fault(&step, "barrier divergence",
                     "waits at barrier %d for %d threads, and more are there",
                     number, own);
    }
  }
  return out;
}

/* Lets the threads of warps from `first` on that wait at a barrier go on. */
static void let_go(tl_ptx_machine *machine, int number, int first, int count) {
  int16_t threads[TL_PTX_MAX_THREADS] = {0};
  int there = 0;
  for (int w = first; w < first + count; w++) {
    tl_ptx_warp *warp = &machine->warps[w];
    uint32_t waiting = waiting_at(warp, number);
    EACH_LANE(lane, waiting) {
      tl_ptx_step step = step_of(machine, warp, lane);
      threads[there++] = (int16_t)tl_ptx_thread(&step);
      go_on(&step, UINT32_C(1) << lane, warp->pc[lane] + 1);
    }
  }
  tl_ptx_meet(machine, threads, there);
}

/* Lets the threads at a barrier go on that are as many as it is of; whether there
 * are such.  A barrier of one warp each of them completes by itself. */
static bool release(tl_ptx_machine *machine, int number) {
  const gathering here = gather(machine, number);
  bool is_complete = here.there && here.there == here.wanted;
  bool is_released = is_complete;
  if (is_complete)
    let_go(machine, number, 0, machine->warp_count);
  for (int w = 0; w < machine->warp_count && here.wanted == TL_PTX_LANES; w++)
    if (arrived(&machine->warps[w], number) == TL_PTX_LANES) {
      let_go(machine, number, w, 1);
      is_released = true;
    }
  return is_released;
}

/* A fault for the first thread that is in a state in which it waits. */
static void check_none(tl_ptx_machine *machine, tl_ptx_thread_state state) {
  for (int w = 0; w < machine->warp_count && !machine->is_stopped; w++) {
    tl_ptx_warp *warp = &machine->warps[w];
    uint32_t waiting = lanes_in(warp, state);
    EACH_LANE(lane, waiting) {
      tl_ptx_step step = step_of(machine, warp, lane);
      if (state == TL_PTX_WAITS_WARP)
        tl_ptx_fault(&step, "scope",
                     "waits for lanes of its warp that do not come");
      else
        tl_ptx_fault(&step, "barrier divergence",
                     "waits for %d threads, which do not all come",
                     warp->counts[lane] ? warp->counts[lane]
                                        : machine->thread_count);
    }
  }
}

/* Who waits for what does not come; that a warp does is why its threads miss a
 * barrier. */
static void check_ended(tl_ptx_machine *machine) {
  check_none(machine, TL_PTX_WAITS_WARP);
  check_none(machine, TL_PTX_WAITS_BLOCK);
}

/*===--- Warps ------------------------------------------------------------===*/

/* To the branch of the table behind it that each lane says. */
static void go_by_table(const tl_ptx_step *first, uint32_t lanes, int pc) {
  const tl_ptx_instruction *at = first->at;
  const uint64_t count = at->operands[at->first[1]].value;
  EACH_LANE(lane, lanes) {
    tl_ptx_step step = *first;
    step.lane = lane;
    uint64_t index = tl_ptx_read_known(&step, 0, "an index");
    if (index >= count)
      tl_ptx_fault(&step, "out of bounds",
                   "goes to place %" PRIu64 " of a list that has %" PRIu64,
                   index, count);
    else
      go_on(&step, UINT32_C(1) << lane, pc + 1 + (int)index);
  }
}

static void execute(const tl_ptx_step *first) {
  const tl_ptx_instruction *at = first->at;
  const tl_ptx_row *row = at->row;
  int pc = (int)(at - first->machine->program->items);
  uint32_t lanes = guarded(first);
  if (first->machine->is_stopped)
    return;
  if (row->flow == TL_PTX_NEXT && !row->warp) {
    tl_ptx_step step = *first;
    step.lanes = lanes;
    for (step.lane = 0; step.lane < TL_PTX_LANES; step.lane++)
      if (lanes >> step.lane & 1)
        (row->compute ? compute : row->lane)(&step);
    go_on(first, first->lanes, pc + 1);
    return;
  }
  go_on(first, first->lanes & ~lanes, pc + 1);
  if (row->flow == TL_PTX_BRANCH || row->flow == TL_PTX_RETURN)
    go_on(first, lanes, at->target);
  else if (row->flow == TL_PTX_TABLE)
    go_by_table(first, lanes, pc);
  else if (row->flow == TL_PTX_EXIT)
    go_on(first, lanes, first->machine->program->count);
  else if (row->flow == TL_PTX_BARRIER || row->flow == TL_PTX_ALIGNED_BARRIER)
    wait_for_block(first, lanes);
  else
    run_together(first, lanes);
}

/* The lanes that run and are at the smallest place; none when none runs. */
static uint32_t next_lanes(const tl_ptx_warp *warp, int *pc) {
  uint32_t out = 0;
  *pc = INT32_MAX;
  for (int lane = 0; lane < TL_PTX_LANES; lane++) {
    if (warp->states[lane] != TL_PTX_RUNS || warp->pc[lane] > *pc)
      continue;
    out = warp->pc[lane] < *pc ? 0 : out;
    *pc = warp->pc[lane];
    out |= UINT32_C(1) << lane;
  }
  return out;
}

static void run_warp(tl_ptx_machine *machine, tl_ptx_warp *warp) {
  int pc;
  for (uint32_t lanes = next_lanes(warp, &pc); lanes && !machine->is_stopped;
       lanes = next_lanes(warp, &pc)) {
    const tl_ptx_step step = {.machine = machine,
                              .warp = warp,
                              .at = &machine->program->items[pc],
                              .lanes = lanes,
                              .lane = __builtin_ctz(lanes)};
    machine->steps += __builtin_popcount(lanes);
    if (machine->steps > machine->launch->max_steps)
      tl_ptx_fault(&step, "resources",
                   "goes on after %" PRId64
                   " instructions, which is all that the threads may execute",
                   machine->launch->max_steps);
    else
      execute(&step);
  }
}

/*===--- Blocks -----------------------------------------------------------===*/

/* Registers, places and own memory of a warp, as a block begins. */
static void start_warp(tl_ptx_machine *machine, tl_ptx_warp *warp) {
  const tl_ptx_program *program = machine->program;
  size_t registers = (size_t)program->register_count * TL_PTX_LANES;
  memset(warp->bits, TL_PTX_GARBAGE, registers * sizeof *warp->bits);
  memset(warp->unknown, UINT8_MAX, registers * sizeof *warp->unknown);
  size_t own = (size_t)program->sizes[TL_PTX_OWN];
  memset(warp->own, TL_PTX_GARBAGE, own * TL_PTX_LANES);
  memset(warp->own_unknown, UINT8_MAX, own * TL_PTX_LANES);
  int left = machine->thread_count - warp->number * TL_PTX_LANES;
  warp->lanes =
      (uint32_t)tl_ptx_mask(left < TL_PTX_LANES ? left : TL_PTX_LANES);
  for (int lane = 0; lane < TL_PTX_LANES; lane++) {
    bool is_there = warp->lanes >> lane & 1 && program->count > 0;
    warp->pc[lane] = 0;
    warp->carries[lane] = (tl_ptx_value){0, 1};
    warp->states[lane] = is_there ? TL_PTX_RUNS : TL_PTX_ENDED;
    const uint8_t *given = machine->launch->parameters;
    for (int i = 0; i < program->parameter_count; i++) {
      const tl_ptx_variable *variable = &program->variables[i];
      size_t at = own * (size_t)lane + (size_t)variable->address;
      memcpy(warp->own + at, given, (size_t)variable->size);
      memset(warp->own_unknown + at, 0, (size_t)variable->size);
      given += variable->size;
    }
  }
}

static void run_block(tl_ptx_machine *machine) {
  bool goes_on = true;
  tl_ptx_memory_start(machine);
  for (int w = 0; w < machine->warp_count; w++)
    start_warp(machine, &machine->warps[w]);
  while (goes_on && !machine->is_stopped) {
    goes_on = false;
    for (int w = 0; w < machine->warp_count && !machine->is_stopped; w++)
      run_warp(machine, &machine->warps[w]);
    for (int w = 0; w < machine->warp_count; w++)
      check_aligned(machine, &machine->warps[w]);
    for (int number = 0; number < TL_PTX_BARRIERS; number++)
      goes_on = release(machine, number) || goes_on;
  }
  check_ended(machine);
}

/*===--- Runs -------------------------------------------------------------===*/

/* With the marks of what is known. */
static int64_t bytes_of(const tl_ptx_machine *machine) {
  const tl_ptx_program *program = machine->program;
  int64_t word = 2 * (int64_t)sizeof(uint64_t), lanes = TL_PTX_LANES;
  int64_t each =
      word * program->register_count + 2 * program->sizes[TL_PTX_OWN];
  return machine->warp_count * lanes * each +
         2 * (program->sizes[TL_PTX_SHARED] + program->sizes[TL_PTX_GLOBAL]);
}

static bool create(const tl_ptx_program *program, const tl_ptx_launch *launch,
                   tl_ptx_machine *out) {
  const int64_t *block = launch->block;
  int threads = (int)(block[0] * block[1] * block[2]);
  *out = (tl_ptx_machine){.program = program,
                          .launch = launch,
                          .thread_count = threads,
                          .warp_count = (threads - 1) / TL_PTX_LANES + 1};
  if (bytes_of(out) > TL_PTX_MAX_BYTES)
    return false;
  size_t registers = (size_t)program->register_count * TL_PTX_LANES + 1;
  size_t own = (size_t)program->sizes[TL_PTX_OWN] * TL_PTX_LANES + 1;
  bool is_there = tl_ptx_races_create(program, threads, &out->races) &&
                  tl_ptx_memory_create(out);
  out->noted = calloc((size_t)program->count + 1, sizeof *out->noted);
  out->warps = calloc((size_t)out->warp_count, sizeof *out->warps);
  for (int w = 0; out->warps && w < out->warp_count; w++) {
    tl_ptx_warp *warp = &out->warps[w];
    warp->number = w;
    warp->bits = malloc(registers * sizeof *warp->bits);
    warp->unknown = malloc(registers * sizeof *warp->unknown);
    warp->own = malloc(own);
    warp->own_unknown = malloc(own);
    is_there = is_there && warp->bits && warp->unknown && warp->own &&
               warp->own_unknown;
  }
  return is_there && out->noted && out->warps;
}

static void destroy(tl_ptx_machine *machine) {
  for (int w = 0; machine->warps && w < machine->warp_count; w++) {
    free(machine->warps[w].bits);
    free(machine->warps[w].unknown);
    free(machine->warps[w].own);
    free(machine->warps[w].own_unknown);
  }
  free(machine->warps);
  free(machine->noted);
  tl_ptx_memory_destroy(machine);
  tl_ptx_races_destroy(&machine->races);
}

/* Whether there is room for it; an error if not. */
static bool start(const tl_ptx_program *program, const tl_ptx_launch *launch,
                  tl_ptx_machine *machine) {
  char text[120];
  bool fits = create(program, launch, machine);
  int64_t bytes = bytes_of(machine);
  snprintf(text, sizeof text,
           bytes > TL_PTX_MAX_BYTES
               ? "registers and variables of a block have %" PRId64
                 " bytes, more than %d"
               : "needs more memory than there is",
           bytes, TL_PTX_MAX_BYTES);
  if (!fits)
    launch->listener.tell(launch->listener.user, program->kernel->name.line,
                          false, text);
  return fits;
}

bool tl_ptx_run(const tl_ptx_program *program, const tl_ptx_launch *launch) {
  const int64_t *grid = launch->grid;
  tl_ptx_machine machine;
  bool is_there = start(program, launch, &machine);
  int64_t blocks = is_there ? grid[0] * grid[1] * grid[2] : 0;
  for (; machine.block < blocks && !machine.is_stopped; machine.block++)
    run_block(&machine);
  bool passed = is_there && !machine.is_stopped;
  destroy(&machine);
  return passed;
}
