/* element_moves.c - see element_moves.h. */
#include "element_moves.h"
#include "branches.h"
#include "ir_builder.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "vector_parts.h"

/* Functions that are computed without a branch, of numbers of at most a word. */
static const char *const FUNCTIONS[] = {
    "math.absf", "math.absi",  "math.ceil", "math.copysign",  "math.exp",
    "math.exp2", "math.floor", "math.fma",  "math.roundeven", "math.rsqrt",
    "math.sqrt", "math.trunc", NULL};

bool tl_is_elementwise(MlirOperation operation) {
  enum { WORD = 4 };
  if (mlirOperationGetNumResults(operation) != 1)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(operation, 0));
  if (tl_operation_is_one_of(operation, FUNCTIONS))
    return tl_element_bytes(type) <= WORD;
  return tl_operation_is(operation, "vector.fma") ||
         (tl_is_arithmetic(operation) && !tl_is_division(operation));
}

/*===--- Places ----------------------------------------------------------===*/

/* An operand and a result of one operation. */
typedef struct element_move {
  MlirOperation operation;
  intptr_t operand, result;
  tl_list from, to; /* shapes, of scalars without dimensions */
  int64_t count;    /* of elements of the result */
  int16_t *sources; /* -1 at first */
} element_move;

static bool read_shape(MlirType type, tl_list *out) {
  out->count = 0;
  if (!mlirTypeIsAVector(type))
    return !mlirTypeIsAShaped(type);
  int64_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank && d < TL_MAX_RANK; d++)
    out->items[out->count++] = mlirShapedTypeGetDimSize(type, d);
  return rank <= TL_MAX_RANK && tl_element_count(type) <= TL_MAX_REGISTERS;
}

/* Elements of the dimensions from `first` on. */
static int64_t elements_from(const tl_list *shape, int64_t first) {
  int64_t elements = 1;
  for (int64_t d = first; d < shape->count; d++)
    elements *= shape->items[d];
  return elements;
}

static void coordinate_of(const tl_list *shape, int64_t element,
                          int64_t out[TL_MAX_RANK]) {
  for (int64_t d = shape->count - 1; d >= 0; d--)
    out[d] = tl_take_digit(&element, shape->items[d]);
}

/* Entry d of an attribute that is an array, in either form; `otherwise` behind its
 * end. */
static int64_t entry_of(MlirAttribute array, int64_t d, int64_t otherwise) {
  if (mlirAttributeIsADenseI64Array(array))
    return d < mlirDenseArrayGetNumElements(array)
               ? mlirDenseI64ArrayGetElement(array, (intptr_t)d)
               : otherwise;
  return d < mlirArrayAttrGetNumElements(array)
             ? mlirIntegerAttrGetValueInt(
                   mlirArrayAttrGetElement(array, (intptr_t)d))
             : otherwise;
}

static int64_t word_of(const element_move *move, const char *name, int64_t d,
                       int64_t otherwise) {
  return entry_of(tl_attribute_of(move->operation, name), d, otherwise);
}

/*===--- Operations ------------------------------------------------------===*/

/* At its own place, or the one that there is. */
static bool keep(element_move *move) {
  bool is_one = elements_from(&move->from, 0) == 1;
  for (int64_t i = 0; i < move->count; i++)
    move->sources[i] = (int16_t)(is_one ? 0 : i);
  return true;
}

static bool deinterleave(element_move *move) {
  for (int64_t i = 0; i < move->count; i++)
    move->sources[i] = (int16_t)(2 * i + move->result);
  return true;
}

static bool interleave(element_move *move) {
  for (int64_t i = move->operand; i < move->count; i += 2)
    move->sources[i] = (int16_t)(i / 2);
  return true;
}

static bool to_elements(element_move *move) {
  move->sources[0] = (int16_t)move->result;
  return true;
}

static bool from_elements(element_move *move) {
  move->sources[move->operand] = 0;
  return true;
}

/* Where a position of the first dimensions begins; -1 of one of a run. */
static int64_t place_of(const element_move *move, const tl_list *shape) {
  MlirAttribute position = tl_attribute_of(move->operation, "static_position");
  int64_t place = 0, count = mlirDenseArrayGetNumElements(position);
  for (int64_t d = 0; d < count; d++) {
    int64_t number = entry_of(position, d, 0);
    if (number < 0 || number >= shape->items[d])
      return -1;
    place += number * elements_from(shape, d + 1);
  }
  return place;
}

static bool extract(element_move *move) {
  int64_t first = place_of(move, &move->from);
  for (int64_t i = 0; i < move->count && first >= 0; i++)
    move->sources[i] = (int16_t)(first + i);
  return first >= 0 && move->operand == 0;
}

static bool insert(element_move *move) {
  int64_t first = place_of(move, &move->to), rank, last;
  rank = mlirDenseArrayGetNumElements(
      tl_attribute_of(move->operation, "static_position"));
  last = first + elements_from(&move->to, rank);
  for (int64_t i = 0; i < move->count && first >= 0; i++) {
    bool is_inside = first <= i && i < last;
    if (move->operand == 0 ? is_inside : !is_inside)
      move->sources[i] = (int16_t)(move->operand == 0 ? i - first : i);
  }
  return first >= 0 && move->operand < 2;
}

