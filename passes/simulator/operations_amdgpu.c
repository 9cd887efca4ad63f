/* operations_amdgpu.c - Buffers of amdgpu, whose accesses beyond the memref read 0
 * and write nothing, and reads of a wave into shared memory.
 *
 * An access of a buffer begins at the element that the indices, an offset in the attribute and
 * one in an operand say; only the last does not count in the check of bounds. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operations.h"
#include <inttypes.h>
#include <string.h>

/* numbers: the offset in the attribute, whether bounds are checked, then how many
 * operands each group has: the value of a store, the memref, the indices, the
 * offset. */
enum { OFFSET = 0, IS_CHECKED, GROUPS };

typedef struct buffer_access {
  int64_t index;   /* of the first element, that is checked */
  int64_t offset;  /* that is not */
  int64_t records; /* elements of the memref, gaps included */
} buffer_access;

/* Behind what is written, or is compared and written. */
static int memref_of(const tl_instruction *at) {
  int i = 0;
  while (!tl_operand_slot(at, i)->is_memref)
    i++;
  return i;
}

/* False after a fault. */
static bool read_access(const tl_step *step, buffer_access *out) {
  const tl_instruction *at = step->at;
  int memref = memref_of(at);
  const tl_view *view = tl_operand_view(step, memref);
  const int64_t *groups = at->numbers + GROUPS + memref;
  *out = (buffer_access){.index = at->numbers[OFFSET]};
  bool fits = true;
  for (int d = 0; d < view->rank; d++) {
    int64_t end = 0;
    fits &= tl_add_product(&out->index, tl_operand_number(step, memref + 1 + d),
                           view->strides[d]) &&
            tl_add_product(&end, view->sizes[d], view->strides[d]);
    out->records = end > out->records ? end : out->records;
  }
  if (view->rank == 0)
    out->records = 1;
  if (groups[2])
    out->offset = tl_operand_number(step, memref + 1 + (int)view->rank);
  return fits || tl_fault_overflow(step);
}

/* The memref as a row of elements that has no end; an access of `count`. */
static tl_move move_at(const tl_step *step, const buffer_access *access,
                       int64_t count, tl_view *row) {
  tl_move move = tl_move_from(step, memref_of(step->at));
  *row = *move.view;
  row->rank = 1;
  row->sizes[0] = INT64_MAX;
  row->strides[0] = 1;
  move.view = row;
  move.coordinate[0] = tl_add_saturated(access->index, access->offset);
  move.count = count;
  return move;
}

/* What an access of `count` elements does. */
typedef enum buffer_reach {
  BUFFER_FAULT = 0,
  BUFFER_OUTSIDE,
  BUFFER_INSIDE,
} buffer_reach;

static buffer_reach reach_of(const tl_step *step, const char *verb,
                             int64_t count, buffer_access *access) {
  if (!read_access(step, access))
    return BUFFER_FAULT;
  int64_t left = access->index < 0 ? 0 : access->records - access->index;
  if (!step->at->numbers[IS_CHECKED] || left >= count)
    return BUFFER_INSIDE;
  if (left <= 0)
    return BUFFER_OUTSIDE;
  tl_fault(step, TL_FAULT_BOUNDS,
           "%s %" PRId64 " elements from number %" PRId64 " on of %" PRId64
           "; what is partly out of bounds differs between GPUs",
           verb, count, access->index, access->records);
  return BUFFER_FAULT;
}

static void give_zeros(const tl_step *step) {
  for (int64_t i = 0; i < tl_result_slot(step->at, 0)->count; i++)
    tl_result(step, 0)[i] = (tl_element){0};
}

static void move_buffer(const tl_step *step) {
  const tl_instruction *at = step->at;
  bool stores = !at->result_count;
  int64_t count =
      (stores ? tl_operand_slot(at, 0) : tl_result_slot(at, 0))->count;
  buffer_access access;
  tl_view row;
  buffer_reach reach =
      reach_of(step, stores ? "writes" : "reads", count, &access);
  if (reach == BUFFER_OUTSIDE && !stores)
    give_zeros(step);
  if (reach != BUFFER_INSIDE)
    return;
  tl_move move = move_at(step, &access, count, &row);
  if (stores)
    tl_move_store(&move, tl_operand(step, 0));
  else
    tl_move_load(&move, tl_result(step, 0));
}

/*===--- Atomic changes ---------------------------------------------------===*/

/* detail: the row that changes an element, or NULL: where that has the bits of operand
 * 1, it becomes operand 0. */
