/* copy_vectors.h - Parts of plans of accesses. */
#ifndef TL_COPY_VECTORS_H
#define TL_COPY_VECTORS_H

#include "tl/copy_access.h"

/* Whether the memory stride is known to be a multiple of a power of two. */
bool tl_atom_is_multiple(const tl_atom *atom, int64_t width);

/* Whether the swizzle leaves so many elements in one piece. */
bool tl_swizzle_keeps(const tl_swizzle *swizzle, int64_t width);

/* Takes the fastest `count` of the atom, which keeps the others. */
tl_atom tl_atom_take(tl_atom *atom, int64_t count);

void tl_atoms_reverse(tl_atoms *atoms);

#endif /* TL_COPY_VECTORS_H */
