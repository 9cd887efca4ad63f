/* turn_group.h - Stores of one thread with all that they are computed from, element
 * by element, to be done by turns (rule E11).
 *
 * Loads, element-wise operations and stores of vectors of so many elements, each
 * used by others of them alone. */
#ifndef TL_TURN_GROUP_H
#define TL_TURN_GROUP_H

#include "passes/emit/thread_part.h"

enum {
  TL_MAX_TURN_MEMBERS = 128,
  TL_MAX_TURN_UNITS = 24,
  TL_MAX_TURN_OPERANDS = 4 /* of a member */
};

typedef struct tl_turn_group {
  intptr_t count;
  MlirOperation members[TL_MAX_TURN_MEMBERS]; /* in program order */
  int64_t slots;                              /* of the vectors */

  /* A turn has `units`, the last one perhaps fewer, of `unit` elements each. */
  int64_t unit, units;
} tl_turn_group;

/* Whether the operation is the last of such a group, which is to be done by turns:
 * it does not have to have all registers at once, and would have too many. */
bool tl_turn_group_find(MlirOperation last, tl_turn_group *out);

/* Whether each element of the result, of as many as there are, is made of those at
 * its place alone. */
bool tl_is_made_in_turns(MlirOperation operation, int64_t slots);

#endif /* TL_TURN_GROUP_H */
