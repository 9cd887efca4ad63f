/* owned_buffers.h - Buffers whose alignment is the compiler's to choose.
 *
 * Rule A1.  A workgroup or private buffer that a copy uses is aligned to what
 * its widest access needs, 16 bytes, and a workgroup buffer to the greatest power
 * of two that divides its size, up to 128 bytes, whatever less is stated.
 *
 * It is one if its definition stands inside of what the pass runs on: a workgroup
 * or private buffer of a gpu.func, memref.alloc and memref.alloca in those spaces,
 * a memref.global in workgroup memory.  Facts count on the alignment while copies
 * are planned; it is written with the copies. */
#ifndef TL_OWNED_BUFFERS_H
#define TL_OWNED_BUFFERS_H

#include "value_facts.h"

/* What defines a buffer: an operation that states its `alignment`, or an argument
 * of a gpu.func. */
typedef struct tl_buffer_definition {
  MlirOperation operation;
  intptr_t argument; /* of its first block; -1: none */
  MlirType type;
} tl_buffer_definition;

/* Rule B1: whether a memref is all of a buffer that a kernel allocates, or a
 * workgroup buffer of a kernel. */
bool tl_is_kernel_buffer(MlirValue memory);

/* The alignment that the buffer will have, at least what is stated; kept until
 * it is written. */
int64_t tl_buffer_alignment(tl_facts *facts, const tl_buffer_definition *buffer,
                            int64_t stated);

/* A buffer of another's is known to have an alignment, which will be stated. */
int64_t tl_buffer_known_alignment(tl_facts *facts,
                                  const tl_buffer_definition *buffer,
                                  int64_t stated, int64_t known);

/* Writes the alignments of the buffers that were asked about. */
void tl_buffers_align(const tl_facts *facts);

#endif /* TL_OWNED_BUFFERS_H */
