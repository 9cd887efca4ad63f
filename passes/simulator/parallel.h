/* parallel.h - Blocks of a grid, by several threads of this machine. */
#ifndef TL_SIM_PARALLEL_H
#define TL_SIM_PARALLEL_H

#include "run.h"

/* tl_machine_run of the run, with the same faults, in the same order, and the same
 * memory afterwards, by up to `threads` threads (TL_ALL_THREADS: as many as this
 * machine has, where the run takes long enough). */
bool tl_run_execute(tl_run *run, int64_t threads);

#endif /* TL_SIM_PARALLEL_H */
