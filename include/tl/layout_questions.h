/* tl/layout_questions.h - Exact questions about tile layouts.
 *
 * A layout is the relation between coordinates and points that tl/layout.h
 * defines: every coordinate has a set of points, its replicas.  A question is
 * answered yes, no with a counterexample, or undecided; never guessed (law
 * L39: answers agree with enumeration, and counterexamples are such).
 *
 *   S[(4, 4) : (4, 1)]   injective, covers m 0 to 15
 *   S[(4, 4) : (3, 1)]   not injective: (0, 3) and (1, 0) are both at 3@m
 *   S[(4, 4) : (5, 1)]   leaves out 4@m
 *
 * Threads.  Points on thread axes denote a thread number: tx = warpid * lanes
 * + laneid, tx = wgid * 4 lanes + tid_in_wg, and so on, in waves of `lanes`
 * threads, which the caller says.  A layout is thread-complete
 * when the axes that it mentions are digits that make up the whole number of a
 * thread of a scope (tl_layout_find_scope).  Thread-complete layouts are
 * compared by that number; of other layouts each thread axis is an axis of its
 * own.
 *
 * Symbols.  A stride known only at run time stands for a positive multiple of
 * its divisor; the same symbol of two layouts is the same number.  Yes means
 * for all such numbers, no for none, anything else is undecided.  Points in
 * counterexamples take the divisor for the symbol.
 *
 * How.  Most answers follow from the strides: sorted, they are the digits of a
 * mixed-radix number, or they are not.  What remains is searched, at most
 * TL_QUESTION_STEPS steps, beyond which the answer is undecided.
 *
 * Functions that answer write one line to `reason` (which may be NULL) unless
 * the answer is yes, in the form of a tl_error.  Values are plain and own
 * nothing; everything is safe to use from many threads. */
#ifndef TL_LAYOUT_QUESTIONS_H
#define TL_LAYOUT_QUESTIONS_H

#include "tl/layout.h"

TL_C_BEGIN

typedef enum tl_answer {
  TL_NO = 0, /* `reason` has code TL_INVALID, and there is a counterexample */
  TL_YES,
  TL_UNDECIDED, /* `reason` has code TL_UNSUPPORTED */
} tl_answer;

/* ---- Threads ------------------------------------------------------------ */

/* The scope of which the thread axes that the layout mentions make up the whole
 * thread number; TL_SCOPE_THREAD when it mentions none.  False where they do
 * not, as for warpid without laneid.
 *
 *   1@laneid -> warp;  1@wid_in_wg, 1@laneid -> warpgroup;
 *   1@warpid, 1@laneid -> cta;  1@tx -> cta */
bool tl_layout_find_scope(const tl_layout *layout, int64_t lanes,
                          tl_scope *scope);

/* The thread number that a point denotes: the sum of its thread axes, each
 * times its divisor.  Adds TL_OVERFLOW. */
TL_MUST_CHECK tl_code tl_point_thread(const int64_t *point, int64_t lanes,
                                      int64_t *thread, tl_error *error);

/* Different values that points have along `axis`; different threads that hold
 * an element; different points that each element has.  TL_UNSUPPORTED where
 * that depends on a symbol, or takes a search above TL_QUESTION_STEPS.
 *
 *   S[(8, 4) : (4@laneid, 1)] -> 8 along laneid, 4 along m; 8 threads
 *   S[4 : 1@laneid] + R[2 : 4@laneid] -> 2 replicas */
TL_MUST_CHECK tl_code tl_layout_count_along(const tl_layout *layout,
                                            tl_axis axis, int64_t *count,
                                            tl_error *error);
TL_MUST_CHECK tl_code tl_layout_count_threads(const tl_layout *layout,
                                              int64_t lanes, int64_t *threads,
                                              tl_error *error);
TL_MUST_CHECK tl_code tl_layout_count_replicas(const tl_layout *layout,
                                               int64_t *replicas,
                                               tl_error *error);

/* ---- The same map ------------------------------------------------------- */

typedef enum tl_difference {
  TL_SAME = 0,
  TL_OTHER_SHAPE,    /* ranks or extents differ; there is no coordinate */
  TL_OTHER_PLACE,    /* the first points differ */
  TL_OTHER_REPLICAS, /* the first points agree, other replicas do not */
} tl_difference;

