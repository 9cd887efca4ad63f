/* operation_rows.h - The rows of the operations, and what their files share. */
#ifndef TL_OPERATION_ROWS_H
#define TL_OPERATION_ROWS_H

#include "bridge/bridge.h"
#include "tl/dialect.h"

extern const tl_operation_row TL_COPY_ROWS[TL_COPY_KIND_COUNT];
extern const tl_operation_row TL_THREAD_ROWS[TL_COPY_KIND_COUNT];

/* The row of `operation` among `rows`, or TL_COPY_KIND_COUNT. */
tl_copy_kind tl_row_of(const tl_operation_row *rows, MlirOperation operation);

/* See copy_verify.c and thread_verify.c. */
MlirLogicalResult tl_verify_copy(MlirOperation operation);
MlirLogicalResult tl_verify_thread_copy(MlirOperation operation);

/* An attribute by name, or null; an i64 array attribute as a list. */
MlirAttribute tl_attribute_of(MlirOperation operation, const char *name);
bool tl_words_of(MlirOperation operation, const char *name, int64_t *words,
                 int64_t capacity, int64_t *count);

#endif /* TL_OPERATION_ROWS_H */
