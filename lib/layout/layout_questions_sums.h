/* layout_questions_sums.h - Sums of steps, and what all questions about
 * layouts share. */
#ifndef TL_LAYOUT_QUESTIONS_SUMS_H
#define TL_LAYOUT_QUESTIONS_SUMS_H

#include "layout_digits.h"
#include "tl/layout_questions.h"

/* The numbers d0 * stride0 + d1 * stride1 + ..., 0 <= di < extent of i: what an
 * axis is reached by, before the offset.  Fastest step first; steps that
 * together count evenly are one.  Where every stride is above the sum of all
 * faster steps, the set is positional: a number of it has its digits, and two
 * sets are equal when their steps are. */
typedef struct sum_set {
  int64_t count;
  int64_t reach; /* the largest of the numbers */
  bool is_positional;
  tl_iter steps[TL_MAX_ITERS];
} sum_set;

/* The sums of the iters on `axis`, from number `first` on, that have no symbol.
 * The span along the axis fits 64 bits. */
void tl_sums_read(const tl_layout *layout, tl_axis axis, int64_t first,
                  sum_set *out);

/* The largest number of the set from `low` to `high`; no where there is none.
 * Takes steps of the search from *budget; undecided once there are none left.
 */
tl_answer tl_sums_last(const sum_set *set, int64_t low, int64_t high,
                       int64_t *found, int64_t *budget);

/* Whether x is in the set; and the next larger number of it. */
tl_answer tl_sums_contain(const sum_set *set, int64_t x, int64_t *budget);
tl_answer tl_sums_next(const sum_set *set, int64_t *x, int64_t *budget);

/* Whether two choices of digits have one sum. */
tl_answer tl_sums_meet(const sum_set *set);

/* A copy in which each symbol is its divisor; spans fit 64 bits. */
TL_MUST_CHECK tl_code tl_layout_example(const tl_layout *layout, tl_layout *out,
                                        tl_error *error);

/* An answer that is no, or not known: the line goes to `reason`. */
#define ANSWER_NO(reason, ...)                                                 \
  ((void)tl_fail((reason), TL_INVALID, __VA_ARGS__), TL_NO)
#define ANSWER_UNDECIDED(reason, ...)                                          \
  ((void)tl_fail((reason), TL_UNSUPPORTED, __VA_ARGS__), TL_UNDECIDED)

/* Text of a coordinate, (1, 0), and of the point of a layout: 3@laneid, 1@m. */
enum { QUESTION_TEXT = 96 };
void tl_format_coordinate(const tl_list *coordinate, char *text);
void tl_format_point(const tl_layout *layout, const int64_t *point, char *text);

#endif /* TL_LAYOUT_QUESTIONS_SUMS_H */
