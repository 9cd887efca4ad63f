/* ptx_races.c - Accesses of two threads to one byte without a barrier between.
 *
 * Time passes where threads meet.  Each thread knows up to when it has seen what
 * every other one has done: where threads meet, all that each of them knows.
 * Two accesses race when they are of different threads, one writes, and the later
 * one's thread has not seen the earlier; in different blocks, always.  Accesses
 * that are ordered themselves, as atomic ones, do not race with each other.
 *
 * Of the readers of a byte four are kept, of different threads, warps if there are
 * several, or blocks, such that one of them is not who writes next, if there is such a
 * reader at all; and of the writers two, where several have written one value.
 *
 * Of a change that PTX has not LLVM makes a loop of cas with a plain load in front of
 * it, of which nothing but the first guess depends: a plain load like a cas of the
 * kernel, and an atomic change of any kind, are a note, and so is a store of a part of
 * such a word.  Of changes of 8 and 16 bits it makes those of words, of which the other
 * bytes are kept: what others do with these is another note.
 *
 * Source: L. Lamport, "Time, Clocks, and the Ordering of Events in a Distributed
 * System", 1978; PTX ISA, "Memory Consistency Model". */
#include "ptx_state.h"
#include <stdio.h>
#include <stdlib.h>

enum { WRITERS = 2, READERS = 4, WRITER = 0, READER = WRITER + WRITERS };
enum { TOUCHES = READER + READERS };
enum { NOBODY = 0 };

/* When and by whom bytes were touched. */
typedef struct touch {
  int32_t at; /* 1 and the number of the instruction, or NOBODY */
  int32_t block;
  uint32_t time;
  int16_t thread;
  uint8_t order; /* a tl_ptx_order */
} touch;

/* Threads of a block: these lanes in each of these warps.  Where they are not so
 * regular, there are more of them here. */
typedef struct party {
  uint32_t lanes;
  uint8_t first_warp, last_warp;
} party;

struct tl_ptx_shadow {
  touch touches[TOUCHES];
  party writers; /* of the value that is there, by one store */
};

/*===--- Time -------------------------------------------------------------===*/

static uint32_t *known_of(tl_ptx_races *races, int thread) {
  return races->known + (size_t)thread * (size_t)races->thread_count;
}

/* Of each load whether there is a cas of its space, and of as many bits, which are a
 * power of two. */
static void find_guesses(const tl_ptx_program *program, bool *may_guess) {
  enum { SPACE = 1, ADDRESS = 1 };
  int swapped[TL_PTX_SPACE_COUNT] = {0};
  for (int i = 0; i < program->count; i++) {
    const tl_ptx_instruction *at = &program->items[i];
    if (tl_ptx_is_cas(at))
      swapped[tl_ptx_space_of(at, SPACE, ADDRESS)] |= tl_ptx_type_of(at)->bits;
  }
  for (int i = 0; i < program->count; i++) {
    const tl_ptx_instruction *at = &program->items[i];
    may_guess[i] =
        tl_ptx_is_load(at) &&
        swapped[tl_ptx_space_of(at, SPACE, ADDRESS)] & tl_ptx_type_of(at)->bits;
  }
}

bool tl_ptx_races_create(const tl_ptx_program *program, int thread_count,
                         tl_ptx_races *out) {
  size_t count = (size_t)thread_count;
  *out = (tl_ptx_races){.thread_count = thread_count};
  out->known = calloc(count * count, sizeof *out->known);
  out->met = calloc(count, sizeof *out->met);
  out->may_guess = calloc((size_t)program->count + 1, sizeof *out->may_guess);
  if (out->may_guess)
    find_guesses(program, out->may_guess);
  for (int i = 0; i < program->count; i++)
    out->has_read_only |= tl_ptx_is_read_only(&program->items[i]);
  return out->known && out->met && out->may_guess;
}

void tl_ptx_races_destroy(tl_ptx_races *races) {
  free(races->known);
  free(races->met);
  free(races->may_guess);
}

