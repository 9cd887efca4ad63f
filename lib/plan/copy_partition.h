/* copy_partition.h - Parts of the partition that other plans start from. */
#ifndef TL_COPY_PARTITION_H
#define TL_COPY_PARTITION_H

#include "tl/copy_plan.h"

/* The request with its fragment over the threads of the scope, and with an
 * alignment that is no larger than of use. */
TL_MUST_CHECK tl_code tl_copy_on_scope(const tl_copy_request *request,
                                       tl_copy_request *out, tl_error *error);

/* Writes how the base is computed, and what divides it, from its row and the
 * atoms; of a request from tl_copy_on_scope. */
void tl_copy_place(const tl_copy_request *request, int64_t thread_limit,
                   tl_copy_partition *out);

#endif /* TL_COPY_PARTITION_H */
