/* attributes.c - What operations say in attributes, read once; see
 * program.h. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "program.h"
#include "tl/dialect.h"
#include <stdlib.h>
#include <string.h>

MlirAttribute tl_attribute(const tl_instruction *at, const char *name) {
  return mlirOperationGetAttributeByName(at->operation,
                                         mlirStringRefCreateFromCString(name));
}

bool tl_reserve_numbers(tl_instruction *at, int64_t count) {
  at->numbers = calloc((size_t)count + 1, sizeof *at->numbers);
  at->number_count = count;
  return at->numbers || tl_refuse(at, "out of memory");
}

bool tl_refuse(const tl_instruction *at, const char *message) {
  tl_emit_error(at->operation, "%s", message);
  return false;
}

int64_t tl_array_count(const tl_instruction *at, const char *name) {
  MlirAttribute array = tl_attribute(at, name);
  if (mlirAttributeIsNull(array))
    return 0;
  return mlirAttributeIsAArray(array) ? mlirArrayAttrGetNumElements(array)
                                      : mlirDenseArrayGetNumElements(array);
}

int64_t tl_array_item(const tl_instruction *at, const char *name, int64_t i) {
  MlirAttribute array = tl_attribute(at, name);
  if (mlirAttributeIsADenseI64Array(array))
    return mlirDenseI64ArrayGetElement(array, i);
  if (mlirAttributeIsADenseI32Array(array))
    return mlirDenseI32ArrayGetElement(array, i);
  return mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(array, i));
}

typedef struct text_target {
  char *text;
  size_t length, capacity;
} text_target;

static void append_text(MlirStringRef part, void *user) {
  text_target *target = user;
  size_t room = target->capacity - target->length - 1;
  size_t count = part.length < room ? part.length : room;
  memcpy(target->text + target->length, part.data, count);
  target->length += count;
  target->text[target->length] = '\0';
}

void tl_attribute_text(MlirAttribute attribute, char *text, size_t capacity) {
  text_target target = {text, 0, capacity};
  text[0] = '\0';
  if (!mlirAttributeIsNull(attribute))
    mlirAttributePrint(attribute, append_text, &target);
}

int64_t tl_integer_attribute(MlirOperation operation, const char *name,
                             int64_t otherwise) {
  MlirAttribute attribute = mlirOperationGetAttributeByName(
      operation, mlirStringRefCreateFromCString(name));
  return mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute)
             ? otherwise
             : mlirIntegerAttrGetValueInt(attribute);
}

/* The elements of dense data; booleans are packed there. */
static bool read_dense(MlirAttribute attribute, const tl_scalar_type *type,
                       int64_t count, tl_element *out) {
  bool is_splat = mlirDenseElementsAttrIsSplat(attribute);
  const char *data = mlirDenseElementsAttrGetRawData(attribute);
  if (mlirElementsAttrGetNumElements(attribute) != count)
    return false;
  for (int64_t i = 0; i < count; i++) {
    out[i] = tl_element_of(0, 0);
    if (type->bits == 1)
      out[i].bits =
          (is_splat ? mlirDenseElementsAttrGetBoolSplatValue(attribute) != 0
                    : mlirDenseElementsAttrGetBoolValue(attribute, i));
    else
      for (int k = 0; k < type->bytes; k++)
        tl_element_add_byte(&out[i], k,
                            (uint8_t)data[(is_splat ? 0 : i * type->bytes) + k],
                            true);
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
    *out = tl_element_of(
        tl_float_encode(type->format, mlirFloatAttrGetValueDouble(attribute)),
        0);
  else if (mlirAttributeIsAFloat(attribute) && type->is_wide_float)
    *out = tl_wide_float_encode(mlirFloatAttrGetValueDouble(attribute));
  else if (mlirAttributeIsAInteger(attribute) && !type->format &&
           !type->is_wide_float)
    *out = tl_integer_encode(type, mlirIntegerAttrGetValueInt(attribute));
  else
    return false;
  return count == 1;
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