/* All that any of them knows, and what they have done themselves. */
static void join(tl_ptx_races *races, const int16_t *threads, int count) {
  uint32_t *all = races->met;
  memset(all, 0, (size_t)races->thread_count * sizeof *all);
  for (int i = 0; i < count; i++) {
    const uint32_t *own = known_of(races, threads[i]);
    for (int k = 0; k < races->thread_count; k++)
      all[k] = own[k] > all[k] ? own[k] : all[k];
  }
  for (int i = 0; i < count; i++)
    all[threads[i]] = races->time;
  for (int i = 0; i < count; i++)
    memcpy(known_of(races, threads[i]), all,
           (size_t)races->thread_count * sizeof *all);
}

void tl_ptx_meet(tl_ptx_machine *machine, const int16_t *threads, int count) {
  tl_ptx_races *races = &machine->races;
  races->time++;
  if (count == races->thread_count)
    races->last_of_all = races->time;
  else
    join(races, threads, count);
}

/* Whether a thread has seen what another one did at a time. */
static bool is_seen(tl_ptx_races *races, const touch *earlier, int thread) {
  return earlier->time < races->last_of_all ||
         earlier->time < known_of(races, thread)[earlier->thread];
}

/*===--- Shadows ----------------------------------------------------------===*/

static size_t shadow_count(const tl_ptx_buffer *buffer, int shift) {
  return (size_t)(buffer->size >> shift) + 1;
}

static bool is_touched(const tl_ptx_shadow *shadow) {
  for (int k = 0; k < TOUCHES; k++)
    if (shadow->touches[k].at != NOBODY)
      return true;
  return false;
}

/* Shadows of at most 1 << shift bytes each; false when memory is out.  Those that
 * are not touched are not written, so that they take no memory. */
static bool refine(const tl_ptx_buffer *buffer, int shift) {
  tl_ptx_shadows *shadows = buffer->shadows;
  int from = shadows->shift;
  if (shadows->items && shift >= from)
    return true;
  size_t count = shadow_count(buffer, shift);
  tl_ptx_shadow *finer = calloc(count, sizeof *finer);
  for (size_t i = 0; finer && shadows->items && i < count; i++) {
    const tl_ptx_shadow *coarse = &shadows->items[i >> (from - shift)];
    if (is_touched(coarse))
      finer[i] = *coarse;
  }
  if (!finer)
    return false;
  free(shadows->items);
  shadows->items = finer;
  shadows->shift = shift;
  return true;
}

/* As fine as the ends of the bytes ask for. */
static bool refine_to(const tl_ptx_buffer *buffer, int64_t first,
                      int64_t bytes) {
  enum { WIDEST = 4 };
  int most = buffer->shadows->items ? buffer->shadows->shift : WIDEST;
  uint64_t ends = (uint64_t)first | (uint64_t)bytes | UINT64_C(1) << most;
  return refine(buffer, __builtin_ctzll(ends));
}

static bool is_of_warp(const touch *a, const touch *b) {
  return a->at != NOBODY && b->at != NOBODY && a->block == b->block &&
         a->thread / TL_PTX_LANES == b->thread / TL_PTX_LANES;
}

/* The touch that is missed least beside a new one: of its own thread, or else of a warp
 * with others that are as new; of other blocks one is kept longest. */
static int find_dispensable(const touch *all, int count, const touch *now) {
  int found = -1, most = 0, last = count - 1;
  for (int i = 0; i < count; i++) {
    int newer = is_of_warp(&all[i], now);
    if (all[i].at == NOBODY || (newer && all[i].thread == now->thread))
      return i;
    for (int k = 0; k < i; k++)
      newer += is_of_warp(&all[i], &all[k]);
    found = newer && newer >= most ? i : found;
    most = newer > most ? newer : most;
  }
  while (found < 0 && last > 0 && all[last].block != now->block)
    last--;
  return found < 0 ? last : found;
}

/* The last ones, the last of all first. */
static void add_touch(touch *all, int count, const touch *now) {
  int place = find_dispensable(all, count, now);
  memmove(&all[1], &all[0], (size_t)place * sizeof *all);
  all[0] = *now;
}

static bool is_member(const party *of, int thread) {
  int warp = thread / TL_PTX_LANES;
  return warp >= of->first_warp && warp <= of->last_warp &&
         of->lanes >> thread % TL_PTX_LANES & 1;
}

