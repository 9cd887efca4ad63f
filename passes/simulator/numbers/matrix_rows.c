/* matrix_rows.c - see matrix_rows.h. */
#include "matrix_rows.h"

tl_matrix_place tl_matrix_piece(tl_matrix_form form, int64_t rows, int lane,
                                int piece) {
  int size = form == TL_MATRIX_BYTES ? 1 : 2;
  int64_t each = rows / 4, fast = lane % 4, slow = lane / 4;
  if (form == TL_MATRIX_PLAIN)
    return (tl_matrix_place){slow,
                             TL_MATRIX_REGISTER_BYTES * fast + size * piece};
  return (tl_matrix_place){each * fast + piece % each,
                           size * (slow + 8 * (piece / each))};
}