static bool prepare_change(tl_instruction *at) {
  static const struct {
    const char *name, *row;
  } CHANGES[] = {{"fadd", "arith.addf"},
                 {"fmax", "arith.maxnumf"},
                 {"smax", "arith.maxsi"},
                 {"umin", "arith.minui"}};
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(at->operation));
  for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++)
    if (memcmp(name.data + name.length - 4, CHANGES[i].name, 4) == 0)
      at->detail = (void *)tl_sim_row_find(
          mlirStringRefCreateFromCString(CHANGES[i].row));
  return true;
}

static tl_element exchanged(const tl_step *step, const tl_element *old) {
  const tl_element *expected = tl_operand(step, 1);
  if (old->poison || expected->poison)
    return (tl_element){0,
                        tl_poison_all(&tl_operand_slot(step->at, 1)->scalar)};
  return old->bits == expected->bits ? *tl_operand(step, 0) : *old;
}

/* Two halves of a word are changed at once. */
static void change_buffer(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_sim_row *change = at->detail;
  int64_t count = tl_operand_slot(at, 0)->count;
  buffer_access place;
  tl_view row;
  buffer_reach reach = reach_of(step, "changes", count, &place);
  if (reach == BUFFER_OUTSIDE && at->result_count)
    give_zeros(step);
  if (reach != BUFFER_INSIDE)
    return;
  tl_move move = move_at(step, &place, 1, &row);
  for (int64_t i = 0; i < count; i++, move.coordinate[0]++) {
    tl_access access;
    tl_element old;
    move.alignment = (i ? 1 : count) * move.scalar->bytes;
    if (!tl_change_begin(&move, &access, &old))
      return;
    const tl_element now =
        change ? tl_changed_by(step, change, &old, tl_operand(step, 0) + i)
               : exchanged(step, &old);
    tl_move_put(&move, &access, &now);
    if (at->result_count)
      *tl_result(step, 0) = old;
  }
}

#define BUFFER                                                                 \
  TL_READS({.attribute = "indexOffset"},                                       \
           {"boundsCheck", TL_READ_WORD, 1, {"false", "true"}},                \
           {.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})

/*===--- amdgpu.fat_raw_buffer_cast ---------------------------------------===*/

/* The same memory, where that is all that is valid; without bounds of its own, what is
 * outside is a fault.  numbers: the operands of each group, the memref, the valid
 * bytes, the stride of a cache; whether the offset becomes one of the address. */
enum { VALID_BYTES = 1, RESETS = 3 };

static void cast_buffer(const tl_step *step) {
  const tl_instruction *at = step->at;
  int64_t bytes = tl_operand_slot(at, 0)->scalar.bytes;
  tl_view view = *tl_operand_view(step, 0);
  if (at->numbers[RESETS]) {
    if (!tl_add_product(&view.start, view.offset, bytes))
      tl_fault_overflow(step);
    view.offset = 0;
  }
  *tl_result_view(step, 0) = view;
}

static bool prepare_cast(tl_instruction *at) {
  return !at->numbers[VALID_BYTES] ||
         tl_refuse(at, "says how many bytes are valid, which the simulator "
                       "does not know");
}

/*===--- amdgpu.gather_to_lds ---------------------------------------------===*/

/* Each lane reads where it says, and the wave writes where its first lane says: what
 * one lane has read follows that of the lane before, with zeros up to 32 bits, or of 96 bits
 * to 128.  At once, so that no wait says anything.
 *
 * numbers: the operand that is the target, how many elements a lane moves, and how
 * many with the zeros. */
enum { GATHER_TARGET, GATHERED, PADDED, MOST_GATHERED = 16 };

static void gather_lane(const tl_step *lane, const tl_access *first) {
  const int64_t *numbers = lane->at->numbers;
  tl_element elements[MOST_GATHERED] = {{0}};
  tl_move from = tl_move_of(lane, 0, 1);
  tl_access to = *first;
  from.count = numbers[GATHERED];
  tl_move_load(&from, elements);
  to.step = *lane;
  to.bytes = numbers[PADDED] * from.scalar->bytes;
  to.byte += to.bytes * (lane->thread % lane->machine->wave);
  if (tl_access_check(&to))
    tl_buffer_put_row(to.buffer, to.byte, from.scalar->bytes, numbers[PADDED],
                      elements);
}

static void gather(const tl_step *first) {
  int target = (int)first->at->numbers[GATHER_TARGET];
  const tl_move to = tl_move_of(first, target, target + 1);
  tl_step lane = *first;
  tl_access access;
  if (!tl_move_find(&to, true, &access))
    return;
  for (int i = 0; i < first->machine->wave; i++, lane.thread++)
    gather_lane(&lane, &access);
}

