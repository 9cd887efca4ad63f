/* shared_buffer.h - What shared buffers state of where they start. */
#ifndef TL_SHARED_BUFFER_H
#define TL_SHARED_BUFFER_H

#include "mlir-c/IR.h"

/* Lets the workgroup buffers and shared globals inside of `root` that state no
 * alignment state one of 16 bytes.
 *
 * LLVM takes a shared variable without one to be aligned so, merges accesses up
 * to that, and declares the variable with the alignment of an element, which
 * the assembler need not exceed. */
void tl_shared_buffers_align(MlirOperation root);

#endif /* TL_SHARED_BUFFER_H */
