/* memory_alignment.h - What is known of the address of a memref. */
#ifndef TL_MEMORY_ALIGNMENT_H
#define TL_MEMORY_ALIGNMENT_H

#include "tl/dialect.h"

/* Identifiers and one symbol table, looked up once a pass run. */
typedef struct tl_alignment_facts {
  MlirIdentifier alloc, alloca_, get_global, assume_alignment, cast;
  MlirIdentifier alignment, llvm_align;
  MlirOperation table_owner;
  MlirSymbolTable table; /* owned; tl_alignment_facts_free */
} tl_alignment_facts;

tl_alignment_facts tl_alignment_facts_create(MlirContext context);
void tl_alignment_facts_free(tl_alignment_facts *facts);

/* A power of two that divides the address of the memref's element 0, in bytes:
 * from the allocation, memref.assume_alignment, llvm.align of a function
 * argument or workgroup buffer; at least the size of an element, which every
 * memref is aligned to. */
int64_t tl_memory_alignment(tl_alignment_facts *facts, MlirValue memref);

#endif /* TL_MEMORY_ALIGNMENT_H */
