/* async.c - see async.h. */
#include "machine.h"
#include <stdlib.h>
#include <string.h>

bool tl_async_create(int thread_count, tl_async *out) {
  *out = (tl_async){.groups =
                        calloc((size_t)thread_count + 1, sizeof *out->groups)};
  return out->groups != NULL;
}

void tl_async_destroy(tl_async *async) {
  free(async->items);
  free(async->groups);
}

void tl_async_close(tl_machine *machine) {
  for (int i = 0; i < machine->async.count; i++) {
    const tl_access *to = &machine->async.items[i].to;
    tl_fault(&to->step, TL_FAULT_ASYNC, "never waits for the copy to %s",
             tl_access_place(to, to->byte).text);
  }
  machine->async.count = 0;
}

/*===--- Starting ---------------------------------------------------------===*/

static tl_async_copy *add_copy(tl_machine *machine, const tl_instruction *at) {
  tl_async *async = &machine->async;
  tl_async_copy *items =
      tl_grow(async->items, sizeof *items, async->count, &async->capacity);
  if (!items) {
    tl_machine_stop(machine, at);
    return NULL;
  }
  async->items = items;
  return &items[async->count++];
}

void tl_async_start(const tl_access *from, const tl_access *to) {
  tl_machine *machine = to->step.machine;
  bool reads = from->bytes > 0;
  if ((reads && !tl_access_check(from)) || !tl_access_check(to))
    return;
  tl_async_copy *copy = add_copy(machine, to->step.at);
  if (!copy)
    return;
  *copy = (tl_async_copy){.from = *from,
                          .to = *to,
                          .group = machine->async.groups[to->step.thread]};
  if (reads) {
    size_t bytes = (size_t)from->bytes;
    memcpy(copy->bytes, from->buffer->bytes + from->byte, bytes);
    memcpy(copy->poison, from->buffer->poison + from->byte, bytes);
  }
  memset(to->buffer->poison + to->byte, TL_BYTE_IN_FLIGHT, (size_t)to->bytes);
}

/*===--- Completing -------------------------------------------------------===*/

uint32_t tl_async_below(const tl_machine *machine, int thread, uint32_t left) {
  uint32_t groups = machine->async.groups[thread];
  return groups > left ? groups - left : 0;
}

/* Hardware may read the source as late as at the wait. */
static void check_source(const tl_async_copy *copy) {
  const tl_access *from = &copy->from;
  for (int64_t i = 0; i < from->bytes; i++) {
    int64_t byte = from->byte + i;
    if (from->buffer->bytes[byte] == copy->bytes[i] &&
        from->buffer->poison[byte] == copy->poison[i])
      continue;
    tl_fault(&from->step, TL_FAULT_ASYNC,
             "copies from %s, which is written before the copy has been "
             "waited for",
             tl_access_place(from, byte).text);
    return;
  }
}

static void complete(const tl_async_copy *copy) {
  const tl_access *to = &copy->to;
  check_source(copy);
  memcpy(to->buffer->bytes + to->byte, copy->bytes, (size_t)to->bytes);
  memcpy(to->buffer->poison + to->byte, copy->poison, (size_t)to->bytes);
  tl_access_record(to);
}

void tl_async_complete(tl_machine *machine, const uint32_t *below) {
  tl_async *async = &machine->async;
  int kept = 0;
  for (int i = 0; i < async->count; i++) {
    const tl_async_copy *copy = &async->items[i];
    if (copy->group < below[copy->to.step.thread])
      complete(copy);
    else
      async->items[kept++] = *copy;
  }
  async->count = kept;
}
