/* tl/bit_matrix.h - Layouts of powers of two as matrices over GF(2).
 *
 * Where every extent is a power of two and no digit carries into another, a
 * tile layout is an affine map of bits: each input bit XORs its column into the
 * output.  Ranks, inverses and compositions then answer what would otherwise be
 * enumerated, as bank conflicts.
 *
 *   output = constant ^ columns[i] ^ columns[k] ^ ...   for the input bits set
 *
 * Inputs.  The input number is the row-major index of the coordinate: the bits
 * of the last dimension come first, each dimension fastest bit first.  The
 * bits of the replica digits follow, fastest first; 0 is the first replica.
 *
 * Outputs.  The output number holds the points of all axes, in the order of
 * tl_axis from bit 0 on: m first.  An axis has as many bits as its points need,
 * so one that never moves has none.
 *
 *   S[(8, 4) : (4@laneid, 1@laneid)]: 5 input bits (j: 0 to 1, i: 2 to 4),
 *   5 output bits of laneid, columns 1, 2, 4, 8, 16
 *
 * Law L36 (view).  The matrix gives the point of the layout at every coordinate
 * and replica, and it exists exactly where no sum carries.
 * Law L37 (algebra).  Rank, inverse and composition are those of the map of
 * numbers.
 *
 * Source: K. Zhou et al., "Linear Layouts: Robust Code Generation of Efficient
 * Tensor Computation Using F2", 2025.
 *
 * Values are plain and own nothing. */
#ifndef TL_BIT_MATRIX_H
#define TL_BIT_MATRIX_H

#include "tl/layout.h"

TL_C_BEGIN

enum { TL_MAX_BITS = 64 }; /* of an input or output number */

typedef struct tl_bit_matrix {
  int64_t replica_bits;
  int64_t axis_bits[TL_AXIS_COUNT];
  int64_t input_bits;            /* of the coordinate and of the replicas */
  int64_t output_bits;           /* of all axes */
  uint64_t constant;             /* the output of input 0 */
  uint64_t columns[TL_MAX_BITS]; /* one an input bit; the others are 0 */
} tl_bit_matrix; /* no padding: equal matrices have equal bytes */

/* The matrix of a layout (law L36).  Its offset becomes the constant.
 * TL_INVALID for an extent that is no power of two, or a digit whose bits
 * another digit or the offset of its axis moves too, so that their sum carries;
 * TL_UNSUPPORTED for a stride known only at run time; TL_CAPACITY above 64
 * input or output bits.
 *
 *   S[(4, 2) : (2, 1)] -> columns 1, 2, 4
 *   S[(4,) : (3,)] -> error: 3 and 6 share a bit */
TL_MUST_CHECK tl_code tl_bit_matrix_from_layout(const tl_layout *layout,
                                                tl_bit_matrix *out,
                                                tl_error *error);

/* The matrix on axis m with these columns, which may be those of `out`; count
 * <= 64. */
void tl_bit_matrix_from_columns(const uint64_t *columns, int64_t count,
                                uint64_t constant, tl_bit_matrix *out);

/* The output number of an input number below 2^input_bits. */
uint64_t tl_bit_matrix_apply(const tl_bit_matrix *matrix, uint64_t input);

/* The point on `axis` that an output number holds. */
int64_t tl_bit_matrix_point(const tl_bit_matrix *matrix, uint64_t output,
                            tl_axis axis);

/* log2 of the number of outputs where only the first `inputs` input bits vary
 * and only the output bits in the mask `outputs` are looked at. */
int64_t tl_bit_matrix_rank(const tl_bit_matrix *matrix, int64_t inputs,
                           uint64_t outputs);

/* inner, then outer: the output number of inner is the input number of outer.
 * Domain as inner, axes as outer.  TL_INVALID where inner has more output bits
 * than outer has input bits; where it has fewer, the others are 0.  `out` may
 * be an operand. */
TL_MUST_CHECK tl_code tl_bit_matrix_compose(const tl_bit_matrix *outer,
                                            const tl_bit_matrix *inner,
                                            tl_bit_matrix *out,
                                            tl_error *error);

/* The map back from output numbers to input numbers, on axis m.  TL_INVALID
 * where two inputs have one output, both of which the message names, or some
 * output has no input. */
TL_MUST_CHECK tl_code tl_bit_matrix_inverse(const tl_bit_matrix *matrix,
                                            tl_bit_matrix *out,
                                            tl_error *error);

TL_C_END
#endif /* TL_BIT_MATRIX_H */
