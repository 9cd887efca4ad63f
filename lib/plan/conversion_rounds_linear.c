/* conversion_rounds_linear.c - Rounds of maps that are linear over GF(2).
 *
 * Register r of lane l is filled from lane A l + B r.  Round s brings register
 * s + H l, so from lane (A + B H) l + B s: one to one where M = A + B H is, and
 * then the rounds are as many as registers.  A unit vector whose column of A
 * depends on the columns before gets one that does not: the difference of two
 * lanes that hold the same, which another choice of places adds to A; else one
 * of B, so that H has as few columns as can be; else any, which no register of
 * B stands for, so that rounds are twice as many and half of what goes is
 * needed. */
#include "base/checked.h"
#include "conversion_rounds.h"

enum { MAX_LANE_BITS = 6 };

/* Independent numbers, each with a highest bit that no other has as highest. */
typedef struct span {
  int64_t of[MAX_LANE_BITS]; /* by that bit; 0: none */
} span;

/* Adds a number; false where it depends on those that are there. */
static bool add(span *to, int64_t number) {
  for (int64_t bit = MAX_LANE_BITS - 1; bit >= 0; bit--) {
    if (!(number >> bit & 1))
      continue;
    if (!to->of[bit]) {
      to->of[bit] = number;
      return true;
    }
    number ^= to->of[bit];
  }
  return false;
}

/* The lane that a place is filled from, less that of the first one; that is
 * the lane itself where it holds nothing. */
static int64_t giver_of(const tl_conversion_task *task, int64_t lane,
                        int64_t slot) {
  int64_t slots = task->slots[TL_SOURCE_SIDE];
  int32_t place =
      task->space->source[lane * task->slots[TL_TARGET_SIDE] + slot];
  if (place == TL_NO_PLACE)
    return lane;
  return place / slots ^ task->space->source[0] / slots;
}

/* Adds a column to those that are there, and returns it. */
static int64_t add_column(const tl_conversion_task *task, span *to) {
  const tl_conversion_space *space = task->space;
  int64_t slots = task->slots[TL_SOURCE_SIDE], column;
  int32_t place = space->first[space->held[TL_TARGET_SIDE][0]];
  for (; place != TL_NO_PLACE; place = space->next[place]) {
    column = place / slots ^ space->source[0] / slots;
    if (add(to, column))
      return column;
  }
  for (int64_t slot = 1; slot < task->slots[TL_TARGET_SIDE]; slot *= 2) {
    column = giver_of(task, 0, slot);
    if (add(to, column))
      return column;
  }
  column = 1;
  while (!add(to, column))
    column *= 2;
  return column;
}

bool tl_conversion_find_lanes(const tl_conversion_task *task,
                              int16_t lane_of[TL_MAX_WAVE]) {
  int64_t columns[MAX_LANE_BITS], moved[MAX_LANE_BITS], count = 0, bits = 0;
  span reached = {{0}};
  if (task->space->source[0] == TL_NO_PLACE)
    return false;
  /* 1. The columns of A, and those of them that depend on others. */
  for (int64_t lane = 1; lane < task->lanes; lane *= 2, bits++) {
    columns[bits] = giver_of(task, lane, 0);
    if (!add(&reached, columns[bits]))
      moved[count++] = bits;
  }
  /* 2. Other columns for those. */
  for (int64_t i = 0; i < count; i++)
    columns[moved[i]] ^= add_column(task, &reached);
  lane_of[0] = (int16_t)(task->space->source[0] / task->slots[TL_SOURCE_SIDE]);
  for (int64_t lane = 1; lane < task->lanes; lane++) {
    int64_t top = MAX_LANE_BITS - 1;
    while (!(lane >> top & 1))
      top--;
    lane_of[lane] =
        (int16_t)(lane_of[lane ^ (INT64_C(1) << top)] ^ columns[top]);
  }
  return true;
}
