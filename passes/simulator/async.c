/* async.c - see machine.h. */
#include "machine.h"
#include <inttypes.h>
#include <string.h>

void tl_async_close(tl_machine *machine) {
  for (int i = 0; i < machine->async.count; i++) {
    const tl_access *to = &machine->async.items[i].to;
    tl_fault(&to->step, TL_FAULT_ASYNC, "never waits for the copy to %s",
             tl_access_place(to, to->byte).text);
  }
  machine->async.count = 0;
}

/*===--- Starting ---------------------------------------------------------===*/

void tl_async_start(const tl_access *from, const tl_access *to) {
  tl_machine *machine = to->step.machine;
  tl_async *async = &machine->async;
  size_t bytes = (size_t)from->bytes;
  if ((bytes && !tl_access_check(from)) || !tl_access_check(to))
    return;
  tl_async_copy *items =
      tl_grow(async->items, sizeof *items, async->count, &async->capacity);
  if (!items) {
    tl_machine_stop(machine, to->step.at, TL_NO_MEMORY);
    return;
  }
  async->items = items;
  tl_async_copy *copy = &items[async->count++];
  *copy = (tl_async_copy){
      .from = *from, .to = *to, .group = async->groups[to->step.thread]};
  if (bytes) {
    memcpy(copy->bytes, from->buffer->bytes + from->byte, bytes);
    memcpy(copy->poison, from->buffer->poison + from->byte, bytes);
  }
  memset(to->buffer->poison + to->byte, TL_BYTE_IN_FLIGHT, (size_t)to->bytes);
}

/*===--- Completing -------------------------------------------------------===*/

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

void tl_async_complete(const tl_step *first,
                       uint32_t (*below)(const tl_step *step)) {
  uint32_t limits[TL_MAX_THREADS] = {0};
  tl_async *async = &first->machine->async;
  int kept = 0;
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    limits[step.thread] = below(&step);
  }
  for (int i = 0; i < async->count; i++) {
    const tl_async_copy *copy = &async->items[i];
    if (copy->group < limits[copy->to.step.thread])
      complete(copy);
    else
      async->items[kept++] = *copy;
  }
  async->count = kept;
}

/*===--- Operations -------------------------------------------------------===*/

void tl_each_async_commit(const tl_step *step) {
  step->machine->async.groups[step->thread]++;
}

uint32_t tl_async_below(const tl_step *step) {
  uint32_t groups = step->machine->async.groups[step->thread];
  uint32_t left = (uint32_t)step->at->numbers[0];
  return groups > left ? groups - left : 0;
}

void tl_all_async_wait(const tl_step *first) {
  tl_async_complete(first, tl_async_below);
}
