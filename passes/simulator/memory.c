/* memory.c - Memory and asynchronous copies; see machine.h.
 *
 * Two accesses of a byte race when they are of different threads, one writes,
 * and no barrier lies between them: within a block, that the warps of both, or
 * one after the other warps between them, have met at; in different blocks of
 * one launch, always.  What the host does between launches is a block, too.
 * Atomic accesses do not race with each other.
 *
 * Source: L. Lamport, "Time, Clocks, and the Ordering of Events in a Distributed
 * System", 1978; each warp knows a number of barriers of each other one.
 *
 * Of the readers of a byte two are kept, so that one of them is not the thread
 * that writes, if there is such a reader at all: the last one, and either one
 * of another block or another one of the same epoch. */
#include "operations.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Between the end of a buffer and the next one. */
static const int64_t GAP = INT64_C(1) << 20;

static const int64_t LARGEST_ALIGNMENT = INT64_MAX / 4;

bool tl_buffer_place(tl_buffer *buffer, int64_t *next) {
  const tl_promise *promise = &buffer->promise;
  if (promise->alignment > LARGEST_ALIGNMENT)
    return false;
  int64_t step = 2 * promise->alignment;
  int64_t place = promise->alignment - promise->offset % step - *next % step;
  buffer->address = *next;
  bool fits = tl_add_product(&buffer->address, (place % step + step) % step, 1);
  *next = buffer->address;
  return fits && tl_add_product(next, buffer->size, 1) &&
         tl_add_product(next, GAP, 1);
}

bool tl_buffer_is_near(const tl_buffer *buffer, int64_t address) {
  return address >= buffer->address - GAP / 2 &&
         address < buffer->address + buffer->size + GAP / 2;
}

enum { WIDEST_SHADOW = 4 };

static size_t shadow_count(const tl_buffer *buffer, int shift) {
  return (size_t)(buffer->size >> shift) + 1;
}

tl_buffer *tl_buffer_create(tl_memory_space space, int64_t size,
                            tl_promise promise) {
  tl_buffer *buffer = calloc(1, sizeof *buffer);
  if (!buffer)
    return NULL;
  size_t count = (size_t)(size ? size : 1);
  *buffer = (tl_buffer){.space = space,
                        .argument = -1,
                        .size = size,
                        .promise = promise,
                        .shadow_shift = WIDEST_SHADOW};
  buffer->bytes = calloc(count, 1);
  buffer->poison = malloc(count);
  bool is_private = space == TL_MEMORY_PRIVATE;
  if (!is_private)
    buffer->shadow =
        calloc(shadow_count(buffer, WIDEST_SHADOW), sizeof *buffer->shadow);
  if (!buffer->bytes || !buffer->poison || (!is_private && !buffer->shadow)) {
    tl_buffer_destroy(buffer);
    return NULL;
  }
  memset(buffer->poison, TL_BYTE_UNKNOWN, count);
  return buffer;
}

void tl_buffer_destroy(tl_buffer *buffer) {
  if (!buffer)
    return;
  free(buffer->bytes);
  free(buffer->poison);
  free(buffer->shadow);
  free(buffer->others.items);
  free(buffer);
}

bool tl_view_address(const tl_view *view, int64_t element_bytes,
                     int64_t *address) {
  const int64_t first[TL_MAX_RANK] = {0};
  bool fits = tl_view_byte(view, first, element_bytes, address);
  return tl_add_product(address, view->buffer->address, 1) && fits;
}

bool tl_view_close_strides(tl_view *view) {
  bool fits = true;
  for (int64_t d = view->rank - 1, stride = 1; d >= 0; d--) {
    if (view->strides[d] == INT64_MIN)
      view->strides[d] = stride;
    if (d > 0 && view->strides[d - 1] == INT64_MIN)
      fits &= tl_product_fits(view->strides[d], view->sizes[d], &stride);
  }
  return fits;
}

