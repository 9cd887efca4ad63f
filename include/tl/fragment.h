/* tl/fragment.h - Register layouts of the tensor-core instructions.
 *
 * An 8 x 16-byte matrix is the atom of ldmatrix and stmatrix; operands of mma
 * are made of such atoms.  `bits` is the width of an element: 8, 16 or 32.
 * Sources: PTX ISA, "Warp Level Matrix Instructions" (ldmatrix, stmatrix, mma
 * fragments) and "Asynchronous Warpgroup Level Matrix Instructions" (register
 * fragments of wgmma). */
#ifndef TL_FRAGMENT_H
#define TL_FRAGMENT_H

#include "tl/register.h"

TL_C_BEGIN

/* One matrix of 8 rows of 16 bytes, or for 16-bit elements its transpose.
 *
 *   16 bits -> spatial(8, 4).local(1, 2)
 *   16 bits, transposed -> column_spatial(4, 8).local(2, 1) */
TL_MUST_CHECK tl_code tl_fragment_ldmatrix(int64_t bits, bool transposed,
                                           tl_register *out, tl_error *error);

/* Operand of mma.m<m>n<n>k<k>: m is 8 or 16, n is 8, and a row of k elements of
 * A has a multiple of 16 bytes.  The accumulator C has 32-bit elements.
 *
 *   A, 16, 8, 16, 16 bits -> column_local(2, 2).spatial(8, 4).local(1, 2) */
typedef enum tl_fragment_operand {
  TL_OPERAND_A,
  TL_OPERAND_B,
  TL_OPERAND_C
} tl_fragment_operand;

TL_MUST_CHECK tl_code tl_fragment_mma(tl_fragment_operand operand, int64_t m,
                                      int64_t n, int64_t k, int64_t bits,
                                      tl_register *out, tl_error *error);

/* The accumulator of wgmma.m64n<n>, n a multiple of 8, at most 256.
 *
 *   n = 16 -> column_spatial(4, 1).column_local(2, 2)
 *               .spatial(8, 4).local(1, 2) */
TL_MUST_CHECK tl_code tl_fragment_wgmma(int64_t n, tl_register *out,
                                        tl_error *error);

TL_C_END
#endif /* TL_FRAGMENT_H */
