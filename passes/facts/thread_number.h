/* thread_number.h - The number of a thread within its scope, as IR. */
#ifndef TL_THREAD_NUMBER_H
#define TL_THREAD_NUMBER_H

#include "passes/emit/ir_builder.h"
#include "tl/layout.h"

/* Threads of a block along x, y, z; 0 where the kernel does not say. */
typedef struct tl_block_size {
  int64_t extent[3];
} tl_block_size;

/* known_block_size of the gpu.func, or gpu.known_block_size of the function,
 * around `operation`. */
tl_block_size tl_block_size_around(MlirOperation operation);

/* Their product, 0 when it is unknown. */
int64_t tl_block_threads(const tl_block_size *block);

/* laneid, tid_in_wg or tx; null for the single thread of scope thread. */
MlirValue tl_build_thread_number(const tl_builder *builder, tl_scope scope,
                                 const tl_block_size *block);

#endif /* TL_THREAD_NUMBER_H */