static void add_member(party *to, int thread) {
  uint8_t warp = (uint8_t)(thread / TL_PTX_LANES);
  if (!to->lanes || warp < to->first_warp)
    to->first_warp = warp;
  if (!to->lanes || warp > to->last_warp)
    to->last_warp = warp;
  to->lanes |= UINT32_C(1) << thread % TL_PTX_LANES;
}

static void forget_writers(tl_ptx_shadow *shadow) {
  memset(&shadow->touches[WRITER], 0, WRITERS * sizeof(touch));
  shadow->writers = (party){.lanes = 0};
}

/*===--- Races ------------------------------------------------------------===*/

/* An access, where it is, and what it does. */
typedef struct access {
  const tl_ptx_step *step;
  const tl_ptx_place *place;
  tl_ptx_deed deed;
  touch now;
} access;

static bool races_with(const access *of, const touch *other, bool is_agreed) {
  const touch *now = &of->now;
  tl_ptx_races *races = &of->step->machine->races;
  bool is_near = other->block == now->block;
  if (other->at == NOBODY || (other->order && now->order) ||
      (!is_near && of->place->space == TL_PTX_SHARED))
    return false;
  return !is_near || (other->thread != now->thread && !is_agreed &&
                      !is_seen(races, other, now->thread));
}

static int bits_of(const tl_ptx_program *program, const touch *of) {
  const tl_ptx_instruction *at = &program->items[of->at - 1];
  return at->type_count ? tl_ptx_type_of(at)->bits : 0;
}

/* Whether one is an atomic change, or a store of a part, and the other a load that may
 * be a guess. */
static bool is_guess(const access *of, const touch *other, bool other_writes) {
  const tl_ptx_machine *machine = of->step->machine;
  bool writes = of->deed.writes;
  const touch *change = writes ? &of->now : other;
  const touch *load = writes ? other : &of->now;
  return writes != other_writes && machine->races.may_guess[load->at - 1] &&
         (change->order >= TL_PTX_ATOMIC ||
          bits_of(machine->program, change) < bits_of(machine->program, load));
}

/* Whether it is of bytes that one of the two keeps. */
static bool is_of_kept(const access *of, const touch *other) {
  return of->now.order == TL_PTX_KEEPS || other->order == TL_PTX_KEEPS;
}

static bool is_note(const access *of, const touch *other, bool other_writes) {
  return is_of_kept(of, other) || is_guess(of, other, other_writes);
}

/* Threads that execute a store may write one value, at the same place. */
static bool is_repeated(const access *of, const touch *writer) {
  return of->deed.is_same && writer->at == of->now.at &&
         writer->block == of->now.block;
}

/* Whether it reads what its thread and nobody but others of the same store have
 * written there. */
static bool reads_own(const access *of, const tl_ptx_shadow *shadow) {
  return !of->deed.writes && is_member(&shadow->writers, of->now.thread);
}

/* The first that is a fault, or else one that is a note. */
static const touch *find_race(const access *of, const tl_ptx_shadow *shadow) {
  int count = of->deed.writes ? TOUCHES : READER;
  bool is_agreed = reads_own(of, shadow);
  const touch *found = NULL;
  for (int k = 0; k < count; k++) {
    const touch *other = &shadow->touches[k];
    if (!races_with(of, other, is_agreed))
      continue;
    if (!is_note(of, other, k < READER))
      return other;
    found = found ? found : other;
  }
  return found;
}

