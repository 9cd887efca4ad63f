/* operation_rows.h - The rows of the operations, and what their files share. */
#ifndef TL_OPERATION_ROWS_H
#define TL_OPERATION_ROWS_H

#include "dialect/bridge/bridge.h"
#include "tl/dialect.h"

extern const tl_operation_row TL_COPY_ROWS[TL_COPY_KIND_COUNT];
extern const tl_operation_row TL_THREAD_ROWS[TL_COPY_KIND_COUNT];
extern const tl_operation_row TL_ASYNC_ROWS[TL_ASYNC_KIND_COUNT];

/* The row of `operation` among `rows`, or TL_COPY_KIND_COUNT. */
tl_copy_kind tl_row_of(const tl_operation_row *rows, MlirOperation operation);

/* See copy_verify.c, thread_verify.c and async_verify.c. */
MlirLogicalResult tl_verify_copy(MlirOperation operation);
MlirLogicalResult tl_verify_transfer(MlirOperation operation);
MlirLogicalResult tl_verify_thread_copy(MlirOperation operation);
MlirLogicalResult tl_verify_thread_async(MlirOperation operation);
MlirLogicalResult tl_verify_async_commit(MlirOperation operation);
MlirLogicalResult tl_verify_async_wait(MlirOperation operation);

/* Attributes by name.  A missing one is null, or 0 words; the functions that
 * read numbers return false for an attribute of another kind: numbers are i64,
 * arrays of them i64 arrays of at most `capacity`. */
MlirAttribute tl_attribute_of(MlirOperation operation, const char *name);
bool tl_number_of(MlirOperation operation, const char *name, int64_t *number);
bool tl_words_of(MlirOperation operation, const char *name, int64_t *words,
                 int64_t capacity, int64_t *count);

/* Rules that both families of operations share; the first error is emitted. */
bool tl_check_no_regions(MlirOperation operation);

/* Attributes without a dialect's prefix have to be among `names`. */
bool tl_check_attributes(MlirOperation operation, const char *const *names,
                         int count);

/* The same, of a copy between two memories: it has others of its own, too. */
bool tl_check_transfer_attributes(MlirOperation operation,
                                  const char *const *names, int count);

/* False where a copy that is none between two memories has what only those
 * have. */
bool tl_check_no_transfer(MlirOperation operation);

/* The rules of a partition, the fragment of `view` (see
 * tl_transfer_fragment). */
bool tl_check_partition(const tl_copy_view *view);

/* The rules of memory alone, and those of memory and tile, for a side of a copy
 * between two memories (see tl_transfer_side).  Bounds are of one of them. */
bool tl_check_memory(const tl_copy_view *view);
bool tl_check_tile(const tl_copy_view *view, const tl_layout *tile,
                   bool is_bounded);

/* The elements of a fragment type; false where it is neither a fixed vector nor
 * a contiguous memref of static shape, or has more than TL_MAX_REGISTERS. */
bool tl_check_fragment(MlirOperation operation, const char *name, MlirType type,
                       int64_t *elements);

/* V19 and V20, in copy_map_verify.c: no two elements are in one register of a
 * thread and no register is left out; a store puts no two elements at one
 * place. */
bool tl_check_fragment_map(const tl_copy_view *view, const tl_layout *fragment);
bool tl_check_memory_map(const tl_copy_view *view, const tl_layout *fragment);

/* Whether the strides are those of a dense row-major buffer of static shape;
 * its elements if so. */
bool tl_is_dense(const tl_strided *strided, int64_t *elements);

#endif /* TL_OPERATION_ROWS_H */
