/* ptx_moves.c - Moves between registers and memory, and where control goes.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions", "Control Flow
 * Instructions", "Parallel Synchronization and Communication Instructions". */
#include "ptx_rows.h"
#include <inttypes.h>

/*===--- Registers --------------------------------------------------------===*/

/* Bits of one group, in the order of its operands, become those of the other:
 * each operand of a group has an equal part of the type. */
static void move(const tl_ptx_step *step) {
  const tl_ptx_instruction *at = step->at;
  int from = tl_ptx_group_size(at, 1), to = tl_ptx_group_size(at, 0);
  int bits = tl_ptx_type_of(at)->bits;
  tl_ptx_value whole = {0, 0};
  for (int i = 0; i < from; i++) {
    tl_ptx_value part = tl_ptx_read(step, 1, i);
    uint64_t mask = tl_ptx_mask(bits / from);
    whole.bits |= (part.bits & mask) << bits / from * i;
    whole.unknown |= (part.unknown & mask) << bits / from * i;
  }
  for (int i = 0; i < to; i++) {
    int shift = bits / to * i;
    tl_ptx_write(step, 0, i,
                 (tl_ptx_value){whole.bits >> shift, whole.unknown >> shift});
  }
}

static bool has_equal_parts(const tl_ptx_instruction *at) {
  int bits = tl_ptx_type_of(at)->bits;
  for (int g = 0; g < 2; g++)
    if (bits % tl_ptx_group_size(at, g) != 0)
      return false;
  return true;
}

/* Between generic addresses and those of a space. */
static void convert_address(const tl_ptx_instruction *at,
                            const tl_ptx_value *in, tl_ptx_value *out) {
  enum { TO = 0, SPACE };
  static const tl_ptx_space SPACES[] = {TL_PTX_GLOBAL, TL_PTX_GLOBAL,
                                        TL_PTX_SHARED, TL_PTX_OWN, TL_PTX_OWN};
  uint64_t window = tl_ptx_window(SPACES[at->choices[SPACE]]);
  *out = in[0];
  out->bits += at->choices[TO] >= 0 ? 0 - window : window;
}

/*===--- Memory -----------------------------------------------------------===*/

#define LEVELS                                                                 \
  "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|"       \
  "L1::no_allocate|L2::64B|L2::128B|L2::256B*"
#define ACCESS(caches)                                                         \
  TL_PTX_ORDERS " " TL_PTX_SPACES " " caches " " LEVELS " v2|v4|v8? #busf"
enum { SPACE = 1, NC = 3, VECTOR = 5 };

static int vector_of(const tl_ptx_instruction *at) {
  static const int COUNTS[] = {2, 4, 8};
  return at->choices[VECTOR] < 0 ? 1 : COUNTS[at->choices[VECTOR]];
}

tl_ptx_space tl_ptx_space_of(const tl_ptx_instruction *at, int slot,
                             int group) {
  static const tl_ptx_space ALL[] = {TL_PTX_GLOBAL, TL_PTX_GLOBAL,
                                     TL_PTX_SHARED, TL_PTX_SHARED,
                                     TL_PTX_OWN,    TL_PTX_OWN};
  return at->choices[slot] >= 0 ? ALL[at->choices[slot]]
                                : at->operands[at->first[group]].space;
}

/* The place of the first `count` elements of the vector; false after a fault. */
static bool find_place(const tl_ptx_step *step, int group, int count,
                       tl_ptx_access access, tl_ptx_place *out) {
  const tl_ptx_instruction *at = step->at;
  int bytes = tl_ptx_type_of(at)->bits / 8;
  tl_ptx_range range = {.bytes = bytes * count,
                        .alignment = bytes * vector_of(at),
                        .access = access};
  return tl_ptx_address(step, group, &range.address) &&
         tl_ptx_find(step, tl_ptx_space_of(at, SPACE, group), &range, out);
}

bool tl_ptx_is_read_only(const tl_ptx_instruction *at) {
  return tl_ptx_is_load(at) && at->choices[NC] >= 0;
}

/* Accesses that are not weak are in order with others of these. */
static tl_ptx_deed deed_of(const tl_ptx_instruction *at, bool writes) {
  enum { WEAK = 0 };
  return (tl_ptx_deed){.writes = writes,
                       .is_read_only = tl_ptx_is_read_only(at),
                       .order =
                           at->choices[0] > WEAK ? TL_PTX_STRONG : TL_PTX_WEAK};
}

