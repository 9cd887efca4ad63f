/* async.h - Asynchronous copies from global to shared memory: cp.async.
 *
 * A copy belongs to the thread that starts it.  From then until the thread has
 * waited for its group the bytes that it writes are in flight: whoever touches
 * them is at fault.  The wait makes them known to the thread, and a barrier
 * after it to others.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: Asynchronous
 * copy" and "Non-bulk copy" (cp.async, .commit_group, .wait_group). */
#ifndef TL_SIM_ASYNC_H
#define TL_SIM_ASYNC_H

#include "memory.h"

enum { TL_ASYNC_BYTES = 16 }; /* of one copy, at most */

typedef struct tl_async_copy {
  tl_access from; /* of no more bytes than `to`: zeros follow */
  tl_access to;
  uint32_t group;                /* of the thread */
  uint8_t bytes[TL_ASYNC_BYTES]; /* of the source when the copy started */
  uint8_t poison[TL_ASYNC_BYTES];
} tl_async_copy;

/* Of a machine. */
typedef struct tl_async {
  tl_async_copy *items; /* owned: in flight, in the order they started */
  int count, capacity;
  uint32_t groups[TL_MAX_THREADS]; /* that each thread has committed */
} tl_async;

/* The end of a block: a fault for each copy that has not been waited for. */
void tl_async_close(tl_machine *machine);

/* Starts a copy: both sides are checked, and the destination is in flight. */
void tl_async_start(const tl_access *from, const tl_access *to);

/* Of `limit` units that a copy moves, those that it reads, before zeros: what
 * an operand says, or all when its number is 0. */
int64_t tl_async_source_count(const tl_step *step, int operand, int64_t limit,
                              const char *units);

/* The thread's groups, counted from 0, that are complete when at most `left` of
 * them are in flight. */
uint32_t tl_async_below(const tl_machine *machine, int thread, uint32_t left);

/* Completes the copies of each thread in its groups below below[thread]. */
void tl_async_complete(tl_machine *machine, const uint32_t *below);

#endif /* TL_SIM_ASYNC_H */
