/* tl/copy_banks.h - What the accesses of a planned copy cost.
 *
 * The byte addresses that the lanes of the first warp make, for tl/banks.h to
 * count.
 *
 * Values are plain and own nothing. */
#ifndef TL_COPY_BANKS_H
#define TL_COPY_BANKS_H

#include "tl/banks.h"
#include "tl/copy_access.h"

TL_C_BEGIN

/* Which elements of its run an access moves; of each combination of starts and
 * outer atoms, the accesses of the run follow each other. */
tl_run_access tl_copy_access_of_run(const tl_copy_vectors *vectors,
                                    int64_t access);

/* Accesses that each thread makes in a planned copy. */
int64_t tl_copy_access_count(const tl_copy_partition *plan,
                             const tl_copy_vectors *vectors);

/* The byte addresses of access number `access` in the threads of the first warp
 * of the scope, TL_LANE_INACTIVE for a thread that takes no part; *lanes is 32,
 * or the threads there are.  Element 0 is at address 0, dynamic origins are 0.
 * Accesses are numbered scattered starts first, then outer atoms, then the
 * accesses of a run.  TL_INVALID beyond the last. */
TL_MUST_CHECK tl_code tl_copy_addresses(
    const tl_copy_request *request, const tl_copy_partition *plan,
    const tl_copy_vectors *vectors, int64_t access,
    int64_t byte_addresses[TL_COUNTED_LANES], int64_t *lanes, tl_error *error);

/* The facts of that access.
 *
 *   f16, S[(32, 8) : (1@laneid, 1)] and S[(32, 64) : (64, 1)], access 0
 *     -> 32 wavefronts of minimum 4; with swizzle(3, 3, 3) 4 */
TL_MUST_CHECK tl_code tl_copy_banks(const tl_copy_request *request,
                                    const tl_copy_partition *plan,
                                    const tl_copy_vectors *vectors,
                                    int64_t access, tl_access_facts *out,
                                    tl_error *error);

TL_C_END
#endif /* TL_COPY_BANKS_H */
