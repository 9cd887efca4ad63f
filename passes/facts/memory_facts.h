/* memory_facts.h - What is proved of the address and the strides of a memref.
 *
 * A memref is followed through its views to where its buffer comes from.
 * Allocations, globals and llvm.align (of function arguments, workgroup and
 * private buffers) speak of the buffer; memref.assume_alignment speaks of the
 * element that the memref starts at, since its lowering asserts the address
 * with the offset added.  Buffers that the compiler owns count as aligned as they
 * will be (rule A1).  What a loop carries, a branch passes on or a selection takes
 * has what all of its sources have.  The offset, sizes and strides of views count as far
 * as tl_value_fact_of proves them.  Where nothing is known nothing is assumed:
 * only that an element is aligned to its size, as every access requires. */
#ifndef TL_MEMORY_FACTS_H
#define TL_MEMORY_FACTS_H

#include "tl/copy_access.h"
#include "value_facts.h"

/* A power of two, in bytes, that divides an address, and what keeps it from
 * more:
 *
 *   alignment of argument 1 is 4
 *   argument 0 states no alignment
 *   offset of memref.subview is a multiple of 2 only
 *
 * Reasons are empty unless the facts explain. */
typedef struct tl_aligned_address {
  int64_t alignment;
  tl_base_cure cure;
  char reason[TL_MESSAGE_CAPACITY];
} tl_aligned_address;

typedef struct tl_memory_facts {
  tl_aligned_address element; /* number 0 */
  tl_aligned_address buffer;  /* from where the memref's offset counts */

  /* In elements; a number that the type states is a constant here. */
  tl_value_fact offset;
  tl_value_fact sizes[TL_MAX_RANK], strides[TL_MAX_RANK];
} tl_memory_facts;

/* `memref` is a ranked memref.  When its layout is not strided, or its rank
 * exceeds TL_MAX_RANK, only the size of an element is known. */
void tl_memory_facts_of(tl_facts *facts, MlirValue memref,
                        tl_memory_facts *out);

#endif /* TL_MEMORY_FACTS_H */
