/* explain_parts.c - see explain_parts.h.
 *
 * What a thread does in a step is a visit.  Visits of equally many bytes in one
 * step are a turn; turns that follow each other, of the same threads, are a part. */
#include "explain_parts.h"
#include <stdlib.h>

typedef struct visit {
  int first, count; /* items */
  int64_t bytes;
  int32_t thread, step;
} visit;

static int list_visits(const tl_traced *items, int count, visit *out) {
  int visits = 0;
  for (int i = 0; i < count; i++) {
    const tl_traced *item = &items[i];
    bool goes_on =
        i > 0 && item[-1].thread == item->thread && item[-1].step == item->step;
    if (!goes_on)
      out[visits++] =
          (visit){.first = i, .thread = item->thread, .step = item->step};
    out[visits - 1].count++;
    out[visits - 1].bytes += item->bytes;
  }
  return visits;
}

/* By bytes, steps and threads. */
static int by_turn(const void *left, const void *right) {
  const visit *a = left, *b = right;
  if (a->bytes != b->bytes)
    return a->bytes < b->bytes ? 1 : -1;
  if (a->step != b->step)
    return (a->step > b->step) - (a->step < b->step);
  return (a->thread > b->thread) - (a->thread < b->thread);
}

static int turn_length(const visit *visits, int count) {
  int length = 1;
  while (length < count && visits[length].bytes == visits[0].bytes &&
         visits[length].step == visits[0].step)
    length++;
  return length;
}

/* Whether the turn behind another one is of the same threads. */
static bool goes_on(const visit *before, int length, const visit *turn,
                    int own) {
  bool is_same = length == own && before->bytes == turn->bytes &&
                 before->step + 1 == turn->step;
  for (int i = 0; i < own && is_same; i++)
    is_same = before[i].thread == turn[i].thread;
  return is_same;
}

/* Steps count from the start of the part. */
static void give(tl_traced *items, const visit *turn, int length, int part,
                 int start) {
  for (int i = 0; i < length; i++)
    for (int k = 0; k < turn[i].count; k++) {
      tl_traced *item = &items[turn[i].first + k];
      item->part = part;
      item->start = start;
      item->step -= start;
    }
}

static int number_visits(tl_traced *items, const visit *visits, int count) {
  int parts = 0, before = 0, start = 0;
  for (int i = 0, length; i < count; i += length) {
    length = turn_length(&visits[i], count - i);
    if (i == 0 || !goes_on(&visits[i - before], before, &visits[i], length)) {
      parts++;
      start = visits[i].step;
    }
    if (items)
      give(items, &visits[i], length, parts, start);
    before = length;
  }
  return parts;
}

int tl_parts_number(tl_traced *items, int count) {
  visit *visits = malloc((size_t)count * sizeof *visits);
  int parts = 0;
  if (visits) {
    int own = list_visits(items, count, visits);
    qsort(visits, (size_t)own, sizeof *visits, by_turn);
    parts = number_visits(NULL, visits, own);
    parts = parts <= TL_MOST_PARTS ? number_visits(items, visits, own) : 0;
  }
  free(visits);
  return parts;
}
