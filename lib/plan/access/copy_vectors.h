/* copy_vectors.h - Parts of plans of accesses. */
#ifndef TL_COPY_VECTORS_H
#define TL_COPY_VECTORS_H

#include "tl/copy_plan.h"

/* Whether the memory stride is known to be a multiple of a power of two. */
bool tl_atom_is_multiple(const tl_atom *atom, int64_t width);

/* Takes the fastest `count` of the atom, which keeps the others. */
tl_atom tl_atom_take(tl_atom *atom, int64_t count);

void tl_atoms_reverse(tl_atoms *atoms);

#endif /* TL_COPY_VECTORS_H */
