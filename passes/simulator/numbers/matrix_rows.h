/* matrix_rows.h - What a lane holds of matrices that lie in rows. */
#ifndef TL_SIM_MATRIX_ROWS_H
#define TL_SIM_MATRIX_ROWS_H

#include <stdint.h>

/* Between shared memory and the registers of a warp.
 *
 * A matrix is 8 rows of 16 bytes, each at an address of its own: lanes 8i to 8i
 * + 7 name the rows of matrix i.  A lane holds 4 bytes of it, which are bytes
 * 4i to 4i + 3 of what it holds of all:
 *
 *   lane l     bytes 4 (l % 4) to 4 (l % 4) + 3 of row l / 4
 *   transposed, in elements of 2 bytes
 *              column l / 4 of rows 2 (l % 4) and 2 (l % 4) + 1
 *   transposed, stored bytes
 *              the same, then of column l / 4 + 8
 *   transposed, loaded bytes: 16 rows, 8 bytes a lane
 *              column l / 4 of rows 4 (l % 4) to 4 (l % 4) + 3, then of column
 *              l / 4 + 8
 *
 * The formulas are those of the PTX ISA, "Warp-level matrix load instruction:
 * ldmatrix" and "Warp-level matrix store instruction: stmatrix", and not taken
 * from the layouts of the library, so that each checks the other. */
enum {
  TL_MATRIX_ROWS = 8,
  TL_MATRIX_ROW_BYTES = 16,
  TL_MATRIX_REGISTER_BYTES = 4,
  TL_MATRIX_LANES =
      TL_MATRIX_ROWS * TL_MATRIX_ROW_BYTES / TL_MATRIX_REGISTER_BYTES,
  TL_MAX_MATRICES = TL_MATRIX_LANES / TL_MATRIX_ROWS,
  TL_MATRIX_LANE_BYTES = TL_MAX_MATRICES * TL_MATRIX_REGISTER_BYTES,
};

/* What an instruction moves; TL_MATRIX_BYTES are transposed as well. */
typedef enum tl_matrix_form {
  TL_MATRIX_PLAIN = 0,
  TL_MATRIX_TRANSPOSED,
  TL_MATRIX_BYTES,
} tl_matrix_form;

/* Where the pieces of a lane are, of 2 bytes, or of 1 in TL_MATRIX_BYTES. */
typedef struct tl_matrix_place {
  int64_t row, column; /* column in bytes */
} tl_matrix_place;

/* Piece number `piece` of a matrix of `rows` rows. */
tl_matrix_place tl_matrix_piece(tl_matrix_form form, int64_t rows, int lane,
                                int piece);

#endif /* TL_SIM_MATRIX_ROWS_H */
