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
  bool is_transposed, stores;
  tl_access rows[TL_MATRIX_LANES]; /* those at fault have no buffer */
} tl_matrices;

/* Sets the numbers that tl_matrices_find reads; false after an error where
 * there are no such matrices. */
bool tl_matrices_prepare(tl_instruction *at, int64_t count, bool is_transposed);

/* The row that a lane names, which nobody has checked; false after a fault. */
typedef bool (*tl_row_finder)(const tl_step *lane, void *user, tl_access *row);

/* The matrices of an instruction, with the rows that the lanes name. */
tl_matrices tl_matrices_find(const tl_step *first, bool stores,
                             tl_row_finder find, void *user);

/* Moves all that a lane holds, which is elements of `size` bytes. */
void tl_matrices_move(const tl_step *lane, const tl_matrices *matrices,
                      tl_element *elements, int size);

#endif /* TL_SIM_MATRICES_H */
