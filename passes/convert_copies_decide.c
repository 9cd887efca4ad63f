/* convert_copies_decide.c - What a copy of another dialect is as a tl.copy; see
 * convert_copies.h.
 *
 * Rules, each with the reasons for which a copy is left:
 *   W3  one side says the extents of the tile, or is part of a buffer that does;
 *       what is known only at run time bounds it then
 *   W4  past those bounds nothing changes that is read, and the side without bounds
 *       is inside, too
 *   W5  the sides are what tl.copy moves
 *   W6  the sides are parts of two buffers
 *   W7  a vector is what its source has when it is written
 *   W8  a vector of a thread is moved by wider accesses than it is lowered to
 *   W9  what is started has accesses of 4 bytes, and is waited for in its block */
#include "convert_copies.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/memory_facts.h"
#include "passes/facts/uniformity.h"
#include "tl/layout_questions.h"
#include <inttypes.h>
#include <string.h>

static const char *const SIDES[TL_SIDES] = {"source", "target"};

static tl_memory_space space_of(const tl_block_copy *copy, int side) {
  return tl_memory_space_of(mlirValueGetType(copy->sides[side].memref));
}

bool tl_constant_of(MlirValue value, int64_t *number) {
  MlirOperation constant = tl_defined_by(value, "arith.constant");
  *number = mlirOperationIsNull(constant)
                ? 0
                : tl_integer_attribute(constant, "value", 0);
  return mlirValueIsNull(value) || !mlirOperationIsNull(constant);
}

/*===--- W5, W6: the sides -----------------------------------------------===*/

/* Two elements of the target at one place, as far as numbers say. */
static bool overlaps_itself(const tl_strided *strided) {
  tl_list shape = {0}, strides = {0};
  tl_layout known;
  for (int64_t d = 0; d < strided->shape.count; d++) {
    int64_t extent = strided->shape.items[d],
            stride = strided->strides.items[d];
    if (stride == 0 && extent != 1)
      return true;
    if (extent == INT64_MIN || stride == INT64_MIN)
      continue;
    shape.items[shape.count++] = extent;
    strides.items[strides.count++] = stride;
  }
  return tl_layout_from_strides(&shape, &strides, &known, NULL) == TL_OK &&
         tl_layout_is_injective(&known, 0, NULL, NULL) == TL_NO;
}

static tl_code check_side(const tl_block_copy *copy, int side,
                          tl_error *error) {
  MlirType type = mlirValueGetType(copy->sides[side].memref);
  tl_strided strided;
  if (!tl_element_bytes(type))
    return tl_fail(error, TL_UNSUPPORTED,
                   "W5: tl.copy does not move elements of its type");
  if (!tl_strided_read(type, &strided))
    return tl_fail(error, TL_UNSUPPORTED,
                   "W5: the layout of the %s is not strided", SIDES[side]);
  for (int64_t d = 0; d < strided.strides.count; d++) {
    int64_t stride = strided.strides.items[d];
    if (stride < 0 && stride != INT64_MIN)
      return tl_fail(error, TL_UNSUPPORTED,
                     "W5: stride %" PRId64 " of the %s is negative", stride,
                     SIDES[side]);
  }
  return side == TL_TO && overlaps_itself(&strided)
             ? tl_fail(error, TL_UNSUPPORTED,
                       "W5: two elements of the target are at one place")
             : TL_OK;
}

/* Whether it is said what comes first where the sides overlap: by the turns of a
 * loop, or by a thread that reads a vector and then writes it. */
static bool has_order(const tl_block_copy *copy) {
  return copy->is_in_order ||
         (!mlirOperationIsNull(copy->read) &&
          (copy->scope == TL_SCOPE_THREAD || copy->threads == 1));
}

static tl_code check_buffers(const tl_block_copy *copy, tl_error *error) {
  MlirValue from = copy->sides[TL_FROM].memref, to = copy->sides[TL_TO].memref;
  if (tl_is_one_buffer(from, to))
    return tl_fail(error, TL_UNSUPPORTED,
                   "W6: both sides are parts of one buffer, which may overlap");
  return has_order(copy) && !tl_are_two_buffers(from, to)
             ? tl_fail(error, TL_UNSUPPORTED,
                       "W6: both sides may be parts of one buffer, of which it "
                       "goes part by part; llvm.noalias of an argument would "
                       "say that they are not")
             : TL_OK;
}

