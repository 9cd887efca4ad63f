/* copy_bounds.h - Where a copy has to look at its bounds. */
#ifndef TL_COPY_BOUNDS_H
#define TL_COPY_BOUNDS_H

#include "copy_ownership.h"

/* Adds where the tile starts in a dimension. */
void tl_copy_add_origin(const tl_origin *origin, int64_t dimension,
                        tl_address *address);

/* Writes the limits and their rows: the bounded dimensions that the tile is not
 * known to stay inside of. */
void tl_copy_limits(const tl_copy_request *request,
                    const fragment_digits *digits, tl_copy_partition *out);

/* Makes every granule divide the starts of its dimension as well. */
void tl_copy_limit_starts(tl_copy_partition *out);

/* Whether the dimension has a limit. */
bool tl_is_limited(const tl_copy_partition *plan, int64_t dimension);

#endif /* TL_COPY_BOUNDS_H */