bool tl_view_bytes(const tl_view *view, int64_t element_bytes, int64_t *bytes) {
  int64_t count = 1, span = view->offset;
  bool fits = true;
  *bytes = 0;
  for (int64_t d = 0; d < view->rank; d++)
    if (view->sizes[d] == 0)
      return true;
  for (int64_t d = 0; d < view->rank; d++) {
    fits &= tl_add_product(&span, view->sizes[d] - 1, view->strides[d]);
    fits &= tl_product_fits(count, view->sizes[d], &count);
  }
  return tl_add_product(&span, 1, 1) && fits &&
         tl_add_product(bytes, span, element_bytes);
}

int64_t tl_view_elements(const tl_view *view) {
  int64_t count = 1;
  for (int64_t d = 0; d < view->rank; d++)
    count *= view->sizes[d];
  return count;
}

void tl_coordinate_of(int64_t n, int64_t rank, const int64_t *sizes,
                      int64_t *coordinate) {
  for (int64_t d = rank - 1; d >= 0; d--) {
    coordinate[d] = d ? n % sizes[d] : n;
    n = d ? n / sizes[d] : 0;
  }
}

/*===--- Races ------------------------------------------------------------===*/

/* The warps of a touch. */
typedef struct warp_range {
  int first, behind;
} warp_range;

static warp_range warps_of(const tl_touch *touch, const tl_machine *machine) {
  int own = touch->thread / machine->wave;
  return touch->thread == TL_EVERY_THREAD
             ? (warp_range){0, (machine->thread_count - 1) / machine->wave + 1}
             : (warp_range){own, own + 1};
}

/* Whether barriers lie between a touch and all warps of a later one. */
static bool is_known(const tl_touch *touch, const tl_touch *later,
                     const tl_machine *machine) {
  warp_range of = warps_of(touch, machine), to = warps_of(later, machine);
  bool is = true;
  if (touch->barriers < machine->last_of_all)
    return true;
  for (int own = to.first; own < to.behind && is; own++)
    for (int other = of.first; other < of.behind && is; other++)
      is = touch->barriers < machine->known[own][other];
  return is;
}

static bool races(const tl_touch *a, const tl_touch *b,
                  const tl_machine *machine) {
  bool is_one = a->thread == b->thread && a->thread != TL_EVERY_THREAD;
  return a->at != TL_NOBODY && a->block >= machine->first_block &&
         !(a->is_atomic && b->is_atomic) &&
         (a->block != b->block || (!is_one && !is_known(a, b, machine)));
}

void tl_machine_meet(tl_machine *machine, uint64_t warps) {
  uint32_t known[TL_MAX_WARPS] = {0};
  machine->barriers++;
  for (int own = 0; own < TL_MAX_WARPS; own++)
    for (int other = 0; warps >> own & 1 && other < TL_MAX_WARPS; other++)
      if (known[other] < machine->known[own][other])
        known[other] = machine->known[own][other];
  for (int own = 0; own < TL_MAX_WARPS; own++)
    if (warps >> own & 1)
      known[own] = machine->barriers;
  for (int own = 0; own < TL_MAX_WARPS; own++)
    if (warps >> own & 1)
      memcpy(machine->known[own], known, sizeof known);
}

/* Rule U1.  What an operation reads of what it has written may be in another
 * thread what it is to write later. */
static bool is_agreed(const tl_touch *writer, const tl_touch *reader) {
  return writer->thread == TL_EVERY_THREAD && writer->block == reader->block &&
         writer->at != reader->at;
}

/*===--- Touches that a shadow has no room for ------------------------------===*/

/* One that is free, or 0 when memory is out. */
static uint32_t take_other(tl_other_touches *all) {
  uint32_t own = all->free;
  if (own) {
    all->free = all->items[own].next;
    return own;
  }
  int used = all->count ? all->count : 1; /* 0 is none */
  tl_other_touch *items =
      tl_grow(all->items, sizeof *items, used, &all->capacity);
  if (!items)
    return 0;
  all->items = items;
  all->count = used + 1;
  return (uint32_t)used;
}