static bool extract_slice(element_move *move) {
  for (int64_t i = 0; i < move->count; i++) {
    int64_t at[TL_MAX_RANK], place = 0;
    coordinate_of(&move->to, i, at);
    for (int64_t d = 0; d < move->to.count; d++)
      place += (word_of(move, "offsets", d, 0) +
                at[d] * word_of(move, "strides", d, 1)) *
               elements_from(&move->from, d + 1);
    move->sources[i] = (int16_t)place;
  }
  return true;
}

/* Of the operand that is inserted, the element of a place of the result; -1 beside
 * it. */
static int64_t inserted_at(const element_move *move, const tl_list *slice,
                           const int64_t at[TL_MAX_RANK]) {
  int64_t leading = move->to.count - slice->count, element = 0;
  for (int64_t d = 0; d < move->to.count; d++) {
    int64_t own = at[d] - word_of(move, "offsets", d, 0), k = d - leading;
    if (own < 0 || own >= (k < 0 ? 1 : slice->items[k]))
      return -1;
    element = k < 0 ? 0 : element * slice->items[k] + own;
  }
  return element;
}

static bool insert_slice(element_move *move) {
  tl_list slice;
  MlirValue inserted = mlirOperationGetOperand(move->operation, 0);
  if (!read_shape(mlirValueGetType(inserted), &slice))
    return false;
  for (int64_t i = 0; i < move->count; i++) {
    int64_t at[TL_MAX_RANK];
    coordinate_of(&move->to, i, at);
    int64_t element = inserted_at(move, &slice, at);
    if (move->operand == 0)
      move->sources[i] = (int16_t)element;
    else if (element < 0)
      move->sources[i] = (int16_t)i;
  }
  return true;
}

/* Rows of both operands count through. */
static bool shuffle(element_move *move) {
  tl_list first;
  MlirValue operand = mlirOperationGetOperand(move->operation, 0);
  if (!read_shape(mlirValueGetType(operand), &first) || !first.count)
    return false;
  int64_t row = elements_from(&first, 1);
  int64_t begin = move->operand ? first.items[0] : 0;
  for (int64_t i = 0; i < move->count; i++) {
    int64_t number = word_of(move, "mask", i / row, -1) - begin;
    if (number >= 0 && number < move->from.items[0])
      move->sources[i] = (int16_t)(number * row + i % row);
  }
  return true;
}

static bool transpose(element_move *move) {
  for (int64_t i = 0; i < move->count; i++) {
    int64_t at[TL_MAX_RANK], place = 0;
    coordinate_of(&move->to, i, at);
    for (int64_t d = 0; d < move->to.count; d++)
      place += at[d] * elements_from(&move->from,
                                     word_of(move, "permutation", d, d) + 1);
    move->sources[i] = (int16_t)place;
  }
  return true;
}

static bool broadcast(element_move *move) {
  int64_t leading = move->to.count - move->from.count;
  for (int64_t i = 0; i < move->count; i++) {
    int64_t at[TL_MAX_RANK], place = 0;
    coordinate_of(&move->to, i, at);
    for (int64_t d = 0; d < move->from.count; d++)
      place = place * move->from.items[d] +
              (move->from.items[d] == 1 ? 0 : at[leading + d]);
    move->sources[i] = (int16_t)place;
  }
  return true;
}

/* Of a row, of a column or a scalar, and of what is added to. */
static bool multiply(element_move *move) {
  int64_t columns = move->to.count > 1 ? move->to.items[1] : 1;
  for (int64_t i = 0; i < move->count; i++)
    move->sources[i] = (int16_t)(move->operand == 0   ? i / columns
                                 : move->operand == 1 ? i % columns
                                                      : i);
  return true;
}

static const struct {
  const char *name;
  bool (*read)(element_move *move);
} MOVES[] = {
    {"vector.broadcast", broadcast},
    {"vector.deinterleave", deinterleave},
    {"vector.extract", extract},
    {"vector.extract_strided_slice", extract_slice},
    {"vector.from_elements", from_elements},
    {"vector.insert", insert},
    {"vector.insert_strided_slice", insert_slice},
    {"vector.interleave", interleave},
    {"vector.outerproduct", multiply},
    {"vector.shape_cast", keep},
    {"vector.shuffle", shuffle},
    {"vector.to_elements", to_elements},
    {"vector.transpose", transpose},
};

static bool read_sources(element_move *move) {
  if (tl_is_elementwise(move->operation))
    return keep(move);
  for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++)
    if (tl_operation_is(move->operation, MOVES[i].name))
      return MOVES[i].read(move);
  return false;
}

bool tl_element_sources(MlirOperation operation, intptr_t operand,
                        intptr_t result, int16_t *sources) {
  element_move move = {.operation = operation,
                       .operand = operand,
                       .result = result,
                       .sources = sources};
  MlirType from = mlirValueGetType(mlirOperationGetOperand(operation, operand));
  MlirType to = mlirValueGetType(mlirOperationGetResult(operation, result));
  if (!read_shape(from, &move.from) || !read_shape(to, &move.to))
    return false;
  move.count = tl_element_count(to);
  for (int64_t i = 0; i < move.count; i++)
    sources[i] = -1;
  return read_sources(&move);
}
