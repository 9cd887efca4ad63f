/* trace.c - see trace.h. */
#include "trace.h"
#include "machine.h"
#include <stdlib.h>
#include <string.h>

/* The memref that the access goes through; NULL where it is by a pointer. */
static const tl_view *view_of(const tl_access *access, const tl_slot **slot) {
  const tl_instruction *at = access->step.at;
  for (int i = 0; i < at->operand_count; i++) {
    *slot = tl_operand_slot(at, i);
    if ((*slot)->is_memref &&
        tl_operand_view(&access->step, i)->buffer == access->buffer)
      return tl_operand_view(&access->step, i);
  }
  return NULL;
}

/* A memref of more dimensions says more. */
static void show_buffer(const tl_view *view, const tl_slot *slot,
                        tl_traced_buffer *out) {
  if (!view || view->rank <= out->rank)
    return;
  out->element_bytes = slot->scalar.bytes;
  out->rank = view->rank;
  for (int64_t d = 0; d < view->rank; d++) {
    out->sizes[d] = view->sizes[d];
    out->strides[d] = view->strides[d];
  }
}

/* The first one of the buffer, from a byte on or, where that is NULL, from any;
 * or the count. */
static int find_buffer(const tl_trace *trace, const tl_buffer *buffer,
                       const int64_t *start) {
  int number = 0;
  while (number < trace->buffer_count &&
         (trace->buffers[number].key != buffer ||
          (start && trace->buffers[number].start != *start)))
    number++;
  return number;
}

/* Its number, or -1 when memory is out. */
static int number_of(tl_trace *trace, const tl_buffer *buffer, int64_t start) {
  int number = find_buffer(trace, buffer, &start);
  if (number < trace->buffer_count)
    return number;
  tl_traced_buffer *buffers =
      tl_grow(trace->buffers, sizeof *buffers, trace->buffer_count,
              &trace->buffer_capacity);
  if (!buffers)
    return -1;
  trace->buffers = buffers;
  buffers[trace->buffer_count] =
      (tl_traced_buffer){.key = buffer,
                         .owner = find_buffer(trace, buffer, NULL),
                         .start = start,
                         .space = buffer->space,
                         .argument = buffer->argument,
                         .name = buffer->name,
                         .alignment = buffer->promise.alignment};
  return trace->buffer_count++;
}

static void add(tl_trace *trace, const tl_access *access, int thread,
                int64_t width) {
  const tl_slot *slot;
  const tl_view *view = view_of(access, &slot);
  int buffer = number_of(trace, access->buffer, view ? view->start : -1);
  tl_traced *items =
      trace->count < TL_MAX_TRACED
          ? tl_grow(trace->items, sizeof *items, trace->count, &trace->capacity)
          : NULL;
  trace->is_cut = !items || buffer < 0;
  if (items)
    trace->items = items;
  if (trace->is_cut)
    return;
  show_buffer(view, slot, &trace->buffers[buffer]);
  items[trace->count] = (tl_traced){.at = access->step.at,
                                    .byte = access->byte,
                                    .bytes = (int32_t)access->bytes,
                                    .thread = thread,
                                    .width = (int32_t)width,
                                    .round = trace->round,
                                    .buffer = buffer,
                                    .number = trace->count,
                                    .writes = access->writes};
  trace->count++;
}

/*===--- Other blocks -----------------------------------------------------===*/

static int way_of(int number, bool writes) { return 2 * number + writes; }

const tl_traced_others *tl_trace_others_of(const tl_trace *trace, int number,
                                           bool writes) {
  return trace->others ? &trace->others[way_of(number, writes)] : NULL;
}

/* Of the block that runs. */
static void differ(tl_machine *machine, int way) {
  tl_traced_others *others = &machine->trace.others[way];
  if (!others->block)
    others->block = machine->block;
}

static int32_t *next_of(const tl_machine *machine, int way, int thread) {
  return &machine->trace.next[(size_t)way * (size_t)machine->thread_count +
                              (size_t)thread];
}

static bool is_same_buffer(tl_trace *trace, int number,
                           const tl_buffer *buffer) {
  if (!trace->keys[number])
    trace->keys[number] = buffer;
  return trace->keys[number] == buffer;
}

/* With what the thread has done in the first block when it came by as often. */
static void compare(tl_machine *machine, const tl_access *access, int thread) {
  tl_trace *trace = &machine->trace;
  int way = way_of(access->step.at->number, access->writes);
  tl_traced_others *others = &trace->others[way];
  int32_t *next = next_of(machine, way, thread);
  others->at = access->step.at;
  if (!*next) {
    differ(machine, way);
    return;
  }
  const tl_traced *first = &trace->items[*next - 1];
  int64_t moved = access->byte - first->byte;
  if (!others->is_moved)
    others->moved = moved;
  others->is_moved = true;
  *next = first->next;
  if (moved != others->moved || access->bytes != first->bytes ||
      !is_same_buffer(trace, first->buffer, access->buffer))
    differ(machine, way);
}