static bool add_other(tl_other_touches *all, const tl_touch *touch, bool writes,
                      uint32_t *list) {
  uint32_t own = take_other(all);
  if (own) {
    all->items[own] = (tl_other_touch){*touch, writes, *list};
    *list = own;
  }
  return own;
}

static void drop_other(tl_other_touches *all, uint32_t *link) {
  uint32_t own = *link;
  *link = all->items[own].next;
  all->items[own].next = all->free;
  all->free = own;
}

/* Whether who has seen a touch, or is told of it, needs none of an earlier one: of the
 * same warps, or seen there. */
static bool stands_for(const tl_touch *touch, const tl_touch *earlier,
                       const tl_machine *machine) {
  warp_range of = warps_of(touch, machine), to = warps_of(earlier, machine);
  return earlier->at == TL_NOBODY || earlier->block < machine->first_block ||
         (earlier->block == touch->block &&
          ((of.first <= to.first && to.behind <= of.behind) ||
           is_known(earlier, touch, machine)));
}

/* A reader stands for readers, who writes for all.  Of other blocks one reader is in the
 * shadow, and one that writes is kept. */
static void drop_others(tl_other_touches *all, const tl_touch *now, bool writes,
                        const tl_machine *machine, uint32_t *link) {
  bool has_foreign = false;
  while (*link) {
    tl_other_touch *other = &all->items[*link];
    bool is_foreign = other->touch.block != now->block;
    bool is_over = is_foreign ? !other->writes || has_foreign
                              : (writes || !other->writes) &&
                                    stands_for(now, &other->touch, machine);
    has_foreign = has_foreign || (is_foreign && !is_over);
    if (is_over)
      drop_other(all, link);
    else
      link = &other->next;
  }
}

/* Keeps what the shadow had, beside what it has now.  False when memory is out. */
static bool keep_other(tl_buffer *buffer, tl_shadow *shadow,
                       const tl_touch *had, const tl_touch *now, bool writes,
                       const tl_machine *machine) {
  if (stands_for(now, had, machine))
    return true;
  drop_others(&buffer->others, now, writes, machine, &shadow->others);
  return add_other(&buffer->others, had, writes, &shadow->others);
}

/* What is not touched is not written again, so that it takes no memory. */
static bool is_touched(const tl_shadow *shadow) {
  for (int k = 0; k < TL_TOUCHES; k++)
    if (shadow->touches[k].at)
      return true;
  return false;
}

/* Gives a copy of a shadow a list of its own. */
static bool copy_others(tl_buffer *buffer, uint32_t *list) {
  uint32_t from = *list;
  bool is_fine = true;
  for (*list = 0; from && is_fine; from = buffer->others.items[from].next) {
    const tl_other_touch other = buffer->others.items[from];
    is_fine = add_other(&buffer->others, &other.touch, other.writes, list);
  }
  return is_fine;
}

bool tl_buffer_refine(tl_buffer *buffer, int shift) {
  bool is_fine = true;
  int from = buffer->shadow_shift;
  if (shift >= from)
    return true;
  size_t count = shadow_count(buffer, shift);
  tl_shadow *finer = calloc(count, sizeof *finer);
  if (!finer)
    return false;
  for (size_t i = 0; buffer->is_touched && i < count; i++) {
    const tl_shadow *coarse = &buffer->shadow[i >> (from - shift)];
    if (!is_touched(coarse))
      continue;
    finer[i] = *coarse;
    is_fine = is_fine && copy_others(buffer, &finer[i].others);
  }
  free(buffer->shadow);
  buffer->shadow = finer;
  buffer->shadow_shift = shift;
  return is_fine;
}

