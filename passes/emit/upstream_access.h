/* upstream_access.h - Accesses of upstream dialects that a load or a store of a
 * tile can stand for. */
#ifndef TL_UPSTREAM_ACCESS_H
#define TL_UPSTREAM_ACCESS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

/* Operands: the memory, with as many indices behind it as it has dimensions, and
 * what is stored; -1 of one that loads.  What copies has the memory that it reads
 * behind all that, with indices as well. */
typedef struct tl_upstream_access {
  const char *name;
  intptr_t memory, value;
  bool copies;
} tl_upstream_access;

/* The row of an operation; NULL of any other.  All of them in words. */
const tl_upstream_access *tl_upstream_access_of(MlirOperation operation);
extern const char TL_UPSTREAM_ACCESSES[];

/* What shows other elements of its first operand, and what the first of these
 * shows: memref.subview, memref.cast, memref.collapse_shape and
 * memref.expand_shape. */
bool tl_is_element_view(MlirOperation operation);
MlirValue tl_viewed_memory(MlirValue memory);

/* Which operand is the memory that a copy reads. */
intptr_t tl_upstream_access_source(MlirOperation copy);

/* Whether a mask, or a number of elements, the last group of operands, says what it touches. */
bool tl_upstream_access_is_masked(MlirOperation access);

#endif /* TL_UPSTREAM_ACCESS_H */
