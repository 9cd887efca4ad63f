/* progress.h - A line on standard error that says how far a long run is: on a
 * terminal alone, and gone before anything else is said.
 *
 *   tl-sim: @transpose: block 13 of 64, 31 of at most 268 million steps */
#ifndef TL_SIM_PROGRESS_H
#define TL_SIM_PROGRESS_H

#include "passes/simulator/machine.h"

/* Milliseconds. */
typedef struct tl_progress {
  int64_t next;  /* of the clock: the next line; INT64_MAX: never */
  bool is_shown; /* there is a line to erase */
} tl_progress;

/* Says nothing for that many seconds. */
tl_progress tl_progress_start(int64_t seconds);

/* The user is a tl_progress. */
void tl_progress_tell(const tl_machine *machine, void *user);

void tl_progress_erase(tl_progress *progress);

#endif /* TL_SIM_PROGRESS_H */
