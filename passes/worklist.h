/* worklist.h - The operations that a pass is about, in program order. */
#ifndef TL_WORKLIST_H
#define TL_WORKLIST_H

#include "mlir-c/IR.h"
#include <stdbool.h>

typedef struct tl_worklist {
  MlirOperation *items; /* owned; tl_worklist_free */
  intptr_t count, capacity;
  bool (*wants)(MlirOperation operation);
  bool is_complete; /* false: out of memory, reported */
} tl_worklist;

/* Collects the operations below and including `root` that `wants` accepts. */
void tl_worklist_collect(tl_worklist *list, MlirOperation root,
                         bool (*wants)(MlirOperation operation));
void tl_worklist_free(tl_worklist *list);

#endif /* TL_WORKLIST_H */
