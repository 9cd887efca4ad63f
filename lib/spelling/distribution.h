/* distribution.h - What keeps a tile layout from another spelling, and tile
 * layouts as digits of threads and slots.
 *
 * Both number threads and slots in mixed radix.  Steps of an axis number 0 to
 * n - 1, each once, exactly when sorted by stride they begin with 1 and go on
 * where the ones before end (de Bruijn, "On number systems", 1956):
 *
 *   (4 : 1) (8 : 4)   threads 0 to 31
 *   (4 : 1) (4 : 8)   leaves out 4 to 7
 *   (4 : 1) (4 : 2)   meets at 2 and 3
 *
 * `spelling` is what is asked for, "a shared layout". */
#ifndef TL_DISTRIBUTION_H
#define TL_DISTRIBUTION_H

#include "tl/layout.h"

/* A layout on the axes of the scope whose threads and slots are dense, and the
 * numbers of the iters that number either, fastest first; those from the
 * shard_count on are replicas. */
typedef struct distribution {
  tl_layout layout;
  tl_list threads, slots;
} distribution;

/* `copies`: an element may be in several slots of a thread. */
TL_MUST_CHECK tl_code tl_distribute(const tl_layout *layout, tl_scope scope,
                                    int64_t lanes, const char *spelling,
                                    bool copies, distribution *out,
                                    tl_error *error);

/* Writes the same map without replicas of stride 0, and with other strides of 0
 * along m; it may not be canonical.  TL_INVALID where it is not all on m, has a
 * symbol or an element in several places. */
TL_MUST_CHECK tl_code tl_distribute_memory(const tl_layout *layout,
                                           const char *spelling, tl_layout *out,
                                           tl_error *error);

/* TL_INVALID for an offset along `axis`. */
TL_MUST_CHECK tl_code tl_distribute_check_offset(const tl_layout *layout,
                                                 tl_axis axis,
                                                 const char *spelling,
                                                 tl_error *error);

#endif /* TL_DISTRIBUTION_H */
