/* operation_hooks.h - The functions that the rows of operations name, and the
 * rows of attributes. */
#ifndef TL_OPERATION_HOOKS_H
#define TL_OPERATION_HOOKS_H

#include "dialect/bridge/bridge.h"
#include "tl/notation.h"

/* The attribute #tl.NAME of a notation, and #tl.access. */
tl_attribute_row tl_layout_attribute_row(const tl_notation *notation);
extern const tl_attribute_row TL_ACCESS_ATTRIBUTE;

/* See copy_assembly.c and thread_assembly.c. */
void tl_copy_assembly(const tl_operation_row *row, tl_syntax *syntax);
void tl_thread_assembly(const tl_operation_row *row, tl_syntax *syntax);
void tl_async_assembly(const tl_operation_row *row, tl_syntax *syntax);

/* See copy_verify.c and thread_verify.c: false after the first error, which is
 * emitted.  The form is what the row alone says. */
bool tl_verify_copy(MlirOperation operation);
bool tl_verify_thread(MlirOperation operation);
bool tl_verify_wait(MlirOperation operation);
bool tl_verify_form(MlirOperation operation);

#endif /* TL_OPERATION_HOOKS_H */
