/* explain_parts.h - An access that not all threads make equally often, in parts.
 *
 * Threads 0 to 255 come by, and then 0 to 67 once more:
 *
 *   scf.for %i = %t to %c324 step %c256
 *     memref.store %x, %S[%i]
 *
 * is two parts, of 256 threads and of 68.  All threads of a part come by equally
 * often and touch equally much each time, so that a part is a table. */
#ifndef TL_EXPLAIN_PARTS_H
#define TL_EXPLAIN_PARTS_H

#include "passes/simulator/trace.h"

enum { TL_MOST_PARTS = 16 };

/* Numbers the parts of the accesses of one instruction, in one direction, that are
 * sorted by thread and step: those after which threads come by as often, at the
 * same times, and touch as many bytes.  Their number; 0 where there are more than
 * TL_MOST_PARTS, or memory is out. */
int tl_parts_number(tl_traced *items, int count);

#endif /* TL_EXPLAIN_PARTS_H */
