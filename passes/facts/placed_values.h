/* placed_values.h - What copies say of where their tiles begin. */
#ifndef TL_PLACED_VALUES_H
#define TL_PLACED_VALUES_H

#include "fact_arithmetic.h"
#include "mlir-c/IR.h"

/* Law F6.  A value at which a copy without lower bounds begins, in the block where it is
 * made, is at least 0 (rule V30): the copy is made whenever the value is.  Some users of a
 * value are looked at, not all. */
tl_value_fact tl_fact_of_places(MlirValue value);

#endif /* TL_PLACED_VALUES_H */
