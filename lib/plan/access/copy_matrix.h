/* copy_matrix.h - What keeps a copy from ldmatrix and stmatrix. */
#ifndef TL_PLAN_COPY_MATRIX_H
#define TL_PLAN_COPY_MATRIX_H

#include "tl/copy_access.h"

/* Whether matrices would move a copy of plain accesses if its rows started at
 * multiples of 16 bytes. */
bool tl_matrix_wants_rows(const tl_access_side *side);

#endif /* TL_PLAN_COPY_MATRIX_H */