bool tl_block_copies_are_apart(const tl_block_copy *a, const tl_block_copy *b) {
  MlirValue a_to = a->sides[TL_TO].memref, b_to = b->sides[TL_TO].memref;
  return tl_are_two_buffers(a_to, b->sides[TL_FROM].memref) &&
         tl_are_two_buffers(a_to, b_to) &&
         tl_are_two_buffers(a->sides[TL_FROM].memref, b_to);
}

/*===--- W3: extents -----------------------------------------------------===*/

#define OPEN INT64_MIN
enum { ONE_FOR_ALL = -1 };

/* Along dimension d of the side; OPEN where it is known only at run time. */
static int64_t extent_of(const tl_block_copy *copy, int side, int64_t d) {
  int64_t of = copy->sides[side].from.items[d];
  MlirType type = mlirValueGetType(copy->sides[side].memref);
  if (of < 0)
    return ONE_FOR_ALL;
  return mlirShapedTypeIsDynamicDim(type, of)
             ? OPEN
             : mlirShapedTypeGetDimSize(type, of);
}

/* What the sides say; *is_open: where they say nothing. */
static tl_code read_tile(tl_block_copy *copy, bool *is_open, tl_error *error) {
  *is_open = false;
  copy->tile.count = copy->sides[TL_TO].from.count;
  for (int64_t d = 0; d < copy->tile.count; d++) {
    int64_t from = extent_of(copy, TL_FROM, d), to = extent_of(copy, TL_TO, d);
    int64_t extent = to == ONE_FOR_ALL ? 1 : to >= 0 || from < 0 ? to : from;
    if (extent == 0)
      return tl_fail(error, TL_UNSUPPORTED,
                     "W3: extent %" PRId64 " is 0, so it copies nothing", d);
    copy->tile.items[d] = extent;
    *is_open |= extent == OPEN;
  }
  return TL_OK;
}

/* Bounds are of a target that is global when the source is not, else of the
 * source. */
static int bounded_side(const tl_block_copy *copy) {
  return space_of(copy, TL_TO) == TL_MEMORY_GLOBAL &&
                 space_of(copy, TL_FROM) != TL_MEMORY_GLOBAL
             ? TL_TO
             : TL_FROM;
}

static tl_code open_error(const tl_block_copy *copy, int side,
                          tl_error *error) {
  int64_t d = 0;
  while (copy->tile.items[d] != OPEN)
    d++;
  return tl_fail(error, TL_UNSUPPORTED,
                 "W3: extent %" PRId64 " is known only at run time, and the %s "
                 "is no memref.subview, with steps of 1, of a buffer of static "
                 "shape in workgroup memory, where what may be behind its "
                 "start is inside",
                 d, SIDES[side]);
}

/* How many elements of a dimension a subview may have: all behind its start, or
 * as many as its size can be, if they are inside from every start; 0: not known. */
static int64_t room_behind(tl_facts *facts, int64_t offset, MlirValue start,
                           MlirValue size, int64_t extent) {
  if (offset != OPEN)
    return extent - offset;
  tl_value_fact at = tl_value_fact_of(facts, start);
  tl_value_fact count = tl_value_fact_of(facts, size);
  bool is_inside =
      at.least >= 0 && at.most <= extent && count.most <= extent - at.most;
  return is_inside ? count.most : 0;
}

/* The subview takes what its buffer has along dimensions of sizes known only at
 * run time. */
static bool widen(tl_facts *facts, MlirOperation subview, tl_list *sizes) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(subview, 0));
  int64_t rank = mlirShapedTypeGetRank(type), dropped = 0;
  int64_t own = mlirShapedTypeGetRank(
      mlirValueGetType(mlirOperationGetResult(subview, 0)));
  tl_strided strided;
  tl_view_numbers numbers;
  if (rank > TL_MAX_RANK || !tl_strided_read(type, &strided))
    return false;
  tl_subview_numbers(subview, &numbers);
  *sizes = numbers.sizes;
  const MlirValue *start = numbers.values, *size = numbers.values;
  for (int64_t d = 0; d < rank; d++)
    size += numbers.offsets.items[d] == OPEN;
  for (int64_t d = 0; d < rank; d++) {
    int64_t offset = numbers.offsets.items[d], *own_size = &sizes->items[d];
    bool is_open = *own_size == OPEN;
    dropped += tl_subview_drops(subview, d);
    if (is_open)
      *own_size = strided.shape.items[d] == OPEN
                      ? 0
                      : room_behind(facts, offset, *start, *size,
                                    strided.shape.items[d]);
    if (numbers.strides.items[d] != 1 || *own_size < 1)
      return false;
    start += offset == OPEN;
    size += is_open;
  }
  return own == rank - dropped;
}

