/* operation_assembly.h - Parts of assembly that all operations share. */
#ifndef TL_OPERATION_ASSEMBLY_H
#define TL_OPERATION_ASSEMBLY_H

#include "dialect/bridge/bridge.h"

/* A side as it was parsed: the number of its value, and its index operands,
 * which have consecutive numbers from first_index on. */
typedef struct tl_parsed_side {
  intptr_t value, first_index, index_count;
} tl_parsed_side;

/* The next index operand of the side. */
bool tl_parse_index(tl_asm_parser *parser, tl_parsed_side *side);

/* Gives the indices of a side to the operation. */
bool tl_resolve_indices(tl_asm_parser *parser, const tl_parsed_side *side);

/* Gives the value and then the indices of a side to the operation. */
bool tl_resolve_side(tl_asm_parser *parser, const tl_parsed_side *side,
                     MlirType type);

/* attr-dict ':' type 'to' type, how every assembly ends. */
bool tl_parse_types(tl_asm_parser *parser, MlirType *source, MlirType *target);
void tl_print_types(MlirOperation operation, MlirType source, MlirType target,
                    tl_asm_printer *printer);

/* Attributes of that name: any one, an i64, a unit, which has no text. */
bool tl_parse_attribute(tl_asm_parser *parser, const char *name);
bool tl_parse_number(tl_asm_parser *parser, const char *name);
void tl_parsed_unit(tl_asm_parser *parser, const char *name);

/* The attribute behind a text; nothing where it is null. */
void tl_print_named(const char *before, MlirAttribute attribute,
                    tl_asm_printer *printer);

#endif /* TL_OPERATION_ASSEMBLY_H */
