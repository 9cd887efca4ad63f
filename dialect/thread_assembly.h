/* thread_assembly.h - Assembly that tl.thread_copy, tl.thread_load,
 * tl.thread_store and tl.thread_async share; see thread_operations.c. */
#ifndef TL_THREAD_ASSEMBLY_H
#define TL_THREAD_ASSEMBLY_H

#include "operation_assembly.h"
#include "tl/dialect.h"

/* Index operands of one kind, in the order they were parsed. */
typedef struct tl_parsed_indices {
  intptr_t count;
  intptr_t numbers[TL_MAX_STARTS * (1 + TL_MAX_RANK)];
} tl_parsed_indices;

/* Operands after the offsets, and the types. */
typedef struct tl_parsed_body {
  tl_parsed_indices symbols, rooms;
  MlirType source, target;
} tl_parsed_body;

/* '[' offsets ']' */
bool tl_parse_offsets(tl_asm_parser *parser, tl_parsed_side *side);

/* ('swizzle' LIST ('bits' INTEGER)?)?, into attributes of those names. */
bool tl_parse_thread_swizzle(tl_asm_parser *parser, const char *name,
                             const char *bits_name);

/* BODY, and the types. */
bool tl_parse_thread_body(tl_asm_parser *parser, tl_parsed_body *body);

/* Memory, its offsets, the symbols and the rooms. */
bool tl_resolve_memory(tl_asm_parser *parser, const tl_parsed_side *side,
                       const tl_parsed_body *body, MlirType type);

/* Memory and its offsets. */
void tl_print_memory(const tl_thread_view *view, tl_asm_printer *printer);
void tl_print_thread_swizzle(MlirOperation operation, const char *name,
                             const char *bits_name, tl_asm_printer *printer);

/* BODY, other attributes than those `names`, and the types. */
void tl_print_thread_body(const tl_thread_view *view, const char *const *names,
                          intptr_t name_count, tl_asm_printer *printer);

#endif /* TL_THREAD_ASSEMBLY_H */
