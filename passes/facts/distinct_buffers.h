/* distinct_buffers.h - Whether two memrefs are of one buffer or of two.
 *
 * A memref is followed through its views to where its buffer comes from: an
 * allocation, a buffer of a kernel, an argument, a memref.global.  An argument that
 * is llvm.noalias is apart from all of them; what else may be the value of an
 * argument, of control flow or of a call is not known. */
#ifndef TL_DISTINCT_BUFFERS_H
#define TL_DISTINCT_BUFFERS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

/* What it is a view of in the end, or itself. */
MlirValue tl_viewed_buffer(MlirValue memref);

/* Whether the memrefs are views of one buffer, and whether it is known that they
 * are views of two. */
bool tl_is_one_buffer(MlirValue a, MlirValue b);
bool tl_are_two_buffers(MlirValue a, MlirValue b);

/* Whether no value but its views is this buffer. */
bool tl_is_own_buffer(MlirValue buffer);

#endif /* TL_DISTINCT_BUFFERS_H */
