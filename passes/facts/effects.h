/* effects.h - What an operation, with all inside of it, does to memory. */
#ifndef TL_EFFECTS_H
#define TL_EFFECTS_H

#include "mlir-c/IR.h"

/* In the order of what they forbid of others.  What is not known is the last. */
typedef enum tl_memory_use {
  TL_ACCESSES_NOTHING = 0,
  TL_ONLY_READS,
  TL_HAS_EFFECTS
} tl_memory_use;

tl_memory_use tl_memory_use_of(MlirOperation operation);

#endif /* TL_EFFECTS_H */
