/* loop_turns.h - How often loops run. */
#ifndef TL_LOOP_TURNS_H
#define TL_LOOP_TURNS_H

#include "value_facts.h"

/* The turns of scf.for, affine.for, scf.parallel or scf.forall whose ends and steps are
 * numbers, as constants or as far as is proved.  1 of any other operation, of a loop
 * without turns, and of one that is mapped to threads or blocks, each of which does one.
 *
 *   scf.for %i = %c-4 to %c4 step %c2 -> 4 */
int64_t tl_loop_turns(tl_facts *facts, MlirOperation loop);

#endif /* TL_LOOP_TURNS_H */
