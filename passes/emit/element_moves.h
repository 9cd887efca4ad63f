/* element_moves.h - What elements of a result are made of. */
#ifndef TL_ELEMENT_MOVES_H
#define TL_ELEMENT_MOVES_H

#include "tl/dialect.h"

/* Whether each element of the result is made of those at its place alone, and may
 * be made of any numbers. */
bool tl_is_elementwise(MlirOperation operation);

/* Of each element of a result the one of an operand, of those with elements, that it
 * is made of, or -1; both have at most TL_MAX_REGISTERS, in row-major order.  False
 * where that is not known, or where it is not made of any numbers.
 *
 *   %even, %odd = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
 *     of operand 0, result 1:  1, 3
 *   %w = vector.insert %x, %v[2] : f32 into vector<4xf32>
 *     of operand 1:  0, 1, -1, 3 */
bool tl_element_sources(MlirOperation operation, intptr_t operand,
                        intptr_t result, int16_t *sources);

#endif /* TL_ELEMENT_MOVES_H */
