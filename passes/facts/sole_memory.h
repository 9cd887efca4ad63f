/* sole_memory.h - Memory that nothing else in a kernel sees.
 *
 * Rule B1.  A layout can be chosen for all of a buffer that a kernel allocates, for a
 * workgroup buffer of it, and for these in a kernel without calls:
 *
 *   memref.get_global   of a global of workgroup memory that the kernel gets in one
 *                       place
 *   memref.view         of gpu.dynamic_shared_memory or of a buffer of bytes, from
 *                       a constant on, which no other user reaches: all users of
 *                       the bytes are such views */
#ifndef TL_SOLE_MEMORY_H
#define TL_SOLE_MEMORY_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

bool tl_is_sole_memory(MlirValue memory);

/* The bytes of dynamic shared memory that views of an operation reach; 0 where others
 * than such views use it, or nothing does. */
int64_t tl_dynamic_reach(MlirOperation function);

#endif /* TL_SOLE_MEMORY_H */
