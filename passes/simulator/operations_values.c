/* operations_values.c - Constants, choices, casts, and vectors as values: parts,
 * shapes, bits.
 *
 * Elements are in row-major order.  Most operations of vectors are a renaming:
 * prepare writes, for each element of the result, where it comes from, as a
 * number of an element in the operands laid end to end, or UNKNOWN. */
#include "dialect/bridge/bridge.h"
#include "operations.h"
#include <string.h>

/*===--- Constants --------------------------------------------------------===*/

/* All threads have one. */
static bool prepare_constant(tl_instruction *at) {
  tl_result_slot(at, 0)->stride = 0;
  return tl_read_constants(at, tl_attribute_of(at->operation, "value"),
                           tl_result_slot(at, 0)->count) ||
         tl_refuse(at, "has a value that the simulator does not know");
}

static void give_constant(const tl_step *first) {
  memcpy(tl_result(first, 0), first->at->constants,
         tl_result_slot(first->at, 0)->bytes);
}

void tl_each_poison(const tl_step *step) {
  const tl_slot *result = tl_result_slot(step->at, 0);
  for (int64_t i = 0; i < result->count; i++)
    tl_result(step, 0)[i] = (tl_element){0, tl_poison_all(&result->scalar)};
}

/* Unknown bytes become some number, and not 0, which might happen to be
 * right. */
static void freeze(const tl_step *step) {
  enum { SOME_BYTE = 0xa5 };
  const tl_slot *result = tl_result_slot(step->at, 0);
  const tl_scalar_type *type = &result->scalar;
  for (int64_t i = 0; i < result->count; i++) {
    tl_element in = tl_operand(step, 0)[i], *out = &tl_result(step, 0)[i];
    *out = (tl_element){0};
    for (int k = 0; k < type->bytes; k++)
      tl_element_add_byte(
          out, k, in.poison >> k & 1 ? SOME_BYTE : tl_element_byte(in, k),
          true);
    out->bits &= tl_wide_low_bits(type->bits);
  }
}

/*===--- Values -----------------------------------------------------------===*/

void tl_each_forward(const tl_step *step) {
  const tl_instruction *at = step->at;
  for (int i = 0; i < at->result_count; i++)
    tl_copy_slot(step->machine, at->operands[i], at->results[i], step->thread);
}

/* Poison in the value that is not chosen does not matter. */
static void choose(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_slot *result = tl_result_slot(at, 0);
  int64_t stride = tl_operand_slot(at, 0)->count != 1;
  if (result->is_memref) {
    int chosen = tl_operand_condition(step) ? 1 : 2;
    tl_copy_slot(step->machine, at->operands[chosen], at->results[0],
                 step->thread);
    return;
  }
  for (int64_t i = 0; i < result->count; i++) {
    tl_element condition = tl_operand(step, 0)[i * stride];
    tl_element *out = &tl_result(step, 0)[i];
    *out = tl_operand(step, condition.bits ? 1 : 2)[i];
    if (condition.poison)
      out->poison = tl_poison_all(&result->scalar);
  }
}

/* The low bytes of a value, with their own poison. */
static void truncate_bits(const tl_step *step) {
  const tl_slot *result = tl_result_slot(step->at, 0);
  const tl_element *in = tl_operand(step, 0);
  for (int64_t i = 0; i < result->count; i++)
    tl_result(step, 0)[i] =
        (tl_element){in[i].bits & tl_wide_low_bits(result->scalar.bits),
                     (uint16_t)(in[i].poison & tl_poison_all(&result->scalar))};
}

/* The same; a number that is cut is poison, as nsw and nuw say. */
static void truncate_numbers(const tl_step *step) {
  const tl_slot *result = tl_result_slot(step->at, 0);
  const int64_t flags = step->at->numbers[0];
  const int bits = tl_operand_slot(step->at, 0)->scalar.bits;
  truncate_bits(step);
  for (int64_t i = 0; i < result->count; i++) {
    tl_bits in = tl_operand(step, 0)[i].bits;
    tl_element *out = &tl_result(step, 0)[i];
    bool is_cut = (flags & TL_LLVM_NUW && in != out->bits) ||
                  (flags & TL_LLVM_NSW &&
                   tl_sign_extend(in, bits) !=
                       tl_sign_extend(out->bits, result->scalar.bits));
    if (is_cut)
      out->poison = tl_poison_all(&result->scalar);
  }
}

