/* flat_memory.h - The one-dimensional view of a memref. */
#ifndef TL_FLAT_MEMORY_H
#define TL_FLAT_MEMORY_H

#include "ir_builder.h"

/* `memref` as a contiguous one-dimensional memref that starts at its element 0
 * and ends at its last element; itself when it is one already. */
MlirValue tl_build_flat(const tl_builder *builder, MlirValue memref);

/* The offset of element 0 of a memref, in elements; null where it is 0. */
MlirValue tl_build_start(const tl_builder *builder, MlirValue memref);

/* The run-time stride of dimension d of a memref, from
 * memref.extract_strided_metadata. */
MlirValue tl_build_stride(const tl_builder *builder, MlirValue memref,
                          int64_t d);

#endif /* TL_FLAT_MEMORY_H */