/* As the access asks for; false when memory is out. */
static bool refine_shadow(const tl_access *access) {
  uint64_t ends = (uint64_t)access->byte | (uint64_t)access->bytes;
  int shift =
      __builtin_ctzll(ends | UINT64_C(1) << access->buffer->shadow_shift);
  bool is_fine = tl_buffer_refine(access->buffer, shift);
  if (!is_fine)
    tl_machine_stop(access->step.machine, access->step.at, TL_NO_MEMORY);
  return is_fine;
}

tl_touch tl_shadow_read(tl_shadow *shadow, const tl_touch *now,
                        int first_block) {
  tl_touch *last = &shadow->touches[TL_READER], *other = last + 1, had = *last;
  bool keeps_other =
      other->at && other->block != now->block && other->block >= first_block;
  bool is_other = last->block != now->block || last->thread != now->thread;
  if (last->at && is_other && !keeps_other) {
    had = *other;
    *other = *last;
  }
  *last = *now;
  return had;
}

static const char *verb_of(const tl_access *access) {
  return access->writes ? "writes" : "reads";
}

/* Of the memref that it accesses; 0 of an instruction with pointers. */
static int element_bytes(const tl_instruction *at) {
  for (int i = 0; i < at->operand_count; i++)
    if (tl_operand_slot(at, i)->is_memref)
      return tl_operand_slot(at, i)->scalar.bytes;
  return 0;
}

/* "element 5 of argument 0", or "byte 20 of argument 0". */
static tl_sim_words place_of(const tl_access *access, int64_t byte) {
  int bytes = element_bytes(access->step.at);
  if (bytes)
    return tl_describe_place(access->buffer, byte, bytes);
  tl_sim_words whole = tl_describe_place(access->buffer, 0, 0), place;
  snprintf(place.text, sizeof place.text, "byte %" PRId64 " of %.64s", byte,
           whole.text);
  return place;
}

static tl_touch touch_of(const tl_access *access) {
  const tl_machine *machine = access->step.machine;
  return (tl_touch){.at = (uint32_t)access->step.at->number + 1,
                    .block = machine->first_block + machine->block,
                    .barriers = machine->barriers,
                    .thread = access->is_of_block
                                  ? TL_EVERY_THREAD
                                  : (int16_t)access->step.thread,
                    .is_atomic = access->is_atomic};
}

/* The touch of a byte that the access races with, or NULL; and whether it writes. */
static const tl_touch *find_race(const tl_access *access,
                                 const tl_shadow *shadow, const tl_touch *now,
                                 bool *writes) {
  const tl_machine *machine = access->step.machine;
  const tl_other_touch *others = access->buffer->others.items;
  int known = access->writes ? TL_TOUCHES : TL_READER;
  for (int k = 0; k < known; k++)
    if (races(&shadow->touches[k], now, machine) &&
        (access->writes || !is_agreed(&shadow->touches[k], now))) {
      *writes = k == TL_WRITER;
      return &shadow->touches[k];
    }
  for (uint32_t i = shadow->others; i; i = others[i].next)
    if ((access->writes || others[i].writes) &&
        races(&others[i].touch, now, machine)) {
      *writes = others[i].writes;
      return &others[i].touch;
    }
  return NULL;
}

/* A change that is atomic does not race with those before it, which others may. */
static bool mark_writer(const tl_access *access, tl_shadow *shadow,
                        const tl_touch *now) {
  const tl_machine *machine = access->step.machine;
  tl_touch *writer = &shadow->touches[TL_WRITER], had = *writer;
  *writer = *now;
  if (had.is_atomic && now->is_atomic)
    return keep_other(access->buffer, shadow, &had, now, true, machine);
  drop_others(&access->buffer->others, now, true, machine, &shadow->others);
  return true;
}

static bool mark_reader(const tl_access *access, tl_shadow *shadow,
                        const tl_touch *now) {
  const tl_machine *machine = access->step.machine;
  const tl_touch had = tl_shadow_read(shadow, now, machine->first_block);
  return had.block != now->block ||
         keep_other(access->buffer, shadow, &had, now, false, machine);
}

