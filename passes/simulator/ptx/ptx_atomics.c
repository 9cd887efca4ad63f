/* ptx_atomics.c - Changes of memory that no other access comes into.
 *
 * They come one after the other, of the lanes of a warp in their order: one of the
 * orders that a kernel may meet.
 *
 * Source: PTX ISA, "atom", "red". */
#include "ptx_rows.h"
#include <inttypes.h>

/* Slots: an order, a space, an operation, "noftz". */
enum { SPACE = 1, OPERATION, NOFTZ };
enum { AND = 3, OR, XOR, INC, DEC, EXCH, CAS, OPERATION_COUNT };

/*===--- What a value becomes ---------------------------------------------===*/

/* Counts up to b and goes on from 0, or down to 0 and from b. */
static uint64_t counted(int operation, uint64_t old, uint64_t b) {
  if (operation == INC)
    return old >= b ? 0 : old + 1;
  return old == 0 || old > b ? b : old - 1;
}

/* Sums of f32 in global memory have 0 for what is below the normal numbers; others
 * keep it (PTX ISA, atom). */
static bool flushes(const tl_ptx_type *type, const tl_ptx_place *place) {
  return place->space == TL_PTX_GLOBAL && type->bits / type->parts == 32;
}

static uint64_t combined(const tl_ptx_instruction *at,
                         const tl_ptx_place *place, uint64_t old, uint64_t b) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  int operation = at->choices[OPERATION];
  if (type->kind == TL_PTX_FLOAT)
    return tl_ptx_add_floats(type, old, b, flushes(type, place));
  return operation >= INC ? counted(operation, old, b)
                          : tl_ptx_reduce(type, operation, old, b);
}

/* Whether it is what is compared with; known bits that differ settle it. */
static bool is_equal(const tl_ptx_step *step, tl_ptx_value old,
                     tl_ptx_value other) {
  uint64_t mask = tl_ptx_mask(tl_ptx_type_of(step->at)->bits);
  uint64_t unknown = (old.unknown | other.unknown) & mask;
  uint64_t differs = (old.bits ^ other.bits) & mask;
  if (unknown && !(differs & ~unknown))
    return tl_ptx_fault(step, "uninitialized value",
                        "compares bits that nothing has written");
  return !differs;
}

/* Sources are from group `first` on. */
static tl_ptx_value changed(const tl_ptx_step *step, const tl_ptx_place *place,
                            tl_ptx_value old, int first) {
  tl_ptx_value b = tl_ptx_read(step, first, 0);
  int operation = step->at->choices[OPERATION];
  if (operation == EXCH)
    return b;
  if (operation == CAS)
    return is_equal(step, old, b) ? tl_ptx_read(step, first + 1, 0) : old;
  uint64_t unknown = old.unknown | b.unknown;
  return (tl_ptx_value){combined(step->at, place, old.bits, b.bits),
                        unknown ? UINT64_MAX : 0};
}

/*===--- Parts of words ---------------------------------------------------===*/

/* Whether LLVM makes it of changes of a part of the word. */
static bool is_of_parts(int operation) {
  return operation == CAS || (operation >= AND && operation <= XOR);
}

/* The bits that the operands say it leaves as they are. */
static uint64_t kept_bits(const tl_ptx_step *step, int first) {
  const int operation = step->at->choices[OPERATION];
  tl_ptx_value b = tl_ptx_read(step, first, 0);
  if (operation == CAS) {
    tl_ptx_value c = tl_ptx_read(step, first + 1, 0);
    return ~(b.bits ^ c.bits) & ~(b.unknown | c.unknown);
  }
  return (operation == AND ? b.bits : ~b.bits) & ~b.unknown;
}

static bool is_kept(uint64_t kept, int byte) {
  return (kept >> 8 * byte & UINT8_MAX) == UINT8_MAX;
}

/* Touches bytes from one to the next that is not kept, or is kept, as it is; or to the
 * end. */
static bool touch_change(const tl_ptx_step *step, const tl_ptx_place *place,
                         int bytes, int first) {
  bool has_parts = is_of_parts(step->at->choices[OPERATION]);
  uint64_t kept = has_parts ? kept_bits(step, first) : 0;
  for (int i = 0, end; i < bytes; i = end) {
    tl_ptx_place run = *place;
    tl_ptx_deed deed = {.writes = true,
                        .order =
                            is_kept(kept, i) ? TL_PTX_KEEPS : TL_PTX_ATOMIC};
    for (end = i + 1; end < bytes && is_kept(kept, end) == is_kept(kept, i);)
      end++;
    run.byte += i;
    if (!tl_ptx_touch(step, &run, end - i, deed))
      return false;
  }
  return true;
}

