/* pointers.h - Pointers to what memrefs are of, and offsets that are pointers to LLVM.
 *
 * Rule E23.  Where a loop counts what an offset from a memref is made of:
 *
 *   %base = memref.extract_aligned_pointer_as_index %A
 *   %start = llvm.inttoptr %base : i64 to !llvm.ptr
 *   %moved = llvm.getelementptr %start[%bytes] : i8
 *   %there = llvm.addrspacecast %moved : !llvm.ptr to !llvm.ptr<1>
 *   %same = llvm.intr.launder.invariant.group %there : !llvm.ptr<1>
 *   %back = llvm.addrspacecast %same : !llvm.ptr<1> to !llvm.ptr
 *   %offset = arith.subi (llvm.ptrtoint %back), %base
 *
 * An access of %A at %offset is one at %back, as LLVM sees, but not what %back is made
 * of: so that is what the loop carries, and the first access adds nothing to it.  It
 * is cast to global memory, or LLVM would not know that it is of that. */
#ifndef TL_POINTERS_H
#define TL_POINTERS_H

#include "ir_builder.h"

/* Address spaces of LLVM. */
typedef enum tl_pointer_space {
  TL_POINTER_GENERIC = 0,
  TL_POINTER_GLOBAL = 1,
  TL_POINTER_SHARED = 3,
} tl_pointer_space;

/* To where the buffer of a memref is aligned. */
MlirValue tl_build_pointer(const tl_builder *builder, MlirValue memref,
                           tl_pointer_space space);

/* The pointer so many bytes further. */
MlirValue tl_build_further(const tl_builder *builder, MlirValue pointer,
                           MlirValue bytes);

/* Whether a memref is of what a kernel is given, which is global memory; of no space
 * it may be of others elsewhere. */
bool tl_is_given_memory(MlirValue memref);

/* `start` and `bytes` (null: 0) from where the buffer of such a memref is aligned, in
 * bytes, as a pointer.  To `start` there is one that leaves loops, the same for all with
 * that; to both one that a loop carries, unless `bytes` are null. */
MlirValue tl_build_pointer_offset(const tl_builder *builder, MlirValue memref,
                                  MlirValue start, MlirValue bytes);

#endif /* TL_POINTERS_H */
