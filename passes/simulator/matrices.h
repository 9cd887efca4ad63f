/* matrices.h - Matrices between shared memory and the registers of a warp.
 *
 * A matrix is 8 rows of 16 bytes, each at an address of its own: lanes 8i to
 * 8i + 7 name the rows of matrix i.  A lane holds 4 bytes of it in register i:
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

#include "machine.h"

enum {
  TL_MATRIX_ROWS = 8,
  TL_MATRIX_ROW_BYTES = 16,
  TL_MATRIX_REGISTER_BYTES = 4,
  TL_MAX_MATRICES = TL_WARP_THREADS / TL_MATRIX_ROWS,
};

/* Sets the numbers that the functions below read; false after an error where
 * there are no such matrices. */
bool tl_prepare_matrices(tl_instruction *at, int64_t count, bool is_transposed);

/* The row that a thread names, which nobody has checked; false after a fault. */
typedef bool (*tl_row_function)(tl_machine *machine, const tl_instruction *at,
                                int thread, tl_access *row);

/* Load all registers of result 0 of a warp, or store operands from 1 on. */
void tl_matrices_load(tl_machine *machine, const tl_instruction *at,
                      int first_thread, tl_row_function find_row);
void tl_matrices_store(tl_machine *machine, const tl_instruction *at,
                       int first_thread, tl_row_function find_row);

/* The rows of a warp; those at fault have no buffer. */
typedef struct tl_matrix_rows {
  tl_access items[TL_MAX_MATRICES * TL_MATRIX_ROWS];
} tl_matrix_rows;

/* Checks a row that is found; one at fault loses its buffer. */
void tl_matrix_check_row(tl_machine *machine, tl_access *row);

/* The bytes of the register that a thread has of a matrix. */
void tl_matrix_load(tl_machine *machine, const tl_instruction *at,
                    const tl_matrix_rows *rows, int thread, int64_t matrix,
                    tl_element *bytes);
void tl_matrix_store(tl_machine *machine, const tl_instruction *at,
                     const tl_matrix_rows *rows, int thread, int64_t matrix,
                     const tl_element *bytes);

#endif /* TL_SIM_MATRICES_H */
