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

#endif /* TL_OPERATION_ASSEMBLY_H */
