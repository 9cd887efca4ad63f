/* copy_checks.h - Rules that operations share; the first error is emitted. */
#ifndef TL_COPY_CHECKS_H
#define TL_COPY_CHECKS_H

#include "operation_rows.h"

/* See transfer_verify.c: the rules of a copy between two memories, and V22. */
bool tl_verify_transfer(MlirOperation operation);
bool tl_check_transfer_names(MlirOperation operation, bool is_transfer,
                             const tl_attributes *own);

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

#endif /* TL_COPY_CHECKS_H */