/* Whether that was not launched before; it counts as launched then. */
static bool is_new(tl_trace *trace, const void *launched) {
  for (int i = 0; i < trace->launched_count; i++)
    if (trace->launched[i] == launched)
      return false;
  const void **grown =
      tl_grow((void *)trace->launched, sizeof *grown, trace->launched_count,
              &trace->launched_capacity);
  trace->is_cut |= !grown;
  if (!grown)
    return false;
  trace->launched = grown;
  grown[trace->launched_count++] = launched;
  return true;
}

/* Workgroup buffers of launches before are gone. */
static void start_first(tl_trace *trace, const void *launched) {
  trace->stage = is_new(trace, launched) ? TL_TRACE_FIRST : TL_TRACE_NOTHING;
  trace->first = trace->count;
  for (int i = 0; i < trace->buffer_count; i++)
    if (trace->buffers[i].space == TL_MEMORY_SHARED)
      trace->buffers[i].key = NULL;
}

/* Room for what is compared; false when memory is out. */
static bool make_room(tl_machine *machine) {
  tl_trace *trace = &machine->trace;
  size_t ways = 2 * (size_t)machine->program->instruction_count + 1;
  if (!trace->others)
    trace->others = calloc(ways, sizeof *trace->others);
  free(trace->next);
  free((void *)trace->keys);
  trace->next =
      calloc(ways * (size_t)machine->thread_count, sizeof *trace->next);
  trace->keys = calloc((size_t)trace->buffer_count + 1, sizeof *trace->keys);
  return trace->others && trace->next && trace->keys;
}

static void start_other(tl_machine *machine) {
  tl_trace *trace = &machine->trace;
  if (!make_room(machine)) {
    trace->is_cut = true;
    return;
  }
  trace->stage = TL_TRACE_OTHERS;
  for (int i = 0; i < trace->buffer_count; i++)
    if (trace->buffers[i].space == TL_MEMORY_GLOBAL)
      trace->keys[i] = trace->buffers[i].key;
  for (int i = trace->count - 1; i >= trace->first; i--) {
    tl_traced *item = &trace->items[i];
    int way = way_of(item->at->number, item->writes);
    int32_t *next = next_of(machine, way, item->thread);
    trace->others[way].is_in_first = true;
    trace->others[way].is_moved = false;
    item->next = *next;
    *next = i + 1;
  }
}

void tl_trace_start(tl_machine *machine, const void *launched) {
  tl_trace *trace = &machine->trace;
  if (!trace->is_kept)
    return;
  if (machine->block == 0)
    start_first(trace, launched);
  else if (trace->stage != TL_TRACE_NOTHING && !trace->is_cut)
    start_other(machine);
}

/* What the block has left out is next still. */
void tl_trace_end(tl_machine *machine) {
  const tl_trace *trace = &machine->trace;
  if (trace->stage != TL_TRACE_OTHERS || trace->is_cut)
    return;
  for (int i = trace->first; i < trace->count; i++) {
    const tl_traced *item = &trace->items[i];
    int way = way_of(item->at->number, item->writes);
    if (*next_of(machine, way, item->thread))
      differ(machine, way);
  }
}

/*===--- Accesses ---------------------------------------------------------===*/

void tl_trace_add(const tl_access *access, int64_t width) {
  tl_machine *machine = access->step.machine;
  tl_trace *trace = &machine->trace;
  tl_memory_space space = access->buffer->space;
  bool is_wanted = trace->stage != TL_TRACE_NOTHING && !machine->is_host &&
                   access->bytes > 0 &&
                   (space == TL_MEMORY_SHARED || space == TL_MEMORY_GLOBAL);
  int count = access->is_of_block ? access->step.lanes->count : 1;
  for (int k = 0; is_wanted && k < count && !trace->is_cut; k++) {
    int thread = access->is_of_block ? access->step.lanes->items[k]
                                     : access->step.thread;
    if (trace->stage == TL_TRACE_FIRST)
      add(trace, access, thread, width);
    else
      compare(machine, access, thread);
  }
}

void tl_trace_destroy(tl_trace *trace) {
  free(trace->items);
  free(trace->buffers);
  free((void *)trace->launched);
  free(trace->others);
  free(trace->next);
  free((void *)trace->keys);
}
