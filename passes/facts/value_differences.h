/* value_differences.h - What is proved of the difference of two integers.
 *
 * Where %i is from %lb on, in steps of %s, below %ub, the rest %ub - %i is a
 * multiple of what divides all three, and more than 0 (law F3): steps of 32
 * through a multiple of 32 leave at least 32.  From there it is followed through
 * sums, products with numbers, quotients and minima of arith, index and affine; of the
 * upper value, sums, products and quotients: d times %n / d is %n, or up to d - 1 less
 * (law F5).
 *
 *   %i of scf.for %i = %c0 to %n step %c32, %n a multiple of 32
 *     -> %n - %i is at least 32, and %n - (%i + 16) at least 16
 *   %i of scf.for %i = %c0 to %n / 32 step %c1
 *     -> %n - %i * 32 is at least 32
 *   %i of scf.for %i = %c0 to %n step %c256, %n a multiple of 256
 *     -> %n / 8 - %i / 8 is at least 32
 *
 * Where a condition says that %a < %b, %b - %a is more than 0 as well, and a multiple
 * of what divides both (law F4).
 *
 *   %a < %b in the branch, both multiples of 32 -> %b - %a is at least 32 */
#ifndef TL_VALUE_DIFFERENCES_H
#define TL_VALUE_DIFFERENCES_H

#include "branch_orders.h"
#include "value_facts.h"

/* Who is asked for facts: tl_value_fact_of, or another while one is computed. */
typedef tl_value_fact (*tl_fact_source)(tl_facts *facts, MlirValue value);

/* What `upper` - `lower` is at least, of numbers that do not wrap, where both
 * are defined and the orders, which may be null, hold; INT64_MIN: nothing is known. */
int64_t tl_least_difference(tl_facts *facts, tl_fact_source source,
                            const tl_orders *orders, MlirValue upper,
                            MlirValue lower);

/* What is proved of a value where the orders hold, of itself or of parts of a sum. */
tl_value_fact tl_fact_under(tl_facts *facts, const tl_orders *orders,
                            MlirValue value);

#endif /* TL_VALUE_DIFFERENCES_H */
