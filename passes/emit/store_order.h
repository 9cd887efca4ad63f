/* store_order.h - In which order the accesses of a store stand (rule E17).
 *
 *   vector.store %v#0, %B[%o]            scf.if %c {
 *   scf.if %c {                            vector.store %v#1, %B[%p]
 *     vector.store %v#1, %B[%p]    =>    }
 *   }                                    vector.store %v#0, %B[%o]
 *
 * LLVM makes one branch of that of the load and that of its store where nothing is
 * between, and else writes what is there twice, once in each of the two. */
#ifndef TL_STORE_ORDER_H
#define TL_STORE_ORDER_H

#include "ir_builder.h"

/* Of a block that a store was written into: where the last access alone has a branch,
 * and was loaded in one, it comes first. */
void tl_order_stores(const tl_builder *builder, MlirBlock block);

#endif /* TL_STORE_ORDER_H */
