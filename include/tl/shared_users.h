/* tl/shared_users.h - The layout of a tile in shared memory that copies between
 * memories use as well.
 *
 * Which thread moves which element of such a copy is planned when both layouts are
 * known, so that what it asks of a layout depends on the layout:
 *
 *   32 x 48 of f16 from global memory, by one warp
 *     to rows:             accesses of 16 bytes, 6 lanes a row
 *     to swizzled rows:    ...                 , 2 lanes a row
 *
 * A few layouts are considered: rows along each dimension, rows with a swizzle, and
 * what is chosen (tl/shared_choice.h) for those that copies planned for a layout
 * that is considered ask for.  Each costs what its users cost when copies are planned
 * for it, and the cheapest wins.
 *
 * Law C64 (users).  No users are served in less time under row_major or
 * row_major_swizzle, with copies between memories, asynchronous ones among them, planned
 * for these.
 *
 * Values are plain and own nothing. */
#ifndef TL_SHARED_USERS_H
#define TL_SHARED_USERS_H

#include "tl/copy_synthesis.h"
#include "tl/shared_choice.h"

TL_C_BEGIN

/* Accessors that differ.  Those of more origins than there is room for are
 * coarse: origins that are multiples of a tile count as 0. */
typedef struct tl_shared_accessors {
  int64_t count, is_coarse;
  tl_shared_accessor items[TL_SHARED_MOST_ACCESSORS];
} tl_shared_accessors;

/* With the weight of one that is equal.  TL_CAPACITY. */
TL_MUST_CHECK tl_code tl_shared_accessors_add(tl_shared_accessors *to,
                                              const tl_shared_accessor *added,
                                              tl_error *error);

/* A copy between two memories, of which one is the tile. */
typedef struct tl_shared_transfer {
  tl_transfer_request copy; /* that keeps its dimensions */
  tl_layout partition;      /* that it has; of rank -1: none */
  int64_t side;             /* tl_transfer_side_number */
  int64_t is_within;        /* both sides are of the tile */
  int64_t weight;           /* at least 1 */
} tl_shared_transfer;       /* no padding */

/* Adds what a copy that is planned does on a side.  TL_CAPACITY. */
TL_MUST_CHECK tl_code tl_shared_plan_add(const tl_transfer_request *request,
                                         const tl_transfer_plan *plan,
                                         tl_transfer_side_number side,
                                         int64_t weight,
                                         tl_shared_accessors *to,
                                         tl_error *error);

/* What users ask of a layout, and the time in which the memories serve them, in no
 * unit: wavefronts, and of copies between memories sectors or wavefronts of the other
 * sides and what turns in registers, too. */
typedef struct tl_shared_service {
  tl_shared_accessors accessors;
  int64_t time;
} tl_shared_service;

/* With the copies planned for the layout, by which `known`, with registers, move
 * as well.  Of the request the accessors are not read.  The errors of
 * tl_transfer_plan_copy and tl_shared_measure; TL_CAPACITY. */
TL_MUST_CHECK tl_code tl_shared_serve(const tl_shared_request *request,
                                      const tl_shared_accessors *known,
                                      int64_t transfer_count,
                                      const tl_shared_transfer *transfers,
                                      const tl_layout *layout,
                                      tl_shared_service *out, tl_error *error);

typedef struct tl_shared_settlement {
  tl_shared_choice choice;       /* for the accessors */
  tl_shared_accessors accessors; /* under the layout that is chosen */
  int64_t time;                  /* see tl_shared_service; 0 without copies */
} tl_shared_settlement;

/* Decides.  Of the request the accessors are read where there are no copies: they are
 * `known`, then.  The errors of rows: as of tl_shared_choose and tl_shared_serve. */
TL_MUST_CHECK tl_code tl_shared_settle(const tl_shared_request *request,
                                       const tl_shared_accessors *known,
                                       int64_t transfer_count,
                                       const tl_shared_transfer *transfers,
                                       tl_shared_settlement *out,
                                       tl_error *error);

TL_C_END
#endif /* TL_SHARED_USERS_H */
