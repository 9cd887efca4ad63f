/* memory_order.h - Whether it is seen which of two operations comes first. */
#ifndef TL_MEMORY_ORDER_H
#define TL_MEMORY_ORDER_H

#include "mlir-c/IR.h"
#include <stdbool.h>

/* Whether what the two access, with all inside of them, are elements of buffers that
 * are known to be apart. */
bool tl_are_apart(MlirOperation a, MlirOperation b);

#endif /* TL_MEMORY_ORDER_H */
