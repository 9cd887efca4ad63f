/* branch_orders.h - What conditions say where an operation stands.
 *
 *   %more = arith.cmpi slt, %next, %n : index
 *   scf.if %more {
 *     tl.copy %A[0, %next] ...   // %next < %n
 *   } else {
 *                                // %n <= %next
 *   } */
#ifndef TL_BRANCH_ORDERS_H
#define TL_BRANCH_ORDERS_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

/* less < more, or at most. */
typedef struct tl_order {
  MlirValue less, more;
  bool is_strict, is_unsigned;
} tl_order;

/* More than these are not looked at, nor what is further around. */
enum { TL_MOST_ORDERS = 16, TL_MOST_AROUND = 64 };

typedef struct tl_orders {
  intptr_t count;
  tl_order items[TL_MOST_ORDERS];
} tl_orders;

/* Of a condition that holds, or does not. */
void tl_orders_of(MlirValue condition, bool holds, tl_orders *out);

/* Of all scf.if around it, the innermost first. */
void tl_orders_around(MlirOperation operation, tl_orders *out);

#endif /* TL_BRANCH_ORDERS_H */
