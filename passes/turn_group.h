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

/* Why a group that would have too many registers has to have them. */
typedef enum tl_turn_obstacle {
  TL_TURN_FREE = 0, /* it has not, or what is read elsewhere is read whole */
  TL_TURN_MEMBERS,  /* it has more than TL_MAX_TURN_MEMBERS */
  TL_TURN_BETWEEN,  /* `other` is between them, and has effects */
  TL_TURN_MEMORY,   /* `store` and the access `other` may be of one memory */
  TL_TURN_OBSTACLE_COUNT,
} tl_turn_obstacle;

typedef struct tl_turn_group {
  intptr_t count;
  MlirOperation members[TL_MAX_TURN_MEMBERS]; /* in program order */
  int64_t slots;                              /* of the vectors */

  /* A turn has `units`, the last one perhaps fewer, of `unit` elements each. */
  int64_t unit, units;

  int64_t registers; /* of all loads at once */
  tl_turn_obstacle obstacle;
  MlirOperation store,
      other; /* as the obstacle says; `store` is the last, else */
} tl_turn_group;

/* Whether the operation is the last of such a group, which is to be done by turns:
 * it does not have to have all registers at once, and would have too many.  False
 * with an obstacle where it is the last, has too many, and has to. */
bool tl_turn_group_find(MlirOperation last, tl_turn_group *out);

/* Whether each element of the result, of as many as there are, is made of those at
 * its place alone. */
bool tl_is_made_in_turns(MlirOperation operation, int64_t slots);

#endif /* TL_TURN_GROUP_H */
