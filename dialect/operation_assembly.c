/* operation_assembly.c - see operation_assembly.h. */
#include "operation_assembly.h"
#include "mlir-c/BuiltinTypes.h"

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
