/* strides_apart.h - Strides that are multiplied beside each access.
 *
 * Rule E31.  Rows of global memory that are apart by a stride known at run time, of 32
 * bits, are each so many strides from the first one,
 *
 *   %1 = llvm.intr.annotation %stride : i32
 *   %2 = arith.muli (%1 as an index), %c48
 *   vector.load %A[%first + %2]
 *
 * which is one instruction, a product of 32 bits that is added in 64, where one row from
 * the next is an addition in 64 bits, two.  LLVM would extend the stride once, in front of
 * the branches that accesses are in, and multiply 64 bits there: the annotation, which is
 * no instruction, keeps the extension beside the product.
 *
 * Not in loops, which count what stays in front of them; nor where the products or sums
 * are common: of a stride of 32 bits that several memories have, all with the same steps,
 * the assembler makes each product once for all, and where rows have many accesses each,
 * the address of a row is one register for them. */
#ifndef TL_STRIDES_APART_H
#define TL_STRIDES_APART_H

#include "ir_builder.h"
#include "tl/dialect.h"

/* Notes the strides of a thread copy, before any is written. */
void tl_find_strides(const tl_builder *builder, MlirOperation operation);

/* The stride of the copy that is multiplied so; null: none. */
MlirValue tl_stride_apart(const tl_builder *builder, const tl_thread_view *view,
                          MlirOperation operation);

#endif /* TL_STRIDES_APART_H */
