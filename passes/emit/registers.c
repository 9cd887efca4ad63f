/* registers.c - see registers.h.
 *
 * Consecutive slots move as one vector; others element by element, which costs
 * nothing once the registers are values: it only renames them. */
#include "registers.h"
#include "flat_memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

MlirType tl_vector_type(int64_t count, MlirType element) {
  return mlirVectorTypeGet(1, &count, element);
}

static int64_t element_count(MlirType type) {
  int64_t count = 1;
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    count *= mlirShapedTypeGetDimSize(type, d);
  return count;
}

/* An operation with one result and at most one attribute (NULL: none). */
static MlirValue build_with(const tl_builder *builder, const char *name,
                            intptr_t operand_count, const MlirValue *operands,
                            const MlirNamedAttribute *attribute,
                            MlirType result) {
  tl_build_request request = {.name = name,
                              .operand_count = operand_count,
                              .operands = operands,
                              .result_count = 1,
                              .results = &result,
                              .attribute_count = attribute != NULL,
                              .attributes = attribute};
  return mlirOperationGetResult(tl_build(builder, &request), 0);
}

static MlirValue build_value(const tl_builder *builder, const char *name,
                             intptr_t operand_count, const MlirValue *operands,
                             MlirType result) {
  return build_with(builder, name, operand_count, operands, NULL, result);
}

/* vector.extract and vector.insert address an element, or a row, by
 * static_position. */
static MlirValue build_part(const tl_builder *builder, const char *name,
                            intptr_t operand_count, const MlirValue *operands,
                            const int64_t *position, int64_t depth,
                            MlirType result) {
  MlirNamedAttribute attribute =
      tl_named(builder, "static_position", tl_words(builder, depth, position));
  return build_with(builder, name, operand_count, operands, &attribute, result);
}

static MlirValue build_element(const tl_builder *builder, const char *name,
                               intptr_t operand_count,
                               const MlirValue *operands, int64_t position,
                               MlirType result) {
  return build_part(builder, name, operand_count, operands, &position, 1,
                    result);
}

static MlirValue build_shuffle(const tl_builder *builder, MlirValue first,
                               MlirValue second, int64_t count,
                               const int64_t *from, MlirType result) {
  MlirValue operands[] = {first, second};
  MlirNamedAttribute attribute =
      tl_named(builder, "mask", tl_words(builder, count, from));
  return build_with(builder, "vector.shuffle", 2, operands, &attribute, result);
}

/* A vector of several dimensions as rows along the last one.  They are taken
 * and put one by one: the stock GPU pipeline does not lower vector.shape_cast.
 */
typedef struct rows {
  int64_t rank, count, length;
  int64_t extents[TL_MAX_RANK];
} rows;

static rows rows_of(MlirType type) {
  rows parts = {.rank = mlirShapedTypeGetRank(type), .count = 1, .length = 1};
  for (int64_t d = 0; d < parts.rank; d++) {
    parts.extents[d] = mlirShapedTypeGetDimSize(type, d);
    if (d + 1 < parts.rank)
      parts.count *= parts.extents[d];
    else
      parts.length = parts.extents[d];
  }
  return parts;
}

static void row_position(const rows *parts, int64_t row, int64_t *position) {
  for (int64_t d = parts->rank - 2; d >= 0; d--) {
    position[d] = row % parts->extents[d];
    row /= parts->extents[d];
  }
}

/* A value of the fragment's type as the flat vector. */
static MlirValue build_flattened(const tl_builder *builder,
                                 const tl_registers *registers,
                                 MlirValue value) {
  if (mlirTypeEqual(registers->type, registers->flat))
    return value;
  rows parts = rows_of(registers->type);
  MlirType row_type = tl_vector_type(parts.length, registers->element);
  MlirValue flat = tl_build_zero(builder, registers->flat);
  int64_t count = parts.count * parts.length;
  for (int64_t row = 0; row < parts.count; row++) {
    int64_t position[TL_MAX_RANK], from[TL_MAX_REGISTERS];
    row_position(&parts, row, position);
    for (int64_t i = 0; i < count; i++)
      from[i] = i / parts.length == row ? count + i % parts.length : i;
    flat = build_shuffle(builder, flat,
                         build_part(builder, "vector.extract", 1, &value,
                                    position, parts.rank - 1, row_type),
                         count, from, registers->flat);
  }
  return flat;
}

tl_registers tl_registers_open(const tl_builder *builder,
                               const tl_thread_view *view) {
  tl_registers registers = {
      .is_buffer = view->kind == TL_COPY,
      .type = view->fragment_type,
      .element = tl_element_type(view->fragment_type),
  };
  if (registers.is_buffer) {
    registers.current = tl_build_flat(builder, view->fragment);
    return registers;
  }
  registers.flat =
      tl_vector_type(element_count(view->fragment_type), registers.element);
  if (view->stores)
    registers.current = build_flattened(builder, &registers, view->fragment);
  return registers;
}

tl_registers tl_registers_of(MlirType type, MlirValue value) {
  return (tl_registers){.type = type,
                        .flat = type,
                        .element = mlirShapedTypeGetElementType(type),
                        .current = value};
}

