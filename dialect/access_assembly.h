/* access_assembly.h - #tl.access, what a thread moves, as one attribute of
 * packed words, and in the assembly of operations. */
#ifndef TL_ACCESS_ASSEMBLY_H
#define TL_ACCESS_ASSEMBLY_H

#include "operation_assembly.h"
#include "tl/dialect.h"

/* The words of a view as an attribute, and back, with the number of symbols. */
MlirAttribute tl_access_get(MlirContext context, const tl_thread_view *view);
void tl_access_read(MlirAttribute access, tl_thread_view *view);
bool tl_is_access(MlirAttribute attribute);

/* ('swizzle' LIST ('bits' INTEGER)?)? */
void tl_syntax_swizzle(tl_syntax *syntax, tl_swizzle *swizzle, int64_t *bits);

/* BODY, see access_assembly.c; reading sets the attributes. */
void tl_syntax_body(tl_syntax *syntax, tl_thread_view *view,
                    tl_operands *symbols, tl_operands *rooms);

#endif /* TL_ACCESS_ASSEMBLY_H */
