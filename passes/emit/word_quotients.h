/* word_quotients.h - Quotients of what is assumed to be small have 32 bits (rule E22).
 *
 *   %n = tl.assume %given range 1 to 16 : index
 *   %row = arith.divui %block, %n : index
 * becomes
 *   %a = arith.index_cast %block : index to i32
 *   %b = arith.index_cast %n : index to i32
 *   %word = arith.divui %a, %b : i32
 *   %row = arith.index_castui %word : i32 to index
 *
 * Of 64 bits LLVM asks at run time whether both have 32, and has a division for each
 * answer, since the range is folded away. */
#ifndef TL_WORD_QUOTIENTS_H
#define TL_WORD_QUOTIENTS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

/* Whether any below and including `root` was made so. */
bool tl_narrow_quotients(MlirOperation root);

#endif /* TL_WORD_QUOTIENTS_H */
