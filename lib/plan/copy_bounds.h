/* copy_bounds.h - Where a copy has to look at its bounds. */
#ifndef TL_COPY_BOUNDS_H
#define TL_COPY_BOUNDS_H

#include "copy_ownership.h"

/* Writes the limits and their terms: the bounded dimensions that the tile is
 * not known to stay inside of. */
void tl_copy_limits(const tl_copy_request *request,
                    const fragment_digits *digits, tl_copy_partition *out);

/* Makes every granule divide the slot digits of its dimension as well. */
void tl_copy_limit_slots(tl_copy_partition *out);

/* Whether the dimension has a limit. */
bool tl_is_limited(const tl_copy_partition *plan, int64_t dimension);

/* Terms of the thread that continue each other become one; the slowest needs
 * no remainder, since the thread number stays below the limit. */
void tl_merge_terms(tl_terms *terms, int64_t thread_limit);

#endif /* TL_COPY_BOUNDS_H */