static bool prepare_truncation(tl_instruction *at) {
  int64_t flags = tl_bridge_llvm_overflow_flags(at->operation);
  if (flags && tl_operand_slot(at, 0)->scalar.bits > 64)
    return tl_refuse(at, "computes with more than 64 bits");
  return tl_set_numbers(at, 1, &flags);
}

/*===--- Bytes ------------------------------------------------------------===*/

void tl_cast_elements(const tl_element *from, int from_bytes, tl_element *to,
                      int to_bytes, int64_t bytes) {
  for (int64_t b = 0; b < bytes; b++) {
    const tl_element *in = &from[b / from_bytes];
    int byte = (int)(b % from_bytes);
    if (b % to_bytes == 0)
      to[b / to_bytes] = (tl_element){0};
    tl_element_add_byte(&to[b / to_bytes], (int)(b % to_bytes),
                        tl_element_byte(*in, byte), !(in->poison >> byte & 1));
  }
}

/* The same of bits, where an element has other than whole bytes. */
static void cast_bits(const tl_element *from, int from_bits, tl_element *to,
                      int to_bits, int64_t bits) {
  for (int64_t b = 0; b < bits; b++) {
    const tl_element *in = &from[b / from_bits];
    tl_element *out = &to[b / to_bits];
    int place = (int)(b % from_bits), target = (int)(b % to_bits);
    if (target == 0)
      *out = (tl_element){0};
    out->bits |= (in->bits >> place & 1) << target;
    out->poison |= (uint16_t)((in->poison >> place / 8 & 1) << target / 8);
  }
}

static void bitcast(const tl_step *step) {
  const tl_slot *in = tl_operand_slot(step->at, 0);
  int bits = in->scalar.bits, out = tl_result_slot(step->at, 0)->scalar.bits;
  if (bits % 8 || out % 8) {
    cast_bits(tl_operand(step, 0), bits, tl_result(step, 0), out,
              in->count * bits);
    return;
  }
  tl_cast_elements(tl_operand(step, 0), in->scalar.bytes, tl_result(step, 0),
                   tl_result_slot(step->at, 0)->scalar.bytes,
                   in->count * in->scalar.bytes);
}

/*===--- Renaming ---------------------------------------------------------===*/

enum { UNKNOWN = -1 };

static const tl_element *element_of(const tl_step *step, int64_t number) {
  int64_t first = tl_operand_slot(step->at, 0)->count;
  return number < first ? tl_operand(step, 0) + number
                        : tl_operand(step, 1) + number - first;
}

static void rename_elements(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_element unknown = {0, tl_poison_all(&tl_result_slot(at, 0)->scalar)};
  for (int64_t i = 0; i < at->number_count; i++)
    tl_result(step, 0)[i] =
        at->numbers[i] == UNKNOWN ? unknown : *element_of(step, at->numbers[i]);
}

/* Elements stay where they are, until more is said. */
static bool open_renaming(tl_instruction *at) {
  if (!tl_reserve_numbers(at, tl_result_slot(at, 0)->count))
    return false;
  for (int64_t i = 0; i < at->number_count; i++)
    at->numbers[i] = i;
  return true;
}

/* Row-major number of a coordinate. */
static int64_t number_of(const int64_t *coordinate, const tl_slot *in) {
  int64_t number = 0;
  for (int64_t d = 0; d < in->rank; d++)
    number = number * in->shape[d] + coordinate[d];
  return number;
}

/* The first dimension has rows; the mask numbers those of both operands. */
static bool prepare_shuffle(tl_instruction *at) {
  bool is_open = open_renaming(at);
  int64_t length = at->number_count / tl_array_count(at, "mask");
  for (int64_t i = 0; i < at->number_count; i++) {
    int64_t from = tl_array_item(at, "mask", i / length);
    at->numbers[i] = from < 0 ? UNKNOWN : from * length + i % length;
  }
  return is_open;
}

/* The last dimension has elements of operand 0 and 1 in turn. */
static bool prepare_interleave(tl_instruction *at) {
  if (!open_renaming(at))
    return false;
  for (int64_t i = 0; i < at->number_count; i++)
    at->numbers[i] = i / 2 + i % 2 * tl_operand_slot(at, 0)->count;
  return true;
}

