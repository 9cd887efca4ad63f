/* operations_vector.c - Vectors as values: parts, shapes, bits.
 *
 * Elements are in row-major order.  Most operations are a renaming: prepare
 * writes, for each element of the result, where it comes from, as a number of
 * an element in the operands laid end to end, or UNKNOWN. */
#include "machine.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include <string.h>

enum { UNKNOWN = -1 };

static void run_renaming(tl_machine *machine, const tl_instruction *at,
                         const tl_lanes *lanes) {
  const tl_element unknown =
      tl_element_of(0, tl_poison_all(&tl_result_slot(at, 0)->scalar));
  int64_t first = at->operand_count ? tl_operand_slot(at, 0)->count : 0;
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    tl_element *out = tl_result(machine, at, 0, thread);
    for (int64_t i = 0; i < at->number_count; i++) {
      int64_t from = at->numbers[i];
      out[i] = from == UNKNOWN ? unknown
               : from < first
                   ? tl_operand(machine, at, 0, thread)[from]
                   : tl_operand(machine, at, 1, thread)[from - first];
    }
  }
}

static bool open_renaming(tl_instruction *at) {
  return tl_reserve_numbers(at, tl_result_slot(at, 0)->count);
}

/* Row-major number of a coordinate. */
static int64_t number_of(const int64_t *coordinate, int64_t rank,
                         const int64_t *shape) {
  int64_t number = 0;
  for (int64_t d = 0; d < rank; d++)
    number = number * shape[d] + coordinate[d];
  return number;
}

/* The first dimension has rows; the mask numbers those of both operands. */
static bool prepare_shuffle(tl_instruction *at) {
  MlirAttribute mask = tl_attribute(at, "mask");
  int64_t rows = mlirDenseArrayGetNumElements(mask);
  if (!open_renaming(at))
    return false;
  int64_t length = at->number_count / (rows ? rows : 1);
  for (int64_t row = 0; row < rows; row++) {
    int64_t from = mlirDenseI64ArrayGetElement(mask, row);
    for (int64_t i = 0; i < length; i++)
      at->numbers[row * length + i] = from < 0 ? UNKNOWN : from * length + i;
  }
  return true;
}

/* Trailing dimensions agree or have extent 1 in the source. */
static bool prepare_broadcast(tl_instruction *at) {
  const tl_slot *source = tl_operand_slot(at, 0);
  const tl_slot *result = tl_result_slot(at, 0);
  if (!open_renaming(at))
    return false;
  for (int64_t i = 0; i < at->number_count; i++) {
    int64_t coordinate[TL_MAX_RANK];
    tl_coordinate_of(i, result->rank, result->shape, coordinate);
    int64_t *last = coordinate + result->rank - source->rank;
    for (int64_t d = 0; d < source->rank; d++)
      last[d] %= source->shape[d];
    at->numbers[i] = number_of(last, source->rank, source->shape);
  }
  return true;
}

static bool prepare_same_order(tl_instruction *at) {
  if (!open_renaming(at))
    return false;
  for (int64_t i = 0; i < at->number_count; i++)
    at->numbers[i] = i;
  return true;
}

static bool prepare_transpose(tl_instruction *at) {
  const tl_slot *source = tl_operand_slot(at, 0);
  const tl_slot *result = tl_result_slot(at, 0);
  MlirAttribute order = tl_attribute(at, "permutation");
  if (!open_renaming(at))
    return false;
  for (int64_t i = 0; i < at->number_count; i++) {
    int64_t coordinate[TL_MAX_RANK], from[TL_MAX_RANK];
    tl_coordinate_of(i, result->rank, result->shape, coordinate);
    for (int64_t d = 0; d < result->rank; d++)
      from[mlirDenseI64ArrayGetElement(order, d)] = coordinate[d];
    at->numbers[i] = number_of(from, source->rank, source->shape);
  }
  return true;
}

/*===--- Strided parts ----------------------------------------------------===*/

static int64_t array_item(const tl_instruction *at, const char *name,
                          int64_t i) {
  MlirAttribute array = tl_attribute(at, name);
  bool has_item = i < mlirArrayAttrGetNumElements(array);
  return has_item
             ? mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(array, i))
             : -1;
}

