/* flat_memory.h - The one-dimensional view of a memref. */
#ifndef TL_FLAT_MEMORY_H
#define TL_FLAT_MEMORY_H

#include "ir_builder.h"

/* `memref` as a contiguous one-dimensional memref that starts at its element 0
 * and ends at its last element; itself when it is one already. */
MlirValue tl_build_flat(const tl_builder *builder, MlirValue memref);

#endif /* TL_FLAT_MEMORY_H */