/* The sizes of the subview are the bounds of the tile. */
static void read_bounds(tl_block_copy *copy, int side, MlirOperation subview) {
  const tl_list *from = &copy->sides[side].from;
  tl_view_numbers numbers;
  tl_subview_numbers(subview, &numbers);
  intptr_t value = 0;
  int64_t own = 0;
  for (int64_t d = 0; d < numbers.offsets.count; d++)
    value += numbers.offsets.items[d] == INT64_MIN;
  for (int64_t d = 0; d < copy->tile.count; d++)
    copy->bounds[d] = copy->tile.items[d];
  for (int64_t d = 0; d < numbers.sizes.count; d++) {
    bool is_open = numbers.sizes.items[d] == INT64_MIN;
    MlirValue size = is_open ? numbers.values[value++] : (MlirValue){NULL};
    if (tl_subview_drops(subview, d))
      continue;
    for (int64_t t = 0; t < from->count; t++)
      if (from->items[t] == own && copy->tile.items[t] == OPEN) {
        copy->tile.items[t] = copy->sides[side].sizes.items[d];
        copy->bounds[t] = is_open ? INT64_MIN : numbers.sizes.items[d];
        copy->bound_values[t] = size;
      }
    own++;
  }
}

/*===--- W4: past the bounds ---------------------------------------------===*/

/* The tile is all of the buffer. */
static bool covers_buffer(const tl_block_copy *copy, MlirValue buffer) {
  const tl_list *sizes = &copy->sides[TL_TO].sizes;
  bool is_all = sizes->count == copy->tile.count;
  for (int64_t d = 0; d < sizes->count; d++)
    is_all &= sizes->items[d] ==
              mlirShapedTypeGetDimSize(mlirValueGetType(buffer), d);
  return is_all;
}

/* The pad is what fills the buffer, if that is a number of its type. */
static bool read_filler(tl_block_copy *copy, MlirOperation fill) {
  MlirValue filler = mlirOperationGetOperand(fill, 0);
  MlirType type = mlirValueGetType(copy->sides[TL_TO].memref);
  MlirOperation number = tl_defined_by(filler, "arith.constant");
  if (mlirOperationIsNull(number) ||
      !mlirTypeEqual(mlirValueGetType(filler), tl_element_type(type)))
    return false;
  copy->pad = tl_attribute_of(number, "value");
  return true;
}

/* A number that stands in all of the buffer before. */
static bool read_fill(tl_block_copy *copy, MlirOperation subview) {
  MlirValue buffer = mlirOperationGetOperand(subview, 0);
  MlirOperation fill = tl_fill_before(buffer, copy->operation);
  if (!tl_is_own_buffer(buffer) || mlirOperationIsNull(fill) ||
      !read_filler(copy, fill))
    return false;
  if (covers_buffer(copy, buffer))
    copy->fill = fill;
  return true;
}

static tl_code check_rest(tl_block_copy *copy, MlirOperation subview,
                          tl_error *error) {
  if (copy->scope == TL_SCOPE_THREAD)
    return tl_fail(error, TL_UNSUPPORTED,
                   "W4: past sizes known only at run time the target may have "
                   "what other threads wrote");
  return read_fill(copy, subview) ||
                 tl_is_seen_through(subview, copy->operation)
             ? TL_OK
             : tl_fail(error, TL_UNSUPPORTED,
                       "W4: past sizes known only at run time the target keeps "
                       "what it has; fill its buffer with a constant right "
                       "before the copy, or use it through this view alone, "
                       "after the copy");
}

static tl_code decide_bounds(tl_facts *facts, tl_block_copy *copy,
                             tl_error *error) {
  int side = bounded_side(copy) == TL_TO ? TL_FROM : TL_TO;
  MlirOperation subview =
      tl_defined_by(copy->sides[side].memref, "memref.subview");
  if (space_of(copy, side) != TL_MEMORY_SHARED ||
      mlirOperationIsNull(subview) ||
      !widen(facts, subview, &copy->sides[side].sizes))
    return open_error(copy, side, error);
  copy->sides[side].resized = subview;
  copy->bounded = !side;
  read_bounds(copy, side, subview);
  return side == TL_TO ? check_rest(copy, subview, error) : TL_OK;
}

