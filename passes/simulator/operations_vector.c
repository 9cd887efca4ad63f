/* operations_vector.c - Vectors as values: parts, shapes, bits.
 *
 * Elements are in row-major order.  Most operations are a renaming: prepare
 * writes, for each element of the result, where it comes from, as a number of
 * an element in the operands laid end to end, or UNKNOWN. */
#include "operations.h"
#include <string.h>

enum { UNKNOWN = -1 };

static void rename_elements(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_element unknown = {0, tl_poison_all(&tl_result_slot(at, 0)->scalar)};
  int64_t first = at->operand_count ? tl_operand_slot(at, 0)->count : 0;
  tl_element *out = tl_result(step, 0);
  for (int64_t i = 0; i < at->number_count; i++) {
    int64_t from = at->numbers[i];
    out[i] = from == UNKNOWN ? unknown
             : from < first  ? tl_operand(step, 0)[from]
                             : tl_operand(step, 1)[from - first];
  }
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
  int64_t rows = tl_array_count(at, "mask");
  if (!open_renaming(at))
    return false;
  int64_t length = at->number_count / (rows ? rows : 1);
  for (int64_t row = 0; row < rows; row++) {
    int64_t from = tl_array_item(at, "mask", row);
    for (int64_t i = 0; i < length; i++)
      at->numbers[row * length + i] = from < 0 ? UNKNOWN : from * length + i;
  }
  return true;
}

/* Where an element of the result at `to` comes from in operand 0. */
typedef void (*origin_function)(const tl_instruction *at, const int64_t *to,
                                int64_t *from);

static bool rename_by(tl_instruction *at, origin_function origin) {
  const tl_slot *source = tl_operand_slot(at, 0);
  const tl_slot *result = tl_result_slot(at, 0);
  if (!open_renaming(at))
    return false;
  for (int64_t i = 0; i < at->number_count; i++) {
    int64_t to[TL_MAX_RANK], from[TL_MAX_RANK];
    tl_coordinate_of(i, result->rank, result->shape, to);
    origin(at, to, from);
    at->numbers[i] = number_of(from, source);
  }
  return true;
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

static bool prepare_broadcast(tl_instruction *at) {
  return rename_by(at, broadcast_origin);
}

static bool prepare_transpose(tl_instruction *at) {
  return rename_by(at, transpose_origin);
}

static bool prepare_slice(tl_instruction *at) {
  return rename_by(at, slice_origin);
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
    if (coordinate[d] < 0 || coordinate[d] >= whole->shape[d]) {
      tl_fault(step, TL_FAULT_BOUNDS, "has a position outside the vector");
      return false;
    }
  }
  *number = number_of(coordinate, whole);
  return true;
}

static void extract(const tl_step *step) {
  int64_t first;
  if (read_position(step, tl_operand_slot(step->at, 0), 1, &first))
    memcpy(tl_result(step, 0), tl_operand(step, 0) + first,
           (size_t)tl_result_slot(step->at, 0)->count * sizeof(tl_element));
}

static void insert(const tl_step *step) {
  const tl_instruction *at = step->at;
  int64_t first;
  tl_copy_slot(step->machine, at->operands[1], at->results[0], step->thread);
  if (read_position(step, tl_result_slot(at, 0), 2, &first))
    memcpy(tl_result(step, 0) + first, tl_operand(step, 0),
           (size_t)tl_operand_slot(at, 0)->count * sizeof(tl_element));
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

/* True below a bound in every dimension: an operand, or a number. */
static void give_mask(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_slot *result = tl_result_slot(at, 0);
  int64_t bounds[TL_MAX_RANK], coordinate[TL_MAX_RANK];
  for (int d = 0; d < result->rank; d++)
    bounds[d] = at->operand_count ? tl_operand_number(step, d) : at->numbers[d];
  for (int64_t i = 0; i < result->count; i++) {
    bool is_inside = true;
    tl_coordinate_of(i, result->rank, result->shape, coordinate);
    for (int64_t d = 0; d < result->rank; d++)
      is_inside = is_inside && coordinate[d] < bounds[d];
    tl_result(step, 0)[i] = (tl_element){is_inside, 0};
  }
}

static void count_up(const tl_step *step) {
  for (int64_t i = 0; i < tl_result_slot(step->at, 0)->count; i++)
    tl_result(step, 0)[i] = (tl_element){(uint64_t)i, 0};
}

static const tl_reading POSITION[] = {
    {.attribute = "static_position", .kind = TL_READ_ARRAY},
    {.attribute = NULL}};
static const tl_reading SIZES[] = {
    {.attribute = "mask_dim_sizes", .kind = TL_READ_ARRAY},
    {.attribute = NULL}};

#define RENAMES .each = rename_elements, .prepare

const tl_sim_row TL_SIM_VECTOR[] = {
    {"vector.broadcast", "vector.splat", RENAMES = prepare_broadcast},
    {"vector.shape_cast", RENAMES = open_renaming},
    {"vector.shuffle", RENAMES = prepare_shuffle},
    {"vector.transpose", RENAMES = prepare_transpose},
    {"vector.extract_strided_slice", RENAMES = prepare_slice},
    {"vector.insert_strided_slice", RENAMES = prepare_insert_part},
    {"vector.extract", .each = extract, .readings = POSITION},
    {"vector.insert", .each = insert, .readings = POSITION},
    {"vector.from_elements", .each = from_elements},
    {"vector.to_elements", .each = to_elements},
    {"vector.create_mask", "vector.constant_mask", .each = give_mask,
     .readings = SIZES},
    {"vector.step", .each = count_up},
    {.name = NULL},
};