typedef struct tl_comparison {
  tl_difference difference;
  tl_list coordinate;       /* the first, row-major, where the images differ; of
                         layouts with symbols, one where they do */
  int64_t a[TL_AXIS_COUNT]; /* the first point of either image, */
  int64_t b[TL_AXIS_COUNT]; /* on the axes of that layout */
  int64_t only_in;          /* 0: `a` has a point that `b` lacks; 1: reversed */
  int64_t only[TL_AXIS_COUNT]; /* that point */
} tl_comparison;

/* Whether the two layouts have the same shape and the same set of points at
 * every coordinate.  `out`, which may be NULL, is filled on no; where the
 * answer is undecided for the sake of symbols, with the coordinate in doubt.
 *
 *   S[(2, 32) : (1@warpid, 1@laneid)], S[(2, 32) : (32@tx, 1@tx)] -> yes
 *   S[(4, 4) : (4, 1)], S[(4, 4) : (5, 1)] -> no: (1, 0) is at 4@m and at 5@m
 *   S[(4, 4) : (ld{div 4}, 1)], S[(4, 4) : (4, 1)] -> undecided */
tl_answer tl_layout_compare(const tl_layout *a, const tl_layout *b,
                            int64_t lanes, tl_comparison *out,
                            tl_error *reason);

/* ---- Injective ---------------------------------------------------------- */

typedef struct tl_meeting {
  tl_list first, second;        /* different coordinates */
  int64_t point[TL_AXIS_COUNT]; /* that both have */
} tl_meeting;

/* Whether no two coordinates share a point: no two elements are in one slot of
 * one thread, or at one offset.  A swizzle does not matter, being a bijection.
 * `out` may be NULL. */
tl_answer tl_layout_is_injective(const tl_layout *layout, int64_t lanes,
                                 tl_meeting *out, tl_error *reason);

/* ---- Onto --------------------------------------------------------------- */

/* Points 0 to extent - 1 along each axis; an axis of extent 0 is not looked
 * at. */
typedef struct tl_box {
  int64_t extent[TL_AXIS_COUNT];
} tl_box;

typedef struct tl_gap {
  int64_t axis;        /* along which, at all places along the others, */
  int64_t first, last; /* these points belong to no coordinate */
} tl_gap;

/* Whether every point of the box belongs to some coordinate.  The points that a
 * layout reaches are a box with gaps: all that it reaches along one axis at
 * all that it reaches along the others.  A box along tx is of thread numbers,
 * where the layout is thread-complete.  `out`, which may be NULL, is the first
 * gap along the first axis that has one.
 *
 *   S[(4, 4) : (5, 1)], m 0 to 18 -> no: 4@m */
tl_answer tl_layout_covers(const tl_layout *layout, int64_t lanes,
                           const tl_box *box, tl_gap *out, tl_error *reason);

/* The smallest box from 0 on that contains all points: spans, the footprint
 * along m, thread numbers along the axis of the scope where the layout is
 * thread-complete; 0 along axes that it does not mention (m always counts).
 * TL_UNSUPPORTED where that depends on a symbol. */
TL_MUST_CHECK tl_code tl_layout_box(const tl_layout *layout, int64_t lanes,
                                    tl_box *out, tl_error *error);

/* tl_layout_covers of tl_layout_box: a register layout fills every slot of
 * every thread up to the last, a memory layout has no gaps.
 *
 *   S[(8, 4) : (2@laneid, 1)] -> no: 1@laneid */
tl_answer tl_layout_covers_box(const tl_layout *layout, int64_t lanes,
                               tl_gap *out, tl_error *reason);

/* ---- Runs --------------------------------------------------------------- */

/* The largest divisor r of the extent of `dimension` such that elements r k to
 * r k + r - 1 along it are consecutive along m, in one thread, wherever the
 * other coordinates are; swizzle included.  Exact for layouts without a
 * swizzle, and for static ones of up to TL_QUESTION_STEPS elements; of others
 * a run that is proved.
 *
 *   S[(8, 64) : (64, 1)] + swizzle(base = 3, bits = 3, shift = 3) -> 1, 8 */
int64_t tl_layout_run(const tl_layout *layout, int64_t dimension);

/* The greatest number that divides every point along m, swizzle included, where
 * the coordinate of `dimension` is a multiple of `run`, a divisor of
 * tl_layout_run; 0 when they are all 0.  Exact as tl_layout_run is; of other
 * layouts a power of two that divides them.
 *
 *   S[(8, 64) : (72, 1)], dimension 1, run 64 -> 72 */
int64_t tl_layout_alignment(const tl_layout *layout, int64_t dimension,
                            int64_t run);

TL_C_END
#endif /* TL_LAYOUT_QUESTIONS_H */