static void load(const tl_ptx_step *step) {
  const tl_ptx_type *type = tl_ptx_type_of(step->at);
  int bytes = type->bits / 8, count = vector_of(step->at);
  tl_ptx_place place;
  if (!find_place(step, 1, count, TL_PTX_READS_MERGED, &place) ||
      !tl_ptx_touch(step, &place, bytes * count, deed_of(step->at, false)))
    return;
  for (int i = 0; i < count; i++) {
    tl_ptx_value value = tl_ptx_load(&place, i * bytes, bytes);
    tl_ptx_write(step, 0, i,
                 (tl_ptx_value){tl_ptx_extend(type, value.bits),
                                tl_ptx_extend(type, value.unknown)});
  }
}

bool tl_ptx_is_load(const tl_ptx_instruction *at) {
  return at->row->lane == load;
}

/* Where a store says _, it leaves what is there (PTX ISA, st). */
static bool is_stored(const tl_ptx_instruction *at, int element) {
  return at->operands[at->first[1] + element].kind != TL_PTX_SINK;
}

/* The end of the elements from one on that are all stored, or all are not. */
static int run_end(const tl_ptx_instruction *at, int element) {
  int end = element + 1;
  while (end < vector_of(at) && is_stored(at, end) == is_stored(at, element))
    end++;
  return end;
}

/* Whether what it stores is there already. */
static bool is_there(const tl_ptx_step *step, const tl_ptx_place *place,
                     int count) {
  int bytes = tl_ptx_type_of(step->at)->bits / 8;
  uint64_t mask = tl_ptx_mask(8 * bytes);
  for (int i = 0; i < count; i++) {
    tl_ptx_value own = tl_ptx_read(step, 1, i),
                 old = tl_ptx_load(place, i * bytes, bytes);
    if (is_stored(step->at, i) &&
        ((own.bits ^ old.bits) & mask || (own.unknown | old.unknown) & mask))
      return false;
  }
  return true;
}

static bool touch_stored(const tl_ptx_step *step, const tl_ptx_place *place,
                         int count, tl_ptx_deed deed) {
  int bytes = tl_ptx_type_of(step->at)->bits / 8, end;
  for (int i = 0; i < count; i = end) {
    tl_ptx_place run = *place;
    end = run_end(step->at, i);
    run.byte += i * bytes;
    if (is_stored(step->at, i) &&
        !tl_ptx_touch(step, &run, (end - i) * bytes, deed))
      return false;
  }
  return true;
}

static void store(const tl_ptx_step *step) {
  int bytes = tl_ptx_type_of(step->at)->bits / 8, count = vector_of(step->at);
  tl_ptx_deed deed = deed_of(step->at, true);
  tl_ptx_place place;
  while (count > 1 && !is_stored(step->at, count - 1))
    count--;
  if (!find_place(step, 0, count, TL_PTX_WRITES, &place))
    return;
  deed.is_same = is_there(step, &place, count);
  if (!touch_stored(step, &place, count, deed))
    return;
  for (int i = 0; i < count; i++) {
    tl_ptx_value value = tl_ptx_read(step, 1, i);
    if (!is_stored(step->at, i))
      continue;
    if (!tl_ptx_check_known(step, &place, i * bytes, bytes, value))
      return;
    tl_ptx_store(&place, i * bytes, bytes, value);
  }
}

static bool loads_vector(const tl_ptx_instruction *at) {
  return tl_ptx_group_size(at, 0) == vector_of(at);
}

static bool stores_vector(const tl_ptx_instruction *at) {
  return tl_ptx_group_size(at, 1) == vector_of(at);
}

/*===--- Asynchronous copies ----------------------------------------------===*/

enum { COPY_TARGET = 0, COPY_SOURCE, COPY_SIZE, COPY_READ };

/* How many bytes are read before zeros.  The last operand says it: src-size is a
 * number, ignore-src a predicate, which leaves out the source where it holds. */
static int64_t bytes_read(const tl_ptx_step *step, int size) {
  const tl_ptx_instruction *at = step->at;
  if (at->group_count <= COPY_READ)
    return size;
  const tl_ptx_operand *last = &at->operands[at->first[COPY_READ]];
  if (last->kind != TL_PTX_REGISTER || last->bits > 1)
    return (int64_t)(tl_ptx_read_known(step, COPY_READ, "a size") & UINT32_MAX);
  return tl_ptx_read_known(step, COPY_READ, "a predicate") ? 0 : size;
}

