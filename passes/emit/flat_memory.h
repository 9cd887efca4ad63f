/* flat_memory.h - The one-dimensional view of a memref. */
#ifndef TL_FLAT_MEMORY_H
#define TL_FLAT_MEMORY_H

#include "ir_builder.h"

/* memref.dim. */
MlirValue tl_build_dim(const tl_builder *builder, MlirValue memref,
                       int64_t dimension);

/* Result `number` of memref.extract_strided_metadata: the base, the offset,
 * sizes, strides. */
MlirValue tl_build_metadata(const tl_builder *builder, MlirValue memref,
                            intptr_t number);

/* `memref` as a contiguous one-dimensional memref that starts at its element 0
 * and ends at its last element; itself when it is one already. */
MlirValue tl_build_flat(const tl_builder *builder, MlirValue memref);

/* The same, but from the start of the buffer where element 0 is at an offset that
 * is known only at run time; *start is that offset, else null. */
MlirValue tl_build_flat_from(const tl_builder *builder, MlirValue memref,
                             MlirValue *start);

/* The same row of elements further by a value (null: 0) and a number; `memref`
 * itself where both are 0. */
MlirValue tl_build_moved(const tl_builder *builder, MlirValue memref,
                         MlirValue value, int64_t number);

/* Where element 0 is in the buffer of tl_build_flat_from. */
int64_t tl_flat_offset(MlirValue flat);

/* Whether memref.reinterpret_cast starts it at an offset that is not known before
 * run time, but the same in loops: of the thread's number, strides, constants. */
bool tl_starts_at_thread(MlirValue memref);

/* What memref.reinterpret_cast says of a stride that memref.extract_strided_metadata
 * reads; null where nothing does. */
MlirValue tl_stride_source(MlirValue stride);

/* The run-time stride of dimension d of a memref, from
 * memref.extract_strided_metadata. */
MlirValue tl_build_stride(const tl_builder *builder, MlirValue memref,
                          int64_t d);

#endif /* TL_FLAT_MEMORY_H */
