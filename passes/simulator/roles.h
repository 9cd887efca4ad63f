/* roles.h - Warps of a block that wait for each other.
 *
 * Where a program has a wait that other warps end, each warp goes through it with
 * a stack of its own.  One of them runs, until it waits; then the next one does
 * that can go on.  What a party of them does together, as at a barrier, is done
 * when all of it are there. */
#ifndef TL_SIM_ROLES_H
#define TL_SIM_ROLES_H

#include "machine.h"

/* Runs a body in all threads of the block: in lockstep, or warp by warp. */
void tl_roles_run(tl_machine *machine, const tl_body *body);

/* Whether a thread may go on. */
typedef bool (*tl_may_pass)(const tl_step *step);

/* Lets other warps run until the thread may go on.  False when it may not, and
 * none of them can. */
bool tl_roles_wait(const tl_step *step, tl_may_pass may_pass);

/* Lets other warps run once, for who asks again and again. */
void tl_roles_pause(tl_machine *machine);

/* Runs an instruction in the threads of a warp, and those of its party. */
void tl_roles_meet(const tl_step *first, tl_party party);

/* The threads that are with the first one in a group of so many. */
tl_party tl_party_of(const tl_step *first, int64_t group);
tl_party tl_party_of_block(const tl_step *first);

#endif /* TL_SIM_ROLES_H */
