/* dialect.c - The dialect as a whole: its tables, registered. */
#include "layout_attributes.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_rows.h"

static const tl_operation_row *const OPERATIONS[] = {
    &TL_COPY_ROWS[TL_COPY],        &TL_COPY_ROWS[TL_LOAD],
    &TL_COPY_ROWS[TL_STORE],       &TL_THREAD_ROWS[TL_COPY],
    &TL_THREAD_ROWS[TL_LOAD],      &TL_THREAD_ROWS[TL_STORE],
    &TL_ASYNC_ROWS[TL_ASYNC_COPY], &TL_ASYNC_ROWS[TL_ASYNC_COMMIT],
    &TL_ASYNC_ROWS[TL_ASYNC_WAIT],
};

void tl_register_dialect(MlirDialectRegistry registry) {
  tl_bridge_insert_dialect(registry, "tl", TL_LAYOUT_ATTRIBUTES,
                           TL_LAYOUT_ATTRIBUTE_COUNT, OPERATIONS,
                           sizeof OPERATIONS / sizeof *OPERATIONS);
}

tl_copy_kind tl_row_of(const tl_operation_row *rows, MlirOperation operation) {
  MlirTypeID id = mlirOperationGetTypeID(operation);
  tl_copy_kind kind = 0;
  while (kind < TL_COPY_KIND_COUNT &&
         !mlirTypeIDEqual(id, mlirTypeIDCreate(&rows[kind])))
    kind++;
  return kind;
}

MlirAttribute tl_attribute_of(MlirOperation operation, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(
      operation, mlirStringRefCreateFromCString(name));
}

static bool is_i64(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type) &&
         mlirIntegerTypeGetWidth(type) == 64;
}

bool tl_number_of(MlirOperation operation, const char *name, int64_t *number) {
  MlirAttribute attribute = tl_attribute_of(operation, name);
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute) ||
      !is_i64(mlirAttributeGetType(attribute)))
    return false;
  *number = mlirIntegerAttrGetValueInt(attribute);
  return true;
}

bool tl_words_of(MlirOperation operation, const char *name, int64_t *words,
                 int64_t capacity, int64_t *count) {
  MlirAttribute attribute = tl_attribute_of(operation, name);
  *count = 0;
  if (mlirAttributeIsNull(attribute))
    return true;
  if (!mlirAttributeIsADenseI64Array(attribute) ||
      mlirDenseArrayGetNumElements(attribute) > capacity)
    return false;
  *count = mlirDenseArrayGetNumElements(attribute);
  for (int64_t i = 0; i < *count; i++)
    words[i] = mlirDenseI64ArrayGetElement(attribute, i);
  return true;
}
