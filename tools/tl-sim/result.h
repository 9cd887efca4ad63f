/* result.h - What a run leaves in its arguments: printed, saved, compared. */
#ifndef TL_SIM_RESULT_H
#define TL_SIM_RESULT_H

#include "options.h"

/* Prints, saves and compares what the options ask for; false after an error. */
bool tl_result_give(const tl_options *options, const tl_run *run);

/* Whether every memref has the numbers that a reference of the same type leaves
 * there, but for those that it does not know; a line says how many it has
 * written. */
bool tl_result_check(const tl_run *run, const tl_run *reference,
                     double tolerance);

#endif /* TL_SIM_RESULT_H */
