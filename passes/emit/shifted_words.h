/* shifted_words.h - bf16 made f32 two at a time (rule E13).
 *
 *   %w = arith.extf %v : vector<4xbf16> to vector<4xf32>
 * of what is loaded becomes
 *   %words = vector.bitcast %v : vector<4xbf16> to vector<2xi32>
 *   %low = arith.shli %words, %c16 : vector<2xi32>
 *   %high = arith.andi %words, %cffff0000 : vector<2xi32>
 *   %bits = vector.interleave %low, %high : vector<2xi32> -> vector<4xi32>
 *   %w = vector.bitcast %bits : vector<4xi32> to vector<4xf32>
 *
 * Rows of several dimensions are put behind one another before, and taken apart after.
 *
 * The upper half of an f32 is a bf16.  LLVM takes words apart and converts each half:
 * three instructions for two numbers, where these are two. */
#ifndef TL_SHIFTED_WORDS_H
#define TL_SHIFTED_WORDS_H

#include "ir_builder.h"

/* For PTX, of all users that extend what is loaded or a part of it. */
void tl_shift_words(MlirValue loaded);

#endif /* TL_SHIFTED_WORDS_H */
