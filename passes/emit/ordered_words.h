/* ordered_words.h - Halves made of f32 two at a time, in their order (rule E30).
 *
 *   %h = arith.truncf %v : vector<16xf32> to vector<16xf16>
 * that is stored to shared memory, by several accesses, becomes
 *   %0 = vector.shuffle %v, %v [0, 1] : vector<16xf32>, vector<16xf32>
 *   %1 = arith.truncf %0 : vector<2xf32> to vector<2xf16>
 *   %2 = vector.shuffle %v, %v [2, 3] : vector<16xf32>, vector<16xf32>
 *   %3 = arith.truncf %2 : vector<2xf32> to vector<2xf16>
 *   ...
 *   %h = vector.from_elements %1[0], %1[1], %3[0], %3[1], ... : vector<16xf16>
 *
 * LLVM converts a vector from its end on, so that all that is loaded is there before
 * the first word of it is; from the beginning on each word takes the place of two.  Of what
 * goes to global memory some kernels have fewer registers by that, and some more. */
#ifndef TL_ORDERED_WORDS_H
#define TL_ORDERED_WORDS_H

#include "ir_builder.h"

/* For PTX, of what is stored. */
void tl_order_words(MlirValue stored);

#endif /* TL_ORDERED_WORDS_H */
