// RUN: thread_digits_test | FileCheck %s
// CHECK: runs: 5 cases, 0 failures

/* The accesses of runs of tl/thread_digits.h, up to the longest run that there
 * is. */
#include "tl/thread_digits.h"
#include <stdio.h>

/* The last accesses of the longest run end with it, each at a multiple of itself. */
static bool ends_well(const tl_element_run *run) {
  enum { LAST = 4 };
  int64_t end = run->length, count = tl_run_access_count(run);
  for (int64_t i = count - 1; i >= count - LAST; i--) {
    tl_run_access access = tl_run_access_at(run, i);
    int64_t width = access.width;
    if (access.first + width != end ||
        (access.first % width + run->phase % width) % width != 0)
      return false;
    end = access.first;
  }
  return true;
}

static bool has_widths(const tl_element_run *run, const int64_t *widths,
                       int64_t count) {
  int64_t first = 0;
  for (int64_t i = 0; i < count; i++) {
    tl_run_access access = tl_run_access_at(run, i);
    if (access.first != first || access.width != widths[i])
      return false;
    first += access.width;
  }
  return tl_run_access_count(run) == count;
}

int main(void) {
  static const int64_t EVEN[] = {8, 4, 2}, ODD[] = {1, 4, 8, 1};
  const tl_element_run even = {14, 8, 0}, odd = {14, 8, 3};
  const tl_element_run longest = {INT64_MAX, 16, 3}, whole = {INT64_MAX, 16, 0};
  const tl_element_run late = {INT64_MAX, 16, INT64_MAX};
  int failures = !has_widths(&even, EVEN, 3) + !has_widths(&odd, ODD, 4) +
                 !ends_well(&longest) + !ends_well(&whole) + !ends_well(&late);
  printf("runs: 5 cases, %d failures\n", failures);
  return failures != 0;
}
