/* trace.c - see trace.h. */
#include "trace.h"
#include "machine.h"
#include <stdlib.h>

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
static void show_buffer(const tl_access *access, tl_traced_buffer *out) {
  const tl_slot *slot;
  const tl_view *view = view_of(access, &slot);
  if (!view || view->rank <= out->rank)
    return;
  out->element_bytes = slot->scalar.bytes;
  out->rank = view->rank;
  for (int64_t d = 0; d < view->rank; d++) {
    out->sizes[d] = view->sizes[d];
    out->strides[d] = view->strides[d];
  }
}

/* Its number, or -1 when memory is out. */
static int number_of(tl_trace *trace, const tl_buffer *buffer) {
  int number = trace->buffer_count;
  while (number > 0 && trace->buffers[number - 1].key != buffer)
    number--;
  if (number > 0)
    return number - 1;
  tl_traced_buffer *buffers =
      tl_grow(trace->buffers, sizeof *buffers, trace->buffer_count,
              &trace->buffer_capacity);
  if (!buffers)
    return -1;
  trace->buffers = buffers;
  buffers[trace->buffer_count] =
      (tl_traced_buffer){.key = buffer,
                         .space = buffer->space,
                         .argument = buffer->argument,
                         .name = buffer->name,
                         .alignment = buffer->promise.alignment};
  return trace->buffer_count++;
}

static void add(tl_trace *trace, const tl_access *access, int thread,
                int64_t width) {
  int buffer = number_of(trace, access->buffer);
  tl_traced *items =
      trace->count < TL_MAX_TRACED
          ? tl_grow(trace->items, sizeof *items, trace->count, &trace->capacity)
          : NULL;
  trace->is_cut = !items || buffer < 0;
  if (items)
    trace->items = items;
  if (trace->is_cut)
    return;
  show_buffer(access, &trace->buffers[buffer]);
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

void tl_trace_add(const tl_access *access, int64_t width) {
  tl_machine *machine = access->step.machine;
  tl_trace *trace = &machine->trace;
  tl_memory_space space = access->buffer->space;
  bool is_wanted = trace->is_kept && machine->block == 0 &&
                   machine->first_block == 0 && access->bytes > 0 &&
                   (space == TL_MEMORY_SHARED || space == TL_MEMORY_GLOBAL);
  int count = access->is_of_block ? access->step.lanes->count : 1;
  for (int k = 0; is_wanted && k < count && !trace->is_cut; k++)
    add(trace, access,
        access->is_of_block ? access->step.lanes->items[k]
                            : access->step.thread,
        width);
}

void tl_trace_destroy(tl_trace *trace) {
  free(trace->items);
  free(trace->buffers);
}
