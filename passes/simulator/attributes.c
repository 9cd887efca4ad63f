/* attributes.c - What operations say in attributes, read once; see
 * program.h. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "program.h"
#include "tl/dialect.h"
#include <stdlib.h>
#include <string.h>

int64_t tl_integer_attribute(MlirOperation operation, const char *name,
                             int64_t otherwise) {
  MlirAttribute attribute = tl_attribute_of(operation, name);
  return mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute)
             ? otherwise
             : mlirIntegerAttrGetValueInt(attribute);
}

bool tl_reserve_numbers(tl_instruction *at, int64_t count) {
  at->numbers = tl_keep(at->program, count, sizeof *at->numbers);
  at->number_count = count;
  return at->numbers != NULL;
}

bool tl_refuse(const tl_instruction *at, const char *message) {
  return tl_emit_error(at->operation, "%s", message);
}

int64_t tl_array_count(const tl_instruction *at, const char *name) {
  MlirAttribute array = tl_attribute_of(at->operation, name);
  if (mlirAttributeIsNull(array))
    return 0;
  return mlirAttributeIsAArray(array) ? mlirArrayAttrGetNumElements(array)
                                      : mlirDenseArrayGetNumElements(array);
}

int64_t tl_array_item(const tl_instruction *at, const char *name, int64_t i) {
  MlirAttribute array = tl_attribute_of(at->operation, name);
  if (mlirAttributeIsADenseI64Array(array))
    return mlirDenseI64ArrayGetElement(array, i);
  if (mlirAttributeIsADenseI32Array(array))
    return mlirDenseI32ArrayGetElement(array, i);
  return mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(array, i));
}

static void append_part(MlirStringRef part, void *text) {
  tl_text_append(text, "%.*s", (int)part.length, part.data);
}

tl_text tl_attribute_text(const tl_instruction *at, const char *name) {
  tl_text text = {.length = 0};
  MlirAttribute attribute = tl_attribute_of(at->operation, name);
  if (!mlirAttributeIsNull(attribute))
    mlirAttributePrint(attribute, append_part, &text);
  return text;
}

/* The elements of dense data; booleans are packed there. */
static bool read_dense(MlirAttribute attribute, const tl_scalar_type *type,
                       int64_t count, tl_element *out) {
  int64_t step = mlirDenseElementsAttrIsSplat(attribute) ? 0 : 1;
  const char *data = mlirDenseElementsAttrGetRawData(attribute);
  if (mlirElementsAttrGetNumElements(attribute) != count)
    return false;
  for (int64_t i = 0; i < count; i++) {
    out[i] = (tl_element){0};
    for (int k = 0; k < type->bytes && type->bits > 1; k++)
      tl_element_add_byte(&out[i], k, (uint8_t)data[i * step * type->bytes + k],
                          true);
    if (type->bits == 1)
      out[i].bits =
          step ? mlirDenseElementsAttrGetBoolValue(attribute, i)
               : mlirDenseElementsAttrGetBoolSplatValue(attribute) != 0;
  }
  return true;
}

bool tl_read_elements(MlirAttribute attribute, const tl_scalar_type *type,
                      int64_t count, tl_element *out) {
  if (mlirAttributeIsNull(attribute))
    return false;
  if (mlirAttributeIsADenseElements(attribute))
    return read_dense(attribute, type, count, out);
  if (mlirAttributeIsAFloat(attribute) && type->format)
    *out = (tl_element){
        tl_float_encode(type->format, mlirFloatAttrGetValueDouble(attribute)),
        0};
  else if (mlirAttributeIsAInteger(attribute) && !type->format)
    *out = tl_integer_encode(type, mlirIntegerAttrGetValueInt(attribute));
  else
    return false;
  return count == 1;
}

bool tl_read_constants(tl_instruction *at, MlirAttribute value, int64_t count) {
  at->constants = tl_keep(at->program, count, sizeof *at->constants);
  return at->constants &&
         tl_read_elements(value, &tl_result_slot(at, 0)->scalar, count,
                          at->constants);
}

int tl_operand_of(const tl_instruction *at, MlirValue value) {
  for (int i = 0; i < at->operand_count; i++)
    if (!mlirValueIsNull(value) &&
        mlirValueEqual(value, mlirOperationGetOperand(at->operation, i)))
      return i;
  return -1;
}

void tl_read_pad(const tl_instruction *at, int memory, tl_element *out) {
  *out = (tl_element){0};
  tl_read_elements(tl_attribute_of(at->operation, TL_ATTRIBUTE_PAD),
                   &tl_operand_slot(at, memory)->scalar, 1, out);
}

MlirOperation tl_symbol_lookup(MlirOperation from, MlirStringRef name) {
  MlirOperation owner = mlirOperationGetParentOperation(from);
  for (; !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner)) {
    MlirSymbolTable table = mlirSymbolTableCreate(owner);
    if (mlirSymbolTableIsNull(table))
      continue;
    MlirOperation found = mlirSymbolTableLookup(table, name);
    mlirSymbolTableDestroy(table);
    if (!mlirOperationIsNull(found))
      return found;
  }
  return (MlirOperation){NULL};
}