/* What is written of so many bits. */
static int64_t padded_bits(int64_t bits) {
  return bits < 32 ? 32 : bits == 96 ? 128 : bits;
}

/* What is moved says how many bits, which are those of some elements. */
static bool prepare_gather(tl_instruction *at) {
  MlirType type =
      mlirTypeAttrGetValue(tl_attribute_of(at->operation, "transferType"));
  bool is_vector = mlirTypeIsAVector(type);
  const int own = tl_operand_slot(at, 0)->scalar.bits;
  const int target = (int)(1 + at->numbers[1]);
  tl_scalar_type moved;
  bool is_known =
      tl_scalar_type_read(is_vector ? mlirShapedTypeGetElementType(type) : type,
                          &moved) &&
      tl_operand_slot(at, target)->scalar.bits == own;
  int64_t bits =
      is_known
          ? (is_vector ? mlirShapedTypeGetDimSize(type, 0) : 1) * moved.bits
          : 0;
  const int64_t padded = padded_bits(bits);
  return is_known && own % 8 == 0 && bits % own == 0 && padded % own == 0 &&
                 padded / own <= MOST_GATHERED
             ? tl_set_numbers(at, 3,
                              (int64_t[]){target, bits / own, padded / own})
             : tl_refuse(at, "moves no whole elements of both its memrefs, or "
                             "more than 16 of a thread");
}

/*===--- amdgpu.transpose_load --------------------------------------------===*/

/* A lane reads 64 bits, n elements, where it says; of 16 lanes, lane l then has element
 * l mod n of the lanes l / n, l / n + 16 / n, ...
 *
 * Source: a simulator of ROCm for DS_READ_B64_TR_B16, of 16 bits; of 8 bits as there. */
enum { TRANSPOSED_BYTES = 8, TRANSPOSED_LANES = 16, MOST_TRANSPOSED = 8 };

static void transpose_lanes(const tl_step *first) {
  int64_t count = tl_result_slot(first->at, 0)->count;
  tl_element read[TRANSPOSED_LANES][MOST_TRANSPOSED];
  tl_step lane = *first;
  for (int l = 0; l < TRANSPOSED_LANES; l++, lane.thread++) {
    tl_move from = tl_move_of(&lane, 0, 1);
    from.count = count;
    from.alignment = TRANSPOSED_BYTES;
    tl_move_load(&from, read[l]);
  }
  lane.thread = first->thread;
  for (int l = 0; l < TRANSPOSED_LANES; l++, lane.thread++)
    for (int64_t i = 0; i < count; i++)
      tl_result(&lane, 0)[i] =
          read[l / count + TRANSPOSED_LANES / count * i][l % count];
}

static void load_transposed(const tl_step *first) {
  tl_step part = *first;
  for (; part.thread < first->thread + first->machine->wave;
       part.thread += TRANSPOSED_LANES)
    transpose_lanes(&part);
}

static bool prepare_transposed(tl_instruction *at) {
  const tl_slot *slot = tl_result_slot(at, 0);
  int64_t bits = slot->scalar.bits;
  return (slot->count * bits == 8 * TRANSPOSED_BYTES &&
          (bits == 8 || bits == 16)) ||
         tl_refuse(at, "loads other than 64 bits of elements of 8 or 16, which "
                       "the simulator does not know");
}

const tl_sim_row TL_SIM_AMDGPU[] = {
    {"amdgpu.raw_buffer_load", "amdgpu.raw_buffer_store", .each = move_buffer,
     BUFFER},
    {"amdgpu.raw_buffer_atomic_*", .each = change_buffer,
     .prepare = prepare_change, BUFFER},
    {"amdgpu.fat_raw_buffer_cast", .each = cast_buffer, .prepare = prepare_cast,
     TL_READS({.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY},
              {"resetOffset", TL_READ_BITS, 0, {"unit"}})},
    {"amdgpu.gather_to_lds", .warp = gather, .prepare = prepare_gather,
     TL_READS({.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})},
    {"amdgpu.transpose_load", .warp = load_transposed,
     .prepare = prepare_transposed},
    {.name = "amdgpu.memory_counter_wait", .alias = "amdgpu.sched_barrier"},
    {.name = "rocdl.s.setprio", .alias = "rocdl.sched.barrier"},
    {.name = "rocdl.sched.group.barrier", .alias = "rocdl.iglp.opt"},
    {.name = "rocdl.s.sleep", .alias = "rocdl.s.nop"},
    {.name = NULL},
};
