/* coordinates.c - Where the registers of a thread stand in a tile.
 *
 *   %i, %j = tl.coordinates #a [%m, 0] scope warp
 *     : vector<32xindex>, vector<32xindex>
 */
#include "copy_checks.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_assembly.h"
#include <inttypes.h>

void tl_coordinates_view_read(MlirOperation operation,
                              tl_coordinates_view *out) {
  tl_attributes own;
  intptr_t operand = 0;
  tl_attributes_read(operation, &own);
  MlirStringRef scope = mlirStringAttrGetValue(own.items[TL_COORDINATES_SCOPE]);
  *out = (tl_coordinates_view){
      .operation = operation,
      .layout = own.items[TL_COORDINATES_LAYOUT],
      .scope = tl_scope_named(scope.data, (int64_t)scope.length),
      .is_partial = !mlirAttributeIsNull(own.items[TL_COORDINATES_PARTIAL]),
      .rank = tl_layout_attribute_facts(own.items[TL_COORDINATES_LAYOUT])
                  ->shape.count};
  int64_t count;
  tl_words_read(own.items[TL_COORDINATES_ORIGIN], TL_MAX_RANK, out->origin,
                &count);
  for (int64_t d = 0; d < count; d++)
    if (out->origin[d] == INT64_MIN)
      out->origin_value[d] = mlirOperationGetOperand(operation, operand++);
}

/* LAYOUT ('[' origin ']')? 'scope' NAME dictionary ':' types */
void tl_coordinates_assembly(const tl_operation_row *row, tl_syntax *syntax) {
  static const tl_entries ORIGIN = {
      .open = " [", .name = "origin", .what = "an origin", .close = "]"};
  MlirOperation operation = tl_bridge_operation(syntax);
  bool writes = !mlirOperationIsNull(operation);
  intptr_t count = writes ? mlirOperationGetNumResults(operation) : 0, i = 0;
  tl_typed_operands operands = {.numbers = {0, 0}};
  MlirType type = {NULL};
  tl_bridge_text(syntax, " ");
  tl_bridge_attribute(syntax, "layout");
  tl_syntax_entries(syntax, &ORIGIN, &operands);
  tl_syntax_scope(syntax);
  tl_syntax_dictionary(row, syntax);
  tl_syntax_text(syntax, " : ",
                 "expected ':' and the types of the results, one a dimension");
  do {
    if (writes)
      type = mlirValueGetType(mlirOperationGetResult(operation, i));
    tl_bridge_type(syntax, &type);
    tl_bridge_add_result(syntax, type);
  } while (tl_bridge_optional_text(syntax, ", ", ++i < count));
  for (i = 0; i < operands.numbers.count; i++)
    tl_bridge_add_operand(syntax, i, operands.types[i]);
}

/* V41: one entry a dimension, none of them a negative number. */
static bool check_origin(MlirOperation operation, MlirAttribute origin,
                         int64_t rank) {
  int64_t words[TL_MAX_RANK], count;
  if (mlirAttributeIsNull(origin))
    return true;
  if (!tl_words_read(origin, TL_MAX_RANK, words, &count) || count != rank)
    return tl_emit_error(operation,
                         "origin has %td entries; its layout has %" PRId64
                         " dimensions",
                         mlirDenseArrayGetNumElements(origin), rank);
  for (int64_t d = 0; d < count; d++)
    if (words[d] < 0 && words[d] != INT64_MIN)
      return tl_emit_error(
          operation, "origin %" PRId64 " of dimension %" PRId64 " is negative",
          words[d], d);
  return true;
}

static bool is_coordinate(MlirType type) {
  return mlirTypeIsAIndex(type) ||
         (mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type) &&
          mlirIntegerTypeGetWidth(type) == 32);
}

/* V40: the results are of one type, of numbers that coordinates are. */
static bool check_types(MlirOperation operation) {
  MlirType first = mlirValueGetType(mlirOperationGetResult(operation, 0));
  if (!is_coordinate(mlirShapedTypeGetElementType(first)))
    return tl_emit_error(operation,
                         "has results of other elements than index or i32");
  for (intptr_t i = 1; i < mlirOperationGetNumResults(operation); i++)
    if (!mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(operation, i)),
                       first))
      return tl_emit_error(operation,
                           "result %td has another type than result 0", i);
  return true;
}

bool tl_verify_coordinates(MlirOperation operation) {
  tl_attributes own;
  tl_attributes_read(operation, &own);
  MlirAttribute layout = own.items[TL_COORDINATES_LAYOUT];
  if (!tl_operation_check(operation, TL_FORM_ANY, &own) ||
      !tl_check_scope(operation, own.items[TL_COORDINATES_SCOPE]) ||
      !check_origin(operation, own.items[TL_COORDINATES_ORIGIN],
                    tl_layout_attribute_facts(layout)->shape.count) ||
      !check_types(operation))
    return false;
  tl_coordinates_view view;
  tl_coordinates_view_read(operation, &view);
  const tl_copy_view fragment = {
      .operation = operation,
      .scope = view.scope,
      .is_partial = view.is_partial,
      .fragment = {.name = "result",
                   .type =
                       mlirValueGetType(mlirOperationGetResult(operation, 0)),
                   .layout = layout}};
  return tl_check_fragment(&fragment, false);
}