static void copy(const tl_ptx_step *step) {
  const tl_ptx_instruction *at = step->at;
  int size = (int)at->operands[at->first[COPY_SIZE]].value;
  int64_t read = bytes_read(step, size);
  if (read > size) {
    tl_ptx_fault(step, "out of bounds",
                 "reads %" PRId64 " bytes for a copy of %d", read, size);
    return;
  }
  tl_ptx_range to = {.bytes = size, .alignment = size, .access = TL_PTX_WRITES};
  tl_ptx_range from = {.bytes = read, .alignment = size};
  tl_ptx_place target, source = {.byte = 0};
  if (tl_ptx_address(step, COPY_TARGET, &to.address) &&
      tl_ptx_address(step, COPY_SOURCE, &from.address) &&
      tl_ptx_find(step, TL_PTX_SHARED, &to, &target) &&
      (read == 0 || tl_ptx_find(step, TL_PTX_GLOBAL, &from, &source)))
    tl_ptx_copy_start(step, &target, &source, size, (int)read);
}

static bool has_copy_size(const tl_ptx_instruction *at) {
  enum { CACHE = 1, CG = 1 };
  const tl_ptx_operand *size = &at->operands[at->first[COPY_SIZE]];
  uint64_t bytes = size->value;
  return size->kind == TL_PTX_IMMEDIATE &&
         (bytes == 16 ||
          (at->choices[CACHE] != CG && (bytes == 4 || bytes == 8)));
}

static void wait_for_copies(const tl_ptx_step *step) {
  tl_ptx_copy_wait(step, tl_ptx_read_known(step, 0, "a number of groups"));
}

static void wait_for_all(const tl_ptx_step *step) {
  tl_ptx_copy_commit(step);
  tl_ptx_copy_wait(step, 0);
}

/*===--- Order ------------------------------------------------------------===*/

static void trap(const tl_ptx_step *step) {
  tl_ptx_fault(step, "assertion", "ends the kernel here");
}

/* Threads see what others have written at once. */
static void do_nothing(TL_UNUSED const tl_ptx_step *step) {}

const tl_ptx_row TL_PTX_MOVE_ROWS[] = {
    {"mov", "#busfp", "vv", .lane = move, .check = has_equal_parts,
     .widths = "mm"},
    {"cvta", "to? global|const|shared|local|param #u", "rs",
     .compute = convert_address, .tracks = true},
    {"ld", ACCESS("ca|cg|cs|lu|cv? nc?"), "va", .lane = load,
     .check = loads_vector, .widths = ">."},
    {"st", ACCESS("cg|cs|wb|wt? -?"), "av", .lane = store,
     .check = stores_vector, .widths = ".>"},
    {"cp", "async ca|cg shared|shared::cta global L2::64B|L2::128B|L2::256B*",
     "aas?s", .lane = copy, .check = has_copy_size},
    {"cp", "async commit_group", "", .lane = tl_ptx_copy_commit},
    {"cp", "async wait_group", "s", .lane = wait_for_copies},
    {"cp", "async wait_all", "", .lane = wait_for_all},
    {"membar", "cta|gl|sys", "", .lane = do_nothing},
    {"fence", "sc|acq_rel cta|cluster|gpu|sys", "", .lane = do_nothing},
    {"prefetch", "global|local? L1|L2|L2::evict_last|L2::evict_normal", "a",
     .lane = do_nothing},
    {"prefetchu", "L1", "a", .lane = do_nothing},
    {"trap", "", "", .lane = trap},
    {"bra", "uni?", "l", .flow = TL_PTX_BRANCH},
    {"brx", "idx uni?", "sv", .flow = TL_PTX_TABLE, .widths = "i."},
    {"ret", "uni?", "", .flow = TL_PTX_RETURN},
    {"exit", "", "", .flow = TL_PTX_EXIT},
    {"bar", "cta* sync", "s?s", .flow = TL_PTX_ALIGNED_BARRIER},
    {"barrier", "cta* sync aligned", "s?s", .flow = TL_PTX_ALIGNED_BARRIER},
    {"barrier", "cta* sync", "s?s", .flow = TL_PTX_BARRIER},
    {.name = NULL},
};