/*===--- Instructions -----------------------------------------------------===*/

/* Whether bytes of a word that are not of the buffer stay as they are. */
static bool keeps_others(const tl_ptx_step *step, const tl_ptx_place *place,
                         int bytes, tl_ptx_value value) {
  for (int i = 0; i < bytes; i++) {
    int64_t at = place->byte + i;
    bool is_of_others = at < 0 || at >= place->buffer.size;
    if (is_of_others && (value.bits >> 8 * i & UINT8_MAX) != TL_PTX_GARBAGE)
      return tl_ptx_fault(
          step, "out of bounds",
          "changes byte %" PRId64 " of %.*s, which has %" PRId64, at,
          place->buffer.name_length, place->buffer.name, place->buffer.size);
  }
  return true;
}

/* The address is group `group`; the value that has been there goes to *old. */
static bool change(const tl_ptx_step *step, int group, tl_ptx_value *old) {
  const tl_ptx_instruction *at = step->at;
  int bytes = tl_ptx_type_of(at)->bits / 8;
  tl_ptx_range range = {.bytes = bytes,
                        .alignment = bytes,
                        .access = is_of_parts(at->choices[OPERATION])
                                      ? TL_PTX_SWAPS
                                      : TL_PTX_WRITES};
  tl_ptx_place place;
  if (!tl_ptx_address(step, group, &range.address) ||
      !tl_ptx_find(step, tl_ptx_space_of(at, SPACE, group), &range, &place) ||
      !touch_change(step, &place, bytes, group + 1))
    return false;
  *old = tl_ptx_load(&place, 0, bytes);
  tl_ptx_value value = changed(step, &place, *old, group + 1);
  if (!tl_ptx_check_known(step, &place, 0, bytes, value) ||
      !keeps_others(step, &place, bytes, value))
    return false;
  tl_ptx_store(&place, 0, bytes, value);
  return true;
}

static void exchange(const tl_ptx_step *step) {
  tl_ptx_value old;
  if (change(step, 1, &old))
    tl_ptx_write(step, 0, 0, old);
}

static void reduce(const tl_ptx_step *step) {
  tl_ptx_value old;
  (void)change(step, 0, &old);
}

bool tl_ptx_is_cas(const tl_ptx_instruction *at) {
  return at->row->lane == exchange && at->choices[OPERATION] == CAS;
}

/* Words of 32 or 64 bits; counters have 32. */
static bool is_word(const tl_ptx_instruction *at) {
  int operation = at->choices[OPERATION], bits = tl_ptx_type_of(at)->bits;
  return bits == 32 || (bits == 64 && operation != INC && operation != DEC);
}

static bool is_compared(const tl_ptx_instruction *at) {
  return tl_ptx_type_of(at)->bits == 16 || is_word(at);
}

/* "noftz" stands where parts have 16 bits. */
static bool is_sum(const tl_ptx_instruction *at) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  int bits = type->bits / type->parts;
  return bits >= 16 && (bits == 16) == (at->choices[NOFTZ] >= 0);
}

#define PLACES TL_PTX_ORDERS " " TL_PTX_SPACES " "

/* Rows of one instruction, by what may be of a type: words of the operation stand
 * where TL_PTX_REDUCTIONS, "inc", "dec", "exch" and "cas" have them. */
#define ROWS(name, operands, width, function)                                  \
  {name,                                                                       \
   PLACES "add|min|max #us",                                                   \
   operands,                                                                   \
   .lane = function,                                                           \
   .check = is_word,                                                           \
   .widths = (width)},                                                         \
      {name,                                                                   \
       PLACES "-|-|-|and|or|xor #b",                                           \
       operands,                                                               \
       .lane = function,                                                       \
       .check = is_word,                                                       \
       .widths = (width)},                                                     \
      {name,                                                                   \
       PLACES "-|-|-|-|-|-|inc|dec #u",                                        \
       operands,                                                               \
       .lane = function,                                                       \
       .check = is_word,                                                       \
       .widths = (width)},                                                     \
  {                                                                            \
    name, PLACES "add noftz? #f", operands, .lane = function, .check = is_sum, \
                                            .widths = (width)                  \
  }

const tl_ptx_row TL_PTX_ATOMIC_ROWS[] = {
    ROWS("atom", "ras", "t.t", exchange),
    ROWS("red", "as", ".t", reduce),
    {"atom", PLACES "-|-|-|-|-|-|-|-|exch #b", "ras", .lane = exchange,
     .check = is_word, .widths = "t.t"},
    {"atom", PLACES "-|-|-|-|-|-|-|-|-|cas #b", "rass", .lane = exchange,
     .check = is_compared, .widths = "t.tt"},
    {.name = NULL},
};