static void deinterleave(const tl_step *step) {
  for (int64_t i = 0; i < tl_operand_slot(step->at, 0)->count; i++)
    tl_result(step, (int)(i % 2))[i / 2] = tl_operand(step, 0)[i];
}

/* Trailing dimensions agree or have extent 1 in the source. */
static void broadcast_origin(const tl_instruction *at, const int64_t *to,
                             int64_t *from) {
  const tl_slot *source = tl_operand_slot(at, 0);
  for (int64_t d = 0; d < source->rank; d++)
    from[d] =
        to[tl_result_slot(at, 0)->rank - source->rank + d] % source->shape[d];
}

static void transpose_origin(const tl_instruction *at, const int64_t *to,
                             int64_t *from) {
  for (int64_t d = 0; d < tl_result_slot(at, 0)->rank; d++)
    from[tl_array_item(at, "permutation", d)] = to[d];
}

/* Dimensions that nothing is said of are whole. */
static void slice_origin(const tl_instruction *at, const int64_t *to,
                         int64_t *from) {
  int64_t sliced = tl_array_count(at, "offsets");
  for (int64_t d = 0; d < tl_result_slot(at, 0)->rank; d++)
    from[d] = d < sliced ? to[d] * tl_array_item(at, "strides", d) +
                               tl_array_item(at, "offsets", d)
                         : to[d];
}

/* Where an element of the result at `to` comes from in operand 0. */
enum { BROADCAST = 0, TRANSPOSE, SLICE };
static void (*const ORIGINS[])(const tl_instruction *at, const int64_t *to,
                               int64_t *from) = {[BROADCAST] = broadcast_origin,
                                                 [TRANSPOSE] = transpose_origin,
                                                 [SLICE] = slice_origin};

static bool prepare_part(tl_instruction *at) {
  const tl_slot *result = tl_result_slot(at, 0);
  if (!open_renaming(at))
    return false;
  for (int64_t i = 0; i < at->number_count; i++) {
    int64_t to[TL_MAX_RANK], from[TL_MAX_RANK];
    tl_coordinate_of(i, result->rank, result->shape, to);
    ORIGINS[at->row->number](at, to, from);
    at->numbers[i] = number_of(from, tl_operand_slot(at, 0));
  }
  return true;
}

/* Operand 0 goes into operand 1; strides are of its own dimensions, which are
 * the last ones. */
static bool prepare_insert_part(tl_instruction *at) {
  const tl_slot *part = tl_operand_slot(at, 0);
  const tl_slot *result = tl_result_slot(at, 0);
  int64_t outer = result->rank - part->rank;
  if (!open_renaming(at))
    return false;
  for (int64_t i = 0; i < at->number_count; i++)
    at->numbers[i] += part->count;
  for (int64_t i = 0; i < part->count; i++) {
    int64_t own[TL_MAX_RANK], target[TL_MAX_RANK];
    tl_coordinate_of(i, part->rank, part->shape, own);
    for (int64_t d = 0; d < result->rank; d++) {
      target[d] = tl_array_item(at, "offsets", d);
      if (d >= outer)
        target[d] += own[d - outer] * tl_array_item(at, "strides", d - outer);
    }
    at->numbers[number_of(target, result)] = i;
  }
  return true;
}

/*===--- Positions --------------------------------------------------------===*/

/* Whether -1 stands in the position, which makes poison; a dynamic one is no
 * position. */
static bool is_nowhere(const tl_instruction *at) {
  bool is = false;
  for (int64_t d = 0; d < at->number_count; d++)
    is = is || at->numbers[d] == UNKNOWN;
  return is;
}

/* The first element at the position; operands from `first` on are its dynamic
 * entries.  False after a fault. */
static bool read_position(const tl_step *step, const tl_slot *whole, int first,
                          int64_t *number) {
  const tl_instruction *at = step->at;
  int64_t coordinate[TL_MAX_RANK] = {0};
  for (int64_t d = 0; d < at->number_count; d++) {
    coordinate[d] = at->numbers[d] == INT64_MIN
                        ? tl_operand_number(step, first++)
                        : at->numbers[d];
    if (coordinate[d] < 0 || coordinate[d] >= whole->shape[d])
      return tl_fault(step, TL_FAULT_BOUNDS,
                      "has a position outside the vector");
  }
  *number = number_of(coordinate, whole);
  return true;
}

