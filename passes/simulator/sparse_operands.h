/* sparse_operands.h - A of mma.sp, of the lanes of a warp. */
#ifndef TL_SIM_SPARSE_OPERANDS_H
#define TL_SIM_SPARSE_OPERANDS_H

#include "operations.h"
#include "passes/simulator/numbers/sparse_matrix.h"

static inline bool tl_sparse_selects(const tl_sparse_form *form,
                                     int64_t selector) {
  return selector >= 0 && selector < TL_SPARSE_QUAD / form->lanes;
}

/* Expands A by the metadata that are an operand, 32 bits of each lane; a fault
 * where they are none. */
void tl_sparse_spread(const tl_step *first, int operand, int64_t selector,
                      const tl_matrix_product *product,
                      const tl_sparse_form *form, const tl_matrix_values *held,
                      tl_matrix_values *out);

#endif /* TL_SIM_SPARSE_OPERANDS_H */
