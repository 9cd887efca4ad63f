/* lone_elements.h - Vectors of one element are made longer as the element (rule E33).
 *
 *   %scale = vector.broadcast %v : vector<1xf32> to vector<8xf32>
 * becomes
 *   %a = vector.extract %v[0] : f32 from vector<1xf32>
 *   %scale = vector.broadcast %a : f32 to vector<8xf32>
 *
 * tl.load gives such a vector where a thread has one element, and the stock pipeline
 * lowers no broadcast of a vector. */
#ifndef TL_LONE_ELEMENTS_H
#define TL_LONE_ELEMENTS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

/* Whether any below and including `root` was made so. */
bool tl_broadcast_lone_elements(MlirOperation root);

#endif /* TL_LONE_ELEMENTS_H */
