/* root_clone.h - A copy of the IR that a pass runs on, to try something on. */
#ifndef TL_ROOT_CLONE_H
#define TL_ROOT_CLONE_H

#include "mlir-c/IR.h"

typedef struct tl_root_clone {
  MlirOperation root;
  MlirModule around; /* `root`, where the original is inside of something, with
                        what that says; else null */
} tl_root_clone;

void tl_root_clone_make(MlirOperation root, tl_root_clone *out);
void tl_root_clone_destroy(const tl_root_clone *clone);

#endif /* TL_ROOT_CLONE_H */
