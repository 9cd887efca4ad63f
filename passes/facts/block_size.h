/* block_size.h - The threads of a block, as far as the kernel says. */
#ifndef TL_BLOCK_SIZE_H
#define TL_BLOCK_SIZE_H

#include "mlir-c/IR.h"

/* Threads of a block along x, y, z; 0 where the kernel does not say. */
typedef struct tl_block_size {
  int64_t extent[3];
} tl_block_size;

/* known_block_size of the gpu.func, or gpu.known_block_size of the function,
 * around `operation`. */
tl_block_size tl_block_size_around(MlirOperation operation);

/* Their product, 0 when it is unknown. */
int64_t tl_block_threads(const tl_block_size *block);

#endif /* TL_BLOCK_SIZE_H */
