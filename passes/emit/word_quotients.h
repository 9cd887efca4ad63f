/* word_quotients.h - Quotients of what is small have 32 bits (rules E22 and E32).
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
 * answer, since the range is folded away.
 *
 * Of a small number of the thread LLVM sees the range, and divides 16 bits by a constant:
 * six instructions and conversions where 32 bits take two.  For PTX it gets the number
 * from a register of which it knows nothing (rule E32):
 *
 *   %digit = arith.remui %thread, %c5 : index
 * becomes
 *   %a = arith.index_cast %thread : index to i32
 *   %b = llvm.inline_asm "", "=r,0" %a : (i32) -> i32
 *   %word = arith.remui %b, %c5_i32 : i32
 *   %digit = arith.index_castui %word : i32 to index */
#ifndef TL_WORD_QUOTIENTS_H
#define TL_WORD_QUOTIENTS_H

#include "mlir-c/IR.h"
#include "tl/target.h"
#include <stdbool.h>

/* Whether any below and including `root` was made so, for the target that is stated, NULL
 * where none is, or that is around it. */
bool tl_narrow_quotients(MlirOperation root, const tl_target *stated);

#endif /* TL_WORD_QUOTIENTS_H */