static bool prepare_extract_part(tl_instruction *at) {
  const tl_slot *source = tl_operand_slot(at, 0);
  const tl_slot *result = tl_result_slot(at, 0);
  if (!open_renaming(at))
    return false;
  for (int64_t i = 0; i < at->number_count; i++) {
    int64_t coordinate[TL_MAX_RANK];
    tl_coordinate_of(i, result->rank, result->shape, coordinate);
    for (int64_t d = 0; d < result->rank; d++)
      if (array_item(at, "offsets", d) >= 0)
        coordinate[d] = coordinate[d] * array_item(at, "strides", d) +
                        array_item(at, "offsets", d);
    at->numbers[i] = number_of(coordinate, source->rank, source->shape);
  }
  return true;
}

/* Operand 0 goes into operand 1; strides are of its own dimensions, which are
 * the last ones. */
static bool prepare_insert_part(tl_instruction *at) {
  const tl_slot *part = tl_operand_slot(at, 0);
  const tl_slot *result = tl_result_slot(at, 0);
  if (!open_renaming(at))
    return false;
  for (int64_t i = 0; i < at->number_count; i++)
    at->numbers[i] = part->count + i;
  for (int64_t i = 0; i < part->count; i++) {
    int64_t own[TL_MAX_RANK], target[TL_MAX_RANK];
    int64_t outer = result->rank - part->rank;
    tl_coordinate_of(i, part->rank, part->shape, own);
    for (int64_t d = 0; d < result->rank; d++)
      target[d] =
          array_item(at, "offsets", d) +
          (d < outer ? 0
                     : own[d - outer] * array_item(at, "strides", d - outer));
    at->numbers[number_of(target, result->rank, result->shape)] = i;
  }
  return true;
}

/*===--- Positions --------------------------------------------------------===*/

static bool prepare_position(tl_instruction *at) {
  return tl_prepare_array(at, "static_position");
}

/* The first element at the position; operands from `first` on are its dynamic
 * entries.  False after a fault. */
static bool read_position(tl_machine *machine, const tl_instruction *at,
                          int thread, const tl_slot *whole, int first,
                          int64_t *number) {
  int64_t coordinate[TL_MAX_RANK] = {0};
  for (int64_t d = 0; d < at->number_count; d++) {
    coordinate[d] = at->numbers[d] == INT64_MIN
                        ? tl_operand_number(machine, at, first++, thread)
                        : at->numbers[d];
    if (coordinate[d] < 0 || coordinate[d] >= whole->shape[d]) {
      tl_fault(machine, at, thread, TL_FAULT_BOUNDS,
               "has a position outside the vector");
      return false;
    }
  }
  *number = number_of(coordinate, whole->rank, whole->shape);
  return true;
}

static void run_extract(tl_machine *machine, const tl_instruction *at,
                        const tl_lanes *lanes) {
  const tl_slot *source = tl_operand_slot(at, 0);
  size_t bytes = (size_t)tl_result_slot(at, 0)->count * sizeof(tl_element);
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    int64_t first;
    if (read_position(machine, at, thread, source, 1, &first))
      memcpy(tl_result(machine, at, 0, thread),
             tl_operand(machine, at, 0, thread) + first, bytes);
  }
}

static void run_insert(tl_machine *machine, const tl_instruction *at,
                       const tl_lanes *lanes) {
  const tl_slot *part = tl_operand_slot(at, 0);
  const tl_slot *result = tl_result_slot(at, 0);
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    int64_t first;
    tl_copy_slot(machine, at->operands[1], at->results[0], thread);
    if (read_position(machine, at, thread, result, 2, &first))
      memcpy(tl_result(machine, at, 0, thread) + first,
             tl_operand(machine, at, 0, thread),
             (size_t)part->count * sizeof(tl_element));
  }
}

static void run_from_elements(tl_machine *machine, const tl_instruction *at,
                              const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    for (int i = 0; i < at->operand_count; i++)
      tl_result(machine, at, 0, lanes->items[k])[i] =
          *tl_operand(machine, at, i, lanes->items[k]);
}