static void check_races(const tl_access *access) {
  const tl_touch now = touch_of(access), none = {.at = TL_NOBODY};
  tl_touch other = none;
  bool is_fine = true, writes = false; /* the other does */
  tl_buffer *buffer = access->buffer;
  int64_t place = 0, first = access->byte >> buffer->shadow_shift,
          behind = (access->byte + access->bytes) >> buffer->shadow_shift;
  for (int64_t i = first; i < behind && is_fine; i++) {
    tl_shadow *shadow = &buffer->shadow[i];
    const tl_touch *met =
        other.at ? NULL : find_race(access, shadow, &now, &writes);
    if (met) {
      other = *met;
      place = i << buffer->shadow_shift;
    }
    is_fine = access->writes ? mark_writer(access, shadow, &now)
                             : mark_reader(access, shadow, &now);
  }
  buffer->is_touched = true;
  if (!is_fine)
    tl_machine_stop(access->step.machine, access->step.at, TL_NO_MEMORY);
  if (other.at)
    tl_fault_with(&access->step, TL_FAULT_RACE, &other,
                  writes ? "writes it here, with no barrier between"
                         : "reads it here, with no barrier between",
                  "%s %s", verb_of(access), place_of(access, place).text);
}

/* Whether a byte is in flight, which is a fault. */
static bool meets_copy(const tl_access *access) {
  const uint8_t *first = access->buffer->poison + access->byte;
  const uint8_t *byte =
      access->step.machine->async.is_used
          ? memchr(first, TL_BYTE_IN_FLIGHT, (size_t)access->bytes)
          : NULL;
  if (!byte)
    return false;
  int64_t number = access->byte + (byte - first);
  tl_fault_with(&access->step, TL_FAULT_ASYNC,
                &access->buffer->shadow[number >> access->buffer->shadow_shift]
                     .touches[TL_WRITER],
                "starts the copy here",
                "%s %s before the copy to it has been waited for",
                verb_of(access), place_of(access, number).text);
  return true;
}

void tl_access_record(const tl_access *access) {
  access->buffer->is_written = access->buffer->is_written || access->writes;
  if (access->buffer->shadow && !meets_copy(access) && refine_shadow(access))
    check_races(access);
}

void tl_access_publish(const tl_access *access) {
  const tl_buffer *buffer = access->buffer;
  int64_t behind = (access->byte + access->bytes) >> buffer->shadow_shift;
  for (int64_t i = access->byte >> buffer->shadow_shift; i < behind; i++)
    buffer->shadow[i].touches[TL_WRITER] = (tl_touch){.at = TL_NOBODY};
}

/*===--- Accesses ---------------------------------------------------------===*/

static void count_access(const tl_access *access) {
  tl_access own = *access;
  int count = access->is_of_block ? access->step.lanes->count : 1;
  for (int k = 0; k < count; k++) {
    if (access->is_of_block)
      own.step.thread = access->step.lanes->items[k];
    tl_report_add(&access->step.machine->report, &own);
  }
}

/* Where a promise is all that is missing. */
static const char *advice_for(const tl_access *access) {
  const tl_promise *promise = &access->buffer->promise;
  bool is_of_buffer = promise->alignment < access->alignment &&
                      (access->byte - promise->offset) % access->alignment == 0;
  return !is_of_buffer ? ""
         : access->buffer->argument >= 0
             ? "; llvm.align of the argument, or --align of tl-sim, would "
               "promise that"
             : "; llvm.align of the buffer, alignment where it is allocated, "
               "or --align of tl-sim, would promise that";
}

