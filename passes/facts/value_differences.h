/* value_differences.h - What is proved of the difference of two integers.
 *
 * Where %i is from %lb on, in steps of %s, below %ub, the rest %ub - %i is a
 * multiple of what divides all three, and more than 0 (law F3): steps of 32
 * through a multiple of 32 leave at least 32.  From there it is followed through
 * sums, products with numbers, quotients and minima of arith, index and affine.
 *
 *   %i of scf.for %i = %c0 to %n step %c32, %n a multiple of 32
 *     -> %n - %i is at least 32, and %n - (%i + 16) at least 16
 *   %i of scf.for %i = %c0 to %n / 32 step %c1
 *     -> %n - %i * 32 is at least 32 */
#ifndef TL_VALUE_DIFFERENCES_H
#define TL_VALUE_DIFFERENCES_H

#include "value_facts.h"

/* Who is asked for facts: tl_value_fact_of, or another while one is computed. */
typedef tl_value_fact (*tl_fact_source)(tl_facts *facts, MlirValue value);

/* What `upper` - `lower` is at least, of numbers that do not wrap, where both
 * are defined; INT64_MIN: nothing is known. */
int64_t tl_least_difference(tl_facts *facts, tl_fact_source source,
                            MlirValue upper, MlirValue lower);

#endif /* TL_VALUE_DIFFERENCES_H */