static void run_to_elements(tl_machine *machine, const tl_instruction *at,
                            const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    for (int i = 0; i < at->result_count; i++)
      *tl_result(machine, at, i, lanes->items[k]) =
          tl_operand(machine, at, 0, lanes->items[k])[i];
}

/*===--- Bits and masks ---------------------------------------------------===*/

void tl_run_bitcast(tl_machine *machine, const tl_instruction *at,
                    const tl_lanes *lanes) {
  int from = tl_operand_slot(at, 0)->scalar.bytes;
  int to = tl_result_slot(at, 0)->scalar.bytes;
  int64_t bytes = tl_operand_slot(at, 0)->count * from;
  for (int k = 0; k < lanes->count; k++) {
    const tl_element *in = tl_operand(machine, at, 0, lanes->items[k]);
    tl_element *out = tl_result(machine, at, 0, lanes->items[k]);
    memset(out, 0, (size_t)tl_result_slot(at, 0)->count * sizeof *out);
    for (int64_t b = 0; b < bytes; b++) {
      int byte = (int)(b % from);
      bool is_known = !(in[b / from].poison >> byte & 1);
      tl_element_add_byte(&out[b / to], (int)(b % to),
                          tl_element_byte(in[b / from], byte), is_known);
    }
  }
}

bool tl_prepare_bitcast(tl_instruction *at) {
  if (tl_operand_slot(at, 0)->scalar.bits % 8 == 0 &&
      tl_result_slot(at, 0)->scalar.bits % 8 == 0)
    return true;
  tl_emit_error(at->operation, "casts elements that are no whole bytes");
  return false;
}

/* True below a bound in every dimension. */
static void give_mask(tl_machine *machine, const tl_instruction *at, int thread,
                      const int64_t *bounds) {
  const tl_slot *result = tl_result_slot(at, 0);
  for (int64_t i = 0; i < result->count; i++) {
    int64_t coordinate[TL_MAX_RANK];
    bool is_inside = true;
    tl_coordinate_of(i, result->rank, result->shape, coordinate);
    for (int64_t d = 0; d < result->rank; d++)
      is_inside = is_inside && coordinate[d] < bounds[d];
    tl_result(machine, at, 0, thread)[i] = tl_element_of(is_inside, 0);
  }
}

static void run_create_mask(tl_machine *machine, const tl_instruction *at,
                            const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    int64_t bounds[TL_MAX_RANK];
    for (int i = 0; i < at->operand_count; i++)
      bounds[i] = tl_operand_number(machine, at, i, lanes->items[k]);
    give_mask(machine, at, lanes->items[k], bounds);
  }
}

static bool prepare_mask(tl_instruction *at) {
  return tl_prepare_array(at, "mask_dim_sizes");
}

static void run_constant_mask(tl_machine *machine, const tl_instruction *at,
                              const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    give_mask(machine, at, lanes->items[k], at->numbers);
}

static void run_step(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    for (int64_t i = 0; i < tl_result_slot(at, 0)->count; i++)
      tl_result(machine, at, 0, lanes->items[k])[i] =
          tl_element_of((uint64_t)i, 0);
}

const tl_sim_row TL_SIM_VECTOR[] = {
    {"vector.broadcast", run_renaming, prepare_broadcast, NULL},
    {"vector.splat", run_renaming, prepare_broadcast, NULL},
    {"vector.shape_cast", run_renaming, prepare_same_order, NULL},
    {"vector.shuffle", run_renaming, prepare_shuffle, NULL},
    {"vector.transpose", run_renaming, prepare_transpose, NULL},
    {"vector.extract_strided_slice", run_renaming, prepare_extract_part, NULL},
    {"vector.insert_strided_slice", run_renaming, prepare_insert_part, NULL},
    {"vector.extract", run_extract, prepare_position, NULL},
    {"vector.insert", run_insert, prepare_position, NULL},
    {"vector.from_elements", run_from_elements, NULL, NULL},
    {"vector.to_elements", run_to_elements, NULL, NULL},
    {"vector.bitcast", tl_run_bitcast, tl_prepare_bitcast, NULL},
    {"vector.create_mask", run_create_mask, NULL, NULL},
    {"vector.constant_mask", run_constant_mask, prepare_mask, NULL},
    {"vector.step", run_step, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
