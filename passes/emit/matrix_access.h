/* matrix_access.h - One access of a warp to shared memory by ldmatrix or
 * stmatrix, as IR.
 *
 * `access->address` is the row of 16 bytes that the lane names; `width` elements
 * are what the lane has of all matrices, 4 bytes of each.  There are no limits.
 *
 * Source: PTX ISA, "Warp-level matrix load instruction: ldmatrix", "Warp-level
 * matrix store instruction: stmatrix". */
#ifndef TL_MATRIX_ACCESS_H
#define TL_MATRIX_ACCESS_H

#include "thread_access.h"

/* 1, 2 or 4 matrices of 8 rows. */
typedef struct tl_matrices {
  int64_t count;
  bool is_transposed;
} tl_matrices;

/* A vector of the elements, matrix by matrix. */
MlirValue tl_build_matrix_load(const tl_builder *builder,
                               const tl_access *access,
                               const tl_matrices *matrices);

void tl_build_matrix_store(const tl_builder *builder, const tl_access *access,
                           const tl_matrices *matrices, MlirValue value);

#endif /* TL_MATRIX_ACCESS_H */
