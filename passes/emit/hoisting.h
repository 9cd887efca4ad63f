/* hoisting.h - What may be computed in front of a loop. */
#ifndef TL_HOISTING_H
#define TL_HOISTING_H

#include "mlir-c/IR.h"
#include <stdbool.h>

/* Has no effects, and lanes that leave it out are not missed. */
bool tl_may_be_left_out(MlirOperation at);

/* Whether the value is what it is in each turn of the loop, and can be made in front
 * of them.  *left is how many operations may be looked at, none below 0. */
bool tl_may_hoist(MlirOperation loop, MlirValue value, int *left);

/* Moves what makes it there. */
void tl_hoist(MlirOperation loop, MlirValue value);

#endif /* TL_HOISTING_H */