/*===--- Parts -------------------------------------------------------------===*/

static tl_code target_error(const tl_block_copy *copy, tl_error *error) {
  return tl_fail(error, TL_UNSUPPORTED,
                 copy->scope == TL_SCOPE_THREAD
                     ? "W4: past the mask the target may have what other "
                       "threads wrote"
                     : "W4: past its mask the target keeps what it has; fill "
                       "its buffer with a constant before, or read it under "
                       "this mask alone, at the same place, after the copy");
}

/* Nothing but one mask leaves out parts of both sides. */
static bool has_one_mask(const tl_block_copy *copy) {
  const tl_block_side *from = &copy->sides[TL_FROM], *to = &copy->sides[TL_TO];
  bool is_cut =
      mlirValueIsNull(to->masked) || !mlirValueEqual(from->masked, to->masked);
  for (int64_t d = 0; d < copy->tile.count; d++)
    is_cut |= from->is_cut[d] || to->is_cut[d];
  return !is_cut;
}

/* What the target leaves out is left out of the source, too, if nobody sees what
 * is written there or it is what a fill has written. */
static tl_code take_mask(tl_block_copy *copy, tl_error *error) {
  tl_block_side *from = &copy->sides[TL_FROM], *to = &copy->sides[TL_TO];
  memcpy(from->mask, to->mask, sizeof from->mask);
  if (!from->is_bounded)
    from->masked = to->masked;
  if (!has_one_mask(copy))
    return tl_fail(error, TL_UNSUPPORTED,
                   "W4: parts of the target are left out by bounds, or by "
                   "another mask than of the source; into such a memory "
                   "tl.copy has bounds of the source");
  MlirOperation fill = tl_fill_before(to->memref, copy->operation);
  bool is_filled = tl_is_own_buffer(to->memref) && !mlirOperationIsNull(fill) &&
                   read_filler(copy, fill);
  from->is_bounded = true;
  copy->bounded = TL_FROM;
  return copy->scope == TL_SCOPE_CTA &&
                 (is_filled || tl_is_read_masked(copy->operation))
             ? TL_OK
             : target_error(copy, error);
}

/* W4: what one side leaves out is what tl.copy leaves out. */
static tl_code check_bounds(tl_block_copy *copy, tl_error *error) {
  int side = bounded_side(copy);
  if (side == TL_FROM && copy->sides[TL_TO].is_bounded)
    return take_mask(copy, error);
  if (copy->sides[!side].is_bounded && !has_one_mask(copy))
    return tl_fail(error, TL_UNSUPPORTED,
                   "W4: parts of the source are left out by bounds or a mask; "
                   "to global memory tl.copy has bounds of the target");
  if (copy->sides[side].is_bounded)
    copy->bounded = side;
  if (copy->bounded == TL_TO)
    copy->pad = (MlirAttribute){NULL};
  return TL_OK;
}

/* It reads, or writes another buffer than that. */
static bool leaves_source(MlirOperation operation, MlirValue source) {
  static const struct {
    const char *name;
    intptr_t memref; /* that is written; -1: none */
  } ROWS[] = {
      {"vector.transfer_read", -1}, {"vector.load", -1},
      {"vector.maskedload", -1},    {"memref.load", -1},
      {"vector.transfer_write", 1}, {"vector.store", 1},
      {"vector.maskedstore", 0},    {"memref.store", 1},
  };
  if (tl_leaves_memory(operation))
    return true;
  operation = tl_unmasked(operation);
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
    if (tl_operation_is(operation, ROWS[i].name))
      return ROWS[i].memref < 0 ||
             tl_are_two_buffers(
                 mlirOperationGetOperand(operation, ROWS[i].memref), source);
  return false;
}

/* W7: nobody writes the source, or waits for others that may, before the vector
 * is written. */
static tl_code check_between(const tl_block_copy *copy, tl_error *error) {
  MlirOperation next = copy->read;
  if (mlirOperationIsNull(next))
    return TL_OK;
  do
    next = mlirOperationGetNextInBlock(next);
  while (!mlirOperationIsNull(next) &&
         !mlirOperationEqual(next, copy->operation) &&
         leaves_source(next, copy->sides[TL_FROM].memref));
  if (!mlirOperationIsNull(next) && mlirOperationEqual(next, copy->operation))
    return TL_OK;
  MlirOperation cause = mlirOperationIsNull(next) ? copy->read : next;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(cause));
  return tl_fail(error, TL_UNSUPPORTED,
                 "W7: between the read and the write, '%.*s' may change what "
                 "is read, or wait for it",
                 (int)name.length, name.data);
}

