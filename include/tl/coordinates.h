/* tl/coordinates.h - Where the registers of a thread stand in a tile.
 *
 * The coordinate along a dimension is the place of an element in memory that
 * has stride 1 there and 0 elsewhere, so that the plan of a load of it
 * (tl_copy_partition_plan) says it: the base is what a thread computes once, and
 * atoms are the numbers of its registers.
 *
 * By law C1, for every thread t that passes the guards and every register r that
 * holds an element, the base of its start and what the atoms move it by are the
 * coordinate of that element, more the origin. */
#ifndef TL_COORDINATES_H
#define TL_COORDINATES_H

#include "tl/copy_plan.h"

TL_C_BEGIN

/* Of a fragment, which is on the threads of the scope. */
typedef struct tl_coordinate_request {
  tl_layout fragment;
  tl_scope scope;
  int64_t lanes; /* of a wave */
  tl_thread_range threads;
  int64_t dimension;
  int64_t origin; /* INT64_MIN: known at run time */
} tl_coordinate_request;

/* The load that says it. */
TL_MUST_CHECK tl_code tl_coordinate_copy(const tl_coordinate_request *request,
                                         tl_copy_request *out, tl_error *error);

TL_C_END
#endif /* TL_COORDINATES_H */
