/* operation_assembly.c - see operation_assembly.h. */
#include "operation_assembly.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_rows.h"

bool tl_parse_index(tl_asm_parser *parser, tl_parsed_side *side) {
  intptr_t number;
  if (!tl_bridge_parse_operand(parser, &number))
    return false;
  if (side->index_count++ == 0)
    side->first_index = number;
  return true;
}

bool tl_resolve_indices(tl_asm_parser *parser, const tl_parsed_side *side) {
  MlirType index = mlirIndexTypeGet(tl_bridge_parse_context(parser));
  for (intptr_t i = 0; i < side->index_count; i++)
    if (!tl_bridge_parse_resolve(parser, side->first_index + i, index))
      return false;
  return true;
}

bool tl_resolve_side(tl_asm_parser *parser, const tl_parsed_side *side,
                     MlirType type) {
  return tl_bridge_parse_resolve(parser, side->value, type) &&
         tl_resolve_indices(parser, side);
}

bool tl_parse_types(tl_asm_parser *parser, MlirType *source, MlirType *target) {
  return tl_bridge_parse_attribute_dictionary(parser) &&
         tl_bridge_parse_punctuation(parser, ':') &&
         tl_bridge_parse_type(parser, source) &&
         tl_bridge_parse_keyword(parser, "to") &&
         tl_bridge_parse_type(parser, target);
}

void tl_print_types(MlirOperation operation, MlirType source, MlirType target,
                    tl_asm_printer *printer) {
  tl_print_dictionary(operation, printer);
  tl_bridge_print_text(printer, " : ");
  tl_bridge_print_type(printer, source);
  tl_bridge_print_text(printer, " to ");
  tl_bridge_print_type(printer, target);
}

bool tl_parse_attribute(tl_asm_parser *parser, const char *name) {
  MlirAttribute attribute;
  if (!tl_bridge_parse_attribute(parser, &attribute))
    return false;
  tl_bridge_parsed_attribute(parser, name, attribute);
  return true;
}

bool tl_parse_number(tl_asm_parser *parser, const char *name) {
  int64_t number;
  if (!tl_bridge_parse_integer(parser, &number))
    return false;
  MlirType i64 = mlirIntegerTypeGet(tl_bridge_parse_context(parser), 64);
  tl_bridge_parsed_attribute(parser, name, mlirIntegerAttrGet(i64, number));
  return true;
}

void tl_parsed_unit(tl_asm_parser *parser, const char *name) {
  tl_bridge_parsed_attribute(parser, name,
                             mlirUnitAttrGet(tl_bridge_parse_context(parser)));
}

void tl_print_named(const char *before, MlirAttribute attribute,
                    tl_asm_printer *printer) {
  if (mlirAttributeIsNull(attribute))
    return;
  tl_bridge_print_text(printer, before);
  tl_bridge_print_attribute(printer, attribute);
}
