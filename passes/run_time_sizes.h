/* run_time_sizes.h - Sizes of memrefs that types leave open, for a pass that
 * simulates. */
#ifndef TL_RUN_TIME_SIZES_H
#define TL_RUN_TIME_SIZES_H

#include "passes/simulator/run.h"

/* The option that says them, of any pass. */
#define TL_RUN_TIME_SIZES_OPTION                                               \
  {                                                                            \
    "verify-sizes",                                                            \
        "Sizes of memrefs that are known only at run time, in the order of "   \
        "the arguments, as 64x32; the last goes on",                           \
        0, ""                                                                  \
  }

/* None: as the launches say, or nothing. */
typedef struct tl_run_time_sizes {
  int64_t count, items[TL_MAX_ARGUMENTS];
} tl_run_time_sizes;

/* False after an error at the root. */
bool tl_run_time_sizes_read(MlirOperation root, const char *text,
                            tl_run_time_sizes *out);

/* Options of a run of the function, where sizes that are open become the next
 * numbers. */
void tl_run_time_sizes_state(MlirOperation function,
                             const tl_run_time_sizes *sizes,
                             tl_run_options *out);

#endif /* TL_RUN_TIME_SIZES_H */
