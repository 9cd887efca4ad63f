/* tl/reduction.h - A fragment reduced along dimensions of its tile.
 *
 * Elements that share the coordinate of the kept dimensions are combined in a
 * tree of neighbours, first in each thread and then over threads:
 *
 *   x0 x1 x2 x3 x4  ->  x0.x1 x2.x3 x4  ->  (x0.x1).(x2.x3) x4  ->  ...
 *
 * of the registers of a thread in ascending order, and then of the threads by
 * number.  So the order says nothing of a plan: the first steps over threads, as
 * long as partners are in one warp, are shuffles, in which each lane of a block of
 * 2^k neighbours gets what the next block has,
 *
 *   lane ^ 1, lane ^ 2, lane ^ 4, ...   of lane digits that are powers of two
 *
 * and all lanes end with the result.  The others go through memory: one of each
 * block stores, and every thread combines what it loads.  Replicas do so beside each
 * other.
 *
 * Law C40 (order).  Steps and parts combine, in every thread, the elements of its
 * kept coordinates each once, in the order of the tree.
 * Law C41 (steps).  Over n lanes of one warp they are ceil(log2 n).
 *
 * Plans are plain values and own nothing. */
#ifndef TL_REDUCTION_H
#define TL_REDUCTION_H

#include "tl/copy_plan.h"

TL_C_BEGIN

enum {
  TL_MAX_WAVE_LANES = 64,
  TL_MAX_REDUCED_REGISTERS = 1024,
  TL_MAX_LANE_STEPS = 6,
};

typedef struct tl_reduction_request {
  tl_layout fragment; /* over the threads of the scope */
  int64_t dimensions; /* that are reduced: bits */
  tl_scope scope;
  int64_t lanes; /* of a wave */
  tl_thread_range threads;
} tl_reduction_request;

/* One combination of each register with that of another lane. */
typedef struct tl_lane_step {
  int64_t
      distance; /* the lane that each gets one from is lane ^ distance; 0: */
  int8_t from[TL_MAX_WAVE_LANES]; /* this one; itself: it combines nothing */
} tl_lane_step;

typedef struct tl_reduction_plan {
  int64_t register_count, kept_count;
  /* The kept register that each goes into; -1: it holds nothing, or repeats. */
  int16_t kept[TL_MAX_REDUCED_REGISTERS];
  int64_t step_count;
  tl_lane_step steps[TL_MAX_LANE_STEPS];
  /* What the steps leave of each element, 1 where nothing goes through memory;
   * else those who store have `partial`, and who loads has `gathered`, of shape
   * (parts, kept dimensions), in registers part * kept_count + kept. */
  int64_t parts;
  tl_layout partial, gathered;
  tl_layout
      result; /* of the kept dimensions, in all threads that have a part */
} tl_reduction_plan;

/* The layout of the result alone: kept registers move together, reduced digits of
 * threads become replicas, repeats in registers go. */
TL_MUST_CHECK tl_code tl_reduced_layout(const tl_layout *fragment,
                                        int64_t dimensions, tl_scope scope,
                                        tl_layout *out, tl_error *error);

/* TL_UNSUPPORTED where thread strides are no digits of the thread number. */
TL_MUST_CHECK tl_code
tl_reduction_plan_make(const tl_reduction_request *request,
                       tl_reduction_plan *out, tl_error *error);

/* Whether a layout is the map of the result. */
bool tl_reduction_gives(const tl_reduction_plan *plan, const tl_layout *target,
                        int64_t lanes);

TL_C_END
#endif /* TL_REDUCTION_H */