/*===--- W3, W4: inside ---------------------------------------------------===*/

/* Where a tile starts along a dimension. */
static tl_value_fact start_of(tl_facts *facts, const tl_block_origin *origin) {
  tl_value_fact start = tl_fact_constant(origin->number);
  return mlirValueIsNull(origin->value)
             ? start
             : tl_fact_sum(start, tl_fact_product(
                                      tl_value_fact_of(facts, origin->value),
                                      tl_fact_constant(origin->scale)));
}

/* Whether something of the side was left out, by its mask or as a loop had fewer
 * turns, of which tl.copy leaves out nothing. */
static bool has_lost_bounds(const tl_block_copy *copy, int number) {
  return number != copy->bounded && (copy->sides[number].is_bounded ||
                                     (copy->is_nest && copy->bounded == TL_TO));
}

/* The size may be OPEN. */
static bool is_known_outside(const tl_block_origin *origin, int64_t extent,
                             int64_t size) {
  int64_t start = origin->number, end;
  return mlirValueIsNull(origin->value) &&
         (start < 0 || !tl_sum_fits(start, extent, &end) ||
          (size != OPEN && end > size));
}

/* From every origin that there can be. */
static bool is_proved_inside(tl_facts *facts, const tl_block_origin *origin,
                             int64_t extent, int64_t size) {
  tl_value_fact start = start_of(facts, origin);
  return start.least >= 0 && extent <= size && start.most <= size - extent;
}

/* W3: a tile begins and, but for its bounds, ends inside, where that is known.
 * W4: that is known where tl.copy has no bounds for those that there were. */
static tl_code check_inside(tl_facts *facts, const tl_block_copy *copy,
                            int number, tl_error *error) {
  const tl_block_side *side = &copy->sides[number];
  int64_t leading = side->from.count - copy->tile.count;
  for (int64_t d = 0; d < side->from.count; d++) {
    const tl_block_origin *origin = &side->origin[d];
    int64_t of = side->from.items[d], size = extent_of(copy, number, d);
    if (of < 0)
      continue;
    bool is_tile = d >= leading;
    int64_t extent = is_tile ? copy->tile.items[d - leading] : 1;
    if (is_known_outside(origin, extent,
                         is_tile && number == copy->bounded ? OPEN : size))
      return tl_fail(error, TL_UNSUPPORTED,
                     "W3: %" PRId64 " elements at %" PRId64
                     " leave dimension %" PRId64 " of the %s",
                     extent, origin->number, of, SIDES[number]);
    if (has_lost_bounds(copy, number) &&
        !is_proved_inside(facts, origin, extent, size))
      return tl_fail(error, TL_UNSUPPORTED,
                     "W4: %" PRId64 " elements along dimension %" PRId64
                     " of the %s are not known to be inside where all are "
                     "copied; tl.copy has bounds of the %s alone",
                     extent, of, SIDES[number], SIDES[!number]);
  }
  return TL_OK;
}

/*===--- W8: the vectors of a thread --------------------------------------===*/

/* A power of two that divides the bytes from element 0 to each row of the tile. */
static int64_t aligned_bytes(tl_facts *facts, const tl_block_copy *copy,
                             int number, const tl_memory_facts *memory) {
  const tl_block_side *side = &copy->sides[number];
  int64_t leading = side->from.count - copy->tile.count,
          last = side->from.count;
  int64_t bytes = tl_element_bytes(mlirValueGetType(side->memref));
  tl_value_fact sum = tl_fact_constant(0);
  for (int64_t d = 0; d < last; d++) {
    const tl_block_origin *origin = &side->origin[d];
    if (side->from.items[d] < 0)
      continue;
    tl_value_fact start = start_of(facts, origin);
    tl_value_fact stride = memory->strides[side->from.items[d]];
    sum = tl_fact_sum(sum, tl_fact_product(start, stride));
    if (d >= leading && d < last - 1 && copy->tile.items[d - leading] > 1)
      sum = tl_fact_either(sum, tl_fact_sum(sum, stride));
  }
  return tl_fact_power_of_two(tl_fact_product(sum, tl_fact_constant(bytes)));
}