static void extract(const tl_step *step) {
  int64_t first;
  if (is_nowhere(step->at))
    tl_each_poison(step);
  else if (read_position(step, tl_operand_slot(step->at, 0), 1, &first))
    memcpy(tl_result(step, 0), tl_operand(step, 0) + first,
           tl_result_slot(step->at, 0)->bytes);
}

static void insert(const tl_step *step) {
  const tl_instruction *at = step->at;
  int64_t first;
  tl_copy_slot(step->machine, at->operands[1], at->results[0], step->thread);
  if (is_nowhere(at))
    tl_each_poison(step);
  else if (read_position(step, tl_result_slot(at, 0), 2, &first))
    memcpy(tl_result(step, 0) + first, tl_operand(step, 0),
           tl_operand_slot(at, 0)->bytes);
}

static void from_elements(const tl_step *step) {
  for (int i = 0; i < step->at->operand_count; i++)
    tl_result(step, 0)[i] = *tl_operand(step, i);
}

static void to_elements(const tl_step *step) {
  for (int i = 0; i < step->at->result_count; i++)
    *tl_result(step, i) = tl_operand(step, 0)[i];
}

/*===--- Masks ------------------------------------------------------------===*/

/* True below a bound in every dimension: an operand, or a number.  One without
 * dimensions has one bound. */
static void give_mask(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_slot *result = tl_result_slot(at, 0);
  int64_t bounds[TL_MAX_RANK], coordinate[TL_MAX_RANK] = {0};
  int64_t count = result->rank ? result->rank : 1;
  for (int d = 0; d < count; d++)
    bounds[d] = at->operand_count ? tl_operand_number(step, d) : at->numbers[d];
  for (int64_t i = 0; i < result->count; i++) {
    bool is_inside = true;
    tl_coordinate_of(i, result->rank, result->shape, coordinate);
    for (int64_t d = 0; d < count; d++)
      is_inside = is_inside && coordinate[d] < bounds[d];
    tl_result(step, 0)[i] = (tl_element){is_inside, 0};
  }
}

static void count_up(const tl_step *step) {
  for (int64_t i = 0; i < tl_result_slot(step->at, 0)->count; i++)
    tl_result(step, 0)[i] = (tl_element){(uint64_t)i, 0};
}

#define POSITION                                                               \
  TL_READS({.attribute = "static_position", .kind = TL_READ_ARRAY})
#define RENAMES .each = rename_elements, .prepare
#define PART RENAMES = prepare_part, .number

#define CONSTANT .all = give_constant, .prepare = prepare_constant

static bool prepare_poison(tl_instruction *at) {
  return !tl_result_slot(at, 0)->is_memref ||
         tl_refuse(at, "is a memref of nothing; the simulator knows poison of "
                       "numbers and vectors");
}

const tl_sim_row TL_SIM_VALUES[] = {
    {"arith.constant", "index.constant", CONSTANT},
    {"llvm.mlir.constant", CONSTANT},
    {"index.bool.constant", CONSTANT},
    {"ub.poison", "llvm.mlir.poison", .each = tl_each_poison,
     .prepare = prepare_poison},
    {"llvm.mlir.undef", .each = tl_each_poison},
    {"llvm.freeze", .each = freeze},
    {"arith.bitcast", .each = tl_each_forward},
    {"arith.select", .each = choose},
    {"arith.trunci", .each = truncate_bits},
    {"llvm.trunc", .each = truncate_numbers, .prepare = prepare_truncation},
    {"vector.bitcast", "llvm.bitcast", .each = bitcast},
    {"vector.broadcast", "vector.splat", PART = BROADCAST},
    {"vector.shape_cast", RENAMES = open_renaming},
    {"vector.shuffle", RENAMES = prepare_shuffle},
    {"vector.interleave", RENAMES = prepare_interleave},
    {"vector.deinterleave", .each = deinterleave},
    {"vector.transpose", PART = TRANSPOSE},
    {"vector.extract_strided_slice", PART = SLICE},
    {"vector.insert_strided_slice", RENAMES = prepare_insert_part},
    {"vector.extract", .each = extract, POSITION},
    {"vector.insert", .each = insert, POSITION},
    {"vector.from_elements", .each = from_elements},
    {"vector.to_elements", .each = to_elements},
    {"vector.create_mask", "vector.constant_mask", .each = give_mask,
     TL_READS({.attribute = "mask_dim_sizes", .kind = TL_READ_ARRAY})},
    {"vector.step", .each = count_up},
    {.name = NULL},
};
