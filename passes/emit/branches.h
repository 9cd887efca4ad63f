/* branches.h - What is read of an scf.if. */
#ifndef TL_BRANCHES_H
#define TL_BRANCHES_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

enum { TL_TAKEN = 0, TL_OTHERWISE = 1 };

MlirValue tl_branch_condition(MlirOperation branch);

/* A condition as room > least; of something else there is no room. */
typedef struct tl_bounded_room {
  MlirValue room;
  int64_t least;
} tl_bounded_room;

tl_bounded_room tl_bounded_room_of(MlirValue condition);
/* The same as it is written: the room may be less a number. */
tl_bounded_room tl_stated_room_of(MlirValue condition);

/* What a room is left of: less numbers, of no number where another bound ends, and through
 * casts. */
MlirValue tl_bound_of_room(MlirValue room);

/* Whether it is one of both sides. */
bool tl_is_conjunction(MlirValue condition, MlirValue sides[2]);

/* The block of a side, null where it has none; as that of TL_TAKEN the body of a
 * loop. */
MlirBlock tl_branch_side(MlirOperation branch, intptr_t side);

/* The first operation of a block for which that is so; null without one. */
MlirOperation tl_find_in_block(MlirBlock block, bool (*is)(MlirOperation at));

bool tl_has_regions(MlirOperation operation);

typedef void tl_block_visitor(void *user, MlirBlock block);

/* Visits the blocks of an operation, and all inside of it, those around first; a visit may
 * change what its own block holds. */
void tl_visit_own_blocks(MlirOperation operation, tl_block_visitor *visit,
                         void *user);
void tl_visit_blocks(MlirOperation root, tl_block_visitor *visit, void *user);

/* The operation of a block that is, or is around, a user; null of one in a block behind
 * it. */
MlirOperation tl_user_in_block(MlirBlock block, MlirOpOperand use);

/* Whether it computes in one lane, and others are not missed. */
bool tl_is_of_one_lane(MlirOperation operation);

/* Whether it has no result, or none that is known, for some numbers. */
bool tl_is_division(MlirOperation operation);

#endif /* TL_BRANCHES_H */