/* W9: that of each side is proved, as no other access can start. */
static tl_code check_started(tl_facts *facts, tl_block_copy *copy,
                             tl_error *error) {
  enum { LEAST = 4 };
  if (space_of(copy, TL_FROM) != TL_MEMORY_GLOBAL ||
      space_of(copy, TL_TO) != TL_MEMORY_SHARED)
    return tl_fail(error, TL_UNSUPPORTED,
                   "W9: what is started goes from global to workgroup memory");
  for (int side = 0; side < TL_SIDES; side++) {
    MlirType type = mlirValueGetType(copy->sides[side].memref);
    tl_memory_facts memory;
    facts->explains = true;
    tl_memory_facts_of(facts, copy->sides[side].memref, &memory);
    bool is_aligned = aligned_bytes(facts, copy, side, &memory) >= LEAST;
    if (tl_element_bytes(type) < LEAST &&
        (!is_aligned || memory.element.alignment < LEAST))
      return tl_fail(error, TL_UNSUPPORTED,
                     "W9: an access of the %s is not known to start at a "
                     "multiple of %d bytes: %s",
                     SIDES[side], LEAST,
                     is_aligned ? memory.element.reason
                                : "it starts anywhere in a row");
  }
  return tl_find_groups(copy, error);
}

/* Upstream lowers what is in bounds to as wide an access, and what is not to one
 * and a condition for each element. */
static tl_code check_width(tl_facts *facts, const tl_block_copy *copy,
                           tl_error *error) {
  const tl_block_side *side = &copy->sides[copy->bounded];
  int64_t last = side->from.items[side->from.count - 1];
  int64_t bytes = tl_element_bytes(mlirValueGetType(side->memref));
  tl_memory_facts memory;
  facts->explains = true;
  tl_memory_facts_of(facts, side->memref, &memory);
  bool is_run = last >= 0 && tl_fact_is_constant(memory.strides[last]) &&
                memory.strides[last].least == 1 &&
                copy->tile.items[copy->tile.count - 1] % 2 == 0;
  int64_t aligned = aligned_bytes(facts, copy, (int)copy->bounded, &memory);
  if (is_run && aligned > bytes && memory.element.alignment > bytes)
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "W8: an access of the %s is of one element, as it is lowered "
                 "to anyway: %s",
                 SIDES[copy->bounded],
                 !is_run            ? "its elements are no rows of pairs"
                 : aligned <= bytes ? "it starts anywhere in a row"
                                    : memory.element.reason);
}

static tl_code decide_tile(tl_facts *facts, tl_block_copy *copy,
                           tl_error *error) {
  bool is_vector = !mlirOperationIsNull(copy->read);
  TL_TRY(check_between(copy, error));
  TL_TRY(check_bounds(copy, error));
  TL_TRY(check_inside(facts, copy, TL_FROM, error));
  TL_TRY(check_inside(facts, copy, TL_TO, error));
  if (!mlirOperationIsNull(copy->started))
    return check_started(facts, copy, error);
  return is_vector && copy->scope == TL_SCOPE_THREAD
             ? check_width(facts, copy, error)
             : TL_OK;
}

/* W3: who moves what is chosen for tiles that are not larger. */
static tl_code check_size(const tl_block_copy *copy, tl_error *error) {
  int64_t elements = 1;
  for (int64_t d = 0; d < copy->tile.count; d++)
    elements = tl_multiply_saturated(elements, copy->tile.items[d]);
  return elements <= TL_MAX_TILE
             ? TL_OK
             : tl_fail(error, TL_UNSUPPORTED,
                       "W3: its tile has more than %d elements", TL_MAX_TILE);
}

tl_code tl_block_copy_decide(tl_facts *facts, tl_block_copy *copy,
                             tl_error *error) {
  bool is_open;
  copy->bounded = -1;
  TL_TRY(check_side(copy, TL_FROM, error));
  TL_TRY(check_side(copy, TL_TO, error));
  TL_TRY(check_buffers(copy, error));
  if (copy->tile.count)
    TL_TRY(decide_tile(facts, copy, error));
  else {
    TL_TRY(read_tile(copy, &is_open, error));
    TL_TRY(is_open ? decide_bounds(facts, copy, error) : TL_OK);
  }
  return check_size(copy, error);
}