bool tl_access_check_place(const tl_access *access) {
  const tl_buffer *buffer = access->buffer;
  const tl_step *step = &access->step;
  if (access->byte < 0 || access->bytes > buffer->size ||
      access->byte > buffer->size - access->bytes)
    return tl_fault(
        step, TL_FAULT_BOUNDS,
        "%s bytes %" PRId64 " to %" PRId64 " of %s, which has %" PRId64,
        verb_of(access), access->byte, access->byte + access->bytes - 1,
        tl_describe_place(buffer, 0, 0).text, buffer->size);
  if (access->writes && buffer->is_constant)
    tl_fault(step, TL_FAULT_BOUNDS, "writes %s, which is constant",
             tl_describe_place(buffer, 0, 0).text);
  int64_t address = buffer->address + access->byte;
  int64_t low = access->alignment - 1; /* bits, of a power of two */
  bool is_power = (access->alignment & low) == 0;
  if (is_power ? address & low : address % access->alignment)
    tl_fault(step, TL_FAULT_ALIGNMENT,
             "%s byte %" PRId64 " of %s at address 0x%" PRIx64
             ", which is no multiple of %" PRId64 "%s",
             verb_of(access), access->byte,
             tl_describe_place(buffer, 0, 0).text, address, access->alignment,
             advice_for(access));
  if (step->machine->counts_accesses)
    count_access(access);
  return true;
}

bool tl_access_check(const tl_access *access) {
  if (!tl_access_check_place(access))
    return false;
  if (access->step.machine->trace.is_kept)
    tl_trace_add(access, tl_access_width(access));
  tl_access_record(access);
  return true;
}

/* Bytes, the lowest first, as a number and back. */
static inline TL_ALWAYS_INLINE uint64_t read_bytes(const uint8_t *from,
                                                   int count) {
  uint64_t out = 0;
  for (int i = 0; i < count; i++)
    out |= (uint64_t)from[i] << (8 * i);
  return out;
}

static inline TL_ALWAYS_INLINE void write_bytes(uint8_t *to, int count,
                                                uint64_t number) {
  for (int i = 0; i < count; i++)
    to[i] = (uint8_t)(number >> (8 * i));
}

tl_element tl_buffer_get(const tl_buffer *buffer, int64_t byte, int bytes) {
  tl_element element = {0};
  for (int i = 0; i < bytes; i++)
    tl_element_add_byte(&element, i, buffer->bytes[byte + i],
                        buffer->poison[byte + i] == TL_BYTE_KNOWN);
  return element;
}

void tl_buffer_put(tl_buffer *buffer, int64_t byte, int bytes,
                   tl_element element) {
  for (int i = 0; i < bytes; i++) {
    buffer->bytes[byte + i] = tl_element_byte(element, i);
    bool is_known = !(element.poison >> i & 1);
    buffer->poison[byte + i] = is_known ? TL_BYTE_KNOWN : TL_BYTE_UNKNOWN;
  }
}

/* Where `bytes` is a constant of at most 8. */
static inline TL_ALWAYS_INLINE void get_row(const tl_buffer *buffer,
                                            int64_t byte, int bytes,
                                            int64_t count, tl_element *out) {
  for (int64_t i = 0; i < count; i++, byte += bytes)
    if (read_bytes(buffer->poison + byte, bytes) == TL_BYTE_KNOWN)
      out[i] = (tl_element){read_bytes(buffer->bytes + byte, bytes), 0};
    else
      out[i] = tl_buffer_get(buffer, byte, bytes);
}

static inline TL_ALWAYS_INLINE void put_row(tl_buffer *buffer, int64_t byte,
                                            int bytes, int64_t count,
                                            const tl_element *elements) {
  for (int64_t i = 0; i < count; i++, byte += bytes) {
    write_bytes(buffer->bytes + byte, bytes, (uint64_t)elements[i].bits);
    write_bytes(buffer->poison + byte, bytes, TL_BYTE_KNOWN);
    if (elements[i].poison)
      tl_buffer_put(buffer, byte, bytes, elements[i]);
  }
}

void tl_buffer_get_row(const tl_buffer *buffer, int64_t byte, int bytes,
                       int64_t count, tl_element *out) {
  if (bytes == 4)
    get_row(buffer, byte, 4, count, out);
  else if (bytes == 2)
    get_row(buffer, byte, 2, count, out);
  else
    for (int64_t i = 0; i < count; i++)
      out[i] = tl_buffer_get(buffer, byte + i * bytes, bytes);
}

