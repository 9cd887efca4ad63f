/* matrices.h - Matrices between shared memory and the registers of a warp.
 *
 * A matrix is 8 rows of 16 bytes, each at an address of its own: lanes 8i to 8i
 * + 7 name the rows of matrix i.  A lane holds 4 bytes of it, which are bytes
 * 4i to 4i + 3 of what it holds of all:
 *
 *   lane l     bytes 4 (l % 4) to 4 (l % 4) + 3 of row l / 4
 *   transposed, in elements of 2 bytes
 *              column l / 4 of rows 2 (l % 4) and 2 (l % 4) + 1
 *
 * The formulas are those of the PTX ISA, "Warp-level matrix load instruction:
 * ldmatrix" and "Warp-level matrix store instruction: stmatrix", and not taken
 * from the layouts of the library, so that each checks the other. */
#ifndef TL_SIM_MATRICES_H
#define TL_SIM_MATRICES_H

#include "operations.h"

enum {
  TL_MATRIX_ROWS = 8,
  TL_MATRIX_ROW_BYTES = 16,
  TL_MATRIX_REGISTER_BYTES = 4,
  TL_MATRIX_LANES =
      TL_MATRIX_ROWS * TL_MATRIX_ROW_BYTES / TL_MATRIX_REGISTER_BYTES,
  TL_MAX_MATRICES = TL_MATRIX_LANES / TL_MATRIX_ROWS,
  TL_MATRIX_LANE_BYTES = TL_MAX_MATRICES * TL_MATRIX_REGISTER_BYTES,
};

/* The matrices of a warp, while an instruction moves them. */
typedef struct tl_matrices {
  int64_t count;
  bool is_transposed;
  tl_access rows[TL_MATRIX_LANES]; /* those at fault have no buffer */
} tl_matrices;

/* Sets the numbers that tl_matrices_of reads; false after an error where there
 * are no such matrices. */
bool tl_matrices_prepare(tl_instruction *at, int64_t count, bool is_transposed);

/* The matrices of an instruction, without rows. */
tl_matrices tl_matrices_of(const tl_instruction *at);

/* Row `number`, which a thread names and nobody has checked, or a fault before
 * that: is_found is false. */
void tl_matrices_add_row(tl_matrices *matrices, int number, bool is_found);

/* All bytes that a lane holds, as one element, which has room for those of all
 * matrices that an instruction may move. */
tl_element tl_matrices_load(const tl_step *lane, const tl_matrices *matrices);
void tl_matrices_store(const tl_step *lane, const tl_matrices *matrices,
                       tl_element bytes);

/* Loads into result 0 of all lanes. */
void tl_matrices_give(const tl_step *first, const tl_matrices *matrices);

#endif /* TL_SIM_MATRICES_H */
