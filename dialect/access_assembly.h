/* access_assembly.h - #tl.access, what a thread moves, as one attribute of
 * packed words, and in the assembly of operations. */
#ifndef TL_ACCESS_ASSEMBLY_H
#define TL_ACCESS_ASSEMBLY_H

#include "operation_assembly.h"
#include "tl/dialect.h"

extern const tl_attribute_row TL_ACCESS_ATTRIBUTE;

/* Of a view: atoms, limits, swizzles, the alignment and, if it is vectorized,
 * its accesses.  `target` is null but for tl.thread_async. */
MlirAttribute tl_access_get(MlirContext context, const tl_thread_view *source,
                            const tl_async_view *target, bool is_vectorized);
bool tl_is_access(MlirAttribute attribute);

/* Reads them back, and how many symbols and limits there are. */
void tl_access_read(MlirAttribute access, tl_thread_view *source);
void tl_access_read_target(MlirAttribute access, tl_async_view *target);

/* Index operands of one kind, in the order they were parsed. */
typedef struct tl_parsed_indices {
  intptr_t count;
  intptr_t numbers[TL_MAX_STARTS * (1 + TL_MAX_RANK)];
} tl_parsed_indices;

/* What follows the sides of an operation of one thread: operands after the
 * offsets, and the types. */
typedef struct tl_parsed_body {
  tl_parsed_indices symbols, rooms;
  MlirType source, target;
} tl_parsed_body;

/* ('swizzle' LIST ('bits' INTEGER)?)? */
bool tl_parse_swizzle(tl_asm_parser *parser, tl_swizzle *swizzle,
                      int64_t *bits);
void tl_print_swizzle(const tl_swizzle *swizzle, int64_t bits,
                      tl_asm_printer *printer);

/* BODY, and the types; see access_assembly.c. */
bool tl_parse_body(tl_asm_parser *parser, tl_parsed_body *body,
                   const tl_async_view *target);
void tl_print_body(const tl_thread_view *view, tl_asm_printer *printer);

#endif /* TL_ACCESS_ASSEMBLY_H */