/* A fault, or a note; false after a fault. */
static bool tell_race(const access *of, const touch *other, bool other_writes,
                      int64_t byte) {
  const tl_ptx_machine *machine = of->step->machine;
  const tl_ptx_buffer *buffer = &of->place->buffer;
  tl_ptx_point t = tl_ptx_point_of(other->thread, machine->launch->block);
  tl_ptx_point b = tl_ptx_point_of(other->block, machine->launch->grid);
  char block[96] = "", text[300];
  if (other->block != of->now.block)
    snprintf(block, sizeof block,
             " of block (%" PRId64 ", %" PRId64 ", %" PRId64 ")", b.items[0],
             b.items[1], b.items[2]);
  snprintf(text, sizeof text,
           "%s byte %" PRId64 " of %.*s, which thread (%" PRId64 ", %" PRId64
           ", %" PRId64 ")%s %s at line %d",
           of->deed.writes ? "writes" : "reads", byte,
           buffer->name_length < 80 ? buffer->name_length : 80, buffer->name,
           t.items[0], t.items[1], t.items[2], block,
           other_writes ? "writes" : "reads",
           machine->program->items[other->at - 1].name.line);
  if (!is_note(of, other, other_writes))
    return tl_ptx_fault(of->step, "race", "%s, with no barrier between", text);
  tl_ptx_note(of->step,
              is_of_kept(of, other) ? "part of a word"
                                    : "plain load of an atomic",
              "%s", text);
  return true;
}

/* Marks one shadow; false after a fault. */
static bool mark(const access *of, tl_ptx_shadow *shadow, int64_t byte) {
  bool writes = of->deed.writes;
  touch *writers = &shadow->touches[WRITER], *readers = writers + READER;
  bool repeats = is_repeated(of, writers);
  const touch *other = repeats ? NULL : find_race(of, shadow);
  if (other && !tell_race(of, other, other < readers, byte))
    return false;
  if (!writes) {
    add_touch(readers, READERS, &of->now);
    return true;
  }
  if (!repeats)
    forget_writers(shadow);
  add_member(&shadow->writers, of->now.thread);
  add_touch(writers, WRITERS, &of->now);
  return true;
}

/*===--- Memory that nobody writes ----------------------------------------===*/

/* Whether no byte is both written and read as one that nobody writes, in whatever
 * order; a fault if one is.  Bytes of a buffer are kept where a kernel has such
 * loads. */
static bool check_uses(const access *of, int64_t first, int64_t end) {
  enum { WRITTEN = 1, READ_ONLY = 2 };
  const tl_ptx_buffer *buffer = &of->place->buffer;
  uint8_t own =
      of->deed.writes ? WRITTEN : (of->deed.is_read_only ? READ_ONLY : 0);
  uint8_t **uses = &buffer->shadows->uses;
  if (!own || !of->step->machine->races.has_read_only)
    return true;
  *uses = *uses ? *uses : calloc((size_t)buffer->size, sizeof **uses);
  if (!*uses)
    return tl_ptx_fault(of->step, "resources",
                        "needs more memory than there is");
  for (int64_t i = first; i < end; i++) {
    (*uses)[i] |= own;
    if ((*uses)[i] == (WRITTEN | READ_ONLY))
      return tl_ptx_fault(
          of->step, "read-only memory",
          own == WRITTEN
              ? "writes byte %" PRId64 " of %.*s, which a load with '.nc' reads"
              : "reads byte %" PRId64 " of %.*s, which the kernel writes",
          i, buffer->name_length, buffer->name);
  }
  return true;
}

bool tl_ptx_touch(const tl_ptx_step *step, const tl_ptx_place *place,
                  int64_t bytes, tl_ptx_deed deed) {
  const tl_ptx_machine *machine = step->machine;
  const tl_ptx_buffer *buffer = &place->buffer;
  const access of = {
      .step = step,
      .place = place,
      .deed = deed,
      .now = {.at = (int32_t)(step->at - machine->program->items) + 1,
              .block = (int32_t)machine->block,
              .time = machine->races.time,
              .thread = (int16_t)tl_ptx_thread(step),
              .order = (uint8_t)deed.order}};
  int64_t end = place->byte + bytes, first = place->byte > 0 ? place->byte : 0;
  end = end < buffer->size ? end : buffer->size;
  if (!buffer->shadows || end <= first)
    return true;
  if (!check_uses(&of, first, end))
    return false;
  if (!refine_to(buffer, first, end - first))
    return tl_ptx_fault(step, "resources", "needs more memory than there is");
  const tl_ptx_shadows *shadows = buffer->shadows;
  for (int64_t i = first >> shadows->shift; i < end >> shadows->shift; i++)
    if (!mark(&of, &shadows->items[i], i << shadows->shift))
      return false;
  return true;
}
