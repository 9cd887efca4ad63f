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
 * The others go through memory: one of each block stores, and every thread that
 * gets a share of the result loads all parts of it and combines them.  Replicas do
 * so beside each other.  Where places are XORs of bits, blocks of neighbours are
 * threads that differ by sums of k numbers, and a step is with lane ^ one of them,
 * of several bits, whose registers are those here in another order.
 *
 * Two lanes of a step combine all of their registers and have the same then, or
 * each one half of them, the other lane's too, and the next steps have half as much
 * to do.  So the lanes hold different results, as the target has them, or
 * a conversion gives to each what the others have; R registers of 2^k lanes take
 *
 *   k R shuffles                        where all combine all,
 *   R (1 - 2^-k), as much for all of it where each combines its half
 *
 * Which steps halve is what costs least, in the units of tl/conversion_plan.h; of
 * all lanes of a warp one redux.sync for each register is one more way, where the
 * order is of no account and the target has it.
 *
 * Law C40 (order).  Steps and parts combine, in every thread, the elements of its
 * kept coordinates each once, in the order of the tree.
 * Law C41 (steps).  Over n lanes of one warp they are ceil(log2 n).
 * Law C42 (fewest).  No choice of the steps that halve, and of their halves, costs
 * less than the plan, of those that leave the target as it is; of an XOR of bits,
 * halves are by any sum of the bits of registers, and of those of lanes.
 *
 * Plans are plain values and own nothing. */
#ifndef TL_REDUCTION_H
#define TL_REDUCTION_H

#include "tl/conversion_plan.h"

TL_C_BEGIN

enum {
  TL_MAX_LANE_STEPS = 6,
  TL_COST_REDUX = 8, /* warp reductions: 16 results a clock cycle */
};

typedef struct tl_reduction_request {
  tl_layout fragment, target; /* over the threads of the scope, no swizzle */
  int64_t dimensions;         /* that are reduced: bits */
  tl_scope scope;
  int64_t lanes; /* of a wave */
  tl_thread_range threads;
  int64_t element_bits; /* 8, 16, 32, 64 or 128 */
  int64_t has_redux;    /* of this kind, of such elements */
} tl_reduction_request;

/* One combination of each register with that of another lane, or of one half of
 * them: of registers `halved_stride` apart a lane keeps the lower one, or the upper
 * one, and so of the two runs of so many behind them. */
typedef struct tl_lane_step {
  int64_t distance;      /* each gets one from lane ^ distance; 0: from lane */
  int64_t halved_stride; /* 0: all of them */
  int64_t upper_lanes; /* an odd number of these bits: it keeps the upper one */
  /* Register q is combined with q ^ this one of the other lane: of what it has, or
   * gives. */
  int64_t exchanged;
  int8_t from[TL_MAX_WAVE]; /* this one; itself: it combines nothing */
} tl_lane_step;

typedef struct tl_reduction_plan {
  int64_t register_count, kept_count;
  /* The kept register that each goes into; -1: it holds nothing, or repeats. */
  int16_t kept[TL_MAX_REDUCED_REGISTERS];
  int64_t is_redux; /* in place of the steps */
  int64_t step_count;
  tl_lane_step steps[TL_MAX_LANE_STEPS];
  int64_t left_count; /* registers behind them */
  /* What the steps leave of each element, 1 where nothing goes through memory;
   * else those who store have `partial`, and who loads has `gathered`, of shape
   * (parts, kept dimensions), in registers part * gathered_count + register. */
  int64_t parts, gathered_count;
  tl_layout partial, gathered;
  tl_layout result; /* of the kept dimensions, in the registers that are left */
  /* The target without registers that hold nothing or repeat; its map is that of
   * the result, or the result is converted to it.  Which of its registers each of
   * the target has; -1: it holds nothing. */
  int64_t is_result, target_count, target_span;
  tl_layout target;
  int16_t target_of[TL_MAX_REDUCED_REGISTERS];
  int64_t cost; /* of what is between lanes */
} tl_reduction_plan;

/* The layout of the result alone: kept registers move together, reduced digits of
 * threads become replicas, repeats in registers go. */
TL_MUST_CHECK tl_code tl_reduced_layout(const tl_layout *fragment,
                                        int64_t dimensions, tl_scope scope,
                                        tl_layout *out, tl_error *error);

/* TL_UNSUPPORTED where threads are neither digits of the thread number nor XORs of
 * its bits. */
TL_MUST_CHECK tl_code tl_reduction_plan_make(
    const tl_reduction_request *request, tl_conversion_work *work,
    tl_reduction_plan *out, tl_error *error);

/* The register, in front of a step that halves, that register `number` behind it
 * is in lanes with its bit (is_upper) or without it. */
int64_t tl_halved_register(const tl_lane_step *step, int64_t number,
                           bool is_upper);

TL_C_END
#endif /* TL_REDUCTION_H */