void tl_buffer_put_row(tl_buffer *buffer, int64_t byte, int bytes,
                       int64_t count, const tl_element *elements) {
  if (bytes == 4)
    put_row(buffer, byte, 4, count, elements);
  else if (bytes == 2)
    put_row(buffer, byte, 2, count, elements);
  else
    for (int64_t i = 0; i < count; i++)
      tl_buffer_put(buffer, byte + i * bytes, bytes, elements[i]);
}

/*===--- Asynchronous copies ----------------------------------------------===*/

void tl_async_close(tl_machine *machine) {
  for (int i = 0; i < machine->async.count; i++) {
    const tl_access *to = &machine->async.items[i].to;
    tl_fault(&to->step, TL_FAULT_ASYNC, "never waits for the copy to %s",
             place_of(to, to->byte).text);
  }
  machine->async.count = 0;
}

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
  async->is_used = true;
  tl_async_copy *copy = &items[async->count++];
  *copy = (tl_async_copy){
      .from = *from, .to = *to, .group = async->groups[to->step.thread]};
  if (bytes) {
    memcpy(copy->bytes, from->buffer->bytes + from->byte, bytes);
    memcpy(copy->poison, from->buffer->poison + from->byte, bytes);
  }
  memset(to->buffer->poison + to->byte, TL_BYTE_IN_FLIGHT, (size_t)to->bytes);
}

/* Hardware may read the source as late as at the wait. */
static void complete(const tl_async_copy *copy) {
  const tl_access *from = &copy->from, *to = &copy->to;
  int64_t i = 0, byte = from->byte;
  while (i < from->bytes && from->buffer->bytes[byte] == copy->bytes[i] &&
         from->buffer->poison[byte] == copy->poison[i])
    byte = from->byte + ++i;
  if (i < from->bytes)
    tl_fault(&from->step, TL_FAULT_ASYNC,
             "copies from %s, which is written before the copy has been "
             "waited for",
             place_of(from, byte).text);
  memcpy(to->buffer->bytes + to->byte, copy->bytes, (size_t)to->bytes);
  memcpy(to->buffer->poison + to->byte, copy->poison, (size_t)to->bytes);
  tl_access_record(to);
}

/* The thread's groups, counted from 0, that are complete.  A token of a copy is
 * of the group that the copy will be in. */
static uint32_t groups_below(const tl_step *step) {
  uint32_t committed = step->machine->async.groups[step->thread];
  int64_t left = step->at->numbers[0];
  if (step->at->operand_count == 0 || left != TL_ASYNC_OF_TOKEN)
    return committed > (uint32_t)left ? committed - (uint32_t)left : 0;
  uint32_t next = (uint32_t)tl_operand(step, 0)->bits + 1;
  return next < committed ? next : committed;
}

/* Those of groups below the limit of their thread. */
static void complete_below(tl_async *async, const uint32_t *limits) {
  int kept = 0;
  for (int i = 0; i < async->count; i++) {
    const tl_async_copy *copy = &async->items[i];
    if (copy->group < limits[copy->to.step.thread])
      complete(copy);
    else
      async->items[kept++] = *copy;
  }
  async->count = kept;
}

void tl_all_async_wait(const tl_step *first) {
  uint32_t limits[TL_MAX_THREADS] = {0};
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    limits[step.thread] = groups_below(&step);
  }
  complete_below(&first->machine->async, limits);
}

void tl_async_finish(const tl_step *thread) {
  uint32_t limits[TL_MAX_THREADS] = {0};
  limits[thread->thread] = UINT32_MAX;
  complete_below(&thread->machine->async, limits);
}

void tl_each_async_commit(const tl_step *step) {
  step->machine->async.groups[step->thread]++;
}