MlirValue tl_registers_close(const tl_builder *builder,
                             const tl_registers *registers) {
  if (mlirTypeEqual(registers->type, registers->flat))
    return registers->current;
  rows parts = rows_of(registers->type);
  MlirValue result = tl_build_zero(builder, registers->type);
  for (int64_t row = 0; row < parts.count; row++) {
    int64_t position[TL_MAX_RANK], from[TL_MAX_REGISTERS];
    for (int64_t i = 0; i < parts.length; i++)
      from[i] = row * parts.length + i;
    MlirValue operands[] = {
        build_shuffle(builder, registers->current, registers->current,
                      parts.length, from,
                      tl_vector_type(parts.length, registers->element)),
        result};
    row_position(&parts, row, position);
    result = build_part(builder, "vector.insert", 2, operands, position,
                        parts.rank - 1, registers->type);
  }
  return result;
}

static bool are_consecutive(const tl_slots *slots) {
  for (int64_t i = 1; i < slots->count; i++)
    if (slots->slot[i] != slots->slot[0] + i)
      return false;
  return true;
}

/* base + slot as an index. */
static MlirValue build_position(const tl_builder *builder,
                                const tl_slots *slots, int64_t i) {
  if (mlirValueIsNull(slots->base))
    return tl_build_index(builder, slots->slot[i]);
  return tl_build_add_constant(builder, slots->base, slots->slot[i]);
}

static MlirValue get_from_buffer(const tl_builder *builder,
                                 const tl_registers *registers,
                                 const tl_slots *slots) {
  MlirType vector = tl_vector_type(slots->count, registers->element);
  MlirValue values[TL_MAX_ITERS];
  if (slots->count > 1 && are_consecutive(slots)) {
    MlirValue operands[] = {registers->current,
                            build_position(builder, slots, 0)};
    return build_value(builder, "vector.load", 2, operands, vector);
  }
  for (int64_t i = 0; i < slots->count; i++) {
    MlirValue operands[] = {registers->current,
                            build_position(builder, slots, i)};
    values[i] =
        build_value(builder, "memref.load", 2, operands, registers->element);
  }
  if (slots->count == 1)
    return values[0];
  return build_value(builder, "vector.from_elements", slots->count, values,
                     vector);
}

static MlirValue get_from_value(const tl_builder *builder,
                                const tl_registers *registers,
                                const tl_slots *slots) {
  MlirType vector = tl_vector_type(slots->count, registers->element);
  if (slots->count == 1)
    return build_element(builder, "vector.extract", 1, &registers->current,
                         slots->slot[0], registers->element);
  if (are_consecutive(slots) && mlirTypeEqual(vector, registers->flat))
    return registers->current;
  return build_shuffle(builder, registers->current, registers->current,
                       slots->count, slots->slot, vector);
}

MlirValue tl_registers_get(const tl_builder *builder,
                           const tl_registers *registers,
                           const tl_slots *slots) {
  return registers->is_buffer ? get_from_buffer(builder, registers, slots)
                              : get_from_value(builder, registers, slots);
}

static void build_write(const tl_builder *builder, const char *name,
                        MlirValue value, MlirValue buffer, MlirValue position) {
  MlirValue operands[] = {value, buffer, position};
  tl_build_request request = {
      .name = name, .operand_count = 3, .operands = operands};
  tl_build(builder, &request);
}

static void put_into_buffer(const tl_builder *builder, tl_registers *registers,
                            const tl_slots *slots, MlirValue value) {
  if (slots->count > 1 && are_consecutive(slots)) {
    build_write(builder, "vector.store", value, registers->current,
                build_position(builder, slots, 0));
    return;
  }
  for (int64_t i = 0; i < slots->count; i++) {
    MlirValue element = slots->count == 1
                            ? value
                            : build_element(builder, "vector.extract", 1,
                                            &value, i, registers->element);
    build_write(builder, "memref.store", element, registers->current,
                build_position(builder, slots, i));
  }
}

/* The registers so far with the elements of `value` in their slots. */
static MlirValue build_blend(const tl_builder *builder,
                             const tl_registers *registers,
                             const tl_slots *slots, MlirValue value) {
  int64_t count = element_count(registers->flat);
  int64_t from[TL_MAX_REGISTERS];
  for (int64_t i = 0; i < count; i++)
    from[i] = i;
  for (int64_t i = 0; i < slots->count; i++)
    from[slots->slot[i]] = count + i;
  return build_shuffle(builder, registers->current, value, count, from,
                       registers->flat);
}

static void put_into_value(const tl_builder *builder, tl_registers *registers,
                           const tl_slots *slots, MlirValue value) {
  bool is_whole = slots->count == element_count(registers->flat) &&
                  slots->count > 1 && are_consecutive(slots);
  if (is_whole) {
    registers->current = value;
    return;
  }
  if (mlirValueIsNull(registers->current))
    registers->current = tl_build_zero(builder, registers->flat);
  if (slots->count > 1) {
    registers->current = build_blend(builder, registers, slots, value);
    return;
  }
  MlirValue operands[] = {value, registers->current};
  registers->current = build_element(builder, "vector.insert", 2, operands,
                                     slots->slot[0], registers->flat);
}

void tl_registers_put(const tl_builder *builder, tl_registers *registers,
                      const tl_slots *slots, MlirValue value) {
  if (registers->is_buffer)
    put_into_buffer(builder, registers, slots, value);
  else
    put_into_value(builder, registers, slots, value);
}
