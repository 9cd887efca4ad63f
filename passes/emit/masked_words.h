/* masked_words.h - Elements of 16 bits chosen by bytes, two at a time (rule E25).
 *
 *   %is = arith.cmpi ne, %k, %zero : vector<4xi8>
 *   %w = arith.select %is, %u, %v : vector<4xi1>, vector<4xf16>
 * of a %k that is loaded becomes, of %x, %a and %b, the words of %k, %u and %v,
 *   %s = ((%x | 0x80808080) - 0x01010101) | %x     // bit 7 of a byte: it is not 0
 *   %low = nvvm.prmt %s, %s, 0x9988                // which is in all bits of a half
 *   %high = nvvm.prmt %s, %s, 0xbbaa
 *   %m = vector.from_elements %low, %high
 *   %w = (%a & %m) | (%b & ~%m)
 *
 * LLVM takes bytes and halves out of words, and puts them together after: five
 * instructions for an element, where these are two. */
#ifndef TL_MASKED_WORDS_H
#define TL_MASKED_WORDS_H

#include "ir_builder.h"

/* For PTX, of all users that compare what is loaded with 0 and choose such elements alone. */
void tl_mask_words(MlirValue loaded);

#endif /* TL_MASKED_WORDS_H */
